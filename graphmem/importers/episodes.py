"""An episode as the public contract writes it: session, speaker, role, said_at, text."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Turn, said
from graphmem.importers.moments import read_moment
from graphmem.model import Episode

__all__ = ["drafts", "fits"]


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is an episode: it has a text, or a time named as only episodes name it."""
    return "text" in item or ("said_at" in item and "content" not in item)


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The episode. Raises Incorrect for a field that episodes do not have, a missing text or time."""
    for name in item:
        if name not in Episode.model_fields:
            raise Incorrect(f"{where}: an episode has no field {name!r}. {_close(str(name))}")
    if not isinstance(item.get("text"), str):
        raise Incorrect(f"{where}: an episode's text is to be a string, and it is {item.get('text')!r:.60}.")
    fields = {name: value for name, value in item.items() if name not in {"text", "said_at"}}
    moment = defaults.said_at if item.get("said_at") is None else read_moment(item["said_at"], where)
    if moment is None:
        raise Incorrect(f"{where}: the episode has no said_at. Give it the time it was said, with a zone.")
    yield said(where, item["text"], defaults=defaults, said_at=moment, **fields)


def _close(name: str) -> str:
    fields = list(Episode.model_fields)
    close = difflib.get_close_matches(name, fields, n=1, cutoff=0.6)
    return f"Close: {close[0]}." if close else f"It has: {', '.join(fields)}."
