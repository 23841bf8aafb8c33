"""The exports of ChatGPT and Claude as they arrive: a zip, or its folder, with conversations and names beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Turn
from graphmem.importers.importer import Importer
from graphmem.importers.json_file import items, read_json
from graphmem.importers.source import Source

__all__ = ["IMPORTER"]

# A large export of ChatGPT comes in several numbered files.
CONVERSATIONS = re.compile(r"conversations(?:-\d+)?\.json")
NAMES = ("full_name", "name")


def _conversations(source: Source) -> list[str]:
    bundle = source.bundle
    return sorted(path for path in bundle.sizes if CONVERSATIONS.fullmatch(PurePosixPath(path).name)) if bundle else []


def _recognise(source: Source) -> str | None:
    found = _conversations(source)
    return f"it holds {PurePosixPath(found[0]).name}, as the exports of ChatGPT and Claude do" if found else None


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    paths = _conversations(source)
    bundle = source.bundle
    if bundle is None or not paths:
        raise Incorrect(f"{source.name}: holds no conversations.json. Name the zip of the export, or its folder.")
    source.total_bytes = bundle.size(paths)
    named = replace(defaults, speakers={**_accounts(source), **defaults.speakers})
    for path in paths:
        yield from read_json(source.member(path), named)


def _accounts(source: Source) -> dict[str, str]:
    """Names by account, as Claude's users.json and ChatGPT's user.json list them; "" is whose export it is."""
    found = dict[str, str]()
    for path in source.bundle.named("users.json", "user.json") if source.bundle else []:
        for user in _users(source.member(path)):
            name = next((user[name] for name in NAMES if isinstance(user.get(name), str) and user[name]), None)
            if name:
                found[str(user.get("uuid") or user.get("id"))] = name
                found.setdefault("", name)
    return found


def _users(source: Source) -> Iterator[Mapping[str, Any]]:
    """The accounts of a small file, one or a list."""
    try:
        alone = json.loads(source.head) if source.head.lstrip()[:1] == b"{" else None
    except ValueError:
        raise Incorrect(f"{source.name}: is not JSON. Fetch the export anew.") from None
    for user in [alone] if alone is not None else (user for _, user in items(source)):
        if isinstance(user, Mapping):
            yield user


IMPORTER = Importer(
    "export",
    "the zip of ChatGPT's or Claude's export, or its folder: conversations.json, with users.json beside it",
    _recognise,
    _read,
)
