"""What rankings are worth."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.evaluate.measures import averages, measured, within

LONG = {f"D1:{place}": 300 for place in range(20)}
RANKING = list(LONG)


def test_each_measure_counts_evidence_in_its_own_stretch_of_the_ranking() -> None:
    # One at place 3, one at place 8 (2,400 tokens on), one that was not found at all.
    found = measured(RANKING, frozenset({"D1:2", "D1:7", "D9:9"}), LONG)
    third = 1 / 3
    assert {"R@5": third, "R@10": 2 * third, "any@10": 1.0, "MRR": third, "R@2000 tokens": third} == found


def test_nothing_found_is_nought_everywhere() -> None:
    assert {0.0} == set(measured(RANKING, frozenset({"D9:9"}), LONG).values())


def test_a_budget_is_filled_up_to_the_first_turn_that_does_not_fit() -> None:
    assert ["a", "b"] == list(within(["a", "b", "c", "d"], {"a": 4, "b": 5, "c": 90, "d": 1}, 10))


turns = st.lists(st.sampled_from(RANKING), unique=True)


@given(turns, st.frozensets(st.sampled_from(RANKING), min_size=1))
def test_a_longer_stretch_never_finds_less(ranking: list[str], evidence: frozenset[str]) -> None:
    found = measured(ranking, evidence, LONG)
    assert 0 <= found["R@5"] <= found["R@10"] <= found["any@10"] <= 1
    assert (found["MRR"] > 0) == (not evidence.isdisjoint(ranking))


def test_averages_are_over_all_and_over_each_group_that_has_questions() -> None:
    rows = [("a", {"R@5": 1.0}), ("a", {"R@5": 0.0}), ("b", {"R@5": 1.0})]
    assert {
        "all": {"questions": 3, "R@5": 0.6667},
        "a": {"questions": 2, "R@5": 0.5},
        "b": {"questions": 1, "R@5": 1.0},
    } == averages(rows, ("a", "b", "c"))
