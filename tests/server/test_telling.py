"""What a server says of itself: enough to run it by, and nothing of what was said."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import httpx
import pytest

from graphmem import Client

from .running import Process, get, post

CANARY = "Xanthippe Quillfeather"


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, object]], str]:
    """The log of a server that was asked many things, right and wrong, and its metrics."""
    process = Process(str(tmp_path_factory.mktemp("told") / "memory.db"), "--no-tokens")
    headers = {"Graphmem-Tenant": "quillfeather-tenant"}
    with Client(process.url, tenant="quillfeather-tenant", asker=CANARY) as memory:
        memory.remember(CANARY, "lives_in", "Quillfeather Hall", speaker=CANARY, said_at="2025-01-14T18:00:00Z")
        memory.recall(f"Where does {CANARY} live?")
    post(f"{process.url}/v1/facts", json={"entity": CANARY, "quillfeather": 1}, headers=headers)
    post(f"{process.url}/v1/{CANARY}?q=Quillfeather", content=b"Quillfeather", headers=headers)
    post(f"{process.url}/v1/why", json={"fact_id": "quillfeather"}, headers=headers)
    metrics = get(f"{process.url}/metrics").text
    assert 0 == process.stop(signal.SIGTERM)
    return process.lines, metrics


def test_each_request_is_one_line_with_route_status_and_time(
    logged: tuple[list[dict[str, object]], str],
) -> None:
    requests = [line for line in logged[0] if line["event"] == "request"]
    assert [
        ("/v1/remember", 200), ("/v1/recall", 200), ("/v1/facts", 400), ("other", 404), ("/v1/why", 404),
        ("/metrics", 200),
    ] == [(line["route"], line["status"]) for line in requests]  # fmt: skip
    assert all(isinstance(line["ms"], float) and line["id"] for line in requests)
    assert "stopped" == logged[0][-1]["event"]


def test_no_word_of_a_memory_is_in_the_log_or_the_metrics(logged: tuple[list[dict[str, object]], str]) -> None:
    assert "quillfeather" not in json.dumps(logged[0]).lower()
    assert "xanthippe" not in json.dumps(logged[0]).lower()
    assert "quillfeather" not in logged[1].lower()


def test_metrics_count_by_route_and_status(logged: tuple[list[dict[str, object]], str]) -> None:
    assert 'graphmem_requests_total{route="/v1/recall",status="200"} 1.0' in logged[1]
    assert 'graphmem_requests_total{route="other",status="404"} 1.0' in logged[1]
    assert 'graphmem_request_seconds_count{route="/v1/facts"} 1.0' in logged[1]


def test_a_failure_is_told_without_its_words_to_caller_and_log(
    url: str, http: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(f"no page for {CANARY}")

    monkeypatch.setattr("graphmem.store.flows.read.facts", broken)
    with caplog.at_level("ERROR", "graphmem.server"):
        answer = http.post("/v1/facts", json={"entity": CANARY})
    assert (500, "GraphmemError") == (answer.status_code, answer.json()["title"])
    from graphmem.doors.server.telling import JsonLines

    (record,) = [record for record in caplog.records if record.name == "graphmem.server" and record.msg == "failed"]
    written = JsonLines().format(record)
    assert "RuntimeError at test_telling.py" in written
    assert CANARY not in answer.text + written


def test_health_and_readiness_need_no_token(url: str) -> None:
    assert [200, 200] == [get(f"{url}{path}").status_code for path in ("/healthz", "/readyz")]


def test_a_port_that_is_taken_is_said_in_a_line(url: str, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from graphmem.doors.cli import app

    port = url.rpartition(":")[2]
    run = CliRunner().invoke(app, ["serve", "--store", str(tmp_path / "m.db"), "--no-tokens", "--port", port])
    assert (6, True) == (run.exit_code, run.stderr.splitlines()[-1].startswith("Unavailable: 127.0.0.1:"))
