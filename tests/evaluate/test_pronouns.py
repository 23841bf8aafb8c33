"""Passages with a pronoun and two names, read as documents."""

from __future__ import annotations

import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.pronouns import Figures, read_passages, run

HEAD = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
PASSAGES = [
    ("Hanna Vries wrote to Martin Oyelaran. She lives in Ghent.", "She", "Hanna Vries", "Martin Oyelaran", "A"),
    ("Martin Oyelaran met Karl Lind. Later he sold the boat.", "he", "Martin Oyelaran", "Karl Lind", "A"),
    ("The kettle is on. Hanna Vries and Ruth Pell met. Her tea was hot.", "Her", "Hanna Vries", "Ruth Pell", ""),
    ("Peter Sand taught Karl Lind. He was kind.", "He", "Peter Sand", "Karl Lind", "B"),
]


def _row(place: int, passage: tuple[str, str, str, str, str]) -> str:
    text, pronoun, one, other, meant = passage
    cells = [f"trial-{place}", text, pronoun, str(text.index(f" {pronoun} ") + 1)]
    for name, letter in ((one, "A"), (other, "B")):
        cells += [name, str(text.index(name)), str(letter == meant).upper()]
    return "\t".join([*cells, "http://example.org"])


@pytest.fixture(scope="module")
def passages(tmp_path_factory: pytest.TempPathFactory) -> str:
    rows = [HEAD, *(_row(place, passage) for place, passage in enumerate(PASSAGES, 1))]
    text = "\n".join(rows).encode()
    path = tmp_path_factory.mktemp("passages") / "gap.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("gap/gap-test.tsv")
        member.size = len(text)
        archive.addfile(member, BytesIO(text))
    return str(path)


@pytest.fixture(scope="module")
def figures(passages: str) -> Figures:
    return run(passages, as_json=True)


def test_each_method_has_a_verdict_on_every_passage(figures: Figures) -> None:
    assert ["graphmem", "the nearer of the two before it", "the first of the two"] == list(figures.methods)
    for halves in figures.methods.values():
        of = halves["all"]
        assert 4 == of.passages == of.right + of.wrong + of.elsewhere + of.nobody


def test_precision_and_coverage_are_of_those_that_are_named(figures: Figures) -> None:
    first = figures.methods["the first of the two"]["all"]
    assert (2, 2, 1.0, 0.5) == (first.right, first.wrong, first.coverage, first.precision)
    nearer = figures.methods["the nearer of the two before it"]["all"]
    assert (1, 3) == (nearer.right, nearer.wrong)


def test_the_memory_finds_the_subject_that_fits(figures: Figures) -> None:
    of = figures.methods["graphmem"]["all"]
    assert of.right >= 2
    assert 2 == figures.methods["graphmem"]["odd passages"].passages


def test_a_person_gets_a_table(passages: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(passages, limit=2)
    said = capsys.readouterr().out
    for expected in ("Whom he and she mean", "coverage", "odd passages", "2 passages"):
        assert expected in said


def test_json_is_the_figures_and_nothing_else(passages: str, capsys: pytest.CaptureFixture[str]) -> None:
    figures = run(passages, limit=1, as_json=True)
    assert figures == Figures.model_validate_json(capsys.readouterr().out)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.tsv"
    other.write_text("a\tb\n1\t2\n")
    with pytest.raises(Incorrect, match="does not hold GAP's passages"):
        read_passages(other)
