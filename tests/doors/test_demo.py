"""The demo: fourteen months of conversations, replayed on the clock they happened on."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from neo4j import GraphDatabase
from pydantic import TypeAdapter
from typer.testing import CliRunner, Result

from graphmem import Memory
from graphmem.doors.browser import browser_address, browser_query
from graphmem.doors.cli import app
from graphmem.model import Block, Fact, Receipt

TURNS = 268
SECRETS = ("sk-test-9fQ2mZ7LrX4vT8bKc1WnD5hY", "4111 1111 1111 1111", "Gr0ennegade-Lamp-88", "Tr0mbone!Fjord-77")


def demo(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["demo", *arguments], prog_name="graphmem")


def told(*arguments: str) -> dict[str, Any]:
    """The values of the story."""
    result = demo(*arguments, "--json")
    assert (0, "") == (result.exit_code, result.stderr)
    story: dict[str, Any] = json.loads(result.stdout)
    return story


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """What a first run tells, and the store it leaves."""
    store = tmp_path_factory.mktemp("demo") / "memory.db"
    return told("--store", str(store)), store


def test_the_receipt_counts_every_turn_and_names_what_was_kept_out(story: tuple[dict[str, Any], Path]) -> None:
    receipt = Receipt.model_validate(story[0]["receipt"])
    assert TURNS == len(receipt.episodes)
    assert receipt.opened
    assert receipt.closed
    kept_out = [decision.reason for decision in receipt.statements if decision.decision == "quarantined"]
    assert 4 == sum("secret" in reason for reason in kept_out)
    assert 2 == sum("instructions" in reason for reason in kept_out)


def test_no_secret_of_the_conversations_is_in_any_file_of_the_store(story: tuple[dict[str, Any], Path]) -> None:
    stored = b"".join(file.read_bytes() for file in story[1].rglob("*") if file.is_file())
    assert b"Trieste" in stored
    assert [] == [secret for secret in SECRETS if secret.encode() in stored]


def test_the_history_has_the_three_beliefs_of_a_late_report(story: tuple[dict[str, Any], Path]) -> None:
    # January: "I live in Nantes". 20 May: "I moved to Trieste on 8 March".
    beliefs = TypeAdapter(tuple[Fact, ...]).validate_python(story[0]["history"])
    days = [
        (str(fact.object), *(f"{at:%m-%d}" if at else None for at in (fact.dates[1], fact.system.stop)))
        for fact in beliefs
    ]
    assert [("Nantes", None, "05-20"), ("Nantes", "03-08", None), ("Trieste", None, None)] == days


def test_the_same_day_is_answered_differently_as_known_then_and_now(story: tuple[dict[str, Any], Path]) -> None:
    then, now = TypeAdapter(tuple[tuple[Fact, ...], ...]).validate_python(story[0]["viewpoints"])
    assert (["Nantes"], ["Trieste"]) == ([str(fact.object) for fact in then], [str(fact.object) for fact in now])


def test_the_context_block_is_cited_and_within_its_budget(story: tuple[dict[str, Any], Path]) -> None:
    block = Block.model_validate(story[0]["block"])
    assert 0 < block.tokens <= 300
    assert "Trieste" in str(block)
    assert block.sources


def test_the_same_files_again_are_duplicates(story: tuple[dict[str, Any], Path]) -> None:
    receipts = TypeAdapter(tuple[Receipt, ...]).validate_python(story[0]["again"])
    assert TURNS == sum(len(receipt.duplicates) for receipt in receipts)
    assert [(), (), ()] == [receipt.opened for receipt in receipts]


def test_a_store_of_your_own_is_not_replayed_twice(story: tuple[dict[str, Any], Path]) -> None:
    first, store = story
    second = told("--store", str(store))
    assert second["receipt"] is None
    assert [first[key] for key in ("history", "viewpoints")] == [second[key] for key in ("history", "viewpoints")]


def test_the_demos_own_store_is_made_afresh_and_a_second_run_is_quick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = demo()
    began = time.process_time()
    second = demo()
    seconds = time.process_time() - began
    assert (0, 0) == (first.exit_code, second.exit_code)
    assert seconds <= 15
    for number in range(1, 7):
        assert f"\n{number}. " in second.stdout
    assert "--store .demo/memory.db" in second.stdout
    with Memory(".demo/memory.db", tenant="demo") as memory:
        homes = memory.facts("Elena Sartori", "lives_in")
    assert ["Trieste"] == [str(fact.object) for fact in homes if fact.status == "active"]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("neo4j://graph.example.org", "http://graph.example.org:7474/browser/"),
        ("bolt://127.0.0.1:17687", "http://127.0.0.1:17474/browser/"),
        ("neo4j+s://graph.example.org:7687", "https://graph.example.org:7473/browser/"),
    ],
)
def test_the_browser_is_beside_bolt(url: str, address: str) -> None:
    assert address == browser_address(url)


def test_what_is_pasted_has_no_parameters_left_and_quotes_its_values() -> None:
    pasted = browser_query("o'neil", "Elena Sartori")
    assert "$" not in pasted
    assert r"'o\'neil'" in pasted


@pytest.mark.neo4j
def test_on_neo4j_the_demo_ends_with_a_query_that_shows_the_person(neo4j_url: str, tenant: str) -> None:
    result = demo("--store", neo4j_url, "--tenant", tenant)
    assert (0, "") == (result.exit_code, result.stderr)
    pasted = browser_query(tenant, "Elena Sartori")
    assert result.stdout.endswith(f"{browser_address(neo4j_url)}\n\n{pasted}\n")
    login = (os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"])
    with GraphDatabase.driver(neo4j_url, auth=login) as driver:
        records, _, _ = driver.execute_query(pasted)
    names = {node["name"] for record in records for node in record["p"].nodes}
    assert {"Elena Sartori", "Nantes", "Trieste"} <= names
