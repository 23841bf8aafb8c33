"""The same work with as few queries as it can be done with: what the engine alone costs, beside our own cost."""

# ruff: noqa: SLF001 - it measures what lies below the public face
from __future__ import annotations

import secrets
from typing import Any

from graphmem import Memory
from graphmem.identity.keys import alias_key
from graphmem.model import FOREVER_US
from graphmem.store.call import Flow, Ground, Row, Rows, rows_of
from graphmem.store.flows.folding import Difference, apply, edge_row
from graphmem.store.keys import fact_id

__all__ = ["Raw"]


class Raw:
    """Bare queries on one memory's engine, of one entity whose id is known."""

    def __init__(self, memory: Memory, name: str) -> None:
        self._memory = memory
        self._ground = memory._ground()
        rows = self._rows("names_read", keys=[alias_key(name)])
        self.entity = str(rows[0]["uuid"])

    def _rows(self, query: str, **parameters: Any) -> Rows:
        return self._memory._engine.read(lambda: rows_of(self._ground, query, **parameters))

    def supersede(self, key: str) -> None:
        """A lock, a read of the open edge, its end, two edges made, a durable commit: no statement, no receipt."""
        self._memory._engine.write(lambda: _superseding(self._memory._ground(), self.entity, key))

    def keys(self) -> list[str]:
        """The keys of the entity's facts."""
        return [row["edge"]["key"] for row in self._rows("history_of", entity=self.entity, now=self._ground.now)]

    def facts(self, valid: int) -> None:
        """The edges that hold at an instant, as rows."""
        self._rows("facts_at", entity=self.entity, valid=valid, now=self._ground.now)


def _superseding(ground: Ground, entity: str, key: str) -> Flow[None]:
    locked = yield ground.call("subjects_lock", uuids=[entity], lock=secrets.token_hex(8), now=ground.now)
    now = int(locked[0]["clock"])
    found = yield ground.call("newest_read", frontiers=[], keys=[key], forever=FOREVER_US)
    tail = found[0]
    periods = ((tail["edge"]["valid_from"], now), (now, FOREVER_US))
    rows = [_edge(ground, tail, start, stop, now) for start, stop in periods]
    yield from apply(ground, Difference(opened=rows, closed=[tail["edge"]["uuid"]]), now)


def _edge(ground: Ground, tail: Row, start: int, stop: int, now: int) -> Row:
    edge = tail["edge"]
    native = ("valid_at", "invalid_at", "created_at", "expired_at", "tenant_term", "mark", "group_id")
    props = {name: value for name, value in edge.items() if name not in native}
    uuid = fact_id(edge["key"], edge["value"], (start, stop), "active", now)
    props |= {"uuid": uuid, "valid_from": start, "valid_to": stop, "system_from": now}
    return edge_row(ground, props, tail["subject"], tail["object"])
