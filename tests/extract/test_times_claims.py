"""What a clause claims by its time expressions and the tense and aspect of its verb, on Thursday 5 June 2025."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract.times import Aspect, Tense, claimed_period, find_times

SAID = datetime(2025, 6, 5, 14, 30, tzinfo=UTC)


def claimed(text: str, tense: Tense | None, aspect: Aspect) -> tuple[str | None, str | None]:
    claim = claimed_period(find_times(text, SAID, tense), SAID, tense, aspect)
    return tuple(end.strftime("%Y-%m-%d") if end else None for end in (claim.start, claim.stop))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "tense", "aspect", "start", "stop"),
    [
        # a start begins, a stop ends, both bound
        ("since 2019 we use it", "present", "state", "2019-01-01", None),
        ("from 1 August it is Ruth", "present", "state", "2025-08-01", None),
        ("it was Ruth until March", "past", "state", None, "2025-03-01"),
        ("it is 20 through Sunday", "present", "state", None, "2025-06-09"),
        ("it was Ruth from 2012 to 2015", "past", "state", "2012-01-01", "2015-01-01"),
        ("from 1 July it is Ruth until 1 August", "future", "state", "2025-07-01", "2025-08-01"),
        # an event begins its state at its date
        ("we moved on 2 March", "past", "event", "2025-03-02", None),
        ("we moved in March", "past", "event", "2025-03-01", None),
        ("she joins on 8 September", "present", "event", "2025-09-08", None),
        ("she joined two years ago", "past", "event", "2023-06-05", None),
        # a state in a named period has that period
        ("in 2019 it was Ruth", "past", "state", "2019-01-01", "2020-01-01"),
        ("this year it is Ruth", "present", "state", "2025-01-01", "2026-01-01"),
        ("tonight I'm at the inn", "present", "state", "2025-06-05", "2025-06-06"),
        ("six months ago it was still Ruth", "past", "state", "2024-12-01", "2025-01-01"),
        # lengths: the perfect looks back, a term looks ahead, a past state says no dates
        ("I've lived here for six years", "present", "perfect", "2019-06-05", None),
        ("I've lived here for two years now", "present", "perfect", "2023-06-05", None),
        ("I've lived here the past three months", "present", "perfect", "2025-03-05", None),
        ("we're leasing it for two years", "present", "term", None, "2027-06-05"),
        ("we hired her for three weeks starting 5 July", "past", "term", "2025-07-05", "2025-07-26"),
        ("we signed an 18-month lease", "past", "term", None, "2026-12-05"),
        ("it is closed for the next ten days", "present", "state", None, "2025-06-15"),
        ("arrival 9 June 2025, three nights", None, "state", "2025-06-09", "2025-06-12"),
        ("I lived there for five years", "past", "state", None, None),
        # what bounds nothing
        ("choir is at 18:15 every weekday", "present", "state", None, None),
        ("it must be empty by 31 July", "present", "state", None, None),
        ("FY2024 revenue is 3 million", "present", "state", None, None),
        ("we meet on Mondays", "present", "state", None, None),
        ("nothing is said of time", "present", "state", None, None),
    ],
)
def test_a_clause_claims_the_period_its_words_say(
    text: str, tense: Tense | None, aspect: Aspect, start: str | None, stop: str | None
) -> None:
    assert (start, stop) == claimed(text, tense, aspect)


def test_a_claim_tells_its_precision_and_the_reason() -> None:
    claim = claimed_period(find_times("we moved in March", SAID, "past"), SAID, "past", "event")
    assert ("month", "in, the last one") == (claim.precision, claim.reason)


def test_a_time_of_day_dates_only_what_happened_that_day() -> None:
    switched = find_times("at 09:40 I switched", SAID, "past")
    assert datetime(2025, 6, 5, 9, 40, tzinfo=UTC) == claimed_period(switched, SAID, "past", "event").start
    assert None is claimed_period(switched, SAID, "past", "state").start
