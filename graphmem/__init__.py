"""graphmem: memory for agents. Statements are the log, facts are the fold.

with Memory("memory.db", tenant="demo") as memory:
    memory.ingest("chat.jsonl")
    print(memory.recall("Where does Runa live?"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.client import AsyncClient, Client
    from graphmem.errors import Conflict, GraphmemError, Incorrect, NotFound, Refused, Unavailable
    from graphmem.extract.candidates import Candidate, Extractor
    from graphmem.memory import AsyncMemory, Memory
    from graphmem.model import (
        AsOf,
        Block,
        Change,
        Entity,
        Episode,
        Erasure,
        Explanation,
        Fact,
        Fate,
        Path,
        Period,
        Receipt,
        Reextraction,
        Rereading,
        ReviewItem,
        Source,
    )
    from graphmem.registry import Predicate

__version__ = "0.1.0"
__all__ = [
    "AsOf",
    "AsyncClient",
    "AsyncMemory",
    "Block",
    "Candidate",
    "Change",
    "Client",
    "Conflict",
    "Entity",
    "Episode",
    "Erasure",
    "Explanation",
    "Extractor",
    "Fact",
    "Fate",
    "GraphmemError",
    "Incorrect",
    "Memory",
    "NotFound",
    "Path",
    "Period",
    "Predicate",
    "Receipt",
    "Reextraction",
    "Refused",
    "Rereading",
    "ReviewItem",
    "Source",
    "Unavailable",
]


_ERRORS = {"Conflict", "GraphmemError", "Incorrect", "NotFound", "Refused", "Unavailable"}
_HOMES = {
    **dict.fromkeys(("Memory", "AsyncMemory"), "memory"),
    **dict.fromkeys(("Client", "AsyncClient"), "client"),
    **dict.fromkeys(("Candidate", "Extractor"), "extract.candidates"),
    "Predicate": "registry",
    **dict.fromkeys(_ERRORS, "errors"),
}


def __getattr__(name: str) -> Any:
    """A public name, imported from its module when first asked for: `import graphmem` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    value = getattr(import_module(f"graphmem.{_HOMES.get(name, 'model')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
