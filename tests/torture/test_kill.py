"""kill -9 in the middle of writes: no acknowledged write is lost, none is there by half; a torn end of the log, too."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import neo4j
import pytest

from graphmem import Memory
from tests.conformance.test_plans import graphitis_indexes
from tests.conftest import neo4j_local

from .proofs import LONG, PREDICATES, check_whole, rows

# Writes until it is killed, and says before and after each write what it is.
WRITER = """
import json, random, sys
from graphmem import Memory
from tests.torture.proofs import PREDICATES

url, tenant, first = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(first)
memory = Memory(url, tenant=tenant, predicates=PREDICATES)
mine = []
for number in range(first, first + 100_000):
    verb = chance.choice(["remember"] * 12 + ["ingest", "retract", "erase"]) if mine else "remember"
    episode = f"e{number}" if verb in ("remember", "ingest") else chance.choice(mine)
    who = f"Person {number % 3}"
    print(json.dumps(["begins", verb, episode]), flush=True)
    if verb == "remember":
        memory.remember(who, "dwells_in", f"Town {number}", episode=episode, speaker=who)
    elif verb == "ingest":
        text = f"{who} is married to Rosa Lind. I live at {number} Canal Street."
        turn = {"id": episode, "session": "s", "speaker": "Zoe Lind", "said_at": "2026-01-01T00:00:00Z", "text": text}
        memory.ingest([turn])
    elif verb == "retract":
        memory.retract(episode=episode)
    else:
        memory.erase(episode=episode)
        mine.remove(episode)
    if verb in ("remember", "ingest"):
        mine.append(episode)
    print(json.dumps(["done", verb, episode]), flush=True)
"""
EPISODES = "MATCH (e:Episodic) WHERE e.group_id = $tenant RETURN e.episode_id AS found"
ROOT = Path(__file__).resolve().parents[2]


class Told:
    """What writers acknowledged, over all rounds: which episodes must be there, and which may be."""

    def __init__(self) -> None:
        self.there: set[str] = set()
        self.unsure: set[str] = set()
        self.last = 0
        self.acknowledged = 0

    def take(self, lines: Sequence[str]) -> None:
        began: tuple[str, str] | None = None
        for line in lines:
            if not line.endswith("\n"):
                continue
            word, verb, episode = json.loads(line)
            if word == "begins":
                began = (verb, episode)
                self.last = max(self.last, int(episode[1:]) + 1)
                continue
            began = None
            self.acknowledged += 1
            (self.there.discard if verb == "erase" else self.there.add)(episode)
        if began is not None and began[0] != "retract":
            self.there.discard(began[1])
            self.unsure.add(began[1])

    def check(self, memory: Memory) -> None:
        stored = set(rows(memory, EPISODES))
        assert set() == self.there - stored
        assert stored - self.there <= self.unsure
        self.there |= stored
        self.unsure.clear()


def writing(url: str, tenant: str, first: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, url, tenant, str(first)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def until_killed(writer: subprocess.Popen[str], after_s: float, kill: Callable[[], None]) -> list[str]:
    """What a writer said: killed, or its server, some time after its first writes."""
    assert writer.stdout is not None
    first = [writer.stdout.readline() for _ in range(8)]
    time.sleep(after_s)
    kill()
    lines = [*first, *writer.stdout]
    writer.stdout.close()
    writer.wait()
    return lines


def test_a_killed_process_loses_no_acknowledged_write_and_leaves_none_by_half(tmp_path: Path) -> None:
    folder, told, chance = tmp_path / "memory.db", Told(), random.Random(7)  # noqa: S311 - when to kill
    for _ in range(50 if LONG else 3):
        writer = writing(str(folder), "t", told.last)
        told.take(until_killed(writer, chance.uniform(0.2, 3.0), writer.kill))
        with Memory(folder, tenant="t", predicates=PREDICATES) as memory:
            told.check(memory)
            check_whole(memory)
    assert told.acknowledged > 10


def test_a_torn_end_of_the_log_costs_the_last_write_at_most(tmp_path: Path) -> None:
    folder, told = tmp_path / "memory.db", Told()
    size = 0
    for _ in range(9):
        if size > 1000:
            break
        writer = writing(str(folder), "t", told.last)  # an erasure empties the log: the kill may come right behind one
        told.take(until_killed(writer, 1.5, writer.kill))
        logs = sorted(folder.glob("graph/txlog_*.wal"), key=lambda path: path.stat().st_size)
        size = logs[-1].stat().st_size
    assert size > 1000
    for torn in (1, 3, 9, 40, 200):
        copy = shutil.copytree(folder, tmp_path / f"torn-{torn}")
        os.truncate(copy / "graph" / logs[-1].name, size - torn)
        with Memory(copy, tenant="t", predicates=PREDICATES) as memory:
            stored = set(rows(memory, EPISODES))
            assert len(told.there - stored) <= 1
            check_whole(memory)
            memory.remember("Person 0", "dwells_in", "Turku")


# The LTS line, and in `make torture` the current line too, where $JAVA is 21 or later.
VERSIONS = {"5.26.30": 15 if LONG else 1, "2026.08.1": 5 if LONG else 0}


def server(home: Path, password: str, version: str) -> dict[str, Any]:
    wanted = ("--bolt=0", "--http=0", f"--password={password}", "--json", f"--version={version}")
    started = neo4j_local("start", str(home), *wanted)
    if "needs Java" in started.stderr:
        pytest.skip(started.stderr.strip())
    assert started.returncode == 0, started.stderr
    return {**json.loads(started.stdout), **json.loads((home / "run" / "server.json").read_text())}


@pytest.fixture
def home(startable: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("killed")
    yield home
    neo4j_local("stop", str(home), "--kill")
    shutil.rmtree(home, ignore_errors=True)


def killer(server: int, writer: subprocess.Popen[str]) -> Callable[[], None]:
    """Kills a server and then who writes to it."""

    def kill() -> None:
        os.kill(server, signal.SIGKILL)
        writer.kill()

    return kill


@pytest.mark.neo4j
@pytest.mark.parametrize("version", [version for version, rounds in VERSIONS.items() if rounds])
def test_a_killed_server_loses_no_acknowledged_write_and_leaves_none_by_half(
    home: Path, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    password, tenant = uuid.uuid4().hex, "t"
    monkeypatch.setenv("NEO4J_USERNAME", "neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", password)
    told, chance = Told(), random.Random(7)  # noqa: S311 - when to kill
    running = server(home, password, version)
    with neo4j.GraphDatabase.driver(running["url"], auth=("neo4j", password)) as driver:
        for statement in graphitis_indexes():  # Graphiti was here first: its indexes give way to ours
            driver.execute_query(statement)
    for _ in range(VERSIONS[version]):
        writer = writing(running["url"], tenant, told.last)
        told.take(until_killed(writer, chance.uniform(0.5, 4), killer(int(running["pid"]), writer)))
        running = server(home, password, version)
        with Memory(running["url"], tenant=tenant, predicates=PREDICATES) as memory:
            told.check(memory)
            check_whole(memory)
            assert () == memory._engine.missing_indexes()  # type: ignore[attr-defined]
    assert told.acknowledged > 3
