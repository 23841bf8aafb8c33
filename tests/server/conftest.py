from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from graphmem import Client
from graphmem.doors.server.background import serving

from .running import PATIENCE_S, Process, unhurried


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without tokens over an embedded store."""
    with serving(str(tmp_path_factory.mktemp("served") / "memory.db"), limits=unhurried()) as address:
        yield address


@pytest.fixture
def http(url: str, tenant: str) -> Iterator[httpx.Client]:
    """HTTP as it is, for a tenant of this test."""
    with httpx.Client(base_url=url, headers={"Graphmem-Tenant": tenant}, timeout=PATIENCE_S) as client:
        yield client


@pytest.fixture
def memory(url: str, tenant: str) -> Iterator[Client]:
    with Client(url, tenant=tenant) as client:
        yield client


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Starts servers in processes of their own; none outlives the test."""
    started = list[Process]()

    def one(store: str, *options: str, **environment: str) -> Process:
        started.append(Process(store, *options, **environment))
        return started[-1]

    yield one
    for process in started:
        process.end()


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Where a store of this test alone can be."""
    return str(tmp_path / "memory.db")
