"""The fast path of a write: a newest claim changes only the last segment of its key, so the history is not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.belief.fold import Rules, Segment
from graphmem.belief.frontier import Frontier, append, is_newest
from graphmem.model import FOREVER_US
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.folding import SUPPORT, Difference, believed_edges, edge_row, lead_of, rules_of, stated
from graphmem.store.keys import fact_id

__all__ = ["append_newest"]


def append_newest(
    ground: Ground, fresh: Sequence[Row], now: int, first: frozenset[str] = frozenset()
) -> Flow[tuple[Difference, frozenset[str]]]:
    """The difference that newest claims make, and the keys it covers; every other key must be folded.

    `first` are subjects of which nothing was believed before: there is nothing to read of them.

    A key is covered if one statement of this write touches it, nothing reaches across its values, and the
    statement passes the key's frontier. The fold gives the same: that is a law among the tests.
    """
    difference, covered = Difference(), set[str]()
    single = {key: s for key, s in _alone(fresh).items() if s["subject_uuid"] not in first}
    stored, tails = yield from _stored(ground, single)
    newest = dict[str, tuple[Row, Frontier, Rules]]()
    for key, statement in single.items():
        rules = rules_of(ground.registry, [statement])
        frontier = _passed(stored, statement, rules)
        if frontier is not None:
            newest[key] = (statement, frontier, rules)
    for key, (statement, frontier, rules) in newest.items():
        covered.add(key)
        _extend(ground, difference, tails.get(key), statement, rules=rules, now=now)
        after = frontier.after(stated(statement), rules)
        difference.frontiers.append({"key": key, "props": after.to_properties()})
    return difference, frozenset(covered)


def _alone(fresh: Sequence[Row]) -> dict[str, Row]:
    """The statements that are the only one of this write in their slot, by key."""
    slots = dict[str, int]()
    for statement in fresh:
        slots[statement["slot_key"]] = slots.get(statement["slot_key"], 0) + 1
    return {s["key"]: s for s in fresh if slots[s["slot_key"]] == 1 and s["kind"] == "state"}


def _passed(stored: Mapping[str, Row], statement: Row, rules: Rules) -> Frontier | None:
    if not statement["functional"] and stored.get(statement["slot_key"], {}).get("wide"):
        return None
    frontier = Frontier.from_properties(stored.get(statement["key"], {}))
    return frontier if frontier is not None and is_newest(frontier, stated(statement), rules) else None


def _stored(ground: Ground, single: Mapping[str, Row]) -> Flow[tuple[dict[str, Row], dict[str, Row]]]:
    """The frontiers of the keys and their slots, and the last believed edge of each key, where its end is open."""
    if not single:
        return {}, {}
    frontiers = sorted(single.keys() | {s["slot_key"] for s in single.values()})
    rows = yield ground.call("newest_read", frontiers=frontiers, keys=sorted(single), forever=FOREVER_US)
    stored = {row["frontier"]["uuid"]: row["frontier"] for row in rows if row["frontier"]}
    return stored, {row["edge"]["key"]: row for row in rows if row["edge"]}


def _extend(
    ground: Ground, difference: Difference, tail: Row | None, statement: Row, *, rules: Rules, now: int
) -> None:
    (fresh,) = believed_edges(ground, [statement], now)
    if tail is None:
        difference.opened.append(fresh)
        return
    edge = tail["edge"]
    segment = Segment(edge["valid_from"], FOREVER_US, (edge["value"],), edge["status"], (tuple(edge["statements"]),))
    after = append((segment,), stated(statement), rules)
    if len(after) == 1 and after[0].start == segment.start and after[0].stop == segment.stop:
        difference.supported.append((edge["uuid"], _joined_support(edge, fresh["props"], statement)))
        return
    difference.closed.append(edge["uuid"])
    if after[0].start == segment.start and after[0].values == segment.values:
        difference.opened.append(_cut(ground, tail, after[0], now))
        after = after[1:]
    if after:
        difference.opened.append(fresh)


def _joined_support(edge: Row, fresh: Row, statement: Row) -> Row:
    """The supports of an edge that one more statement stands behind."""
    lead = (edge["authority"], *edge["lead_said"], edge["lead"])
    speaks = fresh if lead_of(statement) > lead else edge
    return {
        **{name: speaks[name] for name in SUPPORT},
        "statements": sorted({*edge["statements"], *fresh["statements"]}),
        "episodes": sorted({*edge["episodes"], *fresh["episodes"]}),
        "expires_at": max(edge["expires_at"], fresh["expires_at"]),
    }


def _cut(ground: Ground, tail: Row, segment: Segment, now: int) -> Row:
    """The edge of a segment that now ends where the new one starts."""
    edge = tail["edge"]
    uuid = fact_id(edge["key"], edge["value"], (segment.start, segment.stop), edge["status"], now)
    native = ("valid_at", "invalid_at", "created_at", "expired_at", "tenant_term", "mark", "group_id")
    props = {name: value for name, value in edge.items() if name not in native}
    props |= {"uuid": uuid, "valid_to": segment.stop, "system_from": now}
    return edge_row(ground, props, tail["subject"], tail["object"])
