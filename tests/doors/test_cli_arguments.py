"""What the command line says before any memory is opened: help, usage, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from graphmem.doors.cli import app

VERBS = (
    *("ingest", "remember", "recall", "facts", "history", "paths", "changes", "why", "why-not"),
    *("reextract", "retract", "erase", "sweep", "merge", "split", "review", "approve", "reject"),
)
SERVERS = ("serve", "token")
EVALS = ("gold", "locomo", "asof", "names", "pronouns", "states", "updates", "realmem", "numbered")
TOOLS = ("browser-kit", "demo", "doctor", "extract", "version")


def graphmem(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="graphmem", env={"GRAPHMEM_TENANT": "", "GRAPHMEM_STORE": ""})


@pytest.mark.parametrize(
    "verb",
    [
        *VERBS,
        "token",
        *TOOLS,
        "eval gold",
        "eval locomo",
        "eval names",
        "eval pronouns",
        "eval states",
        "eval updates",
        "eval numbered",
    ],
)
def test_the_help_of_a_verb_is_a_sentence_its_options_and_an_example(verb: str) -> None:
    result = graphmem(*verb.split(), "--help")
    assert result.exit_code == 0
    sentence = result.stdout.split("\n\n")[1].strip()
    assert sentence.endswith(".")
    assert f"graphmem {verb}" in result.stdout.split("Example:")[1]
    assert "--json" in result.stdout


def test_help_names_every_verb_with_its_whole_sentence() -> None:
    listed = graphmem("--help").stdout.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    assert [*VERBS, *SERVERS, *TOOLS, "eval"] == [line.split()[0] for line in listed]
    assert [] == [line for line in listed if not line.endswith(".") or line.endswith("...")]


@pytest.mark.parametrize(
    "arguments",
    [
        ("facts", "Elena"),
        ("history", "Elena"),
        ("recall", "Where does Elena live?"),
        ("paths", "Elena", "Udine"),
        ("changes", "--since", "2025-05-01T00:00:00Z"),
        ("why", "f1"),
        ("review",),
        ("approve", "s1"),
        ("reject", "s1"),
        ("ingest", "chat.jsonl"),
        ("remember", "Elena", "lives_in", "Trieste"),
        ("retract", "--episode", "e1"),
        ("erase", "--subject", "Elena", "--yes"),
        ("merge", "Bianca Sartori", "Bianca"),
        ("split", "Bianca"),
    ],
)
def test_without_a_tenant_no_verb_does_anything(arguments: tuple[str, ...]) -> None:
    result = graphmem(*arguments)
    assert (2, "") == (result.exit_code, result.stdout)
    assert "Incorrect: no tenant was given" in result.stderr
    assert "--tenant" in result.stderr


def test_an_error_with_json_is_an_object_on_stdout_and_nothing_on_stderr() -> None:
    result = graphmem("facts", "Elena", "--json")
    assert (2, "") == (result.exit_code, result.stderr)
    said = json.loads(result.stdout)
    assert {"error", "message"} == said.keys()
    assert said["error"] == "Incorrect"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("facts", "--json"), "NAME"),
        (("fact", "--json"), "facts"),
        (("recall", "who?", "--budget", "x", "--json"), "--budget"),
    ],
)
def test_a_mistake_in_the_arguments_is_json_too(arguments: tuple[str, ...], named: str) -> None:
    result = graphmem(*arguments)
    assert (2, "") == (result.exit_code, result.stderr)
    said = json.loads(result.stdout)
    assert said["error"] == "Incorrect"
    assert named in said["message"]


def test_a_mistake_in_the_arguments_shows_the_usage() -> None:
    result = graphmem("facts")
    assert (2, "") == (result.exit_code, result.stdout)
    assert "Usage: graphmem facts" in result.stderr


@pytest.mark.parametrize("arguments", [(), ("--subject", "Dorian Hale", "--episode", "e1")])
def test_erase_takes_exactly_one_of_subject_and_episode(arguments: tuple[str, ...]) -> None:
    result = graphmem("erase", *arguments, "--yes", "--tenant", "demo")
    assert result.exit_code == 2
    assert "exactly one" in result.stderr


def test_erase_without_yes_and_without_a_terminal_does_nothing() -> None:
    result = graphmem("erase", "--subject", "Dorian Hale", "--tenant", "demo")
    assert result.exit_code == 2
    assert "Add --yes" in result.stderr


def test_version_is_one_line_or_an_object() -> None:
    said = json.loads(graphmem("version", "--json").stdout)
    assert f"graphmem {said['graphmem']}\n" == graphmem("version").stdout


def test_help_is_there_at_once_and_loads_nothing_heavy() -> None:
    # In a process of its own: this one has loaded everything already.
    code = (
        "import sys\n"
        "from graphmem.doors.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'spacy', 'neo4j', 'arcadedb', 'tantivy', 'graphmem.memory', 'graphmem.model'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    seconds = time.perf_counter() - began
    assert done.stdout.splitlines()[-1] == "[]"
    assert seconds < 2.0  # measured .16 s; the bound leaves room for a busy machine


def test_completion_answers_with_the_verbs() -> None:
    asked = {"_GRAPHMEM_COMPLETE": "complete_bash", "COMP_WORDS": "graphmem re", "COMP_CWORD": "1"}
    run = "from graphmem.doors.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, check=False, env={**environment(), **asked}
    )
    assert {"recall", "reextract", "reject", "remember", "retract", "review"} == set(done.stdout.split())


def environment() -> dict[str, str]:
    root = str(Path(__file__).resolve().parents[2])
    return {**os.environ, "PYTHONPATH": root}
