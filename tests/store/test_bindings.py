"""What the embedded engine's bindings do with what they are given."""

from __future__ import annotations

import sys
from pathlib import Path

from graphmem import Memory


def test_no_words_of_a_call_stay_in_the_bindings(tmp_path: Path) -> None:
    with Memory(tmp_path / "memory.db", tenant="demo") as memory:
        memory.remember("Zoltan Quist", "lives_in", "Ghent")
        assert 1 == len(memory.facts("Zoltan Quist"))
    bindings = sys.modules["arcadedb._native.lib"]
    kept: dict[str, bytes] = getattr(bindings, "_bytes_cache")  # noqa: B009 - a name of theirs, not of ours
    assert [] == [text for text in kept if "Quist" in text]
