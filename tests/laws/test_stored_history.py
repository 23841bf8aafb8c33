"""Random histories of structured statements: what is stored is what replaying the statements gives, on both engines."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Change, Conflict, Explanation, Fact, Memory, Path, Predicate
from graphmem.identity.keys import alias_key
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.erase import replay
from graphmem.store.flows.folding import Slot, slot_of, units_of

PREDICATES = (
    Predicate(name="dwells_in", functional=True, subject="Person", object="Place"),
    Predicate(name="keeps_pet", subject="Person", object="Animal"),
    Predicate(name="borrowed", functional=True, time_to_live_days=2),
    Predicate(name="betrothed_to", functional=True, slot="bond", subject="Person", object="Person"),
    Predicate(name="wed_to", functional=True, slot="bond", subject="Person", object="Person"),
)
START = datetime(2026, 3, 1, tzinfo=UTC)
HOURS = st.sampled_from([0, 6, 12, 23, 24, 25, 48, 72])
VALUES = st.sampled_from(["Alpha", "Beta", "Gamma"])


def moments(hours: int) -> datetime:
    return START + timedelta(hours=hours)


@st.composite
def statements(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["state", "state", "state", "end", "correction"]))
    said = draw(HOURS)
    given_: dict[str, Any] = {
        "predicate": draw(st.sampled_from([predicate.name for predicate in PREDICATES])),
        "object": draw(VALUES) if kind != "end" else draw(st.none() | VALUES),
        "kind": kind,
        "said_at": moments(said),
        "speaker": draw(st.sampled_from([None, "Ada Holm", "Ben Frost"])),
        "source_kind": draw(st.sampled_from(["user_statement", "document", "report"])),
    }
    if kind == "correction":
        given_["corrects"] = draw(st.none() | VALUES)
    start = draw(st.none() | HOURS)
    if start is not None:
        given_["valid_from"] = moments(start)
    length = draw(st.none() | st.sampled_from([6, 24, 50]))
    if length is not None:
        given_["valid_to"] = moments((start if start is not None else said) + length)
    return given_


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, Any]]:
    said = draw(st.lists(statements(), min_size=1, max_size=9))
    steps: list[tuple[str, Any]] = [("remember", given_) for given_ in said]
    for step in draw(st.lists(st.sampled_from(["retract", "erase"]), max_size=2)):
        steps.insert(draw(st.integers(1, len(steps))), (step, draw(st.integers(0, 20))))
    return steps


def play(memory: Memory, steps: list[tuple[str, Any]], tick: Callable[[], None]) -> None:
    """Does the steps in order, an hour apart; a step that takes back aims at one of the episodes so far."""
    episodes = list[str]()
    for step, what in steps:
        tick()
        if step == "remember":
            given_ = dict(what)
            receipt = memory.remember("Cleo Vance", given_.pop("predicate"), given_.pop("object"), **given_)
            episodes += [episode for episode in receipt.episodes if episode not in episodes]
        elif episodes:
            episode = episodes[what % len(episodes)]
            (memory.retract if step == "retract" else memory.erase)(episode=episode)
            if step == "erase":
                episodes.remove(episode)


def stored(ground: Ground) -> Flow[tuple[list[Row], list[Row]]]:
    """The edges of the store, and those that replaying its statements gives."""
    named = yield ground.call("names_read", keys=[alias_key("Cleo Vance")])
    if not named:
        return [], []
    rows = yield ground.call("statements_of_entity", entity=named[0]["uuid"])
    slots: list[Slot] = [slot_of(row["statement"]) for row in rows if row["statement"]["folds"]]
    units = yield from units_of(ground, sorted(set(slots)), [])
    keys = sorted({key for unit in units for key in unit.keys})
    edges = (yield ground.call("facts_of_keys", keys=keys)) + (yield ground.call("past_of_keys", keys=keys))
    replayed = [replay(ground, unit.statements) for unit in units]
    wanted = [row["props"] for believed, past in replayed for row in (*believed, *past)]
    return [row["edge"] for row in edges], wanted


def comparable(props: Row) -> tuple[Any, ...]:
    names = ("uuid", "key", "value", "valid_from", "valid_to", "system_from", "system_to", "status", "fact", "lead")
    return (*(props[name] for name in names), tuple(props["statements"]))


def _paths(memory: Memory, known: datetime | None) -> tuple[Path, ...]:
    """Paths to a name that may be a place's and a person's: then both engines refuse it alike."""
    try:
        return memory.paths("Cleo Vance", "Alpha", known_at=known)
    except Conflict:
        return ()


class Ticking:
    def __init__(self) -> None:
        self.now = START + timedelta(days=30)

    def __call__(self) -> datetime:
        return self.now

    def tick(self) -> None:
        self.now += timedelta(hours=1)


def check(memory: Memory, clock: Ticking, steps: list[tuple[str, Any]]) -> None:
    play(memory, steps, clock.tick)
    ground = memory._ground()
    edges, wanted = memory._engine.read(lambda: stored(ground))
    assert sorted(map(comparable, wanted)) == sorted(map(comparable, edges))


@pytest.fixture(scope="module")
def embedded_store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("laws") / "memory.db")


def opened(url: str) -> tuple[Memory, Ticking]:
    clock = Ticking()
    return Memory(url, tenant=uuid.uuid4().hex, clock=clock, predicates=PREDICATES), clock


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(steps=histories())
def test_the_edges_of_the_store_are_those_that_replaying_its_statements_gives(
    embedded_store: str, steps: list[tuple[str, Any]]
) -> None:
    memory, clock = opened(embedded_store)
    with memory:
        check(memory, clock, steps)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(said=st.lists(statements(), min_size=2, max_size=5), data=st.data())
def test_any_order_of_arrival_gives_the_same_belief(
    embedded_store: str, said: list[dict[str, Any]], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(said))
    believed = []
    for order in (said, shuffled):
        memory, clock = opened(embedded_store)
        with memory:
            play(memory, [("remember", given_) for given_ in order], clock.tick)
            history = memory.history("Cleo Vance")
            believed.append([(f.predicate, str(f.object), f.valid, f.status, f.fact) for f in history])
    assert believed[0] == believed[1]


@pytest.mark.neo4j
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(steps=histories())
def test_both_engines_tell_the_same_byte_for_byte(
    embedded_store: str, neo4j_url: str, steps: list[tuple[str, Any]]
) -> None:
    tenant = uuid.uuid4().hex
    told = []
    for url in (embedded_store, neo4j_url):
        clock = Ticking()
        with Memory(url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
            play(memory, steps, clock.tick)
            ground = memory._ground()
            edges, wanted = memory._engine.read(lambda ground=ground: stored(ground))  # type: ignore[misc]
            assert sorted(map(comparable, wanted)) == sorted(map(comparable, edges))
            told.append(told_by(memory))
    assert told[0] == told[1]


def told_by(memory: Memory) -> list[str]:
    """Everything that the reading verbs say, as JSON."""
    told: list[Change | Explanation | Fact | Path] = [*memory.changes(START)]
    for known in (None, START + timedelta(days=30, hours=3)):
        told += memory.history("Cleo Vance", known_at=known)
        for hours in (0, 24, 60, 200):
            told += memory.facts("Cleo Vance", as_of=moments(hours), known_at=known)
        told += _paths(memory, known)
    told += [memory.why(fact.id) for fact in memory.history("Cleo Vance")]
    return [value.model_dump_json() for value in told]
