"""A client on a bad road: what is lost is sent again and done once; what cannot be answered is said."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest

from graphmem import AsyncClient, Client, Incorrect, Memory, Unavailable
from graphmem.doors.server.background import serving

from .running import unhurried

SAID: Any = {"said_at": "2025-01-14T18:00:00Z"}


def whole(connection: socket.socket) -> bytes:
    """One request or answer with its body; nothing when the other side is gone."""
    read = b""
    while b"\r\n\r\n" not in read:
        part = connection.recv(65_536)
        if not part:
            return b""
        read += part
    head = read.partition(b"\r\n\r\n")[0]
    length = re.search(rb"(?i)\ncontent-length: (\d+)", head)
    while len(read) < len(head) + 4 + int(length[1] if length else 0):
        read += connection.recv(65_536)
    return read


class Road:
    """A connection to a server that loses the first answers: the request arrives, the answer does not."""

    def __init__(self, url: str, lost: int) -> None:
        self._to = urlsplit(url)
        self._lost = lost
        self.carried = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def _carry(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(near,)).start()

    def _one(self, near: socket.socket) -> None:
        with near, socket.create_connection((str(self._to.hostname), int(self._to.port or 0))) as far:
            while request := whole(near):
                far.sendall(request)
                answer = whole(far)
                self.carried += 1
                if self.carried <= self._lost:
                    return
                near.sendall(answer)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@pytest.fixture
def road(url: str) -> Iterator[Road]:
    road = Road(url, lost=2)
    yield road
    road.close()


def test_a_write_whose_answer_was_lost_is_written_once_and_its_receipt_is_whole(road: Road, tenant: str) -> None:
    with Client(road.url, tenant=tenant) as memory:
        receipt = memory.remember("Elena Sartori", "lives_in", "Nantes")  # no said_at: each try would be another moment
        assert road.carried >= 3
        (fact,) = memory.history("Elena Sartori", "lives_in")
    assert (fact.id,) == receipt.opened
    assert 1 == len(fact.sources)


def test_a_chunk_whose_answer_was_lost_is_no_duplicate(road: Road, tenant: str) -> None:
    turn = {"id": "e1", "speaker": "Elena Sartori", "text": "I live in Nantes.", **SAID}
    with Client(road.url, tenant=tenant) as memory:
        receipt = memory.ingest([turn])
    assert (("e1",), ()) == (receipt.episodes, receipt.duplicates)


def test_an_erasure_whose_answer_was_lost_gives_its_certificate(url: str, tenant: str) -> None:
    with Client(url, tenant=tenant) as direct:
        direct.remember("Dorian Hale", "phone", "555-0147", **SAID)
    road = Road(url, lost=1)
    with Client(road.url, tenant=tenant) as memory:
        assert 1 == memory.erase(subject="Dorian Hale").facts
    road.close()


async def test_an_async_write_whose_answer_was_lost_is_written_once(road: Road, tenant: str) -> None:
    async with AsyncClient(road.url, tenant=tenant) as memory:
        await memory.remember("Elena Sartori", "lives_in", "Nantes")
        assert 1 == len((await memory.history("Elena Sartori", "lives_in"))[0].sources)


def test_no_server_is_unavailable_in_a_second_and_says_where() -> None:
    with Client("http://127.0.0.1:9", tenant="t", retries=1) as memory, pytest.raises(Unavailable, match="127.0.0.1:9"):  # noqa: RUF043
        memory.review()


class Stranger(BaseHTTPRequestHandler):
    """Answers as a proxy does whose server is away."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(502)
        self.end_headers()
        self.wfile.write(b"<html>Bad Gateway</html>")

    def log_message(self, format: str, *arguments: object) -> None:
        """Keeps quiet."""


def test_an_answer_of_a_stranger_is_unavailable_and_shown() -> None:
    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        thread = threading.Thread(target=stranger.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{stranger.server_port}"
        with Client(url, tenant="t", retries=1) as memory, pytest.raises(Unavailable, match="HTTP 502.*Bad Gateway"):  # noqa: RUF043
            memory.review()
        stranger.shutdown()
        thread.join()


def test_a_server_is_asked_with_a_client_and_a_store_with_a_memory(url: str) -> None:
    with pytest.raises(Incorrect, match="Client"):
        Memory(url, tenant="t")
    with pytest.raises(Incorrect, match="Memory"):
        Client("memory.db", tenant="t")


def test_many_threads_share_one_client(url: str, tenant: str) -> None:
    with Client(url, tenant=tenant) as memory:

        def write(number: int) -> None:
            memory.remember(f"Person {number}", "lives_in", "Nantes", **SAID)
            assert 1 == len(memory.facts(f"Person {number}"))

        threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 20 == sum(len(memory.facts(f"Person {number}")) for number in range(20))


async def test_many_tasks_share_one_client(url: str, tenant: str) -> None:
    async with AsyncClient(url, tenant=tenant) as memory:
        await asyncio.gather(*(memory.remember(f"Person {n}", "lives_in", "Nantes", **SAID) for n in range(20)))
        found = await asyncio.gather(*(memory.facts(f"Person {n}") for n in range(20)))
    assert [1] * 20 == [len(facts) for facts in found]


@pytest.mark.neo4j
def test_servers_that_share_neo4j_read_what_another_wrote(neo4j_url: str, tenant: str) -> None:
    with serving(neo4j_url, limits=unhurried()) as one, serving(neo4j_url, limits=unhurried()) as other:
        with Client(one, tenant=tenant) as writer:
            receipt = writer.remember("Elena Sartori", "lives_in", "Nantes", **SAID)
        assert receipt.bookmarks
        with Client(other, tenant=tenant, bookmarks=receipt.bookmarks) as reader:
            assert ["Nantes"] == [str(fact.object) for fact in reader.facts("Elena Sartori")]
        with (
            Client(other, tenant=tenant, bookmarks=("no bookmark",)) as reader,
            pytest.raises(Incorrect, match="bookmark"),
        ):
            reader.facts("Elena Sartori")
