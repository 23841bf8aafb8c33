"""Named Cypher from files: one query, one name, one comment, declared parameters; checked when loaded.

A file holds queries in the manner of aiosql::

    // name: facts_at(tenant, entity, valid, now) -> rows
    // What holds of an entity at an instant of valid time, as believed now.
    MATCH ...

`cypher/*.cypher` is portable; `cypher/neo4j/` and `cypher/embedded/` replace queries of the same name and parameters;
`cypher/schema/` (DDL) and `cypher/operator/` (no tenant) add, each with a folder an engine of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from graphmem.errors import Incorrect

__all__ = ["ENGINES", "USED", "Queries", "Query", "cypher_files", "cypher_root", "load_queries", "parse_queries"]

Engine = Literal["embedded", "neo4j"]
ENGINES: tuple[Engine, ...] = ("embedded", "neo4j")
HEADER = re.compile(r"// name: (?P<name>[a-z][a-z0-9_]*)\((?P<parameters>[a-z_, ]*)\) -> (?P<returns>rows|none)\s*")
USED = re.compile(r"\$([a-z_]+)")
LITERAL = re.compile(r"'[^'\n]*'|`[^`\n]*`|//[^\n]*")


@dataclass(frozen=True, slots=True)
class Query:
    """One named query. `text` is what is sent: its name and line lead it, for slow-query logs."""

    name: str
    parameters: frozenset[str]
    comment: str
    body: str
    file: str
    line: int

    @property
    def text(self) -> str:
        """The Cypher, led by a comment that never varies: the text is the key of the server's plan cache."""
        return f"// {self.name} {self.file}:{self.line}\n{self.body}"


@dataclass(frozen=True, slots=True)
class Queries:
    """All queries of one engine: by name, and the DDL in order."""

    by_name: MappingProxyType[str, Query]
    schema: tuple[Query, ...]

    def __getitem__(self, name: str) -> Query:
        return self.by_name[name]


def cypher_root() -> Traversable:
    """The folder of .cypher files: inside the wheel, else at the top of a checkout."""
    packaged = files("graphmem") / "cypher"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "cypher"


@cache
def load_queries(engine: Engine) -> Queries:
    """Every query of `engine`. Raises Incorrect with file and line for a file that breaks the rules above."""
    root = cypher_root()
    base = _unique(_folder(root))
    overlay = _unique(_folder(root / engine))
    for query in overlay.values():
        _check_overlay(query, base)
    operator = _unique([*_folder(root / "operator"), *_folder(root / "operator" / engine)])
    schema = _unique([*_folder(root / "schema"), *_folder(root / "schema" / engine)])
    return Queries(MappingProxyType({**operator, **base, **overlay}), tuple(schema.values()))


def cypher_files(folder: Traversable) -> Iterator[tuple[str, str]]:
    """Name and text of each .cypher file of a folder, by name; none where there is no such folder."""
    paths = [path for path in folder.iterdir() if path.name.endswith(".cypher")] if folder.is_dir() else []
    for path in sorted(paths, key=lambda path: path.name):
        yield path.name, path.read_text(encoding="utf-8")


def _folder(folder: Traversable) -> list[Query]:
    return [query for name, text in cypher_files(folder) for query in parse_queries(text, name)]


def _unique(queries: list[Query]) -> dict[str, Query]:
    named: dict[str, Query] = {}
    for query in queries:
        if query.name in named:
            other = named[query.name]
            raise _wrong(query, f"the name stands at {other.file}:{other.line} too. Rename one")
        named[query.name] = query
    return named


def _check_overlay(query: Query, base: dict[str, Query]) -> None:
    if query.name not in base:
        raise _wrong(query, "it replaces no query of that name. Rename it, or move it to the portable files")
    if query.parameters != base[query.name].parameters:
        raise _wrong(query, f"its parameters differ from {sorted(base[query.name].parameters)}, which it replaces")


def parse_queries(text: str, file: str) -> tuple[Query, ...]:
    """The queries of one file's text. Raises Incorrect with file and line."""
    return tuple(_query(file, line, rows) for line, rows in _sections(text, file))


def _sections(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    start, rows = 0, list[str]()
    for number, row in enumerate(text.splitlines(), 1):
        if row.startswith("// name:"):
            if rows:
                yield start, rows
            start, rows = number, [row]
        elif rows:
            rows.append(row)
        elif row.strip():
            raise Incorrect(f"{file}:{number}: text before the first '// name:' line. Give the query a header.")
    if rows:
        yield start, rows


def _query(file: str, line: int, rows: list[str]) -> Query:
    header = HEADER.fullmatch(rows[0])
    if header is None:
        raise Incorrect(f"{file}:{line}: {rows[0]!r} is not '// name: NAME(PARAMETERS) -> rows|none'. Mend the header.")
    split = next((n for n, row in enumerate(rows[1:], 1) if not row.startswith("//")), len(rows))
    query = Query(
        name=header["name"],
        parameters=frozenset(filter(None, (word.strip() for word in header["parameters"].split(",")))),
        comment=" ".join(row.removeprefix("//").strip() for row in rows[1:split]),
        body="\n".join(rows[split:]).strip(),
        file=file,
        line=line,
    )
    _check(query)
    return query


def _check(query: Query) -> None:
    if not query.comment:
        raise _wrong(query, "it has no comment. Say in a line what it gives")
    if not query.body:
        raise _wrong(query, "it has no body. Write the Cypher below the comment")
    used = set(USED.findall(LITERAL.sub("", query.body)))
    if used != query.parameters:
        raise _wrong(query, f"it declares {sorted(query.parameters)} and uses {sorted(used)}. Make them the same")


def _wrong(query: Query, what: str) -> Incorrect:
    return Incorrect(f"{query.file}:{query.line}: query {query.name}: {what}.")
