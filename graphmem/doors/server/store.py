"""The one open store of a server, and the memory of whoever asks: one a request, all over the same engine."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter

from graphmem.bulk import Batch, batches
from graphmem.doors.server.tokens import Principal
from graphmem.intake import Reader
from graphmem.memory import Memory, Policies, Predicates, open_engine, registry_of
from graphmem.model import Episode, Erasure, Receipt, refusing
from graphmem.remembering import Remembered
from graphmem.store.call import Call, Flow
from graphmem.store.engines import Engine
from graphmem.verbs import Reading, Remember, Writing

__all__ = ["Asking", "Store"]

Result = TypeVar("Result")
Answer = TypeVar("Answer", Receipt, Erasure)
READERS = 64  # tenants whose parsed turns are kept in memory
STATEMENT = TypeAdapter(Remember)


class Store:
    """An engine that this process has open, what it knows of predicates, and the turns that each tenant said last."""

    def __init__(self, url: str, predicates: Predicates | None = None, policy: Policies | None = None) -> None:
        self.url = url
        self.registry = registry_of(predicates, policy)
        self.engine: Engine = open_engine(url)
        self._readers = OrderedDict[str, Reader]()
        self._lock = threading.Lock()

    def reader(self, tenant: str) -> Reader:
        """The reader of a tenant's turns, which its requests share."""
        with self._lock:
            reader = self._readers.setdefault(tenant, Reader(self.registry))
            self._readers.move_to_end(tenant)
            while len(self._readers) > READERS:
                self._readers.popitem(last=False)
            return reader

    def ready(self) -> None:
        """Reads from the store. Raises Unavailable if it cannot."""
        self.engine.read(_looked)

    def close(self) -> None:
        """Lets the store go; what was written is checkpointed."""
        self.engine.close()


class Asking(Memory):
    """The memory of one request: whose, after which bookmarks, with which idempotency key.

    `written` is called after each chunk with the number of turns that were dealt with. `first` is the number of the
    first statement, for errors that name one.
    """

    def __init__(
        self,
        store: Store,
        principal: Principal,
        *,
        after: Sequence[str] = (),
        key: str | None = None,
        first: int = 1,
        written: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._store = store
        super().__init__(store.url, tenant=principal.tenant, asker=principal.asker, predicates=store.registry)
        self._reader = store.reader(principal.tenant)
        self._after, self._key, self._first, self._told = tuple(after), key, first, written
        self._writes = 0

    def _opened(self, url: str) -> Engine:  # noqa: ARG002 - of the server's store
        return self._store.engine

    def answer(self, verb: Reading[Result]) -> Result:
        """What a verb that reads gives."""
        return self._read(verb, self._after)

    def carry_out(self, verb: Writing[Answer]) -> Answer:
        """What a verb that writes gives; once for each idempotency key."""
        return self._write(verb, self._key)

    def _call(self, verb: str) -> str | None:
        """The key of the next write of a request that makes several."""
        self._writes += 1
        return None if self._key is None else f"{verb} {self._writes}: {self._key}"

    def _take_in(self, chunk: Sequence[Episode], key: str | None = None) -> Receipt:
        receipt = super()._take_in(chunk, key or self._call("ingest"))
        self._told(len(chunk))
        return receipt

    def _take_batch(self, batch: Batch[Remembered], key: str | None = None) -> Receipt:
        receipt = super()._take_batch(batch, key or self._call("remember_many"))
        self._told(len(batch.said))
        return receipt

    def _batches(self, statements: Iterable[Mapping[str, Any]]) -> Iterator[Batch[Remembered]]:
        return batches(statements, self._made, first=self._first)

    def _made(self, parameters: dict[str, Any]) -> Remembered:
        with refusing("statement"):
            return STATEMENT.validate_python(parameters).checked(self._host)


def _looked() -> Flow[None]:
    yield Call("store_read", {})
