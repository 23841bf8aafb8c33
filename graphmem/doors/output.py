"""How an answer leaves the command line: as the model's JSON, a Rich table on a terminal, or aligned text."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import typer

from graphmem.errors import GraphmemError

__all__ = ["Sheet", "answer", "complain", "dump", "on_terminal", "show"]

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table to show: a title, columns, rows, notes under it, and what to say when there are no rows."""

    columns: Row = ()
    rows: Sequence[Row] = ()
    title: str = ""
    notes: Sequence[str] = field(default_factory=tuple)
    empty: str = ""


def on_terminal() -> bool:
    """Whether a person looks at the output, rather than a program."""
    return sys.stdout.isatty()


def dump(value: Any) -> str:
    """The model's own JSON; a sequence becomes a JSON array of its items' dumps."""
    if isinstance(value, list | tuple):
        return f"[{','.join(dump(item) for item in value)}]"
    if hasattr(value, "model_dump_json"):
        return str(value.model_dump_json())
    return json.dumps(value, ensure_ascii=False)


def answer(value: Any, *, as_json: bool, sheets: Callable[[Any], Sequence[Sheet]]) -> None:
    """Print `value`: its dump, or the sheets made of it."""
    if as_json:
        typer.echo(dump(value))
        return
    for sheet in sheets(value):
        show(sheet)


def show(sheet: Sheet) -> None:
    """Print one sheet, for a person on a terminal, else as plain aligned text."""
    if on_terminal() and sheet.rows:
        _rich(sheet)
    else:
        typer.echo(plain(sheet))


def plain(sheet: Sheet) -> str:
    """The sheet as text: title, columns aligned by two spaces, notes."""
    lines = [sheet.title] if sheet.title else []
    if sheet.rows:
        lines += _aligned([tuple(name.upper() for name in sheet.columns), *sheet.rows])
    elif sheet.empty:
        lines.append(sheet.empty)
    return "\n".join([*lines, *sheet.notes])


def _aligned(rows: Sequence[Row]) -> list[str]:
    flat = [tuple(" ".join(cell.split()) for cell in row) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*flat, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in flat]


def _rich(sheet: Sheet) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*sheet.columns, title=sheet.title or None, title_justify="left")
    for row in sheet.rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console()
    console.print(table)
    for note in sheet.notes:
        console.print(Text(note))


def complain(error: GraphmemError, *, as_json: bool) -> None:
    """Say what went wrong: one line on stderr, or, with `--json`, an object on stdout and nothing on stderr."""
    kind = type(error).__name__
    if not as_json:
        typer.echo(f"{kind}: {error}", err=True)
        return
    said: dict[str, Any] = {"error": kind, "message": str(error)}
    if error.receipt is not None:
        said["receipt"] = error.receipt.model_dump(mode="json")
    typer.echo(json.dumps(said, ensure_ascii=False))
