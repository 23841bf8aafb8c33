"""Figures as tables: of the terminal's width for a person, wide enough for every column for a program."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

__all__ = ["printed", "table"]

WIDE = 400


def printed(text: str) -> None:
    """Writes a line to stdout."""
    sys.stdout.write(f"{text}\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table; cells are taken as they are, without markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    sheet = Table(*columns, title=title, title_justify="left")
    for row in rows:
        sheet.add_row(*(Text(cell) for cell in row))
    Console(width=None if sys.stdout.isatty() else WIDE).print(sheet)
