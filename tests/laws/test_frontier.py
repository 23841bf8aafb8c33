"""The fast path gives what the fold gives, whenever it says that it may be taken."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from graphmem.belief.fold import Rules, Segment, Stated, fold
from graphmem.belief.frontier import Frontier, append, is_newest
from tests.laws.histories import HOUR, histories, hours, maybe, rules


def of_one_value(history: list[Stated]) -> list[Stated]:
    """The history of one lane of a slot with many values."""
    return [replace(s, value=s.value and "berlin", corrects=s.corrects and "berlin") for s in history]


def appended(history: list[Stated], given_: Rules) -> int:
    """Adds one statement after another, the fast way where allowed, and compares each time; how often it was."""
    frontier, segments, fast = Frontier(), tuple[Segment, ...](), 0
    for count, stated in enumerate(history, 1):
        folded = fold(history[:count], given_)
        if is_newest(frontier, stated, given_):
            fast += 1
            frontier = frontier.after(stated, given_)
            assert folded == segments[:-1] + append(segments[-1:], stated, given_)
            assert Frontier.of(history[:count], given_) == frontier
        else:
            frontier = Frontier.of(history[:count], given_)
        segments = folded
    return fast


@given(histories(by_day=True, planned=True, least=2, most=6), rules(functional=True))
def test_in_any_order_of_arrival(history: list[Stated], given_: Rules) -> None:
    appended(history, given_)


@given(histories(kinds=("state", "state", "state", "state", "end", "correction")), rules(functional=True))
def test_in_the_order_said(history: list[Stated], given_: Rules) -> None:
    appended(sorted(history, key=lambda stated: stated.said), given_)


@given(histories(), rules(functional=False))
def test_in_one_lane_of_a_slot_with_many_values(history: list[Stated], given_: Rules) -> None:
    appended(of_one_value(sorted(history, key=lambda stated: stated.said)), given_)


@given(histories(least=0, most=4), rules(functional=True), st.integers(1, 5))
def test_after_any_history_every_claim_later_and_apart_is_appended(
    history: list[Stated], given_: Rules, more: int
) -> None:
    settled = Stated("s", "state", "berlin", said_at=400 * HOUR, claimed_from=400 * HOUR, speaker="ann")
    later = [
        replace(settled, id=f"t{n}", said_at=n * 500 * HOUR, claimed_from=None, value=f"v{n % 3}")
        for n in range(1, more)
    ]
    assert more - 1 <= appended([*history, settled, *later], given_)


@given(histories(least=0, most=4), rules(), maybe(hours(0, 96, 24)))
def test_what_is_stored_is_read_back(history: list[Stated], given_: Rules, other: int | None) -> None:
    frontier = Frontier.of(history, given_)
    properties = frontier.to_properties()
    assert all(isinstance(value, int | str) for value in properties.values())
    assert frontier == Frontier.from_properties({**properties, "uuid": "k", "wide": other})
