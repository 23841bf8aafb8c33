"""Messages of LangChain: as `messages_to_dict`, `dumpd` and `model_dump` write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.draft import Defaults, Skipped, Turn

__all__ = ["drafts", "fits"]

KINDS = frozenset({"human", "ai", "system", "tool", "function", "chat", "remove", "developer"})
CHUNK = "MessageChunk"
MESSAGE = "Message"


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is one of its messages."""
    return _kind(item) is not None


def _kind(item: Mapping[str, Any]) -> str | None:
    """What kind of message it is: "human" of HumanMessage, HumanMessageChunk and type "human"; None of others."""
    path = item.get("id") if item.get("type") == "constructor" else None
    name = path[-1] if isinstance(path, list) and path else item.get("type")
    if not isinstance(name, str) or "role" in item:
        return None
    short = name.removesuffix(CHUNK).removesuffix(MESSAGE).lower()
    holds = {"data", "kwargs", "content"} & item.keys()
    return short if short in KINDS and holds and isinstance(_fields(item), Mapping) else None


def _fields(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where the content stands: under "data", under "kwargs", or in the object itself."""
    fields: Mapping[str, Any] = item.get("data", item.get("kwargs", item))
    return fields


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The message's turns. Raises Incorrect for a message without content."""
    kind, fields = _kind(item), _fields(item)
    if kind == "remove":
        yield Skipped("a message that removes another")
        return
    if "content" not in fields:
        raise Incorrect(f"{where}: a LangChain message without content: {item!r:.80}. Write it with messages_to_dict.")
    role = fields.get("role", "user") if kind == "chat" else kind
    told = {name: fields.get(name) for name in ("content", "id", "name", "tool_calls")}
    yield from messages.drafts({**told, "role": role, "timestamp": _time(fields)}, where, defaults)


def _time(fields: Mapping[str, Any]) -> Any:
    """When it was said; LangChain has no field for that, and programs put it into one of these."""
    for place in ("additional_kwargs", "response_metadata"):
        extra = fields.get(place)
        times = [extra.get(name) for name in messages.TIMES] if isinstance(extra, Mapping) else []
        if found := next((time for time in times if time is not None), None):
            return found
    return None
