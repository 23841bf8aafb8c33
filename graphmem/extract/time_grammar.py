"""The grammar of dates in text: what a point in time is, how its rules are found, how numbers, lengths and clocks read.

A point is read at one word by the rules of that word. A date without its year, a weekday or a bare day of the month
has several options; the caller chooses by direction (`choose`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Literal

from graphmem.extract import time_calendar as cal
from graphmem.extract.time_calendar import DAY, MONTHS, WEEKDAYS, Length, Stretch, midnight, time_words

__all__ = [
    "DECADES",
    "FREE",
    "LONG_YEAR",
    "MONTH",
    "NAMED_NEXT",
    "NTH_DAY",
    "NUMBER",
    "NUMBERS",
    "ORDINALS",
    "PART_OF_DAY",
    "UNIT",
    "WEEKDAY",
    "YEAR_TAIL",
    "Clock",
    "Direction",
    "Index",
    "Lasting",
    "Point",
    "Rules",
    "Said",
    "alternatives",
    "at_clock",
    "choose",
    "clock_at",
    "day_from_today",
    "decade_year",
    "fixed",
    "full_year",
    "index_of",
    "inner_point",
    "into",
    "length_at",
    "mapped",
    "options_of",
    "point_at",
    "word_at",
    "years_named",
]

Direction = Literal["back", "forward", "after", "near", "nearest"]
Near = Callable[[datetime], tuple[Stretch, ...]]
Rule = Callable[["Said", re.Match[str]], "Point | None"]
Rules = list[tuple[str, str, Rule]]
Index = Mapping[str, tuple[tuple[re.Pattern[str], Rule], ...]]
NEAR = timedelta(days=60)
DEEPEST = 3  # dates inside dates: "two weeks before | the end of | the summer of | 2019"


@dataclass(frozen=True, slots=True)
class Said:
    """A text with its lower case of equal length, the local moment it was said at, and the rules to read dates by."""

    raw: str
    low: str
    now: datetime
    zone: tzinfo
    index: Index
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """A date named by `text[start:stop]`; `near(reference)` are its options around a moment, ascending.

    `kind` says what was named. `alone`: it is a date without a preposition before it. `both`: its ends
    bound a state by themselves ("7-20 July"). `strict`: the day of speaking itself is not meant.
    `length` is that of "in two weeks".
    """

    start: int
    stop: int
    near: Near
    kind: str
    alone: bool = True
    both: bool = False
    strict: bool = False
    length: Length | None = None


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


def alternatives(words: Iterable[str]) -> str:
    """The words as branches of a regular expression, the longest first, spaces flexible."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=lambda w: (-len(w), w)))


NUMBERS: dict[str, float] = time_words()["numbers"]
ORDINALS: dict[str, int] = time_words()["ordinals"]
DECADES: dict[str, int] = time_words()["decades"]
UNITS: dict[str, list[int]] = time_words()["units"]


MONTH = rf"(?P<month>{alternatives(MONTHS)})\b(?:\.(?=\s*['\d]))?"
WEEKDAY = rf"(?P<weekday>{alternatives(WEEKDAYS)})\b(?:\.(?=,?\s*\d))?"
NUMBER = (
    rf"(?:\d{{1,4}}(?:[.,]5)?|(?:twenty|thirty|forty|fifty)-(?:one|two|three|four|five|six|seven"
    rf"|eight|nine)|{alternatives(NUMBERS)})"
)
UNIT = rf"(?:{alternatives(UNITS)})s?\b"
NTH_DAY = rf"(?:(?P<day>[0-3]?\d)(?:st|nd|rd|th)?|(?P<dayword>{alternatives(ORDINALS)}))"
LONG_YEAR = r"(?:1[5-9]|20)\d\d"
YEAR_TAIL = (
    rf"(?:(?:,\s*|\s+(?:of\s+|in\s+)?)(?P<year>{LONG_YEAR})(?![\w%]|[.,:/]\d)"
    r"|,?\s*'(?P<yy>\d\d)(?!\w)"
    r"|,?\s+(?:of\s+|in\s+)?(?P<rel>last|this|next)\s+year\b"
    rf"|,?\s+(?P<yago>{NUMBER})\s+years?\s+ago\b)?"
)


# After a bare weekday or day of the month: what shows that no noun follows which it would only describe.
FREE = re.compile(
    r"\s*(?:$|[.,;:!?()\"\n-]|(?:at|in|and|or|but|because|for|from|to|till|until|with|by|so|when"
    r"|while|if|we|i|you|he|she|it|they|there"
    r"|the|an?|everyone|everybody|nobody|i'm|we're|he's|she's|it's|they're|my|our|his|her|their|is|was|will|works|would|can|has|have"
    r"|had|instead|please|pls|this|that|next"
    r"|last|onwards?|on|as|then|again|already|now|though|too|not|of|it'll|we'll|i'll|around|after"
    r"|before|between|through|thru|also|only)\b)"
)


# After "in the nineties", "on the 2nd": a name and its verb begin the clause; "the 2nd World War" is no day.
NAMED_NEXT = re.compile(
    r"(?!\s+World)(?:\s+[A-Z][\w'-]+){1,2}\s+(?:[a-z]{2,}(?:s|ed)|ran|became|took|left|has|is|was)\b"
)


def number_of(text: str) -> float:
    """The number that figures or words of a quantity say: "2,5", "twenty-one", "a couple of"."""
    text = re.sub(r"\s+", " ", text)
    if text[0].isdigit():
        return float(text.replace(",", "."))
    return NUMBERS[text] if text in NUMBERS else sum(NUMBERS[part] for part in text.split("-"))


def full_year(year: int) -> int:
    """The year of two figures: 70 to 99 of the last century."""
    return 2000 + year if year < 70 else 1900 + year


def years_named(said: Said, match: re.Match[str], reference: datetime) -> list[int]:
    """The year a date names, or the years around the reference."""
    named = match.groupdict()
    if named.get("year"):
        return [int(named["year"])]
    if named.get("yy"):
        return [full_year(int(named["yy"]))]
    if named.get("rel"):
        return [said.now.year + {"last": -1, "this": 0, "next": 1}[named["rel"]]]
    if named.get("yago"):
        return [said.now.year - int(number_of(named["yago"]))]
    return [*range(reference.year - 4, reference.year + 5)]


def options_of(options: Iterable[Stretch | None]) -> tuple[Stretch, ...]:
    """The stretches that exist, ascending."""
    return tuple(sorted((o for o in options if o is not None), key=lambda o: o.begin))


def fixed(
    start: int, stop: int, stretch: Stretch | None, kind: str, *, alone: bool = True, both: bool = False
) -> Point | None:
    """A point with one meaning, or None when that date does not exist."""
    if stretch is None:
        return None
    return Point(start, stop, lambda _: (stretch,), kind, alone, both)


def mapped(inner: Point, start: int, change: Callable[[Stretch], Stretch | None]) -> Point:
    """The point with each of its options changed."""
    return replace(inner, start=start, near=lambda reference: options_of(change(o) for o in inner.near(reference)))


PART_OF_DAY = r"(?:\s+(?:early\s+|late\s+)?(?P<part>mornings?|afternoons?|evenings?|nights?|lunchtime|noon|midday))?\b"


def decade_year(number: int) -> int:
    """The first year of a decade of two figures: "the 20s" are those of this century."""
    return 2000 + number if number < 30 else 1900 + number


def day_from_today(said: Said, match: re.Match[str], days: int) -> Point | None:
    """The day so many days from that of speaking."""
    date = midnight(said.now) + DAY * days
    return fixed(*match.span(), Stretch(date, date + DAY, "day"), "day")


def into(rules: Rules) -> Callable[[str, str], Callable[[Rule], Rule]]:
    """A decorator that adds a reader of a pattern to a list of rules.

    `triggers` are the words with which what it reads begins, `#` for figures.
    """

    def rule(triggers: str, pattern: str) -> Callable[[Rule], Rule]:
        def register(read: Rule) -> Rule:
            rules.append((triggers, pattern, read))
            return read

        return register

    return rule


def index_of(rules: Iterable[tuple[str, str, Rule]]) -> Index:
    """The rules by their trigger words, compiled; of several the first that reads something counts."""
    index: dict[str, list[tuple[re.Pattern[str], Rule]]] = {}
    for triggers, pattern, read in rules:
        compiled = re.compile(pattern)
        for trigger in triggers.split():
            index.setdefault(trigger, []).append((compiled, read))
    return {word: tuple(found) for word, found in index.items()}


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
    for pattern, read in said.index.get(word_at(said.low, position), ()):
        match = pattern.match(said.low, position)
        point = read(said, match) if match else None
        if point is not None:
            return _with_time(said, point)
    return None


def inner_point(said: Said, position: int) -> Point | None:
    """A date inside another: "the end of | the summer of | 2019"."""
    return point_at(replace(said, depth=said.depth + 1), position)


SHORT_UNITS = {"d": "day", "h": "hour", "w": "week", "mo": "month", "mos": "month", "m": "minute", "y": "year"}
FEW = 3  # "a few weeks" is taken for three, "several" for five: an honest date_value is not made of them
SEVERAL = 5


LENGTH = re.compile(
    rf"(?:(?P<number>{NUMBER})\s+|(?P<glued>\d{{1,3}})-?(?=(?:{alternatives(UNITS)})))(?:more\s+"
    rf"|full\s+|whole\s+|long\s+|good\s+|odd\s+)?"
    rf"(?P<unit>{alternatives(UNITS)})(?:s|es)?\b(?P<half>\s+and\s+a\s+half)?"
    rf"(?:\s+(?:and\s+(?:a\s+)?)?(?P<number2>(?!an?\b){NUMBER}|(?<=and\s)an?)\s+(?P<unit2>{alternatives(UNITS)})s?\b)?"
    r"|(?P<short>\d{1,3})\s?(?P<short_unit>d|h|w|mos?|y|m)(?=\s+ago\b)"
    r"|(?P<whole>\d{1,4}|an?|one)\s+and\s+a\s+half\s+(?P<whole_unit>years|months|weeks|days|hours)\b"
    r"|(?P<vague>a\s+few|few|several|some|many|a\s+number\s+of)\s+(?P<vague_unit>" + alternatives(UNITS) + r")s\b"
)


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
        taken = FEW if "few" in match["vague"] else SEVERAL
        return Lasting(position, match.end(), Length.of(taken, *UNITS[match["vague_unit"]]), exact=False)
    if match["short"]:
        return Lasting(
            position, match.end(), Length.of(int(match["short"]), *UNITS[SHORT_UNITS[match["short_unit"]]]), exact=True
        )
    number = number_of(match["number"] or match["glued"] or match["whole"]) + (
        0.5 if match["half"] or match["whole"] else 0
    )
    length = Length.of(number, *UNITS[match["unit"] or match["whole_unit"].rstrip("s")])
    if match["number2"]:
        length = _sum(length, Length.of(number_of(match["number2"]), *UNITS[match["unit2"]]))
    return Lasting(position, match.end(), length, exact=True)


def _sum(one: Length, other: Length) -> Length:
    months = one.years * 12 + one.months + other.years * 12 + other.months
    return Length(months // 12, months % 12, one.days + other.days, one.seconds + other.seconds)


HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"


CLOCK = re.compile(
    r"(?P<hour>[01]?\d|2[0-4])(?:(?P<sep>[:.h])(?P<minute>[0-5]\d)(?::[0-5]\d)?)?(?:\s*(?P<half>am"
    r"|pm|a\.m\.?|p\.m\.?)(?!\w)|\s*(?P<clock>o'clock|hrs\b|h\b|uhr\b)|(?P<plain>))"
    r"(?![\w/%]|-[a-z]|[.,:]\d)|(?P<word>noon|midday|midnight)\b"
    rf"|(?P<shift>half|quarter|ten|twenty|five|twenty-five|\d\d?)\s+(?P<side>past|to)\s+(?P<of>[01]?\d|{HOURS})\b"
)


# "noon Oslo time", "9:30 UTC": the words belong to the hour, which is read in the zone of the speaker all the same.
ZONED = re.compile(
    r"\s+(?:(?!(?:last|next|this|every|any|same|first|the|at)\b)[a-z]+\s+time|utc|gmt|cet|cest|est|edt|pst|pdt|bst|ist)\b"
)


def clock_at(low: str, position: int, *, after_at: bool = False) -> Clock | None:
    """The time of day that begins exactly at a position; a bare hour ("at 9") only where `after_at` says so."""
    clock = _clock_at(low, position, after_at=after_at)
    zoned = ZONED.match(low, clock.stop) if clock else None
    return replace(clock, stop=zoned.end()) if clock and zoned else clock


def _clock_at(low: str, position: int, *, after_at: bool) -> Clock | None:
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
    """Reads "half past nine", "quarter to 5": the hour as said, before noon."""
    minutes = {"half": 30, "quarter": 15}.get(match["shift"]) or int(number_of(match["shift"]))
    hour = int(number_of(match["of"]))
    total = hour * 60 + (minutes if match["side"] == "past" else -minutes)
    spoken = match["shift"] in ("half", "quarter") or match["of"].isalpha()
    return (
        Clock(position, match.end(), total // 60, total % 60)
        if spoken and 0 <= total < 24 * 60 and minutes < 60
        else None
    )


BARE_HOUR = re.compile(
    r"\s*(?:$|[.;!?)]|,\s|(?:on|every|tomorrow|today|tonight|sharp|and|or|until|till|because|so|but"
    r"|in\s+the|at\s+night)\b)"
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
    timed = mapped(point, point.start, lambda o: cal.instant(o.begin + passed))
    return replace(timed, stop=stop, alone=True)
