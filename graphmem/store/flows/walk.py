"""The walk from a question's entities over the facts around them, a query a hop, bounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.model import to_us
from graphmem.recall.bearing import asked, bears
from graphmem.recall.candidate import Leg
from graphmem.recall.question import Reading
from graphmem.store.call import Flow, Ground, Row, Rows
from graphmem.store.rows import row_order

__all__ = ["Hit", "touching", "walk"]

HOPS = 3
FRONTIER = 48  # entities walked on from, a hop
EDGES = 300  # facts read of an entity, and as many that point at one that is named
CROSSROADS = 64  # where so many facts point at an entity that was walked to, it is a crossroads
PLAINLY = 0.5  # from this score on, a question's words ask for a relation plainly enough to look for it at a crossroads
WIDE = 80  # of more facts than these, a hop, only the likeliest are candidates
LITERAL, PERSON, THING = "Value", "Person", "Thing"


@dataclass(frozen=True, slots=True)
class Hit:
    """A fact as the store nominates it: by which leg, its row, and the ids of the facts that were walked to it."""

    leg: Leg
    row: Row
    score: float = 0.0
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """Where a walk has come to: the ids of the facts that were walked, and the relation of the last."""

    path: tuple[str, ...] = ()
    by: str = ""


def touching(ground: Ground, reading: Reading, named: Sequence[str], known: int | None) -> Flow[dict[str, Hit]]:
    """By its id each fact of the entities named, from either end."""
    where = {"entities": named, "valid": to_us(reading.as_of.valid), "limit": EDGES}
    rows = (yield from _rows(ground, "facts_near", known, **where)) if named else []
    return {row["edge"]["uuid"]: Hit("subject", row) for row in _likeliest(reading, rows)}


def walk(
    ground: Ground, reading: Reading, named: Sequence[str], touched: Mapping[str, Hit], known: int | None
) -> Flow[dict[str, Hit]]:
    """By its id each fact within three hops of the entities named, by its shortest way; `touched` are the first hop."""
    hits, rows = dict(touched), [hit.row for hit in touched.values()]
    frontier, reached = dict.fromkeys(named, _Step()), set(named)
    for hop in range(1, HOPS + 1):
        onward = dict[str, _Step]()
        for row in rows:
            start, stop = ("subject", "object") if row["subject"] in frontier else ("object", "subject")
            uuid, path = row["edge"]["uuid"], frontier[row[start]].path
            hits.setdefault(uuid, Hit("hop", row, path=path))
            if row[stop] not in reached and _leads_on(reading, row, start, stop, named):
                onward.setdefault(row[stop], _Step((*path, uuid), row["edge"]["name"]))
        frontier = dict(sorted(onward.items())[:FRONTIER])
        reached |= frontier.keys()
        if hop == HOPS or not frontier:
            break
        rows = _likeliest(reading, (yield from _around(ground, reading, frontier, known)))
    return hits


def _leads_on(reading: Reading, row: Row, start: str, stop: str, named: Sequence[str]) -> bool:
    """Whether to walk on: from no literal, from a person only where the question names the relation or the thing."""
    if row[f"{stop}_type"] != PERSON:
        return bool(row[f"{stop}_type"] != LITERAL)
    return asked(reading, row["edge"]["name"].lower()) or (row[f"{start}_type"] != PERSON and row[start] in named)


def _around(ground: Ground, reading: Reading, frontier: Mapping[str, _Step], known: int | None) -> Flow[Rows]:
    """The facts of what was walked to; what points at a crossroads only where its relation is asked for."""
    crossed = yield ground.call("crossroads", entities=sorted(frontier), many=CROSSROADS)
    quiet = sorted(frontier.keys() - {row["uuid"] for row in crossed})
    rows = yield from _rows(ground, "facts_around", known, entities=sorted(frontier), quiet=quiet, limit=EDGES)
    for row in crossed:
        if names := sorted(_asked_of(reading, row["type"]) - {frontier[row["uuid"]].by}):
            where = {"entities": [row["uuid"]], "names": names, "limit": CROSSROADS}
            rows += yield from _rows(ground, "facts_toward", known, **where)
    return rows


def _asked_of(reading: Reading, kind: str) -> set[str]:
    """The relations a question asks for, as in the store, whose value may be an entity of that type."""
    plain = [one.predicate for one in (*reading.predicates, *reading.via) if one.score_0_1 >= PLAINLY]
    wanted = [reading.registry.get(predicate) for predicate in plain]
    return {known.name.upper() for known in wanted if known and (known.object == kind or THING in {known.object, kind})}


def _rows(ground: Ground, query: str, known: int | None, **where: Any) -> Flow[Rows]:
    """What a query finds as believed now, or its fellow as believed at an instant; each fact once."""
    if known is None:
        rows = yield ground.call(query, now=ground.now, **where)
    else:
        rows = yield ground.call(f"{query}_known", known=known, now=ground.now, **where)
    return list({row["edge"]["uuid"]: row for row in rows}.values())


def _likeliest(reading: Reading, rows: Rows) -> Rows:
    """Of very many facts those whose words and relation bear most on the question."""
    if len(rows) <= WIDE:
        return sorted(rows, key=row_order)
    bearing = {row["edge"]["uuid"]: bears(reading, row["edge"]["name"].lower(), row["edge"]["fact"]) for row in rows}
    order = sorted(
        rows, key=lambda row: (-bearing[row["edge"]["uuid"]], -row["edge"]["valid_from"], row["edge"]["uuid"])
    )
    return sorted(order[:WIDE], key=row_order)
