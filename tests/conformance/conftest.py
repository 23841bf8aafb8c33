from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem import Memory, Predicate

# A registry of the tests' own: what conformance says does not depend on the shipped one.
PREDICATES = (
    Predicate(
        name="dwells_in", functional=True, subject="Person", object="Place", sentence="{subject} dwells in {object}"
    ),
    Predicate(name="keeps_pet", subject="Person", object="Animal", sentence="{subject} keeps {object}"),
    Predicate(name="knows_person", subject="Person", object="Person", sentence="{subject} knows {object}"),
    Predicate(name="badge_number", functional=True, subject="Person", sentence="{subject} has badge {object}"),
    Predicate(name="borrowed", functional=True, sentence="{subject} borrowed {object}", time_to_live_days=10),
    Predicate(name="short_note", functional=True, sentence="{subject} noted {object}", retention_days=5),
)


class Clock:
    """A host's clock that stands still until it is set."""

    def __init__(self, start: datetime) -> None:
        self.now = start

    def __call__(self) -> datetime:
        return self.now

    def set(self, text: str) -> None:
        self.now = datetime.fromisoformat(text).replace(tzinfo=UTC) if "+" not in text else datetime.fromisoformat(text)

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 1, 10, tzinfo=UTC))


@pytest.fixture
def open_memory(engine_url: str, tenant: str, clock: Clock) -> Iterator[Callable[..., Memory]]:
    """Opens memories on the engine under test; all are closed at the end."""
    with ExitStack() as stack:

        def opened(**given: Any) -> Memory:
            settings = {"tenant": tenant, "clock": clock, "predicates": PREDICATES, **given}
            return stack.enter_context(Memory(engine_url, **settings))

        yield opened


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory()
