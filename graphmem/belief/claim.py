"""What the fold reads, works on and gives: `Stated`, `Rules`, `Claim`, `Segment`. All times are UTC microseconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from graphmem.errors import Incorrect
from graphmem.model import BEGINNING_US, Kind, Status

__all__ = ["DAY_US", "Claim", "Rules", "Said", "Segment", "Start", "Stated", "start_order"]

DAY_US = 24 * 60 * 60 * 1_000_000

Said: TypeAlias = tuple[int, int, int]  # said_at, place in the session, place in the episode
Start: TypeAlias = tuple[int, int, int, int]  # a start and what orders it among equal ones: see start_order


@dataclass(frozen=True, slots=True)
class Stated:
    """A live statement as the fold sees it: resolved, in integers.

    `value` and `corrects` are identities, opaque to the fold; an end without a value closes every value of
    its slot. `seq` is the place in the session, `span` in the episode. An absent speaker counts as one.
    `day_only`: `said_at` is known by day only. `source_kind` names the source in a review item, and says how long a
    claim lasts where its kind has a time of its own; `authority` is what decides. Raises Incorrect for a state or a
    correction without a value.
    """

    id: str
    kind: Kind
    value: str | None
    said_at: int
    seq: int = 0
    span: int = 0
    speaker: str | None = None
    authority: int = 50
    claimed_from: int | None = None
    claimed_to: int | None = None
    corrects: str | None = None
    planned: bool = False
    day_only: bool = False
    source_kind: str = ""

    def __post_init__(self) -> None:
        if self.value is None and self.kind != "end":
            raise Incorrect(
                f"statement {self.id!r} is a {self.kind} without a value; only an end may have none. Give it a value."
            )

    @property
    def said(self) -> Said:
        """What "said earlier" and "later" go by."""
        return (self.said_at, self.seq, self.span)

    @property
    def inverted(self) -> bool:
        """Whether it claims a stop not after its claimed start; an end has a date and no period."""
        if self.kind == "end" or self.claimed_from is None or self.claimed_to is None:
            return False
        return self.claimed_to <= self.claimed_from

    @property
    def start(self) -> int | None:
        """The start it claims; the dates of a plan are kept beside."""
        return None if self.planned else self.claimed_from

    @property
    def stop(self) -> int | None:
        """The stop it claims; the dates of a plan are kept beside."""
        return None if self.planned else self.claimed_to


@dataclass(frozen=True, slots=True)
class Rules:
    """What the registry says of a slot: one value at a time or many, how long a claim lasts, what counts as at once."""

    functional: bool = True
    time_to_live_us: int | None = None
    contest_us: int = DAY_US
    time_to_live_of: tuple[tuple[str, int], ...] = ()  # of kinds of source that have their own

    def lives_us(self, source_kind: str) -> int | None:
        """How long a claim of a kind of source lasts that names no end; None for ever."""
        own = (lives for kind, lives in self.time_to_live_of if kind == source_kind)
        return next(own, self.time_to_live_us)


@dataclass(frozen=True, slots=True)
class Claim:
    """One value claimed for `[start, stop)` by one statement.

    It covers `[start, until)`: `until` is its stop, or the start of the claim that superseded it.
    `order` sorts claims by start. `at_said`: its start is only a `said_at`. `bounded`: its stop is claimed.
    `planned_for`: the date that goes with a planned value.
    """

    statement: str
    value: str
    start: int
    stop: int
    until: int
    order: Start
    said: Said
    speaker: str | None
    authority: int
    at_said: bool
    bounded: bool
    by_day: bool
    planned_for: int | None = None

    @property
    def period(self) -> tuple[Start, int, bool, bool, int | None]:
        """All that a correction without a start of its own takes over."""
        return (self.order, self.stop, self.at_said, self.bounded, self.planned_for)

    def ending(self, stop: int) -> Claim:
        """The same claim with another stop."""
        order = start_order(self.start, stop) if self.start == BEGINNING_US else self.order
        return replace(self, stop=stop, until=stop, order=order)

    def closed(self, until: int) -> Claim:
        """The same claim, superseded at `until`."""
        return replace(self, until=until)


@dataclass(frozen=True, slots=True)
class Segment:
    """A longest run of instants `[start, stop)` with the same values and status.

    `values` are sorted; `supports` holds, for each, the sorted ids of the statements behind it.
    An unknown start is BEGINNING_US, an open end FOREVER_US.
    """

    start: int
    stop: int
    values: tuple[str, ...]
    status: Status
    supports: tuple[tuple[str, ...], ...]


def start_order(start: int, stop: int, place: tuple[int, int] | None = None) -> Start:
    """What sorts by start: of two unknown ones that of the claim that stops first is the later.

    `place` (in the session, in the episode) is given for a start that is a `said_at` known by day only:
    among those of one day it decides, and a start known to be that midnight stands before them.
    """
    if start == BEGINNING_US:
        return (start, 0, -stop, 0)
    return (start, 0, 0, 0) if place is None else (start, 1, *place)
