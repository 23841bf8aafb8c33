"""A memory that also shows what stands behind a block: every turn it considered, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.memory import Memory
from graphmem.model import Block, from_us
from graphmem.recall.abstain import abstain
from graphmem.recall.candidate import Ranked
from graphmem.recall.pack import pack
from graphmem.recall.question import read_question
from graphmem.recall.tokens import counter
from graphmem.store.flows.call import Flow, Ground
from graphmem.store.flows.recall import find

__all__ = ["Look", "Probe", "turns_of"]


@dataclass(frozen=True, slots=True)
class Look:
    """The turns that were considered for a question, in the order of `turns_of`, and the block of the best."""

    turns: tuple[str, ...]
    block: Block


class Probe(Memory):
    """A Memory for evaluations."""

    def look(self, question: str, *, budget_tokens: int) -> Look:
        """What `recall` considers for a question, and the block it gives."""
        ground, count = self._ground(), counter()
        return self._read(lambda: _looking(ground, question, budget_tokens, count))


def _looking(ground: Ground, question: str, budget_tokens: int, count: Callable[[str], int]) -> Flow[Look]:
    reading = read_question(question, now=from_us(ground.now), registry=ground.registry)
    found = yield from find(ground, reading)
    ranked = found.ranked()
    reason = abstain(reading, found.entities, ranked)
    block = pack(reading, found.entities, ranked, budget_tokens=budget_tokens, count=count, reason=reason)
    return Look(turns_of(ranked), block)


def turns_of(ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """Every turn that ranked candidates bring up, each once, best first; a fact stands for the turns it comes from.

    First those of what a block shows, then turns that the search found, by their own score, then those of other facts.
    """
    shown = [one for one in ranked if not one.dropped]
    said = sorted((one for one in ranked if one.candidate.episode is not None), key=lambda one: -one.score)
    return tuple(dict.fromkeys(turn for one in (*shown, *said, *ranked) for turn in _turns(one)))


def _turns(one: Ranked) -> Iterator[str]:
    if one.candidate.episode is not None:
        yield one.candidate.episode.id
    for fact in (one.candidate.fact, *one.merged):
        if fact is not None:
            yield from (source.episode for source in fact.sources)
