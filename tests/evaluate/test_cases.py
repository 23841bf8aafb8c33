"""Cases of a gold suite, as read from their file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.cases import Case
from graphmem.evaluate.files import lines_of, present
from tests.evaluate.worlds import MOVE, WHERE, case, query, turn, written


def read(path: Path) -> list[Case]:
    return list(lines_of(path, Case))


def test_turns_come_in_the_order_they_are_learnt(tmp_path: Path) -> None:
    # An old letter turns up in June: it was said in February, and is learnt last.
    late = turn("e0", "2024-02-01T08:00:00Z", "A letter.", session="s2", recorded_at="2024-10-01T08:00:00Z")
    (found,) = read(written(tmp_path / "cases.jsonl", [case("late", [late, *MOVE], [])]))
    assert ["e1", "e2", "e0"] == [turn.id for turn, _ in found.in_order()]


def test_a_turn_is_learnt_a_second_after_it_was_said_unless_told_otherwise(tmp_path: Path) -> None:
    (found,) = read(written(tmp_path / "cases.jsonl", [case("move", MOVE[:1], [])]))
    assert "2024-03-04T08:00:01+00:00" == found.episodes[0].learnt_at.isoformat()


def test_an_episode_knows_its_place_in_its_session(tmp_path: Path) -> None:
    other = turn("x1", "2024-03-04T09:00:00Z", "Hello.", session="s2")
    (found,) = read(written(tmp_path / "cases.jsonl", [case("move", [MOVE[0], other, MOVE[1]], [])]))
    assert {"e1": 0, "x1": 0, "e2": 1} == {episode.id: episode.seq for _, episode in found.in_order()}


def test_what_is_expected_is_not_read(tmp_path: Path) -> None:
    asked = query("q1", WHERE, "2024-10-01T00:00:00Z", expect=[["Udine"]], reject=["Trieste"])
    path = written(tmp_path / "cases.jsonl", [case("move", MOVE, [asked], facts=[{"object": "Udine-2"}])])
    assert "expect" not in repr(read(path))
    assert "Udine-2" not in repr(read(path))


def test_operations_are_done_after_the_turn_they_name_or_at_the_end(tmp_path: Path) -> None:
    operations = [
        {"op": "erase_episode", "episode": "e1", "after": "e1"},
        {"op": "set_clock", "at": "2025-01-01T00:00:00Z"},
        {"op": "erase_subject", "subject": "Ilaria Venn"},
    ]
    (found,) = read(written(tmp_path / "cases.jsonl", [case("move", MOVE, [], operations=operations)]))
    assert ["erase_episode"] == [operation.op for operation in found.after("e1")]
    assert ["set_clock", "erase_subject"] == [operation.op for operation in found.after(None)]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "cases.jsonl:2"),
        (json.dumps(case("naive", [turn("e1", "2024-03-04T08:00:00", "Hello.")], [])), "episodes.0.said_at"),
        (json.dumps(case("odd", MOVE, [], operations=[{"op": "burn"}])), "operations.0"),
        (json.dumps(case("empty", [], [])), "episodes"),
    ],
)
def test_a_line_of_another_shape_is_refused_with_its_number(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{json.dumps(case('move', MOVE, []))}\n{line}\n")
    with pytest.raises(Incorrect, match=r"cases\.jsonl:2 is not a Case") as error:
        read(path)
    assert says in str(error.value)


def test_blank_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"\n{json.dumps(case('move', MOVE, []))}\n\n")
    assert ["move"] == [found.id for found in read(path)]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Incorrect, match=r"none\.jsonl is not a file\. Give the path of a gold suite"):
        present(tmp_path / "none.jsonl", holds="a gold suite")
