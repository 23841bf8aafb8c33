"""Taking back, and joining: a source withdrawn, two entities made one or two again; belief is folded, history kept."""

from __future__ import annotations

from graphmem.errors import NotFound
from graphmem.identity.keys import alias_key
from graphmem.identity.resolve import Known
from graphmem.model import Receipt
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.documents import stored_as
from graphmem.store.flows.folding import apply, is_live, refold, slot_of
from graphmem.store.flows.merge import move_together, split_by, split_one, standing_for
from graphmem.store.flows.read import entity_named
from graphmem.store.flows.write import Writing, lock_subjects, record_receipt

__all__ = ["merge", "retract", "split"]


def retract(ground: Ground, episode: str, *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Withdraws what an episode states, of a document every version. Raises NotFound for one that is not stored."""
    uuids = yield from stored_as(ground, episode)
    rows = yield ground.call("statements_behind", episodes=uuids)
    live = [row["statement"] for row in rows if is_live(row["statement"])]
    folding = [statement for statement in live if statement["folds"]]
    ids = sorted(statement["uuid"] for statement in live)
    writing = Writing(at=ground.now, touched=sorted({row["episode"] for row in rows if is_live(row["statement"])}))
    writing.at = yield from lock_subjects(ground, {statement["subject_uuid"] for statement in live}, lock)
    writing.difference.add((yield from split_by(ground, ids, writing.at)))
    if ids:
        yield ground.call("aliases_unname", statements=ids)
        yield ground.call("statements_withdraw", uuids=ids, now=writing.at)
    yield ground.call("episodes_mark_retracted", uuids=uuids, now=writing.at)
    withdrawn = [{**statement, "system_to": writing.at} for statement in folding if statement["modality"] == "asserted"]
    difference = yield from refold(ground, [slot_of(statement) for statement in withdrawn], withdrawn, writing.at)
    yield from apply(ground, difference, writing.at)
    writing.difference.add(difference)
    return (yield from record_receipt(ground, writing, lock, call))


def merge(ground: Ground, one: str, other: str, *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Makes two entities one: the first gives the name. Raises NotFound, or Conflict for a name that several bear."""
    first, second = (yield from _one(ground, one)), (yield from _one(ground, other))
    writing = Writing(at=ground.now)
    if first.uuid == second.uuid:
        return (yield from record_receipt(ground, writing, lock, call))
    writing.at = yield from lock_subjects(ground, {first.uuid, second.uuid}, lock)
    moved, slots = yield from move_together(
        ground, first.uuid, second.uuid, reason="by hand", statement="", now=writing.at
    )
    filed = [statement for statement in moved if statement["folds"] and statement["modality"] == "asserted"]
    writing.difference = yield from refold(ground, slots, filed, writing.at)
    yield from apply(ground, writing.difference, writing.at)
    return (yield from record_receipt(ground, writing, lock, call))


def split(ground: Ground, name: str, *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Takes a merge back, by a name (or the id) of the entity that was merged away. Raises NotFound if it was not."""
    rows = yield ground.call("names_read", keys=[alias_key(name)])
    own = sorted({row["own"] for row in rows if row["own"]})
    if not own:
        merged = yield ground.call("entities_merged", uuids=[name])
        own = [row["uuid"] for row in merged if row["merged_into"]]
    if not own:
        raise NotFound(f"{name!r} was not merged into another. Name what was merged away, or give its id.")
    winners = yield from standing_for(ground, own[:1])
    writing = Writing(at=ground.now)
    writing.at = yield from lock_subjects(ground, {own[0], *winners.values()}, lock)
    writing.difference.add((yield from split_one(ground, own[0], writing.at)))
    return (yield from record_receipt(ground, writing, lock, call))


def _one(ground: Ground, name: str) -> Flow[Known]:
    known = yield from entity_named(ground, name)
    if known is None:
        raise NotFound(f"nothing of the name {name!r} is stored for this tenant. Give a name or an id that is.")
    return known
