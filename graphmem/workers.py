"""Worker processes that read text ahead of the write: what they give does not depend on how many they are."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from graphmem.errors import GraphmemError, Incorrect, Unavailable
from graphmem.intake import Read, read
from graphmem.model import Episode
from graphmem.policy import Policy

__all__ = ["AHEAD", "checked_workers", "read_ahead"]

AHEAD = 2  # chunks a worker: one in hand, one waiting; more would only take memory
Reading = Callable[[Sequence[Episode], frozenset[str]], "Future[Read]"]


def checked_workers(workers: int) -> int:
    """A number of workers. Raises Incorrect for one that is none."""
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise Incorrect(f"workers={workers!r} is not a number of processes. Give 1 for none beside this one, or more.")
    return workers


def read_ahead(
    chunks: Iterable[Sequence[Episode]],
    workers: int,
    known: Callable[[Sequence[Episode]], frozenset[str]],
    policy: Policy,
) -> Generator[Read]:
    """Each chunk as it was read, in order, while at most AHEAD a worker are read behind it.

    `known` gives the ids of a chunk's episodes that need no reading. What came before bad input is given before the
    error is raised. The processes are started with the first chunk and ended with the iterator.
    Raises Unavailable if one of them was ended from outside.
    """
    stream, waiting = iter(chunks), deque["Future[Read]"]()
    error: GraphmemError | None = None
    with _pool(workers, policy) as reading:
        while True:
            chunk: Sequence[Episode] | None = None
            if error is None and len(waiting) < AHEAD * workers:
                try:
                    chunk = next(stream, None)
                except GraphmemError as raised:
                    error = raised
            if chunk is not None:
                waiting.append(reading(chunk, known(chunk)))
            elif waiting:
                yield _result(waiting.popleft())
            else:
                break
    if error is not None:
        raise error


def _result(future: Future[Read]) -> Read:
    try:
        return future.result()
    except (BrokenProcessPool, CancelledError) as error:
        raise _ended() from error


def _ended() -> Unavailable:
    return Unavailable(
        "a worker process that reads text was ended from outside, often for want of memory. What was written before "
        "stands, nothing by halves: do the same again, with fewer workers. A script that asks for workers keeps the "
        "call under if __name__ == '__main__'."
    )


@contextmanager
def _pool(workers: int, policy: Policy) -> Iterator[Reading]:
    """Processes that read; none is left when the block ends, nor when this process is killed."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_follow)

    def reading(chunk: Sequence[Episode], known: frozenset[str]) -> Future[Read]:
        try:
            with _uninterrupted():  # the first call starts the processes
                return pool.submit(read, list(chunk), known, policy)
        except BrokenProcessPool as error:
            raise _ended() from error

    try:
        yield reading
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes started meanwhile never see a Ctrl-C: it is for this one, which ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow() -> None:
    """In a worker: ends it when the process that started it is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
