"""Reading again ends where the newer extractor would have begun, forgets nothing, and is done once."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import Candidate, Episode, Memory
from tests.conformance.conftest import PREDICATES, Clock

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
PEOPLE = ("Ida Moe", "Ben Rae")
TEXT = "Linn, Tarn, Rex, Flo; Ida Moe and Ben Rae."
Reading = dict[str, Any]
Readings = list[list[Reading]]


class Numbered:
    """Reads in the turn "t3" what stands third in its list."""

    name = "numbered"

    def __init__(self, version: str, readings: Readings) -> None:
        self.version, self.readings = version, readings

    def candidates(self, episode: Episode, before: Sequence[Episode]) -> Iterable[Candidate]:  # noqa: ARG002 - of the protocol
        return [Candidate(**reading) for reading in self.readings[int(episode.id.removeprefix("t"))]]


def day(number: int) -> datetime:
    return NOON - timedelta(days=100 - 10 * number)


ONE_OF = {"dwells_in": ("Linn", "Tarn"), "keeps_pet": ("Rex", "Flo"), "badge_number": ("Rex", "Linn")}
about = st.sampled_from(sorted(ONE_OF)).flatmap(
    lambda predicate: st.fixed_dictionaries(
        {
            "subject": st.sampled_from(PEOPLE),
            "predicate": st.just(predicate),
            "object": st.sampled_from(ONE_OF[predicate]),
            "quote": st.sampled_from((TEXT, "Linn", "Flo; Ida")),
        },
        optional={
            "kind": st.sampled_from(("state", "end", "correction")),
            "valid_from": st.integers(0, 12).map(day),
            "modality": st.sampled_from(("planned", "asked")),
            "polarity": st.just(False),
        },
    )
)
readings = st.lists(st.lists(about, max_size=3), min_size=5, max_size=5)


def turns() -> list[dict[str, Any]]:
    return [
        {"id": f"t{place}", "session": "s", "speaker": PEOPLE[place % 2], "said_at": day(place), "text": TEXT}
        for place in range(5)
    ]


def believed(memory: Memory, known_at: datetime | None = None) -> list[tuple[Any, ...]]:
    """Every segment of everybody, with whom it was heard from."""
    facts = [fact for who in PEOPLE for fact in memory.history(who, known_at=known_at)]
    return [(str(fact), fact.valid, fact.status, [(s.episode, s.span) for s in fact.sources]) for fact in facts]


def to_settle(memory: Memory) -> list[tuple[Any, ...]]:
    return sorted((item.kind, item.reason, sorted(item.sides)) for item in memory.review())


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A store that stays open: each example has tenants of its own in it."""
    url = str(tmp_path_factory.mktemp("again") / "memory.db")
    with Memory(url, tenant="open"):
        yield url


@settings(max_examples=25)
@given(readings, readings)
def test_read_again_is_as_if_read_so_from_the_first(store: str, older: Readings, newer: Readings) -> None:
    clock = Clock(NOON)

    def opened(tenant: str, extractor: Numbered) -> Memory:
        return Memory(store, tenant=tenant, clock=clock, predicates=PREDICATES, extractor=extractor)

    tenant, other = uuid.uuid4().hex, uuid.uuid4().hex
    with opened(tenant, Numbered("1", older)) as memory:
        memory.ingest(turns())
        was = believed(memory)
        clock.forward(days=1)
    with opened(tenant, Numbered("2", newer)) as memory, opened(other, Numbered("2", newer)) as fresh:
        fresh.ingest(turns())
        shown = memory.reextract()
        assert was == believed(memory)
        applied = memory.reextract(apply=True)
        assert shown.changes == applied.changes
        assert believed(fresh) == believed(memory)
        assert to_settle(fresh) == to_settle(memory)
        # What was believed then stands (a change of sources alone opens and closes nothing), and nothing is left to do.
        assert [segment[:3] for segment in was] == [seg[:3] for seg in believed(memory, NOON + timedelta(hours=1))]
        changes = memory.changes("2000-01-01T00:00:00Z")
        clock.forward(days=1)
        again = memory.reextract(apply=True)
        assert () == again.changes
        assert changes == memory.changes("2000-01-01T00:00:00Z")
