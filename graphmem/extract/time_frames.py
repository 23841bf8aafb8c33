"""Time expressions as they stand in text, with their prepositions: drafts whose direction is not chosen yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Literal

from graphmem.extract import time_calendar as cal
from graphmem.extract.time_calendar import DAY, MONTHS, SEASONS, WEEKDAYS, Length, Stretch, midnight
from graphmem.extract.time_dates import RULES as DATES
from graphmem.extract.time_dates import VERB_OR_NAME, month_at
from graphmem.extract.time_grammar import (
    FREE,
    LONG_YEAR,
    MONTH,
    NUMBER,
    UNIT,
    Direction,
    Index,
    Lasting,
    Point,
    Said,
    alternatives,
    at_clock,
    clock_at,
    index_of,
    length_at,
    point_at,
    word_at,
)
from graphmem.extract.time_relative import RULES as RELATIVE

__all__ = ["OPEN_ENDED", "Draft", "TimeRole", "drafts", "rules"]

TimeRole = Literal["at", "start", "stop", "both", "recurring", "duration_back", "duration_forward", "duration", "none"]


@dataclass(frozen=True, slots=True)
class Draft:
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


PLACE = re.compile(r"(?<![\w@#/$€£.:+%-])(?:[a-z]+|\d+|'(?=\d\d))")


def drafts(said: Said) -> Iterator[Draft]:
    """The time expressions of a text, ascending and disjoint."""
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
def rules() -> Index:
    """All rules by which dates are read."""
    return index_of([*DATES, *RELATIVE])


@cache
def _first_words() -> frozenset[str]:
    return frozenset(rules()) | frozenset(_frames()) | {"noon", "midday", "midnight", "half", "quarter"}


def _read(said: Said, position: int) -> Draft | None:
    """The expression that begins at a position."""
    word = word_at(said.low, position)
    for pattern, read in _frames().get(word, ()):
        match = pattern.match(said.low, position)
        draft = read(said, match) if match else None
        if draft is not None:
            return draft
    return _standing_alone(said, position)


Reader = Callable[[Said, "re.Match[str]"], "Draft | None"]
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


def _nothing(match: re.Match[str], role: TimeRole, reason: str) -> Draft:
    return _nothing_at(match.start(), match.end(), role, reason)


def _nothing_at(start: int, stop: int, role: TimeRole, reason: str) -> Draft:
    return Draft(start, stop, role, reason, (start, stop))


# --- what recurs, and what is no time of validity -------------------------------------------------------------------

WEEKDAY_ANY = rf"(?:{alternatives(WEEKDAYS)})"
DAYTIME = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?)"
EVERY = (
    rf"(?:{WEEKDAY_ANY}s?(?:\s+{DAYTIME})?(?:(?:\s*,\s*|\s+and\s+"
    rf"|\s+or\s+){WEEKDAY_ANY}s?(?:\s+{DAYTIME})?\b)*|{UNIT}|{MONTH.replace('?P<month>', '?:')}"
    rf"|{alternatives(SEASONS)}|{DAYTIME}|week-?days?|weekends?|workdays?|working\s+days?"
    rf"|business\s+days?|christmas|easter|new\s+year|holidays?)"
)


@_frame(
    "every each",
    rf"(?:every|each)\s+(?:single\s+|other\s+|second\s+|third\s+|fourth\s+|few\s+|couple\s+of\s+"
    rf"|first\s+|last\s+|\d+(?:st|nd|rd|th)?\s+|{NUMBER}\s+)?{EVERY}\b",
)
@_frame("every each", r"(?:every|each)\s+\d+(?:st|nd|rd|th)\s+of\s+the\s+month\b")
@_frame(
    "on at during over the " + " ".join(WEEKDAYS),
    rf"(?:on\s+|during\s+|over\s+)?(?:the\s+)?(?:{WEEKDAY_ANY}(?:s\b|\s+(?:mornings|afternoons"
    rf"|evenings|nights)\b))(?:(?:\s*,\s*|\s+and\s+|\s+or\s+)(?:{WEEKDAY_ANY})s?(?:\s+{DAYTIME})?\b)*",
)
@_frame(
    "on at in during most weekdays weekends",
    r"(?:(?:on|at|during|in|most)\s+)?(?:the\s+)?(?:weekdays|weekends|workdays|mornings|afternoons|evenings)\b",
)
@_frame(
    "on the first second third fourth last",
    rf"(?:on\s+)?(?:the\s+)?(?:first|second|third|fourth|last|\d+(?:st|nd|rd"
    rf"|th))\s+(?:{WEEKDAY_ANY}\s+|day\s+|weekend\s+|week\s+)?(?:of|in)\s+(?:every|each)\s+(?:\w+)\b",
)
@_frame(
    "on the first second third fourth last",
    rf"(?:on\s+)?(?:the\s+)?(?:first|second|third|fourth|last)\s+(?:{WEEKDAY_ANY}|day"
    rf"|weekend)\s+(?:of|in)\s+(?:the|a)\s+(?:month|year|quarter|week)\b",
)
@_frame("daily weekly fortnightly monthly quarterly yearly annually hourly nightly biweekly biannually", r"\w+\b")
@_frame("once twice thrice", rf"(?:once|twice|thrice)\s+(?:a|an|per|every|each)\s+(?:other\s+)?{UNIT}")
def _recurs(_: Said, match: re.Match[str]) -> Draft | None:
    return _nothing(match, "recurring", "recurs: bounds nothing")


DASH = r"\s*(?:-|–|—)\s*"


@_frame(
    " ".join((*WEEKDAYS, "from", "on", "between")),
    rf"(?:from\s+|on\s+|between\s+)?{WEEKDAY_ANY}\.?(?:{DASH}|\s+(?:to|till|until|through|thru"
    rf"|and)\s+){WEEKDAY_ANY}\b\.?(?!\s+\d)",
)
def _days_of_week(_: Said, match: re.Match[str]) -> Draft | None:
    """Reads "Mon-Fri", "Monday to Friday": opening hours, not a period; other spans of days are read as dates."""
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
def _accounting(_: Said, match: re.Match[str]) -> Draft | None:
    return _nothing(match, "none", "a year of accounts or of school: describes, does not date")


# --- prepositions ---------------------------------------------------------------------------------------------------

HEDGE = (
    r"(?:(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|at\s+least|at\s+the\s+latest"
    r"|at\s+the\s+earliest|some\s?time|somewhere|exactly|precisely"
    r"|only|just|way|as\s+early\s+as|as\s+late\s+as|as\s+recently\s+as|back)\s+)*(?:(?:in|on|at|during)\s+)?"
)
ABOUT = (
    r"(?:(?:about|almost|nearly|over|more\s+than|less\s+than|at\s+least|at\s+most|just|only"
    r"|well\s+over|up\s+to|roughly|around|some|exactly|under)\s+)*"
)
AS_QUANTITY = re.compile(rf"\s+(?:a|an|per|each|every)\s+(?:{UNIT})|\s+(?:ago|before|after|later|earlier|old)\b|-old\b")
EVENT = r"(?P<event>(?:the|our|my|his|her|their|its|your)\s+(?:[a-z'-]+\s+){1,3}?(?:in|of|on)\s+)?"
STARTS = (
    r"(?:w\.?\s?e\.?\s?f\.?(?!\w)|as\s+from|as\s+of|as\s+at|with\s+effect\s+from|with\s+effect\s+on|effective\s+as\s+of"
    r"|effective\s+from|effective|starting\s+from|starting|beginning|commencing|from)(?:\b|(?<=\.)),?"
)


@_frame("since ever", rf"(?:ever\s+)?since\s+{HEDGE}{EVENT}")
def _since(said: Said, match: re.Match[str]) -> Draft | None:
    lasting = length_at(said.low, match.end())
    point = _happened(said, match)
    if point is None and lasting and lasting.exact and FREE.match(said.low, lasting.stop):
        moment = cal.shift(midnight(said.now), lasting.length, -1)
        if moment is None:
            return None
        begun = Point(
            lasting.start, lasting.stop, _only(Stretch(moment, moment + DAY, lasting.length.precision)), "ago"
        )
        return Draft(
            match.start(), lasting.stop, "start", "since a length of time", (lasting.start, lasting.stop), begun
        )
    draft = _bounded(said, match, point, "start", "since")
    return replace(draft, direction="back") if draft else None


def _only(stretch: Stretch) -> Callable[[datetime], tuple[Stretch, ...]]:
    return lambda _: (stretch,)


@_frame("as with effective starting beginning commencing from w wef", rf"{STARTS}\s+{HEDGE}{EVENT}")
def _from(said: Said, match: re.Match[str]) -> Draft | None:
    """A beginning; with "starting" or "effective" the nearest one, as "we hired her starting 7 July" looks ahead."""
    point = _event_point(said, match)
    ranged = _to_present(said, match.start(), point) or _ranged(said, match.start(), point, "from")
    if ranged:
        return ranged
    draft = _bounded(said, match, point, "start", "from")
    if draft is None:
        return None
    onwards = ONWARDS.match(said.low, draft.stop) or ON_NAME.match(said.raw, draft.stop)
    planned = re.match(r"start|begin|commenc|effective|with", match[0]) is not None
    return replace(draft, stop=onwards.end() if onwards else draft.stop, direction="near" if planned else None)


ONWARDS = re.compile(
    r"\s*,?\s*(?:onwards?|on(?=\s*(?:$|[.,;:!?)-]|(?:is|are|was|were|will|we|i|you|he|she|it|they|the|my|our|his|her"
    r"|their|there|all|every|no|only|please)\b))|forwards?|and\s+after|on\s+out|out)\b"
)


# "From next month on Ada runs it"; in "from May on Mondays" the preposition is the weekday's.
ON_NAME = re.compile(rf"\s+on(?=\s+[A-Z])(?!\s+(?i:{alternatives([*WEEKDAYS, *MONTHS])})s?\b)")


@_frame("effective", r"effective\s+immediately\b")
@_frame("with", r"with\s+immediate\s+effect\b")
@_frame("henceforth", r"henceforth\b")
def _at_once(said: Said, match: re.Match[str]) -> Draft | None:
    now = Point(*match.span(), _only(cal.instant(said.now)), "now")
    return Draft(match.start(), match.end(), "start", "from now on", match.span(), now)


@_frame("until till for", r"(?:until|till|for)\s+(?:further\s+notice|the\s+time\s+being|the\s+foreseeable\s+future)\b")
def _open_ended(_: Said, match: re.Match[str]) -> Draft | None:
    return _nothing(match, "none", OPEN_ENDED)


OPEN_ENDED = "no end is known: bounds nothing"
UNTIL = (
    r"(?:right\s+)?(?:up\s+until|up\s+till|up\s+to\s+and\s+including|up\s+to|until|untill|till|til"
    r"|through\s+to|through|thru)\b"
)


@_frame("until untill till til up right through thru", rf"{UNTIL}\s+(?:as\s+late\s+as\s+)?{HEDGE}{EVENT}")
def _until(said: Said, match: re.Match[str]) -> Draft | None:
    through = bool(re.match(r"through|thru|up\s+to\s+and\s+including", match[0]))
    point = _happened(said, match)
    if point is None or (through and point.kind == "now"):
        return None
    draft = _bounded(said, match, point, "stop", "through" if through else "until")
    inclusive = INCLUSIVE.match(said.low, draft.stop) if draft else None
    if draft and inclusive:
        return replace(draft, stop=inclusive.end(), through=True)
    return replace(draft, through=through) if draft else None


INCLUSIVE = re.compile(r"\s*,?\s*\(?(?:inclusive(?:ly)?|included)\b\)?")


@_frame("until till up right", rf"{UNTIL}\s+(?:recently|lately|not\s+(?:so\s+|very\s+|too\s+)?long\s+ago)\b")
def _until_recently(said: Said, match: re.Match[str]) -> Draft | None:
    now = Point(*match.span(), _only(cal.instant(said.now)), "now")
    return Draft(match.start(), match.end(), "stop", "until recently: over when it was said", match.span(), now)


@_frame(
    "not never no don won doesn isn aren can didn won't",
    r"(?:not|never|no|(?:don|won|doesn|isn|aren|can|didn)'?t)\s+(?:[a-z]+\s+){0,3}?(?:until|till|before)\s+" + HEDGE,
)
def _not_until(said: Said, match: re.Match[str]) -> Draft | None:
    """Reads "won't start until 3 March": that day is the beginning."""
    until = re.search(r"(?:until|till|before)\s", match[0])
    point = point_at(said, match.end())
    if until is None or point is None:
        return None
    start = match.start() + until.start()
    return Draft(
        start, point.stop, "start", "not until: begins then", (point.start, point.stop), point, direction="forward"
    )


@_frame("before prior", rf"(?:before|prior\s+to)\s+{HEDGE}{EVENT}")
def _before(said: Said, match: re.Match[str]) -> Draft | None:
    return _bounded(said, match, _happened(said, match), "stop", "before")


@_frame("by no not due", rf"(?:by|(?:no|not)\s+later\s+than|due\s+by)\s+(?:no\s+later\s+than\s+)?{HEDGE}")
def _by(said: Said, match: re.Match[str]) -> Draft | None:
    draft = _bounded(
        said, match, point_at(said, match.end()) or _day_clock(said, match.end(), after_at=True), "none", "by"
    )
    return replace(draft, deadline=True, direction=None) if draft else None


@_frame("within", r"within\s+(?:the\s+)?(?:(?:next|coming|following)\s+)?(?=\w)")
def _within(said: Said, match: re.Match[str]) -> Draft | None:
    lasting = length_at(said.low, match.end())
    moment = cal.shift(said.now, lasting.length) if lasting else None
    if lasting is None or moment is None:
        return None
    until = Point(lasting.start, lasting.stop, _only(Stretch(midnight(moment), midnight(moment) + DAY, "day")), "day")
    return Draft(
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
def _after(said: Said, match: re.Match[str]) -> Draft | None:
    point = _happened(said, match)
    if point is None or point.kind == "clock" or FOLLOWED.search(said.low, max(0, match.start() - 10), match.start()):
        return None
    happened = point.start > match.end() or match["event"] is not None
    return _bounded(said, match, point, "start", "since" if happened else "after")


FOLLOWED = re.compile(r"\b(?:look|looks|looked|looking|takes?|took|named|asks?|asked|going|runs?|ran)\s+$")


@_frame("between", rf"between\s+{HEDGE}")
def _between(said: Said, match: re.Match[str]) -> Draft | None:
    return _ranged(said, match.start(), point_at(said, match.end()), "between")


@_frame(
    "over in during within throughout the these this past last",
    rf"(?P<prep>(?:over|in|during|within|throughout)\s+)?(?:the\s+|these\s+|this\s+)?(?:past|last"
    rf"|previous|preceding)\s+{ABOUT}(?=\w)",
)
def _the_past(said: Said, match: re.Match[str]) -> Draft | None:
    """Reads "over the past two years" looks back; "in the last two years" is a window in which something happened."""
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
    return Draft(
        match.start(),
        lasting.stop,
        "at",
        "within the past length of time",
        (lasting.start, lasting.stop),
        since,
    )


FROM = re.compile(r"\s+(?:from|starting|beginning|commencing|as\s+of|as\s+from|with\s+effect\s+from)\s+(?:on\s+)?")


@_frame("for", rf"for\s+(?:the\s+)?{ABOUT}(?=\w)")
def _for_from(said: Said, match: re.Match[str]) -> Draft | None:
    """As in "for ten weeks from 9 April": it begins then and runs so long."""
    lasting = length_at(said.low, match.end())
    lead = FROM.match(said.low, lasting.stop) if lasting and lasting.exact else None
    point = point_at(said, lead.end()) if lead else None
    if lasting is None or point is None or point.kind == "now":
        return None
    told, span = said.low[lasting.stop : lead.end()] if lead else "", (lasting.start, point.stop)
    near: Direction | None = None if "from" in told else "near"
    made = Draft(match.start(), point.stop, "start", "a length from a date", span, point, length=lasting.length)
    return replace(made, direction=near)


@_frame("in", r"in\s+(?:the\s+)?(?:(?:early|late|mid)[ -])?")
@_frame(
    "on at during over around about circa towards back way sometime for round",
    rf"(?:(?:way\s+)?back\s+(?:in|on|at|around|during)|sometime\s+(?:in|on|during|around|over)|on|at"
    rf"|during|over|around|round|about|circa|towards|for)\s+{HEDGE}",
)
def _at(said: Said, match: re.Match[str]) -> Draft | None:
    prep = match[0].split()[-1] if match[0].startswith(("back", "way", "sometime")) else match[0].split()[0]
    start = match.start() + len("in ") if prep == "in" and match[0].startswith("in") else match.end()
    point = _fitting(said, start, prep)
    if point is None:
        return None
    ranged = _ranged(said, match.start(), point, prep)
    if ranged or prep != "for":
        return ranged or _bounded(said, match, point, "both" if point.both else "at", prep)
    return _bounded(said, match, point, _for_role(said, match.start(), point), "for")


def _for_role(said: Said, start: int, point: Point) -> TimeRole:
    """The van is mine "for the weekend", so long; what is "planned for July" has it as its date."""
    if point.both:
        return "both"
    if _is_day(point) and word_at(said.low, point.start) not in ("today", "tonight"):
        return "none"
    return "at" if DUE_FOR.search(said.low, max(0, start - 16), start) else "both"


DUE_FOR = re.compile(r"\b(?:planned|scheduled|set|booked|due|slated|meant|pencilled\s+in|down)\s+$")


DAY_KINDS = ("day", "weekday", "monthday", "holiday", "clock", "instant")
LONG_KINDS = ("year", "month", "season", "quarter", "decade", "short decade", "week", "fortnight", "ago")


def _is_day(point: Point) -> bool:
    return point.kind in DAY_KINDS and not point.both


def _fitting(said: Said, position: int, prep: str) -> Point | None:
    """The date after a preposition, if the two go together: in a month, on a day, at a holiday."""
    if prep == "in" and word_at(said.low, position) in ("last", "next", "this", "today", "tomorrow", "yesterday"):
        return None  # "we moved in last May": the "in" is the verb's
    point = point_at(said, position)
    if prep == "in" and point is not None and point.kind in ("day", "weekday", "monthday"):
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
    """Reads "for April", "by June": a person as likely as a month."""
    word = word_at(said.low, point.start)
    if point.kind != "month" or point.alone or word not in VERB_OR_NAME or prep in ("in", "since", "until", "during"):
        return False
    if prep == "from":
        return SENDER.search(said.low, 0, max(0, point.start - len("from "))) is not None
    return prep == "for" or FREE.match(said.low, point.stop) is None


SENDER = re.compile(
    r"\b(?:letter|gift|present|message|text|mail|e-?mail|call|card|note|postcard|hear|heard|got"
    r"|quote|word|news|parcel|borrowed|bought)\s+$"
)


def _event_point(said: Said, match: re.Match[str]) -> Point | None:
    """The date after a preposition, with or without the event that it dates ("since the merger in 2021")."""
    bare = match.start("event") if match["event"] else match.end()
    point = point_at(said, bare) or _day_clock(said, bare, after_at=False)
    return point or (point_at(said, match.end()) if match["event"] else None)


def _happened(said: Said, match: re.Match[str]) -> Point | None:
    """The date after a conjunction, of an event or of what a clause tells."""
    return _event_point(said, match) or _clause_point(said, match.end())


HAPPENING = re.compile(
    r"(?:(?:i|we|he|she|it|they|you)(?:'(?:d|ve|m|re|s))?|(?:the|our|my|his|her|their)\s+[a-z'-]+)(?=\s+[a-z])"
)
NEXT_WORD = re.compile(r"\s+(?P<prep>(?:back\s+)?(?:in|on|at)\s+)?(?=[\w'])")
LONGEST_HAPPENING = 6  # words between the subject of what happened and its date


def _clause_point(said: Said, position: int) -> Point | None:
    """The date of what happened: "since we moved here in 2019", "until she retired last May"."""
    subject = HAPPENING.match(said.low, position)
    place = subject.end() if subject else -1
    for _ in range(LONGEST_HAPPENING if subject else 0):
        word = NEXT_WORD.match(said.low, place)
        point = point_at(said, word.end()) if word else None
        if point is not None and word and (point.alone or word["prep"]):
            return point
        after = WORD.match(said.low, word.end()) if word else None
        if after is None:
            return None
        place = after.end()
    return None


WORD = re.compile(r"[\w'-]+")


def _bounded(said: Said, match: re.Match[str], point: Point | None, role: TimeRole, prep: str) -> Draft | None:
    """The expression of a preposition and its date; with a possessive it dates only the noun that follows."""
    if point is None or _is_name(said, point, prep):
        return None
    point = _explained(said, point)
    if POSSESSIVE.match(said.low, point.stop):
        return _possessive(match.start(), point, prep)
    role = "both" if point.both and role == "start" else role
    return Draft(match.start(), point.stop, role, prep, (point.start, point.stop), point, prep=prep)


OF = re.compile(r"'s?\s+(?=\w)|\s+of\b")  # "the last week of March", "last week's numbers"
POSSESSIVE = re.compile(r"'s?\s+(?=\w)")


def _possessive(start: int, point: Point, prep: str) -> Draft:
    return Draft(start, point.stop, "none", "possessive: dates a noun", (point.start, point.stop), point, prep=prep)


BRACKET = re.compile(r"\s*\(\s*")
COMMA = re.compile(r",\s+(?:on\s+)?(?:the\s+)?")


def _explained(said: Said, point: Point) -> Point:
    """A day named twice, "Whit Monday (9 June)", "tomorrow, 5 June": the more exact name counts."""
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


def _ranged(said: Said, start: int, first: Point | None, prep: str) -> Draft | None:
    """Two dates joined: "from March to May", "between 2012 and 2015", "3 May - 7 June"."""
    joint = CONNECTOR.match(said.low, first.stop) if first else None
    if first is None or joint is None or not _may_join(first, joint, prep):
        return None
    last = _second(said, joint.end(), first)
    worded = (first.kind in ("month", "year") and not first.alone) and prep == "" and joint["word"] is not None
    hours = first.kind == "clock" and last is not None and last.kind not in ("clock", "instant")
    if last is None or last.both or hours or (worded and last.kind != first.kind):
        return None
    last = _explained(said, last)
    inclusive = INCLUSIVE.match(said.low, last.stop)
    stop = inclusive.end() if inclusive else last.stop
    through = inclusive is not None or (joint["word"] or "").startswith("thr") or last.kind in WHOLE_ENDS
    span = (first.start, last.stop)
    return Draft(start, stop, "both", "from one date to another", span, first, last, through=through, prep=prep)


PRESENT = re.compile(r"(?:\s*(?:-|–|—)\s*|\s+(?:to|until|till)\s+)(?:the\s+)?(?:present|now|today|date|ongoing)\b")


def _to_present(said: Said, start: int, first: Point | None) -> Draft | None:
    """As in "03/2021 - present", "from 2014 to date": it goes on."""
    open_ = PRESENT.match(said.low, first.stop) if first else None
    if first is None or open_ is None or first.both or first.kind == "now":
        return None
    return Draft(
        start, open_.end(), "start", "from a date until now", (first.start, first.stop), first, direction="back"
    )


# "to May", "to 14 June" include that month and day; "to 2019" ends with its first instant, as "until 2019" does.
WHOLE_ENDS = ("day", "weekday", "monthday", "month", "season", "quarter", "holiday")


def _may_join(first: Point, joint: re.Match[str], prep: str) -> bool:
    if first.both or (first.kind == "now" and prep != "from"):
        return False
    return (joint["word"] == "and") == (prep == "between")


def _second(said: Said, position: int, first: Point) -> Point | None:
    clock = first.kind in ("clock", "instant")
    return point_at(said, position) or (_day_clock(said, position, after_at=False) if clock else None)


# --- without a preposition ------------------------------------------------------------------------------------------


def _standing_alone(said: Said, position: int) -> Draft | None:
    point = point_at(said, position)
    if point is None:
        return _clock_draft(said, position) or _lasting_draft(said, position)
    ranged = _to_present(said, position, point) or _ranged(said, position, point, "")
    if ranged:
        return ranged
    if not (point.alone or _set_off(said, point) or _owning(said, point)) or point.kind == "now":
        return None
    point = _explained(said, point)
    if POSSESSIVE.match(said.low, point.stop):
        return _possessive(position, point, "")
    onwards = ONWARDS_ALONE.match(said.low, point.stop)
    if onwards:
        return Draft(position, onwards.end(), "start", "onwards", (position, point.stop), point)
    latest = LATEST.match(said.low, point.stop)
    role: TimeRole = "none" if latest else "both" if point.both else "at"
    stop = latest.end() if latest else point.stop
    return Draft(position, stop, role, point.kind, (position, point.stop), point, deadline=bool(latest))


ONWARDS_ALONE = re.compile(r"\s+onwards?\b")
LATEST = re.compile(r"\s*,?\s+(?:at\s+the\s+(?:very\s+)?latest|or\s+(?:earlier|sooner|before))\b")


def _owning(said: Said, point: Point) -> bool:
    """As in "July's treasurer": a month or weekday with a noun; "June's" is a person's, unless two months own."""
    if point.kind not in ("month", "weekday", "season") or not POSSESSIVE.match(said.low, point.stop):
        return False
    word = word_at(said.low, point.start)
    return word not in VERB_OR_NAME - {"march"} or len(set(OWNING_MONTHS.findall(said.low))) > 1


OWNING_MONTHS = re.compile(rf"\b({alternatives(MONTHS)})'s\b")


def _set_off(said: Said, point: Point) -> bool:
    """Whether a bare year or month stands by itself: "2019: moved to Rome", "the flood (2019)"."""
    before = said.low[max(0, point.start - 4) : point.start].rstrip()[-1:]
    after = said.low[point.stop : point.stop + 4].lstrip()[:1]
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
    lead = CLOCK_DAY.match(said.low, clock.stop)
    dated = point_at(said, lead.end()) if lead else None
    days = ("day", "weekday", "monthday", "holiday")
    if lead is not None and dated is not None and dated.kind in days and (dated.alone or "on" in lead[0]):
        return replace(at_clock(dated, clock, dated.stop), start=position)
    part = DAY_PART.match(said.low, clock.stop)
    later = part is not None and part["later"] is not None and clock.hour < 12
    passed = timedelta(hours=clock.hour + (12 if later else 0), minutes=clock.minute)
    return Point(position, part.end() if part else clock.stop, lambda day: _clock_days(day, passed), "clock")


CLOCK_DAY = re.compile(r",?\s+(?:on\s+|of\s+)?(?:the\s+)?|\s*\(?\s*(?=on\s)")
DAY_PART = re.compile(r"\s+(?:sharp|in\s+the\s+morning|(?P<later>in\s+the\s+(?:afternoon|evening)|at\s+night))\b")


def _clock_days(reference: datetime, passed: timedelta) -> tuple[Stretch, ...]:
    return tuple(cal.instant(midnight(reference) + DAY * days + passed) for days in (-1, 0, 1))


def _clock_draft(said: Said, position: int) -> Draft | None:
    point = _day_clock(said, position, after_at=False)
    if point is None:
        return None
    return _ranged(said, position, point, "") or Draft(
        position, point.stop, "at", point.kind, (position, point.stop), point
    )


# --- lengths --------------------------------------------------------------------------------------------------------


@_frame(
    "for",
    rf"for\s+(?:(?P<back>(?:the\s+|these\s+)?(?:past|last|previous))\s+"
    rf"|(?P<forward>(?:the\s+)?(?:next|coming|following)|another"
    rf"|a\s+further)\s+)?(?:the\s+)?{ABOUT}(?=\w)",
)
def _for(said: Said, match: re.Match[str]) -> Draft | None:
    """Reads "for two years": which way it lies is the clause's to say, unless "past", "next" or "now" say it."""
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


def _lasting(start: int, stop: int, role: TimeRole, reason: str, lasting: Lasting) -> Draft:
    return Draft(
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
def _the_next(said: Said, match: re.Match[str]) -> Draft | None:
    lasting = length_at(said.low, match.end())
    end = cal.shift(said.now, lasting.length) if lasting else None
    if lasting is None or end is None or not lasting.exact:
        return None
    ahead = Point(lasting.start, lasting.stop, _only(Stretch(said.now, end, lasting.length.precision)), "window")
    return Draft(
        match.start(), lasting.stop, "at", "within the coming length of time", (lasting.start, lasting.stop), ahead
    )


ATTRIBUTIVE = re.compile(rf"(?P<number>{NUMBER})-(?P<unit>day|week|fortnight|month|year)\b(?!-?\s*olds?\b|-\w)")
BARE_END = re.compile(r"\s*(?:$|[.,;:!?)])|\s+(?:now|already|running|straight|in\s+total)\b")


def _lasting_draft(said: Said, position: int) -> Draft | None:
    """A length without a preposition: "an 18-month lease", "been there three years now", "9 May, three nights"."""
    lasting = length_at(said.low, position)
    attributive = _attributive(said, position)
    if attributive or lasting is None:
        return attributive
    rate = AS_RATE.match(said.low, lasting.stop)
    if rate:
        return _nothing_at(position, rate.end(), "recurring", "a rate: bounds nothing")
    counted = said.low.startswith(("a ", "an "), position) or AGED.search(said.low, max(0, position - 8), position)
    if counted or lasting.length.seconds or not BARE_END.match(said.low, lasting.stop):
        return None
    now = NOW.match(said.low, lasting.stop)
    role: TimeRole = "duration_back" if now else "duration"
    return _lasting(position, now.end() if now else lasting.stop, role, "a bare length of time", lasting)


AGED = re.compile(r"\b(?:aged?|of)\s+$")
AS_RATE = re.compile(rf"\s+(?:a|an|per|each|every)\s+(?:{UNIT})")


def _attributive(said: Said, position: int) -> Draft | None:
    match = ATTRIBUTIVE.match(said.low, position)
    lasting = length_at(f"{match['number']} {match['unit']}s", 0) if match else None
    if match is None or lasting is None or not lasting.exact:
        return None
    return Draft(position, match.end(), "none", "length of a thing", match.span(), length=lasting.length)


LIST = re.compile(r"(?:\s*,\s*|\s*,?\s+(?:and|or)\s+|\s*&\s*)(?:in\s+|on\s+)?")


def _listed(said: Said, draft: Draft) -> Draft | None:
    """The next of several dates of one preposition: "in 2012, 2015 and 2019"."""
    if draft.role != "at" or draft.first is None or draft.prep not in ("in", "on"):
        return None
    joint = LIST.match(said.low, draft.stop)
    point = point_at(said, joint.end()) if joint else None
    if point is None or point.kind != draft.first.kind or point.alone or not FREE.match(said.low, point.stop):
        return None
    return Draft(point.start, point.stop, "at", draft.reason, (point.start, point.stop), point, prep=draft.prep)
