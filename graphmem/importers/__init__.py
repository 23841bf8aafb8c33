"""Transcripts to episodes: one file a format or shape, streamed; bad input is refused with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from graphmem.errors import Incorrect
from graphmem.importers.detect import FORMATS, Format, detect
from graphmem.importers.draft import Defaults, Numbering
from graphmem.importers.json_file import read_json
from graphmem.importers.jsonl import read_jsonl
from graphmem.importers.moments import read_moment
from graphmem.importers.plain import read_plain
from graphmem.importers.shapes import drafts_of
from graphmem.importers.source import Progress, Source, source_of
from graphmem.model import Episode

__all__ = ["FORMATS", "Episodes", "Readable", "read_episodes"]

Readable = str | Path | TextIO | BinaryIO | Episode | Mapping[str, Any] | Iterable[Episode | Mapping[str, Any]]
READERS = {"jsonl": read_jsonl, "json": read_json, "plain": read_plain}


class Episodes(Iterator[Episode]):
    """Episodes as they are read, once.

    `format` and `reason` say how the file is taken and why; both are "" for objects.
    `bytes_read` and `bytes_total` (None where it is not known) say how far a file is read.
    """

    def __init__(self, episodes: Iterator[Episode], found: Format, source: Source | None = None) -> None:
        self.format, self.reason = found.name, found.reason
        self._episodes = episodes
        self._source = source

    def __next__(self) -> Episode:
        return next(self._episodes)

    @property
    def bytes_read(self) -> int:
        """Bytes of the file read so far."""
        return self._source.read_bytes if self._source else 0

    @property
    def bytes_total(self) -> int | None:
        """Size of the file."""
        return self._source.total_bytes if self._source else None


def read_episodes(
    source: Readable,
    *,
    tenant: str,
    format: str | None = None,
    session: str | None = None,
    said_at: datetime | str | None = None,
    progress: Progress | None = None,
) -> Episodes:
    """The episodes of a transcript, one by one, in its order.

    `source` is a path, an open file, or an iterable of Episode or dicts (episodes, messages, conversations).
    `format` is a name in FORMATS, by default told by how the file begins. `session` and `said_at` (a start, with a
    zone) stand in where the source gives none; a file's session is else its name, of JSON Lines and objects "default".
    `progress` is called with bytes read and bytes in all (None: not known).

    An episode without an id gets a hash of session, speaker, role, time and text; `seq` is its place in its session.
    Raises Incorrect with file and line for what cannot be read, after the episodes before it were given;
    Refused for an episode of another tenant; Unavailable if reading fails.
    """
    start = None if said_at is None else read_moment(said_at, "said_at")
    numbering = Numbering(tenant)
    if isinstance(source, Episode | Mapping):
        source = [source]
    if not isinstance(source, str | Path) and not hasattr(source, "read"):
        defaults = Defaults(session or "default", start)
        return Episodes(_of_objects(source, numbering, defaults), Format("", ""))
    file = source_of(source)
    file.progress = progress
    found = detect(file) if format is None else _asked(format)
    unnamed = "default" if found.name == "jsonl" else file.stem
    drafts = READERS[found.name](file, Defaults(session or unnamed, start))
    return Episodes(map(numbering.episode, drafts), found, file)


def _asked(format: str) -> Format:
    if format not in FORMATS:
        raise Incorrect(
            f"format={format!r} is none of {', '.join(FORMATS)}. Leave it out to have it told by the content."
        )
    return Format(format, "it was asked for")


def _of_objects(source: Any, numbering: Numbering, defaults: Defaults) -> Iterator[Episode]:
    for number, item in enumerate(_iterated(source), start=1):
        where = f"object {number}"
        if isinstance(item, Episode):
            yield numbering.renumbered(item, where)
        else:
            yield from map(numbering.episode, drafts_of(item, where, defaults))


def _iterated(source: Any) -> Iterator[Any]:
    try:
        return iter(source)
    except TypeError:
        raise Incorrect(
            f"{type(source).__name__} holds no episodes. Pass a path, an open file, or an iterable of Episode or dicts."
        ) from None
