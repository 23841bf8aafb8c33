"""Dialogues with a known state at every turn, replayed and read."""

from __future__ import annotations

import gzip
import json
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.states import Figures, read_dialogues, run

DIALOGUES: list[dict[str, Any]] = [
    {
        "id": "1_trial",
        "turns": [
            ["USER", "I want a table in Ghent for 2 people."],
            ["SYSTEM", "At which time?"],
            ["USER", "I live in Aalst now, so make it Aalst."],
            ["SYSTEM", "Done."],
            ["USER", "Thank you."],
        ],
        "events": [
            {"turn": 0, "key": "Tables_1.city", "values": ["Ghent"], "op": "set", "prev": None},
            {"turn": 0, "key": "Tables_1.seats", "values": ["2"], "op": "set", "prev": None},
            {"turn": 2, "key": "Tables_1.city", "values": ["Aalst"], "op": "supersede", "prev": ["Ghent"]},
        ],
    },
    {"id": "2_trial", "turns": [["USER", "Hello."]], "events": []},
]


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stream") / "events.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(json.dumps(row) for row in DIALOGUES).encode()))
    return path


@pytest.fixture(scope="module")
def figures(stream: Path) -> Figures:
    return run(str(stream), as_json=True)


def test_the_state_is_exact_at_every_turn(figures: Figures) -> None:
    assert (3, 3, 1) == (figures.turns, figures.exact, figures.appended)
    assert (2, 3) == (figures.dialogues, figures.statements)


def test_a_replaced_value_is_read_where_the_words_state_it(figures: Figures) -> None:
    assert (1, 1, 1, 1) == (figures.changes, figures.in_words, figures.in_words_before, figures.read)


def test_an_archive_of_the_stream_gives_the_same(stream: Path, tmp_path: Path) -> None:
    path, content = tmp_path / "stream.tar.gz", stream.read_bytes()
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("sgd/events.jsonl.gz")
        member.size = len(content)
        archive.addfile(member, BytesIO(content))
    assert read_dialogues(stream) == read_dialogues(path)
    assert 1 == len(read_dialogues(path, limit=1))


def test_a_person_gets_a_table(stream: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(str(stream), limit=1)
    said = capsys.readouterr().out
    for expected in ("Dialogue states", "replayed through remember", "1 dialogues, 3 statements"):
        assert expected in said


def test_what_is_no_stream_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("{}")
    with pytest.raises(Incorrect, match="does not hold SGD's events"):
        read_dialogues(other)
