"""Exports of Claude and ChatGPT.

Claude: https://support.claude.com/en/articles/9450526-how-can-i-export-my-claude-data tells how to get it; the fields
(chat_messages, sender, content, attachments) are those that its conversations.json has, as described at
https://github.com/Sinity/polylogue (docs/providers/claude-ai.md). ChatGPT: https://help.openai.com/en/articles/7260999;
the tree in conversations.json (mapping, parent, children, current_node) is taken apart at
https://community.openai.com/t/decoding-exported-data-by-parsing-conversations-json-and-or-chat-html/403144.
"""

# ruff: noqa: E501 - lines as the format writes them

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.errors import Incorrect

from .reading import read, told, written, zipped

Write = Callable[[str, str | bytes], Path]
ACCOUNT = "6a1c"
ROOT = "00000000-0000-4000-8000-000000000000"


def message(number: int, sender: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "uuid": f"m{number}", "text": text, "content": [{"type": "text", "text": text, "citations": []}],
        "sender": sender, "created_at": f"2025-05-01T08:0{number}:00.000000Z", "attachments": [], "files": [], **more,
    }  # fmt: skip


CLAUDE: dict[str, Any] = {
    "uuid": "c-1", "name": "Kitchen", "summary": "", "created_at": "2025-05-01T08:00:00Z", "account": {"uuid": ACCOUNT},
    "chat_messages": [
        message(0, "human", "I repaint the kitchen in May.", attachments=[{"file_name": "plan.txt", "extracted_content": "x"}]),
        message(1, "assistant", "What colour?", content=[
            {"type": "thinking", "thinking": "A colour is missing."},
            {"type": "tool_use", "name": "search", "input": {}},
            {"type": "tool_result", "content": [{"type": "text", "text": "Paint is sold by the litre."}]},
            {"type": "text", "text": "What colour?"},
            {"type": "token_budget"},
        ]),
        message(2, "human", "", content=[]),
    ],
}  # fmt: skip
USERS = [{"uuid": ACCOUNT, "full_name": "Signe Dahl", "email_address": "signe@example.org"}]
SAID = [
    ("Signe Dahl", "I repaint the kitchen in May."),
    ("assistant", "What colour?"),
    ("tool", "Paint is sold by the litre."),
]


def test_a_claude_export_is_read_from_its_zip_with_the_name_of_its_owner(tmp_path: Path) -> None:
    path = zipped(tmp_path / "data.zip", {"users.json": USERS, "conversations.json": [CLAUDE], "projects.json": []})
    episodes, found = read(path)
    assert SAID == [(one.speaker or one.role, one.text) for one in episodes]
    assert {("c-1",)} == {(one.session,) for one in episodes}
    assert {
        "a model's thoughts": 1, "a tool call": 1, "a part of type token_budget": 1, "an attachment (attachment)": 1,
        "a message without text": 1,
    } == found.left_out  # fmt: skip
    assert ("export", "it holds conversations.json, as the exports of ChatGPT and Claude do") == (
        found.format, found.reason,
    )  # fmt: skip


def test_a_claude_export_is_read_as_a_folder_a_list_and_one_conversation(tmp_path: Path) -> None:
    folder = written(tmp_path / "export", {"users.json": USERS, "conversations.json": [CLAUDE]})
    assert SAID == told(folder)
    unnamed = [("user", SAID[0][1]), *SAID[1:]]
    for name, content in (("a.json", [CLAUDE]), ("b.json", CLAUDE), ("c.json", json.dumps(CLAUDE, indent=1))):
        assert unnamed == told(written(tmp_path, {name: content}) / name)


def test_of_a_claude_conversation_that_was_edited_the_last_branch_is_read(tmp_path: Path) -> None:
    asked = [
        message(0, "human", "I live in Oslo.", parent_message_uuid=ROOT),
        message(1, "assistant", "Nice.", parent_message_uuid="m0"),
        message(2, "human", "I live in Bergen.", parent_message_uuid=ROOT),
        message(3, "assistant", "Rainy.", parent_message_uuid="m2"),
    ]
    path = written(tmp_path, {"c.json": {**CLAUDE, "chat_messages": asked}}) / "c.json"
    _, found = read(path)
    assert [("user", "I live in Bergen."), ("assistant", "Rainy.")] == told(path)
    assert {"of another branch": 2} == found.left_out
    path = (
        written(tmp_path, {"d.json": {**CLAUDE, "chat_messages": asked, "current_leaf_message_uuid": "m1"}}) / "d.json"
    )
    assert [("user", "I live in Oslo."), ("assistant", "Nice.")] == told(path)


def node(name: str, parent: str | None, children: list[str], role: str = "user", **more: Any) -> dict[str, Any]:
    content = more.pop("content", {"content_type": "text", "parts": [more.pop("text", name)]})
    own = {"id": name, "author": {"role": role}, "create_time": 1_746_086_400.0, "content": content, "metadata": {}}
    return {"id": name, "parent": parent, "children": children, "message": {**own, **more}}


CHATGPT: dict[str, Any] = {
    "title": "Trip", "create_time": 1_746_086_400.0, "current_node": "voice", "conversation_id": "g-1",
    "mapping": {
        "root": {"id": "root", "parent": None, "children": ["sys"], "message": None},
        "sys": node("sys", "root", ["me", "old"], "system", text="", metadata={"is_visually_hidden_from_conversation": True}),
        "old": node("old", "sys", [], text="I fly to Rome."),
        "me": node("me", "sys", ["think"], text="I fly to Turin."),
        "think": node("think", "me", ["call"], "assistant", content={"content_type": "thoughts", "thoughts": []}),
        "call": node("call", "think", ["page"], "assistant", recipient="browser", content={"content_type": "code", "text": "open()"}),
        "page": node("page", "call", ["answer"], "tool", content={"content_type": "tether_quote", "text": "Turin: 16 degrees."}),
        "answer": node("answer", "page", ["voice"], "assistant", text="Bring a jacket.", recipient="all"),
        "voice": node("voice", "answer", [], content={"content_type": "multimodal_text", "parts": [
            {"content_type": "audio_transcription", "text": "I travel with Ada."},
            {"content_type": "image_asset_pointer", "asset_pointer": "file-service://f"},
        ]}),
    },
}  # fmt: skip


def test_of_a_chatgpt_export_the_branch_that_is_shown_is_read(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "gpt.zip", {"conversations.json": [CHATGPT], "chat.html": "<html>", "user.json": {"id": "u"}}
    )
    episodes, found = read(path)
    assert [
        ("user", "I fly to Turin."), ("tool", "Turin: 16 degrees."), ("assistant", "Bring a jacket."),
        ("user", "I travel with Ada."),
    ] == [(one.speaker or one.role, one.text) for one in episodes]  # fmt: skip
    assert {
        "of another branch": 1, "hidden from the conversation": 1, "not said in the conversation (thoughts)": 1,
        "a tool call": 1, "an attachment (image_asset_pointer)": 1,
    } == found.left_out  # fmt: skip
    assert {"g-1"} == {one.session for one in episodes}


def test_a_large_chatgpt_export_in_several_files_is_read_in_their_order(tmp_path: Path) -> None:
    second = {**CHATGPT, "conversation_id": "g-2"}
    files = {"export/conversations-000.json": [CHATGPT], "export/conversations-001.json": [second]}
    path = zipped(tmp_path / "gpt.zip", files)
    episodes, found = read(path)
    assert ["g-1"] * 4 + ["g-2"] * 4 == [one.session for one in episodes]
    assert found.bytes_read == found.bytes_total == sum(len(json.dumps(content)) for content in files.values())


def test_a_zip_may_be_an_open_file_and_not_a_pipe(tmp_path: Path) -> None:
    path = zipped(tmp_path / "data.zip", {"users.json": USERS, "conversations.json": [CLAUDE]})
    with path.open("rb") as file:
        assert SAID == told(file)

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    with pytest.raises(Incorrect, match="a zip cannot be read as it comes"):
        told(Pipe(path.read_bytes()))


def test_a_zip_that_is_cut_or_broken_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = zipped(tmp_path / "data.zip", {"conversations.json": [CLAUDE] * 50})
    whole = path.read_bytes()
    path.write_bytes(whole[:200])
    with pytest.raises(Incorrect, match="begins as a zip and is none"):
        told(path)
    path.write_bytes(whole[:150] + bytes(80) + whole[230:])
    with pytest.raises(Incorrect, match=r"the zip is broken there|not JSON|not UTF-8"):
        told(path)


ENCRYPTED = base64.b64decode(  # hut.txt with "[2025-03-02T09:00:00Z] Ida: Hi.", by `zip --encrypt`
    "UEsDBAoACQAAAAZgfl32mwvKKwAAAB8AAAAHAAAAaHV0LnR4dKm57T6p6OfiTY8JHc3+ZIkT1vfOThEz41/rVYsl9CMnQQMKPraF"
    "1frv6BJQSwcI9psLyisAAAAfAAAAUEsBAh4DCgAJAAAABmB+XfabC8orAAAAHwAAAAcAAAAAAAAAAQAAAKSBAAAAAGh1dC50eHRQ"
    "SwUGAAAAAAEAAQA1AAAAYAAAAAAA"
)


def test_an_encrypted_zip_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "hut.zip"
    path.write_bytes(ENCRYPTED)
    for source in (path, io.BytesIO(ENCRYPTED)):
        with pytest.raises(Incorrect, match=r"the zip is encrypted\. Unpack it with its password"):
            told(source)


def test_a_zip_packed_in_an_unknown_way_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = zipped(tmp_path / "hut.zip", {"hut.txt": "[2025-03-02T09:00:00Z] Ida: Hi."})
    whole = path.read_bytes()
    deflate, deflate64 = b"\x08\x00", b"\x09\x00"  # as Windows packs files of more than 2 GB
    for start, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = whole.index(start) + place
        assert deflate == whole[at : at + 2]
        whole = whole[:at] + deflate64 + whole[at + 2 :]
    path.write_bytes(whole)
    with pytest.raises(Incorrect, match=r"is packed in an unknown way .*Unpack it, and name its folder"):
        told(path)


@given(st.lists(st.tuples(st.integers(4), st.integers(0, 255)), min_size=1, max_size=4))
@example([(-6, 255)])  # the list begins before the file does
@example([(-22 - 46 - len("hut.txt") + 6, 255)])  # a version that does not exist
def test_a_zip_with_any_bytes_changed_is_read_or_refused(changes: list[tuple[int, int]]) -> None:
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("hut.txt", "[2025-03-02T09:00:00Z] Ida: Hi, the hut, the hut, the hut.")
        raw = bytearray(file.getvalue())
    for place, byte in changes:
        raw[place % len(raw)] = byte
    with suppress(Incorrect):
        told(io.BytesIO(bytes(raw)))


def test_a_zip_of_something_else_says_what_is_in_it(tmp_path: Path) -> None:
    path = zipped(tmp_path / "z.zip", {"one.txt": "Ida: Hi", "two.txt": "Ida: Ho", "three.png": b"x"})
    with pytest.raises(Incorrect, match=r"it holds 3 files: one.txt, two.txt\. Name them one by one\. Known are:"):
        told(path)
    with pytest.raises(Incorrect, match="is not of format 'jsonl'; it holds 3 files"):
        told(path, format="jsonl")
    with pytest.raises(Incorrect, match=r"holds no conversations\.json"):
        told(written(tmp_path, {"a.txt": "Ida: Hi"}) / "a.txt", format="export")
