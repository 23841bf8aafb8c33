"""Many turns or structured statements, written part by part, answered for in one receipt of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from graphmem.errors import GraphmemError, Incorrect
from graphmem.model import Decision, Receipt
from graphmem.store.flows.write import NAMING

__all__ = ["BATCH", "LISTED", "Batch", "Intake", "Tally", "batches", "overlapped"]

BATCH = 1_000  # statements of one transaction: larger ones were no faster on either engine
LISTED = 10_000  # of each kind that the receipt of an ingest lists; all are counted
LISTS = ("episodes", "statements", "opened", "closed", "duplicates", "skipped", "replaced", "review")
NEEDED = ("subject", "predicate")
TAKEN = (
    "subject", "predicate", "object", "kind", "corrects", "said_at", "valid_from", "valid_to", "speaker",
    "source_kind", "episode", "idempotency_key",
)  # fmt: skip
Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class Batch(Generic[Said]):
    """Statements of one transaction, from the `first`, counted from 1; `call` is the key of one that has its own."""

    said: tuple[Said, ...]
    first: int
    call: str | None = None


def batches(
    statements: Iterable[Mapping[str, Any]],
    made: Callable[[dict[str, Any]], Said],
    *,
    size: int = BATCH,
    first: int = 1,
) -> Iterator[Batch[Said]]:
    """The statements in order, `size` a batch; what came before a wrong one is given before the error is raised.

    One with an idempotency key, and one that gives a name, is a batch of its own: a repeated key writes nothing, and
    a name counts for what is said after it. `made` is called with the parameters of each, the key left out.
    Raises Incorrect with the number of the wrong one, from `first`.
    """
    waiting = list[Said]()
    stream = _numbered(statements, made, first)
    number = first
    while True:
        try:
            said, call, naming = next(stream)
        except StopIteration:
            break
        except GraphmemError:
            if waiting:
                yield Batch(tuple(waiting), number - len(waiting))
            raise
        single = call is not None or naming
        if waiting and (single or len(waiting) == size):
            yield Batch(tuple(waiting), number - len(waiting))
            waiting = []
        if single:
            yield Batch((said,), number, call)
        else:
            waiting.append(said)
        number += 1
    if waiting:
        yield Batch(tuple(waiting), number - len(waiting))


def overlapped(
    made: Iterable[Batch[Said]], write: Callable[[Batch[Said]], Receipt]
) -> Iterator[tuple[Batch[Said], Receipt]]:
    """Each batch with its receipt, in order; while one is written, in a thread, the next is made in the caller's.

    A batch is written after the one before it, and no batch after one that failed. What was made before an error of
    making is written, and its receipt given, before the error is raised.
    """
    stream = iter(made)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="graphmem-write") as writer:
        batch = next(stream, None)
        while batch is not None:
            writing = writer.submit(write, batch)
            following, error = _next(stream)
            yield batch, writing.result()
            if error is not None:
                raise error
            batch = following


def _next(stream: Iterator[Batch[Said]]) -> tuple[Batch[Said] | None, Exception | None]:
    try:
        return next(stream, None), None
    except Exception as error:
        return None, error


def _numbered(
    statements: Iterable[Mapping[str, Any]], made: Callable[[dict[str, Any]], Said], first: int
) -> Iterator[tuple[Said, str | None, bool]]:
    for number, given in enumerate(statements, first):
        try:
            parameters = _parameters(given)
            call = parameters.pop("idempotency_key", None)
            if not isinstance(call, str | None):
                raise Incorrect(f"idempotency_key={call!r} is a {type(call).__name__}. Give text, or leave it out.")
            yield made(parameters), call, parameters["predicate"] == NAMING
        except GraphmemError as error:
            raise type(error)(f"statement {number}: {error}") from error


def _parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise Incorrect(f"{given!r} is a {type(given).__name__}. Give a mapping with the parameters of remember.")
    for name in NEEDED:
        if name not in given:
            raise Incorrect(f"{name} is missing. Give a mapping with subject, predicate and object.")
    for name in given:
        if name not in TAKEN:
            close = "".join(f" Did you mean {found}?" for found in get_close_matches(str(name), TAKEN, n=1))
            raise Incorrect(f"{name!r} is no parameter of remember.{close} It takes {', '.join(TAKEN)}.")
    return dict(given)


@dataclass(slots=True)
class Tally:
    """The receipts of many writes in bounded memory: counts, and in full only what was not simply kept."""

    last: Receipt | None = None
    counts: dict[str, int] = field(default_factory=dict)
    roles: dict[str, int] = field(default_factory=dict)
    unkept: list[Decision] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    review: dict[str, None] = field(default_factory=dict)

    def add(self, receipt: Receipt, statements: int) -> None:
        """Takes in the receipt of one write of so many statements, or of a tally that somebody else made of them."""
        self.last = receipt
        self.unkept += [decision for decision in receipt.statements if decision.decision != "kept"]
        self.skipped += receipt.skipped
        self.review |= dict.fromkeys(receipt.review)
        _count(self.counts, receipt.counts or _counted(receipt, statements))
        _count(self.roles, receipt.roles)

    @property
    def statements(self) -> int:
        """How many statements were dealt with so far."""
        return self.counts.get("statements", 0)

    def receipt(self, empty: Receipt, seconds: float, stopped: str | None = None) -> Receipt:
        """One receipt of all; `empty` where nothing was written."""
        return (self.last or empty).model_copy(
            update={
                "episodes": (),
                "statements": tuple(self.unkept),
                "opened": (),
                "closed": (),
                "review": tuple(self.review),
                "duplicates": (),
                "skipped": tuple(self.skipped),
                "roles": self.roles,
                "counts": self.counts,
                "seconds": seconds,
                "stopped": stopped,
            }
        )


@dataclass(slots=True)
class Intake:
    """The receipts of a transcript's chunks in bounded memory: counts of all, and the first of each kind in full.

    A fact that one chunk opened and a later one closed is in both lists. `left_out` is the reader's own count.
    """

    last: Receipt | None = None
    listed: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in LISTS})
    counts: dict[str, int] = field(default_factory=dict)
    roles: dict[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)

    def add(self, receipt: Receipt) -> None:
        """Takes in the receipt of one chunk, or of several that somebody else counted."""
        self.last = receipt
        _count(self.counts, receipt.counts or _counted(receipt, len(receipt.statements)))
        _count(self.roles, receipt.roles)
        for name, listed in self.listed.items():
            listed.extend(getattr(receipt, name)[: LISTED - len(listed)])

    def receipt(self, empty: Receipt, seconds: float, stopped: str | None = None) -> Receipt:
        """One receipt of all; `empty` where nothing was written."""
        lists = {name: tuple(found) for name, found in self.listed.items()}
        return (self.last or empty).model_copy(
            update={
                **lists,
                "review": tuple(dict.fromkeys(lists["review"])),
                "roles": self.roles,
                "counts": self.counts,
                "left_out": dict(self.left_out),
                "seconds": seconds,
                "stopped": stopped,
            }
        )


def _counted(receipt: Receipt, statements: int) -> dict[str, int]:
    found = {name: len(getattr(receipt, name)) for name in ("episodes", "duplicates", "opened", "closed")}
    kept = sum(decision.decision == "kept" for decision in receipt.statements)
    return {"statements": statements, "kept": kept, **found}


def _count(counts: dict[str, int], found: Mapping[str, int]) -> None:
    for name, number in found.items():
        counts[name] = counts.get(name, 0) + number
