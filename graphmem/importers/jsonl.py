"""JSON Lines: one object a line, each an episode, a message or a conversation by its own shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Turn
from graphmem.importers.importer import Importer
from graphmem.importers.json_file import is_one_value
from graphmem.importers.shapes import drafts_of
from graphmem.importers.source import Source

__all__ = ["IMPORTER", "read_jsonl"]


def read_jsonl(source: Source, defaults: Defaults) -> Iterator[Turn]:
    """The turns of every line. Raises Incorrect with file and line at one that is not JSON or of no known shape."""
    for number, line in source.lines():
        if line.strip():
            where = f"{source.name}:{number}"
            yield from drafts_of(_value(line, where), where, defaults)


def _value(line: str, where: str) -> Any:
    try:
        return json.loads(line, strict=False)
    except json.JSONDecodeError as error:
        raise Incorrect(
            f"{where}: not JSON: {error.msg} at column {error.colno}. Each line is to be one whole object; "
            "the lines before were read."
        ) from None
    except (ValueError, RecursionError) as error:
        raise Incorrect(f"{where}: {error}. The lines before were read.") from None


def _recognise(source: Source) -> str | None:
    beginning = source.head.decode("utf-8", "replace").lstrip()
    is_object = beginning.startswith("{") and not is_one_value(beginning)
    return "its first line is a JSON object" if is_object else None


IMPORTER = Importer(
    "jsonl", 'JSON Lines, one object a line: {"session", "speaker", "role", "said_at", "text"}', _recognise, read_jsonl
)
