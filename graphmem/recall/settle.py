"""How far a question is answered by the facts of whom it names, so that no more is searched than it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from graphmem.model import Fact
from graphmem.recall.candidate import Entities, Ranked, kept
from graphmem.recall.features import asked_terms, covers
from graphmem.recall.question import Reading

__all__ = ["Settled", "settled"]

Settled = Literal["wholly", "facts", "not"]

PLAINLY = 0.5  # from this feature on, a fact states a relation that is asked for, with a value that may be meant
NEARLY = 0.1  # as well as the best named relation, within this
OF_ONE_KEY = frozenset({"current", "past", "history"})  # kinds of question that the facts of one relation answer


def settled(reading: Reading, entities: Entities, ranked: Sequence[Ranked]) -> Settled:
    """Whether a fact shown is what is asked for: "wholly" where that ends the search, "facts" where turns may add.

    `ranked` are the facts of the entities named and no others. What is asked for has to state the relation, of all
    whom the question names, and hold every word of the question, or a word used for it. Of a relation that has many
    values at once, a list, a count, a history or a contested value, turns of which no fact was made may tell more.
    """
    if reading.kind not in OF_ONE_KEY or not reading.predicates or any(chain.leading for chain in reading.chains):
        return "not"
    if any(not entities.get(name.text) for name in reading.names):
        return "not"
    shown = kept(ranked)
    stating = [one.candidate.fact for one in shown if one.candidate.fact and _states(one, reading, entities)]
    if not stating:
        return "not"
    single = reading.kind == "current" and reading.form not in {"list", "count"} and not reading.plural
    certain = all(one.standing == "holds" for one in shown)
    return "wholly" if single and certain and any(_has_one_value(fact, reading) for fact in stating) else "facts"


def _states(one: Ranked, reading: Reading, entities: Entities) -> bool:
    """Whether a candidate states what is asked for, of all whom the question names."""
    fact, features = one.candidate.fact, dict(one.features)
    if fact is None or features["entity"] < 1 or min(features["value"], features["predicate"]) < PLAINLY:
        return False
    return fact.predicate in _meant(reading) and all(
        covers(fact, term, reading.registry) for term in asked_terms(reading, entities)
    )


def _has_one_value(fact: Fact, reading: Reading) -> bool:
    known = reading.registry.get(fact.predicate)
    return known is not None and known.functional


def _meant(reading: Reading) -> frozenset[str]:
    """The relations that the question's words name best, or nearly so."""
    best = reading.predicates[0].score_0_1
    return frozenset(one.predicate for one in reading.predicates if one.score_0_1 >= best - NEARLY)
