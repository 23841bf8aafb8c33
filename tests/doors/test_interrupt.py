"""Ctrl-C while a long transcript is read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.intake import CHUNK
from graphmem.model import Receipt
from graphmem.workers import AHEAD

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "from graphmem.doors.cli import main; main()"
# The same command, which says when it reads the turn before the fourth chunk: two are written then, one is in hand.
SAYS_WHEN_AMID = f"""
from graphmem.doors.progress import Count

counting = Count.counting

def told(count, episodes):
    for episode in counting(count, episodes):
        if count.turns == {3 * CHUNK}:
            print("amid", flush=True)
        yield episode

Count.counting = told
{COMMAND}
"""


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as a terminal gives it: a shell lets what it runs in the background ignore it, and so would our child."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(os.name == "nt", reason="Windows sends its own kind of interrupt")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_says_what_was_written_and_that_is_there(tmp_path: Path, workers: int) -> None:
    # A transcript of far more chunks than are read when Ctrl-C comes.
    chat, store = tmp_path / "long.jsonl", tmp_path / "memory.db"
    lines = [f"{json.dumps(turn(number))}\n" for number in range(20_000)]
    chat.write_text("".join(lines))
    with ingesting(SAYS_WHEN_AMID, chat, store, f"--workers={workers}") as process:
        assert process.stdout is not None
        assert "amid\n" == process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    written = int(complaint.split("Interrupted: ")[1].removeprefix("at least ").split()[0])
    ahead = 0 if workers == 1 else AHEAD * workers * CHUNK
    assert max(0, 2 * CHUNK - ahead) <= written < len(lines)
    # That many turns are duplicates now; the chunk that was in hand may be whole as well.
    chat.write_text("".join(lines[: written + CHUNK + ahead]))
    with ingesting(COMMAND, chat, store, "--json") as process:
        answer, _ = process.communicate(timeout=60)
    receipt = Receipt.model_validate_json(answer)
    assert len(receipt.duplicates) in range(written, written + CHUNK + ahead + 1, CHUNK)
    assert written + CHUNK + ahead == len(receipt.duplicates) + len(receipt.episodes)


def ingesting(code: str, chat: Path, store: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, "ingest", str(chat), *options]
    return subprocess.Popen(
        [*command, "--store", str(store), "--tenant", "demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def turn(number: int) -> dict[str, str]:
    said_at = f"2025-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"
    return {"session": "s", "speaker": "Elena", "role": "user", "said_at": said_at, "text": f"I counted to {number}."}
