"""What a person sees on a terminal, and a pipe does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="pseudo-terminals are of Unix")
ROOT = Path(__file__).resolve().parents[2]
BOX, BAR = "┏", "turns/s"


def on_a_terminal(*arguments: str) -> str:
    """All that the command shows on a terminal of 120 columns."""
    ours, its = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "TERM": "xterm"}
    command = [sys.executable, "-m", "graphmem.doors.cli", *arguments]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment) as process:
        os.close(its)
        shown = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    assert process.returncode == 0
    return shown.decode()


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux ends a closed terminal so
        return b""


def test_a_person_sees_a_bar_and_a_table_and_a_program_neither(tmp_path: Path) -> None:
    chat = tmp_path / "chat.jsonl"
    turn = {"session": "s", "speaker": "Elena", "said_at": "2025-01-14T18:00:00Z", "text": "I live in Nantes."}
    chat.write_text(f"{json.dumps(turn)}\n")
    store = ("--store", str(tmp_path / "memory.db"), "--tenant", "demo")
    assert BAR in on_a_terminal("ingest", str(chat), *store)
    table = on_a_terminal("facts", "Elena", *store)
    assert BOX in table
    assert "Elena lives in Nantes" in table
    assert '"fact":"Elena lives in Nantes"' in on_a_terminal("facts", "Elena", *store, "--json")
    assert BOX not in on_a_terminal("recall", "Where does Elena live?", *store)


def test_an_erasure_asks_a_person_first(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    erase = ["erase", "--subject", "Elena", "--store", str(tmp_path / "memory.db"), "--tenant", "demo"]
    with subprocess.Popen(
        [sys.executable, "-m", "graphmem.doors.cli", *erase],
        stdin=its,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    ) as process:
        os.write(ours, b"n\n")
        answer, _ = process.communicate(timeout=30)
    os.close(its)
    os.close(ours)
    assert process.returncode == 1
    assert "Erase subject 'Elena'? This cannot be undone." in answer
    assert not (tmp_path / "memory.db").exists()
