"""What is observed of time expressions: worked out by hand on the calendar, said on five different days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import Incorrect
from graphmem.extract.times import Tense, TimeExpression, find_times, guess_tense

# Thursday 5 June 2025, Wednesday 17 January 2024, Monday 28 December 2026, Thursday 29 February 2024, Sunday 15 October 2023
JUNE = datetime(2025, 6, 5, 14, 30, tzinfo=UTC)
JANUARY = datetime(2024, 1, 17, 9, 0, tzinfo=UTC)
DECEMBER = datetime(2026, 12, 28, 20, 15, tzinfo=UTC)
LEAP = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
SUNDAY = datetime(2023, 10, 15, 18, 45, tzinfo=UTC)

Row = tuple[datetime, str, Tense | None, str, str, str, str, str]

# said · sentence · tense · the expression · role · begin · end (not included) · precision
DAYS: list[Row] = [
    (JUNE, "We spoke yesterday.", "past", "yesterday", "at", "2025-06-04", "2025-06-05", "day"),
    (JUNE, "The plumber comes tomorrow morning.", "future", "tomorrow morning", "at", "2025-06-06", "2025-06-07", "day"),
    (JUNE, "I'm on call tonight", "present", "tonight", "at", "2025-06-05", "2025-06-06", "day"),
    (JUNE, "She rang the day before yesterday.", "past", "the day before yesterday", "at", "2025-06-03", "2025-06-04", "day"),
    (DECEMBER, "They leave the day after tomorrow.", "future", "the day after tomorrow", "at", "2026-12-30", "2026-12-31", "day"),
    (JANUARY, "He phoned last night", "past", "last night", "at", "2024-01-16", "2024-01-17", "day"),
    (JANUARY, "This morning the boiler failed", "past", "This morning", "at", "2024-01-17", "2024-01-18", "day"),
    (JUNE, "We met on Tuesday.", "past", "on Tuesday", "at", "2025-06-03", "2025-06-04", "day"),
    (JUNE, "We'll meet on Tuesday.", "future", "on Tuesday", "at", "2025-06-10", "2025-06-11", "day"),
    (JUNE, "The market is on Saturday", None, "on Saturday", "at", "2025-06-07", "2025-06-08", "day"),
    (SUNDAY, "We closed on Sunday.", "past", "on Sunday", "at", "2023-10-08", "2023-10-09", "day"),
    (SUNDAY, "He arrives Monday evening.", "future", "Monday evening", "at", "2023-10-16", "2023-10-17", "day"),
    (JUNE, "See you next Wednesday", "future", "next Wednesday", "at", "2025-06-11", "2025-06-12", "day"),
    (SUNDAY, "The tiler starts next Tuesday", "future", "next Tuesday", "at", "2023-10-17", "2023-10-18", "day"),
    (JANUARY, "The hearing is next Friday.", "present", "next Friday", "at", "2024-01-26", "2024-01-27", "day"),
    (JUNE, "I quit last Monday", "past", "last Monday", "at", "2025-06-02", "2025-06-03", "day"),
    (DECEMBER, "It broke last Thursday night", "past", "last Thursday night", "at", "2026-12-24", "2026-12-25", "day"),
    (JUNE, "We fly this coming Sunday", "future", "this coming Sunday", "at", "2025-06-08", "2025-06-09", "day"),
    (JUNE, "The vet came this past Friday", "past", "this past Friday", "at", "2025-05-30", "2025-05-31", "day"),
    (JUNE, "Dinner this Saturday?", None, "this Saturday", "at", "2025-06-07", "2025-06-08", "day"),
    (JUNE, "The fair is Tuesday week", "future", "Tuesday week", "at", "2025-06-17", "2025-06-18", "day"),
    (JUNE, "The fair is a week on Tuesday", "future", "a week on Tuesday", "at", "2025-06-17", "2025-06-18", "day"),
    (JUNE, "Tuesday of next week suits me", "future", "Tuesday of next week", "at", "2025-06-10", "2025-06-11", "day"),
    (JANUARY, "It happened Thursday last week.", "past", "Thursday last week", "at", "2024-01-11", "2024-01-12", "day"),
    (JUNE, "Rent is due on the 14th.", "present", "on the 14th", "at", "2025-06-14", "2025-06-15", "day"),
    (JUNE, "We signed on the 20th", "past", "on the 20th", "at", "2025-05-20", "2025-05-21", "day"),
    (JANUARY, "They come on the 2nd of next month", "future", "on the 2nd of next month", "at", "2024-02-02", "2024-02-03", "day"),
    (LEAP, "Payday is on the 31st", "present", "on the 31st", "at", "2024-03-31", "2024-04-01", "day"),
    (JUNE, "The exam is on 3 July.", "present", "on 3 July", "at", "2025-07-03", "2025-07-04", "day"),
    (DECEMBER, "The exam is on 9 January.", "present", "on 9 January", "at", "2027-01-09", "2027-01-10", "day"),
    (JANUARY, "He was born on 30 December", "past", "on 30 December", "at", "2023-12-30", "2023-12-31", "day"),
    (JUNE, "We opened on March 14, 2019.", "past", "on March 14, 2019", "at", "2019-03-14", "2019-03-15", "day"),
    (JUNE, "We opened on the 14th of March, 2019.", "past", "on the 14th of March, 2019", "at", "2019-03-14", "2019-03-15", "day"),
    (JUNE, "We opened on March the 14th", "past", "on March the 14th", "at", "2025-03-14", "2025-03-15", "day"),
    (JUNE, "We opened 14-Mar-2019", "past", "14-Mar-2019", "at", "2019-03-14", "2019-03-15", "day"),
    (JUNE, "opened Mar. 3, '21", "past", "Mar. 3, '21", "at", "2021-03-03", "2021-03-04", "day"),
    (JUNE, "It ran out on 31/10/2024.", "past", "on 31/10/2024", "at", "2024-10-31", "2024-11-01", "day"),
    (JUNE, "It ran out on 10/31/2024.", "past", "on 10/31/2024", "at", "2024-10-31", "2024-11-01", "day"),
    (JUNE, "It ran out on 04/05/2024.", "past", "on 04/05/2024", "at", "2024-05-04", "2024-05-05", "day"),
    (JUNE, "It ran out on 4.5.2024", "past", "on 4.5.2024", "at", "2024-05-04", "2024-05-05", "day"),
    (JUNE, "It ran out on 4/5/24", "past", "on 4/5/24", "at", "2024-05-04", "2024-05-05", "day"),
    (JUNE, "It ran out 2024-05-04", "past", "2024-05-04", "at", "2024-05-04", "2024-05-05", "day"),
    (JUNE, "It ran out 2024/5/4", "past", "2024/5/4", "at", "2024-05-04", "2024-05-05", "day"),
    (JUNE, "Kick-off is Friday, 13 June.", "present", "Friday, 13 June", "at", "2025-06-13", "2025-06-14", "day"),
    (JUNE, "Kick-off was Fri 14 June", "past", "Fri 14 June", "at", "2024-06-14", "2024-06-15", "day"),
    (JUNE, "tomorrow, 6 June, we paint", "future", "tomorrow, 6 June", "at", "2025-06-06", "2025-06-07", "day"),
    (JUNE, "Good Friday (18 April 2025) was quiet", "past", "Good Friday (18 April 2025)", "at", "2025-04-18", "2025-04-19", "day"),
    (JUNE, "We ate out on the second of May", "past", "on the second of May", "at", "2025-05-02", "2025-05-03", "day"),
    (LEAP, "A year ago today we met", "past", "A year ago today", "at", "2023-02-28", "2023-03-01", "day"),
    (JUNE, "The course ended two weeks before Christmas", "past", "two weeks before Christmas", "at", "2025-12-11", "2025-12-12", "day"),
    (JUNE, "open the day after New Year's Day 2024", "past", "the day after New Year's Day 2024", "at", "2024-01-02", "2024-01-03", "day"),
    (JUNE, "on the morning of 3 May the pipe burst", "past", "on the morning of 3 May", "at", "2025-05-03", "2025-05-04", "day"),
]

HOLIDAYS: list[Row] = [
    (JUNE, "She stayed over Christmas.", "past", "over Christmas", "at", "2024-12-25", "2024-12-26", "day"),
    (JUNE, "She'll stay over Christmas.", "future", "over Christmas", "at", "2025-12-25", "2025-12-26", "day"),
    (JUNE, "They married on New Year's Eve.", "past", "on New Year's Eve", "at", "2024-12-31", "2025-01-01", "day"),
    (JUNE, "The shop opened on Easter Monday", "past", "on Easter Monday", "at", "2025-04-21", "2025-04-22", "day"),
    (JUNE, "We met at Easter 2024", "past", "at Easter 2024", "at", "2024-03-31", "2024-04-01", "day"),
    (JUNE, "The party was on Halloween 2023", "past", "on Halloween 2023", "at", "2023-10-31", "2023-11-01", "day"),
    (JANUARY, "It's a date: Valentine's Day", "future", "Valentine's Day", "at", "2024-02-14", "2024-02-15", "day"),
    (JANUARY, "We moved in last Christmas", "past", "last Christmas", "at", "2023-12-25", "2023-12-26", "day"),
    (JUNE, "We fly home on Thanksgiving 2025", "future", "on Thanksgiving 2025", "at", "2025-11-27", "2025-11-28", "day"),
    (DECEMBER, "On Boxing Day it snowed", "past", "On Boxing Day", "at", "2026-12-26", "2026-12-27", "day"),
]

MONTHS: list[Row] = [
    (JUNE, "We moved in March.", "past", "in March", "at", "2025-03-01", "2025-04-01", "month"),
    (JUNE, "We moved in November", "past", "in November", "at", "2024-11-01", "2024-12-01", "month"),
    (JUNE, "We'll move in March.", "future", "in March", "at", "2026-03-01", "2026-04-01", "month"),
    (JUNE, "Fees rise in July", "present", "in July", "at", "2025-07-01", "2025-08-01", "month"),
    (JUNE, "we moved in may", "past", "in may", "at", "2025-05-01", "2025-06-01", "month"),
    (DECEMBER, "It opens in February 2028", "future", "in February 2028", "at", "2028-02-01", "2028-03-01", "month"),
    (JUNE, "hired in Sept '22", "past", "in Sept '22", "at", "2022-09-01", "2022-10-01", "month"),
    (JUNE, "hired 09/2022", "past", "09/2022", "at", "2022-09-01", "2022-10-01", "month"),
    (JUNE, "hired 2022-09", "past", "2022-09", "at", "2022-09-01", "2022-10-01", "month"),
    (JUNE, "In August last year we sailed", "past", "In August last year", "at", "2024-08-01", "2024-09-01", "month"),
    (JUNE, "In May two years ago we sailed", "past", "In May two years ago", "at", "2023-05-01", "2023-06-01", "month"),
    (JUNE, "last March we sailed", "past", "last March", "at", "2025-03-01", "2025-04-01", "month"),
    (JANUARY, "last December the club moved out", "past", "last December", "at", "2023-12-01", "2024-01-01", "month"),
    (JUNE, "next May we sail", "future", "next May", "at", "2026-05-01", "2026-06-01", "month"),
    (JUNE, "this October we sail", "future", "this October", "at", "2025-10-01", "2025-11-01", "month"),
    (JANUARY, "Last month the lift stood still", "past", "Last month", "at", "2023-12-01", "2024-01-01", "month"),
    (DECEMBER, "next month the lift is repaired", "future", "next month", "at", "2027-01-01", "2027-02-01", "month"),
    (JUNE, "The flat was sold in early April", "past", "in early April", "at", "2025-04-01", "2025-04-11", "month"),
    (JUNE, "it was sold mid-May", "past", "mid-May", "at", "2025-05-11", "2025-05-21", "month"),
    (JUNE, "it was sold in late February", "past", "in late February", "at", "2025-02-21", "2025-03-01", "month"),
    (JUNE, "it was sold at the end of April", "past", "at the end of April", "at", "2025-04-24", "2025-05-01", "month"),
    (JUNE, "it was sold at the beginning of April", "past", "at the beginning of April", "at", "2025-04-01", "2025-04-08", "month"),
    (JUNE, "in the second week of May I was ill", "past", "in the second week of May", "at", "2025-05-08", "2025-05-15", "day"),
]

LONGER: list[Row] = [
    (JUNE, "In 2019 our treasurer was Abel.", "past", "In 2019", "at", "2019-01-01", "2020-01-01", "year"),
    (JUNE, "Back in 2019 it was Abel", "past", "Back in 2019", "at", "2019-01-01", "2020-01-01", "year"),
    (JUNE, "We wed in '98", "past", "in '98", "at", "1998-01-01", "1999-01-01", "year"),
    (JUNE, "The year 2020 was hard", "past", "The year 2020", "at", "2020-01-01", "2021-01-01", "year"),
    (JANUARY, "Last year it was Abel", "past", "Last year", "at", "2023-01-01", "2024-01-01", "year"),
    (JUNE, "this year it is Ruth", "present", "this year", "at", "2025-01-01", "2026-01-01", "year"),
    (DECEMBER, "next year it is Ruth", "future", "next year", "at", "2027-01-01", "2028-01-01", "year"),
    (JUNE, "the year before last it was Abel", "past", "the year before last", "at", "2023-01-01", "2024-01-01", "year"),
    (JUNE, "We bought it in early 2023", "past", "in early 2023", "at", "2023-01-01", "2023-05-01", "season"),
    (JUNE, "We bought it in late 2022", "past", "in late 2022", "at", "2022-09-01", "2023-01-01", "season"),
    (JUNE, "We bought it at the end of 2022", "past", "at the end of 2022", "at", "2022-12-01", "2023-01-01", "month"),
    (JUNE, "We go at the beginning of next year", "future", "at the beginning of next year", "at", "2026-01-01", "2026-02-01", "month"),
    (JUNE, "We bought it in Q3 2024", "past", "in Q3 2024", "at", "2024-07-01", "2024-10-01", "quarter"),
    (JUNE, "We bought it in the third quarter of 2024", "past", "in the third quarter of 2024", "at", "2024-07-01", "2024-10-01", "quarter"),
    (JUNE, "We bought it in Q4", "past", "in Q4", "at", "2024-10-01", "2025-01-01", "quarter"),
    (JUNE, "Sales fell last quarter", "past", "last quarter", "at", "2025-01-01", "2025-04-01", "quarter"),
    (DECEMBER, "Hiring stops next quarter", "future", "next quarter", "at", "2027-01-01", "2027-04-01", "quarter"),
    (JUNE, "18 EUR in H1 2025", "present", "in H1 2025", "at", "2025-01-01", "2025-07-01", "quarter"),
    (JUNE, "in the second half of 2024 it was 21", "past", "in the second half of 2024", "at", "2024-07-01", "2025-01-01", "quarter"),
    (JUNE, "I lodged there last summer", "past", "last summer", "at", "2024-06-01", "2024-09-01", "season"),
    (SUNDAY, "I lodged there over the summer", "past", "over the summer", "at", "2023-06-01", "2023-09-01", "season"),
    (JANUARY, "I'll lodge there next spring", "future", "next spring", "at", "2024-03-01", "2024-06-01", "season"),
    (JUNE, "in the autumn of 2019 I lodged there", "past", "in the autumn of 2019", "at", "2019-09-01", "2019-12-01", "season"),
    (JUNE, "in fall 2019 I lodged there", "past", "in fall 2019", "at", "2019-09-01", "2019-12-01", "season"),
    (JUNE, "in winter 2023 I lodged there", "past", "in winter 2023", "at", "2023-12-01", "2024-03-01", "season"),
    (JUNE, "In the nineties she sang", "past", "In the nineties", "at", "1990-01-01", "2000-01-01", "decade"),
    (JUNE, "In the 80s she sang", "past", "In the 80s", "at", "1980-01-01", "1990-01-01", "decade"),
    (JUNE, "in the late 1970s she sang", "past", "in the late 1970s", "at", "1977-01-01", "1980-01-01", "year"),
    (JUNE, "I was ill last week", "past", "last week", "at", "2025-05-26", "2025-06-02", "day"),
    (SUNDAY, "I'm away next week", "future", "next week", "at", "2023-10-16", "2023-10-23", "day"),
    (JUNE, "the dogs stay this weekend", "future", "this weekend", "at", "2025-06-07", "2025-06-09", "day"),
    (JUNE, "the dogs stayed last weekend", "past", "last weekend", "at", "2025-05-31", "2025-06-02", "day"),
    (JUNE, "the week of 12 May was calm", "past", "the week of 12 May", "at", "2025-05-12", "2025-05-19", "day"),
]  # fmt: skip

BOUNDS: list[Row] = [
    (JUNE, "I've lived here since 2019.", "present", "since 2019", "start", "2019-01-01", "2020-01-01", "year"),
    (JUNE, "Ever since last March I cycle", "present", "Ever since last March", "start", "2025-03-01", "2025-04-01", "month"),
    (JUNE, "since Tuesday I'm on ward 4", "present", "since Tuesday", "start", "2025-06-03", "2025-06-04", "day"),
    (JUNE, "since 20th Feb '24 it's ours", "present", "since 20th Feb '24", "start", "2024-02-20", "2024-02-21", "day"),
    (JUNE, "since October it's ours", "present", "since October", "start", "2024-10-01", "2024-11-01", "month"),
    (JUNE, "since about 2018 it's ours", "present", "since about 2018", "start", "2018-01-01", "2019-01-01", "year"),
    (JUNE, "since early 2023 it's ours", "present", "since early 2023", "start", "2023-01-01", "2023-05-01", "season"),
    (JUNE, "since the merger in 2021 it's ours", "present", "since the merger in 2021", "start", "2021-01-01", "2022-01-01", "year"),
    (JUNE, "since two weeks I sit upstairs", "present", "since two weeks", "start", "2025-05-22", "2025-05-23", "day"),
    (JUNE, "From Monday I work nights", "present", "From Monday", "start", "2025-06-09", "2025-06-10", "day"),
    (JUNE, "from 1 August on it's Ruth", "future", "from 1 August on", "start", "2025-08-01", "2025-08-02", "day"),
    (JUNE, "from 2015 onwards it was Ruth", "past", "from 2015 onwards", "start", "2015-01-01", "2016-01-01", "year"),
    (JUNE, "As of tonight it's called Heron", "present", "As of tonight", "start", "2025-06-05", "2025-06-06", "day"),
    (JUNE, "with effect from 1 November 2025 it's Ruth", "future", "with effect from 1 November 2025", "start", "2025-11-01", "2025-11-02", "day"),
    (JUNE, "effective 1 July it's Ruth", "future", "effective 1 July", "start", "2025-07-01", "2025-07-02", "day"),
    (JUNE, "starting September 15th it costs 6", "present", "starting September 15th", "start", "2025-09-15", "2025-09-16", "day"),
    (DECEMBER, "starting next week it costs 6", "future", "starting next week", "start", "2027-01-04", "2027-01-11", "day"),
    (JUNE, "beginning in October it costs 6", "future", "beginning in October", "start", "2025-10-01", "2025-11-01", "month"),
    (JUNE, "the pool will not open until 26 July", "future", "until 26 July", "start", "2025-07-26", "2025-07-27", "day"),
    (JUNE, "I'm staying until Friday", "present", "until Friday", "stop", "2025-06-06", "2025-06-07", "day"),
    (JUNE, "I stayed until March", "past", "until March", "stop", "2025-03-01", "2025-04-01", "month"),
    (JUNE, "I'm staying till March", "present", "till March", "stop", "2026-03-01", "2026-04-01", "month"),
    (JUNE, "We played there until 2019", "past", "until 2019", "stop", "2019-01-01", "2020-01-01", "year"),
    (JUNE, "It's 20 until the end of August", "present", "until the end of August", "stop", "2025-08-25", "2025-09-01", "month"),
    (JUNE, "It's 20 through Sunday", "present", "through Sunday", "stop", "2025-06-08", "2025-06-09", "day"),
    (JUNE, "It's 20 up to and including 14 June", "present", "up to and including 14 June", "stop", "2025-06-14", "2025-06-15", "day"),
    (JUNE, "Before 2020 it was 20", "past", "Before 2020", "stop", "2020-01-01", "2021-01-01", "year"),
    (JUNE, "After 2019 it was 20", "past", "After 2019", "start", "2019-01-01", "2020-01-01", "year"),
    (JUNE, "between 2012 and 2015 it was 20", "past", "between 2012 and 2015", "both", "2012-01-01", "2015-01-01", "year"),
    (JUNE, "from 2015 to 2019 it was 20", "past", "from 2015 to 2019", "both", "2015-01-01", "2019-01-01", "year"),
    (JUNE, "from March to May it was 20", "past", "from March to May", "both", "2025-03-01", "2025-06-01", "month"),
    (JUNE, "from October through December it's 20", "future", "from October through December", "both", "2025-10-01", "2026-01-01", "month"),
    (JUNE, "from March 2023 to February it was 20", "past", "from March 2023 to February", "both", "2023-03-01", "2024-03-01", "month"),
    (JUNE, "Jan-Mar 2025: 20", None, "Jan-Mar 2025", "both", "2025-01-01", "2025-04-01", "month"),
    (JUNE, "7-20 July: open from ten", None, "7-20 July", "both", "2025-07-07", "2025-07-21", "day"),
    (JUNE, "closed 3 to 14 June", None, "3 to 14 June", "both", "2025-06-03", "2025-06-15", "day"),
    (JUNE, "closed from the 3rd to the 14th", "future", "from the 3rd to the 14th", "both", "2025-06-03", "2025-06-15", "day"),
    (JUNE, "closed from 30 June to 4 July", "future", "from 30 June to 4 July", "both", "2025-06-30", "2025-07-05", "day"),
    (DECEMBER, "closed from 30 December to 4 January", "future", "from 30 December to 4 January", "both", "2026-12-30", "2027-01-05", "day"),
    (JUNE, "I'm away from Monday to Wednesday", "future", "from Monday to Wednesday", "both", "2025-06-09", "2025-06-12", "day"),
    (JUNE, "for the whole of 2022 it was 20", "past", "for the whole of 2022", "both", "2022-01-01", "2023-01-01", "year"),
]  # fmt: skip

FROM_HERE: list[Row] = [
    (JUNE, "We bought it two weeks ago", "past", "two weeks ago", "at", "2025-05-22", "2025-05-23", "day"),
    (JUNE, "a fortnight ago it rained", "past", "a fortnight ago", "at", "2025-05-22", "2025-05-23", "day"),
    (JUNE, "3 wks ago it rained", "past", "3 wks ago", "at", "2025-05-15", "2025-05-16", "day"),
    (JUNE, "six months ago it was Abel", "past", "six months ago", "at", "2024-12-01", "2025-01-01", "month"),
    (JUNE, "a year and a half ago it was Abel", "past", "a year and a half ago", "at", "2023-12-01", "2024-01-01", "month"),
    (JUNE, "about ten years ago it was Abel", "past", "about ten years ago", "at", "2015-01-01", "2016-01-01", "year"),
    (JUNE, "2 yrs ago it was Abel", "past", "2 yrs ago", "at", "2023-01-01", "2024-01-01", "year"),
    (LEAP, "a year ago it was Abel", "past", "a year ago", "at", "2023-01-01", "2024-01-01", "year"),
    (JUNE, "two hours ago it rang", "past", "two hours ago", "at", "2025-06-05T12:30", "2025-06-05T12:31", "instant"),
    (JUNE, "the plumber comes in two days", "present", "in two days", "at", "2025-06-07", "2025-06-08", "day"),
    (JUNE, "we go in three weeks' time", "future", "in three weeks' time", "at", "2025-06-26", "2025-06-27", "day"),
    (JUNE, "we go four months from now", "future", "four months from now", "at", "2025-10-01", "2025-11-01", "month"),
    (DECEMBER, "we go in two months", "future", "in two months", "at", "2027-02-01", "2027-03-01", "month"),
    (JUNE, "it's over in half an hour", "present", "in half an hour", "at", "2025-06-05T15:00", "2025-06-05T15:01", "instant"),
    (JUNE, "in the last year we hired Ruth", "past", "in the last year", "at", "2024-06-05", "2025-06-05T14:30", "year"),
]

CLOCKS: list[Row] = [
    (JUNE, "The train left at 09:40.", "past", "at 09:40", "at", "2025-06-05T09:40", "2025-06-05T09:41", "instant"),
    (JUNE, "we meet tomorrow at 3pm", "future", "tomorrow at 3pm", "at", "2025-06-06T15:00", "2025-06-06T15:01", "instant"),
    (JUNE, "we meet at 3 p.m. on Friday", "future", "at 3 p.m. on Friday", "at", "2025-06-06T15:00", "2025-06-06T15:01", "instant"),
    (JUNE, "lunch is at noon tomorrow", "future", "at noon tomorrow", "at", "2025-06-06T12:00", "2025-06-06T12:01", "instant"),
    (JUNE, "the handover was on 3 March 2021, 10:15", "past", "on 3 March 2021, 10:15", "at", "2021-03-03T10:15", "2021-03-03T10:16", "instant"),
    (JUNE, "2025-03-14T10:30:00Z it went down", "past", "2025-03-14T10:30:00Z", "at", "2025-03-14T10:30", "2025-03-14T10:31", "instant"),
    (JUNE, "2025-03-14T10:30+02:00 it went down", "past", "2025-03-14T10:30+02:00", "at", "2025-03-14T08:30", "2025-03-14T08:31", "instant"),
    (JUNE, "I'm here until 5pm", "present", "until 5pm", "stop", "2025-06-05T17:00", "2025-06-05T17:01", "instant"),
]  # fmt: skip

TABLE = [*DAYS, *HOLIDAYS, *MONTHS, *LONGER, *BOUNDS, *FROM_HERE, *CLOCKS]


def iso(moment: datetime | None) -> str:
    assert moment is not None
    return moment.strftime("%Y-%m-%d" if (moment.hour, moment.minute) == (0, 0) else "%Y-%m-%dT%H:%M")


def only(text: str, said: datetime, tense: Tense | None = None) -> TimeExpression:
    found = find_times(text, said, tense)
    assert 1 == len(found), [text[one.start : one.stop] for one in found]
    return found[0]


@pytest.mark.parametrize(("said", "text", "tense", "words", "role", "begin", "end", "precision"), TABLE)
def test_an_expression_is_read_with_its_role_period_and_precision(
    said: datetime, text: str, tense: Tense | None, words: str, role: str, begin: str, end: str, precision: str
) -> None:
    found = only(text, said, tense)
    got = (text[found.start : found.stop], found.role, iso(found.begin), iso(found.end), found.precision)
    assert (words, role, begin, end, precision) == got


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
    assert (words, "recurring", None, None) == (text[found.start : found.stop], found.role, found.begin, found.claims_to)
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
def test_what_an_expression_bounds(
    text: str, tense: Tense, claims_from: str | None, claims_to: str | None
) -> None:
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
    assert [None] == [one.begin for text in ("it ends in 9999 years", "9999 years ago") for one in find_times(text, JUNE)]
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
MOMENTS = st.datetimes(
    min_value=datetime(1995, 1, 1), max_value=datetime(2060, 12, 31), timezones=st.just(UTC)
)
SPELLINGS = [
    "%Y-%m-%d", "%d.%m.%Y", "%-d %B %Y", "%-d %b %Y", "%B %-d, %Y", "%b %-d %Y", "the %-d of %B, %Y", "%A, %-d %B %Y",
    "%a %-d %b %Y", "%-d-%b-%Y", "%Y/%m/%d",
]  # fmt: skip
AROUND = [
    ("We met ", "."), ("", " we met"), ("I said (", ") so"), ("Party, ", ", at ours"), ("it was on ", " I think"), ("\n", "!"),
]  # fmt: skip
TENSES: list[Tense | None] = ["past", "present", "future", None]


@given(DATES, st.sampled_from(SPELLINGS), st.sampled_from(AROUND), MOMENTS, st.sampled_from(TENSES))
def test_a_full_date_in_any_spelling_reads_back_to_itself(
    day: date, spelling: str, around: tuple[str, str], said: datetime, tense: Tense | None
) -> None:
    text = day.strftime(spelling).join(around)
    assert day.isoformat() == only(text, said, tense).date_value


PHRASES = [row[3] for row in TABLE]


@given(st.sampled_from(PHRASES), MOMENTS, st.sampled_from(TENSES))
def test_tense_changes_the_date_and_never_the_span(phrase: str, said: datetime, tense: Tense | None) -> None:
    spans = [(one.start, one.stop) for one in find_times(phrase, said, tense)]
    assert spans == [(one.start, one.stop) for one in find_times(phrase, said)]


@given(st.sampled_from(TABLE), st.sampled_from(["Ok, ", "Ruth said it was so, ", "(", "I think: "]), st.sampled_from([".", ", she says.", "!", ")"]))
def test_the_words_around_an_expression_do_not_change_what_it_means(row: Row, before: str, after: str) -> None:
    said, _, tense, words, role, begin, end, _ = row
    if role == "start" and words.startswith("until"):
        return  # "not until" is read with its "not"
    found = only(f"{before}{words}{after}", said, tense)
    assert (begin, end) == (iso(found.begin), iso(found.end))


@given(st.lists(st.sampled_from([*PHRASES, "and", "Ruth", "of", "the", "2019", ",", "(", ")", "in", "for", "to", "-"]), max_size=12), MOMENTS, st.sampled_from(TENSES))
def test_spans_are_disjoint_ascending_and_periods_are_forward(words: list[str], said: datetime, tense: Tense | None) -> None:
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


@pytest.mark.parametrize("piece", ["the ", "the end of ", "two weeks before ", "2019-", "in May ", "all of early ", "1/", "a few "])
def test_a_long_run_of_time_words_is_read_in_linear_time(piece: str) -> None:
    text = piece * (50_000 // len(piece))
    start = datetime.now(UTC)
    find_times(text, JUNE)
    assert datetime.now(UTC) - start < timedelta(seconds=5)
