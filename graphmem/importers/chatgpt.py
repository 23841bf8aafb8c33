"""ChatGPT's export: a conversation as a tree of messages, of which one branch is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.conversations import defaults_of
from graphmem.importers.draft import Defaults, Skipped, Turn, said

__all__ = ["drafts", "fits"]

NOT_SAID = frozenset({"user_editable_context", "model_editable_context", "thoughts", "reasoning_recap"})


class _Author(BaseModel):
    role: str
    name: str | None = None


class _Content(BaseModel):
    content_type: str = "text"
    parts: list[Any] | None = None
    text: str | None = None


class _Message(BaseModel):
    id: str | None = None
    author: _Author
    content: _Content
    create_time: Any = None
    metadata: dict[str, Any] | None = None
    recipient: str | None = None


class _Node(BaseModel):
    parent: str | None = None
    children: list[str] = Field(default_factory=list)
    message: _Message | None = None


class _Export(BaseModel):
    mapping: dict[str, _Node]
    current_node: str | None = None


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is such a conversation."""
    return isinstance(item.get("mapping"), Mapping)


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The turns of the branch that is shown. Raises Incorrect for a tree that is not one."""
    try:
        export = _Export.model_validate(item)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise Incorrect(f"{where}: not ChatGPT's export: {place}: {first['msg']}. Export it anew.") from None
    around, shown = defaults_of(item, where, defaults), _shown(export, where)
    others = [node for node in export.mapping.values() if node.message and not any(node is one for one in shown)]
    yield from (Skipped("of another branch") for _ in others)
    for node in shown:
        if node.message:
            yield from _turns(node.message, where, around)


def _turns(message: _Message, where: str, defaults: Defaults) -> Iterator[Turn]:
    if reason := _unsaid(message):
        yield Skipped(reason)
        return
    text, attached = _text(message.content)
    yield from (Skipped(f"an attachment ({kind})") for kind in attached)
    if text.strip():
        role = messages.role_of(message.author.role, where)
        yield said(
            where,
            text,
            defaults=defaults,
            id=message.id,
            role=role,
            speaker=message.author.name or (defaults.speakers.get("") if role == "user" else None),
            said_at=messages.time_of({"create_time": message.create_time}, where),
        )
    elif not attached:
        yield Skipped(messages.NO_TEXT)


def _unsaid(message: _Message) -> str | None:
    """Why a message is no turn of the conversation."""
    if (message.metadata or {}).get("is_visually_hidden_from_conversation"):
        return "hidden from the conversation"
    if message.content.content_type in NOT_SAID:
        return f"not said in the conversation ({message.content.content_type})"
    calls = message.author.role == "assistant" and message.recipient not in {None, "all"}
    return "a tool call" if calls else None


def _text(content: _Content) -> tuple[str, list[str]]:
    """What was said or, aloud, transcribed; and of what kinds the other parts are."""
    texts, attached = list[str](), list[str]()
    for part in content.parts or [content.text]:
        words = part.get("text") if isinstance(part, Mapping) else part
        if isinstance(words, str):
            texts += [words] if words else []
        elif isinstance(part, Mapping):
            attached.append(str(part.get("content_type", "file")))
    return "\n".join(texts), attached


def _shown(export: _Export, where: str) -> list[_Node]:
    """The nodes from the root to the one shown last; without a note of that one, to the last child everywhere."""
    place = export.current_node or _last(export.mapping)
    branch: list[_Node] = []
    while place is not None:
        node = export.mapping.get(place)
        if node is None or len(branch) > len(export.mapping):
            raise Incorrect(f"{where}: the mapping has no way from {export.current_node or place!r} to its root.")
        branch.append(node)
        place = node.parent
    return branch[::-1]


def _last(nodes: Mapping[str, _Node]) -> str | None:
    place = next((name for name, node in nodes.items() if node.parent is None), None)
    for _ in nodes:
        node = nodes.get(place) if place is not None else None
        if node is None or not node.children:
            break
        place = node.children[-1]
    return place
