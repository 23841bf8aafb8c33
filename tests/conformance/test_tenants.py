"""Tenants of one store: the same names in each, and nothing of one is seen, counted, found or destroyed by another."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from graphmem import Incorrect, Memory, NotFound
from tests.torture.proofs import check_whole

from .conftest import Clock
from .test_erased_ids import everything, ids


def lived(memory: Memory, town: str, pet: str) -> None:
    """The same people, ids and sessions in each tenant, with another life."""
    turn = {"id": "e1", "session": "s", "speaker": "Nadia Sol", "said_at": "2026-01-03T09:00:00Z"}
    memory.ingest([turn | {"text": f"I live in {town}. My sister Ida feeds {pet}."}])
    memory.remember("Nadia Sol", "dwells_in", town, speaker="Nadia Sol", episode="e2", idempotency_key="call")
    memory.remember("Nadia Sol", "keeps_pet", pet, episode="e3")
    memory.remember("Katherine Holt", "dwells_in", town)
    memory.remember("Kathrine Holt", "dwells_in", town)
    memory.remember("Nadia Sol", "badge_number", f"badge of {town}", source_kind="inference")


def told(memory: Memory) -> list[str]:
    """All that the reading verbs say of the tenant."""
    since = "2020-01-01T00:00:00Z"
    answers = [*memory.history("Nadia Sol"), *memory.facts("Nadia Sol"), *memory.changes(since), *memory.review()]
    blocks = [memory.recall(f"Where does {name} dwell?", budget_tokens=500) for name in ("Nadia Sol", "Kathrine Holt")]
    return [*(answer.model_dump_json() for answer in answers), *map(str, blocks)]


@pytest.fixture
def two(open_memory: Callable[..., Memory], tenant: str) -> tuple[Memory, Memory]:
    one, other = (open_memory(tenant=f"{tenant}-{place}") for place in "ab")
    lived(one, "Ghent", "Miso")
    lived(other, "Turku", "Rex")
    return one, other


def test_erasing_everything_of_one_leaves_the_other_as_it_was(two: tuple[Memory, Memory], clock: Clock) -> None:
    one, other = two
    before, stored = told(other), everything(other)
    clock.forward(days=1)
    for name in ("Nadia Sol", "Katherine Holt", "Kathrine Holt", "Ida"):
        try:
            one.erase(subject=name)
        except NotFound:
            continue
    assert () == one.history("Nadia Sol")
    assert sorted(before) == sorted(told(other))
    assert stored == everything(other)
    # A tombstone is one tenant's: the other may say the same again, and the first may not.
    again = ("Nadia Sol", "keeps_pet", "Miso")
    assert () == one.remember(*again).opened
    assert ["kept"] == [decision.decision for decision in other.remember(*again).statements]
    check_whole(other)


def test_no_answer_and_no_id_of_one_is_anything_to_the_other(two: tuple[Memory, Memory]) -> None:
    one, other = two
    assert set() == ids(one) & ids(other) - {"e1", "e2", "e3"}
    assert not any("Turku" in answer or "Rex" in answer for answer in told(one))
    for memory, stranger in ((one, other), (other, one)):
        for fact in memory.facts("Nadia Sol"):
            assert () == stranger.facts(fact.subject.id) == stranger.history(fact.object.id)
            with pytest.raises(NotFound):
                stranger.why(fact.id)
        for item in memory.review():
            for verb in (stranger.approve, stranger.reject):
                with pytest.raises(NotFound):
                    verb(item.statements[0] if item.statements else item.id)


def test_a_call_that_names_the_same_key_is_another_call_in_another_tenant(two: tuple[Memory, Memory]) -> None:
    receipts = [memory.remember("Nadia Sol", "keeps_pet", "Tama", idempotency_key="call") for memory in two]
    assert receipts[0].id != receipts[1].id
    assert [["e2"], ["e2"]] == [list(receipt.episodes) for receipt in receipts]


@pytest.mark.parametrize("given", [None, "", "   ", "\t\n"])
def test_without_a_tenant_nothing_is_opened(open_memory: Callable[..., Memory], given: str | None) -> None:
    with pytest.raises(Incorrect, match="tenant"):
        open_memory(tenant=given)


NAMES = ["{}-a", "{}-a-test", "{} a", "someone+{}@example.org", "{}/täter", "{}:*?~", "3f2504e0-4f89-11d3-{}"]


def test_names_of_any_make_keep_apart_even_where_one_begins_with_another(
    open_memory: Callable[..., Memory], tenant: str
) -> None:
    memories = [open_memory(tenant=name.format(tenant)) for name in NAMES]
    for place, memory in enumerate(memories):
        memory.remember("Nadia Sol", "dwells_in", f"Town{place}", speaker="Nadia Sol")
    for place, memory in enumerate(memories):
        block = str(memory.recall("Where does Nadia Sol dwell?", budget_tokens=300))
        assert [f"Town{place}"] == [str(fact.object) for fact in memory.facts("Nadia Sol")]
        assert [f"Town{place}"] == [town for town in (f"Town{n}" for n in range(len(NAMES))) if town in block]


def test_two_tenants_that_take_in_at_once_get_each_their_own(open_memory: Callable[..., Memory], tenant: str) -> None:
    memories = [open_memory(tenant=f"{tenant}-{place}") for place in "ab"]
    failed = list[BaseException]()

    def ingest(memory: Memory, mark: str, part: int) -> None:
        try:
            for number in range(part, 50, 5):
                turn = {"id": f"e{number}", "session": "s", "said_at": "2026-01-03T09:00:00Z"}
                text = f"I live in Town{mark}{number}."
                memory.ingest([turn | {"speaker": f"Person{mark}{number}", "text": text}])
        except BaseException as error:
            failed.append(error)

    pairs = zip(memories, ("Aa", "Bb"), strict=True)
    threads = [threading.Thread(target=ingest, args=(*pair, part)) for pair in pairs for part in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == failed
    for memory, mark, other in ((memories[0], "Aa", "Bb"), (memories[1], "Bb", "Aa")):
        stored = everything(memory)
        assert all(f"Town{mark}{number}" in stored for number in range(50))
        assert other not in stored
        check_whole(memory)
