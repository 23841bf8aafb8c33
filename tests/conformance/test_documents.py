"""A document again: the new version is what it says now, history keeps the old one, and what stayed gains nothing."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Memory, Receipt
from tests.torture.proofs import check_whole

from .conftest import Clock

DAY = "2026-01-0{}T08:00:00Z"


def document(text: str, day: int = 1, id: str = "hut-guide", **more: Any) -> dict[str, Any]:
    return {
        "id": id, "session": id, "role": "tool", "source_kind": "document", "said_at": DAY.format(day), "text": text,
        **more,
    }  # fmt: skip


def came(memory: Memory, clock: Clock, text: str, day: int = 1, **more: Any) -> Receipt:
    clock.forward(hours=1)
    return memory.ingest([document(text, day, **more)])


def believed(memory: Memory, **view: Any) -> list[str]:
    """What is believed of all that the documents of this page speak of."""
    names = ("hut-guide", "the hut", "The hut", "Maren Dahl", "Signe Berg", "Odda", "the boat", "the lodge")
    return sorted({fact.fact for name in names for fact in memory.facts(name, **view)})


def test_a_line_that_vanished_is_believed_no_longer_and_history_keeps_it(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The hut is red. The boat is blue.")
    before = clock.now
    receipt = came(memory, clock, "The hut is red.", 2)
    assert (("hut-guide@2",), ("hut-guide",)) == (receipt.episodes, receipt.replaced)
    assert (1, 0) == (len(receipt.closed), len(receipt.opened))
    assert ["hut is red"] == believed(memory)
    assert 2 == len(believed(memory, known_at=before))
    check_whole(memory)


def test_what_stayed_keeps_its_fact_and_cites_the_version_that_stands(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The hut lies in Odda. The boat is blue.")
    (before,), then = memory.facts("the hut"), clock.now
    came(memory, clock, "New roof this year.\n\nThe hut lies in Odda.", 2)
    (after,) = memory.facts("the hut")
    assert (before.id, before.valid, before.system) == (after.id, after.valid, after.system)
    assert [("hut-guide@2", "The hut lies in Odda.")] == [(s.episode, s.quote) for s in after.sources]
    assert ["hut-guide"] == [s.episode for (fact,) in [memory.facts("the hut", known_at=then)] for s in fact.sources]
    check_whole(memory)


def test_what_changed_is_superseded_by_its_new_value(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The hut is red.")
    receipt = came(memory, clock, "The hut is green.", 3)
    assert ["hut is green"] == believed(memory)
    assert 1 == len(receipt.opened)
    (fate,) = memory.why_not("The hut is red")
    assert ("superseded", "hut-guide") == (fate.verdict, fate.episode)
    check_whole(memory)


def test_the_same_version_again_adds_nothing(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The hut is red.")
    came(memory, clock, "The hut is green.", 2)
    before = memory.changes("2020-01-01T00:00:00Z")
    for text, day in (("The hut is green.", 2), ("The hut is green.", 5), ("The hut is red.", 1)):
        receipt = came(memory, clock, text, day)
        assert ((), (), 1) == (receipt.opened, receipt.closed, len(receipt.duplicates) + len(receipt.skipped))
    assert before == memory.changes("2020-01-01T00:00:00Z")


def test_a_version_that_comes_late_does_not_take_the_place_of_a_newer_one(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The hut is green.", 5)
    receipt = came(memory, clock, "The hut is red.", 2)
    assert ((), ("hut-guide: a later version of this document is stored",)) == (receipt.episodes, receipt.skipped)
    assert ["hut is green"] == believed(memory)


def test_an_earlier_text_that_comes_back_is_a_version_of_its_own(memory: Memory, clock: Clock) -> None:
    for day, text in enumerate(("The hut is red.", "The hut is green.", "The hut is red."), 1):
        receipt = came(memory, clock, text, day)
    assert (("hut-guide@3",), ("hut-guide@2",)) == (receipt.episodes, receipt.replaced)
    assert ["hut is red"] == believed(memory)


def test_versions_in_one_call_follow_each_other(memory: Memory) -> None:
    receipt = memory.ingest([document("The hut is red.", 1), document("The hut is green.", 2)])
    assert ("hut-guide", "hut-guide@2") == receipt.episodes
    assert ["hut is green"] == believed(memory)


def test_another_document_and_a_persons_word_are_left_alone(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The boat is blue.", id="boat-log")
    memory.ingest([{"id": "t", "speaker": "Maren Dahl", "said_at": DAY.format(1), "text": "I live in Odda."}])
    came(memory, clock, "The hut is red.")
    came(memory, clock, "", 2)
    assert ["Maren Dahl lives in Odda", "boat is blue"] == believed(memory)


def test_the_text_of_a_replaced_version_is_quoted_no_more(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "Nobody has counted the sheep on the northern pasture.")
    before = clock.now
    came(memory, clock, "All sheep are on the southern pasture.", 2)
    clock.forward(hours=1)
    asked = "What about the sheep on the northern pasture?"
    assert "Nobody has counted" not in str(memory.recall(asked))
    assert "Nobody has counted" in str(memory.recall(asked, known_at=before))


def test_erasing_or_withdrawing_a_document_takes_all_its_versions(memory: Memory, clock: Clock) -> None:
    for own in ("hut-guide", "boat-log"):
        came(memory, clock, "The hut is red.", id=own)
        came(memory, clock, "The hut is green.", 2, id=own)
    memory.retract("hut-guide")
    assert ["hut is green"] == believed(memory)
    assert 2 == memory.erase(episode="boat-log").episodes
    assert [] == believed(memory)
    assert 2 == memory.erase(episode="hut-guide").episodes
    check_whole(memory)


def test_a_version_stands_after_the_one_before_is_erased_by_its_own_id(memory: Memory, clock: Clock) -> None:
    came(memory, clock, "The hut is red.")
    came(memory, clock, "The hut is green.", 2)
    came(memory, clock, "The hut is white.", 3)
    memory.erase(episode="hut-guide@2")
    assert ["hut is white"] == believed(memory)
    came(memory, clock, "The hut is black.", 4)
    assert ["hut is black"] == believed(memory)
    check_whole(memory)


def test_a_name_that_a_new_version_gives_no_more_is_taken_back(memory: Memory, clock: Clock) -> None:
    both = "Maren Dahl lives in Odda. Maren Dahl is also known as Mimi."
    came(memory, clock, both)
    assert memory.facts("Mimi")
    came(memory, clock, f"{both} The hut is red.", 2)
    assert memory.facts("Mimi")
    came(memory, clock, "Maren Dahl lives in Odda.", 3)
    assert ((), 1) == (memory.facts("Mimi"), len(memory.facts("Maren Dahl")))
    check_whole(memory)


LINES = (
    "The hut is red.", "The hut is green.", "The boat is blue.", "The lodge has 12 beds.", "The lodge has 20 beds.",
    "Maren Dahl lives in Odda.", "Maren Dahl works at Fjell Museum.", "Signe Berg lives in Odda.",
    "Since 1 December 2025 Signe Berg works at Fjell Museum.", "Signe Berg no longer lives in Odda.",
)  # fmt: skip


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(versions=st.lists(st.lists(st.sampled_from(LINES), max_size=5, unique=True), min_size=2, max_size=4))
def test_the_last_version_is_believed_as_if_it_had_been_the_only_one(
    open_memory: Callable[..., Memory], clock: Clock, tenant: str, versions: list[list[str]]
) -> None:
    again, alone = (open_memory(tenant=f"{tenant}-{uuid.uuid4()}") for _ in range(2))
    for day, lines in enumerate(versions, 1):
        came(again, clock, "\n".join(lines), day)
    came(alone, clock, "\n".join(versions[-1]), len(versions))
    assert believed(alone) == believed(again)
    check_whole(again)
    opened = came(again, clock, "\n".join(versions[-1]), len(versions)).opened
    assert () == opened


@pytest.mark.parametrize("kind", ["tool_result", "user_statement"])
def test_what_is_no_document_is_refused_under_an_id_that_is_taken(memory: Memory, kind: str) -> None:
    memory.ingest([document("The hut is red.", source_kind=kind)])
    receipt = memory.ingest([document("The hut is green.", 2, source_kind=kind)])
    assert ((), ()) == (receipt.episodes, receipt.replaced)
    assert "Give it an id of its own" in receipt.skipped[0]
