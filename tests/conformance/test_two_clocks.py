"""What holds as of any time, as known at any time: the same on both engines."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from graphmem import Fact, Memory, Period

from .conftest import Clock


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def shown(facts: tuple[Fact, ...]) -> list[tuple[str, Period, str]]:
    return [(str(fact.object), fact.valid, fact.status) for fact in facts]


@pytest.fixture
def moved(memory: Memory, clock: Clock) -> Memory:
    """Ines dwelt in Ghent; on 20 May she tells of a move on 2 March."""
    memory.remember("Ines Roth", "dwells_in", "Ghent", speaker="Ines Roth")
    clock.set("2026-05-20")
    memory.remember("Ines Roth", "dwells_in", "Turku", valid_from="2026-03-02T00:00:00Z", speaker="Ines Roth")
    clock.set("2026-06-01")
    return memory


def test_a_late_report_divides_the_past_and_overwrites_nothing(moved: Memory) -> None:
    ghent = ("Ghent", Period(start=at("2026-01-10"), stop=at("2026-03-02")), "active")
    turku = ("Turku", Period(start=at("2026-03-02")), "active")
    assert shown(moved.history("Ines Roth", "dwells_in")) == [ghent, turku]
    before = ("Ghent", Period(start=at("2026-01-10")), "active")
    assert shown(moved.history("Ines Roth", "dwells_in", known_at="2026-05-01T00:00:00Z")) == [before]


def test_one_instant_is_told_differently_before_and_after_the_report(moved: Memory) -> None:
    april = "2026-04-01T00:00:00Z"
    known_then = moved.facts("Ines Roth", as_of=april, known_at="2026-05-01T00:00:00Z")
    known_now = moved.facts("Ines Roth", as_of=april)
    assert [str(fact.object) for fact in known_then] == ["Ghent"]
    assert [str(fact.object) for fact in known_now] == ["Turku"]


def test_the_given_up_belief_says_until_when_it_was_held(moved: Memory) -> None:
    (given_up,) = moved.history("Ines Roth", known_at="2026-05-01T00:00:00Z")
    assert given_up.system == Period(start=at("2026-01-10"), stop=at("2026-05-20"))


def test_a_fact_that_begins_later_is_not_shown_earlier(moved: Memory) -> None:
    moved.remember("Ines Roth", "keeps_pet", "Miso", valid_from="2026-05-01T00:00:00Z")
    assert "Miso" not in {str(fact.object) for fact in moved.facts("Ines Roth", as_of="2026-04-30T23:59:59Z")}
    assert "Miso" in {str(fact.object) for fact in moved.facts("Ines Roth", as_of="2026-05-01T00:00:00Z")}


def test_changes_name_what_closed_and_what_opened(moved: Memory) -> None:
    changed = [(change.change, str(change.fact.object)) for change in moved.changes("2026-05-01T00:00:00Z")]
    assert changed == [("closed", "Ghent"), ("opened", "Ghent"), ("opened", "Turku")]


def test_a_clock_that_steps_back_is_refused_and_nothing_is_written(moved: Memory, clock: Clock) -> None:
    from graphmem import Conflict

    clock.set("2026-02-01")
    with pytest.raises(Conflict, match="stepped back"):
        moved.remember("Ines Roth", "dwells_in", "Bergen")
    clock.set("2026-06-01")
    assert [str(fact.object) for fact in moved.history("Ines Roth")] == ["Ghent", "Turku"]


def test_a_write_that_waited_for_its_turn_takes_the_time_at_which_it_has_it(
    moved: Memory, open_memory: Callable[..., Memory]
) -> None:
    # Each look at this clock is two seconds after the one before: the first is a second before the last write.
    looks = (at("2026-05-19T23:59:59") + timedelta(seconds=2 * look) for look in itertools.count())
    seen = list[datetime]()

    def clock() -> datetime:
        seen.append(next(looks))
        return seen[-1]

    receipt = open_memory(clock=clock).remember("Ines Roth", "dwells_in", "Bergen", said_at="2026-05-19T00:00:00Z")
    assert receipt.at == max(seen) > at("2026-05-20T00:00:01")


def test_two_writes_in_one_instant_keep_their_order(memory: Memory) -> None:
    first = memory.remember("Ines Roth", "dwells_in", "Ghent", said_at="2026-01-02T00:00:00Z")
    second = memory.remember("Ines Roth", "dwells_in", "Turku", said_at="2026-01-05T00:00:00Z")
    assert second.at > first.at
    assert second.closed == first.opened


def test_a_time_to_live_ends_the_claim(memory: Memory) -> None:
    memory.remember("Ines Roth", "borrowed", "the ladder", valid_from="2026-01-01T00:00:00Z")
    (fact,) = memory.facts("Ines Roth", as_of="2026-01-05T00:00:00Z")
    assert fact.valid == Period(start=at("2026-01-01"), stop=at("2026-01-11"))
    assert memory.facts("Ines Roth", as_of="2026-01-12T00:00:00Z") == ()


def test_what_has_expired_is_not_read_at_any_time(memory: Memory, clock: Clock) -> None:
    memory.remember("Ines Roth", "short_note", "the gate code changes")
    assert len(memory.facts("Ines Roth")) == 1
    clock.forward(days=6)
    assert memory.facts("Ines Roth", as_of="2026-01-11T00:00:00Z") == ()
    assert memory.history("Ines Roth") == ()
