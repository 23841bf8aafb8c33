"""The container's commands, run without a container: the same words, the same settings, another address."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from graphmem import Client
from graphmem.doors.cli import app

from .running import ROOT, Process


def service() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["server"]
    return content


def instruction(name: str) -> list[str]:
    """What the Dockerfile says last under a name, in its JSON form."""
    found: list[str] = json.loads(
        re.findall(rf"^{name} (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[-1]
    )
    return found


@pytest.mark.neo4j
def test_the_service_makes_a_token_serves_neo4j_is_found_healthy_and_stops_in_time(
    neo4j_url: str, tenant: str, tmp_path: Path, start: Callable[..., Process]
) -> None:
    # The words that docker-compose.yml gives for a token and for the server, with this test's folder and address.
    told = re.search(r"run --rm --no-deps server (.*) demo$", (ROOT / "docker-compose.yml").read_text(), re.MULTILINE)
    assert told is not None
    words = told[1].replace("/tokens/", f"{tmp_path}/").split()
    token = CliRunner().invoke(app, [*words, tenant]).stdout.strip()
    verb, *options = [word.replace("/tokens/", f"{tmp_path}/") for word in service()["command"]]
    assert ("serve", ["graphmem"]) == (verb, instruction("ENTRYPOINT"))
    options[options.index("--host") + 1] = "127.0.0.1"
    assert "neo4j://neo4j:7687" == service()["environment"]["GRAPHMEM_STORE"]
    process = start(neo4j_url, *options)
    with Client(process.url, token=token) as memory:
        memory.remember("Runa Falk", "lives_in", "Visby", said_at="2026-03-14T08:30:00Z")
        assert (tenant, "neo4j") == (memory.tenant, memory.engine)
    program, *arguments = service()["healthcheck"]["test"][1:]
    assert "python" == program
    healthy = [argument.replace("7690", str(process.port)) for argument in arguments]
    assert 0 == subprocess.run([sys.executable, *healthy], check=False).returncode
    assert 0 == process.stop(signal.SIGTERM)
    assert 0 != subprocess.run([sys.executable, *healthy], check=False, capture_output=True).returncode


def test_the_service_is_on_this_machine_only_waits_for_neo4j_and_may_finish() -> None:
    assert ["127.0.0.1:7690:7690"] == service()["ports"]
    assert {"neo4j": {"condition": "service_healthy"}} == service()["depends_on"]
    stop_s = int(service()["command"][service()["command"].index("--stop-s") + 1])
    assert stop_s < int(service()["stop_grace_period"].removesuffix("s"))
    assert "--no-tokens" not in service()["command"] + instruction("CMD")


def test_the_image_installs_the_lock_and_copies_what_is_there() -> None:
    lines = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r requirements.lock" in lines
    copied = {name for line in re.findall(r"^COPY (.*) \S+$", lines, re.MULTILINE) for name in line.split()}
    allowed = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    assert copied == allowed
    assert [] == [name for name in copied if not (ROOT / name).exists()]
