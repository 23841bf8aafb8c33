"""Time expressions in text: where they stand, which period they mean, and what they say of a claim's validity.

Reading is context free: an expression means the same in any sentence. What the sentence decides, the direction of
"in March" and whether "for two years" looks back, comes in as `tense` and, in `claimed_period`, as `aspect`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Literal, NamedTuple

from graphmem.errors import Incorrect
from graphmem.extract import time_calendar as cal
from graphmem.extract.normalise import lower
from graphmem.extract.time_calendar import DAY, Length, Stretch, midnight, value_of
from graphmem.extract.time_points import (
    FREE,
    LONG_YEAR,
    MONTH,
    NUMBER,
    SEASONS,
    UNIT,
    VERB_OR_NAME,
    WEEKDAYS,
    Direction,
    Lasting,
    Point,
    Said,
    alternatives,
    at_clock,
    choose,
    clock_at,
    length_at,
    month_at,
    point_at,
    point_words,
    word_at,
)
from graphmem.model import Precision

__all__ = [
    "Aspect",
    "Claim",
    "Length",
    "Tense",
    "TimeExpression",
    "TimeRole",
    "claimed_period",
    "find_times",
    "guess_tense",
]

Tense = Literal["past", "present", "future"]
Aspect = Literal["state", "event", "perfect", "term"]
TimeRole = Literal["at", "start", "stop", "both", "recurring", "duration_back", "duration_forward", "duration", "none"]


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A time expression `text[start:stop]`, its preposition included; `core` is the span without it.

    `begin` and `end` are the period meant, UTC and half-open, at `precision`; `date_value` is that date as a value.
    `claims_from` and `claims_to` are what it bounds: "until March" ends on 1 March, "through March" on 1 April; of role
    `at`, `claims_from` is set where the date is known better than its precision says ("two years ago").
    A `deadline` ("by Friday") bounds nothing. `length` is that of a duration, None when vague.
    """

    start: int
    stop: int
    role: TimeRole
    begin: datetime | None
    end: datetime | None
    precision: Precision | None
    reason: str
    date_value: str
    core: tuple[int, int]
    claims_from: datetime | None = None
    claims_to: datetime | None = None
    length: Length | None = None
    deadline: bool = False


class Claim(NamedTuple):
    """The period a claim claims: either end may be unsaid."""

    start: datetime | None
    stop: datetime | None
    precision: Precision | None
    reason: str


@dataclass(frozen=True, slots=True)
class _Draft:
    """An expression before its direction is chosen."""

    start: int
    stop: int
    role: TimeRole
    reason: str
    core: tuple[int, int]
    first: Point | None = None
    last: Point | None = None
    through: bool = False
    direction: Direction | None = None
    length: Length | None = None
    deadline: bool = False
    prep: str = ""


# --- finding --------------------------------------------------------------------------------------------------------

PLACE = re.compile(r"(?<![\w@#/$€£.:+%-])(?:[a-z]+|\d+|'(?=\d\d))")


def find_times(text: str, said_at: datetime, tense: Tense | None = None) -> tuple[TimeExpression, ...]:
    """The time expressions of a sentence, ascending and disjoint, resolved against the moment it was said.

    Days are those of `said_at`'s own zone; results are UTC. A tense changes only which of several dates is meant,
    never the spans. Raises Incorrect for a naive `said_at`.
    """
    if said_at.tzinfo is None:
        raise Incorrect(
            f"said_at={said_at.isoformat()} has no zone, so no day can be told from it. Give one with a zone: "
            f"{said_at.isoformat()}+00:00."
        )
    low = lower(text)
    said = Said(text, low, said_at.replace(tzinfo=None), said_at.tzinfo)
    return tuple(resolved for draft in _drafts(said) if (resolved := _resolved(said, draft, tense)) is not None)


def _drafts(said: Said) -> Iterator[_Draft]:
    reached, known = 0, _first_words()
    for place in PLACE.finditer(said.low):
        word = place.group()
        if place.start() < reached or (word not in known and not word[0].isdigit()):
            continue
        draft = _read(said, place.start())
        while draft is not None:
            reached = draft.stop
            yield draft
            draft = _listed(said, draft)


@cache
def _first_words() -> frozenset[str]:
    return (
        point_words()
        | frozenset(_frames())
        | {"fy", "fiscal", "financial", "tax", "school", "academic", "noon", "midday", "midnight"}
    )


def _read(said: Said, position: int) -> _Draft | None:
    """The expression that begins at a position."""
    word = word_at(said.low, position)
    for pattern, read in _frames().get(word, ()):
        match = pattern.match(said.low, position)
        draft = read(said, match) if match else None
        if draft is not None:
            return draft
    return _standing_alone(said, position)


Reader = Callable[[Said, "re.Match[str]"], "_Draft | None"]
_registered: list[tuple[str, str, Reader]] = []


def _frame(triggers: str, pattern: str) -> Callable[[Reader], Reader]:
    def register(read: Reader) -> Reader:
        _registered.append((triggers, pattern, read))
        return read

    return register


@cache
def _frames() -> dict[str, tuple[tuple[re.Pattern[str], Reader], ...]]:
    frames: dict[str, list[tuple[re.Pattern[str], Reader]]] = {}
    for triggers, pattern, read in _registered:
        compiled = re.compile(pattern)
        for trigger in triggers.split():
            frames.setdefault(trigger, []).append((compiled, read))
    return {word: tuple(readers) for word, readers in frames.items()}


def _nothing(match: re.Match[str], role: TimeRole, reason: str) -> _Draft:
    return _Draft(match.start(), match.end(), role, reason, match.span())


# --- what recurs, and what is no time of validity -------------------------------------------------------------------

WEEKDAY_ANY = rf"(?:{alternatives(WEEKDAYS)})"
DAYTIME = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?)"
EVERY = (
    rf"(?:{WEEKDAY_ANY}s?(?:\s+{DAYTIME})?(?:(?:\s*,\s*|\s+and\s+|\s+or\s+){WEEKDAY_ANY}s?(?:\s+{DAYTIME})?\b)*|{UNIT}|{MONTH.replace('?P<month>', '?:')}"
    rf"|{alternatives(SEASONS)}|{DAYTIME}|week-?days?|weekends?|workdays?|working\s+days?|business\s+days?|christmas|easter|new\s+year|holidays?)"
)


@_frame(
    "every each",
    rf"(?:every|each)\s+(?:single\s+|other\s+|second\s+|third\s+|fourth\s+|few\s+|couple\s+of\s+|first\s+|last\s+|\d+(?:st|nd|rd|th)?\s+|{NUMBER}\s+)?{EVERY}\b",
)
@_frame("every each", r"(?:every|each)\s+\d+(?:st|nd|rd|th)\s+of\s+the\s+month\b")
@_frame(
    "on at during over the " + " ".join(WEEKDAYS),
    rf"(?:on\s+|during\s+|over\s+)?(?:the\s+)?(?:{WEEKDAY_ANY}(?:s\b|\s+(?:mornings|afternoons|evenings|nights)\b))(?:(?:\s*,\s*|\s+and\s+|\s+or\s+)(?:{WEEKDAY_ANY})s?(?:\s+{DAYTIME})?\b)*",
)
@_frame(
    "on at in during most weekdays weekends",
    r"(?:(?:on|at|during|in|most)\s+)?(?:the\s+)?(?:weekdays|weekends|workdays|mornings|afternoons|evenings)\b",
)
@_frame(
    "on the first second third fourth last",
    rf"(?:on\s+)?(?:the\s+)?(?:first|second|third|fourth|last|\d+(?:st|nd|rd|th))\s+(?:{WEEKDAY_ANY}\s+|day\s+|weekend\s+|week\s+)?(?:of|in)\s+(?:every|each)\s+(?:\w+)\b",
)
@_frame(
    "on the first second third fourth last",
    rf"(?:on\s+)?(?:the\s+)?(?:first|second|third|fourth|last)\s+(?:{WEEKDAY_ANY}|day|weekend)\s+(?:of|in)\s+(?:the|a)\s+(?:month|year|quarter|week)\b",
)
@_frame("daily weekly fortnightly monthly quarterly yearly annually hourly nightly biweekly biannually", r"\w+\b")
@_frame("once twice thrice", rf"(?:once|twice|thrice)\s+(?:a|an|per|every|each)\s+(?:other\s+)?{UNIT}")
def _recurs(_: Said, match: re.Match[str]) -> _Draft | None:
    return _nothing(match, "recurring", "recurs: bounds nothing")


DASH = r"\s*(?:-|–|—)\s*"


@_frame(
    " ".join((*WEEKDAYS, "from", "on", "between")),
    rf"(?:from\s+|on\s+|between\s+)?{WEEKDAY_ANY}\.?(?:{DASH}|\s+(?:to|till|until|through|thru|and)\s+){WEEKDAY_ANY}\b\.?(?!\s+\d)",
)
def _days_of_week(_: Said, match: re.Match[str]) -> _Draft | None:
    """ "Mon-Fri", "Monday to Friday": opening hours, not a period; other spans of days are read as dates."""
    ends = [WEEKDAYS[word] for word in re.findall(rf"\b{WEEKDAY_ANY}\b", match[0])]
    dashed = re.search(r"[-–—]", match[0]) is not None
    working_week = ends[0] == 0 and ends[-1] >= 4 and " and " not in match[0]
    return _nothing(match, "recurring", "days of the week: bounds nothing") if dashed or working_week else None


@_frame("fy", r"fy\s?'?(?:\d{4}|\d\d)(?:\s?[/-]\s?\d{2,4})?(?:\s*q[1-4])?(?!\w)")
@_frame("q", r"q[1-4]\s+(?:of\s+)?fy\s?'?(?:\d{4}|\d\d)\b")
@_frame(
    "fiscal financial tax school academic",
    rf"(?:fiscal|financial|tax|school|academic)\s+year(?:\s+{LONG_YEAR}(?:[/-]\d+)?)?\b",
)
@_frame("#", rf"{LONG_YEAR}\s?/\s?\d\d(?![\w/-])")
def _accounting(_: Said, match: re.Match[str]) -> _Draft | None:
    return _nothing(match, "none", "a year of accounts or of school: describes, does not date")


# --- prepositions ---------------------------------------------------------------------------------------------------

HEDGE = (
    r"(?:(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|at\s+least|at\s+the\s+latest|at\s+the\s+earliest|some\s?time|somewhere|exactly|precisely"
    r"|only|just|way|as\s+early\s+as|as\s+late\s+as|as\s+recently\s+as|back)\s+)*(?:(?:in|on|at|during)\s+)?"
)
ABOUT = r"(?:(?:about|almost|nearly|over|more\s+than|less\s+than|at\s+least|at\s+most|just|only|well\s+over|up\s+to|roughly|around|some|exactly|under)\s+)*"
AS_QUANTITY = re.compile(rf"\s+(?:a|an|per|each|every)\s+(?:{UNIT})|\s+(?:ago|before|after|later|earlier|old)\b|-old\b")
EVENT = r"(?P<event>(?:the|our|my|his|her|their|its|your)\s+(?:[a-z'-]+\s+){1,3}?(?:in|of|on)\s+)?"
STARTS = r"(?:as\s+from|as\s+of|as\s+at|with\s+effect\s+from|with\s+effect\s+on|effective\s+as\s+of|effective\s+from|effective|starting\s+from|starting|beginning|commencing|from)\b,?"


@_frame("since ever", rf"(?:ever\s+)?since\s+{HEDGE}{EVENT}")
def _since(said: Said, match: re.Match[str]) -> _Draft | None:
    lasting = length_at(said.low, match.end())
    point = _event_point(said, match)
    if point is None and lasting and lasting.exact and FREE.match(said.low, lasting.stop):
        moment = cal.shift(midnight(said.now), lasting.length, -1)
        if moment is None:
            return None
        begun = Point(
            lasting.start, lasting.stop, _only(Stretch(moment, moment + DAY, lasting.length.precision)), "ago"
        )
        return _Draft(
            match.start(), lasting.stop, "start", "since a length of time", (lasting.start, lasting.stop), begun
        )
    return _bounded(said, match, point, "start", "since", direction="back")


def _only(stretch: Stretch) -> Callable[[datetime], tuple[Stretch, ...]]:
    return lambda _: (stretch,)


@_frame("as with effective starting beginning commencing from", rf"{STARTS}\s+{HEDGE}{EVENT}")
def _from(said: Said, match: re.Match[str]) -> _Draft | None:
    point = _event_point(said, match)
    ranged = _ranged(said, match.start(), point, "from")
    if ranged:
        return ranged
    draft = _bounded(said, match, point, "start", "from")
    if draft is None:
        return None
    onwards = ONWARDS.match(said.low, draft.stop)
    return replace(draft, stop=onwards.end()) if onwards else draft


ONWARDS = re.compile(
    r"\s*,?\s*(?:onwards?|on(?=\s*(?:$|[.,;:!?)-]|(?:we|i|you|he|she|it|they|the|my|our|his|her|their|there|all|every|no|only|please)\b))|forwards?|and\s+after|on\s+out|out)\b"
)


@_frame("effective", r"effective\s+immediately\b")
@_frame("with", r"with\s+immediate\s+effect\b")
@_frame("henceforth", r"henceforth\b")
def _at_once(said: Said, match: re.Match[str]) -> _Draft | None:
    now = Point(*match.span(), _only(cal.instant(said.now)), "now")
    return _Draft(match.start(), match.end(), "start", "from now on", match.span(), now)


UNTIL = r"(?:right\s+)?(?:up\s+until|up\s+till|up\s+to\s+and\s+including|up\s+to|until|untill|till|til|through\s+to|through|thru)\b"


@_frame("until untill till til up right through thru", rf"{UNTIL}\s+(?:as\s+late\s+as\s+)?{HEDGE}{EVENT}")
def _until(said: Said, match: re.Match[str]) -> _Draft | None:
    through = bool(re.match(r"through|thru|up\s+to\s+and\s+including", match[0]))
    point = _event_point(said, match)
    if point is None or (through and point.kind == "now"):
        return None
    draft = _bounded(said, match, point, "stop", "through" if through else "until")
    inclusive = INCLUSIVE.match(said.low, draft.stop) if draft else None
    if draft and inclusive:
        return replace(draft, stop=inclusive.end(), through=True)
    return replace(draft, through=through) if draft else None


INCLUSIVE = re.compile(r"\s*,?\s*\(?(?:inclusive(?:ly)?|included)\b\)?")


@_frame("until till up right", rf"{UNTIL}\s+(?:recently|lately|not\s+(?:so\s+|very\s+|too\s+)?long\s+ago)\b")
def _until_recently(said: Said, match: re.Match[str]) -> _Draft | None:
    now = Point(*match.span(), _only(cal.instant(said.now)), "now")
    return _Draft(match.start(), match.end(), "stop", "until recently: over when it was said", match.span(), now)


@_frame(
    "not never no don won doesn isn aren can didn won't",
    r"(?:not|never|no|(?:don|won|doesn|isn|aren|can|didn)'?t)\s+(?:[a-z]+\s+){0,3}?(?:until|till|before)\s+" + HEDGE,
)
def _not_until(said: Said, match: re.Match[str]) -> _Draft | None:
    """ "will not open until 26 May": that day is the beginning."""
    until = re.search(r"(?:until|till|before)\s", match[0])
    point = point_at(said, match.end())
    if until is None or point is None:
        return None
    start = match.start() + until.start()
    return _Draft(
        start, point.stop, "start", "not until: begins then", (point.start, point.stop), point, direction="forward"
    )


@_frame("before prior", rf"(?:before|prior\s+to)\s+{HEDGE}{EVENT}")
def _before(said: Said, match: re.Match[str]) -> _Draft | None:
    return _bounded(said, match, _event_point(said, match), "stop", "before")


@_frame("by no not due", rf"(?:by|(?:no|not)\s+later\s+than|due\s+by)\s+(?:no\s+later\s+than\s+)?{HEDGE}")
def _by(said: Said, match: re.Match[str]) -> _Draft | None:
    draft = _bounded(
        said, match, point_at(said, match.end()) or _day_clock(said, match.end(), after_at=True), "none", "by"
    )
    return replace(draft, deadline=True, direction=None) if draft else None


@_frame("within", r"within\s+(?:the\s+)?(?:(?:next|coming|following)\s+)?(?=\w)")
def _within(said: Said, match: re.Match[str]) -> _Draft | None:
    lasting = length_at(said.low, match.end())
    moment = cal.shift(said.now, lasting.length) if lasting else None
    if lasting is None or moment is None:
        return None
    until = Point(lasting.start, lasting.stop, _only(Stretch(midnight(moment), midnight(moment) + DAY, "day")), "day")
    return _Draft(
        match.start(),
        lasting.stop,
        "none",
        "within: a deadline",
        (lasting.start, lasting.stop),
        until,
        deadline=True,
        length=lasting.length,
    )


@_frame("after following", rf"(?:after|following)\s+{HEDGE}{EVENT}")
def _after(said: Said, match: re.Match[str]) -> _Draft | None:
    point = _event_point(said, match)
    if point is None or point.kind == "clock":
        return None
    return _bounded(said, match, point, "start", "after")


@_frame("between", rf"between\s+{HEDGE}")
def _between(said: Said, match: re.Match[str]) -> _Draft | None:
    return _ranged(said, match.start(), point_at(said, match.end()), "between")


@_frame(
    "over in during within throughout the these this past last",
    rf"(?P<prep>(?:over|in|during|within|throughout)\s+)?(?:the\s+|these\s+|this\s+)?(?:past|last|previous|preceding)\s+{ABOUT}(?=\w)",
)
def _the_past(said: Said, match: re.Match[str]) -> _Draft | None:
    """ "over the past two years" looks back; "in the last two years" is a window in which something happened."""
    single = _single_unit(said.low, match.end()) if re.search(r"past|the\s+last", match[0]) and match["prep"] else None
    lasting = length_at(said.low, match.end()) or single
    if lasting is None or OF.match(said.low, lasting.stop) or AS_QUANTITY.match(said.low, lasting.stop):
        return None
    window = (match["prep"] or "").strip() in ("in", "within", "during")
    begin = cal.shift(said.now, lasting.length, -1)
    if not window or begin is None or not lasting.exact:
        return _lasting(match.start(), lasting.stop, "duration_back", "the past length of time", lasting)
    since = Point(
        lasting.start, lasting.stop, _only(Stretch(midnight(begin), said.now, lasting.length.precision)), "window"
    )
    return _Draft(
        match.start(),
        lasting.stop,
        "at",
        "within the past length of time",
        since.near(said.now) and (lasting.start, lasting.stop),
        since,
    )


@_frame("in", r"in\s+(?:the\s+)?(?:(?:early|late|mid)[ -])?")
@_frame(
    "on at during over around about circa towards back way sometime for round",
    rf"(?:(?:way\s+)?back\s+(?:in|on|at|around|during)|sometime\s+(?:in|on|during|around|over)|on|at|during|over|around|round|about|circa|towards|for)\s+{HEDGE}",
)
def _at(said: Said, match: re.Match[str]) -> _Draft | None:
    prep = match[0].split()[-1] if match[0].startswith(("back", "way", "sometime")) else match[0].split()[0]
    start = match.start() + len("in ") if prep == "in" and match[0].startswith("in") else match.end()
    point = _fitting(said, start, prep)
    if point is None:
        return None
    ranged = _ranged(said, match.start(), point, prep)
    if ranged or prep != "for":
        return ranged or _bounded(said, match, point, "both" if point.both else "at", prep)
    role: TimeRole = "none" if _is_day(point) else "at"
    return _bounded(said, match, point, "both" if point.both else role, "for")


DAY_KINDS = ("day", "weekday", "monthday", "holiday", "clock", "instant")
LONG_KINDS = ("year", "month", "season", "quarter", "decade", "short decade", "week", "fortnight", "ago")


def _is_day(point: Point) -> bool:
    return point.kind in DAY_KINDS and not point.both


def _fitting(said: Said, position: int, prep: str) -> Point | None:
    """The date after a preposition, if the two go together: in a month, on a day, at a holiday."""
    point = point_at(said, position)
    if prep in ("in", "on") and point is not None and point.kind in ("day", "weekday", "monthday") and prep == "in":
        whole = said.low.startswith("the ", position) and re.match(
            r"the\s+(?:\w+\s+)?(?:morning|evening|afternoon|night|week)", said.low[position : position + 40]
        )
        return point if whole else month_at(said, position)
    if point is None and prep in ("at", "around", "about", "for"):
        return _day_clock(said, position, after_at=prep in ("at", "around", "about"))
    if (
        point is None
        or (prep == "on" and point.kind in LONG_KINDS)
        or (prep == "at" and point.kind in ("year", "month", "now"))
    ):
        return None
    return None if point.kind in ("now", "in") or _is_name(said, point, prep) else point


def _is_name(said: Said, point: Point, prep: str) -> bool:
    """ "for April", "by June": a person as likely as a month."""
    word = word_at(said.low, point.start)
    if point.kind != "month" or point.alone or word not in VERB_OR_NAME or prep in ("in", "since", "until", "during"):
        return False
    if prep == "from":
        return SENDER.search(said.low, 0, max(0, point.start - len("from "))) is not None
    return prep == "for" or FREE.match(said.low, point.stop) is None


SENDER = re.compile(
    r"\b(?:letter|gift|present|message|text|mail|e-?mail|call|card|note|postcard|hear|heard|got|quote|word|news|parcel|borrowed|bought)\s+$"
)


def _event_point(said: Said, match: re.Match[str]) -> Point | None:
    """The date after a preposition, with or without the event that it dates ("since the merger in 2021")."""
    bare = match.start("event") if match["event"] else match.end()
    point = point_at(said, bare) or _day_clock(said, bare, after_at=False)
    return point or (point_at(said, match.end()) if match["event"] else None)


def _bounded(
    said: Said, match: re.Match[str], point: Point | None, role: TimeRole, prep: str, direction: Direction | None = None
) -> _Draft | None:
    if point is None or _is_name(said, point, prep):
        return None
    point = _explained(said, point)
    if POSSESSIVE.match(said.low, point.stop):
        return _possessive(match.start(), point, prep)
    return _Draft(
        match.start(), point.stop, role, prep, (point.start, point.stop), point, direction=direction, prep=prep
    )


OF = re.compile(r"'s?\s+(?=\w)|\s+of\b")  # "the last week of March", "last week's numbers"
POSSESSIVE = re.compile(r"'s?\s+(?=\w)")


def _possessive(start: int, point: Point, prep: str) -> _Draft:
    return _Draft(start, point.stop, "none", "possessive: dates a noun", (point.start, point.stop), point, prep=prep)


BRACKET = re.compile(r"\s*\(\s*")
COMMA = re.compile(r",\s+(?:on\s+)?(?:the\s+)?")


def _explained(said: Said, point: Point) -> Point:
    """A day with a second naming beside it: "Easter Monday (21 April)", "tomorrow, 5 June"; the more exact one counts."""
    if point.kind not in ("day", "weekday", "monthday", "holiday"):
        return point
    lead = BRACKET.match(said.low, point.stop) or COMMA.match(said.low, point.stop)
    other = point_at(said, lead.end()) if lead else None
    if lead is None or other is None or other.kind not in ("day", "weekday") or other.both:
        return point
    closed = re.match(r"\s*\)", said.low[other.stop : other.stop + 4]) if "(" in lead[0] else None
    if "(" in lead[0] and closed is None:
        return point
    stop = other.stop + (closed.end() if closed else 0)
    if other.kind == "weekday":
        return replace(point, stop=stop) if closed else point
    if (
        not closed
        and len(other.near(said.now)) == 1 == len(point.near(said.now))
        and other.near(said.now) != point.near(said.now)
    ):
        return point
    return replace(other, start=point.start, stop=stop)


CONNECTOR = re.compile(
    r"\s*(?:-|–|—)\s*|\s+(?P<word>to|until|till|til|through|thru|up\s+to|up\s+until|through\s+to|and)\s+"
)


def _ranged(said: Said, start: int, first: Point | None, prep: str) -> _Draft | None:
    """Two dates joined: "from March to May", "between 2012 and 2015", "3 May - 7 June"."""
    joint = CONNECTOR.match(said.low, first.stop) if first else None
    if first is None or joint is None or (joint["word"] == "and") != (prep == "between") or first.both:
        return None
    if first.kind == "now" and prep != "from":
        return None
    last = point_at(said, joint.end()) or (
        _day_clock(said, joint.end(), after_at=False) if first.kind in ("clock", "instant") else None
    )
    if (
        last is None
        or last.both
        or (
            first.kind in ("month", "year")
            and not first.alone
            and prep == ""
            and joint["word"]
            and last.kind != first.kind
        )
    ):
        return None
    last = _explained(said, last)
    through = (joint["word"] or "").startswith(("thr",)) or (
        prep != "until" and last.kind in ("day", "weekday", "monthday", "month", "season", "quarter", "holiday")
    )
    inclusive = INCLUSIVE.match(said.low, last.stop)
    stop = inclusive.end() if inclusive else last.stop
    reason = "from one date to another"
    return _Draft(
        start,
        stop,
        "both",
        reason,
        (first.start, last.stop),
        first,
        last,
        through=through or bool(inclusive),
        prep=prep,
    )


# --- without a preposition ------------------------------------------------------------------------------------------

SET_OFF = re.compile(r"\s*(?:$|[:,)-])")


def _standing_alone(said: Said, position: int) -> _Draft | None:
    point = point_at(said, position)
    if point is None:
        return _clock_draft(said, position) or _lasting_draft(said, position)
    ranged = _ranged(said, position, point, "")
    if ranged:
        return ranged
    if not (point.alone or _set_off(said, point)) or point.kind == "now":
        return None
    point = _explained(said, point)
    if POSSESSIVE.match(said.low, point.stop):
        return _possessive(position, point, "")
    onwards = ONWARDS_ALONE.match(said.low, point.stop)
    if onwards:
        return _Draft(position, onwards.end(), "start", "onwards", (position, point.stop), point)
    latest = LATEST.match(said.low, point.stop)
    role: TimeRole = "none" if latest else "both" if point.both else "at"
    stop = latest.end() if latest else point.stop
    return _Draft(position, stop, role, point.kind, (position, point.stop), point, deadline=bool(latest))


ONWARDS_ALONE = re.compile(r"\s+onwards?\b")
LATEST = re.compile(r"\s*,?\s+(?:at\s+the\s+(?:very\s+)?latest|or\s+(?:earlier|sooner|before))\b")


def _set_off(said: Said, point: Point) -> bool:
    """Whether a bare year or month stands by itself: "2019: moved to Rome", "the flood (2019)"."""
    before, after = said.low[: point.start].rstrip()[-1:], said.low[point.stop :].lstrip()[:1]
    if point.kind not in ("year", "month", "season", "quarter", "weekday"):
        return False
    if point.kind == "weekday":
        return (before, after) == ("(", ")")
    return (before, after) in {("(", ")"), ("", ":"), ("", ",")} or (before, after, point.kind) == ("", "", "month")


def _day_clock(said: Said, position: int, *, after_at: bool) -> Point | None:
    """A time of day, with the day that may follow it: "3pm on Friday", "noon tomorrow"."""
    clock = clock_at(said.low, position, after_at=after_at)
    if clock is None:
        return None
    lead = re.compile(r",?\s+(?:on\s+|of\s+)?(?:the\s+)?|\s*\(?\s*(?=on\s)").match(said.low, clock.stop)
    dated = point_at(said, lead.end()) if lead else None
    if (
        dated is not None
        and dated.kind in ("day", "weekday", "monthday", "holiday")
        and (dated.alone or "on" in (lead[0] if lead else ""))
    ):
        return replace(at_clock(dated, clock, dated.stop), start=position)
    passed = timedelta(hours=clock.hour, minutes=clock.minute)
    part = re.compile(r"\s+(?:sharp\b|in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b").match(
        said.low, clock.stop
    )
    if (
        part
        and "noon" not in said.low[position : clock.stop]
        and clock.hour < 12
        and ("afternoon" in part[0] or "evening" in part[0] or "night" in part[0])
    ):
        passed += timedelta(hours=12)
    return Point(
        position, part.end() if part else clock.stop, lambda reference: _clock_days(reference, passed), "clock"
    )


def _clock_days(reference: datetime, passed: timedelta) -> tuple[Stretch, ...]:
    return tuple(cal.instant(midnight(reference) + DAY * days + passed) for days in (-1, 0, 1))


def _clock_draft(said: Said, position: int) -> _Draft | None:
    point = _day_clock(said, position, after_at=False)
    if point is None:
        return None
    return _ranged(said, position, point, "") or _Draft(
        position, point.stop, "at", point.kind, (position, point.stop), point
    )


# --- lengths --------------------------------------------------------------------------------------------------------


@_frame(
    "for",
    rf"for\s+(?:(?P<back>(?:the\s+|these\s+)?(?:past|last|previous))\s+|(?P<forward>(?:the\s+)?(?:next|coming|following)|another|a\s+further)\s+)?(?:the\s+)?{ABOUT}(?=\w)",
)
def _for(said: Said, match: re.Match[str]) -> _Draft | None:
    """ "for two years": which way it lies is the clause's to say, unless "past", "next" or "now" say it."""
    lasting = length_at(said.low, match.end()) or (
        _single_unit(said.low, match.end()) if match["back"] or match["forward"] else None
    )
    if lasting is None or AS_QUANTITY.match(said.low, lasting.stop):
        return None
    now = NOW.match(said.low, lasting.stop)
    role: TimeRole = "duration_back" if match["back"] or now else "duration_forward" if match["forward"] else "duration"
    return _lasting(match.start(), now.end() if now else lasting.stop, role, "for a length of time", lasting)


NOW = re.compile(r"\s+(?:now|already)\b")
SINGLE_UNIT = re.compile(r"(?P<unit>day|week|fortnight|month|quarter|year|decade)\b(?!\s*')")


def _single_unit(low: str, position: int) -> Lasting | None:
    match = SINGLE_UNIT.match(low, position)
    return (
        length_at("a " + match["unit"], 0) and Lasting(position, match.end(), _unit_length(match["unit"]), exact=True)
        if match
        else None
    )


def _unit_length(unit: str) -> Length:
    lasting = length_at("a " + unit, 0)
    return lasting.length if lasting else Length()


def _lasting(start: int, stop: int, role: TimeRole, reason: str, lasting: Lasting) -> _Draft:
    return _Draft(
        start,
        stop,
        role,
        reason if lasting.exact else f"{reason}, vague",
        (lasting.start, lasting.stop),
        length=lasting.length if lasting.exact else None,
    )


@_frame(
    "over in during the",
    rf"(?:over|in|during)\s+(?:the\s+)?(?:next|coming|following)\s+{ABOUT}(?=\w)|the\s+(?:next|coming)\s+{ABOUT}(?=\w)",
)
def _the_next(said: Said, match: re.Match[str]) -> _Draft | None:
    lasting = length_at(said.low, match.end())
    end = cal.shift(said.now, lasting.length) if lasting else None
    if lasting is None or end is None or not lasting.exact:
        return None
    ahead = Point(lasting.start, lasting.stop, _only(Stretch(said.now, end, lasting.length.precision)), "window")
    return _Draft(
        match.start(), lasting.stop, "at", "within the coming length of time", (lasting.start, lasting.stop), ahead
    )


ATTRIBUTIVE = re.compile(rf"(?P<number>{NUMBER})-(?P<unit>day|week|fortnight|month|year)\b(?!-?\s*olds?\b|-\w)")
BARE_END = re.compile(r"\s*(?:$|[.,;:!?)])|\s+(?:now|already|running|straight|in\s+total)\b")


def _lasting_draft(said: Said, position: int) -> _Draft | None:
    """A length without a preposition: "an 18-month lease", "been there three years now", "9 May, three nights"."""
    lasting = length_at(said.low, position)
    attributive = _attributive(said, position)
    if attributive or lasting is None:
        return attributive
    if lasting is not None:
        rate = AS_RATE.match(said.low, lasting.stop)
        if rate:
            return _Draft(position, rate.end(), "recurring", "a rate: bounds nothing", (position, rate.end()))
        if (
            said.low.startswith(("a ", "an "), position)
            or AGED.search(said.low, max(0, position - 8), position)
            or lasting.length.seconds
            or not BARE_END.match(said.low, lasting.stop)
        ):
            return None
        now = NOW.match(said.low, lasting.stop)
        role: TimeRole = "duration_back" if now else "duration"
        return _lasting(position, now.end() if now else lasting.stop, role, "a bare length of time", lasting)


AGED = re.compile(r"\b(?:aged?|of)\s+$")
AS_RATE = re.compile(rf"\s+(?:a|an|per|each|every)\s+(?:{UNIT})")


def _attributive(said: Said, position: int) -> _Draft | None:
    match = ATTRIBUTIVE.match(said.low, position)
    lasting = length_at(f"{match['number']} {match['unit']}s", 0) if match else None
    if match is None or lasting is None or not lasting.exact:
        return None
    return _Draft(position, match.end(), "none", "length of a thing", match.span(), length=lasting.length)


LIST = re.compile(r"(?:\s*,\s*|\s*,?\s+(?:and|or)\s+|\s*&\s*)(?:in\s+|on\s+)?")


def _listed(said: Said, draft: _Draft) -> _Draft | None:
    """The next of several dates of one preposition: "in 2012, 2015 and 2019"."""
    if draft.role != "at" or draft.first is None or draft.prep not in ("in", "on"):
        return None
    joint = LIST.match(said.low, draft.stop)
    point = point_at(said, joint.end()) if joint else None
    if point is None or point.kind != draft.first.kind or point.alone or not FREE.match(said.low, point.stop):
        return None
    return _Draft(point.start, point.stop, "at", draft.reason, (point.start, point.stop), point, prep=draft.prep)


# --- resolving ------------------------------------------------------------------------------------------------------


def _resolved(said: Said, draft: _Draft, tense: Tense | None) -> TimeExpression | None:
    if draft.first is None:
        role = "duration_forward" if draft.role == "duration" and tense == "future" else draft.role
        return TimeExpression(
            draft.start, draft.stop, role, None, None, None, draft.reason, "", draft.core, length=draft.length
        )
    if draft.last is not None:
        return _resolved_range(said, draft, draft.first, draft.last, tense)
    if draft.first.kind == "in" and tense == "past":
        lasting = length_at(
            said.low, next((p for p in range(draft.start + 3, draft.stop) if length_at(said.low, p)), draft.start)
        )
        return TimeExpression(
            draft.start,
            draft.stop,
            "duration",
            None,
            None,
            None,
            "took a length of time",
            "",
            draft.core,
            length=lasting.length if lasting else None,
        )
    chosen = choose(draft.first, said.now, draft.direction or _direction(draft, tense))
    return _expression(said, draft, chosen, tense) if chosen else None


def _direction(draft: _Draft, tense: Tense | None) -> Direction:
    if tense == "past":
        return "back"
    if draft.role == "stop" and draft.prep != "before" and not draft.through:
        return "after"
    if tense == "future" or draft.through or draft.deadline:
        return "forward"
    return "near" if tense else "nearest"


def _expression(said: Said, draft: _Draft, chosen: Stretch, tense: Tense | None) -> TimeExpression:
    assert draft.first is not None
    period = _calendar_unit(chosen) if draft.first.kind in ("ago", "in") else chosen
    start, stop, deadline = None, None, draft.deadline
    if draft.role in ("start", "both"):
        start = chosen.end if draft.prep == "after" else chosen.begin
    if draft.role == "stop" and draft.prep == "before" and tense in ("present", "future"):
        deadline = True
    elif draft.role in ("stop", "both"):
        ends = draft.through or draft.role == "both" or draft.first.kind.startswith("end ")
        stop = chosen.end if ends else chosen.begin
    if draft.role == "at" and period != chosen:
        start = chosen.begin
    reason = draft.reason if len(draft.first.near(said.now)) == 1 else f"{draft.reason}, {_told(draft, tense)}"
    utc = _utc(said)
    return TimeExpression(
        draft.start,
        draft.stop,
        draft.role,
        utc(period.begin),
        utc(period.end),
        chosen.precision,
        reason,
        value_of(chosen),
        draft.core,
        utc(start),
        utc(stop),
        draft.length,
        deadline,
    )


def _told(draft: _Draft, tense: Tense | None) -> str:
    direction = draft.direction or _direction(draft, tense)
    return {
        "back": "the last one",
        "forward": "the next one",
        "after": "the next one",
        "near": "the nearest one",
        "nearest": "the nearest one",
    }[direction]


def _utc(said: Said) -> Callable[[datetime | None], datetime | None]:
    def convert(moment: datetime | None) -> datetime | None:
        return None if moment is None else moment.replace(tzinfo=said.zone).astimezone(UTC)

    return convert


def _calendar_unit(date: Stretch) -> Stretch:
    """The month or year in which a date known by month or year lies."""
    if date.precision == "month":
        return cal.month(date.begin.year, date.begin.month) or date
    return (cal.year(date.begin.year) or date) if date.precision == "year" else date


def _resolved_range(said: Said, draft: _Draft, first: Point, last: Point, tense: Tense | None) -> TimeExpression | None:
    ends = _ends(said, first, last, "back" if tense == "past" else "forward" if tense == "future" else "near")
    if ends is None:
        return None
    begin, end = ends
    stop = end.end if draft.through or last.kind.startswith("end ") else end.begin
    if last.kind in ("clock", "instant") and first.kind == "clock":
        return TimeExpression(draft.start, draft.stop, "none", None, None, None, "hours of the day", "", draft.core)
    if stop <= begin.begin:
        return None
    utc = _utc(said)
    whole = Stretch(begin.begin, stop, "day" if "day" in (begin.precision, end.precision) else end.precision)
    value = f"{value_of(begin)}/{value_of(end)}"
    return TimeExpression(
        draft.start,
        draft.stop,
        "both",
        utc(whole.begin),
        utc(stop),
        whole.precision,
        draft.reason,
        value,
        draft.core,
        utc(whole.begin),
        utc(stop),
    )


def _ends(said: Said, first: Point, last: Point, direction: Direction) -> tuple[Stretch, Stretch] | None:
    """Both dates of a range: the one that is certain places the other; of two uncertain ones the later is chosen first."""
    sure = first.near(said.now)
    if len(sure) == 1 and len(last.near(said.now)) > 1:
        after = [o for o in last.near(sure[0].begin) if o.begin >= sure[0].begin]
        return (sure[0], after[0]) if after else None
    end = choose(last, said.now, direction)
    if end is None:
        return None
    before = [o for o in first.near(end.begin) if o.begin <= end.begin]
    return (before[-1], end) if before else None


# --- what a claim claims --------------------------------------------------------------------------------------------


def claimed_period(
    expressions: Sequence[TimeExpression], said_at: datetime, tense: Tense | None, aspect: Aspect = "state"
) -> Claim:
    """The period that the expressions of one clause claim for its state.

    A start begins it, a stop ends it; an event begins it at its date; a state in a named period has that period; the
    perfect with "for five years" began then, and a term (rent, hire, sign) runs so long from its start, else from `said_at`.
    """
    begun, ended, precision, reason = None, None, None, "no time is said"
    for expression in expressions:
        start, stop = _claims(expression, said_at, tense, aspect)
        if (start and not begun) or (stop and not ended):
            precision, reason = precision or expression.precision, expression.reason
        begun, ended = begun or start, ended or stop
    length = _term(expressions, tense, aspect)
    if length and not (ended and begun):
        ended = ended if begun is None and ended else _later(begun or said_at, length)
        precision, reason = precision or length.precision, "a term of a given length"
    return Claim(begun, ended, precision, reason)


def _claims(
    expression: TimeExpression, said_at: datetime, tense: Tense | None, aspect: Aspect
) -> tuple[datetime | None, datetime | None]:
    if expression.role in ("start", "stop", "both"):
        return expression.claims_from, expression.claims_to
    if expression.role == "at":
        return _at_claims(expression, said_at, tense, aspect)
    back = expression.role == "duration_back" or (expression.role == "duration" and aspect == "perfect")
    if back and expression.length:
        return _later(said_at, expression.length, -1), None
    return None, None


def _at_claims(
    expression: TimeExpression, said_at: datetime, tense: Tense | None, aspect: Aspect
) -> tuple[datetime | None, datetime | None]:
    clock = expression.precision == "instant" and expression.reason.startswith(("clock", "at, ", "around, ", "about, "))
    if clock and not (aspect == "event" and tense == "past"):
        return None, None
    if aspect == "state":
        return expression.begin, expression.end
    start = expression.claims_from or expression.begin
    return (None, None) if aspect == "perfect" and start and start > said_at else (start, None)


def _term(expressions: Sequence[TimeExpression], tense: Tense | None, aspect: Aspect) -> Length | None:
    """The length that runs from the start: of a term, or "for the next two weeks", or beside a date ("9 May, three nights")."""
    for expression in expressions:
        if expression.length is None or expression.deadline:
            continue
        dated = any(other.role in ("start", "at") and other.precision == "day" for other in expressions)
        if expression.role == "duration_forward" or (aspect == "term" and expression.role in ("duration", "none")):
            return expression.length
        if expression.role == "duration" and aspect != "perfect" and dated and tense != "past":
            return expression.length
    return None


def _later(moment: datetime, length: Length, sign: int = 1) -> datetime | None:
    moved = cal.shift(moment.astimezone(UTC).replace(tzinfo=None), length, sign)
    if moved is None:
        return None
    return (moved if length.seconds else midnight(moved)).replace(tzinfo=UTC)


FUTURE = re.compile(
    r"\b(?:will|shall|won't|going\s+to|gonna|about\s+to|plan(?:ning)?\s+to|'ll)\b|\w'll\b", re.IGNORECASE
)
PAST = re.compile(
    r"\b(?:was|were|had|did|didn't|wasn't|weren't|used\s+to|went|came|got|took|left|sold|bought|became|began|met|made|gave|said|told|found"
    r"|lost|won|paid|sent|wrote|ran|held|kept|grew|broke|chose|spoke|built|quit)\b|\b(?:i|we|he|she|they|it|you)\s+\w{2,}ed\b|^\s*\w{2,}ed\b",
    re.IGNORECASE,
)
PRESENT = re.compile(r"\b(?:am|is|are|has|have|does|do|'m|isn't|aren't)\b|\w'(?:m|re|ve|s)\b", re.IGNORECASE)


def guess_tense(text: str) -> Tense | None:
    """The tense by cue words, for text that no parser sees: labels, fragments."""
    if FUTURE.search(text):
        return "future"
    if PAST.search(text):
        return "past"
    return "present" if PRESENT.search(text) else None
