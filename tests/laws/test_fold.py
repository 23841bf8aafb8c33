"""The laws of the fold, over histories dense enough that everything meets everything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.belief.fold import Rules, Segment, Stated, fold
from graphmem.belief.plans import plans
from graphmem.belief.review import to_review
from tests.laws import oracle
from tests.laws.histories import histories, rules

MORE = settings(max_examples=3 * settings().max_examples)
ANY = histories(planned=True, by_day=True)


def plain(segments: Sequence[Segment]) -> oracle.Answer:
    """Segments as the oracle gives them."""
    return [(segment.start, segment.stop, segment.values, segment.supports) for segment in segments]


def in_order(segment: Segment) -> tuple[int, int, tuple[str, ...]]:
    return (segment.start, segment.stop, segment.values)


@MORE
@given(histories(), rules())
def test_the_fold_agrees_with_a_slow_reader_of_the_rules(history: list[Stated], given_: Rules) -> None:
    assert oracle.believed(history, given_) == plain(fold(history, given_))


@given(histories(by_day=True, authorities=(50,)), rules())
def test_the_fold_agrees_where_times_are_known_by_day_only(history: list[Stated], given_: Rules) -> None:
    assert oracle.believed(history, given_) == plain(fold(history, given_))


@given(histories(kinds=("state", "state", "end", "correction", "correction"), authorities=(50, 50, 30)), rules())
def test_the_fold_agrees_on_chains_of_corrections(history: list[Stated], given_: Rules) -> None:
    assert oracle.believed(history, given_) == plain(fold(history, given_))


@given(ANY, rules())
def test_planned_lanes_agree_with_a_slow_reader_of_the_rules(history: list[Stated], given_: Rules) -> None:
    assert oracle.planned(history, given_) == plain(plans(history, given_))


@given(ANY, rules(), st.randoms(use_true_random=False))
def test_every_order_of_arrival_gives_the_same(history: list[Stated], given_: Rules, chance: random.Random) -> None:
    shuffled = chance.sample(history, len(history))
    assert fold(history, given_) == fold(shuffled, given_)
    assert plans(history, given_) == plans(shuffled, given_)
    assert to_review(history, given_) == to_review(shuffled, given_)


@given(ANY, rules(), st.data())
def test_adding_a_statement_twice_changes_nothing(history: list[Stated], given_: Rules, data: st.DataObject) -> None:
    again = [*history, *data.draw(st.lists(st.sampled_from(history), max_size=3))] if history else history
    assert fold(history, given_) == fold(again, given_)
    assert plans(history, given_) == plans(again, given_)
    assert to_review(history, given_) == to_review(again, given_)


@given(ANY, histories(planned=True, least=0, most=3), rules())
def test_retracting_equals_never_having_said_it(history: list[Stated], said: list[Stated], given_: Rules) -> None:
    never = fold(history, given_)
    live = {stated.id: stated for stated in history} | {f"r{s.id}": replace(s, id=f"r{s.id}") for s in said}
    fold(live.values(), given_)
    for stated in said:
        del live[f"r{stated.id}"]
    assert never == fold(live.values(), given_)


@given(ANY, rules())
def test_segments_are_whole_and_in_order(history: list[Stated], given_: Rules) -> None:
    ids = {stated.id for stated in history}
    segments = fold(history, given_)
    assert sorted(segments, key=in_order) == list(segments)
    for segment in segments:
        assert segment.start < segment.stop
        assert list(segment.values) == sorted(set(segment.values))
        assert (segment.status == "contested") == (len(segment.values) > 1)
        assert len(segment.values) == len(segment.supports)
        assert all(support and set(support) <= ids for support in segment.supports)


@given(ANY, rules())
def test_segments_that_touch_differ_and_those_of_one_slot_are_disjoint(history: list[Stated], given_: Rules) -> None:
    segments = fold(history, given_)
    values = {segment.values for segment in segments}
    lanes = [segments] if given_.functional else [[s for s in segments if s.values == value] for value in values]
    for lane in lanes:
        for earlier, later in pairwise(lane):
            assert earlier.stop <= later.start
            assert earlier.stop < later.start or earlier.values != later.values


@given(histories(kinds=("state",)), rules(functional=False))
def test_a_value_among_many_is_believed_as_if_it_were_alone(history: list[Stated], given_: Rules) -> None:
    values = {stated.value for stated in history}
    alone = [segment for value in values for segment in fold([s for s in history if s.value == value], given_)]
    assert fold(history, given_) == tuple(
        sorted(alone, key=lambda segment: (segment.start, segment.stop, segment.values))
    )


@given(ANY, rules())
def test_what_is_overruled_agrees_with_a_slow_reader_of_the_rules(history: list[Stated], given_: Rules) -> None:
    live = {stated.id: stated for stated in history}
    expected: dict[tuple[str, ...], tuple[set[str], set[str]]] = {}
    for id_, others in oracle.overruled(history, given_).items():
        identity = ("overruled", live[id_].value or "", f"authority {live[id_].authority}")
        item = expected.setdefault(identity, (set(), set()))
        item[0].add(id_)
        item[1].update(others)
    found = [item for item in to_review(history, given_) if item.kind == "overruled"]
    assert expected == {item.identity: (set(item.statements), set(item.others)) for item in found}


@given(histories(kinds=("state", "state", "state", "correction")), rules())
def test_what_is_contested_agrees_with_a_slow_reader_of_the_rules(history: list[Stated], given_: Rules) -> None:
    values = {stated.id: stated.value for stated in history}
    expected: dict[tuple[str | None, ...], tuple[set[str], set[str]]] = {}
    for one, other in oracle.contested(history, given_):
        item = expected.setdefault((values[one], values[other]), (set(), set()))
        item[0].add(one)
        item[1].add(other)
    of_one_source = [replace(stated, source_kind="user_statement") for stated in history]
    found = [item for item in to_review(of_one_source, given_) if item.kind == "contested"]
    assert expected == {item.values: (set(item.statements), set(item.others)) for item in found}


@given(ANY, rules())
def test_there_is_one_item_for_each_identity(history: list[Stated], given_: Rules) -> None:
    items = to_review(history, given_)
    assert len(items) == len({item.identity for item in items})


@given(histories(kinds=("state",)), rules(functional=True))
def test_a_claim_without_equals_that_shows_nowhere_goes_to_review(history: list[Stated], given_: Rules) -> None:
    shown = {id_ for segment in fold(history, given_) for support in segment.supports for id_ in support}
    reviewed = {id_ for item in to_review(history, given_) for id_ in item.statements}
    without_equals = {
        stated.id
        for stated in history
        if all(other.value == stated.value for other in history if other.authority == stated.authority)
    }
    assert without_equals <= shown | reviewed


@given(ANY, rules())
def test_among_equals_nobody_is_overruled(history: list[Stated], given_: Rules) -> None:
    equals = [replace(stated, authority=50) for stated in history]
    assert {"overruled"} & {item.kind for item in to_review(equals, given_)} == set()
