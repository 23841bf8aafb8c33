#!/usr/bin/env python3
"""What worker processes bring when transcripts are read in bulk: the reading alone, and the whole of `ingest`.

    python -m bench.workers                     one process and two, five rounds of the example conversations
    python -m bench.workers --workers 1 4 --rounds 9 --copies 40

The numbers of processes take turns within each round, so that what else the machine does meets all of them alike.
A rate leaves the start of the processes out: it counts from the first chunk that comes back. In brackets stands the
processor time of a turn: of the readers, and of the process that writes; other load lengthens it little.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from graphmem import Memory
from graphmem.importers import read_episodes
from graphmem.intake import CHUNK, chunks
from graphmem.model import Episode
from graphmem.policy import default_policy
from graphmem.workers import AHEAD, read_ahead

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@dataclass(frozen=True)
class Taken:
    """One run: turns a second after the start, and milliseconds of the readers' and the writer's processor a turn."""

    rate: float
    readers_ms: float
    writer_ms: float


def transcript(copies: int) -> list[Episode]:
    """The example conversations, as often as asked for, each time in sessions of their own."""
    names = ("assistant.jsonl", "household.txt", "team.json")
    once = [episode for name in names for episode in read_episodes(EXAMPLES / name, tenant="bench")]
    return [
        one.model_copy(update={"id": f"{copy}-{one.id}", "session": f"{copy}-{one.session}"})
        for copy in range(copies)
        for one in once
    ]


def measured(episodes: Sequence[Episode], ahead: int, run: Callable[[Iterator[Episode]], object]) -> Taken:
    """Runs to the end, and measures from when the first chunk is done: then the one after the `ahead` is asked for."""
    began = 0.0

    def asked_for() -> Iterator[Episode]:
        nonlocal began
        for number, episode in enumerate(episodes):
            if number == ahead * CHUNK:
                began = time.perf_counter()
            yield episode

    before = os.times()
    run(asked_for())
    seconds, after = time.perf_counter() - began, os.times()
    writer = after.user - before.user + after.system - before.system
    readers = after.children_user - before.children_user + after.children_system - before.children_system
    turns = len(episodes)
    return Taken((turns - CHUNK) / seconds, readers * 1000 / turns, writer * 1000 / turns)


def reading(episodes: Sequence[Episode], workers: int) -> Taken:
    """So many processes read, and nothing is written."""

    def read(turns: Iterator[Episode]) -> None:
        deque(read_ahead(chunks(turns), workers, lambda _: frozenset(), default_policy()), maxlen=0)

    return measured(episodes, AHEAD * workers, read)


def ingesting(episodes: Sequence[Episode], workers: int) -> Taken:
    """A whole ingest into a new store; by one worker, that is by the process that writes."""
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory.db", tenant="bench") as memory:
        run = partial(memory.ingest, workers=workers)
        return measured(episodes, AHEAD * workers if workers > 1 else 1, run)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="numbers to compare (default: 1 2)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: %(default)s)")
    parser.add_argument("--copies", type=int, default=8, help="of the example conversations (default: %(default)s)")
    options = parser.parse_args()
    episodes = transcript(options.copies)
    kinds = {"reading alone": reading, "ingest": ingesting}
    found: dict[tuple[str, int], list[Taken]] = {}
    for _ in range(options.rounds):
        for name, kind in kinds.items():
            for workers in options.workers:
                found.setdefault((name, workers), []).append(kind(episodes, workers))
    print(f"{len(episodes)} turns, {options.rounds} rounds, {os.cpu_count()} cores")
    for (name, workers), taken in found.items():
        rate = statistics.median(one.rate for one in taken)
        first = statistics.median(one.rate for one in found[name, options.workers[0]])
        parts = [statistics.median(getattr(one, part) for one in taken) for part in ("readers_ms", "writer_ms")]
        print(
            f"{name:14} workers={workers}: {rate:7.1f} turns/s, {rate / first:.2f} times of {options.workers[0]} "
            f"({parts[0]:.2f} + {parts[1]:.2f} ms of the processor a turn)"
        )


if __name__ == "__main__":
    main()
