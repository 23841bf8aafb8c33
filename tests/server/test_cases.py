"""Histories that memories got wrong elsewhere, told through a server."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from graphmem import Client, Incorrect
from graphmem.doors.server.background import serving

from .running import ROOT, Process, unhurried

SPRING = "2026-03-14T08:30:00Z"


def turn(id: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "session": "s", "speaker": "Runa Falk", "said_at": SPRING, "text": text, **more}


def test_a_time_without_a_zone_is_refused_with_what_to_do(http: httpx.Client) -> None:
    body = json.dumps(turn("e1", "I live in Visby.", said_at="2026-03-14T08:30:00"))
    answer = http.post("/v1/ingest", content=body, headers={"Content-Type": "application/x-ndjson"})
    assert (400, True) == (answer.status_code, "zone" in answer.json()["detail"])
    said = {"subject": "Runa Falk", "predicate": "lives_in", "object": "Visby", "said_at": "2026-03-14T08:30:00"}
    answer = http.post("/v1/remember", json=said)
    assert (400, True) == (answer.status_code, "2026-03-14T08:30:00Z" in answer.json()["detail"])


def test_an_early_hour_keeps_its_day_wherever_the_server_stands(folder: str, start: Callable[..., Process]) -> None:
    process = start(folder, "--no-tokens", TZ="America/Los_Angeles")
    with Client(process.url, tenant="t") as memory:
        memory.ingest([turn("e1", "I live in Visby now.", said_at="2026-06-09T01:15:00Z")])
        (fact,) = memory.facts("Runa Falk", "lives_in")
        assert "2026-06-09T01:15:00+00:00" == fact.sources[0].said_at.isoformat()
        assert "2026-06-09" in str(memory.recall("Where does Runa Falk live?"))
    process.stop(signal.SIGTERM)


TENANTS = (
    *("tenant-b", "runa.falk@example.org", "smältdegel", "日本/東京 & co"),
    *("7c3e1f0a-5b1d-4c58-9a43-2b1f6d0e8a11", "a b"),
)


@pytest.mark.parametrize("name", TENANTS)
def test_a_tenant_may_have_any_name(url: str, name: str) -> None:
    with Client(url, tenant=name) as memory:
        memory.remember("Runa Falk", "lives_in", f"Visby of {name}", said_at=SPRING)
        assert [f"Visby of {name}"] == [str(fact.object) for fact in memory.facts("Runa Falk")]
        assert name == memory.tenant


def test_two_tenants_that_write_at_once_never_see_each_others_words(url: str, tenant: str) -> None:
    def write(number: int) -> None:
        with Client(url, tenant=f"{tenant}-{number % 2}") as memory:
            said = turn(f"e{number}", f"I have a cat called Whiskers{number}.", session=f"s{number}")
            memory.ingest([said])

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(write, range(40)))
    for side in (0, 1):
        with Client(url, tenant=f"{tenant}-{side}") as memory:
            episodes = {source.episode for fact in memory.history("Runa Falk") for source in fact.sources}
            mine = [turn(f"e{n}", f"I have a cat called Whiskers{n}.", session=f"s{n}") for n in range(side, 40, 2)]
            assert 20 == len(memory.ingest(mine).duplicates)
            assert episodes <= {said["id"] for said in mine}


CHAT = {
    "title": "Moving", "create_time": 1773500000.0, "current_node": "n2",
    "mapping": {
        "n0": {"id": "n0", "parent": None, "children": ["n1"], "message": None},
        "n1": {
            "id": "n1", "parent": "n0", "children": ["n2"],
            "message": {
                "id": "n1", "author": {"role": "user"}, "create_time": 1773500000.0,
                "content": {"content_type": "text", "parts": ["I live in Visby."]},
            },
        },
        "n2": {
            "id": "n2", "parent": "n1", "children": [],
            "message": {
                "id": "n2", "author": {"role": "assistant"}, "create_time": 1773500060.0,
                "content": {"content_type": "text", "parts": ["Noted."]},
            },
        },
    },
}  # fmt: skip
CODE = "\n".join(
    json.dumps({"type": role, "sessionId": "s9", "uuid": f"u-{role}", "timestamp": SPRING,
                "message": {"role": role, "content": content}})
    for role, content in (("user", "I live in Visby."), ("assistant", [{"type": "text", "text": "Noted."}]))
)  # fmt: skip
PARTS = json.dumps([
    {"role": "user", "content": [{"type": "text", "text": "I live in"}, {"type": "text", "text": "Visby."}]},
    {"role": "assistant", "content": "Noted."},
])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("array.json", json.dumps([CHAT])),
        ("single.json", json.dumps(CHAT)),
        ("code.jsonl", CODE),
        ("parts.json", PARTS),
    ],
)
def test_an_export_read_at_the_client_has_its_roles_counted_by_the_server(
    memory: Client, tmp_path: Path, name: str, content: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    receipt = memory.ingest(file, said_at=SPRING)
    assert {"user": 1, "assistant": 1} == receipt.roles


def test_an_unknown_shape_is_an_error_at_the_client_and_nothing_is_sent(memory: Client, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text('[{"von": "Runa", "inhalt": "Ich wohne in Visby."}]')
    with pytest.raises(Incorrect, match="no known shape"):
        memory.ingest(file)
    assert () == memory.changes("2020-01-01T00:00:00Z")


def test_a_transcript_that_comes_three_times_is_learnt_once(memory: Client) -> None:
    turns = [turn("e1", "I live in Visby."), turn("e2", "My brother Aksel lives in Kiruna.")]
    receipts = [memory.ingest(turns) for _ in range(3)]
    assert [(2, 0), (0, 2), (0, 2)] == [(len(one.episodes), len(one.duplicates)) for one in receipts]
    assert () == receipts[1].opened + receipts[2].opened + receipts[2].closed


def test_a_block_that_an_assistant_quotes_teaches_nothing(memory: Client) -> None:
    memory.ingest([turn("e1", "I live in Visby.")])
    block = str(memory.recall("Where does Runa Falk live?"))
    assert "Visby" in block
    quoted = {"id": "e2", "session": "s", "speaker": "Runa Falk", "role": "assistant", "said_at": SPRING,
              "text": f"I know this:\n{block}\nAnything else?"}  # fmt: skip
    receipt = memory.ingest([quoted, turn("e3", block)])
    assert () == receipt.opened + receipt.closed
    (fact,) = memory.facts("Runa Falk", "lives_in")
    assert ["e1"] == [source.episode for source in fact.sources]


def test_what_an_episode_has_no_place_for_is_refused_and_never_dropped(memory: Client) -> None:
    attributes = {"seat": {"row": 4, "side": "left"}, "marks": ["new", {"depth": [1, 2]}]}
    with pytest.raises(Incorrect, match="attributes") as caught:
        memory.ingest([turn("e1", "I live in Visby."), turn("e2", "Hello.", attributes=attributes)])
    assert caught.value.receipt is not None
    assert ("e1",) == caught.value.receipt.episodes
    memory.ingest([turn("e2", json.dumps(attributes))])  # as text it is kept to the letter
    assert memory.ingest([turn("e2", json.dumps(attributes))]).duplicates


NESTED: list[Any] = [
    {"berth": {"deck": "C", "at": [2, {"row": 7}]}, "tags": ["wet", {"of": [None, True]}]},
    {"a.b": 1, "$tenant": "other", "": [[], {}]},
]


@pytest.mark.parametrize("nested", NESTED, ids=["record", "odd keys"])
def test_nested_data_reads_back_equal_as_a_value_and_as_words(memory: Client, nested: Any) -> None:
    memory.remember("Runa Falk", "policy_number", json.dumps(nested), said_at=SPRING)
    (fact,) = memory.facts("Runa Falk", "policy_number")
    assert nested == json.loads(str(fact.object))
    text = f"I live in Visby. {json.dumps(nested)}"
    assert ("e1",) == memory.ingest([turn("e1", text)]).episodes
    assert memory.ingest([turn("e1", text)]).duplicates
    assert ["Visby"] == [str(fact.object) for fact in memory.facts("Runa Falk", "lives_in")]


# Twenty writes from four threads; prints the facts that were acknowledged. Waits for a line: both begin at once.
WRITER = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from graphmem import Client

url, mark = sys.argv[1:]
with Client(url, tenant="t") as memory:
    memory.facts("Runa Falk")
    print("ready", flush=True)
    sys.stdin.readline()
    with ThreadPoolExecutor(4) as pool:
        wrote = pool.map(lambda n: memory.remember("Runa Falk", "has_pet", f"Cat {mark}{n}").opened, range(20))
    print(json.dumps([fact for opened in wrote for fact in opened]))
"""


def test_two_processes_that_write_forty_find_all_forty_after_a_kill(folder: str, start: Callable[..., Process]) -> None:
    process = start(folder, "--no-tokens")
    with Client(process.url, tenant="t") as memory:
        memory.remember("Runa Falk", "lives_in", "Visby", said_at=SPRING)
    command = [sys.executable, "-c", WRITER, process.url]
    writers = [
        subprocess.Popen([*command, mark], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for mark in "xy"
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert "ready\n" == writer.stdout.readline()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    said = [writer.communicate()[0] for writer in writers]
    process.stop(signal.SIGKILL)
    acknowledged = {fact for one in said for fact in json.loads(one)}
    process = start(folder, "--no-tokens")
    with Client(process.url, tenant="t") as memory:
        assert acknowledged == {fact.id for fact in memory.facts("Runa Falk", "has_pet")}
    assert 40 == len(acknowledged)


@pytest.mark.neo4j
def test_two_servers_on_one_database_keep_every_write_of_forty(
    neo4j_url: str, tenant: str, start: Callable[..., Process]
) -> None:
    process = start(neo4j_url, "--no-tokens")
    with serving(neo4j_url, limits=unhurried()) as here:
        urls = (here, process.url)

        def write(number: int) -> str:
            with Client(urls[number % 2], tenant=tenant) as memory:
                return memory.remember("Runa Falk", "has_pet", f"Cat {number}", said_at=SPRING).opened[0]

        with ThreadPoolExecutor(40) as pool:
            acknowledged = set(pool.map(write, range(40)))
        with Client(here, tenant=tenant) as memory:
            assert acknowledged == {fact.id for fact in memory.facts("Runa Falk", "has_pet")}
            assert 40 == len(acknowledged)
    assert 0 == process.stop(signal.SIGTERM)
