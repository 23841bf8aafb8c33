import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import Incorrect
from graphmem.importers import read_episodes
from graphmem.importers.json_text import JsonText

Write = Callable[[str, str | bytes], Path]
NINE = "2025-03-02T09:00:00Z"


def message(content: Any = "Hello.", **fields: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, "timestamp": NINE, **fields}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("time", ["said_at", "timestamp", "created_at", "create_time"])
def test_a_list_of_messages_is_a_session_named_like_the_file(write: Write, indent: int | None, time: str) -> None:
    items = [{"role": role, "content": role.upper(), time: NINE} for role in ("system", "user", "assistant", "tool")]
    episodes = list(read_episodes(write("march.json", json.dumps(items, indent=indent)), tenant="t"))
    assert [
        ("march", 0, "system", "SYSTEM", "document"),
        ("march", 1, "user", "USER", "user_statement"),
        ("march", 2, "assistant", "ASSISTANT", "assistant_message"),
        ("march", 3, "tool", "TOOL", "tool_result"),
    ] == [(e.session, e.seq, e.role, e.text, e.source_kind) for e in episodes]


@pytest.mark.parametrize("indent", [None, 2])
def test_an_object_with_messages_names_the_session_and_a_name_is_the_speaker(write: Write, indent: int | None) -> None:
    conversation = {"id": "c1", "model": {"a": [1]}, "messages": [message(name="Ruth")], "usage": {"tokens": 5}}
    episode = next(read_episodes(write("x.json", json.dumps(conversation, indent=indent)), tenant="t"))
    assert ("c1", "Ruth", "Hello.") == (episode.session, episode.speaker, episode.text)


def test_the_start_of_a_conversation_is_the_time_of_messages_without_one(write: Write) -> None:
    conversation = {"created_at": 1740906000, "messages": [{"role": "user", "content": "Hi."}]}
    episode = next(read_episodes(write("x.json", json.dumps(conversation)), tenant="t"))
    assert datetime(2025, 3, 2, 9, tzinfo=UTC) == episode.said_at


def test_messages_without_times_need_a_start(write: Write) -> None:
    path = write("x.json", json.dumps([{"role": "user", "content": text} for text in ("One.", "Two.")]))
    with pytest.raises(Incorrect, match=r"x\.json:1: nothing says when this was said.*pass said_at="):
        list(read_episodes(path, tenant="t"))
    episodes = list(read_episodes(path, tenant="t", said_at=NINE))
    assert [(0, datetime(2025, 3, 2, 9, tzinfo=UTC)), (1, datetime(2025, 3, 2, 9, tzinfo=UTC))] == [
        (e.seq, e.said_at) for e in episodes
    ]


def test_a_start_without_a_zone_is_refused(write: Write) -> None:
    with pytest.raises(Incorrect, match="said_at: the time '2025-03-02 09:00:00' has no zone"):
        read_episodes(write("x.json", "[]"), tenant="t", said_at=datetime(2025, 3, 2, 9))


def test_a_message_without_a_time_was_said_when_the_one_before_it_was(write: Write) -> None:
    items = [message(), message("Searching.", role="tool", timestamp=None), message(timestamp="2025-03-02T09:05:00Z")]
    assert [0, 0, 5] == [e.said_at.minute for e in read_episodes(write("x.json", json.dumps(items)), tenant="t")]


def test_the_session_can_be_named_by_the_caller(write: Write) -> None:
    path = write("x.json", json.dumps([message()]))
    assert "mine" == next(read_episodes(path, tenant="t", session="mine")).session


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}], "One.\nTwo."),
        ([{"type": "input_text", "text": "One."}], "One."),
        (["One.", "Two."], "One.\nTwo."),
        ([{"type": "image_url", "image_url": {"url": "https://x"}}, {"type": "text", "text": "See?"}], "See?"),
        ([{"type": "refusal", "refusal": "I can't."}], "I can't."),
        ([{"type": "thinking", "thinking": "Hm.", "text": "Hm."}, {"type": "text", "text": "So."}], "So."),
    ],
)
def test_the_text_of_a_list_of_parts(write: Write, content: Any, text: str) -> None:
    assert [text] == [e.text for e in read_episodes(write("x.json", json.dumps([message(content)])), tenant="t")]


@pytest.mark.parametrize("content", [None, "", "  \n", [], [{"type": "image", "source": {}}]])
def test_a_message_without_text_is_no_episode(write: Write, content: Any) -> None:
    items = [message(content, tool_calls=[]), message("After.")]
    assert [("After.", 0)] == [(e.text, e.seq) for e in read_episodes(write("x.json", json.dumps(items)), tenant="t")]


def test_what_a_tool_returned_inside_a_message_is_a_tools_turn(write: Write) -> None:
    content = [
        {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "17 °C"}]},
        {"type": "text", "text": "Nice."},
    ]
    episodes = list(read_episodes(write("x.json", json.dumps([message(content, id="m1")])), tenant="t"))
    assert [("m1", "user", "Nice.", "user_statement"), ("m1/tool", "tool", "17 °C", "tool_result")] == [
        (e.id, e.role, e.text, e.source_kind) for e in episodes
    ]


@pytest.mark.parametrize(
    ("item", "complaint"),
    [
        (message(5), "content is to be text or a list of parts, and it is 5"),
        (message([{"type": "hologram"}]), "a part of the content is of no known type"),
        (message([5]), "a part of the content is of no known type"),
        (message(role="robot"), "role 'robot' is none of user"),
        (message(role=None), "role None is none of user"),
        (message(timestamp="2025-03-02T09:00"), "has no zone"),
        ({"role": "user"}, "no known shape, its fields: role"),
        ("Hello.", "an object is expected, and this is str"),
    ],
)
def test_a_wrong_message_is_named_by_its_line_after_those_before(write: Write, item: Any, complaint: str) -> None:
    episodes = read_episodes(write("x.json", json.dumps([message("One."), item], indent=0)), tenant="t")
    assert "One." == next(episodes).text
    with pytest.raises(Incorrect, match=r"x\.json:7: .*" + complaint):
        next(episodes)


@pytest.mark.parametrize(
    ("cut", "complaint"),
    [
        (
            '[{"role": "user", "content": "One.", "timestamp": 1740906000},\n{"role": "user" "content"',
            r"x\.json:2: not JSON",
        ),
        (
            '[{"role": "user", "content": "One.", "timestamp": 1740906000}\n',
            r"x\.json:2: not JSON: ',' or ']' expected, the end",
        ),
        ('[{"role": "user", "content": "One.", "timestamp": 1740906000},\n]', r"x\.json:2: not JSON: Expecting value"),
        ('[{"role": "user", "content": "One.", "timestamp": 1740906000}]\n\n[]', r"x\.json:3: more text after the end"),
        (
            '[{"role": "user", "content": "One.", "timestamp": 1740906000},\n{"role": "us',
            r"x\.json:2: not JSON: Unterminated",
        ),
        (
            '{"messages": [{"role": "user", "content": "One.", "timestamp": 1740906000}]\n, 5: 6}',
            r"x\.json:2: not JSON: '\"' exp",
        ),
        (
            '{"messages": [{"role": "user", "content": "One.", "timestamp": 1740906000}]\n',
            r"x\.json:2: not JSON: ',' or '}'",
        ),
    ],
)
def test_malformed_json_names_its_line_after_the_messages_before_it(write: Write, cut: str, complaint: str) -> None:
    episodes = read_episodes(write("x.json", cut), tenant="t")
    assert "One." == next(episodes).text
    with pytest.raises(Incorrect, match=complaint):
        list(episodes)


@pytest.mark.parametrize("empty", ["[]", " [ ]\n", '{"messages": []}', '{"messages": [], "id": "x"}'])
def test_an_empty_list_has_no_episodes(write: Write, empty: str) -> None:
    assert [] == list(read_episodes(write("x.json", empty), tenant="t"))


def test_a_list_of_episodes_is_read_as_well(write: Write) -> None:
    items = [{"session": "s", "speaker": "Ruth", "said_at": NINE, "text": "Hi."}]
    assert [("s", "Ruth", "Hi.")] == [
        (e.session, e.speaker, e.text) for e in read_episodes(write("x.json", json.dumps(items)), tenant="t")
    ]


def test_conversations_in_a_list_are_sessions_of_their_own(write: Write) -> None:
    items = [{"messages": [message()]}, {"title": "Trip", "messages": [message()]}, {"messages": [message()]}]
    assert ["x 1", "Trip", "x 3"] == [e.session for e in read_episodes(write("x.json", json.dumps(items)), tenant="t")]


def test_an_object_of_no_known_shape_is_refused(write: Write) -> None:
    with pytest.raises(Incorrect, match=r"x\.json:1: an object of no known shape, its fields: rows"):
        list(read_episodes(write("x.json", '{\n "rows": [1, 2]\n}'), tenant="t"))


def node(name: str, parent: str | None, children: list[str], role: str = "user", **message: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [message.pop("text", name), {"asset": 1}]}
    return {
        "id": name,
        "parent": parent,
        "children": children,
        "message": {"id": name, "author": {"role": role}, "create_time": 1740906000.5, "content": content, **message},
    }


CHATGPT = {
    "title": "Bread",
    "conversation_id": "conv-1",
    "create_time": 1740906000.0,
    "mapping": {
        "root": {"id": "root", "message": None, "parent": None, "children": ["hidden"]},
        "hidden": node("hidden", "root", ["q"], "system", metadata={"is_visually_hidden_from_conversation": True}),
        "q": node("q", "hidden", ["a1", "a2"], text="How long does rye rise?"),
        "a1": node("a1", "q", [], "assistant", text="An hour."),
        "a2": node("a2", "q", [], "assistant", text="Four hours.", create_time=None),
    },
    "current_node": "a2",
}


@pytest.mark.parametrize("export", [CHATGPT, [CHATGPT]])
@pytest.mark.parametrize("indent", [None, 1])
def test_chatgpts_export_gives_the_branch_that_is_shown(write: Write, export: Any, indent: int | None) -> None:
    episodes = list(read_episodes(write("conversations.json", json.dumps(export, indent=indent)), tenant="t"))
    assert [("conv-1", "q", "user", "How long does rye rise?"), ("conv-1", "a2", "assistant", "Four hours.")] == [
        (e.session, e.id, e.role, e.text) for e in episodes
    ]


def test_chatgpts_export_without_a_current_node_follows_the_last_children(write: Write) -> None:
    export = {name: value for name, value in CHATGPT.items() if name != "current_node"}
    assert ["q", "a2"] == [e.id for e in read_episodes(write("c.json", json.dumps(export)), tenant="t")]


def test_a_tree_that_leads_nowhere_is_refused(write: Write) -> None:
    with pytest.raises(Incorrect, match="no way from 'lost' to its root"):
        list(read_episodes(write("c.json", json.dumps({**CHATGPT, "current_node": "lost"})), tenant="t"))


def test_the_log_of_a_coding_agent_gives_its_turns_by_role(write: Write) -> None:
    common = {"sessionId": "s9", "timestamp": NINE}
    returned = [{"type": "tool_result", "tool_use_id": "x", "content": "3 files"}]
    asked = [{"type": "text", "text": "Looking."}, {"type": "tool_use", "id": "x", "name": "ls", "input": {}}]
    records: list[dict[str, Any]] = [
        {"type": "summary", "summary": "Bread", "leafUuid": "u1"},
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": "What is here?"}, **common},
        {"type": "assistant", "uuid": "u2", "message": {"role": "assistant", "content": asked}, **common},
        {"type": "user", "uuid": "u3", "message": {"role": "user", "content": returned}, **common},
        {"type": "user", "uuid": "u4", "isMeta": True, "message": {"role": "user", "content": "<caveat>"}, **common},
        {"type": "user", "uuid": "u5", "isSidechain": True, "message": {"role": "user", "content": "Go."}, **common},
        {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}},
        {"type": "system", "uuid": "u6", "content": "compacted", **common},
    ]
    path = write("log.jsonl", "\n".join(map(json.dumps, records)))
    assert [
        ("s9", "u1", "user", "What is here?"),
        ("s9", "u2", "assistant", "Looking."),
        ("s9", "u3/tool", "tool", "3 files"),
    ] == [(e.session, e.id, e.role, e.text) for e in read_episodes(path, tenant="t")]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.lists(JSON, max_size=5), st.integers(1, 30), st.sampled_from([None, 1]), st.booleans())
def test_json_in_any_chunks_reads_as_the_whole_does(
    values: list[Any], size: int, indent: int | None, ascii: bool
) -> None:
    whole = json.dumps(values, indent=indent, ensure_ascii=ascii)
    text = JsonText("x", iter([whole[at : at + size] for at in range(0, len(whole), size)]))
    assert values == text.value()
    assert "" == text.peek()


def test_a_list_element_by_element_in_chunks_of_one_character() -> None:
    text = JsonText("x", iter('[12, -3.5e2, "a\\u00e9", true, null, {"b": []}]'))
    text.take("[")
    found = []
    while True:
        found.append(text.value())
        if text.take(",]") == "]":
            break
    assert [12, -350.0, "aé", True, None, {"b": []}] == found
