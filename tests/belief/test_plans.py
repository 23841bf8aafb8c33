"""Rule 9: what is planned, until an actual claim ends it."""

from __future__ import annotations

from graphmem.belief.plans import planned_dates, plans
from tests.belief.notation import DAY, MANY, ONE, believed, planned, said


def dates(history: str) -> list[tuple[int | None, ...]]:
    statements = said(history)
    return [planned_dates(segment, statements, ONE) for segment in plans(statements, ONE)]


def test_a_plan_is_never_believed() -> None:
    assert "" == believed("1 Ann: plans sage from 2 until 4")


def test_a_plan_runs_from_when_it_was_said_whatever_it_is_planned_for() -> None:
    assert "planned sage 1–" == planned("1 Ann: plans sage from 8 until 9")


def test_a_later_plan_supersedes_and_a_correction_replaces() -> None:
    assert "planned sage 1–3; planned ochre 3–" == planned("1 Ann: plans sage; 3 Ann: plans ochre")
    assert "planned ochre 1–" == planned("1 Ann: plans sage from 8; 3 Ann: plans ochre, not sage from 9")


def test_a_plan_given_up_ends_when_that_is_said() -> None:
    assert "planned sage 1–3" == planned("1 Ann: plans sage; 3 Ann: plans no longer sage from 8")


def test_two_speakers_plans_of_one_day_contest() -> None:
    assert "planned sage 1–1.5; planned ochre/sage 1.5–" == planned("1 Ann: plans sage; 1.5 Bo: plans ochre")


def test_an_actual_claim_of_the_planned_value_ends_the_plan_whoever_says_it() -> None:
    assert "planned sage 1–5" == planned("1 Ann: plans sage from 8; 5 Bot: sage from 2")


def test_what_was_said_before_the_plan_does_not_end_it() -> None:
    assert "planned sage 3–" == planned("1 Ann: sage; 3 Ann: plans sage")
    assert "planned sage 3–" == planned("3 Ann: sage; 3 Ann: plans sage")


def test_a_claimed_start_on_the_planned_date_ends_the_plan_and_one_before_it_does_not() -> None:
    assert "planned sage 1–9" == planned("1 Ann: plans sage from 8; 9 Ann: ochre from 8")
    assert "planned sage 1–" == planned("1 Ann: plans sage from 8; 9 Ann: ochre from 7.9")


def test_without_a_planned_date_a_start_since_the_plan_was_said_ends_it() -> None:
    assert "planned sage 3–9" == planned("3 Ann: plans sage; 9 Ann: ochre from 3")
    assert "planned sage 3–" == planned("3 Ann: plans sage; 9 Ann: ochre from 2")


def test_a_claim_that_claims_no_start_does_not_end_a_plan_of_another_value() -> None:
    assert "planned sage 3–" == planned("3 Ann: plans sage; 9 Ann: ochre")


def test_a_claim_that_was_corrected_away_does_not_end_a_plan() -> None:
    assert "planned sage 1–" == planned("1 Ann: plans sage; 5 Ann: sage; 6 Ann: ochre, not sage")


def test_a_plan_that_ended_does_not_bring_back_the_one_it_replaced() -> None:
    assert "planned sage 1–3; planned ochre 3–5" == planned("1 Ann: plans sage; 3 Ann: plans ochre; 5 Ann: ochre")
    assert "planned sage 1–3" == planned("1 Ann: plans sage; 3 Ann: plans ochre; 3' Ann: ochre")


def test_among_many_values_only_the_planned_one_ends_its_plan() -> None:
    history = "1 Ann: plans a cat; 1 Ann: plans a dog; 5 Ann: a cat from 5"
    assert "planned a cat 1–5; planned a dog 1–" == planned(history, MANY)


def test_the_planned_date_is_kept_beside() -> None:
    assert [(8 * DAY,)] == dates("1 Ann: plans sage from 8")
    assert [(None,)] == dates("1 Ann: plans sage")


def test_of_several_dates_the_one_said_last_counts() -> None:
    assert [(9 * DAY,)] == dates("1 Ann: plans sage from 8; 2 Ann: plans sage from 9; 3 Ann: plans sage")


def test_a_corrected_plan_keeps_its_date_unless_the_correction_has_one() -> None:
    assert [(8 * DAY,)] == dates("1 Ann: plans sage from 8; 2 Ann: plans ochre, not sage")
    assert [(9 * DAY,)] == dates("1 Ann: plans sage from 8; 2 Ann: plans ochre, not sage from 9")


def test_each_contested_plan_has_its_own_date() -> None:
    assert [(8 * DAY,), (None, 8 * DAY)] == dates("1 Ann: plans sage from 8; 1.5 Bo: plans ochre")
