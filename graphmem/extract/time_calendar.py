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
    "Length",
    "Stretch",
    "day",
    "decade",
    "easter",
    "half_year",
    "instant",
    "midnight",
    "month",
    "nth_weekday",
    "quarter",
    "season",
    "shift",
    "time_words",
    "value_of",
    "week",
    "year",
]

DAY = timedelta(days=1)
QUARTER_MONTHS, HALF_MONTHS, DECADE_YEARS = 3, 6, 10


@cache
def time_words() -> dict[str, dict[str, Any]]:
    """The tables of data/times.toml."""
    return tomllib.loads((files("graphmem") / "data" / "times.toml").read_text(encoding="utf-8"))


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
    """The moment a length later (or, with sign -1, earlier); the last day of a shorter month; None outside years 1-9999."""
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
    return _months(year_, time_words()["seasons"][name], QUARTER_MONTHS, "season")


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


def value_of(stretch: Stretch) -> str:
    """The date as a value, ISO at its precision; a stretch that is no one calendar unit as first/last of its days or months."""
    begin, last = stretch.begin, stretch.end - DAY
    if stretch.precision == "instant":
        return begin.strftime("%Y-%m-%dT%H:%M")
    if stretch.precision == "day":
        first = begin.date().isoformat()
        return first if stretch.end - begin <= DAY else f"{first}/{last.date().isoformat()}"
    if stretch.precision == "quarter" and stretch == quarter(begin.year, (begin.month + 2) // QUARTER_MONTHS):
        return f"{begin.year:04}-Q{(begin.month + 2) // QUARTER_MONTHS}"
    if stretch.precision == "decade":
        return f"{begin.year:04}s"
    if stretch.precision == "year" and (begin.month, begin.day, last.month, last.day) == (1, 1, 12, 31):
        return f"{begin.year:04}" if last.year == begin.year else f"{begin.year:04}/{last.year:04}"
    if stretch.precision == "year" and stretch.end - begin <= DAY:
        return f"{begin.year:04}"
    first, final = (begin.strftime("%Y-%m"), last.strftime("%Y-%m"))
    return first if first == final else f"{first}/{final}"
