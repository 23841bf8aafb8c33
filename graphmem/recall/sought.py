"""Whether words that are stored are those that a text means: for `why_not`, which starts from the words of a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.recall.words import RELATED, content, nearness, spoken, words

__all__ = ["Sought", "sought"]

ENOUGH = 0.75  # of the content words; of three or fewer all
NAMES = re.compile(r"[^\W_]*(?:[A-ZÀ-ÖØ-Þ]|\d)[\w'’.-]*")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sought:
    """The content words of a text, as stems, and those of them that may not be missing: names and figures."""

    stems: frozenset[str]
    names: frozenset[str]

    def met(self, text: str) -> float:
        """How many of the words sought a text has, as a share; 0 where a name or a figure is missing."""
        there = frozenset(content(text))
        if not self.stems or not all(_among(name, there) for name in self.names):
            return 0.0
        return sum(_among(one, there) for one in self.stems) / len(self.stems)

    def holds(self, text: str) -> bool:
        """Whether the words of a value are among those sought."""
        own = content(text)
        return bool(own) and sum(_among(one, self.stems) for one in own) / len(own) >= ENOUGH

    def places(self, text: str, pieces: Sequence[Span], speaker: str) -> tuple[Span, ...]:
        """The pieces of a turn in which the words stand: each by itself, else those that are among them, else none."""
        alone = [span for span in pieces if self.met(f"{speaker} {text[slice(*span)]}") >= ENOUGH]
        if alone:
            return tuple(alone)
        if self.met(f"{speaker} {text}") < ENOUGH:
            return ()
        return tuple(span for span in pieces if self.holds(text[slice(*span)]))


def sought(text: str) -> Sought:
    """What a text looks for."""
    stems = frozenset(content(text))
    named = [stem for name in NAMES.findall(text) if not _is_function(name) for stem in content(name)]
    return Sought(stems, frozenset(named) & stems)


def _is_function(word: str) -> bool:
    return all(lower in words().stop for lower in spoken(word))


def _among(one: str, others: Iterable[str]) -> bool:
    return any(nearness(one, other) >= RELATED for other in others)
