"""A policy of one's own, on both engines: how long a claim holds, how long it is kept, and what a sweep leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem import Incorrect, Memory
from tests.torture.proofs import check_whole, rows

from .conftest import Clock

OURS = """
[sources.tool_result]
retention_days = 30

[sources.report]
time_to_live_days = 7

[predicates.short_note]
retention_days = 2

[predicates.lives_in]
retention_days = 2

[predicates.dwells_in]
decision = "review"

[predicates.keeps_pet]
sources = ["user_statement"]
"""
TEXTS = "MATCH (e:Episodic) WHERE e.group_id = $tenant RETURN e.content AS found"
STATEMENTS = "MATCH (s:Statement) WHERE s.group_id = $tenant RETURN s.name AS found"


@pytest.fixture
def memory(open_memory: Callable[..., Memory], tmp_path: Path) -> Memory:
    path = tmp_path / "ours.toml"
    path.write_text(OURS)
    return open_memory(policy=path)


def believed(memory: Memory, name: str = "Ada Holm", **view: Any) -> list[str]:
    return [str(fact.object) for fact in memory.facts(name, **view)]


def test_what_the_policy_refuses_or_doubts_is_said_in_the_receipt(memory: Memory) -> None:
    (doubted,) = memory.remember("Ada Holm", "dwells_in", "Ghent").statements
    (refused,) = memory.remember("Ada Holm", "keeps_pet", "Rex", source_kind="document").statements
    assert ("review", "the policy wants a person to confirm dwells_in") == (doubted.decision, doubted.reason)
    assert ("skipped", "the policy takes keeps_pet from no document") == (refused.decision, refused.reason)
    memory.approve(doubted.id)
    assert ["Ghent"] == believed(memory)


def test_a_kind_of_source_gives_its_claims_a_time_to_live(memory: Memory, clock: Clock) -> None:
    memory.remember("Ada Holm", "badge_number", "71", source_kind="report", speaker="Ben Frost")
    memory.remember("Eva Lind", "badge_number", "72", speaker="Eva Lind")
    clock.forward(days=8)
    assert ([], ["72"]) == (believed(memory), believed(memory, "Eva Lind"))
    assert ["71"] == [str(fact.object) for fact in memory.history("Ada Holm")]
    check_whole(memory)


def test_what_is_kept_no_longer_is_hidden_at_once_and_destroyed_by_a_sweep(memory: Memory, clock: Clock) -> None:
    memory.remember("Ada Holm", "short_note", "quorum at noon")
    memory.remember("Ada Holm", "badge_number", "71")
    assert 0 == memory.sweep().statements
    clock.forward(days=3)
    assert ["71"] == believed(memory)
    certificate = memory.sweep()
    assert ("expired", 1, 1) == (certificate.of, certificate.statements, certificate.episodes)
    assert not any("quorum" in str(found) for query in (TEXTS, STATEMENTS) for found in rows(memory, query))
    assert ["71"] == believed(memory)
    assert 0 == memory.sweep().statements
    check_whole(memory)


def test_words_of_what_expired_are_blanked_where_others_stand_beside_them(memory: Memory, clock: Clock) -> None:
    said = {"id": "t", "speaker": "Ada Holm", "said_at": "2026-01-09T00:00:00Z"}
    memory.ingest([{**said, "text": "I live in Ghent. I work at Fell Mill."}])
    clock.forward(days=3)
    assert (1, 0) == ((certificate := memory.sweep()).statements, certificate.episodes)
    assert ["████████████████ I work at Fell Mill."] == rows(memory, TEXTS)
    assert ["Fell Mill"] == believed(memory)
    assert "Ghent" not in str(memory.why_not("Ada lives in Ghent")) + str(memory.history("Ada Holm"))
    check_whole(memory)


def test_the_text_of_a_source_goes_with_all_it_states(memory: Memory, clock: Clock) -> None:
    text = "Eva Lind works at Fell Mill. The gauge at the northern weir was read twice."
    turn = {"id": "scan", "role": "tool", "said_at": "2026-01-09T00:00:00Z", "text": text}
    memory.ingest([turn])
    asked = "What about the gauge at the northern weir?"
    assert "read twice" in str(memory.recall(asked))
    clock.forward(days=31)
    assert "read twice" not in str(memory.recall(asked))
    assert {"expired"} == {fate.verdict for fate in memory.why_not("The gauge at the northern weir was read twice.")}
    certificate = memory.sweep()
    assert (1, [], []) == (certificate.episodes, rows(memory, TEXTS), rows(memory, STATEMENTS))
    assert () == memory.ingest([turn]).episodes
    check_whole(memory)


def test_a_policy_that_is_wrong_opens_nothing(engine_url: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("[sources.report]\ndecision = 'never'\n")
    with pytest.raises(Incorrect, match=r"wrong\.toml:2: sources\.report\.decision"):
        Memory(engine_url, tenant="t", policy=path)
