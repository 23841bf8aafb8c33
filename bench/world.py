"""The invented world that is measured: people who work, live and have friends, a hub, and one who keeps moving."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

__all__ = ["AS_OF", "FACTS_A_PERSON", "HUB", "MOVER", "move", "moves", "person", "said", "statements"]

FIRST = datetime(2020, 1, 1, tzinfo=UTC)
AS_OF = "2021-01-01T00:00:00Z"
HUB = "Hub Holding"
MOVER = "Olga Old"
FIRSTS = ("Ada", "Ben", "Cleo", "Dag", "Edda", "Finn", "Gro", "Hugo", "Ines", "Jorn", "Kaja", "Lars", "Mona", "Nils")
LASTS = ("Abara", "Bellow", "Cernik", "Dorval", "Ekman", "Farrow", "Gatlin", "Hobart", "Ibsen", "Jarvis", "Lund")
FACTS_A_PERSON = 4
HUB_SHARE = 10  # every tenth works at the hub


def said(number: int) -> str:
    """The time of the statement of this number: an hour after the one before."""
    return (FIRST + timedelta(hours=number)).isoformat()


def person(number: int) -> str:
    """The name of the person of this number; first and last names come back, with a number that tells them apart."""
    first, rest = FIRSTS[number % len(FIRSTS)], number // len(FIRSTS)
    return f"{first} {LASTS[rest % len(LASTS)]} {number}"


def statements(facts: int) -> Iterator[dict[str, Any]]:
    """About so many facts: each person works somewhere, lives somewhere, and has two friends."""
    people, chance = max(facts // FACTS_A_PERSON, 3), random.Random(1)
    for number in range(people):
        who = person(number)
        works = HUB if number % HUB_SHARE == 0 else f"Company {chance.randrange(people // 5 + 1)}"
        yield {"subject": who, "predicate": "works_at", "object": works, "said_at": said(number)}
        yield {**move(who, chance.randrange(50)), "said_at": said(number)}
        for _ in range(FACTS_A_PERSON - 2):
            other = person(chance.randrange(people))
            yield {"subject": who, "predicate": "friend", "object": other, "said_at": said(number)}


def move(who: str, number: int) -> dict[str, Any]:
    """That somebody lives in another town than before."""
    return {"subject": who, "predicate": "lives_in", "object": f"Town {number % 50}", "said_at": said(number)}


def moves(number: int) -> Iterator[dict[str, Any]]:
    """One person moves so many times."""
    return (move(MOVER, place) for place in range(number))
