"""Ranges of time in quoted words that are over at the time asked about, or not begun: then it is not so."""

from __future__ import annotations

from datetime import datetime

from graphmem.caches import of_texts
from graphmem.extract.times import find_times
from graphmem.recall.candidate import Former

__all__ = ["bygone"]


@of_texts(maxsize=2048)
def bygone(text: str, said_at: datetime, then: datetime) -> tuple[Former, ...]:
    """Each range named in words said at `said_at` that does not hold `then`, with a note: "until 2031-07-21".

    Of a single day ("on 7 July") nothing is noted: what began on it may go on.
    """
    ranges = [one for one in find_times(text, said_at) if one.role == "both"]
    noted = [(text[slice(*one.core)], _note(one.begin, one.claims_to or one.end, said_at, then)) for one in ranges]
    return tuple(Former(words, note) for words, note in noted if note)


def _note(begin: datetime | None, end: datetime | None, said_at: datetime, then: datetime) -> str:
    if end is not None and end <= then:
        return f"until {end.astimezone(said_at.tzinfo):%Y-%m-%d}"
    if begin is not None and begin > then:
        return f"not before {begin.astimezone(said_at.tzinfo):%Y-%m-%d}"
    return ""
