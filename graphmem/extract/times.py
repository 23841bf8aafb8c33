"""Time expressions in text: where they stand, which period they mean, and what they say of a claim's validity.

Reading is context free: an expression means the same in any sentence. What the sentence decides, the direction of
"in March" and whether "for two years" looks back, comes in as `tense` and, in `claimed_period`, as `aspect`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from graphmem.errors import Incorrect
from graphmem.extract import time_calendar as cal
from graphmem.extract.normalise import lower
from graphmem.extract.time_calendar import Length, Stretch, midnight, value_of
from graphmem.extract.time_frames import Draft, TimeRole, drafts, rules
from graphmem.extract.time_grammar import (
    Direction,
    Point,
    Said,
    choose,
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


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A time expression `text[start:stop]`, its preposition included; `core` is the span without it.

    `begin` and `end` are the period meant, UTC and half-open, at `precision`; `date_value` is that date as a value.
    `claims_from` and `claims_to` are what it bounds: "until March" ends on 1 March, "through March" on 1 April; of role
    `at`, `claims_from` is set where the date is known better than its precision says ("two years ago"), and
    `claims_to` is the end of the day whose hour is said ("tomorrow at 3pm").
    A `deadline` ("by Friday") bounds nothing. `length` is that of a duration, None when vague. `of_day`: a time of
    day without its day ("at 09:40").
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
    of_day: bool = False


class Claim(NamedTuple):
    """The period a claim claims: either end may be unsaid."""

    start: datetime | None
    stop: datetime | None
    precision: Precision | None
    reason: str


# --- finding -----------------------------------------------------------------------------------------------------


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
    said = Said(text, low, said_at.replace(tzinfo=None), said_at.tzinfo, rules())
    return tuple(resolved for draft in drafts(said) if (resolved := _resolved(said, draft, tense)) is not None)


# --- resolving ------------------------------------------------------------------------------------------------------


def _resolved(said: Said, draft: Draft, tense: Tense | None) -> TimeExpression | None:
    """The expression with its date chosen; None when that date does not exist."""
    undated = TimeExpression(
        draft.start, draft.stop, draft.role, None, None, None, draft.reason, "", draft.core, length=draft.length
    )
    if draft.first is None:
        ahead = draft.role == "duration" and tense == "future"
        return replace(undated, role="duration_forward") if ahead else undated
    if draft.last is not None:
        return _range(said, undated, draft, (draft.first, draft.last), tense)
    if draft.first.kind == "in" and tense == "past":
        return replace(undated, role="duration", reason="took a length of time", length=draft.first.length)
    looks_ahead = draft.prep == "since" and tense == "future"  # "since May I will be there"
    direction = "forward" if looks_ahead else draft.direction or _direction(draft, tense)
    chosen = choose(draft.first, said.now, direction)
    return _dated(said, undated, draft, (draft.first, chosen), (direction, tense)) if chosen else None


def _direction(draft: Draft, tense: Tense | None) -> Direction:
    if tense == "past":
        return "back"
    if draft.role == "stop" and draft.prep != "before" and not draft.through:
        return "after"
    ahead = tense == "present" and draft.prep == "over" and draft.first is not None and draft.first.kind == "weekend"
    if tense == "future" or draft.through or draft.deadline or ahead:
        return "forward"
    return "near" if tense else "nearest"


TOLD: dict[Direction, str] = {
    "back": "the last one",
    "forward": "the next one",
    "after": "the next one",
    "near": "the nearest one",
    "nearest": "the nearest one",
}


def _dated(
    said: Said,
    undated: TimeExpression,
    draft: Draft,
    meant: tuple[Point, Stretch],
    chosen_by: tuple[Direction, Tense | None],
) -> TimeExpression:
    (point, chosen), (direction, tense) = meant, chosen_by
    period = _calendar_unit(chosen) if point.kind in ("ago", "in") else chosen
    due = draft.deadline or (draft.role == "stop" and draft.prep == "before" and tense in ("present", "future"))
    claims_from, claims_to = (None, None) if due else _bounds(draft, point, chosen)
    if draft.role == "at" and period != chosen:
        claims_from = chosen.begin
    if draft.role == "at" and chosen.precision == "instant" and point.kind != "clock":
        claims_to = midnight(chosen.begin) + cal.DAY
    return replace(
        undated,
        begin=_utc(said, period.begin),
        end=_utc(said, period.end),
        precision=chosen.precision,
        reason=undated.reason if len(point.near(said.now)) == 1 else f"{undated.reason}, {TOLD[direction]}",
        date_value=value_of(chosen),
        claims_from=_utc(said, claims_from),
        claims_to=_utc(said, claims_to),
        deadline=due,
        of_day=point.kind == "clock",
    )


def _bounds(draft: Draft, point: Point, chosen: Stretch) -> tuple[datetime | None, datetime | None]:
    """What a role bounds: "until March" stops where March begins, "through March" and "until its end" where it ends."""
    whole = draft.through or draft.role == "both" or point.kind.startswith("end ")
    start = chosen.end if draft.prep == "after" else chosen.begin
    stop = chosen.end if whole else chosen.begin
    return start if draft.role in ("start", "both") else None, stop if draft.role in ("stop", "both") else None


def _utc(said: Said, moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.replace(tzinfo=said.zone).astimezone(UTC)


def _calendar_unit(date: Stretch) -> Stretch:
    """The month or year in which a date known by month or year lies."""
    if date.precision == "month":
        return cal.month(date.begin.year, date.begin.month) or date
    return (cal.year(date.begin.year) or date) if date.precision == "year" else date


def _range(
    said: Said, undated: TimeExpression, draft: Draft, points: tuple[Point, Point], tense: Tense | None
) -> TimeExpression | None:
    if points[0].kind == "clock":
        return replace(undated, role="none", reason="hours of the day")
    ends = _ends(said, *points, "back" if tense == "past" else "forward" if tense == "future" else "near")
    if ends is None:
        return None
    begin, end = ends
    stop = end.end if draft.through or points[1].kind.startswith("end ") else end.begin
    if stop <= begin.begin:
        return None
    first, last = _utc(said, begin.begin), _utc(said, stop)
    precision: Precision = "day" if "day" in (begin.precision, end.precision) else end.precision
    dated = replace(undated, precision=precision, date_value=f"{value_of(begin)}/{value_of(end)}")
    return replace(dated, begin=first, end=last, claims_from=first, claims_to=last)


def _ends(said: Said, first: Point, last: Point, direction: Direction) -> tuple[Stretch, Stretch] | None:
    """Both dates of a range: a certain one places the other; of two uncertain ones the later is chosen first."""
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
    perfect with "for five years" began then; a term (rent, hire, sign) runs so long from its start, else `said_at`.
    """
    begun, ended, precision, reason = None, None, None, "no time is said"
    for expression in expressions:
        start, stop = _claims(expression, said_at, tense, aspect)
        if (start and not begun) or (stop and not ended):
            precision, reason = precision or expression.precision, expression.reason
        begun, ended = begun or start, ended or stop
    length = _term(expressions, tense, aspect)
    if length and not any(expression.role in ("stop", "both") for expression in expressions):
        ended = _later((begun or said_at).astimezone(said_at.tzinfo), length)
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


THROUGH = ("during", "over")  # "lent over the weekend" is so long; "rented in 2019" may go on


def _at_claims(
    expression: TimeExpression, said_at: datetime, tense: Tense | None, aspect: Aspect
) -> tuple[datetime | None, datetime | None]:
    if expression.of_day and not (aspect == "event" and tense == "past"):
        return None, None
    through = aspect == "term" and (tense == "present" or expression.reason.startswith(THROUGH))
    if aspect == "state" or through:
        return expression.begin, expression.claims_to or expression.end
    start = expression.claims_from or expression.begin
    return (None, None) if aspect == "perfect" and start and start > said_at else (start, None)


def _term(expressions: Sequence[TimeExpression], tense: Tense | None, aspect: Aspect) -> Length | None:
    """The length that runs from the start: of a term, of "for the next ten days", beside "9 May, three nights"."""
    for expression in expressions:
        if expression.length is None or expression.deadline:
            continue
        dated = any(other.role in ("start", "at") and other.precision == "day" for other in expressions)
        if expression.role in ("duration_forward", "start") or (
            aspect == "term" and expression.role in ("duration", "none")
        ):
            return expression.length
        if expression.role == "duration" and aspect != "perfect" and dated and tense != "past":
            return expression.length
    return None


def _later(moment: datetime, length: Length, sign: int = 1) -> datetime | None:
    """The moment a length later, by the days of its own zone, in UTC."""
    moved = cal.shift(moment.replace(tzinfo=None), length, sign)
    if moved is None:
        return None
    return (moved if length.seconds else midnight(moved)).replace(tzinfo=moment.tzinfo).astimezone(UTC)


FUTURE = re.compile(
    r"\b(?:will|shall|won't|going\s+to|gonna|about\s+to|plan(?:ning)?\s+to|'ll)\b|\w'll\b", re.IGNORECASE
)
PAST = re.compile(
    r"\b(?:was|were|had|did|didn't|wasn't|weren't|used\s+to|went|came|got|took|left|sold|bought"
    r"|became|began|met|made|gave|said|told|found"
    r"|lost|won|paid|sent|wrote|ran|held|kept|grew|broke|chose|spoke|built|quit)\b|\b(?:i|we|he|she"
    r"|they|it|you)\s+\w{2,}ed\b|^\s*\w{2,}ed\b",
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
