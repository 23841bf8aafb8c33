"""Retraction, erasure, repetition: what may come back and what may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem import Incorrect, Memory, NotFound
from graphmem.store.call import Flow

from .conftest import Clock


def objects(memory: Memory, entity: str, **view: str) -> list[str]:
    return [str(fact.object) for fact in memory.facts(entity, **view)]


def test_retraction_reopens_what_the_source_had_closed_and_history_keeps_it(memory: Memory, clock: Clock) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", episode="first")
    clock.forward(days=20)
    memory.remember("Ivo Maas", "dwells_in", "Bruges", episode="second")
    clock.forward(days=1)
    assert objects(memory, "Ivo Maas") == ["Bruges"]
    receipt = memory.retract(episode="second")
    assert (len(receipt.opened), len(receipt.closed)) == (1, 2)
    clock.forward(days=1)
    assert objects(memory, "Ivo Maas") == ["Ghent"]
    assert objects(memory, "Ivo Maas", known_at="2026-01-30T12:00:00Z") == ["Bruges"]


def test_retracting_twice_changes_nothing_more(memory: Memory, clock: Clock) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", episode="first")
    memory.retract(episode="first")
    again = memory.retract(episode="first")
    assert (again.opened, again.closed) == ((), ())


def test_an_unknown_episode_cannot_be_retracted_or_erased(memory: Memory) -> None:
    with pytest.raises(NotFound, match="no episode"):
        memory.retract(episode="nowhere")
    with pytest.raises(NotFound, match="no episode"):
        memory.erase(episode="nowhere")
    with pytest.raises(Incorrect, match="one of them"):
        memory.erase()


def test_erasing_an_episode_leaves_the_history_as_if_it_had_never_been(memory: Memory, clock: Clock) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", episode="first")
    before = memory.history("Ivo Maas")
    clock.forward(days=20)
    memory.remember("Ivo Maas", "dwells_in", "Bruges", episode="second")
    clock.forward(days=1)
    certificate = memory.erase(episode="second")
    assert (certificate.episodes, certificate.statements) == (1, 1)
    assert memory.history("Ivo Maas") == before
    assert objects(memory, "Ivo Maas", known_at="2026-01-30T12:00:00Z") == ["Ghent"]
    assert memory.facts("Bruges") == ()
    assert [change.fact.id for change in memory.changes("2026-01-15T00:00:00Z") if "Bruges" in change.fact.fact] == []


def test_an_erased_text_does_not_come_back_by_itself(memory: Memory) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", said_at="2026-01-02T00:00:00Z")
    (fact,) = memory.facts("Ivo Maas")
    memory.erase(episode=fact.sources[0].episode)
    receipt = memory.remember("Ivo Maas", "dwells_in", "Ghent", said_at="2026-01-02T00:00:00Z")
    assert receipt.episodes == ()
    assert len(receipt.skipped) == 1
    assert memory.facts("Ivo Maas") == ()


def test_a_fact_with_another_source_outlives_the_erasure_of_one(memory: Memory, clock: Clock) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", episode="first")
    clock.forward(days=1)
    memory.remember("Ivo Maas", "dwells_in", "Ghent", episode="second")
    assert len(memory.facts("Ivo Maas")[0].sources) == 2
    memory.erase(episode="first")
    (fact,) = memory.facts("Ivo Maas")
    assert [source.episode for source in fact.sources] == ["second"]


def test_erasing_a_person_takes_what_is_said_of_them_and_leaves_the_others(memory: Memory, clock: Clock) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", speaker="Ivo Maas")
    memory.remember("Rosa Lind", "knows_person", "Ivo Maas", speaker="Rosa Lind")
    memory.remember("Rosa Lind", "dwells_in", "Ghent", speaker="Rosa Lind")
    certificate = memory.erase(subject="Ivo Maas")
    assert certificate.remains == () or memory.engine == "neo4j"
    assert memory.facts("Ivo Maas") == ()
    assert [fact.fact for fact in memory.facts("Rosa Lind")] == ["Rosa Lind dwells in Ghent"]
    assert memory.history("Ivo Maas", known_at="2026-01-10T00:00:01Z") == ()


def test_an_erased_person_is_not_taken_in_again(memory: Memory, clock: Clock) -> None:
    memory.remember("Ivo Maas", "dwells_in", "Ghent", speaker="Ivo Maas")
    memory.erase(subject="Ivo Maas")
    clock.forward(days=3)
    receipt = memory.remember("Ivo Maas", "dwells_in", "Bruges", speaker="Rosa Lind")
    assert [decision.decision for decision in receipt.statements] == ["skipped"]
    assert memory.facts("Ivo Maas") == ()


def test_saying_the_same_twice_changes_nothing(memory: Memory) -> None:
    first = memory.remember("Ivo Maas", "dwells_in", "Ghent", said_at="2026-01-02T00:00:00Z")
    again = memory.remember("Ivo Maas", "dwells_in", "Ghent", said_at="2026-01-02T00:00:00Z")
    assert len(first.opened) == 1
    assert (again.opened, again.closed, again.duplicates) == ((), (), first.episodes)


def test_the_same_idempotency_key_gives_the_first_receipt_and_writes_nothing(memory: Memory, clock: Clock) -> None:
    first = memory.remember("Ivo Maas", "dwells_in", "Ghent", idempotency_key="call-1")
    clock.forward(hours=1)
    again = memory.remember("Ivo Maas", "dwells_in", "Ghent", idempotency_key="call-1")
    assert (again.id, again.opened, again.at) == (first.id, first.opened, first.at)
    assert len(memory.facts("Ivo Maas")[0].sources) == 1


def test_tenants_share_a_store_and_nothing_else(open_memory: Callable[..., Memory], tenant: str) -> None:
    names = [
        f"{tenant}-a",
        f"{tenant}-a@example.org",
        f"{tenant}-täter",
        f"{tenant}-1b4e28ba-2fa1-11d2-883f-0016d3cca427",
    ]
    memories = [open_memory(tenant=name) for name in names]
    for place, memory in enumerate(memories):
        memory.remember("Ivo Maas", "dwells_in", f"Town {place}", episode="e1")
    for place, memory in enumerate(memories):
        assert objects(memory, "Ivo Maas") == [f"Town {place}"]
    memories[0].erase(subject="Ivo Maas")
    assert [objects(memory, "Ivo Maas") for memory in memories] == [[], ["Town 1"], ["Town 2"], ["Town 3"]]
    theirs = memories[1].facts("Ivo Maas")[0].id
    with pytest.raises(NotFound):
        memories[2].why(theirs)


def test_a_memory_without_a_tenant_is_refused(open_memory: Callable[..., Memory]) -> None:
    with pytest.raises(Incorrect, match="tenant"):
        open_memory(tenant=None)
    with pytest.raises(Incorrect, match="tenant"):
        open_memory(tenant="  ")


def test_when_every_episode_is_erased_nothing_is_left_of_them(memory: Memory, tenant: str) -> None:
    said = [
        "I'm Rosa Lind and I live in Ghent. My sister Tove works at Corvane Robotics.",
        "Everyone calls Tove Bun. Bun moved to Turku in March.",
        "Does Kai Moss still own the blue boat?",
        "No, I live in Bruges, not Ghent.",
    ]
    turns = [
        {"id": f"e{n}", "session": "s", "speaker": "Rosa Lind", "said_at": f"2026-01-0{n + 1}T09:00:00Z", "text": text}
        for n, text in enumerate(said)
    ]
    memory.ingest(turns)
    for turn in turns:
        memory.erase(episode=str(turn["id"]))
    assert left(memory) == []


def test_a_sentence_about_an_erased_person_goes_and_its_neighbour_stays(memory: Memory) -> None:
    text = "Ivo Maas repairs clocks in Delft. I teach pottery at the mill."
    turn = {"id": "e1", "session": "s", "speaker": "Rosa Lind", "said_at": "2026-01-05T09:00:00Z", "text": text}
    memory.ingest([turn])
    memory.erase(subject="Ivo Maas")
    block = memory.recall("Who repairs clocks in Delft?", budget_tokens=300)
    assert "clocks" not in str(block)
    told = memory.recall("What does Rosa Lind teach?", budget_tokens=300)
    assert "pottery" in str(told)


def left(memory: Memory) -> list[str]:
    ground = memory._ground()

    def flow() -> Flow[list[str]]:
        return [str(row["labels"]) for row in (yield ground.call("nodes_left"))]

    return memory._engine.read(flow)
