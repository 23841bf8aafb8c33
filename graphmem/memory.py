"""Memory and AsyncMemory: the public face. The only place that reads a clock."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from graphmem.bulk import Batch, Tally, batches
from graphmem.errors import GraphmemError, Incorrect
from graphmem.gate.redact import clean
from graphmem.identity.keys import forget as forget_names
from graphmem.intake import Prepared, Reader, chunks, prepare
from graphmem.model import (
    Block,
    Change,
    Episode,
    Erasure,
    Explanation,
    Fact,
    Kind,
    Receipt,
    ReviewItem,
    SourceKind,
    from_us,
)
from graphmem.model import (
    Path as FactPath,
)
from graphmem.moments import Instant, instant_us, moment
from graphmem.registry import Predicate, Registry, read_predicates, registry
from graphmem.remembering import Remembered, remembered
from graphmem.store.call import Flow, Ground
from graphmem.store.engines import AsyncEngine, Engine
from graphmem.store.flows import erase, read, taking_back
from graphmem.store.flows.arrive import Arriving, arriving
from graphmem.store.flows.recall import recall as recall_flow
from graphmem.store.flows.remember import remember as remember_flow
from graphmem.store.flows.write import Draft, write

__all__ = ["AsyncMemory", "Memory"]

Result = TypeVar("Result")
Clock = Callable[[], datetime]
Progress = Callable[[int, int | None], None]
Source = str | Path | Iterable[Episode | Mapping[str, Any]]
Predicates = str | Path | Predicate | Iterable[Predicate]
MAX_HOPS = 3
PATHS = 20


class _Face:
    """What both faces share: whose memory it is, parameters checked, flows made. Touches no store."""

    def __init__(
        self, tenant: str | None, asker: str | None, predicates: Predicates | None, clock: Clock | None, tokenizer: Any
    ) -> None:
        if not isinstance(tenant, str) or not tenant.strip():
            raise Incorrect(
                f"tenant={tenant!r}: every memory belongs to a tenant. Give one: Memory(url, tenant='demo')."
            )
        self.tenant = tenant
        self.asker = asker
        self.registry = _registry(predicates)
        self._clock = clock or _utc_now
        self._tokenizer = tokenizer
        self._reader = Reader(self.registry)
        self._secret = ""

    def _now(self) -> int:
        return instant_us(self._clock(), "clock()")

    def _ground(self) -> Ground:
        """Whose memory, and now. A write reads the clock when its turn comes: it may have waited for others."""
        return Ground(self.tenant, self.registry, self._secret, self._now())

    def _facts(
        self, entity: str, predicate: str | None, as_of: Instant | None, known_at: Instant | None
    ) -> Callable[[], Flow[tuple[Fact, ...]]]:
        ground = self._ground()
        valid = ground.now if as_of is None else instant_us(as_of, "as_of")
        return lambda: read.facts(ground, clean(entity), self._predicate(predicate), valid, _known(known_at))

    def _history(
        self, entity: str, predicate: str | None, known_at: Instant | None
    ) -> Callable[[], Flow[tuple[Fact, ...]]]:
        ground, known = self._ground(), _known(known_at)
        return lambda: read.history(ground, clean(entity), self._predicate(predicate), known)

    def _changes(self, since: Instant, until: Instant | None) -> Callable[[], Flow[tuple[Change, ...]]]:
        ground, first = self._ground(), instant_us(since, "since")
        last = max(ground.now, first) + 1_000_000 if until is None else instant_us(until, "until")
        if last < first:
            raise Incorrect(f"until={until!s} is before since={since!s}. Swap them.")
        return lambda: read.changes(ground, first, last)

    def _paths(
        self, start: str, stop: str, max_hops: int, as_of: Instant | None, known_at: Instant | None
    ) -> Callable[[], Flow[tuple[FactPath, ...]]]:
        if not 1 <= max_hops <= MAX_HOPS:
            raise Incorrect(f"max_hops={max_hops} is not between 1 and {MAX_HOPS}. Ask for fewer hops.")
        ground, known = self._ground(), _known(known_at)
        valid = ground.now if as_of is None else instant_us(as_of, "as_of")
        return lambda: read.paths(
            ground, clean(start), clean(stop), hops=max_hops, valid=valid, known=known, limit=PATHS
        )

    def _recall(
        self, question: str, as_of: Instant | None, known_at: Instant | None, budget_tokens: int
    ) -> Callable[[], Flow[Block]]:
        from graphmem.recall.tokens import counter

        ground = self._ground()
        asked: dict[str, Any] = {
            "asker": self.asker,
            "as_of": None if as_of is None else moment(as_of, "as_of"),
            "known_at": None if known_at is None else moment(known_at, "known_at"),
            "budget_tokens": budget_tokens,
            "count": counter(self._tokenizer),
        }
        return lambda: recall_flow(ground, clean(question), **asked)

    def _erase(self, subject: str | None, episode: str | None) -> Callable[[], Flow[Erasure]]:
        if (subject is None) == (episode is None):
            raise Incorrect("erase takes subject= or episode=, one of them. Name what to destroy.")
        lock = _lock()
        if subject is not None:
            return lambda: erase.erase_subject(self._ground(), clean(subject), lock=lock)
        return lambda: erase.erase_episode(self._ground(), clean(str(episode)), lock=lock)

    def _retract(self, episode: str) -> Callable[[], Flow[Receipt]]:
        lock = _lock()
        return lambda: taking_back.retract(self._ground(), clean(episode), lock=lock)

    def _merge(self, entity: str, other: str) -> Callable[[], Flow[Receipt]]:
        lock = _lock()
        return lambda: taking_back.merge(self._ground(), clean(entity), clean(other), lock=lock)

    def _split(self, entity: str) -> Callable[[], Flow[Receipt]]:
        lock = _lock()
        return lambda: taking_back.split(self._ground(), clean(entity), lock=lock)

    def _write(self, drafts: Sequence[Draft]) -> Callable[[], Flow[Receipt]]:
        lock = _lock()
        return lambda: write(self._ground(), drafts, lock=lock)

    def _remember(self, said: Remembered, idempotency_key: str | None) -> Callable[[], Flow[Receipt]]:
        lock = _lock()
        return lambda: remember_flow(self._ground(), [said], lock=lock, call=idempotency_key)

    def _remember_batch(self, batch: Batch) -> Callable[[], Flow[Receipt]]:
        lock = _lock()
        return lambda: remember_flow(self._ground(), batch.said, lock=lock, call=batch.call)

    def _tallied(self, tally: Tally, started: float, stopped: str | None = None) -> Receipt:
        return tally.receipt(Receipt(at=from_us(self._now())), time.perf_counter() - started, stopped)

    def _arriving(self, prepared: Sequence[Prepared]) -> Callable[[], Flow[Arriving]]:
        ground = self._ground()
        return lambda: arriving(ground, [one.episode for one in prepared])

    def _predicate(self, name: str | None) -> str | None:
        return None if name is None else name.strip().lower().replace(" ", "_")

    def _remembered(self, subject: str, predicate: str, object: str | None, **given: Any) -> Remembered:
        return remembered(
            self.registry.known(predicate), subject, object, tenant=self.tenant, now=from_us(self._now()), **given
        )

    def _episodes(self, source: Source, **given: Any) -> Iterable[Episode]:
        from graphmem.importers import read_episodes

        return read_episodes(source, tenant=self.tenant, **given)


class Memory(_Face):
    """A memory of one tenant, on a folder (`Memory("memory.db", tenant=...)`) or on Neo4j (`"neo4j://host:7687"`).

    `asker` is who "I" is in questions. `predicates` adds to the registry: a TOML file, or Predicate values.
    `clock` gives aware datetimes, for tests and replay. `tokenizer` counts budgets: a name of tiktoken's or a callable.
    Raises Incorrect without a tenant, Conflict if the store is held or newer, Unavailable if it cannot be reached.
    """

    def __init__(
        self,
        url: str | Path,
        *,
        tenant: str | None = None,
        asker: str | None = None,
        predicates: Predicates | None = None,
        clock: Clock | None = None,
        tokenizer: str | Callable[[str], int] | None = None,
    ) -> None:
        super().__init__(tenant, asker, predicates, clock, tokenizer)
        self._engine: Engine = _open(str(url))
        self._secret = self._engine.secret
        self._closed = False

    @property
    def engine(self) -> str:
        """Which engine holds this memory: "embedded" or "neo4j"."""
        return self._engine.name

    def ingest(
        self,
        source: Source,
        *,
        format: str | None = None,
        session: str | None = None,
        said_at: Instant | None = None,
        progress: Progress | None = None,
    ) -> Receipt:
        """Takes transcripts in: a path, or an iterable of Episode or of dicts with its fields; streamed, by the chunk.

        What was written before bad input stays, and the error's `receipt` says where it stopped. `format` ("jsonl",
        "json", "plain") is found by structure where it is not given. `session` names the session of a source that
        names none, `said_at` is the time of messages that have none. `progress` is called with bytes read and bytes
        in all. An episode that is stored already is a duplicate and adds nothing.
        """
        started, receipts = time.perf_counter(), list[Receipt]()
        try:
            for chunk in chunks(
                self._episodes(source, format=format, session=session, said_at=said_at, progress=progress)
            ):
                receipts += self._take_in(chunk)
        except GraphmemError as error:
            error.receipt = _merged(receipts, started, from_us(self._now()), stopped=str(error))
            raise
        return _merged(receipts, started, from_us(self._now()))

    def _take_in(self, chunk: Sequence[Episode]) -> list[Receipt]:
        prepared = [prepare(episode) for episode in chunk]
        arrived = self._read(self._arriving(prepared))
        drafts = self._reader.drafts(arrived.fresh, arrived.earlier)
        receipt = self._written(self._write([*drafts, *arrived.known_drafts()]))
        return [_with_removed(receipt, prepared)]

    def remember(
        self,
        subject: str,
        predicate: str,
        object: str | None = None,
        *,
        kind: Kind = "state",
        corrects: str | None = None,
        said_at: Instant | None = None,
        valid_from: Instant | None = None,
        valid_to: Instant | None = None,
        speaker: str | None = None,
        source_kind: SourceKind = "user_statement",
        episode: str | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Records one structured statement, through the same gate as text.

        Raises Incorrect for a predicate the registry does not hold, with close names, and for a period that ends
        before it begins. The same `idempotency_key` again gives the first receipt and writes nothing.
        """
        said = self._remembered(
            subject, predicate, object, kind=kind, corrects=corrects, said_at=said_at, valid_from=valid_from,
            valid_to=valid_to, speaker=speaker, source_kind=source_kind, episode=episode,
        )  # fmt: skip
        started = time.perf_counter()
        receipt = self._written(self._remember(said, idempotency_key))
        return receipt.model_copy(update={"seconds": time.perf_counter() - started})

    def remember_many(self, statements: Iterable[Mapping[str, Any]], *, progress: Progress | None = None) -> Receipt:
        """Records many structured statements, each a mapping with the parameters of `remember`; a batch a transaction.

        Gives the graph that `remember` gives one by one, in the same order. They are streamed: memory stays bounded,
        and the receipt lists only what was not kept or waits for review, and counts the rest. `progress` is called
        after each batch with the statements done and those in all, None where `statements` has no length. The same
        statements again are duplicates and add nothing, if each has its `said_at`: so a load that was broken off is
        begun again. An error names the statement; those before it are stored, and its `receipt` says so.
        """
        started, tally = time.perf_counter(), Tally()
        try:
            for batch in batches(statements, self._remembered):
                tally.add(self._written(self._remember_batch(batch)), len(batch.said))
                _tell(progress, tally, statements)
        except GraphmemError as error:
            error.receipt = self._tallied(tally, started, stopped=str(error))
            raise
        return self._tallied(tally, started)

    def recall(
        self,
        question: str,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
        budget_tokens: int = 400,
    ) -> Block:
        """The facts that answer a question, of the time it asks about, cited, in the budget; or that none is stored.

        `budget_tokens` bounds the final string, envelope included, in the caller's tokenizer. `as_of` and `known_at`
        win over what the words say. Raises Incorrect for a budget too small for one fact.
        """
        return self._read(self._recall(question, as_of, known_at, budget_tokens))

    def facts(
        self,
        entity: str,
        predicate: str | None = None,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> tuple[Fact, ...]:
        """What holds of an entity at one point of both clocks. Raises Conflict for a name that several bear."""
        return self._read(self._facts(entity, predicate, as_of, known_at))

    def history(
        self, entity: str, predicate: str | None = None, *, known_at: Instant | None = None
    ) -> tuple[Fact, ...]:
        """Every segment believed of an entity, in order of valid time."""
        return self._read(self._history(entity, predicate, known_at))

    def paths(
        self,
        start: str,
        stop: str,
        *,
        max_hops: int = MAX_HOPS,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> tuple[FactPath, ...]:
        """How two entities are joined, over facts that all hold at the viewpoint; shortest first, at most 20."""
        return self._read(self._paths(start, stop, max_hops, as_of, known_at))

    def changes(self, since: Instant, until: Instant | None = None) -> tuple[Change, ...]:
        """What came to be believed, and ceased to be, after `since` (system time), oldest first."""
        return self._read(self._changes(since, until))

    def why(self, fact_id: str) -> Explanation:
        """A fact with every statement behind it. Raises NotFound for an id that is not stored."""
        ground = self._ground()
        return self._read(lambda: read.why(ground, clean(fact_id)))

    def review(self) -> tuple[ReviewItem, ...]:
        """What waits for a person to look at it."""
        ground = self._ground()
        return self._read(lambda: read.review(ground))

    def merge(self, entity: str, other: str) -> Receipt:
        """Makes two entities one, recorded and reversible; the first gives the name. Raises NotFound or Conflict."""
        return self._written(self._merge(entity, other))

    def split(self, entity: str) -> Receipt:
        """Takes a merge back, by a name or the id of what was merged away. Raises NotFound if it was not merged."""
        return self._written(self._split(entity))

    def retract(self, episode: str) -> Receipt:
        """Withdraws a source: belief is folded again, history keeps what was. Raises NotFound if it is not stored."""
        return self._written(self._retract(episode))

    def erase(self, *, subject: str | None = None, episode: str | None = None) -> Erasure:
        """Destroys a subject or an episode and all that is stated by it, history too; gives a certificate."""
        erasure, _ = self._guard().write(self._erase(subject, episode))
        self._reader.forget()
        forget_names()
        return _certified(erasure, self._engine)

    def close(self) -> None:
        """Lets the store go. A closed memory refuses every verb."""
        if not self._closed:
            self._closed = True
            self._engine.close()

    def _guard(self) -> Engine:
        if self._closed:
            raise Incorrect("this memory is closed. Open another: Memory(url, tenant=...).")
        return self._engine

    def _read(self, flow: Callable[[], Flow[Result]]) -> Result:
        return self._guard().read(flow)

    def _written(self, flow: Callable[[], Flow[Receipt]]) -> Receipt:
        receipt, bookmarks = self._guard().write(flow)
        return receipt.model_copy(update={"bookmarks": bookmarks})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncMemory(_Face):
    """The same verbs, awaited: `async with AsyncMemory(url, tenant=...) as memory`."""

    def __init__(
        self,
        url: str | Path,
        *,
        tenant: str | None = None,
        asker: str | None = None,
        predicates: Predicates | None = None,
        clock: Clock | None = None,
        tokenizer: str | Callable[[str], int] | None = None,
    ) -> None:
        super().__init__(tenant, asker, predicates, clock, tokenizer)
        self._url = str(url)
        self._engine: AsyncEngine | None = None

    @property
    def engine(self) -> str:
        """Which engine holds this memory: "embedded" or "neo4j"."""
        return self._guard().name

    async def open(self) -> Self:
        """Opens the store; `async with` does it. Raises as Memory does."""
        self._engine = await _open_async(self._url)
        self._secret = self._engine.secret
        return self

    async def ingest(
        self,
        source: Source,
        *,
        format: str | None = None,
        session: str | None = None,
        said_at: Instant | None = None,
        progress: Progress | None = None,
    ) -> Receipt:
        """See Memory.ingest."""
        started, receipts = time.perf_counter(), list[Receipt]()
        try:
            for chunk in chunks(
                self._episodes(source, format=format, session=session, said_at=said_at, progress=progress)
            ):
                receipts += await self._take_in(chunk)
        except GraphmemError as error:
            error.receipt = _merged(receipts, started, from_us(self._now()), stopped=str(error))
            raise
        return _merged(receipts, started, from_us(self._now()))

    async def _take_in(self, chunk: Sequence[Episode]) -> list[Receipt]:
        prepared = [prepare(episode) for episode in chunk]
        arrived = await self._read(self._arriving(prepared))
        drafts = await asyncio.to_thread(self._reader.drafts, arrived.fresh, arrived.earlier)
        receipt = await self._written(self._write([*drafts, *arrived.known_drafts()]))
        return [_with_removed(receipt, prepared)]

    async def remember(
        self,
        subject: str,
        predicate: str,
        object: str | None = None,
        *,
        kind: Kind = "state",
        corrects: str | None = None,
        said_at: Instant | None = None,
        valid_from: Instant | None = None,
        valid_to: Instant | None = None,
        speaker: str | None = None,
        source_kind: SourceKind = "user_statement",
        episode: str | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """See Memory.remember."""
        said = self._remembered(
            subject, predicate, object, kind=kind, corrects=corrects, said_at=said_at, valid_from=valid_from,
            valid_to=valid_to, speaker=speaker, source_kind=source_kind, episode=episode,
        )  # fmt: skip
        started = time.perf_counter()
        receipt = await self._written(self._remember(said, idempotency_key))
        return receipt.model_copy(update={"seconds": time.perf_counter() - started})

    async def remember_many(
        self, statements: Iterable[Mapping[str, Any]], *, progress: Progress | None = None
    ) -> Receipt:
        """See Memory.remember_many."""
        started, tally = time.perf_counter(), Tally()
        try:
            for batch in batches(statements, self._remembered):
                tally.add(await self._written(self._remember_batch(batch)), len(batch.said))
                _tell(progress, tally, statements)
        except GraphmemError as error:
            error.receipt = self._tallied(tally, started, stopped=str(error))
            raise
        return self._tallied(tally, started)

    async def recall(
        self,
        question: str,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
        budget_tokens: int = 400,
    ) -> Block:
        """See Memory.recall."""
        return await self._read(self._recall(question, as_of, known_at, budget_tokens))

    async def facts(
        self,
        entity: str,
        predicate: str | None = None,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> tuple[Fact, ...]:
        """See Memory.facts."""
        return await self._read(self._facts(entity, predicate, as_of, known_at))

    async def history(
        self, entity: str, predicate: str | None = None, *, known_at: Instant | None = None
    ) -> tuple[Fact, ...]:
        """See Memory.history."""
        return await self._read(self._history(entity, predicate, known_at))

    async def paths(
        self,
        start: str,
        stop: str,
        *,
        max_hops: int = MAX_HOPS,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> tuple[FactPath, ...]:
        """See Memory.paths."""
        return await self._read(self._paths(start, stop, max_hops, as_of, known_at))

    async def changes(self, since: Instant, until: Instant | None = None) -> tuple[Change, ...]:
        """See Memory.changes."""
        return await self._read(self._changes(since, until))

    async def why(self, fact_id: str) -> Explanation:
        """See Memory.why."""
        ground = self._ground()
        return await self._read(lambda: read.why(ground, clean(fact_id)))

    async def review(self) -> tuple[ReviewItem, ...]:
        """See Memory.review."""
        ground = self._ground()
        return await self._read(lambda: read.review(ground))

    async def merge(self, entity: str, other: str) -> Receipt:
        """See Memory.merge."""
        return await self._written(self._merge(entity, other))

    async def split(self, entity: str) -> Receipt:
        """See Memory.split."""
        return await self._written(self._split(entity))

    async def retract(self, episode: str) -> Receipt:
        """See Memory.retract."""
        return await self._written(self._retract(episode))

    async def erase(self, *, subject: str | None = None, episode: str | None = None) -> Erasure:
        """See Memory.erase."""
        engine = self._guard()
        erasure, _ = await engine.write(self._erase(subject, episode))
        self._reader.forget()
        forget_names()
        return await asyncio.to_thread(_certified, erasure, engine)

    async def close(self) -> None:
        """Lets the store go."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()

    def _guard(self) -> AsyncEngine:
        if self._engine is None:
            raise Incorrect("this memory is not open. Use `async with AsyncMemory(url, tenant=...)`, or await open().")
        return self._engine

    async def _read(self, flow: Callable[[], Flow[Result]]) -> Result:
        return await self._guard().read(flow)

    async def _written(self, flow: Callable[[], Flow[Receipt]]) -> Receipt:
        receipt, bookmarks = await self._guard().write(flow)
        return receipt.model_copy(update={"bookmarks": bookmarks})

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _lock() -> str:
    return secrets.token_hex(8)


def _known(known_at: Instant | None) -> int | None:
    return None if known_at is None else instant_us(known_at, "known_at")


def _registry(predicates: Predicates | None) -> Registry:
    if predicates is None:
        return registry()
    if isinstance(predicates, str | Path):
        return registry().plus(read_predicates(Path(predicates)))
    return registry().plus([predicates] if isinstance(predicates, Predicate) else predicates)


def _open(url: str) -> Engine:
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
    if "://" in url:
        scheme = url.split("://", 1)[0]
        raise Incorrect(
            f"{url!r}: no engine has the scheme {scheme!r}. Give a folder for the embedded engine, or neo4j://HOST:7687."
        )
    return url


def _tell(progress: Progress | None, tally: Tally, statements: Iterable[Any]) -> None:
    if progress is not None:
        progress(tally.statements, len(statements) if isinstance(statements, Sized) else None)


def _with_removed(receipt: Receipt, prepared: Sequence[Prepared]) -> Receipt:
    stored = set(receipt.episodes)
    removed = itertools.chain.from_iterable(one.removed for one in prepared if one.episode.id in stored)
    return receipt.model_copy(update={"statements": (*removed, *receipt.statements)})


def _merged(receipts: Sequence[Receipt], started: float, now: datetime, stopped: str | None = None) -> Receipt:
    """One receipt of a call's many writes; a fact that one chunk opened and a later one closed is in both lists."""
    seconds = time.perf_counter() - started
    if len(receipts) == 1:
        return receipts[0].model_copy(update={"seconds": seconds, "stopped": stopped})
    roles = dict[str, int]()
    for receipt in receipts:
        for role, number in receipt.roles.items():
            roles[role] = roles.get(role, 0) + number

    def joined(name: str) -> tuple[Any, ...]:
        return tuple(itertools.chain.from_iterable(getattr(receipt, name) for receipt in receipts))

    return Receipt(
        id=receipts[-1].id if receipts else "",
        episodes=joined("episodes"),
        statements=joined("statements"),
        opened=joined("opened"),
        closed=joined("closed"),
        review=tuple(dict.fromkeys(joined("review"))),
        duplicates=joined("duplicates"),
        skipped=joined("skipped"),
        roles=roles,
        at=receipts[-1].at if receipts else now,
        bookmarks=receipts[-1].bookmarks if receipts else (),
        seconds=seconds,
        stopped=stopped,
    )


def _certified(erasure: Erasure, engine: Any) -> Erasure:
    """The certificate with what the engine itself still holds or has emptied."""
    looked, remains = engine.after_erasure()
    return erasure.model_copy(
        update={"looked_at": (*erasure.looked_at, *looked), "remains": (*erasure.remains, *remains)}
    )
