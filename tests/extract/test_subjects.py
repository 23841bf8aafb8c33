"""Of whom a turn tells, in the light of the turns before it: subjects.txt, by kinds, each in several words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.extract.pipeline import analyse_many, interpret
from graphmem.model import Episode, Mention, Statement

SAID = datetime(2025, 6, 11, 9, tzinfo=UTC)
TURN = re.compile(r"(?P<speaker>\[?[\w ]+\]?): (?P<text>.+)")


def _rows() -> list[tuple[str, str]]:
    text = (Path(__file__).parent / "subjects.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(talk, wanted) for talk, _, wanted in (line.partition(" => ") for line in lines)]


def _heard(talk: str) -> list[Statement]:
    """What every turn of a talk states."""
    turns = [match for match in map(TURN.fullmatch, talk.split(" || ")) if match]
    episodes = [
        Episode(
            id=f"e{n}",
            seq=n,
            speaker=turn["speaker"].strip("[]"),
            said_at=SAID,
            source_kind="document" if turn["speaker"].startswith("[") else "user_statement",
            text=turn["text"],
        )
        for n, turn in enumerate(turns)
    ]
    analyses = analyse_many(episodes)
    return [s for n in range(len(analyses)) for s in interpret(analyses[: n + 1]).statements]


def _plain(name: str) -> str:
    return name.casefold().removeprefix("the ")


def _equal(statements: list[Statement]) -> Iterator[set[str]]:
    """The names that are said to be one's, as sets."""
    for s in statements:
        if s.predicate == "also_known_as" and s.object is not None:
            yield {_plain(s.subject.name), _plain(s.object.name)}
        yield from ({_plain(m.name), *map(_plain, m.also)} for m in (s.subject, s.object) if m is not None)


def _names(mention: Mention | None, equal: list[set[str]]) -> set[str]:
    found = {_plain(mention.name)} if mention is not None else set()
    for _ in equal:
        found |= {name for names in equal if names & found for name in names}
    return found


def _holds(wanted: str, names: set[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(_plain(wanted))}(?!\w)", name) for name in names)


def _states(statements: list[Statement], subject: str, value: str) -> bool:
    equal = [names for names in _equal(statements) if len(names) > 1]
    told = [s for s in statements if s.modality in {"asserted", "planned", "reported"} and s.polarity]
    pairs = [(_names(s.subject, equal), _names(s.object, equal)) for s in told]
    return any(_holds(subject, a) and _holds(value, b) for a, b in pairs)


@pytest.mark.parametrize(("talk", "wanted"), _rows())
def test_a_talk_tells_it_of_whom_it_means(talk: str, wanted: str) -> None:
    statements = _heard(talk)
    missing = []
    for want in wanted.split(" ; "):
        subject, value = want.removeprefix("!").split(" | ")
        if _states(statements, subject, value) is want.startswith("!"):
            missing.append(want)
    read = [f"{s.subject.name} | {s.predicate} | {s.object.name if s.object else '-'}" for s in statements]
    assert ([], read) == (missing, read)
