"""An id is a hash of what it stands for: of what was erased none stays behind, or it would confirm a guess."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.model import to_us
from graphmem.store.keys import digest, episode_id, fact_id
from graphmem.store.queries import load_queries
from tests.torture.proofs import check_whole, rows

from .conftest import Clock
from .test_erasure_on_disk import found

# Every property of every node and edge of the tenant, as text.
EVERYTHING = (
    "MATCH (n) WHERE n.group_id = $tenant RETURN properties(n) AS found",
    "MATCH (a)-[r]->(b) WHERE a.group_id = $tenant OR r.group_id = $tenant RETURN properties(r) AS found",
)
# Indexes of nothing that is erased: tenants, numbers, instants, keyed hashes.
UNTOLD = {
    "schema_version", "schema_tombstone", "schema_receipt_at", "schema_receipt_seq", "schema_statement_waits",
    "schema_review_tenant", "schema_merge_tenant",
}  # fmt: skip
# Lists of ids that are hashes, by whose query.
IDS = (
    "MATCH (n:Entity) WHERE n.group_id = $tenant RETURN n.uuid AS found",
    "MATCH (n:Statement) WHERE n.group_id = $tenant RETURN n.uuid AS found",
    "MATCH (n:Statement) WHERE n.group_id = $tenant RETURN n.key AS found",
    "MATCH (n:Episodic) WHERE n.group_id = $tenant RETURN n.uuid AS found",
    "MATCH (n:Voice) WHERE n.group_id = $tenant RETURN n.uuid AS found",
    "MATCH (n:Episodic) WHERE n.group_id = $tenant RETURN n.episode_id AS found",
    "MATCH (a)-[r:RELATES_TO]->(b) WHERE r.group_id = $tenant RETURN r.uuid AS found",
    "MATCH (a)-[r:WAS_BELIEVED]->(b) WHERE r.group_id = $tenant RETURN r.uuid AS found",
)


def ids(memory: Memory) -> set[str]:
    return {str(found) for query in IDS for found in rows(memory, query)}


def everything(memory: Memory) -> str:
    return "\n".join(str(found) for query in EVERYTHING for found in rows(memory, query))


def held(memory: Memory, folder: Path | None, wanted: set[str]) -> set[str]:
    """Those of the ids that something of the store still holds, in its files too where there are some."""
    text = everything(memory)
    left = {one for one in wanted if one in text}
    if folder is not None:
        left |= {word for words in found(folder, tuple(wanted)).values() for word in words}
    return left


@pytest.fixture
def folder(engine_url: str) -> Path | None:
    return None if "://" in engine_url else Path(engine_url)


@pytest.fixture
def told(memory: Memory, clock: Clock) -> Iterator[Memory]:
    """Ivo's life, told by himself and others, superseded, retracted, corrected; and Rosa's, which stays."""
    memory.remember("Ivo Maas", "dwells_in", "Ghent", speaker="Ivo Maas", idempotency_key="call-1")
    memory.remember("Rosa Lind", "dwells_in", "Turku", speaker="Rosa Lind", idempotency_key="call-2")
    clock.forward(days=3)
    memory.remember("Rosa Lind", "knows_person", "Ivo Maas", speaker="Rosa Lind", idempotency_key="call-3")
    memory.remember("Ivo Maas", "dwells_in", "Bruges", speaker="Ben Frost", episode="told", idempotency_key="call-4")
    clock.forward(days=3)
    memory.remember("Ivo Maas", "keeps_pet", "Miso", source_kind="inference")
    memory.approve(memory.review()[0].id, reason="He carries a cat basket.", speaker="Rosa Lind")
    memory.retract(episode="told")
    clock.forward(days=3)
    yield memory
    check_whole(memory)


def test_no_id_of_an_erased_subject_is_left_anywhere(told: Memory, folder: Path | None) -> None:
    before = ids(told)
    told.erase(subject="Ivo Maas")
    gone = before - ids(told)
    assert len(gone) >= 20
    assert set() == held(told, folder, gone)
    assert ["Turku"] == [str(fact.object) for fact in told.facts("Rosa Lind")]


def test_no_id_of_an_erased_episode_is_left_anywhere(told: Memory, folder: Path | None) -> None:
    before = ids(told)
    told.erase(episode="told")
    gone = before - ids(told)
    assert {episode_id(told.tenant, "told")} < gone
    assert set() == held(told, folder, gone)


def test_a_guess_at_what_was_said_meets_nothing(memory: Memory, folder: Path | None, clock: Clock) -> None:
    receipt = memory.remember("Rosa Lind", "dwells_in", "Ghent", said_at="2026-01-02T00:00:00Z")
    clock.forward(days=1)
    memory.remember("Rosa Lind", "dwells_in", "Turku", said_at="2026-01-05T00:00:00Z", idempotency_key="later")
    (first, _) = memory.history("Rosa Lind")
    started, ended = to_us(first.valid.start), to_us(first.valid.stop)  # type: ignore[arg-type]
    key = digest("key", memory.tenant, first.subject.id, "dwells_in")
    # Whoever knows the rest can compute the ids that "Ghent" would have had.
    guess = fact_id(key, first.object.id, (started, ended), "active", to_us(first.system.start))  # type: ignore[arg-type]
    assert guess == first.id
    assert {guess, *receipt.opened} == held(memory, folder, {guess, *receipt.opened})
    memory.erase(episode=receipt.episodes[0])
    wanted = {guess, first.object.id, *receipt.opened, *receipt.episodes, receipt.statements[0].id}
    assert set() == held(memory, folder, wanted)
    # The later write is still known by its key, and its receipt names nothing that was erased.
    again = memory.remember("Rosa Lind", "dwells_in", "Turku", idempotency_key="later")
    assert ((), 1) == (again.closed, len(again.opened))


def test_the_certificate_counts_and_names_what_was_destroyed_and_what_remains(
    told: Memory, folder: Path | None
) -> None:
    certificate = told.erase(subject="Ivo Maas")
    counts = certificate.model_dump(include={"episodes", "blanked", "statements", "entities"})
    assert {"episodes": 4, "blanked": 1, "statements": 5, "entities": 4} == counts
    assert {"episodes", "statements", "aliases", "reviews"} < set(certificate.looked_at)
    if folder is None:
        assert ["transaction logs", "string store"] == [
            word for line in certificate.remains for word in ("transaction logs", "string store") if word in line
        ]
        assert all("db.tx_log" in line or "neo4j-admin" in line for line in certificate.remains[:2])
    else:
        assert () == certificate.remains
        assert "write-ahead log (emptied)" in certificate.looked_at


def test_every_index_is_made_anew_or_holds_nothing_of_what_is_erased() -> None:
    queries = load_queries("embedded")
    anew = {f"schema_{name[len('erased_') : -len('_drop')]}" for name in queries.by_name if name.startswith("erased_")}
    assert {query.name for query in queries.schema} - UNTOLD == anew


def test_others_words_stay_in_an_episode_that_is_not_only_of_the_erased(memory: Memory, clock: Clock) -> None:
    text = "Ivo Maas repairs clocks in Delft. I live in Turku."
    turn: dict[str, Any] = {"id": "e1", "session": "s", "speaker": "Rosa Lind", "said_at": "2026-01-05T09:00:00Z"}
    memory.ingest([turn | {"text": text}])
    certificate = memory.erase(subject="Ivo Maas")
    assert (0, 1) == (certificate.episodes, certificate.blanked)
    assert "I live in Turku." in everything(memory)
    assert [] == [line for line in certificate.remains if "computed" in line]


def test_a_blanked_episode_whose_id_was_computed_from_its_text_is_named_with_the_remedy(memory: Memory) -> None:
    memory.ingest([{"session": "s", "speaker": "Rosa Lind", "said_at": "2026-01-05T09:00:00Z",
                    "text": "Ivo Maas repairs clocks in Delft. I live in Turku."}])  # fmt: skip
    (line,) = [line for line in memory.erase(subject="Ivo Maas").remains if "computed" in line]
    left = line.rpartition(": ")[2]
    memory.erase(episode=left)
    assert () == memory.history("Rosa Lind")
