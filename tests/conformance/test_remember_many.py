"""Many structured statements in one call: batches, progress, errors, and a load that is begun again."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from graphmem import AsyncMemory, Incorrect, Memory, Receipt
from graphmem.bulk import BATCH
from graphmem.model import from_us
from graphmem.store.call import rows_of
from tests.conftest import ROOT

from .conftest import PREDICATES, Clock

PLACES = ("Ghent", "Turku", "Porto")


def moves(number: int) -> list[dict[str, Any]]:
    """People who each move twice, in the order of the calendar."""
    return [
        {
            "subject": f"Person {place // 2}",
            "predicate": "dwells_in",
            "object": PLACES[place % 3],
            "said_at": from_us(0) + timedelta(days=365 * 50 + place),
        }
        for place in range(number)
    ]


def test_a_load_larger_than_a_batch_is_all_there_and_counted(memory: Memory) -> None:
    steps = list[tuple[int, int | None]]()
    receipt = memory.remember_many(moves(BATCH + 10), progress=lambda done, total: steps.append((done, total)))
    assert [(BATCH, BATCH + 10), (BATCH + 10, BATCH + 10)] == steps
    assert {
        "statements": BATCH + 10, "kept": BATCH + 10, "episodes": BATCH + 10, "duplicates": 0, "opened": BATCH + 10,
        "closed": 0,
    } == receipt.counts  # fmt: skip
    assert ((), (), None) == (receipt.statements, receipt.skipped, receipt.stopped)
    last = memory.history("Person 504")
    assert [("Ghent", True), ("Turku", False)] == [(str(fact.object), fact.valid.stop is not None) for fact in last]


def test_statements_are_streamed_batch_by_batch(memory: Memory) -> None:
    stored_when_asked = list[bool]()

    def streamed() -> Iterator[dict[str, Any]]:
        for place, move in enumerate(moves(2 * BATCH + 2)):
            if place == 2 * BATCH + 1:  # the second batch is being written
                stored_when_asked.append(bool(memory.facts("Person 0")))
            yield move

    memory.remember_many(streamed(), progress=lambda _, total: stored_when_asked.append(total is not None))
    assert [False, True, False, False] == stored_when_asked


def test_the_same_statements_again_are_duplicates_and_add_nothing(memory: Memory, clock: Clock) -> None:
    memory.remember_many(moves(7))
    before = memory.history("Person 1")
    clock.forward(days=1)
    receipt = memory.remember_many(moves(9))  # a load that was broken off after seven is begun again
    assert (9, 2, 2, 7) == tuple(receipt.counts[name] for name in ("statements", "kept", "episodes", "duplicates"))
    assert before == memory.history("Person 1")


KILLED = """
import os, signal, sys
from graphmem import Memory
from graphmem.bulk import BATCH
from tests.conformance.conftest import PREDICATES
from tests.conformance.test_remember_many import moves

def streamed():
    for place, move in enumerate(moves(2 * BATCH + 600)):
        if place == 2 * BATCH + 500:
            os.kill(os.getpid(), signal.SIGKILL)
        yield move

with Memory(sys.argv[1], tenant=sys.argv[2], predicates=PREDICATES) as memory:
    memory.remember_many(streamed())
"""


def test_a_load_that_was_killed_is_begun_again_without_loss_or_doubles(
    engine_url: str, tenant: str, open_memory: Callable[..., Memory]
) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, engine_url, tenant], check=False, cwd=ROOT)
    assert -signal.SIGKILL == killed.returncode
    memory = open_memory(clock=None)
    receipt = memory.remember_many(moves(2 * BATCH + 600))
    assert receipt.counts["duplicates"] in {BATCH, 2 * BATCH}  # the second batch was being written, or was written
    assert 2 * BATCH + 600 == receipt.counts["kept"] + receipt.counts["duplicates"]
    assert [2] * 5 == [len(memory.history(f"Person {number}")) for number in (0, 499, 500, 999, 1299)]


def test_the_third_of_five_is_wrong_and_the_two_before_it_stay(memory: Memory) -> None:
    many = moves(5)
    many[2] = {**many[2], "predicate": "dwels_in"}
    with pytest.raises(Incorrect, match=r"^statement 3: predicate 'dwels_in'.*dwells_in") as caught:
        memory.remember_many(many)
    receipt = caught.value.receipt
    assert isinstance(receipt, Receipt)
    assert (2, str(caught.value)) == (receipt.counts["kept"], receipt.stopped)
    assert 2 == len(memory.history("Person 0"))
    assert () == memory.history("Person 1")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"subject": "Ada Holm"}, "predicate is missing"),
        ({"subject": "Ada Holm", "predicate": "dwells_in", "objekt": "Ghent"}, "Did you mean object"),
        (("Ada Holm", "dwells_in", "Ghent"), "is a tuple"),
    ],
)
def test_what_is_no_statement_is_refused_with_what_to_mend(memory: Memory, given: Any, said: str) -> None:
    with pytest.raises(Incorrect, match=f"statement 1: .*{said}"):
        memory.remember_many([given])


def test_a_statement_that_is_not_kept_is_listed(memory: Memory) -> None:
    secret = {"subject": "Ada Holm", "predicate": "badge_number", "object": "4111 1111 1111 1111"}
    receipt = memory.remember_many([*moves(1), secret])
    assert ["quarantined"] == [decision.decision for decision in receipt.statements]
    assert 1 == receipt.counts["kept"]


def test_statements_of_one_episode_are_joined_to_it(memory: Memory) -> None:
    many = [{**move, "episode": "import-7", "speaker": "Ada Holm"} for move in moves(4)]
    memory.remember_many(many)
    sources = [source for name in ("Person 0", "Person 1") for fact in memory.history(name) for source in fact.sources]
    assert {("import-7", "Ada Holm")} == {(source.episode, source.speaker) for source in sources}
    assert 4 == len(memory.history("Person 0")) + len(memory.history("Person 1"))


def test_an_idempotency_key_is_written_once(memory: Memory) -> None:
    keyed = {"subject": "Ada Holm", "predicate": "dwells_in", "object": "Ghent", "idempotency_key": "k1"}
    memory.remember_many([keyed, *moves(1), {**keyed, "object": "Turku"}])
    assert ["Ghent"] == [str(fact.object) for fact in memory.history("Ada Holm")]


async def test_the_awaited_face_does_the_same(engine_url: str, tenant: str, clock: Clock) -> None:
    async with AsyncMemory(engine_url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
        receipt = await memory.remember_many(moves(4))
        assert 4 == receipt.counts["kept"]
        assert 2 == len(await memory.history("Person 1"))
        with pytest.raises(Incorrect, match="statement 1:"):
            await memory.remember_many([{}])


def test_each_of_a_crowd_that_share_a_first_name_is_found(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    many: list[dict[str, Any]] = [
        {"subject": f"Sarah Nimbus{number:03}", "predicate": "dwells_in", "object": "Ghent", "said_at": from_us(0)}
        for number in range(300)
    ]
    memory.remember_many(many)
    assert ["Ghent"] == [str(fact.object) for fact in memory.facts("Sarah Nimbus299")]
    assert 300 == len({fact.subject.id for one in many for fact in memory.facts(one["subject"])})


def test_a_thing_that_turns_out_to_be_a_person_is_one_in_the_graph_too(memory: Memory) -> None:
    memory.remember("Ada Holm", "borrowed", "Ghent")
    memory.remember("Ada Holm", "keeps_pet", "Miso")
    (fact,) = memory.facts("Ada Holm", "keeps_pet")
    nodes = memory._engine.read(lambda: rows_of(memory._ground(), "nodes_left"))
    (labels,) = [row["labels"] for row in nodes if row["uuid"] == fact.subject.id]
    assert ("Person", {"Entity"}) == (fact.subject.type, {*labels} - {"Person"})
