#!/usr/bin/env python3
"""A crowd of clients on one server over loopback: nothing acknowledged is lost, no tenant sees another's rows.

    python -m bench.crowd                                 100 clients for 60 seconds, on an embedded store
    python -m bench.crowd --kill                          the server is killed (-9) half way, and started again
    python -m bench.crowd --store neo4j://127.0.0.1:7687  on Neo4j

Each client has a token of one of ten tenants; it writes turns and statements, and reads back what it wrote. At the end
every acknowledged write is looked for, and every fact of every tenant for words of another. Prints the figures as
JSON; exit code 1 if anything is lost or crossed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphmem import Client, GraphmemError
from graphmem.doors.server.tokens import issued

ROOT = Path(__file__).resolve().parents[1]
TENANTS = 10
SAID = "2026-03-14T08:30:00Z"
TOWN = re.compile(r"Town(\d+)x")


class Server:
    """`graphmem serve` in a process that can be killed and started again on the same port."""

    def __init__(self, store: str, tokens: Path, log: Path) -> None:
        self._command = [sys.executable, "-m", "graphmem.doors.cli", "serve", "--store", store]
        self._command += ["--tokens", str(tokens), "--rate", "1000000", "--in-hand", "1000", "--port"]
        self._log = log
        self.port = 0
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._log.open("wb") as log:
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            process = subprocess.Popen([*self._command, str(self.port)], stderr=log, env=environment)
        while process.poll() is None:
            lines = self._log.read_text().splitlines(keepends=True)
            if lines and lines[0].endswith("\n"):
                self.port = int(json.loads(lines[0])["port"])
                return process
            time.sleep(0.02)
        raise SystemExit(f"the server did not start: {self._log.read_text()}")

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def kill_and_restart(self) -> None:
        """Kill -9, and a new process on the same store and port."""
        self._process.kill()
        self._process.wait()
        self._process = self._started()

    def held_mib(self) -> tuple[float, float]:
        """The memory it holds, and how much of that is no file's; 0 where the system does not say."""
        status = Path(f"/proc/{self._process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        sizes = {line.partition(":")[0]: line.split()[1] for line in lines if line.endswith("kB")}
        resident, own = (round(int(sizes.get(name, 0)) / 1024, 1) for name in ("VmRSS", "RssAnon"))
        return resident, own

    def cpu_s(self) -> float:
        """The processor's seconds it has taken; 0 where the system does not say."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        if not stat.exists():
            return 0.0
        user, system = stat.read_text().rpartition(") ")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> int:
        """SIGTERM; gives the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait()


@dataclass
class Told:
    """What one client was told, and how long each call took."""

    tenant: int
    token: str
    written: list[str] = field(default_factory=list)
    crossed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    writes_ms: list[float] = field(default_factory=list)
    reads_ms: list[float] = field(default_factory=list)


def town(tenant: int, client: int, number: int) -> str:
    """A value that says whose it is."""
    return f"Town{tenant}x{client}x{number}"


def visit(url: str, told: Told, client: int, until: float) -> None:
    """Writes and reads until the time is over; a call that fails on the way is sent again by the client itself."""
    with Client(url, token=told.token, retries=12, timeout_s=60) as memory:
        number = 0
        while time.monotonic() < until:
            place, who = town(told.tenant, client, number), f"Person {client}"
            try:
                _timed(told.writes_ms, lambda place=place, who=who, number=number: _write(memory, who, place, number))  # type: ignore[misc]
                told.written.append(place)
                facts = _timed(told.reads_ms, lambda who=who: memory.facts(who, "has_pet"))  # type: ignore[misc]
                told.crossed += crossed(told.tenant, map(str, (fact.object for fact in facts)))
                block = _timed(told.reads_ms, lambda who=who: memory.recall(f"What pets does {who} have?"))  # type: ignore[misc]
                told.crossed += crossed(told.tenant, str(block).splitlines())
            except GraphmemError as error:
                told.errors.append(f"{type(error).__name__}: {error}")
            number += 1


def _write(memory: Client, who: str, place: str, number: int) -> None:
    """Every fourth write is a turn, the others are statements; the episode is the place, to be found by."""
    if number % 4 == 3:
        turn = {"id": place, "session": place, "speaker": who, "said_at": SAID, "text": f"I have a cat called {place}."}
        memory.ingest([turn])
    else:
        memory.remember(who, "has_pet", place, said_at=SAID, speaker=who, episode=place)


def _timed(taken_ms: list[float], call: Callable[[], Any]) -> Any:
    start = time.perf_counter()
    answer = call()
    taken_ms.append((time.perf_counter() - start) * 1000)
    return answer


def crossed(tenant: int, lines: Iterable[str]) -> list[str]:
    """The lines that name a town of another tenant."""
    return [line for line in lines if set(TOWN.findall(line)) - {str(tenant)}]


def lost(url: str, told: Sequence[Told]) -> int:
    """How many acknowledged writes are not there: a turn of each one's id is offered, and must find it taken."""
    missing = 0
    for token in dict.fromkeys(one.token for one in told):
        wanted = [place for one in told if one.token == token for place in one.written]
        turns = [{"id": place, "session": place, "said_at": SAID, "text": "Again."} for place in wanted]
        with Client(url, token=token, timeout_s=120) as memory:
            missing += len(memory.ingest(turns).episodes)
    return missing


def shown(told: Sequence[Told], missing: int, seconds: float) -> dict[str, Any]:
    """The figures of a run."""
    figures: dict[str, Any] = {
        "clients": len(told),
        "seconds": round(seconds, 1),
        "acknowledged": sum(len(one.written) for one in told),
        "lost": missing,
        "crossed": sum(len(one.crossed) for one in told),
        "crossed, some": [line for one in told for line in one.crossed][:3],
        "errors": sum(len(one.errors) for one in told),
    }
    for name in ("writes_ms", "reads_ms"):
        values = sorted(value for one in told for value in getattr(one, name))
        if len(values) > 1:
            cuts = statistics.quantiles(values, n=100)
            figures[name] = {"calls": len(values), "p50": round(cuts[49], 1), "p95": round(cuts[94], 1)}
            figures[name]["p99"] = round(cuts[98], 1)
    return figures


def crowd(store: str, folder: Path, *, clients: int, seconds: float, kill: bool) -> dict[str, Any]:
    """Lets so many clients loose on a server for so long; gives the figures."""
    tokens, run = folder / "tokens.toml", uuid.uuid4().hex[:8]
    keys = [issued(tokens, name=f"t{n}", tenant=f"crowd-{run}-{n}", asker=None) for n in range(TENANTS)]
    server = Server(store, tokens, folder / "server.log")
    told = [Told(number % TENANTS, keys[number % TENANTS]) for number in range(clients)]
    started = time.monotonic()
    threads = [
        threading.Thread(target=visit, args=(server.url, one, number, started + seconds))
        for number, one in enumerate(told)
    ]
    for thread in threads:
        thread.start()
    if kill:
        time.sleep(seconds / 2)
        server.kill_and_restart()
    for thread in threads:
        thread.join()
    taken = time.monotonic() - started
    figures = shown(told, lost(server.url, told), taken)
    return {**figures, "killed": kill, "exit": server.stop()}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kill", action="store_true", help="kill -9 the server half way, and start it again")
    parser.add_argument("--store", metavar="URL", help="default: an embedded store that is thrown away")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or str(Path(folder) / "memory.db")
        figures = crowd(store, Path(folder), clients=options.clients, seconds=options.seconds, kill=options.kill)
    print(json.dumps(figures))
    sys.exit(int(figures["lost"] > 0 or figures["crossed"] > 0 or figures["exit"] != 0))


if __name__ == "__main__":
    main()
