"""Every frame of a sentence or label with every expression of time that fits it, said in three zones.

dated_times.tsv holds the expressions with the periods they claim, dated_frames.tsv the sentences they stand in.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import NamedTuple

import pytest

from graphmem.extract.pipeline import analyse_many, interpret
from graphmem.model import Episode, Statement

HERE = Path(__file__).parent
SAID = (
    datetime(2025, 6, 5, 10, tzinfo=UTC),
    datetime(2024, 1, 17, 22, 30, tzinfo=timezone(timedelta(hours=2))),
    datetime(2026, 12, 28, 23, 40, tzinfo=timezone(timedelta(hours=-8))),
)


class Wanted(NamedTuple):
    """One sentence, when it was said, its value and the period `FROM..TO` that it claims for it."""

    text: str
    said: datetime
    value: str
    period: str


def table(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


TIMES = table("dated_times.tsv")
FRAMES = table("dated_frames.tsv")


def crossed(kind: str, frame: str, value: str) -> list[Wanted]:
    """The frame with each expression of its class, the three days of speaking in turn."""
    rows = [row for row in TIMES if row[0] == kind]
    place = [row[1] for row in FRAMES].index(frame)
    return [
        Wanted(filled(frame, row[1]), SAID[(place + n) % 3], value, row[2 + (place + n) % 3])
        for n, row in enumerate(rows)
    ]


def filled(frame: str, expression: str) -> str:
    return frame.replace("{t}", expression).replace("{T}", expression[0].upper() + expression[1:])


def day(moment: datetime | None, zone: tzinfo | None) -> str:
    return moment.astimezone(zone).date().isoformat() if moment else ""


def claims(statement: Statement, zone: tzinfo | None) -> Iterable[str]:
    start, stop = day(statement.claimed_from, zone), day(statement.claimed_to, zone)
    yield f"..{start or stop}" if statement.kind == "end" else f"{start}..{stop}"


def missed(wanted: list[Wanted]) -> list[tuple[str, str, list[str]]]:
    """The sentences whose period was not read, with what was."""
    episodes = [Episode(id=f"e{n}", speaker="Ines Kolar", said_at=w.said, text=w.text) for n, w in enumerate(wanted)]
    found = []
    for want, analysis in zip(wanted, analyse_many(episodes), strict=True):
        heard = [s for s in interpret([analysis]).statements if s.polarity and s.modality in {"asserted", "planned"}]
        about = [s for s in heard if s.object and want.value.casefold() in s.object.name.casefold()]
        got = sorted({period for s in about for period in claims(s, want.said.tzinfo)})
        if want.period not in got:
            found.append((want.text, want.period, got))
    return found


@pytest.mark.parametrize(("kind", "frame", "value"), FRAMES, ids=[frame[1] for frame in FRAMES])
def test_a_clause_claims_the_period_of_whatever_time_stands_in_it(kind: str, frame: str, value: str) -> None:
    assert [] == missed(crossed(kind, frame, value))


# --- labels -------------------------------------------------------------------------------------------------------
LABELS = [
    ("Fee", "40 euros"),
    ("Treasurer", "Ana Breuer"),
    ("Office", "Linz"),
    ("Stall", "pitch 17"),
]
PERIODS = [
    ("since March", "2025-03-01.."),
    ("until 31 August", "..2025-08-31"),
    ("from 1 July", "2025-07-01.."),
    ("as of 1 July", "2025-07-01.."),
    ("in July", "2025-07-01..2025-08-01"),
    ("in 2026", "2026-01-01..2027-01-01"),
    ("H2 2025", "2025-07-01..2026-01-01"),
    ("from 12 to 20 July", "2025-07-12..2025-07-21"),
    ("next week", "2025-06-09..2025-06-16"),
    ("Q3 2025", "2025-07-01..2025-10-01"),
    ("through Sunday", "..2025-06-09"),
    ("starting Monday", "2025-06-09.."),
    ("Summer 2025", "2025-06-01..2025-09-01"),
]
SHAPES = [
    "{l} {t}: {v}", "{l} ({t}): {v}", "{l}: {v} {t}", "{l}: {v} ({t})", "{l}: {v}, {t}", "{l}: {t} {v}",
    "{l}: {t}: {v}", "{l} - {v} ({t})", "{l}, {t}: {v}", "{l} = {v} {t}", "Group A, {l}: {v} {t}", "{T}, {l}: {v}",
]  # fmt: skip
LISTS = [
    "{l}: {v} {t}, {w} {u}", "{l}: {v} ({t}), {w} ({u})", "{l}: {t} {v}, {u} {w}", "{l}: {t} {v}; {u} {w}",
    "{l}: {v} {t} and {w} {u}", "{l} {t}: {v}\n{l} {u}: {w}", "{l} {t}: {v}, {u}: {w}", "{l} {t}: {v}; {u}: {w}",
    "{l}:\n- {t}: {v}\n- {u}: {w}", "{l}: {t}: {v}, {u}: {w}",
]  # fmt: skip
PAIRS = [
    (("in 2025", "2025-01-01..2026-01-01"), ("in 2026", "2026-01-01..2027-01-01")),
    (("H1 2025", "2025-01-01..2025-07-01"), ("H2 2025", "2025-07-01..2026-01-01")),
    (("until 30 June", "..2025-06-30"), ("from 1 July", "2025-07-01..")),
    (("this week", "2025-06-02..2025-06-09"), ("next week", "2025-06-09..2025-06-16")),
    (("June", "2025-06-01..2025-07-01"), ("July", "2025-07-01..2025-08-01")),
]
VALUES = [
    ("Fee", "40 euros", "50 euros"),
    ("Treasurer", "Ana Breuer", "Rudi Veit"),
    ("Office", "Linz", "Graz"),
    ("On call", "Jonas Weil", "Mira Roth"),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_label_or_its_value_may_carry_a_period(shape: str) -> None:
    wanted = [
        Wanted(filled(shape.replace("{l}", label).replace("{v}", value), words), SAID[0], value, period)
        for label, value in LABELS
        for words, period in PERIODS
    ]
    assert [] == missed(wanted)


@pytest.mark.parametrize("shape", LISTS)
def test_each_value_of_a_list_has_its_own_period(shape: str) -> None:
    wanted = []
    for label, one, other in VALUES:
        for (first, early), (second, late) in PAIRS:
            text = shape.replace("{l}", label).replace("{v}", one).replace("{w}", other)
            text = text.replace("{t}", first).replace("{u}", second)
            wanted += [Wanted(text, SAID[0], one, early), Wanted(text, SAID[0], other, late)]
    assert [] == missed(wanted)
