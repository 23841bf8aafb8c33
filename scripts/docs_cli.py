#!/usr/bin/env python3
"""Writes docs/reference-cli.md from the help of every command; with --check, says whether it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner

from graphmem import errors
from graphmem.doors.cli import app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference-cli.md"
HEAD = """\
# Command line

*Written by `make docs`, from what the commands say of themselves.*

Every verb that reads or writes takes `--store` and `--tenant`; both can be set once in the environment.
With `--json` the answer is the model's own JSON on stdout, with nothing on stderr.
"""


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every command, groups walked through."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


def section(path: tuple[str, ...]) -> str:
    """One command's part of the page: its help."""
    result = CliRunner().invoke(
        app, [*path, "--help"], prog_name="graphmem", env={"GRAPHMEM_STORE": "", "COLUMNS": "80"}
    )
    lines = [line.rstrip() for line in result.output.strip().splitlines()]
    return "\n".join([f"## graphmem {' '.join(path)}", "", "```text", *lines, "```", ""])


def exit_codes() -> str:
    """The table of exit codes, from the errors."""
    kinds = sorted((getattr(errors, name) for name in errors.__all__), key=lambda kind: kind.exit_code)
    rows = [f"| {kind.exit_code} | `{kind.__name__}` | {kind.__doc__.splitlines()[0]} |" for kind in kinds]
    return "\n".join(["## Exit codes", "", "| code | error | meaning |", "|---|---|---|", "| 0 | | Done. |", *rows, ""])


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *map(section, commands(typer.main.get_command(app))), exit_codes()])


def main(arguments: Sequence[str]) -> int:
    """Writes the page, or compares it."""
    new = page()
    if "--check" not in arguments:
        PAGE.write_text(new)
        return 0
    old = PAGE.read_text() if PAGE.exists() else ""
    sys.stdout.writelines(unified_diff(old.splitlines(True), new.splitlines(True), PAGE.name, "as it would be written"))
    return int(old != new)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
