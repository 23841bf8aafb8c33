"""Whether a later turn speaks against what is shown.

It names the value again, with words of an end or a change; or it gives what is asked for another value.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graphmem.model import Episode, Fact
from graphmem.recall.candidate import Ranked
from graphmem.recall.features import spans
from graphmem.recall.question import Reading
from graphmem.recall.words import Token, content, fold, stem, tokens, words

__all__ = ["answered_later", "outdated", "overtaken", "telling"]

MARKS: Final = re.compile("→|➜|➔|⇒|->|=>")
LENGTH: Final = 240  # characters quoted of a later turn
LEAST: Final = 3  # letters of a word that names a value


def telling(one: Ranked, reading: Reading) -> frozenset[str]:
    """The words that name the value shown, and nobody whom the question or the turn's speaker is named by.

    Proper names of it, if it has any; else all its words of content. Empty where nothing tells the value.
    """
    fact, episode = one.candidate.fact, one.candidate.episode
    if fact is not None and one.standing == "holds":
        told, plain = str(fact.object), frozenset(content(str(fact.object)))
        about = f"{fact.subject} {' '.join(source.speaker or '' for source in fact.sources)}"
    elif episode is not None and one.quote is not None:
        told, plain = episode.text[slice(*one.quote)], frozenset[str]()
        about = episode.speaker or ""
    else:
        return frozenset()
    known = {token.lower for token in tokens(f"{reading.text} {about}")}
    return _names(told) - known or plain - {stem(word) for word in known}


def _names(told: str) -> frozenset[str]:
    """The capitalised words, the first of a sentence only if it stands nowhere in small letters."""
    idle = words().stop | words().title | words().calendar | words().tongue | words().meta
    found = [token for token in tokens(told) if token.text[:1].isupper() and len(token.text) >= LEAST]
    return frozenset(token.lower for token in found if token.lower not in idle and not _opens(told, token.start))


def _opens(told: str, place: int) -> bool:
    """Whether a sentence of several words begins there, so that a capital tells nothing."""
    before = told[:place].rstrip(" \"'(")
    return " " in told and (not before or before[-1] in ".!?:")


def overtaken(one: Ranked, named: frozenset[str], turns: Sequence[Episode], reading: Reading) -> Ranked:
    """The candidate with the last later turn that speaks against it, if any of `turns` does."""
    for turn in _later(one, turns, reading) if named else ():
        part = _against(turn.text, named)
        if part is not None and not _of_another(one, turn, turn.text[slice(*part)]):
            return replace(one, later=turn, later_part=part)
    return one


def _later(one: Ranked, turns: Sequence[Episode], reading: Reading) -> Iterator[Episode]:
    """The turns said after those that a candidate rests on, up to the time asked about, the last first."""
    told = dict(_told(one))
    until = reading.as_of.valid if reading.dated else None
    for turn in sorted(turns, key=lambda turn: (turn.said_at, turn.seq, turn.id), reverse=True) if told else ():
        in_time = turn.said_at > max(told.values()) and (until is None or turn.said_at <= until)
        if in_time and turn.id not in told and turn.source_kind != "inference":
            yield turn


def _of_another(one: Ranked, turn: Episode, said: str) -> bool:
    """Whether somebody who neither told what is shown, nor is whom it is about, speaks of himself alone."""
    fact, episode = one.candidate.fact, one.candidate.episode
    about = str(fact.subject) if fact else (episode and episode.speaker) or ""
    if turn.speaker in {about, *(source.speaker for source in (fact.sources if fact else ()))}:
        return False
    spoken = {token.lower for token in tokens(said)}
    own = not spoken.isdisjoint(words().grammar["first_person"])
    return own and _words(about).isdisjoint(_words(f"{turn.speaker or ''} {said}"))


def _words(text: str) -> frozenset[str]:
    return frozenset(token.lower for token in tokens(text) if token.lower not in words().stop)


def _told(one: Ranked) -> list[tuple[str, datetime]]:
    """The turns that a candidate rests on, and when each was said."""
    fact, episode = one.candidate.fact, one.candidate.episode
    if fact is not None:
        return [(source.episode, source.said_at) for source in fact.sources]
    return [(episode.id, episode.said_at)] if episode is not None else []


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sentence has to say to give what is asked for of a fact's subject another value.

    `asked` are the question's words that the fact holds or was told with, `about` words that name its subject and
    nobody who told it; `teller` is its subject, where that told it itself. `known` are words that bring nothing.
    """

    value: str
    asked: frozenset[str]
    about: frozenset[str]
    teller: str | None
    known: frozenset[str]


def answered_later(one: Ranked, turns: Sequence[Episode], reading: Reading) -> Ranked:
    """The fact with the last later turn that says of its subject, in the question's words, what is not its value.

    Only a fact that has one value at a time and no end, for a question of what is so. A turn has to hold all the
    question's words that the fact holds or was told with, and a name, a figure or a word of change beside them.
    """
    fact = one.candidate.fact
    if fact is None or one.later is not None or not _may_change(one, fact, reading):
        return one
    wanted = _wanted(fact, reading)
    for turn in _later(one, turns, reading) if wanted.asked else ():
        part = next((part for part in spans(turn.text) if _answers(wanted, turn, turn.text[slice(*part)])), None)
        if part is not None:
            return replace(one, later=turn, later_part=part)
    return one


def _wanted(fact: Fact, reading: Reading) -> Wanted:
    speakers = {source.speaker or "" for source in fact.sources}
    subject, himself = frozenset(content(str(fact.subject))), str(fact.subject) in speakers
    told = frozenset(content(" ".join((fact.fact, *(source.quote for source in fact.sources)))))
    return Wanted(
        value=fold(str(fact.object)),
        asked=(frozenset(content(reading.text)) & told) - subject,
        about=subject if himself else subject - frozenset(content(" ".join(speakers))),
        teller=str(fact.subject) if himself else None,
        known=frozenset(token.lower for token in tokens(f"{reading.text} {fact.fact}")),
    )


def _may_change(one: Ranked, fact: Fact, reading: Reading) -> bool:
    known = reading.registry.get(fact.predicate)
    single = known is None or known.functional
    asked = one.standing == "holds" and reading.kind == "current"
    return asked and single and fact.valid.stop is None and bool(fact.sources)


def _answers(wanted: Wanted, turn: Episode, said: str) -> bool:
    """Whether a sentence of a turn gives another value: of one who tells of himself, or is named by a word of his."""
    held = frozenset(content(said))
    if said.rstrip().endswith("?") or not wanted.asked <= held or wanted.value in fold(said):
        return False
    of_himself = wanted.teller is not None and turn.speaker == wanted.teller
    if not of_himself and not wanted.about & held:
        return False
    return _changes(said) or _ends(said) or _brings(said, wanted.known)


def _brings(said: str, known: frozenset[str]) -> bool:
    """Whether a sentence has a name or a figure that is not known."""
    figures = {token.lower for token in tokens(said) if any(map(str.isdigit, token.text))}
    return bool((_names(said) | figures) - known)


def outdated(one: Ranked, shown: Sequence[Ranked], reading: Reading) -> Ranked:
    """A quoted turn with the later one shown beside it that speaks of the same with words of change, if one does."""
    old = one.candidate.episode
    if old is None or one.quote is None or one.later is not None:
        return one
    asked = frozenset(content(reading.text))
    mine = asked & frozenset(content(old.text[slice(*one.quote)]))
    for other in shown:
        turn = other.candidate.episode
        if turn is None or other.quote is None or turn.said_at <= old.said_at or old.speaker != turn.speaker:
            continue
        said = turn.text[slice(*other.quote)]
        if mine and mine <= frozenset(content(said)) and _changes(said):
            return replace(one, later=turn)
    return one


def _changes(said: str) -> bool:
    lower = [token.lower for token in tokens(fold(said))]
    return any(word in words().change or word in words().passing for word in (*lower, *_pairs(lower)))


def _against(text: str, named: frozenset[str]) -> tuple[int, int] | None:
    """The sentence that names the value and tells of an end or a change, with the one after it where that is short."""
    parts = list(spans(text)) or [(0, len(text))]
    for n, (start, stop) in enumerate(parts):
        said = text[start:stop]
        if not said.rstrip().endswith("?") and _names_it(said, named) and _ends(said):
            last = parts[n + 1][1] if n + 1 < len(parts) and parts[n + 1][1] - start <= LENGTH else stop
            return start, last
    return None


def _names_it(said: str, named: frozenset[str]) -> bool:
    lower = {token.lower for token in tokens(said)}
    return (bool(named & lower) and any(map(str.isupper, said))) or named <= frozenset(content(said))


def _ends(said: str) -> bool:
    """Whether the sentence has a word of an end, of a change, of a loss, or of an error."""
    if MARKS.search(said):
        return True
    lower = [token.lower for token in tokens(said) if not _is_name(said, token)]
    return not words().passing.isdisjoint(lower) or any(two in words().passing for two in _pairs(lower))


def _is_name(said: str, token: Token) -> bool:
    """Whether a word is written as a name is, inside the sentence: the Old of "Olga Old"."""
    return token.text[:1].isupper() and not token.text.isupper() and not _opens(said, token.start)


def _pairs(lower: Sequence[str]) -> list[str]:
    return [f"{one}_{two}" for one, two in itertools.pairwise(lower)]
