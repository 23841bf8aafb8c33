"""Tables with a row a turn and columns named in the first line (RFC 4180, also with ';' or tabs)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.draft import Defaults, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.moments import local_moment, read_moment
from graphmem.importers.source import Source

__all__ = ["FIELDS", "IMPORTER"]

# By which names a column is known without being named by the caller, in small letters and without marks.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "text": ("text", "message", "content", "body", "messagetext", "messagebody"),
    "said_at": ("saidat", "timestamp", "time", "date", "datetime", "sentat", "createdat", "created", "senton"),
    "speaker": ("speaker", "author", "sender", "from", "name", "user", "username", "sendername"),
    "role": ("role", "sendertype"),
    "session": ("session", "sessionid", "conversation", "conversationid", "thread", "threadid", "channel", "chat"),
    "id": ("id", "messageid", "uuid"),
}
DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class _Table:
    """How a table is cut and which column holds what, by its place."""

    delimiter: str
    columns: Mapping[str, int]


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    table, first = _table(source, defaults), True
    lines = (f"{line}\n" for _, line in source.lines())
    csv.field_size_limit(2**27)
    rows = csv.reader(lines, delimiter=table.delimiter, strict=True)
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            raise Incorrect(
                f"{source.name}:{rows.line_num}: no row of a table: {error}. Mend it; the rows before were read."
            ) from None
        if not first and any(cell.strip() for cell in row):
            yield _turn(row, f"{source.name}:{rows.line_num}", table.columns, defaults)
        first = False


def _turn(row: list[str], where: str, columns: Mapping[str, int], defaults: Defaults) -> Turn:
    cells = {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()}
    if not cells["text"]:
        return Skipped(messages.NO_TEXT)
    given: dict[str, Any] = {name: cells[name] for name in ("speaker", "session", "id") if cells.get(name)}
    if cells.get("role"):
        given["role"] = messages.role_of(cells["role"], where)
    if cells.get("said_at"):
        given["said_at"] = _moment(cells["said_at"], where, defaults)
    return said(where, cells["text"], defaults=defaults, **given)


def _moment(written: str, where: str, defaults: Defaults) -> datetime:
    """A time as ISO 8601, or in seconds since 1970; without a zone it is one of the zone that was passed."""
    if re.fullmatch(r"\d{9,11}(?:\.\d+)?", written):
        return read_moment(float(written), where)
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise Incorrect(
            f"{where}: {written!r:.40} is no time in ISO 8601. "
            "Write 2025-03-02T09:00:00Z, or 2025-03-02 09:00 and pass zone=."
        ) from None
    return read_moment(moment, where) if moment.tzinfo else local_moment(moment, defaults.zone, where)


def _table(source: Source, defaults: Defaults) -> _Table:
    """The table's columns. Raises Incorrect where they do not tell what was said, or a named one is not there."""
    header = next(iter(source.beginning.splitlines()), "")
    found = [_cut(header, delimiter, defaults.columns) for delimiter in DELIMITERS]
    table = max((one for one in found if one), key=lambda one: len(one.columns), default=None)
    for name, column in defaults.columns.items():
        if table is None or name not in table.columns:
            raise Incorrect(f"{source.name}: there is no column {column!r} for {name}; there are {header!r:.120}.")
    if table is None or "text" not in table.columns:
        raise Incorrect(
            f"{source.name}: no column is known to hold what was said; there are {header!r:.120}. "
            "Name it: columns={'text': 'Body'} (--column text=Body)."
        )
    return table


def _cut(header: str, delimiter: str, named: Mapping[str, str]) -> _Table | None:
    """The columns of a header that is cut so; None if it has but one, or two of one name."""
    cells = next(csv.reader([header], delimiter=delimiter), [])
    places = {cell.strip(): place for place, cell in enumerate(cells)}
    if len(places) < 2 or len(places) < len(cells):
        return None
    known = {re.sub(r"[^a-z]", "", cell.lower()): place for cell, place in places.items()}
    columns = dict[str, int]()
    for name, names in FIELDS.items():
        if name in named:
            columns |= {name: places[named[name]]} if named[name] in places else {}
        elif (found := next((known[one] for one in names if one in known), None)) is not None:
            columns[name] = found
    return _Table(delimiter, columns)


def _recognise(source: Source) -> str | None:
    header = next(iter(source.beginning.splitlines()), "") if not source.bundle else ""
    for delimiter in DELIMITERS:
        table = _cut(header, delimiter, {})
        if table and "text" in table.columns and {"said_at", "speaker"} & table.columns.keys():
            return f"its first line names columns: {header!r:.60}"
    return None


IMPORTER = Importer(
    "csv",
    "a table whose first line names its columns: text, said_at, speaker, role, session; or pass columns=",
    _recognise,
    _read,
)
