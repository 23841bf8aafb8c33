"""The same words from two sources are two sources: taking one away leaves the fact, with one source fewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphmem import Fact, Memory
from tests.torture.proofs import check_whole

from .conftest import Clock

TEXT = "I live in Aalst with my dog Bolt."


def turn(number: int, **other: Any) -> dict[str, Any]:
    said = {"id": f"e{number}", "session": f"s{number}", "said_at": f"2026-01-0{number}T09:00:00Z"}
    return said | {"speaker": "Wim Daal", "text": TEXT} | other


def sources(memory: Memory) -> dict[str, list[str]]:
    facts: tuple[Fact, ...] = memory.facts("Wim Daal")
    return {str(fact.object): sorted(source.episode for source in fact.sources) for fact in facts}


@pytest.mark.parametrize("verb", ["erase", "retract"])
@pytest.mark.parametrize("first", ["e1", "e2"])
def test_one_of_two_equal_texts_is_taken_away_and_the_fact_keeps_the_other(
    memory: Memory, clock: Clock, verb: str, first: str
) -> None:
    memory.ingest([turn(1)])
    clock.forward(days=1)
    memory.ingest([turn(2)])
    assert ["e1", "e2"] == sources(memory)["Aalst"]
    clock.forward(days=1)
    getattr(memory, verb)(episode=first)
    (other,) = {"e1", "e2"} - {first}
    assert {"Aalst": [other]} == {town: held for town, held in sources(memory).items() if town == "Aalst"}
    assert all(held == [other] for held in sources(memory).values())
    clock.forward(days=1)
    getattr(memory, verb)(episode=other)
    assert {} == sources(memory)
    check_whole(memory)


def test_one_of_two_equal_texts_in_one_chunk_and_session(memory: Memory, clock: Clock) -> None:
    memory.ingest([turn(1, session="s"), turn(2, session="s")])
    clock.forward(days=1)
    memory.erase(episode="e1")
    assert ["e2"] == sources(memory)["Aalst"]


def test_two_people_who_say_the_same_are_two_sources(memory: Memory, clock: Clock) -> None:
    memory.remember("Wim Daal", "dwells_in", "Aalst", speaker="Wim Daal", episode="own")
    memory.remember("Wim Daal", "dwells_in", "Aalst", speaker="Rosa Lind", episode="hers", source_kind="report")
    clock.forward(days=1)
    memory.erase(episode="own")
    (fact,) = memory.facts("Wim Daal")
    assert (["hers"], "report") == ([source.episode for source in fact.sources], fact.source_kind)


def test_the_same_words_in_another_tenant_are_not_touched(
    memory: Memory, open_memory: Callable[..., Memory], tenant: str
) -> None:
    other = open_memory(tenant=f"{tenant}-2")
    for one in (memory, other):
        one.ingest([turn(1)])
    memory.erase(episode="e1")
    assert ({}, ["e1"]) == (sources(memory), sources(other)["Aalst"])


@pytest.mark.parametrize("words", ["Sorry, wrong name. Pepper!", "No wait, I meant Pepper."])
def test_a_name_that_is_put_right_is_written_with_the_name_it_takes_back(memory: Memory, words: str) -> None:
    receipt = memory.ingest([turn(1, session="s", text="My cat is called Luna."), turn(2, session="s", text=words)])
    assert ("e1", "e2") == receipt.episodes
    assert {"Luna", "Pepper"} <= {name.object for name in receipt.statements if name.predicate == "also_known_as"}
    check_whole(memory)
