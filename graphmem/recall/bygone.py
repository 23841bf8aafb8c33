"""Ranges of time in quoted words that are over at the time asked about, or not begun: then it is not so."""

from __future__ import annotations

from datetime import datetime

from graphmem.caches import of_texts
from graphmem.extract.times import TimeExpression, find_times
from graphmem.recall.candidate import Former

__all__ = ["bygone"]


def bygone(text: str, said_at: datetime, then: datetime) -> tuple[Former, ...]:
    """Each range named in words said at `said_at` that does not hold `then`, with a note: "until 2031-07-21".

    Of a single day ("on 7 July") nothing is noted: what began on it may go on.
    """
    noted = [(text[slice(*one.core)], _note(one, said_at, then)) for one in _ranges(text, said_at)]
    return tuple(Former(words, note) for words, note in noted if note)


@of_texts(maxsize=2048)
def _ranges(text: str, said_at: datetime) -> tuple[TimeExpression, ...]:
    return tuple(one for one in find_times(text, said_at) if one.role == "both")


def _note(one: TimeExpression, said_at: datetime, then: datetime) -> str:
    end = one.claims_to or one.end
    if end is not None and end <= then:
        return f"until {end.astimezone(said_at.tzinfo):%Y-%m-%d}"
    if one.begin is not None and one.begin > then:
        return f"not before {one.begin.astimezone(said_at.tzinfo):%Y-%m-%d}"
    return ""
