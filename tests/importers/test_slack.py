"""Slack's export.

How it is laid out: https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports. Messages, their subtypes
and their marks: https://api.slack.com/events/message and https://api.slack.com/reference/surfaces/formatting.
"""

# ruff: noqa: E501 - lines as the format writes them

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect

from .reading import read, told, written, zipped

USERS: list[dict[str, Any]] = [
    {"id": "U1", "name": "mira", "real_name": "Mira Solberg", "tz": "Europe/Oslo", "tz_offset": 3600, "profile": {}},
    {"id": "U2", "name": "jun", "profile": {"real_name": "Jun Ito"}, "tz": "Nowhere/At_All", "tz_offset": 32_400},
    {"id": "U3", "name": "deploys", "is_bot": True, "profile": {"real_name": "Deploys"}},
]
MONDAY = [
    {"type": "message", "subtype": "channel_join", "user": "U1", "text": "<@U1> has joined the channel", "ts": "1741593600.000100"},
    {"type": "message", "user": "U1", "text": "<@U2> moves to <#C2|ops> &amp; keeps <https://example.org/plan|the plan>", "ts": "1741593660.000200", "edited": {"user": "U1", "ts": "1741593700.000000"}},
    {"type": "message", "user": "U2", "text": "I start there on Friday.", "ts": "1741593720.000300", "thread_ts": "1741593720.000300", "reply_count": 1},
    {"type": "message", "user": "U2", "text": "This message was deleted.", "subtype": "tombstone", "ts": "1741593730.000000"},
    {"type": "message", "user": "U1", "text": "", "files": [{"id": "F1"}], "ts": "1741593740.000000", "upload": True},
]  # fmt: skip
TUESDAY = [
    {"type": "message", "user": "U1", "text": "Congratulations!", "ts": "1741680060.000400", "thread_ts": "1741593720.000300", "parent_user_id": "U2"},
    {"type": "message", "subtype": "bot_message", "bot_id": "B1", "username": "Builds", "text": "Build 7 passed", "ts": "1741680120.000000"},
    {"type": "message", "user": "U3", "text": "Deployed <!here>", "ts": "1741680180.000000"},
    {"type": "message", "user": "W9", "text": "Hello from outside", "user_profile": {"real_name": "Ana Reis"}, "ts": "1741680240.000000"},
]  # fmt: skip
FILES = {
    "users.json": USERS, "channels.json": [{"id": "C1", "name": "general"}],
    "general/2025-03-10.json": MONDAY, "general/2025-03-11.json": TUESDAY,
    "general/canvas_in_the_conversation.json": [],
}  # fmt: skip
SAID = [
    ("Mira Solberg", "Jun Ito moves to #ops & keeps the plan"),
    ("Jun Ito", "I start there on Friday."),
    ("Mira Solberg", "Congratulations!"),
    ("Builds", "Build 7 passed"),
    ("Deploys", "Deployed @here"),
    ("Ana Reis", "Hello from outside"),
]


def test_an_export_is_read_from_its_folder_and_its_zip(tmp_path: Path) -> None:
    folder = written(tmp_path / "slack", FILES)
    packed = zipped(tmp_path / "slack.zip", FILES)
    inside = zipped(tmp_path / "mac.zip", {f"My export/{name}": content for name, content in FILES.items()})
    grid = {"org_users.json" if name == "users.json" else name: content for name, content in FILES.items()}
    of_a_grid = zipped(tmp_path / "grid.zip", grid)
    assert SAID == told(folder) == told(packed) == told(inside) == told(of_a_grid)
    _, found = read(packed)
    assert ("slack", "it holds users.json and days of channels (general/2025-03-10.json), as Slack's export does") == (
        found.format, found.reason,
    )  # fmt: skip
    assert {
        "a line of Slack's own (channel_join)": 1, "a deleted message": 1, "an attachment (file)": 1,
    } == found.left_out  # fmt: skip
    assert found.bytes_read == found.bytes_total


def test_a_thread_is_a_session_of_its_own_with_the_message_it_hangs_on(tmp_path: Path) -> None:
    episodes, _ = read(zipped(tmp_path / "slack.zip", FILES))
    thread = [(one.session, one.seq, one.text) for one in episodes if "/" in one.session]
    assert [
        ("general/1741593720.000300", 0, "I start there on Friday."),
        ("general/1741593720.000300", 1, "Congratulations!"),
    ] == thread
    assert {"general"} == {one.session for one in episodes} - {"general/1741593720.000300"}


def test_each_writes_in_the_zone_of_their_own_and_bots_are_no_users(tmp_path: Path) -> None:
    episodes, _ = read(zipped(tmp_path / "slack.zip", FILES))
    assert ["+01:00", "+09:00", "+01:00", "+00:00", "+00:00", "+00:00"] == [
        one.said_at.isoformat()[-6:] for one in episodes
    ]
    assert ["user", "user", "user", "assistant", "assistant", "user"] == [one.role for one in episodes]
    assert 200 == episodes[0].said_at.microsecond


def test_a_broken_export_says_where(tmp_path: Path) -> None:
    for name, files, what in (
        ("a", {**FILES, "general/2025-03-10.json": [{"text": "x"}]}, r"2025-03-10\.json:1: a message without ts"),
        ("b", {**FILES, "users.json": [{"name": "x"}]}, r"users\.json:1: a member without an id"),
        (
            "c",
            {**FILES, "general/2025-03-10.json": [{"type": "message", "text": "x", "ts": "soon"}]},
            "no time of Slack",
        ),
    ):
        with pytest.raises(Incorrect, match=what):
            told(written(tmp_path / name, files))
    with pytest.raises(Incorrect, match=r"holds no users\.json with days of channels"):
        told(written(tmp_path, {"x.txt": "Ida: Hi"}) / "x.txt", format="slack")
