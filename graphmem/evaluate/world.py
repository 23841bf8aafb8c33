"""One case, played: its turns learnt one at a time, its operations done in their place, its questions asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from graphmem.errors import GraphmemError, NotFound
from graphmem.evaluate.believed import believed
from graphmem.evaluate.cases import Asked, Case, Erase, Operation, SetClock, Turn
from graphmem.evaluate.clock import ReplayClock
from graphmem.evaluate.stores import Place
from graphmem.memory import Memory
from graphmem.model import Block, Episode, Fact

__all__ = ["Played", "play"]

MICROSECOND = timedelta(microseconds=1)
EARLIER = timedelta(seconds=1)
Line = dict[str, Any]


@dataclass(slots=True)
class Played:
    """What a case came to: its answers' lines, and what did not go as the case wanted it."""

    answers: list[Line] = field(default_factory=list)
    facts: list[Line] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    ask_seconds: list[float] = field(default_factory=list)

    def lines(self, case: str) -> list[Line]:
        """The lines of the answers file: one a query, then one with the facts."""
        return [*self.answers, {"case": case, "facts": self.facts}]


@dataclass(slots=True)
class World:
    """The memories of one case, one a tenant, on one clock."""

    case: Case
    place: Place
    clock: ReplayClock
    stack: ExitStack
    memories: dict[str, Memory] = field(default_factory=dict)
    subjects: dict[str, set[str]] = field(default_factory=dict)
    learnt: list[tuple[str, str]] = field(default_factory=list)

    def memory(self, tenant: str | None) -> Memory:
        """The memory of a tenant of the case, opened when it is first needed."""
        name = tenant or self.case.tenant
        if name not in self.memories:
            opened = Memory(self.place.url, tenant=self.place.tenant(self.case.id, name), clock=self.clock)
            self.memories[name] = self.stack.enter_context(opened)
        return self.memories[name]


def play(case: Case, place: Place) -> Played:
    """The answers to a case's questions and the facts it leaves. Its tenants are erased, unless their store goes."""
    played = Played()
    with _world(case, place) as world:
        for turn, episode in case.in_order():
            _learn(world, turn, episode, played)
        for operation in case.after(None):
            _operate(world, operation, played)
        for asked in case.queries:
            played.answers.append(_answer(world, asked, played))
        played.facts = _facts(world)
    return played


@contextmanager
def _world(case: Case, place: Place) -> Iterator[World]:
    clock = ReplayClock(min(turn.learnt_at for turn in case.episodes))
    with ExitStack() as stack:
        world = World(case, place, clock, stack)
        try:
            yield world
        finally:
            if not place.temporary:
                _erase(world)


def _learn(world: World, turn: Turn, episode: Episode, played: Played) -> None:
    """Ingests one turn at the time the memory learns it, and does what the case wants done after it."""
    world.clock.forward(turn.learnt_at)
    tenant = turn.tenant or world.case.tenant
    try:
        receipt = world.memory(tenant).ingest([episode])
    except GraphmemError as error:
        played.problems.append(f"{world.case.id}: episode {turn.id}: {error}")
    else:
        world.learnt.append((tenant, turn.id))
        names = {decision.subject for decision in receipt.statements if decision.decision == "kept"}
        world.subjects.setdefault(tenant, set()).update(names)
    for operation in world.case.after(turn.id):
        _operate(world, operation, played)


def _operate(world: World, operation: Operation, played: Played) -> None:
    try:
        _do(world, operation)
    except GraphmemError as error:
        played.problems.append(f"{world.case.id}: {operation.op}: {error}")


def _do(world: World, operation: Operation) -> None:
    if isinstance(operation, SetClock):
        world.clock.forward(operation.at)
    elif isinstance(operation, Erase):
        world.memory(None).erase(subject=operation.subject)
    elif operation.op == "erase_episode":
        _keeper(world, operation.episode).erase(episode=operation.episode)
    else:
        _keeper(world, operation.episode).retract(operation.episode)


def _keeper(world: World, episode: str) -> Memory:
    """The memory of the tenant that an episode of the case belongs to."""
    return world.memory(next((turn.tenant for turn in world.case.episodes if turn.id == episode), None))


def _answer(world: World, asked: Asked, played: Played) -> Line:
    """One line of the answers file. A question that raises is answered with an empty block, not abstained."""
    started = time.perf_counter()
    try:
        block = _ask(world, asked)
    except GraphmemError as error:
        played.problems.append(f"{world.case.id}: query {asked.id}: {error}")
        answer: Line = {"block": "", "sources": [], "abstained": False, "tokens": 0}
    else:
        played.ask_seconds.append(time.perf_counter() - started)
        sources = list(block.sources)
        answer = {"block": str(block), "sources": sources, "abstained": block.abstained, "tokens": block.tokens}
    return {"case": world.case.id, "query": asked.id, **answer}


def _ask(world: World, asked: Asked) -> Block:
    """The block at the query's own `now`, which wins over every clock; later turns are not known to an earlier one."""
    now, known = asked.now, asked.known_at
    if known is None and now < world.clock.now:
        now, known = now + MICROSECOND, now
    with world.clock.showing(now):
        return world.memory(asked.tenant).recall(
            asked.q, as_of=asked.valid_at, known_at=known, budget_tokens=asked.budget
        )


def _facts(world: World) -> list[Line]:
    first = min(turn.learnt_at for turn in world.case.episodes) - EARLIER
    return [
        _fact_line(fact)
        for tenant, memory in sorted(world.memories.items())
        for fact in believed(memory, since=first, subjects=world.subjects.get(tenant, ()))
    ]


def _fact_line(fact: Fact) -> Line:
    """A fact as the scorer reads it; an unknown start and an open end are absent.

    Dates stand in the zone of the turn that said it first.
    """
    line: Line = {
        "subject": str(fact.subject),
        "predicate": fact.predicate,
        "object": str(fact.object),
        "from": list(dict.fromkeys(source.episode for source in fact.sources)),
    }
    start, stop = fact.dates
    if start and stop and _is_unit(start, stop):
        stop -= MICROSECOND
    dates = {"valid_from": start, "valid_to": stop}
    return line | {name: _rfc3339(date) for name, date in dates.items() if date is not None}


UNITS = frozenset({1, 3, 6, 12})


def _is_unit(start: datetime, stop: datetime) -> bool:
    """Whether a period is one month, quarter, season, half or year: a suite gives its end by name, 2024 to 2024."""
    firsts = all((moment.day, moment.time()) == (1, datetime.min.time()) for moment in (start, stop))
    return firsts and (stop.year - start.year) * 12 + stop.month - start.month in UNITS


def _rfc3339(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _erase(world: World) -> None:
    """Destroys every episode the case brought in; those that the case itself destroyed are gone."""
    for tenant, episode in world.learnt:
        with suppress(NotFound):
            world.memory(tenant).erase(episode=episode)
