"""`graphmem eval pronouns`: whom "he" and "she" are taken to mean in short passages, and how often nobody."""

from __future__ import annotations

import csv
import io
import tarfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphmem.errors import Incorrect
from graphmem.evaluate.files import present
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.watch import watched
from graphmem.extract.pipeline import analyse_many, referent
from graphmem.identity.spelling import words
from graphmem.model import Episode, Value

__all__ = ["Figures", "MethodFigures", "Passage", "read_passages", "run"]

SAID = datetime(2026, 1, 1, tzinfo=UTC)  # a passage has no date of its own
TOGETHER = 64  # passages that are parsed together
MEMORY, NEAREST, FIRST = "graphmem", "the nearer of the two before it", "the first of the two"


@dataclass(frozen=True, slots=True)
class Passage:
    """A text, where its pronoun begins, two names in it, and which of them the pronoun means, if it is one of them."""

    id: str
    text: str
    at: int
    names: tuple[str, str]
    places: tuple[int, int]
    meant: int | None


class MethodFigures(Value):
    """How often a method named somebody, and how often rightly; `elsewhere`: a third, where neither is meant."""

    passages: int
    right: int
    wrong: int
    elsewhere: int
    nobody: int
    coverage: float
    precision: float


class Figures(Value):
    """What a run came to, by method and half: the weights were fitted on the even passages."""

    passages: int
    methods: dict[str, dict[str, MethodFigures]]
    seconds: float


def run(archive: str, *, limit: int | None = None, as_json: bool = False) -> Figures:
    """Reads each passage as a document, asks whom its pronoun means, and prints the figures beside two plain ways.

    Raises Incorrect for a file that holds no such passages.
    """
    started = time.perf_counter()
    passages = read_passages(archive, limit)
    named = {MEMORY: _named(passages, quiet=as_json), NEAREST: _nearer(passages), FIRST: _first(passages)}
    figures = Figures(
        passages=len(passages),
        methods={method: _halves(passages, answers) for method, answers in named.items()},
        seconds=round(time.perf_counter() - started, 1),
    )
    _show(figures, as_json=as_json)
    return figures


def read_passages(path: str | Path, limit: int | None = None) -> tuple[Passage, ...]:
    """The first `limit` passages of a GAP file: tab-separated, or a tar archive that holds one.

    GAP is Webster et al., "Mind the GAP", TACL 2018. Raises Incorrect for a file that is not there or is none of it.
    """
    found = present(path, holds="the GAP passages: a .tar.gz with gap-test.tsv in it, or that file")
    try:
        rows = list(csv.DictReader(io.StringIO(_text(found)), delimiter="\t", quoting=csv.QUOTE_NONE))
        return tuple(_passage(row) for row in rows[:limit])
    except (KeyError, ValueError, UnicodeDecodeError) as error:
        raise Incorrect(
            f"{found} does not hold GAP's passages ({type(error).__name__}: {error}). It is tab-separated, with "
            "ID, Text, Pronoun-offset, A, A-offset, A-coref, B, B-offset and B-coref."
        ) from error


def _text(path: Path) -> str:
    if not tarfile.is_tarfile(path):
        return path.read_text(encoding="utf-8")
    with tarfile.open(path) as archive:
        for member in archive:
            held = archive.extractfile(member) if member.name.endswith(".tsv") else None
            if held is not None:
                return held.read().decode("utf-8")
    raise Incorrect(f"{path} holds no .tsv file. Give an archive with gap-test.tsv in it.")


def _passage(row: Mapping[str, str]) -> Passage:
    meant = [place for place, name in enumerate("AB") if row[f"{name}-coref"].upper() == "TRUE"]
    places = (int(row["A-offset"]), int(row["B-offset"]))
    at = int(row["Pronoun-offset"])
    return Passage(row["ID"], row["Text"], at, (row["A"], row["B"]), places, meant[0] if meant else None)


# -- methods --------------------------------------------------------------------------------------------------
def _named(passages: Sequence[Passage], *, quiet: bool) -> list[str | None]:
    """Whom the memory's own reader takes each pronoun to mean; None where it names nobody rather than a wrong one."""
    found: list[str | None] = []
    with watched("passages", len(passages), quiet=quiet) as step:
        for first in range(0, len(passages), TOGETHER):
            part = passages[first : first + TOGETHER]
            read = analyse_many(Episode(id=one.id, said_at=SAID, text=one.text, source_kind="document") for one in part)
            meant = (referent(analysis, one.at) for one, analysis in zip(part, read, strict=True))
            found += [mention.name if mention else None for mention in meant]
            step(len(part))
    return found


def _nearer(passages: Sequence[Passage]) -> list[str | None]:
    return [min(_placed(one), key=lambda of: (of[0] > 0, abs(of[0])))[1] for one in passages]


def _first(passages: Sequence[Passage]) -> list[str | None]:
    return [min(_placed(one))[1] for one in passages]


def _placed(one: Passage) -> list[tuple[int, str]]:
    """The two names, and how far after the pronoun each stands."""
    return [(place - one.at, name) for place, name in zip(one.places, one.names, strict=True)]


# -- figures --------------------------------------------------------------------------------------------------
def _halves(passages: Sequence[Passage], answers: Sequence[str | None]) -> dict[str, MethodFigures]:
    pairs = list(zip(passages, answers, strict=True))
    return {"all": _figures(pairs), "odd passages": _figures(pairs[1::2])}


def _figures(pairs: Sequence[tuple[Passage, str | None]]) -> MethodFigures:
    verdicts = [_verdict(one, answer) for one, answer in pairs]
    right, wrong = verdicts.count("right"), verdicts.count("wrong")
    return MethodFigures(
        passages=len(pairs),
        right=right,
        wrong=wrong,
        elsewhere=verdicts.count("elsewhere"),
        nobody=verdicts.count("nobody"),
        coverage=round((right + wrong) / len(pairs), 3) if pairs else 0.0,
        precision=round(right / (right + wrong), 3) if right + wrong else 0.0,
    )


def _verdict(one: Passage, answer: str | None) -> str:
    """Right, wrong, nobody, or elsewhere: who is right where neither of the two is meant, the data does not tell."""
    if answer is None:
        return "nobody"
    hit = [_is_same(answer, name) for name in one.names]
    if all(hit):
        hit = [answer == name for name in one.names]
    if one.meant is None:
        return "wrong" if any(hit) else "elsewhere"
    return "right" if hit[one.meant] and not hit[1 - one.meant] else "wrong"


def _is_same(one: str, other: str) -> bool:
    ours, theirs = ({word for word in words(name) if word != "s"} for name in (one, other))
    return bool(ours and theirs) and (ours <= theirs or theirs <= ours)


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    columns = ("method", "half", "passages", "coverage", "precision", "right", "wrong", "elsewhere", "nobody")
    rows = [
        (
            method, half, str(of.passages), f"{of.coverage:.3f}", f"{of.precision:.3f}",
            str(of.right), str(of.wrong), str(of.elsewhere), str(of.nobody),
        )
        for method, halves in figures.methods.items()
        for half, of in halves.items()
    ]  # fmt: skip
    table("Whom he and she mean", columns, rows)
    printed(f"{figures.passages} passages, {figures.seconds:g} s")
