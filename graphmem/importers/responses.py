"""Items of OpenAI's Responses API that are no messages, and whole answers of its chat API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphmem.importers import messages
from graphmem.importers.conversations import told
from graphmem.importers.draft import Defaults, Skipped, Turn, said

__all__ = ["drafts", "drafts_of_answer", "fits", "is_answer"]

OUTPUT = "_output"
CALL = "_call"


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is such an item: a call of a tool, what it returned, a model's thoughts."""
    kind = item.get("type")
    return isinstance(kind, str) and (kind == "reasoning" or kind.endswith((CALL, CALL + OUTPUT)))


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """What a tool returned, as a turn."""
    kind, output = str(item["type"]), item.get("output")
    if kind.endswith(OUTPUT) and isinstance(output, str | list):
        parts = messages.parts_of(output, where, strict=False)
        yield from map(Skipped, parts.left_out)
        if parts.text.strip():
            moment = messages.time_of(item, where)
            yield said(where, parts.text, defaults=defaults, role="tool", said_at=moment)
    else:
        yield Skipped("a model's thoughts" if kind == "reasoning" else "a tool call")


def is_answer(item: Mapping[str, Any]) -> bool:
    """Whether an object is a whole answer: choices of the chat API, output items of the Responses API."""
    return item.get("object") in {"chat.completion", "response"} and any(
        isinstance(item.get(name), list) for name in ("choices", "output")
    )


def drafts_of_answer(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The first choice, or the output in its order, said when the answer was made."""
    times = {"create_time": item.get("created") or item.get("created_at")}
    around = replace(defaults, said_at=messages.time_of(times, where) or defaults.said_at)
    choices, output = item.get("choices") or [], item.get("output") or []
    spoken = [choice.get("message") for choice in choices[:1] if isinstance(choice, Mapping)] or output
    for message in spoken:
        own = message if isinstance(message, Mapping) and fits(message) else None
        yield from drafts(own, where, around) if own else told(message, where, around)
    yield from (Skipped("another choice of the answer") for _ in choices[1:])
