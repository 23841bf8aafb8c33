"""Stored turns read again, from the first said to the last, part by part: what that changes, shown or written."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial
from itertools import islice
from typing import Any, Literal, TypeAlias

from graphmem.identity.keys import alias_key
from graphmem.intake import CHUNK, WINDOW, Reader, prepare, with_removed
from graphmem.model import Episode, Reextraction, Rereading, from_us, to_us
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.rereading import Difference, Stored, differences, earlier, places, reread, stored, windows
from graphmem.store.flows.voices import HEARD, is_heard
from graphmem.store.flows.waiting import LEADS
from graphmem.store.flows.write import Draft, as_said
from graphmem.verbs import Host, Making, new_lock

__all__ = ["LISTED", "Asked", "Step", "Steps", "rereading"]

LISTED = 1_000  # changes that the answer shows; all are counted
SESSIONS = 1_000  # of which the last turns are held, more than a part has; those of others are read anew
SPEAKERS = 10_000  # of whom the last turns are held
MONTHS = 24  # further back nobody is asked: as at the first reading
COUNTED = ("added", "gone", "changed", "same", "unread", "opened", "closed")
Change: TypeAlias = tuple[Row | None, Row | None]  # before, after


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: to `apply` the changes, to read only what this extractor has not read, to tell progress."""

    apply: bool = False
    unread: bool = False
    progress: Callable[[int, int | None], None] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A flow to be run, whose result is sent back."""

    make: Making[Any]
    writes: bool = False


Steps: TypeAlias = Generator[Step, Any, Reextraction]


@dataclass(slots=True)
class Light:
    """The turns in whose light others are read: the last ones of each session and speaker, as far as was read."""

    sessions: OrderedDict[str, deque[Episode]] = field(default_factory=OrderedDict)
    speakers: OrderedDict[str, deque[Episode]] = field(default_factory=OrderedDict)

    def unknown(self, turns: Iterable[Episode]) -> dict[str, tuple[int, int]]:
        """The first place of each session whose turns are not held; those that are stay for these turns."""
        firsts = dict[str, tuple[int, int]]()
        for turn in turns:
            if turn.session in self.sessions:
                self.sessions.move_to_end(turn.session)
            else:
                firsts.setdefault(turn.session, (to_us(turn.said_at), turn.seq))
        return firsts

    def take(self, turns: Iterable[Episode], *, heard: bool = True) -> None:
        """Takes turns in, in the order said; the sessions and speakers longest not met are let go."""
        for turn in turns:
            _last(self.sessions, turn.session, WINDOW, SESSIONS).append(turn)
            if heard and is_heard(turn):
                _last(self.speakers, alias_key(turn.speaker or ""), HEARD, SPEAKERS).append(turn)

    def before(self, turns: Sequence[Episode]) -> dict[str, list[Episode]]:
        """The last turns of the sessions of turns."""
        return {turn.session: list(self.sessions.get(turn.session, ())) for turn in turns}

    def heard(self, turns: Sequence[Episode]) -> list[Episode]:
        """The last turns of the speakers of turns, of the months in which they are asked back."""
        first = {alias_key(turn.speaker or ""): turn for turn in reversed(turns) if is_heard(turn)}
        said = ((turn, one) for speaker, turn in first.items() for one in self.speakers.get(speaker, ()))
        return [one for turn, one in said if _month(turn) - _month(one) <= MONTHS]


def _last(held: OrderedDict[str, deque[Episode]], of: str, number: int, most: int) -> deque[Episode]:
    found = held.setdefault(of, deque(maxlen=number))
    held.move_to_end(of)
    while len(held) > most:
        held.popitem(last=False)
    return found


def _month(turn: Episode) -> int:
    said = turn.said_at.astimezone(UTC)
    return said.year * 12 + said.month


@dataclass(slots=True)
class Tally:
    """What the parts came to, in bounded memory."""

    episodes: int = 0
    passed: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    changes: list[Rereading] = field(default_factory=list)

    def count(self, name: str, number: int) -> None:
        """Counts so many more."""
        self.counts[name] += number

    def add(self, change: Rereading) -> None:
        """Counts a change, and lists it while there is room."""
        self.count(change.change, 1)
        if len(self.changes) < LISTED:
            self.changes.append(change)


def rereading(host: Host, reader: Reader, asked: Asked) -> Steps:
    """Reads every stored turn again, in the order said, in the light of those before it.

    Without `apply` nothing is written. Each part is a write of its own: what was broken off is begun again, and
    finds done what was done. A second time there is nothing left to change.
    """
    walk = _Walk(host, reader, asked)
    yield from walk.steps()
    tally = walk.tally
    listed = ("added", "gone", "changed", "unread")
    return Reextraction(
        extractor=reader.id,
        applied=asked.apply,
        episodes=tally.episodes,
        counts=tally.counts,
        changes=tuple(tally.changes),
        omitted=sum(tally.counts[name] for name in listed) - len(tally.changes),
        at=from_us(host.now()),
    )


@dataclass(slots=True)
class _Walk:
    """One reading of everything: whose, by whom, what is asked; how far it is."""

    host: Host
    reader: Reader
    asked: Asked
    light: Light = field(default_factory=Light)
    tally: Tally = field(default_factory=Tally)

    def steps(self) -> Generator[Step, Any, None]:
        spans = yield self._read(windows)
        total = sum(count for _, _, count in spans)
        for begin, end, _ in spans:
            uuids = iter((yield self._read(partial(places, begin=begin, end=end))))
            while part := list(islice(uuids, CHUNK)):
                yield from self._part(part)
                self.tally.passed += len(part)
                if self.asked.progress is not None:
                    self.asked.progress(self.tally.passed, total)

    def _read(self, flow: Callable[[Ground], Flow[Any]]) -> Step:
        ground = self.host.ground()
        return Step(lambda: flow(ground))

    def _part(self, uuids: Sequence[str]) -> Generator[Step, Any, None]:
        found: list[Stored] = yield self._read(partial(stored, uuids=uuids))
        texts = [one for one in found if one.is_text]
        turns = [one.episode for one in texts]
        firsts = self.light.unknown(turns)
        if firsts:
            before = yield self._read(partial(earlier, firsts=firsts, limit=WINDOW))
            for session in before.values():
                self.light.take(session, heard=False)
        wanted = [one for one in texts if self._wants(one)]
        if wanted:
            yield from self._settled(wanted, self._drafts(turns, wanted))
        self.light.take(turns)

    def _wants(self, one: Stored) -> bool:
        return not one.retracted and not (self.asked.unread and one.read_by == self.reader.id)

    def _drafts(self, turns: Sequence[Episode], wanted: Sequence[Stored]) -> list[Draft]:
        """What the wanted turns of a part state, in the light of all that were said before."""
        policy = self.reader.registry.policy.of_any_length()
        prepared = [prepare(one.episode, policy) for one in wanted]
        fresh = [one.episode for one in prepared]
        ids = {episode.id for episode in fresh}
        beside = [turn for turn in turns if turn.id not in ids]
        around = self.light.before(turns)
        for turn in beside:
            around[turn.session].append(turn)
        drafts = self.reader.drafts(fresh, around, [*self.light.heard(turns), *beside])
        return with_removed(drafts, prepared, {})

    def _settled(self, wanted: Sequence[Stored], drafts: Sequence[Draft]) -> Generator[Step, Any, None]:
        """Compares, writes what is asked to be written, and tells of both."""
        read = [draft for draft in drafts if draft.read_by is not None]
        changes: list[Difference] = yield self._read(partial(differences, drafts=read, found=wanted))
        readers = {one.episode.id: one.read_by for one in wanted}
        stale = any(readers[draft.episode.id] != draft.read_by for draft in read)
        if self.asked.apply and (stale or any(change.added or change.gone for change in changes)):
            seen, lock = {one.episode.id: one.content_hash for one in wanted}, new_lock()
            receipt, changes = yield Step(lambda: reread(self.host.ground(), read, seen, lock=lock), writes=True)
            self.tally.count("opened", len(receipt.opened))
            self.tally.count("closed", len(receipt.closed))
        self._tell(drafts, changes)

    def _tell(self, drafts: Sequence[Draft], changes: Sequence[Difference]) -> None:
        self.tally.episodes += len(drafts)
        for draft in drafts:
            if draft.read_by is None:
                self.tally.add(_told("unread", draft.episode, reason=draft.removed[-1].reason))
        ground = self.host.ground()
        for change in changes:
            self.tally.count("same", change.same)
            for before, after in _paired(ground, change):
                self.tally.add(_rereading(change.draft.episode, before, after))


def _paired(ground: Ground, change: Difference) -> Iterator[Change]:
    """What is gone with what stands in its place: of the same subject and predicate, else of the same words."""
    added = [as_said(ground, one) for one in change.added]
    for before in change.gone:
        after = next((row for alike in (_about, _span) for row in added if alike(row) == alike(before)), None)
        if after is not None:
            added.remove(after)
        yield before, after
    yield from ((None, after) for after in added)


def _about(row: Row) -> tuple[object, ...]:
    return (row["subject_text"], row["predicate"], row["kind"])


def _span(row: Row) -> tuple[object, ...]:
    return (row["span_start"], row["span_end"])


def _rereading(episode: Episode, before: Row | None, after: Row | None) -> Rereading:
    row: Row = after or before or {}
    return _told(
        "changed" if before and after else "added" if after else "gone",
        episode,
        before=_sentence(before),
        after=_sentence(after),
        quote=episode.text[row["span_start"] : row["span_end"]],
    )


def _told(change: Literal["added", "gone", "changed", "unread"], episode: Episode, **more: str) -> Rereading:
    return Rereading(
        change=change, episode=episode.id, said_at=episode.said_at, speaker=episode.speaker, **more
    )  # fmt: skip


def _sentence(row: Mapping[str, Any] | None) -> str:
    """A statement as a sentence, with what else differs between two readings of one."""
    if row is None:
        return ""
    dates = [f"{word} {from_us(row[end]):%Y-%m-%d}" for word, end in DATES if row.get(end) is not None]
    marks = [
        *([] if row["polarity"] else ["denied"]),
        *([] if row["modality"] == "asserted" else [row["modality"]]),
        *([f"not {row['corrects']}"] if row.get("corrects") else []),
        *dates,
        *([] if row["decision"] == "kept" else [row["decision"]]),
    ]
    return f"{LEADS[row['kind']]}{row['name']}" + (f" ({', '.join(marks)})" if marks else "")


DATES = (("from", "claimed_from"), ("until", "claimed_to"))
