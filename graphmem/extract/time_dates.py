"""Dates as they are written: figures, months, weekdays, seasons, quarters, holidays. Rules of `time_grammar`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from graphmem.extract import time_calendar as cal
from graphmem.extract.time_calendar import DAY, EASTER, HOLIDAYS, MONTHS, NTH, SEASONS, WEEKDAYS, Stretch
from graphmem.extract.time_grammar import (
    FREE,
    LONG_YEAR,
    MONTH,
    NAMED_NEXT,
    NTH_DAY,
    ORDINALS,
    PART_OF_DAY,
    WEEKDAY,
    YEAR_TAIL,
    Point,
    Rules,
    Said,
    alternatives,
    decade_year,
    fixed,
    full_year,
    inner_point,
    into,
    mapped,
    options_of,
    years_named,
)

__all__ = ["RULES", "VERB_OR_NAME", "month_at", "season_point"]

RULES: Rules = []
rule = into(RULES)


SHORT_WEEKDAYS = {word for word in WEEKDAYS if len(word) < 6}
FULL_MONTHS = {word for word in MONTHS if len(word) > 4} | {"june", "july"}
VERB_OR_NAME = {"may", "march", "mar", "jan", "dec", "august", "april", "june"}
NOT_COUNTED = (
    r"(?!\s*(?:%|percent|:\d|/\d|[.,]\d|(?:miles|km|kms|kilometres|people|persons|times|points|pages"
    r"|euros|dollars|pounds|hours|minutes)\b))"
)


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
HOLIDAY_WORDS = " ".join(sorted({word.split()[0].split("'")[0] for word in (*HOLIDAYS, *EASTER, *NTH)}))


@rule("#", r"(\d{4})-(\d\d)-(\d\d)(?:t|\s+)(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(z\b|[+-]\d\d:?\d\d\b)?(?![\w-])")
def _iso_moment(said: Said, match: re.Match[str]) -> Point | None:
    date = cal.day(*map(int, match.group(1, 2, 3)))
    hour, minute, second = (int(match[n] or 0) for n in (4, 5, 6))
    if date is None or hour > 23 or minute > 59 or second > 59:
        return None
    moment = date.begin.replace(hour=hour, minute=minute, second=second)
    if match[7]:
        zone = UTC if match[7] == "z" else datetime.strptime(match[7].replace(":", ""), "%z").tzinfo
        moment = moment.replace(tzinfo=zone).astimezone(said.zone).replace(tzinfo=None)
    return fixed(*match.span(), cal.instant(moment), "instant")


@rule("#", r"(\d{4})([-/.])(\d\d?)\2(\d\d?)(?![\w/-]|\.\d)")
def _iso_date(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.day(*map(int, match.group(1, 3, 4))), "day")


@rule("#", rf"({LONG_YEAR})[-/](0[1-9]|1[0-2])(?![\w/-]|\.\d)")
def _iso_month(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.month(int(match[1]), int(match[2])), "month")


@rule("#", rf"(\d\d?)([/.-])(\d\d?)\2({LONG_YEAR}|'?\d\d)(?![\w/-]|\.\d)")
def _figures(_: Said, match: re.Match[str]) -> Point | None:
    """Day first unless that is impossible; two figures of a year count only between strokes or after a preposition."""
    first, second = int(match[1]), int(match[3])
    short = len(match[4]) < 4
    year = full_year(int(match[4].strip("'"))) if short else int(match[4])
    date = cal.day(year, second, first) or cal.day(year, first, second)
    return fixed(*match.span(), date, "day", alone=not short or match[2] == "/")


@rule("#", rf"(0?[1-9]|1[0-2])[/.]({LONG_YEAR})(?![\w/]|-(?!\d\d?[/.]|\d{{4}}\b|present|now)|\.\d)")
def _month_figures(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.month(int(match[2]), int(match[1])), "month", alone="/" in match[0])


@rule(
    "#",
    r"(?P<first>[0-3]?\d)(?:st|nd|rd|th)?\s*(?:-|–|\b(?:to|and|until|till|through)\b)\s*(?:the\s+)?"
    rf"{NTH_DAY}\s+(?:of\s+)?{MONTH}{YEAR_TAIL}",
)
def _days_of_month(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "7-20 July": both ends named by one month."""
    if NUMBERED.search(said.raw, max(0, match.start() - 30), match.start()):
        return None  # "at Dock 6 until 14 March"
    return _day_range(said, match, int(match["first"]), int(match["day"] or ORDINALS.get(match["dayword"] or "", 0)))


NUMBERED = re.compile(
    r"(?<=\w )\s*[A-Z][\w'-]+\s+$"
    r"|\b(?i:room|ward|desk|floor|office|bay|building|unit|gate|pitch|dock|line|level|number|no\.)\s+$"
)


def _day_range(said: Said, match: re.Match[str], first: int, last: int) -> Point | None:
    month = MONTHS[match["month"]]
    if not 0 < first < last <= 31:
        return None

    def near(reference: datetime) -> tuple[Stretch, ...]:
        ends = [(cal.day(y, month, first), cal.day(y, month, last)) for y in years_named(said, match, reference)]
        return options_of(Stretch(a.begin, b.end, "day") for a, b in ends if a and b)

    return Point(*match.span(), near, "day", both=True) if near(said.now) else None


@rule(f"# {ORDINAL_WORDS}", rf"{NTH_DAY}(?:\s+of|,)?(?:\s+|-|\.\s*){MONTH}(?:-(?P<dashed>{LONG_YEAR})\b|{YEAR_TAIL})")
def _day_month(said: Said, match: re.Match[str]) -> Point | None:
    number = int(match["day"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    if match["dayword"] and " of " not in match[0]:
        return None  # "second May" is no date; "the second of May" is
    return _date_of(said, match, number)


def _date_of(said: Said, match: re.Match[str], number: int, weekday: int | None = None) -> Point | None:
    month = MONTHS[match["month"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        named = match.groupdict().get("dashed")
        years = [int(named)] if named else years_named(said, match, reference)
        options = options_of(cal.day(y, month, number) for y in years)
        return tuple(o for o in options if o.begin.weekday() == weekday) or options

    return Point(*match.span(), near, "day") if near(said.now) else None


@rule("#", r"([0-3]?\d)(?:/([0-3]?\d)(?![\w/-]|\.\d)|\.([01]?\d)\.(?!\d))")
def _stroke_date(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "3/14", "24.12.": only after a preposition, as it may be a fraction or a list number."""
    first, second = int(match[1]), int(match[2] or match[3])

    def near(reference: datetime) -> tuple[Stretch, ...]:
        years = range(reference.year - 1, reference.year + 2)
        return options_of(cal.day(y, second, first) or cal.day(y, first, second) for y in years)

    return Point(*match.span(), near, "day", alone=False) if near(said.now) else None


@rule("#", rf"(?P<year>{LONG_YEAR})[\s-]?(?P<letter>[qh])(?P<part>[1-4])\b")
def _year_quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match)


@rule("#", rf"({LONG_YEAR[:-2]}\d0)'?s\b")
def _decade_figures(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.decade(int(match[1][:4])), "decade", alone=False)


@rule("# '", r"'?([1-9]0)'?s\b")
def _short_decade(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.decade(decade_year(int(match[1]))), "short decade", alone=False)


@rule("'", r"'(\d\d)(?![\w'])")
def _apostrophe_year(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.year(full_year(int(match[1]))), "year", alone=False)


@rule(
    "#",
    rf"({LONG_YEAR})(?![\w%°$€£/]|[.,:]\d|-(?!\d{{4}}\b)\w|'\w)(?!\s*(?:%|percent\b|kg\b|km\b"
    rf"|euros?\b|dollars?\b|pounds?\b|people\b|miles\b|words\b|units\b))",
)
def _bare_year(_: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.year(int(match[1])), "year", alone=False)


@rule("#", r"(\d\d?)(?:st|nd|rd|th)\b" + NOT_COUNTED)
def _bare_nth(said: Said, match: re.Match[str]) -> Point | None:
    return _day_of_some_month(said, match, int(match[1]))


@rule(
    MONTH_WORDS,
    rf"{MONTH}\s+(?P<first>[0-3]?\d)(?:st|nd|rd|th)?\s*(?:-|–|\b(?:to|and|until|till|through)\b)\s*(?:the\s+)?"
    rf"(?P<last>[0-3]?\d)(?:st|nd|rd|th)?(?![\w:]|[.,]\d)(?!\s+(?:{alternatives(MONTHS)})\b){YEAR_TAIL}",
)
def _month_days(said: Said, match: re.Match[str]) -> Point | None:
    return _day_range(said, match, int(match["first"]), int(match["last"]))


@rule(
    MONTH_WORDS,
    rf"{MONTH}(?:\s+|-)(?:the\s+)?{NTH_DAY}(?![\w:]|[.]\d){NOT_COUNTED}(?:-(?P<dashed>{LONG_YEAR})\b|{YEAR_TAIL})",
)
def _month_day(said: Said, match: re.Match[str]) -> Point | None:
    number = int(match["day"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    point = _date_of(said, match, number)
    written = said.raw[match.start()]
    bare = match["month"] in VERB_OR_NAME and written.islower() and match[0].endswith(match["day"] or "-")
    return replace(point, alone=False) if point and bare else point


@rule(MONTH_WORDS, rf"{MONTH}{YEAR_TAIL}(?![\w])")
def _month(said: Said, match: re.Match[str]) -> Point | None:
    number = MONTHS[match["month"]]
    alone = match.end() > match.end("month") + 1

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return options_of(cal.month(y, number) for y in years_named(said, match, reference) if y > 0)

    stop = match.end() if alone or match["month"] not in FULL_MONTHS | {"may"} else match.end("month")
    return Point(match.start(), stop, near, "month", alone=alone)


@rule(
    WEEKDAY_WORDS,
    rf"{WEEKDAY},?\s+(?:the\s+)?(?:{NTH_DAY}(?:\s+of|,)?(?:\s+|-){MONTH}"
    rf"|(?P<month2>{alternatives(MONTHS)})\b\.?\s+(?P<day2>[0-3]?\d)(?:st|nd|rd"
    rf"|th)?(?![\w:])){YEAR_TAIL}",
)
def _weekday_date(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "Fri 13 June": of the years the one in which the weekday fits."""
    number = int(match["day"] or match["day2"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    month, weekday = MONTHS[match["month"] or match["month2"]], WEEKDAYS[match["weekday"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        options = options_of(cal.day(y, month, number) for y in years_named(said, match, reference))
        return tuple(o for o in options if o.begin.weekday() == weekday) or options

    return Point(*match.span(), near, "day") if near(said.now) else None


@rule(WEEKDAY_WORDS, rf"{WEEKDAY},?\s+(?:the\s+)?(?P<nth>[0-3]?\d)(?:st|nd|rd|th)\b")
def _weekday_nth(_: Said, match: re.Match[str]) -> Point | None:
    """Reads "Friday the 13th": the months in which they meet."""
    weekday = WEEKDAYS[match["weekday"]]

    def near(reference: datetime) -> tuple[Stretch, ...]:
        options = _days_around(int(match["nth"]), reference)
        return tuple(o for o in options if o.begin.weekday() == weekday) or options

    return Point(*match.span(), near, "monthday")


@rule(WEEKDAY_WORDS, rf"{WEEKDAY}(?:\s+of)?\s+(?P<which>last|this|next)\s+week\b")
def _weekday_of_week(said: Said, match: re.Match[str]) -> Point | None:
    base = said.now + 7 * DAY * {"last": -1, "this": 0, "next": 1}[match["which"]]
    return fixed(*match.span(), cal.week(base, WEEKDAYS[match["weekday"]], 1), "day")


@rule(WEEKDAY_WORDS, rf"{WEEKDAY}\s+(?:a\s+)?(?:week|fortnight)\b(?!\s*(?:ago|end|s\b))")
def _weekday_week(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "Tuesday week": a week after the coming Tuesday."""
    weeks = 2 if "fortnight" in match[0] else 1
    return fixed(*match.span(), cal.weekday_beside(said.now + 7 * weeks * DAY, WEEKDAYS[match["weekday"]], 1), "day")


@rule(WEEKDAY_WORDS, rf"{WEEKDAY}{PART_OF_DAY}(?!'?s\b(?!\s+at\b))")
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


def _days_around(number: int, reference: datetime) -> tuple[Stretch, ...]:
    base = reference.year * 12 + reference.month - 1
    return options_of(cal.day(m // 12, m % 12 + 1, number) for m in range(base - 3, base + 4))


def _day_of_some_month(said: Said, match: re.Match[str], number: int) -> Point | None:
    free = FREE.match(said.low, match.end()) or NAMED_NEXT.match(said.raw, match.end())
    if not (1 <= number <= 31 and free):
        return None
    return Point(*match.span(), lambda reference: _days_around(number, reference), "monthday", alone=False)


@rule("the", rf"the\s+{NTH_DAY}\s+of\s+(?:(?P<which>last|this|next)\s+month|the\s+month)\b")
def _nth_of_month(said: Said, match: re.Match[str]) -> Point | None:
    number = int(match["day"] or 0) or ORDINALS.get(match["dayword"] or "", 0)
    if match["which"] is None:
        return Point(*match.span(), lambda reference: _days_around(number, reference), "monthday")
    month = said.now.year * 12 + said.now.month - 1 + {"last": -1, "this": 0, "next": 1}[match["which"]]
    return fixed(*match.span(), cal.day(month // 12, month % 12 + 1, number), "day")


@rule(
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
        days = (cal.nth_weekday(y, month, weekday, nth) for y in years_named(said, match, reference))
        return options_of(cal.day(d.year, d.month, d.day) for d in days)

    return Point(*match.span(), near, "day")


@rule(
    "the",
    r"the\s+(?P<part>first|second|third|fourth|1st|2nd|3rd|4th|last|final)\s+(?P<unit>quarter"
    r"|half)\b(?!\s+(?:of\s+(?:the|a|my|our)|hour|mile))" + YEAR_TAIL,
)
def _named_quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match)


@rule(
    "the",
    r"the\s+(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+(?P<unit>week|weekend|half"
    r"|two\s+weeks|few\s+days)\s+(?:of|in)\s+(?=\w)",
)
def _nth_week(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "the second week of May" (days 8-14), "the first half of next year"."""
    unit = re.compile(r"the\s+(?P<unit>month|year)\b").match(said.low, match.end())
    inner = (
        fixed(*unit.span(), cal.turn(said.now, unit["unit"], 0), unit["unit"])
        if unit
        else inner_point(said, match.end())
    )
    if inner is None or inner.kind not in ("month", "year"):
        return None
    nth = {"s": 2, "2": 2, "t": 3, "3": 3, "l": -1, "4": 4}.get(match["nth"][0], 4 if match["nth"] == "fourth" else 1)
    return replace(mapped(inner, match.start(), lambda o: cal.nth_part(o, nth, match["unit"])), kind="week", alone=True)


@rule("the", r"the\s+(?:week|weekend)\s+(?:of|beginning|commencing|starting|from)\s+(?:on\s+)?(?:the\s+)?")
def _week_of(said: Said, match: re.Match[str]) -> Point | None:
    inner = inner_point(said, match.end())
    if inner is None or inner.kind not in ("day", "monthday", "weekday"):
        return None
    first, days = (5, 2) if "weekend" in match[0] else (0, 7)
    return mapped(inner, match.start(), lambda o: cal.week(o.begin, first, days))


@rule(" ".join(SEASONS), rf"(?P<season>{alternatives(SEASONS)})\b{YEAR_TAIL}(?:/\d\d(?!\d))?")
def _season(said: Said, match: re.Match[str]) -> Point | None:
    return season_point(said, match.span(), match["season"], match)


def season_point(said: Said, span: tuple[int, int], name: str, match: re.Match[str]) -> Point:
    """A season of the year that a match names, or of the years around."""

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return options_of(cal.season(y, name) for y in years_named(said, match, reference) if y > 0)

    return Point(*span, near, "season", alone=len(near(said.now)) == 1)


@rule(
    "q h",
    r"(?P<letter>[qh])(?P<part>[1-4])(?!\w)(?:\s*/\s*(?=\d{4}))?" + YEAR_TAIL.replace(r"(?:,\s*|\s+", r"(?:,?\s*|\s+"),
)
def _quarter(said: Said, match: re.Match[str]) -> Point | None:
    return _part_of_year(said, match)


@rule(
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
        return options_of(
            (cal.half_year if half else cal.quarter)(y, number) for y in years_named(said, match, reference)
        )

    return Point(*match.span(), near, "quarter", alone=len(near(said.now)) == 1 or named.get("unit") is None)


@rule(HOLIDAY_WORDS, rf"(?:st\.?\s+)?(?P<name>{alternatives([*HOLIDAYS, *EASTER, *NTH])})(?!\w){YEAR_TAIL}")
def _holiday(said: Said, match: re.Match[str]) -> Point | None:
    name = re.sub(r"\s+", " ", match["name"])
    alone = name not in ("new year", "easter", "christmas", "xmas", "thanksgiving") or bool(
        FREE.match(said.low, match.end())
    )

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return options_of(cal.holiday(name, y) for y in years_named(said, match, reference))

    return Point(*match.span(), near, "holiday", alone=alone)


@rule("new", r"new\s+year\b(?!')")
def _the_new_year(said: Said, match: re.Match[str]) -> Point | None:
    return _holiday(said, match)
