"""Graphiti's client over our graph, on a real Neo4j: it finds exactly what is believed now, and no model is asked."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem import Incorrect, Memory, Predicate
from graphmem.interop.graphiti import as_graphiti

PREDICATES = (
    Predicate(
        name="dwells_in", functional=True, subject="Person", object="Place", sentence="{subject} dwells in {object}"
    ),
    Predicate(name="keeps_pet", subject="Person", object="Animal", sentence="{subject} keeps {object}"),
)  # fmt: skip


class World:
    """A memory with a superseded, a corrected and a retracted fact; `given_up` is what it believes no longer."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.now = datetime(2026, 1, 10, tzinfo=UTC)
        memory._host.clock = self.clock
        given_up = []
        for what in self.said():
            self.now += timedelta(days=1)
            given_up += what().closed
        self.given_up = given_up
        self.believed = {fact.id: fact for name in ("Ada Holm", "Ben Frost") for fact in memory.history(name)}

    def clock(self) -> datetime:
        return self.now

    def said(self) -> Iterator[Any]:
        say = self.memory.remember
        yield lambda: say("Ada Holm", "dwells_in", "Ghent", speaker="Ada Holm")
        yield lambda: say("Ada Holm", "dwells_in", "Turku", speaker="Ada Holm", valid_from="2026-01-12T00:00:00Z")
        yield lambda: say("Ben Frost", "dwells_in", "Ghent", speaker="Ben Frost", episode="taken back")
        yield lambda: self.memory.retract(episode="taken back")
        yield lambda: say("Ben Frost", "keeps_pet", "Miso", speaker="Ben Frost")


@pytest.fixture
def world(neo4j_url: str, tenant: str) -> Iterator[World]:
    with Memory(neo4j_url, tenant=tenant, predicates=PREDICATES) as memory:
        yield World(memory)


@pytest.fixture
async def graphiti(world: World) -> AsyncIterator[Any]:
    client = as_graphiti(world.memory)
    yield client
    await client.close()


def told(edges: Any) -> set[tuple[str, str, bool]]:
    return {(edge.uuid, edge.fact, edge.invalid_at is None) for edge in edges}


def wanted(world: World) -> set[tuple[str, str, bool]]:
    return {(fact.id, fact.fact, fact.valid.stop is None) for fact in world.believed.values()}


@pytest.mark.neo4j
async def test_its_search_finds_what_is_believed_now_and_nothing_given_up(world: World, graphiti: Any) -> None:
    group = [world.memory.tenant]
    found = await graphiti.search("Where does Ada Holm dwell?", group_ids=group)
    assert {entry for entry in wanted(world) if entry[1].startswith("Ada Holm")} <= told(found) <= wanted(world)
    assert [] == await graphiti.search("Where does Ada Holm dwell?", group_ids=[f"{group[0]}-2"])


@pytest.mark.neo4j
async def test_its_readers_give_the_believed_edges_and_do_not_find_the_others(world: World, graphiti: Any) -> None:
    from graphiti_core.edges import EntityEdge
    from graphiti_core.errors import EdgeNotFoundError
    from graphiti_core.nodes import EntityNode, EpisodicNode

    group = [world.memory.tenant]
    assert wanted(world) == told(await EntityEdge.get_by_group_ids(graphiti.driver, group))
    for id_, fact in world.believed.items():
        edge = await EntityEdge.get_by_uuid(graphiti.driver, id_)
        assert (fact.fact, fact.valid.start) == (edge.fact, edge.valid_at)
    assert len(world.given_up) == 2
    for id_ in world.given_up:
        with pytest.raises(EdgeNotFoundError):
            await EntityEdge.get_by_uuid(graphiti.driver, id_)
    named = {node.name for node in await EntityNode.get_by_group_ids(graphiti.driver, group)}
    assert {"Ada Holm", "Ben Frost", "Ghent", "Turku", "Miso"} == named
    assert 4 == len(await EpisodicNode.get_by_group_ids(graphiti.driver, group))


@pytest.mark.neo4j
async def test_nothing_asks_a_model_and_no_usage_is_reported(world: World, graphiti: Any) -> None:
    with pytest.raises(Incorrect, match="no language model"):
        await graphiti.llm_client._generate_response([])
    with pytest.raises(Incorrect, match="no ranking model"):
        await graphiti.cross_encoder.rank("Who?", [])
    assert "false" == os.environ["GRAPHITI_TELEMETRY_ENABLED"]


def test_an_embedded_memory_has_no_graphiti(embedded_url: str) -> None:
    with Memory(embedded_url, tenant="t") as memory, pytest.raises(Incorrect, match="embedded engine"):
        as_graphiti(memory)
