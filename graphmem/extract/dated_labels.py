"""Label lines with dates in them: "Summer hours 1-20 July: 10 to 14", "Fee: 2025 18 EUR, 2026 21 EUR"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from graphmem.extract.drafts import Draft
from graphmem.extract.labels import Label, label_drafts
from graphmem.extract.lexicon import attribute, words
from graphmem.extract.segment import Segment
from graphmem.extract.time_calendar import MONTHS, SEASONS
from graphmem.extract.time_grammar import alternatives
from graphmem.extract.times import Claim, TimeExpression, claimed_period, find_times, guess_tense

__all__ = ["dated_label_drafts", "heading_of"]

Span = tuple[int, int]
PART = re.compile(r"[,;]\s+(?:and\s+|then\s+)?|\s+and\s+")
BOUNDING = frozenset({"at", "start", "stop", "both"})
EDGES = " ,;:()-–—"


class Dated(NamedTuple):
    """Words with the period that stood at their edge."""

    span: Span
    claim: Claim | None


def dated_label_drafts(
    line: Label, said_at: datetime, *, start: int, stop: int, heading: Span | None = None
) -> list[Draft]:
    """What a label line states, each value with the period that stands in its label or beside it.

    A label that is only a period ("July: Ana") dates the noun of the `heading` above it, or the noun its value begins
    with ("From May: fee 40 euros").
    """
    named, head = _dated(line.text, line.label, said_at, listed=True)
    line = Label(named, line.value, line.text)
    if not line.text[slice(*named)].strip(EDGES):
        within = _within(line)
        if heading is None and within is None:
            return []
        line = within or Label(heading or named, line.value, line.text)
        start = min(start, line.label[0])
    return [
        _bounded(d, claim or head)
        for span, claim in _values(line, said_at, headed=head is not None)
        for d in label_drafts(Label(line.label, span, line.text), start=start, stop=stop)
    ]


def heading_of(segments: Sequence[Segment], n: int, text: str, said_at: datetime) -> Span | None:
    """The label that the label line `n` stands under, if its own is a period: the nearest above that is none."""
    for part in reversed(segments[:n]):
        if part.kind == "fragment" and text[part.start : part.stop].endswith(":"):
            return part.start, part.stop - 1
        if part.kind != "label_value" or part.label is None:
            return None
        named = _dated(text, part.label, said_at, listed=True).span
        if text[slice(*named)].strip(EDGES):
            return named
    return None


NOUNS = re.compile(r"(?:[a-z]+ ){1,3}(?=\S)", re.IGNORECASE)


def _within(line: Label) -> Label | None:
    """The line whose value begins with its noun: "fee 40 euros", "on call Jonas"."""
    start, stop = line.value
    match = NOUNS.match(line.text, start, stop)
    while match is not None:
        noun = match[0].strip().casefold()
        if attribute(noun) is not None or noun in words("nouns", "attribute"):
            return Label((start, start + len(match[0].rstrip())), (match.end(), stop), line.text)
        shorter = match[0].rstrip().rfind(" ") + 1
        match = NOUNS.fullmatch(line.text, start, start + shorter) if shorter else None
    return None


def _bounded(made: Draft, period: Claim | None) -> Draft:
    if period is None or (made.object is not None and made.object.value == "date"):
        return made
    return replace(made, claimed_from=period.start, claimed_to=period.stop, precision=period.precision)


def _values(line: Label, said_at: datetime, *, headed: bool) -> Iterator[Dated]:
    """The values with their periods; several, where each part of a list has a period of its own.

    The first part may have that of the label: "Fee in June: 40, in July: 50".
    """
    start, stop = line.value
    cuts = [(m.start() + start, m.end() + start) for m in PART.finditer(line.text[start:stop])]
    parts = list(zip([start, *(b for _, b in cuts)], [*(a for a, _ in cuts), stop], strict=True))
    read = [_dated(line.text, part, said_at, listed=True) for part in parts]
    told = [found for n, found in enumerate(read) if found.claim is not None or (headed and n == 0)]
    if cuts and len(told) == len(parts) and all(line.text[slice(*found.span)].strip(EDGES) for found in read):
        yield from read
        return
    whole = _dated(line.text, line.value, said_at, listed=False)
    kept = whole.claim is not None and line.text[slice(*whole.span)].strip(EDGES)
    yield whole if kept else Dated(line.value, None)


def _dated(text: str, span: Span, said_at: datetime, *, listed: bool) -> Dated:
    """A span without the one period at its head or its end, and that period; the span as it is, if it has none."""
    start, stop = span
    part = text[start:stop]
    time = _edge_time(part, said_at, listed=listed)
    if time is None:
        return Dated(span, None)
    left = (start, start + time.start) if part[: time.start].strip(EDGES) else (start + time.stop, stop)
    bare = text[slice(*left)]
    begin = left[0] + len(bare) - len(bare.lstrip(EDGES))
    end = left[0] + len(bare.rstrip(EDGES))
    return Dated((begin, max(begin, end)), claimed_period([time], said_at, None))


def _edge_time(part: str, said_at: datetime, *, listed: bool) -> TimeExpression | None:
    """The one period in the words, if it stands at their head or end; in a list also a bare month, season or year."""
    times = [t for t in find_times(part, said_at, guess_tense(part)) if t.role in BOUNDING and not t.of_day]
    if not times:
        return _bare_time(part, said_at, listed=listed)
    head, tail = part[: times[0].start].strip(EDGES), part[times[0].stop :].strip(EDGES + ".")
    return times[0] if len(times) == 1 and (_valid(head) or not tail) else None


def _valid(head: str) -> bool:
    """Whether nothing, or a word that belongs to the period, stands before it: "valid until May"."""
    return head.casefold() in {"", "valid", "in force", "good"}


UNIT = rf"(?:{alternatives([*MONTHS, *SEASONS])}|(?:19|20)\d\d|[qh][1-4])(?![\w'])"
BARE = re.compile(rf"^\s*(?P<head>{UNIT})(?=\s*:|\s+\S|\s*$)|(?<=[a-z,] )(?P<tail>{UNIT})\s*$", re.IGNORECASE)


def _bare_time(part: str, said_at: datetime, *, listed: bool) -> TimeExpression | None:
    match = BARE.search(part) if listed else None
    if match is None:
        return None
    place = match.start("head") if match["head"] else match.start("tail")
    found = find_times(f"in {part[place : match.end()]}", said_at)
    if len(found) != 1 or found[0].role != "at":
        return None
    stop = place + found[0].stop - len("in ")
    return replace(found[0], start=place, stop=stop, core=(place, stop))
