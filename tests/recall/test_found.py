"""What the store finds for a question, by words, speaker, date and relation, in a real store."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.model import Episode

SPRING = datetime(2031, 3, 1, 12, tzinfo=UTC)
SPEAKERS = ("Oscar Vey", "Rhea Brannock", "Tilda Brannock")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(str(tmp_path / "store"), tenant="t", clock=lambda: datetime(2031, 9, 1, tzinfo=UTC)) as opened:
        yield opened


def soups() -> list[Episode]:
    """A session a day, each with the same words said by the next of three people."""
    return [
        Episode(
            id=f"d{n}",
            session=f"s{n}",
            speaker=SPEAKERS[n % 3],
            said_at=SPRING + timedelta(days=n),
            text="The soup was fine.",
        )
        for n in range(60)
    ]


def test_of_turns_with_the_same_words_the_one_of_the_day_asked_about_is_first(memory: Memory) -> None:
    memory.ingest(soups())

    assert "d20" == memory.recall("Which soup was fine on 21 March 2031?", budget_tokens=2000).sources[0]


def test_of_turns_with_the_same_words_those_of_the_speaker_asked_about_come_first(memory: Memory) -> None:
    memory.ingest(soups())
    found = memory.recall("Which soup was fine, as Rhea put it?", budget_tokens=2000).sources[:3]

    assert {"Rhea Brannock"} == {SPEAKERS[int(turn[1:]) % 3] for turn in found}


def test_of_very_many_facts_of_one_person_the_one_asked_for_is_found(memory: Memory) -> None:
    for n in range(120):
        memory.remember("Tilda Brannock", "likes", f"pattern number {n}", said_at=SPRING + timedelta(minutes=n))
    memory.remember("Tilda Brannock", "lives_in", "Selby", said_at=SPRING - timedelta(days=900))

    assert ["Selby"] == [str(fact.object) for fact in memory.recall("Where does Tilda Brannock live?").facts]


def test_a_value_that_a_later_turn_ends_is_shown_with_that_turn(memory: Memory) -> None:
    told = SPRING + timedelta(days=90)
    later = "A hard spring. Fenworks has closed for good, we go to Millrace for that."
    memory.remember("goats", "supplier", "Fenworks", said_at=SPRING, speaker="Tilda Brannock")
    memory.ingest([Episode(id="later", session="s", speaker="Oscar Vey", said_at=told, text=later)])
    block = memory.recall("Which supplier do the goats have?")

    assert "perhaps superseded: Oscar Vey" in str(block)
    assert "later" in block.sources
