"""A mailbox: mails one behind the other, each after a line that begins with "From " (RFC 4155)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.importers import mail
from graphmem.importers.draft import Defaults, Turn
from graphmem.importers.importer import Importer
from graphmem.importers.source import Source

__all__ = ["IMPORTER"]

FROM = re.compile(rb"From \S+.*\b\d{4}\b.*")
MASKED = re.compile(rb">+From ")  # a line of a mail's text that began so


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    lines, size, first, blank = list[bytes](), 0, 1, True
    for number, line in enumerate(source.byte_lines(), 1):
        bare = line.removesuffix(b"\r")
        if blank and FROM.fullmatch(bare):
            if lines:
                yield from mail.turns(b"\n".join(lines), f"{source.name}:{first}", defaults)
            lines, size, first = [], 0, number
        else:
            size += len(line) + 1
            if size <= mail.MOST_BYTES:
                lines.append(bare[1:] if MASKED.match(bare) else bare)
        blank = not bare
    if any(lines):
        yield from mail.turns(b"\n".join(lines), f"{source.name}:{first}", defaults)


def _recognise(source: Source) -> str | None:
    first, _, rest = source.head.partition(b"\n")
    told = FROM.fullmatch(first.rstrip()) and re.match(rb">?[A-Za-z][A-Za-z0-9-]*:?[ \t]", rest)
    return "its first line is that of a mailbox: 'From ' and a date" if told else None


IMPORTER = Importer(
    "mbox", "a mailbox of many mails, as Thunderbird, Apple Mail and Google Takeout write", _recognise, _read
)
