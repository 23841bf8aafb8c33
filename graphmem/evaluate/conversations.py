"""The LoCoMo conversations: turns by session with their date, and questions with the turns that answer them.

The data set is Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents", ACL 2024. Its
licence is for evaluation: it is read where it lies and never copied.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from graphmem.errors import Incorrect
from graphmem.evaluate.files import present
from graphmem.model import Episode

__all__ = ["CATEGORIES", "Conversation", "Question", "Session", "read_conversations"]

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
EVIDENCE = re.compile(r"D:?(\d+):(\d+)")  # some are written "D:11:26", some list several in one string
SAID = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class Session:
    """The turns of one sitting. All have its time: which of them came later is told by their place."""

    name: str
    said_at: datetime
    said: str
    turns: tuple[Episode, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its category by name, and the ids of the turns that hold its answer."""

    text: str
    category: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Two people over months: sessions in order, and the questions that have evidence in them."""

    id: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...]

    @property
    def turns(self) -> tuple[Episode, ...]:
        """Every turn in order."""
        return tuple(turn for session in self.sessions for turn in session.turns)


def read_conversations(path: str | Path, limit: int | None = None) -> tuple[Conversation, ...]:
    """The first `limit` conversations of a LoCoMo file: the JSON itself, or a tar archive that holds it.

    Raises Incorrect for a file that is not there, holds no such JSON, or has a session without a readable date.
    """
    found = present(path, holds="the LoCoMo conversations: a .tar.gz with locomo10.json in it, or that file")
    try:
        rows = json.loads(_text(found))
        return tuple(_conversation(row) for row in rows[:limit])
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise Incorrect(
            f"{found} does not hold LoCoMo's conversations ({type(error).__name__}: {error}). "
            "It is a JSON array of objects with `conversation` and `qa`."
        ) from error


def _text(path: Path) -> bytes:
    if not tarfile.is_tarfile(path):
        return path.read_bytes()
    with tarfile.open(path) as archive:
        for member in archive:
            held = archive.extractfile(member) if member.name.endswith(".json") else None
            if held is not None:
                return held.read()
    raise Incorrect(f"{path} holds no .json file. Give an archive with locomo10.json in it.")


def _conversation(row: Mapping[str, Any]) -> Conversation:
    sessions = tuple(_sessions(row["conversation"]))
    said = frozenset(turn.id for session in sessions for turn in session.turns)
    questions = (_question(asked, said) for asked in row["qa"])
    return Conversation(str(row["sample_id"]), sessions, tuple(one for one in questions if one.evidence))


def _sessions(talk: Mapping[str, Any]) -> Iterator[Session]:
    """The sessions that have turns; some files date sessions that they do not hold."""
    for number in count(1):
        name = f"session_{number}"
        if name not in talk and f"{name}_date_time" not in talk:
            return
        if talk.get(name):
            said = str(talk[f"{name}_date_time"])
            at = _said_at(said)
            yield Session(name, at, said, tuple(_turns(talk[name], name, at)))


def _turns(rows: Iterable[Mapping[str, Any]], session: str, at: datetime) -> Iterator[Episode]:
    for place, row in enumerate(rows):
        caption = row.get("blip_caption")
        text = f"{row['text']} [image: {caption}]" if caption else row["text"]
        yield Episode(id=row["dia_id"], session=session, seq=place, speaker=row["speaker"], said_at=at, text=text)


def _said_at(said: str) -> datetime:
    """The time of a session, "1:56 pm on 8 May, 2023"; the data gives no zone, so it is read as UTC."""
    try:
        return datetime.strptime(said.strip(), SAID).replace(tzinfo=UTC)
    except ValueError as error:
        raise Incorrect(f"a session's date is {said!r}. It is written like '1:56 pm on 8 May, 2023'.") from error


def _question(row: Mapping[str, Any], said: frozenset[str]) -> Question:
    named = (EVIDENCE.findall(text) for text in row.get("evidence") or ())
    evidence = frozenset(f"D{int(session)}:{int(turn)}" for pairs in named for session, turn in pairs)
    return Question(str(row["question"]), CATEGORIES[row["category"]], evidence & said)
