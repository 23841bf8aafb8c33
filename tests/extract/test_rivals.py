from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.extract.pipeline import analyse, interpret
from graphmem.extract.rivals import open_slot, rivals
from graphmem.model import Episode, Statement

ROWS = [
    row.split("=>")
    for row in (Path(__file__).parent / "pairs.txt").read_text(encoding="utf-8").splitlines()
    if "=>" in row and not row.startswith("#")
]
PAIRS = [(texts.split("||")[0].strip(), texts.split("||")[1].strip(), wanted.strip()) for texts, wanted in ROWS]


def _window(*texts: str) -> list[tuple[Statement, ...]]:
    analyses = [
        analyse(
            Episode(id=f"e{n}", seq=n, speaker="Ines Kolar", said_at=f"2025-06-{5 + 7 * n:02}T10:00:00Z", text=text)
        )
        for n, text in enumerate(texts)
    ]
    return [interpret(analyses[: n + 1]).statements for n in range(len(analyses))]


def _verdicts(old: str, new: str) -> set[str]:
    earlier, later = _window(old, new)
    live = [s for s in later if s.polarity and s.modality == "asserted"]
    found: set[str] = {rivals(b, a).judgement for b in live for a in earlier if a.polarity and a.modality == "asserted"}
    return found - {"apart"} or {"apart"}


@pytest.mark.parametrize(("old", "new", "wanted"), PAIRS)
def test_two_sentences_are_rivals_or_not(old: str, new: str, wanted: str) -> None:
    assert wanted in _verdicts(old, new)


@pytest.mark.parametrize(
    ("one", "other"), [("grade 6", "grade 7"), ("building two", "building seven"), ("delivery date", "delivered")]
)
def test_an_open_slot_is_blind_to_numbers_and_endings(one: str, other: str) -> None:
    assert open_slot(one, "date") == open_slot(other, "date")
