"""Where Neo4j Browser shows a store, and what to paste there."""

from __future__ import annotations

from urllib.parse import urlsplit

from graphmem.store.queries import cypher_root

__all__ = ["browser_address", "browser_query"]

BOLT, HTTP, HTTPS = 7687, 7474, 7473


def browser_address(url: str) -> str:
    """Where Neo4j usually serves its Browser, for the host of a Bolt URL; a moved Bolt port moves it as far."""
    parts = urlsplit(url)
    secure = parts.scheme.endswith(("+s", "+ssc"))
    port = (HTTPS if secure else HTTP) + (parts.port or BOLT) - BOLT
    return f"{'https' if secure else 'http'}://{parts.hostname}:{port}/browser/"


def browser_query(tenant: str, name: str) -> str:
    """The query of the demo with its parameters written in, to be pasted as it is."""
    text = (cypher_root() / "browser" / "one_person.cypher").read_text(encoding="utf-8").strip()
    return text.replace("$tenant", _literal(tenant)).replace("$name", _literal(name))


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
