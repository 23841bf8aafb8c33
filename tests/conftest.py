"""Engines for the tests: an embedded store in a temporary folder, and a real Neo4j server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
NOT_RUN = pytest.StashKey[str]()

settings.register_profile("default", max_examples=100, deadline=None)
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.register_profile(
    "torture",
    max_examples=5_000,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("ci" if IN_CI else "default")


CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", metavar="DIR", help="take the pictures of the documentation anew, into DIR")


def what_is_missing() -> str | None:
    """Why no Neo4j server can be started here; None if one can."""
    java = os.environ.get("JAVA") or shutil.which("java")
    if java is None:
        return "no Java"
    return None if shutil.which("mvn") else "no Maven"


def neo4j_local(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs scripts/neo4j_local.py."""
    command = [sys.executable, str(ROOT / "scripts" / "neo4j_local.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


@pytest.fixture(scope="session")
def startable(request: pytest.FixtureRequest) -> None:
    """Skips where no Neo4j server can be started, and says at the end why; in CI that is a failure."""
    missing = what_is_missing()
    if missing is None:
        return
    if IN_CI:
        pytest.fail(f"CI tests both engines, and Neo4j cannot be started: {missing}.", pytrace=False)
    request.config.stash[NOT_RUN] = missing
    pytest.skip(f"Neo4j cannot be started: {missing}")


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> str:
    """A Chromium, where Neo4j can be started, too. Skips where there is none; in CI that is a failure."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None and IN_CI:
        pytest.fail("CI tests Neo4j Browser, and there is no Chromium to run it in.", pytrace=False)
    if found is None:
        pytest.skip("no Chromium to run Neo4j Browser in")
    request.getfixturevalue("startable")
    return found


@pytest.fixture(scope="session")
def neo4j_url(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[str]:
    """The Bolt URL of a real server; NEO4J_USERNAME and NEO4J_PASSWORD are set for it."""
    given = os.environ.get("GRAPHMEM_TEST_NEO4J")
    if given:
        yield given
        return
    request.getfixturevalue("startable")
    home = tmp_path_factory.mktemp("neo4j")
    password = uuid.uuid4().hex
    started = neo4j_local("start", str(home), "--bolt=0", "--http=0", f"--password={password}", "--json")
    try:
        if started.returncode:
            pytest.fail(f"Neo4j did not start: {started.stderr}", pytrace=False)
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("NEO4J_USERNAME", "neo4j")
            environment.setenv("NEO4J_PASSWORD", password)
            yield json.loads(started.stdout)["url"]
    finally:
        neo4j_local("stop", str(home), "--kill")
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def embedded_url(tmp_path: Path) -> str:
    """Where an embedded store can be made."""
    return str(tmp_path / "memory.db")


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def engine_url(request: pytest.FixtureRequest) -> str:
    """A store on each engine in turn. Neo4j's is shared by all tests: use the `tenant` fixture with it."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def tenant() -> str:
    """A tenant that no other test has."""
    return f"test-{uuid.uuid4().hex[:12]}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line when only the embedded half was tested."""
    missing = config.stash.get(NOT_RUN, None)
    if missing is not None:
        terminalreporter.write_line(f"Neo4j half not run: {missing}", yellow=True)
