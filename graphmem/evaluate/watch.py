"""How far an evaluation is: a bar on stderr if a person looks, and nothing for a program."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Step", "watched"]

Step = Callable[[int], None]


@contextmanager
def watched(label: str, total: int, *, quiet: bool) -> Iterator[Step]:
    """Gives what to call with the number of steps done since the last call, of `total` in all."""
    if quiet or not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(label, total=total)
        yield lambda steps: progress.advance(task, steps)


def _unseen(_steps: int) -> None:
    return
