"""The embedded engine: ArcadeDB in this process, a folder on disk, one process at a time."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from graphmem.errors import Conflict, GraphmemError, Incorrect, Unavailable
from graphmem.store.call import Call, Flow, Rows
from graphmem.store.engines import SCHEMA_VERSION, check_version, drive
from graphmem.store.lexical import LexicalIndex, is_damage
from graphmem.store.queries import Queries, Query, load_queries

__all__ = ["EmbeddedEngine", "ThreadedEngine", "open_embedded"]

Result = TypeVar("Result")
SEARCHES = {"search_facts": "fact", "search_episodes": "episode"}
RETRIED = re.compile(r"ConcurrentModification|DuplicatedKey|NeedRetry")
ATTEMPTS = 12
PAGE_BYTES = 32_768  # a write took half the time of ArcadeDB's 256 and 64 KiB; 16 KiB took half as much disk again
READS_BEFORE_LOCK = 3
ERASES = "tombstones_create"  # every erasure runs this query, in its own transaction
MARK = "erasing"  # a file that stands from before an erasure is committed until the files are clean
DROPS = re.compile(r"erased_(\w+)_drop")  # such a query lets an index go that `schema_...` makes anew
# ArcadeDB's SQL. A record that was put on two pages leaves its beginning on the first when it is deleted.
ZERO_FREE_SPACE = "CHECK DATABASE COMPRESS"
INDEXES = "SELECT name FROM schema:indexes"
# Of a constraint ArcadeDB names the index by what it covers.
CONSTRAINT = re.compile(r"CREATE CONSTRAINT .*?:(?P<label>\w+)\W.*REQUIRE (?P<covers>.*) IS UNIQUE")
NAMED = re.compile(r"CREATE INDEX (?P<name>\w+)")
BUSY_S = 60.0  # how long an index may be busy merging its pages before it can be dropped
LOOKED_AT = (
    "pages of records (their free space zeroed)",
    "lexical index (made anew)",
    "indexes of names, sessions, ids and keys (made anew)",
    "write-ahead log (emptied)",
)
_OPEN: dict[str, EmbeddedEngine] = {}
_OPEN_LOCK = threading.Lock()


def open_embedded(path: str) -> EmbeddedEngine:
    """The engine on the folder `path`, made where it is absent; one a folder, shared by every Memory of this process.

    Raises Conflict if another process holds it or a newer graphmem wrote it, Incorrect if it is not a store.
    """
    folder = Path(path).expanduser().resolve()
    with _OPEN_LOCK:
        engine = _OPEN.get(str(folder))
        if engine is None:
            engine = EmbeddedEngine(folder)
            _OPEN[str(folder)] = engine
        engine.users += 1
        return engine


class _Sent(list[Any]):
    """A list of a query's parameters: ArcadeDB walks a plain one in Python, value by value, before json encodes it."""


class _Gate:
    """Many may read while the database stands open; closing it waits for them, and they wait for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._shut = False

    @contextmanager
    def passed(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._shut)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def shut(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._shut)
            self._shut = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._shut = False
                self._changed.notify_all()


class EmbeddedEngine:
    """One store folder: `graph/` is ArcadeDB's, `lexical/` the derived index, `holder.json` names the process."""

    name = "embedded"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.users = 0
        self.commits = 0
        self._queries = load_queries("embedded")
        self._writer = threading.RLock()
        self._gate = _Gate()
        self._database = _open_database(folder)
        try:
            self.secret = self._prepare()
        except BaseException:
            self._database.close()
            raise
        _write_holder(folder)
        self.lexical = LexicalIndex(folder / "lexical", lambda name, parameters: self._run(Call(name, parameters)))
        if self._mark.exists():
            self.after_erasure()

    @property
    def _mark(self) -> Path:
        return self.folder / MARK

    def _prepare(self) -> str:
        rows = self._rows(self._queries["store_read"].text, {})
        if not rows or int(rows[0]["version"]) < SCHEMA_VERSION:
            for query in self._queries.schema:
                self._rows(query.text, {})
            text = self._queries["store_write"].text
            parameters = {"version": SCHEMA_VERSION, "secret": secrets.token_hex(32)}
            self._database.begin()
            rows = self._rows(text, parameters)
            self._database.commit()
        check_version(str(self.folder), int(rows[0]["version"]))
        return str(rows[0]["secret"])

    def write(self, flow: Callable[[], Flow[Result]]) -> tuple[Result, tuple[str, ...]]:
        """Runs a flow in one transaction, durable when this returns. Raises Unavailable if the disk refuses it."""
        with self._writer:
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    return self._attempt(flow), ()
                except Exception as error:
                    if isinstance(error, GraphmemError):
                        raise
                    if not RETRIED.search(str(error)) or attempt == ATTEMPTS:
                        raise _unavailable(self.folder, error) from error
                    time.sleep(0.002 * attempt)
        raise AssertionError("the loop returns or raises")

    def _attempt(self, flow: Callable[[], Flow[Result]]) -> Result:
        self._database.begin()
        try:
            result = drive(flow(), self._run)
            self._database.commit()
        except BaseException:
            if self._database.is_transaction_active():
                self._database.rollback()
            raise
        self.commits += 1
        return result

    def read(self, flow: Callable[[], Flow[Result]], bookmarks: Sequence[str] = ()) -> Result:  # noqa: ARG002 - own writes are always seen
        """Runs a flow that reads; all its queries see one state, for it runs again if a write came between them.

        A query that fails may have met a record that was just deleted: only what fails while nobody writes is an error.
        """
        for _ in range(READS_BEFORE_LOCK):
            before = self.commits
            try:
                result = self._guarded(flow)
            except Unavailable:
                break
            if self.commits == before:
                return result
        with self._writer:
            return self._guarded(flow)

    def _guarded(self, flow: Callable[[], Flow[Result]]) -> Result:
        try:
            with self._gate.passed():
                return drive(flow(), self._run)
        except GraphmemError:
            raise
        except Exception as error:
            if type(error).__module__.startswith("arcadedb"):
                raise _unavailable(self.folder, error) from error
            raise

    def _run(self, call: Call) -> Rows:
        if call.name == ERASES:
            _write_mark(self._mark)
        if call.name in SEARCHES:
            return self._search(SEARCHES[call.name], call.parameters)
        return self._rows(self._queries[call.name].text, call.parameters)

    def _search(self, kind: str, asked: dict[str, Any]) -> Rows:
        """What the lexical index finds; one whose files are damaged is made anew first."""
        try:
            return self.lexical.search(kind, asked["tenant"], asked["words"], asked["limit"])
        except BaseException as error:
            if not is_damage(error):
                raise
            self.lexical.rebuild()
        return self.lexical.search(kind, asked["tenant"], asked["words"], asked["limit"])

    def _rows(self, text: str, parameters: dict[str, Any]) -> Rows:
        given = {name: _Sent(value) if isinstance(value, list) else value for name, value in parameters.items()}
        return list(self._database.command("opencypher", text, given).to_list())

    def close(self) -> None:
        """Closes the folder when its last user lets go; what was written is checkpointed."""
        with _OPEN_LOCK:
            self.users -= 1
            if self.users > 0:
                return
            _OPEN.pop(str(self.folder), None)
            with self._writer:
                self.lexical.close()
                self._database.close()
                (self.folder / "holder.json").unlink(missing_ok=True)

    def about(self) -> str:
        """The engine and its version."""
        return f"ArcadeDB {_arcadedb().ENGINE_VERSION}, in this process"

    def missing_indexes(self) -> tuple[str, ...]:
        """The constraints and indexes of the schema that are not there."""
        there = {row.to_dict()["name"] for row in self._database.command("sql", INDEXES)}
        return tuple(name for name in map(_index_name, self._queries.schema) if name not in there)

    def lag(self) -> int:
        """How many writes the lexical index has not taken in yet: the next search does."""
        with self._gate.passed():
            return self.lexical.lag()

    def rebuild_index(self) -> int:
        """Makes missing indexes and the lexical index anew; gives the number of documents in the latter."""
        with self._writer:
            for query in self._queries.schema:
                self._once_free(query.text)
            return self.lexical.rebuild()

    def after_erasure(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Makes anew what holds erased words besides the records: the lexical index, word indexes, write-ahead log.

        A kill in between leaves a mark in the folder, and the next open begins again. Raises Unavailable if a file
        cannot be written; the erasure itself stands.
        """
        with self._writer, self._gate.shut():
            try:
                self._clean()
            except GraphmemError:
                raise
            except Exception as error:
                raise Unavailable(
                    f"the erasure is done, but the files of {self.folder} could not be cleaned: {error}. "
                    "See that the disk has room and may be written, then open the store again: that finishes it."
                ) from error
        return LOOKED_AT, ()

    def _clean(self) -> None:
        self.lexical.rebuild()
        makes = {query.name: query for query in self._queries.schema}
        for drop, made in _indexes_of_erased(self._queries):
            self._once_free(drop.text)
            self._once_free(makes[made].text)
        list(self._database.command("sql", ZERO_FREE_SPACE))
        self._database.close()
        self._database = _open_database(self.folder)
        self.commits += 1
        self._mark.unlink(missing_ok=True)

    def _once_free(self, text: str) -> None:
        """Runs DDL, waiting while the engine merges pages of the index in the background."""
        until = time.monotonic() + BUSY_S
        while True:
            try:
                self._rows(text, {})
            except Exception as error:
                if not RETRIED.search(str(error)) or time.monotonic() > until:
                    raise
                time.sleep(0.1)
            else:
                return


class ThreadedEngine:
    """An embedded engine for asyncio: each call runs in a worker thread, so that the event loop goes on."""

    name = "embedded"

    def __init__(self, engine: EmbeddedEngine) -> None:
        self._engine = engine
        self.secret = engine.secret

    async def write(self, flow: Callable[[], Flow[Result]]) -> tuple[Result, tuple[str, ...]]:
        """See EmbeddedEngine.write."""
        return await asyncio.to_thread(self._engine.write, flow)

    async def read(self, flow: Callable[[], Flow[Result]], bookmarks: Sequence[str] = ()) -> Result:
        """See EmbeddedEngine.read."""
        return await asyncio.to_thread(self._engine.read, flow, bookmarks)

    def after_erasure(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """See EmbeddedEngine.after_erasure."""
        return self._engine.after_erasure()

    async def close(self) -> None:
        """See EmbeddedEngine.close."""
        await asyncio.to_thread(self._engine.close)


def _open_database(folder: Path) -> Any:
    arcadedb = _arcadedb()
    if folder.exists() and not folder.is_dir():
        raise Incorrect(f"{folder} is a file, not a store. Name a folder, or one that does not exist yet.")
    if folder.is_dir() and not (folder / "graph").is_dir() and any(folder.iterdir()):
        raise Incorrect(f"{folder} is a folder of other things, not a store. Name an empty folder, or a new one.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # its owner's alone, as the words in it are
        factory = arcadedb.DatabaseFactory(str(folder / "graph"))
        database = factory.open() if factory.exists() else _created(factory)
    except OSError as error:
        raise _unavailable(folder, error) from error
    except arcadedb.ArcadeDBError as error:
        if "lock" in str(error).lower() or "already in use" in str(error):
            raise Conflict(
                f"the store {folder} is held by {_holder(folder)}. One process owns an embedded store: "
                "close that one, or put a Neo4j URL in its place to share it."
            ) from error
        raise _unavailable(folder, error) from error
    database.set_wal_flush("yes_full")
    return database


def _created(factory: Any) -> Any:
    """A new database. A commit copies every page that it touches, so small pages make it cheap."""
    database = factory.create()
    for setting in ("arcadedb.indexDefaultPageSize", "arcadedb.bucketDefaultPageSize"):
        list(database.command("sql", f"alter database `{setting}` {PAGE_BYTES}"))
    return database


def _arcadedb() -> Any:
    """ArcadeDB's bindings, set before they are first imported.

    The engine's log stays off this process's terminal. The command path is off: on it the bindings keep the text of
    the first 4,096 calls' parameters for good, gigabytes of a bulk load, and words that were erased since.
    """
    os.environ.setdefault("ARCADEDB_LOG_CONSOLE", "0")
    os.environ.setdefault("ARCADEDB_NATIVE_CMD", "0")
    import arcadedb

    return arcadedb


def _write_holder(folder: Path) -> None:
    command = " ".join([Path(sys.argv[0] or "python").name, *sys.argv[1:2]])
    holder = {"pid": os.getpid(), "command": command}
    (folder / "holder.json").write_text(json.dumps(holder), encoding="utf-8")


def _index_name(query: Query) -> str:
    """The name under which ArcadeDB keeps what a query of the schema makes."""
    found = CONSTRAINT.search(query.body)
    if found is None:
        return str(NAMED.search(query.body)["name"])  # type: ignore[index]
    covers = ",".join(re.findall(r"\.(\w+)", found["covers"]))
    return f"{found['label']}[{covers}]"


def _indexes_of_erased(queries: Queries) -> list[tuple[Query, str]]:
    """The queries that let go the indexes of what may be erased, each with the name of the one that makes it anew."""
    drops = ((query, DROPS.fullmatch(name)) for name, query in queries.by_name.items())
    return [(query, f"schema_{found[1]}") for query, found in drops if found]


def _write_mark(mark: Path) -> None:
    """Says on disk that an erasure is about to be committed, before it is."""
    with mark.open("wb") as file:
        os.fsync(file.fileno())
    folder = os.open(mark.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _holder(folder: Path) -> str:
    try:
        holder = json.loads((folder / "holder.json").read_text(encoding="utf-8"))
        return f"process {holder['pid']} ({holder['command']})"
    except (OSError, ValueError, KeyError):
        return "another process"


def _unavailable(folder: Path, error: BaseException) -> Unavailable:
    return Unavailable(
        f"the store {folder} could not be used: {error}. Nothing of this call was written; "
        "see that the disk has room and may be written, then try again."
    )
