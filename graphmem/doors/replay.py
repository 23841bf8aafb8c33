"""The example conversations, read in the order they happened, on a clock that stands where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.importers import read_episodes
from graphmem.model import Episode, Receipt

if TYPE_CHECKING:
    from graphmem import Memory
    from graphmem.doors.progress import Count

__all__ = ["FILES", "ReplayClock", "examples", "merged", "replay"]

FILES = ("assistant.jsonl", "team.json", "household.txt")


@dataclass(slots=True)
class ReplayClock:
    """A clock that shows the time it was last set to."""

    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now


@dataclass(frozen=True, slots=True)
class Day:
    """The turns that one file has of one day."""

    file: str
    episodes: tuple[Episode, ...]

    @property
    def last(self) -> datetime:
        """When the last of them was said."""
        return self.episodes[-1].said_at


def examples() -> dict[str, Path]:
    """The example files by name: inside the wheel, else at the top of a checkout."""
    packaged = Path(str(files("graphmem"))) / "examples"
    folder = packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "examples"
    return {name: folder / name for name in FILES}


def days(paths: dict[str, Path], tenant: str) -> list[Day]:
    """Every day of every file, in the order they happened."""
    found = [
        Day(name, tuple(turns))
        for name, path in paths.items()
        for _, turns in groupby(
            read_episodes(path, tenant=tenant), key=lambda episode: (episode.session, episode.said_at.date())
        )
    ]
    return sorted(found, key=lambda day: day.last)


def replay(memory: Memory, clock: ReplayClock, story: Sequence[Day], count: Count) -> Iterator[tuple[str, Receipt]]:
    """Ingest day by day, the clock a minute after each day's last turn; gives file and receipt of each.

    So the memory's own history is as long as the conversations: it learnt in May what was said in May.
    """
    count.total_bytes = sum(_size(day) for day in story)
    for day in story:
        clock.now = day.last + timedelta(minutes=1)
        yield day.file, memory.ingest(count.counting(day.episodes))
        count.bytes_read(count.done_bytes + _size(day), count.total_bytes)
    clock.now += timedelta(days=1)


def _size(day: Day) -> int:
    return sum(len(episode.text.encode()) for episode in day.episodes)


def merged(receipts: Sequence[Receipt]) -> Receipt:
    """The receipts of several calls as one."""
    return Receipt(
        episodes=tuple(found for receipt in receipts for found in receipt.episodes),
        statements=tuple(decision for receipt in receipts for decision in receipt.statements),
        opened=tuple(found for receipt in receipts for found in receipt.opened),
        closed=tuple(found for receipt in receipts for found in receipt.closed),
        review=tuple(found for receipt in receipts for found in receipt.review),
        duplicates=tuple(found for receipt in receipts for found in receipt.duplicates),
        skipped=tuple(found for receipt in receipts for found in receipt.skipped),
        at=receipts[-1].at,
        seconds=sum(receipt.seconds for receipt in receipts),
    )
