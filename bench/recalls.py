"""What a recall costs: of one value, a list, and open words; by stage; and right after a write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bench.figures import Figure, Run, milliseconds
from bench.world import MOVER, move
from graphmem import Block, Memory
from graphmem.evaluate.probe import STAGES, Probe

BUDGET = 400
OPEN = "How did {} get on with the boat in that weather?"


def recalls(memory: Probe, run: Run, who: Callable[[int], str]) -> Iterator[Figure]:
    """The first recall after a load, then of each kind: what one fact says, a list, and words that no relation has."""
    yield run.figure("recall, the first after the load", milliseconds(lambda _: memory.recall("Who is at the hub?"), 1))
    yield from run.timed(
        [
            ("recall", lambda n: memory.recall(f"Where does {who(n)} live?")),
            ("recall, a list", lambda n: memory.recall(f"Who are {who(n)}'s friends?")),
            ("recall, open words", lambda n: memory.recall(OPEN.format(who(n)))),
        ]
    )
    yield from by_stage(memory, run, [OPEN.format(who(number)) for number in range(run.repeat)])
    yield from run.timed([("recall, a long history", lambda _: memory.recall(f"Where does {MOVER} live?"))])
    yield after_a_write(memory, run, "recall, right after a write", "Where does {} live?", "Flora")
    yield after_a_write(memory, run, "recall, open words, right after a write", OPEN, "Fanny")


def by_stage(memory: Probe, run: Run, questions: Sequence[str]) -> Iterator[Figure]:
    """What the stages of a recall cost, of open words."""
    looks = [memory.look(question, budget_tokens=BUDGET) for question in questions]
    for stage in STAGES:
        yield run.figure(f"  of it: {stage}", [look.seconds[stage] * 1000 for look in looks])


def after_a_write(memory: Memory, run: Run, name: str, question: str, first: str) -> Figure:
    """How long a recall takes of somebody called `first` something, who was first spoken of just before."""
    taken, processor = list[float](), 0.0
    for number in range(max(1, run.repeat // 4)):
        who = f"{first} Fresh {number}"
        memory.remember(**move(who, number))
        before = time.process_time()
        taken += milliseconds(partial(asked, memory, question.format(who)), 1)
        processor += time.process_time() - before
    return run.figure(name, taken, processor=processor * 1000 / len(taken))


def asked(memory: Memory, question: str, _: int) -> Block:
    """Asks a question."""
    return memory.recall(question)
