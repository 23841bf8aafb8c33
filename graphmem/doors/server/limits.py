"""How much a server takes on: the size of a body, the requests of one holder a second, those in hand at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import anyio

from graphmem.errors import GraphmemError, Incorrect, Unavailable
from graphmem.problems import narrowed

__all__ = ["Bucket", "Crowd", "Limits", "Rates", "idle_at_most", "too_large"]

TOO_LATE, TOO_LARGE, TOO_MANY = 408, 413, 429
HOLDERS = 10_000  # whose rates are kept


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server takes on. Bodies that stream (ingest, remember_many) are bounded by the line."""

    body_bytes: int = 1_048_576
    line_bytes: int = 8_388_608
    rate_per_s: float = 200.0
    in_hand: int = 256
    threads: int = 8
    streams: int = 16
    idle_s: float = 30.0
    stop_s: float = 30.0


def too_large(what: str, limit: int) -> GraphmemError:
    """The error for a body or a line over the limit."""
    return narrowed(Incorrect(f"{what} has more than {limit:,} bytes. Send less at a time."), TOO_LARGE)


@contextmanager
def idle_at_most(seconds: float) -> Iterator[None]:
    """Waits for a sender. Raises Incorrect (408) when it takes longer."""
    try:
        with anyio.fail_after(seconds):
            yield
    except TimeoutError:
        idle = f"nothing came for {seconds:g} s. What came before is written; send the rest again."
        raise narrowed(Incorrect(idle), TOO_LATE) from None


@dataclass(slots=True)
class Bucket:
    """Requests that may still be sent; it fills at the rate, up to two seconds' worth."""

    left: float
    at: float


class Rates:
    """The rate of each holder."""

    def __init__(self, rate_per_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate_per_s
        self._clock = clock
        self._buckets = dict[str, Bucket]()

    def take(self, name: str) -> None:
        """Counts a request. Raises Unavailable (429) for one over the rate, with the time to wait."""
        now, most = self._clock(), max(1.0, 2 * self._rate)
        if len(self._buckets) > HOLDERS:
            self._buckets.clear()
        bucket = self._buckets.setdefault(name, Bucket(most, now))
        bucket.left, bucket.at = min(most, bucket.left + (now - bucket.at) * self._rate), now
        if bucket.left < 1:
            wait = (1 - bucket.left) / self._rate
            raise narrowed(
                Unavailable(f"more than {self._rate:g} requests a second with this token. Wait {wait:.2f} s."),
                TOO_MANY,
                wait,
            )
        bucket.left -= 1


class Crowd:
    """The requests in hand."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.inside = 0

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Counts a request while it lasts. Raises Unavailable (503) when there are too many."""
        if self.inside >= self._most:
            raise narrowed(Unavailable(f"{self.inside} requests are in hand. Try again in a second."), 503, 1.0)
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1
