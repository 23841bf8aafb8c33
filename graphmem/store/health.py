"""What is amiss in a store, whoever did it: edges out of place, nodes that lack something, a clock behind.

It reads every edge of what it examines, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graphmem.model import FOREVER_US
from graphmem.store.call import Call, Flow, Rows
from graphmem.store.engines import Engine

__all__ = ["AILMENTS", "Ailment", "Examined", "amiss", "opened_engine", "tenants"]


@dataclass(frozen=True, slots=True)
class Ailment:
    """One thing that may be amiss: the query that finds it, and what to do. `neo4j_only`: no other engine has it."""

    name: str
    query: str
    mend: str
    neo4j_only: bool = False


AILMENTS = (
    Ailment(
        "foreign edges",
        "doctor_foreign_edges",
        "Another program wrote facts into this graph; no read of this memory counts them. Let one program write a "
        "graph: state with `remember` what should be known, then delete them.",
    ),
    Ailment(
        "edges without tenant",
        "doctor_edges_without_tenant",
        "No read sees them. Give each the tenant of its ends.",
    ),
    Ailment(
        "edges across tenants",
        "doctor_edges_across",
        "They would show one tenant's words to another. Delete them, and look for what wrote them.",
    ),
    Ailment(
        "once believed, yet open",
        "doctor_past_open",
        "They show as known today what was given up. Delete them.",
    ),
    Ailment(
        "believed, yet closed",
        "doctor_believed_closed",
        "No read counts them as believed now. Set system_to to forever.",
    ),
    Ailment(
        "keys with two current facts",
        "doctor_two_current",
        "One of them is not this memory's. Keep the one that this memory wrote last.",
    ),
    Ailment(
        "facts without statement",
        "doctor_edges_without_statement",
        "Nobody is known to have said them. Delete them, or restore a backup that has the statements.",
    ),
    Ailment(
        "entities without name or summary",
        "doctor_entities_unnamed",
        "Graphiti's readers fail for their whole tenant. Set summary to '' and name to one of the aliases.",
    ),
    Ailment(
        "subjects ahead of the clock",
        "doctor_clock_ahead",
        "This host's clock is behind the one that wrote them, and writes about them are refused. Set the clock right.",
    ),
    Ailment(
        "drifted ends",
        "doctor_drifted",
        "Another program changed invalid_at; this memory reads valid_to and still answers as before. State the end "
        "with `remember(..., kind='end')`, or set invalid_at back.",
        neo4j_only=True,
    ),
    Ailment(
        "unreadable for Graphiti",
        "doctor_unreadable",
        "Set created_at, and on facts also fact and episodes ([]), or delete what another program wrote.",
        neo4j_only=True,
    ),
)


class Examined(Engine, Protocol):
    """An engine that can tell of itself."""

    def about(self) -> str:
        """The engine and its version."""
        ...

    def missing_indexes(self) -> tuple[str, ...]:
        """The constraints and indexes of the schema that are not there, or do not answer."""
        ...

    def lag(self) -> int:
        """How many writes the full-text index has not taken in yet."""
        ...

    def rebuild_index(self) -> int:
        """Makes missing indexes and the full-text index anew; gives the number of documents in the latter."""
        ...


def opened_engine(url: str) -> Examined:
    """The engine on a store that is there. Raises as Memory does."""
    from graphmem.store.engines.neo4j import Neo4jEngine, is_neo4j_url

    if is_neo4j_url(url):
        return Neo4jEngine(url)
    from graphmem.store.engines.embedded import open_embedded

    return open_embedded(str(Path(url)))


def amiss(engine: Engine, tenant: str, now: int) -> dict[Ailment, tuple[str, ...]]:
    """The ids of what is amiss of one tenant ("" for all), by ailment; `now` is the host's clock in microseconds."""
    return {
        ailment: _ids(engine, ailment.query, {"tenant": tenant, "now": now, "forever": FOREVER_US})
        for ailment in AILMENTS
        if engine.name == "neo4j" or not ailment.neo4j_only
    }


def tenants(engine: Engine) -> dict[str, int]:
    """Every tenant of the store, and how many episodes it has."""
    return {str(row["tenant"]): int(row["episodes"]) for row in engine.read(lambda: _asked("tenants_counted", {}))}


def _ids(engine: Engine, query: str, parameters: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(sorted(str(row["id"]) for row in engine.read(lambda: _asked(query, parameters))))


def _asked(query: str, parameters: Mapping[str, object]) -> Flow[Rows]:
    return (yield Call(query, dict(parameters)))
