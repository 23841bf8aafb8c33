#!/usr/bin/env python3
"""What HTTP adds: recall asked in turn of the store in this process and of a server over loopback.

    python -m bench.over_http                       recall on 10,000 facts

The server is in a process of its own and holds a copy of the store; pairs of calls alternate, so that what else the
machine does falls on both. Prints the figures as JSON.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.crowd import Server
from bench.world import person, statements
from graphmem import Client, Memory
from graphmem.doors.server.tokens import issued

WARM = 5  # calls that load what is loaded once


@dataclass
class Taken:
    """How long calls of one kind took, by the clock and of the processor."""

    ms: list[float] = field(default_factory=list)
    cpu_s: float = 0.0

    def call(self, ask: Callable[[], object]) -> None:
        """Makes one call."""
        start, cpu = time.perf_counter(), time.process_time()
        ask()
        self.cpu_s += time.process_time() - cpu
        self.ms.append((time.perf_counter() - start) * 1000)

    def shown(self) -> dict[str, float]:
        """Median, 95th percentile, and the processor's milliseconds of a call, client and server together."""
        p95 = statistics.quantiles(self.ms, n=20)[-1]
        cpu = self.cpu_s / len(self.ms) * 1000
        return {"median": round(statistics.median(self.ms), 2), "p95": round(p95, 2), "processor": round(cpu, 2)}


def recall(folder: Path, facts: int, repeat: int) -> dict[str, Any]:
    """Milliseconds of recall, in process and through HTTP, and the median of what HTTP adds to a call."""
    people = max(facts // 4, 3)
    with Memory(folder / "memory.db", tenant="bench") as memory:
        memory.remember_many(statements(facts))
    shutil.copytree(folder / "memory.db", folder / "served.db")
    token = issued(folder / "tokens.toml", name="bench", tenant="bench", asker=None)
    server = Server(str(folder / "served.db"), folder / "tokens.toml", folder / "server.log")
    own, through = Taken(), Taken()
    with Memory(folder / "memory.db", tenant="bench") as memory, Client(server.url, token=token) as client:
        for number in range(-WARM, repeat):
            question = f"Where does {person((number * 7 + 1) % people)} live?"
            if number == 0:
                before, own, through = server.cpu_s(), Taken(), Taken()
            own.call(lambda question=question: memory.recall(question))  # type: ignore[misc]
            through.call(lambda question=question: client.recall(question))  # type: ignore[misc]
        through.cpu_s += server.cpu_s() - before
    server.stop()
    added = statistics.median(b - a for a, b in zip(own.ms, through.ms, strict=True))
    figures = {"facts": facts, "in process": own.shown(), "through HTTP": through.shown(), "added": round(added, 2)}
    return {**figures, "added, of the processor": round((through.cpu_s - own.cpu_s) / repeat * 1000, 2)}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(json.dumps({"recall ms": recall(folder, options.facts, options.repeat)}), flush=True)


if __name__ == "__main__":
    main()
