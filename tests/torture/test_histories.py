"""Random histories: at every instant of both clocks the store answers as a slow reader of the rules would by hand."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.belief.fold import Rules
from graphmem.model import FOREVER_US, Period, to_us
from tests.laws import oracle

from .proofs import LONG, PREDICATES

START = datetime(2026, 3, 1, tzinfo=UTC)
DAY_US = 86_400_000_000
HOURS = st.sampled_from([0, 6, 12, 23, 24, 25, 48, 72])
VALUES = st.sampled_from(["Alpha", "Beta", "Gamma"])
STEPS = ["retract", "retract", "retract", "erase"]
ANY = settings(deadline=None, suppress_health_check=list(HealthCheck))
RULES = {
    "dwells_in": Rules(),
    "keeps_pet": Rules(functional=False),
    "borrowed": Rules(time_to_live_us=2 * DAY_US),
}


@dataclass
class Said:
    """A statement as the slow reader takes it, and when the memory held it."""

    id: str
    predicate: str
    kind: str
    value: str | None
    said_at: int
    speaker: str | None
    authority: int
    claimed_from: int | None
    claimed_to: int | None
    corrects: str | None
    episode: str
    known_from: int
    known_to: int = FOREVER_US
    seq: int = 0
    span: int = 0
    planned: bool = False
    day_only: bool = False


@st.composite
def statements(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["state", "state", "state", "end", "correction"]))
    said = draw(HOURS)
    told: dict[str, Any] = {
        "predicate": draw(st.sampled_from(sorted(RULES))),
        "object": draw(VALUES) if kind != "end" else draw(st.none() | VALUES),
        "kind": kind,
        "said_at": START + timedelta(hours=said),
        "speaker": draw(st.sampled_from([None, "Ada Holm", "Ben Frost"])),
        "source_kind": draw(st.sampled_from(["user_statement", "document", "report"])),
        "corrects": draw(st.none() | VALUES) if kind == "correction" else None,
    }
    start, length = draw(st.none() | HOURS), draw(st.none() | st.sampled_from([6, 24, 50]))
    told["valid_from"] = None if start is None else START + timedelta(hours=start)
    told["valid_to"] = None if length is None else START + timedelta(hours=(said if start is None else start) + length)
    return told


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, Any]]:
    steps: list[tuple[str, Any]] = [("remember", told) for told in draw(st.lists(statements(), min_size=2, max_size=7))]
    for step in draw(st.lists(st.sampled_from(STEPS), max_size=2)):
        steps.insert(draw(st.integers(1, len(steps))), (step, draw(st.integers(0, 20))))
    return steps


class World:
    """A memory, and beside it what was said to it, in a list."""

    def __init__(self, url: str) -> None:
        self.now = START + timedelta(days=30)
        self.memory = Memory(url, tenant=uuid.uuid4().hex, clock=lambda: self.now, predicates=PREDICATES)
        if self.memory.engine == "embedded":  # a kill is another test's matter: the disk need not keep up
            self.memory._engine._database.set_wal_flush("no")  # type: ignore[attr-defined]
        self.said: list[Said] = []
        self.instants: list[datetime] = []

    def do(self, step: str, what: Any) -> None:
        self.now += timedelta(hours=1)
        if step == "remember":
            self._remember(dict(what))
        elif self.said:
            episode = self.said[what % len(self.said)].episode
            if step == "retract":
                at = to_us(self.memory.retract(episode=episode).at)
                for one in self.said:
                    if one.episode == episode:
                        one.known_to = min(one.known_to, at)
            else:
                self.memory.erase(episode=episode)
                self.said = [one for one in self.said if one.episode != episode]
        self.instants.append(self.now)

    def _remember(self, told: dict[str, Any]) -> None:
        predicate, value = told.pop("predicate"), told.pop("object")
        receipt = self.memory.remember("Cleo Vance", predicate, value, **told)
        if not receipt.episodes or receipt.statements[0].decision != "kept":
            return
        start, stop = told["valid_from"], told["valid_to"]
        self.said.append(
            Said(
                id=receipt.statements[0].id, predicate=predicate, kind=told["kind"], value=value,
                said_at=to_us(told["said_at"]), speaker=told["speaker"],
                authority=self.memory.registry.rank(told["source_kind"]),
                claimed_from=None if start is None else to_us(start), claimed_to=None if stop is None else to_us(stop),
                corrects=told["corrects"], episode=receipt.episodes[0], known_from=to_us(receipt.at),
            )
        )  # fmt: skip

    def by_hand(self, known: int) -> list[tuple[str, int, int, str]]:
        """Every segment believed at an instant of system time, by the slow reader."""
        live = [one for one in self.said if one.known_from <= known < one.known_to]
        return sorted(
            (predicate, start, stop, value)
            for predicate, rules in RULES.items()
            for start, stop, values, _ in oracle.believed([one for one in live if one.predicate == predicate], rules)
            for value in values
        )

    def stored(self, known: datetime | None) -> list[tuple[str, int, int, str]]:
        facts = self.memory.history("Cleo Vance", known_at=known)
        return sorted((fact.predicate, *_period(fact.valid), str(fact.object)) for fact in facts)


def _period(period: Period) -> tuple[int, int]:
    start, stop = period.start, period.stop
    return (oracle.BEGINNING if start is None else to_us(start), FOREVER_US if stop is None else to_us(stop))


def check(url: str, steps: list[tuple[str, Any]]) -> None:
    world = World(url)
    with world.memory:
        for step, what in steps:
            world.do(step, what)
        assert world.by_hand(FOREVER_US - 1) == world.stored(None)
        at = START + timedelta(hours=24)
        for instant in world.instants:
            by_hand = world.by_hand(to_us(instant))
            assert by_hand == world.stored(instant)
        told = {
            (fact.predicate, str(fact.object)) for fact in world.memory.facts("Cleo Vance", as_of=at, known_at=instant)
        }
        assert {(name, value) for name, start, stop, value in by_hand if start <= to_us(at) < stop} == told


class Stores:
    """A store that is held open, another one after some hundred histories: an erasure looks through the whole store."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, 0
        self.held: Memory | None = None

    def url(self) -> str:
        if self.asked % 300 == 0:
            self.close()
            self.held = Memory(self.folder / f"memory-{self.asked}.db", tenant="holds it open")
            self.current = str(self.folder / f"memory-{self.asked}.db")
        self.asked += 1
        return self.current

    def close(self) -> None:
        if self.held is not None:
            self.held.close()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    stores = Stores(tmp_path_factory.mktemp("histories"))
    yield stores
    stores.close()


@settings(ANY, max_examples=10_000 if LONG else 25)
@given(steps=histories())
def test_the_embedded_store_answers_as_the_rules_by_hand(stores: Stores, steps: list[tuple[str, Any]]) -> None:
    check(stores.url(), steps)


@pytest.mark.neo4j
@settings(ANY, max_examples=2_000 if LONG else 5)
@given(steps=histories())
def test_neo4j_answers_as_the_rules_by_hand(neo4j_url: str, steps: list[tuple[str, Any]]) -> None:
    check(neo4j_url, steps)
