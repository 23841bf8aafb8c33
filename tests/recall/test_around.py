"""What was said in the same breath as a fact stands in its line, where the fact alone does not plainly answer."""

from __future__ import annotations

import pytest

from graphmem.model import Fact
from graphmem.recall.candidate import Aside, Candidate

from .world import BARN, TILDA, block, fact, turn

QUESTION = "Of what colour is the Corn Barn, and who insures it?"
FIRST = "The Corn Barn is painted ochre."
TOLD = f"{FIRST} It is insured with Harrow Mutual."


def painted(text: str = TOLD) -> tuple[Fact, Candidate]:
    """A fact of the first sentence of a turn, and the turn."""
    said = turn(text, speaker=TILDA.name, id="e1")
    found = fact(BARN, "colour", "ochre", "2031-02-01", quote=FIRST, episode="e1", speaker=TILDA.name)
    source = found.sources[0].model_copy(update={"span": (0, len(FIRST))})
    found = found.model_copy(update={"sources": (source,)})
    return found, Candidate("lexical_episode", episode=said, told=(found,))


def told(text: str = TOLD, *, question: str = QUESTION, budget: int = 400, asides: tuple[Aside, ...] = ()) -> str:
    stated, said = painted(text)
    candidates = (
        Candidate("subject", fact=stated),
        Candidate(said.leg, episode=said.episode, told=said.told, asides=asides),
    )
    return str(block(question, *candidates, budget=budget))


def test_the_sentence_beside_the_source_is_quoted_with_it_and_cited() -> None:
    assert "Harrow Mutual" in told()
    assert f"[e1:0-{len(TOLD)}]" in told()


def test_the_fact_keeps_its_own_source() -> None:
    stated, said = painted()
    found = block(QUESTION, Candidate("subject", fact=stated), said)

    assert (0, len(FIRST)) == found.facts[0].sources[0].span


def test_a_fact_that_plainly_answers_stands_alone() -> None:
    assert "Harrow Mutual" not in told(question="What colour is the Corn Barn?")


def test_what_only_asks_is_left_out() -> None:
    assert "Shall" not in told(f"{FIRST} Shall Harrow Mutual insure it?")
    beside = f"{FIRST} Harrow Mutual might well insure it."
    assert "Mutual" not in told(beside, asides=(Aside(len(FIRST) + 1, len(beside), "hypothetical"),))


def test_more_than_a_quotation_holds_is_left_out() -> None:
    assert "Harrow" not in told(f"{FIRST} {'Harrow Mutual came by with papers and stayed, ' * 6}as ever.")


@pytest.mark.parametrize("budget", range(40, 90, 5))
def test_the_words_around_never_cost_a_line_its_source(budget: int) -> None:
    """Where room is short, the source alone is quoted as before."""
    text = told(budget=budget)

    assert -(-len(text) // 4) <= budget
    assert FIRST in text or "[e1:0-31]" in text


def test_a_turn_said_later_speaks_of_a_time_that_it_names() -> None:
    later = turn("I lived at the mill from 2019 to 2023, then here.", "2031-03-01", speaker=TILDA.name, id="e9")
    beside = turn("I live at the mill, as ever.", "2031-03-01", speaker=TILDA.name, id="e8")

    assert "e9" in block("Where did Tilda live in 2021?", Candidate("lexical_episode", episode=later)).sources
    assert not block("Where did Tilda live in 2021?", Candidate("lexical_episode", episode=beside)).sources
