"""Every row of the documented table, and the worked example of the two clocks."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from graphmem.belief.fold import Rules
from tests.belief.notation import DAY, MANY, ONE, outcome

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation-fold.md"
SLOTS = {"": ONE, "many values": MANY, "lasts 3 days": Rules(time_to_live_us=3 * DAY)}


def rows() -> list[tuple[str, ...]]:
    """The cells of the table whose first column is a rule's number."""
    cells = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in PAGE.read_text().splitlines())
    return [row for row in cells if len(row) == 5 and row[0].isdigit()]


@pytest.mark.parametrize(("rule", "words", "slot", "history", "expected"), rows())
def test_a_row_of_the_table_is_what_the_fold_gives(
    rule: str, words: str, slot: str, history: str, expected: str
) -> None:
    assert expected == outcome(history, SLOTS[slot]), f"rule {rule}: {words}"


def test_every_rule_has_an_example() -> None:
    assert {str(rule) for rule in range(1, 10)} == {row[0] for row in rows()}


def test_the_worked_example_of_two_clocks_runs() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert (0, True) == (result.failed, result.attempted > 5)
