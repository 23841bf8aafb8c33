"""What a store promises: one schema, one owner, writers that do not lose each other's words, the same verbs awaited."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem import AsyncMemory, Conflict, Incorrect, Memory, Unavailable
from graphmem.store.call import Call, Flow
from graphmem.store.engines import SCHEMA_VERSION

from .conftest import PREDICATES, Clock


def marked(version: int) -> Callable[[], Flow[None]]:
    def flow() -> Flow[None]:
        yield Call("store_write", {"version": version, "secret": "kept"})

    return flow


def test_opening_a_store_again_changes_nothing(open_memory: Callable[..., Memory]) -> None:
    first = open_memory()
    first.remember("Ada Holm", "dwells_in", "Ghent")
    again = open_memory()
    assert again._engine.secret == first._engine.secret
    assert [str(fact.object) for fact in again.facts("Ada Holm")] == ["Ghent"]


def test_a_store_of_a_newer_version_is_refused_with_what_to_do(embedded_url: str, clock: Clock) -> None:
    with Memory(embedded_url, tenant="t", clock=clock) as memory:
        memory._engine.write(marked(SCHEMA_VERSION + 1))
    with pytest.raises(Conflict, match="Upgrade graphmem"):
        Memory(embedded_url, tenant="t", clock=clock)
    with pytest.raises(Conflict, match="Upgrade graphmem"):
        Memory(embedded_url, tenant="t", clock=clock)


def test_a_second_process_is_told_who_holds_the_store(embedded_url: str, clock: Clock) -> None:
    with Memory(embedded_url, tenant="t", clock=clock):
        script = f"from graphmem import Memory; Memory({embedded_url!r}, tenant='t')"
        second = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "Conflict" in second.stderr
    assert f"process {__import__('os').getpid()}" in second.stderr
    assert "Neo4j URL" in second.stderr


def test_a_folder_of_other_things_is_not_made_a_store(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all", encoding="utf-8")
    with pytest.raises(Incorrect, match="not a store"):
        Memory(tmp_path, tenant="t")
    with pytest.raises(Incorrect, match="is a file"):
        Memory(tmp_path / "letter.txt", tenant="t")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_new_store_is_open_to_its_owner_alone(tmp_path: Path) -> None:
    Memory(tmp_path / "memory.db", tenant="t").close()
    assert 0o700 == (tmp_path / "memory.db").stat().st_mode & 0o777


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(Incorrect, match="scheme"):
        Memory("postgres://localhost/x", tenant="t")


def test_a_server_that_is_not_there_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "anything")
    with pytest.raises(Unavailable, match="cannot be reached"):
        Memory("bolt://127.0.0.1:9", tenant="t")


def test_a_closed_memory_refuses_every_verb(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.close()
    with pytest.raises(Incorrect, match="closed"):
        memory.facts("Ada Holm")


def in_threads(number: int, work: Callable[[int], None]) -> list[BaseException]:
    failed = list[BaseException]()

    def guarded(place: int) -> None:
        try:
            work(place)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(place,)) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def test_writers_of_one_key_at_once_leave_one_current_fact_and_no_gap(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    start = datetime(2026, 1, 1, tzinfo=UTC)

    def work(writer: int) -> None:
        for step in range(5):
            said = start + timedelta(minutes=writer + 8 * step)
            memory.remember("Ada Holm", "dwells_in", f"Town {writer}-{step}", said_at=said, speaker="Ada Holm")

    assert in_threads(8, work) == []
    history = memory.history("Ada Holm", "dwells_in")
    assert len(history) == 40
    assert all(one.valid.stop == other.valid.start for one, other in itertools.pairwise(history))
    assert [fact.valid.stop for fact in history].count(None) == 1


def test_one_new_name_from_many_writers_is_one_entity(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    assert in_threads(8, lambda place: _note(memory, place)) == []
    facts = memory.facts("QXD")
    assert len({fact.subject.id for fact in facts}) == 1
    assert {str(fact.object) for fact in facts} == {f"pet {place}" for place in range(8)}


def _note(memory: Memory, place: int) -> None:
    memory.remember("QXD", "keeps_pet", f"pet {place}")


def test_writers_that_cross_subjects_all_come_through(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    names = [f"Person {chr(65 + place)}" for place in range(4)]

    def work(writer: int) -> None:
        order = names if writer % 2 else names[::-1]
        for one, other in itertools.pairwise(order):
            memory.remember(one, "knows_person", other, speaker=f"Speaker {writer}")

    assert in_threads(6, work) == []
    assert {str(fact.object) for fact in memory.facts("Person B")} == {"Person A", "Person C"}


async def test_the_awaited_verbs_say_the_same(engine_url: str, tenant: str, clock: Clock) -> None:
    async with AsyncMemory(engine_url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
        towns = [memory.remember(f"Person {place}", "dwells_in", "Ghent") for place in range(5)]
        receipts = await asyncio.gather(*towns)
        assert all(len(receipt.opened) == 1 for receipt in receipts)
        awaited = await memory.facts("Person 3")
        explained = await memory.why(awaited[0].id)
        assert explained.sources == awaited[0].sources
        assert len(await memory.changes("2026-01-01T00:00:00Z")) == 5
        block = await memory.recall("Where does Person 3 dwell?", budget_tokens=200)
        assert block.tokens <= 200
    with Memory(engine_url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory2:
        assert memory2.facts("Person 3") == awaited


def test_a_write_is_read_back_through_its_bookmark(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    receipt = memory.remember("Ada Holm", "dwells_in", "Ghent")
    assert (receipt.bookmarks != ()) == (memory.engine == "neo4j")

    def reading() -> Flow[int]:
        return len((yield Call("episodes_present", {"tenant": memory.tenant, "uuids": ["x"]})))

    assert memory._engine.read(reading, receipt.bookmarks) == 0


def test_two_lookalike_names_stay_apart_and_wait_for_review(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember("Katherine Holt", "dwells_in", "Ghent")
    memory.remember("Kathrine Holt", "dwells_in", "Turku")
    assert [str(fact.object) for fact in memory.facts("Katherine Holt")] == ["Ghent"]
    assert [str(fact.object) for fact in memory.facts("Kathrine Holt")] == ["Turku"]
    (item,) = memory.review()
    assert item.kind == "same_entity"
    assert set(item.entities) == {
        fact.subject.id for name in ("Katherine Holt", "Kathrine Holt") for fact in memory.facts(name)
    }
