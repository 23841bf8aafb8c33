"""A server that stops, gently or not, loses nothing that it answered."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from graphmem import Client, Conflict, Memory, Unavailable

from .running import Process, get, post

WRITERS = 8
Start = Callable[..., Process]


def writing(process: Process, stop: Callable[[], int], after_s: float) -> tuple[list[str], list[Exception]]:
    """What clients were told is written, and their errors, while a server is stopped amid their writes."""
    acknowledged, errors = list[str](), list[Exception]()

    def write(writer: int) -> None:
        with Client(process.url, tenant="t", retries=0) as memory:
            for number in range(10_000):
                town = f"Town {writer}-{number}"
                try:
                    memory.remember(f"Person {writer}", "lives_in", town, said_at="2025-01-14T18:00:00Z",
                                    episode=town)  # fmt: skip
                except Exception as error:
                    errors.append(error)
                    return
                acknowledged.append(town)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    while len(acknowledged) < WRITERS:
        time.sleep(0.01)
    time.sleep(after_s)
    stop()
    for thread in threads:
        thread.join()
    return acknowledged, errors


def test_a_server_holds_its_store_until_sigterm_and_answers_what_is_in_hand(folder: str, start: Start) -> None:
    process, codes = start(folder, "--no-tokens"), list[int]()
    with pytest.raises(Conflict, match=f"process {process.popen.pid}"):
        Memory(folder, tenant="t")
    acknowledged, errors = writing(process, lambda: codes.append(process.stop(signal.SIGTERM)) or 0, 0.3)  # type: ignore[func-returns-value]
    assert [0] == codes
    assert {Unavailable} == {type(error) for error in errors}
    assert not (Path(folder) / "holder.json").exists()
    check(folder, acknowledged)


def test_kill_9_amid_writes_loses_none_and_a_restart_goes_on(folder: str, start: Start) -> None:
    acknowledged = list[str]()
    for _ in range(2):
        process = start(folder, "--no-tokens")
        told, _ = writing(process, lambda process=process: process.stop(signal.SIGKILL), 0.2)  # type: ignore[misc]
        acknowledged += told
    check(folder, acknowledged)


def check(folder: str, acknowledged: list[str]) -> None:
    """Every acknowledged write is there, whole; a write again says that it is a duplicate."""
    assert len(acknowledged) >= WRITERS
    with Memory(folder, tenant="t") as memory:
        towns = {
            str(fact.object) for writer in range(WRITERS) for fact in memory.history(f"Person {writer}", "lives_in")
        }
        episodes = {
            episode
            for change in memory.changes("2020-01-01T00:00:00Z")
            for episode in (source.episode for source in change.fact.sources)
        }
    assert set() == set(acknowledged) - episodes
    assert towns <= {f"Town {writer}-{number}" for writer in range(WRITERS) for number in range(10_000)}


def test_a_stream_that_a_stop_cuts_off_says_what_is_written(folder: str, start: Start) -> None:
    process, goes_on = start(folder, "--no-tokens"), threading.Event()

    def turns() -> Iterator[bytes]:
        for number in range(100):
            if number == 70:
                goes_on.wait()
            yield f'{{"id": "e{number}", "said_at": "2025-01-14T18:00:00Z", "text": "Hello."}}\n'.encode()

    def stop() -> None:
        # A chunk is written; then the server is told to stop, and takes no connection any more; then the rest comes.
        until(lambda: "graphmem_turns_or_statements_total 64.0" in get(f"{process.url}/metrics").text)
        process.popen.send_signal(signal.SIGTERM)
        until(lambda: refused(process.url))
        goes_on.set()

    stopper = threading.Thread(target=stop)
    stopper.start()
    headers = {"Graphmem-Tenant": "t", "Content-Type": "application/x-ndjson"}
    answer = post(f"{process.url}/v1/ingest", content=turns(), headers=headers)
    stopper.join()
    assert 0 == process.stop(signal.SIGTERM)
    written = [f"e{number}" for number in range(64)]
    assert (503, written) == (answer.status_code, answer.json()["receipt"]["episodes"][:64])
    with Memory(folder, tenant="t") as memory:
        turn = {"id": "e63", "said_at": "2025-01-14T18:00:00Z", "text": "Hello."}
        assert memory.ingest([turn]).duplicates


def until(holds: Callable[[], bool], most_s: float = 60) -> None:
    """Waits until something holds."""
    end = time.monotonic() + most_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def refused(url: str) -> bool:
    try:
        get(f"{url}/healthz")
    except httpx.ConnectError:
        return True
    return False
