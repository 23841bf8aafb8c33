"""What an importer is: a format's name, how a source is known to be of it, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphmem.importers.draft import Defaults, Turn
from graphmem.importers.source import Source

__all__ = ["Importer"]


@dataclass(frozen=True, slots=True)
class Importer:
    """A format of transcripts, `meaning` what files are of it, in one line.

    `recognise` gives the reason why a source is of the format, by its `head` or its `bundle`, and None if it is not;
    it reads nothing. `read` gives the turns in their order while it reads, and a Skipped for what is none; it raises
    Incorrect, with file and line, for what it cannot read, after what stands before was given.
    """

    name: str
    meaning: str
    recognise: Callable[[Source], str | None]
    read: Callable[[Source, Defaults], Iterator[Turn]]
