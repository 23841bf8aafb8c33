from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.extract.pipeline import analyse_many, interpret
from graphmem.model import Episode, Statement

SAID = datetime(2025, 6, 5, 10, tzinfo=UTC)


def _statements(old: str, new: str) -> list[Statement]:
    window = analyse_many(
        Episode(id=f"e{n}", seq=n, speaker="Ines Kolar", said_at=SAID + timedelta(minutes=9 * n), text=text)
        for n, text in enumerate((old, new))
    )
    return list(interpret(window).statements)


@pytest.mark.parametrize(
    ("old", "new", "value"),
    [
        ("The deposit is 300 euros.", "I read the wrong column in the sheet, 350 is what we owe.", "350"),
        ("The concert is in Ghent.", "wrong city, my mistake, tickets say Bruges", "Bruges"),
        ("Our guide is called Marta.", "Mixed up my notes, I had a look and Magda is whom we meet.", "Magda"),
        ("The tram leaves at 8:50.", "my mistake, according to Leo we need to be there for 8:15", "8:15"),
        ("The survey is on Thursday.", "I mistyped, Friday is when they come", "Friday"),
    ],
)
def test_a_correction_in_words_of_its_own_gives_the_one_value_that_fits(old: str, new: str, value: str) -> None:
    put = [s for s in _statements(old, new) if s.kind == "correction"]
    assert [value] == [s.object.name for s in put if s.object is not None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The deposit is 300 euros.", "350 people came to the fair."),
        ("The deposit is 300 euros.", "My mistake, I forgot to lock the shed."),
        ("The deposit is 300 euros.", "My mistake, either 310 or 320."),
        ("Our guide is called Marta.", "I was wrong, it did rain."),
    ],
)
def test_without_such_a_cue_or_one_such_value_nothing_is_put_right(old: str, new: str) -> None:
    assert [] == [s for s in _statements(old, new) if s.kind == "correction"]
