"""The clock of a replay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.evaluate.clock import ReplayClock

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_it_goes_forward_and_never_back() -> None:
    clock = ReplayClock(NOON)
    clock.forward(NOON + HOUR)
    clock.forward(NOON)
    assert NOON + HOUR == clock()


def test_it_shows_an_earlier_time_while_asked_and_then_its_own_again() -> None:
    clock = ReplayClock(NOON)
    with clock.showing(NOON - HOUR):
        shown = clock()
    assert (NOON - HOUR, NOON) == (shown, clock())


def test_it_shows_its_own_time_again_after_an_error() -> None:
    clock = ReplayClock(NOON)
    with pytest.raises(KeyError), clock.showing(NOON + HOUR):
        raise KeyError
    assert NOON == clock()
