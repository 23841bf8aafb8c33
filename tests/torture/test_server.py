"""A crowd of clients on one server that is killed amid their calls: nothing acknowledged is lost, no tenant crossed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.crowd import crowd

from .proofs import LONG


@pytest.mark.parametrize("kill", [True, False] if LONG else [True], ids=lambda kill: "killed" if kill else "left alone")
def test_a_crowd_loses_no_acknowledged_write_and_sees_no_other_tenant(tmp_path: Path, kill: bool) -> None:
    clients, seconds = (100, 60.0) if LONG else (24, 4.0)
    figures = crowd(str(tmp_path / "memory.db"), tmp_path, clients=clients, seconds=seconds, kill=kill)
    assert figures["acknowledged"] >= clients
    assert (0, 0, 0, 0) == tuple(figures[name] for name in ("lost", "crossed", "errors", "exit"))
