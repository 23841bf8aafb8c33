"""Stored facts drawn by seed, printed with their words for a person to judge."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from graphmem.evaluate.sheets import table
from graphmem.model import Fact, Value

__all__ = ["Drawn", "drawn", "show_drawn"]


class Drawn(Value):
    """A stored fact, and the conversation it was learnt in."""

    conversation: str
    fact: Fact


def drawn(facts: Sequence[tuple[str, Fact]], number: int, seed: int) -> tuple[Drawn, ...]:
    """`number` facts, the same for the same seed, in the order of their conversations."""
    places = random.Random(seed).sample(range(len(facts)), min(number, len(facts)))
    return tuple(Drawn(conversation=facts[place][0], fact=facts[place][1]) for place in sorted(places))


def show_drawn(sample: Sequence[Drawn]) -> None:
    """Prints them as a table; nothing where there are none."""
    if sample:
        columns = ("", "subject", "predicate", "object", "valid", "status", "quote", "said by", "episode")
        table("Stored facts", columns, [_row(place, one) for place, one in enumerate(sample, 1)])


def _row(place: int, drawn: Drawn) -> tuple[str, ...]:
    fact = drawn.fact
    period = f"{_day(fact.valid.start, '?')} → {_day(fact.valid.stop)}"
    held = (str(fact.subject), fact.predicate, str(fact.object), period, fact.status)
    return (str(place), *held, *_said(drawn))


def _said(drawn: Drawn) -> tuple[str, str, str]:
    """Words, speaker and place of a fact's first source."""
    if not drawn.fact.sources:
        return ("", "", drawn.conversation)
    source = drawn.fact.sources[0]
    by = f"{source.speaker}, {_day(source.said_at)}"
    return (f"“{source.quote}”", by, f"{drawn.conversation} {source.episode}")


def _day(at: datetime | None, otherwise: str = "") -> str:
    return at.strftime("%Y-%m-%d") if at else otherwise
