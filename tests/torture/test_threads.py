"""Many threads at one store: one current fact, no gap, none lost, and nobody waits for ever."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from graphmem import Memory

from .proofs import LONG, PREDICATES, check_whole

START = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 9, 1, tzinfo=UTC)  # it stands still: every write gets an instant of its own all the same
THREADS = 8
EACH = 200 if LONG else 12
PATIENCE_S = 1_500 if LONG else 120


@pytest.fixture
def memory(engine_url: str, tenant: str) -> Iterator[Memory]:
    with Memory(engine_url, tenant=tenant, clock=lambda: NOW, predicates=PREDICATES) as memory:
        yield memory


def at_once(work: Callable[[int], None], number: int = THREADS) -> None:
    """Runs `work` in threads at once; fails if one fails, or does not come to its end."""
    failed = list[BaseException]()

    def guarded(place: int) -> None:
        try:
            work(place)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(place,), daemon=True) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert [False] * number == [thread.is_alive() for thread in threads]
    assert [] == failed


def test_supersessions_of_one_key_leave_one_current_fact_no_gap_and_lose_none(memory: Memory) -> None:
    def work(writer: int) -> None:
        for step in range(EACH):
            said = START + timedelta(minutes=writer + THREADS * step)
            memory.remember("Ada Holm", "dwells_in", f"Town {writer}-{step}", said_at=said, speaker="Ada Holm")

    at_once(work)
    history = memory.history("Ada Holm", "dwells_in")
    assert THREADS * EACH == len(history)
    assert {f"Town {writer}-{step}" for writer in range(THREADS) for step in range(EACH)} == {
        str(fact.object) for fact in history
    }
    assert all(one.valid.stop == other.valid.start for one, other in itertools.pairwise(history))
    assert [fact.valid.stop for fact in history].count(None) == 1
    assert 1 == len(memory.facts("Ada Holm", "dwells_in"))
    check_whole(memory)


def test_writers_whose_subjects_cross_all_come_to_their_end(memory: Memory) -> None:
    names = [f"Person {letter}" for letter in "ABCDEFGHIJ"]

    def work(writer: int) -> None:
        chance = random.Random(writer)  # noqa: S311 - which people meet
        for step in range(EACH):
            text = " ".join(
                f"{one} is married to {other}." for one, other in itertools.pairwise(chance.sample(names, 3))
            )
            memory.ingest([{"id": f"{writer}-{step}", "session": f"{writer}-{step}", "speaker": "Zoe Lind",
                            "said_at": (START + timedelta(minutes=step)).isoformat(), "text": text}])  # fmt: skip

    at_once(work)
    check_whole(memory)


def test_readers_go_on_while_others_write_and_erase(memory: Memory) -> None:
    for place in range(EACH):
        memory.remember(f"Person {place}", "dwells_in", "Ghent", speaker=f"Person {place}", episode=f"e{place}")
    memory.remember("Rosa Lind", "dwells_in", "Turku", speaker="Rosa Lind")
    over = threading.Event()

    def work(place: int) -> None:
        if place == 0:
            try:
                for number in range(0, EACH, 8 if LONG else 4):
                    memory.erase(episode=f"e{number}")
                    memory.remember("Ben Frost", "keeps_pet", f"Pet {number}")
            finally:
                over.set()
        while not over.is_set():
            assert ["Turku"] == [str(fact.object) for fact in memory.facts("Rosa Lind")]
            assert "Turku" in str(memory.recall("Where does Rosa Lind dwell?", budget_tokens=300))

    at_once(work, 4)
    check_whole(memory)
