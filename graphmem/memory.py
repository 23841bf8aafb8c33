"""Memory and AsyncMemory: the faces of a store that this process has open. The only place that reads a clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from graphmem.bulk import Batch, batches
from graphmem.caches import forget
from graphmem.errors import Incorrect
from graphmem.extract.candidates import Extractor
from graphmem.faces import AsyncFace, Face
from graphmem.intake import Prepared, Reader, prepare, with_removed
from graphmem.model import Episode, Erasure, Receipt, Reextraction, from_us
from graphmem.policy import Policy, read_policy
from graphmem.registry import Predicate, Registry, read_predicates, registry
from graphmem.remembering import Remembered
from graphmem.rereading import Asked, Step, Steps, rereading
from graphmem.stand_in import StandIn
from graphmem.store.call import Ground
from graphmem.store.engines import AsyncEngine, Engine
from graphmem.store.flows.arrive import Arriving, arriving, known, take_in
from graphmem.store.flows.remember import remember
from graphmem.store.flows.write import Draft
from graphmem.verbs import Host, Making, Reading, Remember, Writing, new_lock
from graphmem.workers import checked_workers, read_ahead

__all__ = ["AsyncMemory", "Clock", "Memory", "Predicates", "open_engine", "registry_of"]

Result = TypeVar("Result")
Answer = TypeVar("Answer", Receipt, Erasure)
Clock = Callable[[], datetime]
EXTRACTOR_TIMEOUT_S = 60.0
Policies = str | Path | Policy
Predicates = str | Path | Registry | Predicate | Iterable[Predicate]


class _Hosting:
    """What both memories share: whose memory it is, and how a chunk and a batch become one write. Touches no store."""

    def __init__(
        self,
        tenant: str | None,
        asker: str | None,
        registry: Registry,
        clock: Clock | None,
        tokenizer: Any,
        *,
        stand_in: StandIn | None = None,
    ) -> None:
        if not isinstance(tenant, str) or not tenant.strip():
            raise Incorrect(
                f"tenant={tenant!r}: every memory belongs to a tenant. Give one: Memory(url, tenant='demo')."
            )
        self._host = Host(tenant, asker, registry, clock or _utc_now, tokenizer)
        self._reader = Reader(self._host.registry, stand_in)

    @property
    def tenant(self) -> str:
        """Whose memory it is."""
        return self._host.tenant

    @property
    def asker(self) -> str | None:
        """Whom "I" and "my" mean in a question."""
        return self._host.asker

    @property
    def registry(self) -> Registry:
        """The predicates it knows."""
        return self._host.registry

    def _now(self) -> datetime:
        return from_us(self._host.now())

    def _ground(self) -> Ground:
        return self._host.ground()

    def _arriving(self, prepared: Sequence[Prepared]) -> Making[Arriving]:
        ground = self._ground()
        return lambda: arriving(ground, [one.episode for one in prepared])

    def _taking(self, drafts: Sequence[Draft], call: str | None) -> Making[Receipt]:
        lock = new_lock()
        return lambda: take_in(self._ground(), drafts, lock=lock, call=call)

    def _batches(self, statements: Iterable[Mapping[str, Any]]) -> Iterator[Batch[Remembered]]:
        return batches(statements, lambda given: Remember(**given).checked(self._host))

    def _taking_batch(self, batch: Batch[Remembered], call: str | None) -> Making[Receipt]:
        lock = new_lock()
        return lambda: remember(self._ground(), batch.said, lock=lock, call=batch.call or call)

    def _reading_here(self, workers: int) -> bool:
        """Whether no other process is to read. Raises Incorrect for others beside an extractor of the caller's."""
        if checked_workers(workers) > 1 and self._reader.stand_in is not None:
            raise Incorrect(
                f"workers={workers} would read by the shipped rules, not by {self._reader.id}. "
                "Leave workers out, or the extractor."
            )
        return workers == 1

    def _forget(self) -> None:
        """After an erasure no text, parsed or not, and no known name may stay in memory."""
        self._reader.forget()
        forget()


class Memory(_Hosting, Face):
    """A memory of one tenant, on a folder (`Memory("memory.db", tenant=...)`) or on Neo4j (`"neo4j://host:7687"`).

    `asker` is who "I" is in questions. `predicates` adds to the registry: a TOML file, or Predicate values. `policy`, a
    TOML file laid over the shipped one, says what is kept, and how long.
    `clock` gives aware datetimes, for tests and replay. `tokenizer` counts budgets: a name of tiktoken's or a callable.
    `extractor` reads texts in the place of the shipped rules, at most `extractor_timeout_s` a turn.
    Raises Incorrect without a tenant, Conflict if the store is held or newer, Unavailable if it cannot be reached.
    """

    def __init__(
        self,
        url: str | Path,
        *,
        tenant: str | None = None,
        asker: str | None = None,
        predicates: Predicates | None = None,
        policy: Policies | None = None,
        clock: Clock | None = None,
        tokenizer: str | Callable[[str], int] | None = None,
        extractor: Extractor | None = None,
        extractor_timeout_s: float = EXTRACTOR_TIMEOUT_S,
    ) -> None:
        stand_in = None if extractor is None else StandIn(extractor, extractor_timeout_s)
        super().__init__(tenant, asker, registry_of(predicates, policy), clock, tokenizer, stand_in=stand_in)
        self._engine = self._opened(str(url))
        self._host.secret = self._engine.secret
        self._closed = False

    @property
    def engine(self) -> str:
        """Which engine holds this memory: "embedded" or "neo4j"."""
        return self._engine.name

    def close(self) -> None:
        """Lets the store go. A closed memory refuses every verb."""
        if not self._closed:
            self._closed = True
            self._engine.close()

    def _opened(self, url: str) -> Engine:
        return open_engine(url)

    def _guard(self) -> Engine:
        if self._closed:
            raise Incorrect("this memory is closed. Open another: Memory(url, tenant=...).")
        return self._engine

    def _read(self, verb: Reading[Result], bookmarks: Sequence[str] = ()) -> Result:
        return self._guard().read(verb.flow(self._host), bookmarks)

    def _write(self, verb: Writing[Answer], key: str | None = None) -> Answer:
        engine = self._guard()
        answer, bookmarks = engine.write(verb.flow(self._host, key))
        if isinstance(answer, Erasure):
            self._forget()
        return _completed(answer, bookmarks, engine)

    def _receipts(self, chunks: Iterator[Sequence[Episode]], workers: int) -> Generator[Receipt]:
        if self._reading_here(workers):
            yield from super()._receipts(chunks, workers)
            return
        with closing(read_ahead(chunks, workers, self._known, self.registry.policy)) as ahead:
            for read in ahead:
                self._reader.know(read.analyses)
                yield self._take_prepared(read.prepared)

    def _known(self, chunk: Sequence[Episode]) -> frozenset[str]:
        ground = self._ground()
        return self._guard().read(lambda: known(ground, chunk))

    def _take_in(self, chunk: Sequence[Episode], key: str | None = None) -> Receipt:
        return self._take_prepared([prepare(episode, self.registry.policy) for episode in chunk], key)

    def _take_prepared(self, prepared: Sequence[Prepared], key: str | None = None) -> Receipt:
        arrived = self._guard().read(self._arriving(prepared))
        drafts = self._reader.drafts(arrived.fresh, arrived.earlier, arrived.heard)
        drafts = [*with_removed(drafts, prepared, arrived.documents), *arrived.known_drafts()]
        receipt, bookmarks = self._guard().write(self._taking(drafts, key))
        return receipt.model_copy(update={"bookmarks": bookmarks})

    def _take_batch(self, batch: Batch[Remembered], key: str | None = None) -> Receipt:
        receipt, bookmarks = self._guard().write(self._taking_batch(batch, key))
        return receipt.model_copy(update={"bookmarks": bookmarks})

    def _reextract(self, asked: Asked) -> Reextraction:
        steps, result = rereading(self._host, self._reader, asked), None
        try:
            while True:
                step = steps.send(result)
                run = self._guard()
                result = run.write(step.make)[0] if step.writes else run.read(step.make)
        except StopIteration as stop:
            return cast("Reextraction", stop.value)


class AsyncMemory(_Hosting, AsyncFace):
    """The same verbs, awaited: `async with AsyncMemory(url, tenant=...) as memory`."""

    def __init__(
        self,
        url: str | Path,
        *,
        tenant: str | None = None,
        asker: str | None = None,
        predicates: Predicates | None = None,
        policy: Policies | None = None,
        clock: Clock | None = None,
        tokenizer: str | Callable[[str], int] | None = None,
        extractor: Extractor | None = None,
        extractor_timeout_s: float = EXTRACTOR_TIMEOUT_S,
    ) -> None:
        stand_in = None if extractor is None else StandIn(extractor, extractor_timeout_s)
        super().__init__(tenant, asker, registry_of(predicates, policy), clock, tokenizer, stand_in=stand_in)
        self._url = str(url)
        self._engine: AsyncEngine | None = None

    @property
    def engine(self) -> str:
        """Which engine holds this memory: "embedded" or "neo4j"."""
        return self._guard().name

    async def open(self) -> Self:
        """Opens the store; `async with` does it. Raises as Memory does."""
        self._engine = await _open_async(self._url)
        self._host.secret = self._engine.secret
        return self

    async def close(self) -> None:
        """Lets the store go."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()

    def _guard(self) -> AsyncEngine:
        if self._engine is None:
            raise Incorrect("this memory is not open. Use `async with AsyncMemory(url, tenant=...)`, or await open().")
        return self._engine

    async def _read(self, verb: Reading[Result]) -> Result:
        return await self._guard().read(verb.flow(self._host))

    async def _write(self, verb: Writing[Answer], key: str | None = None) -> Answer:
        engine = self._guard()
        answer, bookmarks = await engine.write(verb.flow(self._host, key))
        if isinstance(answer, Erasure):
            self._forget()
            return await asyncio.to_thread(_completed, answer, bookmarks, engine)
        return _completed(answer, bookmarks, engine)

    async def _receipts(self, chunks: Iterator[Sequence[Episode]], workers: int) -> AsyncGenerator[Receipt]:
        if self._reading_here(workers):
            async for receipt in super()._receipts(chunks, workers):
                yield receipt
            return
        loop = asyncio.get_running_loop()
        ahead = read_ahead(chunks, workers, partial(self._known_in, loop), self.registry.policy)
        with ThreadPoolExecutor(1, "graphmem-read") as thread:  # one thread: what is closed is not at work
            try:
                while (read := await loop.run_in_executor(thread, next, ahead, None)) is not None:
                    self._reader.know(read.analyses)
                    yield await self._take_prepared(read.prepared)
            finally:
                await loop.run_in_executor(thread, ahead.close)

    def _known_in(self, loop: asyncio.AbstractEventLoop, chunk: Sequence[Episode]) -> frozenset[str]:
        ground = self._ground()
        reading = self._guard().read(lambda: known(ground, chunk))
        return asyncio.run_coroutine_threadsafe(reading, loop).result()

    async def _take_in(self, chunk: Sequence[Episode]) -> Receipt:
        return await self._take_prepared([prepare(episode, self.registry.policy) for episode in chunk])

    async def _take_prepared(self, prepared: Sequence[Prepared]) -> Receipt:
        arrived = await self._guard().read(self._arriving(prepared))
        drafts = await asyncio.to_thread(self._reader.drafts, arrived.fresh, arrived.earlier, arrived.heard)
        drafts = [*with_removed(drafts, prepared, arrived.documents), *arrived.known_drafts()]
        receipt, bookmarks = await self._guard().write(self._taking(drafts, None))
        return receipt.model_copy(update={"bookmarks": bookmarks})

    async def _take_batch(self, batch: Batch[Remembered]) -> Receipt:
        receipt, bookmarks = await self._guard().write(self._taking_batch(batch, None))
        return receipt.model_copy(update={"bookmarks": bookmarks})

    async def _reextract(self, asked: Asked) -> Reextraction:
        steps, result = rereading(self._host, self._reader, asked), None
        while True:
            step = await asyncio.to_thread(_sent, steps, result)
            if isinstance(step, Reextraction):
                return step
            run = self._guard()
            result = (await run.write(step.make))[0] if step.writes else await run.read(step.make)


def _sent(steps: Steps, result: Any) -> Step | Reextraction:
    """The next step, or what they all came to. No StopIteration: it would not come out of a thread."""
    try:
        return steps.send(result)
    except StopIteration as stop:
        return cast("Reextraction", stop.value)


def _utc_now() -> datetime:
    return datetime.now(UTC)


def registry_of(predicates: Predicates | None, policy: Policies | None = None) -> Registry:
    """The shipped predicates with these laid over them, under a policy; a Registry is taken as it is."""
    known = _registry_of(predicates)
    if policy is None:
        return known
    return known.under(policy if isinstance(policy, Policy) else read_policy(policy))


def _registry_of(predicates: Predicates | None) -> Registry:
    if predicates is None:
        return registry()
    if isinstance(predicates, Registry):
        return predicates
    if isinstance(predicates, str | Path):
        return registry().plus(read_predicates(Path(predicates)))
    return registry().plus([predicates] if isinstance(predicates, Predicate) else predicates)


def open_engine(url: str) -> Engine:
    """The engine that a URL names, open. Raises as Memory does."""
    from graphmem.store.engines.neo4j import Neo4jEngine, is_neo4j_url

    if is_neo4j_url(url):
        return Neo4jEngine(url)
    from graphmem.store.engines.embedded import open_embedded

    return open_embedded(_folder(url))


async def _open_async(url: str) -> AsyncEngine:
    from graphmem.store.engines.neo4j import AsyncNeo4jEngine, is_neo4j_url

    if is_neo4j_url(url):
        return await asyncio.to_thread(AsyncNeo4jEngine, url)
    from graphmem.store.engines.embedded import ThreadedEngine, open_embedded

    return ThreadedEngine(await asyncio.to_thread(open_embedded, _folder(url)))


def _folder(url: str) -> str:
    if url.startswith(("http://", "https://")):
        raise Incorrect(f"{url!r} is a server. Ask it with Client({url!r}, token=...) in the place of Memory.")
    if "://" in url:
        scheme = url.split("://", 1)[0]
        raise Incorrect(
            f"{url!r}: no engine has the scheme {scheme!r}. Give a folder for the embedded engine, or neo4j://HOST:7687."
        )
    return url


def _completed(answer: Answer, bookmarks: tuple[str, ...], engine: Any) -> Answer:
    """The answer with its bookmarks; a certificate also with what the engine itself still holds or has emptied."""
    if isinstance(answer, Receipt):
        return answer.model_copy(update={"bookmarks": bookmarks})
    after: tuple[tuple[str, ...], tuple[str, ...]] = engine.after_erasure()
    looked_at, remains = (*answer.looked_at, *after[0]), (*answer.remains, *after[1])
    return answer.model_copy(update={"looked_at": looked_at, "remains": remains, "bookmarks": bookmarks})
