#!/usr/bin/env python3
"""A long stream of turns through HTTP: how fast it is taken in, and whether the server's memory stays flat.

    python -m bench.stream                          100,000 turns as one NDJSON body
    python -m bench.stream --turns 5000 --json      fewer; the figures as JSON

The server is a process of its own on a store of its own, embedded unless `--store` names another. Its memory is read
along the way, by its own count of turns taken in (what is sent runs far ahead of that, into the buffers of sockets):
what is resident, and how much of that is its own, not pages of files that the system may take back.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from bench.crowd import Server
from bench.world import person, said
from graphmem.doors.server.tokens import issued

SHOWN = (1, 10, 25, 50, 75, 100)  # per cent of the stream
TAKEN_IN = re.compile(r"^graphmem_turns_or_statements_total (\S+)$", re.MULTILINE)
TALK = ("Good to hear from you again.", "The train was late, as ever.", "I have to run, more tomorrow.")


@dataclass(frozen=True)
class Sample:
    """The server at one place of the stream."""

    turns: int
    seconds: float
    processor_s: float
    resident_mib: float
    own_mib: float


@dataclass
class Streamed:
    """One stream: what the server was seen to hold, and what its receipt counts."""

    turns: int
    samples: list[Sample] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


def turns(number: int) -> Iterator[bytes]:
    """So many turns as lines, in sessions of twenty: one in five says where somebody lives, and every town is new."""
    for place in range(number):
        who = person(place // 20)
        text = f"I live in Town {place} now." if place % 5 == 0 else TALK[place % len(TALK)]
        turn = {"id": f"e{place}", "session": f"s{place // 20}", "speaker": who, "said_at": said(place), "text": text}
        yield json.dumps(turn).encode() + b"\n"


def streamed(store: str, folder: Path, number: int) -> Streamed:
    """Sends the turns as one body, and looks at the server while it takes them in."""
    token = issued(folder / "tokens.toml", name="bench", tenant="bench", asker=None)
    server = Server(store, folder / "tokens.toml", folder / "server.log")
    found, over = Streamed(number), threading.Event()
    watcher = threading.Thread(target=_watch, args=(server, found, over))
    watcher.start()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/x-ndjson"}
    try:
        answer = httpx.post(f"{server.url}/v1/ingest", content=turns(number), headers=headers, timeout=600)
    finally:
        over.set()
        watcher.join()
        server.stop()
    found.counts = answer.raise_for_status().json()["counts"]
    return found


def _watch(server: Server, found: Streamed, over: threading.Event) -> None:
    """Looks at the server at each per cent of the turns, and once more at the end."""
    start, ended = time.perf_counter(), False
    while not ended:
        ended = over.wait(0.2)
        counted = TAKEN_IN.search(httpx.get(f"{server.url}/metrics", timeout=60).text)
        taken = int(float(counted[1])) if counted else 0
        if ended or taken * 100 >= (len(found.samples) + 1) * found.turns:
            seconds, held = time.perf_counter() - start, server.held_mib()
            found.samples.append(Sample(taken, round(seconds, 1), round(server.cpu_s(), 1), *held))


def shown(found: Streamed) -> Table:
    """The table: how far, how long, and the memory there."""
    table = Table(title=f"{found.turns:,} turns streamed in through HTTP: the server along the way")
    for column in ("of the stream", "turns", "seconds", "its processor's", "resident, MiB", "its own, MiB"):
        table.add_column(column, justify="right", no_wrap=True)
    for share in SHOWN:
        reached = (sample for sample in found.samples if sample.turns * 100 >= share * found.turns)
        at = next(reached, found.samples[-1])
        row = (f"{at.seconds:,.0f}", f"{at.processor_s:,.0f}", f"{at.resident_mib:,.0f}", f"{at.own_mib:,.0f}")
        table.add_row(f"{share} %", f"{at.turns:,}", *row)
    return table


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--store", help="a store's URL; one of its own by default, in a folder that is removed")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = streamed(options.store or str(Path(name) / "stream.db"), Path(name), options.turns)
    if options.json:
        print(json.dumps(asdict(found)))
        return
    console = Console(width=100)
    console.print(shown(found))
    console.print(f"Its receipt counts {', '.join(f'{value:,} {name}' for name, value in found.counts.items())}.")


if __name__ == "__main__":
    main()
