"""Histories for the laws: few values, few speakers, few instants, so that everything meets everything."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from graphmem.belief.fold import Rules, Stated
from graphmem.model import Kind

HOUR = 3_600_000_000
VALUES = ("berlin", "lisbon", "oslo")
SPEAKERS = (None, "ann", "bo")


def hours(first: int, last: int, step: int) -> st.SearchStrategy[int]:
    return st.sampled_from(range(first, last + 1, step)).map(lambda hour: hour * HOUR)


def maybe(strategy: st.SearchStrategy[Any], none: int = 1) -> st.SearchStrategy[Any]:
    return st.one_of(*[st.none()] * none, strategy)


@st.composite
def statements(
    draw: st.DrawFn, *, kinds: tuple[Kind, ...], planned: bool, by_day: bool, authorities: tuple[int, ...]
) -> Stated:
    kind = draw(st.sampled_from(kinds))
    named = draw(st.integers(0, 2)) if kind != "state" else 1
    day_only = by_day and draw(st.booleans())
    return Stated(
        id="",
        kind=kind,
        value=draw(st.sampled_from(VALUES)) if named or kind == "correction" else None,
        said_at=draw(hours(0, 96, 24) if day_only else hours(0, 96, 8)),
        seq=draw(st.integers(0, 2)),
        span=draw(st.integers(0, 1)),
        speaker=draw(st.sampled_from(SPEAKERS)),
        authority=draw(st.sampled_from(authorities)),
        claimed_from=draw(maybe(hours(-16, 112, 8))),
        claimed_to=draw(maybe(hours(-16, 112, 8), none=2)),
        corrects=draw(st.sampled_from(VALUES)) if named and kind == "correction" else None,
        planned=planned and draw(st.booleans()),
        day_only=day_only,
    )


def numbered(history: list[Stated]) -> list[Stated]:
    return [replace(stated, id=f"s{number}") for number, stated in enumerate(history)]


def histories(
    *,
    kinds: tuple[Kind, ...] = ("state", "state", "state", "end", "correction"),
    planned: bool = False,
    by_day: bool = False,
    authorities: tuple[int, ...] = (50, 50, 50, 30, 20),
    least: int = 3,
    most: int = 8,
) -> st.SearchStrategy[list[Stated]]:
    one = statements(kinds=kinds, planned=planned, by_day=by_day, authorities=authorities)
    return st.lists(one, min_size=least, max_size=most).map(numbered)


def rules(functional: bool | None = None) -> st.SearchStrategy[Rules]:
    return st.builds(
        Rules,
        functional=st.booleans() if functional is None else st.just(functional),
        time_to_live_us=maybe(st.sampled_from([16 * HOUR, 40 * HOUR]), none=2),
        contest_us=st.sampled_from([24 * HOUR, 24 * HOUR, 16 * HOUR, 0]),
    )
