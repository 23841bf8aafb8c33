"""The server of scripts/neo4j_local.py, run with the settings that docker-compose.yml gives its own."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
import yaml

from tests.conftest import neo4j_local

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "neo4j_local.py"
PASSWORD = "an invented password"
BYTES = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "k": 2**10, "m": 2**20, "g": 2**30}


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return content


def settings_of_compose() -> dict[str, str]:
    """The image's rule: NEO4J_ is cut off, __ is an underscore, _ is a dot."""
    environment = compose()["services"]["neo4j"]["environment"]
    return {
        name.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_"): str(value)
        for name, value in environment.items()
        if name != "NEO4J_AUTH"
    }


def in_bytes(size: str) -> str:
    """Sizes as bytes, however written; anything else as it is."""
    match = re.fullmatch(r"([\d.]+)(KiB|MiB|GiB|k|m|g)", size)
    return str(int(float(match[1]) * BYTES[match[2]])) if match else size


@pytest.fixture(scope="module")
def server(startable: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    home = tmp_path_factory.mktemp("composed")
    lines = [f"--set={name}={value}" for name, value in settings_of_compose().items()]
    started = neo4j_local("start", str(home), "--bolt=0", "--http=0", f"--password={PASSWORD}", "--json", *lines)
    try:
        assert started.returncode == 0, started.stderr
        yield {"home": str(home), **json.loads(started.stdout)}
    finally:
        neo4j_local("stop", str(home), "--kill")


@pytest.mark.neo4j
def test_a_server_takes_every_setting_of_docker_compose(server: dict[str, Any]) -> None:
    wanted = settings_of_compose()
    with neo4j.GraphDatabase.driver(server["url"], auth=("neo4j", PASSWORD)) as driver:
        rows, _, _ = driver.execute_query(
            "SHOW SETTINGS YIELD name, value WHERE name IN $names RETURN name, value", names=list(wanted)
        )
    assert {name: in_bytes(value) for name, value in wanted.items()} == {
        row["name"]: in_bytes(row["value"]) for row in rows
    }


@pytest.mark.neo4j
def test_starting_twice_gives_the_server_that_runs(server: dict[str, Any]) -> None:
    again = neo4j_local("start", server["home"], "--bolt=0", "--http=0", f"--password={PASSWORD}", "--json")
    status = neo4j_local("status", server["home"], "--json")
    assert server["pid"] == json.loads(again.stdout)["pid"] == json.loads(status.stdout)["pid"]


@pytest.mark.neo4j
def test_another_password_than_the_stores_is_said(server: dict[str, Any]) -> None:
    refused = neo4j_local("start", server["home"], "--password=not the password")
    assert refused.returncode == 1
    assert "takes neither this password" in refused.stderr


@pytest.mark.neo4j
def test_a_taken_port_is_said(server: dict[str, Any], tmp_path: Path) -> None:
    refused = neo4j_local("start", str(tmp_path), f"--bolt={server['bolt']}", "--http=0")
    assert (
        f"Port {server['bolt']} is taken. Stop what listens there, "
        "or choose with --bolt and --http (0: any free one).\n"
    ) == refused.stderr


@pytest.mark.neo4j
def test_a_setting_that_neo4j_does_not_know_ends_the_start_with_the_servers_words(
    startable: None, tmp_path: Path
) -> None:
    refused = neo4j_local("start", str(tmp_path), "--bolt=0", "--http=0", "--set=no.such.setting=1")
    assert refused.returncode == 1
    assert "No declared setting with name: no.such.setting" in refused.stderr


def test_a_home_without_a_server_has_none(tmp_path: Path) -> None:
    status = neo4j_local("status", str(tmp_path))
    stop = neo4j_local("stop", str(tmp_path))
    assert (3, f"no server of {tmp_path} is running\n") == (status.returncode, status.stdout)
    assert (stop.returncode, stop.stdout) == (0, "was not running\n")


def test_a_process_id_that_now_belongs_to_another_is_not_taken_for_the_server(tmp_path: Path) -> None:
    # The server was killed, and its number given to another process: here, to this one.
    (tmp_path / "run").mkdir()
    left_behind = {"pid": os.getpid(), "version": "5.26.30", "bolt": 1, "http": 2}
    (tmp_path / "run" / "server.json").write_text(json.dumps(left_behind))
    assert neo4j_local("status", str(tmp_path)).returncode == 3


def test_without_java_it_says_which_is_needed(tmp_path: Path) -> None:
    refused = neo4j_local("start", str(tmp_path), PATH=str(tmp_path), JAVA="")
    assert refused.stderr == (
        "Neo4j 5.26.30 needs Java 17 or later; there is no java on the path. Install a JRE or set $JAVA.\n"
    )


def test_an_old_java_is_named(tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    java.chmod(0o755)
    refused = neo4j_local("start", str(tmp_path), JAVA=str(java))
    assert f'{java} -version says: openjdk version "11.0.2". Set $JAVA to a later one.\n' in refused.stderr


def test_without_maven_it_says_so(tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho 'openjdk version \"17.0.2\"' >&2\n")
    java.chmod(0o755)
    refused = neo4j_local("start", str(tmp_path / "home"), PATH=str(tmp_path), XDG_CACHE_HOME=str(tmp_path), JAVA="")
    assert refused.stderr == (
        "The server's jars come from Maven Central; there is no mvn on the path. Install Maven.\n"
    )


def test_docker_compose_keeps_data_checks_health_and_reports_nothing() -> None:
    service = compose()["services"]["neo4j"]
    assert "neo4j:5.26.30-community" == service["image"]
    assert ["data:/data", "logs:/logs"] == service["volumes"]
    assert {"data", "logs"} < set(compose()["volumes"])
    assert "cypher-shell" in service["healthcheck"]["test"][1]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert "false" == settings_of_compose()["dbms.usage_report.enabled"]


def test_docker_compose_and_the_script_run_the_same_neo4j() -> None:
    version = compose()["services"]["neo4j"]["image"].removeprefix("neo4j:").removesuffix("-community")
    pom = (ROOT / "scripts" / "neo4j-pom.xml").read_text()
    assert f"<neo4j.version>{version}</neo4j.version>" in pom
    assert f'default="{version}"' in SCRIPT.read_text()
