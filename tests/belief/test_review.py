"""Rule 8: what a person should look at, with both sides."""

from __future__ import annotations

from dataclasses import replace

from graphmem.belief.fold import Rules
from graphmem.belief.review import ToReview, to_review
from tests.belief.notation import MANY, ONE, reviewed, said


def items(history: str, rules: Rules = ONE) -> list[ToReview]:
    return list(to_review(said(history), rules))


def sides(history: str, rules: Rules = ONE) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return [(item.kind, item.statements, item.others) for item in items(history, rules)]


def test_a_claim_that_higher_authority_kept_from_being_heard_is_overruled() -> None:
    assert [("overruled", ("s2",), ("s1",))] == sides("1 Ann: Berlin; 5 Rep: Lisbon")


def test_a_claim_that_higher_authority_closed_at_its_very_start_is_overruled() -> None:
    assert [("overruled", ("s2",), ("s1",))] == sides("5 Ann: Berlin from 1; 9 Rep: Lisbon from 1")


def test_a_claim_that_was_heard_for_a_while_is_not() -> None:
    assert [] == sides("1 Rep: Lisbon; 5 Ann: Berlin")
    assert [] == sides("5 Ann: Berlin; 7 Rep: Lisbon from 1")
    assert [] == sides("1 Ann: Berlin until 4; 3 Rep: Lisbon")


def test_a_claim_of_what_is_believed_anyway_is_not() -> None:
    assert [] == sides("1 Ann: Berlin; 5 Bot: Berlin")


def test_a_claim_that_its_equals_took_over_from_is_not() -> None:
    assert [("overruled", ("s3",), ("s1",))] == sides("1 Ann: Berlin; 9 Rep: Lisbon from 3; 10 Rep: Oslo from 3")
    assert [] == sides("9 Ann: Lisbon from 3; 10 Ann: Oslo from 3")
    assert [] == sides("9 Ann: Lisbon from 3 until 5; 10 Ann: Oslo from 3 until 6")


def test_a_repetition_adds_its_source_to_the_one_item() -> None:
    once, twice = items("1 Ann: Berlin; 5 Bot: Lisbon"), items("1 Ann: Berlin; 5 Bot: Lisbon; 6 Bot: Lisbon")
    assert [item.identity for item in once] == [item.identity for item in twice]
    assert [("s2", "s3")] == [item.statements for item in twice]


def test_another_kind_of_source_makes_an_item_of_its_own() -> None:
    history = "1 Ann: Berlin; 5 Bot: Lisbon; 6 Rep: Lisbon"
    assert [("overruled", "Lisbon", "assistant_message"), ("overruled", "Lisbon", "report")] == [
        item.identity for item in items(history)
    ]


def test_without_a_kind_of_source_its_authority_names_it() -> None:
    nameless = [replace(stated, source_kind="") for stated in said("1 Ann: Berlin; 5 Bot: Lisbon")]
    assert [("overruled", "Lisbon", "authority 20")] == [item.identity for item in to_review(nameless, ONE)]


def test_an_end_of_lower_authority_is_overruled_by_the_claim_that_covers_its_date() -> None:
    assert [("overruled", ("s2",), ("s1",))] == sides("1 Ann: Berlin; 5 Bot: no longer Berlin")
    assert [] == sides("1 Ann: Berlin until 3; 5 Bot: no longer Berlin")
    assert [] == sides("1 Rep: Berlin; 5 Rep: no longer Berlin")


def test_an_end_without_a_value_is_overruled_too() -> None:
    assert "review overruled any" == reviewed("1 Ann: a cat; 5 Bot: no longer", MANY)


def test_a_correction_of_lower_authority_is_overruled_by_what_it_would_take_away() -> None:
    assert [("overruled", ("s2",), ("s1",))] == sides("1 Ann: Berlin; 5 Bot: Lisbon, not Berlin")
    assert [("overruled", ("s2",), ("s1",))] == sides("1 Ann: Berlin; 5 Bot: Lisbon, actually")
    assert [("overruled", ("s2",), ("s1",))] == sides("1 Ann: a cat; 5 Bot: a dog, not a cat", MANY)


def test_a_correction_that_reached_what_it_aims_at_is_not() -> None:
    assert [] == sides("1 Bot: Berlin; 2 Ann: Oslo from 0 until 1; 5 Bot: Lisbon, actually")


def test_the_reason_says_what_had_no_effect_and_what_withstood_it() -> None:
    (item,) = items("1 Ann: Berlin; 5 Rep: Lisbon, not Berlin; 6 Rep: Lisbon")
    assert "the claim and correction by report had no effect: user_statement" in item.reason


def test_a_contested_pair_names_both_sides_whichever_was_first() -> None:
    assert [("contested", ("s2",), ("s1",))] == sides("1 Ann: Lisbon; 1.5 Bo: Berlin")
    assert [("contested", "Berlin", "Lisbon", "user_statement", "user_statement")] == [
        item.identity for item in items("1 Ann: Lisbon; 1.5 Bo: Berlin")
    ]


def test_those_who_join_a_side_are_added_to_it() -> None:
    assert [("contested", ("s1",), ("s2", "s3"))] == sides("1 Ann: Berlin; 1.5 Bo: Lisbon; 1.7 Cy: Lisbon")


def test_three_that_contest_are_three_pairs() -> None:
    assert ["Berlin Lisbon", "Berlin Oslo", "Lisbon Oslo"] == [
        " ".join(item.values) for item in items("1 Ann: Berlin; 1.2 Bo: Lisbon; 1.4 Cy: Oslo")
    ]


def test_a_pair_that_is_nowhere_shown_contested_is_not_reviewed_as_such() -> None:
    assert {"overruled"} == {kind for kind, _, _ in sides("0 Ann: Berlin; 1 Rep: Lisbon; 1.5 Bot: Oslo; 1.7 Rep: Oslo")}


def test_a_stop_not_after_its_start_is_a_matter_of_its_period() -> None:
    assert [("period", ("s1",), ())] == sides("5 Ann: Berlin from 3 until 3")
    assert [("period", ("s1",), ())] == sides("5 Ann: plans Berlin from 9 until 8")
    assert [("period", ("s2",), ())] == sides("5 Ann: Berlin; 6 Ann: Lisbon, not Berlin until 4")


def test_plans_are_not_weighed_against_what_is() -> None:
    assert [] == sides("1 Ann: Berlin; 3 Bot: plans Lisbon; 3.5 Rep: plans Oslo")
