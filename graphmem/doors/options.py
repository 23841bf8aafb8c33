"""The options that verbs share, and the memory they open with them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.errors import Incorrect

if TYPE_CHECKING:
    from graphmem.faces import Face

__all__ = ["STORE", "AsJson", "AsOf", "Asker", "Budget", "KnownAt", "Store", "Tenant", "opened"]

STORE = "graphmem.db"

Store = Annotated[
    str,
    typer.Option(
        "--store",
        envvar="GRAPHMEM_STORE",
        metavar="URL",
        help="A path; neo4j://host:7687, with NEO4J_USERNAME and NEO4J_PASSWORD in the environment; "
        "or a server, http://host:7690, with GRAPHMEM_TOKEN.",
    ),
]
Tenant = Annotated[
    str | None,
    typer.Option(
        "--tenant",
        envvar="GRAPHMEM_TENANT",
        metavar="NAME",
        help="Whose memory; nothing is done without. A server's token says it itself.",
    ),
]
Asker = Annotated[str | None, typer.Option("--asker", metavar="NAME", help='Who asks: whom "I" and "my" mean.')]
AsJson = Annotated[bool, typer.Option("--json", help="Print the model's own JSON, and nothing on stderr.")]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="What held then in the world; RFC 3339 with a zone. Default: now."),
]
KnownAt = Annotated[
    str | None,
    typer.Option("--known-at", metavar="TIME", help="What the memory believed then; as --as-of."),
]
Budget = Annotated[int | None, typer.Option("--budget", metavar="TOKENS", help="The most tokens the block may take.")]


def opened(store: str, tenant: str | None, asker: str | None = None) -> Face:
    """The memory of `store` for `tenant`, to be used as a context manager. Raises Incorrect without a tenant."""
    if store.startswith(("http://", "https://")):
        from graphmem import Client

        return Client(store, tenant=tenant or None, asker=asker)
    if not tenant:
        raise Incorrect(
            f"no tenant was given for {store}: nothing is read or written without one. "
            "Add --tenant NAME, or set GRAPHMEM_TENANT."
        )
    from graphmem import Memory

    return Memory(store, tenant=tenant, asker=asker, policy=os.environ.get("GRAPHMEM_POLICY") or None)
