"""Files far larger than what is kept of them: memory does not grow with the file, in any format."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from graphmem.importers import read_episodes

from .large import NAMES, START, written

WORDS = "word " * 80
LONG = "word " * 4_000  # characters of a turn are few in a chat and many in what was pasted into one


def turn(number: int) -> str:
    return f"Turn {number} {WORDS}"


def most_memory(path: Path) -> tuple[int, int]:
    """How many turns a file has, and how many bytes were held at most while it was read."""
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_episodes(path, tenant="t", said_at=START, zone="Z"))
        return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", NAMES)
def test_four_times_the_file_takes_no_more_memory(tmp_path: Path, name: str) -> None:
    small, large = (written(tmp_path / str(count), name, count, turn) for count in (1_000, 4_000))
    most_memory(small)  # what is loaded once is not counted
    (few, held), (many, held_of_many) = most_memory(small), most_memory(large)
    assert (1_000, 4_000) == (few, many)
    assert held_of_many - held < 600_000  # of 1.2 MB more
    assert held_of_many < 2_000_000


@pytest.mark.parametrize("name", ["chatgpt.zip", "claude", "csv"])
def test_fifty_megabytes_are_read_in_two_and_a_half(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "large", name, 2_500, lambda number: f"Turn {number} {LONG}")
    if not name.endswith(".zip"):
        assert path.stat().st_size > 50_000_000
    count, held = most_memory(path)
    assert 2_500 == count
    assert held < 2_500_000


@pytest.mark.parametrize("name", NAMES)
def test_how_far_it_is_grows_from_nothing_to_the_whole(tmp_path: Path, name: str) -> None:
    """What a time left is reckoned from."""
    path = written(tmp_path / "large", name, 1_000, turn)
    told = list[tuple[int, int | None]]()
    episodes = read_episodes(path, tenant="t", said_at=START, zone="Z", progress=lambda *far: told.append(far))
    next(iter(episodes))
    done, total = told[-1]
    assert total is not None
    assert 0 < done < total
    assert 999 == sum(1 for _ in episodes)
    assert [total] * len(told) == [all_of_it for _, all_of_it in told]
    assert sorted(told) == told
    assert total == told[-1][0]


def test_many_sessions_are_not_all_kept_in_mind(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("said_at,session,text\n")
        file.writelines(f"2025-03-02T09:00:00Z,session {n},Hello.\n" for n in range(40_000))
    count, held = most_memory(path)
    assert 40_000 == count
    assert held < 4_000_000
