"""Where every named query starts on a Neo4j that has Graphiti's indexes too: at what it is given, never at a tenant.

A planner that starts from an index on tenants reads all of one tenant for each hop or key. It does so when it believes
tenants to be small, so the server first gets many small ones.
"""

from __future__ import annotations

import os
import re
import uuid
import warnings
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from graphmem import Memory
from graphmem.store.queries import load_queries

pytestmark = pytest.mark.neo4j

SMALL_TENANTS = 400
# Scans and relationship indexes that are meant, with the reason.
STARTS = {
    # by the keys of edges, or their ids: there is no node to start from
    "facts_of_keys": {"RELATES_TO(key, valid_to)"},
    "facts_behind": {"RELATES_TO(key, valid_to)", "WAS_BELIEVED(key)"},
    "past_of_keys": {"WAS_BELIEVED(key)"},
    "newest_read": {"RELATES_TO(key, valid_to)"},
    "facts_by_ids": {"RELATES_TO(uuid)", "WAS_BELIEVED(uuid)"},
    "facts_close": {"RELATES_TO(uuid)"},
    "facts_destroy": {"RELATES_TO(uuid)"},
    "facts_support": {"RELATES_TO(uuid)"},
    "past_destroy": {"WAS_BELIEVED(uuid)"},
    "past_support": {"WAS_BELIEVED(uuid)"},
    "lexical_facts": {"RELATES_TO(uuid)"},
    # an erasure looks at every text, name, review and merge of its tenant
    "episodes_holding": {"Episodic(group_id)", "Episodic"},
    "entities_holding": {"Entity(group_id)", "Entity"},
    "left_of": {"Episodic(group_id)", "Episodic", "Entity(group_id)", "Entity", "Statement", "Alias"},
    "reviews_naming": {"Review", "Review(group_id)"},
    "merges_destroy": {"Merge", "Merge(group_id)"},
    # what waits for a person is asked of a whole tenant
    "reviews_open": {"Review", "Review(group_id)"},
    # what is kept too long, and what is read again, is looked for among all turns of a tenant
    "episodes_expired": {"Episodic(group_id)", "Episodic"},
    "statements_expired": {"Episodic(group_id)", "Episodic", "Statement"},
    "episodes_between": {"Episodic(group_id)", "Episodic"},
    "episodes_by_day": {"Episodic(group_id)", "Episodic"},
    # what is left of a tenant is everything of it
    "nodes_left": {"all nodes"},
    # the operator asks of the whole store
    "lexical_facts_all": {"RELATES_TO"},
    "lexical_episodes_all": {"Episodic"},
    "tenants_counted": {"Episodic"},
}  # fmt: skip
# A bare predicate on the tenant of an edge: what `all(x IN [r] ...)` in our queries keeps the planner from.
TRAP = """MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.key IN $keys AND r.valid_to IS NOT NULL AND r.group_id = $tenant RETURN r.uuid"""
SMALL = """UNWIND range(1, $tenants) AS n
WITH $mark + n AS id
CREATE (a:Entity {uuid: id + 'a', group_id: id}), (b:Entity {uuid: id + 'b', group_id: id})
CREATE (a)-[:RELATES_TO {uuid: id, group_id: id, key: id, valid_to: 0, valid_from: 0}]->(b)
CREATE (:Episodic {uuid: id + 'e', group_id: id, session: id + 'e', seq: 0, said_at: 0})
CREATE (:Episodic {uuid: id + 'f', group_id: id, session: id + 'f', seq: 0, said_at: 0})
CREATE (:Review {uuid: id + 'r', group_id: id, key: id}), (:Review {uuid: id + 's', group_id: id, key: id})"""


def starts(plan: dict[str, Any]) -> Iterator[str]:
    """What a plan scans, and the relationship indexes it starts from: their types and properties."""
    operator, details = plan["operatorType"].partition("@")[0], plan["args"].get("Details", "")
    if operator == "AllNodesScan":
        yield "all nodes"
    elif "Scan" in operator or ("Relationship" in operator and "Index" in operator) or _by_tenant(details):
        yield re.search(r":(\w+(?:\([\w, ]*\))?)", details)[1]  # type: ignore[index]
    for child in plan.get("children", ()):
        yield from starts(child)


def _by_tenant(details: str) -> bool:
    """Whether an index on tenants alone is asked for all of one."""
    return "INDEX" in details and "(group_id)" in details


@pytest.fixture(scope="module")
def planner(neo4j_url: str) -> Iterator[neo4j.Driver]:
    """A server with Graphiti's indexes beside ours, where most tenants are small."""
    Memory(neo4j_url, tenant="plans").close()
    auth = (os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    mark = f"plans-{uuid.uuid4().hex[:8]}-"
    with neo4j.GraphDatabase.driver(neo4j_url, auth=auth, notifications_min_severity="OFF") as driver:
        for statement in graphitis_indexes():
            driver.execute_query(statement)
        driver.execute_query(SMALL, tenants=SMALL_TENANTS, mark=mark)
        driver.execute_query("CALL db.awaitIndexes(300)")
        driver.execute_query("CALL db.prepareForReplanning(60)")
        yield driver
        for label in ("Entity", "Episodic", "Review"):
            driver.execute_query(f"MATCH (a:{label}) WHERE a.uuid STARTS WITH $mark DETACH DELETE a", mark=mark)


def graphitis_indexes() -> list[str]:
    """The statements that Graphiti's `build_indices_and_constraints` runs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # graphiti-core's own, at import
        from graphiti_core.driver.driver import GraphProvider
        from graphiti_core.graph_queries import get_fulltext_indices, get_range_indices
    return [*get_range_indices(GraphProvider.NEO4J), *get_fulltext_indices(GraphProvider.NEO4J)]


def explained(planner: neo4j.Driver, text: str) -> dict[str, Any]:
    plan = planner.execute_query(f"EXPLAIN {text}").summary.plan
    assert plan is not None
    return plan


# The doctor looks at the whole store on purpose; the rest are no queries of data.
APART = {name for name in load_queries("neo4j").by_name if name.startswith("doctor_")}
APART |= {"fulltext_indexes", "indexes_await", "indexes_online", "server_about"}
QUERIES = sorted(set(load_queries("neo4j").by_name) - APART)


def test_the_trap_is_seen(planner: neo4j.Driver) -> None:
    assert "RELATES_TO(group_id)" in set(starts(explained(planner, TRAP)))


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_starts_at_what_it_is_given(planner: neo4j.Driver, name: str) -> None:
    query = load_queries("neo4j")[name]
    assert set() == set(starts(explained(planner, query.text))) - STARTS.get(name, set())


def test_every_exception_is_a_query_that_there_is() -> None:
    assert set() == STARTS.keys() - set(QUERIES)
