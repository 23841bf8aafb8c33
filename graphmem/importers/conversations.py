"""A conversation: messages under one name, as a list of them or as ChatGPT's export of a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.draft import Defaults, Draft, said

__all__ = ["defaults_of", "drafts", "fits", "is_one"]

NAMES = ("id", "title", "name")


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is a conversation: it has messages, or a mapping of them."""
    return isinstance(item.get("messages"), list) or isinstance(item.get("mapping"), Mapping)


def is_one(value: Any) -> bool:
    """Whether any value is a conversation."""
    return isinstance(value, Mapping) and fits(value)


def defaults_of(item: Mapping[str, Any], where: str, defaults: Defaults) -> Defaults:
    """The session and start that a conversation gives its messages, else those around it."""
    named = next((item[name] for name in NAMES if isinstance(item.get(name), str) and item[name]), None)
    session = messages.session_of(item) or named or defaults.session
    return replace(defaults, session=session, said_at=messages.time_of(item, where) or defaults.said_at)


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Draft]:
    """The turns of the conversation, of a tree those of the branch that is shown."""
    around = defaults_of(item, where, defaults)
    if "mapping" in item:
        yield from _branch(item, where, around)
        return
    for message in item["messages"]:
        if not isinstance(message, Mapping) or not messages.fits(message):
            raise Incorrect(f"{where}: one of the messages has no role and content: {message!r:.80}.")
        yield from messages.drafts(message, where, around)


def _branch(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Draft]:
    for node in _shown(item, where):
        message = node.get("message")
        if isinstance(message, Mapping) and not (message.get("metadata") or {}).get(
            "is_visually_hidden_from_conversation"
        ):
            yield from _exported(message, where, defaults)


def _exported(message: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Draft]:
    author, content = message.get("author") or {}, message.get("content") or {}
    parts = content.get("parts") or [content.get("text")]
    text = "\n".join(part for part in parts if isinstance(part, str) and part)
    if text.strip():
        yield said(
            where,
            text,
            defaults=defaults,
            id=message.get("id"),
            role=messages.role_of(author.get("role"), where),
            speaker=author.get("name"),
            said_at=messages.time_of(message, where),
        )


def _shown(item: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
    """The nodes from the root to the one shown last; without a note of that one, to the last child everywhere."""
    nodes: Mapping[str, Mapping[str, Any]] = item["mapping"]
    place = item.get("current_node") or _last(nodes)
    branch: list[Mapping[str, Any]] = []
    while place is not None:
        node = nodes.get(place)
        if node is None or len(branch) > len(nodes):
            raise Incorrect(
                f"{where}: the conversation's mapping has no way from {item.get('current_node')!r} to its root."
            )
        branch.append(node)
        place = node.get("parent")
    return branch[::-1]


def _last(nodes: Mapping[str, Mapping[str, Any]]) -> str | None:
    place = next((name for name, node in nodes.items() if node.get("parent") is None), None)
    for _ in nodes:
        children = nodes.get(place, {}).get("children") if place is not None else None
        if not children:
            break
        place = children[-1]
    return place
