"""Statements that wait for a person: what they are, and what becomes of them when one approves or rejects them.

An approval is an episode of its own that states what was approved; retracting that episode takes it back.
A rejection withdraws the statements, and keeps the same inference out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.errors import Conflict, Incorrect, NotFound
from graphmem.identity.keys import alias_key
from graphmem.model import FOREVER_US, Decision, Episode, Receipt, ReviewItem, SourceKind, Verdict, from_us, to_us
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.counted import Claimed, claim_of, counted
from graphmem.store.flows.folding import apply, is_live, refold, slot_of
from graphmem.store.flows.read import review as conflicts
from graphmem.store.flows.write import Draft, Writing, lock_subjects, receipt_of, record_receipt, store
from graphmem.store.keys import digest, episode_id

__all__ = ["APPROVAL", "LEADS", "Approval", "approve", "reject", "review"]

APPROVAL = "approval/1"  # the extractor of what a person vouched for
LEFT_BEHIND = ("waits", "waits_for", "session", "group_id", "system_from", "system_to", "counts_from")
ENDS = ("object_uuid", "corrects_uuid")
LEADS = {"state": "", "end": "No longer: ", "correction": "Correction: "}


@dataclass(frozen=True, slots=True)
class Approval:
    """Who approves, as what kind of source, and why."""

    speaker: str | None
    source_kind: SourceKind
    reason: str


def review(ground: Ground) -> Flow[tuple[ReviewItem, ...]]:
    """What waits for a person: conflicts, doubtful names, and statements that do not count yet; oldest first."""
    found = yield from conflicts(ground)
    rows = yield ground.call("statements_waiting", forever=FOREVER_US)
    alike = yield from _alike(ground, sorted({row["statement"]["key"] for row in rows}))
    settled = _settled(alike)
    groups = dict[Claimed, list[Row]]()
    for statement in sorted((row["statement"] for row in rows), key=_by_arrival):
        if claim_of(statement) not in settled:
            groups.setdefault(claim_of(statement), []).append(statement)
    return tuple(sorted((*found, *map(_item, groups.values())), key=lambda item: (item.at, item.id)))


def _item(statements: Sequence[Row]) -> ReviewItem:
    first = statements[0]
    return ReviewItem(
        id=first["uuid"],
        kind="gate",
        reason=first["waits_for"],
        statements=tuple(statement["uuid"] for statement in statements),
        sides=(first["name"],),
        at=from_us(first["system_from"]),
    )


def _by_arrival(statement: Row) -> tuple[int, str]:
    return (statement["system_from"], statement["uuid"])


def _alike(ground: Ground, keys: Sequence[str]) -> Flow[list[Row]]:
    """Every statement of the keys, whether it enters the fold or not."""
    rows = (yield ground.call("statements_alike", keys=keys)) if keys else []
    return [row["statement"] for row in rows]


def _settled(statements: Iterable[Row]) -> set[Claimed]:
    """The claims that wait no more: rejected, said by somebody, approved, or implied in two sessions."""
    everything = list(statements)
    rejected = {claim_of(s) for s in everything if s["decision"] == "rejected"}
    return rejected | {claim_of(s) for s in counted(everything) if s["folds"]}


def approve(ground: Ground, statement: str, approval: Approval, *, lock: str, call: str | None) -> Flow[Receipt]:
    """Records that a person vouches for a statement that waits; it counts from then on, for the period it claimed.

    Once it counts, the same call changes nothing. Raises NotFound for one that is not stored or was withdrawn,
    Incorrect for one that never waited, Conflict for one that was rejected.
    """
    waiting = yield from _waiting(ground, statement)
    writing = Writing(at=ground.now)
    writing.at = yield from lock_subjects(ground, {waiting["subject_uuid"]}, lock)
    same = [s for s in (yield from _alike(ground, [waiting["key"]])) if claim_of(s) == claim_of(waiting)]
    if any(s["decision"] == "rejected" for s in same):
        raise Conflict(f"{waiting['name']!r} was rejected. If it holds after all, state it with `remember`.")
    approved = [s["episode_id"] for s in same if s.get("approves") and is_live(s)]
    if approved:
        writing.duplicates = approved
        return receipt_of(writing, digest("receipt", ground.tenant, ground.now, lock))
    episode = _episode(ground, waiting, approval, lock)
    row = _vouched(ground, waiting, episode, writing.at)
    yield from store(ground, [Draft(episode, read_by=APPROVAL)], [row], writing)
    yield from _folded(ground, [row], writing)
    reason = f"approved: {approval.reason}" if approval.reason else "approved"
    writing.decisions = [_decision(row, "kept", reason)]
    return (yield from record_receipt(ground, writing, lock, call))


def reject(ground: Ground, statement: str, reason: str, *, lock: str, call: str | None) -> Flow[Receipt]:
    """Withdraws a statement that waits, with its repetitions, and keeps the same inference out from then on.

    Once rejected, the same call changes nothing. Raises as `approve`, and Conflict for one that was approved.
    """
    waiting = yield from _waiting(ground, statement)
    writing = Writing(at=ground.now)
    writing.at = yield from lock_subjects(ground, {waiting["subject_uuid"]}, lock)
    same = [s for s in (yield from _alike(ground, [waiting["key"]])) if claim_of(s) == claim_of(waiting)]
    approved = [s["episode_id"] for s in same if s.get("approves") and is_live(s)]
    if approved:
        raise Conflict(
            f"{waiting['name']!r} was approved. Take the approval back first: retract(episode={approved[0]!r})."
        )
    if any(s["decision"] == "rejected" for s in same):
        return receipt_of(writing, digest("receipt", ground.tenant, ground.now, lock))
    gone = [s for s in same if s.get("waits") and is_live(s)]
    ids = sorted(s["uuid"] for s in gone)
    props = {"decision": "rejected", "rejected_for": reason}
    yield ground.call("statements_repoint", rows=[{"uuid": uuid, "props": props} for uuid in ids])
    yield ground.call("aliases_unname", statements=ids)
    yield ground.call("statements_withdraw", uuids=ids, now=writing.at)
    yield from _folded(ground, [{**s, **props, "system_to": writing.at} for s in gone if s["folds"]], writing)
    writing.decisions = [_decision(s, "skipped", f"rejected: {reason}" if reason else "rejected") for s in gone]
    return (yield from record_receipt(ground, writing, lock, call))


def _waiting(ground: Ground, statement: str) -> Flow[Row]:
    """A statement that waits, or waited."""
    rows = yield ground.call("statements_read", uuids=[statement])
    if not rows:
        raise NotFound(f"no statement {statement!r} waits for this tenant. Take an id from `review` or a receipt.")
    row: Row = rows[0]["statement"]
    if not row.get("waits"):
        raise Incorrect(
            f"{row['name']!r} does not wait: it was {row['decision']}. Withdraw its episode with `retract`."
        )
    if not is_live(row) and row["decision"] != "rejected":
        raise NotFound(f"{row['name']!r} waits no more: its episode {row['episode_id']!r} was withdrawn.")
    return row


def _folded(ground: Ground, rows: Sequence[Row], writing: Writing) -> Flow[None]:
    """Folds what changed, and writes the difference."""
    asserted = [row for row in rows if row["folds"] and row["modality"] == "asserted"]
    writing.difference = yield from refold(ground, [slot_of(row) for row in asserted], asserted, writing.at)
    yield from apply(ground, writing.difference, writing.at)


def _episode(ground: Ground, waiting: Row, approval: Approval, lock: str) -> Episode:
    """The episode of an approval: what is approved, and why. Its id tells nothing of it."""
    own = digest("approval", ground.tenant, ground.now, lock)
    text = f"Approved: {LEADS[waiting['kind']]}{waiting['name']}. {approval.reason}".strip()
    return Episode(
        id=own, session=own, speaker=approval.speaker, said_at=from_us(ground.now), text=text,
        source_kind=approval.source_kind, tenant=ground.tenant,
    )  # fmt: skip


def _vouched(ground: Ground, waiting: Row, episode: Episode, now: int) -> Row:
    """The statement of an approval: what waited, in the approver's words, with the period that it claimed."""
    folds = waiting["polarity"] and (waiting["kind"] == "end" or waiting.get("object_uuid") is not None)
    if not folds:
        raise Incorrect(f"{waiting['name']!r} cannot become a fact. Two names of one: use `merge`.")
    predicate = ground.registry.get(waiting["predicate"])
    kept: Row = dict.fromkeys(ENDS) | {name: value for name, value in waiting.items() if name not in LEFT_BEHIND}
    claimed: Row = {
        "claimed_from": _claimed_from(waiting),
        "expires_at": min(FOREVER_US, waiting["expires_at"] + now - waiting["system_from"]),
        "evidence": "confirmed",
        "source_kind": episode.source_kind,
        "authority": (predicate.rank if predicate else ground.registry.rank)(episode.source_kind),
    }
    return {
        **kept,
        **claimed,
        "uuid": digest("approval", ground.tenant, waiting["uuid"], episode.id),
        "approves": waiting["uuid"],
        "decision": "kept",
        "folds": True,
        "plan_of": waiting["subject_uuid"] if waiting["modality"] == "planned" else None,
        "extractor": APPROVAL,
        "why": "approved by a person",
        **_place(ground, episode),
    }


def _place(ground: Ground, episode: Episode) -> Row:
    """Where an approval stands: its episode, who says it, and when."""
    return {
        "episode": episode_id(ground.tenant, episode.id),
        "episode_id": episode.id,
        "said_at": to_us(episode.said_at),
        "day_only": False,
        "seq": episode.seq,
        "speaker": episode.speaker,
        "speaker_key": alias_key(episode.speaker) if episode.speaker else None,
        "span_start": 0,
        "span_end": len(episode.text),
    }


def _claimed_from(waiting: Row) -> int | None:
    """The start that was meant: without one it was said to hold when it was said."""
    start, stop, said = waiting.get("claimed_from"), waiting.get("claimed_to"), waiting["said_at"]
    if start is not None or waiting["kind"] == "correction":
        return start
    ended = stop is not None and (waiting["kind"] == "end" or stop <= said)
    return None if ended else said


def _decision(row: Row, decision: Verdict, reason: str) -> Decision:
    return Decision(
        id=row["uuid"], decision=decision, reason=reason, subject=row["subject_text"], predicate=row["predicate"],
        object=row.get("object_text") or "",
    )  # fmt: skip
