"""Turns and statements that come line by line, and what is told meanwhile."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from graphmem import Client, Incorrect

NDJSON = "application/x-ndjson"
JANUARY = "2025-01-14T18:00:00Z"


def turn(number: int, text: str = "I live in Nantes.") -> bytes:
    said = {"id": f"e{number}", "session": "s", "speaker": "Elena Sartori", "said_at": JANUARY, "text": text}
    return json.dumps(said).encode() + b"\n"


def turns(first: int, number: int) -> bytes:
    return b"".join(turn(first + n) for n in range(number))


def test_progress_comes_by_the_chunk_and_the_receipt_last(http: httpx.Client) -> None:
    headers = {"Content-Type": NDJSON, "Accept": NDJSON}
    answer = http.post("/v1/ingest", content=turns(0, 130), headers=headers)
    *told, last = [json.loads(line) for line in answer.text.splitlines()]
    assert NDJSON == answer.headers["Content-Type"]
    assert [{"done": 64}, {"done": 128}, {"done": 130}] == told
    assert 130 == len(last["receipt"]["episodes"])


def test_turns_are_written_while_the_rest_is_still_to_come(url: str, http: httpx.Client, memory: Client) -> None:
    # The sender sends a chunk, waits until it is told that it is written, and sees it, before it sends the rest.
    host = urlsplit(url)
    head = (
        f"POST /v1/ingest HTTP/1.1\r\nHost: {host.netloc}\r\nGraphmem-Tenant: {http.headers['Graphmem-Tenant']}\r\n"
        f"Content-Type: {NDJSON}\r\nAccept: {NDJSON}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection((str(host.hostname), int(host.port or 0)), timeout=30) as connection:
        connection.sendall(head.encode() + chunked(turns(0, 64)))
        read_until(connection, b'{"done": 64}')
        assert 64 == len(memory.ingest(json.loads(line) for line in turns(0, 64).splitlines()).duplicates)
        connection.sendall(chunked(turns(64, 1)) + b"0\r\n\r\n")
        read_until(connection, b'"receipt"')
    assert memory.ingest([json.loads(turn(64))]).duplicates


def chunked(content: bytes) -> bytes:
    return f"{len(content):x}\r\n".encode() + content + b"\r\n"


def read_until(connection: socket.socket, wanted: bytes) -> None:
    seen = b""
    while wanted not in seen:
        part = connection.recv(65_536)
        assert part, seen
        seen += part


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (b"{not json\n", "body:66: not JSON"),
        (b'{"id": "x", "text": "Hello.", "said_at": "2025-01-14T18:00:00"}\n', "no time zone|zone"),
        (b'{"something": "else"}\n', "no known shape"),
        (b"\xff\xfe\n", "not UTF-8"),
    ],
)
def test_a_wrong_line_is_named_and_those_before_it_stay(http: httpx.Client, wrong: bytes, says: str) -> None:
    body = turns(0, 65) + wrong + turns(65, 1)
    answer = http.post("/v1/ingest", content=body, headers={"Content-Type": NDJSON})
    problem = answer.json()
    assert (400, 65) == (answer.status_code, len(problem["receipt"]["episodes"]))
    assert problem["detail"] == problem["receipt"]["stopped"]
    with pytest.raises(Incorrect, match=says):
        raise Incorrect(problem["detail"])


def test_a_wrong_line_ends_a_stream_of_progress_with_the_error(http: httpx.Client) -> None:
    headers = {"Content-Type": NDJSON, "Accept": NDJSON}
    answer = http.post("/v1/ingest", content=turns(0, 1) + b"{not json\n", headers=headers)
    *_, last = [json.loads(line) for line in answer.text.splitlines()]
    assert (400, ["e0"]) == (last["error"]["status"], last["error"]["receipt"]["episodes"])


def test_the_same_stream_under_one_key_gives_its_receipt_again(http: httpx.Client) -> None:
    headers = {"Content-Type": NDJSON, "Idempotency-Key": "one"}
    first, again = (http.post("/v1/ingest", content=turns(0, 70), headers=headers).json() for _ in range(2))
    assert (70, 70) == (len(first["episodes"]), len(again["episodes"]))
    assert first["opened"] == again["opened"]
    other = http.post("/v1/ingest", content=turns(0, 70), headers={"Content-Type": NDJSON}).json()
    assert ([], 70) == (other["episodes"], len(other["duplicates"]))


def test_statements_come_by_the_line_and_a_wrong_one_has_its_number(http: httpx.Client) -> None:
    said = {"subject": "Elena Sartori", "predicate": "has_pet", "said_at": JANUARY}

    def body() -> Iterator[bytes]:
        for number in range(5):
            yield json.dumps({**said, "object": f"Cat {number}"}).encode() + b"\n"
        yield json.dumps({**said, "object": 5}).encode() + b"\n"

    answer = http.post("/v1/remember_many", content=body(), headers={"Content-Type": NDJSON}, params={"first": 101})
    problem = answer.json()
    assert (400, 5) == (answer.status_code, problem["receipt"]["counts"]["kept"])
    assert problem["detail"].startswith("statement 106: ")


CHAT = """\
24.03.25, 18:05 - Elena Sartori: I live in Nantes.
24.03.25, 18:06 - Elena Sartori: <Media omitted>
24.03.25, 18:07 - Bianca Sartori: I live in Rennes.
"""


@pytest.mark.parametrize("format", ["auto", "whatsapp"])
def test_a_body_may_be_of_any_format_that_streams(http: httpx.Client, format: str) -> None:
    where = {"format": format, "zone": "Europe/Paris", "session": f"family {format}"}
    receipt = http.post("/v1/ingest", params=where, content=CHAT.encode()).json()
    assert (2, {"user": 2}, {"an attachment": 1}) == (
        len(receipt["episodes"]), receipt["roles"], receipt["left_out"],
    )  # fmt: skip


def test_a_body_that_cannot_be_read_so_says_why(http: httpx.Client) -> None:
    for where, content, why in (
        ({"format": "auto"}, CHAT, "the format writes none"),
        ({"format": "auto"}, "<html>", "of no known format"),
        ({"format": "docx"}, CHAT, "is none of"),
        ({"format": "auto"}, "PK\x03\x04", "cannot be read as it comes"),
        ({"format": "auto", "zone": "Here"}, CHAT, "no zone that this machine knows"),
    ):
        answer = http.post("/v1/ingest", params=where, content=content.encode())
        assert 400 == answer.status_code
        assert why in answer.json()["detail"]


def test_reading_again_tells_how_far_it_is_and_what_it_came_to_last(http: httpx.Client) -> None:
    http.post("/v1/ingest", content=turns(0, 70), headers={"Content-Type": NDJSON})
    answer = http.post("/v1/reextract", json={"apply": True}, headers={"Accept": NDJSON})
    *told, last = [json.loads(line) for line in answer.text.splitlines()]
    assert (NDJSON, [{"done": 64}, {"done": 70}]) == (answer.headers["Content-Type"], told)
    assert (70, []) == (last["reextraction"]["episodes"], last["reextraction"]["changes"])
    assert last["reextraction"]["counts"] == http.post("/v1/reextract", json={}).json()["counts"]
    assert 400 == http.post("/v1/reextract", json={"aply": True}).status_code
