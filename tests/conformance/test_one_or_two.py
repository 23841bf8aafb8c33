"""Merge and split: recorded, reversible, and the same on both engines."""

from __future__ import annotations

import pytest

from graphmem import Memory, NotFound

from .conftest import Clock


def told(memory: Memory, *names: str) -> dict[str, list[tuple[str, str, str]]]:
    return {
        name: [(fact.predicate, str(fact.object), str(fact.valid)) for fact in memory.history(name)] for name in names
    }


def test_a_merge_files_everything_under_one_and_a_split_gives_it_back_exactly(memory: Memory, clock: Clock) -> None:
    memory.remember("Bo", "dwells_in", "Ghent", said_at="2026-01-01T00:00:00Z")
    memory.remember("Bolor Gan", "dwells_in", "Turku", said_at="2026-01-05T00:00:00Z")
    memory.remember("Rosa Lind", "knows_person", "Bo")
    before = told(memory, "Bo", "Bolor Gan", "Rosa Lind")
    clock.forward(days=1)
    memory.merge("Bolor Gan", "Bo")
    assert [str(fact.object) for fact in memory.facts("Bo")] == ["Turku"]
    assert [(str(f.object), f.valid.stop is None) for f in memory.history("Bolor Gan")] == [
        ("Ghent", False),
        ("Turku", True),
    ]
    assert [str(fact.object) for fact in memory.facts("Rosa Lind")] == ["Bolor Gan"]
    clock.forward(days=1)
    memory.split("Bo")
    assert told(memory, "Bo", "Bolor Gan", "Rosa Lind") == before


def test_what_was_said_after_the_merge_stays_with_whom_it_was_said_of(memory: Memory, clock: Clock) -> None:
    memory.remember("Bo", "keeps_pet", "Miso")
    memory.remember("Bolor Gan", "keeps_pet", "Rex")
    memory.merge("Bolor Gan", "Bo")
    memory.remember("Bolor Gan", "keeps_pet", "Tama")
    assert {str(fact.object) for fact in memory.facts("Bo")} == {"Miso", "Rex", "Tama"}
    memory.split("Bo")
    assert {str(fact.object) for fact in memory.facts("Bo")} == {"Miso"}
    assert {str(fact.object) for fact in memory.facts("Bolor Gan")} == {"Rex", "Tama"}


def test_chained_merges_come_apart_in_any_order(memory: Memory) -> None:
    for name, pet in (("Alfa One", "a"), ("Beta Two", "b"), ("Gamma Three", "c")):
        memory.remember(name, "keeps_pet", pet)
    before = told(memory, "Alfa One", "Beta Two", "Gamma Three")
    memory.merge("Beta Two", "Alfa One")
    memory.merge("Gamma Three", "Beta Two")
    assert {str(fact.object) for fact in memory.facts("Alfa One")} == {"a", "b", "c"}
    memory.split("Alfa One")
    assert {str(fact.object) for fact in memory.facts("Gamma Three")} == {"b", "c"}
    memory.split("Beta Two")
    assert told(memory, "Alfa One", "Beta Two", "Gamma Three") == before


def test_splitting_what_was_never_merged_says_so(memory: Memory) -> None:
    memory.remember("Bo", "keeps_pet", "Miso")
    with pytest.raises(NotFound, match="was not merged"):
        memory.split("Bo")
    with pytest.raises(NotFound, match="nothing of the name"):
        memory.merge("Bo", "Nobody Atall")


def test_erasing_a_merged_person_erases_both(memory: Memory) -> None:
    memory.remember("Bo", "keeps_pet", "Miso", speaker="Bo")
    memory.remember("Bolor Gan", "keeps_pet", "Rex", speaker="Bolor Gan")
    memory.merge("Bolor Gan", "Bo")
    memory.erase(subject="Bo")
    assert memory.facts("Bo") == ()
    assert memory.facts("Bolor Gan") == ()
    assert memory.history("Bolor Gan", known_at="2026-01-10T00:00:00.5Z") == ()


def test_erasing_an_episode_reaches_what_it_told_before_a_merge(memory: Memory, clock: Clock) -> None:
    memory.remember("Bo", "keeps_pet", "Miso", episode="first")
    memory.remember("Bolor Gan", "keeps_pet", "Rex")
    clock.forward(days=1)
    memory.merge("Bolor Gan", "Bo")
    memory.erase(episode="first")
    assert {str(fact.object) for fact in memory.facts("Bolor Gan")} == {"Rex"}
    assert "Miso" not in {change.fact.fact for change in memory.changes("2026-01-01T00:00:00Z")}
