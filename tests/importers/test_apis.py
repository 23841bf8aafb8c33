"""Messages of chat APIs and of LangChain.

OpenAI: https://platform.openai.com/docs/api-reference/chat and /responses. Anthropic:
https://docs.anthropic.com/en/api/messages. LangChain: messages_to_dict and dumpd of
https://python.langchain.com/api_reference/core/messages.html.
"""

# ruff: noqa: E501 - lines as the format writes them

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect

from .reading import read, told

Write = Callable[[str, str | bytes], Path]
NINE = "2025-03-02T09:00:00Z"

OPENAI = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [
        {"type": "text", "text": "I keep bees."},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}},
    ]},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}},
    ]},
    {"role": "tool", "tool_call_id": "c1", "content": "12 degrees"},
    {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot say."}]},
]  # fmt: skip
ANTHROPIC = {
    "model": "claude", "system": [{"type": "text", "text": "Be kind."}],
    "messages": [
        {"role": "user", "content": "I keep hens."},
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "Hens.", "signature": "s"},
            {"type": "text", "text": "How many?"},
            {"type": "tool_use", "id": "t1", "name": "count", "input": {}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": [
                {"type": "text", "text": "six"}, {"type": "image", "source": {}},
            ]},
            {"type": "text", "text": "There they are."},
        ]},
    ],
}  # fmt: skip
RESPONSES = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I keep goats."}]},
    {"type": "reasoning", "summary": []},
    {"type": "function_call", "call_id": "c", "name": "count", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c", "output": "four"},
    {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Four goats.", "annotations": []}],
    },
]
COMPLETION = {
    "object": "chat.completion", "created": 1_741_000_000, "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello."}}, {"index": 1, "message": {}}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "expected", "left_out"),
    [
        (
            OPENAI,
            [("system", "Be brief."), ("user", "I keep bees."), ("tool", "12 degrees"), ("assistant", "I cannot say.")],
            {"an attachment (image_url)": 1, "a tool call": 1},
        ),
        (
            ANTHROPIC,
            [
                ("system", "Be kind."), ("user", "I keep hens."), ("assistant", "How many?"),
                ("user", "There they are."), ("tool", "six"),
            ],
            {"a model's thoughts": 1, "a tool call": 1, "an attachment (image)": 1},
        ),
        (
            RESPONSES,
            [("user", "I keep goats."), ("tool", "four"), ("assistant", "Four goats.")],
            {"a model's thoughts": 1, "a tool call": 1},
        ),
        ([COMPLETION], [("assistant", "Hello.")], {"another choice of the answer": 1}),
    ],
)  # fmt: skip
def test_parts_and_tool_calls_become_turns_or_are_counted(
    write: Write, content: Any, expected: list[tuple[str, str]], left_out: dict[str, int]
) -> None:
    path = write("chat.json", json.dumps(content))
    _, found = read(path, said_at=NINE)
    assert (expected, left_out) == (told(path, said_at=NINE), found.left_out)


def test_an_answer_was_given_when_it_was_made(write: Write) -> None:
    (episode,), _ = read(write("a.jsonl", json.dumps(COMPLETION)))
    assert 1_741_000_000 == episode.said_at.timestamp()


LANGCHAIN = [
    [
        {"type": "human", "data": {"content": "I play chess.", "type": "human", "additional_kwargs": {}, "id": "h1"}},
        {"type": "ai", "data": {"content": "", "type": "ai", "tool_calls": [{"name": "elo", "args": {}, "id": "t"}]}},
        {"type": "tool", "data": {"content": "1500", "type": "tool", "tool_call_id": "t"}},
        {"type": "ai", "data": {"content": "You play well.", "type": "ai", "response_metadata": {"created_at": "2025-03-02T09:01:00Z"}}},
    ],
    [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name],
         "kwargs": {"content": content}}
        for name, content in (
            ("HumanMessage", "I play chess."),
            ("AIMessage", [{"type": "tool_use", "name": "elo", "input": {}}]),
            ("ToolMessage", "1500"),
            ("AIMessageChunk", "You play well."),
        )
    ],
    [
        {"content": "I play chess.", "type": "human", "additional_kwargs": {}, "response_metadata": {}},
        {"content": "", "type": "ai", "tool_calls": [{"name": "elo", "args": {}, "id": "t"}]},
        {"content": "1500", "type": "tool", "tool_call_id": "t"},
        {"content": "You play well.", "type": "ai"},
    ],
]  # fmt: skip


@pytest.mark.parametrize("content", LANGCHAIN, ids=["messages_to_dict", "dumpd", "model_dump"])
def test_messages_of_langchain_are_read_however_they_were_written(write: Write, content: list[Any]) -> None:
    path = write("history.json", json.dumps(content))
    expected = [("user", "I play chess."), ("tool", "1500"), ("assistant", "You play well.")]
    assert expected == told(path, said_at=NINE)
    assert {"a tool call": 1} == read(path, said_at=NINE)[1].left_out
    assert expected == told(content, said_at=NINE)


def test_langchain_has_no_time_and_one_is_asked_for(write: Write) -> None:
    with pytest.raises(Incorrect, match=r"nothing says when this was said.*said_at="):
        told(write("history.json", json.dumps(LANGCHAIN[2])))
    with pytest.raises(Incorrect, match="a LangChain message without content"):
        told([{"type": "human", "data": {}}], said_at=NINE)
    assert {"a message that removes another": 1} == read([{"type": "remove", "data": {"id": "m"}}])[1].left_out


def test_the_time_that_a_program_put_beside_a_langchain_message_counts(write: Write) -> None:
    episodes, _ = read(write("history.json", json.dumps(LANGCHAIN[0])), said_at=NINE)
    assert [0, 0, 1] == [one.said_at.minute for one in episodes]
