"""What the torture tests share: how long they run, and what must hold in a store whatever was done to it."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

from graphmem import Memory, Predicate
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.erase import replay
from graphmem.store.flows.folding import slot_of, units_of

LONG = settings().max_examples >= 1_000  # `make torture` loads the profile of that name
PREDICATES = (
    Predicate(name="dwells_in", functional=True, subject="Person", object="Place"),
    Predicate(name="keeps_pet", subject="Person", object="Animal"),
    Predicate(name="borrowed", functional=True, time_to_live_days=2),
)
STATED = "MATCH (e:Episodic)-[:STATES]->(st:Statement) WHERE st.group_id = $tenant RETURN properties(st) AS found"
EDGES = (
    "MATCH (s)-[r:RELATES_TO]->(o) WHERE r.group_id = $tenant RETURN properties(r) AS found",
    "MATCH (s)-[r:WAS_BELIEVED]->(o) WHERE r.group_id = $tenant RETURN properties(r) AS found",
)
LOOSE = (
    "MATCH (st:Statement) WHERE st.group_id = $tenant RETURN count(st) AS found",
    "MATCH (w:Receipt) WHERE w.group_id = $tenant RETURN count(w) AS found",
)


def rows(memory: Memory, text: str) -> list[Any]:
    """What Cypher finds in the store of a memory's tenant, behind its back."""
    engine: Any = memory._engine
    if memory.engine == "neo4j":
        with engine._driver.session() as session:
            return [record["found"] for record in session.run(text, tenant=memory.tenant)]
    return [row["found"] for row in engine._rows(text, {"tenant": memory.tenant})]


def comparable(props: Row) -> tuple[Any, ...]:
    names = ("uuid", "key", "value", "valid_from", "valid_to", "system_from", "system_to", "status", "fact", "lead")
    return (*(props[name] for name in names), tuple(props["statements"]))


def check_whole(memory: Memory) -> None:
    """No half write: each statement has its episode, and the edges are those that replaying the statements gives."""
    statements: list[Row] = rows(memory, STATED)
    assert rows(memory, LOOSE[0]) == [len(statements)]
    edges = [edge for text in EDGES for edge in rows(memory, text)]
    ground = memory._ground()
    wanted = memory._engine.read(lambda: _replayed(ground, statements))
    assert sorted(map(comparable, wanted)) == sorted(map(comparable, edges))


def _replayed(ground: Ground, statements: list[Row]) -> Flow[list[Row]]:
    slots = {slot_of(statement) for statement in statements if statement["folds"]}
    units = yield from units_of(ground, sorted(slots), [])
    replayed = [replay(ground, unit.statements) for unit in units]
    return [row["props"] for believed, past in replayed for row in (*believed, *past)]
