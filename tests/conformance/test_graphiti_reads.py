"""Graphiti's own readers over what we wrote, on a real Neo4j: they see exactly what is believed now."""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator
from typing import Any

import pytest

from graphmem import Memory

from .conftest import PREDICATES, Clock

pytestmark = pytest.mark.neo4j


@pytest.fixture
def tenant_with_history(neo4j_url: str, tenant: str, clock: Clock) -> str:
    with Memory(neo4j_url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent", speaker="Ada Holm")
        clock.forward(days=9)
        memory.remember("Ada Holm", "dwells_in", "Turku", valid_from="2026-01-15T00:00:00Z", speaker="Ada Holm")
        memory.remember("Ada Holm", "keeps_pet", "Miso", valid_to="2026-01-12T00:00:00Z")
    return tenant


@pytest.fixture
async def driver(neo4j_url: str) -> AsyncIterator[Any]:
    os.environ.setdefault("GRAPHITI_TELEMETRY_ENABLED", "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # graphiti-core's own, at import
        from graphiti_core.driver.neo4j_driver import Neo4jDriver
    name, password = os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"]
    graphiti = Neo4jDriver(neo4j_url, name, password)
    yield graphiti
    await graphiti.close()


async def test_group_reads_see_the_believed_edges_and_no_given_up_one(driver: Any, tenant_with_history: str) -> None:
    from graphiti_core.edges import EntityEdge

    edges = await EntityEdge.get_by_group_ids(driver, [tenant_with_history])
    told = sorted((edge.fact, edge.valid_at is not None, edge.invalid_at is not None) for edge in edges)
    assert told == [
        ("Ada Holm dwells in Ghent", True, True),
        ("Ada Holm dwells in Turku", True, False),
        ("Ada Holm keeps Miso", False, True),
    ]
    assert all(edge.expired_at is None for edge in edges)


async def test_entities_and_episodes_are_read_with_their_own_types(driver: Any, tenant_with_history: str) -> None:
    from graphiti_core.nodes import EntityNode, EpisodicNode

    entities = await EntityNode.get_by_group_ids(driver, [tenant_with_history])
    assert {(entity.name, *sorted(entity.labels)) for entity in entities} >= {("Ada Holm", "Entity", "Person")}
    episodes = await EpisodicNode.get_by_group_ids(driver, [tenant_with_history])
    assert len(episodes) == 3


async def test_the_native_times_equal_the_integers_to_the_microsecond(
    neo4j_url: str, tenant: str, clock: Clock
) -> None:
    from neo4j import AsyncGraphDatabase

    start = "1961-04-12T06:07:00.123457Z"
    with Memory(neo4j_url, tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent", valid_from=start)
        (fact,) = memory.facts("Ada Holm")
    auth = (os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"])
    async with AsyncGraphDatabase.driver(neo4j_url, auth=auth) as driver:
        rows = await driver.execute_query("MATCH ()-[r {uuid: $id}]->() RETURN r.valid_at AS at", id=fact.id)
    assert rows.records[0]["at"].to_native() == fact.valid.start
