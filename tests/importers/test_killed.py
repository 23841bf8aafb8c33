"""A kill -9 amid a file, and the same command again: every turn is there once, in any format."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.doors import cli
from graphmem.doors.progress import Count
from graphmem.intake import CHUNK
from graphmem.model import Episode

from .large import NAMES, START, written

TURNS = 2 * CHUNK + 20
AMID = CHUNK + CHUNK // 2  # of three chunks the first is written, the second half read
EVER = datetime(1970, 1, 1, tzinfo=UTC)
WAY = ("Good morning.", "See you on the stairs.", "The kettle is on.", "I live in Tromsø.", "Bring the blue folder.")


def turn(number: int) -> str:
    """One of a few sentences, so that little is to be parsed; the last chunk brings a change."""
    return "I live in Bodø." if number == TURNS - 5 else WAY[number % len(WAY)]


def run_and_be_killed(arguments: list[str]) -> None:
    """The command, in a process that gets a kill -9 at the turn AMID."""
    counting = Count.counting

    def until_killed(count: Count, episodes: Iterable[Episode]) -> Iterator[Episode]:
        for episode in counting(count, episodes):
            if count.turns == AMID:
                os.kill(os.getpid(), signal.SIGKILL)
            yield episode

    Count.counting = until_killed  # type: ignore[method-assign, assignment]
    sys.argv = ["graphmem", *arguments]
    cli.main()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole") / "memory.db"


def believed(memory: Memory) -> list[tuple[str, str, list[str]]]:
    """Every change there was of what is believed, with its sources."""
    return sorted(
        (one.change, f"{one.fact} {one.fact.valid}", sorted(source.episode for source in one.fact.sources))
        for one in memory.changes(since=EVER)
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost_and_nothing_is_there_twice(tmp_path: Path, whole: Path, name: str) -> None:
    path, store = written(tmp_path / f"chat-{name}", name, TURNS, turn), tmp_path / "memory.db"
    given = ["--said-at", START.isoformat(), "--zone", "Z", "--tenant", "t", "--store", str(store)]
    processes = multiprocessing.get_context("forkserver")  # one that has imported it all, and is forked for each
    processes.set_forkserver_preload(["graphmem.doors.cli", "graphmem.memory", "graphmem.importers", "spacy"])
    process = processes.Process(target=run_and_be_killed, args=(["ingest", str(path), *given],))
    process.start()
    process.join()
    assert -signal.SIGKILL == process.exitcode
    with Memory(store, tenant="t") as killed, Memory(whole, tenant=name) as unharmed:
        rest = killed.ingest(path, said_at=START, zone="Z")
        assert (CHUNK, TURNS - CHUNK) == (len(rest.duplicates), len(rest.episodes))
        again = killed.ingest(path, said_at=START, zone="Z")
        assert (TURNS, 0, ()) == (len(again.duplicates), len(again.episodes), again.opened)
        unharmed.ingest(path, said_at=START, zone="Z")
        assert believed(unharmed)
        assert believed(unharmed) == believed(killed)
