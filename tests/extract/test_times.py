"""What is observed of time expressions; times.tsv holds those worked out by hand, said on five different days."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphmem.errors import Incorrect
from graphmem.extract.times import Tense, TimeExpression, find_times, guess_tense

JUNE = datetime(2025, 6, 5, 14, 30, tzinfo=UTC)  # a Thursday


class Row(NamedTuple):
    """One worked expression: `begin` and `end` as ISO dates, with a time where they have one."""

    said: datetime
    text: str
    tense: Tense | None
    words: str
    role: str
    begin: str
    end: str
    precision: str


def read(line: str) -> Row:
    said, text, tense, *rest = line.split("\t")
    return Row(datetime.fromisoformat(said), text, None if tense == "-" else cast("Tense", tense), *rest)


LINES = Path(__file__).with_name("times.tsv").read_text(encoding="utf-8").splitlines()
TABLE = [read(line) for line in LINES if not line.startswith("#")]


def iso(moment: datetime | None) -> str:
    assert moment is not None
    return moment.strftime("%Y-%m-%d" if (moment.hour, moment.minute) == (0, 0) else "%Y-%m-%dT%H:%M")


def only(text: str, said: datetime, tense: Tense | None = None) -> TimeExpression:
    found = find_times(text, said, tense)
    assert 1 == len(found), [text[one.start : one.stop] for one in found]
    return found[0]


@pytest.mark.parametrize("row", TABLE, ids=[f"{row.said:%b} {row.text} ({row.tense})" for row in TABLE])
def test_an_expression_is_read_with_its_role_period_and_precision(row: Row) -> None:
    found = only(row.text, row.said, row.tense)
    got = (row.text[found.start : found.stop], found.role, iso(found.begin), iso(found.end), found.precision)
    assert (row.words, row.role, row.begin, row.end, row.precision) == got


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("Standup is at ten every weekday.", "every weekday", "recurs"),
        ("We bake every other Friday", "every other Friday", "recurs"),
        ("The choir sings on Mondays and Thursdays.", "on Mondays and Thursdays", "recurs"),
        ("The fair is every October", "every October", "recurs"),
        ("Bins are emptied weekly", "weekly", "recurs"),
        ("She swims twice a week", "twice a week", "recurs"),
        ("We meet on the first Monday of every month", "on the first Monday of every month", "recurs"),
        ("I row at weekends", "at weekends", "recurs"),
        ("Open Mon-Fri", "Mon-Fri", "days of the week"),
        ("Open Monday to Friday", "Monday to Friday", "days of the week"),
        ("She works three days a week", "three days a week", "a rate"),
    ],
)
def test_what_recurs_is_seen_and_bounds_nothing(text: str, words: str, reason: str) -> None:
    found = only(text, JUNE)
    assert (words, "recurring", None, None) == (
        text[found.start : found.stop],
        found.role,
        found.begin,
        found.claims_to,
    )
    assert found.reason.startswith(reason)


@pytest.mark.parametrize(
    "text",
    [
        "The meeting is in Room 2019",
        "He drives a 2017 Volvo",
        "I filed my 2023 Tax Return",
        "It costs 2000 euros",
        "May I come in?",
        "I may go there",
        "They march on",
        "We march 3 miles",
        "April works at the mill",
        "I got a letter from June",
        "the gift is for April",
        "He sat on the second floor",
        "She lives on the 4th floor",
        "I read the Sunday Times",
        "a Wednesday crew",
        "second to none",
        "the fall was deep",
        "Fall in line",
        "spring water",
        "call 555-0142",
        "version 2.3.1 is out",
        "we follow QS 9400:2018",
        "see file 2025-0318-77",
        "my son is 3 years old",
        "a 3-year-old",
        "two nights in Rome",
        "last but not least",
        "next door",
        "in time",
        "I'll be there in a minute",
        "ratio 16:9",
        "at 14 Mill Street",
        "add 1/2 cup",
        "flat 1905",
        "the sun is out",
    ],
)
def test_what_only_looks_like_a_time_is_left_alone(text: str) -> None:
    assert () == find_times(text, JUNE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("FY2024 revenue was 3 million", "FY2024"),
        ("tax year 2023 is closed", "tax year 2023"),
        ("the 2019/20 season", "2019/20"),
        ("yesterday's standup was short", "yesterday"),
        ("open 9:00-17:00", "9:00-17:00"),
    ],
)
def test_what_names_a_time_without_dating_anything_has_role_none(text: str, words: str) -> None:
    found = only(text, JUNE)
    assert (words, "none", None, None) == (
        text[found.start : found.stop], found.role, found.claims_from, found.claims_to,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("hand it in by Friday", "2025-06-06"),
        ("no later than 1 July", "2025-07-01"),
        ("by the end of the year", "2025-12"),
        ("14 June at the latest", "2025-06-14"),
        ("within two weeks", "2025-06-19"),
    ],
)
def test_a_deadline_has_a_date_and_bounds_nothing(text: str, value: str) -> None:
    found = only(text, JUNE, "future")
    assert (True, value, None) == (found.deadline, found.date_value, found.claims_to)


@pytest.mark.parametrize(
    ("text", "role", "months", "days"),
    [
        ("I've lived here for five years", "duration", 60, 0),
        ("for the past two years", "duration_back", 24, 0),
        ("for two years now", "duration_back", 24, 0),
        ("over the last three months", "duration_back", 3, 0),
        ("for another six months", "duration_forward", 6, 0),
        ("for the next ten days", "duration_forward", 0, 10),
        ("been married eleven years", "duration", 132, 0),
        ("for a year and a half", "duration", 18, 0),
        ("for one and a half years", "duration", 18, 0),
        ("for half a year", "duration", 6, 0),
        ("an 18-month lease", "none", 18, 0),
        ("a two-year contract", "none", 24, 0),
        ("for two years and three months", "duration", 27, 0),
        ("for a couple of weeks", "duration", 0, 14),
    ],
)
def test_a_length_is_read_and_its_direction_where_words_say_it(text: str, role: str, months: int, days: int) -> None:
    found = only(text, JUNE)
    assert found.length is not None
    assert (role, months, days) == (found.role, found.length.years * 12 + found.length.months, found.length.days)


def test_a_vague_length_has_none() -> None:
    assert None is only("for a few weeks", JUNE).length


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the sink comes on 14 March 2026", "2026-03-14"),
        ("it opens in March 2026", "2026-03"),
        ("it opens in 2026", "2026"),
        ("it opens in Q2 2026", "2026-Q2"),
        ("it opens in summer 2026", "2026-06/2026-08"),
        ("it opened in the 1990s", "1990s"),
        ("open 7-20 July 2025", "2025-07-07/2025-07-20"),
        ("the call is on 9 July 2025 at 15:00", "2025-07-09T15:00"),
    ],
)
def test_the_date_as_a_value_is_iso_at_its_precision(text: str, value: str) -> None:
    assert value == only(text, JUNE).date_value


@pytest.mark.parametrize(
    ("text", "tense", "claims_from", "claims_to"),
    [
        ("since 2019", "present", "2019-01-01", None),
        ("after March 2024", "past", "2024-04-01", None),
        ("until March", "past", None, "2025-03-01"),
        ("through March 2024", "past", None, "2024-04-01"),
        ("until the end of 2024", "past", None, "2025-01-01"),
        ("until 14 July inclusive", "present", None, "2025-07-15"),
        ("before 2020", "past", None, "2020-01-01"),
        ("from 2015 to 2019", "past", "2015-01-01", "2019-01-01"),
        ("from June to August 2024", "past", "2024-06-01", "2024-09-01"),
        ("two years ago", "past", "2023-06-05", None),
        ("until recently", "past", None, "2025-06-05T14:30"),
        ("from now on", "present", "2025-06-05T14:30", None),
    ],
)
def test_what_an_expression_bounds(text: str, tense: Tense, claims_from: str | None, claims_to: str | None) -> None:
    found = only(text, JUNE, tense)
    ends = (found.claims_from, found.claims_to)
    assert (claims_from, claims_to) == tuple(None if end is None else iso(end) for end in ends)


def test_several_dates_of_one_preposition_are_each_read() -> None:
    text = "It flooded in 2012, 2015 and 2019."
    assert ["in 2012", "2015", "2019"] == [text[one.start : one.stop] for one in find_times(text, JUNE)]


def test_two_expressions_of_a_sentence_are_read_in_order() -> None:
    text = "Until 31 July it's Abel, from 1 August it's Ruth."
    assert ["stop", "start"] == [one.role for one in find_times(text, JUNE)]


def test_days_are_those_of_the_speakers_own_zone() -> None:
    # 23:40 on 10 June in Alaska is already the 11th in UTC; "tomorrow" is the local 11th.
    alaska = timezone(timedelta(hours=-8))
    found = only("tomorrow", datetime(2025, 6, 10, 23, 40, tzinfo=alaska))
    assert datetime(2025, 6, 11, 8, 0, tzinfo=UTC) == found.begin


def test_a_naive_moment_is_refused_with_what_to_do() -> None:
    with pytest.raises(Incorrect, match="Give one with a zone"):
        find_times("yesterday", datetime(2025, 6, 5))


def test_a_date_beyond_the_calendar_is_no_date() -> None:
    assert [None] == [
        one.begin for text in ("it ends in 9999 years", "9999 years ago") for one in find_times(text, JUNE)
    ]
    assert () == find_times("it ends on 31/02/2024", JUNE)


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("Ruth will paint it", "future"),
        ("we're going to paint it", "future"),
        ("Moved to Bern", "past"),
        ("we painted it", "past"),
        ("Ruth is the treasurer", "present"),
        ("Bern, Mill Lane", None),
    ],
)
def test_tense_is_guessed_from_cue_words(text: str, tense: Tense | None) -> None:
    assert tense == guess_tense(text)


# --- laws -----------------------------------------------------------------------------------------------------------

DATES = st.dates(min_value=date(1950, 1, 1), max_value=date(2090, 12, 31))
MOMENTS = st.datetimes(min_value=datetime(1995, 1, 1), max_value=datetime(2060, 12, 31), timezones=st.just(UTC))
SPELLINGS = [
    "%Y-%m-%d", "%d.%m.%Y", "%-d %B %Y", "%-d %b %Y", "%B %-d, %Y", "%b %-d %Y", "the %-d of %B, %Y", "%A, %-d %B %Y",
    "%a %-d %b %Y", "%-d-%b-%Y", "%Y/%m/%d",
]  # fmt: skip
AROUND = [
    ("We met ", "."),
    ("", " we met"),
    ("I said (", ") so"),
    ("Party, ", ", at ours"),
    ("it was on ", " I think"),
    ("\n", "!"),
]
TENSES: list[Tense | None] = ["past", "present", "future", None]


@given(DATES, st.sampled_from(SPELLINGS), st.sampled_from(AROUND), MOMENTS, st.sampled_from(TENSES))
def test_a_full_date_in_any_spelling_reads_back_to_itself(
    day: date, spelling: str, around: tuple[str, str], said: datetime, tense: Tense | None
) -> None:
    text = day.strftime(spelling).join(around)
    assert day.isoformat() == only(text, said, tense).date_value


PHRASES = [row.words for row in TABLE]


@given(st.sampled_from(PHRASES), MOMENTS, st.sampled_from(TENSES))
def test_tense_changes_the_date_and_never_the_span(phrase: str, said: datetime, tense: Tense | None) -> None:
    spans = [(one.start, one.stop) for one in find_times(phrase, said, tense)]
    assert spans == [(one.start, one.stop) for one in find_times(phrase, said)]


BEFORE = ["Ok, ", "Ruth said it was so, ", "(", "I think: "]
AFTER = [".", ", she says.", "!", ")"]


@given(st.sampled_from(TABLE), st.sampled_from(BEFORE), st.sampled_from(AFTER))
def test_the_words_around_an_expression_do_not_change_what_it_means(row: Row, before: str, after: str) -> None:
    assume(not (row.role == "start" and row.words.startswith("until")))  # that one is read with its "not"
    found = only(f"{before}{row.words}{after}", row.said, row.tense)
    assert (row.begin, row.end) == (iso(found.begin), iso(found.end))


LOOSE = ["and", "Ruth", "of", "the", "2019", ",", "(", ")", "in", "for", "to", "-", "until", "not", "a", "last", "14"]


@given(st.lists(st.sampled_from([*PHRASES, *LOOSE]), max_size=12), MOMENTS, st.sampled_from(TENSES))
def test_spans_are_disjoint_and_ascending_and_periods_run_forward(
    words: list[str], said: datetime, tense: Tense | None
) -> None:
    text = " ".join(words)
    reached = 0
    for one in find_times(text, said, tense):
        assert reached <= one.start <= one.core[0] < one.core[1] <= one.stop <= len(text)
        assert one.begin is None or (one.end is not None and one.begin < one.end)
        assert one.claims_from is None or one.claims_to is None or one.claims_from < one.claims_to
        reached = one.stop


@given(st.text(max_size=60), MOMENTS)
def test_any_text_can_be_searched(text: str, said: datetime) -> None:
    assert all(one.stop <= len(text) for one in find_times(text, said))


@pytest.mark.parametrize(
    "piece", ["the ", "the end of ", "two weeks before ", "2019-", "in May ", "all of early ", "1/", "a few "]
)
def test_a_long_run_of_time_words_is_read_in_linear_time(piece: str) -> None:
    text = piece * (50_000 // len(piece))
    start = time.process_time()
    find_times(text, JUNE)
    assert time.process_time() - start < 3
