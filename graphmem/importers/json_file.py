"""One JSON value a file: a list of messages, episodes or conversations, or one conversation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import conversations
from graphmem.importers.draft import Defaults, Draft
from graphmem.importers.json_text import JsonText
from graphmem.importers.shapes import drafts_of, is_conversation
from graphmem.importers.source import Source

__all__ = ["read_json"]


def read_json(source: Source, defaults: Defaults) -> Iterator[Draft]:
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


def _list(text: JsonText, defaults: Defaults) -> Iterator[Draft]:
    for number, (where, element) in enumerate(_elements(text), start=1):
        session = f"{defaults.session} {number}" if is_conversation(element) else defaults.session
        yield from drafts_of(element, where, replace(defaults, session=session))


def _object(text: JsonText, defaults: Defaults) -> Iterator[Draft]:
    """The turns of one object; its "messages" are read as they come, by the fields that stand before them."""
    where, fields, streamed = text.where, dict[str, Any](), False
    for name in _names(text):
        if name == "messages" and text.peek() == "[":
            streamed = True
            around = conversations.defaults_of(fields, where, defaults)
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
