"""Tables with a head row: what each row says of the thing in its first cell, column by column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.extract.drafts import Draft
from graphmem.extract.fit import attribute_for
from graphmem.extract.lexicon import is_person_noun
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.extract.times import claimed_period, find_times
from graphmem.extract.values import is_identifier, value_type

__all__ = ["table_drafts"]

CELL = re.compile(r"[^|\t\n]+")
RULED = re.compile(r"[\s|:+=*_~#-]+$")
FROM = frozenset({"from", "since", "start", "starts", "start date", "valid from", "effective", "begin"})
UNTIL = frozenset({"to", "until", "till", "end", "ends", "end date", "valid to", "valid until", "expires"})
COUNTED = frozenset({"#", "no", "no.", "nr", "id", "date", "day", "time", "when", "week"})
MOST = 60  # characters of a cell that is one value


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    start: int
    stop: int

    @property
    def low(self) -> str:
        return self.text.casefold().strip(" :*_`")


def table_drafts(text: str, start: int, stop: int, said_at: datetime) -> list[Draft]:
    """What the rows of the table in `text[start:stop]` state; empty when it has no head row."""
    rows = [row for row in _rows(text, start, stop) if row]
    if len(rows) < 2 or not _is_head(rows[0]):
        return []
    head = rows[0]
    return [d for row in rows[1:] if len(row) == len(head) for d in _row(head, row, said_at)]


def _rows(text: str, start: int, stop: int) -> Iterator[list[_Cell]]:
    at = start
    for line in text[start:stop].splitlines(keepends=True):
        if not RULED.match(line):
            yield [_cell(text, at + m.start(), at + m.end()) for m in CELL.finditer(line) if m[0].strip()]
        at += len(line)


def _cell(text: str, start: int, stop: int) -> _Cell:
    while start < stop and text[start] in " *_`":
        start += 1
    while stop > start and text[stop - 1] in " *_`\r":
        stop -= 1
    return _Cell(" ".join(text[start:stop].split()), start, stop)


def _is_head(row: Sequence[_Cell]) -> bool:
    """Whether a row only names columns: short words without numbers."""
    return len(row) > 1 and all(len(c.text) <= MOST // 2 and not any(map(str.isdigit, c.text)) for c in row)


def _row(head: Sequence[_Cell], row: Sequence[_Cell], said_at: datetime) -> Iterator[Draft]:
    key = 1 if head[0].low in COUNTED and len(head) > 2 else 0
    subject = _subject(head[key], row[key])
    period = {n: cell for n, cell in enumerate(row) if head[n].low in FROM | UNTIL}
    begin = next((_moment(c, said_at, "start") for n, c in period.items() if head[n].low in FROM), None)
    end = next((_moment(c, said_at, "stop") for n, c in period.items() if head[n].low in UNTIL), None)
    for n, cell in enumerate(row):
        if n != key and n not in period and 0 < len(cell.text) <= MOST and cell.low not in {"-", "–", "n/a", "?"}:
            yield replace(_stated(subject, head[n], cell), claimed_from=begin, claimed_to=end, start=row[0].start)


def _subject(head: _Cell, cell: _Cell) -> Ref:
    proper = cell.text[:1].isupper() and (" " in cell.text or is_person_noun(head.low) or head.low == "name")
    kind = "name" if proper or is_identifier(cell.text) else "thing"
    sort = "Person" if is_person_noun(head.low) else "Thing"
    return Ref(kind, cell.start, cell.stop, name=cell.text, type=sort, definite=True)  # type: ignore[arg-type]


def _stated(subject: Ref, head: _Cell, cell: _Cell) -> Draft:
    value = Ref("value", cell.start, cell.stop, name=cell.text, type="Value", value=value_type(cell.text))
    known = attribute_for(head.low, value)
    name = known.name if known is not None else predicate_name(head.low)
    slot = known.slot_of(value.name) if known is not None else open_slot(head.low)
    single = known.functional if known is not None else True
    return Draft(subject, name, slot, single, value, cell.start, cell.stop, why="a row of a table")


def _moment(cell: _Cell, said_at: datetime, edge: str) -> datetime | None:
    period = claimed_period(find_times(f"{'from' if edge == 'start' else 'until'} {cell.text}", said_at), said_at, None)
    return period.start if edge == "start" else period.stop
