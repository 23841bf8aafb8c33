"""How well turns answer by their words: what each says itself, and what is said around it in its session.

The words are weighed as BM25 weighs them (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009), with
the turns that were nominated as the collection: the same on every engine that nominates them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from graphmem.caches import of_texts
from graphmem.model import Episode
from graphmem.recall.candidate import Ranked
from graphmem.recall.features import weights
from graphmem.recall.question import Reading
from graphmem.recall.words import content

__all__ = ["heard", "in_order"]

Place = tuple[str, int]  # session, seq


def heard(reading: Reading, turns: Sequence[Episode]) -> dict[str, float]:
    """How well each turn answers, by its id: 1 for the best, 0 for one with no word of the question in or near it.

    A turn's words are its own, its speaker's name and its date: a question may name each of them.
    """
    said = {turn.id: Counter(_words_of(turn)) for turn in turns}
    own = _own(_asked(reading), said)
    for turn in turns:
        if turn.text.rstrip().endswith("?"):
            own[turn.id] *= 1 - weights().turn["asking"]
    found = _with_session(_with_beside(own, turns), own, turns)
    best = max(found.values(), default=0.0)
    return {turn: score / best if best else 0.0 for turn, score in found.items()}


def _words_of(turn: Episode) -> tuple[str, ...]:
    return (*_by_whom_when(turn.speaker, turn.said_at.date()), *content(turn.text))


@of_texts(maxsize=4096)
def _by_whom_when(speaker: str | None, day: date) -> tuple[str, ...]:
    return content(f"{speaker or ''} {day:%-d %B %Y}")


def _asked(reading: Reading) -> tuple[str, ...]:
    asker = content(reading.asker or "") if reading.first_person else ()
    return tuple(dict.fromkeys((*content(reading.text), *asker)))


def _own(asked: Sequence[str], said: Mapping[str, Counter[str]]) -> dict[str, float]:
    """The score of each turn's own words; less for one that holds but a part of the question."""
    weight = {stem: _rarity(sum(stem in bag for bag in said.values()), len(said)) for stem in asked}
    total, part = sum(weight.values()), weights().turn["part"]
    usual = sum(bag.total() for bag in said.values()) / max(1, len(said))
    found = dict[str, float]()
    for turn, bag in said.items():
        held = [stem for stem in asked if stem in bag]
        score = sum(weight[stem] * _often(bag[stem], bag.total() / usual) for stem in held)
        share = sum(weight[stem] for stem in held) / total if total else 0.0
        found[turn] = score * (1 - part + part * share)
    return found


def _rarity(held: int, turns: int) -> float:
    """The weight of a word that `held` of the turns hold; 0 for one that none does: it tells them not apart."""
    return math.log(1 + (turns - held + 0.5) / (held + 0.5)) if held else 0.0


def _often(times: int, length: float) -> float:
    """What a word counts that stands `times` in a turn of `length` times the usual one."""
    k1, b = weights().turn["k1"], weights().turn["b"]
    return times * (k1 + 1) / (times + k1 * (1 - b + b * length))


def _with_beside(own: Mapping[str, float], turns: Sequence[Episode]) -> dict[str, float]:
    """Each score with a part of those of the turns one and two places before and after it in its session."""
    at = defaultdict[Place, float](float)
    for turn in turns:
        place = (turn.session, turn.seq)
        at[place] = max(at[place], own[turn.id])
    parts = {1: weights().turn["beside"], 2: weights().turn["near"]}
    return {
        turn.id: own[turn.id]
        + sum(
            part * (at.get((turn.session, turn.seq - away), 0.0) + at.get((turn.session, turn.seq + away), 0.0))
            for away, part in parts.items()
        )
        for turn in turns
    }


def _with_session(scores: Mapping[str, float], own: Mapping[str, float], turns: Sequence[Episode]) -> dict[str, float]:
    """Each score with a part of the best one of its session: it was spoken of there."""
    best = defaultdict[str, float](float)
    for turn in turns:
        best[turn.session] = max(best[turn.session], own[turn.id])
    part = weights().turn["session"]
    return {turn.id: scores[turn.id] + part * best[turn.session] for turn in turns}


def in_order(ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """The ids of every turn that candidates bring up, best first; a fact that answers lifts those it comes from."""
    scores = defaultdict[str, float](float)
    for one in ranked:
        for turn in _turns(one):
            scores[turn] += 0.0
        if one.candidate.episode is not None:
            scores[one.candidate.episode.id] += dict(one.features).get("heard", 0.0)
    lifts = defaultdict[str, float](float)
    for one in ranked:
        for turn in _turns(one):
            lifts[turn] = max(lifts[turn], _lift(one))
    return tuple(sorted(scores, key=lambda turn: (-round(scores[turn] + lifts[turn], 9), turn)))


def _lift(one: Ranked) -> float:
    """What a shown fact adds to the turns it comes from, by how plainly it is what is asked for."""
    if one.dropped or one.candidate.fact is None:
        return 0.0
    features = dict(one.features)
    return weights().turn["lift"] * features["predicate"] * features["entity"]


def _turns(one: Ranked) -> Iterable[str]:
    if one.candidate.episode is not None:
        yield one.candidate.episode.id
    for fact in (one.candidate.fact, *one.merged):
        if fact is not None:
            yield from (source.episode for source in fact.sources)
