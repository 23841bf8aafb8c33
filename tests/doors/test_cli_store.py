"""The verbs as a user calls them, on an embedded store."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from typer.testing import CliRunner, Result

from graphmem import Memory
from graphmem.doors.cli import app
from graphmem.model import Block, Change, Erasure, Explanation, Fact, Receipt, ReviewItem
from graphmem.model import Path as Walk

ROOT = Path(__file__).resolve().parents[2]
Call = Callable[..., Result]
HOMES = (("Elena Sartori", "Trieste"), ("Bianca Sartori", "Rennes"))


def calls(store: Path) -> Call:
    def call(*arguments: str) -> Result:
        options = ("--store", str(store), "--tenant", "demo")
        return CliRunner().invoke(app, [*arguments, *options], prog_name="graphmem")

    return call


@pytest.fixture
def graphmem(tmp_path: Path) -> Call:
    return calls(tmp_path / "memory.db")


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Call, str]:
    """A store and a time: in January Elena lives in Nantes; then the time; then she tells of a move in March."""
    call = calls(tmp_path_factory.mktemp("moved") / "memory.db")
    january = ("--said-at", "2025-01-14T18:00:00Z")
    wrote = [
        call("remember", "Elena Sartori", "lives_in", "Nantes", *january, "--speaker", "Elena Sartori"),
        call("remember", "Elena Sartori", "sister", "Bianca Sartori", *january),
        call("remember", "Bianca Sartori", "lives_in", "Rennes", *january),
    ]
    between = datetime.now(UTC).isoformat()
    news = ("--said-at", "2025-05-20T19:15:00Z", "--valid-from", "2025-03-08T00:00:00Z", "--episode", "e-news")
    wrote.append(call("remember", "Elena Sartori", "lives_in", "Trieste", *news, "--speaker", "Elena Sartori"))
    assert [0, 0, 0, 0] == [result.exit_code for result in wrote]
    return call, between


def objects(result: Result) -> list[str]:
    assert (0, "") == (result.exit_code, result.stderr)
    return [str(fact.object) for fact in TypeAdapter(tuple[Fact, ...]).validate_json(result.stdout)]


def test_facts_are_those_of_today_unless_asked_otherwise(moved: tuple[Call, str]) -> None:
    call, between = moved
    lives = ("facts", "Elena Sartori", "lives_in", "--json")
    assert ["Trieste"] == objects(call(*lives))
    assert ["Nantes"] == objects(call(*lives, "--as-of", "2025-02-01T00:00:00Z"))
    assert ["Trieste"] == objects(call(*lives, "--as-of", "2025-04-01T00:00:00Z"))
    assert ["Nantes"] == objects(call(*lives, "--as-of", "2025-04-01T00:00:00Z", "--known-at", between))


def test_facts_in_a_pipe_are_aligned_text_without_boxes(moved: tuple[Call, str]) -> None:
    call, _ = moved
    shown = call("facts", "Elena Sartori", "lives_in").stdout
    assert shown.splitlines()[0].split() == ["FACT", "VALID", "STATUS", "SAID", "BY", "ID"]
    assert "2025-03-08 →" in shown
    assert not {"│", "┃", "\x1b"} & set(shown)


def test_history_is_every_period_in_order(moved: tuple[Call, str]) -> None:
    call, between = moved
    assert ["Nantes", "Trieste"] == objects(call("history", "Elena Sartori", "lives_in", "--json"))
    assert ["Nantes"] == objects(call("history", "Elena Sartori", "lives_in", "--known-at", between, "--json"))


def test_paths_walk_over_facts(moved: tuple[Call, str]) -> None:
    call, _ = moved
    (walk,) = dumped(call("paths", "Elena Sartori", "Rennes", "--json"), tuple[Walk, ...])
    assert ["sister", "lives_in"] == [fact.predicate for fact in walk.facts]
    assert () == dumped(call("paths", "Elena Sartori", "Rennes", "--max-hops", "1", "--json"), tuple[Walk, ...])


def test_changes_since_a_moment_are_what_opened_and_closed(moved: tuple[Call, str]) -> None:
    call, between = moved
    changed = dumped(call("changes", "--since", between, "--json"), tuple[Change, ...])
    lived = [(change.change, str(change.fact.object)) for change in changed]
    assert ["closed", "opened", "opened"] == sorted(change for change, _ in lived)
    assert {"Nantes", "Trieste"} == {place for _, place in lived}


def test_why_shows_the_statement_behind_a_fact(moved: tuple[Call, str]) -> None:
    call, _ = moved
    (fact,) = dumped(call("facts", "Elena Sartori", "lives_in", "--json"), tuple[Fact, ...])
    explanation = dumped(call("why", fact.id, "--json"), Explanation)
    assert ["e-news"] == [source.episode for source in explanation.sources]
    assert "Elena Sartori" in call("why", fact.id).stdout


def test_recall_prints_the_block_alone(moved: tuple[Call, str]) -> None:
    call, _ = moved
    ask = ("recall", "Where does Elena Sartori live?", "--budget", "300")
    block = dumped(call(*ask, "--json"), Block)
    assert "Trieste" in str(block)
    assert f"{block}\n" == call(*ask).stdout
    assert block.tokens <= 300


def fates(result: Result) -> dict[str, str]:
    """What `recall --explain` says became of each candidate."""
    assert (0, "") == (result.exit_code, result.stderr)
    lines = result.stdout.partition("Candidates:\n")[2].partition("\n\n")[0].splitlines()
    became, text, name = (lines[0].index(column) for column in ("BECAME", "TEXT", "ID"))
    return {line[text:name].strip(): line[became:text].strip() for line in lines[1:]}


def test_recall_explained_tells_of_each_candidate_what_became_of_it(moved: tuple[Call, str]) -> None:
    call, _ = moved
    result = call("recall", "Where does Elena Sartori live?", "--explain")
    found = fates(result)
    assert "shown" == found["Elena Sartori lives in Trieste"]
    assert "ended at the time asked about" == found["Elena Sartori lives in Nantes"]
    assert "About:         Elena Sartori\n" in result.stdout
    assert "</graphmem-context>\n" == result.stdout[-len("</graphmem-context>\n") :]


def test_recall_explained_tells_what_the_budget_had_no_room_for(moved: tuple[Call, str]) -> None:
    call, _ = moved
    question = ("recall", "Where do Elena Sartori and Bianca Sartori live?", "--explain")
    assert {"shown"} == {fates(call(*question))[f"{who} lives in {where}"] for who, where in HOMES}
    fewer = fates(call(*question, "--budget", "75"))
    assert ["no room", "shown"] == sorted(fewer[f"{who} lives in {where}"] for who, where in HOMES)


def test_recall_explained_tells_why_nothing_is_said(moved: tuple[Call, str]) -> None:
    call, _ = moved
    result = call("recall", "Where does Bertil Ode live?", "--explain")
    assert "Unknown names: Bertil Ode\n" in result.stdout
    assert "abstained: the question names somebody" in result.stdout
    assert set() == {"shown", "no room"} & set(fates(result).values())


def test_a_budget_too_small_is_the_callers_mistake(moved: tuple[Call, str]) -> None:
    call, _ = moved
    result = call("recall", "Where does Elena Sartori live?", "--budget", "3")
    assert (2, "") == (result.exit_code, result.stdout)
    assert "Incorrect" in result.stderr


def test_review_is_empty_when_nobody_disagrees(moved: tuple[Call, str]) -> None:
    call, _ = moved
    assert () == dumped(call("review", "--json"), tuple[ReviewItem, ...])


def test_review_names_a_contested_value(graphmem: Call) -> None:
    for speaker, quota in (("Rafael Stein", "Trieste"), ("Kaan Yildirim", "Udine")):
        at = ("--said-at", "2025-11-11T09:00:00Z", "--valid-from", "2025-11-11T09:00:00Z")
        graphmem("remember", "Jonah Pellegrin", "lives_in", quota, *at, "--speaker", speaker, "--source-kind", "report")
    items = dumped(graphmem("review", "--json"), tuple[ReviewItem, ...])
    assert ["contested"] == [item.kind for item in items]
    assert "contested" in graphmem("review").stdout


def test_what_waits_is_approved_or_rejected(graphmem: Call) -> None:
    for place in ("Trieste", "Udine"):
        graphmem("remember", "Elena Sartori", "lives_in", place, "--source-kind", "inference")
    items = {item.sides[0]: item.id for item in dumped(graphmem("review", "--json"), tuple[ReviewItem, ...])}
    assert "Elena Sartori lives in Udine" in graphmem("review").stdout
    graphmem("reject", items["Elena Sartori lives in Udine"], "--reason", "she only visits")
    receipt = dumped(
        graphmem("approve", items["Elena Sartori lives in Trieste"], "--reason", "she said so", "--json"), Receipt
    )
    assert 1 == len(receipt.opened)
    assert ["Trieste"] == objects(graphmem("facts", "Elena Sartori", "lives_in", "--json"))
    assert "Nothing waits" in graphmem("review").stdout
    assert "rejected" in graphmem("approve", items["Elena Sartori lives in Udine"]).stderr


@pytest.mark.parametrize(
    ("arguments", "code", "kind"),
    [
        (("remember", "Elena Sartori", "livs_in", "Nantes"), 2, "Incorrect"),
        (("facts", "Elena Sartori", "--as-of", "2025-02-01T00:00:00"), 2, "Incorrect"),
        (("why", "no-such-fact"), 4, "NotFound"),
        (("retract", "--episode", "no-such-episode"), 4, "NotFound"),
        (("erase", "--subject", "Nobody Atall", "--yes"), 4, "NotFound"),
    ],
)
def test_an_error_has_the_exit_code_of_its_kind(
    moved: tuple[Call, str], arguments: tuple[str, ...], code: int, kind: str
) -> None:
    call, _ = moved
    plainly = call(*arguments)
    assert (code, "") == (plainly.exit_code, plainly.stdout)
    assert plainly.stderr.startswith(f"{kind}: ")
    assert "Traceback" not in plainly.stderr
    in_json = call(*arguments, "--json")
    assert (code, "") == (in_json.exit_code, in_json.stderr)
    assert kind == json.loads(in_json.stdout)["error"]


def test_a_retracted_episode_is_believed_no_more_and_the_older_belief_is_back(graphmem: Call) -> None:
    graphmem("remember", "Elena Sartori", "lives_in", "Nantes", "--said-at", "2025-01-14T18:00:00Z")
    graphmem("remember", "Elena Sartori", "lives_in", "Trieste", "--said-at", "2025-05-20T19:15:00Z", "--episode", "e2")
    receipt = dumped(graphmem("retract", "--episode", "e2", "--json"), Receipt)
    assert receipt.closed
    assert ["Nantes"] == objects(graphmem("facts", "Elena Sartori", "lives_in", "--json"))


def test_an_erased_subject_is_gone_with_its_history(graphmem: Call) -> None:
    graphmem("remember", "Dorian Hale", "phone", "555-0147", "--said-at", "2025-05-20T19:22:00Z")
    certificate = dumped(graphmem("erase", "--subject", "Dorian Hale", "--yes", "--json"), Erasure)
    assert certificate.facts >= 1
    left = graphmem("history", "Dorian Hale", "--json")
    assert "555-0147" not in left.stdout + left.stderr


def test_two_entities_become_one_and_two_again(graphmem: Call) -> None:
    graphmem("remember", "Bianca Sartori", "lives_in", "Rennes", "--said-at", "2025-01-26T09:33:00Z")
    graphmem("remember", "Bibi", "works_at", "Plover Trust", "--said-at", "2025-01-26T09:34:00Z")
    dumped(graphmem("merge", "Bianca Sartori", "Bibi", "--json"), Receipt)
    assert ["Plover Trust", "Rennes"] == sorted(objects(graphmem("facts", "Bianca Sartori", "--json")))
    dumped(graphmem("split", "Bibi", "--json"), Receipt)
    assert ["Rennes"] == objects(graphmem("facts", "Bianca Sartori", "--json"))
    assert ["Plover Trust"] == objects(graphmem("facts", "Bibi", "--json"))


def test_the_same_file_again_adds_nothing(graphmem: Call) -> None:
    chat = str(ROOT / "examples" / "assistant.jsonl")
    first = dumped(graphmem("ingest", chat, "--json"), Receipt)
    again = dumped(graphmem("ingest", chat, "--json"), Receipt)
    assert 101 == len(first.episodes)
    assert (101, (), ()) == (len(again.duplicates), again.opened, again.closed)
    assert "101 duplicates" in graphmem("ingest", chat).stdout


def test_several_files_give_several_receipts(graphmem: Call, tmp_path: Path) -> None:
    for name in ("one", "two"):
        turn = {"id": name, "session": name, "speaker": "Elena", "said_at": "2025-01-14T18:00:00Z", "text": "Hello."}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(turn) + "\n")
    result = graphmem("ingest", str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl"), "--json")
    assert [("one",), ("two",)] == [receipt.episodes for receipt in dumped(result, tuple[Receipt, ...])]


def test_a_broken_line_is_named_and_the_lines_before_it_stay(graphmem: Call, tmp_path: Path) -> None:
    turn = {
        "id": "e1",
        "session": "s",
        "speaker": "Elena Sartori",
        "said_at": "2025-01-14T18:00:00Z",
        "text": "I live in Nantes.",
    }
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(turn) + "\n{not json\n")
    result = graphmem("ingest", str(broken))
    assert result.exit_code == 2
    assert "2" in result.stdout + result.stderr
    assert ["Nantes"] == objects(graphmem("facts", "Elena Sartori", "lives_in", "--json"))


def test_a_missing_file_is_said_in_a_line(graphmem: Call, tmp_path: Path) -> None:
    result = graphmem("ingest", str(tmp_path / "none.jsonl"))
    assert result.exit_code in {2, 4}
    assert "none.jsonl" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_store_that_another_process_holds_is_a_conflict(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    with Memory(str(store), tenant="demo"):
        done = in_a_process("facts", "Elena Sartori", "--store", str(store), "--tenant", "demo")
    assert (5, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("Conflict: ")
    assert str(os.getpid()) in done.stderr


def test_json_in_a_process_of_its_own_leaves_stderr_empty(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "memory.db"), "--tenant", "demo", "--json")
    written = in_a_process("remember", "Elena Sartori", "lives_in", "Nantes", *store)
    assert (0, "") == (written.returncode, written.stderr)
    Receipt.model_validate_json(written.stdout)


def test_a_server_that_cannot_be_reached_is_unavailable_and_its_driver_keeps_quiet(tmp_path: Path) -> None:
    nowhere = ("--store", "bolt://127.0.0.1:1", "--tenant", "demo")
    done = in_a_process("facts", "Elena Sartori", *nowhere, "--json")
    assert (6, "") == (done.returncode, done.stderr)
    assert json.loads(done.stdout)["error"] == "Unavailable"


def test_store_and_tenant_may_come_from_the_environment(tmp_path: Path) -> None:
    environment = {"GRAPHMEM_STORE": str(tmp_path / "memory.db"), "GRAPHMEM_TENANT": "demo"}
    runner = CliRunner(env=environment)
    assert 0 == runner.invoke(app, ["remember", "Elena Sartori", "lives_in", "Nantes"]).exit_code
    assert ["Nantes"] == objects(runner.invoke(app, ["facts", "Elena Sartori", "--json"]))


def dumped(result: Result, kind: Any) -> Any:
    """The value of a `--json` answer, in the model's own type."""
    assert (0, "") == (result.exit_code, result.stderr)
    return TypeAdapter(kind).validate_json(result.stdout)


def in_a_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "graphmem.doors.cli", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
