"""A backup by the commands of docs/operations.md, and the memory that comes back from it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.doors.checks import examine
from tests.conftest import neo4j_local
from tests.torture.proofs import check_whole

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text()
PASSWORD = "an invented password"
JUNE = datetime(2026, 6, 1, 9, tzinfo=UTC)
TURN = {"id": "b1", "session": "s", "speaker": "Wanda Kroll", "said_at": "2026-02-02T08:30:00Z"}


def commands(heading: str, **names: str) -> list[str]:
    """The commands of the first `sh` block under a heading of the page, with the names put in."""
    block = re.search(r"```sh\n(.*?)```", PAGE.partition(f"\n### {heading}\n")[2], re.DOTALL)
    assert block is not None
    text = block[1]
    for name, value in names.items():
        assert name in text
        text = text.replace(name, value)
    return text.splitlines()


def run(command: str, folder: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-ec", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, f"{command}: {done.stdout}{done.stderr}"


def told(memory: Memory) -> None:
    """A life with a change, an ended belief, something retracted, and something that waits."""
    memory.ingest([{**TURN, "text": "I live in Delft and I work at Tallow Glassworks. My sister is Ida."}])
    memory.remember("Wanda Kroll", "lives_in", "Gouda", said_at="2026-03-02T09:00:00Z", episode="b2")
    memory.remember("Wanda Kroll", "works_at", "Alder", said_at="2026-03-03T09:00:00Z", episode="b3")
    memory.retract(episode="b3")
    memory.remember("Ida", "lives_in", "Breda", said_at="2026-03-04T09:00:00Z", source_kind="inference")


def seen(memory: Memory) -> dict[str, Any]:
    """All that can be asked of it, on both clocks."""
    facts = memory.history("Wanda Kroll")
    return {
        "history": facts,
        "then": memory.facts("Wanda Kroll", as_of="2026-02-15T00:00:00Z", known_at=JUNE),
        "changes": memory.changes("2020-01-01T00:00:00Z"),
        "why": [memory.why(fact.id) for fact in facts],
        "review": memory.review(),
        "block": str(memory.recall("Where does Wanda Kroll live?", as_of=JUNE, known_at=JUNE)),
    }


Clocked = Callable[[str], Memory]


def opener(tenant: str) -> Clocked:
    """Opens a store with a clock that goes on by a second a look."""
    at = [JUNE]

    def clock() -> datetime:
        at[0] += timedelta(seconds=1)
        return at[0]

    return lambda url: Memory(url, tenant=tenant, clock=clock)


def test_a_copied_store_gives_back_what_was_known_when_it_was_copied(tmp_path: Path) -> None:
    opened = opener("studio")
    with opened(str(tmp_path / "memory.db")) as memory:
        told(memory)
        before = seen(memory)
    run(commands("An embedded store, saved")[0], tmp_path)
    with opened(str(tmp_path / "memory.db")) as memory:  # what happens after the backup, and then the loss
        memory.erase(subject="Wanda Kroll")
    for command in commands("An embedded store, brought back"):
        run(command, tmp_path)
    with opened(str(tmp_path / "memory.db")) as memory:
        assert before == seen(memory)
        check_whole(memory)
        memory.remember("Wanda Kroll", "lives_in", "Breda", said_at="2026-06-02T09:00:00Z")
        assert ["Breda"] == [
            str(fact.object) for fact in memory.facts("Wanda Kroll", "lives_in", as_of="2026-06-03T00:00:00Z")
        ]


def test_a_copy_without_its_full_text_index_makes_it_anew(tmp_path: Path) -> None:
    opened = opener("studio")
    with opened(str(tmp_path / "memory.db")) as memory:
        told(memory)
        before = seen(memory)
    shutil.copytree(tmp_path / "memory.db", tmp_path / "copy.db")
    shutil.rmtree(tmp_path / "copy.db" / "lexical")
    with opened(str(tmp_path / "copy.db")) as memory:
        assert before == seen(memory)


class Local:
    """A server of this test's own, which may be stopped."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.url = ""

    def start(self) -> None:
        started = neo4j_local(
            "start", str(self.home), "--bolt=0", "--http=0", "--heap=512m", f"--password={PASSWORD}", "--json"
        )
        assert 0 == started.returncode, started.stderr
        self.url = json.loads(started.stdout)["url"]

    def stop(self, *how: str) -> None:
        neo4j_local("stop", str(self.home), *how)


@pytest.fixture
def server(startable: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Local]:
    monkeypatch.setenv("NEO4J_USERNAME", "neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", PASSWORD)
    own = Local(tmp_path / "home")
    try:
        own.start()
        yield own
    finally:
        own.stop("--kill")


@pytest.mark.neo4j
def test_a_dumped_database_gives_back_what_was_known_when_it_was_dumped(server: Local, tmp_path: Path) -> None:
    opened = opener("studio")
    with opened(server.url) as memory:
        told(memory)
        before = seen(memory)
    names = {"python scripts": f"{sys.executable} {ROOT}/scripts", ".neo4j": str(server.home)}
    stop, folder, dump, _ = commands("A Neo4j database, saved", **names)
    for command in (stop, folder, dump):
        run(command, tmp_path)
    server.start()
    with opened(server.url) as memory:  # what happens after the backup, and then the loss
        memory.erase(subject="Wanda Kroll")
    stop, load, _ = commands("A Neo4j database, brought back", **names)
    for command in (stop, load):
        run(command, tmp_path)
    server.start()
    with opened(server.url) as memory:
        assert before == seen(memory)
        check_whole(memory)
    assert [] == [check for check in examine(server.url, "studio") if not check.ok]
