"""A later turn that names a shown value again, with words of an end, stands under it; any other turn does not."""

from __future__ import annotations

import pytest

from graphmem.recall.candidate import Candidate, Ranked
from graphmem.recall.lines import line_of
from graphmem.recall.overtaken import answered_later, outdated, overtaken, telling

from .world import FENWORKS, TILDA, VARDO, fact, ranked, read, turn

QUESTION = "Where does Tilda work?"
EMPLOYED = fact(TILDA, "works_at", FENWORKS, "2031-01-10", episode="e1")
AGAINST = [
    "Fenworks has closed its doors. Millrace took me on.",
    "I resigned from Fenworks on Monday.",
    "New badge: Fenworks → Millrace",
    "Goodbye Fenworks, hello Millrace.",
    "It said Fenworks on my form, which was an error.",
]
BESIDE = [
    "Fenworks had us all in the yard for soup.",
    "The canteen at Fenworks serves soup.",
    "I resigned from the choir.",
    "Has Fenworks closed its doors?",
    "Olga Old works at Fenworks.",
]


def employed() -> Ranked:
    return next(one for one in ranked(QUESTION, Candidate("subject", fact=EMPLOYED)) if not one.dropped)


@pytest.mark.parametrize("text", AGAINST)
def test_a_later_turn_that_ends_the_value_is_shown_with_it(text: str) -> None:
    reading, later = read(QUESTION), turn(text, "2031-03-01", speaker=TILDA.name)
    found = overtaken(employed(), telling(employed(), reading), [later], reading)

    assert found.later is not None
    assert later == found.later


@pytest.mark.parametrize("text", BESIDE)
def test_a_turn_that_ends_something_else_or_nothing_is_not(text: str) -> None:
    reading = read(QUESTION)

    assert employed() == overtaken(
        employed(), telling(employed(), reading), [turn(text, "2031-03-01", speaker=TILDA.name)], reading
    )


def test_what_another_says_of_himself_speaks_against_nothing() -> None:
    reading = read(QUESTION)
    of_oscar, of_tilda = (turn(text, "2031-03-01") for text in (AGAINST[1], "Tilda resigned from Fenworks on Monday."))
    named = telling(employed(), reading)

    assert employed() == overtaken(employed(), named, [of_oscar], reading)
    assert of_tilda == overtaken(employed(), named, [of_oscar, of_tilda], reading).later


def test_where_there_is_no_room_for_the_later_turn_the_fact_says_that_it_may_be_superseded() -> None:
    reading, later = read(QUESTION), turn(AGAINST[1], "2031-03-01", speaker=TILDA.name)
    wordings = line_of(overtaken(employed(), telling(employed(), reading), [later], reading), reading).wordings

    assert later.text in wordings[0].text
    assert later.id in wordings[0].episodes
    assert "perhaps superseded" in wordings[-1].text
    assert (False, ("e1",)) == (later.text in wordings[-1].text, wordings[-1].episodes)


def test_an_earlier_turn_speaks_against_nothing() -> None:
    reading, before = read(QUESTION), turn(AGAINST[0], "2031-01-02", speaker=TILDA.name)

    assert employed() == overtaken(employed(), telling(employed(), reading), [before], reading)


def test_of_two_quoted_turns_the_older_one_says_that_it_may_be_superseded() -> None:
    question = "How often is yoga?"
    turns = [turn("yoga once a week", "2031-01-02"), turn("as of today yoga is twice a week", "2031-03-01")]
    shown = ranked(question, *(Candidate("lexical_episode", episode=one) for one in turns))
    marked = {one.candidate.id: outdated(one, shown, read(question)).later is not None for one in shown}

    assert {turns[0].id: True, turns[1].id: False} == marked


WHERE = "Where does Tilda live?"
TENANT = fact(TILDA, "lives_in", VARDO, "2031-01-10", episode="e1", quote="I live in Vardo.")
BY_TILDA, BY_OSCAR = TILDA.name, "Oscar Vey"


def resident() -> Ranked:
    return next(one for one in ranked(WHERE, Candidate("subject", fact=TENANT)) if not one.dropped)


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        (BY_TILDA, "We live in Selby, above the mill."),
        (BY_TILDA, "Soup for all. I live by the sea now."),
        (BY_OSCAR, "Tilda lives at Rook House."),
    ],
)
def test_a_later_turn_that_gives_what_is_asked_for_another_value_is_shown(speaker: str, text: str) -> None:
    later = turn(text, "2031-03-01", speaker=speaker)

    assert later == answered_later(resident(), [later], read(WHERE)).later


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        (BY_OSCAR, "I live in Selby."),
        (BY_OSCAR, "My aunt lives in Selby."),
        (BY_TILDA, "Do you live in Selby?"),
        (BY_TILDA, "I live in Vardo, at Rook House."),
        (BY_TILDA, "I live for soup."),
        (BY_TILDA, "There is a barn in Selby."),
    ],
)
def test_one_that_gives_no_other_value_or_speaks_of_somebody_else_is_not(speaker: str, text: str) -> None:
    assert resident() == answered_later(resident(), [turn(text, "2031-03-01", speaker=speaker)], read(WHERE))


def test_what_was_said_after_the_time_asked_about_gives_no_other_value() -> None:
    dated = read("Where did Tilda live in February 2031?")
    one = next(one for one in ranked(dated.text, Candidate("subject", fact=TENANT)) if not one.dropped)

    assert one == answered_later(one, [turn("We live in Selby.", "2031-03-01", speaker=BY_TILDA)], dated)


def test_a_value_beside_others_or_with_an_end_is_not_in_doubt() -> None:
    later = turn("I keep a parrot, Rook, as my pet.", "2031-03-01", speaker=BY_TILDA)
    pet = fact(TILDA, "has_pet", "a heron", "2031-01-10", quote="I keep a heron as a pet.")
    ended = fact(TILDA, "lives_in", VARDO, "2031-01-10", "2031-12-01", quote="I live in Vardo till December.")
    moved = turn("We live in Selby.", "2031-03-01", speaker=BY_TILDA)
    for question, found, said in [("Which pet does Tilda keep?", pet, later), (WHERE, ended, moved)]:
        one = next(one for one in ranked(question, Candidate("subject", fact=found)) if not one.dropped)
        assert one == answered_later(one, [said], read(question))
