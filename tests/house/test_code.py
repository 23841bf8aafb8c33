"""How the code reads: documented, in small steps, with its Cypher in files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphmem

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = sorted((ROOT / "graphmem").rglob("*.py"))
PROGRAMS = [*PACKAGE, *sorted((ROOT / "scripts").glob("*.py")), *sorted((ROOT / "bench").glob("*.py"))]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef
CYPHER = re.compile(
    r"\b(?:MATCH|MERGE|CREATE|FOREACH)\s*\(|\bMATCH\s+\w+\s*=|\bUNWIND\s+\$|\bDETACH\s+DELETE\b"
    r"|^\s*CALL\s+(?:db|apoc)\.|\]->\s*\(",
    re.MULTILINE,
)


def shown(path: Path, node: ast.stmt | ast.expr) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def docstrings(tree: ast.Module) -> set[int]:
    """The ids of the constants that are docstrings."""
    owners = [node for node in ast.walk(tree) if isinstance(node, ast.Module | Documented)]
    first = [owner.body[0] for owner in owners if owner.body]
    return {id(node.value) for node in first if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Documented]]:
    """Functions, classes and their methods that have no underscore in front; what is inside a function is its own."""
    for node in body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield f"{prefix}{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{node.name}.")


def functions(path: Path) -> Iterator[Function]:
    return (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Function))


def lines(function: Function) -> int:
    """From `def` to the last line, the docstring left out."""
    first = function.body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if told else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


@pytest.mark.parametrize("path", PACKAGE, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_public_name_says_what_you_get(path: Path) -> None:
    tree = ast.parse(path.read_text())
    names = dict(public(tree.body))
    silent = [name for name, node in names.items() if not ast.get_docstring(node)]
    if names and not ast.get_docstring(tree):
        silent.append("the module")
    assert [] == silent


def test_no_function_is_longer_than_40_lines() -> None:
    long = [
        f"{shown(path, function)} {function.name}: {lines(function)}"
        for path in PROGRAMS
        for function in functions(path)
        if lines(function) > 40
    ]
    assert [] == long


def test_four_of_five_functions_fit_in_20_lines() -> None:
    lengths = [lines(function) for path in PROGRAMS for function in functions(path)]
    assert sum(length <= 20 for length in lengths) >= 0.8 * len(lengths)


@pytest.mark.parametrize("path", PACKAGE, ids=lambda path: str(path.relative_to(ROOT)))
def test_cypher_stands_in_files_not_in_python(path: Path) -> None:
    tree = ast.parse(path.read_text())
    told = docstrings(tree)
    found = [
        f"{shown(path, node)} {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
        if CYPHER.search(node.value)
    ]
    assert [] == found


def test_the_cypher_test_would_find_some() -> None:
    queries = ["MATCH (n) RETURN n", "MERGE (e:Entity {uuid: $u})", "UNWIND $rows AS row", "CALL db.labels()"]
    assert queries == [query for query in queries if CYPHER.search(query)]


def test_graphmem_shows_what_it_names_and_nothing_else() -> None:
    shown: dict[str, object] = {}
    exec("from graphmem import *", shown)  # noqa: S102 - what a user's star import gives
    assert list(graphmem.__all__) == sorted(graphmem.__all__) == sorted(shown.keys() - {"__builtins__"})
    assert list(graphmem.__all__) == dir(graphmem)


def test_a_name_that_graphmem_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'graphmem' has no attribute 'Memories'"):
        _ = graphmem.Memories
