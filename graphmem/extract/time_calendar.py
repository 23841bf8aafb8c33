"""Calendar arithmetic for time expressions: stretches of local time at a precision, and lengths."""

from __future__ import annotations

import calendar
import tomllib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from graphmem.model import Precision

__all__ = [
    "DAY",
    "EASTER",
    "HOLIDAYS",
    "MONTHS",
    "NTH",
    "SEASONS",
    "WEEKDAYS",
    "Length",
    "Stretch",
    "day",
    "decade",
    "half_year",
    "holiday",
    "instant",
    "midnight",
    "month",
    "nth_part",
    "nth_weekday",
    "quarter",
    "season",
    "share",
    "shift",
    "time_words",
    "turn",
    "turn_season",
    "value_of",
    "week",
    "weekday_beside",
    "year",
]

DAY = timedelta(days=1)
QUARTER_MONTHS, HALF_MONTHS, DECADE_YEARS = 3, 6, 10


@cache
def time_words() -> dict[str, dict[str, Any]]:
    """The tables of data/times.toml."""
    return tomllib.loads((files("graphmem") / "data" / "times.toml").read_text(encoding="utf-8"))


def spellings(table: str) -> dict[str, int]:
    """The numbers of `months` or `weekdays` by every spelling of their names."""
    return {word: int(key) for key, words in time_words()[table].items() for word in words}


MONTHS, WEEKDAYS = spellings("months"), spellings("weekdays")
SEASONS: dict[str, int] = time_words()["seasons"]
HOLIDAYS: dict[str, list[int]] = time_words()["holidays"]
EASTER: dict[str, int] = time_words()["easter"]
NTH: dict[str, list[int]] = time_words()["nth"]


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time in calendar units; `months` runs from 0 to 11 beside `years`."""

    years: int = 0
    months: int = 0
    days: int = 0
    seconds: int = 0

    @classmethod
    def of(cls, number: float, months: int, days: int, seconds: int) -> Length:
        """`number` times a unit, fractions carried into the next smaller unit: half a year is six months."""
        whole_months = number * months
        rest = (whole_months - int(whole_months)) * 30
        whole_days = number * days + rest
        left = round((whole_days - int(whole_days)) * 86_400 + number * seconds)
        return cls(int(whole_months) // 12, int(whole_months) % 12, int(whole_days), left)

    @property
    def precision(self) -> Precision:
        """How exactly such a length places a date: by year, by month, by day or to the instant."""
        if self.seconds:
            return "instant"
        return "day" if self.days else "month" if self.months else "year"


@dataclass(frozen=True, slots=True)
class Stretch:
    """`[begin, end)` in local time without a zone, meant at a precision."""

    begin: datetime
    end: datetime
    precision: Precision


def midnight(moment: date) -> datetime:
    """The first instant of a day."""
    return datetime(moment.year, moment.month, moment.day)  # noqa: DTZ001 - local time; the zone is put on at the end


def shift(moment: datetime, length: Length, sign: int = 1) -> datetime | None:
    """The moment a length later or, with sign -1, earlier: in a short month its last day, outside years 1-9999 None."""
    months = moment.year * 12 + moment.month - 1 + sign * (length.years * 12 + length.months)
    if not 12 <= months < 120_000:
        return None
    last = calendar.monthrange(months // 12, months % 12 + 1)[1]
    moved = moment.replace(year=months // 12, month=months % 12 + 1, day=min(moment.day, last))
    try:
        return moved + sign * timedelta(days=length.days, seconds=length.seconds)
    except OverflowError:
        return None


def instant(moment: datetime) -> Stretch:
    """One moment, to the minute."""
    return Stretch(moment, moment + timedelta(minutes=1), "instant")


def day(year_: int, month_: int, day_: int) -> Stretch | None:
    """One day; None for a date that does not exist."""
    if not (1 <= month_ <= 12 and 1 <= year_ < 9999 and 1 <= day_ <= calendar.monthrange(year_, month_)[1]):
        return None
    begin = midnight(date(year_, month_, day_))
    return Stretch(begin, begin + DAY, "day")


def _months(year_: int, month_: int, count: int, precision: Precision) -> Stretch | None:
    last = year_ * 12 + month_ - 1 + count
    if not (1 <= month_ <= 12 and year_ >= 1 and last < 9999 * 12):
        return None
    return Stretch(midnight(date(year_, month_, 1)), midnight(date(last // 12, last % 12 + 1, 1)), precision)


def month(year_: int, month_: int) -> Stretch | None:
    """One calendar month."""
    return _months(year_, month_, 1, "month")


def quarter(year_: int, number: int) -> Stretch | None:
    """Calendar quarter 1 to 4."""
    return _months(year_, number * QUARTER_MONTHS - 2, QUARTER_MONTHS, "quarter")


def half_year(year_: int, number: int) -> Stretch | None:
    """Calendar half 1 or 2; its precision is that of a quarter, the nearest the model has."""
    return _months(year_, number * HALF_MONTHS - 5, HALF_MONTHS, "quarter")


def season(year_: int, name: str) -> Stretch | None:
    """The meteorological season of the north; winter begins in December of its year."""
    return _months(year_, SEASONS[name], QUARTER_MONTHS, "season")


def year(year_: int) -> Stretch | None:
    """One calendar year."""
    return _months(year_, 1, 12, "year")


def decade(first: int) -> Stretch | None:
    """The ten years from `first` on."""
    return _months(first, 1, 12 * DECADE_YEARS, "decade")


def week(moment: datetime, first: int = 0, days: int = 7) -> Stretch:
    """The week (Monday first) of a moment, or `days` days of it from weekday `first` on."""
    begin = midnight(moment) + DAY * (first - moment.weekday())
    return Stretch(begin, begin + DAY * days, "day")


def easter(year_: int) -> date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm, Nature, 20 April 1876)."""
    century, rest = divmod(year_, 100)
    golden = year_ % 19
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month_, day_ = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year_, month_, day_ + 1)


def nth_weekday(year_: int, month_: int, weekday: int, nth: int) -> date:
    """The nth weekday of a month; nth -1 is the last."""
    days = [
        d for d in calendar.Calendar().itermonthdates(year_, month_) if d.month == month_ and d.weekday() == weekday
    ]
    return days[nth - 1 if nth > 0 else nth]


def turn(now: datetime, unit: str, sign: int) -> Stretch | None:
    """The unit `sign` units from the running one: last week is -1, the week after next 2."""
    if unit in ("day", "week", "fortnight", "weekend") or unit in WEEKDAYS:
        return _turn_days(now, unit, sign)
    if unit in SEASONS:
        return turn_season(now, unit, sign)
    months = now.year * 12 + now.month - 1
    if unit == "month":
        return month((months + sign) // 12, (months + sign) % 12 + 1)
    if unit == "quarter":
        place = months // QUARTER_MONTHS + sign
        return quarter(place // 4, place % 4 + 1)
    return decade((now.year // 10 + sign) * 10) if unit == "decade" else year(now.year + sign)


def _turn_days(now: datetime, unit: str, sign: int) -> Stretch:
    if unit in WEEKDAYS:
        further = sign + 1 if sign < 0 else sign - 1
        return weekday_beside(now + 7 * DAY * further, WEEKDAYS[unit], 1 if sign > 0 else -1)
    first, days, step = {"day": (now.weekday(), 1, 1), "fortnight": (0, 14, 14), "weekend": (5, 2, 7)}.get(
        unit, (0, 7, 7)
    )
    if unit == "day":
        return Stretch(midnight(now) + DAY * sign, midnight(now) + DAY * (sign + 1), "day")
    return week(now + step * DAY * sign, first, days)


def turn_season(now: datetime, name: str, sign: int) -> Stretch | None:
    """The season: the last that is over (-1), the next that has not begun (1), the running one or this year's (0)."""
    options = [option for y in range(now.year - 4, now.year + 5) if (option := season(y, name)) is not None]
    if sign < 0:
        return [option for option in options if option.end <= now][sign]
    if sign > 0:
        return [option for option in options if option.begin > now][sign - 1]
    running = [option for option in options if option.begin <= now < option.end]
    return running[0] if running else next(option for option in options if option.begin.year == now.year)


def weekday_beside(now: datetime, weekday: int, sign: int) -> Stretch:
    """The nearest such weekday strictly after (1) or before (-1) a day."""
    days = (weekday - now.weekday()) * sign % 7 or 7
    begin = midnight(now) + DAY * days * sign
    return Stretch(begin, begin + DAY, "day")


def share(part: str, whole: Stretch) -> Stretch:
    """The early, mid or late third of a stretch, or its outermost edge for its start, beginning or end."""
    days = (whole.end - whole.begin).days
    if whole.precision == "month":
        first, last = MONTH_PARTS.get(part, (0, 7))
        return (
            Stretch(whole.begin + DAY * first, min(whole.begin + DAY * last, whole.end), "month")
            if part != "end"
            else (Stretch(whole.end - 7 * DAY, whole.end, "month"))
        )
    if days < 28:
        first, last = _days_of(part, days)
        return Stretch(whole.begin + DAY * first, whole.begin + DAY * last, "day")
    return _months_of(part, whole)


# Days 1-10, 11-20 and 21 on; the latter part begins with day 16; a beginning or an end is a week.
MONTH_PARTS = {"early": (0, 10), "mid": (10, 20), "middle": (10, 20), "late": (20, 31), "latter": (15, 31)}


def _days_of(part: str, days: int) -> tuple[int, int]:
    """First and last day of a part of some days: the end of a week is its last day, its early part the first half."""
    half = (days + 1) // 2
    if part == "end":
        return days - 1, days
    if part in ("start", "beginning"):
        return 0, 1
    return (
        (2, min(4, days))
        if part in ("mid", "middle") and days > 2
        else (days // 2, days)
        if part in ("late", "latter")
        else (0, half)
    )


def _months_of(part: str, whole: Stretch) -> Stretch:
    """Parts of a season, a year, a decade; of a decade in whole years: its early part is 0-2, its late part 7-9."""
    months = (whole.end.year - whole.begin.year) * 12 + whole.end.month - whole.begin.month
    third, edge = max(months // 3, 1), max(months // 12, 1)
    third -= third % 12 if third > 12 else 0
    edges = {"early": (0, third), "late": (months - third, months), "latter": (months // 2, months)}
    edges |= {"mid": (third, months - third), "middle": (third, months - third), "end": (months - edge, months)}
    first, last = edges.get(part, (0, edge))
    begin, end = shift(whole.begin, Length(0, first)), shift(whole.begin, Length(0, last))
    precision = "month" if last - first == 1 else FINER.get(whole.precision, whole.precision)
    return Stretch(begin, end, precision) if begin and end else whole


FINER: dict[Precision, Precision] = {"year": "season", "decade": "year", "season": "month", "quarter": "month"}


def nth_part(whole: Stretch, nth: int, unit: str) -> Stretch | None:
    """The nth week (days 8-14 are the second), weekend, pair of weeks or half of a month or year; -1 is the last."""
    if unit == "half":
        return _half(whole, 1 if nth == 1 else 2)
    if unit == "weekend":
        saturday = midnight(nth_weekday(whole.begin.year, whole.begin.month, 5, nth))
        return Stretch(saturday, saturday + 2 * DAY, "day") if whole.precision == "month" else None
    days = 14 if unit.startswith("two") else 7
    begin = whole.end - days * DAY if nth < 0 else whole.begin + (nth - 1) * days * DAY
    return Stretch(begin, begin + days * DAY, "day")


def _half(whole: Stretch, number: int) -> Stretch | None:
    if whole.precision == "year":
        return half_year(whole.begin.year, number)
    middle = whole.begin + 15 * DAY
    return Stretch(whole.begin, middle, "month") if number == 1 else Stretch(middle, whole.end, "month")


def holiday(name: str, year_: int) -> Stretch | None:
    """The day of a holiday in a year: fixed, counted from Easter, or the nth weekday of a month."""
    if name in HOLIDAYS:
        return day(year_, *HOLIDAYS[name])
    moving = easter(year_) + timedelta(days=EASTER[name]) if name in EASTER else nth_weekday(year_, *NTH[name])
    return day(moving.year, moving.month, moving.day)


def value_of(stretch: Stretch) -> str:
    """The date as a value, ISO at its precision; what is no unit of the calendar as its first and last day or month."""
    begin, last = stretch.begin, max(stretch.begin, stretch.end - DAY)
    if stretch.precision in ("instant", "day", "decade"):
        pattern = {"instant": "%Y-%m-%dT%H:%M", "day": "%Y-%m-%d", "decade": "%Ys"}[stretch.precision]
        ends = begin.strftime(pattern), last.strftime(pattern)
        return _joined(*ends) if stretch.precision == "day" else ends[0]
    if stretch.precision == "year" and (begin.month, begin.day, last.month, last.day) == (1, 1, 12, 31):
        return _joined(f"{begin.year:04}", f"{last.year:04}")
    number = (begin.month + 2) // QUARTER_MONTHS
    if stretch.precision == "quarter" and stretch == quarter(begin.year, number):
        return f"{begin.year:04}-Q{number}"
    if stretch.precision == "year" and last <= begin:
        return f"{begin.year:04}"
    return _joined(begin.strftime("%Y-%m"), last.strftime("%Y-%m"))


def _joined(first: str, last: str) -> str:
    return first if first == last else f"{first}/{last}"
