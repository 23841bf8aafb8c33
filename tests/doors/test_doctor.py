"""What the doctor says of a store that is well, and of one that something else has had its hands on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from graphmem import Incorrect, Memory, NotFound, Predicate, Unavailable
from graphmem.doors.checks import examine, rebuilt
from graphmem.doors.cli import app
from graphmem.doors.server.background import serving
from graphmem.model import FOREVER_US, to_us
from graphmem.store.engines import SCHEMA_VERSION
from graphmem.store.health import AILMENTS

PREDICATES = (Predicate(name="dwells_in", functional=True, subject="Person", object="Place"),)
TOMORROW = to_us(datetime(2126, 1, 1, tzinfo=UTC))

# What is done to the store, and what the doctor calls it.
EDGE = "MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO]->(o) "
PAST = "MATCH (s:Entity {group_id: $tenant})-[r:WAS_BELIEVED]->(o) "
NAMED = "MATCH (e:Entity {group_id: $tenant, name: 'Ghent'}) "
DAMAGES = {
    "foreign edges": """MATCH (s:Entity {group_id: $tenant, name: 'Ada Holm'})
MATCH (o:Entity {group_id: $tenant, name: 'Ghent'})
CREATE (s)-[r:RELATES_TO {uuid: $id, group_id: $tenant, name: 'LIKES', fact: 'x', episodes: []}]->(o)
SET r.created_at = s.created_at""",
    "edges without tenant": EDGE + "REMOVE r.group_id",
    "edges across tenants": EDGE + "SET r.group_id = $id",
    "once believed, yet open": PAST + "SET r.system_to = $forever",
    "believed, yet closed": EDGE + "SET r.system_to = 5",
    "keys with two current facts": EDGE + """WHERE r.valid_to = $forever
CREATE (s)-[c:RELATES_TO {uuid: $id, group_id: $tenant, key: r.key, status: r.status, valid_to: r.valid_to,
    episodes: [], system_from: r.system_from, system_to: r.system_to, statements: r.statements,
    fact: r.fact}]->(o)
SET c.created_at = s.created_at""",
    "facts without statement": "MATCH (st:Statement {group_id: $tenant}) DETACH DELETE st",
    "entities without name or summary": NAMED + "REMOVE e.summary",
    "subjects ahead of the clock": "MATCH (e:Entity {group_id: $tenant, name: 'Ada Holm'}) SET e.clock = $tomorrow",
}  # fmt: skip
DAMAGES_OF_NEO4J = {
    "drifted ends": EDGE + "WHERE r.valid_to = $forever SET r.invalid_at = datetime('2026-02-01T00:00:00Z')",
    "unreadable for Graphiti": NAMED + "REMOVE e.created_at",
}


@pytest.fixture
def store(engine_url: str, tenant: str) -> Iterator[Memory]:
    """A store with a superseded fact: Ghent was believed to be open, then to end where Turku starts."""
    with Memory(engine_url, tenant=tenant, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent", valid_from="1961-04-12T06:07:00.123457Z")
        memory.remember("Ada Holm", "dwells_in", "Turku", valid_from="1969-07-20T20:17:40.5Z")
        yield memory


def raw(memory: Memory, text: str) -> None:
    """Runs Cypher on the store behind the memory's back."""
    engine: Any = memory._engine
    given = {"tenant": memory.tenant, "id": f"{memory.tenant}-x", "forever": FOREVER_US, "tomorrow": TOMORROW}
    given = {name: value for name, value in given.items() if f"${name}" in text}
    if memory.engine == "neo4j":
        with engine._driver.session() as session:
            session.run(text, given).consume()
        return
    engine._database.begin()
    list(engine._database.command("opencypher", text, given))
    engine._database.commit()


def amiss(memory: Memory, url: str) -> dict[str, str]:
    return {check.part: check.found for check in examine(url, memory.tenant) if not check.ok}


def test_nothing_is_amiss_in_a_store_that_this_memory_wrote(store: Memory, engine_url: str) -> None:
    checks = examine(engine_url, store.tenant)
    assert {} == amiss(store, engine_url)
    told = {check.part: check.found for check in checks}
    assert f"engine {store.engine} (" in told["store"]
    assert f"version {SCHEMA_VERSION}, every constraint and index" == told["schema"]
    assert set(told) >= {one.name for one in AILMENTS if store.engine == "neo4j" or not one.neo4j_only}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found_and_named_with_its_remedy(store: Memory, engine_url: str, damage: str) -> None:
    raw(store, DAMAGES[damage])
    assert {damage} == set(amiss(store, engine_url))
    (check,) = (check for check in examine(engine_url, store.tenant) if not check.ok)
    assert check.found[0].isdigit()
    assert check.advice.endswith(".")


@pytest.mark.neo4j
@pytest.mark.parametrize("damage", DAMAGES_OF_NEO4J)
def test_damage_that_only_neo4j_can_have_is_found(neo4j_url: str, tenant: str, damage: str) -> None:
    with Memory(neo4j_url, tenant=tenant, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent")
        raw(memory, DAMAGES_OF_NEO4J[damage])
        assert {damage} == set(amiss(memory, neo4j_url))


def statements_that_mend(damage: str) -> list[str]:
    """What docs/operations.md gives for an ailment, word for word but for the tenant."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    block = page.split("```cypher\n")[1].split("```")[0]
    named = {part.partition("\n")[0]: part.partition("\n")[2] for part in block.split("// ")[1:]}
    assert set(named) == {one.name for one in AILMENTS} - {"subjects ahead of the clock"}
    statements = [one.strip() for one in named[damage].split(";") if one.strip()]
    return [re.sub(r"WHERE (.*)", r"WHERE s.group_id = $tenant AND (\1", one, count=1) for one in statements]


def mended(text: str) -> str:
    """The parenthesis that the tenant opened, closed where the condition ends."""
    return re.sub(
        r"\$tenant AND \((.*?)(\s+(?:DELETE|SET|UNWIND|WITH)\b)", r"$tenant AND (\1)\2", text, count=1, flags=re.DOTALL
    )


@pytest.mark.parametrize("damage", sorted(DAMAGES.keys() - {"subjects ahead of the clock"}))
def test_the_remedy_as_written_mends_the_damage(store: Memory, engine_url: str, damage: str) -> None:
    raw(store, DAMAGES[damage])
    for statement in statements_that_mend(damage):
        raw(store, mended(statement))
    assert {} == amiss(store, engine_url)
    store.remember("Ada Holm", "dwells_in", "Bruges", valid_from="1975-01-01T00:00:00Z")
    assert ["Bruges"] == [str(fact.object) for fact in store.facts("Ada Holm", "dwells_in")]


@pytest.mark.neo4j
@pytest.mark.parametrize("damage", DAMAGES_OF_NEO4J)
def test_the_remedy_as_written_mends_what_only_neo4j_can_have(neo4j_url: str, tenant: str, damage: str) -> None:
    with Memory(neo4j_url, tenant=tenant, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent")
        raw(memory, DAMAGES_OF_NEO4J[damage])
        for statement in statements_that_mend(damage):
            raw(memory, mended(statement))
        assert {} == amiss(memory, neo4j_url)
        assert ["Ghent"] == [str(fact.object) for fact in memory.facts("Ada Holm")]


def test_another_tenants_damage_is_not_this_ones(store: Memory, engine_url: str, tenant: str) -> None:
    with Memory(engine_url, tenant=f"{tenant}-2", predicates=PREDICATES) as other:
        other.remember("Ada Holm", "dwells_in", "Ghent")
        raw(other, DAMAGES["edges without tenant"])
        assert {} == amiss(store, engine_url)
        assert {"edges without tenant"} == set(amiss(other, engine_url))


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["doctor", *arguments])


@pytest.fixture
def path(embedded_url: str, tenant: str) -> str:
    with Memory(embedded_url, tenant=tenant, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent")
    return embedded_url


def test_the_exit_code_tells_a_healthy_store_from_a_damaged_one(path: str, tenant: str) -> None:
    assert 0 == doctor("--store", path).exit_code
    with Memory(path, tenant=tenant) as memory:
        raw(memory, DAMAGES["edges across tenants"])
    told = doctor("--store", path)
    assert Unavailable.exit_code == told.exit_code
    assert "edges across tenants: They would show one tenant's words to another." in told.stdout
    checks = json.loads(doctor("--store", path, "--json").stdout)
    assert ["edges across tenants"] == [check["part"] for check in checks if not check["ok"]]


def test_a_lost_index_is_named_and_made_anew(path: str, tenant: str) -> None:
    with Memory(path, tenant=tenant) as memory:
        memory._engine._database.command("opencypher", "DROP INDEX receipt_call IF EXISTS")  # type: ignore[attr-defined]
    told = doctor("--store", path)
    assert Unavailable.exit_code == told.exit_code
    assert "without receipt_call" in told.stdout
    assert "schema: Make them anew: graphmem doctor --rebuild-index." in told.stdout
    assert {"documents": 2} == json.loads(doctor("--store", path, "--rebuild-index", "--json").stdout)
    assert 0 == doctor("--store", path).exit_code


def test_a_store_that_is_held_or_not_there_is_said_to_be_so(path: str, tmp_path: Path) -> None:
    with Memory(path, tenant="t"):
        ran = subprocess.run(
            [sys.executable, "-m", "graphmem.doors.cli", "doctor", "--store", path],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert Unavailable.exit_code == ran.returncode
    assert "is held by process" in ran.stdout
    nowhere = tmp_path / "nowhere.db"
    assert "not there yet" in doctor("--store", str(nowhere)).stdout
    assert not nowhere.exists()
    assert NotFound.exit_code == doctor("--store", str(nowhere), "--rebuild-index").exit_code


def test_of_a_server_the_doctor_says_whether_it_answers(tmp_path: Path) -> None:
    with serving(str(tmp_path / "memory.db")) as url:
        last = examine(url, "demo")[-1]
        assert (True, "server") == (last.ok, last.part)
        assert "tenant demo, engine embedded" in last.found
        with pytest.raises(Incorrect, match="where its store is"):
            rebuilt(url)
    assert not examine(url, "demo")[-1].ok
