from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.extract.pipeline import analyse, interpret
from graphmem.model import Episode, Statement

HERE = Path(__file__).parent
SAID = "2025-06-05T10:00:00Z"
FLAGS = ("end", "correction", "planned", "reported", "not")


def _lines(name: str) -> list[tuple[str, str]]:
    rows = [
        row for row in (HERE / name).read_text(encoding="utf-8").splitlines() if "=>" in row and not row.startswith("#")
    ]
    return [(text.strip(), wanted.strip()) for text, wanted in (row.split("=>") for row in rows)]


def _said(text: str) -> tuple[Statement, ...]:
    return interpret([analyse(Episode(id="e1", speaker="Ines Kolar", said_at=SAID, text=text))]).statements


def _flag(statement: Statement) -> str:
    if not statement.polarity:
        return "not"
    return statement.modality if statement.modality != "asserted" else statement.kind.replace("state", "")


def _day(moment: object) -> str:
    return str(moment)[:10] if moment else ""


def _agrees(wanted: str, held: str) -> bool:
    return wanted == "*" or wanted.casefold() == held.casefold()


def _matches(wanted: str, statement: Statement) -> bool:
    head, _, rest = wanted.strip().partition(" ")
    flag, body = (head, rest) if head in FLAGS else ("", wanted)
    body, _, period = body.partition(" @")
    subject, predicate, value = (part.strip() for part in body.split("|"))
    start, _, stop = period.strip().partition("..")
    held = statement.object.name if statement.object else "-"
    return (
        _flag(statement) == flag
        and _agrees(subject, statement.subject.name)
        and _agrees(predicate, statement.predicate)
        and (value == "*" or value.casefold() in held.casefold())
        and (not start or _day(statement.claimed_from) == start)
        and (not stop or _day(statement.claimed_to) == stop)
    )


def _value(statement: Statement) -> str:
    return statement.object.name if statement.object else "-"


def _read(statements: tuple[Statement, ...]) -> list[str]:
    return [
        f"{_flag(s)} {s.subject.name} | {s.predicate} | {_value(s)} @{_day(s.claimed_from)}..{_day(s.claimed_to)}"
        for s in statements
    ]


@pytest.mark.parametrize(("text", "wanted"), _lines("one_liners.txt"))
def test_a_sentence_states(text: str, wanted: str) -> None:
    statements = _said(text)
    if wanted == "nothing":
        kept = [s for s in statements if s.polarity and s.modality in {"asserted", "planned"} and s.kind == "state"]
        assert [] == _read(tuple(kept))
        return
    missing = [want for want in wanted.split(";;") if not any(_matches(want, s) for s in statements)]
    assert ([], _read(statements)) == (missing, _read(statements))
