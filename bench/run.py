#!/usr/bin/env python3
"""Measures graphmem through its public face, on both engines in one run, at each size.

    make bench                                      both engines, 1,000 and 10,000 facts
    python -m bench.run --size 100000 --engine embedded --json bench.json
    python -m bench.run --size 100000 --tenants 100         the same facts as a hundred tenants; one is measured
    python -m bench.plot bench.json --svg cost.svg          cost against size, of one run or several

Neo4j is started for the run from scripts/neo4j_local.py, and removed after it; `--neo4j URL` takes a running
one (user and password from NEO4J_USERNAME and NEO4J_PASSWORD), in tenants of its own.
Times are of whole calls: on each engine a write returns when it is durable. Beside some stands "engine alone": the
same change, or the same read, with as few bare queries as do it. In brackets stands the same of this process's
processor time, which other load does not lengthen: on the embedded engine nearly all of it, with Neo4j the client's.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.figures import NEWCOMER, Figure, Run, milliseconds
from bench.raw import Raw
from bench.recalls import recalls
from bench.world import AS_OF, HUB, MOVER, move, moves, person, said, statements
from graphmem import Client, Memory
from graphmem.doors.server.background import serving
from graphmem.evaluate.probe import Probe
from graphmem.faces import Face
from graphmem.model import to_us

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "scripts" / "neo4j_local.py"


def warm_up(memory: Memory) -> None:
    """Loads the parser and the store's code, so that the first measured call is like the others."""
    memory.ingest(
        [{"id": "warm", "session": "warm", "speaker": "Wanda Warm", "said_at": said(0), "text": "I live in Riga."}]
    )
    memory.recall("Where does Wanda Warm live?")


def ingest(memory: Memory, run: Run) -> Iterator[Figure]:
    """Turns a second of the example conversations, each file a call."""
    for name in ("assistant.jsonl", "team.json", "household.txt"):
        yield from run.rates(f"ingest {name}", "turns", partial(taken_in, memory, name))


def taken_in(memory: Memory, name: str) -> int:
    """Takes an example conversation in; gives the number of its turns."""
    return len(memory.ingest(ROOT / "examples" / name).episodes)


def fill(memory: Memory, run: Run) -> Iterator[Figure]:
    """Loads the facts in bulk, and the moves of one person."""
    loads = {"bulk load": statements(run.facts), f"bulk load, {run.segments} of one key": moves(run.segments)}
    for name, many in loads.items():
        yield from run.rates(name, "facts", partial(loaded, memory, many))


def loaded(memory: Memory, many: Iterable[dict[str, Any]]) -> int:
    """Loads statements in bulk; gives their number."""
    return memory.remember_many(many).counts["statements"]


def neighbours(run: Run, url: str, tenant: str) -> Iterator[Figure]:
    """Loads as many facts into each of the other tenants."""

    def load() -> int:
        for number in range(1, run.tenants):
            with Memory(url, tenant=f"{tenant}-{number}") as memory:
                loaded(memory, statements(run.facts))
        return run.facts * (run.tenants - 1)

    yield from run.rates("bulk load, of other tenants", "facts", load)


def writes(memory: Memory, run: Run) -> Iterator[Figure]:
    """One durable write: a new subject; supersessions where the history is short, where it is long, and at a hub."""
    people = run.people
    memory.remember(**move(NEWCOMER, 0))
    raw = Raw(memory, NEWCOMER)
    (key,) = raw.keys()
    yield from run.timed(
        [
            ("remember, a new subject", lambda n: memory.remember(**move(person(people + n), n))),
            ("supersede, a short history", lambda n: memory.remember(**move(NEWCOMER, n + 1))),
            (f"supersede, {run.segments} segments", lambda n: memory.remember(**move(MOVER, run.segments + n))),
            (
                f"supersede, a hub of {people // 10} facts",
                lambda n: memory.remember(HUB, "located_in", f"Town {n % 50}", said_at=said(n)),
            ),
            ("  engine alone: supersede", lambda _: raw.supersede(key)),
        ]
    )


def reads(memory: Probe, run: Run) -> Iterator[Figure]:
    """Facts on each clock, history, paths, and recall."""
    people, known = run.people, datetime.now(UTC) - timedelta(seconds=1)
    raw = Raw(memory, person(1))
    at = to_us(datetime.fromisoformat(AS_OF))

    def who(number: int) -> str:
        return person((number * 7 + 1) % people)

    yield from run.timed(
        [
            ("facts, now", lambda n: memory.facts(who(n))),
            ("facts, as of", lambda n: memory.facts(who(n), as_of=AS_OF)),
            ("  engine alone: facts, as of", lambda _: raw.facts(at)),
            ("facts, as of and known at", lambda n: memory.facts(who(n), as_of=AS_OF, known_at=known)),
            (f"facts, {run.segments} segments, as of", lambda _: memory.facts(MOVER, "lives_in", as_of=AS_OF)),
            ("history, a short one", lambda n: memory.history(who(n))),
            ("paths, 1 hop", lambda n: memory.paths(person(n % people // 10 * 10), HUB, max_hops=1)),
        ]
    )
    yield from recalls(memory, run, who)


def over_http(memory: Memory, run: Run, url: str) -> Iterator[Figure]:
    """Recall through a server of this process, each call beside one of the memory's own, and what HTTP adds to it."""
    people, added = max(run.size // 4, 3), list[float]()

    def asked(face: Face, number: int) -> float:
        question = f"Where does {person((number * 7 + 1) % people)} live?"
        return milliseconds(lambda _: face.recall(question), 1)[0]

    with serving(url) as address, Client(address, tenant=memory.tenant) as client:
        for number in range(run.repeat):
            own, through = asked(memory, number), asked(client, number)
            added.append(through - own)
    yield run.figure("recall, added by HTTP", added)


def walks(memory: Memory, run: Run) -> Iterator[Figure]:
    """How two ordinary people are joined, and one with the hub: a few calls, for they may cost much."""
    people, few = run.people, replace(run, repeat=max(3, run.repeat // 20))
    yield from few.timed(
        [
            ("paths, 2 hops", lambda n: memory.paths(person(n + 1), person(people - n - 1), max_hops=2)),
            ("paths, 3 hops", lambda n: memory.paths(person(n + 1), person(people - n - 1), max_hops=3)),
            ("paths, 2 hops to the hub", lambda n: memory.paths(person(n + 1), HUB, max_hops=2)),
        ]
    )


def measure(run: Run, url: str) -> Iterator[Figure]:
    """Every figure of one engine at one size."""
    tenant = f"bench-{uuid.uuid4().hex[:8]}"
    with Probe(url, tenant=tenant) as memory:
        warm_up(memory)
        if run.tenants > 1:
            yield from neighbours(run, url, tenant)
        for part in (ingest, fill, writes, reads, walks):
            yield from part(memory, run)
        yield from over_http(memory, run, url)
    start = time.perf_counter()
    with Memory(url, tenant=tenant) as memory:
        memory.facts(person(0))
        yield run.figure("reopen, first answer included", [(time.perf_counter() - start) * 1000])
    if run.engine == "embedded":
        size = sum(path.stat().st_size for path in Path(url).rglob("*") if path.is_file())
        yield run.figure("size on disk", [size / 2**20], "MiB")
    yield run.figure("memory of this process, most", [_most_memory()], "MiB")


def _most_memory() -> float:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


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


def shown(figures: list[Figure], segments: int) -> Table:
    """One row a thing, engines and sizes side by side."""
    columns = list(dict.fromkeys(column_of(found) for found in figures))
    table = Table(
        title=f"graphmem, a key of {segments} segments among the facts (median / 95th percentile; own processor time)"
    )
    for column in ("", "unit", *columns):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, unit in dict.fromkeys((label(found), found.unit) for found in figures):
        of = {column_of(found): found for found in figures if label(found) == name}
        table.add_row(name, unit, *(cell(of.get(column)) for column in columns))
    return table


def column_of(found: Figure) -> str:
    """What was measured: the engine, how many facts, and of how many tenants if of several."""
    return f"{found.engine} {found.size:,}" + (f" / {found.tenants}" if found.tenants > 1 else "")


def label(found: Figure) -> str:
    """A figure's name without what differs from size to size."""
    return found.name.partition(" of ")[0] if found.name.startswith("supersede, a hub") else found.name


def cell(found: Figure | None) -> str:
    """A figure as the table shows it; what was measured once has no percentile."""
    if found is None:
        return "–"
    shown = f"{found.median:,.1f} / {found.p95:,.1f}" if found.times > 1 else f"{found.median:,.1f}"
    return shown if found.processor is None else f"{shown} ({found.processor:,.1f})"


def machine() -> dict[str, str | int | None]:
    """What the figures were measured on."""
    packages = {name: version(name) for name in ("arcadedb", "neo4j", "tantivy", "spacy", "pydantic")}
    return {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count(), **packages}


def run(options: argparse.Namespace) -> list[Figure]:
    """Measures the engines that were asked for, at each size."""
    sizes = options.size or [1_000, 10_000]
    found: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        if options.engine in {"embedded", "both"}:
            for size in sizes:
                store = str(Path(folder) / f"bench-{size}.db")
                found += followed(measure(planned(options, "embedded", size), store))
        if options.engine in {"neo4j", "both"}:
            running: str | None = options.neo4j
            given = nullcontext(running) if running else server(Path(folder) / "neo4j")
            with given as url:
                if url:
                    for size in sizes:
                        found += followed(measure(planned(options, "neo4j", size), url))
            if not url:
                print("Neo4j was not measured: it could not be started, for the reason above.", file=sys.stderr)
    Console(width=max(120, 60 + 30 * len(sizes) * 2)).print(shown(found, options.segments))
    return found


def planned(options: argparse.Namespace, engine: str, size: int) -> Run:
    """One engine at one size, as the command line asks for it."""
    return Run(engine, size, options.segments, options.repeat, options.tenants)


def followed(figures: Iterator[Figure]) -> Iterator[Figure]:
    """The same figures, each said on stderr as it comes."""
    for found in figures:
        print(f"{column_of(found)}: {found.name}: {cell(found)} {found.unit}", file=sys.stderr, flush=True)
        yield found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=["embedded", "neo4j", "both"], default="both")
    parser.add_argument(
        "--size", type=int, action="append", metavar="N", help="facts; may be given again (default: 1000 and 10000)"
    )
    parser.add_argument("--segments", type=int, default=2_000, help="moves of one person (default: %(default)s)")
    parser.add_argument("--repeat", type=int, default=200, help="calls of each kind (default: %(default)s)")
    parser.add_argument("--tenants", type=int, default=1, help="among how many the facts are divided (default: 1)")
    parser.add_argument("--neo4j", metavar="URL", help="a running server instead of one started here")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there, too")
    options = parser.parse_args()
    figures = run(options)
    if options.json:
        options.json.write_text(json.dumps({"machine": machine(), "figures": [asdict(f) for f in figures]}, indent=2))


if __name__ == "__main__":
    main()
