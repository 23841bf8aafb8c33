"""Session logs of Claude Code: one record a line, of which those of type user and assistant are turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.draft import Defaults, Skipped, Turn

__all__ = ["drafts", "fits"]

TURNS = frozenset({"user", "assistant"})
MARKS = frozenset({"sessionId", "leafUuid", "snapshot"})


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is a record of such a log."""
    return isinstance(item.get("type"), str) and bool(MARKS & item.keys() or isinstance(item.get("message"), Mapping))


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The turns of a record; none of summaries and snapshots, of text the program put in, of a sub-agent's dialogue."""
    if reason := _unsaid(item):
        yield Skipped(reason)
        return
    message = item.get("message")
    if not isinstance(message, Mapping) or not messages.fits(message):
        raise Incorrect(f"{where}: a record of type {item['type']!r} has no message with role and content.")
    turn = {
        "role": message["role"],
        "content": message.get("content"),
        "id": item.get("uuid"),
        "session": item.get("sessionId"),
        "timestamp": item.get("timestamp"),
    }
    yield from messages.drafts(turn, where, defaults)


def _unsaid(item: Mapping[str, Any]) -> str | None:
    """Why a record is no turn."""
    if item["type"] not in TURNS:
        return f"a record of type {item['type']}"
    if item.get("isSidechain"):
        return "a sub-agent's dialogue"
    return "put in by the program" if item.get("isMeta") else None
