"""The same Idempotency-Key gives the first answer and writes nothing, for every verb that writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from graphmem import Client
from graphmem.doors.server.background import serving

SAID = {"said_at": "2025-01-14T18:00:00Z"}
WRITES: dict[str, dict[str, Any]] = {
    "remember": {"subject": "Elena Sartori", "predicate": "lives_in", "object": "Trieste", **SAID},
    "merge": {"entity": "Bianca Sartori", "other": "Bibi"},
    "split": {"entity": "Gigi"},
    "retract": {"episode": "e1"},
    "erase": {"subject": "Dorian Hale"},
}


@pytest.fixture
def told(memory: Client) -> Client:
    for name in ("Bianca Sartori", "Bibi", "Gina Sartori", "Gigi", "Dorian Hale"):
        memory.remember(name, "lives_in", "Rennes", said_at=SAID["said_at"], episode="e1" if name == "Bibi" else None)
    memory.merge("Gina Sartori", "Gigi")
    return memory


@pytest.mark.parametrize("verb", WRITES)
def test_a_second_request_with_the_key_is_answered_as_the_first(told: Client, http: httpx.Client, verb: str) -> None:
    first, again = (http.post(f"/v1/{verb}", json=WRITES[verb], headers={"Idempotency-Key": "once"}) for _ in range(2))
    assert (200, 200) == (first.status_code, again.status_code)
    changed = [{name: answer.json()[name] for name in ("id", "at")} for answer in (first, again)]
    assert changed[0] == changed[1]


def test_one_key_serves_two_verbs_without_a_mix_up(told: Client, http: httpx.Client) -> None:
    key = {"Idempotency-Key": "once"}
    merged = http.post("/v1/merge", json=WRITES["merge"], headers=key)
    erased = http.post("/v1/erase", json=WRITES["erase"], headers=key)
    assert (200, 200, "subject") == (merged.status_code, erased.status_code, erased.json()["of"])


def test_of_a_key_that_holds_a_name_no_byte_is_kept(folder: str, tenant: str) -> None:
    with serving(folder) as url, httpx.Client(base_url=url, headers={"Graphmem-Tenant": tenant}, timeout=120) as http:
        said = {"subject": "Dorian Hale", "predicate": "phone", "object": "555-0147", **SAID}
        assert 200 == http.post("/v1/remember", json=said).status_code
        key = {"Idempotency-Key": "erase Xanthippe please"}
        assert 200 == http.post("/v1/erase", json=WRITES["erase"], headers=key).status_code
    files = [path for path in Path(folder).rglob("*") if path.is_file()]
    assert files
    assert [] == [path.name for path in files if b"Xanthippe" in path.read_bytes()]
