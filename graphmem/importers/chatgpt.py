"""ChatGPT's export: a conversation as a tree of messages, of which one branch is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.conversations import defaults_of
from graphmem.importers.draft import Defaults, Draft, said

__all__ = ["drafts", "fits"]


class _Author(BaseModel):
    role: str
    name: str | None = None


class _Content(BaseModel):
    parts: list[Any] | None = None
    text: str | None = None


class _Message(BaseModel):
    id: str | None = None
    author: _Author
    content: _Content
    create_time: Any = None
    metadata: dict[str, Any] | None = None


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


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Draft]:
    """The turns of the branch that is shown. Raises Incorrect for a tree that is not one."""
    try:
        export = _Export.model_validate(item)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise Incorrect(f"{where}: not ChatGPT's export: {place}: {first['msg']}. Export it anew.") from None
    around = defaults_of(item, where, defaults)
    for node in _shown(export, where):
        if node.message and not (node.message.metadata or {}).get("is_visually_hidden_from_conversation"):
            yield from _turn(node.message, where, around)


def _turn(message: _Message, where: str, defaults: Defaults) -> Iterator[Draft]:
    parts = message.content.parts or [message.content.text]
    text = "\n".join(part for part in parts if isinstance(part, str) and part)
    if text.strip():
        yield said(
            where,
            text,
            defaults=defaults,
            id=message.id,
            role=messages.role_of(message.author.role, where),
            speaker=message.author.name,
            said_at=messages.time_of({"create_time": message.create_time}, where),
        )


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
