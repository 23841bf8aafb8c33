"""Two entities that are one, and two again: statements are filed anew under what their words stand for, and folded.

A statement keeps the entities it was stated of. What it counts for is found by following the standing merges from
there, so that any merges and their splits, in any order, end in the same graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.folding import Difference, Slot, apply, refold, slot_of
from graphmem.store.keys import digest, key_of, slot_key

__all__ = ["ENDS", "Moved", "merged_into", "move_apart", "move_together", "split_by", "split_one", "standing_for"]

ENDS = ("subject", "object", "corrects")
Moved = tuple[list[Row], list[Slot]]


def move_together(ground: Ground, winner: str, loser: str, *, reason: str, statement: str, now: int) -> Flow[Moved]:
    """Merges `loser` into `winner`: the statements as they are filed from now on, and every slot to be folded."""
    rows = yield ground.call("statements_of_entity", entity=loser)
    merge = {
        "uuid": digest("merge", ground.tenant, winner, loser, now),
        "winner": winner,
        "loser": loser,
        "reason": reason,
        "statement": statement,
        "at": now,
    }
    yield ground.call("merge_create", winner=winner, loser=loser, merge=merge)
    yield ground.call("aliases_move", source=loser, target=winner)
    return (yield from _refile(ground, [row["statement"] for row in rows], now))


def move_apart(ground: Ground, loser: str, now: int) -> Flow[Moved]:
    """Splits what was merged: gives `loser` its names back, and each statement to whom it was stated of."""
    standing = (yield from standing_for(ground, [loser]))[loser]
    yield ground.call("merge_end", loser=loser, now=now)
    owns = [loser, *(row["uuid"] for row in (yield from merged_into(ground, loser)))]
    yield ground.call("aliases_move_back", source=standing, target=loser, owns=owns)
    rows = yield ground.call("statements_of_entity", entity=standing)
    return (yield from _refile(ground, [row["statement"] for row in rows], now))


def split_by(ground: Ground, statements: Sequence[str], now: int) -> Flow[Difference]:
    """Takes back the merges that given statements made; gives what that changes."""
    rows = (yield ground.call("merges_of_statements", statements=statements)) if statements else []
    difference = Difference()
    for row in rows:
        difference.add((yield from split_one(ground, row["loser"], now)))
    return difference


def split_one(ground: Ground, loser: str, now: int) -> Flow[Difference]:
    """Splits an entity off the one it was merged into, and folds both anew; gives what that changes."""
    moved, slots = yield from move_apart(ground, loser, now)
    filed = [statement for statement in moved if statement["folds"] and statement["modality"] == "asserted"]
    difference = yield from refold(ground, slots, filed, now)
    yield from apply(ground, difference, now)
    return difference


def merged_into(ground: Ground, entity: str) -> Flow[list[Row]]:
    """Every entity that was merged into one, directly or through another."""
    found, frontier = dict[str, Row](), [entity]
    while frontier:
        rows = yield ground.call("entities_within", uuids=frontier)
        fresh = {row["uuid"]: row for row in rows if row["uuid"] not in found}
        found |= fresh
        frontier = sorted(fresh)
    return [found[uuid] for uuid in sorted(found)]


def standing_for(ground: Ground, uuids: Iterable[str]) -> Flow[dict[str, str]]:
    """What each entity stands for once every merge is followed; itself where it was never merged."""
    stands = {uuid: uuid for uuid in uuids}
    frontier = sorted(stands)
    while frontier:
        rows = yield ground.call("entities_merged", uuids=frontier)
        into = {row["uuid"]: row["merged_into"] for row in rows if row["merged_into"]}
        stands = {uuid: into.get(stop, stop) for uuid, stop in stands.items()}
        frontier = sorted(set(into.values()))
    return stands


def _refile(ground: Ground, statements: Sequence[Row], now: int) -> Flow[Moved]:
    """Files each statement under what its words stand for now, where that has changed."""
    stated = {s[f"stated_{end}"] for s in statements for end in ENDS if s.get(f"stated_{end}")}
    stands = yield from standing_for(ground, stated)
    moved, slots = list[Row](), list[Slot]()
    for statement in sorted(statements, key=lambda s: str(s["uuid"])):
        ends = {end: stands.get(statement.get(f"stated_{end}") or "") for end in ENDS}
        if all(ends[end] == statement.get(f"{end}_uuid") for end in ENDS):
            continue
        after = {**statement, **_filed(ground, statement, ends, now)}
        moved.append(after)
        slots += [slot_of(statement), slot_of(after)]
    if moved:
        yield from _store(ground, moved)
    return moved, slots


def _filed(ground: Ground, statement: Row, ends: dict[str, str | None], now: int) -> Row:
    subject = str(ends["subject"])
    value = None if statement["kind"] == "correction" else ends["object"]
    key = key_of(ground.tenant, subject, statement["slot"], functional=statement["functional"], value=value)
    return {
        "subject_uuid": subject,
        "object_uuid": ends["object"],
        "corrects_uuid": ends["corrects"],
        "value": _value(statement, ends["object"]),
        "corrects_value": _value(statement, ends["corrects"]),
        "key": key,
        "slot_key": slot_key(ground.tenant, subject, statement["slot"]),
        "plan_of": subject if statement.get("plan_of") else None,
        "former_keys": sorted({*(statement.get("former_keys") or ()), statement["key"]} - {key}),
        "counts_from": now,
    }


def _value(statement: Row, uuid: str | None) -> str | None:
    if uuid is None:
        return None
    return uuid if statement["slot"] == statement["predicate"] else f"{statement['predicate']}:{uuid}"


FILED = (
    "subject_uuid", "object_uuid", "corrects_uuid", "value", "corrects_value", "key", "slot_key", "plan_of",
    "former_keys", "counts_from",
)  # fmt: skip


def _store(ground: Ground, moved: Sequence[Row]) -> Flow[None]:
    rows = [{"uuid": s["uuid"], "props": {name: s[name] for name in FILED}} for s in moved]
    yield ground.call("statements_repoint", rows=rows)
    yield ground.call("about_remove", uuids=[s["uuid"] for s in moved])
    ties = [
        {"statement": s["uuid"], "entity": s[f"{role}_uuid"], "role": role}
        for s in moved
        for role in ("subject", "object")
        if s.get(f"{role}_uuid")
    ]
    yield ground.call("about_create", rows=ties)
