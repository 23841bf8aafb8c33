"""What a flow is: a generator that yields named queries and is sent their rows, run by any engine, sync or async."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from graphmem.registry import Registry

__all__ = ["Call", "Flow", "Ground", "Row", "Rows", "rows_of"]

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[Row]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Call:
    """One query to run: its name in `cypher/`, and its parameters."""

    name: str
    parameters: dict[str, Any]


Flow: TypeAlias = Generator[Call, Rows, Result]


@dataclass(frozen=True, slots=True)
class Ground:
    """What every flow stands on: whose memory, the predicates, the store's secret, and now (microseconds).

    `clock` is read again by a write that has waited for its locks.
    """

    tenant: str
    registry: Registry
    secret: str
    now: int
    clock: Callable[[], int]

    def call(self, name: str, **parameters: Any) -> Call:
        """A call of this tenant."""
        return Call(name, {"tenant": self.tenant, **parameters})


def rows_of(ground: Ground, name: str, **parameters: Any) -> Flow[Rows]:
    """What one query of this tenant gives; for `yield from`."""
    return (yield ground.call(name, **parameters))
