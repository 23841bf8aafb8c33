"""What stands at the viewpoint: the standing of each fact, values that stand no longer, what changed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from graphmem.caches import of_texts
from graphmem.model import Fact
from graphmem.recall.candidate import Former, Standing
from graphmem.recall.question import AnswerKind, Reading
from graphmem.recall.words import fold

__all__ = [
    "PRIMARY",
    "SECOND",
    "differences",
    "formers",
    "known_then",
    "known_until",
    "same",
    "share",
    "standing",
    "within",
]

ALWAYS: Final = datetime.max.replace(tzinfo=UTC)
MOMENT: Final = timedelta(microseconds=1)  # what changes at the very time asked about has changed since
# What each kind of question is answered with, and with what if there is none of that.
PRIMARY: Final[dict[AnswerKind, frozenset[Standing]]] = {
    "current": frozenset({"holds", "contested"}),
    "past": frozenset({"ended"}),
    "history": frozenset({"holds", "contested", "ended", "upcoming"}),
    "why": frozenset({"holds", "contested", "planned"}),
    "plan": frozenset({"planned", "upcoming", "holds", "contested"}),
    "conflict": frozenset({"contested", "holds"}),
    "changes": frozenset({"holds", "contested", "ended", "disbelieved", "upcoming"}),
}
SECOND: Final[dict[AnswerKind, frozenset[Standing]]] = {
    "current": frozenset({"planned", "ended", "upcoming"}),
    "past": frozenset({"holds", "contested"}),
    "history": frozenset({"planned"}),
    "why": frozenset({"ended", "upcoming", "disbelieved"}),
    "plan": frozenset({"ended"}),
    "conflict": frozenset({"ended", "planned"}),
    "changes": frozenset(),
}


def known_then(fact: Fact, known: datetime) -> bool:
    """Whether the memory had the fact at `known` or before: what it learnt later is never shown."""
    return fact.system.start is None or fact.system.start <= known


def known_until(reading: Reading) -> datetime:
    """Up to when what the memory knew counts: without end for now, as writes of one instant are numbered past it."""
    return ALWAYS if reading.as_of.known >= reading.now else reading.as_of.known


def standing(fact: Fact, reading: Reading) -> Standing:
    """How a fact stands at the reading's viewpoint."""
    if fact.system.stop is not None and fact.system.stop <= known_until(reading):
        return "disbelieved"
    if fact.status == "planned":
        return "planned"
    if share(fact, reading) == 0:
        start = fact.valid.start
        return "upcoming" if start is not None and start > reading.as_of.valid else "ended"
    return "contested" if fact.status == "contested" else "holds"


def share(fact: Fact, reading: Reading) -> float:
    """The part of the time asked about, 0 to 1, in which the fact holds."""
    asked = reading.during
    if asked is None or asked.start is None or asked.stop is None:
        return float(reading.as_of.valid in fact.valid)
    start = max(asked.start, fact.valid.start or asked.start)
    stop = min(asked.stop, fact.valid.stop or asked.stop)
    return max(0.0, (stop - start) / (asked.stop - asked.start))


def same(one: Fact, other: Fact) -> bool:
    """Whether two facts give one subject one value, in whatever relation they were filed.

    Of one sentence, a value within the other is the same: "NB-20" and "tag NB-20".
    """
    if one.subject.id != other.subject.id:
        return False
    spans = [{(source.episode, source.start) for source in fact.sources} for fact in (one, other)]
    values = str(one.object), str(other.object)
    if spans[0] & spans[1] and (within(values[0], values[1]) or within(values[1], values[0])):
        return True
    return _value(one) == _value(other)


def _value(fact: Fact) -> str:
    return fold(" ".join(str(fact.object).split()))


def formers(facts: Iterable[Fact], reading: Reading) -> Mapping[str, tuple[Former, ...]]:
    """By subject id, the values that do not stand at the viewpoint, with what is to be said of them."""
    stands: dict[str, set[str]] = defaultdict(set)
    fallen: dict[str, dict[str, Former]] = defaultdict(dict)
    for fact in facts:
        how = standing(fact, reading)
        if how in {"holds", "contested", "planned"}:
            stands[fact.subject.id].add(_value(fact))
        elif note := _note(fact, how):
            fallen[fact.subject.id].setdefault(_value(fact), Former(str(fact.object), note))
    return {
        subject: tuple(former for value, former in sorted(values.items()) if value not in stands[subject])
        for subject, values in fallen.items()
    }


def _note(fact: Fact, how: Standing) -> str:
    if how == "ended" and fact.valid.stop:
        return f"until {fact.dates[1]:%Y-%m-%d}"
    if how == "upcoming" and fact.valid.start:
        return f"not before {fact.dates[0]:%Y-%m-%d}"
    if how == "disbelieved" and fact.system.stop:
        return f"no longer believed since {fact.local(fact.system.stop):%Y-%m-%d}"
    return ""


def within(value: str, text: str) -> bool:
    """Whether a value stands in a text as whole words, by any case."""
    return _pattern(value).search(fold(text)) is not None


@of_texts(maxsize=4096)
def _pattern(value: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + re.escape(fold(value)) + r"(?!\w)")


def differences(facts: Sequence[Fact], reading: Reading) -> tuple[tuple[Fact | None, tuple[Fact, ...]], ...]:
    """What changed since the time asked about: each new fact with those it replaced, and what ended without successor.

    Two facts of one subject and predicate are set against each other. What was known then counts; where nothing was
    known yet, as after the import of old conversations, what is known now of that time.
    """
    since = reading.since or reading.as_of.known
    known = since if any(known_then(fact, since) for fact in facts) else reading.as_of.known
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.subject.id, fact.predicate].append(fact)
    changed: list[tuple[Fact | None, tuple[Fact, ...]]] = []
    for _, group in sorted(groups.items()):
        changed.extend(_differences(group, reading, known, since - MOMENT))
    return tuple(changed)


def _differences(
    group: Sequence[Fact], reading: Reading, known: datetime, since: datetime
) -> Iterable[tuple[Fact | None, tuple[Fact, ...]]]:
    after = _held(group, known_until(reading), reading.as_of.valid)
    before = _held(group, known, since)
    gone = tuple(fact for value, fact in before.items() if value not in after)
    new = [fact for value, fact in after.items() if value not in before]
    if new:
        yield new[0], gone
        yield from ((fact, ()) for fact in new[1:])
    elif gone:
        yield None, gone


def _held(group: Sequence[Fact], known: datetime, valid: datetime) -> dict[str, Fact]:
    """What was believed at `known` to hold at `valid`, by value, the earliest start first."""
    held = [f for f in group if known in f.system and valid in f.valid and f.status != "planned"]
    return {_value(fact): fact for fact in sorted(held, key=lambda fact: (str(fact.valid.start or ""), fact.id))}
