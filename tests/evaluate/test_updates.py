"""Chats with an assistant in which values change, on the embedded engine."""

from __future__ import annotations

import json
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.chats import read_chats
from graphmem.evaluate.updates import Figures, run, told_new


def _turn(number: int, text: str, reply: str, anchor: str | None = None) -> list[dict[str, Any]]:
    first: dict[str, Any] = {"role": "user", "id": number, "content": f"{text} ->-> 1,{number}"}
    if anchor:
        first["time_anchor"] = anchor
    return [first, {"role": "assistant", "id": number + 1, "content": reply}]


CHAT = [
    {"turns": [_turn(0, "I live in Ghent.", "A fine town.", "March-15-2024"), _turn(2, "I have a cat.", "Lovely!")]},
    {"turns": [_turn(4, "I moved to Aalst.", "Good luck there.", "May-02-2024")]},
]
QUESTIONS = {
    "knowledge_update": [
        {
            "question": "Where do I live?",
            "source_chat_ids": {"original_info": [0], "updated_info": ["4"]},
        }
    ],
    "information_extraction": [{"question": "Which animal do I have?", "source_chat_ids": [2]}],
    "abstention": [{"question": "What is my shoe size?"}],
}


@pytest.fixture(scope="module")
def chats(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("chats") / "chats.tar.gz"
    files = {"chat.json": CHAT, "probing_questions/probing_questions.json": QUESTIONS}
    with tarfile.open(path, "w:gz") as archive:
        for name, rows in files.items():
            text = json.dumps(rows).encode()
            member = tarfile.TarInfo(f"beam/1/{name}")
            member.size = len(text)
            archive.addfile(member, BytesIO(text))
    return str(path)


@pytest.fixture(scope="module")
def figures(chats: str) -> Figures:
    return run(chats, sample=10, as_json=True)


def test_chats_are_read_with_their_dates_and_without_the_marks_of_the_data(chats: str) -> None:
    (chat,) = read_chats(chats)
    assert ["I live in Ghent.", "I moved to Aalst."] == [chat.turns[0].text, chat.turns[4].text]
    assert ["2024-03-15", "2024-05-02"] == [f"{chat.turns[place].said_at:%Y-%m-%d}" for place in (0, 4)]
    assert [("0", "4"), ("2",)] == [tuple(sorted(question.evidence)) for question in chat.questions]


def test_the_new_value_stands_above_the_old(figures: Figures) -> None:
    assert 1 == figures.updates
    assert 1.0 == figures.methods["graphmem"].told
    assert 1.0 == figures.methods["BM25's first ten, newest first"].new_first


def test_evidence_is_counted_for_each_way(figures: Figures) -> None:
    assert (1, 6, 2) == (figures.chats, figures.turns, figures.questions)
    assert ["graphmem", "BM25", "BM25's first ten, newest first"] == list(figures.methods)
    assert all(of.recall_at_10 == 1.0 for of in figures.methods.values())


def test_sampled_facts_have_their_words(figures: Figures) -> None:
    assert figures.facts == len(figures.sample)
    assert {"Ghent", "Aalst"} <= {str(drawn.fact.object) for drawn in figures.sample}


OLD, NEW = frozenset({"1"}), frozenset({"2"})


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["- a lives in c; current [2:0-4]"], True),
        (["- a lives in c; current [2:0-4]", "- a lives in b; current [1:0-4]"], True),
        (["- a lives in b; current [1:0-4]", "- a lives in c; current [2:0-4]"], False),
        (["- a lives in b; ended: from x until y [1:0-4]", "- a lives in c; current [2:0-4]"], True),
        (["- a lives in b; perhaps superseded [1:0-4]"], True),
        (["- a lives in b; current [1:0-4]"], False),
        (["- a has d; current [3:0-4]"], False),
    ],
)
def test_an_update_is_told_where_no_old_value_stands_first_as_if_it_held(lines: list[str], told: bool) -> None:
    assert told is told_new("\n".join(lines), OLD, NEW)


def test_a_person_gets_tables(chats: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(chats, sample=1)
    said = capsys.readouterr().out
    for expected in ("Updates in long chats", "new above old", "1 chats, 6 turns", "Stored facts"):
        assert expected in said


def test_an_archive_without_chats_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.tar.gz"
    with tarfile.open(empty, "w:gz"):
        pass
    with pytest.raises(Incorrect, match=r"holds no chat\.json"):
        read_chats(empty)
