"""Lists of numbered facts that contradict each other, made by seed: the fact with the higher number holds."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Asked", "Listed", "Relation", "make_list"]

SYLLABLES = [consonant + vowel for consonant in "bdfghklmnprstv" for vowel in "aeo"]
ENDINGS = {
    "person": ("n", "s", "l", "th", "rin", "nic"),
    "city": ("burg", "ford", "haven", "mouth", "stead", "wick"),
    "country": ("land", "nia", "ria", "stan", "via"),
    "company": (" Works", " Group", " Brothers", " Trading", " Industries"),
    "club": (" United", " Rovers", " Athletic", " Wanderers"),
    "university": (" University", " College", " Academy"),
    "work": (" Road", " Winter", " Garden", " Letters", " Tide", " Lantern"),
}
AGAIN = 0.5  # how many of the facts are contradicted by a later one


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two kinds of things: how it is stated, named and asked for."""

    of: str
    kind: str
    says: str
    noun: str
    asks: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the value that holds, and the last values that were said before it; `hops`: facts that it takes."""

    text: str
    answer: str
    before: frozenset[str]
    hops: int


@dataclass(frozen=True, slots=True)
class Listed:
    """The numbered lines, and the questions asked of them."""

    lines: tuple[str, ...]
    questions: tuple[Asked, ...]


def make_list(tokens: int, count: Callable[[str], int], *, questions: int, seed: int) -> Listed:
    """Numbered facts of about so many tokens in random order, and so many questions each of one and of several."""
    draw = random.Random(seed)
    world = _World(draw)
    said = list[tuple[str, Relation, str]]()
    used = 0
    while used < tokens:
        further = list(world.further())
        said += further
        used += sum(count(f"{len(said)}. {_line(fact)}\n") for fact in further)
    draw.shuffle(said)
    lines = tuple(f"{number}. {_line(fact)}" for number, fact in enumerate(said))
    return Listed(lines, (*_single(said, draw, questions), *_several(said, draw, questions)))


def _line(fact: tuple[str, Relation, str]) -> str:
    subject, relation, value = fact
    text = relation.says.format(s=subject, o=value)
    return text[0].upper() + text[1:]


@cache
def _relations() -> tuple[Relation, ...]:
    return tuple(Relation(row["of"], row["is"], row["says"], row["noun"], row["asks"]) for row in _tables()["relation"])


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads((files("graphmem.evaluate") / "numbered.toml").read_text(encoding="utf-8"))


class _World:
    """Things by kind, made as facts need them; a tenth of what a fact names is new."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._things: dict[str, list[str]] = {kind: list(names) for kind, names in _tables()["kinds"].items()}
        self._known = {name for names in self._things.values() for name in names}
        self._told: set[tuple[str, Relation]] = set()

    def further(self) -> Iterator[tuple[str, Relation, str]]:
        """A fact of a slot that none was told of yet, and often another of the same slot."""
        relation = self._draw.choice(_relations())
        subject = self._thing(relation.of, new=0.4)
        if (subject, relation) in self._told:
            return
        self._told.add((subject, relation))
        value = self._other(relation, subject)
        yield subject, relation, value
        if self._draw.random() < AGAIN:
            yield subject, relation, self._other(relation, value)

    def _other(self, relation: Relation, than: str) -> str:
        value = than
        while value == than:
            value = self._thing(relation.kind, new=0.2)
        return value

    def _thing(self, kind: str, new: float) -> str:
        own = self._things.setdefault(kind, [])
        if kind in ENDINGS and (len(own) < 5 or self._draw.random() < new):
            own.append(self._named(kind))
        return self._draw.choice(own[-400:])

    def _named(self, kind: str) -> str:
        while True:
            stem = "".join(self._draw.sample(SYLLABLES, 3 if kind != "person" else 2)).capitalize()
            name = f"{stem}{self._draw.choice(ENDINGS[kind])}"
            if kind == "person":
                name += f" {''.join(self._draw.sample(SYLLABLES, 3)).capitalize()}"
            if kind == "work":
                name = f"The {name}"
            if name not in self._known:
                self._known.add(name)
                return name


# -- questions ------------------------------------------------------------------------------------------------
Slots = dict[tuple[str, Relation], list[str]]


def _slots(said: Sequence[tuple[str, Relation, str]]) -> Slots:
    """The values of each slot in the order of their numbers."""
    slots: Slots = {}
    for subject, relation, value in said:
        slots.setdefault((subject, relation), []).append(value)
    return slots


def _single(said: Sequence[tuple[str, Relation, str]], draw: random.Random, number: int) -> list[Asked]:
    """Questions of slots that were contradicted."""
    slots = [slot for slot in _slots(said).items() if len(slot[1]) > 1]
    return [
        Asked(relation.asks.format(s=subject), values[-1], frozenset(values[:-1]) - {values[-1]}, 1)
        for (subject, relation), values in draw.sample(slots, min(number, len(slots)))
    ]


def _several(said: Sequence[tuple[str, Relation, str]], draw: random.Random, number: int) -> list[Asked]:
    """Questions that go from one slot to the next, with a contradiction on the way."""
    slots = _slots(said)
    after = dict[str, list[Relation]]()
    for subject, relation in slots:
        after.setdefault(subject, []).append(relation)
    ways = [(first, further) for first in slots for further in after.get(slots[first][-1], ())]
    draw.shuffle(ways)
    asked = (_way(slots, first, further) for first, further in ways)
    return [one for one in asked if one is not None][:number]


def _way(slots: Slots, first: tuple[str, Relation], further: Relation) -> Asked | None:
    middles, noun = slots[first], first[1].noun.format(s=first[0])
    values = slots[middles[-1], further]
    if len(middles) + len(values) < 3:
        return None
    others = {value for middle in middles[:-1] for value in slots.get((middle, further), ())} | set(values[:-1])
    who = "Who" if further.kind == "person" else "What"
    return Asked(f"{who} is {further.noun.format(s=noun)}?", values[-1], frozenset(others) - {values[-1]}, 2)
