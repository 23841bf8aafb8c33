"""After an erasure no byte of what was erased is in any file of an embedded store, killed in the middle or not."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.store.lexical import words_of

from .conftest import PREDICATES, Clock

START = datetime(2026, 1, 10, tzinfo=UTC)
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
LONG = " ".join(f"qzlong{place}" for place in range(15_000))  # of several pages

# Each word with "qz" in it is invented and stands nowhere else: the scan looks for it in every file.
TURNS = [
    {
        "id": "qzturn-1",
        "session": "qzsession-1",
        "speaker": "Qzivo Qzmaas",
        "said_at": "2026-01-05T09:00:00Z",
        "source_uri": "mail:qzuri@example.org",
        "text": "I live in Qzarnhem. My sister Qztove works at Qzcorvane Robotics. Everyone calls me Qzbun. Żółqzwik!",
    },
    {
        "id": "qzturn-2",
        "session": "qzsession-1",
        "speaker": "Qzivo Qzmaas",
        "said_at": "2026-01-06T09:00:00Z",
        "text": "No, I live in Qzbruges, not Qzarnhem. I'm going to move to Qzturku.",
    },
    {
        "id": "stays",
        "session": "another",
        "speaker": "Rosa Lind",
        "said_at": "2026-01-05T10:00:00Z",
        "text": "Qzivo Qzmaas collects qzstamps in Qzgouda. I live in Ghent.",
    },
]
CANARIES = (
    "qzivo", "qzmaas", "qzarnhem", "qztove", "qzcorvane", "żółqzwik", "qzbruges", "qzturku", "qzlong7999",
    "qzsession", "qzuri", "qzbun", "qzstamps", "qzgouda", "qzturn", "qzgiven", "qzcall", "qzpet", "qztown",
    "qzbadge", "qz",
)  # fmt: skip


def written(folder: Path, clock: Clock) -> Memory:
    """A store that holds every canary: said, given, corrected, superseded, asked for."""
    memory = Memory(folder, tenant="t", clock=clock, predicates=PREDICATES)
    memory.ingest(TURNS)
    for place in range(20):
        clock.forward(days=1)
        memory.remember(
            "Qzivo Qzmaas", "dwells_in", f"Qztown {place}", speaker="Qzivo Qzmaas", episode=f"qzgiven-{place}",
            idempotency_key=f"qzcall-{place}",
        )  # fmt: skip
    memory.remember("Qzivo Qzmaas", "keeps_pet", "Qzpet", speaker="Rosa Lind")
    memory.remember("Qzivo Qzmaas", "badge_number", "qzbadge 17")
    memory.remember("Qzivo Qzmaas", "short_note", LONG, speaker="Qzivo Qzmaas")
    memory.remember("Rosa Lind", "dwells_in", "Turku", speaker="Rosa Lind")
    memory.recall("Where does Qzivo Qzmaas live?", budget_tokens=400)
    return memory


def found(folder: Path, words: tuple[str, ...] = CANARIES) -> dict[str, list[str]]:
    """The words that some file of the store holds in some encoding, in any case, by file."""
    wanted = {word: [word.encode(encoding) for encoding in ENCODINGS] for word in words}
    hits = dict[str, list[str]]()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        raw = path.read_bytes()
        bare = raw.lower() + raw.decode("utf-8", "ignore").lower().encode()
        if held := [word for word, forms in wanted.items() if any(form in bare for form in forms)]:
            hits[str(path.relative_to(folder))] = held
    return hits


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed store that holds every canary but those of its write-ahead log."""
    folder = tmp_path_factory.mktemp("erasure") / "memory.db"
    written(folder, Clock(START)).close()
    return folder


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "memory.db"))


@pytest.fixture
def memory(folder: Path) -> Iterator[Memory]:
    with Memory(folder, tenant="t", clock=Clock(START + timedelta(days=60)), predicates=PREDICATES) as memory:
        yield memory


def test_the_scan_finds_every_word_while_it_is_stored(tmp_path: Path) -> None:
    folder = tmp_path / "memory.db"
    with written(folder, Clock(START)):
        before = found(folder)
    assert set(CANARIES) == {word for words in before.values() for word in words}
    assert any(name.startswith("graph/txlog") for name in before)
    assert any(name.endswith("idx") for name in before)


def test_an_erased_subject_is_in_no_file_of_the_store(folder: Path, memory: Memory) -> None:
    assert hits(memory, "Qzarnhem") != set()
    certificate = memory.erase(subject="Qzivo Qzmaas")
    assert {} == found(folder)
    # The index keeps words in pieces that a scan for bytes would not meet: it is asked, and it was made anew.
    assert set() == hits(memory, *CANARIES)
    assert ["Rosa Lind dwells in Turku"] == [fact.fact for fact in memory.facts("Rosa Lind", "dwells_in")]
    memory.close()
    assert {} == found(folder)
    assert () == certificate.remains
    assert {"write-ahead log (emptied)", "lexical index (made anew)"} <= set(certificate.looked_at)


def test_erased_episodes_are_in_no_file_of_the_store(folder: Path, memory: Memory) -> None:
    for episode in ("qzturn-2", "qzgiven-7"):
        memory.erase(episode=episode)
    gone = ("qzbruges", "qzturku", "qzturn-2", "qztown 7", "qzgiven-7", "qzcall-7")
    assert {} == found(folder, gone)
    assert set() == hits(memory, "qzbruges", "qzturku")
    assert "Qztown 19" in {str(fact.object) for fact in memory.facts("Qzivo Qzmaas")}


def test_records_that_lie_on_two_pages_leave_nothing_on_either(tmp_path: Path) -> None:
    folder, clock = tmp_path / "memory.db", Clock(START)
    with Memory(folder, tenant="t", clock=clock, predicates=PREDICATES) as memory:
        for place in range(120):
            size = (20, 300, 2_000, 9_000)[place % 4]
            memory.remember(f"Person {place}", "short_note", f"qz{place}z " * (size // 6), episode=f"e{place}")
        erased = range(7, 120, 9)
        for place in erased:
            memory.erase(episode=f"e{place}")
        assert {} == found(folder, tuple(f"qz{place}z" for place in erased))
        assert 120 - len(erased) == sum(bool(memory.facts(f"Person {place}")) for place in range(120))


def hits(memory: Memory, *words: str) -> set[str]:
    """What the lexical index gives for any of the words."""
    index = memory._engine.lexical  # type: ignore[attr-defined]
    single = [part for word in words for part in words_of(word)]
    return {row["id"] for kind in ("fact", "episode") for row in index.search(kind, "t", single, 100)}


# A process that erases and is killed at one point of it.
DIES = """
import os, signal, sys
from datetime import UTC, datetime
from graphmem import Memory
from graphmem.store.engines import embedded

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

folder, point = sys.argv[1:]
memory = Memory(folder, tenant="t", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
engine = memory._engine
if point == "before the commit":
    run = engine._run
    engine._run = lambda call: die() if call.name == "receipts_create" else run(call)
elif point == "after the commit":
    engine._clean = die
elif point == "after the lexical index":
    engine._once_free = die
elif point.startswith("after DDL"):
    steps, once = iter(range(int(point.split()[-1]))), engine._once_free
    def counted(text):
        if next(steps, None) is None:
            die()
        once(text)
    engine._once_free = counted
elif point == "before the mark is gone":
    embedded._open_database = die
memory.erase(subject="Qzivo Qzmaas")
"""
POINTS = [
    "before the commit", "after the commit", "after the lexical index", "before the mark is gone",
    *(f"after DDL {n}" for n in (1, 2, 3, 6, 13, 20, 27, 35)),
]  # fmt: skip


@pytest.mark.parametrize("point", POINTS)
def test_an_erasure_that_is_killed_is_done_whole_or_not_at_all(folder: Path, point: str) -> None:
    killed = subprocess.run([sys.executable, "-c", DIES, str(folder), point], capture_output=True, check=False)
    assert -signal.SIGKILL == killed.returncode, killed.stderr
    assert (folder / "erasing").exists()
    clock = Clock(START + timedelta(days=90))
    with Memory(folder, tenant="t", clock=clock, predicates=PREDICATES) as memory:
        assert not (folder / "erasing").exists()
        told = {str(fact.object) for fact in memory.history("Qzivo Qzmaas", "dwells_in")}
        if point == "before the commit":
            assert {f"Qztown {place}" for place in range(20)} <= told
            memory.erase(subject="Qzivo Qzmaas")
        assert () == memory.history("Qzivo Qzmaas")
        assert {} == found(folder)
        # Every index stands: a name is one entity, a session is found, a call is known again.
        first = memory.remember("Rosa Lind", "dwells_in", "Ghent", idempotency_key="call-1")
        assert first.id == memory.remember("Rosa Lind", "dwells_in", "Ghent", idempotency_key="call-1").id
        with Memory(folder.with_name("fresh.db"), tenant="t", clock=clock) as fresh:
            assert indexes(fresh) == indexes(memory)


def indexes(memory: Memory) -> set[str]:
    """The indexes of a store by name, without those of each bucket."""
    rows = memory._engine._database.command("sql", "select name from schema:indexes")  # type: ignore[attr-defined]
    return {name for row in rows if not re.search(r"_\d+$", name := row.to_dict()["name"])}
