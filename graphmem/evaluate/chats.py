"""The BEAM chats: turns of a user and an assistant over months, and questions with the turns that answer them.

The data set is Tavakoli et al., "Beyond a Million Tokens", 2025 (CC BY-SA 4.0 by its card). It is read where it lies.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.errors import Incorrect
from graphmem.evaluate.files import present
from graphmem.model import Episode

__all__ = ["UPDATES", "Chat", "Probing", "read_chats"]

UPDATES = "knowledge_update"
ANCHOR = "%B-%d-%Y"
PLACE = re.compile(r"\s*->->\s*[\d,\s]*$")  # a mark of the data's own, behind what the user says
QUESTIONS = "probing_questions/probing_questions.json"


@dataclass(frozen=True, slots=True)
class Probing:
    """A question, its kind, the turns that answer it, and of an update those with the old and with the new value."""

    text: str
    category: str
    evidence: frozenset[str]
    old: frozenset[str] = frozenset()
    new: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Chat:
    """One chat: its turns in order, and the questions that have evidence in them."""

    id: str
    turns: tuple[Episode, ...]
    questions: tuple[Probing, ...]


def read_chats(path: str | Path, limit: int | None = None) -> tuple[Chat, ...]:
    """The first `limit` chats of a BEAM archive, by number.

    Raises Incorrect for a file that is not there, or holds no chats with questions.
    """
    found = present(path, holds="the BEAM chats: a .tar.gz with NUMBER/chat.json in it")
    try:
        with tarfile.open(found) as archive:
            texts = {member.name: _text(archive, member) for member in archive if member.name.endswith(".json")}
        chats = [name.removesuffix("chat.json") for name in texts if name.endswith("/chat.json")]
        chats.sort(key=lambda folder: (len(folder), folder))
        read = tuple(_chat(folder, texts) for folder in chats[:limit])
    except (tarfile.TarError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise Incorrect(
            f"{found} does not hold BEAM's chats ({type(error).__name__}: {error}). It is a tar archive with a "
            f"chat.json and {QUESTIONS} a chat."
        ) from error
    if not read:
        raise Incorrect(f"{found} holds no chat.json. Give BEAM's chats/100K, as an archive.")
    return read


def _text(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    held = archive.extractfile(member)
    return held.read() if held else b""


def _chat(folder: str, texts: Mapping[str, bytes]) -> Chat:
    turns = tuple(_turns(json.loads(texts[f"{folder}chat.json"])))
    said = frozenset(turn.id for turn in turns)
    asked = json.loads(texts[f"{folder}{QUESTIONS}"])
    questions = (_question(row, category, said) for category, rows in asked.items() for row in rows)
    return Chat(folder.strip("/").rsplit("/", 1)[-1], turns, tuple(one for one in questions if one.evidence))


def _turns(batches: list[Mapping[str, Any]]) -> Iterator[Episode]:
    """The turns, a minute from one to the next, each day's from the date that was given last."""
    at = datetime(2024, 1, 1, tzinfo=UTC)
    for number, batch in enumerate(batches):
        for place, row in enumerate(row for turn in batch["turns"] for row in turn):
            anchor = row.get("time_anchor")
            at = max(at + timedelta(minutes=1), _date(anchor)) if anchor else at + timedelta(minutes=1)
            users = row["role"] == "user"
            yield Episode(
                id=str(row["id"]),
                session=f"batch {number}",
                seq=place,
                speaker="User" if users else "Assistant",
                role="user" if users else "assistant",
                source_kind="user_statement" if users else "assistant_message",
                said_at=at,
                text=PLACE.sub("", row["content"]) or "…",
            )


def _date(anchor: str) -> datetime:
    return datetime.strptime(anchor, ANCHOR).replace(tzinfo=UTC)


def _question(row: Mapping[str, Any], category: str, said: frozenset[str]) -> Probing:
    sources = row.get("source_chat_ids")
    old = new = frozenset[str]()
    if category == UPDATES and isinstance(sources, dict):
        old, new = (frozenset(_ids(sources[kind])) & said for kind in ("original_info", "updated_info"))
    return Probing(str(row["question"]), category, frozenset(_ids(sources)) & said, old, new)


def _ids(sources: Any) -> Iterator[str]:
    """The turns named anywhere in a list or object: numbers, some written as text."""
    if isinstance(sources, int) or (isinstance(sources, str) and sources.isdigit()):
        yield str(sources)
    elif isinstance(sources, list | dict):
        for inner in sources.values() if isinstance(sources, dict) else sources:
            yield from _ids(inner)
