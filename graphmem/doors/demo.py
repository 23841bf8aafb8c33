"""`graphmem demo`: fourteen months of three conversations become a memory, told in six short chapters."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from graphmem import Memory
from graphmem.doors.chapters import (
    Chapter,
    again,
    came_in,
    in_a_prompt,
    in_the_browser,
    on_your_own,
    one_life,
    two_viewpoints,
)
from graphmem.doors.replay import ReplayClock

__all__ = ["STORE", "fresh", "story"]

STORE = ".demo/memory.db"


def fresh(store: str | None) -> str:
    """The URL to use: yours as it is, or the demo's own, emptied."""
    if store is not None:
        return store
    shutil.rmtree(Path(STORE).parent, ignore_errors=True)
    Path(STORE).parent.mkdir()
    return STORE


def story(url: str, tenant: str, *, quiet: bool) -> Iterator[Chapter]:
    """The chapters, each made when it is asked for. Writes the examples into the store at `url`."""
    clock = ReplayClock()
    with Memory(url, tenant=tenant, clock=clock) as memory:
        yield came_in(memory, clock, tenant, quiet=quiet)
        yield one_life(memory)
        yield two_viewpoints(memory)
        yield in_a_prompt(memory)
        yield again(memory)
        yield (in_the_browser if memory.engine == "neo4j" else on_your_own)(url, tenant)
