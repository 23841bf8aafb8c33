"""Label lines with dates in them: "Summer hours 1-20 July: 10 to 14", "Fee: 2025 18 EUR, 2026 21 EUR"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from graphmem.extract.drafts import Draft
from graphmem.extract.labels import Label, label_drafts
from graphmem.extract.times import Claim, TimeExpression, claimed_period, find_times, guess_tense

__all__ = ["dated_label_drafts"]

PART = re.compile(r"[,;]\s+(?:and\s+)?|\s+and\s+")
BOUNDING = frozenset({"at", "start", "stop", "both"})
EDGES = " ,;:()-–—"


def dated_label_drafts(line: Label, said_at: datetime, *, start: int, stop: int) -> list[Draft]:
    """What a label line states, each value with the period that stands in its label or beside it."""
    named, head = _without(line.text, line.label, said_at)
    if not line.text[slice(*named)].strip(EDGES):
        return []
    made: list[Draft] = []
    for span, claim in _values(line, said_at):
        period = claim or head
        read = label_drafts(Label(named, span, line.text), start=start, stop=stop)
        made.extend(_bounded(d, period) if period is not None else d for d in read)
    return made


def _bounded(made: Draft, period: Claim) -> Draft:
    dated = made.object is not None and made.object.value == "date"
    if dated:
        return made
    return replace(made, claimed_from=period.start, claimed_to=period.stop, precision=period.precision)


def _values(line: Label, said_at: datetime) -> Iterator[tuple[tuple[int, int], Claim | None]]:
    """The value's span and period; several, where each part of a list has a period of its own."""
    start, stop = line.value
    cuts = [(m.start() + start, m.end() + start) for m in PART.finditer(line.text[start:stop])]
    parts = list(zip([start, *(b for _, b in cuts)], [*(a for a, _ in cuts), stop], strict=True))
    read = [_without(line.text, part, said_at) for part in parts]
    told = [span for span, claim in read if claim is not None and line.text[slice(*span)].strip(EDGES)]
    if cuts and len(told) == len(parts):
        yield from read
    else:
        whole, claim = _without(line.text, line.value, said_at)
        kept = claim is not None and line.text[slice(*whole)].strip(EDGES)
        yield (whole, claim) if kept else (line.value, None)


def _without(text: str, span: tuple[int, int], said_at: datetime) -> tuple[tuple[int, int], Claim | None]:
    """A span without the one period at its head or its end, and that period; the span as it is, if it has none."""
    start, stop = span
    words = text[start:stop]
    times = [t for t in find_times(words, said_at, guess_tense(words)) if t.role in BOUNDING and not t.of_day]
    if len(times) != 1 or (times[0].start > 0 and words[times[0].stop :].strip(EDGES + ".")):
        return span, None
    time: TimeExpression = times[0]
    left = (start, start + time.start) if time.start > 0 else (start + time.stop, stop)
    bare = text[slice(*left)]
    begin = left[0] + len(bare) - len(bare.lstrip(EDGES))
    end = left[0] + len(bare.rstrip(EDGES))
    return (begin, max(begin, end)), claimed_period([time], said_at, None)
