from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem.extract.pipeline import Analysis, analyse_many, interpret
from graphmem.extract.rivals import rivals
from graphmem.model import Episode, Statement

SAID = datetime(2025, 6, 5, 10, tzinfo=UTC)


def _rows(name: str) -> list[tuple[str, str]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    found = [row.split("=>") for row in lines if "=>" in row and not row.startswith("#")]
    return [(sentence.strip(), wanted.strip()) for sentence, wanted in found]


CHANGES = [(*(part.strip() for part in texts.split("||")), wanted) for texts, wanted in _rows("changes.txt")]
PERIODS = _rows("periods.txt")


def _analyses(*texts: str) -> tuple[Analysis, ...]:
    return analyse_many(
        Episode(id=f"e{n}", seq=n, speaker="Ines Kolar", said_at=SAID + timedelta(days=7 * n), text=text)
        for n, text in enumerate(texts)
    )


def _heard(statements: tuple[Statement, ...]) -> list[Statement]:
    return [s for s in statements if s.polarity and s.modality == "asserted"]


def _verdicts(old: str, new: str) -> set[str]:
    window = _analyses(old, new)
    earlier, later = _heard(interpret(window[:1]).statements), _heard(interpret(window).statements)
    found: set[str] = {rivals(b, a).judgement for b in later for a in earlier}
    return found - {"apart"} or {"apart"}


@pytest.mark.parametrize(("old", "new", "wanted"), CHANGES)
def test_what_a_later_sentence_does_to_an_earlier_one(old: str, new: str, wanted: str) -> None:
    assert wanted in _verdicts(old, new)


def _day(moment: datetime | None) -> str:
    return moment.date().isoformat() if moment else "-"


def _periods(sentence: str, value: str) -> set[str]:
    found = _heard(interpret(_analyses(sentence)).statements)
    held = [s for s in found if s.kind != "end" and s.object and value.casefold() in s.object.name.casefold()]
    return {f"{_day(s.claimed_from)} .. {_day(s.claimed_to)}" for s in held}


@pytest.mark.parametrize(("sentence", "wanted"), PERIODS)
def test_a_sentence_claims_the_period_it_names(sentence: str, wanted: str) -> None:
    value, period = (part.strip() for part in wanted.split("@"))
    assert period in _periods(sentence, value)
