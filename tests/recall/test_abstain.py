"""When nothing is to be stated: decided by what is stored of whom, and not by how alike words are."""

from __future__ import annotations

import pytest

from graphmem.model import Entity
from graphmem.recall.candidate import Candidate

from .world import BARN, FENWORKS, OSCAR, RHEA, SELBY, TILDA, about, block, fact, turn

STORED = (
    *about(
        fact(TILDA, "lives_in", SELBY),
        fact(TILDA, "occupation", "a baker"),
        fact(RHEA, "works_at", FENWORKS),
        fact(OSCAR, "sister", RHEA),
    ),
    *about(
        fact(OSCAR, "phone", "555-0142", quote="Oscar is on 555-0142."),
        fact(BARN, "deposit", "900 euros"),
        fact(BARN, "colour", "white"),
        leg="lexical_fact",
    ),
    Candidate("lexical_episode", 2.0, episode=turn("Quince jam is on the second shelf.")),
)

NOT_STORED = """
Where does Marguerite live?
What is Ulf Sandgren's job?
Is KX-9931-T insured?
What is Tilda's phone number?
What is the glazier's phone number?
Who is Tilda's manager?
Where does Tilda's sister work?
What colour is Tilda's bicycle?
Does Tilda have a kayak?
What is the e-mail address of Oscar?
Who prunes the orchard?
"""

STORED_QUESTIONS = """
Where does Tilda live?
Where is tilda at home?
What is Oscar's phone number?
What do I do for a living?
Who is Oscar's sister?
How much is the deposit for the Corn Barn?
What colour is the barn?
Where is the quince jam?
Where does Tylda Brannock live?
Tell me about Tilda
"""


@pytest.mark.parametrize("question", NOT_STORED.strip().splitlines())
def test_what_is_not_stored_is_said_to_be_so(question: str) -> None:
    packed = block(question, *STORED)

    assert (True, (), ()) == (packed.abstained, packed.facts, packed.sources)
    assert "Nothing is stored about that" in str(packed)


@pytest.mark.parametrize("question", STORED_QUESTIONS.strip().splitlines())
def test_what_is_stored_is_answered(question: str) -> None:
    packed = block(question, *STORED, asker="Tilda Brannock")

    assert not packed.abstained
    assert packed.sources


def test_the_reason_is_plain_and_repeats_no_name() -> None:
    packed = block("Where does Marguerite live?", *STORED)

    assert "the question names somebody or something that no stored text mentions" == packed.reason
    assert "Marguerite" not in str(packed)
    assert ("Marguerite",) == packed.question.unknown_names


def test_a_name_that_some_turn_mentions_is_not_unknown() -> None:
    heard = Candidate("lexical_episode", 2.0, episode=turn("Marguerite moved in next door, she keeps bees."))

    assert not block("What does Marguerite keep?", heard).abstained


def test_a_name_spelled_a_little_otherwise_is_not_unknown() -> None:
    heard = Candidate("lexical_episode", 2.0, episode=turn("Margerite moved in next door, she keeps bees."))

    assert not block("What does Marguerite keep?", heard).abstained


def test_a_secret_is_not_stood_in_for_by_words_that_are_near_it() -> None:
    turns = (Candidate("lexical_episode", 3.0, episode=turn("The alarm code of the barn is on the fridge.")),)
    blanked = about(fact(BARN, "alarm_code", "drum roll", quote="The alarm code is, drum roll, ████."))

    packed = block("What is the alarm code of the Corn Barn?", *turns, *blanked)

    assert (True, "it asks for a secret, and none is kept") == (packed.abstained, packed.reason)


def test_a_code_that_is_no_secret_is_answered() -> None:
    packed = block("What is the gate code word of the Corn Barn?", *about(fact(BARN, "gate_code_word", "left lever")))

    assert not packed.abstained


@pytest.mark.parametrize(("asked", "stored"), [("LR-48", "LR-480"), ("LR-480", "LR-48")])
def test_one_number_is_not_answered_by_another_that_begins_like_it(asked: str, stored: str) -> None:
    kiln = Entity(id=f"t-{stored}", name=stored, type="Thing")
    found = about(fact(kiln, "colour", "white", quote=f"{stored} is white."), leg="lexical_fact")

    assert block(f"What colour is {asked}?", *found).abstained
    assert not block(f"What colour is {stored}?", *found).abstained


def test_no_change_is_said_to_be_none() -> None:
    assert "no change since then is stored" == block("What has changed about Tilda since May?", *STORED).reason


def test_in_other_words_a_value_of_the_type_asked_for_is_still_shown() -> None:
    strolls = fact(TILDA, "strolls_with", RHEA, sentence="Tilda Brannock strolls with Rhea Brannock")

    assert not block("Who accompanies Tilda?", *about(strolls)).abstained
    assert block("What conveyance does Tilda favour?", *about(strolls)).abstained


def test_nothing_stored_is_nothing_found() -> None:
    assert "nothing that bears on it was found" == block("What is in the shed?").reason
