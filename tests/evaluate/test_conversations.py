"""LoCoMo's files, read where they lie."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.conversations import read_conversations
from tests.evaluate.worlds import TALKS, archive


def test_an_archive_and_the_json_itself_read_the_same(tmp_path: Path) -> None:
    plain = tmp_path / "talks.json"
    plain.write_text(json.dumps(TALKS))
    assert read_conversations(plain) == read_conversations(archive(tmp_path / "talks.tar.gz"))


def test_turns_keep_their_order_and_have_the_time_of_their_session(tmp_path: Path) -> None:
    talk, _ = read_conversations(archive(tmp_path / "talks.tar.gz"))
    first, second = datetime(2024, 3, 3, 9, 5, tzinfo=UTC), datetime(2024, 5, 12, 20, 30, tzinfo=UTC)
    expected = [("D1:1", 0, first), ("D1:2", 1, first), ("D1:3", 2, first), ("D2:1", 0, second), ("D2:2", 1, second)]
    assert expected == [(turn.id, turn.seq, turn.said_at) for turn in talk.turns]


def test_a_session_that_is_dated_and_has_no_turns_is_none(tmp_path: Path) -> None:
    talk, _ = read_conversations(archive(tmp_path / "talks.tar.gz"))
    assert ["session_1", "session_2"] == [session.name for session in talk.sessions]


def test_an_image_stands_behind_the_words_by_its_caption(tmp_path: Path) -> None:
    talk, _ = read_conversations(archive(tmp_path / "talks.tar.gz"))
    assert "Look at this. [image: a rowing boat]" == talk.turns[2].text


def test_evidence_is_read_in_every_spelling_and_questions_without_any_are_left_out(tmp_path: Path) -> None:
    talk, _ = read_conversations(archive(tmp_path / "talks.tar.gz"))
    expected = [("single-hop", {"D1:1"}), ("temporal", {"D2:1"}), ("multi-hop", {"D1:1", "D1:3"})]
    assert expected == [(question.category, set(question.evidence)) for question in talk.questions]


def test_only_as_many_conversations_as_wanted_are_read(tmp_path: Path) -> None:
    assert ["talk-1"] == [talk.id for talk in read_conversations(archive(tmp_path / "talks.tar.gz"), 1)]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[", "does not hold LoCoMo's conversations"),
        ('{"a": 1}', "does not hold LoCoMo's conversations"),
        ('[{"sample_id": "x", "qa": []}]', "'conversation'"),
        (
            '[{"sample_id": "x", "qa": [], "conversation": {"session_1": [1], "session_1_date_time": "May"}}]',
            "a session's date is 'May'",
        ),
    ],
)
def test_another_file_is_refused_with_what_is_wrong(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)
    with pytest.raises(Incorrect) as error:
        read_conversations(path)
    assert says in str(error.value)
