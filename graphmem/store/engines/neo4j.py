"""The Neo4j engine: the official driver, managed transactions, bookmarks; sync and async over the same queries."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from graphmem.errors import GraphmemError, Incorrect, Refused, Unavailable
from graphmem.store.call import Call, Flow, Rows
from graphmem.store.engines import SCHEMA_VERSION, adrive, check_version, drive
from graphmem.store.keys import tenant_term
from graphmem.store.queries import Query, load_queries

if TYPE_CHECKING:
    import neo4j

REMAINS = (
    (
        "the server's transaction logs hold the erased words until they are pruned: set "
        "db.tx_log.rotation.retention_policy low, then CALL db.checkpoint()"
    ),
    (
        "the string store holds erased records until they are used again: copy the database "
        "(neo4j-admin database copy, or dump and load) and drop the old one"
    ),
    "backups and dumps made before hold what they held: let them expire",
)


__all__ = ["AsyncNeo4jEngine", "Neo4jEngine", "is_neo4j_url"]

Result = TypeVar("Result")
SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
SEARCHES = {"search_facts": ("fact",), "search_episodes": ("name", "content")}
MADE = re.compile(r"\b(?:CONSTRAINT|INDEX) (?P<name>\w+) IF NOT EXISTS")
RETRY_S = 15.0  # how long a transaction is tried again over a lost connection or a deadlock
RACES = 5  # how often a write that lost to another writer, by a constraint or by deadlocks, is begun again
GRAPHITI_FULLTEXT = {
    "edge_name_and_fact": "fulltext_edge_gives_way",
    "node_name_and_summary": "fulltext_node_gives_way",
    "episode_content": "fulltext_episode_gives_way",
}


def is_neo4j_url(url: str) -> bool:
    """Whether a store is named by a URL of Neo4j's driver."""
    return urlsplit(url).scheme in SCHEMES


def _target(url: str) -> tuple[str, str | None]:
    """The driver's URI and the database: the URL's path, else NEO4J_DATABASE, else the server's default."""
    parts = urlsplit(url)
    if not parts.hostname:
        raise Incorrect(f"{url!r} names no host. Write neo4j://HOST:7687, or neo4j://HOST:7687/DATABASE.")
    if parts.username or parts.password:
        raise Incorrect(
            "The URL holds credentials. Set NEO4J_USERNAME and NEO4J_PASSWORD instead: URLs end up in logs."
        )
    database = parts.path.strip("/") or os.environ.get("NEO4J_DATABASE") or None
    return f"{parts.scheme}://{parts.netloc}", database


def _auth() -> tuple[str, str] | None:
    password = os.environ.get("NEO4J_PASSWORD")
    return (os.environ.get("NEO4J_USERNAME", "neo4j"), password) if password else None


def _settings() -> dict[str, Any]:
    return {"notifications_min_severity": "OFF", "max_transaction_retry_time": RETRY_S}


def _parameters(call: Call) -> dict[str, Any]:
    """The parameters as Neo4j wants them: the words of a search become a query with the tenant as a required term."""
    fields = SEARCHES.get(call.name)
    if fields is None:
        return call.parameters
    term, words = tenant_term(call.parameters["tenant"]), " ".join(call.parameters["words"])
    found = " ".join(f"{field}:({words})" for field in fields)
    return {**call.parameters, "words": f"+tenant_term:{term}^0 +({found})"}


def _is_empty_search(call: Call) -> bool:
    return call.name in SEARCHES and not call.parameters["words"]


@contextmanager
def _errors(url: str) -> Iterator[None]:
    """The driver's errors as ours."""
    from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError

    try:
        yield
    except GraphmemError:
        raise
    except AuthError as error:
        raise Refused(
            f"{url} refused the credentials ({error.code}). Set NEO4J_USERNAME and NEO4J_PASSWORD."
        ) from error
    except ConfigurationError as error:
        raise Incorrect(f"{url}: {error}. Mend the URL or the driver's settings.") from error
    except Neo4jError as error:
        if error.code and "InvalidBookmark" in error.code:
            raise Incorrect(
                "the bookmark is not one of this server's. Use the bookmarks of a receipt, unchanged."
            ) from error
        raise Unavailable(
            f"{url}: {error.code}: {error.message}. Nothing of this call was written; try again."
        ) from error
    except (DriverError, OSError) as error:
        raise Unavailable(
            f"{url} cannot be reached: {error}. Nothing of this call is acknowledged; try again."
        ) from error


def _is_race(error: BaseException) -> bool:
    """Whether another writer won: it made the same new thing, or on a busy server held a lock for all of RETRY_S."""
    from neo4j.exceptions import ConstraintError, TransientError

    deadlock = isinstance(error, TransientError) and "Deadlock" in str(error.code)
    return deadlock or isinstance(error, ConstraintError)


class Neo4jEngine:
    """One database of a Neo4j server."""

    name = "neo4j"

    def __init__(self, url: str) -> None:
        from neo4j import GraphDatabase

        self.url, self._database = _target(url)
        self._queries = load_queries("neo4j")
        with _errors(self.url):
            self._driver = GraphDatabase.driver(self.url, auth=_auth(), **_settings())
            try:
                self.secret = self._prepare()
            except BaseException:
                self._driver.close()
                raise

    def _prepare(self) -> str:
        self._driver.verify_connectivity()
        with self._driver.session(database=self._database) as session:
            rows = session.execute_read(_sync_rows, self._queries["store_read"], {})
            if not rows or int(rows[0]["version"]) < SCHEMA_VERSION:
                self._make_schema(session)
                parameters = {"version": SCHEMA_VERSION, "secret": secrets.token_hex(32)}
                rows = session.execute_write(_sync_rows, self._queries["store_write"], parameters)
        check_version(self.url, int(rows[0]["version"]))
        return str(rows[0]["secret"])

    def _make_schema(self, session: neo4j.Session) -> None:
        for row in _run_alone(session, self._queries["fulltext_indexes"]):
            if "tenant_term" not in row["properties"]:
                _run_alone(session, self._queries[GRAPHITI_FULLTEXT[row["name"]]])
        # What Graphiti made goes first: no constraint can be made where a plain index stands.
        for query in sorted(self._queries.schema, key=lambda query: not query.name.endswith("_gives_way")):
            _run_alone(session, query)
        _run_alone(session, self._queries["indexes_await"])

    def write(self, flow: Callable[[], Flow[Result]]) -> tuple[Result, tuple[str, ...]]:
        """Runs a flow in one managed transaction. Raises Unavailable when the server cannot be reached or written."""
        with _errors(self.url):
            for attempt in range(1, RACES + 1):
                try:
                    with self._driver.session(database=self._database) as session:
                        result = session.execute_write(lambda tx: drive(flow(), self._runner(tx)))
                        return result, tuple(session.last_bookmarks().raw_values)
                except Exception as error:
                    if not _is_race(error) or attempt == RACES:
                        raise
        raise AssertionError("the loop returns or raises")

    def read(self, flow: Callable[[], Flow[Result]], bookmarks: Sequence[str] = ()) -> Result:
        """Runs a flow in a READ session, after the writes that the bookmarks stand for."""
        from neo4j import READ_ACCESS, Bookmarks

        with (
            _errors(self.url),
            self._driver.session(
                database=self._database,
                default_access_mode=READ_ACCESS,
                bookmarks=Bookmarks.from_raw_values(bookmarks),
            ) as session,
        ):
            return session.execute_read(lambda tx: drive(flow(), self._runner(tx)))

    def _runner(self, tx: neo4j.ManagedTransaction) -> Callable[[Call], Rows]:
        def run(call: Call) -> Rows:
            if _is_empty_search(call):
                return []
            return [dict(record) for record in tx.run(self._queries[call.name].text, _parameters(call))]

        return run

    @property
    def database(self) -> str | None:
        """The database by name; None for the server's default."""
        return self._database

    def about(self) -> str:
        """The server and its version."""
        return str(self._operated("server_about")[0]["about"])

    def missing_indexes(self) -> tuple[str, ...]:
        """The constraints and indexes of the schema that are not there, or not online."""
        online = {row["name"] for row in self._operated("indexes_online")}
        made = [found["name"] for query in self._queries.schema if (found := MADE.search(query.body))]
        return tuple(name for name in made if name not in online)

    def lag(self) -> int:
        """Neo4j's full-text indexes are part of the write: none is ever behind."""
        return 0

    def rebuild_index(self) -> int:
        """Makes missing constraints and indexes; the server fills them. Gives the facts and episodes they cover."""
        with _errors(self.url), self._driver.session(database=self._database) as session:
            self._make_schema(session)
        return sum(len(self._operated(name)) for name in ("lexical_facts_all", "lexical_episodes_all"))

    def _operated(self, name: str) -> Rows:
        with _errors(self.url), self._driver.session(database=self._database) as session:
            return _run_alone(session, self._queries[name])

    def after_erasure(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a server may still hold on disk after a delete, each with the operator's remedy."""
        return (), REMAINS

    def close(self) -> None:
        """Closes the driver's connections."""
        self._driver.close()


def _run_alone(session: neo4j.Session, query: Query) -> Rows:
    """A query in a transaction of its own, as DDL needs."""
    return [record.data() for record in session.run(query.text)]


def _sync_rows(tx: neo4j.ManagedTransaction, query: Query, parameters: dict[str, Any]) -> Rows:
    return [record.data() for record in tx.run(query.text, parameters)]


class AsyncNeo4jEngine:
    """The same database over the async driver. The schema is prepared by a sync engine when it is opened."""

    name = "neo4j"

    def __init__(self, url: str) -> None:
        from neo4j import AsyncGraphDatabase

        preparing = Neo4jEngine(url)
        self.url, self.secret = preparing.url, preparing.secret
        preparing.close()
        _, self._database = _target(url)
        self._queries = load_queries("neo4j")
        self._driver = AsyncGraphDatabase.driver(self.url, auth=_auth(), **_settings())

    @property
    def database(self) -> str | None:
        """The database by name; None for the server's default."""
        return self._database

    async def write(self, flow: Callable[[], Flow[Result]]) -> tuple[Result, tuple[str, ...]]:
        """Runs a flow in one managed transaction. Raises Unavailable when the server cannot be reached or written."""
        with _errors(self.url):
            for attempt in range(1, RACES + 1):
                try:
                    async with self._driver.session(database=self._database) as session:
                        result = await session.execute_write(lambda tx: adrive(flow(), self._runner(tx)))
                        return result, tuple((await session.last_bookmarks()).raw_values)
                except Exception as error:
                    if not _is_race(error) or attempt == RACES:
                        raise
        raise AssertionError("the loop returns or raises")

    async def read(self, flow: Callable[[], Flow[Result]], bookmarks: Sequence[str] = ()) -> Result:
        """Runs a flow in a READ session, after the writes that the bookmarks stand for."""
        from neo4j import READ_ACCESS, Bookmarks

        with _errors(self.url):
            async with self._driver.session(
                database=self._database,
                default_access_mode=READ_ACCESS,
                bookmarks=Bookmarks.from_raw_values(bookmarks),
            ) as session:
                return await session.execute_read(lambda tx: adrive(flow(), self._runner(tx)))

    def _runner(self, tx: neo4j.AsyncManagedTransaction) -> Any:
        async def run(call: Call) -> Rows:
            if _is_empty_search(call):
                return []
            result = await tx.run(self._queries[call.name].text, _parameters(call))
            return [dict(record) async for record in result]

        return run

    def after_erasure(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a server may still hold on disk after a delete, each with the operator's remedy."""
        return (), REMAINS

    async def close(self) -> None:
        """Closes the driver's connections."""
        await self._driver.close()
