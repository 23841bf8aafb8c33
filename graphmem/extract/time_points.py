"""Dates in text: what is named at a place of it, and which stretches of time that can mean.

A point is read at one word by the rules of that word. A date without its year, a weekday or a bare day
of the month has several options; the caller chooses by direction (`choose`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Literal

from graphmem.extract import time_calendar as cal
from graphmem.extract.time_calendar import DAY, Length, Stretch, midnight, time_words
from graphmem.model import Precision

__all__ = [
    "Clock",
    "Direction",
    "Lasting",
    "Point",
    "Said",
    "alternatives",
    "at_clock",
    "choose",
    "clock_at",
    "length_at",
    "month_at",
    "point_at",
    "point_words",
    "word_at",
]

Direction = Literal["back", "forward", "after", "near", "nearest"]
Near = Callable[[datetime], tuple[Stretch, ...]]
NEAR = timedelta(days=60)
DEEPEST = 3  # dates inside dates: "two weeks before | the end of | the summer of | 2019"


@dataclass(frozen=True, slots=True)
class Said:
    """A text with its lower case of equal length and the local moment it was said at."""

    raw: str
    low: str
    now: datetime
    zone: tzinfo
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """A date named by `text[start:stop]`; `near(reference)` are its options around a moment, ascending.

    `kind` says what was named. `alone`: it is a date without a preposition before it. `both`: its ends
    bound a state by themselves ("7-20 July"). `strict`: the day of speaking itself is not meant.
    """

    start: int
    stop: int
    near: Near
    kind: str
    alone: bool = True
    both: bool = False
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day."""

    start: int
    stop: int
    hour: int
    minute: int


def choose(point: Point, now: datetime, direction: Direction) -> Stretch | None:
    """The option meant: the last begun (back), the first not over (forward) or not begun (after), or the nearest.

    nearest: that, but weekdays and bare days look ahead. near: the same within 60 days, further away the next one.
    """
    options = point.near(now)
    if len(options) <= 1:
        return options[0] if options else None
    if direction in ("near", "nearest"):
        return _nearest(point, options, now, NEAR if direction == "near" else None)
    today = midnight(now)
    if direction == "back":
        begun = [o for o in options if (o.begin < today if point.strict else o.begin <= now)]
        return begun[-1] if begun else options[0]
    if direction == "after":
        coming = [o for o in options if o.begin > now]
    else:
        coming = [o for o in options if (o.begin >= today + DAY if point.strict else o.end > now)]
    return coming[0] if coming else options[-1]


def _nearest(point: Point, options: tuple[Stretch, ...], now: datetime, within: timedelta | None) -> Stretch | None:
    def distance(option: Stretch) -> timedelta:
        return max(option.begin - now, now - option.end, timedelta(0))

    if point.kind not in ("weekday", "monthday"):
        best = min(options, key=lambda o: (distance(o), -o.begin.toordinal()))
        if within is None or distance(best) <= within:
            return best
    return choose(point, now, "forward")


# --- the pieces of the grammar --------------------------------------------------------------------------------------


def _spellings(table: str) -> dict[str, int]:
    return {word: int(key) for key, words in time_words()[table].items() for word in words}


def alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=lambda w: (-len(w), w)))


MONTHS, WEEKDAYS = _spellings("months"), _spellings("weekdays")
NUMBERS: dict[str, float] = time_words()["numbers"]
ORDINALS: dict[str, int] = time_words()["ordinals"]
DECADES: dict[str, int] = time_words()["decades"]
UNITS: dict[str, list[int]] = time_words()["units"]
SEASONS: dict[str, int] = time_words()["seasons"]
HOLIDAYS: dict[str, list[int]] = time_words()["holidays"]
EASTER: dict[str, int] = time_words()["easter"]
NTH: dict[str, list[int]] = time_words()["nth"]
SHORT_WEEKDAYS = {word for word in WEEKDAYS if len(word) < 6}
FULL_MONTHS = {word for word in MONTHS if len(word) > 4} | {"june", "july"}
VERB_OR_NAME = {"may", "march", "mar", "jan", "dec", "august", "april", "june"}

MONTH = rf"(?P<month>{alternatives(MONTHS)})\b\.?"
WEEKDAY = rf"(?P<weekday>{alternatives(WEEKDAYS)})\b\.?"
NUMBER = rf"(?:\d{{1,4}}(?:[.,]5)?|(?:twenty|thirty|forty|fifty)-(?:one|two|three|four|five|six|seven|eight|nine)|{alternatives(NUMBERS)})"
UNIT = rf"(?:{alternatives(UNITS)})s?\b\.?"
NTH_DAY = rf"(?:(?P<day>[0-3]?\d)(?:st|nd|rd|th)?|(?P<dayword>{alternatives(ORDINALS)}))"
LONG_YEAR = r"(?:1[5-9]|20)\d\d"
YEAR_TAIL = (
    rf"(?:(?:,\s*|\s+(?:of\s+|in\s+)?)(?P<year>{LONG_YEAR})(?![\w%]|[.,:/]\d)"
    r"|,?\s*'(?P<yy>\d\d)(?!\w)"
    r"|,?\s+(?:of\s+|in\s+)?(?P<rel>last|this|next)\s+year\b"
    rf"|,?\s+(?P<yago>{NUMBER})\s+years?\s+ago\b)?"
)
NOT_COUNTED = r"(?!\s*(?:%|percent|:\d|/\d|[.,]\d|(?:miles|km|kms|kilometres|people|persons|times|points|pages|euros|dollars|pounds|hours|minutes)\b))"


def _number(text: str) -> float:
    text = re.sub(r"\s+", " ", text)
    if text[0].isdigit():
        return float(text.replace(",", "."))
    return NUMBERS[text] if text in NUMBERS else sum(NUMBERS[part] for part in text.split("-"))


def _two_figures(year: int) -> int:
    return 2000 + year if year < 70 else 1900 + year


def _years(said: Said, match: re.Match[str], reference: datetime) -> list[int]:
    """The year a date names, or the years around the reference."""
    named = match.groupdict()
    if named.get("year"):
        return [int(named["year"])]
    if named.get("yy"):
        return [_two_figures(int(named["yy"]))]
    if named.get("rel"):
        return [said.now.year + {"last": -1, "this": 0, "next": 1}[named["rel"]]]
    if named.get("yago"):
        return [said.now.year - int(_number(named["yago"]))]
    return [*range(reference.year - 4, reference.year + 5)]


def _all(options: Iterable[Stretch | None]) -> tuple[Stretch, ...]:
    return tuple(sorted((o for o in options if o is not None), key=lambda o: o.begin))


def _fixed(
    start: int, stop: int, stretch: Stretch | None, kind: str, *, alone: bool = True, both: bool = False
) -> Point | None:
    if stretch is None:
        return None
    return Point(start, stop, lambda _: (stretch,), kind, alone, both)


Rule = Callable[[Said, re.Match[str]], Point | None]
_rules: list[tuple[str, str, Rule]] = []


def _rule(triggers: str, pattern: str) -> Callable[[Rule], Rule]:
    """Register a reader of `pattern` for places that begin with one of the words of `triggers` (`#` is a figure)."""

    def register(read: Rule) -> Rule:
        _rules.append((triggers, pattern, read))
        return read

    return register


@cache
def _index() -> dict[str, tuple[tuple[re.Pattern[str], Rule], ...]]:
    index: dict[str, list[tuple[re.Pattern[str], Rule]]] = {}
    for triggers, pattern, read in _rules:
        compiled = re.compile(pattern)
        for trigger in triggers.split():
            index.setdefault(trigger, []).append((compiled, read))
    return {word: tuple(rules) for word, rules in index.items()}


WORD = re.compile(r"[a-z]+|\d+|'(?=\d\d)")


def word_at(low: str, position: int) -> str:
    """The key of the rules for a place: its word, or # for figures."""
    match = WORD.match(low, position)
    word = match.group() if match else ""
    return "#" if word[:1].isdigit() else word


def point_at(said: Said, position: int) -> Point | None:
    """The date that begins exactly at a position, the longest reading first."""
    if said.depth > DEEPEST:
        return None
    for pattern, read in _index().get(word_at(said.low, position), ()):
        match = pattern.match(said.low, position)
        point = read(said, match) if match else None
        if point is not None:
            return _with_time(said, point)
    return None


def _inner(said: Said, position: int) -> Point | None:
    """A date inside another: "the end of | the summer of | 2019"."""
    return point_at(replace(said, depth=said.depth + 1), position)


@cache
def point_words() -> frozenset[str]:
    """The words a date can begin with."""
    return frozenset(_index())


def month_at(said: Said, position: int) -> Point | None:
    """The month at a position whatever figure follows it: "in May 5 people came"."""
    match = _month_alone().match(said.low, position)
    return _month(said, match) if match else None


@cache
def _month_alone() -> re.Pattern[str]:
    return re.compile(rf"{MONTH}{YEAR_TAIL}(?![\w])")


MONTH_WORDS = " ".join(MONTHS)
WEEKDAY_WORDS = " ".join(WEEKDAYS)
ORDINAL_WORDS = " ".join(sorted({word.split("-")[0] for word in ORDINALS}))
NUMBER_WORDS = " ".join(sorted({word.split()[0] for word in NUMBERS} | {"several", "few"}))
HOLIDAY_WORDS = " ".join(sorted({word.split()[0].split("'")[0] for word in (*HOLIDAYS, *EASTER, *NTH)}))


# --- figures --------------------------------------------------------------------------------------------------------


@_rule("#", r"(\d{4})-(\d\d)-(\d\d)(?:t|\s+)(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(z\b|[+-]\d\d:?\d\d\b)?(?![\w-])")
def _iso_moment(said: Said, match: re.Match[str]) -> Point | None:
    date = cal.day(*map(int, match.group(1, 2, 3)))
    hour, minute, second = (int(match[n] or 0) for n in (4, 5, 6))
    if date is None or hour > 23 or minute > 59 or second > 59:
        return None
    moment = date.begin.replace(hour=hour, minute=minute, second=second)
    if match[7]:
        zone = UTC if match[7] == "z" else datetime.strptime(match[7].replace(":", ""), "%z").tzinfo
        moment = moment.replace(tzinfo=zone).astimezone(said.zone).replace(tzinfo=None)
    return _fixed(*match.span(), cal.instant(moment), "instant")


@_rule("#", r"(\d{4})([-/.])(\d\d?)\2(\d\d?)(?![\w/-]|\.\d)")
def _iso_date(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.day(*map(int, match.group(1, 3, 4))), "day")


@_rule("#", rf"({LONG_YEAR})[-/](0[1-9]|1[0-2])(?![\w/.-])")
def _iso_month(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.month(int(match[1]), int(match[2])), "month")


@_rule("#", rf"(\d\d?)([/.-])(\d\d?)\2({LONG_YEAR}|'?\d\d)(?![\w/-]|\.\d)")
def _figures(said: Said, match: re.Match[str]) -> Point | None:
    """Day first unless that is impossible; two figures of a year count only between strokes or after a preposition."""
    first, second = int(match[1]), int(match[3])
    short = len(match[4]) < 4
    year = _two_figures(int(match[4].strip("'"))) if short else int(match[4])
    date = cal.day(year, second, first) or cal.day(year, first, second)
    return _fixed(*match.span(), date, "day", alone=not short or match[2] == "/")


@_rule("#", rf"(0?[1-9]|1[0-2])[/.]({LONG_YEAR})(?![\w/-]|\.\d)")
def _month_figures(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.month(int(match[2]), int(match[1])), "month", alone="/" in match[0])


@_rule(
    "#",
    r"(?P<first>[0-3]?\d)(?:st|nd|rd|th)?\s*(?:-|–|\b(?:to|and|until|till|through)\b)\s*(?:the\s+)?"
    rf"{NTH_DAY}\s+(?:of\s+)?{MONTH}{YEAR_TAIL}",
)
def _days_of_month(said: Said, match: re.Match[str]) -> Point | None:
    """ "7-20 July": both ends named by one month."""
    return _day_range(said, match, int(match["first"]), int(match["day"] or ORDINALS.get(match["dayword"] or "", 0)))


def _day_range(said: Said, match: re.Match[str], first: int, last: int) -> Point | None:
    month = MONTHS[match["month"]]
    if not 0 < first < last <= 31:
        return None

    def near(reference: datetime) -> tuple[Stretch, ...]:
        ends = [(cal.day(y, month, first), cal.day(y, month, last)) for y in _years(said, match, reference)]
        return _all(Stretch(a.begin, b.end, "day") for a, b in ends if a and b)

    return Point(*match.span(), near, "day", both=True) if near(said.now) else None


@_rule(f"# {ORDINAL_WORDS}", rf"{NTH_DAY}(?:\s+of|,)?(?:\s+|-|\.\s*){MONTH}(?:-(?P<dashed>{LONG_YEAR})\b|{YEAR_TAIL})")
def _day_month(said: Said, match: re.Match[str]) -> Point | None:
    number = int(match["day"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    if match["dayword"] and " of " not in match[0]:
        return None  # "second May" is no date; "the second of May" is
    return _date_of(said, match, number)


def _date_of(said: Said, match: re.Match[str], number: int, weekday: int | None = None) -> Point | None:
    month = MONTHS[match["month"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        named = match.groupdict().get("dashed")
        years = [int(named)] if named else _years(said, match, reference)
        options = _all(cal.day(y, month, number) for y in years)
        return tuple(o for o in options if o.begin.weekday() == weekday) or options

    return Point(*match.span(), near, "day") if near(said.now) else None


@_rule("#", r"([0-3]?\d)(?:/([0-3]?\d)(?![\w/.-])|\.([01]?\d)\.(?!\d))")
def _stroke_date(said: Said, match: re.Match[str]) -> Point | None:
    """ "3/14", "24.12.": only after a preposition, as it may be a fraction or a list number."""
    first, second = int(match[1]), int(match[2] or match[3])

    def near(reference: datetime) -> tuple[Stretch, ...]:
        years = range(reference.year - 1, reference.year + 2)
        return _all(cal.day(y, second, first) or cal.day(y, first, second) for y in years)

    return Point(*match.span(), near, "day", alone=False) if near(said.now) else None


@_rule("#", rf"(?P<year>{LONG_YEAR})[\s-]?(?P<letter>[qh])(?P<part>[1-4])\b")
def _year_quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match)


@_rule("#", rf"({LONG_YEAR[:-2]}\d0)'?s\b")
def _decade_figures(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.decade(int(match[1][:4])), "decade", alone=False)


@_rule("# '", r"'?([1-9]0)'?s\b")
def _short_decade(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.decade(_decade_year(int(match[1]))), "short decade", alone=False)


def _decade_year(number: int) -> int:
    return 2000 + number if number < 30 else 1900 + number


@_rule("'", r"'(\d\d)(?![\w'])")
def _apostrophe_year(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.year(_two_figures(int(match[1]))), "year", alone=False)


@_rule(
    "#",
    rf"({LONG_YEAR})(?![\w%°$€£/]|[.,:]\d|-(?!\d{{4}}\b)\w|'\w)(?!\s*(?:%|percent\b|kg\b|km\b|euros?\b|dollars?\b|pounds?\b|people\b|miles\b|words\b|units\b))",
)
def _bare_year(said: Said, match: re.Match[str]) -> Point | None:
    return _fixed(*match.span(), cal.year(int(match[1])), "year", alone=False)


@_rule("#", r"(\d\d?)(?:st|nd|rd|th)\b" + NOT_COUNTED)
def _bare_nth(said: Said, match: re.Match[str]) -> Point | None:
    return _day_of_some_month(said, match, int(match[1]))


# --- months ---------------------------------------------------------------------------------------------------------


@_rule(
    MONTH_WORDS,
    rf"{MONTH}\s+(?P<first>[0-3]?\d)(?:st|nd|rd|th)?\s*(?:-|–|\b(?:to|and|until|till|through)\b)\s*(?:the\s+)?"
    rf"(?P<last>[0-3]?\d)(?:st|nd|rd|th)?(?![\w:]|[.,]\d)(?!\s+(?:{alternatives(MONTHS)})\b){YEAR_TAIL}",
)
def _month_days(said: Said, match: re.Match[str]) -> Point | None:
    return _day_range(said, match, int(match["first"]), int(match["last"]))


@_rule(
    MONTH_WORDS,
    rf"{MONTH}(?:\s+|-)(?:the\s+)?{NTH_DAY}(?![\w:]|[.]\d){NOT_COUNTED}(?:-(?P<dashed>{LONG_YEAR})\b|{YEAR_TAIL})",
)
def _month_day(said: Said, match: re.Match[str]) -> Point | None:
    number = int(match["day"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    point = _date_of(said, match, number)
    written = said.raw[match.start()]
    bare = match["month"] in VERB_OR_NAME and written.islower() and match[0].endswith(match["day"] or "-")
    return replace(point, alone=False) if point and bare else point


@_rule(MONTH_WORDS, rf"{MONTH}{YEAR_TAIL}(?![\w])")
def _month(said: Said, match: re.Match[str]) -> Point | None:
    number = MONTHS[match["month"]]
    alone = match.end() > match.end("month") + 1

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return _all(cal.month(y, number) for y in _years(said, match, reference) if y > 0)

    stop = match.end() if alone or match["month"] not in FULL_MONTHS | {"may"} else match.end("month")
    return Point(match.start(), stop, near, "month", alone=alone)


# --- weekdays -------------------------------------------------------------------------------------------------------


@_rule(
    WEEKDAY_WORDS,
    rf"{WEEKDAY},?\s+(?:the\s+)?(?:{NTH_DAY}(?:\s+of|,)?(?:\s+|-){MONTH}|(?P<month2>{alternatives(MONTHS)})\b\.?\s+(?P<day2>[0-3]?\d)(?:st|nd|rd|th)?(?![\w:])){YEAR_TAIL}",
)
def _weekday_date(said: Said, match: re.Match[str]) -> Point | None:
    """ "Fri 13 June": of the years the one in which the weekday fits."""
    number = int(match["day"] or match["day2"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    month, weekday = MONTHS[match["month"] or match["month2"]], WEEKDAYS[match["weekday"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        options = _all(cal.day(y, month, number) for y in _years(said, match, reference))
        return tuple(o for o in options if o.begin.weekday() == weekday) or options

    return Point(*match.span(), near, "day") if near(said.now) else None


@_rule(WEEKDAY_WORDS, rf"{WEEKDAY},?\s+(?:the\s+)?(?P<nth>[0-3]?\d)(?:st|nd|rd|th)\b")
def _weekday_nth(said: Said, match: re.Match[str]) -> Point | None:
    """ "Friday the 13th": the months in which they meet."""
    weekday = WEEKDAYS[match["weekday"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        options = _days_around(int(match["nth"]), reference)
        return tuple(o for o in options if o.begin.weekday() == weekday) or options

    return Point(*match.span(), near, "monthday")


@_rule(WEEKDAY_WORDS, rf"{WEEKDAY}(?:\s+of)?\s+(?P<which>last|this|next)\s+week\b")
def _weekday_of_week(said: Said, match: re.Match[str]) -> Point | None:
    base = said.now + 7 * DAY * {"last": -1, "this": 0, "next": 1}[match["which"]]
    return _fixed(*match.span(), cal.week(base, WEEKDAYS[match["weekday"]], 1), "day")


@_rule(WEEKDAY_WORDS, rf"{WEEKDAY}\s+(?:a\s+)?(?:week|fortnight)\b(?!\s*(?:ago|end|s\b))")
def _weekday_week(said: Said, match: re.Match[str]) -> Point | None:
    """ "Tuesday week": a week after the coming Tuesday."""
    weeks = 2 if "fortnight" in match[0] else 1
    return _fixed(*match.span(), _weekday(said.now + 7 * weeks * DAY, WEEKDAYS[match["weekday"]], 1), "day")


PART_OF_DAY = r"(?:\s+(?:early\s+|late\s+)?(?P<part>mornings?|afternoons?|evenings?|nights?|lunchtime|noon|midday))?\b"


@_rule(WEEKDAY_WORDS, rf"{WEEKDAY}{PART_OF_DAY}(?!'?s\b(?!\s+at\b))")
def _weekday_bare(said: Said, match: re.Match[str]) -> Point | None:
    word, number = match["weekday"], WEEKDAYS[match["weekday"]]
    if (match["part"] or "").endswith("s"):
        return None

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return tuple(cal.week(reference + 7 * DAY * n, number, 1) for n in range(-2, 3))

    capital = said.raw[match.start()].isupper() and word not in SHORT_WEEKDAYS
    described = DESCRIBED.search(said.low, max(0, match.start() - 12), match.start())
    alone = bool(match["part"]) or (capital and not described and bool(FREE.match(said.low, match.end())))
    stop = match.end() if match["part"] or word in SHORT_WEEKDAYS else match.end("weekday")
    return Point(match.start(), stop, near, "weekday", alone=alone, strict=True)


DESCRIBED = re.compile(
    r"\b(?:the|an?|my|our|your|his|her|their|black|cyber|super|casual|holy|fat|mardi)\s+$"
)  # "Black Friday", "the Sunday"
# After a bare weekday or day of the month: what shows that no noun follows which it would only describe.
FREE = re.compile(
    r"\s*(?:$|[.,;:!?()\"\n-]|(?:at|in|and|or|but|because|for|from|to|till|until|with|by|so|when|while|if|we|i|you|he|she|it|they|there"
    r"|i'm|we're|he's|she's|it's|they're|my|our|his|her|their|is|was|will|works|would|can|has|have|had|instead|please|pls|this|that|next"
    r"|last|onwards?|on|as|then|again|already|now|though|too|not|of|it'll|we'll|i'll|around|after|before|between|through|thru|also|only)\b)"
)


# --- the … ----------------------------------------------------------------------------------------------------------


def _days_around(number: int, reference: datetime) -> tuple[Stretch, ...]:
    base = reference.year * 12 + reference.month - 1
    return _all(cal.day(m // 12, m % 12 + 1, number) for m in range(base - 3, base + 4))


def _day_of_some_month(said: Said, match: re.Match[str], number: int) -> Point | None:
    if not (1 <= number <= 31 and FREE.match(said.low, match.end())):
        return None
    return Point(*match.span(), lambda reference: _days_around(number, reference), "monthday", alone=False)


@_rule("the", rf"the\s+{NTH_DAY}\s+of\s+(?:(?P<which>last|this|next)\s+month|the\s+month)\b")
def _nth_of_month(said: Said, match: re.Match[str]) -> Point | None:
    number = int(match["day"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    if match["which"] is None:
        return Point(*match.span(), lambda reference: _days_around(number, reference), "monthday")
    month = said.now.year * 12 + said.now.month - 1 + {"last": -1, "this": 0, "next": 1}[match["which"]]
    return _fixed(*match.span(), cal.day(month // 12, month % 12 + 1, number), "day")


@_rule(
    "the",
    rf"the\s+(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+{WEEKDAY}\s+(?:of|in)\s+{MONTH}{YEAR_TAIL}",
)
def _nth_weekday(said: Said, match: re.Match[str]) -> Point | None:
    nth = (
        {"f": 1, "1": 1, "s": 2, "2": 2, "t": 3, "3": 3, "l": -1, "4": 4}[match["nth"][0]]
        if match["nth"] != "fourth"
        else 4
    )
    month, weekday = MONTHS[match["month"]], WEEKDAYS[match["weekday"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        days = (cal.nth_weekday(y, month, weekday, nth) for y in _years(said, match, reference))
        return _all(cal.day(d.year, d.month, d.day) for d in days)

    return Point(*match.span(), near, "day")


@_rule("the", r"the\s+day\s+(?P<side>before\s+yesterday|after\s+tomorrow)\b")
def _two_days(said: Said, match: re.Match[str]) -> Point | None:
    return _at_day(said, match, -2 if "before" in match["side"] else 2)


def _at_day(said: Said, match: re.Match[str], days: int) -> Point | None:
    date = midnight(said.now) + DAY * days
    return _fixed(*match.span(), Stretch(date, date + DAY, "day"), "day")


@_rule(
    "the",
    rf"the\s+(?P<unit>week|month|year|weekend|summer|winter|spring|autumn|fall|{alternatives(WEEKDAYS)})\s+(?P<side>before\s+last|after\s+next)\b",
)
def _before_last(said: Said, match: re.Match[str]) -> Point | None:
    sign = -2 if "last" in match["side"] else 2
    return _fixed(*match.span(), _turn(said, match["unit"], sign), match["unit"])


@_rule(
    "the",
    r"the\s+(?P<part>first|second|third|fourth|1st|2nd|3rd|4th|last|final)\s+(?P<unit>quarter|half)\b(?!\s+(?:of\s+(?:the|a|my|our)|hour|mile))"
    + YEAR_TAIL,
)
def _named_quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match)


@_rule(
    "the",
    r"the\s+(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+(?P<unit>week|weekend|half|two\s+weeks|few\s+days)\s+(?:of|in)\s+(?=\w)",
)
def _nth_week(said: Said, match: re.Match[str]) -> Point | None:
    """ "the second week of May" (days 8-14), "the first half of next year"."""
    unit = re.compile(r"the\s+(?P<unit>month|year)\b").match(said.low, match.end())
    inner = _fixed(*unit.span(), _turn(said, unit["unit"], 0), unit["unit"]) if unit else _inner(said, match.end())
    if inner is None or inner.kind not in ("month", "year"):
        return None
    nth = {"s": 2, "2": 2, "t": 3, "3": 3, "l": -1, "4": 4}.get(match["nth"][0], 4 if match["nth"] == "fourth" else 1)
    return replace(_mapped(inner, match.start(), lambda o: _nth_of(o, nth, match["unit"])), kind="week", alone=True)


def _nth_of(whole: Stretch, nth: int, unit: str) -> Stretch | None:
    if unit == "half":
        number = 2 if nth != 1 else 1
        if whole.precision == "year":
            return cal.half_year(whole.begin.year, number)
        middle = whole.begin + 15 * DAY
        return Stretch(whole.begin, middle, "month") if number == 1 else Stretch(middle, whole.end, "month")
    if unit == "weekend":
        date = cal.nth_weekday(whole.begin.year, whole.begin.month, 5, nth)
        return Stretch(midnight(date), midnight(date) + 2 * DAY, "day") if whole.precision == "month" else None
    days = 14 if unit.startswith("two") else 7
    begin = whole.end - days * DAY if nth < 0 else whole.begin + (nth - 1) * days * DAY
    return Stretch(begin, begin + days * DAY, "day")


@_rule("the", r"the\s+(?:early\s+|late\s+|mid-?\s*)?(?=(?P<name>'?\d0'?s|\d{4}s|\w+ies)\b)")
def _the_decade(said: Said, match: re.Match[str]) -> Point | None:
    inner = _decade_word(said, match.end("name") - len(match["name"]), match["name"])
    if inner is None or not FREE.match(said.low, inner.stop):
        return None
    part = re.search(r"early|late|mid", match[0])
    return _part_of(part.group() if part else "whole", replace(inner, start=match.start(), alone=True))


def _decade_word(said: Said, start: int, name: str) -> Point | None:
    if name in DECADES:
        return _fixed(start, start + len(name), cal.decade(_decade_year(DECADES[name])), "decade", alone=False)
    figures = re.sub(r"\D", "", name)
    number = int(figures) if figures else 0
    first = number if number > 999 else _decade_year(number)
    return (
        _fixed(start, start + len(name), cal.decade(first), "decade", alone=False)
        if number >= 10 and number % 10 == 0
        else None
    )


@_rule("the", r"the\s+(?:week|weekend)\s+(?:of|beginning|commencing|starting|from)\s+(?:on\s+)?(?:the\s+)?")
def _week_of(said: Said, match: re.Match[str]) -> Point | None:
    inner = _inner(said, match.end())
    if inner is None or inner.kind not in ("day", "monthday", "weekday"):
        return None
    first, days = (5, 2) if "weekend" in match[0] else (0, 7)
    return _mapped(inner, match.start(), lambda o: cal.week(o.begin, first, days))


def _mapped(inner: Point, start: int, change: Callable[[Stretch], Stretch | None]) -> Point:
    return replace(inner, start=start, near=lambda reference: _all(change(o) for o in inner.near(reference)))


@_rule("the", r"the\s+weekend\b(?!\s+(?:of|edition|shift|staff|crew|before|after))")
def _the_weekend(said: Said, match: re.Match[str]) -> Point | None:
    return _some_weekend(match)


@_rule("weekend", r"weekend\b")
def _weekend(said: Said, match: re.Match[str]) -> Point | None:
    return replace(_some_weekend(match), alone=False)


def _some_weekend(match: re.Match[str]) -> Point:
    def near(reference: datetime) -> tuple[Stretch, ...]:
        return tuple(cal.week(reference + 7 * DAY * n, 5, 2) for n in range(-2, 3))

    return Point(*match.span(), near, "weekend", alone=False)


@_rule("the", r"the\s+(?:(?:whole|entire|full|rest)\s+of\s+)?(?:the\s+)?(?:year\s+)?(?=\w)")
def _the_point(said: Said, match: re.Match[str]) -> Point | None:
    """An article before a date: "the summer of 2019", "the 14th", "the year 2020", "the whole of 2022"."""
    inner = _inner(said, match.end())
    if inner is None or inner.kind not in (
        "day",
        "monthday",
        "month",
        "season",
        "quarter",
        "year",
        "holiday",
        "decade",
    ):
        return None
    if word_at(said.low, match.end()) in SIGN and " of " not in match[0]:
        return None  # "the last year" is a length, "the next year" counts from something said before
    if inner.kind in ("month", "year") and not re.search(r"of|year", match[0]) and not inner.alone:
        return None
    whole = " of" in match[0] and "rest" not in match[0]
    return replace(
        inner, start=match.start(), both=inner.both or whole, alone=inner.alone or whole or "year" in match[0]
    )


@_rule(
    "the",
    r"the\s+(?:end|start|beginning|middle)\s+of\s+(?P<which>the\s+)?(?P<unit>day|week|month|quarter|year|summer|winter|spring|autumn|fall|decade)\b",
)
@_rule(
    "end start beginning middle",
    r"(?:end|start|beginning|middle)\s+of\s+(?P<which>the\s+)?(?P<unit>day|week|month|quarter|year|summer|winter|spring|autumn|fall|decade)\b",
)
def _end_of_unit(said: Said, match: re.Match[str]) -> Point | None:
    part = next(word for word in ("end", "start", "beginning", "middle") if word in match[0].split())
    if match["unit"] in SEASONS:
        inner = _season_point(said, match.span(), match["unit"], match)
    else:
        inner = _fixed(*match.span(), _turn(said, match["unit"], 0), match["unit"])
    return _part_of(part, replace(inner, alone=False)) if inner else None


@_rule(
    "the",
    r"the\s+(?P<part>end|start|beginning|middle|early\s+part|latter\s+part|morning|afternoon|evening|night)\s+of\s+(?:the\s+)?",
)
@_rule("end start beginning middle", r"(?P<part>end|start|beginning|middle)\s+of\s+(?:the\s+)?")
@_rule("early mid late end middle", r"(?P<part>early|mid|late|end|middle)(?:-|\s+)(?:in\s+|of\s+)?(?:the\s+)?")
def _part_point(said: Said, match: re.Match[str]) -> Point | None:
    inner = _inner(said, match.end())
    if inner is None or inner.kind in ("instant", "ago"):
        return None
    return _part_of(
        match["part"].split()[0],
        replace(inner, start=match.start(), alone=inner.alone or match["part"] in ("early", "mid", "late")),
    )


def _part_of(part: str, inner: Point) -> Point:
    if inner.kind in ("day", "monthday", "weekday", "holiday") or part in (
        "whole",
        "morning",
        "afternoon",
        "evening",
        "night",
    ):
        return inner
    return replace(_mapped(inner, inner.start, lambda o: _share(part, o)), kind=f"{part} {inner.kind}")


def _share(part: str, whole: Stretch) -> Stretch:
    """Early, mid and late are thirds (of a month days 1-10, 11-20, 21 on); its beginning and end are the outermost twelfth or so."""
    days = (whole.end - whole.begin).days
    if whole.precision == "month":
        cuts = {
            "early": (0, 10),
            "mid": (10, 20),
            "middle": (10, 20),
            "late": (20, days),
            "end": (days - 7, days),
            "latter": (15, days),
        }
        first, last = cuts.get(part, (0, 7))
        return Stretch(whole.begin + DAY * first, whole.begin + DAY * last, "month")
    if days < 28:
        edge = {
            "end": (days - 1, days),
            "late": (days // 2, days),
            "latter": (days // 2, days),
            "mid": (2, 4),
            "middle": (2, 4),
        }
        first, last = edge.get(part, (0, 1 if part in ("start", "beginning") else (days + 1) // 2))
        return Stretch(whole.begin + DAY * first, whole.begin + DAY * last, "day")
    return _share_of_months(part, whole)


def _share_of_months(part: str, whole: Stretch) -> Stretch:
    months = (whole.end.year - whole.begin.year) * 12 + whole.end.month - whole.begin.month
    third, edge = max(months // 3, 1), max(months // 12, 1)
    third = (
        third - third % 12 if third > 12 else third
    )  # thirds of a decade in whole years: its early part is 0-2, its late part 7-9
    first, last = {
        "early": (0, third),
        "mid": (third, months - third),
        "middle": (third, months - third),
        "late": (months - third, months),
        "latter": (months // 2, months),
        "end": (months - edge, months),
    }.get(part, (0, edge))
    begin, end = cal.shift(whole.begin, Length(0, first)), cal.shift(whole.begin, Length(0, last))
    finer: dict[Precision, Precision] = {"year": "season", "decade": "year", "season": "month", "quarter": "month"}
    precision = "month" if edge == last - first == 1 else finer.get(whole.precision, whole.precision)
    return Stretch(begin, end, precision) if begin and end else whole


# --- last, this, next -----------------------------------------------------------------------------------------------

WHICH = r"(?P<which>last|this|next|past|coming|previous|current|upcoming|this\s+coming|this\s+past|the\s+coming|the\s+past|the\s+current|the\s+previous|the\s+following)"
SIGN = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "this": 0,
    "current": 0,
    "following": 1,
}


def _sign(which: str) -> int:
    return SIGN[which.rsplit(maxsplit=1)[-1]]


@_rule(
    "last this next past coming previous current upcoming the",
    rf"{WHICH}\s+(?P<unit>week|fortnight|month|quarter|year|decade|weekend)(?P<poss>'s)?\b(?!\s+(?:end|and\s+a\s+half|day))",
)
def _relative_unit(said: Said, match: re.Match[str]) -> Point | None:
    if match["which"] in ("past", "the past"):
        return None  # "the past year" is a length: twelve months back
    sign = _sign(match["which"])
    stop = match.start("poss") if match["poss"] else match.end()
    day = DAY_OF_WEEK.match(said.low, match.end()) if match["unit"] == "week" and not match["poss"] else None
    if day:
        return _fixed(match.start(), day.end(), cal.week(said.now + 7 * DAY * sign, WEEKDAYS[day["weekday"]], 1), "day")
    if match["unit"] == "weekend" and not sign:
        return replace(_some_weekend(match), alone=True)
    return _fixed(match.start(), stop, _turn(said, match["unit"], sign), match["unit"])


DAY_OF_WEEK = re.compile(rf",?\s+(?:on\s+)?{WEEKDAY}(?!s\b|'s\b)")


def _turn(said: Said, unit: str, sign: int) -> Stretch | None:
    """The unit `sign` units from the running one: last week is -1, the week after next 2."""
    now = said.now
    if unit in ("week", "fortnight", "weekend", "day") or unit in WEEKDAYS:
        return _turn_days(now, unit, sign)
    if unit in SEASONS:
        return _turn_season(now, unit, sign)
    months = now.year * 12 + now.month - 1
    if unit == "month":
        return cal.month((months + sign) // 12, (months + sign) % 12 + 1)
    if unit == "quarter":
        place = months // 3 + sign
        return cal.quarter(place // 4, place % 4 + 1)
    return cal.decade((now.year // 10 + sign) * 10) if unit == "decade" else cal.year(now.year + sign)


def _turn_days(now: datetime, unit: str, sign: int) -> Stretch:
    if unit == "day":
        date = midnight(now) + DAY * sign
        return Stretch(date, date + DAY, "day")
    if unit == "fortnight":
        return cal.week(now + 14 * DAY * sign, 0, 14)
    if unit in WEEKDAYS:
        return _weekday(now + 7 * DAY * (sign + 1 if sign < 0 else sign - 1), WEEKDAYS[unit], 1 if sign > 0 else -1)
    whole = cal.week(now + 7 * DAY * sign, 5, 2) if unit == "weekend" else cal.week(now + 7 * DAY * sign)
    return whole


def _turn_season(now: datetime, unit: str, sign: int) -> Stretch | None:
    options = _all(cal.season(y, unit) for y in range(now.year - 4, now.year + 5))
    if sign < 0:
        return [o for o in options if o.end <= now][sign]
    if sign > 0:
        return [o for o in options if o.begin > now][sign - 1]
    running = [o for o in options if o.begin <= now < o.end]
    return running[0] if running else next(o for o in options if o.begin.year == now.year)


def _weekday(now: datetime, weekday: int, sign: int) -> Stretch:
    """The nearest such weekday strictly after (1) or before (-1) a day."""
    days = (weekday - now.weekday()) * sign % 7 or 7
    date = midnight(now) + DAY * days * sign
    return Stretch(date, date + DAY, "day")


@_rule("last this next past coming previous upcoming the", rf"{WHICH}\s+{WEEKDAY}{PART_OF_DAY}(?P<poss>'s\b)?")
def _relative_weekday(said: Said, match: re.Match[str]) -> Point | None:
    """ "next Friday" is the Friday of next week, "last Friday" the latest before today, "this Friday" of the running days."""
    if (match["part"] or "").endswith("s"):
        return None
    sign, number = _sign(match["which"]), WEEKDAYS[match["weekday"]]
    stop = match.start("poss") if match["poss"] else match.end()
    if sign > 0:
        soon = match["which"] != "next"
        date = _weekday(said.now, number, 1) if soon else cal.week(said.now + 7 * DAY, number, 1)
        return _fixed(match.start(), stop, date, "day")
    if sign < 0:
        return _fixed(match.start(), stop, _weekday(said.now, number, -1), "day")

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return tuple(cal.week(reference + 7 * DAY * n, number, 1) for n in range(-1, 2))

    return Point(match.start(), stop, near, "weekday")


@_rule("last this next past coming the", rf"{WHICH}\s+{MONTH}(?!\w)")
def _relative_month(said: Said, match: re.Match[str]) -> Point | None:
    """ "last March" is the latest one that is over, "next March" the first that has not begun, "this March" that of this year."""
    sign, number = _sign(match["which"]), MONTHS[match["month"]]
    options = _all(cal.month(y, number) for y in range(said.now.year - 1, said.now.year + 2))
    return _fixed(match.start(), match.end("month"), _relative(options, said.now, sign), "month")


def _relative(options: tuple[Stretch, ...], now: datetime, sign: int) -> Stretch | None:
    if sign < 0:
        return max((o for o in options if o.end <= midnight(now) + DAY), key=lambda o: o.begin, default=None)
    if sign > 0:
        return min((o for o in options if o.begin > now), key=lambda o: o.begin, default=None)
    return next((o for o in options if o.begin.year == now.year), None)


@_rule(
    "last this next past coming the",
    rf"{WHICH}\s+(?P<season>{alternatives(SEASONS)})\b(?P<poss>'s\b)?(?!\s+(?:down|asleep))",
)
def _relative_season(said: Said, match: re.Match[str]) -> Point | None:
    stop = match.start("poss") if match["poss"] else match.end()
    return _fixed(match.start(), stop, _turn_season(said.now, match["season"], _sign(match["which"])), "season")


@_rule("last this next past coming the", rf"{WHICH}\s+(?=(?:{alternatives([*HOLIDAYS, *EASTER, *NTH])})(?!\w))")
def _relative_holiday(said: Said, match: re.Match[str]) -> Point | None:
    inner = _inner(said, match.end())
    if inner is None or inner.kind != "holiday":
        return None
    return _fixed(
        match.start(), inner.stop, _relative(inner.near(said.now), said.now, _sign(match["which"])), "holiday"
    )


@_rule(
    "this last",
    r"(?:this\s+(?P<part>morning|afternoon|evening|lunchtime)|last\s+(?P<night>night|evening))\b(?P<poss>'s\b)?",
)
def _part_of_today(said: Said, match: re.Match[str]) -> Point | None:
    point = _at_day(said, match, -1 if match["night"] else 0)
    return replace(point, stop=match.start("poss")) if point and match["poss"] else point


TODAY = {
    "today": 0,
    "tonight": 0,
    "tonite": 0,
    "tomorrow": 1,
    "tomorow": 1,
    "tommorow": 1,
    "tommorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "tmw": 1,
    "yesterday": -1,
}


@_rule(
    " ".join(TODAY),
    rf"(?P<word>{alternatives(TODAY)})\b(?:\s+(?:morning|afternoon|evening|night|lunchtime)\b)?(?!\s+week\b)",
)
def _today(said: Said, match: re.Match[str]) -> Point | None:
    return _at_day(said, match, TODAY[match["word"]])


@_rule(" ".join(TODAY), r"(?P<word>tomorrow|yesterday|today)\s+week\b")
def _today_week(said: Said, match: re.Match[str]) -> Point | None:
    return _at_day(said, match, TODAY[match["word"]] + (-7 if match["word"] == "yesterday" else 7))


# --- seasons, quarters, holidays, decades ---------------------------------------------------------------------------


@_rule(" ".join(SEASONS), rf"(?P<season>{alternatives(SEASONS)})\b{YEAR_TAIL}(?:/\d\d(?!\d))?")
def _season(said: Said, match: re.Match[str]) -> Point | None:
    return _season_point(said, match.span(), match["season"], match)


def _season_point(said: Said, span: tuple[int, int], name: str, match: re.Match[str]) -> Point:
    def near(reference: datetime) -> tuple[Stretch, ...]:
        return _all(cal.season(y, name) for y in _years(said, match, reference) if y > 0)

    return Point(*span, near, "season", alone=len(near(said.now)) == 1)


@_rule(
    "q h",
    r"(?P<letter>[qh])(?P<part>[1-4])(?!\w)(?:\s*/\s*(?=\d{4}))?" + YEAR_TAIL.replace(r"(?:,\s*|\s+", r"(?:,?\s*|\s+"),
)
def _quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match)


@_rule(
    "first second third fourth last",
    r"(?P<part>first|second|third|fourth|last)\s+(?P<unit>quarter|half)\s+of\b(?!\s+(?:the|a|my|our)\b)"
    + YEAR_TAIL.replace("(?:of\\s+|in\\s+)?", ""),
)
def _worded_quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match) if match["year"] or match["rel"] else None


def _part_of_year(said: Said, match: re.Match[str]) -> Point | None:
    named = match.groupdict()
    half = named.get("letter") == "h" or named.get("unit") == "half"
    word = named["part"]
    number = int(word[0]) if word[0].isdigit() else ORDINALS.get(word, 2 if half else 4)
    if number > (2 if half else 4):
        return None

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return _all((cal.half_year if half else cal.quarter)(y, number) for y in _years(said, match, reference))

    return Point(*match.span(), near, "quarter", alone=len(near(said.now)) == 1 or named.get("unit") is None)


@_rule(HOLIDAY_WORDS, rf"(?:st\.?\s+)?(?P<name>{alternatives([*HOLIDAYS, *EASTER, *NTH])})(?!\w){YEAR_TAIL}")
def _holiday(said: Said, match: re.Match[str]) -> Point | None:
    name = re.sub(r"\s+", " ", match["name"])
    alone = name not in ("new year", "easter", "christmas", "xmas", "thanksgiving") or bool(
        FREE.match(said.low, match.end())
    )

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return _all(_holiday_in(name, y) for y in _years(said, match, reference))

    return Point(*match.span(), near, "holiday", alone=alone)


def _holiday_in(name: str, year: int) -> Stretch | None:
    if name in HOLIDAYS:
        return cal.day(year, *HOLIDAYS[name])
    date = cal.easter(year) + timedelta(days=EASTER[name]) if name in EASTER else cal.nth_weekday(year, *NTH[name])
    return cal.day(date.year, date.month, date.day)


@_rule("new", r"new\s+year\b(?!')")
def _the_new_year(said: Said, match: re.Match[str]) -> Point | None:
    return _holiday(said, match)


# --- lengths from here ----------------------------------------------------------------------------------------------

LENGTH = re.compile(
    rf"(?:(?P<number>{NUMBER})\s+|(?P<glued>\d{{1,3}})-?(?=(?:{alternatives(UNITS)})))(?:more\s+|full\s+|whole\s+|long\s+|good\s+|odd\s+)?"
    rf"(?P<unit>{alternatives(UNITS)})(?:s|es)?\b(?P<half>\s+and\s+a\s+half)?"
    rf"(?:\s+(?:and\s+(?:a\s+)?)?(?P<number2>(?!an?\b){NUMBER}|(?<=and\s)an?)\s+(?P<unit2>{alternatives(UNITS)})s?\b)?"
    r"|(?P<short>\d{1,3})\s?(?P<short_unit>d|h|w|mos?|y|m)(?=\s+ago\b)"
    r"|(?P<whole>\d{1,4}|an?|one)\s+and\s+a\s+half\s+(?P<whole_unit>years|months|weeks|days|hours)\b"
    r"|(?P<vague>a\s+few|few|several|some|many|a\s+number\s+of)\s+(?P<vague_unit>" + alternatives(UNITS) + r")s\b"
)
SHORT_UNITS = {"d": "day", "h": "hour", "w": "week", "mo": "month", "mos": "month", "m": "minute", "y": "year"}
FEW = 3  # "a few weeks" is taken for three, "several" for five: an honest date_value is not made of them
SEVERAL = 5


@dataclass(frozen=True, slots=True)
class Lasting:
    """A length read in text; `exact` is false for "a few weeks"."""

    start: int
    stop: int
    length: Length
    exact: bool


def length_at(low: str, position: int) -> Lasting | None:
    """The length of time that begins exactly at a position."""
    match = LENGTH.match(low, position)
    if match is None:
        return None
    if match["vague"]:
        number = FEW if "few" in match["vague"] else SEVERAL
        return Lasting(position, match.end(), Length.of(number, *UNITS[match["vague_unit"]]), exact=False)
    if match["short"]:
        return Lasting(
            position, match.end(), Length.of(int(match["short"]), *UNITS[SHORT_UNITS[match["short_unit"]]]), exact=True
        )
    number = _number(match["number"] or match["glued"] or match["whole"]) + (
        0.5 if match["half"] or match["whole"] else 0
    )
    length = Length.of(number, *UNITS[match["unit"] or match["whole_unit"].rstrip("s")])
    if match["number2"]:
        length = _sum(length, Length.of(_number(match["number2"]), *UNITS[match["unit2"]]))
    return Lasting(position, match.end(), length, exact=True)


def _sum(one: Length, other: Length) -> Length:
    months = one.years * 12 + one.months + other.years * 12 + other.months
    return Length(months // 12, months % 12, one.days + other.days, one.seconds + other.seconds)


@_rule(
    f"# {NUMBER_WORDS} about around almost nearly over roughly some more just",
    r"(?:about|around|almost|nearly|over|roughly|some|more\s+than|just\s+over|just\s+under|just)?\s*(?=\S)",
)
def _from_length(said: Said, match: re.Match[str]) -> Point | None:
    """ "two weeks ago", "a year from now", "three days before Christmas", "a week on Tuesday"."""
    lasting = length_at(said.low, match.end())
    if lasting is None:
        return None
    ago = AGO.match(said.low, lasting.stop)
    if ago:
        return _moved(said, match.start(), ago.end(), lasting, -1, of_day=bool(ago["day"]))
    hence = HENCE.match(said.low, lasting.stop)
    if hence:
        return _moved(said, match.start(), hence.end(), lasting, 1)
    return _offset(said, match.start(), lasting)


AGO = re.compile(
    r"\s+(?:ago|back|earlier\s+today)\b(?P<day>\s+(?:today|exactly|to\s+the\s+day))?(?!\s+(?:to|in|into|home|on)\b)"
)
HENCE = re.compile(r"(?:'|\s)*(?:s\s+)?(?:from\s+(?:now|today)|hence|out\s+from\s+now)\b")
OFFSET = re.compile(r"\s+(?P<side>before|after|from|following|prior\s+to|on)\s+(?:the\s+)?")


def _moved(said: Said, start: int, stop: int, lasting: Lasting, sign: int, *, of_day: bool = False) -> Point | None:
    moment = cal.shift(said.now, lasting.length, sign)
    if moment is None:
        return None
    precision: Precision = "day" if of_day else lasting.length.precision
    if precision == "instant":
        return _fixed(start, stop, cal.instant(moment.replace(second=0, microsecond=0)), "instant")
    date = midnight(moment)
    return _fixed(start, stop, Stretch(date, date + DAY, precision), "ago")


def _offset(said: Said, start: int, lasting: Lasting) -> Point | None:
    side = OFFSET.match(said.low, lasting.stop)
    inner = _inner(said, side.end()) if side else None
    if (
        side is None
        or inner is None
        or inner.kind not in ("day", "weekday", "monthday", "holiday")
        or lasting.length.seconds
    ):
        return None
    sign = -1 if side["side"] in ("before", "prior to") else 1

    def moved(option: Stretch) -> Stretch | None:
        begin = cal.shift(option.begin, lasting.length, sign)
        return Stretch(begin, begin + DAY, "day") if begin else None

    base = _mapped(inner, start, moved)
    return replace(
        base,
        near=lambda reference: _all(map(moved, (o for o in (choose(inner, reference, "near"),) if o))),
        kind="day",
        alone=True,
    )


@_rule(
    "the", rf"the\s+(?:(?P<unit>day|week|month|year|evening|night|morning)|{WEEKDAY})\s+(?P<side>before|after)\s+(?=\w)"
)
def _day_beside(said: Said, match: re.Match[str]) -> Point | None:
    """ "the day after Christmas", "the Monday after Easter", "the week before 5 May"."""
    inner = _inner(said, match.end())
    if inner is None or inner.kind not in ("day", "weekday", "monthday", "holiday"):
        return None
    sign = -1 if match["side"] == "before" else 1
    unit = match["unit"] if match["unit"] in ("week", "month", "year") else "day"

    def beside(option: Stretch) -> Stretch | None:
        if match["weekday"]:
            return _weekday(option.begin, WEEKDAYS[match["weekday"]], sign)
        return _turn(replace(said, now=option.begin), unit, sign)

    return replace(_mapped(inner, match.start(), beside), kind="day")


@_rule("in", r"in\s+(?:just\s+|about\s+|around\s+|another\s+|exactly\s+|under\s+|less\s+than\s+|roughly\s+)?(?=\w)")
def _in_length(said: Said, match: re.Match[str]) -> Point | None:
    """ "in two weeks", "in a year's time": ahead. "in the last two weeks" is another rule's."""
    lasting = length_at(said.low, match.end())
    if lasting is None or re.match(r"an?\s+(?:second|sec|minute|min)\b", said.low[match.end() :][:12]):
        return None  # "in a minute" is no date
    stop = TIME_TAIL.match(said.low, lasting.stop)
    point = _moved(said, match.start(), stop.end() if stop else lasting.stop, lasting, 1)
    return replace(point, kind="in") if point else None


TIME_TAIL = re.compile(r"(?:'s?|s'?)?\s+time\b|\s+from\s+(?:now|today)\b")


@_rule("all throughout", r"(?:all\s+(?:of\s+|through\s+|throughout\s+)?|throughout\s+)(?:the\s+)?(?=\w)")
def _all_of(said: Said, match: re.Match[str]) -> Point | None:
    """ "all of 2022", "all summer", "all day", "all week": both ends bound."""
    unit = re.compile(r"(?P<unit>day|week|weekend|month|year|quarter)\b(?!\s+round|\s+long)").match(
        said.low, match.end()
    )
    if unit:
        return _fixed(match.start(), unit.end(), _turn(said, unit["unit"], 0), unit["unit"], both=True)
    inner = _inner(said, match.end())
    return (
        replace(inner, start=match.start(), both=True, alone=True)
        if inner and inner.kind in ("year", "season", "month", "week", "quarter", "decade")
        else None
    )


@_rule("now", r"now\b")
def _now(said: Said, match: re.Match[str]) -> Point | None:
    return Point(*match.span(), lambda _: (cal.instant(said.now),), "now", alone=False)


@_rule("here this right immediate", r"(?:here|this\s+point|right\s+now|immediate\s+effect)\b")
def _here(said: Said, match: re.Match[str]) -> Point | None:
    return _now(said, match)


# --- times of day ---------------------------------------------------------------------------------------------------

_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
CLOCK = re.compile(
    r"(?P<hour>[01]?\d|2[0-4])(?:(?P<sep>[:.h])(?P<minute>[0-5]\d)(?::[0-5]\d)?)?(?:\s*(?P<half>am|pm|a\.m\.?|p\.m\.?)(?!\w)|\s*(?P<clock>o'clock|hrs\b|h\b|uhr\b)|(?P<plain>))"
    r"(?![\w/%]|-[a-z]|[.,:]\d)|(?P<word>noon|midday|midnight)\b"
    rf"|(?P<shift>half|quarter|ten|twenty|five|twenty-five|\d\d?)\s+(?P<side>past|to)\s+(?P<of>[01]?\d|{_HOURS})\b"
)


def clock_at(low: str, position: int, *, after_at: bool = False) -> Clock | None:
    """The time of day that begins exactly at a position; a bare hour ("at 9") only where `after_at` says so."""
    match = CLOCK.match(low, position)
    if match is None:
        return None
    if match["word"]:
        return Clock(position, match.end(), 0 if match["word"] == "midnight" else 12, 0)
    if match["shift"]:
        return _spoken_clock(position, match)
    marked = match["half"] or match["clock"] or match["sep"] == ":" or (match["sep"] and after_at)
    if not (marked or (after_at and not match["sep"] and BARE_HOUR.match(low, match.end()))):
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"][0] == "p" else 0)
    return Clock(position, match.end(), hour, int(match["minute"] or 0)) if hour < 24 else None


def _spoken_clock(position: int, match: re.Match[str]) -> Clock | None:
    """ "half past nine", "quarter to 5": the hour as said, before noon."""
    minutes = {"half": 30, "quarter": 15}.get(match["shift"]) or int(_number(match["shift"]))
    hour = int(_number(match["of"]))
    total = hour * 60 + (minutes if match["side"] == "past" else -minutes)
    spoken = match["shift"] in ("half", "quarter") or match["of"].isalpha()
    return (
        Clock(position, match.end(), total // 60, total % 60)
        if spoken and 0 <= total < 24 * 60 and minutes < 60
        else None
    )


BARE_HOUR = re.compile(
    r"\s*(?:$|[.;!?)]|,\s|(?:on|every|tomorrow|today|tonight|sharp|and|or|until|till|because|so|but|in\s+the|at\s+night)\b)"
)
CLOCK_LEAD = re.compile(r",?\s+(?:(?P<at>at|@)\s+|(?=[\dnm]))")


def _with_time(said: Said, point: Point) -> Point:
    """The day with the time of day that follows it: "tomorrow at 3pm", "5 May, 14:30"."""
    if point.kind not in ("day", "weekday", "monthday", "holiday") or point.both:
        return point
    lead = CLOCK_LEAD.match(said.low, point.stop)
    clock = clock_at(said.low, lead.end(), after_at=bool(lead["at"])) if lead else None
    return at_clock(point, clock, clock.stop) if clock else point


def at_clock(point: Point, clock: Clock, stop: int) -> Point:
    """A day narrowed to a time of it."""
    passed = timedelta(hours=clock.hour, minutes=clock.minute)
    timed = _mapped(point, point.start, lambda o: cal.instant(o.begin + passed))
    return replace(timed, stop=stop, alone=True)
