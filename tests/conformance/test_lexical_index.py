"""The lexical index of the embedded engine is derived: lagging, killed, damaged or gone, it costs time, no answer."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.store.lexical import FEW, LexicalIndex

from .conftest import PREDICATES, Clock

ASKED = ("Where does Ada Holm dwell?", "Who keeps Miso?", "What about the lighthouse in Ghent?")


def opened(folder: Path, clock: Clock) -> Memory:
    return Memory(folder, tenant="t", clock=clock, predicates=PREDICATES)


def write(memory: Memory, first: int, last: int) -> None:
    for place in range(first, last):
        turn = f"The lighthouse number {place} in Ghent was painted by Corvin Tate."
        said = {
            "id": f"e{place}",
            "session": "s",
            "speaker": "Ada Holm",
            "said_at": "2026-01-02T09:00:00Z",
            "text": turn,
        }
        memory.ingest([{**said, "said_at": f"2026-01-02T09:{place % 60:02d}:00Z"}])
        memory.remember("Ada Holm", "dwells_in", f"Town {place}", speaker="Ada Holm", episode=f"s{place}")
        memory.remember(f"Person {place}", "keeps_pet", "Miso")


def index_of(memory: Memory) -> LexicalIndex:
    index: LexicalIndex = memory._engine.lexical  # type: ignore[attr-defined]
    return index


def told(memory: Memory) -> list[str]:
    """What recall says, and what the index itself gives."""
    blocks = [memory.recall(question, budget_tokens=400).model_dump_json() for question in ASKED]
    found = [index_of(memory).search(kind, "t", ["lighthouse", "miso", "town"], 50) for kind in ("fact", "episode")]
    return [*blocks, *(str(sorted(row["id"] for row in rows)) for rows in found)]


def from_nothing(memory: Memory) -> list[str]:
    """What an index made anew says."""
    index_of(memory).rebuild()
    return told(memory)


@pytest.fixture
def folder(tmp_path: Path, clock: Clock) -> Path:
    with opened(tmp_path / "memory.db", clock) as memory:
        write(memory, 0, 5)
        told(memory)
    return tmp_path / "memory.db"


def test_an_index_that_lags_takes_in_what_it_has_not_seen(folder: Path, clock: Clock) -> None:
    with opened(folder, clock) as memory:
        write(memory, 5, 8)
        memory.retract(episode="s7")
        assert 10 == index_of(memory).lag()
        lagging = told(memory)
        assert 0 == index_of(memory).lag()
        assert lagging == from_nothing(memory)


def test_an_older_copy_of_the_index_is_brought_up_to_date(folder: Path, clock: Clock, tmp_path: Path) -> None:
    shutil.copytree(folder / "lexical", tmp_path / "older")
    with opened(folder, clock) as memory:
        write(memory, 5, 8)
        expected = told(memory)
    shutil.rmtree(folder / "lexical")
    shutil.copytree(tmp_path / "older", folder / "lexical")
    with opened(folder, clock) as memory:
        assert expected == told(memory)


def test_an_index_that_has_seen_more_than_the_store_is_made_anew(folder: Path, clock: Clock, tmp_path: Path) -> None:
    shutil.copytree(folder / "graph", tmp_path / "older")
    with opened(folder, clock) as memory:
        write(memory, 5, 8)
        told(memory)
    shutil.rmtree(folder / "graph")
    shutil.copytree(tmp_path / "older", folder / "graph")
    with opened(folder, clock) as memory:
        assert told(memory) == from_nothing(memory)


def test_an_index_of_a_copy_that_went_its_own_way_is_made_anew(folder: Path, clock: Clock, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "other")
    with opened(tmp_path / "other", clock) as memory:
        memory.remember("Ada Holm", "keeps_pet", "Pinto")
        told(memory)
    with opened(folder, clock) as memory:
        memory.remember("Ada Holm", "keeps_pet", "Miso")
    shutil.rmtree(folder / "lexical")
    shutil.copytree(tmp_path / "other" / "lexical", folder / "lexical")
    with opened(folder, clock) as memory:
        assert told(memory) == from_nothing(memory)


def test_an_index_that_was_never_built_lags_by_every_write(tmp_path: Path, clock: Clock) -> None:
    with opened(tmp_path / "new", clock) as memory:
        assert 0 == index_of(memory).lag()
        write(memory, 0, 2)
        assert 6 == index_of(memory).lag()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "lexical").iterdir() if not path.name.endswith(".lock")}


def found(memory: Memory, word: str, limit: int = 50) -> set[str]:
    return {row["id"] for row in index_of(memory).search("fact", "t", [word], limit)}


def test_what_a_few_writes_brought_is_found_before_it_is_in_the_files(folder: Path, clock: Clock) -> None:
    before = files(folder)
    with opened(folder, clock) as memory:
        memory.remember("Ada Holm", "keeps_pet", "Pinto")
        assert 1 == len(found(memory, "pinto"))
        assert before == files(folder)
        memory.remember("Ada Holm", "dwells_in", "Town Nine")
        assert 1 == len(found(memory, "nine"))
    assert before != files(folder)
    with opened(folder, clock) as memory:
        assert 0 == index_of(memory).lag()
        assert 1 == len(found(memory, "nine"))


def test_what_is_no_longer_believed_is_not_found_in_files_that_still_hold_it(folder: Path, clock: Clock) -> None:
    with opened(folder, clock) as memory:
        old = found(memory, "miso")
        memory.merge("Person 1", "Person 2")
        memory.retract(episode="s4")
        assert found(memory, "town", limit=1) < found(memory, "town")
        told_before = found(memory, "miso") | found(memory, "town")
        index_of(memory).rebuild()
        assert told_before == found(memory, "miso") | found(memory, "town")
        assert old != found(memory, "miso")


def test_many_writes_go_into_the_files(folder: Path, clock: Clock) -> None:
    before = files(folder)
    with opened(folder, clock) as memory:
        memory.remember_many(
            [{"subject": f"Guest {n}", "predicate": "keeps_pet", "object": "Rolo"} for n in range(FEW)]
        )
        assert FEW == len(found(memory, "rolo", limit=2 * FEW))
        assert before != files(folder)


def _gone(path: Path) -> None:
    path.unlink()


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _halved(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _scribbled(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 3 : len(raw) // 2] = b"\x5a" * (len(raw) // 2 - len(raw) // 3)
    path.write_bytes(bytes(raw))


@pytest.mark.parametrize("harm", [_gone, _emptied, _halved, _scribbled])
def test_a_damaged_index_gives_the_answers_of_a_sound_one(
    folder: Path, clock: Clock, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    with opened(folder, clock) as memory:
        expected = told(memory)
    for name in sorted(path.name for path in (folder / "lexical").iterdir()):
        copy = Path(shutil.copytree(folder, tmp_path / f"harmed-{name}"))
        harm(copy / "lexical" / name)
        with opened(copy, clock) as memory:
            assert (name, expected) == (name, told(memory))


def test_a_store_without_its_index_answers_as_before(folder: Path, clock: Clock) -> None:
    with opened(folder, clock) as memory:
        expected = told(memory)
    shutil.rmtree(folder / "lexical")
    with opened(folder, clock) as memory:
        assert expected == told(memory)


# A process that is killed while the index takes in what is new: before its commit, or right after.
def test_files_damaged_while_the_store_is_open_keep_it_from_nothing(folder: Path, clock: Clock) -> None:
    with opened(folder, clock) as memory:
        memory.remember("Ada Holm", "keeps_pet", "Pinto")
        assert 1 == len(found(memory, "pinto"))
        for path in (folder / "lexical").iterdir():
            with path.open("r+b") as file:
                file.write(b"\x5a" * path.stat().st_size)
    with opened(folder, clock) as memory:
        assert told(memory) == from_nothing(memory)
        assert 1 == len(found(memory, "pinto"))


DIES = """
import os, signal, sys
import tantivy
from graphmem import Memory

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

folder, point = sys.argv[1:]
memory = Memory(folder, tenant="t")
memory.remember("Ada Holm", "works_at", "Corvane")
lexical = memory._engine.lexical

class Writer:
    def __init__(self, writer):
        self.writer = writer
    def commit(self):
        if point == "before":
            die()
        self.writer.commit()
        die()
    def __getattr__(self, name):
        return getattr(self.writer, name)

class Index:
    def __init__(self, index):
        self.index = index
    def writer(self, *given):
        return Writer(self.index.writer(*given))
    def __getattr__(self, name):
        return getattr(self.index, name)

lexical.lag()
lexical._kept._index = Index(lexical._kept._index)
lexical.search("fact", "t", ["corvane"], 5)
memory.close()
"""


@pytest.mark.parametrize("point", ["before", "after"])
def test_a_process_killed_while_it_indexes_leaves_an_index_that_goes_on(folder: Path, clock: Clock, point: str) -> None:
    killed = subprocess.run([sys.executable, "-c", DIES, str(folder), point], capture_output=True, check=False)
    assert -signal.SIGKILL == killed.returncode, killed.stderr
    with opened(folder, clock) as memory:
        assert told(memory) == from_nothing(memory)
