"""A range of time in quoted words says when it is over, or not begun, at the time asked about."""

from __future__ import annotations

import pytest

from graphmem.recall.bygone import bygone
from graphmem.recall.candidate import Candidate

from .world import BARN, block, day, fact, turn

HOURS = "Harvest hours 7 to 20 July: the Corn Barn is open from dawn."
QUESTION = "When is the Corn Barn open?"


@pytest.mark.parametrize(
    ("then", "note"), [("2031-07-01", "not before 2031-07-07"), ("2031-07-10", ""), ("2031-08-01", "until 2031-07-21")]
)
def test_a_range_that_does_not_hold_then_is_noted(then: str, note: str) -> None:
    assert ([note] if note else []) == [one.note for one in bygone(HOURS, day("2031-06-30"), day(then))]


@pytest.mark.parametrize("text", ["The barn opened on 7 July.", "Since July it is open.", "It is open."])
def test_a_day_a_beginning_and_no_time_bound_nothing(text: str) -> None:
    assert () == bygone(text, day("2031-06-30"), day("2032-01-01"))


def test_the_note_stands_behind_the_quotation_of_a_turn_and_of_a_fact() -> None:
    said = Candidate("lexical_episode", episode=turn(HOURS.replace("July", "May"), "2031-05-01"))
    found = fact(BARN, "colour", "ochre", quote="From 7 to 20 May the Corn Barn is ochre.", said="2031-05-01")

    assert "(7 to 20 May: until 2031-05-21)" in block(QUESTION, said).text
    assert "until 2031-05-21)" in block("What colour is the Corn Barn?", Candidate("subject", fact=found)).text


def test_where_there_is_no_room_for_the_note_the_words_are_quoted_without() -> None:
    said = Candidate("lexical_episode", episode=turn(HOURS.replace("July", "May"), "2031-05-01"))
    texts = [block(QUESTION, said, budget=budget).text for budget in range(60, 40, -1)]
    without = next(text for text in texts if "until" not in text)

    assert "open from dawn" in without
