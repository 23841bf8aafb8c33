"""Tables with named columns: RFC 4180, and what spreadsheets write in countries with a decimal comma."""

# ruff: noqa: E501 - lines as the format writes them

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.errors import Incorrect

from .reading import read, told

Write = Callable[[str, str | bytes], Path]
TABLE = 'Timestamp,Author,Message\n2025-03-02T09:00:00Z,Vera Holt,"I said ""yes"",\nand meant it."\n2025-03-02T09:01:00Z,,\n'


def test_columns_are_known_by_their_names(write: Write) -> None:
    episodes, found = read(write("t.csv", TABLE))
    assert [("Vera Holt", 'I said "yes",\nand meant it.')] == [(one.speaker, one.text) for one in episodes]
    assert ("csv", {"a message without text": 1}) == (found.format, found.left_out)
    assert found.reason == "its first line names columns: 'Timestamp,Author,Message'"


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_and_all_columns(write: Write, delimiter: str) -> None:
    rows = [
        ["id", "conversation", "role", "sender", "sent at", "text"],
        ["7", "c", "AI", "", "1740906000", "Hello"],
        ["8", "c", "user", "Vera Holt", "2025-03-02 10:00", "Hi, you"],
    ]
    episodes, _ = read(write("t.csv", "\r\n".join(delimiter.join(row) for row in rows)), zone="+01:00")
    assert [
        ("7", "c", "assistant", None, "2025-03-02T09:00:00+00:00"),
        ("8", "c", "user", "Vera Holt", "2025-03-02T10:00:00+01:00"),
    ] == [(one.id, one.session, one.role, one.speaker, one.said_at.isoformat()) for one in episodes]


def test_columns_of_any_name_are_named_by_the_caller(write: Write) -> None:
    path = write("t.csv", "wann,wer,was\n2025-03-02T09:00:00Z,Vera Holt,Hallo\n")
    with pytest.raises(Incorrect, match="of no known format; it begins with 'wann,wer,was'"):
        told(path)
    columns = {"text": "was", "speaker": "wer", "said_at": "wann"}
    assert [("Vera Holt", "Hallo")] == told(path, columns=columns)
    assert [("Vera Holt", "Hallo")] == told(path, columns=columns, format="csv")


def test_what_is_wrong_with_a_table_is_said(write: Write) -> None:
    for given, what in (
        ({"format": "csv"}, r"no column is known to hold what was said; there are 'a,b'"),
        ({"columns": {"text": "c"}}, r"there is no column 'c' for text; there are 'a,b'"),
        ({"columns": {"txt": "a"}}, r"columns names a column for 'txt'; there are text, said_at"),
    ):
        with pytest.raises(Incorrect, match=what):
            told(write("t.csv", "a,b\n1,2\n"), **given)
    with pytest.raises(Incorrect, match=r"t\.csv:2: '02.03.2025' is no time in ISO 8601"):
        told(write("t.csv", "text,date\nHi,02.03.2025\n"))
    with pytest.raises(Incorrect, match=r"t\.csv:2: the time '2025-03-02 09:00' has no zone"):
        told(write("t.csv", "text,date\nHi,2025-03-02 09:00\n"))
    with pytest.raises(Incorrect, match=r"t\.csv:2: no row of a table"):
        told(write("t.csv", 'text,date\n"Hi,2025-03-02 09:00\n'))
