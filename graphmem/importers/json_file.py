"""One JSON value a file: a list of messages, episodes or conversations, or one conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import conversations
from graphmem.importers.draft import Defaults, Turn
from graphmem.importers.importer import Importer
from graphmem.importers.json_text import JsonText
from graphmem.importers.shapes import drafts_of, is_conversation
from graphmem.importers.source import Source

__all__ = ["IMPORTER", "is_one_value", "items", "read_json"]

ARRAY = re.compile(r'\[\s*(?:[{\["\]]|\Z)')
CONTAINER = re.compile(r'"(?:messages|chat_messages|mapping)"\s*:\s*[\[{]')


def read_json(source: Source, defaults: Defaults) -> Iterator[Turn]:
    """The turns of a list or of one conversation, streamed element by element; an empty file has none."""
    text = JsonText(source.name, source.text())
    opening = text.peek()
    if opening == "[":
        yield from _list(text, defaults)
    elif opening == "{":
        yield from _object(text, defaults)
    elif opening:
        text.take("[{")
    if text.peek():
        raise Incorrect(
            f"{text.where}: more text after the end of the JSON. One value a file, or one object a line (jsonl)."
        )


def items(source: Source) -> Iterator[tuple[str, Any]]:
    """File and line of each element of a file that is one list, and the element."""
    return _elements(JsonText(source.name, source.text()))


def _elements(text: JsonText) -> Iterator[tuple[str, Any]]:
    """File and line of each element of a list, and the element."""
    text.take("[")
    if text.peek() == "]":
        text.take("]")
        return
    while True:
        text.peek()
        yield text.where, text.value()
        if text.take(",]") == "]":
            return


def _list(text: JsonText, defaults: Defaults) -> Iterator[Turn]:
    for number, (where, element) in enumerate(_elements(text), start=1):
        session = f"{defaults.session} {number}" if is_conversation(element) else defaults.session
        yield from drafts_of(element, where, replace(defaults, session=session))


def _object(text: JsonText, defaults: Defaults) -> Iterator[Turn]:
    """The turns of one object; its "messages" are read as they come, by the fields that stand before them."""
    where, fields, streamed = text.where, dict[str, Any](), False
    for name in _names(text):
        if name == "messages" and text.peek() == "[":
            streamed = True
            around = conversations.defaults_of(fields, where, defaults)
            yield from conversations.drafts({**fields, "messages": []}, where, defaults)
            for place, message in _elements(text):
                yield from drafts_of(message, place, around)
        else:
            fields[name] = text.value()
    if not streamed and fields:
        yield from drafts_of(fields, where, defaults)


def _names(text: JsonText) -> Iterator[str]:
    """The names of an object, the cursor before the value of each."""
    text.take("{")
    if text.peek() == "}":
        text.take("}")
        return
    while True:
        if text.peek() != '"':
            text.take('"')
        name = text.value()
        text.take(":")
        yield str(name)
        if text.take(",}") == "}":
            return


def is_one_value(beginning: str) -> bool:
    """Whether a text that begins with an object is that one value: it goes on over lines, or holds the messages."""
    first, _, rest = beginning.partition("\n")
    reached = _reached(beginning)
    return reached > len(first) or bool(CONTAINER.search(first) and (reached < len(first) or not rest.strip()))


def _reached(beginning: str) -> int:
    """How far the beginning reads as one JSON value."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(beginning)[1]
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return 0


def _recognise(source: Source) -> str | None:
    beginning = source.head.decode("utf-8", "replace").lstrip()
    if ARRAY.match(beginning):
        return "it begins with a JSON list"
    if beginning.startswith("{") and is_one_value(beginning):
        return "it begins with a JSON object that goes on over lines, or holds the messages"
    return None


IMPORTER = Importer(
    "json",
    'one JSON list of messages {"role", "content"}, episodes or conversations, or one conversation {"messages": [...]}',
    _recognise,
    read_json,
)
