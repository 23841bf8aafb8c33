"""Whose word a statement is, and how much it weighs."""

from __future__ import annotations

import pytest

from graphmem.belief.authority import authority, effective_source_kind
from graphmem.model import SourceKind
from graphmem.registry import Predicate

ORDER: tuple[tuple[SourceKind, ...], ...] = (
    ("user_correction", "user_statement"),
    ("document", "tool_result"),
    ("report",),
    ("assistant_message",),
    ("inference",),
)


def test_authority_falls_from_a_persons_own_word_to_inference() -> None:
    ranks = [{authority(kind) for kind in kinds} for kinds in ORDER]
    assert [1] * 5 == [len(rank) for rank in ranks]
    assert sorted(set.union(*ranks), reverse=True) == [rank.pop() for rank in ranks]


def test_a_predicate_may_have_an_order_of_its_own() -> None:
    port = Predicate(name="listens_on", authority={"tool_result": 60})
    assert authority("tool_result", port) > authority("user_statement", port) == authority("user_statement")


@pytest.mark.parametrize("kind", ["user_statement", "user_correction"])
def test_what_a_person_says_of_another_is_a_report(kind: SourceKind) -> None:
    assert "report" == effective_source_kind(kind, of_another_person=True)
    assert kind == effective_source_kind(kind, of_another_person=False)


@pytest.mark.parametrize("kind", ["document", "tool_result", "report", "assistant_message", "inference"])
def test_what_no_person_says_of_themselves_stays_what_it_is(kind: SourceKind) -> None:
    assert kind == effective_source_kind(kind, of_another_person=True)
