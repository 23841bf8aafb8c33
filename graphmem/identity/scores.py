"""How alike two spellings are, by rapidfuzz (loaded at the first comparison)."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.identity.spelling import is_ideographic

__all__ = ["are_close", "edits", "similarities_0_1"]

SHORTEST = 4  # letters: of shorter words one letter makes another name (Ann, Ian)


def edits(one: str, other: str) -> int:
    """Letters to add, drop, change or swap with a neighbour to turn one into the other (optimal string alignment)."""
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other)


def similarities_0_1(one: str, others: Sequence[str]) -> list[float]:
    """For each name 1 for equal words in any order, towards 0 for names with nothing in common; symmetric."""
    from rapidfuzz import fuzz, process

    similar = [0.0] * len(others)
    for scorer in (fuzz.ratio, fuzz.token_sort_ratio):
        for _, score, place in process.extract(one, others, scorer=scorer, limit=None):
            similar[place] = max(similar[place], score / 100)
    return similar


def are_close(one: str, other: str) -> bool:
    """Whether two words may be one mistyped: a letter apart, two in words of nine letters or more.

    Never for words of fewer than four letters, with digits, or in scripts where a character is a syllable.
    """
    shorter = min(len(one), len(other))
    if shorter < SHORTEST or is_ideographic(one + other) or any(char.isdigit() for char in one + other):
        return False
    return edits(one, other) <= (1 if shorter < 9 else 2)
