"""Statements to believed edges: fold what a write touched, and write the difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.belief.fold import Rules, Segment, Stated, fold
from graphmem.belief.frontier import Frontier
from graphmem.belief.review import ToReview, to_review
from graphmem.model import BEGINNING_US, FOREVER_US, from_us
from graphmem.registry import CONTEST_HOURS, Registry
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.counted import counted
from graphmem.store.keys import digest, fact_id, key_of, tenant_term

__all__ = [
    "SUPPORT",
    "Difference",
    "Slot",
    "Unit",
    "apply",
    "believed_edges",
    "clock_parts",
    "edge_of",
    "edge_row",
    "is_live",
    "lead_of",
    "refold",
    "rules_of",
    "slot_of",
    "stated",
    "support_of",
    "units_of",
]

HOUR_US = 3_600_000_000
DAY_US = 24 * HOUR_US


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A slot of one subject, and the key under which a write touched it."""

    subject: str
    slot: str
    functional: bool
    slot_key: str
    key: str


def slot_of(statement: Row) -> Slot:
    """The slot that a stored statement is about."""
    return Slot(
        statement["subject_uuid"], statement["slot"], statement["functional"], statement["slot_key"], statement["key"]
    )


def stated(statement: Row) -> Stated:
    """A stored statement as the fold sees it."""
    return Stated(
        id=statement["uuid"],
        kind=statement["kind"],
        value=statement.get("value"),
        said_at=statement["said_at"],
        seq=statement["seq"],
        span=statement["span_start"],
        speaker=statement.get("speaker_key"),
        authority=statement["authority"],
        claimed_from=statement.get("claimed_from"),
        claimed_to=statement.get("claimed_to"),
        corrects=statement.get("corrects_value"),
        planned=statement["modality"] == "planned",
        day_only=statement["day_only"],
        source_kind=statement["source_kind"],
    )


def rules_of(registry: Registry, statements: Sequence[Row]) -> Rules:
    """The registry's rules for the slot of these statements; an open slot has the general ones."""
    predicate = registry.get(statements[0]["predicate"])
    kinds = sorted({statement["source_kind"] for statement in statements})
    lives = {kind: registry.time_to_live_days(statements[0]["predicate"], kind) for kind in kinds}
    hours = predicate.contest_hours if predicate else CONTEST_HOURS
    return Rules(
        functional=statements[0]["functional"],
        time_to_live_of=tuple((kind, int(days * DAY_US)) for kind, days in lives.items() if days is not None),
        contest_us=int(hours * HOUR_US),
    )


def is_live(statement: Row) -> bool:
    """Whether a statement has not been withdrawn."""
    return bool(statement["system_to"] == FOREVER_US)


@dataclass(slots=True)
class Difference:
    """What a write changes about belief."""

    opened: list[Row] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    supported: list[tuple[str, Row]] = field(default_factory=list)
    reviews: list[Row] = field(default_factory=list)
    settled: list[str] = field(default_factory=list)
    frontiers: list[Row] = field(default_factory=list)

    def supports(self) -> set[str]:
        """The statements behind the edges that it opens or gives other supports."""
        supports = (*(row["props"] for row in self.opened), *(support for _, support in self.supported))
        return {uuid for support in supports for uuid in support["statements"]}

    def add(self, other: Difference) -> None:
        """Takes in the difference of other keys."""
        for name in ("opened", "closed", "supported", "reviews", "settled", "frontiers"):
            getattr(self, name).extend(getattr(other, name))


def refold(
    ground: Ground, slots: Iterable[Slot], fresh: Sequence[Row], now: int, first: frozenset[str] = frozenset()
) -> Flow[Difference]:
    """Folds every key that a write touched anew and compares with what is believed. Reads; `apply` writes.

    `first` are subjects of which nothing was believed before: there is nothing to read of them.
    """
    touched = sorted(set(slots))
    difference = Difference()
    if not touched:
        return difference
    units = yield from units_of(ground, touched, fresh, first)
    read = [unit for unit in units if not unit.is_of(first)]
    keys = sorted({key for unit in read for key in unit.keys})
    rows = (yield ground.call("facts_of_keys", keys=keys)) if keys else []
    believed = {_edge_identity(row["edge"]): row["edge"] for row in rows}
    wanted = dict[tuple[Any, ...], Row]()
    for unit in units:
        live = counted(unit.statements)
        wanted.update((_edge_identity(row["props"]), row) for row in believed_edges(ground, live, now))
        difference.reviews += _reviews(ground, unit, live, now)
        difference.frontiers.append(_frontier_row(ground, unit, live))
    _compare(difference, believed, wanted)
    keys = sorted({unit.key for unit in read})
    open_reviews = (yield ground.call("reviews_of_keys", keys=keys)) if keys else []
    standing = {row["uuid"] for row in difference.reviews}
    difference.settled = sorted(row["uuid"] for row in open_reviews if row["uuid"] not in standing)
    return difference


def _frontier_row(ground: Ground, unit: Unit, live: Sequence[Row]) -> Row:
    """The frontier of a unit; of a slot that something reaches across only that it is so: it is always folded whole."""
    if unit.wide or not live:
        return {"key": unit.key, "props": {"wide": unit.wide}}
    frontier = Frontier.of([stated(statement) for statement in live], rules_of(ground.registry, live))
    return {"key": unit.key, "props": frontier.to_properties()}


@dataclass(frozen=True, slots=True)
class Unit:
    """What is folded together: all statements of a key, or of a multi-valued slot that something reaches across."""

    key: str
    keys: tuple[str, ...]
    statements: tuple[Row, ...]
    wide: bool = False

    def is_of(self, subjects: frozenset[str]) -> bool:
        """Whether it has statements, and all are about one of the subjects."""
        return bool(self.statements) and subjects.issuperset(s["subject_uuid"] for s in self.statements)


def units_of(
    ground: Ground, touched: Sequence[Slot], fresh: Sequence[Row], first: frozenset[str] = frozenset()
) -> Flow[list[Unit]]:
    """The units of the fold that the touched slots belong to, with their statements, withdrawn ones included."""
    across = {slot.slot_key for slot in touched if not slot.functional}
    known = [slot for slot in touched if slot.subject not in first]
    keys = sorted({slot.key for slot in known} | {slot.slot_key for slot in known if not slot.functional})
    rows = (yield ground.call("statements_of_keys", keys=keys)) if keys else []
    statements = {row["statement"]["uuid"]: row["statement"] for row in rows} | {s["uuid"]: s for s in fresh}
    wide = {s["slot_key"] for s in statements.values() if s["key"] == s["slot_key"] and not s["functional"]}
    slots = sorted(wide & {slot.slot_key for slot in known})
    if slots:
        rows = yield ground.call("statements_of_slots", slots=slots)
        statements = {row["statement"]["uuid"]: row["statement"] for row in rows} | statements
    grouped = dict[str, list[Row]]()
    for uuid in sorted(statements):
        statement = statements[uuid]
        unit = statement["slot_key"] if statement["slot_key"] in wide else statement["key"]
        grouped.setdefault(unit, []).append(statement)
    emptied = {slot.key for slot in touched} - grouped.keys()
    folded = [
        Unit(key, _edge_keys(ground, key, rows), tuple(rows), wide=key in wide) for key, rows in sorted(grouped.items())
    ]
    return folded + [Unit(key, (key,), ()) for key in sorted(emptied - across)]


def _edge_keys(ground: Ground, key: str, statements: Sequence[Row]) -> tuple[str, ...]:
    return tuple(sorted({key, *(_edge_key(ground, s) for s in statements), *(s["key"] for s in statements)}))


def _edge_key(ground: Ground, statement: Row) -> str:
    return key_of(
        ground.tenant,
        statement["subject_uuid"],
        statement["slot"],
        functional=statement["functional"],
        value=statement.get("object_uuid"),
    )


def believed_edges(ground: Ground, live: Sequence[Row], now: int) -> list[Row]:
    """The edges that the live statements of one unit give: one a segment and value."""
    asserted = [statement for statement in live if statement["modality"] == "asserted"]
    if not asserted:
        return []
    by_id = {statement["uuid"]: statement for statement in asserted}
    segments = fold([stated(statement) for statement in asserted], rules_of(ground.registry, asserted))
    return [
        edge_of(ground, segment, value, [by_id[uuid] for uuid in supports], now)
        for segment in segments
        for value, supports in zip(segment.values, segment.supports, strict=True)
    ]


def edge_of(ground: Ground, segment: Segment, value: str, supports: Sequence[Row], now: int) -> Row:
    """The edge of one value of a segment, with the statements behind it."""
    best = max(supports, key=lead_of)
    key = _edge_key(ground, best)
    props = {
        "uuid": fact_id(key, value, (segment.start, segment.stop), segment.status, now),
        "key": key,
        "value": value,
        "name": best["predicate"].upper(),
        "valid_from": segment.start,
        "valid_to": segment.stop,
        "system_from": now,
        "system_to": FOREVER_US,
        "status": segment.status,
        "stated_of": best["subject_uuid"],
        "memory_type": best["memory_type"],
        "owner": best["owner"],
        "purpose": best["purpose"],
        "scope": best["scope"],
        "sensitivity": best["sensitivity"],
        "retention_class": best["retention_class"],
        **support_of(ground, supports, best),
    }
    return edge_row(ground, props, best["subject_uuid"], best["object_uuid"])


def edge_row(ground: Ground, props: Row, subject: str, object_: str) -> Row:
    """An edge as the store's queries take it: its properties, its ends, and what people and full text need beside."""
    return {
        "subject": subject,
        "object": object_,
        "tenant_term": tenant_term(ground.tenant),
        "mark": _mark(props),
        "starts": None if props["valid_from"] == BEGINNING_US else clock_parts(props["valid_from"]),
        "stops": None if props["valid_to"] == FOREVER_US else clock_parts(props["valid_to"]),
        "believed": clock_parts(props["system_from"]),
        "props": props,
    }


def lead_of(statement: Row) -> tuple[Any, ...]:
    """What orders the statements behind an edge: the greatest speaks for it."""
    return (
        statement["authority"], statement["said_at"], statement["seq"], statement["span_start"], statement["uuid"],
    )  # fmt: skip


def support_of(ground: Ground, supports: Sequence[Row], best: Row) -> Row:
    """What an edge says of the statements behind it, of which `best` speaks for it."""
    return {
        "fact": ground.registry.sentence(best["predicate"], best["subject_text"], best["object_text"]),
        "statements": sorted(statement["uuid"] for statement in supports),
        "episodes": sorted({statement["episode"] for statement in supports}),
        "source_kind": best["source_kind"],
        "authority": best["authority"],
        "expires_at": max(statement["expires_at"] for statement in supports),
        "lead_said": [best["said_at"], best["seq"], best["span_start"]],
        "lead": best["uuid"],
    }


def _mark(props: Row) -> str:
    ended = "" if props["valid_to"] == FOREVER_US else from_us(props["valid_to"]).strftime("–%b%y")
    return ended + ("?" if props["status"] == "contested" else "")


def clock_parts(us: int) -> Row:
    """Whole seconds and nanoseconds of an epoch microsecond, the latter never negative, for Cypher's datetime()."""
    return {"seconds": us // 1_000_000, "nanos": us % 1_000_000 * 1000}


def _edge_identity(props: Row) -> tuple[Any, ...]:
    return (props["key"], props["value"], props["valid_from"], props["valid_to"], props["status"])


SUPPORT = ("fact", "statements", "episodes", "source_kind", "authority", "expires_at", "lead_said", "lead")


def _compare(difference: Difference, believed: dict[tuple[Any, ...], Row], wanted: dict[tuple[Any, ...], Row]) -> None:
    difference.closed = sorted(edge["uuid"] for identity, edge in believed.items() if identity not in wanted)
    for identity, row in sorted(wanted.items()):
        if identity not in believed:
            difference.opened.append(row)
            continue
        edge = believed[identity]
        if any(edge.get(name) != row["props"][name] for name in SUPPORT):
            difference.supported.append((edge["uuid"], {name: row["props"][name] for name in SUPPORT}))


def _reviews(ground: Ground, unit: Unit, live: Sequence[Row], now: int) -> list[Row]:
    if not live:
        return []
    found = to_review([stated(statement) for statement in live], rules_of(ground.registry, live))
    return [_review(ground, unit, item, now) for item in found]


def _review(ground: Ground, unit: Unit, item: ToReview, now: int) -> Row:
    return {
        "uuid": digest("review", ground.tenant, unit.key, *item.identity),
        "key": unit.key,
        "kind": item.kind,
        "reason": item.reason,
        "statements": sorted({*item.statements, *item.others}),
        "entities": list[str](),
        "at": now,
    }


def apply(ground: Ground, difference: Difference, now: int) -> Flow[None]:
    """Writes a difference: closes what no longer stands, opens what is new, keeps the reviews in step."""
    if difference.closed:
        yield ground.call("facts_close", ids=difference.closed, now=now)
    if difference.opened:
        yield ground.call("facts_open", rows=difference.opened)
    for uuid, support in difference.supported:
        yield ground.call("facts_support", id=uuid, support=support)
    if difference.reviews:
        yield ground.call("reviews_write", rows=difference.reviews)
    if difference.settled:
        yield ground.call("reviews_destroy", uuids=difference.settled)
    if difference.frontiers:
        yield ground.call("frontiers_write", rows=difference.frontiers)
