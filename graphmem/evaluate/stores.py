"""The store an evaluation works on: a temporary embedded one that goes away, or the caller's own."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphmem.memory import Memory

__all__ = ["Place", "placed"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the tenants of an evaluation are: the store's URL, and how their names begin."""

    url: str
    prefix: str
    temporary: bool

    def tenant(self, *parts: str) -> str:
        """The name of a tenant of this evaluation."""
        return "-".join((self.prefix, *parts))


@contextmanager
def placed(store: str | None, prefix: str, *, afresh: bool) -> Iterator[Place]:
    """A temporary embedded store, gone afterwards, where `store` is None; else that store, left open while it lasts.

    `afresh`: on a store of the caller's, tenants get names that no run had before, for what a run erases
    would be refused if the next one brought it again.
    """
    if store is not None:
        with Memory(store, tenant=prefix):
            yield Place(store, f"{prefix}-{secrets.token_hex(4)}" if afresh else prefix, temporary=False)
        return
    with tempfile.TemporaryDirectory(prefix=f"graphmem-{prefix}-") as folder:
        url = str(Path(folder) / "store")
        with Memory(url, tenant=prefix):  # the engine stays open from tenant to tenant
            yield Place(url, prefix, temporary=True)
