"""Transcripts to episodes: one file a format or shape, streamed; bad input is refused with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from graphmem.errors import Incorrect
from graphmem.importers.csv_file import FIELDS
from graphmem.importers.detect import FORMATS, asked, detect
from graphmem.importers.draft import Defaults, Draft, Numbering, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.moments import named_zone, read_moment
from graphmem.importers.shapes import drafts_of
from graphmem.importers.source import Progress, Source, source_of
from graphmem.importers.whatsapp import ORDERS
from graphmem.model import Episode

__all__ = [
    "FORMATS",
    "Defaults",
    "Draft",
    "Episodes",
    "Importer",
    "Readable",
    "Skipped",
    "Source",
    "Turn",
    "read_episodes",
    "said",
]

Readable = str | Path | TextIO | BinaryIO | Episode | Mapping[str, Any] | Iterable[Episode | Mapping[str, Any]]


class Episodes(Iterator[Episode]):
    """Episodes as they are read, once.

    `format` and `reason` say how the file is taken and why; both are "" for objects. `turns` is how many were read,
    and `left_out` counts, by the reason, what was read and is no turn.
    `bytes_read` and `bytes_total` (None where it is not known) say how far a file is read.
    """

    def __init__(
        self, read: Iterator[Episode | Skipped], *, format: str = "", reason: str = "", source: Source | None = None
    ) -> None:
        self.format, self.reason = format, reason
        self.turns = 0
        self.left_out = Counter[str]()
        self._read = read
        self._source = source

    def __next__(self) -> Episode:
        for found in self._read:
            if isinstance(found, Episode):
                self.turns += 1
                return found
            self.left_out[found.reason] += 1
        raise StopIteration

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
    format: str | Importer | None = None,
    session: str | None = None,
    said_at: datetime | str | None = None,
    zone: str | tzinfo | None = None,
    columns: Mapping[str, str] | None = None,
    date_order: str | None = None,
    progress: Progress | None = None,
) -> Episodes:
    """The episodes of a transcript, one by one, in its order.

    `source` is a path, an open file, or an iterable of Episode or dicts (episodes, messages, conversations).
    `format` is a name in FORMATS or an Importer, by default told by the structure. `session` and `said_at` (a start,
    with a zone) stand in where the source gives none; a file's session is else its name, of JSON Lines and objects
    "default". `zone` ("Europe/Berlin", "+01:00") is that of times which the format writes without one, `columns` name
    a table's by field, `date_order` ("dmy", "mdy", "ymd") is that of dates in figures where nothing tells it.
    `progress` is called with bytes read and bytes in all (None: not known).

    An episode without an id gets a hash of session, speaker, role, time and text; `seq` is its place in its session.
    Raises Incorrect with file and line for what cannot be read, after the episodes before it were given;
    Refused for an episode of another tenant; Unavailable if reading fails.
    """
    start = None if said_at is None else read_moment(said_at, "said_at")
    defaults = Defaults(session or "default", start, named_zone(zone), _columns(columns), _date_order(date_order))
    numbering = Numbering(tenant)
    if isinstance(source, Episode | Mapping):
        source = [source]
    if not isinstance(source, str | Path) and not hasattr(source, "read"):
        return Episodes(_of_objects(source, numbering, defaults))
    file = source_of(source)
    file.progress = progress
    named = format or ("csv" if columns else None)
    found = asked(file, named) if named else detect(file)
    unnamed = "default" if found.importer.name == "jsonl" else file.stem
    turns = found.importer.read(found.source, replace(defaults, session=session or unnamed))
    return Episodes(map(numbering.taken, turns), format=found.importer.name, reason=found.reason, source=file)


def _columns(columns: Mapping[str, str] | None) -> Mapping[str, str]:
    for name in columns or {}:
        if name not in FIELDS:
            raise Incorrect(f"columns names a column for {name!r}; there are {', '.join(FIELDS)}.")
    return columns or {}


def _date_order(asked: str | None) -> str | None:
    if asked is not None and asked not in ORDERS:
        raise Incorrect(f"date_order={asked!r} is none of {', '.join(ORDERS)}.")
    return asked


def _of_objects(source: Any, numbering: Numbering, defaults: Defaults) -> Iterator[Episode | Skipped]:
    for number, item in enumerate(_iterated(source), start=1):
        where = f"object {number}"
        if isinstance(item, Episode):
            yield numbering.renumbered(item, where)
        else:
            yield from map(numbering.taken, drafts_of(item, where, defaults))


def _iterated(source: Any) -> Iterator[Any]:
    try:
        return iter(source)
    except TypeError:
        raise Incorrect(
            f"{type(source).__name__} holds no episodes. Pass a path, an open file, or an iterable of Episode or dicts."
        ) from None
