"""Which format a file is in, told by how it begins; the reason is part of the answer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from graphmem.errors import Incorrect
from graphmem.importers.plain import is_turn
from graphmem.importers.source import Source

__all__ = ["FORMATS", "Format", "detect"]

FORMATS = {
    "jsonl": 'JSON Lines, one object a line: {"session", "speaker", "role", "said_at", "text"}',
    "json": 'one JSON list of messages {"role", "content"} or episodes, or one conversation {"messages": [...]}',
    "plain": "lines 'Name: text' or '[2025-03-02T09:00:00Z] Name: text', with '# session:', '# date:', '# zone:' lines",
}
ARRAY = re.compile(r'\[\s*(?:[{\["\]]|\Z)')
CONTAINER = re.compile(r'"(?:messages|mapping)"\s*:\s*[\[{]')


@dataclass(frozen=True, slots=True)
class Format:
    """A format's name and why it is this one."""

    name: str
    reason: str


def detect(source: Source) -> Format:
    """The format by structure. Raises Incorrect, with the formats there are, where the beginning fits none."""
    head = source.head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not head:
        return Format("plain", "it is empty")
    if ARRAY.match(head):
        return Format("json", "it begins with a JSON list")
    if head.startswith("{"):
        return _object(head)
    line = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), None)
    if line is None:
        return Format("plain", "it begins with '#' lines")
    if is_turn(line):
        return Format("plain", f"its first line of text is a turn: {line!r:.40}")
    listed = "".join(f"\n  {name}: {meaning}" for name, meaning in FORMATS.items())
    raise Incorrect(f"{source.name}: of no known format; it begins with {line!r:.60}. Known are:{listed}")


def _object(head: str) -> Format:
    """One object over several lines, or one a line."""
    first, _, rest = head.partition("\n")
    reached = _reached(head)
    if reached > len(first) or (CONTAINER.search(first) and (reached < len(first) or not rest.strip())):
        return Format("json", "it begins with a JSON object that goes on over lines, or holds the messages")
    return Format("jsonl", "its first line is a JSON object")


def _reached(head: str) -> int:
    """How far the beginning reads as one JSON value."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(head)[1]
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return 0
