"""The plain baselines that a memory is held against."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.evaluate.conversations import Conversation, read_conversations
from graphmem.evaluate.plain import Bm25, beside, dated_texts, in_order, texts
from tests.evaluate.worlds import archive


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return read_conversations(archive(tmp_path / "talks.tar.gz"))[0]


def test_words_match_by_stem_and_stop_words_do_not(talk: Conversation) -> None:
    assert {"D1:1"} == set(Bm25(texts(talk)).scores("the parrots of a").keys())


def test_the_speaker_and_the_date_are_words_too(talk: Conversation) -> None:
    assert {"D2:1", "D2:2"} == set(Bm25(dated_texts(talk)).scores("May").keys())
    assert {"D1:2", "D2:1"} == set(Bm25(texts(talk)).scores("Pavel").keys())


@pytest.mark.parametrize("question", ["", "???", "the", "+text:(parrot) AND"])
def test_a_question_without_words_or_with_query_syntax_is_no_error(talk: Conversation, question: str) -> None:
    assert set(Bm25(texts(talk)).scores(question)) <= set(texts(talk))


def test_turns_get_half_of_what_their_neighbours_have_and_none_across_sessions(talk: Conversation) -> None:
    scores = beside({"D1:1": 3.0, "D1:2": 2.0, "D1:3": 1.0}, talk)
    assert {"D1:1": 4.0, "D1:2": 4.0, "D1:3": 2.0, "D2:1": 0.0, "D2:2": 0.0} == scores


def test_equals_stand_in_the_order_they_were_said() -> None:
    assert ("b", "a", "c") == in_order({"b": 2.0}, ["a", "b", "c"])
