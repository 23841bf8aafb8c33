"""Names of a book put together, on the embedded engine."""

from __future__ import annotations

import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.names import Figures, read_books, run

NAMES = {
    "one": [
        ("Runa Holst", "PER", "runa"),
        ("Runa", "PER", "runa"),
        ("Mr. Falk", "PER", "falk"),
        ("Mrs. Falk", "PER", "his wife"),
        ("Ghent", "GPE", "ghent"),
    ],
    "two": [("Miss Aldo", "PER", "daughter"), ("Mrs. Aldo", "PER", "mother"), ("ALDO HALL", "FAC", "hall")],
}


def _annotated(names: list[tuple[str, str, str]]) -> bytes:
    lines = []
    for place, (name, kind, entity) in enumerate(names):
        lines += [f"MENTION\tT{place}\t{place}\t0\t{place}\t1\t{name}\t{kind}\tPROP", f"COREF\tT{place}\t{entity}-0"]
    lines += ["MENTION\tT90\t90\t0\t90\t1\tthe house\tFAC\tNOM", "COREF\tT90\thouse-9"]
    return "\n".join(lines).encode()


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("books") / "books.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, names in NAMES.items():
            text = _annotated(names)
            member = tarfile.TarInfo(f"coref/{name}_brat.ann")
            member.size = len(text)
            archive.addfile(member, BytesIO(text))
    return str(path)


@pytest.fixture(scope="module")
def figures(books: str) -> Figures:
    return run(books, as_json=True)


def test_only_proper_names_are_read_in_their_order(books: str) -> None:
    assert [[name for name, *_ in names] for names in NAMES.values()] == [
        [one.name for one in book.names] for book in read_books(books)
    ]


def test_the_memory_puts_together_what_belongs_together(figures: Figures) -> None:
    of = figures.methods["graphmem"]
    assert (1.0, 1.0, 1.0) == (of.precision, of.recall, of.f1)


def test_plain_ways_stand_beside_it(figures: Figures) -> None:
    assert 5 == len(figures.methods)
    spelt = figures.methods["the same spelling"]
    assert (1.0, 0.875) == (spelt.precision, spelt.recall)
    assert figures.methods["the same key"].precision < 1.0
    assert (2, 8) == (figures.books, figures.names)


def test_a_person_gets_a_table(books: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(books, limit=1)
    said = capsys.readouterr().out
    for expected in ("Names put together", "B³ F1", "1 books, 5 names"):
        assert expected in said


def test_an_archive_of_something_else_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.tar.gz"
    with tarfile.open(empty, "w:gz"):
        pass
    with pytest.raises(Incorrect, match=r"no \.ann file"):
        read_books(empty)
    other = tmp_path / "other.txt"
    other.write_text("MENTION")
    with pytest.raises(Incorrect, match="does not hold LitBank"):
        read_books(other)
