#!/usr/bin/env python3
"""Writes the pages of docs/ that are made from the program: commands, routes, values, errors, predicates, queries.

python scripts/docs_reference.py            writes them
python scripts/docs_reference.py --check    exit code 1 and a difference, if one is not up to date
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from typer.testing import CliRunner

import graphmem
from graphmem import errors, model
from graphmem.doors.cli import app
from graphmem.doors.saved import PARAMETERS, SavedQuery, saved_queries
from graphmem.doors.server.app import application
from graphmem.doors.server.store import Store
from graphmem.doors.server.tokens import Anybody
from graphmem.registry import Predicate, registry
from graphmem.store.queries import ENGINES, Query, load_queries

DOCS = Path(__file__).resolve().parents[1] / "docs"
COMMAND_LINE = """\
# Command line

*Written by `make docs`, from what the commands say of themselves.*

Every verb that reads or writes takes `--store` and `--tenant`; both can be set once in the environment.
With `--json` the answer is the model's own JSON on stdout, with nothing on stderr.
"""
HTTP = """\
# HTTP

*Written by `make docs`, from the server's OpenAPI document, which it serves at `/openapi.json`.*

A verb is a POST with its parameters as JSON; the [Python reference](reference-python.md) says what each means.
Every route under `/v1` wants `Authorization: Bearer TOKEN`.
`Idempotency-Key` on a write: the same key again gives the first answer, and writes nothing.
A list comes as `{"items": […], "next": cursor}`; send `next` as `cursor` for the part after it, null is the end.
An error is a problem detail (RFC 9457): `{"type": "urn:graphmem:error:NotFound", "title", "status", "detail"}`.
It has the `receipt` of what was written before it, where something was.
`/healthz`, `/readyz`, `/metrics` and `/openapi.json` want no token.
Nor does the [Browser kit](how-to-browser.md), under `/browser/`.
How to run a server is told in [Serve a memory over HTTP](how-to-serve.md).
"""
PREDICATES = """\
# Predicates

*Written by `make docs`, from the registry.*

These relations graphmem knows by name; `remember` takes them, and text is read into them.
A *functional* one has one value at a time; a new value supersedes the old one.
Those of one *slot* close each other, as do being engaged and being married.
Verbs that are not here are kept in open slots of their own words, where text says them.
`Memory(…, predicates=…)` adds your own.

| predicate | reads | takes | functional | slot |
|---|---|---|---|---|
"""

SAVED = """\
# Saved queries

*Written by `make docs`, from `cypher/browser/`.*

These are the queries of the [Browser kit](how-to-browser.md), its guide and its favourites.
Each is a table; most can be drawn, too.
They run in any client of Neo4j that has the parameters.
A day is midnight in UTC; a time with a zone is taken, too: `2025-05-20T19:30Z`.

| parameter | meaning | at first |
|---|---|---|
"""
VALUES = """\
# Values, receipts and errors

*Written by `make docs`, from the models and the tree of errors.*

What the verbs give, field by field.
`--json`, `model_dump_json()` and the server's answers have the same fields.
All are frozen; a field that a value does not have is refused.
A time is an aware datetime in Python and RFC 3339 with a zone in JSON.
"""
ERRORS = """\
## Errors

An error says what was asked, what was found, and what to do.
`receipt` of it says what was written before it, where something was.
Over HTTP it is a problem detail (RFC 9457) of the type `urn:graphmem:error:` and its name.

| error | HTTP | exit code | meaning |
|---|---|---|---|
"""
DECISIONS = """\
## Decisions of a receipt

Each statement of `Receipt.statements` has one of these, and the reason in words.

| decision | what became of it |
|---|---|
| `kept` | It is stored and believed, as far as its authority goes. |
| `skipped` | It claims nothing, says nothing that lasts, or is nobody's statement; it is not believed. |
| `quarantined` | It is not to be trusted, or not to be kept: it gives orders to its reader, or was a secret. |
| `review` | It is stored and waits for a second session, or for a person who approves or rejects it. |
"""
FATES = """\
## Verdicts of a fate

What `why_not` says of something, each with the reason in words.

| verdict | what became of it |
|---|---|
| `not_said` | No stored turn says it: nobody did, its transcript left it out, or it was blanked before. |
| `not_read` | A turn says it and is stored as text; nothing was read in it that a later question could ask for. |
| `skipped`, `quarantined`, `review` | As in a receipt. |
| `rejected` | It waited, and a person rejected it. |
| `kept` | It is believed, or stands beside the facts as an end, a name or a plan. |
| `upcoming`, `ended` | It is believed of a later time, or of an earlier one. |
| `superseded` | Another value took its place, or a correction took it away. |
| `contested` | Another says otherwise: neither is current. |
| `overruled` | A claim of higher authority stands against it. |
| `retracted` | Its source was withdrawn. |
| `expired` | It was kept for a time that is over; its words are not shown. |
| `erased` | The very text was erased, or somebody whom it names. |
"""
QUERIES = """\
# Queries of the program

*Written by `make docs`, from `cypher/`.*

Every text that graphmem sends to an engine is led by its name, as a comment: look for it in a slow-query log.
A query with `$tenant` sees that tenant alone.
Those of the operator and the schema have none; they serve `doctor`, erasure and the opening of a store.
"Its own on" names an engine whose text of the query differs; parameters and rows are the same.
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


def command_line() -> str:
    """The page of the commands."""
    return "\n".join([COMMAND_LINE, *map(section, commands(typer.main.get_command(app))), exit_codes()])


def predicates() -> str:
    """The page of the registry, by name."""
    return PREDICATES + "".join(sorted(map(row, registry())))


def row(predicate: Predicate) -> str:
    """One predicate's line of the table."""
    taken = predicate.value or ("a value" if predicate.object == "Value" else predicate.object)
    functional = "for each object" if predicate.per_object else "yes" if predicate.functional else "no"
    slot = f"`{predicate.slot}`" if predicate.slot not in {"", predicate.name} else ""
    return f"| `{predicate.name}` | {predicate.phrase('X', 'Y')} | {taken} | {functional} | {slot} |\n"


def http() -> str:
    """The page of the routes, from the OpenAPI document."""
    routes = [
        route(path, method, operation)
        for path, operations in openapi()["paths"].items()
        for method, operation in operations.items()
    ]
    return "\n".join([HTTP, *routes])


def openapi() -> dict[str, Any]:
    """The document of a server, over a store that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"{folder}/memory.db")
        try:
            return application(store, Anybody()).openapi()
        finally:
            store.close()


def route(path: str, method: str, operation: dict[str, Any]) -> str:
    """One route's part of the page: what it takes, as an example, and what it answers."""
    lines = [f"## {method.upper()} {path}", "", *(f"{line}." for line in sentences(operation["summary"])), ""]
    parameters = operation.get("parameters", ())
    lines += [f"- `{one['name']}` ({one['in']}): {one['description']}" for one in parameters]
    lines += [""] * bool(parameters)
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        example = next(iter(content["examples"].values()))["value"]
        shown = example.strip() if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)
        lines += [f"`{kind}`:", "", "```text", shown, "```", ""]
    answers = ", ".join(operation["responses"])
    return "\n".join([*lines, f"Answers: {answers}.", ""])


def sentences(text: str) -> list[str]:
    """One sentence a line."""
    return text.rstrip(".").split(". ")


def saved() -> str:
    """The page of the saved queries."""
    rows = [f"| `${one.name}` | {one.says} | {f'`{one.first}`' if one.first else 'empty'} |\n" for one in PARAMETERS]
    return "\n".join(["".join([SAVED, *rows]), *map(query, saved_queries())])


def query(one: SavedQuery) -> str:
    """One saved query's part of the page."""
    taken = ", ".join(f"`${parameter.name}`" for parameter in one.parameters)
    lines = [f"## {one.number} {one.title}", "", *(f"{line}." for line in sentences(one.shows)), f"Takes {taken}.", ""]
    lines += ["```cypher", one.table, "```", ""]
    if one.drawn:
        lines += ["Drawn:", "", "```cypher", one.drawn, "```", ""]
    return "\n".join(lines)


def values() -> str:
    """The page of the values and errors."""
    public = [getattr(graphmem, name) for name in graphmem.__all__]
    shown: list[type[BaseModel]] = [one for one in public if isinstance(one, type) and issubclass(one, BaseModel)]
    shown += [model.Decision, model.Question]
    tables = map(value, sorted(shown, key=lambda kind: kind.__name__))
    kinds = [getattr(errors, name) for name in errors.__all__]
    rows = [
        f"| `{kind.__name__}` | {kind.http_status} | {kind.exit_code} | {kind.__doc__.splitlines()[0]} |\n"
        for kind in sorted(kinds, key=lambda kind: kind.exit_code)
    ]
    return "\n".join([VALUES, *tables, DECISIONS, FATES, "".join([ERRORS, *rows])])


def value(kind: type[BaseModel]) -> str:
    """One value's part of the page: what it is, and a row a field."""
    told = (kind.__doc__ or "").split("\n\n")[0]
    lines = [f"## {kind.__name__}", "", *(f"{line}." for line in sentences(" ".join(told.split()))), ""]
    rows = [
        f"| `{name}` | {type_of(field.annotation)} | {otherwise(field)} |" for name, field in kind.model_fields.items()
    ]
    return "\n".join([*lines, "| field | type | when not given |", "|---|---|---|", *rows, ""])


def type_of(annotation: Any) -> str:
    """A field's type in words of Python, without module names and bars."""
    plain = isinstance(annotation, type) and not hasattr(annotation, "__args__")
    text = annotation.__name__ if plain else str(annotation)
    text = re.sub(r"\b(?:graphmem\.(?:model|registry)|typing|datetime|pydantic\.types|collections\.abc)\.", "", text)
    text = re.sub(r"Annotated\[(\w+), \w+\(.*\)\]", r"\1", text)  # a moment is a datetime that is moved to UTC
    text = re.sub(r"^Optional\[(.*)\]$", r"\1 | None", text)
    return text.replace("AwareDatetime", "datetime").replace(" | ", " or ").replace("'", '"')


def otherwise(field: FieldInfo) -> str:
    """What a field is when it is not given."""
    if field.is_required():
        return "required"
    given = field.get_default(call_default_factory=True, validated_data={})
    return f"`{json.dumps(given)}`" if isinstance(given, str | bool | int | float) else f"`{given!r}`"


def queries() -> str:
    """The page of the program's queries, by file."""
    engines = {engine: load_queries(engine) for engine in ENGINES}
    named: dict[str, dict[str, Query]] = {}
    for engine, loaded in engines.items():
        for one in [*loaded.by_name.values(), *loaded.schema]:
            named.setdefault(one.name, {})[engine] = one
    files = sorted({one.file for found in named.values() for one in found.values()})
    return "\n".join([QUERIES, *(queries_of(file, named) for file in files)])


def queries_of(file: str, named: dict[str, dict[str, Query]]) -> str:
    """One file's part of the page: a row a query."""
    rows = []
    for name, found in sorted(named.items()):
        one = next(iter(found.values()))
        if one.file == file:
            taken = ", ".join(f"`{parameter}`" for parameter in sorted(one.parameters)) or "nothing"
            rows.append(f"| `{name}` | {taken} | {one.comment.replace('|', '&#124;')} | {differs(found)} |\n")
    heading = [f"## {file.removesuffix('.cypher')}\n\n", "| query | takes | what it gives or does | its own on |\n"]
    return "".join([*heading, "|---|---|---|---|\n", *rows])


def differs(found: dict[str, Query]) -> str:
    """The engines that have a query alone, or a text of their own for it."""
    if len(found) == 1:
        return f"{next(iter(found))} alone"
    return "" if len({one.body for one in found.values()}) == 1 else "each"


PAGES = {
    "reference-cli.md": command_line,
    "reference-http.md": http,
    "reference-values.md": values,
    "reference-cypher.md": queries,
    "reference-predicates.md": predicates,
    "reference-browser.md": saved,
}


def up_to_date(name: str, new: str) -> bool:
    """Whether the page holds this text; prints the difference."""
    path = DOCS / name
    old = path.read_text() if path.exists() else ""
    sys.stdout.writelines(unified_diff(old.splitlines(True), new.splitlines(True), name, "as it would be written"))
    return old == new


def main(arguments: Sequence[str]) -> int:
    """Writes the pages, or compares them."""
    if "--check" in arguments:
        right = [up_to_date(name, page()) for name, page in PAGES.items()]
        return int(not all(right))
    for name, page in PAGES.items():
        (DOCS / name).write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
