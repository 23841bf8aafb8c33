"""How far an ingest is: a bar for a person, and the count that a Ctrl-C leaves behind."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from graphmem.doors.output import on_terminal

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from graphmem.model import Episode

__all__ = ["Count", "bar", "interruptible", "shown"]


@dataclass(slots=True)
class Count:
    """Bytes read of the source, of how many, and turns read."""

    done_bytes: int = 0
    total_bytes: int | None = None
    turns: int = 0
    changed: Callable[[], None] = lambda: None

    def bytes_read(self, done_bytes: int, total_bytes: int | None) -> None:
        """Takes the importer's word on how far it is."""
        self.done_bytes, self.total_bytes = done_bytes, total_bytes
        self.changed()

    def counting(self, episodes: Iterable[Episode]) -> Iterator[Episode]:
        """The episodes as they are, counted as they go by."""
        for episode in episodes:
            self.turns += 1
            self.changed()
            yield episode


@contextmanager
def shown(count: Count, label: str, *, quiet: bool) -> Iterator[None]:
    """While it lasts, a bar on stderr shows the count, if a person looks."""
    watched = not quiet and on_terminal() and sys.stderr.isatty()
    with bar(count, label) if watched else nullcontext():
        yield


@contextmanager
def interruptible(count: Count, source: str, chunk: int, ahead: int) -> Iterator[None]:
    """Says on a Ctrl-C what of `source` is written, whole chunks of turns, and lets it pass on.

    `ahead` is how many turns may have been read that are not written yet.
    """
    try:
        yield
    except KeyboardInterrupt:
        # The chunk in hand is written whole or not at all.
        written = max(0, count.turns - 1 - ahead) // chunk * chunk
        typer.echo(
            f"Interrupted: {'at least ' if ahead else ''}{written} turns of {source} are written, none by halves. "
            "The same command goes on from there: what is stored counts as a duplicate.",
            err=True,
        )
        raise


@contextmanager
def bar(count: Count, label: str) -> Iterator[None]:
    """A progress bar on stderr: bytes, turns a second, time left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[speed]} turns/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(label, total=None, speed="–")
        count.changed = lambda: _tell(progress, task, count)
        yield


def _tell(progress: Progress, task: TaskID, count: Count) -> None:
    elapsed = progress.tasks[task].elapsed
    speed = f"{count.turns / elapsed:.0f}" if elapsed else "–"
    progress.update(task, completed=count.done_bytes, total=count.total_bytes, speed=speed)
