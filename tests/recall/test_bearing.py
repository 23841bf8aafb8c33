"""Which facts bear on a question before they are read in full."""

from __future__ import annotations

from graphmem.model import Fact
from graphmem.recall.bearing import asked, bears

from .world import FENWORKS, OSCAR, RHEA, SELBY, TILDA, fact, read

SISTER = fact(TILDA, "sister", RHEA)


def bearing(question: str, one: Fact) -> float:
    return bears(read(question), one.predicate, one.fact)


def test_a_relation_is_asked_as_what_is_wanted_or_as_what_leads_there() -> None:
    assert asked(read("Who is Tilda's sister?"), SISTER.predicate)
    assert asked(read("Where does Tilda's sister work?"), SISTER.predicate)
    assert not asked(read("Where does Tilda work?"), SISTER.predicate)


def test_a_fact_of_the_asked_relation_bears_most_then_one_with_a_word_then_any_other() -> None:
    home, pet = fact(TILDA, "lives_in", SELBY), fact(TILDA, "has_pet", "a hen that does not live indoors")
    work = fact(TILDA, "works_at", FENWORKS)
    question = "Where does Tilda live?"

    assert bearing(question, home) > bearing(question, pet) > bearing(question, work) == 0


def test_words_near_those_of_the_question_bear_too() -> None:
    assert bearing("Which puppy does Oscar keep?", fact(OSCAR, "buys", "a dog")) > 0
