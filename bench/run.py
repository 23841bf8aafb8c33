#!/usr/bin/env python3
"""Measures graphmem through its public face, on both engines in one run.

    make bench                                      both engines, 1,000 facts
    python bench/run.py --facts 10000 --engine embedded --json bench.json

Neo4j is started for the run from scripts/neo4j_local.py, and removed after it; `--neo4j URL` takes a running
one (user and password from NEO4J_USERNAME and NEO4J_PASSWORD), in a tenant of its own.
Times are of whole calls: on each engine a write returns when it is durable.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from graphmem import Memory

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "scripts" / "neo4j_local.py"
FIRST = datetime(2020, 1, 1, tzinfo=UTC)
HUB = "Hub Holding"
OLD_KEY = "Olga Old"
AS_OF = "2021-01-01T00:00:00Z"


@dataclass(frozen=True)
class Figure:
    """One measured thing: how often, and the median and 95th percentile in `unit`."""

    engine: str
    name: str
    unit: str
    times: int
    median: float
    p95: float


@dataclass(frozen=True)
class Sizes:
    """How much is stored before anything is measured, and how often each call is measured."""

    facts: int
    segments: int
    repeat: int


def said(number: int) -> str:
    """The time of the statement of this number: an hour after the one before."""
    return (FIRST + timedelta(hours=number)).isoformat()


def milliseconds(call: Callable[[int], object], times: int) -> list[float]:
    """How long each of so many calls took."""
    taken = []
    for number in range(times):
        start = time.perf_counter()
        call(number)
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def figure(engine: str, name: str, values: list[float], unit: str = "ms") -> Figure:
    """The figure of these values."""
    p95 = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return Figure(engine, name, unit, len(values), round(statistics.median(values), 2), round(p95, 2))


def warm_up(memory: Memory) -> None:
    """Loads the parser and the store's code, so that the first measured call is like the others."""
    memory.ingest(
        [{"id": "warm", "session": "warm", "speaker": "Wanda Warm", "said_at": said(0), "text": "I live in Riga."}]
    )
    memory.recall("Where does Wanda Warm live?")


def ingest(memory: Memory, engine: str) -> Iterator[Figure]:
    """Turns a second of the example conversations, each file a call."""
    for name in ("assistant.jsonl", "team.json", "household.txt"):
        start = time.perf_counter()
        receipt = memory.ingest(ROOT / "examples" / name)
        seconds = time.perf_counter() - start
        yield figure(engine, f"ingest {name}", [len(receipt.episodes) / seconds], "turns/s")


def fill(memory: Memory, engine: str, sizes: Sizes) -> Iterator[Figure]:
    """Stores the facts: people who work at a hub, and one person who moves again and again."""
    people = milliseconds(lambda n: work(memory, n), sizes.facts)
    moves = milliseconds(lambda n: move(memory, OLD_KEY, n), sizes.segments)
    yield figure(engine, "remember, a new subject", people)
    yield figure(engine, f"remember, each of {sizes.segments} moves of one person", moves)


def work(memory: Memory, number: int) -> None:
    """One new person works at the hub."""
    memory.remember(f"Person {number}", "works_at", HUB, said_at=said(number))


def move(memory: Memory, who: str, number: int) -> None:
    """One person lives somewhere else."""
    memory.remember(who, "lives_in", f"Town {number % 50}", said_at=said(number))


def writes(memory: Memory, engine: str, sizes: Sizes) -> Iterator[Figure]:
    """A supersession where the history is short, where it is long, and at a hub."""
    fresh = milliseconds(lambda n: move(memory, "Frida Fresh", n), sizes.repeat)
    long = milliseconds(lambda n: move(memory, OLD_KEY, sizes.segments + n), sizes.repeat)
    hub = milliseconds(lambda n: memory.remember(HUB, "located_in", f"Town {n % 50}", said_at=said(n)), sizes.repeat)
    yield figure(engine, "supersede, a short history", fresh)
    yield figure(engine, f"supersede, {sizes.segments} segments", long)
    yield figure(engine, f"supersede, a hub of {sizes.facts} facts", hub)


def reads(memory: Memory, engine: str, sizes: Sizes) -> Iterator[Figure]:
    """Facts on each clock, history, paths, and recall, also right after a write."""
    known = datetime.now(UTC) - timedelta(seconds=1)
    calls: list[tuple[str, Callable[[int], object]]] = [
        ("facts, now", lambda n: memory.facts(f"Person {n % sizes.facts}")),
        ("facts, as of", lambda n: memory.facts(f"Person {n % sizes.facts}", as_of=AS_OF)),
        ("facts, as of and known at", lambda n: memory.facts(f"Person {n % sizes.facts}", as_of=AS_OF, known_at=known)),
        (f"facts, {sizes.segments} segments, as of", lambda _: memory.facts(OLD_KEY, "lives_in", as_of=AS_OF)),
        ("history, a short one", lambda n: memory.history(f"Person {n % sizes.facts}")),
        ("paths, 1 hop to the hub", lambda n: memory.paths(f"Person {n % sizes.facts}", HUB, max_hops=1)),
        ("recall", lambda n: memory.recall(f"Where does Person {n % sizes.facts} work?")),
    ]
    for name, call in calls:
        yield figure(engine, name, milliseconds(call, sizes.repeat))
    yield figure(engine, "recall, right after a write", after_a_write(memory, sizes))


def after_a_write(memory: Memory, sizes: Sizes) -> list[float]:
    """How long a recall takes whose answer was written just before."""
    taken = []
    for number in range(max(1, sizes.repeat // 4)):
        move(memory, "Frida Fresh", sizes.repeat + number)
        taken += milliseconds(lambda _: memory.recall("Where does Frida Fresh live?"), 1)
    return taken


def measure(engine: str, url: str, sizes: Sizes) -> Iterator[Figure]:
    """Every figure of one engine."""
    tenant = f"bench-{uuid.uuid4().hex[:8]}"
    with Memory(url, tenant=tenant) as memory:
        warm_up(memory)
        for part in (ingest(memory, engine), *(step(memory, engine, sizes) for step in (fill, writes, reads))):
            yield from part
    start = time.perf_counter()
    with Memory(url, tenant=tenant) as memory:
        memory.facts("Person 0")
        yield figure(engine, "reopen, first answer included", [(time.perf_counter() - start) * 1000])
    if engine == "embedded":
        size = sum(path.stat().st_size for path in Path(url).rglob("*") if path.is_file())
        yield figure(engine, "size on disk", [size / 2**20], "MiB")


@contextmanager
def server(home: Path) -> Iterator[str | None]:
    """The URL of a Neo4j that lives as long as the block, or None; its login goes into the environment."""
    password = uuid.uuid4().hex
    start = [
        sys.executable,
        str(SERVER),
        "start",
        str(home),
        "--bolt=0",
        "--http=0",
        f"--password={password}",
        "--json",
    ]
    run = subprocess.run(start, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        yield None
        return
    os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"] = "neo4j", password
    try:
        yield json.loads(run.stdout)["url"]
    finally:
        subprocess.run(
            [sys.executable, str(SERVER), "stop", str(home), "--kill"], stdout=subprocess.DEVNULL, check=False
        )


def shown(figures: list[Figure], sizes: Sizes) -> Table:
    """One row a thing, the engines side by side."""
    engines = sorted({found.engine for found in figures})
    table = Table(title=f"graphmem: {sizes.facts} facts, a key of {sizes.segments} segments (median / 95th percentile)")
    for column in ("", "unit", "times", *engines):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, unit in dict.fromkeys((found.name, found.unit) for found in figures):
        of = {found.engine: found for found in figures if found.name == name}
        table.add_row(name, unit, str(max(found.times for found in of.values())), *(cell(of.get(e)) for e in engines))
    return table


def cell(found: Figure | None) -> str:
    """A figure as the table shows it; what was measured once has no percentile."""
    if found is None:
        return "–"
    return f"{found.median:,.1f} / {found.p95:,.1f}" if found.times > 1 else f"{found.median:,.1f}"


def machine() -> dict[str, str | int | None]:
    """What the figures were measured on."""
    packages = {name: version(name) for name in ("arcadedb", "neo4j", "tantivy", "spacy", "pydantic")}
    return {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count(), **packages}


def run(options: argparse.Namespace) -> list[Figure]:
    """Measures the engines that were asked for."""
    sizes = Sizes(options.facts, options.segments, options.repeat)
    found: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        if options.engine in {"embedded", "both"}:
            found += measure("embedded", str(Path(folder) / "bench.db"), sizes)
        if options.engine in {"neo4j", "both"}:
            given = nullcontext(options.neo4j) if options.neo4j else server(Path(folder) / "neo4j")
            with given as url:
                found += measure("neo4j", url, sizes) if url else []
            if not url:
                print("Neo4j was not measured: it could not be started, for the reason above.", file=sys.stderr)
    Console(width=120).print(shown(found, sizes))
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=["embedded", "neo4j", "both"], default="both")
    parser.add_argument("--facts", type=int, default=1_000, help="people at the hub (default: %(default)s)")
    parser.add_argument("--segments", type=int, default=500, help="moves of one person (default: %(default)s)")
    parser.add_argument("--repeat", type=int, default=200, help="calls of each kind (default: %(default)s)")
    parser.add_argument("--neo4j", metavar="URL", help="a running server instead of one started here")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there, too")
    options = parser.parse_args()
    figures = run(options)
    if options.json:
        options.json.write_text(json.dumps({"machine": machine(), "figures": [asdict(f) for f in figures]}, indent=2))


if __name__ == "__main__":
    main()
