"""Archives of dated facts: what held between two years, and what is asked to have held in one.

The shape is that of the interval copies of Wikidata and YAGO made for ATiSE (Xu et al., ISWC 2020): tab-separated
subject, relation, object, start and end, by year, with "#" for what is not known; beside each folder of facts a file
`NAME_asof_N.json` of questions, answered by reading every fact.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.errors import Incorrect
from graphmem.evaluate.files import present

__all__ = ["Asked", "Dated", "Facts", "read_facts"]

QUESTIONS = re.compile(r"(?:.*/)?(?P<name>[^/]+)_asof_\d+\.json")
PARTS = ("train.txt", "valid.txt", "test.txt")
YEAR = re.compile(r"(-?\d+)-")


@dataclass(frozen=True, slots=True)
class Dated:
    """That a relation held from one year to another, both included; None: not known when it began, or still open."""

    subject: str
    relation: str
    object: str
    start: int | None
    stop: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """Which objects a subject's relation had in a year."""

    subject: str
    relation: str
    year: int
    answers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Facts:
    """One set of an archive, by the names of its own tables."""

    name: str
    facts: tuple[Dated, ...]
    questions: tuple[Asked, ...]
    repeated: int

    def first(self, questions: int) -> Facts:
        """The first so many questions, with the facts of the subjects that they ask about."""
        asked = self.questions[:questions]
        subjects = {question.subject for question in asked}
        return Facts(self.name, tuple(fact for fact in self.facts if fact.subject in subjects), asked, self.repeated)


def read_facts(path: str | Path) -> tuple[Facts, ...]:
    """Every set of an archive. Raises Incorrect for a file that is not there or holds none."""
    found = present(path, holds="an archive of dated facts, with files NAME_asof_N.json of questions in it")
    try:
        with tarfile.open(found) as archive:
            texts = {member.name: _text(archive, member) for member in archive if _wanted(member)}
    except tarfile.TarError as error:
        raise Incorrect(f"{found} is not a tar archive. Give one with NAME_asof_N.json in it.") from error
    sets = tuple(_set(found, texts, name) for name in sorted(texts) if QUESTIONS.fullmatch(name))
    if not sets:
        raise Incorrect(f"{found} holds no NAME_asof_N.json. Give an archive of dated facts and questions.")
    return sets


def _wanted(member: tarfile.TarInfo) -> bool:
    return member.isfile() and member.name.endswith((".txt", ".json"))


def _text(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    held = archive.extractfile(member)
    return held.read().decode("utf-8") if held else ""


def _set(path: Path, texts: Mapping[str, str], questions: str) -> Facts:
    match = QUESTIONS.fullmatch(questions)
    assert match is not None  # noqa: S101 - the caller has seen that it matches
    name = match["name"]
    folder = f"{questions[: match.start('name')]}{name}"
    names = {
        number: _told_apart(name, number) for number, name in _table(texts.get(f"{folder}/entity2id.txt", "")).items()
    }
    relations = _table(texts.get(f"{folder}/relation2id.txt", ""))
    try:
        rows = [row for part in PARTS for row in _rows(texts[f"{folder}/{part}"], names, relations)]
        asked = [_asked(row, names, relations) for row in json.loads(texts[questions])]
    except (KeyError, ValueError, TypeError) as error:
        raise Incorrect(
            f"{path}: {name}: {type(error).__name__}: {error}. A set has {', '.join(PARTS)} with five columns, and "
            "questions with s, r, year and answers."
        ) from error
    facts = tuple(dict.fromkeys(rows))
    return Facts(name, facts, tuple(asked), len(rows) - len(facts))


def _table(text: str) -> dict[str, str]:
    """Names by number."""
    rows = (line.split("\t")[:2] for line in text.splitlines() if "\t" in line)
    return {number: name.strip("<>").replace("_", " ") for name, number in rows}


def _told_apart(name: str, number: str) -> str:
    """An identifier as it is; a name that is made of words with its number, for two may have the same words."""
    return name if re.fullmatch(r"[A-Z]\d+", name) else f"{name} {number}"


def _rows(text: str, names: Mapping[str, str], relations: Mapping[str, str]) -> Iterator[Dated]:
    for line in text.splitlines():
        subject, relation, object_, start, stop = line.split("\t")
        yield Dated(
            names.get(subject, subject), relations.get(relation, relation), names.get(object_, object_),
            _year(start), _year(stop),
        )  # fmt: skip


def _year(date: str) -> int | None:
    found = YEAR.match(date)
    return int(found[1]) if found else None


def _asked(row: Mapping[str, Any], names: Mapping[str, str], relations: Mapping[str, str]) -> Asked:
    return Asked(
        names.get(row["s"], row["s"]),
        relations.get(row["r"], row["r"]),
        int(row["year"]),
        frozenset(names.get(answer, answer) for answer in row["answers"]),
    )
