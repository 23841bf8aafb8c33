"""What is believed, and was: facts, history, changes, why, paths, review; each at a viewpoint of both clocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.belief.fold import Segment
from graphmem.belief.plans import planned_dates, plans
from graphmem.errors import Conflict, NotFound
from graphmem.identity.resolve import Known
from graphmem.model import (
    FOREVER_US,
    Change,
    Entity,
    Episode,
    Explanation,
    Fact,
    Path,
    Period,
    ReviewItem,
    Source,
    from_us,
)
from graphmem.store.call import Flow, Ground, Row, Rows
from graphmem.store.flows.counted import NOW, claim_of, counted
from graphmem.store.flows.folding import lead_of, rules_of, stated
from graphmem.store.flows.naming import known_entities
from graphmem.store.keys import digest
from graphmem.store.rows import episode_of, fact_of, fact_order, in_order, review_of, source_of

__all__ = [
    "changes",
    "entity_named",
    "facts",
    "facts_from",
    "history",
    "paths",
    "planned_facts",
    "review",
    "session_before",
    "why",
]

PATHS_OF = ("paths_of_one", "paths_of_two", "paths_of_three")


def entity_named(ground: Ground, name: str) -> Flow[Known | None]:
    """The one entity of that name (or id), None if there is none. Raises Conflict, with ids, if there are several."""
    known = yield from known_entities(ground, name)
    if len(known) > 1:
        several = "; ".join(f"{entity.name} ({entity.type}, id {entity.uuid})" for entity in known)
        raise Conflict(f"{name!r} may be any of {len(known)}: {several}. Ask by full name or by id.")
    return known[0] if known else None


def facts(ground: Ground, entity: str, predicate: str | None, valid: int, known: int | None) -> Flow[tuple[Fact, ...]]:
    """What holds of an entity at `valid`, as believed at `known` (None: now); plans are there, marked as such."""
    named = yield from entity_named(ground, entity)
    if named is None:
        return ()
    where = {"entity": named.uuid, "valid": valid, "now": ground.now}
    if known is None:
        rows = yield ground.call("facts_at", **where)
    else:
        rows = yield ground.call("facts_at_known", known=known, **where)
    found = yield from facts_from(ground, rows, known)
    planned = yield from planned_facts(ground, [named], valid, known)
    return _of_predicate((*found, *planned), predicate)


def history(ground: Ground, entity: str, predicate: str | None, known: int | None) -> Flow[tuple[Fact, ...]]:
    """Every segment of an entity believed at `known` (None: now), in order of valid time."""
    named = yield from entity_named(ground, entity)
    if named is None:
        return ()
    if known is None:
        rows = yield ground.call("history_of", entity=named.uuid, now=ground.now)
    else:
        rows = yield ground.call("history_of_known", entity=named.uuid, known=known, now=ground.now)
    return _of_predicate((yield from facts_from(ground, rows, known)), predicate)


def _of_predicate(found: Iterable[Fact], predicate: str | None) -> tuple[Fact, ...]:
    wanted = (fact for fact in found if predicate is None or fact.predicate == predicate)
    return tuple(sorted(wanted, key=fact_order))


def facts_from(ground: Ground, rows: Rows, known: int | None) -> Flow[tuple[Fact, ...]]:
    """Facts with their sources; as known at an instant, without sources that came later."""
    uuids = sorted({uuid for row in rows for uuid in row["edge"]["statements"]})
    sources = yield from _sources(ground, uuids, known)
    if known is not None:
        yield from _as_then(ground, rows, sources, known)
    return tuple(sorted((fact_of(row, sources) for row in rows), key=fact_order))


def _as_then(ground: Ground, rows: Rows, sources: dict[str, Source], known: int) -> Flow[None]:
    """Adds the sources of facts whose statements all came later: who said the same then, and was withdrawn since."""
    stated = [row["edge"]["statements"] for row in rows]
    later = sorted({uuid for uuids in stated if not sources.keys() & set(uuids) for uuid in uuids})
    now = [row["statement"] for row in (yield ground.call("statements_read", uuids=later))] if later else []
    keys = sorted({statement["key"] for statement in now})
    alike = [row["statement"] for row in (yield ground.call("statements_alike", keys=keys))] if keys else []
    then = {claim_of(s): s["uuid"] for s in alike if s["counts_from"] <= known < s["system_to"]}
    wanted = {then[claim_of(s)]: s["uuid"] for s in now if claim_of(s) in then}
    found = (yield ground.call("sources", uuids=sorted(wanted))) if wanted else []
    sources.update((wanted[row["uuid"]], source_of(row)) for row in found)


def _sources(ground: Ground, uuids: Sequence[str], known: int | None) -> Flow[dict[str, Source]]:
    if not uuids:
        return {}
    rows = yield ground.call("sources", uuids=uuids)
    return {row["uuid"]: source_of(row) for row in rows if known is None or row["system_from"] <= known}


def planned_facts(ground: Ground, entities: Sequence[Known], valid: int, known: int | None) -> Flow[tuple[Fact, ...]]:
    """The plans of entities that stand at `valid`, folded from their statements."""
    of = {entity.uuid: entity for entity in entities}
    rows = (yield ground.call("statements_planned", subjects=sorted(of))) if of else []
    planned = [row["statement"] for row in rows if _is_known(row["statement"], known)]
    if not planned:
        return ()
    whose = {statement["key"]: of[statement["plan_of"]] for statement in planned}
    rows = yield ground.call("statements_of_keys", keys=sorted(whose))
    together = counted((row["statement"] for row in rows), NOW if known is None else known)
    sources = yield from _sources(ground, sorted(statement["uuid"] for statement in planned), known)
    found = list[Fact]()
    for key in sorted({statement["key"] for statement in together}):
        statements = [statement for statement in together if statement["key"] == key]
        found += _plans_of(ground, whose[key], statements, valid, sources)
    return tuple(found)


def _is_known(statement: Row, known: int | None) -> bool:
    if known is None:
        return bool(statement["system_to"] == FOREVER_US)
    return bool(statement["counts_from"] <= known < statement["system_to"])


def _plans_of(
    ground: Ground, entity: Known, statements: Sequence[Row], valid: int, sources: dict[str, Source]
) -> list[Fact]:
    by_id = {statement["uuid"]: statement for statement in statements}
    said, rules = [stated(statement) for statement in statements], rules_of(ground.registry, statements)
    return [
        _planned_fact(ground, entity, [by_id[uuid] for uuid in supports], (segment, date), sources)
        for segment in plans(said, rules)
        if segment.start <= valid < segment.stop
        for supports, date in zip(segment.supports, planned_dates(segment, said, rules), strict=True)
    ]


def _planned_fact(
    ground: Ground,
    entity: Known,
    supports: Sequence[Row],
    planned: tuple[Segment, int | None],
    sources: dict[str, Source],
) -> Fact:
    segment, date = planned
    latest = max(supports, key=lead_of)
    believed = min(statement["system_from"] for statement in supports)
    return Fact(
        id=digest("plan", latest["key"], latest["value"], segment.start, segment.stop),
        subject=Entity(id=entity.uuid, name=entity.name, type=entity.type),
        predicate=latest["predicate"],
        object=Entity(id=latest["object_uuid"], name=latest["object_text"], type=latest["value_type"]),
        valid=Period.of(segment.start, segment.stop),
        system=Period.of(believed, FOREVER_US),
        status="planned",
        fact=ground.registry.sentence(latest["predicate"], entity.name, latest["object_text"]),
        source_kind=latest["source_kind"],
        sources=in_order(sources[s["uuid"]] for s in supports if s["uuid"] in sources),
        planned_for=None if date is None else from_us(date),
    )


def changes(ground: Ground, since: int, until: int) -> Flow[tuple[Change, ...]]:
    """What every write after `since` and up to `until` (system time) opened and closed, oldest first."""
    receipts = yield ground.call("receipts_between", since=since, until=until)
    ids = sorted({uuid for row in receipts for name in ("opened", "closed") for uuid in row[name] or ()})
    rows = (yield ground.call("facts_by_ids", ids=ids, now=ground.now)) if ids else []
    by_id = {fact.id: fact for fact in (yield from facts_from(ground, rows, None))}
    kinds = (("closed", "closed"), ("opened", "opened"))
    return tuple(
        Change(at=from_us(row["at"]), change=change, fact=fact)
        for row in receipts
        for name, change in kinds
        for fact in sorted((by_id[uuid] for uuid in row[name] or () if uuid in by_id), key=fact_order)
    )


def why(ground: Ground, fact_id: str) -> Flow[Explanation]:
    """A fact, the statements behind it and what was overruled. Raises NotFound for an id that is not stored."""
    rows = yield ground.call("facts_by_ids", ids=[fact_id], now=ground.now)
    if not rows:
        raise NotFound(f"no fact {fact_id!r} is stored for this tenant. Take an id from facts, history or a receipt.")
    (fact,) = yield from facts_from(ground, rows[:1], None)
    reviews = yield ground.call("reviews_of_keys", keys=[rows[0]["edge"]["key"]])
    overruled = tuple(sorted((yield from _reviews_from(ground, reviews)), key=lambda item: item.id))
    return Explanation(fact=fact, sources=fact.sources, overruled=overruled)


def paths(
    ground: Ground, start: str, stop: str, *, hops: int, valid: int, known: int | None, limit: int
) -> Flow[tuple[Path, ...]]:
    """How two entities are joined by up to `hops` facts that all hold at the viewpoint; shortest first."""
    first = yield from entity_named(ground, start)
    last = yield from entity_named(ground, stop)
    if first is None or last is None:
        return ()
    where = {"start": first.uuid, "stop": last.uuid, "valid": valid, "now": ground.now}
    found = list[list[str]]()
    for query in PATHS_OF[:hops]:  # each length by itself: a hub has very many paths of three, and few of one
        if len(found) < limit:
            left = {"limit": limit - len(found), **where}
            rows = (
                yield ground.call(query, **left)
                if known is None
                else ground.call(f"{query}_known", known=known, **left)
            )
            found += [row["ids"] for row in rows]
    ids = sorted({uuid for path in found for uuid in path})
    edges = (yield ground.call("facts_by_ids", ids=ids, now=ground.now)) if ids else []
    by_id = {fact.id: fact for fact in (yield from facts_from(ground, edges, known))}
    walked = (tuple(by_id[uuid] for uuid in path) for path in found if all(uuid in by_id for uuid in path))
    return tuple(Path(facts=path) for path in walked)


def review(ground: Ground) -> Flow[tuple[ReviewItem, ...]]:
    """What waits for a person to look at it, oldest first."""
    return (yield from _reviews_from(ground, (yield ground.call("reviews_open"))))


def _reviews_from(ground: Ground, rows: Rows) -> Flow[tuple[ReviewItem, ...]]:
    """Review items with what their statements say and their entities are called."""
    statements = sorted({uuid for row in rows for uuid in row["statements"]})
    entities = sorted({uuid for row in rows for uuid in row["entities"]})
    said = (yield ground.call("statements_named", uuids=statements)) if statements else []
    known = (yield ground.call("entities_read", uuids=entities)) if entities else []
    named = {row["uuid"]: row["name"] for row in (*said, *known)}
    return tuple(review_of(row, named) for row in rows)


def session_before(ground: Ground, session: str, said_at: int, seq: int, limit: int) -> Flow[tuple[Episode, ...]]:
    """The last turns of a session before a place in it, oldest first."""
    rows = yield ground.call("session_before", session=session, said_at=said_at, seq=seq, limit=limit)
    return tuple(episode_of(row) for row in reversed(rows))
