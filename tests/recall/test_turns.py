"""Which turns answer by their words and those around them, and in which order they stand behind a block."""

from __future__ import annotations

from graphmem.model import Episode, Fact, Source
from graphmem.recall.candidate import Candidate, Ranked
from graphmem.recall.turns import heard, in_order

from .world import SELBY, TILDA, day, fact, read


def said(
    id: str, text: str, seq: int = 0, *, session: str = "s", speaker: str = "Oscar Vey", on: str = "2031-02-01"
) -> Episode:
    return Episode(id=id, session=session, seq=seq, speaker=speaker, said_at=day(on), text=text)


def order(question: str, *turns: Episode) -> list[str]:
    scores = heard(read(question), turns)
    return sorted((turn for turn in scores if scores[turn]), key=lambda turn: -scores[turn])


def test_the_turn_that_holds_the_words_is_best() -> None:
    turns = said("a", "Good morning.", session="t"), said("b", "I mended the gate.")

    assert ["b"] == order("Who mended the gate?", *turns)


def test_a_rare_word_counts_more_than_one_that_every_turn_holds() -> None:
    gates = [said(f"g{n}", "The gate again.", 10 * n) for n in range(5)]

    assert "r" == order("Who mended the gate hinge?", *gates, said("r", "That hinge squeaks.", 99))[0]


def test_turns_beside_a_good_one_come_before_turns_far_from_it() -> None:
    talk = [said(f"t{n}", "Yes, indeed.", n) for n in range(8)]
    talk[3] = said("t3", "Shall we speak of the harvest supper?", 3)

    assert ["t3", "t2", "t4", "t1", "t5"] == order("What about the harvest supper?", *talk)[:5]


def test_turns_of_another_session_are_not_beside_it() -> None:
    scores = heard(read("When is the harvest supper?"),
                   [said("a", "The harvest supper is near.", 3), said("b", "In May.", 4, session="other")])  # fmt: skip

    assert (1.0, 0.0) == (scores["a"], scores["b"])


def test_a_question_may_name_the_speaker_or_the_date() -> None:
    turns = [
        said("a", "We had soup.", speaker="Oscar Vey", on="2031-02-01"),
        said("b", "We had soup.", 9, speaker="Tilda Brannock", on="2031-03-07", session="later"),
    ]

    assert "b" == order("Which soup did Tilda speak of?", *turns)[0]
    assert "a" == order("Which soup was it in February 2031?", *turns)[0]


def test_of_two_turns_that_hold_the_words_the_one_that_only_asks_is_second() -> None:
    turns = said("a", "Where is the ladder?"), said("b", "See the ladder.", session="t")

    assert ["b", "a"] == order("Where is the ladder?", *turns)


def test_a_turn_with_all_the_words_goes_before_one_that_says_one_of_them_often() -> None:
    turns = said("a", "Paint, paint and more paint."), said("b", "Paint for the barn door is in the cellar.", 9)

    assert "b" == order("Where is the paint for the barn door?", *turns)[0]


def test_no_turns_and_no_words_are_no_scores() -> None:
    assert {} == heard(read("Where is the ladder?"), [])
    assert {"a": 0.0} == heard(read("Where is the ladder?"), [said("a", "Good morning.")])


def _turn(id: str, score: float, dropped: str = "") -> Ranked:
    return Ranked(Candidate("lexical_episode", episode=said(id, "x")), 0.0, (("heard", score),), dropped=dropped)


def _fact(*turns: str, predicate: float = 1.0, dropped: str = "", merged: tuple[Fact, ...] = ()) -> Ranked:
    features = (("entity", 1.0), ("predicate", predicate))
    return Ranked(Candidate("subject", fact=_of(*turns)), 9.0, features, dropped=dropped, merged=merged)


def _of(*turns: str) -> Fact:
    sources = tuple(
        Source(episode=turn, span=(0, 1), speaker="Oscar Vey", said_at=day("2031-02-01"), quote="x",
               source_kind="user_statement", statement=turn)
        for turn in turns
    )  # fmt: skip
    return fact(TILDA, "lives_in", SELBY, sources=sources)


def test_turns_stand_in_the_order_of_their_words_whether_shown_or_not() -> None:
    assert ("b", "c", "a") == in_order([_turn("a", 0.1), _turn("b", 0.9, "facts answer"), _turn("c", 0.5)])


def test_a_fact_that_is_what_is_asked_for_lifts_its_turn_and_a_weak_or_dropped_one_does_not() -> None:
    turns = [_turn("a", 0.55), _turn("b", 0.5)]

    assert ("b", "a") == in_order([_fact("b"), *turns])
    assert ("a", "b") == in_order([_fact("b", predicate=0.1), *turns])
    assert ("a", "b") == in_order([_fact("b", dropped="about somebody else"), *turns])


def test_a_fact_brings_up_all_its_turns_and_those_of_facts_that_say_the_same_each_once() -> None:
    assert ("a", "b", "c") == in_order([_fact("a", "b", merged=(_of("b", "c"),))])


def test_nothing_considered_is_nothing() -> None:
    assert () == in_order([])
