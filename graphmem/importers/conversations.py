"""A conversation: a list of messages under one name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.draft import Defaults, Turn

__all__ = ["defaults_of", "drafts", "fits", "told"]

NAMES = ("id", "title", "name")


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is a conversation."""
    return isinstance(item.get("messages"), list)


def defaults_of(item: Mapping[str, Any], where: str, defaults: Defaults) -> Defaults:
    """The session and start that a conversation gives its messages, else those around it."""
    named = next((item[name] for name in NAMES if isinstance(item.get(name), str) and item[name]), None)
    session = messages.session_of(item) or named or defaults.session
    return replace(defaults, session=session, said_at=messages.time_of(item, where) or defaults.said_at)


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The turns of its messages, a request's system prompt first. Raises Incorrect for one that is none."""
    around = defaults_of(item, where, defaults)
    if item.get("system"):
        yield from told({"role": "system", "content": item["system"]}, where, around)
    for message in item["messages"]:
        yield from told(message, where, around)


def told(message: Any, where: str, around: Defaults) -> Iterator[Turn]:
    """The turns of one message of several. Raises Incorrect for what is none."""
    if not isinstance(message, Mapping) or not messages.fits(message):
        raise Incorrect(f"{where}: one of the messages has no role and content: {message!r:.80}.")
    yield from messages.drafts(message, where, around)
