"""Stored turns read again: what that changes of what they state, and the write that changes it.

A statement that is read no more is withdrawn, and history keeps that it was believed. What a person did stays: given
statements, approvals, rejections, and what was withdrawn or erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.model import BEGINNING_US, Decision, Episode, Receipt
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.folding import is_live
from graphmem.store.flows.merge import split_by
from graphmem.store.flows.noted import Note, note_of_removal, notes_again
from graphmem.store.flows.read import session_before
from graphmem.store.flows.waiting import APPROVAL
from graphmem.store.flows.write import (
    NAMING,
    STRUCTURED,
    Admitted,
    Draft,
    Writing,
    admitted,
    already_there,
    as_said,
    decision_of,
    lock_subjects,
    receipt_of,
    record_receipt,
    settle,
)
from graphmem.store.keys import digest, episode_id
from graphmem.store.rows import episode_of

__all__ = ["Difference", "Stored", "differences", "earlier", "places", "reread", "stored", "windows"]

DAY_US = 86_400_000_000
WINDOW = 20_000  # turns whose ids and places are held at once
GIVEN = frozenset({STRUCTURED, APPROVAL})  # who made the statements that no text was read for
# What makes two readings of one turn the same: what is said where, and what the gate decided.
SAME = (
    "span_start", "span_end", "kind", "subject_text", "predicate", "slot", "functional", "object_text", "value_type",
    "corrects", "polarity", "modality", "claimed_from", "claimed_to", "source_kind", "evidence", "decision",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored episode with all that it ever stated."""

    episode: Episode
    content_hash: str
    read_by: str | None
    retracted: bool
    notes: tuple[str, ...]
    statements: tuple[Row, ...]

    @property
    def is_text(self) -> bool:
        """Whether it holds what somebody said or wrote, and not a statement that was given as such."""
        given = self.episode.session == self.episode.id and any(s["extractor"] in GIVEN for s in self.statements)
        return not given if self.read_by is None else self.read_by not in GIVEN


@dataclass(frozen=True, slots=True)
class Difference:
    """What one turn states now and did not before, and the other way round."""

    draft: Draft
    added: tuple[Admitted, ...]
    gone: tuple[Row, ...]
    same: int
    notes: tuple[Note, ...]


def windows(ground: Ground) -> Flow[list[tuple[int, int, int]]]:
    """Spans of `said_at`, in order and half open, with the episodes in each: WINDOW at most, but of one day all."""
    rows = yield ground.call("episodes_by_day", beginning=BEGINNING_US, day=DAY_US)
    days = sorted((int(row["day"]), int(row["episodes"])) for row in rows)
    found = list[tuple[int, int, int]]()
    for day, count in days:
        begin = BEGINNING_US + day * DAY_US
        if found and found[-1][2] + count <= WINDOW:
            found[-1] = (found[-1][0], begin + DAY_US, found[-1][2] + count)
        else:
            found.append((begin, begin + DAY_US, count))
    return found


def places(ground: Ground, begin: int, end: int) -> Flow[list[str]]:
    """The ids of the episodes of a window, in the order said."""
    rows = yield ground.call("episodes_between", begin=begin, end=end)
    return [row["uuid"] for row in sorted(rows, key=lambda row: (row["said_at"], row["seq"], row["uuid"]))]


def stored(ground: Ground, uuids: Sequence[str]) -> Flow[list[Stored]]:
    """Episodes by id, in that order, with what they state; those that are gone are left out."""
    rows = yield ground.call("episodes_stored", uuids=uuids)
    found = {row["uuid"]: row for row in rows}
    statements = dict[str, list[Row]]()
    for row in (yield ground.call("statements_behind", episodes=uuids)):
        statements.setdefault(row["episode"], []).append(row["statement"])
    return [_stored(found[uuid], statements.get(uuid, ())) for uuid in uuids if uuid in found]


def _stored(row: Row, statements: Iterable[Row]) -> Stored:
    precision = {"said_at_precision": row["said_at_precision"] or "instant"}
    return Stored(
        episode=episode_of(row).model_copy(update=precision),
        content_hash=row["content_hash"],
        read_by=row["read_by"],
        retracted=row["retracted_at"] is not None,
        notes=tuple(row["unkept"] or ()),
        statements=tuple(sorted(statements, key=lambda s: str(s["uuid"]))),
    )


def earlier(ground: Ground, firsts: Mapping[str, tuple[int, int]], limit: int) -> Flow[dict[str, tuple[Episode, ...]]]:
    """The last turns of sessions before a place in each: a time and a number."""
    found = dict[str, tuple[Episode, ...]]()
    for session, (said_at, seq) in sorted(firsts.items()):
        found[session] = yield from session_before(ground, session, said_at, seq, limit)
    return found


def differences(ground: Ground, drafts: Sequence[Draft], found: Sequence[Stored]) -> Flow[list[Difference]]:
    """What the drafts of stored turns change of what these state. What was erased since is not stated again."""
    there = (yield from already_there(ground, drafts)) if drafts else {}
    states = {one.episode.id: one.statements for one in found}
    return [_difference(ground, draft, states[draft.episode.id], there) for draft in drafts]


def _difference(ground: Ground, draft: Draft, rows: Sequence[Row], there: Mapping[str, str]) -> Difference:
    writing = Writing(at=ground.now)
    now = admitted(ground, [draft], writing, there)
    before = {_same(row): row for row in rows if is_live(row) and row["extractor"] not in GIVEN}
    out = {_same(row)[:-1] for row in rows if not is_live(row) and not row.get("unread_by")}
    read = {_same(as_said(ground, one)): one for one in now}
    added = [one for same, one in read.items() if same not in before and same[:-1] not in out]
    gone = [row for same, row in before.items() if same not in read]
    notes = (*map(note_of_removal, draft.removed), *writing.notes.get(draft.episode.id, ()))
    same = len(read.keys() & before.keys())
    return Difference(draft, tuple(_again(one, rows) for one in added), tuple(gone), same, notes)


def _same(row: Row) -> tuple[object, ...]:
    return tuple(row.get(name) for name in SAME)


def _again(one: Admitted, rows: Sequence[Row]) -> Admitted:
    """A statement under an id of its own where one that says the same was stored before and withdrawn."""
    before = sum(one.uuid in {row["uuid"], row.get("again_of")} for row in rows)
    return replace(one, uuid=digest("again", one.uuid, before), again_of=one.uuid) if before else one


def reread(
    ground: Ground, drafts: Sequence[Draft], seen: Mapping[str, str], *, lock: str
) -> Flow[tuple[Receipt, list[Difference]]]:
    """Writes what drafts of stored turns change; a text that is not as it was `seen` (its hash) stays."""
    uuids = [episode_id(ground.tenant, draft.episode.id) for draft in drafts]
    found = yield from stored(ground, uuids)
    unchanged = {one.episode.id for one in found if one.content_hash == seen[one.episode.id] and not one.retracted}
    reading = [draft for draft in drafts if draft.episode.id in unchanged and draft.read_by is not None]
    changes = yield from differences(ground, reading, found)
    added = [one for change in changes for one in change.added]
    gone = [row for change in changes for row in change.gone]
    writing = Writing(at=ground.now)
    if added or gone:
        yield from _unname(ground, gone, writing, lock)
        unread = {row["uuid"]: change.draft.read_by for change in changes for row in change.gone}
        rows = [{"uuid": uuid, "props": {"unread_by": reader}} for uuid, reader in sorted(unread.items())]
        if rows:
            yield ground.call("statements_repoint", rows=rows)
        yield from settle(ground, [replace(one, attached=True) for one in reading], added, writing, lock, gone=gone)
        writing.touched = sorted({episode_id(ground.tenant, c.draft.episode.id) for c in changes if c.added or c.gone})
    yield ground.call("episodes_mark_read", rows=_marks(ground, changes, found))
    writing.decisions = [*map(decision_of, added), *(_gone(row) for row in gone)]
    if added or gone:
        return (yield from record_receipt(ground, writing, lock)), changes
    return receipt_of(writing, digest("receipt", ground.tenant, ground.now, lock)), changes


def _marks(ground: Ground, changes: Iterable[Difference], found: Iterable[Stored]) -> list[Row]:
    noted = {one.episode.id: one.notes for one in found}
    read = [(change.draft.episode.id, change) for change in changes]
    return [
        {
            "uuid": episode_id(ground.tenant, episode),
            "read_by": change.draft.read_by,
            "unkept": notes_again(noted[episode], change.notes),
        }
        for episode, change in read
    ]


def _unname(ground: Ground, gone: Sequence[Row], writing: Writing, lock: str) -> Flow[None]:
    """Takes back the names that statements gave, and the merges that they made, before others are named."""
    naming = [row for row in gone if row["predicate"] == NAMING]
    if naming:
        ids = sorted(row["uuid"] for row in naming)
        writing.at = yield from lock_subjects(ground, {row["subject_uuid"] for row in naming}, lock)
        writing.difference.add((yield from split_by(ground, ids, writing.at)))
        yield ground.call("aliases_unname", statements=ids)


def _gone(row: Row) -> Decision:
    return Decision(
        id=row["uuid"], decision="skipped", reason="read no more: withdrawn", subject=row["subject_text"],
        predicate=row["predicate"], object=row.get("object_text") or "",
    )  # fmt: skip
