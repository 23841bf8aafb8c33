"""Which stored facts bear on a question, by their relation and words, before they are read with their sources."""

from __future__ import annotations

from typing import Final

from graphmem.recall.question import Reading
from graphmem.recall.relations import names_relation, vocabulary
from graphmem.recall.words import content, nearness

__all__ = ["asked", "bears"]

RELATION: Final = 2.0  # an asked relation, against 1 for a word of the question


def asked(reading: Reading, predicate: str) -> bool:
    """Whether a question names a relation, as what it asks for or as what leads there."""
    named = {wanted.predicate for wanted in (*reading.predicates, *reading.via)}
    relations = [relation for chain in reading.chains for relation in chain.relations]
    return predicate in named or any(
        names_relation(word, predicate, reading.registry) for word in (*relations, *reading.terms)
    )


def bears(reading: Reading, predicate: str, fact: str) -> float:
    """How much a fact, given by its sentence, bears on a question: its words, or words near them, and its relation."""
    held = content(fact), vocabulary(reading.registry, predicate)
    words = sum(max((nearness(term, stem) for stems in held for stem in stems), default=0.0) for term in reading.terms)
    wanted = max(
        (one.score_0_1 for one in (*reading.predicates, *reading.via) if one.predicate == predicate), default=0
    )
    return words + RELATION * wanted
