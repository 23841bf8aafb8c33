"""Files far larger than what is kept of them: memory does not grow with the file, in any format."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem.importers import read_episodes

START = datetime(2024, 1, 1, tzinfo=UTC)
WORDS = "word " * 80


def at(number: int) -> datetime:
    return START + timedelta(minutes=number)


def whatsapp(count: int) -> Iterator[str]:
    for n in range(count):
        yield f"{at(n):%d.%m.%y, %H:%M} - Ida Moe: Turn {n} {WORDS}\n"


def vtt(count: int) -> Iterator[str]:
    yield "WEBVTT\n\n"
    for n in range(count):
        begin = f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}"
        yield f"{begin}.000 --> {begin}.900\n<v {'Ida' if n % 2 else 'Moe'}>Turn {n} {WORDS}\n\n"


def meeting(count: int) -> Iterator[str]:
    for n in range(count):
        yield f"Ida Moe   {n // 3600}:{n // 60 % 60:02}:{n % 60:02}\nTurn {n} {WORDS}\n"


def mbox(count: int) -> Iterator[str]:
    for n in range(count):
        yield f"From ida@e.org Mon Jan  1 00:00:00 2024\nFrom: Ida Moe <ida@e.org>\nMessage-ID: <{n}@e.org>\n"
        yield f"Date: {at(n):%a, %d %b %Y %H:%M:%S +0000}\n\nTurn {n} {WORDS}\n\n> quoted {WORDS}\n\n"


def csv(count: int) -> Iterator[str]:
    yield "said_at,speaker,text\n"
    for n in range(count):
        yield f'{at(n).isoformat()},Ida Moe,"Turn {n},\n{WORDS}"\n'


def chatgpt(count: int) -> Iterator[str]:
    """Conversations of twenty turns."""
    for begin in range(0, count, 20):
        nodes = {
            str(n): {
                "parent": str(n - 1) if n > begin else None,
                "children": [str(n + 1)],
                "message": {
                    "id": f"m{n}", "author": {"role": "user"}, "create_time": at(n).timestamp(),
                    "content": {"content_type": "text", "parts": [f"Turn {n} {WORDS}"]},
                },
            }
            for n in range(begin, begin + 20)
        }  # fmt: skip
        talk = {"conversation_id": f"c{begin}", "mapping": nodes, "current_node": str(begin + 19)}
        yield f"{',' if begin else '['}{json.dumps(talk)}"
    yield "]"


def claude(count: int) -> Iterator[str]:
    for begin in range(0, count, 20):
        said = [
            {"uuid": f"m{n}", "sender": "human", "text": f"Turn {n} {WORDS}", "created_at": at(n).isoformat()}
            for n in range(begin, begin + 20)
        ]
        yield f"{',' if begin else '['}{json.dumps({'uuid': f'c{begin}', 'chat_messages': said})}"
    yield "]"


def langchain(count: int) -> Iterator[str]:
    for n in range(count):
        yield f"{',' if n else '['}{json.dumps({'type': 'human', 'data': {'content': f'Turn {n} {WORDS}'}})}"
    yield "]"


def most_memory(path: Path) -> tuple[int, int]:
    """How many turns a file has, and how many bytes were held at most while it was read."""
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_episodes(path, tenant="t", said_at=START, zone="Z"))
        return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


ALL = [whatsapp, vtt, meeting, mbox, csv, chatgpt, claude, langchain]


@pytest.mark.parametrize("lines", ALL, ids=lambda lines: str(lines.__name__))
def test_four_times_the_file_takes_no_more_memory(tmp_path: Path, lines: Callable[[int], Iterator[str]]) -> None:
    small, large = tmp_path / "small", tmp_path / "large"
    for path, count in ((small, 2_000), (large, 8_000)):
        with path.open("w", encoding="utf-8") as file:
            file.writelines(lines(count))
    most_memory(small)  # what is loaded once is not counted
    (few, held), (many, held_of_many) = most_memory(small), most_memory(large)
    assert (2_000, 8_000) == (few, many)
    assert large.stat().st_size - small.stat().st_size > 2_400_000
    assert held_of_many - held < 800_000
    assert held_of_many < 2_000_000


def test_a_large_member_of_a_zip_is_not_unpacked_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("conversations.json", "w") as member:
        for piece in claude(8_000):
            member.write(piece.encode())
    count, held = most_memory(path)
    assert 8_000 == count
    assert held < 2_000_000


def test_many_sessions_are_not_all_kept_in_mind(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("said_at,session,text\n")
        file.writelines(f"2025-03-02T09:00:00Z,session {n},Hello.\n" for n in range(40_000))
    count, held = most_memory(path)
    assert 40_000 == count
    assert held < 4_000_000
