"""Nested data as words, values and fields of a turn: what is kept reads back equal, and no turn is lost over it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem import Incorrect, Memory
from tests.torture.proofs import rows

from .conftest import Clock

NESTED: list[Any] = [
    {"home": {"town": "Mons", "geo": [50.45, 3.95]}, "tags": ["a", {"b": [1, None, True]}]},
    [[], {}, [[{"deep": {"deeper": {"deepest": "ünï 🦊"}}}]]],
    {"a.b": 1, "$tenant": "x", "`": {"'": '"'}, "": 0},
]
CONTENT = "MATCH (e:Episodic) WHERE e.group_id = $tenant RETURN e.content AS found"


@pytest.mark.parametrize("nested", NESTED, ids=["record", "lists", "odd keys"])
def test_a_nested_value_reads_back_equal(memory: Memory, clock: Clock, nested: Any) -> None:
    memory.remember("Rosa Lind", "badge_number", json.dumps(nested), speaker="Rosa Lind")
    (fact,) = memory.facts("Rosa Lind")
    assert nested == json.loads(str(fact.object))
    clock.forward(days=1)
    memory.remember("Rosa Lind", "badge_number", json.dumps([nested]), speaker="Rosa Lind")
    assert [nested, [nested]] == [json.loads(str(fact.object)) for fact in memory.history("Rosa Lind")]


@pytest.mark.parametrize("nested", NESTED, ids=["record", "lists", "odd keys"])
def test_a_turn_whose_text_is_nested_data_is_kept_word_for_word(memory: Memory, nested: Any) -> None:
    text = f"I live in Ghent. {json.dumps(nested)}"
    turn = {"id": "e1", "session": "s", "speaker": "Rosa Lind", "said_at": "2026-01-02T09:00:00Z", "text": text}
    assert ("e1",) == memory.ingest([turn]).episodes
    assert [text] == rows(memory, CONTENT)
    assert ["Ghent"] == [str(fact.object) for fact in memory.facts("Rosa Lind", "lives_in")]


@pytest.mark.parametrize("nested", NESTED, ids=["record", "lists", "odd keys"])
def test_a_message_with_fields_of_others_is_taken_in_without_them(memory: Memory, tmp_path: Path, nested: Any) -> None:
    messages = [
        {"role": "user", "name": "Rosa Lind", "timestamp": "2026-01-02T09:00:00Z", "metadata": nested,
         "content": [{"type": "text", "text": "I live in Ghent.", "annotations": nested}]},
        {"role": "assistant", "timestamp": "2026-01-02T09:00:05Z", "tool_calls": nested, "content": "Noted."},
    ]  # fmt: skip
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"id": "chat", "messages": messages, "settings": nested}), encoding="utf-8")
    receipt = memory.ingest(path)
    assert {"user": 1, "assistant": 1} == receipt.roles
    assert {"I live in Ghent.", "Noted."} == set(rows(memory, CONTENT))


@pytest.mark.parametrize("field", ["text", "speaker", "session", "id"])
def test_a_nested_value_where_words_belong_is_refused_by_name_and_the_turns_before_it_stay(
    memory: Memory, field: str
) -> None:
    turn = {"session": "s", "speaker": "Rosa Lind", "said_at": "2026-01-02T09:00:00Z", "text": "I live in Ghent."}
    with pytest.raises(Incorrect, match=field) as refused:
        memory.ingest([turn | {"id": "good"}, turn | {"id": "bad", field: NESTED[0]}])
    assert refused.value.receipt is not None
    assert ["I live in Ghent."] == rows(memory, CONTENT)
