"""Long conversations, asked for the turns that answer, on the embedded engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.evaluate.locomo import Figures, run
from graphmem.evaluate.stores import placed
from graphmem.memory import Memory
from tests.evaluate.worlds import archive

METHODS = ["graphmem", "BM25", "BM25, session date, turns beside"]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(archive(tmp_path_factory.mktemp("talks") / "talks.tar.gz"))


@pytest.fixture(scope="module")
def figures(talks: str) -> Figures:
    return run(talks, sample=100, as_json=True)


def test_the_memory_stands_beside_the_plain_ways_over_all_and_over_each_kind(figures: Figures) -> None:
    assert METHODS == list(figures.methods)
    kinds = {"all": 4, "multi-hop": 1, "temporal": 1, "single-hop": 2}
    for groups in figures.methods.values():
        assert kinds == {group: measures["questions"] for group, measures in groups.items()}


def test_the_turn_that_says_it_is_found_through_the_fact_it_states(figures: Figures) -> None:
    single = figures.methods["graphmem"]["single-hop"]
    assert (1.0, 1.0, 1.0) == (single["R@5"], single["MRR"], single["in block"])
    assert 0.0 == single["abstained"]


def test_only_the_memory_has_a_block(figures: Figures) -> None:
    having = [name for name, groups in figures.methods.items() if "in block" in groups["all"]]
    assert ["graphmem"] == having


def test_what_went_in_is_counted(figures: Figures) -> None:
    assert (2, 6, 4) == (figures.conversations, figures.turns, figures.questions)
    assert figures.facts == len(figures.sample)


def test_sampled_facts_have_their_quote_and_conversation(figures: Figures) -> None:
    homes = {
        (drawn.conversation, str(drawn.fact.object)): drawn.fact.sources[0].quote
        for drawn in figures.sample
        if drawn.fact.predicate == "lives_in"
    }
    assert {("talk-1", "Ghent"), ("talk-2", "Aalst")} == set(homes)
    assert "Ghent" in homes["talk-1", "Ghent"]


def test_a_seed_draws_the_same_facts_again_and_another_seed_others(talks: str) -> None:
    first, again, other = (run(talks, sample=1, seed=seed, as_json=True).sample for seed in (1, 1, 2))
    assert first == again
    assert 1 == len(other)


def test_fewer_conversations_on_demand(talks: str) -> None:
    assert 1 == run(talks, limit=1, as_json=True).conversations


def test_json_is_the_figures_and_nothing_else(talks: str, capsys: pytest.CaptureFixture[str]) -> None:
    figures = run(talks, limit=1, sample=2, as_json=True)
    said = capsys.readouterr()
    assert figures == Figures.model_validate_json(said.out)
    assert "" == said.err


def test_a_person_gets_tables(talks: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(talks, limit=1, sample=2)
    said = capsys.readouterr().out
    for expected in ("R@10", "single-hop", "BM25", "1 conversations, 5 turns, 3 questions", "Stored facts"):
        assert expected in said


def test_on_a_store_of_the_callers_the_conversations_stay_and_are_not_taken_in_twice(
    talks: str, tmp_path: Path
) -> None:
    store = str(tmp_path / "store")
    first, again = (run(talks, store=store, sample=100, as_json=True) for _ in range(2))
    assert first.methods == again.methods
    assert first.sample == again.sample
    with Memory(store, tenant="locomo-talk-1") as memory:
        assert ["Ghent"] == [str(fact.object) for fact in memory.facts("Odile", "lives_in")]


def test_a_temporary_store_is_gone_afterwards() -> None:
    with placed(None, "trial", afresh=False) as place:
        folder = Path(place.url)
        assert folder.is_dir()
    assert not folder.exists()
