"""Histories and beliefs in one line each, as the table of docs/explanation-fold.md writes them.

    said       1 Ann: Berlin from 0 until 9; 3 Bo: Lisbon, not Berlin; 5 Bot: no longer Lisbon on 4
    believed   Berlin 0–3; Berlin/Lisbon? 3–5; planned Oslo 1–; review overruled Paris

Numbers are days of one month, with fractions for hours. Who speaks says how much it weighs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphmem.belief.fold import Rules, Segment, Stated, fold
from graphmem.belief.plans import plans
from graphmem.belief.review import to_review
from graphmem.model import BEGINNING_US, FOREVER_US, Kind, SourceKind
from graphmem.registry import AUTHORITY

DAY = 86_400_000_000
ONE, MANY = Rules(), Rules(functional=False)
SOURCES: dict[str, SourceKind] = {"Doc": "document", "Rep": "report", "Bot": "assistant_message"}

STATED = re.compile(r"(?P<day>[\d.]+)(?P<place>'*) (?P<who>\w+): (?P<words>.+)")
DATED = re.compile(r" (from|until|on) (-?[\d.]+)")


def us(day: str) -> int:
    return round(float(day) * DAY)


def said(history: str) -> list[Stated]:
    """The statements of a history, `s1`, `s2`, … as written. Each `'` behind the day is a place in the session."""
    return [_stated(f"s{number}", text.strip()) for number, text in enumerate(history.split(";"), 1)]


def _stated(id_: str, text: str) -> Stated:
    match = STATED.fullmatch(text)
    assert match, f"{text!r} is no statement of this notation"
    words = match["words"]
    dates = {word: us(day) for word, day in DATED.findall(words)}
    planned = words.startswith("plans ")
    kind, value, corrects = _aim(DATED.sub("", words.removeprefix("plans ")))
    source = SOURCES.get(match["who"], "user_statement")
    return Stated(
        id=id_,
        kind=kind,
        value=value,
        said_at=us(match["day"]),
        seq=len(match["place"]),
        speaker=None if match["who"] == "Nobody" else match["who"],
        authority=AUTHORITY[source],
        claimed_from=dates.get("from", dates.get("on")),
        claimed_to=dates.get("until"),
        corrects=corrects,
        planned=planned,
        source_kind=source,
    )


def _aim(words: str) -> tuple[Kind, str | None, str | None]:
    if words.startswith("no longer"):
        return "end", words.removeprefix("no longer").strip() or None, None
    if ", not " in words:
        value, _, corrects = words.partition(", not ")
        return "correction", value, corrects
    if words.endswith(", actually"):
        return "correction", words.removesuffix(", actually"), None
    return "state", words, None


def shown(segments: Iterable[Segment]) -> str:
    return "; ".join(
        f"{'planned ' if segment.status == 'planned' else ''}{'/'.join(segment.values)}"
        f"{'?' if segment.status == 'contested' else ''} {_day(segment.start)}–{_day(segment.stop)}"
        for segment in segments
    )


def _day(moment: int) -> str:
    return "" if moment in (BEGINNING_US, FOREVER_US) else f"{moment / DAY:g}"


def believed(history: str, rules: Rules = ONE) -> str:
    """What the fold makes of a history."""
    return shown(fold(said(history), rules))


def planned(history: str, rules: Rules = ONE) -> str:
    return shown(plans(said(history), rules))


def reviewed(history: str, rules: Rules = ONE) -> str:
    items = to_review(said(history), rules)
    return "; ".join(f"review {item.kind} {', '.join(value or 'any' for value in item.values)}" for item in items)


def outcome(history: str, rules: Rules = ONE) -> str:
    """All that a history comes to: what is believed, what is planned, what goes to review."""
    parts = (believed(history, rules), planned(history, rules), reviewed(history, rules))
    return "; ".join(part for part in parts if part)
