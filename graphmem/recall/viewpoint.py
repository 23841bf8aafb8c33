"""When a question is about: a moment of the world, and a moment of the memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from graphmem.caches import of_texts
from graphmem.extract.times import TimeExpression, find_times
from graphmem.model import AsOf, Period
from graphmem.recall.words import DASHES, phrase_at, tokens, words

__all__ = ["Tense", "Viewpoint", "read_viewpoint", "speaks_of", "tense_of"]

Tense = Literal["past", "present", "future"]

LATELY: Final = timedelta(days=30)  # "what changed" without a time
MOMENT: Final = timedelta(microseconds=1)
TOLD: Final = re.compile(
    r"\b(?:told|said|says?|wrote|heard|mention(?:ed|s)?|claim(?:ed|s)?)\b.*\bthat\b", re.IGNORECASE
)
DATED: Final = re.compile(r"\d{4}|\d[-/.]\d|[a-z]{3,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where a question stands in both clocks.

    `during`: the period its words name, when that is more than a moment. `since`: from when differences are asked for.
    `dated`: whether a time other than now was asked for. `spans`: the words of time, `question[start:stop]`.
    """

    as_of: AsOf
    during: Period | None
    since: datetime | None
    dated: bool
    spans: tuple[tuple[int, int], ...]
    reasons: tuple[str, ...]


def read_viewpoint(
    text: str, *, now: datetime, changes: bool, as_of: datetime | None = None, known_at: datetime | None = None
) -> Viewpoint:
    """The viewpoint that the words of a question ask for; `as_of` and `known_at` given explicitly win over words.

    `changes`: the question asks for differences, so "since June" is where they are counted from.
    """
    tense = tense_of(text)
    plain = text.translate(DASHES)
    found = tuple(time for time in find_times(plain, now, tense) if _bounds(time, tense))
    known = _known(plain, found, now)
    others = tuple(time for time in found if time is not known)
    meant = next((time for time in others if _usable(time, plain, tense, now)), None)
    valid, during, since, reason = _valid(meant or known, plain, now, changes)
    believed = _middle(known, now) if known else now
    spans = tuple((time.start, time.stop) for time in (meant, known) if time)
    return Viewpoint(
        as_of=AsOf(valid=as_of or valid, known=known_at or believed),
        during=None if as_of else during,
        since=since,
        dated=as_of is not None or (valid != now and not changes),
        spans=spans,
        reasons=_reasons(as_of, known_at, reason if spans else "", known, plain),
    )


def tense_of(text: str) -> Tense | None:
    """The tense of a question's verbs, or None where it has no verb that says so."""
    lowers = [token.lower for token in tokens(text)]
    full = [token.text.lower().replace("’", "'") for token in tokens(text)]
    grammar = words().grammar
    if (
        grammar["future"] & {*lowers, *full}
        or "going to" in " ".join(lowers)
        or any(word.endswith("'ll") for word in full)
    ):
        return "future"
    if grammar["past"] & {*lowers, *full}:
        return "past"
    if grammar["present"] & {*lowers, *full}:
        return "present"
    return "present" if any(word.endswith(("'s", "'re")) for word in full[:1]) else None


def _bounds(time: TimeExpression, tense: Tense | None) -> bool:
    """Whether it dates what is asked; "by May" only in the past, where it is no deadline."""
    dates = time.role in {"at", "start", "stop", "both"} or (time.deadline and tense == "past")
    return dates and time.begin is not None


def _known(text: str, found: Sequence[TimeExpression], now: datetime) -> TimeExpression | None:
    """The time at which the memory is asked about: the one next to words such as "did we think"."""
    place = _epistemic(text)
    past = [time for time in found if time.begin and time.begin <= now]
    if place is None or not past:
        return None
    return min(past, key=lambda time: (_gap(time, place), time.start))


def _epistemic(text: str) -> tuple[int, int] | None:
    found = tokens(text)
    lowers = tuple(token.lower for token in found)
    for phrase in words().known:
        if (at := phrase_at(phrase, lowers)) >= 0:
            return found[at].start, found[min(at + len(phrase), len(found)) - 1].stop
    return None


def _gap(time: TimeExpression, place: tuple[int, int]) -> int:
    return max(0, time.start - place[1], place[0] - time.stop)


def _usable(time: TimeExpression, text: str, tense: Tense | None, now: datetime) -> bool:
    """Whether a time says when, and is not itself what is asked about ("is it still due in October")."""
    if time.precision == "instant" and tense not in {"past", "future"} and _only_clock(text[time.start : time.stop]):
        return False
    if time.begin is not None and time.begin > now and (tense == "past" or TOLD.search(text[: time.start])):
        return False  # "who told you that it runs till December"
    if tense != "present" or time.start == 0:
        return True
    return time.end is None or time.end > now or time.role in {"start", "stop", "both"}


def _only_clock(words_of: str) -> bool:
    return all(
        word in words().grammar["clock"] or not DATED.search(word) for word in re.findall(r"[\w':]+", words_of.lower())
    )


def _valid(
    time: TimeExpression | None, text: str, now: datetime, changes: bool
) -> tuple[datetime, Period | None, datetime | None, str]:
    """The moment meant, the period it stands for, from when differences count, and why."""
    if time is None or time.begin is None:
        return now, None, now - LATELY if changes else None, ""
    if changes:
        return now, None, time.begin, time.reason
    moment, during = _placed(time, time.begin, text[time.start : time.stop].lower().split()[0], now)
    return moment, during, time.begin, time.reason


def _placed(time: TimeExpression, begin: datetime, lead: str, now: datetime) -> tuple[datetime, Period | None]:
    """The moment a time places a question at; "before March" is just before it, "since March" is now."""
    grammar = words().grammar
    if lead in grammar["before"] or time.role == "stop":
        return begin - MOMENT, None
    if lead == "as":
        return begin, None
    if lead in grammar["onwards"] or time.role == "start":
        return max(now, begin), None
    if time.end is None or time.end - begin <= timedelta(minutes=1):
        return begin, None
    return (now, None) if begin <= now < time.end else (_middle(time, now), Period(start=begin, stop=time.end))


def _middle(time: TimeExpression, now: datetime) -> datetime:
    """The moment a time stands for: its date where that is known better ("two years ago"), else the middle."""
    begin = time.begin or now
    better = time.claims_from if time.role == "at" else None
    if better is not None and time.end is not None and begin < better < time.end:
        return better
    return _halfway(begin, time.end, now)


def _halfway(begin: datetime, end: datetime | None, now: datetime) -> datetime:
    if end is None or end - begin <= timedelta(minutes=1):
        return begin
    return begin + (min(end, now) - begin) / 2 if begin <= now < end else begin + (end - begin) / 2


def _reasons(
    as_of: datetime | None, known_at: datetime | None, valid: str, known: TimeExpression | None, text: str
) -> tuple[str, ...]:
    said = []
    if as_of:
        said.append("as of: as given")
    elif valid:
        said.append(f"as of: {valid}")
    if known_at:
        said.append("known at: as given")
    elif known:
        said.append(f"known at: {text[known.start : known.stop]!r}")
    return tuple(said)


def speaks_of(text: str, said_at: datetime, start: datetime, stop: datetime) -> bool:
    """Whether words said at `said_at` name a time that reaches into `[start, stop]`: "from 2009 to 2014" into 2011."""
    return any(_reaches(one, start, stop) for one in _told_times(text, said_at))


@of_texts(maxsize=1024)
def _told_times(text: str, said_at: datetime) -> tuple[TimeExpression, ...]:
    return find_times(text, said_at, "past")


def _reaches(one: TimeExpression, start: datetime, stop: datetime) -> bool:
    begun, over = one.claims_from or one.begin, one.claims_to or one.end
    if one.role == "start":
        return begun is not None and begun <= stop
    if one.role == "stop":
        return over is not None and start < over
    return one.role in {"at", "both"} and begun is not None and over is not None and begun <= stop and start < over
