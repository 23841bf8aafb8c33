from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from graphmem.extract.pipeline import analyse, interpret
from graphmem.gate.judge import judge
from graphmem.model import Episode, Statement
from graphmem.registry import registry

HERE = Path(__file__).parent
SAID = "2025-06-05T10:00:00Z"
FLAGS = ("end", "correction", "planned", "reported", "not")


def _lines(name: str) -> list[tuple[str, str]]:
    rows = [
        row for row in (HERE / name).read_text(encoding="utf-8").splitlines() if "=>" in row and not row.startswith("#")
    ]
    return [(text.strip(), wanted.strip()) for text, wanted in (row.split("=>") for row in rows)]


def _said(text: str) -> tuple[Statement, ...]:
    return interpret([analyse(Episode(id="e1", speaker="Ines Kolar", said_at=SAID, text=text))]).statements


def _flag(statement: Statement) -> str:
    if not statement.polarity:
        return "not"
    return statement.modality if statement.modality != "asserted" else statement.kind.replace("state", "")


def _day(moment: object) -> str:
    return str(moment)[:10] if moment else ""


def _agrees(wanted: str, held: str) -> bool:
    return wanted == "*" or wanted.casefold() == held.casefold()


def _matches(wanted: str, statement: Statement) -> bool:
    head, _, rest = wanted.strip().partition(" ")
    flag, body = (head, rest) if head in FLAGS else ("", wanted)
    body, _, period = body.partition(" @")
    subject, predicate, value = (part.strip() for part in body.split("|"))
    start, _, stop = period.strip().partition("..")
    held = statement.object.name if statement.object else "-"
    return (
        _flag(statement) == flag
        and _agrees(subject, statement.subject.name)
        and _agrees(predicate, statement.predicate)
        and (value == "*" or value.casefold() in held.casefold())
        and (not start or _day(statement.claimed_from) == start)
        and (not stop or _day(statement.claimed_to) == stop)
    )


def _value(statement: Statement) -> str:
    return statement.object.name if statement.object else "-"


def _read(statements: tuple[Statement, ...]) -> list[str]:
    return [
        f"{_flag(s)} {s.subject.name} | {s.predicate} | {_value(s)} @{_day(s.claimed_from)}..{_day(s.claimed_to)}"
        for s in statements
    ]


@pytest.mark.parametrize(("text", "wanted"), _lines("one_liners.txt"))
def test_a_sentence_states(text: str, wanted: str) -> None:
    statements = _said(text)
    if wanted == "nothing":
        kept = [s for s in statements if s.polarity and s.modality in {"asserted", "planned"} and s.kind == "state"]
        assert [] == _read(tuple(kept))
        return
    missing = [want for want in wanted.split(";;") if not any(_matches(want, s) for s in statements)]
    assert ([], _read(statements)) == (missing, _read(statements))


# -- turns of one session, judged by the gate ---------------------------------------------------------------------
TURN = re.compile(r"^(?P<speaker>[^\W\d_][\w ]*)> ")


def _kept(session: str) -> tuple[Statement, ...]:
    """What the gate keeps of every turn of a session."""
    episodes = []
    for n, turn in enumerate(session.split(" || ")):
        match = TURN.match(turn)
        speaker = match["speaker"] if match else "Ines Kolar"
        role: Literal["user", "assistant"] = "assistant" if speaker == "assistant" else "user"
        text = (turn[match.end() :] if match else turn).replace("\\n", "\n")
        episodes.append(Episode(id=f"e{n}", seq=n, speaker=speaker, role=role, said_at=SAID, text=text))
    analyses = [analyse(episode) for episode in episodes]
    found = [(s, analyses[n].episode) for n in range(len(analyses)) for s in interpret(analyses[: n + 1]).statements]
    return tuple(s for s, episode in found if judge(s, episode, registry()).decision == "kept")


def _about(wanted: str, name: str) -> bool:
    """Whether two names of a subject agree: by the last word, or one is a part of the other."""
    one, two = wanted.casefold().split(), name.casefold().split()
    return wanted == "*" or one[-1] == two[-1] or set(one) <= set(two) or set(two) <= set(one)


def _wanted_here(wanted: str, statements: tuple[Statement, ...]) -> bool:
    head, _, rest = wanted.strip().partition(" ")
    body = rest if head in {*FLAGS, "none"} else wanted
    subject, predicate, value = (part.strip() for part in body.split("|"))
    flag = head if head in FLAGS else ""
    found = any(
        _about(subject, s.subject.name)
        and _agrees(predicate, s.predicate)
        and (value == "*" or value.casefold() in _value(s).casefold())
        and _flag(s) == flag
        for s in statements
    )
    return found != (head == "none")


@pytest.mark.parametrize(
    ("session", "wanted"), [*_lines("breadth.txt"), *_lines("everyday.txt"), *_lines("chat.txt"), *_lines("turned.txt")]
)
def test_a_session_keeps(session: str, wanted: str) -> None:
    kept = _kept(session)
    if wanted == "nothing":
        assert [] == [row for row in _read(kept) if "also_known_as" not in row]
        return
    missing = [want for want in wanted.split(";;") if not _wanted_here(want, kept)]
    assert ([], _read(kept)) == (missing, _read(kept))
