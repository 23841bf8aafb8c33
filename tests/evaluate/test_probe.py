"""What a probe shows of a question: the turns behind the block, and the block that recall would give."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from graphmem.evaluate.probe import Probe
from graphmem.model import Episode

MAY = datetime(2024, 5, 1, tzinfo=UTC)


def test_a_look_gives_the_turns_that_were_considered_and_the_block_of_recall(tmp_path: Path) -> None:
    texts = ("The wheelbarrow stands behind the glasshouse.", "Lovely weather today.")
    with Probe(str(tmp_path / "store"), tenant="t", clock=lambda: datetime(2024, 6, 1, tzinfo=UTC)) as memory:
        memory.ingest([
            Episode(id=f"e{n}", session="s", seq=n, speaker="Odile", said_at=MAY, text=text)
            for n, text in enumerate(texts)
        ])  # fmt: skip
        look = memory.look("Where is the wheelbarrow?", budget_tokens=400)

        assert ("e0", "e1") == look.turns
        assert memory.recall("Where is the wheelbarrow?", budget_tokens=400).text == look.block.text
