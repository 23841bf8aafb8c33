"""Which format a source is in, told by its structure; the reason is part of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from graphmem.errors import Incorrect
from graphmem.importers import (
    captions,
    csv_file,
    document,
    export,
    json_file,
    jsonl,
    mail,
    mbox,
    meeting,
    plain,
    slack,
    whatsapp,
)
from graphmem.importers.importer import Importer
from graphmem.importers.source import Source

__all__ = ["FORMATS", "Found", "asked", "detect", "importers"]

# In the order in which they are tried: what is told by a mark of its own stands before what is told by its shape.
OWN = (
    slack.IMPORTER,
    export.IMPORTER,
    captions.VTT,
    captions.SRT,
    json_file.IMPORTER,
    jsonl.IMPORTER,
    whatsapp.IMPORTER,
    mbox.IMPORTER,
    mail.IMPORTER,
    meeting.IMPORTER,
    csv_file.IMPORTER,
    document.IMPORTER,
    plain.IMPORTER,
)
FORMATS = {importer.name: importer.meaning for importer in OWN}
GROUP = "graphmem.importers"


@dataclass(frozen=True, slots=True)
class Found:
    """How a source is taken and why: the importer, and what it reads (a zip of one transcript is that transcript)."""

    importer: Importer
    source: Source
    reason: str


def detect(source: Source) -> Found:
    """The importer by structure. Raises Incorrect, with the formats there are, where the source fits none."""
    if found := _recognised(source):
        return found
    if (inner := _only(source)) and (found := _recognised(inner)):
        return Found(found.importer, inner, f"it holds one transcript, {Path(inner.name).name}: {found.reason}")
    raise Incorrect(f"{source.name}: of no known format; {_told(source)}. Known are:{_listed()}")


def asked(source: Source, format: str | Importer) -> Found:
    """The importer that the caller gives, or of the format that is named. Raises Incorrect for an unknown one."""
    given = format if isinstance(format, Importer) else None
    importer = given or next((one for one in importers() if one.name == format), None)
    if importer is None:
        known = ", ".join(one.name for one in importers())
        raise Incorrect(f"format={format!r} is none of {known}. Leave it out to have it told by the content.")
    if source.bundle and not importer.recognise(source):
        inner = _only(source)
        if inner is None:
            raise Incorrect(f"{source.name}: is not of format {importer.name!r}; {_told(source)}.")
        source = inner
    return Found(importer, source, "it was asked for")


def _only(source: Source) -> Source | None:
    """The one transcript that a bundle holds, by its name."""
    texts = source.bundle.texts() if source.bundle else []
    if len(texts) != 1:
        return None
    inner = source.member(texts[0])
    source.total_bytes = inner.total_bytes
    return inner


def _recognised(source: Source) -> Found | None:
    for importer in importers():
        if reason := importer.recognise(source):
            return Found(importer, source, reason)
    return None


@cache
def importers() -> tuple[Importer, ...]:
    """Those that other packages bring, then our own."""
    return (*(entry.load() for entry in entry_points(group=GROUP)), *OWN)


def _told(source: Source) -> str:
    """What there is instead."""
    if source.bundle:
        names = ", ".join(source.bundle.texts()[:5]) or "none that is a transcript by its name"
        files = len(source.bundle.sizes)
        return f"it holds {files} file{'' if files == 1 else 's'}: {names}. Name them one by one"
    line = next((line for line in source.beginning.splitlines() if line.strip() and not line.startswith("#")), "")
    return f"it begins with {line!r:.60}"


def _listed() -> str:
    return "".join(f"\n  {one.name}: {one.meaning}" for one in importers())
