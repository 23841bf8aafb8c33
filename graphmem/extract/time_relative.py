"""Dates told from the day of speaking or from another date: last, next, ago, the end of. Rules of `time_grammar`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from graphmem.extract import time_calendar as cal
from graphmem.extract.time_calendar import DAY, EASTER, HOLIDAYS, MONTHS, NTH, SEASONS, WEEKDAYS, Stretch, midnight
from graphmem.extract.time_dates import season_point
from graphmem.extract.time_grammar import (
    DECADES,
    FREE,
    MONTH,
    NAMED_NEXT,
    NUMBERS,
    PART_OF_DAY,
    WEEKDAY,
    Lasting,
    Point,
    Rules,
    Said,
    alternatives,
    choose,
    day_from_today,
    decade_year,
    fixed,
    inner_point,
    into,
    length_at,
    mapped,
    options_of,
    word_at,
)
from graphmem.model import Precision

__all__ = ["RULES"]

RULES: Rules = []
rule = into(RULES)


NUMBER_WORDS = " ".join(sorted({word.split()[0] for word in NUMBERS} | {"several", "few"}))


@rule("the", r"the\s+day\s+(?P<side>before\s+yesterday|after\s+tomorrow)\b")
def _two_days(said: Said, match: re.Match[str]) -> Point | None:
    return day_from_today(said, match, -2 if "before" in match["side"] else 2)


@rule(
    "the",
    rf"the\s+(?P<unit>week|month|year|weekend|summer|winter|spring|autumn|fall"
    rf"|{alternatives(WEEKDAYS)})\s+(?P<side>before\s+last|after\s+next)\b",
)
def _before_last(said: Said, match: re.Match[str]) -> Point | None:
    sign = -2 if "last" in match["side"] else 2
    return fixed(*match.span(), cal.turn(said.now, match["unit"], sign), match["unit"])


def _some_weekend(match: re.Match[str]) -> Point:
    def near(reference: datetime) -> tuple[Stretch, ...]:
        return tuple(cal.week(reference + 7 * DAY * n, 5, 2) for n in range(-2, 3))

    return Point(*match.span(), near, "weekend", alone=False)


@rule("the", r"the\s+weekend\b(?!\s+(?:of|edition|shift|staff|crew|before|after))")
def _the_weekend(_: Said, match: re.Match[str]) -> Point | None:
    return _some_weekend(match)


@rule("weekend", r"weekend\b")
def _weekend(_: Said, match: re.Match[str]) -> Point | None:
    return replace(_some_weekend(match), alone=False)


@rule(
    "the",
    r"the\s+(?:end|start|beginning|middle)\s+of\s+(?P<which>the\s+)?(?P<unit>day|week|month|quarter"
    r"|year|summer|winter|spring|autumn|fall|decade)\b",
)
@rule(
    "end start beginning middle",
    r"(?:end|start|beginning|middle)\s+of\s+(?P<which>the\s+)?(?P<unit>day|week|month|quarter|year"
    r"|summer|winter|spring|autumn|fall|decade)\b",
)
def _end_of_unit(said: Said, match: re.Match[str]) -> Point | None:
    part = next(word for word in ("end", "start", "beginning", "middle") if word in match[0].split())
    inner = (
        season_point(said, match.span(), match["unit"], match)
        if match["unit"] in SEASONS
        else fixed(*match.span(), cal.turn(said.now, match["unit"], 0), match["unit"])
    )
    return _part_of(part, replace(inner, alone=False)) if inner else None


@rule(
    "the",
    r"the\s+(?P<part>end|start|beginning|middle|early\s+part|latter\s+part|morning|afternoon|evening"
    r"|night)\s+of\s+(?:the\s+)?",
)
@rule("end start beginning middle", r"(?P<part>end|start|beginning|middle)\s+of\s+(?:the\s+)?")
@rule("early mid late end middle", r"(?<!how )(?P<part>early|mid|late|end|middle)(?:-|\s+)(?:in\s+|of\s+)?(?:the\s+)?")
def _part_point(said: Said, match: re.Match[str]) -> Point | None:
    inner = inner_point(said, match.end())
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
    return replace(mapped(inner, inner.start, lambda o: cal.share(part, o)), kind=f"{part} {inner.kind}")


@rule("the", r"the\s+(?:early\s+|late\s+|mid-?\s*)?(?=(?P<name>'?\d0'?s|\d{4}s|\w+ies)\b)")
def _the_decade(said: Said, match: re.Match[str]) -> Point | None:
    inner = _decade_word(said, match.end("name") - len(match["name"]), match["name"])
    if inner is None or not (FREE.match(said.low, inner.stop) or NAMED_NEXT.match(said.raw, inner.stop)):
        return None
    part = re.search(r"early|late|mid", match[0])
    return _part_of(part.group() if part else "whole", replace(inner, start=match.start(), alone=True))


def _decade_word(_: Said, start: int, name: str) -> Point | None:
    if name in DECADES:
        return fixed(start, start + len(name), cal.decade(decade_year(DECADES[name])), "decade", alone=False)
    figures = re.sub(r"\D", "", name)
    number = int(figures) if figures else 0
    first = number if number > 999 else decade_year(number)
    return (
        fixed(start, start + len(name), cal.decade(first), "decade", alone=False)
        if number >= 10 and number % 10 == 0
        else None
    )


@rule(
    "the rest",
    r"(?:the\s+)?rest\s+of\s+(?:the|this)\s+(?P<unit>day|week|weekend|month|quarter|year|summer|winter|spring|autumn)\b",
)
def _rest_of_unit(said: Said, match: re.Match[str]) -> Point | None:
    return fixed(*match.span(), cal.turn(said.now, match["unit"], 0), match["unit"], both=True)


@rule("the", r"the\s+(?:(?:whole|entire|full|rest)\s+of\s+)?(?:the\s+)?(?:year\s+)?(?=\w)")
def _the_point(said: Said, match: re.Match[str]) -> Point | None:
    """An article before a date: "the summer of 2019", "the 14th", "the year 2020", "the whole of 2022"."""
    inner = inner_point(said, match.end())
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


WHICH = (
    r"(?P<which>last|this|next|past|coming|previous|current|upcoming|this\s+coming|this\s+past"
    r"|the\s+coming|the\s+past|the\s+current|the\s+previous|the\s+following)"
)


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


@rule(
    "last this next past coming previous current upcoming the",
    rf"{WHICH}\s+(?P<unit>week|fortnight|month|quarter|year|decade"
    rf"|weekend)(?P<poss>'s)?\b(?!\s+(?:end|and\s+a\s+half|day))",
)
def _relative_unit(said: Said, match: re.Match[str]) -> Point | None:
    if match["which"] in ("past", "the past"):
        return None  # "the past year" is a length: twelve months back
    sign = _sign(match["which"])
    stop = match.start("poss") if match["poss"] else match.end()
    day = DAY_OF_WEEK.match(said.low, match.end()) if match["unit"] == "week" and not match["poss"] else None
    if day:
        return fixed(match.start(), day.end(), cal.week(said.now + 7 * DAY * sign, WEEKDAYS[day["weekday"]], 1), "day")
    if match["unit"] == "weekend" and not sign:
        return replace(_some_weekend(match), alone=True)
    return fixed(match.start(), stop, cal.turn(said.now, match["unit"], sign), match["unit"])


DAY_OF_WEEK = re.compile(rf",?\s+(?:on\s+)?{WEEKDAY}(?!s\b|'s\b)")


@rule("last this next past coming previous upcoming the", rf"{WHICH}\s+{WEEKDAY}{PART_OF_DAY}(?P<poss>'s\b)?")
def _relative_weekday(said: Said, match: re.Match[str]) -> Point | None:
    """Next Friday is that of next week, last Friday the latest before today, this Friday one of the days around."""
    if (match["part"] or "").endswith("s"):
        return None
    sign, number = _sign(match["which"]), WEEKDAYS[match["weekday"]]
    stop = match.start("poss") if match["poss"] else match.end()
    if sign > 0:
        soon = match["which"] != "next"
        date = cal.weekday_beside(said.now, number, 1) if soon else cal.week(said.now + 7 * DAY, number, 1)
        return fixed(match.start(), stop, date, "day")
    if sign < 0:
        return fixed(match.start(), stop, cal.weekday_beside(said.now, number, -1), "day")

    def near(reference: datetime) -> tuple[Stretch, ...]:
        return tuple(cal.week(reference + 7 * DAY * n, number, 1) for n in range(-1, 2))

    return Point(match.start(), stop, near, "weekday")


@rule("last this next past coming the", rf"{WHICH}\s+{MONTH}(?!\w)")
def _relative_month(said: Said, match: re.Match[str]) -> Point | None:
    """Last March is the latest that is over, next March the first that has not begun, this March that of this year."""
    sign, number = _sign(match["which"]), MONTHS[match["month"]]
    options = options_of(cal.month(y, number) for y in range(said.now.year - 1, said.now.year + 2))
    return fixed(match.start(), match.end("month"), _relative(options, said.now, sign), "month")


def _relative(options: tuple[Stretch, ...], now: datetime, sign: int) -> Stretch | None:
    if sign < 0:
        return max((o for o in options if o.end <= midnight(now) + DAY), key=lambda o: o.begin, default=None)
    if sign > 0:
        return min((o for o in options if o.begin > now), key=lambda o: o.begin, default=None)
    return next((o for o in options if o.begin.year == now.year), None)


@rule(
    "last this next past coming the",
    rf"{WHICH}\s+(?P<season>{alternatives(SEASONS)})\b(?P<poss>'s\b)?(?!\s+(?:down|asleep))",
)
def _relative_season(said: Said, match: re.Match[str]) -> Point | None:
    stop = match.start("poss") if match["poss"] else match.end()
    return fixed(match.start(), stop, cal.turn_season(said.now, match["season"], _sign(match["which"])), "season")


@rule("last this next past coming the", rf"{WHICH}\s+(?=(?:{alternatives([*HOLIDAYS, *EASTER, *NTH])})(?!\w))")
def _relative_holiday(said: Said, match: re.Match[str]) -> Point | None:
    inner = inner_point(said, match.end())
    if inner is None or inner.kind != "holiday":
        return None
    return fixed(match.start(), inner.stop, _relative(inner.near(said.now), said.now, _sign(match["which"])), "holiday")


@rule(
    "this last",
    r"(?:this\s+(?P<part>morning|afternoon|evening|lunchtime)|last\s+(?P<night>night|evening))\b(?P<poss>'s\b)?",
)
def _part_of_today(said: Said, match: re.Match[str]) -> Point | None:
    point = day_from_today(said, match, -1 if match["night"] else 0)
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


@rule(
    " ".join(TODAY),
    rf"(?P<word>{alternatives(TODAY)})\b(?:\s+(?:morning|afternoon|evening|night|lunchtime)\b)?(?!\s+week\b)",
)
def _today(said: Said, match: re.Match[str]) -> Point | None:
    return day_from_today(said, match, TODAY[match["word"]])


@rule(" ".join(TODAY), r"(?P<word>tomorrow|yesterday|today)\s+week\b")
def _today_week(said: Said, match: re.Match[str]) -> Point | None:
    return day_from_today(said, match, TODAY[match["word"]] + (-7 if match["word"] == "yesterday" else 7))


AGO = re.compile(
    r"\s+(?:ago|back|earlier\s+today)\b(?P<day>\s+(?:today|exactly|to\s+the\s+day))?(?!\s+(?:to|in|into|home|on)\b)"
)


HENCE = re.compile(r"(?:'|\s)*(?:s\s+)?(?:from\s+(?:now|today)|hence|out\s+from\s+now)\b")
OFFSET = re.compile(r"\s+(?P<side>before|after|from|following|prior\s+to|on)\s+(?:the\s+)?")


@rule(
    f"# {NUMBER_WORDS} about around almost nearly over roughly some more just",
    r"(?:about|around|almost|nearly|over|roughly|some|more\s+than|just\s+over|just\s+under|just)?\s*(?=\S)",
)
def _from_length(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "two weeks ago", "a year from now", "three days before Christmas", "a week on Tuesday"."""
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


def _moved(said: Said, start: int, stop: int, lasting: Lasting, sign: int, *, of_day: bool = False) -> Point | None:
    moment = cal.shift(said.now, lasting.length, sign)
    if moment is None:
        return None
    precision: Precision = "day" if of_day else lasting.length.precision
    if precision == "instant":
        return fixed(start, stop, cal.instant(moment.replace(second=0, microsecond=0)), "instant")
    date = midnight(moment)
    return fixed(start, stop, Stretch(date, date + DAY, precision), "ago")


RATED = re.compile(r"(?:\d[\d.,]*|[€$£]\s?\d[\d.,]*)(?:\s+[a-z]+)?\s+$")


def _offset(said: Said, start: int, lasting: Lasting) -> Point | None:
    side = OFFSET.match(said.low, lasting.stop)
    inner = inner_point(said, side.end()) if side else None
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

    if side["side"] == "from" and RATED.search(said.low, max(0, start - 24), start):
        return None  # "6 euros a day from 15 September"
    base = mapped(inner, start, moved)
    return replace(
        base,
        near=lambda reference: options_of(map(moved, (o for o in (choose(inner, reference, "near"),) if o))),
        kind="day",
        alone=True,
    )


@rule(
    "the", rf"the\s+(?:(?P<unit>day|week|month|year|evening|night|morning)|{WEEKDAY})\s+(?P<side>before|after)\s+(?=\w)"
)
def _day_beside(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "the day after Christmas", "the Monday after Easter", "the week before 5 May"."""
    inner = inner_point(said, match.end())
    if inner is None or inner.kind not in ("day", "weekday", "monthday", "holiday"):
        return None
    sign = -1 if match["side"] == "before" else 1
    unit = match["unit"] if match["unit"] in ("week", "month", "year") else "day"

    def beside(option: Stretch) -> Stretch | None:
        if match["weekday"]:
            return cal.weekday_beside(option.begin, WEEKDAYS[match["weekday"]], sign)
        return cal.turn(option.begin, unit, sign)

    return replace(mapped(inner, match.start(), beside), kind="day")


TIME_TAIL = re.compile(r"(?:'s?|s'?)?\s+time\b|\s+from\s+(?:now|today)\b")


@rule("in", r"in\s+(?:just\s+|about\s+|around\s+|another\s+|exactly\s+|under\s+|less\s+than\s+|roughly\s+)?(?=\w)")
def _in_length(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "in two weeks", "in a year's time": ahead. "in the last two weeks" is another rule's."""
    lasting = length_at(said.low, match.end())
    if lasting is None or re.match(r"an?\s+(?:second|sec|minute|min)\b", said.low[match.end() :][:12]):
        return None  # "in a minute" is no date
    stop = TIME_TAIL.match(said.low, lasting.stop)
    point = _moved(said, match.start(), stop.end() if stop else lasting.stop, lasting, 1)
    return replace(point, kind="in", length=lasting.length) if point else None


@rule("all throughout", r"(?:all\s+(?:of\s+|through\s+|throughout\s+)?|throughout\s+)(?:the\s+)?(?=\w)")
def _all_of(said: Said, match: re.Match[str]) -> Point | None:
    """Reads "all of 2022", "all summer", "all day", "all week": both ends bound."""
    unit = re.compile(r"(?P<unit>day|week|weekend|month|year|quarter)\b(?!\s+round|\s+long)").match(
        said.low, match.end()
    )
    if unit:
        return fixed(match.start(), unit.end(), cal.turn(said.now, unit["unit"], 0), unit["unit"], both=True)
    inner = inner_point(said, match.end())
    return (
        replace(inner, start=match.start(), both=True, alone=True)
        if inner and inner.kind in ("year", "season", "month", "week", "quarter", "decade")
        else None
    )


@rule("now", r"now\b")
def _now(said: Said, match: re.Match[str]) -> Point | None:
    return Point(*match.span(), lambda _: (cal.instant(said.now),), "now", alone=False)


@rule("here this right immediate", r"(?:here|this\s+point|right\s+now|immediate\s+effect)\b")
def _here(said: Said, match: re.Match[str]) -> Point | None:
    return _now(said, match)
