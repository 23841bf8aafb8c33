"""What is only inferred waits: for a second occurrence, or for a person; and what a person rejects stays out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graphmem import AsyncMemory, Conflict, Fact, Incorrect, Memory, NotFound, Predicate, Receipt
from tests.torture.proofs import check_whole

from .conftest import PREDICATES, Clock

FAITH = Predicate(name="keeps_faith", functional=True, sensitivity="special", sentence="{subject} keeps {object}")


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Iterator[Memory]:
    """A memory whose edges are, at the end of every test, those that its statements give."""
    memory = open_memory(predicates=(*PREDICATES, FAITH))
    yield memory
    check_whole(memory)


def inferred(memory: Memory, value: str = "Ghent", *, predicate: str = "dwells_in", **given: Any) -> Receipt:
    return memory.remember("Ada Holm", predicate, value, source_kind="inference", **given)


def believed(memory: Memory, **view: Any) -> list[str]:
    return [str(fact.object) for fact in memory.facts("Ada Holm", **view)]


def waiting(memory: Memory) -> list[tuple[str, ...]]:
    return [item.sides for item in memory.review() if item.kind == "gate"]


def test_an_inference_is_listed_with_its_reason_and_believed_by_nobody(memory: Memory) -> None:
    receipt = inferred(memory)
    (item,) = memory.review()
    assert ("gate", ("Ada Holm dwells in Ghent",), True) == (item.kind, item.sides, item.open)
    assert item.id == receipt.statements[0].id
    assert item.reason == receipt.statements[0].reason
    assert [] == believed(memory)
    assert () == memory.history("Ada Holm")


def test_an_approved_inference_counts_from_the_approval_on_for_the_period_it_claimed(
    memory: Memory, clock: Clock
) -> None:
    (decision,) = inferred(memory, said_at="2026-01-04T00:00:00Z").statements
    clock.forward(days=5)
    receipt = memory.approve(decision.id, reason="Ada confirmed it on the phone", speaker="Rosa Lind")
    (fact,) = memory.facts("Ada Holm")
    assert ("2026-01-04", receipt.opened) == (str(fact.valid.start)[:10], (fact.id,))
    assert "user_statement" == fact.source_kind
    assert [] == waiting(memory)
    # Both speak for it: what was inferred, and who vouched for it, when and why.
    said = {source.source_kind: source for source in fact.sources}
    assert {"inference", "user_statement"} == said.keys()
    approval = said["user_statement"]
    assert ("Rosa Lind", receipt.episodes) == (approval.speaker, (approval.episode,))
    assert "Approved: Ada Holm dwells in Ghent. Ada confirmed it on the phone" == approval.quote
    # It was not believed before it was approved.
    assert [] == believed(memory, as_of="2026-01-10T00:00:00Z", known_at="2026-01-12T00:00:00Z")
    assert ["Ghent"] == believed(memory, as_of="2026-01-10T00:00:00Z")


def test_approving_again_changes_nothing(memory: Memory, clock: Clock) -> None:
    (decision,) = inferred(memory).statements
    first = memory.approve(decision.id)
    clock.forward(hours=1)
    again = memory.approve(decision.id, reason="once more")
    assert ((), (), first.episodes) == (again.opened, again.closed, again.duplicates)
    assert 2 == len(memory.facts("Ada Holm")[0].sources)


def test_a_retracted_approval_waits_again_and_may_be_approved_anew(memory: Memory, clock: Clock) -> None:
    (decision,) = inferred(memory).statements
    receipt = memory.approve(decision.id)
    clock.forward(hours=1)
    memory.retract(episode=receipt.episodes[0])
    assert [] == believed(memory)
    assert [("Ada Holm dwells in Ghent",)] == waiting(memory)
    clock.forward(hours=1)
    memory.approve(decision.id)
    assert ["Ghent"] == believed(memory)


def test_an_approval_supersedes_what_was_said_before_it_began(memory: Memory, clock: Clock) -> None:
    memory.remember("Ada Holm", "dwells_in", "Turku", said_at="2026-01-02T00:00:00Z", speaker="Ada Holm")
    (decision,) = inferred(memory, said_at="2026-01-08T00:00:00Z").statements
    assert ["Turku"] == believed(memory)
    clock.forward(days=1)
    memory.approve(decision.id)
    assert [("Turku", "2026-01-08"), ("Ghent", "None")] == [
        (str(fact.object), str(fact.valid.stop)[:10]) for fact in memory.history("Ada Holm")
    ]


def test_a_rejected_inference_stays_out_however_often_it_is_inferred_again(memory: Memory, clock: Clock) -> None:
    (decision,) = inferred(memory).statements
    receipt = memory.reject(decision.id, reason="she only visits")
    assert ["rejected: she only visits"] == [one.reason for one in receipt.statements]
    assert [] == waiting(memory)
    for _ in range(3):
        clock.forward(days=1)
        inferred(memory)
    assert ([], []) == (believed(memory), waiting(memory))
    again = memory.reject(decision.id)
    assert ((), (), ()) == (again.statements, again.opened, again.closed)
    # Another value is another question.
    inferred(memory, "Turku")
    assert [("Ada Holm dwells in Turku",)] == waiting(memory)


def test_what_was_rejected_a_person_may_still_say(memory: Memory, clock: Clock) -> None:
    memory.reject(inferred(memory).statements[0].id)
    clock.forward(days=1)
    memory.remember("Ada Holm", "dwells_in", "Ghent", speaker="Ada Holm")
    assert ["Ghent"] == believed(memory)


def test_two_sessions_that_imply_the_same_make_it_count_and_one_of_them_alone_does_not(
    memory: Memory, clock: Clock
) -> None:
    first = inferred(memory, episode="one")
    clock.forward(days=1)
    second = inferred(memory, episode="two")
    assert ["review", "kept"] == [one.statements[0].decision for one in (first, second)]
    assert 1 == len(second.opened)
    (fact,) = memory.facts("Ada Holm")
    assert ({"one", "two"}, "inference") == ({source.episode for source in fact.sources}, fact.source_kind)
    assert [] == waiting(memory)
    clock.forward(days=1)
    memory.retract(episode="one")
    assert [] == believed(memory)
    assert [("Ada Holm dwells in Ghent",)] == waiting(memory)
    assert ["Ghent"] == believed(memory, as_of="2026-01-11T12:00:00Z", known_at="2026-01-11T12:00:00Z")


def test_the_same_session_twice_is_one_occurrence(memory: Memory, clock: Clock) -> None:
    turn = {"session": "s", "speaker": "Ada Holm", "said_at": "2026-01-05T09:00:00Z"}
    memory.ingest([turn | {"id": "e1", "text": "Good morning!"}, turn | {"id": "e2", "text": "Rain again."}])
    for episode in ("e1", "e2"):
        clock.forward(hours=1)
        inferred(memory, episode=episode)
    assert [] == believed(memory)
    (item,) = memory.review()
    assert 2 == len(item.statements)


def test_an_inference_never_takes_over_from_a_persons_word(memory: Memory, clock: Clock) -> None:
    memory.remember("Ada Holm", "dwells_in", "Turku", said_at="2026-01-02T00:00:00Z", speaker="Ada Holm")
    for _ in range(2):
        clock.forward(days=1)
        inferred(memory)
    assert ["Turku"] == believed(memory)
    assert {"overruled"} == {item.kind for item in memory.review()}


def test_a_persons_word_settles_what_waited_and_begins_when_it_was_said(memory: Memory, clock: Clock) -> None:
    inferred(memory)
    clock.forward(days=2)
    memory.remember("Ada Holm", "dwells_in", "Ghent", speaker="Ada Holm")
    (fact,) = memory.facts("Ada Holm")
    assert ("2026-01-12", 1) == (str(fact.valid.start)[:10], len(fact.sources))
    assert [] == waiting(memory)


def test_a_special_category_is_not_believed_by_repetition_but_by_a_person(memory: Memory, clock: Clock) -> None:
    for session in ("one", "two", "three"):
        clock.forward(days=1)
        (decision,) = inferred(memory, "Lent", predicate="keeps_faith", episode=session).statements
        assert "review" == decision.decision
    assert [] == believed(memory)
    (item,) = memory.review()
    assert 3 == len(item.statements)
    memory.approve(item.id)
    assert ["Lent"] == believed(memory)


def test_an_inferred_end_and_an_inferred_value_of_many_wait_alike(memory: Memory, clock: Clock) -> None:
    memory.remember("Ada Holm", "keeps_pet", "Miso", said_at="2026-01-02T00:00:00Z")
    (end,) = inferred(memory, "Miso", predicate="keeps_pet", kind="end", said_at="2026-01-07T00:00:00Z").statements
    (other,) = inferred(memory, "Rex", predicate="keeps_pet").statements
    assert ["Miso"] == believed(memory)
    assert 2 == len(waiting(memory))
    clock.forward(days=1)
    memory.approve(end.id)
    assert [] == believed(memory)
    memory.approve(other.id)
    assert ["Rex"] == believed(memory)


def test_what_does_not_wait_can_be_neither_approved_nor_rejected(memory: Memory, clock: Clock) -> None:
    (kept,) = memory.remember("Ada Holm", "dwells_in", "Turku").statements
    (approved,) = inferred(memory, "Miso", predicate="keeps_pet").statements
    memory.approve(approved.id)
    (rejected,) = inferred(memory, "Rex", predicate="keeps_pet").statements
    memory.reject(rejected.id)
    for verb in (memory.approve, memory.reject):
        with pytest.raises(NotFound, match="review"):
            verb("nowhere")
        with pytest.raises(Incorrect, match="does not wait"):
            verb(kept.id)
    with pytest.raises(Conflict, match="rejected"):
        memory.approve(rejected.id)
    with pytest.raises(Conflict, match="retract"):
        memory.reject(approved.id)


def test_another_tenants_statement_is_not_there_to_be_approved(
    memory: Memory, open_memory: Callable[..., Memory], tenant: str
) -> None:
    (decision,) = inferred(memory).statements
    other = open_memory(tenant=f"{tenant}-2", predicates=(*PREDICATES, FAITH))
    assert () == other.review()
    for verb in (other.approve, other.reject):
        with pytest.raises(NotFound):
            verb(decision.id)


def test_an_erased_subject_waits_no_more_and_its_approval_is_gone(memory: Memory, clock: Clock) -> None:
    memory.approve(inferred(memory).statements[0].id, reason="Ada told me")
    inferred(memory, "Rex", predicate="keeps_pet")
    clock.forward(days=1)
    memory.erase(subject="Ada Holm")
    assert ((), ()) == (memory.review(), memory.history("Ada Holm"))
    assert "Ghent" not in str(memory.recall("Who approved Ghent?", budget_tokens=300))


def test_erasing_one_of_two_occurrences_leaves_history_as_if_it_had_never_been(memory: Memory, clock: Clock) -> None:
    inferred(memory, episode="one")
    clock.forward(days=1)
    inferred(memory, episode="two")
    clock.forward(days=1)
    memory.erase(episode="two")
    assert () == memory.history("Ada Holm", known_at="2026-01-11T12:00:00Z")
    assert [("Ada Holm dwells in Ghent",)] == waiting(memory)


def test_a_secret_in_a_reason_is_not_kept(memory: Memory) -> None:
    (decision,) = inferred(memory).statements
    memory.approve(decision.id, reason="her password: hunter22-Zx! says so")
    (fact,) = memory.facts("Ada Holm")
    assert [] == [source.quote for source in fact.sources if "hunter22" in source.quote]


def test_a_planned_inference_is_shown_as_a_plan_once_it_is_approved(memory: Memory, clock: Clock) -> None:
    turn = {"id": "p1", "session": "s", "speaker": "assistant", "role": "assistant", "source_kind": "inference",
            "said_at": "2026-01-05T09:00:00Z", "text": "Ada Holm is going to move to Ghent."}  # fmt: skip
    receipt = memory.ingest([turn])
    assert ["review"] == [one.decision for one in receipt.statements]
    assert () == memory.facts("Ada Holm")
    memory.approve(receipt.statements[0].id)
    assert [("planned", "Ghent")] == [(fact.status, str(fact.object)) for fact in memory.facts("Ada Holm")]


def test_a_batch_gives_what_one_by_one_gives(memory: Memory, open_memory: Callable[..., Memory], tenant: str) -> None:
    said = [
        ("dwells_in", "Ghent", "inference", "state"),
        ("dwells_in", "Turku", "user_statement", "state"),
        ("dwells_in", "Ghent", "inference", "state"),
        ("keeps_pet", "Rex", "inference", "state"),
        ("keeps_pet", "Rex", "inference", "state"),
        ("keeps_pet", "Rex", "inference", "end"),
        ("keeps_pet", "Rex", "inference", "end"),
        ("keeps_pet", "Miso", "inference", "state"),
    ]
    given: list[dict[str, Any]] = [
        {"subject": "Ada Holm", "predicate": predicate, "object": value, "source_kind": source, "kind": kind,
         "said_at": f"2026-01-0{day}T00:00:00Z"}
        for day, (predicate, value, source, kind) in enumerate(said, 1)
    ]  # fmt: skip
    batch = open_memory(tenant=f"{tenant}-2", predicates=(*PREDICATES, FAITH))
    batch.remember_many(given)
    for one in given:
        memory.remember(**one)
    told = [
        [(fact.fact, str(fact.valid), fact.status, len(fact.sources)) for fact in one.history("Ada Holm")]
        for one in (memory, batch)
    ]
    assert told[0] == told[1]
    assert [("Ada Holm keeps Miso",)] == waiting(memory) == waiting(batch)


async def test_the_awaited_verbs_approve_and_reject(engine_url: str, tenant: str, clock: Clock) -> None:
    async with AsyncMemory(engine_url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
        receipt = await memory.remember("Ada Holm", "dwells_in", "Ghent", source_kind="inference")
        await memory.remember("Ben Frost", "dwells_in", "Turku", source_kind="inference")
        first, second = await memory.review()
        assert receipt.statements[0].id in (first.id, second.id)
        for item in (first, second):
            verb = memory.approve if item.id == receipt.statements[0].id else memory.reject
            await verb(item.id, reason="looked at")
        facts: tuple[Fact, ...] = await memory.facts("Ada Holm")
        assert ["Ghent"] == [str(fact.object) for fact in facts]
        assert () == await memory.facts("Ben Frost")
        assert () == await memory.review()
