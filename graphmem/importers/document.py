"""A document: one text, kept whole as one episode; under its name it may come again in a new version."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.importers.draft import Defaults, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.source import Source

__all__ = ["IMPORTER"]


def _recognise(_: Source) -> str | None:
    """None: any text may be one, so that it has to be asked for."""
    return None


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    text, name = "".join(source.text()), source.name
    if not text.strip():
        yield Skipped("a document without words")
        return
    yield said(
        name, text, defaults=defaults, id=name, session=name, role="tool", source_kind="document", source_uri=name
    )


IMPORTER = Importer("document", "any text, kept whole under the file's name, if it is asked for", _recognise, _read)
