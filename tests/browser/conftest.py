from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.doors.kit import Kit
from graphmem.doors.server.background import serving
from tests.conftest import neo4j_local

from .driving import Browser, chrome
from .world import told

TENANT = "kelp forest"
PASSWORD = "an invented password"


@pytest.fixture(scope="module")
def kit(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """The kit as a graphmem server serves it, by the name that Browser may ask without being told."""
    with serving(str(tmp_path_factory.mktemp("kit") / "memory.db")) as address:
        yield Kit(f"{address.replace('127.0.0.1', 'localhost')}/browser/", TENANT)


@pytest.fixture(scope="module")
def server(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """A Neo4j of its own, with the kit's lines in its neo4j.conf and the story in its store."""
    home = tmp_path_factory.mktemp("browsed")
    lines = [f"--set={name}={value}" for name, value in kit.settings().items()]
    started = neo4j_local("start", str(home), "--bolt=0", "--http=0", f"--password={PASSWORD}", "--json", *lines)
    try:
        assert started.returncode == 0, started.stderr
        found = json.loads(started.stdout)
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("NEO4J_USERNAME", found["user"])
            environment.setenv("NEO4J_PASSWORD", PASSWORD)
            with told(found["url"], TENANT):
                yield found
    finally:
        neo4j_local("stop", str(home), "--kill")


@pytest.fixture(scope="module")
def browser(chromium: str, server: dict[str, Any]) -> Iterator[Browser]:
    """A person's Browser, just connected."""
    with chrome(chromium) as page:
        one = Browser(page)
        one.connect(server["browser"], server["url"], (server["user"], PASSWORD))
        yield one


@pytest.fixture(scope="session")
def pictures(request: pytest.FixtureRequest) -> Path | None:
    """Where the pictures of the documentation are wanted; None if they are not."""
    folder = request.config.getoption("--pictures")
    return Path(folder) if folder else None
