"""A real server in a process of its own, which can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx

from graphmem.doors.server.limits import Limits

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120


def post(url: str, **given: Any) -> httpx.Response:
    """httpx.post, with patience: the machine may have much else to do."""
    return httpx.post(url, **{"timeout": PATIENCE_S, **given})


def get(url: str) -> httpx.Response:
    """httpx.get, likewise."""
    return httpx.get(url, timeout=PATIENCE_S)


def unhurried(**limits: Any) -> Limits:
    """Limits that no test meets, but for those given."""
    return Limits(**{"rate_per_s": 1e6, **limits})


class Process:
    """`graphmem serve` in a process of its own."""

    def __init__(self, store: str, *options: str, **environment: str) -> None:
        command = [sys.executable, "-m", "graphmem.doors.cli", "serve", "--store", store, "--port", "0", *options]
        self.popen = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}
        )
        assert self.popen.stderr is not None
        self.lines: list[dict[str, Any]] = []
        first = self.popen.stderr.readline()
        if not first.startswith("{"):
            rest = self.popen.communicate()[1]
            raise AssertionError(f"the server did not start: {first}{rest}")
        self.port = int(json.loads(first)["port"])
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.popen.stderr is not None
        for line in self.popen.stderr:
            self.lines.append(json.loads(line))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def end(self) -> None:
        """Kills it, if a test left it running."""
        if self.popen.poll() is None:
            self.stop(signal.SIGKILL)

    def stop(self, sig: int) -> int:
        """Sends a signal and waits for the end; gives the exit code."""
        self.popen.send_signal(sig)
        code = self.popen.wait()
        self._reader.join()
        assert self.popen.stderr is not None
        self.popen.stderr.close()
        return code
