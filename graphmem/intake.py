"""Episodes to drafts: cleaned, redacted, read in the light of the turns before them, judged. Pure."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.errors import GraphmemError
from graphmem.extract.language import language
from graphmem.extract.pipeline import Analysis, analyse_many, extractor, interpret
from graphmem.gate.extract import extract
from graphmem.gate.fence import without_blocks
from graphmem.gate.instructions import sentences
from graphmem.gate.judge import Judgement, first_instruction, judge
from graphmem.gate.redact import BLANK, clean, redact
from graphmem.model import Decision, Episode, Statement
from graphmem.policy import Policy
from graphmem.registry import Registry
from graphmem.stand_in import StandIn
from graphmem.store.flows.voices import Voices
from graphmem.store.flows.write import Draft
from graphmem.store.keys import digest

__all__ = ["CHUNK", "WINDOW", "Prepared", "Read", "Reader", "chunks", "prepare", "read", "with_removed"]

CHUNK = 64  # episodes of one transaction: parsed together, folded together
WINDOW = 8  # earlier turns of the session in whose light a turn is read
CACHED = 1024


@dataclass(frozen=True, slots=True)
class Prepared:
    """An episode as it may be kept, and what was taken out of it or left unread before."""

    episode: Episode
    removed: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """A chunk of episodes as they may be kept, and those of them that needed it read each by itself."""

    prepared: tuple[Prepared, ...]
    analyses: tuple[Analysis, ...] = ()


def read(episodes: Sequence[Episode], known: Collection[str], policy: Policy) -> Read:
    """A chunk prepared, and analysed but for the episodes whose ids are known: those are stored already."""
    prepared = tuple(prepare(episode, policy) for episode in episodes)
    return Read(prepared, _analysed([one.episode for one in prepared if one.episode.id not in known]))


def _analysed(episodes: Iterable[Episode]) -> tuple[Analysis, ...]:
    """Each episode read by itself. The trees are let go: what they told stands in the drafts."""
    return tuple(replace(analysis, trees=()) for analysis in analyse_many(episodes))


def chunks(episodes: Iterable[Episode]) -> Iterator[list[Episode]]:
    """Episodes by the chunk, as they come; what came before bad input is given before the error is raised.

    An id comes once in a chunk: a document that comes again may be its next version.
    """
    stream = iter(episodes)
    chunk = list[Episode]()
    while True:
        try:
            episode = next(stream)
        except StopIteration:
            break
        except GraphmemError:
            if chunk:
                yield chunk
            raise
        if any(one.id == episode.id for one in chunk):
            yield chunk
            chunk = []
        chunk.append(episode)
        if len(chunk) == CHUNK:  # before another turn is asked for: an interrupt then tells what is written
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def prepare(episode: Episode, policy: Policy) -> Prepared:
    """The episode with secrets, instructions to the reader and our own packed blocks blanked at equal length.

    Of a text that the policy calls too long an extract is kept.
    """
    text = clean(episode.text)
    redacted = redact(text)
    removed = [_removed(episode, f"a secret ({kind}) was blanked before anything was kept") for kind in redacted.kinds]
    text = without_blocks(redacted.text)
    if text != redacted.text:
        removed.append(_removed(episode, "a context block of this memory came back and is not learnt from"))
    found = first_instruction(text, episode.role, episode.source_kind)
    if found is not None:
        offset, reason = found
        text = text[:offset] + BLANK * (len(text) - offset)
        removed.append(_removed(episode, f"{reason}: the text from character {offset} on was blanked"))
    kept = _extracted(episode.model_copy(update={"text": text}), episode.text, policy)
    if kept.text != text:
        reason = f"too long to be kept whole: {len(kept.text)} of {len(text)} characters, and where the rest is"
        removed.append(Decision(id=digest("removed", episode.id, reason), decision="skipped", reason=reason))
    return Prepared(kept, (*removed, *_unread(episode, kept.text)))


def _extracted(episode: Episode, whole: str, policy: Policy) -> Episode:
    """The episode with an extract in the place of a text that is too long, and what it is an extract of."""
    longest = policy.source(episode.source_kind).longest
    if longest is None or len(episode.text) <= longest:
        return episode
    digest_of_whole = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
    where = redact(clean(episode.source_uri or f"session {episode.session}, turn {episode.seq}")).text
    named = f"{where}, sha256 {digest_of_whole}, {len(whole)} characters"
    return episode.model_copy(update={"text": extract(episode.text, longest), "extract_of": named})


def _unread(episode: Episode, text: str) -> Iterator[Decision]:
    """That a text is kept as it is, but not read for facts, where most of its sentences are in another language."""
    pieces = [text[one.start : one.stop] for one in sentences(text) if one.kind in ("sentence", "fragment")]
    foreign = Counter(name for name in map(language, pieces) if name != "English")
    if 2 * foreign.total() > len(pieces):
        name = foreign.most_common(1)[0][0]
        reason = f"written in {name}: kept as text; names, dates and labelled values are read, its sentences are not"
        yield Decision(id=digest("unread", episode.id, reason), decision="skipped", reason=reason)


def _removed(episode: Episode, reason: str) -> Decision:
    return Decision(id=digest("removed", episode.id, reason), decision="quarantined", reason=reason)


@dataclass(slots=True)
class Reader:
    """Reads episodes in the light of their session, by the rules or whoever stands in; parses each text once."""

    registry: Registry
    stand_in: StandIn | None = None
    _parsed: OrderedDict[tuple[str, str, str], Analysis] = field(default_factory=OrderedDict)

    def drafts(
        self, fresh: Sequence[Episode], earlier: Mapping[str, Sequence[Episode]], heard: Sequence[Episode] = ()
    ) -> list[Draft]:
        """A draft for each fresh episode; `earlier` holds the stored turns before them, by session, oldest first.

        `heard` are stored turns of their speakers. What an episode states depends on its own text, the eight turns
        before it in its session and its speaker's last eight in any, as far as they came with it or before it, and
        on nothing else.
        """
        turns = {session: _in_order([*before, *_of(fresh, session)]) for session, before in earlier.items()}
        windows = {
            id(episode): turns[session][max(0, place - WINDOW) : place + 1]
            for session in turns
            for place, episode in enumerate(turns[session])
        }
        if self.stand_in is not None:
            return [self.stand_in.draft(e, windows[id(e)][:-1], self.registry) for e in fresh]
        said = Voices().add([*heard, *fresh])
        voices = {id(e): [turn for turn in said.before(e) if turn.session != e.session] for e in fresh}
        self._analyses(fresh)  # in one go, whatever stands before them: in a worker it is the same
        everything = [episode for session in sorted(turns) for episode in turns[session]]
        analyses = self._analyses([*everything, *(turn for voice in voices.values() for turn in voice)])
        windows = {about: [*voices.get(about, ()), *window] for about, window in windows.items()}
        return [
            Draft(e, self._judged(e, [analyses[id(turn)] for turn in windows[id(e)]]), read_by=self.id) for e in fresh
        ]

    @property
    def id(self) -> str:
        """Name and version of who reads."""
        return extractor() if self.stand_in is None else self.stand_in.id

    def _judged(self, episode: Episode, window: Sequence[Analysis]) -> tuple[tuple[Statement, Judgement], ...]:
        return tuple((statement, self._judge(statement, episode)) for statement in interpret(window).statements)

    def _judge(self, statement: Statement, episode: Episode) -> Judgement:
        mentions = (statement.subject, statement.object, statement.corrects)
        if any(BLANK in mention.name for mention in mentions if mention is not None):
            return Judgement("quarantined", "its words were blanked before anything was kept")
        return judge(statement, episode, self.registry)

    def _analyses(self, episodes: Sequence[Episode]) -> dict[int, Analysis]:
        texts = {_text_of(episode): episode for episode in episodes}
        found = {key: one for key in texts if (one := self._parsed.get(key)) is not None}
        unread = {key: episode for key, episode in texts.items() if key not in found}
        found |= self.know(_analysed(unread.values()))
        return {id(episode): found[_text_of(episode)] for episode in episodes}

    def know(self, analyses: Iterable[Analysis]) -> dict[tuple[str, str, str], Analysis]:
        """Takes in what was read elsewhere; the last of all that was read are kept."""
        known = {_text_of(analysis.episode): analysis for analysis in analyses}
        self._parsed.update(known)
        while len(self._parsed) > CACHED:
            self._parsed.popitem(last=False)
        return known

    def forget(self) -> None:
        """Lets every parsed text go: after an erasure none of it may stay in memory."""
        self._parsed.clear()


def with_removed(drafts: Sequence[Draft], prepared: Sequence[Prepared], documents: Mapping[str, str]) -> list[Draft]:
    """The drafts, each with what was taken out of its episode before, and the document it is a new version of.

    `documents` are those of which new versions came, by the version's id.
    """
    removed = {one.episode.id: one.removed for one in reversed(prepared)}
    came = [(draft, documents.get(draft.episode.id, "")) for draft in drafts]
    return [
        replace(draft, removed=(*removed.get(document or draft.episode.id, ()), *draft.removed), version_of=document)
        for draft, document in came
    ]


def _text_of(episode: Episode) -> tuple[str, str, str]:
    return (episode.id, episode.said_at.isoformat(), f"{episode.speaker}\x1f{episode.role}\x1f{episode.text}")


def _of(episodes: Iterable[Episode], session: str) -> list[Episode]:
    return [episode for episode in episodes if episode.session == session]


def _in_order(episodes: Iterable[Episode]) -> list[Episode]:
    return sorted(episodes, key=lambda episode: (episode.said_at, episode.seq))
