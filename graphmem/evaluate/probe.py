"""A memory that also shows what stands behind a block: every turn it considered, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphmem.memory import Memory
from graphmem.model import Block, from_us
from graphmem.recall.abstain import abstain
from graphmem.recall.pack import pack
from graphmem.recall.question import read_question
from graphmem.recall.tokens import counter
from graphmem.recall.turns import in_order
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.recall import find

__all__ = ["Look", "Probe"]


@dataclass(frozen=True, slots=True)
class Look:
    """The turns that were considered for a question, best first, and the block of the best."""

    turns: tuple[str, ...]
    block: Block


class Probe(Memory):
    """A Memory for evaluations."""

    def look(self, question: str, *, budget_tokens: int) -> Look:
        """What `recall` considers for a question, and the block it gives."""
        ground, count = self._ground(), counter()
        return self._guard().read(lambda: _looking(ground, question, budget_tokens, count))


def _looking(ground: Ground, question: str, budget_tokens: int, count: Callable[[str], int]) -> Flow[Look]:
    reading = read_question(question, now=from_us(ground.now), registry=ground.registry)
    found = yield from find(ground, reading, budget_tokens)
    ranked = found.ranked()
    reason = abstain(reading, found.entities, ranked)
    block = pack(reading, found.entities, ranked, budget_tokens=budget_tokens, count=count, reason=reason)
    return Look(in_order(ranked), block)
