"""Which turns stand behind a block, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.evaluate.probe import turns_of
from graphmem.model import Entity, Episode, Fact, Period, Source
from graphmem.recall.candidate import Candidate, Ranked

MAY = datetime(2024, 5, 1, tzinfo=UTC)


def said(turn: str, score: float, dropped: str = "") -> Ranked:
    episode = Episode(id=turn, said_at=MAY, text="Rumba sang.")
    return Ranked(Candidate(leg="lexical_episode", episode=episode), score, dropped=dropped)


def held(turns: list[str], score: float, dropped: str = "", merged: tuple[Fact, ...] = ()) -> Ranked:
    return Ranked(Candidate(leg="subject", fact=fact(turns)), score, dropped=dropped, merged=merged)


def fact(turns: list[str]) -> Fact:
    sources = tuple(
        Source(
            episode=turn, span=(0, 5), speaker="Odile", said_at=MAY, quote="Rumba", source_kind="user_statement",
            statement=turn,
        )
        for turn in turns
    )  # fmt: skip
    return Fact(
        id="-".join(turns), subject=Entity(id="o", name="Odile"), predicate="has_pet",
        object=Entity(id="r", name="Rumba"), valid=Period(start=MAY), system=Period(start=MAY),
        fact="Odile has a pet: Rumba", source_kind="user_statement", sources=sources,
    )  # fmt: skip


def test_what_is_shown_comes_first_then_turns_by_their_score_then_other_facts() -> None:
    ranked = [held(["e5"], 9.0), said("e1", 2.0), held(["e6"], 8.0, "says little"), said("e2", 3.0, "facts answer")]
    assert ("e5", "e1", "e2", "e6") == turns_of(ranked)


def test_a_fact_stands_for_all_its_turns_and_for_those_of_facts_that_say_the_same() -> None:
    assert ("e1", "e2", "e3") == turns_of([held(["e1", "e2"], 9.0, merged=(fact(["e2", "e3"]),))])


def test_a_turn_is_named_once_at_its_best_place() -> None:
    assert ("e2", "e1") == turns_of([held(["e2"], 9.0), said("e1", 2.0), said("e2", 1.0)])


def test_nothing_considered_is_nothing() -> None:
    assert () == turns_of([])
