"""Word classes of the extractor, read once from lexicon.toml, and the registry's verbs and nouns by surface form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from graphmem.registry import Predicate, registry

__all__ = ["Frame", "attribute", "frames", "gender_of", "group", "is_person_noun", "words"]

Aspect = Literal["holds", "starts", "ends"]


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    text = (files("graphmem") / "extract" / "lexicon.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def words(table: str, name: str) -> frozenset[str]:
    """The lemmas of one class: `words("verbs", "cease")`."""
    return frozenset(_tables()[table][name])


@cache
def group(table: str, *names: str) -> frozenset[str]:
    """The lemmas of several classes of one table together."""
    return frozenset().union(*(words(table, name) for name in names))


@dataclass(frozen=True, slots=True)
class Frame:
    """What a verb (with its preposition) says of a predicate: that it holds, begins or ends."""

    predicate: Predicate
    aspect: Aspect


def _entries(predicate: Predicate) -> Iterator[tuple[str, Frame]]:
    listed: tuple[tuple[tuple[str, ...], Aspect], ...] = (
        (predicate.verbs, "holds"),
        (predicate.starts, "starts"),
        (predicate.ends, "ends"),
    )
    for phrases, aspect in listed:
        for phrase in phrases:
            yield (
                phrase.removeprefix("be "),
                Frame(predicate, aspect),
            )


@cache
def _frames() -> dict[str, tuple[Frame, ...]]:
    table: dict[str, list[Frame]] = {}
    for predicate in registry():
        for phrase, frame in _entries(predicate):
            table.setdefault(phrase, []).append(frame)
    return {phrase: tuple(found) for phrase, found in table.items()}


def frames(phrase: str) -> tuple[Frame, ...]:
    """The predicates a verb phrase such as "live in" may stand for, in the registry's order."""
    return _frames().get(phrase, ())


@cache
def _nouns() -> dict[str, Predicate]:
    return {noun: predicate for predicate in reversed(list(registry())) for noun in predicate.nouns}


def attribute(noun: str) -> Predicate | None:
    """The predicate an attribute noun stands for: "plate", "due date"; None for an unknown one."""
    return _nouns().get(noun)


def gender_of(noun: str) -> str:
    """f, m, p (person of either) or n (not a person) for a relational noun."""
    if noun in words("nouns", "kin_female"):
        return "f"
    if noun in words("nouns", "kin_male"):
        return "m"
    return "p" if is_person_noun(noun) else "n"


AGENT_ENDINGS = ("ologist", "ician", "ographer", "wright", "keeper", "maker", "teacher", "worker", "ologue", "smith")


def is_person_noun(noun: str) -> bool:
    """Whether a noun names somebody by kinship, office or trade."""
    known = group("nouns", "kin_female", "kin_male", "kin", "relation")
    return noun in known or noun.rsplit(" ", 1)[-1] in known or noun.endswith(AGENT_ENDINGS)
