"""The faces of a memory: the verbs with their signatures, for Memory and Client, and awaited for their async kin."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import aclosing, closing
from datetime import datetime, tzinfo
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from graphmem.bulk import Batch, Intake, Tally, overlapped
from graphmem.errors import GraphmemError, Incorrect
from graphmem.intake import chunks
from graphmem.model import (
    Block,
    Change,
    Episode,
    Erasure,
    Explanation,
    Fact,
    Fate,
    Kind,
    Receipt,
    Reextraction,
    ReviewItem,
    SourceKind,
)
from graphmem.model import Path as FactPath
from graphmem.moments import Instant
from graphmem.rereading import Asked
from graphmem.verbs import (
    MAX_HOPS,
    Approve,
    Changes,
    Erase,
    Facts,
    History,
    Merge,
    Paths,
    Reading,
    Recall,
    Reject,
    Remember,
    Retract,
    Review,
    Split,
    Sweep,
    Why,
    WhyNot,
    Writing,
)

if TYPE_CHECKING:
    from graphmem.importers import Episodes, Importer

__all__ = ["AsyncFace", "Face", "Progress", "Source"]

Result = TypeVar("Result")
Answer = TypeVar("Answer", Receipt, Erasure)
Progress = Callable[[int, int | None], None]
Source = str | Path | Iterable[Episode | Mapping[str, Any]]


class _Streams(ABC):
    """How ingest and remember_many go through their input: by the chunk, by the batch."""

    @property
    @abstractmethod
    def tenant(self) -> str:
        """Whose memory it is."""

    @abstractmethod
    def _now(self) -> datetime: ...

    @abstractmethod
    def _batches(self, statements: Iterable[Mapping[str, Any]]) -> Iterator[Batch[Any]]: ...

    def _episodes(self, source: Source, **given: Any) -> Episodes:
        from graphmem.importers import Episodes, read_episodes

        return source if isinstance(source, Episodes) else read_episodes(source, tenant=self.tenant, **given)


class Face(_Streams):
    """The verbs. What answers them (a store, a server) is behind the five methods without a body."""

    @abstractmethod
    def _read(self, verb: Reading[Result]) -> Result: ...

    @abstractmethod
    def _write(self, verb: Writing[Answer], key: str | None = None) -> Answer: ...

    @abstractmethod
    def _take_in(self, chunk: Sequence[Episode]) -> Receipt: ...

    @abstractmethod
    def _take_batch(self, batch: Batch[Any]) -> Receipt: ...

    @abstractmethod
    def _reextract(self, asked: Asked) -> Reextraction: ...

    @abstractmethod
    def close(self) -> None:
        """Lets the store go. A closed memory refuses every verb."""

    def _receipts(self, chunks: Iterator[Sequence[Episode]], workers: int) -> Generator[Receipt]:
        _alone(workers)
        yield from map(self._take_in, chunks)

    def ingest(
        self,
        source: Source,
        *,
        format: str | Importer | None = None,
        session: str | None = None,
        said_at: Instant | None = None,
        zone: str | tzinfo | None = None,
        columns: Mapping[str, str] | None = None,
        date_order: str | None = None,
        progress: Progress | None = None,
        workers: int = 1,
    ) -> Receipt:
        """Takes transcripts in: a path, or an iterable of Episode or of dicts with its fields; streamed, by the chunk.

        What was written before bad input stays, and the error's `receipt` says where it stopped. `format` ("jsonl",
        "whatsapp" and so on, or an Importer of yours) is found by structure where it is not given. `session` names the
        session of a source that names none, `said_at` is the time of messages that have none, or when a meeting began.
        `zone` ("Europe/Berlin") is that of times which the format writes without one. `columns` name a table's by
        field, `date_order` ("dmy", "mdy", "ymd") is that of dates in figures where nothing tells it. `progress` is
        called with bytes read and bytes in all. An episode that is stored already is a duplicate and adds nothing, so
        a file whose reading was broken off is read again; a document of a stored id with another text is its next
        version, and what only the one before stated is believed no longer. With `workers` of 2 or more so many
        processes read the text, and this one writes: the result is the same. The receipt lists the first 10,000 of
        each kind, counts all, and counts by its reason what the source held that is no turn.
        """
        started, tally = time.perf_counter(), Intake()
        try:
            episodes = self._episodes(
                source, format=format, session=session, said_at=said_at, zone=zone, columns=columns,
                date_order=date_order, progress=progress,
            )  # fmt: skip
            tally.left_out = episodes.left_out
            with closing(self._receipts(chunks(episodes), workers)) as taken_in:
                for receipt in taken_in:
                    tally.add(receipt)
        except GraphmemError as error:
            for part in _part(error):
                tally.add(part)
            error.receipt = _tallied(tally, started, self._now(), stopped=str(error))
            raise
        return _tallied(tally, started, self._now())

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
        said = Remember(
            subject, predicate, object, kind=kind, corrects=corrects, said_at=said_at, valid_from=valid_from,
            valid_to=valid_to, speaker=speaker, source_kind=source_kind, episode=episode,
        )  # fmt: skip
        started = time.perf_counter()
        receipt = self._write(said, idempotency_key)
        return receipt.model_copy(update={"seconds": time.perf_counter() - started})

    def remember_many(self, statements: Iterable[Mapping[str, Any]], *, progress: Progress | None = None) -> Receipt:
        """Records many structured statements, each a mapping with the parameters of `remember`; a batch a transaction.

        Gives the graph that `remember` gives one by one, in the same order. They are streamed: memory stays bounded,
        and the receipt lists only what was not kept or waits for review, and counts the rest. `progress` is called
        after each batch with the statements done and those in all, None where `statements` has no length. While a
        batch is written, the next is read. The same statements again are duplicates and add nothing, if each has its
        `said_at`: so a load that was broken off is begun again. An error names the statement; those before it are
        stored, and its `receipt` says so.
        """
        started, tally = time.perf_counter(), Tally()
        try:
            for batch, receipt in overlapped(self._batches(statements), self._take_batch):
                tally.add(receipt, len(batch.said))
                _tell(progress, tally, statements)
        except GraphmemError as error:
            for part in _part(error):
                tally.add(part, 0)
            error.receipt = _tallied(tally, started, self._now(), stopped=str(error))
            raise
        return _tallied(tally, started, self._now())

    def reextract(self, *, apply: bool = False, unread: bool = False, progress: Progress | None = None) -> Reextraction:
        """Reads the stored turns again, and shows what that changes of what they state; with `apply` it writes that.

        Who reads is this memory's extractor, as it is now, and a turn is read in the light of all that was said
        before it, arrived when it may. Statements that are read no more are withdrawn: belief is folded again, history
        keeps them. New ones are known from now on. What was given by `remember`, approved, rejected, retracted or
        erased stays so. Parts are written one by one: begun again after a break, it goes on, and a second time there
        is nothing left to change. `unread` reads only what this extractor, in this version, has not read.
        `progress` is called with the turns passed and those in all.
        """
        started = time.perf_counter()
        found = self._reextract(Asked(apply, unread, progress))
        return found.model_copy(update={"seconds": time.perf_counter() - started})

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
        return self._read(Recall(question, as_of, known_at, budget_tokens))

    def facts(
        self,
        entity: str,
        predicate: str | None = None,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> tuple[Fact, ...]:
        """What holds of an entity at one point of both clocks. Raises Conflict for a name that several bear."""
        return self._read(Facts(entity, predicate, as_of, known_at))

    def history(
        self, entity: str, predicate: str | None = None, *, known_at: Instant | None = None
    ) -> tuple[Fact, ...]:
        """Every segment believed of an entity, in order of valid time."""
        return self._read(History(entity, predicate, known_at))

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
        return self._read(Paths(start, stop, max_hops, as_of, known_at))

    def changes(self, since: Instant, until: Instant | None = None) -> tuple[Change, ...]:
        """What came to be believed, and ceased to be, after `since` (system time), oldest first."""
        return self._read(Changes(since, until))

    def why(self, fact_id: str) -> Explanation:
        """A fact with every statement behind it. Raises NotFound for an id that is not stored."""
        return self._read(Why(fact_id))

    def why_not(self, text: str) -> tuple[Fate, ...]:
        """Why something is not believed: what became of the turns that say it, the closest first; at least one fate.

        `text` is what was said, or should have been, in any words that hold its names and figures. Nothing is shown of
        what was erased, nor of a secret.
        """
        return self._read(WhyNot(text))

    def review(self) -> tuple[ReviewItem, ...]:
        """What waits for a person to look at it."""
        return self._read(Review())

    def approve(
        self,
        item: str,
        *,
        reason: str | None = None,
        speaker: str | None = None,
        source_kind: SourceKind = "user_statement",
    ) -> Receipt:
        """Vouches for a statement that waits, by the id that `review` or a receipt shows: it counts from now on.

        The approval is an episode of its own, by `speaker` (else the asker), that says what and why; `retract` takes
        it back. Approving again changes nothing. Raises NotFound, Incorrect for a statement that does not wait, and
        Conflict for one that was rejected.
        """
        return self._write(Approve(item, reason, speaker, source_kind))

    def reject(self, item: str, *, reason: str | None = None) -> Receipt:
        """Keeps a statement that waits out, and the same inference later. Again, it changes nothing. See `approve`."""
        return self._write(Reject(item, reason))

    def merge(self, entity: str, other: str) -> Receipt:
        """Makes two entities one, recorded and reversible; the first gives the name. Raises NotFound or Conflict."""
        return self._write(Merge(entity, other))

    def split(self, entity: str) -> Receipt:
        """Takes a merge back, by a name or the id of what was merged away. Raises NotFound if it was not merged."""
        return self._write(Split(entity))

    def retract(self, episode: str) -> Receipt:
        """Withdraws a source: belief is folded again, history keeps what was. Raises NotFound if it is not stored."""
        return self._write(Retract(episode))

    def erase(self, *, subject: str | None = None, episode: str | None = None) -> Erasure:
        """Destroys a subject or an episode and all that is stated by it, history too; gives a certificate."""
        return self._write(Erase(subject, episode))

    def sweep(self) -> Erasure:
        """Destroys what was kept for a time that is over, words and all; gives a certificate, with zeros for nothing.

        One call takes a thousand episodes and statements at most: call it until it finds none.
        """
        return self._write(Sweep())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncFace(_Streams):
    """The same verbs, awaited."""

    @abstractmethod
    async def _read(self, verb: Reading[Result]) -> Result: ...

    @abstractmethod
    async def _write(self, verb: Writing[Answer], key: str | None = None) -> Answer: ...

    @abstractmethod
    async def _take_in(self, chunk: Sequence[Episode]) -> Receipt: ...

    @abstractmethod
    async def _take_batch(self, batch: Batch[Any]) -> Receipt: ...

    @abstractmethod
    async def _reextract(self, asked: Asked) -> Reextraction: ...

    @abstractmethod
    async def open(self) -> Self:
        """Opens the store; `async with` does it."""

    @abstractmethod
    async def close(self) -> None:
        """Lets the store go."""

    async def _receipts(self, chunks: Iterator[Sequence[Episode]], workers: int) -> AsyncGenerator[Receipt]:
        _alone(workers)
        for chunk in chunks:
            yield await self._take_in(chunk)

    async def ingest(
        self,
        source: Source,
        *,
        format: str | Importer | None = None,
        session: str | None = None,
        said_at: Instant | None = None,
        zone: str | tzinfo | None = None,
        columns: Mapping[str, str] | None = None,
        date_order: str | None = None,
        progress: Progress | None = None,
        workers: int = 1,
    ) -> Receipt:
        """See Memory.ingest."""
        started, tally = time.perf_counter(), Intake()
        try:
            episodes = self._episodes(
                source, format=format, session=session, said_at=said_at, zone=zone, columns=columns,
                date_order=date_order, progress=progress,
            )  # fmt: skip
            tally.left_out = episodes.left_out
            async with aclosing(self._receipts(chunks(episodes), workers)) as taken_in:
                async for receipt in taken_in:
                    tally.add(receipt)
        except GraphmemError as error:
            for part in _part(error):
                tally.add(part)
            error.receipt = _tallied(tally, started, self._now(), stopped=str(error))
            raise
        return _tallied(tally, started, self._now())

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
        said = Remember(
            subject, predicate, object, kind=kind, corrects=corrects, said_at=said_at, valid_from=valid_from,
            valid_to=valid_to, speaker=speaker, source_kind=source_kind, episode=episode,
        )  # fmt: skip
        started = time.perf_counter()
        receipt = await self._write(said, idempotency_key)
        return receipt.model_copy(update={"seconds": time.perf_counter() - started})

    async def remember_many(
        self, statements: Iterable[Mapping[str, Any]], *, progress: Progress | None = None
    ) -> Receipt:
        """See Memory.remember_many."""
        started, tally = time.perf_counter(), Tally()
        try:
            for batch in self._batches(statements):
                tally.add(await self._take_batch(batch), len(batch.said))
                _tell(progress, tally, statements)
        except GraphmemError as error:
            for part in _part(error):
                tally.add(part, 0)
            error.receipt = _tallied(tally, started, self._now(), stopped=str(error))
            raise
        return _tallied(tally, started, self._now())

    async def reextract(
        self, *, apply: bool = False, unread: bool = False, progress: Progress | None = None
    ) -> Reextraction:
        """See Memory.reextract."""
        started = time.perf_counter()
        found = await self._reextract(Asked(apply, unread, progress))
        return found.model_copy(update={"seconds": time.perf_counter() - started})

    async def recall(
        self,
        question: str,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
        budget_tokens: int = 400,
    ) -> Block:
        """See Memory.recall."""
        return await self._read(Recall(question, as_of, known_at, budget_tokens))

    async def facts(
        self,
        entity: str,
        predicate: str | None = None,
        *,
        as_of: Instant | None = None,
        known_at: Instant | None = None,
    ) -> tuple[Fact, ...]:
        """See Memory.facts."""
        return await self._read(Facts(entity, predicate, as_of, known_at))

    async def history(
        self, entity: str, predicate: str | None = None, *, known_at: Instant | None = None
    ) -> tuple[Fact, ...]:
        """See Memory.history."""
        return await self._read(History(entity, predicate, known_at))

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
        return await self._read(Paths(start, stop, max_hops, as_of, known_at))

    async def changes(self, since: Instant, until: Instant | None = None) -> tuple[Change, ...]:
        """See Memory.changes."""
        return await self._read(Changes(since, until))

    async def why(self, fact_id: str) -> Explanation:
        """See Memory.why."""
        return await self._read(Why(fact_id))

    async def why_not(self, text: str) -> tuple[Fate, ...]:
        """See Memory.why_not."""
        return await self._read(WhyNot(text))

    async def review(self) -> tuple[ReviewItem, ...]:
        """See Memory.review."""
        return await self._read(Review())

    async def approve(
        self,
        item: str,
        *,
        reason: str | None = None,
        speaker: str | None = None,
        source_kind: SourceKind = "user_statement",
    ) -> Receipt:
        """See Memory.approve."""
        return await self._write(Approve(item, reason, speaker, source_kind))

    async def reject(self, item: str, *, reason: str | None = None) -> Receipt:
        """See Memory.reject."""
        return await self._write(Reject(item, reason))

    async def merge(self, entity: str, other: str) -> Receipt:
        """See Memory.merge."""
        return await self._write(Merge(entity, other))

    async def split(self, entity: str) -> Receipt:
        """See Memory.split."""
        return await self._write(Split(entity))

    async def retract(self, episode: str) -> Receipt:
        """See Memory.retract."""
        return await self._write(Retract(episode))

    async def erase(self, *, subject: str | None = None, episode: str | None = None) -> Erasure:
        """See Memory.erase."""
        return await self._write(Erase(subject, episode))

    async def sweep(self) -> Erasure:
        """See Memory.sweep."""
        return await self._write(Sweep())

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _alone(workers: int) -> None:
    if workers != 1:
        raise Incorrect(
            f"workers={workers}: a server reads what it is sent by itself. Leave workers out, or open the store."
        )


def _part(error: GraphmemError) -> tuple[Receipt, ...]:
    """What a server had written of the chunk or batch in hand before the error, if it says so."""
    return () if error.receipt is None else (error.receipt,)


def _tell(progress: Progress | None, tally: Tally, statements: Iterable[Any]) -> None:
    if progress is not None:
        progress(tally.statements, len(statements) if isinstance(statements, Sized) else None)


def _tallied(tally: Tally | Intake, started: float, now: datetime, stopped: str | None = None) -> Receipt:
    return tally.receipt(Receipt(at=now), time.perf_counter() - started, stopped)
