"""The fast path of a write: a newest claim changes only the last segment of its key, so the history is not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.belief.fold import Rules, Segment
from graphmem.belief.frontier import Frontier, append, is_newest
from graphmem.model import FOREVER_US
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.folding import SUPPORT, Difference, edge_of, edge_row, lead_of, rules_of, stated, support_of
from graphmem.store.keys import fact_id

__all__ = ["append_newest"]


def append_newest(
    ground: Ground, fresh: Sequence[Row], now: int, first: frozenset[str] = frozenset()
) -> Flow[tuple[Difference, frozenset[str]]]:
    """The difference that newest claims make, and the keys it covers; every other key must be folded.

    `first` are subjects of which nothing was believed before: there is nothing to read of them.

    A key is covered if this write brings nothing but claims of it, nothing reaches across its values, and each claim,
    by start, passes the frontier that the ones before it left. The fold gives the same: that is a law among the tests.
    """
    difference, covered = Difference(), set[str]()
    chains = _chains(fresh)
    stored, tails = yield from _stored(ground, [c[0] for c in chains.values() if c[0]["subject_uuid"] not in first])
    for key, chain in chains.items():
        rules = rules_of(ground.registry, chain)
        before = Frontier() if chain[0]["subject_uuid"] in first else _frontier(stored, chain[0])
        after = before and _passed(before, chain, rules)
        if after is not None:
            covered.add(key)
            _extend(ground, difference, tails.get(key), chain, rules=rules, now=now)
            difference.frontiers.append({"key": key, "props": after.to_properties()})
    return difference, frozenset(covered)


def _chains(fresh: Sequence[Row]) -> dict[str, list[Row]]:
    """The claims of each key of which this write brings nothing else, in the order of their starts."""
    chains, broken = dict[str, list[Row]](), set[str]()
    for statement in fresh:
        chains.setdefault(statement["key"], []).append(statement)
        if statement["kind"] != "state" or statement.get("waits"):
            broken |= {statement["key"], *([statement["slot_key"]] if _is_wide(statement) else [])}
    return {
        key: sorted(chain, key=_start)
        for key, chain in chains.items()
        if broken.isdisjoint((key, chain[0]["slot_key"]))
    }


def _is_wide(statement: Row) -> bool:
    """Whether it reaches across the values of its slot."""
    return not statement["functional"] and bool(statement["key"] == statement["slot_key"])


def _start(statement: Row) -> tuple[int, str]:
    claimed = statement.get("claimed_from")
    return (statement["said_at"] if claimed is None else claimed, statement["uuid"])


def _frontier(stored: Mapping[str, Row], statement: Row) -> Frontier | None:
    if not statement["functional"] and stored.get(statement["slot_key"], {}).get("wide"):
        return None
    return Frontier.from_properties(stored.get(statement["key"], {}))


def _passed(frontier: Frontier, chain: Sequence[Row], rules: Rules) -> Frontier | None:
    """The frontier after all the claims; None if one of them is not the newest when its turn comes."""
    for statement in map(stated, chain):
        if not is_newest(frontier, statement, rules):
            return None
        frontier = frontier.after(statement, rules)
    return frontier


def _stored(ground: Ground, known: Sequence[Row]) -> Flow[tuple[dict[str, Row], dict[str, Row]]]:
    """The frontiers of keys and their slots, and the last believed edge of each key, where its end is open."""
    if not known:
        return {}, {}
    keys = {statement["key"] for statement in known}
    frontiers = sorted(keys | {statement["slot_key"] for statement in known})
    rows = yield ground.call("newest_read", frontiers=frontiers, keys=sorted(keys), forever=FOREVER_US)
    stored = {row["frontier"]["uuid"]: row["frontier"] for row in rows if row["frontier"]}
    return stored, {row["edge"]["key"]: row for row in rows if row["edge"]}


def _extend(
    ground: Ground, difference: Difference, tail: Row | None, chain: Sequence[Row], *, rules: Rules, now: int
) -> None:
    segments = [] if tail is None else [_segment(tail["edge"])]
    for statement in chain:
        segments[-1:] = append(segments[-1:], stated(statement), rules)
    of = {statement["uuid"]: statement for statement in chain}
    if tail is not None:
        _go_on(ground, difference, tail, segments.pop(0), of=of, now=now)
    for segment in segments:
        (supports,) = segment.supports
        difference.opened.append(edge_of(ground, segment, segment.values[0], [of[uuid] for uuid in supports], now))


def _segment(edge: Row) -> Segment:
    return Segment(edge["valid_from"], FOREVER_US, (edge["value"],), edge["status"], (tuple(edge["statements"]),))


def _go_on(
    ground: Ground, difference: Difference, tail: Row, segment: Segment, *, of: Mapping[str, Row], now: int
) -> None:
    """What becomes of the last edge: more stands behind it, or it is cut where the next value starts."""
    edge = tail["edge"]
    more = [of[uuid] for uuid in segment.supports[0] if uuid in of]
    support = _joined_support(ground, edge, more) if more else {}
    if segment.stop != FOREVER_US:
        difference.closed.append(edge["uuid"])
        difference.opened.append(_cut(ground, tail, segment, support, now))
    elif support:
        difference.supported.append((edge["uuid"], support))


def _joined_support(ground: Ground, edge: Row, more: Sequence[Row]) -> Row:
    """The supports of an edge that more statements stand behind."""
    best = max(more, key=lead_of)
    fresh = support_of(ground, more, best)
    lead = (edge["authority"], *edge["lead_said"], edge["lead"])
    speaks = fresh if lead_of(best) > lead else edge
    return {
        **{name: speaks[name] for name in SUPPORT},
        "statements": sorted({*edge["statements"], *fresh["statements"]}),
        "episodes": sorted({*edge["episodes"], *fresh["episodes"]}),
        "expires_at": max(edge["expires_at"], fresh["expires_at"]),
    }


def _cut(ground: Ground, tail: Row, segment: Segment, support: Row, now: int) -> Row:
    """The edge of a segment that now ends where the new one starts."""
    edge = tail["edge"]
    uuid = fact_id(edge["key"], edge["value"], (segment.start, segment.stop), edge["status"], now)
    native = ("valid_at", "invalid_at", "created_at", "expired_at", "tenant_term", "mark", "group_id")
    props = {name: value for name, value in edge.items() if name not in native}
    props |= {**support, "uuid": uuid, "valid_to": segment.stop, "system_from": now}
    return edge_row(ground, props, tail["subject"], tail["object"])
