"""The fast path: what a newest claim is, and what it does."""

from __future__ import annotations

import pytest

from graphmem.belief.fold import Rules, fold
from graphmem.belief.frontier import Frontier, append, is_newest
from graphmem.errors import Incorrect
from tests.belief.notation import DAY, ONE, said, shown

WEEK = Rules(time_to_live_us=7 * DAY)


def newest(history: str, rules: Rules = ONE) -> bool:
    """Whether the last statement of a history is the newest claim of what is before it."""
    *before, last = said(history)
    return is_newest(Frontier.of(before, rules), last, rules)


def extended(history: str) -> str:
    """The segments of a history, the last statement appended to those of what is before it."""
    *before, last = said(history)
    segments = fold(before, ONE)
    return shown(segments[:-1] + append(segments[-1:], last, ONE))


def test_the_first_claim_of_a_key_is_its_newest() -> None:
    assert newest("1 Ann: Berlin")


@pytest.mark.parametrize(
    "history",
    [
        "1 Ann: Berlin; 2 Ann: Lisbon",
        "1 Ann: Berlin; 1.5 Ann: Berlin",
        "1 Ann: Berlin; 2 Bo: Lisbon",
        "1 Ann: Berlin; 1.5 Bo: Lisbon from 1.5",
        "1 Rep: Berlin; 1.5 Ann: Lisbon",
        "1 Ann: Berlin; 3 Ann: no longer Berlin; 4 Ann: Lisbon",
        "1 Ann: Berlin; 3 Ann: Lisbon, not Berlin; 5 Ann: Oslo",
        "1 Ann: Berlin; 9 Ann: Lisbon from 2 until 4; 10 Ann: Oslo from 5",
    ],
)
def test_a_claim_that_starts_after_all_else_and_is_alone_is_newest(history: str) -> None:
    assert newest(history)


@pytest.mark.parametrize(
    "history",
    [
        "1 Ann: Berlin; 2 Ann: no longer Berlin",
        "1 Ann: Berlin; 2 Ann: Lisbon, not Berlin",
        "1 Ann: Berlin; 2 Ann: plans Lisbon",
        "1 Ann: Berlin; 2 Ann: Lisbon until 5",
        "1 Ann: Berlin; 2 Ann: Lisbon from 1",
        "1 Ann: Berlin until 3; 2 Ann: Lisbon",
        "1 Ann: Berlin; 2 Ann: no longer Berlin on 3; 2.5 Ann: Lisbon",
        "1 Ann: Berlin; 2 Ann: no longer Oslo on 3; 3 Ann: Lisbon from 3",
        "1 Ann: Berlin; 2 Rep: Lisbon",
        "1 Ann: Berlin; 1.5 Bo: Lisbon",
        "1 Ann: Berlin; 5 Bo: Lisbon, not Berlin; 4 Ann: Oslo",
        "1 Ann: Berlin; 5 Bo: Lisbon, not Berlin; 5.5 Ann: Oslo",
        "1 Ann: Berlin; 2 Ann: Lisbon, not Berlin; 6 Ann: Oslo, not Paris from 0; 5 Ann: Rome from 7",
        "1 Ann: Berlin; 1.5 Bo: Lisbon; 4 Ann: Lisbon",
        "1 Ann: Berlin; 2 Rep: Lisbon; 4 Ann: Lisbon",
    ],
)
def test_any_other_statement_is_not(history: str) -> None:
    assert not newest(history)


def test_a_claim_within_the_time_to_live_of_another_is_not_newest() -> None:
    assert not newest("1 Ann: Berlin; 8 Ann: Lisbon", WEEK)
    assert newest("1 Ann: Berlin; 8.1 Ann: Lisbon", WEEK)


def test_a_contest_of_another_time_counts() -> None:
    assert newest("1 Ann: Berlin; 1.5 Bo: Lisbon", Rules(contest_us=DAY // 2))


def test_the_last_segment_is_cut_and_the_new_value_follows() -> None:
    assert "Berlin 1–2; Lisbon 2–" == extended("1 Ann: Berlin; 2 Ann: Lisbon")


def test_an_ended_segment_is_left_as_it_is() -> None:
    assert "Berlin 1–2; Berlin 4–" == extended("1 Ann: Berlin; 2 Ann: no longer Berlin; 4 Ann: Berlin")


def test_the_same_value_goes_on_with_one_more_support() -> None:
    *before, last = said("1 Ann: Berlin; 2 Ann: Berlin")
    (segment,) = append(fold(before, ONE), last, ONE)
    assert ("Berlin 1–", (("s1", "s2"),)) == (shown([segment]), segment.supports)


def test_a_frontier_goes_on_only_with_a_newest_claim() -> None:
    frontier = Frontier.of(said("2 Ann: Berlin"), ONE)
    (earlier,) = said("1 Ann: Lisbon")
    with pytest.raises(Incorrect, match="'s1' is not the newest claim of its key"):
        frontier.after(earlier, ONE)


def test_no_stored_frontier_is_not_that_of_an_empty_key() -> None:
    assert Frontier.from_properties({"uuid": "k"}) is None
    assert Frontier() == Frontier.from_properties(Frontier().to_properties())
