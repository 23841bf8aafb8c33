"""How far an ingest is: a bar for a person, and the count that a Ctrl-C leaves behind."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from graphmem.doors.output import on_terminal

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["Written", "bar", "watched"]

Tell = Callable[[int, int, int], None]


@dataclass(slots=True)
class Written:
    """What is safely in the store so far: bytes of the source, of how many, and turns."""

    done_bytes: int = 0
    total_bytes: int = 0
    turns: int = 0

    def __call__(self, done_bytes: int, total_bytes: int, turns: int) -> None:
        """Takes the latest count."""
        self.done_bytes, self.total_bytes, self.turns = done_bytes, total_bytes, turns


@contextmanager
def watched(source: str, *, quiet: bool) -> Iterator[Tell]:
    """A callback for `Memory.ingest`; interrupted, it says what was written and lets the interrupt pass on."""
    written = Written()
    try:
        if quiet or not (on_terminal() and sys.stderr.isatty()):
            yield written
            return
        with bar(source) as tell:
            yield _both(written, tell)
    except KeyboardInterrupt:
        if not quiet:
            typer.echo(
                f"Interrupted: {written.turns} turns of {source} are written, nothing is half written. "
                "Run the same command to go on; what is there counts as duplicate.",
                err=True,
            )
        raise


def _both(first: Tell, second: Tell) -> Tell:
    def tell(done_bytes: int, total_bytes: int, turns: int) -> None:
        first(done_bytes, total_bytes, turns)
        second(done_bytes, total_bytes, turns)

    return tell


@contextmanager
def bar(label: str) -> Iterator[Tell]:
    """A progress bar on stderr: bytes, turns a second, time left."""
    from rich.console import Console  # noqa: PLC0415  as in output.py
    from rich.progress import (  # noqa: PLC0415
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
        yield _teller(progress, progress.add_task(label, total=None, speed="–"))


def _teller(progress: Progress, task: TaskID) -> Tell:
    def tell(done_bytes: int, total_bytes: int, turns: int) -> None:
        elapsed = progress.tasks[task].elapsed or 0.0
        speed = f"{turns / elapsed:.0f}" if elapsed else "–"
        progress.update(task, completed=done_bytes, total=total_bytes or None, speed=speed)

    return tell
