"""Everything a memory believes, gathered through its public verbs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from graphmem.errors import Conflict
from graphmem.memory import Memory
from graphmem.model import Fact

__all__ = ["believed"]


def believed(memory: Memory, *, since: datetime, subjects: Iterable[str]) -> tuple[Fact, ...]:
    """Every fact believed now, of whatever status, segments of the past included, in order of subject and time.

    `since` is before the first write; `subjects` are the names that receipts gave, for plans are found by subject.
    """
    facts = {change.fact.id: change.fact for change in memory.changes(since) if change.fact.system.stop is None}
    plans = _plans(memory, facts.values(), subjects)
    return tuple(sorted([*facts.values(), *plans], key=_place))


def _plans(memory: Memory, facts: Iterable[Fact], subjects: Iterable[str]) -> tuple[Fact, ...]:
    ids = {fact.subject.id for fact in facts}
    found = dict[str, Fact]()
    for subject in sorted({*ids, *subjects}):
        with suppress(Conflict):  # a name of several: those that facts are stored of are asked by id
            found.update((fact.id, fact) for fact in memory.facts(subject) if fact.status == "planned")
    return tuple(found.values())


def _place(fact: Fact) -> tuple[str, str, str, str, str]:
    start = fact.valid.start.isoformat() if fact.valid.start else ""
    return (fact.subject.name, fact.predicate, start, fact.object.name, fact.id)
