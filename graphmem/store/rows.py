"""Rows of the store as values of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone

from graphmem.model import Entity, Episode, Fact, Period, ReviewItem, Source, from_us
from graphmem.store.call import Row

__all__ = [
    "entity_of",
    "episode_of",
    "fact_of",
    "fact_order",
    "in_order",
    "offset_seconds",
    "review_of",
    "row_order",
    "said_at_of",
    "source_of",
]


def entity_of(row: Row, end: str) -> Entity:
    """The entity at one end ("subject", "object") of a fact's row."""
    return Entity(id=row[end], name=row[f"{end}_name"], type=row[f"{end}_type"])


def fact_of(row: Row, sources: Mapping[str, Source]) -> Fact:
    """A fact from its edge and the two entities it joins; `sources` by statement id."""
    edge = row["edge"]
    return Fact(
        id=edge["uuid"],
        subject=entity_of(row, "subject"),
        predicate=edge["name"].lower(),
        object=entity_of(row, "object"),
        valid=Period.of(edge["valid_from"], edge["valid_to"]),
        system=Period.of(edge["system_from"], edge["system_to"]),
        status=edge["status"],
        fact=edge["fact"],
        source_kind=edge["source_kind"],
        sources=in_order(sources[uuid] for uuid in edge["statements"] if uuid in sources),
    )


def in_order(sources: object) -> tuple[Source, ...]:
    """Sources by when they were said, then by place."""
    rows: Sequence[Source] = list(sources)  # type: ignore[call-overload]
    return tuple(sorted(rows, key=lambda source: (source.said_at, source.episode, source.start, source.statement)))


def fact_order(fact: Fact) -> tuple[object, ...]:
    """The one order of facts in every answer: predicate, start, end, value, id."""
    start = fact.valid.start.timestamp() if fact.valid.start else float("-inf")
    stop = fact.valid.stop.timestamp() if fact.valid.stop else float("inf")
    return (fact.predicate, start, stop, fact.object.name, fact.id)


def row_order(row: Row) -> tuple[object, ...]:
    """The same order, of facts that are rows still."""
    edge = row["edge"]
    return (edge["name"].lower(), edge["valid_from"], edge["valid_to"], row["object_name"], edge["uuid"])


def source_of(row: Row) -> Source:
    """A source from its statement and episode."""
    return Source(
        episode=row["episode_id"],
        span=(row["span_start"], row["span_end"]),
        speaker=row["speaker"],
        said_at=said_at_of(row),
        quote=row["content"][row["span_start"] : row["span_end"]] or f"{row['name']}.",
        source_kind=row["source_kind"],
        statement=row["uuid"],
        kind=row["kind"],
        extract_of=row.get("extract_of"),
    )


def offset_seconds(moment: datetime) -> int:
    """How far the zone of a moment is ahead of UTC."""
    offset = moment.utcoffset()
    return 0 if offset is None else int(offset.total_seconds())


def said_at_of(row: Row) -> datetime:
    """When a stored turn was said, in its own zone."""
    said, offset = from_us(row["said_at"]), row["said_at_offset"]
    return said.astimezone(timezone(timedelta(seconds=offset))) if offset else said


def episode_of(row: Row) -> Episode:
    """An episode as stored."""
    return Episode(
        id=row["episode_id"],
        session=row["session"],
        seq=row["seq"],
        speaker=row["speaker"],
        role=row["role"],
        said_at=said_at_of(row),
        text=row["content"],
        source_kind=row["source_kind"],
        extract_of=row.get("extract_of"),
    )


def review_of(row: Row, named: Mapping[str, str]) -> ReviewItem:
    """A review item as stored; `named` says what its statements and entities are called."""
    return ReviewItem(
        id=row["uuid"],
        kind=row["kind"],
        reason=row["reason"],
        statements=tuple(row["statements"]),
        entities=tuple(row["entities"]),
        sides=tuple(named[uuid] for uuid in (*row["statements"], *row["entities"]) if uuid in named),
        at=from_us(row["at"]),
        open=row["open"],
    )
