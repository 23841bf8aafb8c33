"""graphmem: memory for agents. Statements are the log, facts are the fold.

    with Memory("memory.db", tenant="demo") as memory:
        memory.ingest("chat.jsonl")
        print(memory.recall("Where does Maya live?"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphmem.errors import Conflict, GraphmemError, Incorrect, NotFound, Refused, Unavailable
from graphmem.model import (
    AsOf,
    Block,
    Change,
    Entity,
    Episode,
    Erasure,
    Explanation,
    Fact,
    Path,
    Period,
    Receipt,
    ReviewItem,
    Source,
)
from graphmem.registry import Predicate

if TYPE_CHECKING:
    from graphmem.memory import AsyncMemory, Memory

__version__ = "0.1.0"
__all__ = [
    "AsOf",
    "AsyncMemory",
    "Block",
    "Change",
    "Conflict",
    "Entity",
    "Episode",
    "Erasure",
    "Explanation",
    "Fact",
    "GraphmemError",
    "Incorrect",
    "Memory",
    "NotFound",
    "Path",
    "Period",
    "Predicate",
    "Receipt",
    "Refused",
    "ReviewItem",
    "Source",
    "Unavailable",
]


def __getattr__(name: str) -> Any:
    """Memory and AsyncMemory, imported when first asked for: they bring the heavy parts."""
    if name in {"Memory", "AsyncMemory"}:
        return getattr(import_module("graphmem.memory"), name)
    raise AttributeError(f"module 'graphmem' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
