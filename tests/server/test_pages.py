"""Lists come by the page, and a cursor finds its place or says that it cannot."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from graphmem import Client

ENTITY = {"entity": "Elena Sartori"}


@pytest.fixture
def trips(memory: Client) -> Client:
    many = [
        {"subject": "Elena Sartori", "predicate": "has_pet", "object": f"Cat {n}", "said_at": "2025-01-14T18:00:00Z"}
        for n in range(7)
    ]
    memory.remember_many(many)
    return memory


def page(http: httpx.Client, **parameters: Any) -> httpx.Response:
    return http.post("/v1/facts", json=ENTITY, params=parameters)


def test_pages_together_are_the_whole_list_in_its_order(trips: Client, http: httpx.Client) -> None:
    found, cursor, sizes = list[str](), None, list[int]()
    while True:
        part = page(http, limit=3, **({} if cursor is None else {"cursor": cursor})).json()
        sizes.append(len(part["items"]))
        found += [item["id"] for item in part["items"]]
        cursor = part["next"]
        if cursor is None:
            break
    assert [3, 3, 1] == sizes
    assert [fact.id for fact in trips.facts("Elena Sartori")] == found


def test_a_client_reads_every_page(trips: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trips.facts("Elena Sartori")
    asked = trips._asked
    monkeypatch.setattr(trips, "_asked", lambda verb, cursor=None: _by_two(asked(verb, cursor)))
    assert whole == trips.facts("Elena Sartori")


def _by_two(sent: Any) -> Any:
    return type(sent)(sent.path, sent.content, sent.headers, {**sent.parameters, "limit": "2"})


def test_a_place_that_is_gone_is_said_and_not_guessed(trips: Client, http: httpx.Client) -> None:
    first = page(http, limit=2).json()
    last = first["items"][-1]
    trips.retract(last["sources"][0]["episode"])
    answer = page(http, limit=2, cursor=first["next"])
    assert 409 == answer.status_code
    assert "Begin again" in answer.json()["detail"]


@pytest.mark.parametrize("parameters", [{"limit": 0}, {"limit": 1_001}, {"limit": "many"}, {"cursor": "x" * 65}])
def test_a_wrong_page_is_the_callers_mistake(http: httpx.Client, parameters: dict[str, Any]) -> None:
    answer = page(http, **parameters)
    assert (400, "Incorrect") == (answer.status_code, answer.json()["title"])
