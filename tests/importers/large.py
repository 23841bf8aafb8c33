"""Files of so many turns in each format, written piece by piece: `turn(n)` gives the words of each."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2024, 1, 1, tzinfo=UTC)
Turn = Callable[[int], str]


def at(number: int) -> datetime:
    return START + timedelta(minutes=number)


def whatsapp(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        yield f"{at(n):%d.%m.%y, %H:%M} - Ida Moe: {turn(n)}\n"


def vtt(count: int, turn: Turn) -> Iterator[str]:
    yield "WEBVTT\n\n"
    for n in range(count):
        begin = f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}"
        yield f"{begin}.000 --> {begin}.900\n<v {'Ida' if n % 2 else 'Moe'}>{turn(n)}\n\n"


def srt(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        begin = f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}"
        yield f"{n + 1}\n{begin},000 --> {begin},900\n{'Ida Moe' if n % 2 else 'Jan Moe'}: {turn(n)}\n\n"


def meeting(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        yield f"Ida Moe   {n // 3600}:{n // 60 % 60:02}:{n % 60:02}\n{turn(n)}\n"


def mbox(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        yield f"From ida@e.org Mon Jan  1 00:00:00 2024\nFrom: Ida Moe <ida@e.org>\nMessage-ID: <{n}@e.org>\n"
        yield f"Date: {at(n):%a, %d %b %Y %H:%M:%S +0000}\n\n{turn(n)}\n\n> quoted {turn(n)}\n\n"


def csv(count: int, turn: Turn) -> Iterator[str]:
    yield "said_at,speaker,text\n"
    for n in range(count):
        yield f'{at(n).isoformat()},Ida Moe,"Well,\n{turn(n)}"\n'


def plain(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        yield f"[{at(n).isoformat()}] Ida Moe: {turn(n)}\n"


def jsonl(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        yield json.dumps({"session": "s", "speaker": "Ida Moe", "said_at": at(n).isoformat(), "text": turn(n)}) + "\n"


def claude_code(count: int, turn: Turn) -> Iterator[str]:
    for n in range(count):
        message = {"role": "user", "content": turn(n)}
        record = {"type": "user", "sessionId": "s", "uuid": f"u{n}", "timestamp": at(n).isoformat(), "message": message}
        yield json.dumps(record) + "\n"


def _listed(items: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    for n, item in enumerate(items):
        yield f"{',' if n else '['}{json.dumps(item)}"
    yield "]"


def messages(count: int, turn: Turn) -> Iterator[str]:
    return _listed({"role": "user", "content": [{"type": "text", "text": turn(n)}]} for n in range(count))


def langchain(count: int, turn: Turn) -> Iterator[str]:
    return _listed({"type": "human", "data": {"content": turn(n)}} for n in range(count))


def chatgpt(count: int, turn: Turn) -> Iterator[str]:
    """Conversations of twenty turns."""
    return _listed(_conversation(begin, min(begin + 20, count), turn) for begin in range(0, count, 20))


def _conversation(begin: int, end: int, turn: Turn) -> dict[str, Any]:
    nodes = {
        str(n): {
            "parent": str(n - 1) if n > begin else None,
            "children": [str(n + 1)],
            "message": {
                "id": f"m{n}", "author": {"role": "user"}, "create_time": at(n).timestamp(),
                "content": {"content_type": "text", "parts": [turn(n)]},
            },
        }
        for n in range(begin, end)
    }  # fmt: skip
    return {"conversation_id": f"c{begin}", "mapping": nodes, "current_node": str(end - 1)}


def claude(count: int, turn: Turn) -> Iterator[str]:
    return _listed(
        {
            "uuid": f"c{begin}",
            "chat_messages": [
                {"uuid": f"m{n}", "sender": "human", "text": turn(n), "created_at": at(n).isoformat()}
                for n in range(begin, min(begin + 20, count))
            ],
        }
        for begin in range(0, count, 20)
    )


def slack_day(count: int, turn: Turn) -> Iterator[str]:
    return _listed(
        {"type": "message", "user": "U1", "text": turn(n), "ts": f"{at(n).timestamp():.6f}"} for n in range(count)
    )


FILES = {
    one.__name__: one
    for one in (whatsapp, vtt, srt, meeting, mbox, csv, plain, jsonl, claude_code, messages, langchain, chatgpt, claude)
}
ZIPS = {
    "chatgpt.zip": ("conversations.json", chatgpt),
    "claude.zip": ("conversations.json", claude),
    "slack.zip": ("general/2024-01-01.json", slack_day),
    "whatsapp.zip": ("_chat.txt", whatsapp),
}
NAMES = (*FILES, *ZIPS)


def written(path: Path, name: str, count: int, turn: Turn) -> Path:
    """A file of so many turns in one of the formats, none of it held."""
    if name in FILES:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(FILES[name](count, turn))
        return path
    member, lines = ZIPS[name]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        if name == "slack.zip":
            archive.writestr("users.json", json.dumps([{"id": "U1", "real_name": "Ida Moe"}]))
        with archive.open(member, "w") as file:
            for piece in lines(count, turn):
                file.write(piece.encode())
    return path
