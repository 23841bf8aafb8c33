"""Erasure: statements, edges of both kinds, mentions, names and words destroyed, history too; with a certificate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.errors import Conflict, NotFound
from graphmem.extract.segment import segment
from graphmem.gate.redact import BLANK
from graphmem.identity.keys import alias_key
from graphmem.model import FOREVER_US, Erasure, from_us
from graphmem.store.call import Flow, Ground, Row, Rows
from graphmem.store.flows.counted import counted
from graphmem.store.flows.documents import stored_as
from graphmem.store.flows.folding import SUPPORT, Unit, believed_edges, clock_parts, slot_of, units_of
from graphmem.store.flows.merge import ENDS, merged_into, split_by
from graphmem.store.flows.naming import known_entities
from graphmem.store.flows.noted import notes_left
from graphmem.store.flows.trimming import trim_receipts
from graphmem.store.flows.voices import voices_of
from graphmem.store.flows.write import Writing, lock_subjects, receipt_of, record
from graphmem.store.keys import digest, tombstone
from graphmem.store.rows import said_at_of

__all__ = ["blanked", "erase_episode", "erase_subject", "replay", "sweep"]


Span = tuple[int, int]
EXTRACT = "a text that was blanked since"  # the hash of the whole would confirm a guess at what was blanked
SWEPT = 1_000  # episodes, and statements, of one sweep: what is more waits for the next


@dataclass(slots=True)
class Doomed:
    """What an erasure destroys, and what it only blanks."""

    what: str
    episodes: list[Row] = field(default_factory=list)
    blanked: list[Row] = field(default_factory=list)
    statements: list[Row] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    names: tuple[str, ...] = ()
    graves: list[Row] = field(default_factory=list)
    kept: dict[str, list[Span]] = field(default_factory=dict)
    over: dict[str, list[Span]] = field(default_factory=dict)

    def left_of(self, row: Row) -> str:
        """The text of an episode that is only blanked: without the names, and without the spans that are over."""
        kept = self.kept.get(row["uuid"], ())
        text: str = without(row["content"], self.over.get(row["uuid"], ()), kept)
        return blanked(text, self.names, kept) if self.names else text


def erase_episode(ground: Ground, episode: str, *, lock: str, call: str | None = None) -> Flow[Erasure]:
    """Destroys an episode (of a document every version) and what it alone states. Raises NotFound if not stored."""
    uuids = yield from stored_as(ground, episode)
    rows = yield ground.call("episodes_read", uuids=uuids)
    yield from _split_off(ground, uuids, lock)
    stated = yield ground.call("statements_behind", episodes=uuids)
    doomed = Doomed(what="episode", episodes=rows, statements=[row["statement"] for row in stated])
    doomed.graves = [_grave(ground, "text", row["content"]) for row in rows]
    return (yield from _destroy(ground, doomed, lock, call))


def _split_off(ground: Ground, episodes: Sequence[str], lock: str) -> Flow[None]:
    """Takes back the merges that episodes made, before they go."""
    rows = yield ground.call("statements_behind", episodes=episodes)
    ids = [row["statement"]["uuid"] for row in rows]
    merges = (yield ground.call("merges_of_statements", statements=ids)) if ids else []
    if merges:
        writing = Writing(at=ground.now)
        subjects = {row["statement"]["subject_uuid"] for row in rows} | {row["loser"] for row in merges}
        writing.at = yield from lock_subjects(ground, subjects, lock)
        yield from split_by(ground, ids, writing.at)


def erase_subject(ground: Ground, name: str, *, lock: str, call: str | None = None) -> Flow[Erasure]:
    """Destroys an entity, what is stated of it, its own episodes; blanks its names in others' episodes.

    Raises NotFound for a name that is not stored, Conflict for one that several bear.
    """
    known = yield from known_entities(ground, name)
    if not known:
        raise NotFound(f"nothing of the name {name!r} is stored for this tenant. See `facts` or `review` for names.")
    if len(known) > 1:
        several = "; ".join(f"{entity.name} (id {entity.uuid})" for entity in known)
        raise Conflict(f"{name!r} may be any of {len(known)}: {several}. Erase by id; nothing was erased.")
    (row,) = yield ground.call("entities_read", uuids=[known[0].uuid])
    doomed = yield from _doom_subject(ground, row)
    return (yield from _destroy(ground, doomed, lock, call))


def _doom_subject(ground: Ground, entity: Row) -> Flow[Doomed]:
    merged = yield from merged_into(ground, entity["uuid"])
    called = {name for row in (entity, *merged) for name in (row["name"], *row["aliases"])}
    names = tuple(sorted(called, key=lambda name: (-len(name), name)))
    lower = [name.lower() for name in names]
    keys = {alias_key(name) for name in names}
    doomed = Doomed(what="subject", names=names)
    relations = yield ground.call("entities_holding", names=lower)
    bound = [row["uuid"] for row in relations if any(_holds(own, names) for own in row["aliases"])]
    doomed.entities = sorted({entity["uuid"], *bound, *(row["uuid"] for row in merged)})
    holding = yield ground.call("episodes_holding", names=lower)
    for row in sorted(holding, key=lambda row: row["uuid"]):
        if row["speaker"] is not None and alias_key(row["speaker"]) in keys:
            doomed.episodes.append(row)
        elif _holds(row["content"], names):
            doomed.blanked.append(row)
    doomed.statements = yield from _statements_about(ground, doomed)
    _take_carriers(doomed)
    texts = [row["content"] for row in (*doomed.episodes, *doomed.blanked)]
    doomed.graves = [_grave(ground, "text", text) for text in texts]
    doomed.graves += [_grave(ground, "name", key) for key in sorted(keys)]
    return doomed


def _take_carriers(doomed: Doomed) -> None:
    """Destroys with their statement the episodes that are nothing but it: structured ones, approvals, one sentence."""
    whole = {(s["episode"], s["span_end"]) for s in doomed.statements if s["span_start"] == 0}
    carriers = [row for row in doomed.blanked if (row["uuid"], len(row["content"])) in whole]
    carriers = [row for row in carriers if row["uuid"] not in doomed.kept]
    doomed.episodes += carriers
    doomed.blanked = [row for row in doomed.blanked if row not in carriers]


def _statements_about(ground: Ground, doomed: Doomed) -> Flow[list[Row]]:
    found = dict[str, Row]()
    for uuid in doomed.entities:
        rows = yield ground.call("statements_of_entity", entity=uuid)
        found.update((row["statement"]["uuid"], row["statement"]) for row in rows)
    own = {row["uuid"] for row in doomed.episodes}
    rows = yield ground.call("statements_behind", episodes=sorted(own | {row["uuid"] for row in doomed.blanked}))
    for row in rows:
        statement = row["statement"]
        if row["episode"] in own or _holds(f"{statement['name']} {statement.get('corrects') or ''}", doomed.names):
            found[statement["uuid"]] = statement
    for row in rows:
        if row["statement"]["uuid"] not in found:
            span = (row["statement"]["span_start"], row["statement"]["span_end"])
            doomed.kept.setdefault(row["episode"], []).append(span)
    return [found[uuid] for uuid in sorted(found)]


def _holds(text: str, names: Sequence[str]) -> bool:
    return _pattern(names).search(text) is not None


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(re.escape(name) for name in names) + r")(?!\w)", re.IGNORECASE)


def blanked(text: str, names: Sequence[str], kept: Sequence[tuple[int, int]] = ()) -> str:
    """A text without the sentences that hold one of the names, as blocks of the same length: spans still hold.

    Of a sentence that a kept statement stands on (their spans in `kept`) only the names are blanked.
    """
    for part in segment(text):
        stands = any(start < part.stop and part.start < stop for start, stop in kept)
        if not stands and _holds(text[part.start : part.stop], names):
            text = text[: part.start] + BLANK * (part.stop - part.start) + text[part.stop :]
    return _pattern(names).sub(lambda match: BLANK * len(match[0]), text)


def without(text: str, over: Iterable[Span], kept: Sequence[Span]) -> str:
    """A text with spans as blocks of the same length, but for what a kept span stands on."""
    marks = list(text)
    for start, stop in over:
        for place in range(start, min(stop, len(marks))):
            if not any(first <= place < last for first, last in kept):
                marks[place] = BLANK
    return "".join(marks)


def sweep(ground: Ground, *, lock: str, call: str | None = None) -> Flow[Erasure]:
    """Destroys what was kept for a time that is over: episodes, statements, and the words these stand on."""
    expired = yield ground.call("episodes_expired", now=ground.now, limit=SWEPT)
    uuids = [row["uuid"] for row in expired]
    stated = yield ground.call("statements_expired", now=ground.now, limit=SWEPT)
    doomed = Doomed(what="expired", statements=[row["statement"] for row in stated])
    doomed.episodes = (yield ground.call("episodes_read", uuids=uuids)) if uuids else []
    yield from _doom_words(ground, doomed, {row["episode"] for row in stated} - set(uuids))
    if not (doomed.episodes or doomed.statements):
        return Erasure(id=digest("erasure", ground.tenant, ground.now, lock), of=doomed.what, at=from_us(ground.now))
    yield from _split_off(ground, uuids, lock)
    rows = (yield ground.call("statements_behind", episodes=uuids)) if uuids else []
    found = {s["uuid"]: s for s in (*doomed.statements, *(row["statement"] for row in rows))}
    doomed.statements = [found[uuid] for uuid in sorted(found)]
    doomed.graves = [_grave(ground, "text", row["content"]) for row in (*doomed.episodes, *doomed.blanked)]
    return (yield from _destroy(ground, doomed, lock, call))


def _doom_words(ground: Ground, doomed: Doomed, episodes: set[str]) -> Flow[None]:
    """The words of expired statements are blanked where others stand in their episode; else it goes whole."""
    if not episodes:
        return
    gone = {statement["uuid"] for statement in doomed.statements}
    noted = {row["uuid"]: row["unkept"] for row in (yield ground.call("episodes_noted", uuids=sorted(episodes)))}
    rows = yield ground.call("episodes_read", uuids=sorted(episodes))
    doomed.blanked = [{**row, "unkept": noted.get(row["uuid"])} for row in rows]
    for row in (yield ground.call("statements_behind", episodes=sorted(episodes))):
        statement = row["statement"]
        spans = doomed.over if statement["uuid"] in gone else doomed.kept
        spans.setdefault(row["episode"], []).append((statement["span_start"], statement["span_end"]))
    _take_carriers(doomed)


def _grave(ground: Ground, kind: str, text: str) -> Row:
    return {"uuid": tombstone(ground.secret, ground.tenant, kind, text), "kind": kind, "at": ground.now}


def _destroy(ground: Ground, doomed: Doomed, lock: str, call: str | None) -> Flow[Erasure]:
    gone = {statement["uuid"] for statement in doomed.statements}
    folding = [s for s in doomed.statements if s["folds"] and s["modality"] == "asserted"]
    writing = Writing(at=ground.now)
    writing.at = yield from lock_subjects(ground, {s["subject_uuid"] for s in folding}, lock)
    rebuilt = yield from _rebuild(ground, folding, gone)
    yield from _destroy_statements(ground, doomed, sorted(gone))
    yield from _destroy_episodes(ground, doomed)
    yield from _forget_beside(ground, doomed, rebuilt)
    bare = yield from _destroy_entities(ground, doomed)
    yield ground.call("tombstones_create", rows=doomed.graves)
    writing.touched = [row["uuid"] for row in doomed.blanked]
    writing.difference.opened = rebuilt.fresh
    left = yield from _left(ground, doomed)
    erasure = Erasure(
        id=digest("erasure", ground.tenant, writing.at, lock),
        of=doomed.what,
        at=from_us(writing.at),
        episodes=len(doomed.episodes),
        blanked=len(doomed.blanked),
        statements=len(gone),
        facts=len(rebuilt.gone),
        entities=bare,
        looked_at=("episodes", "statements", "facts believed and once believed", "entities", "aliases", "reviews"),
        remains=tuple(left),
    )
    receipt = receipt_of(writing, digest("receipt", ground.tenant, writing.at, lock))
    yield from record(ground, receipt, writing, call, erasure)
    return erasure


def _destroy_statements(ground: Ground, doomed: Doomed, gone: list[str]) -> Flow[None]:
    if gone:
        unnamed = yield ground.call("aliases_unname", statements=gone)
        yield ground.call("aliases_bare_destroy", keys=sorted({row["key"] for row in unnamed}))
    reviews = yield ground.call("reviews_naming", statements=gone, entities=doomed.entities)
    if reviews:
        yield ground.call("reviews_destroy", uuids=sorted(row["uuid"] for row in reviews))
    if gone:
        keys = {key for s in doomed.statements for key in (s["key"], s["slot_key"], *(s.get("former_keys") or ()))}
        yield ground.call("frontiers_destroy", keys=sorted(keys))
        yield ground.call("merges_forget", statements=gone)
        yield ground.call("statements_destroy", uuids=gone)


def _destroy_episodes(ground: Ground, doomed: Doomed) -> Flow[None]:
    if doomed.episodes:
        yield ground.call("episodes_destroy", uuids=[row["uuid"] for row in doomed.episodes])
        yield ground.call("voices_silent_destroy", voices=voices_of(ground, doomed.episodes))
    if doomed.blanked:
        yield ground.call("episodes_blank", rows=[_blank_row(ground, row, doomed) for row in doomed.blanked])


def _forget_beside(ground: Ground, doomed: Doomed, rebuilt: Rebuilt) -> Flow[None]:
    """Unties episodes that stay from what only erased statements of theirs spoke of.

    Receipts forget callers' words, and every id that was computed from something erased: it would confirm a guess.
    """
    episodes = {row["uuid"] for row in doomed.episodes}
    spoken = {s["episode"] for s in doomed.statements} | {row["uuid"] for row in doomed.blanked}
    yield ground.call("mentions_unspoken_destroy", episodes=sorted(spoken - episodes))
    written = {row["recorded_at"] for row in doomed.episodes} | {s["system_from"] for s in doomed.statements}
    yield ground.call("receipts_forget", instants=sorted(written))
    gone = {*rebuilt.gone, *episodes, *(row["episode_id"] for row in doomed.episodes)}
    gone |= {s["uuid"] for s in doomed.statements}
    withdrawn = {s["system_to"] for s in doomed.statements} - {FOREVER_US}
    yield from trim_receipts(ground, written | withdrawn | rebuilt.instants, gone)


def _blank_row(ground: Ground, row: Row, doomed: Doomed) -> Row:
    content = doomed.left_of(row)
    name = f"{row['speaker'] or row['role']}, {said_at_of(row):%-d %B %Y}"
    return {
        "uuid": row["uuid"],
        "content": content,
        "name": name,
        "content_hash": tombstone(ground.secret, ground.tenant, "text", row["content"]),
        "extract_of": EXTRACT if row["extract_of"] else None,
        "unkept": notes_left(row["unkept"], row["content"], content, _pattern(doomed.names or (BLANK,))),
    }


TIES = tuple(name for end in ENDS for name in (f"{end}_uuid", f"stated_{end}"))


def _destroy_entities(ground: Ground, doomed: Doomed) -> Flow[int]:
    """Destroys the erased entity and whatever nothing speaks of any more, with their names."""
    touched = {s.get(name) for s in doomed.statements for name in TIES} - {None}
    rows = yield ground.call("entities_bare", uuids=sorted(str(uuid) for uuid in touched))
    bare = sorted({row["uuid"] for row in rows} | set(doomed.entities))
    if not bare:
        return 0
    reviews = yield ground.call("reviews_naming", statements=[], entities=bare)
    if reviews:
        yield ground.call("reviews_destroy", uuids=sorted(row["uuid"] for row in reviews))
    yield ground.call("merges_destroy", entities=bare)
    keys = set[str]()
    for uuid in bare:
        keys |= {row["key"] for row in (yield ground.call("aliases_read", entity=uuid))}
    yield ground.call("entities_destroy", uuids=bare)
    if keys:
        yield ground.call("aliases_bare_destroy", keys=sorted(keys))
    return len(bare)


COMPUTED = re.compile(r"[0-9a-f]{32}")  # the id that importers give a turn without one: a hash of its text


def _left(ground: Ground, doomed: Doomed) -> Flow[list[str]]:
    if not doomed.names:
        return []
    rows = yield ground.call("left_of", names=[name.lower() for name in doomed.names])
    left = [f"{row['hits']} {row['place']} rows hold the name inside a longer word" for row in rows if row["hits"]]
    computed = sorted(row["episode_id"] for row in doomed.blanked if COMPUTED.fullmatch(row["episode_id"]))
    if computed:
        left.append(
            f"{len(computed)} blanked episodes have an id computed from their whole text, by which a guess at what was "
            f"blanked can be tested: erase these episodes too, or keep them knowingly: {', '.join(computed)}"
        )
    return left


@dataclass(slots=True)
class Rebuilt:
    """The edges that an erasure took away and those it made anew."""

    gone: list[str] = field(default_factory=list)
    fresh: list[Row] = field(default_factory=list)
    instants: set[int] = field(default_factory=set)

    def destroyed(self, edges: Iterable[Row]) -> None:
        """Notes edges that were taken away, and when the writes were that opened and closed them."""
        for edge in edges:
            self.gone.append(edge["uuid"])
            self.instants |= {edge["system_from"], edge["system_to"]}


def _rebuild(ground: Ground, folding: Sequence[Row], gone: set[str]) -> Flow[Rebuilt]:
    """Makes the whole history of the touched keys as if the erased statements had never been said."""
    rebuilt = Rebuilt()
    if not folding:
        return rebuilt
    units = yield from units_of(ground, sorted({slot_of(statement) for statement in folding}), folding)
    keys = sorted({key for unit in units for key in unit.keys})
    wanted_now, wanted_past = list[Row](), list[Row]()
    for unit in units:
        believed, past = replay(ground, _without(unit, gone))
        wanted_now += believed
        wanted_past += past
    stored = yield ground.call("facts_of_keys", keys=keys)
    yield from _exchange(ground, rebuilt, stored, wanted_now, ("facts_destroy", "facts_open", "facts_support"))
    stored = yield ground.call("past_of_keys", keys=keys)
    yield from _exchange(ground, rebuilt, stored, wanted_past, ("past_destroy", "facts_recall_past", "past_support"))
    yield from _forget_former(ground, rebuilt, folding, gone)
    return rebuilt


def _forget_former(ground: Ground, rebuilt: Rebuilt, folding: Sequence[Row], gone: set[str]) -> Flow[None]:
    """Takes erased statements from the edges they stood behind under a key they had before a merge or a split."""
    former = sorted({key for statement in folding for key in statement.get("former_keys") or ()})
    if not former:
        return
    rows = yield ground.call("past_of_keys", keys=former)
    for edge in (row["edge"] for row in rows):
        left = [uuid for uuid in edge["statements"] if uuid not in gone]
        if not left:
            rebuilt.destroyed([edge])
            yield ground.call("past_destroy", ids=[edge["uuid"]])
        elif len(left) < len(edge["statements"]):
            yield ground.call("past_support", id=edge["uuid"], support={"statements": left})


def _without(unit: Unit, gone: set[str]) -> list[Row]:
    return [statement for statement in unit.statements if statement["uuid"] not in gone]


def replay(ground: Ground, statements: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The edges believed now and those once believed, from all statements of one unit and when each counted.

    Belief changes only when a statement is recorded or withdrawn; at each such instant the live ones are folded.
    """
    instants = sorted({s["counts_from"] for s in statements} | {s["system_to"] for s in statements} - {FOREVER_US})
    believed, past = dict[tuple[Any, ...], Row](), list[Row]()
    for now in instants:
        wanted = {_place(row): row for row in believed_edges(ground, counted(statements, now), now)}
        past += [_given_up(row, now) for place, row in believed.items() if place not in wanted]
        believed = {place: _kept(believed.get(place), row) for place, row in wanted.items()}
    return list(believed.values()), past


def _place(row: Row) -> tuple[Any, ...]:
    props = row["props"]
    return (props["key"], props["value"], props["valid_from"], props["valid_to"], props["status"])


def _kept(earlier: Row | None, row: Row) -> Row:
    """An edge that goes on being believed keeps its id and start of belief; its supports are today's."""
    if earlier is None:
        return row
    return {**earlier, "props": {**earlier["props"], **{name: row["props"][name] for name in SUPPORT}}}


def _given_up(row: Row, now: int) -> Row:
    return {**row, "given_up": clock_parts(now), "props": {**row["props"], "system_to": now}}


def _exchange(
    ground: Ground, rebuilt: Rebuilt, stored: Rows, wanted: Iterable[Row], names: tuple[str, str, str]
) -> Flow[None]:
    destroy, create, support = names
    here = {row["edge"]["uuid"]: row["edge"] for row in stored}
    there = {row["props"]["uuid"]: row for row in wanted}
    same = {uuid for uuid, edge in here.items() if uuid in there and _ends(edge) == _ends(there[uuid]["props"])}
    gone, fresh = sorted(here.keys() - same), [there[uuid] for uuid in sorted(there.keys() - same)]
    if gone:
        yield ground.call(destroy, ids=gone)
    if fresh:
        yield ground.call(create, rows=fresh)
    for uuid in sorted(same):
        wants = {name: there[uuid]["props"][name] for name in SUPPORT}
        if any(here[uuid].get(name) != value for name, value in wants.items()):
            yield ground.call(support, id=uuid, support=wants)
    rebuilt.destroyed(here[uuid] for uuid in gone)
    rebuilt.fresh += fresh


def _ends(props: Row) -> tuple[Any, ...]:
    return (props["system_from"], props["system_to"], props["fact"])
