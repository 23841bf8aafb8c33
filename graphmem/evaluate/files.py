"""Files that an evaluation reads: opened, or refused with what to do; JSON Lines with the line that is at fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from graphmem.errors import Incorrect

__all__ = ["lines_of", "present"]

Row = TypeVar("Row", bound=BaseModel)


def present(path: str | Path, *, holds: str) -> Path:
    """The path of a file that is there. Raises Incorrect for one that is not; `holds` says what was looked for."""
    found = Path(path)
    if not found.is_file():
        raise Incorrect(f"{found} is not a file. Give the path of {holds}.")
    return found


def lines_of(path: Path, row: type[Row]) -> Iterator[Row]:
    """The rows of a JSON Lines file, one at a time. Raises Incorrect with file and line for one of another shape."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield row.model_validate_json(line)
                except ValidationError as error:
                    raise Incorrect(
                        f"{path}:{number} is not a {row.__name__}: {_first(error)}. Mend the line."
                    ) from error


def _first(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])
