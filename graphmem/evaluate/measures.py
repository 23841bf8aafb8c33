"""How much of a question's evidence a ranking finds, and how early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from statistics import fmean

__all__ = ["ALL", "BUDGET_TOKENS", "averages", "measured", "share", "within"]

ALL = "all"
BUDGET_TOKENS = 2000
Measures = dict[str, float]


def measured(ranking: Sequence[str], evidence: frozenset[str], tokens: Mapping[str, int]) -> Measures:
    """Recall at 5 and 10 and within 2,000 tokens of turns, whether one of the first 10 is evidence, reciprocal rank.

    `ranking` holds turn ids, best first, each once; `tokens` says how long each turn is. Every figure is 0 to 1.
    """
    hit = next((place for place, turn in enumerate(ranking, 1) if turn in evidence), 0)
    return {
        "R@5": share(ranking[:5], evidence),
        "R@10": share(ranking[:10], evidence),
        "any@10": float(not evidence.isdisjoint(ranking[:10])),
        "MRR": 1 / hit if hit else 0.0,
        f"R@{BUDGET_TOKENS} tokens": share(within(ranking, tokens, BUDGET_TOKENS), evidence),
    }


def share(found: Iterable[str], evidence: frozenset[str]) -> float:
    """Which part of the evidence was found."""
    return len(evidence.intersection(found)) / len(evidence)


def within(ranking: Sequence[str], tokens: Mapping[str, int], budget_tokens: int) -> Sequence[str]:
    """The first turns of a ranking that fit into a budget, up to the first that does not."""
    used = accumulate(tokens[turn] for turn in ranking)
    return ranking[: sum(total <= budget_tokens for total in used)]


def averages(rows: Iterable[tuple[str, Measures]], groups: Sequence[str]) -> dict[str, Measures]:
    """The mean of each measure over all questions and over each group that has some, with the number of questions."""
    found = list(rows)
    out = dict[str, Measures]()
    for group in (ALL, *groups):
        own = [measures for category, measures in found if group in {ALL, category}]
        if own:
            means = {name: round(fmean(measures[name] for measures in own), 4) for name in own[0]}
            out[group] = {"questions": len(own), **means}
    return out
