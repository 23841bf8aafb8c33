"""Which predicates a question asks for, by the verbs, nouns and question words of the registry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from graphmem.recall.words import Token, content, fold, nearness, stem, tokens, words
from graphmem.registry import Predicate, Registry

__all__ = ["Wanted", "relation_nouns", "vocabulary", "wanted_predicates"]

# How much a kind of evidence says by itself; `asks` are broad words of questions, shared by several predicates.
NOUN: Final = 1.0
VERB: Final = 0.9
ASK: Final = 0.85
OWN_NAME: Final = 0.8
MISSING_PREPOSITION: Final = 0.55
ONLY_META: Final = 0.4
LEAST: Final = 0.3
MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """A predicate that a question may ask for, 0–1, with the words that say so: tokens `[start, stop)`.

    `noun`: by an attribute noun of the registry, the plainest way to name a relation.
    """

    predicate: str
    score_0_1: float
    evidence: str
    start: int
    stop: int
    noun: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase by which a predicate is named: its words' stems, and those that may stand elsewhere (prepositions)."""

    predicate: str
    phrase: str
    stems: tuple[str, ...]
    loose: tuple[str, ...]
    weight: float
    noun: bool = False


def wanted_predicates(found: Sequence[Token], registry: Registry, skip: Iterable[int] = ()) -> tuple[Wanted, ...]:
    """The predicates a question's words name, best first; words at the indices `skip` (names, times) say nothing."""
    skipped = frozenset(skip)
    stems = tuple("" if i in skipped else stem(token.lower) for i, token in enumerate(found))
    lowers = frozenset(token.lower for token in found)
    index = _index(registry)
    hits = [_hit(entry, stems, lowers, i) for i, first in enumerate(stems) for entry in index.get(first, ())]
    return _best([hit for hit in hits if hit is not None and hit.score_0_1 >= LEAST])


def _hit(entry: Entry, stems: tuple[str, ...], lowers: frozenset[str], start: int) -> Wanted | None:
    stop = start + len(entry.stems)
    if stems[start:stop] != entry.stems:
        return None
    missing = any(word not in lowers for word in entry.loose)
    score = entry.weight * (MISSING_PREPOSITION if missing else 1.0)
    return Wanted(
        entry.predicate, round(min(1.0, score + 0.03 * (stop - start - 1)), 3), entry.phrase, start, stop, entry.noun
    )


def _best(hits: Sequence[Wanted]) -> tuple[Wanted, ...]:
    """One hit a predicate, none inside a longer one: in "phone number" the word "number" asks for nothing by itself."""
    longest: dict[int, int] = {}
    for hit in hits:
        for place in range(hit.start, hit.stop):
            longest[place] = max(longest.get(place, 0), hit.stop - hit.start)
    whole = [hit for hit in hits if all(longest[i] <= hit.stop - hit.start for i in range(hit.start, hit.stop))]
    best: dict[str, Wanted] = {}
    for hit in sorted(whole, key=lambda hit: (-hit.score_0_1, hit.start - hit.stop, hit.predicate, hit.evidence)):
        best.setdefault(hit.predicate, hit)
    return tuple(best.values())[:MOST]


@lru_cache(maxsize=16)
def _index(registry: Registry) -> Mapping[str, tuple[Entry, ...]]:
    entries = [entry for predicate in registry for entry in _entries(predicate)]
    shared: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for entry in entries:
        shared[entry.stems].add(entry.predicate)
    index: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        weight = entry.weight / len(shared[entry.stems]) ** 0.25
        index[entry.stems[0]].append(replace(entry, weight=weight))
    return {first: tuple(rows) for first, rows in index.items()}


def _entries(predicate: Predicate) -> Iterable[Entry]:
    sources = (
        (predicate.nouns, NOUN),
        (predicate.asks, ASK),
        ((*predicate.verbs, *predicate.starts), VERB),
        ((predicate.name.replace("_", " "),), OWN_NAME),
    )
    for phrases, weight in sources:
        for phrase in phrases:
            if entry := _entry(predicate.name, phrase, weight, verb=weight in {VERB, OWN_NAME}, noun=weight == NOUN):
                yield entry


def _entry(name: str, phrase: str, weight: float, *, verb: bool, noun: bool) -> Entry | None:
    parts = fold(phrase).split()
    listed = words()
    while len(parts) > 1 and parts[0] in {"be", "get", "is", "to", "the", "a"}:
        parts = parts[1:]
    loose = tuple(parts[1:]) if verb and all(part in listed.stop for part in parts[1:]) else ()
    tight = parts[:1] if loose else parts
    if all(part in listed.stop for part in tight) and len(tight) < 2:
        return None
    if all(part in listed.stop or part in listed.meta for part in tight):
        weight *= ONLY_META
    return Entry(name, phrase, tuple(stem(part) for part in tight), loose, weight, noun)


@lru_cache(maxsize=16)
def relation_nouns(registry: Registry) -> frozenset[str]:
    """The attribute nouns of every predicate, lower case: "phone number", "manager"."""
    return frozenset(fold(noun) for predicate in registry for noun in predicate.nouns)


@lru_cache(maxsize=4096)
def vocabulary(registry: Registry, predicate: str) -> frozenset[str]:
    """The content stems by which a predicate is spoken of: its name, and those of its phrases that have one such word.

    Of a longer phrase ("do for a living") a single word does not stand for the relation; question words are too broad.
    """
    known = registry.get(predicate)
    spoken = [content(phrase) for phrase in (*known.nouns, *known.verbs, *known.starts)] if known else []
    single = [stems[0] for stems in spoken if len(stems) == 1]
    return frozenset([*content(predicate.replace("_", " ")), *single])


def names_relation(relation: str, predicate: str, registry: Registry) -> bool:
    """Whether a noun of a question ("manager") names a predicate: by its nouns, or by words near its own."""
    known = registry.get(predicate)
    if known and fold(relation) in {fold(noun) for noun in known.nouns}:
        return True
    own = vocabulary(registry, predicate)
    heads = [stem(token.lower) for token in tokens(relation)]
    return bool(heads) and any(nearness(heads[-1], word) >= 0.6 for word in own)
