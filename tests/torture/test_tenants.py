"""Random worlds of several tenants in one store: each tenant sees what it would see were it alone in the world."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Conflict, Memory, NotFound

from .proofs import LONG, PREDICATES, rows

START = datetime(2026, 3, 1, tzinfo=UTC)
TENANTS = 3
NAMES = st.sampled_from(["Cleo Vance", "Ada Holm", "Ben Frost", "Miso"])
ANY = settings(deadline=None, suppress_health_check=list(HealthCheck))
Step = tuple[int, str, dict[str, Any]]
ENTITIES = "MATCH (e:Entity) WHERE e.group_id = $tenant RETURN e.uuid AS found"


@st.composite
def steps(draw: st.DrawFn) -> Step:
    tenant, who, other = draw(st.integers(0, TENANTS - 1)), draw(NAMES), draw(NAMES)
    verb = draw(st.sampled_from(["remember"] * 5 + ["ingest", "retract", "erase", "merge"]))
    episode = f"e{draw(st.integers(1, 4))}"
    told: dict[str, Any] = {"episode": episode, "who": who, "other": other}
    if verb == "remember":
        predicate = draw(st.sampled_from(["dwells_in", "keeps_pet"]))
        named = draw(st.none() | st.just(episode))
        told = {"subject": who, "predicate": predicate, "object": other, "episode": named}
    elif verb == "ingest":
        told = {"id": episode, "text": f"I live with {other}.", "speaker": who}
    return (tenant, verb, told)


def do(memory: Memory, verb: str, told: dict[str, Any], at: datetime) -> None:
    """Does one step; what cannot be done is refused alike in every world."""
    try:
        if verb == "remember":
            memory.remember(**told, said_at=at)
        elif verb == "ingest":
            memory.ingest([{**told, "session": "s", "said_at": at.isoformat()}])
        elif verb == "merge":
            memory.merge(told["who"], told["other"])
        elif verb == "retract":
            memory.retract(episode=told["episode"])
        else:
            memory.erase(episode=told["episode"])
    except (NotFound, Conflict):
        return


def told_by(memory: Memory, *, blocks: bool) -> list[str]:
    """Everything that the reading verbs say, as JSON; `blocks` too, which two engines may word differently."""
    answers: list[Any] = [*memory.changes(START - timedelta(days=1)), *memory.review()]
    for name in ("Cleo Vance", "Ada Holm", "Ben Frost", "Miso"):
        for asked in (memory.facts, memory.history):
            answers += _or_nothing(asked, name)
        if blocks:
            answers.append(memory.recall(f"Where does {name} live, and with whom?", budget_tokens=300))
    answers += _or_nothing(memory.paths, "Cleo Vance", "Ben Frost")
    answers += [memory.why(change.fact.id) for change in memory.changes(START - timedelta(days=1))]
    return [answer.model_dump_json() for answer in answers]


def _or_nothing(asked: Callable[..., tuple[Any, ...]], *names: str) -> tuple[Any, ...]:
    try:
        return asked(*names)
    except Conflict:
        return ()


def check_apart(one: Memory, other: Memory) -> None:
    """No id of one tenant is anything to another: not to a verb that reads, nor to one that writes."""
    before = told_by(one, blocks=True)
    for change in one.changes(START - timedelta(days=1)):
        with pytest.raises(NotFound):
            other.why(change.fact.id)
    for entity in rows(one, ENTITIES):
        assert other.facts(entity) == other.history(entity) == ()
        assert other.paths(entity, entity) == ()
        with pytest.raises(NotFound):
            other.erase(subject=entity)
        with pytest.raises(NotFound):
            other.merge(entity, "Cleo Vance")
        with pytest.raises(NotFound):
            other.split(entity)
    assert before == told_by(one, blocks=True)


def check(shared: str, alone: Path, plan: list[Step]) -> None:
    names = [f"{uuid.uuid4().hex}-{number}" for number in range(TENANTS)]
    now = [START]

    def opened(url: str, name: str) -> Memory:
        return Memory(url, tenant=name, clock=lambda: now[0], predicates=PREDICATES)

    together = [opened(shared, name) for name in names]
    for hour, (tenant, verb, told) in enumerate(plan):
        now[0] = START + timedelta(hours=hour)
        do(together[tenant], verb, told, now[0])
    blocks = together[0].engine == "embedded"
    answers = [told_by(memory, blocks=blocks) for memory in together]
    for number, name in enumerate(names):
        with opened(str(alone), name) as memory:
            for hour, (tenant, verb, told) in enumerate(plan):
                now[0] = START + timedelta(hours=hour)
                if tenant == number:
                    do(memory, verb, told, now[0])
            now[0] = START + timedelta(hours=len(plan) - 1)
            assert answers[number] == told_by(memory, blocks=blocks)
    for one, other in itertools.permutations(together, 2):
        check_apart(one, other)
    for memory in together:
        memory.close()


@settings(ANY, max_examples=60 if LONG else 3)
@given(plan=st.lists(steps(), min_size=4, max_size=14))
def test_tenants_of_one_embedded_store_see_nothing_of_each_other(
    tmp_path_factory: pytest.TempPathFactory, plan: list[Step]
) -> None:
    folder = tmp_path_factory.mktemp("tenants")
    check(str(folder / "shared.db"), folder / "alone.db", plan)


@pytest.mark.neo4j
@settings(ANY, max_examples=20 if LONG else 1)
@given(plan=st.lists(steps(), min_size=4, max_size=14))
def test_tenants_of_one_server_see_nothing_of_each_other(
    neo4j_url: str, tmp_path_factory: pytest.TempPathFactory, plan: list[Step]
) -> None:
    check(neo4j_url, tmp_path_factory.mktemp("tenants") / "alone.db", plan)
