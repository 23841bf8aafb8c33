"""A small memory with a past: a move told late, a contest, a merge, a retracted source, a guess that waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from graphmem import Memory

PERSON = "Signe Aldal"
STORY: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    ("2025-01-10", PERSON, "lives_in", "Mariehamn", {}),
    ("2025-01-10", PERSON, "works_at", "Kobba Varv", {}),
    ("2025-01-12", PERSON, "has_pet", "Bosse", {}),
    ("2025-02-03", "Kobba Varv", "located_in", "Mariehamn", {}),
    ("2025-02-20", PERSON, "owns", "red kayak", {"source_kind": "document", "episode": "register"}),
    ("2025-05-20", PERSON, "lives_in", "Umeå", {"valid_from": "2025-03-08T00:00:00Z"}),
    ("2025-06-15", PERSON, "works_at", "Nordlys", {"valid_from": "2025-06-01T00:00:00Z"}),
    ("2025-07-01", "Odd Brekke", "lives_in", "Bodø", {"speaker": "Ylva", "valid_from": "2025-01-01T00:00:00Z"}),
    ("2025-07-01", "Odd Brekke", "lives_in", "Narvik", {"speaker": "Tuva", "valid_from": "2025-01-01T00:00:00Z"}),
    ("2025-07-05", "Siggan", "likes", "sailing", {}),
    ("2025-07-08", PERSON, "likes", "liquorice", {"source_kind": "inference"}),
)


class Clock:
    """Stands where it is put."""

    def __init__(self) -> None:
        self.at = at("2025-01-01")

    def __call__(self) -> datetime:
        return self.at


def at(day: str) -> datetime:
    return datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=UTC)


@contextmanager
def told(url: str, tenant: str) -> Iterator[Memory]:
    """The memory, when all of it has been told, each part on its day; it is 1 September by its clock."""
    clock = Clock()
    with Memory(url, tenant=tenant, clock=clock) as memory:
        for day, subject, predicate, value, more in STORY:
            clock.at = at(day)
            memory.remember(subject, predicate, value, said_at=clock.at, **{"speaker": subject, **more})
        clock.at = at("2025-08-01")
        memory.merge(PERSON, "Siggan")
        clock.at = at("2025-08-15")
        memory.retract(episode="register")
        clock.at = at("2025-09-01")
        yield memory
