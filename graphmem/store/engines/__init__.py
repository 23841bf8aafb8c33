"""The two engines: they run named queries inside one transaction and know rows, not flows' meaning."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from graphmem.store.call import Call, Flow, Rows

__all__ = ["SCHEMA_VERSION", "AsyncEngine", "Engine", "adrive", "check_version", "drive"]

SCHEMA_VERSION = 3  # 1 had no voices, 2 no index of the versions of documents
Result = TypeVar("Result")


class Engine(Protocol):
    """A store that runs flows. A write flow may be run again by a retry: it has no side effects of its own."""

    name: str
    secret: str

    def write(self, flow: Callable[[], Flow[Result]]) -> tuple[Result, tuple[str, ...]]:
        """The result of one write transaction, and the bookmarks a later read can wait for."""
        ...

    def read(self, flow: Callable[[], Flow[Result]], bookmarks: Sequence[str] = ()) -> Result:
        """The result of a flow that only reads."""
        ...

    def after_erasure(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the engine looked at after an erasure, and what it may still hold, with the operator's remedy."""
        ...

    def close(self) -> None:
        """Lets the store go."""
        ...


class AsyncEngine(Protocol):
    """The same, awaited."""

    name: str
    secret: str

    async def write(self, flow: Callable[[], Flow[Result]]) -> tuple[Result, tuple[str, ...]]:
        """The result of one write transaction, and the bookmarks a later read can wait for."""
        ...

    async def read(self, flow: Callable[[], Flow[Result]], bookmarks: Sequence[str] = ()) -> Result:
        """The result of a flow that only reads."""
        ...

    def after_erasure(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the engine looked at after an erasure, and what it may still hold, with the operator's remedy."""
        ...

    async def close(self) -> None:
        """Lets the store go."""
        ...


def drive(flow: Flow[Result], run: Callable[[Call], Rows]) -> Result:
    """Runs a flow to its end: each call it yields is run, its rows are sent back."""
    try:
        call = next(flow)
        while True:
            call = flow.send(run(call))
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]  # a generator's return value is untyped at run time


async def adrive(flow: Flow[Result], run: Callable[[Call], Awaitable[Rows]]) -> Result:
    """Runs a flow to its end, awaiting each call."""
    try:
        call = next(flow)
        while True:
            call = flow.send(await run(call))
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def check_version(url: str, version: int) -> None:
    """Raises Conflict for a store written by a newer graphmem."""
    from graphmem.errors import Conflict

    if version > SCHEMA_VERSION:
        raise Conflict(
            f"the store {url} has schema version {version}; this graphmem knows {SCHEMA_VERSION}. "
            "Upgrade graphmem (pip install -U graphmem), or open a copy made by this version; nothing was changed."
        )
