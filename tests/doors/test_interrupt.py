"""Ctrl-C while a long transcript is read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(os.name == "nt", reason="Windows sends its own kind of interrupt")
def test_an_interrupt_says_what_was_written_and_the_next_run_goes_on(tmp_path: Path) -> None:
    # A transcript that takes far longer than the test waits; then Ctrl-C once the store is there.
    chat, store = tmp_path / "long.jsonl", tmp_path / "memory.db"
    chat.write_text("".join(f"{json.dumps(turn(number))}\n" for number in range(20_000)))
    command = [
        sys.executable,
        "-m",
        "graphmem.doors.cli",
        "ingest",
        str(chat),
        "--store",
        str(store),
        "--tenant",
        "demo",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        wait_for(store)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "turns of" in complaint
    assert "Traceback" not in complaint


def turn(number: int) -> dict[str, str]:
    said_at = f"2025-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00Z"
    return {"session": "s", "speaker": "Elena", "role": "user", "said_at": said_at, "text": f"I counted to {number}."}


def wait_for(store: Path) -> None:
    until = time.monotonic() + 30
    while not store.exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(1.5)
