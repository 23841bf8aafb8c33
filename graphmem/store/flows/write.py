"""One write: episodes, statements, subjects, facts and receipt in one transaction, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from graphmem.errors import Conflict
from graphmem.gate.judge import Judgement
from graphmem.identity.keys import alias_key
from graphmem.model import FOREVER_US, Decision, Episode, Erasure, Mention, Receipt, Statement, from_us, to_us
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.documents import (
    Version,
    as_first_said,
    is_document,
    number_of,
    replace_versions,
    standing,
    stated_by,
)
from graphmem.store.flows.folding import Difference, apply, clock_parts, refold, slot_of
from graphmem.store.flows.merge import move_together, split_by
from graphmem.store.flows.naming import Merging, Naming, Same, exact_keys, name_entities
from graphmem.store.flows.newest import append_newest
from graphmem.store.flows.noted import Note, note_of, note_of_removal, notes_written
from graphmem.store.keys import digest, episode_id, key_of, slot_key, statement_id, tenant_term, tombstone
from graphmem.store.rows import offset_seconds

__all__ = [
    "NAMING",
    "STRUCTURED",
    "Admitted",
    "Draft",
    "Writing",
    "admitted",
    "already_there",
    "as_said",
    "decision_of",
    "erased_texts",
    "lock_subjects",
    "once",
    "receipt_of",
    "record",
    "record_receipt",
    "settle",
    "store",
    "write",
]

Answer = TypeVar("Answer", Receipt, Erasure)
CLOCK_SLACK_US = 1_000_000  # how far behind a subject's clock a host's may be
WAITED_US = 100_000  # a write that waited longer for its turn takes the time at which it has it
MOST_NOTED = 100  # notes of an episode to which statements are added again and again
NAMING = "also_known_as"  # a statement that gives a name: an alias, not a fact
DAY_US = 86_400_000_000
STRUCTURED = "structured/1"  # the extractor of statements that were given as such: their episodes hold no text to read


@dataclass(frozen=True, slots=True)
class Draft:
    """An episode ready to be kept, and what it states with the gate's judgement of each.

    `attached`: the episode is stored already, and only the statements are new. `removed`: what was taken out of the
    text, left unread, or refused. `read_by`: the extractor that read it, name and version; None where it failed.
    `version_of`: the document that the episode is a new version of.
    """

    episode: Episode
    statements: tuple[tuple[Statement, Judgement], ...] = ()
    attached: bool = False
    removed: tuple[Decision, ...] = ()
    read_by: str | None = STRUCTURED
    version_of: str = ""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A statement to be stored, with its id and what the gate decided."""

    uuid: str
    episode: Episode
    statement: Statement
    judgement: Judgement
    again_of: str | None = None  # the id it had when it was read before, and withdrawn

    @property
    def decision(self) -> str:
        """What the gate decided."""
        return self.judgement.decision


@dataclass(slots=True)
class Writing:
    """What one write has come to so far."""

    at: int
    episodes: list[str] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    notes: dict[str, list[Note]] = field(default_factory=dict)
    duplicates: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    roles: dict[str, int] = field(default_factory=dict)
    replaced: list[str] = field(default_factory=list)
    difference: Difference = field(default_factory=Difference)
    bookmarks: tuple[str, ...] = ()


def write(ground: Ground, drafts: Sequence[Draft], *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Records episodes with their statements and folds what they touch. Raises Conflict if the clock steps back.

    `lock` is any text that differs from write to write; `call` an idempotency key: the receipt of an
    earlier write with the same key is given back and nothing is written.
    """
    return (yield from once(ground, call, Receipt, _write(ground, drafts, lock, call)))


def once(ground: Ground, call: str | None, kind: type[Answer], write: Flow[Answer]) -> Flow[Answer]:
    """What an earlier call with this idempotency key was answered; else what `write` comes to."""
    if call is not None:
        earlier = yield ground.call("receipt_of_call", call=call)
        if earlier:
            return kind.model_validate_json(earlier[0]["receipt"]["body"])
    return (yield from write)


def _write(ground: Ground, drafts: Sequence[Draft], lock: str, call: str | None) -> Flow[Receipt]:
    writing = Writing(at=ground.now)
    there = yield from already_there(ground, drafts)
    fresh = _new_drafts(ground, drafts, writing, there)
    if not fresh and (writing.duplicates or writing.skipped):
        return receipt_of(writing, digest("receipt", ground.tenant, ground.now, lock))
    _note_removals(fresh, writing)
    kept = admitted(ground, fresh, writing, there)
    yield from settle(ground, fresh, kept, writing, lock, there=there)
    return (yield from record_receipt(ground, writing, lock, call))


def settle(
    ground: Ground,
    drafts: Sequence[Draft],
    kept: Sequence[Admitted],
    writing: Writing,
    lock: str,
    *,
    there: Mapping[str, str] | None = None,
    gone: Sequence[Row] = (),
) -> Flow[None]:
    """Stores the drafts' episodes and the statements kept of them not yet `there`, withdraws those `gone`, folds."""
    old = yield from standing(ground, {draft.version_of for draft in drafts if draft.version_of})
    yield from _take_names(ground, old, kept, lock, writing)
    naming = yield from name_entities(ground, _mentions(kept), lock, _equal(kept))
    rows = _statement_rows(ground, kept, naming, there or {})
    stated = yield from stated_by(ground, old)
    again, gone = as_first_said(rows, stated), [*gone, *stated]
    subjects = {row["subject_uuid"] for row in (*rows, *gone) if row["folds"]}
    subjects |= {uuid for merging in naming.merges for uuid in (merging.winner, merging.loser)}
    writing.at, first = yield from _locked(ground, subjects, lock)
    yield from store(ground, drafts, rows, writing)
    yield from _withdrawn(ground, old, gone, again, writing)
    changed = [*rows, *({**row, "system_to": writing.at} for row in gone)]
    folding = [row for row in changed if row["folds"] and row["modality"] == "asserted"]
    if naming.merges or gone:
        difference = yield from _merged(ground, naming.merges, folding, writing.at)
    else:
        difference = (yield from _difference(ground, folding, writing.at, first)) if folding else Difference()
    difference.reviews += [_same_review(ground, same, writing.at) for same in naming.unsure]
    yield from apply(ground, difference, writing.at)
    writing.difference.add(difference)
    _count_again(writing, rows)


def _withdrawn(
    ground: Ground, old: Sequence[Version], gone: Sequence[Row], again: Mapping[str, str], writing: Writing
) -> Flow[None]:
    """Withdraws versions of documents whose place new ones take, and the statements that are gone."""
    if old:
        writing.replaced += [version.episode for version in old]
        writing.touched += [version.uuid for version in old]
        yield from replace_versions(ground, old, again, writing.at)
    if gone:
        yield ground.call("statements_withdraw", uuids=sorted(row["uuid"] for row in gone), now=writing.at)


def _take_names(
    ground: Ground, versions: Sequence[Version], kept: Sequence[Admitted], lock: str, writing: Writing
) -> Flow[None]:
    """Takes back the names that replaced versions gave and the new ones do not, before anybody is named."""
    given = [row for row in (yield from stated_by(ground, versions)) if row["predicate"] == NAMING]
    again = {(one.statement.subject.name, named(one.statement)) for one in kept if _names_one(one.statement)}
    still = {(subject, name) for subject, mention in again for name in mention.also}
    gone = [row for row in given if (row["subject_text"], row["object_text"]) not in still]
    if gone:
        ids = sorted(row["uuid"] for row in gone)
        at = yield from lock_subjects(ground, {row["subject_uuid"] for row in gone}, lock)
        writing.difference.add((yield from split_by(ground, ids, at)))
        yield ground.call("aliases_unname", statements=ids)


def _count_again(writing: Writing, rows: Iterable[Row]) -> None:
    """Says of inferences that occurred before, in another session, that they are kept now."""
    waiting = {row["uuid"] for row in rows if row["folds"] and row["decision"] == "review"}
    if waiting:
        again = waiting & writing.difference.supports()
        kept = {"decision": "kept", "reason": "inferred again, in another session: it counts from now on"}
        writing.decisions = [one.model_copy(update=kept) if one.id in again else one for one in writing.decisions]


def _equal(kept: Iterable[Admitted]) -> dict[Mention, str]:
    """The mentions that statements say have several names, each with its statement."""
    said = [one for one in kept if _names_one(one.statement) and one.decision == "kept"]
    return {named(one.statement): one.uuid for one in said}


def _names_one(statement: Statement) -> bool:
    return statement.predicate == NAMING and statement.object is not None and statement.polarity


def _merged(ground: Ground, merges: Sequence[Merging], folding: Sequence[Row], now: int) -> Flow[Difference]:
    """The difference that merges make, with the statements of the same write."""
    filed, slots = {row["uuid"]: row for row in folding}, [slot_of(row) for row in folding]
    for merging in merges:
        moved, touched = yield from move_together(
            ground, merging.winner, merging.loser, reason="stated", statement=merging.statement, now=now
        )
        filed |= {row["uuid"]: row for row in moved if row["folds"] and row["modality"] == "asserted"}
        slots += touched
    return (yield from refold(ground, slots, list(filed.values()), now))


def _same_review(ground: Ground, same: Same, now: int) -> Row:
    """The question whether two entities are one, for a person to settle."""
    return {
        "uuid": digest("review", ground.tenant, "same_entity", *sorted((same.entity, same.other))),
        "key": digest("same", ground.tenant, *sorted((same.entity, same.other))),
        "kind": "same_entity",
        "reason": same.reason,
        "statements": list[str](),
        "entities": sorted((same.entity, same.other)),
        "at": now,
    }


def _difference(ground: Ground, folding: Sequence[Row], now: int, first: frozenset[str]) -> Flow[Difference]:
    """What new statements change: newest claims by the fast path, every other key by the fold."""
    difference, covered = yield from append_newest(ground, folding, now, first)
    rest = [row for row in folding if row["key"] not in covered]
    if rest:
        difference.add((yield from refold(ground, [slot_of(row) for row in rest], rest, now, first)))
    return difference


def already_there(ground: Ground, drafts: Sequence[Draft]) -> Flow[dict[str, str]]:
    """Of all that the drafts bring, what the store has or has erased, by id; of an episode its content hash."""
    statements = [statement for draft in drafts for statement, _ in draft.statements]
    erased = {_text_hash(ground, draft.episode) for draft in drafts}
    erased |= {_grave(ground, key) for statement in statements for key in _names(statement)}
    rows = yield ground.call(
        "already_there",
        episodes=sorted({episode_id(ground.tenant, draft.episode.id) for draft in drafts if not draft.attached}),
        statements=sorted({statement_id(ground.tenant, statement) for statement in statements}),
        erased=sorted(erased),
    )
    return {row["uuid"]: row["content_hash"] for row in rows}


def _new_drafts(ground: Ground, drafts: Sequence[Draft], writing: Writing, there: Mapping[str, str]) -> list[Draft]:
    """The drafts whose episode is neither stored already nor erased before, and the attached ones."""
    stored, fresh = dict(there), list[Draft]()
    for draft in drafts:
        uuid, text = episode_id(ground.tenant, draft.episode.id), _text_hash(ground, draft.episode)
        if draft.attached:
            fresh.append(draft)
        elif uuid in stored:
            _known_again(writing, draft.episode, same=stored[uuid] == text)
        elif text in there:
            writing.skipped.append(
                f"{draft.episode.id}: its text was erased from this memory and is not taken in again"
            )
        else:
            stored[uuid] = text
            fresh.append(draft)
    return fresh


def erased_texts(ground: Ground, episodes: Iterable[Episode]) -> Flow[set[str]]:
    """Those of the episodes' texts that were erased from this memory before."""
    texts = {_text_hash(ground, episode): episode.text for episode in episodes}
    rows = (yield ground.call("tombstones_present", uuids=sorted(texts))) if texts else []
    return {texts[row["uuid"]] for row in rows}


def _known_again(writing: Writing, episode: Episode, *, same: bool) -> None:
    if same:
        writing.duplicates.append(episode.id)
    else:
        stored = (
            "a later version of this document is stored"
            if is_document(episode)
            else "an episode of this id with another text is stored. Give it an id of its own"
        )
        writing.skipped.append(f"{episode.id}: {stored}")


def _grave(ground: Ground, key: str) -> str:
    return tombstone(ground.secret, ground.tenant, "name", key)


def _text_hash(ground: Ground, episode: Episode) -> str:
    return tombstone(ground.secret, ground.tenant, "text", episode.text)


def _note_removals(drafts: Iterable[Draft], writing: Writing) -> None:
    """Says what was taken out of the texts before anything else."""
    for draft in drafts:
        writing.decisions += draft.removed
        if draft.removed:
            writing.notes[draft.episode.id] = [note_of_removal(one) for one in draft.removed]


def admitted(ground: Ground, drafts: Sequence[Draft], writing: Writing, there: Mapping[str, str]) -> list[Admitted]:
    """The statements to store, each with its id; one about an erased subject is skipped, with the reason."""
    judged = [(draft, statement, judgement) for draft in drafts for statement, judgement in draft.statements]
    found = list[Admitted]()
    seen = set[str]()
    for draft, statement, judgement in judged:
        uuid = statement_id(ground.tenant, statement)
        if uuid in seen:
            continue
        seen.add(uuid)
        decision, reason = judgement.decision, judgement.reason
        if any(_grave(ground, key) in there for key in _names(statement)):
            decision, reason = "skipped", "its subject was erased from this memory"
        elif decision in {"kept", "review"} or _is_log(statement, judgement):
            found.append(Admitted(uuid, draft.episode, statement, judgement))
        if decision in {"skipped", "quarantined"}:
            writing.notes.setdefault(draft.episode.id, []).append(note_of(statement, decision, reason))
        writing.decisions.append(_decision(uuid, statement, Judgement(decision, reason)))
    return found


def _names(statement: Statement) -> tuple[str, ...]:
    mentions = [m for m in (statement.subject, statement.object, statement.corrects) if m is not None and not m.literal]
    return tuple(key for mention in mentions for key in exact_keys(mention))


def _is_log(statement: Statement, judgement: Judgement) -> bool:
    """Whether a skipped statement stays in the log as what was said: denied, asked, supposed or told by another."""
    return judgement.decision == "skipped" and (not statement.polarity or statement.modality != "asserted")


def decision_of(one: Admitted) -> Decision:
    """What a receipt says of a statement to be stored."""
    return _decision(one.uuid, one.statement, one.judgement)


def _decision(uuid: str, statement: Statement, judgement: Judgement) -> Decision:
    return Decision(
        id=uuid,
        decision=judgement.decision,
        reason=judgement.reason,
        subject=statement.subject.name,
        predicate=statement.predicate,
        object=statement.object.name if statement.object else "",
    )


def _mentions(kept: Iterable[Admitted]) -> list[Mention]:
    """Every mention to be named; a statement that gives a name is one mention with both."""
    mentions = list[Mention]()
    for statement in (one.statement for one in kept):
        told = (named(statement),) if _names_one(statement) else (statement.subject, statement.object)
        mentions += [mention for mention in (*told, statement.corrects) if mention is not None]
    return mentions


def named(statement: Statement) -> Mention:
    """The one mention that a naming statement makes of its subject and the name it gives."""
    assert statement.object is not None  # noqa: S101 - narrowed by the caller
    also = dict.fromkeys((statement.object.name, *statement.subject.also, *statement.object.also))
    return statement.subject.model_copy(update={"also": tuple(also)})


def _statement_rows(ground: Ground, kept: Sequence[Admitted], naming: Naming, there: Mapping[str, str]) -> list[Row]:
    return [_statement_row(ground, one, naming) for one in kept if one.uuid not in there]


def _statement_row(ground: Ground, one: Admitted, naming: Naming) -> Row:
    statement = one.statement
    stated = {
        "subject": naming.uuid(named(statement) if _names_one(statement) else statement.subject),
        "object": None if statement.object is None or _names_one(statement) else naming.uuid(statement.object),
        "corrects": naming.uuid(statement.corrects) if statement.corrects else None,
    }
    subject = naming.stands_for(str(stated["subject"]))
    object_, corrects = (stated[end] and naming.stands_for(str(stated[end])) for end in ("object", "corrects"))
    value = _value(statement, object_)
    key = key_of(
        ground.tenant, subject, statement.slot, functional=statement.functional, value=_reach(statement, object_)
    )
    folds = (one.decision == "kept" or one.judgement.again) and _enters_the_fold(statement)
    return {
        "uuid": one.uuid,
        "again_of": one.again_of,
        "key": key,
        "slot_key": slot_key(ground.tenant, subject, statement.slot),
        "folds": folds,
        "plan_of": subject if folds and statement.modality == "planned" else None,
        **_waiting(ground, one),
        "subject_uuid": subject,
        "object_uuid": object_,
        "corrects_uuid": corrects,
        **{f"stated_{end}": uuid for end, uuid in stated.items()},
        "former_keys": list[str](),
        "value": value,
        "corrects_value": _value(statement, corrects),
        **as_said(ground, one),
        **_governance(ground, statement),
    }


def _waiting(ground: Ground, admitted: Admitted) -> Row:
    """Whose review a statement waits for, why, and in which session it occurred; nothing where it does not wait."""
    if admitted.decision != "review":
        return {}
    return {"waits": ground.tenant, "waits_for": admitted.judgement.reason, "session": admitted.episode.session}


def _reach(statement: Statement, object_: str | None) -> str | None:
    """The value in a multi-valued key; a correction reaches across values, and so does an end without one."""
    return None if statement.kind == "correction" else object_


def _value(statement: Statement, object_: str | None) -> str | None:
    """The identity of a value: its object, with the predicate where the slot is a family of predicates."""
    if object_ is None:
        return None
    return object_ if statement.slot == statement.predicate else f"{statement.predicate}:{object_}"


def _enters_the_fold(statement: Statement) -> bool:
    asserted = statement.modality in {"asserted", "planned"} and statement.polarity
    return asserted and statement.predicate != NAMING and (statement.kind == "end" or statement.object is not None)


def as_said(ground: Ground, one: Admitted) -> Row:
    """A statement as the store keeps it, but for whom its names stand."""
    episode, statement = one.episode, one.statement
    predicate = ground.registry.get(statement.predicate)
    rank = predicate.rank if predicate else ground.registry.rank
    return {
        "episode": episode_id(ground.tenant, episode.id),
        "episode_id": episode.id,
        "name": ground.registry.sentence(
            statement.predicate, statement.subject.name, statement.object.name if statement.object else ""
        ),
        "decision": one.decision,
        "slot": statement.slot,
        "functional": statement.functional,
        "kind": statement.kind,
        "predicate": statement.predicate,
        "corrects": statement.corrects.name if statement.corrects else None,
        "subject_text": statement.subject.name,
        "object_text": statement.object.name if statement.object else None,
        "value_type": statement.object.type if statement.object else None,
        "polarity": statement.polarity,
        "modality": statement.modality,
        "claimed_from": to_us(statement.claimed_from) if statement.claimed_from else None,
        "claimed_to": to_us(statement.claimed_to) if statement.claimed_to else None,
        "precision": statement.precision,
        "said_at": to_us(episode.said_at),
        "day_only": episode.said_at_precision == "day",
        "seq": episode.seq,
        "speaker": episode.speaker,
        "speaker_key": alias_key(episode.speaker) if episode.speaker else None,
        "span_start": statement.start,
        "span_end": statement.stop,
        "extractor": statement.extractor,
        "why": statement.why,
        "source_kind": statement.source_kind,
        "authority": rank(statement.source_kind),
        "evidence": statement.evidence,
    }


def _governance(ground: Ground, statement: Statement) -> Row:
    predicate = ground.registry.get(statement.predicate)
    days = ground.registry.retention_days(statement.predicate, statement.source_kind)
    sensitivity = ground.registry.sensitivity(statement.predicate)
    return {
        "memory_type": predicate.memory_type if predicate else "semantic",
        "sensitivity": sensitivity,
        "retention_class": "standard" if days is None else f"{days:g} days",
        "expires_at": FOREVER_US if days is None else ground.now + int(days * DAY_US),
        "scope": "tenant",
        "owner": ground.tenant,
        "purpose": (ground.registry.policy.special.purpose if sensitivity == "special" else "") or "memory",
    }


def lock_subjects(ground: Ground, subjects: Iterable[str], lock: str) -> Flow[int]:
    """Locks subjects in uuid order; gives the write's system time, later than any before it on each of them."""
    return (yield from _locked(ground, subjects, lock))[0]


def _locked(ground: Ground, subjects: Iterable[str], lock: str) -> Flow[tuple[int, frozenset[str]]]:
    """The write's system time, and those of the subjects that were never locked before: nothing is believed of them."""
    uuids = sorted(subjects)
    if not uuids:
        return ground.now, frozenset()
    rows = yield ground.call("subjects_lock", uuids=uuids, lock=lock, now=ground.now)
    now = int(max(row["clock"] for row in rows))
    held = ground.clock()  # whoever was waited for has read theirs before
    if now - held > CLOCK_SLACK_US:
        raise Conflict(
            f"the clock says {from_us(held).isoformat()}, but a fact of this memory was written at "
            f"{from_us(now - 1).isoformat()}: it stepped back by more than a second. Set it right; nothing was written."
        )
    if held - ground.now > WAITED_US:
        now = max(now, held)
    if any(row["clock"] != now for row in rows):
        yield ground.call("subjects_clock", uuids=uuids, now=now)
    return now, frozenset(row["uuid"] for row in rows if row["first"])


def store(ground: Ground, drafts: Sequence[Draft], rows: Sequence[Row], writing: Writing) -> Flow[None]:
    """Stores the episodes of new drafts, and statements as rows."""
    new = [draft for draft in drafts if not draft.attached]
    for episode in (draft.episode for draft in new):
        writing.episodes.append(episode.id)
        writing.touched.append(episode_id(ground.tenant, episode.id))
        writing.roles[episode.role] = writing.roles.get(episode.role, 0) + 1
    mentions = _mentioned(rows)
    if new:
        made = [_episode_row(ground, draft, mentions, writing) for draft in new]
        yield ground.call("episodes_create", rows=made)
    yield from _note_beside(ground, drafts, writing)
    if not rows:
        return
    for row in rows:
        row.update(system_from=writing.at, counts_from=writing.at, system_to=FOREVER_US)
    yield ground.call(
        "statements_create",
        rows=[{"episode": row["episode"], "props": _present(row), "about": _about(row)} for row in rows],
    )
    attached = [tie for episode in sorted(mentions.keys() - set(writing.touched)) for tie in mentions[episode]]
    if attached:
        yield ground.call("mentions_create", rows=attached)


def _note_beside(ground: Ground, drafts: Sequence[Draft], writing: Writing) -> Flow[None]:
    """Notes what was not kept of statements that came to episodes stored before."""
    beside = {draft.episode.id for draft in drafts if draft.attached} & writing.notes.keys()
    rows = [
        {"uuid": episode_id(ground.tenant, episode), "notes": notes_written(writing.notes[episode])}
        for episode in sorted(beside)
    ]
    if rows:
        yield ground.call("episodes_note", rows=rows, most=MOST_NOTED)


def _present(props: Row) -> Row:
    """Properties without those that are absent: no engine stores them."""
    return {name: value for name, value in props.items() if value is not None}


def _about(row: Row) -> list[Row]:
    """The entities that a statement is about, as subject or object."""
    return [{"entity": row[f"{role}_uuid"], "role": role} for role in ("subject", "object") if row[f"{role}_uuid"]]


def _mentioned(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Which entities each episode mentions, by episode."""
    pairs = sorted({(row["episode"], about["entity"]) for row in rows for about in _about(row)})
    mentions = dict[str, list[Row]]()
    for episode, entity in pairs:
        tie = {"episode": episode, "entity": entity, "uuid": digest("mention", episode, entity)}
        mentions.setdefault(episode, []).append(tie)
    return mentions


def _episode_row(ground: Ground, draft: Draft, mentions: Mapping[str, Sequence[Row]], writing: Writing) -> Row:
    episode = draft.episode
    props: Row = {
        "uuid": episode_id(ground.tenant, episode.id),
        "episode_id": episode.id,
        "name": f"{episode.speaker or episode.role}, {episode.said_at:%-d %B %Y}",
        "session": episode.session,
        "seq": episode.seq,
        "speaker": episode.speaker,
        "role": episode.role,
        "said_at": to_us(episode.said_at),
        "said_at_precision": episode.said_at_precision,
        "said_at_offset": offset_seconds(episode.said_at),
        "recorded_at": writing.at,
        "source_kind": episode.source_kind,
        "source_uri": episode.source_uri,
        "extract_of": episode.extract_of,
        "source": "message",
        "source_description": episode.source_kind,
        "content": episode.text,
        "content_hash": _text_hash(ground, episode),
        "read_by": draft.read_by,
        "entity_edges": list[str](),
        "unkept": notes_written(writing.notes.get(episode.id, ())) or None,
        "document": draft.version_of or None,
        "version": number_of(episode.id) if draft.version_of else None,
        "expires_at": _kept_until(ground, episode, writing.at),
    }
    return {
        "props": _present(props),
        "mentions": list(mentions.get(props["uuid"], ())),
        "said": clock_parts(props["said_at"]),
        "recorded": clock_parts(writing.at),
        "tenant_term": tenant_term(ground.tenant),
    }


def _kept_until(ground: Ground, episode: Episode, now: int) -> int | None:
    """When the keeping of an episode's text ends, where the policy sets its kind of source an end."""
    days = ground.registry.policy.source(episode.source_kind).retention_days
    return None if days is None else now + int(days * DAY_US)


def record_receipt(ground: Ground, writing: Writing, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Stores the receipt of a write in its own transaction; its answer, without anybody's words, only for a call."""
    receipt = receipt_of(writing, digest("receipt", ground.tenant, writing.at, lock))
    bare = tuple(decision.model_copy(update={"subject": "", "object": ""}) for decision in receipt.statements)
    yield from record(ground, receipt, writing, call, receipt.model_copy(update={"statements": bare}))
    return receipt


def record(
    ground: Ground, receipt: Receipt, writing: Writing, call: str | None, answer: Receipt | Erasure
) -> Flow[None]:
    """Stores what a write changed, and for a call its answer."""
    yield ground.call(
        "receipts_create",
        receipt={
            "uuid": receipt.id,
            "at": writing.at,
            "call": call,
            "opened": list(receipt.opened),
            "closed": list(receipt.closed),
            "touched": writing.touched,
            "body": None if call is None else answer.model_dump_json(),
        },
    )


def receipt_of(writing: Writing, uuid: str) -> Receipt:
    """The receipt of what a write has come to."""
    difference = writing.difference
    return Receipt(
        id=uuid,
        episodes=tuple(writing.episodes),
        statements=tuple(writing.decisions),
        opened=tuple(sorted(row["props"]["uuid"] for row in difference.opened)),
        closed=tuple(difference.closed),
        review=tuple(row["uuid"] for row in difference.reviews),
        duplicates=tuple(writing.duplicates),
        skipped=tuple(writing.skipped),
        replaced=tuple(writing.replaced),
        roles=writing.roles,
        at=from_us(writing.at),
    )
