"""Where Neo4j Browser shows a store, and what to paste there."""

from __future__ import annotations

from urllib.parse import urlsplit

from graphmem.doors.saved import literal, saved_queries
from graphmem.store.queries import USED

__all__ = ["browser_address", "browser_query"]

BOLT, HTTP, HTTPS = 7687, 7474, 7473
HISTORY = "05"


def browser_address(url: str) -> str:
    """Where Neo4j usually serves its Browser, for the host of a Bolt URL; a moved Bolt port moves it as far."""
    parts = urlsplit(url)
    secure = parts.scheme.endswith(("+s", "+ssc"))
    port = (HTTPS if secure else HTTP) + (parts.port or BOLT) - BOLT
    return f"{'https' if secure else 'http'}://{parts.hostname}:{port}/browser/"


def browser_query(tenant: str, name: str) -> str:
    """One person on both clocks, drawn: a saved query with its parameters written in, to be pasted as it is."""
    (history,) = (query for query in saved_queries() if query.number == HISTORY)
    given = {"tenant": tenant, "name": name, "predicate": ""}
    return USED.sub(lambda parameter: literal(given[parameter[1]]), history.drawn)
