"""Word classes of the extractor, read once from lexicon.toml, and the registry's verbs and nouns by surface form."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from graphmem.caches import of_texts
from graphmem.registry import Predicate, registry

__all__ = [
    "Frame",
    "any_of",
    "attribute",
    "frames",
    "gender_of",
    "group",
    "is_happening",
    "is_person_noun",
    "listed",
    "named_doings",
    "singulars",
    "weight",
    "words",
]

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


@cache
def named_doings() -> dict[str, str]:
    """The verb that a noun of doing stands for: "retirement" → "retire"."""
    return {noun: verb for verb, nouns in _tables()["doings"].items() for noun in nouns}


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
    known = _person_nouns()
    last = noun.rsplit(" ", 1)[-1]
    return noun in known or last in known or last.rsplit("-", 1)[-1] in known or noun.endswith(AGENT_ENDINGS)


@cache
def _person_nouns() -> frozenset[str]:
    return group("nouns", "kin_female", "kin_male", "kin", "relation") | common_nouns("people")


@cache
def common_nouns(kind: str) -> frozenset[str]:
    """The nouns of nouns.txt under one head: "people", "things"."""
    text = (files("graphmem") / "extract" / "nouns.txt").read_text(encoding="utf-8")
    _, _, listed = text.partition(f"[{kind}]\n")
    return frozenset(listed.split("[", 1)[0].split())


@cache
def _noun_lists() -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """The lists of things.toml by name, and all its nouns that alone tell nothing."""
    tables = tomllib.loads((files("graphmem") / "data" / "things.toml").read_text(encoding="utf-8"))
    empty = " ".join(tables.pop("nothing_in_particular").values())
    return {name: frozenset(nouns.split()) for name, nouns in tables.items()}, frozenset(empty.split())


def listed(name: str) -> frozenset[str]:
    """The nouns of one list of things.toml: `listed("food")`."""
    return _noun_lists()[0][name]


@cache
def _nouns_by_weight() -> tuple[frozenset[str], frozenset[str]]:
    """The nouns that name a thing, and those that alone tell nothing."""
    lists, empty = _noun_lists()
    kinds = ("animal", "place", "business", "organisation", "colour", "contract", "joined", "software")
    people = ("kin_female", "kin_male", "kin", "relation")
    things = frozenset().union(*lists.values()) | group("nouns", *kinds, *people)
    nothing = empty | group("nouns", "abstract", "vague", "figure", "time_unit") | words("adjectives", "evaluative")
    return things, nothing - (things - words("nouns", "vague"))


PLURALS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""), ("men", "man"))
ABSTRACT_ENDINGS = ("ness", "ity", "ism", "hood", "dom", "ance", "ence", "ship", "tion", "sion", "ment", "ency", "ancy")
Weight = Literal["thing", "nothing", "unknown"]


def any_of(phrases: Iterable[str]) -> str:
    """The alternatives of a regular expression that match one of the phrases, the longest first; `*` is a word."""
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True)).replace(r"\*", r"[\w'-]+")


def singulars(noun: str) -> tuple[str, ...]:
    """The forms a noun may be the plural of, itself first: "knives" gives "knives", "knive", "knif", "knife"."""
    return (noun, *(noun[: -len(end)] + one for end, one in PLURALS if noun.endswith(end) and len(noun) > len(end) + 1))


def is_happening(name: str) -> bool:
    """Whether the last word of a name is one for something that happens and is over: a picnic, a meeting."""
    last = name.casefold().replace("-", " ").split()[-1:]
    return any(one in listed("happenings") for noun in last for one in singulars(noun))


@of_texts(maxsize=20_000)
def weight(noun: str) -> Weight:
    """Whether a noun, or the last part of a compound, in either number names a thing, doing or happening."""
    things, nothing = _nouns_by_weight()
    parts = noun.casefold().replace(" ", "-").strip(".,!?\"'").split("-")
    for n in range(len(parts)):
        forms = singulars("-".join(parts[n:]))
        if any(one in nothing for one in forms):
            return "nothing"
        if any(one in things for one in forms):
            return "thing"
        if any(one in common_nouns("things") or one in common_nouns("people") for one in forms):
            return "thing"
    return "nothing" if noun.endswith((*ABSTRACT_ENDINGS, "ing")) else "unknown"
