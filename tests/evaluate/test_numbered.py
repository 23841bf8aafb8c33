"""Numbered facts that contradict each other, made by seed."""

from __future__ import annotations

import pytest

from graphmem.evaluate.numbered import Figures, run, told_first
from graphmem.evaluate.wordings import make_list
from graphmem.recall.tokens import counter


@pytest.fixture(scope="module")
def figures() -> Figures:
    return run(tokens=400, questions=3, as_json=True)


def test_a_seed_makes_the_same_list_again_and_another_seed_another() -> None:
    first, again, other = (make_list(500, counter(), questions=4, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_list_is_as_long_as_was_asked_and_its_lines_count_up() -> None:
    listed = make_list(800, counter(), questions=4, seed=3)
    assert list(range(len(listed.lines))) == [int(line.partition(".")[0]) for line in listed.lines]
    used = counter()("\n".join(listed.lines))
    assert 700 < used < 950


def test_the_value_with_the_highest_number_is_the_answer() -> None:
    listed = make_list(3000, counter(), questions=20, seed=1)
    for asked in listed.questions:
        if asked.hops == 1:
            (last,) = [line for line in listed.lines if _states(line, asked.text, asked.answer)][-1:]
            older = [line for line in listed.lines if any(_states(line, asked.text, v) for v in asked.before)]
            assert all(_number(line) < _number(last) for line in older)


def _number(line: str) -> int:
    return int(line.partition(".")[0])


def _states(line: str, question: str, value: str) -> bool:
    """Whether a line tells the value of what a question names by a word with two capitals or more."""
    names = [word for word in question.rstrip("?").split() if word[:1].isupper()][1:]
    return value in line and bool(names) and all(name in line for name in names)


def test_a_value_counts_if_none_that_fell_is_told_above_it_as_if_it_held() -> None:
    lines = ["- home is Ghent; current", "- home is Aalst; ended: until then"]
    assert told_first(lines, "Ghent", ["Aalst"])
    assert not told_first(lines, "Aalst", ["Ghent"])
    assert not told_first(["- home is Aalst; current", *lines], "Ghent", ["Aalst"])
    assert told_first(["- home is Aalst; perhaps superseded", *lines], "Ghent", ["Aalst"])


def test_the_memory_stands_beside_the_plain_ways(figures: Figures) -> None:
    assert ["graphmem", "BM25", "BM25's first ten, highest number first"] == list(figures.methods)
    assert 3 == figures.single
    assert figures.methods["graphmem"].single >= 0.6
    assert figures.tokens >= 400


def test_a_person_gets_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    run(tokens=150, questions=1)
    said = capsys.readouterr().out
    for expected in ("Numbered facts", "several facts", "ms a question"):
        assert expected in said
