"""The shapes of object that hold turns, told apart by their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import (
    chatgpt,
    claude,
    claude_code,
    conversations,
    episodes,
    langchain,
    messages,
    responses,
)
from graphmem.importers.draft import Defaults, Turn

__all__ = ["SHAPES", "Shape", "drafts_of", "is_conversation"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of object: what it is, how it is recognised, how it is read."""

    name: str
    fits: Callable[[Mapping[str, Any]], bool]
    drafts: Callable[[Mapping[str, Any], str, Defaults], Iterator[Turn]]


SHAPES = (
    Shape("a Claude Code record (type, sessionId, message)", claude_code.fits, claude_code.drafts),
    Shape("ChatGPT's export (mapping)", chatgpt.fits, chatgpt.drafts),
    Shape("Claude's export (chat_messages)", claude.fits, claude.drafts),
    Shape("an answer of OpenAI's API (object, choices or output)", responses.is_answer, responses.drafts_of_answer),
    Shape("a conversation (messages)", conversations.fits, conversations.drafts),
    Shape("a LangChain message (type, data or kwargs)", langchain.fits, langchain.drafts),
    Shape("an item of OpenAI's Responses API (type)", responses.fits, responses.drafts),
    Shape("an episode (text, said_at)", episodes.fits, episodes.drafts),
    Shape("a message (role, content)", messages.fits, messages.drafts),
)


def is_conversation(item: Any) -> bool:
    """Whether an object holds a session of its own."""
    return isinstance(item, Mapping) and any(shape(item) for shape in (chatgpt.fits, claude.fits, conversations.fits))


def drafts_of(item: Any, where: str, defaults: Defaults) -> Iterator[Turn]:
    """The turns of an object of any known shape. Raises Incorrect for another."""
    if not isinstance(item, Mapping):
        raise Incorrect(f"{where}: an object is expected, and this is {type(item).__name__}: {item!r:.60}.")
    for shape in SHAPES:
        if shape.fits(item):
            return shape.drafts(item, where, defaults)
    fields = ", ".join(map(str, item)) or "none"
    known = "; ".join(shape.name for shape in SHAPES)
    raise Incorrect(f"{where}: an object of no known shape, its fields: {fields:.120}. Known: {known}.")
