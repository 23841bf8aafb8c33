"""Retraction: a source is withdrawn, belief is folded again, history keeps what was."""

from __future__ import annotations

from graphmem.errors import NotFound
from graphmem.model import Receipt
from graphmem.store.flows.call import Flow, Ground
from graphmem.store.flows.folding import apply, is_live, refold, slot_of
from graphmem.store.flows.write import Writing, lock_subjects, record_receipt
from graphmem.store.keys import episode_id

__all__ = ["retract"]


def retract(ground: Ground, episode: str, *, lock: str) -> Flow[Receipt]:
    """Withdraws what an episode states. Raises NotFound for an episode that is not stored."""
    uuid = episode_id(ground.tenant, episode)
    if not (yield ground.call("episodes_present", uuids=[uuid])):
        raise NotFound(f"no episode {episode!r} is stored for this tenant. Take an id from a receipt or a fact's sources.")
    rows = yield ground.call("statements_of_episode", episode=uuid)
    live = [row["statement"] for row in rows if is_live(row["statement"])]
    folding = [statement for statement in live if statement["folds"]]
    writing = Writing(at=ground.now, touched=[uuid])
    writing.at = yield from lock_subjects(ground, {statement["subject_uuid"] for statement in folding}, lock)
    if live:
        ids = sorted(statement["uuid"] for statement in live)
        yield ground.call("aliases_unname", statements=ids)
        yield ground.call("statements_withdraw", uuids=ids, now=writing.at)
    withdrawn = [{**statement, "system_to": writing.at} for statement in folding if statement["modality"] == "asserted"]
    if withdrawn:
        slots = [slot_of(statement) for statement in withdrawn]
        writing.difference = yield from refold(ground, slots, withdrawn, writing.at)
        yield from apply(ground, writing.difference, writing.at)
    return (yield from record_receipt(ground, writing, lock))
