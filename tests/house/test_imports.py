"""`import graphmem` is quick and light, and the packages know each other in one direction only."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "graphmem"
HEAVY = ["spacy", "neo4j", "arcadedb", "tantivy", "tiktoken", "graphiti_core", "fastapi", "rapidfuzz", "typer", "rich"]

# A package imports its own row and the rows above it.
LAYERS = [
    {f"graphmem.{name}" for name in ("model", "errors", "policy", "registry", "moments", "caches")},
    {f"graphmem.{name}" for name in ("importers", "extract", "gate", "identity", "belief", "recall")},
    {f"graphmem.{name}" for name in ("store", "intake", "stand_in", "remembering", "bulk", "workers")},
    {f"graphmem.{name}" for name in ("verbs", "rereading", "faces", "problems", "memory", "client")} | {"graphmem"},
    {"graphmem.interop", "graphmem.evaluate"},
    {"graphmem.doors"},
]
PURE = LAYERS[0] | LAYERS[1]
DATABASES = {"neo4j", "arcadedb", "arcadedb_embedded", "tantivy", "sqlite3", "socket", "urllib", "httpx"}
CLOCKS = {"now", "utcnow", "today"}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(path: Path) -> set[str]:
    """Every module a file names in an import, at the top or inside a function, submodules spelled out."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            submodules = whole & MODULES.keys()
            names |= submodules
            if len(submodules) < len(whole):
                names.add(node.module or "")
    return names


def layer(module: str) -> int:
    for number, members in enumerate(LAYERS):
        if module in members or any(module.startswith(f"{name}.") for name in members - {"graphmem"}):
            return number
    pytest.fail(f"{module} has no layer: say in LAYERS who may import it")


def within(module: str, packages: set[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in packages)


def seconds_to_import() -> float:
    """Of the processor: what else the machine does meanwhile is not graphmem's."""
    clock = "import time; start = time.process_time(); import graphmem; print(time.process_time() - start)"
    run = subprocess.run([sys.executable, "-c", clock], capture_output=True, text=True, check=True)
    return float(run.stdout)


def test_import_graphmem_takes_no_more_than_0_3_seconds() -> None:
    assert min(seconds_to_import() for _ in range(5)) <= 0.3


def test_import_graphmem_loads_nothing_heavy() -> None:
    code = f"import sys, graphmem; print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]\n" == run.stdout


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    own = {name for name in imported(MODULES[module]) if name.split(".")[0] == "graphmem"}
    assert [] == sorted(name for name in own if layer(name) > layer(module))


def test_engines_know_rows_and_flows_know_no_engine() -> None:
    engines, flows = {"graphmem.store.engines"}, {"graphmem.store.flows"}
    exchanged = {"graphmem.store.call"}  # the names of what a flow yields and is sent
    wrong = {
        module: sorted(name for name in imported(path) - exchanged if within(name, unknown))
        for module, path in MODULES.items()
        for inside, unknown in ((engines, flows | LAYERS[1]), (flows, engines))
        if within(module, inside)
    }
    assert {} == {module: names for module, names in wrong.items() if names}


def test_pure_packages_touch_no_database() -> None:
    wrong = {
        module: sorted(name for name in imported(path) if name.split(".")[0] in DATABASES)
        for module, path in MODULES.items()
        if within(module, PURE)
    }
    assert {} == {module: names for module, names in wrong.items() if names}


def reads_a_clock(node: ast.AST) -> bool:
    """A call of datetime.now and its kind, or of time.time: what waits or measures (monotonic) is no clock."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    owner = node.func.value
    name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
    return (node.func.attr in CLOCKS and name in {"datetime", "date"}) or (node.func.attr == "time" and name == "time")


def test_only_memory_its_client_and_the_doors_read_a_clock() -> None:
    readers = {
        module
        for module, path in MODULES.items()
        if any(reads_a_clock(node) for node in ast.walk(ast.parse(path.read_text())))
    }
    assert set() == {
        module for module in readers if not within(module, {"graphmem.memory", "graphmem.client", "graphmem.doors"})
    }
