"""A memory that also shows what stands behind a block: every turn it considered, and what each stage took."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphmem.memory import Memory
from graphmem.model import Block, Mention, from_us
from graphmem.recall.pack import pack
from graphmem.recall.question import read_question
from graphmem.recall.tokens import counter
from graphmem.recall.turns import in_order
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.naming import name_entities
from graphmem.store.flows.recall import find, weigh
from graphmem.verbs import new_lock

__all__ = ["STAGES", "Look", "Probe"]

STAGES = ("reading the question", "search in the store", "weighing", "packing")


@dataclass(frozen=True, slots=True)
class Look:
    """The turns considered for a question, best first, the block of the best, and the seconds of each of STAGES."""

    turns: tuple[str, ...]
    block: Block
    seconds: Mapping[str, float]


class Probe(Memory):
    """A Memory for evaluations."""

    def look(self, question: str, *, budget_tokens: int) -> Look:
        """What `recall` considers for a question, and the block it gives."""
        ground, count = self._ground(), counter()
        return self._guard().read(lambda: _looking(ground, question, budget_tokens, count))

    def name(self, mentions: Sequence[Mention]) -> list[str]:
        """The entity of each mention, made or matched as a write would, in one batch."""
        ground, lock = self._ground(), new_lock()
        named, _ = self._guard().write(lambda: _naming(ground, mentions, lock))
        return named


def _naming(ground: Ground, mentions: Sequence[Mention], lock: str) -> Flow[list[str]]:
    naming = yield from name_entities(ground, mentions, lock)
    return [naming.uuid(mention) for mention in mentions]


def _looking(ground: Ground, question: str, budget_tokens: int, count: Callable[[str], int]) -> Flow[Look]:
    marks = [time.perf_counter()]
    reading = read_question(question, now=from_us(ground.now), registry=ground.registry)
    marks.append(time.perf_counter())
    found = yield from find(ground, reading, budget_tokens)
    marks.append(time.perf_counter())
    ranked, reason = yield from weigh(ground, found)
    marks.append(time.perf_counter())
    block = pack(reading, found.entities, ranked, budget_tokens=budget_tokens, count=count, reason=reason)
    marks.append(time.perf_counter())
    spent = (stop - start for start, stop in pairwise(marks))
    return Look(in_order(ranked), block, dict(zip(STAGES, spent, strict=True)))
