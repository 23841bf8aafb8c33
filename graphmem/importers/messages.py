"""Messages as chat APIs write them: role and content, a name and a time where they have one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Skipped, Turn, said
from graphmem.importers.moments import read_moment
from graphmem.model import Role

__all__ = ["Parts", "drafts", "fits", "parts_of", "role_of", "session_of", "time_of"]

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
CALLS = frozenset({"tool_use", "tool_call", "function_call", "server_tool_use", "mcp_tool_use"})
RESULTS = frozenset(
    {
        "tool_result",
        "mcp_tool_result",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result",
    }
)
THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning"})
ATTACHMENTS = frozenset(
    {
        "audio",
        "container_upload",
        "document",
        "file",
        "image",
        "image_url",
        "input_audio",
        "input_file",
        "input_image",
        "media",
        "search_result",
        "video",
    }
)
NO_TEXT = "a message without text"


@dataclass(slots=True)
class Parts:
    """The content of a message: what was said, what tools returned, and of what kinds the rest is."""

    said: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What was said."""
        return "\n".join(self.said)

    @property
    def result(self) -> str:
        """What tools returned."""
        return "\n".join(self.returned)


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is a message: it has a role, and content or calls of tools."""
    return "role" in item and bool({"content", "tool_calls", "function_call"} & item.keys())


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The message's text as one turn, what a tool returned in it as another; what else it holds is left out."""
    role, name = role_of(item["role"], where), item.get("name") or item.get("speaker")
    common = {
        "session": session_of(item),
        "said_at": time_of(item, where),
        "source_kind": item.get("source_kind"),
        "tenant": item.get("tenant"),
    }
    parts = parts_of(item.get("content"), where)
    left_out = [*parts.left_out, *(["a tool call"] * _calls(item))]
    yield from map(Skipped, left_out)
    if parts.text.strip():
        yield said(where, parts.text, defaults=defaults, id=_id(item), role=role, speaker=name, **common)
    if parts.result.strip():
        own_id = f"{_id(item)}/tool" if _id(item) else None
        yield said(where, parts.result, defaults=defaults, id=own_id, role="tool", **common)
    if not (left_out or parts.text.strip() or parts.result.strip()):
        yield Skipped(NO_TEXT)


def _calls(item: Mapping[str, Any]) -> int:
    """How many calls of tools stand beside the content."""
    listed = item.get("tool_calls")
    return (len(listed) if isinstance(listed, list) else 0) + bool(item.get("function_call"))


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


def parts_of(content: Any, where: str, *, strict: bool = True) -> Parts:
    """What was said and what tools returned; pictures, sound, thoughts and calls of tools are left out.

    Raises Incorrect for content that is neither text nor a list of parts, and for a part of an unknown type; if not
    `strict`, one without text is left out: exports bring new ones, and a year of talk is not refused for one of them.
    """
    parts = Parts()
    if content is None or isinstance(content, str):
        parts.said += [content] if content else []
        return parts
    if not isinstance(content, list):
        raise Incorrect(f"{where}: content is to be text or a list of parts, and it is {content!r:.60}.")
    for part in content:
        if not _sorted_in(parts, part, where):
            if strict or not isinstance(part, Mapping):
                raise Incorrect(f"{where}: a part of the content is of no known type: {part!r:.80}.")
            parts.left_out.append(f"a part of type {part.get('type')}")
    return parts


def _sorted_in(parts: Parts, part: Any, where: str) -> bool:
    """Puts a part where it belongs; whether its type is known."""
    if isinstance(part, str):
        part = {"text": part}
    if not isinstance(part, Mapping):
        return False
    kind = part.get("type") if isinstance(part.get("type"), str) else None
    if kind in RESULTS:
        _result(parts, part, where)
    elif reason := _wordless(kind):
        parts.left_out.append(reason)
    elif isinstance(spoken := part.get("refusal" if kind == "refusal" else "text"), str):
        parts.said += [spoken] if spoken else []
    else:
        return False
    return True


def _wordless(kind: str | None) -> str | None:
    """Why a part of this type has no words of the conversation."""
    if kind in CALLS:
        return "a tool call"
    if kind in THOUGHTS:
        return "a model's thoughts"
    return f"an attachment ({kind})" if kind in ATTACHMENTS else None


def _result(parts: Parts, part: Mapping[str, Any], where: str) -> None:
    """What a tool returned: its text, if that is how it is written."""
    content = part.get("content")
    if isinstance(content, str | list):
        inner = parts_of(content, where, strict=False)
        parts.returned += inner.said
        parts.left_out += inner.left_out
    elif content is not None:
        parts.left_out.append("a tool's result without text")
