"""Every command, setting and public name is documented; every link leads somewhere."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from pydantic import BaseModel

import graphmem
from graphmem.store.queries import ENGINES, load_queries
from graphmem.verbs import READINGS, WRITINGS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
TWO_SENTENCES = re.compile(r"[a-z)\"`’][.!?] +[A-Z]")
VARIABLE = re.compile(r"(?:environ\.get\(|environ\[|envvar=|getenv\()\s*\"([A-Z0-9_]+)\"")
OF_THE_SYSTEM = {"PATH", "COLUMNS", "USERNAME", "LOCALAPPDATA"}
WORDS = [
    "Episode", "Mention", "Statement", "Entity", "Fact", "slot", "key", "valid time", "system time", "Period", "AsOf",
    "supersede", "retract", "erase", "functional", "authority", "contested", "principal", "time to live",
    "`expires_at`", "gate", "policy", "fold", "segment", "Receipt", "Block", "tenant", "tombstone",
]  # fmt: skip


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page that are sentences: not code, tables, lists of links or headings."""
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not re.match(r"\s{4}|\||#|- |\d+\. ", line):
            yield number, re.sub(r"`[^`]*`", "code", line)


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_the_generated_pages_are_what_the_program_says() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "docs_reference.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ("", "", 0) == (run.stdout, run.stderr, run.returncode)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.findall(page.read_text()):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if "://" not in link and (not target.exists() or (anchor and anchor not in anchors(target))):
            broken.append(link)
    assert [] == broken


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_a_page_is_reached_from_the_index(page: Path) -> None:
    assert page.name == "index.md" or page.name in LINK.findall((DOCS / "index.md").read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_line_holds_one_sentence(page: Path) -> None:
    if page.name in {"CONTRIBUTING.md", "CHANGELOG.md"}:
        return
    assert [] == [f"{number}: {line}" for number, line in prose(page) if TWO_SENTENCES.search(line)]


@pytest.mark.parametrize("word", WORDS)
def test_the_glossary_says_every_word_of_the_design(word: str) -> None:
    assert f"\n| {word} | " in (DOCS / "glossary.md").read_text()


@pytest.mark.parametrize("name", graphmem.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert f"`{name}" in (DOCS / "reference-python.md").read_text()


def test_every_field_of_a_value_and_every_error_is_documented() -> None:
    page = (DOCS / "reference-values.md").read_text()
    for name in graphmem.__all__:
        kind = getattr(graphmem, name)
        if issubclass(kind, BaseModel):
            part = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
            assert list(kind.model_fields) == re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE), name
        if issubclass(kind, graphmem.GraphmemError):
            assert f"\n| `{name}` | {kind.http_status} | {kind.exit_code} | " in page


def test_every_named_query_is_documented_with_its_parameters() -> None:
    page = (DOCS / "reference-cypher.md").read_text()
    for engine in ENGINES:
        loaded = load_queries(engine)
        for query in [*loaded.by_name.values(), *loaded.schema]:
            row = re.search(rf"^\| `{query.name}` \| (.*?) \| \S", page, re.MULTILINE)
            assert row is not None, query.name
            assert query.parameters == set(re.findall(r"`(\w+)`", row[1])), query.name


def test_every_route_is_documented() -> None:
    page = (DOCS / "reference-http.md").read_text()
    verbs = {verb.name() for verb in (*READINGS, *WRITINGS)} | {"ingest", "remember_many", "reextract"}
    shown = set(re.findall(r"^## [A-Z]+ /v1/(\w+)$", page, re.MULTILINE))
    assert set() == verbs - shown


@pytest.mark.parametrize("face", ["Memory", "AsyncMemory", "Client", "AsyncClient"])
def test_every_verb_is_documented_with_its_parameters(face: str) -> None:
    page = (DOCS / "reference-python.md").read_text()
    verbs = [
        (name, [parameter for parameter in inspect.signature(verb).parameters if parameter != "self"])
        for name, verb in inspect.getmembers(getattr(graphmem, face), inspect.isfunction)
        if not name.startswith("_")
    ]
    headings = {match[1]: match[2] for match in re.finditer(r"^#### `(\w+)\((.*)\)`$", page, re.MULTILINE)}
    shown = {name: re.findall(r"\w+", parameters) for name, parameters in headings.items()}
    assert {name: names for name, names in verbs if name != "open"} == shown


def test_every_variable_of_the_environment_is_documented() -> None:
    programs = [*(ROOT / "graphmem").rglob("*.py"), *(ROOT / "scripts").glob("*.py"), ROOT / "tests" / "conftest.py"]
    read = {name for path in programs for name in VARIABLE.findall(path.read_text())}
    settings = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", (DOCS / "reference-settings.md").read_text(), re.MULTILINE))
    assert set() == read - settings - OF_THE_SYSTEM
    assert {"NEO4J_USERNAME", "NEO4J_PASSWORD", "GRAPHMEM_STORE"} <= settings


def test_every_target_of_the_makefile_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    assert [] == [name for name in phony[1].split() if not re.search(rf"^{name}:.* ## \S", makefile, re.MULTILINE)]
    assert {"demo", "test", "check", "bench", "torture", "docs", "lock", "clean"} <= set(phony[1].split())


def test_every_test_that_a_page_names_is_there() -> None:
    named = [found for page in PAGES for found in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page.read_text())]
    assert [] == [(file, test) for file, test in named if f"def {test}(" not in (ROOT / file).read_text()]
    assert len(named) > 15


def test_every_threat_names_what_shows_that_something_stands_against_it() -> None:
    threats = (DOCS / "security.md").read_text().partition("\n## Threats\n")[2].partition("\n## ")[0]
    rows = [line for line in threats.splitlines() if line.startswith("| ") and not line.startswith("| threat")]
    assert [] == [row for row in rows if "::test_" not in row]


def test_every_figure_of_the_sizing_is_one_of_the_measured() -> None:
    sizing = (DOCS / "operations.md").read_text().partition("\n## Size it\n")[2].partition("\n- ")[0]
    figures = re.findall(r"(\d[\d,.]*) (?:MiB|ms)", sizing)
    measured = (DOCS / "performance.md").read_text()
    assert [] == [figure for figure in figures if not re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d.])", measured)]
    assert 15 == len(figures)


@pytest.mark.parametrize("number", range(1, 9))
def test_each_question_about_a_wrong_answer_has_a_command_that_was_run(number: int) -> None:
    page = (DOCS / "wrong-answer.md").read_text()
    (row,) = re.findall(rf"^\| {number}\. \[.*\]\(#.*\) \| (.*) \|$", page, re.MULTILINE)
    part = page.partition(f"\n## {number}. ")[2].partition("\n## ")[0]
    verb = "recall" if row.startswith("the same") else row.split()[1].strip("`")
    assert f"\n$ graphmem {verb} " in part
    assert "```console\n" in part


COMING = sorted(DOCS.glob("coming-from-*.md"))


@pytest.mark.parametrize("page", COMING, ids=lambda page: page.stem)
def test_a_page_for_those_who_come_names_our_verbs_and_the_version_looked_at(page: Path) -> None:
    table = page.read_text().partition("\n## The verbs side by side\n")[2].partition("\n## ")[0]
    cells = [line.split(" | ")[1] for line in table.splitlines() if line.startswith("| `")]
    spans = [span for cell in cells for span in re.findall(r"`(?!graphmem )([^`]+)`", cell)]
    verbs = {name for span in spans for name in re.findall(r"\b([a-z_]+)(?=\(|$)", span.partition("(")[0])}
    parameters = {"as_of", "known_at", "retention_days", "idempotency_key"}
    assert set() == verbs - set(dir(graphmem.Memory)) - parameters - {"as_graphiti", ""}
    assert len(verbs) > 5
    assert re.search(r"^Looked at: .*\b\d+\.\d+\.\d+\b", page.read_text(), re.MULTILINE)


@pytest.mark.filterwarnings("ignore")  # its import warns, in pydantic
def test_the_calls_of_graphiti_that_are_named_are_in_the_version_installed() -> None:
    import graphiti_core

    page = (DOCS / "coming-from-graphiti.md").read_text()
    rows = re.findall(r"^\| `(\w+)\(", page, re.MULTILINE)
    methods = [name for name in rows if name != "Graphiti"]
    assert [] == [name for name in methods if not hasattr(graphiti_core.Graphiti, name)]
    assert len(methods) > 6
    assert f"`graphiti-core` {version('graphiti-core')}," in page


def test_a_line_with_two_sentences_would_be_found() -> None:
    assert TWO_SENTENCES.search("It ends here. It begins there.")
    assert not TWO_SENTENCES.search("Neo4j 5.26 Community, e.g. here.")
