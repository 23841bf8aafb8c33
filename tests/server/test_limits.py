"""What a server takes on, and how it says no."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphmem import Client, Incorrect, Unavailable
from graphmem.doors.server.background import serving
from graphmem.doors.server.limits import Rates

from .running import get, post, unhurried

TENANT = {"Graphmem-Tenant": "demo"}
NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that takes little."""
    limits = unhurried(body_bytes=2_000, line_bytes=2_000)
    with serving(str(tmp_path_factory.mktemp("small") / "memory.db"), limits=limits) as url:
        yield url


def line(number: int, text: str = "Hello.") -> bytes:
    turn = {"id": f"e{number}", "session": "s", "speaker": "Elena", "said_at": "2025-01-14T18:00:00Z", "text": text}
    return json.dumps(turn).encode() + b"\n"


def test_a_body_that_is_too_large_is_refused_whether_it_says_its_length_or_not(small: str) -> None:
    body = json.dumps({"question": "w" * 3_000}).encode()
    asked = {"headers": {**TENANT, "Content-Type": "application/json"}}
    told = post(f"{small}/v1/recall", content=body, **asked)
    chunked = post(f"{small}/v1/recall", content=iter([body[:1_500], body[1_500:]]), **asked)
    assert (413, 413) == (told.status_code, chunked.status_code)
    assert "2,000 bytes" in told.json()["detail"]
    assert "urn:graphmem:error:Incorrect" == chunked.json()["type"]


def test_a_stream_has_no_length_but_its_lines_do(small: str) -> None:
    many = b"".join(line(number) for number in range(70))
    assert len(many) > 4_000
    answer = post(f"{small}/v1/ingest", content=many + line(70, "w" * 3_000), headers=TENANT | NDJSON)
    assert 413 == answer.status_code
    assert 64 <= len(answer.json()["receipt"]["episodes"]) <= 70
    with Client(small, tenant="demo") as memory:
        assert memory.ingest([json.loads(line(0))]).duplicates


def test_a_stream_that_falls_silent_ends_with_what_was_written(folder: str) -> None:
    def lines() -> Iterator[bytes]:
        yield line(1)
        time.sleep(2.0)
        yield line(2)

    with serving(folder, limits=unhurried(idle_s=0.5)) as url:
        answer = post(f"{url}/v1/ingest", content=lines(), headers=TENANT | NDJSON)
        whole = post(f"{url}/v1/recall", content=lines(), headers=TENANT | {"Content-Type": "application/json"})
    assert (408, "Incorrect") == (whole.status_code, whole.json()["title"])
    assert 408 == answer.status_code
    assert ["e1"] == answer.json()["receipt"]["episodes"]


def test_more_requests_than_the_rate_wait_as_long_as_they_are_told(folder: str) -> None:
    with serving(folder, limits=unhurried(rate_per_s=0.5)) as url:
        answers = [post(f"{url}/v1/review", headers=TENANT, json={}) for _ in range(6)]
        turned_away = [answer for answer in answers if answer.status_code != 200]
        assert {429} == {answer.status_code for answer in turned_away}
        assert {answer.headers["Retry-After"] for answer in turned_away} <= {"1", "2"}
        with Client(url, tenant="demo") as memory:  # a client waits, and is answered
            assert () == memory.review()
        with Client(url, tenant="demo", retries=0) as memory, pytest.raises(Unavailable, match="Wait"):
            [memory.review() for _ in range(6)]


def test_a_rate_gives_what_was_promised_and_no_more() -> None:
    now = [0.0]
    rates, waits = Rates(10, clock=lambda: now[0]), list[float]()

    def taken() -> int:
        for number in range(100):
            try:
                rates.take("agent")
            except Unavailable as error:
                waits.append(error.retry_after_s or 0)
                return number
        return 100

    counts = [taken()]
    for _ in range(5):
        now[0] += 1
        counts.append(taken())
    assert [20, 10, 10, 10, 10, 10] == counts
    assert all(0 < wait <= 0.1 for wait in waits)


def test_too_many_at_once_are_told_to_come_back(folder: str) -> None:
    with serving(folder, limits=unhurried(in_hand=2)) as url:
        opened, done = threading.Barrier(3), threading.Event()

        def slowly() -> Iterator[bytes]:
            yield line(1)
            opened.wait()
            done.wait()

        def stream(number: int) -> int:
            headers = {"Graphmem-Tenant": f"t{number}"} | NDJSON
            return post(f"{url}/v1/ingest", content=slowly(), headers=headers).status_code

        with ThreadPoolExecutor(2) as pool:
            streams = [pool.submit(stream, number) for number in range(2)]
            opened.wait()
            third = post(f"{url}/v1/review", headers=TENANT, json={})
            while third.status_code == 200:  # the streams are not both in the server's hand yet
                third = post(f"{url}/v1/review", headers=TENANT, json={})
            health = get(f"{url}/healthz").status_code
            done.set()
            assert [200, 200] == [one.result() for one in streams]
        assert (503, "1", 200) == (third.status_code, third.headers["Retry-After"], health)


def test_a_limit_of_a_stream_is_an_error_of_the_client_too(small: str) -> None:
    turn = json.loads(line(1, "w" * 3_000))
    with Client(small, tenant="long") as memory, pytest.raises(Incorrect, match="2,000 bytes") as caught:
        memory.ingest([turn])
    assert 413 == caught.value.http_status
