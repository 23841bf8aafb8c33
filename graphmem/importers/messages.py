"""Messages as chat APIs write them: role and content, a name and a time where they have one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Draft, said
from graphmem.importers.moments import read_moment
from graphmem.model import Role

__all__ = ["drafts", "fits", "role_of", "session_of", "texts", "time_of"]

TIMES = ("said_at", "timestamp", "created_at", "create_time")
SESSIONS = ("session", "session_id", "conversation_id", "thread_id")
ROLES: Mapping[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
    "system": "system",
    "developer": "system",
}
PARTS_WITHOUT_TEXT = frozenset(
    {
        "image",
        "image_url",
        "input_image",
        "audio",
        "input_audio",
        "file",
        "document",
        "tool_use",
        "tool_call",
        "thinking",
        "redacted_thinking",
        "reasoning",
        "video",
    }
)


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is a message: it has a role, and content or calls of tools."""
    return "role" in item and bool({"content", "tool_calls", "function_call"} & item.keys())


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Draft]:
    """The message's text as one turn, what a tool returned in it as another; nothing of a message without text."""
    role, name, spoken = role_of(item["role"], where), item.get("name") or item.get("speaker"), time_of(item, where)
    common = {
        "session": session_of(item),
        "said_at": spoken,
        "source_kind": item.get("source_kind"),
        "tenant": item.get("tenant"),
    }
    text, returned = texts(item.get("content"), where)
    if text.strip():
        yield said(where, text, defaults=defaults, id=_id(item), role=role, speaker=name, **common)
    if returned.strip():
        own_id = f"{_id(item)}/tool" if _id(item) else None
        yield said(where, returned, defaults=defaults, id=own_id, role="tool", **common)


def _id(item: Mapping[str, Any]) -> str | None:
    return item["id"] if isinstance(item.get("id"), str) and item["id"] else None


def role_of(written: Any, where: str) -> Role:
    """The role by any of its names. Raises Incorrect for another."""
    role = ROLES.get(written.lower()) if isinstance(written, str) else None
    if role is None:
        raise Incorrect(f"{where}: role {written!r} is none of {', '.join(ROLES)}.")
    return role


def time_of(item: Mapping[str, Any], where: str) -> datetime | None:
    """When it was said, by the first name of a time that has a value."""
    return next((read_moment(item[name], where) for name in TIMES if item.get(name) is not None), None)


def session_of(item: Mapping[str, Any]) -> str | None:
    """The session by any of its names."""
    return next((item[name] for name in SESSIONS if isinstance(item.get(name), str) and item[name]), None)


def texts(content: Any, where: str) -> tuple[str, str]:
    """What was said and what tools returned; pictures, sound and calls of tools have no text.

    Raises Incorrect for content that is neither text nor a list of parts, and for a part of an unknown type.
    """
    if content is None or isinstance(content, str):
        return content or "", ""
    if not isinstance(content, list):
        raise Incorrect(f"{where}: content is to be text or a list of parts, and it is {content!r:.60}.")
    pairs = [_part(part, where) for part in content]
    said_parts, returned = ([pair[side] for pair in pairs if pair[side]] for side in (0, 1))
    return "\n".join(said_parts), "\n".join(returned)


def _part(part: Any, where: str) -> tuple[str, str]:
    if isinstance(part, str):
        return part, ""
    if isinstance(part, Mapping):
        kind = part.get("type")
        if isinstance(part.get("text"), str) and kind != "tool_result":
            return ("", "") if kind in PARTS_WITHOUT_TEXT else (part["text"], "")
        if kind == "tool_result":
            return "", texts(part.get("content"), where)[0]
        if kind == "refusal" and isinstance(part.get("refusal"), str):
            return part["refusal"], ""
        if kind in PARTS_WITHOUT_TEXT:
            return "", ""
    raise Incorrect(f"{where}: a part of the content is of no known type: {part!r:.80}.")
