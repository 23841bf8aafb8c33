"""What the saved queries answer, beside the verbs of the memory, on a real Neo4j."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import neo4j
import pytest

from graphmem import Memory
from graphmem.doors.saved import PARAMETERS, SavedQuery, saved_queries
from graphmem.model import Fact

from .world import PERSON, told

pytestmark = pytest.mark.neo4j
TENANT, NEIGHBOUR = (f"kit-{uuid.uuid4().hex[:12]}" for _ in range(2))
Row = dict[str, Any]


@pytest.fixture(scope="module")
def memory(neo4j_url: str) -> Iterator[Memory]:
    """The story, told to two tenants: what one asks must never show the other's."""
    with told(neo4j_url, NEIGHBOUR), told(neo4j_url, TENANT) as memory:
        yield memory


@pytest.fixture(scope="module")
def driver(neo4j_url: str) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(
        neo4j_url, auth=(os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"])
    ) as one:
        yield one


def query(number: str) -> SavedQuery:
    (found,) = (one for one in saved_queries() if one.number == number)
    return found


def given(**values: str) -> dict[str, str]:
    return {**{one.name: one.first for one in PARAMETERS}, "tenant": TENANT, "name": PERSON, "predicate": "", **values}


def rows(driver: neo4j.Driver, number: str, **values: str) -> list[Row]:
    return [record.data() for record in driver.execute_query(query(number).table, given(**values)).records]


def said(fact: Fact) -> tuple[str, str, str, str, str]:
    """A fact as the tables show it."""
    return (
        str(fact.subject), fact.predicate, str(fact.object),
        minute(fact.valid.start, "unknown"), minute(fact.valid.stop, "open"),
    )  # fmt: skip


def minute(moment: datetime | None, otherwise: str) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}" if moment else otherwise


def shown(row: Row) -> tuple[str, str, str, str, str]:
    return (row["about"], row["predicate"], row["value"], row["true from"], row["true until"])


def about(found: list[Row]) -> list[Row]:
    """The rows whose subject is the person: `facts` gives those, the queries also what points at the person."""
    return [row for row in found if row["about"] == PERSON]


@pytest.mark.parametrize("number", [one.number for one in saved_queries()])
def test_each_runs_on_neo4j_and_shows_one_tenant_only(driver: neo4j.Driver, memory: Memory, number: str) -> None:
    for text in filter(None, (query(number).table, query(number).drawn)):
        records, summary, _ = driver.execute_query(text, given())
        assert "r" == summary.query_type
        held = [part for record in records for part in record.values()]
        nodes = [node for part in held if isinstance(part, neo4j.graph.Path) for node in part.nodes]
        assert {TENANT} >= {node["group_id"] for node in nodes}
    assert number == "11" or rows(driver, number) != []
    assert number == "11" or rows(driver, number, tenant="nobody") == []


def test_what_holds_now_is_what_facts_says(driver: neo4j.Driver, memory: Memory) -> None:
    assert sorted(map(said, memory.facts(PERSON))) == sorted(map(shown, about(rows(driver, "01"))))


def test_a_name_is_any_of_the_entitys_in_any_case(driver: neo4j.Driver, memory: Memory) -> None:
    assert rows(driver, "01") == rows(driver, "01", name="siggan") != []


@pytest.mark.parametrize("day", ["2025-01-11", "2025-03-07", "2025-03-08", "2025-06-01", "2025-08-30"])
def test_true_on_a_day_is_facts_as_of(driver: neo4j.Driver, memory: Memory, day: str) -> None:
    wanted = memory.facts(PERSON, as_of=f"{day}T00:00:00Z")
    assert sorted(map(said, wanted)) == sorted(map(shown, about(rows(driver, "02", as_of=day))))


@pytest.mark.parametrize("known", ["2025-01-11", "2025-05-01", "2025-05-21", "2025-08-14", "2025-08-16"])
@pytest.mark.parametrize("day", ["2025-01-15", "2025-04-01", "2025-07-06"])
def test_known_on_a_day_is_facts_known_at(driver: neo4j.Driver, memory: Memory, day: str, known: str) -> None:
    wanted = memory.facts(PERSON, as_of=f"{day}T00:00:00Z", known_at=f"{known}T00:00:00Z")
    found = about(rows(driver, "03", as_of=day, known_at=known))
    assert sorted(map(said, wanted)) == sorted(map(shown, found))
    assert sorted(fact.id for fact in wanted) == sorted(row["fact"] for row in found)


def test_then_and_now_shows_only_what_is_answered_otherwise_today(driver: neo4j.Driver, memory: Memory) -> None:
    found = {
        (row["about"], row["predicate"]): row for row in rows(driver, "04", as_of="2025-04-01", known_at="2025-05-01")
    }
    moved = found[PERSON, "lives_in"]
    assert (["Mariehamn"], ["Umeå"]) == (moved["believed then"], moved["believed now"])
    assert (["red kayak"], []) == (found[PERSON, "owns"]["believed then"], found[PERSON, "owns"]["believed now"])
    assert ([], ["Bodø", "Narvik"]) == tuple(
        found["Odd Brekke", "lives_in"][when] for when in ("believed then", "believed now")
    )
    assert 3 == len(found)


def test_history_has_every_belief_with_both_periods(driver: neo4j.Driver, memory: Memory) -> None:
    found = rows(driver, "05", predicate="lives_in")
    assert [
        ("Mariehamn", "given up", "open", "2025-05-20T12:00"),
        ("Mariehamn", "over", "2025-03-08T00:00", "still"),
        ("Umeå", "holds", "open", "still"),
    ] == [(row["value"], row["state"], row["true until"], row["believed until"]) for row in found]
    believed = [row for row in rows(driver, "05") if row["believed until"] == "still"]
    assert sorted(map(said, memory.history(PERSON))) == sorted(map(shown, believed))


@pytest.mark.parametrize(("since", "until"), [("2025-05-01", "2025-06-01"), ("2025-05-20T12:00Z", "2025-08-30")])
def test_changes_are_those_of_changes(driver: neo4j.Driver, memory: Memory, since: str, until: str) -> None:
    whole = [f"{day}T00:00:00Z" if len(day) == 10 else day for day in (since, until)]
    wanted = [(one.fact.id, one.change) for one in memory.changes(since=whole[0], until=whole[1])]
    found = [(row["fact"], row["change"]) for row in rows(driver, "06", since=since, until=until)]
    assert sorted(wanted) == sorted(found)
    assert found != []


def test_why_names_each_source_in_its_words(driver: neo4j.Driver, memory: Memory) -> None:
    (home,) = memory.facts(PERSON, "lives_in")
    found = rows(driver, "07", fact=home.id)
    explained = memory.why(home.id)
    wanted = [(one.episode, one.speaker, one.quote, one.kind) for one in explained.fact.sources]
    assert wanted == [(row["episode"], row["speaker"], row["words"], row["kind"]) for row in found]
    assert found != rows(driver, "07", predicate="lives_in")
    assert {home.id} < {row["fact"] for row in rows(driver, "07", predicate="lives_in")}


def test_the_words_of_a_source_are_right_behind_signs_of_two_halves(
    neo4j_url: str, driver: neo4j.Driver, tenant: str
) -> None:
    with Memory(neo4j_url, tenant=tenant) as memory:
        memory.ingest(
            [{"speaker": "Ida Moen", "text": "🎉🎉 Hei! I live in Tromsø.", "said_at": "2025-02-01T09:00:00Z"}]
        )
        (home,) = memory.facts("Ida Moen", "lives_in")
        (row,) = rows(driver, "07", tenant=tenant, fact=home.id)
        assert home.sources[0].quote == row["words"] == "I live in Tromsø."


def test_all_that_was_said_has_what_became_no_fact(driver: neo4j.Driver, memory: Memory) -> None:
    use = {row["statement"]: row["use"] for row in rows(driver, "08")}
    assert "withdrawn" == use["Signe Aldal owns red kayak"]
    assert "supports nothing now" == use["Signe Aldal likes liquorice"]
    assert "supports 1 fact" == use["Signe Aldal lives in Mariehamn"]


def test_review_is_what_review_lists(driver: neo4j.Driver, memory: Memory) -> None:
    wanted = [(item.id, item.kind, item.reason, sorted(item.sides)) for item in memory.review()]
    found = [(row["id"], row["kind"], row["reason"], sorted(row["about"])) for row in rows(driver, "09")]
    assert wanted == found
    assert {"contested", "gate"} == {item.kind for item in memory.review()}


def test_what_a_person_settled_waits_no_more_and_what_is_repeated_waits_once(
    neo4j_url: str, driver: neo4j.Driver, tenant: str
) -> None:
    guess = {"speaker": "Ida Moen", "said_at": "2025-02-01T09:00:00Z", "source_kind": "inference"}
    with Memory(neo4j_url, tenant=tenant) as memory:
        for value in ("skiing", "chess", "opera"):
            memory.remember("Ida Moen", "likes", value, episode="one", **guess)  # type: ignore[arg-type]
        memory.remember("Ida Moen", "likes", "chess", episode="two", **guess)  # type: ignore[arg-type]
        waiting = {item.sides[0]: item.statements[0] for item in memory.review()}
        memory.reject(waiting["Ida Moen likes opera"])
        memory.approve(waiting["Ida Moen likes skiing"])
        assert [item.id for item in memory.review()] == [row["id"] for row in rows(driver, "09", tenant=tenant)]


def test_merges_say_who_is_whom(driver: neo4j.Driver, memory: Memory) -> None:
    (row,) = rows(driver, "10")
    assert ("Siggan", "is", PERSON, "2025-08-01T12:00") == tuple(
        row[name] for name in ("name", "verdict", "other name", "since")
    )


def test_health_counts_nothing_amiss_until_something_is(driver: neo4j.Driver, memory: Memory) -> None:
    assert {0} == {row["found"] for row in rows(driver, "11")}
    key = {"tenant": TENANT}
    shift = (
        "MATCH (:Entity {group_id: $tenant, name: 'Odd Brekke'})-[r:RELATES_TO]->() "
        "SET r.valid_at = r.valid_at + duration({days: $days})"
    )
    driver.execute_query(shift, {**key, "days": 1})
    try:
        assert {"times whose two forms differ": 2} == {
            row["check"]: row["found"] for row in rows(driver, "11") if row["found"]
        }
    finally:
        driver.execute_query(shift, {**key, "days": -1})
