"""What one run measures, and how a figure is made of many calls."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.world import FACTS_A_PERSON

NEWCOMER = "Frida Fresh"
Calls = list[tuple[str, Callable[[int], object]]]


@dataclass(frozen=True)
class Figure:
    """One measured thing: how often, and the median and 95th percentile in `unit`.

    `processor` is the same of this process's processor time: a mean a call, or a rate.
    """

    engine: str
    size: int
    name: str
    unit: str
    times: int
    median: float
    p95: float
    processor: float | None = None
    tenants: int = 1


@dataclass(frozen=True)
class Run:
    """One engine at one size: how many facts are there before anything is measured, and how often each call is."""

    engine: str
    size: int
    segments: int
    repeat: int
    tenants: int = 1

    @property
    def facts(self) -> int:
        """How many facts each tenant has."""
        return self.size // self.tenants

    @property
    def people(self) -> int:
        """How many people the facts of each tenant are of."""
        return max(self.facts // FACTS_A_PERSON, 3)

    def figure(self, name: str, values: list[float], unit: str = "ms", processor: float | None = None) -> Figure:
        """The figure of these values."""
        p95 = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
        median = statistics.median(values)
        own = None if processor is None else round(processor, 2)
        return Figure(
            self.engine, self.size, name, unit, len(values), round(median, 2), round(p95, 2), own, self.tenants
        )

    def rates(self, name: str, unit: str, call: Callable[[], int]) -> Iterator[Figure]:
        """How many `unit` one call deals with in a second, and in one of this process's processor time."""
        wall, processor = time.perf_counter(), time.process_time()
        count = call()
        rate = count / (time.perf_counter() - wall)
        yield self.figure(name, [rate], f"{unit}/s", count / (time.process_time() - processor))

    def timed(self, calls: Calls) -> Iterator[Figure]:
        """The milliseconds of each call, by name."""
        for name, call in calls:
            processor = time.process_time()
            taken = milliseconds(call, self.repeat)
            yield self.figure(name, taken, processor=(time.process_time() - processor) * 1000 / self.repeat)


def milliseconds(call: Callable[[int], object], times: int) -> list[float]:
    """How long each of so many calls took."""
    taken = []
    for number in range(times):
        start = time.perf_counter()
        call(number)
        taken.append((time.perf_counter() - start) * 1000)
    return taken
