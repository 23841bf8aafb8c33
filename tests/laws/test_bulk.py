"""Many statements at once give the graph that they give one by one, on both engines."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Fact, Memory, Predicate
from graphmem.store.call import rows_of
from tests.laws.test_stored_history import PREDICATES, Ticking, moments, statements

KNOWS = Predicate(name="knows_person", subject="Person", object="Person")
NAMES = st.sampled_from(["Cleo Vance", "Cleo", "Katherine Holt", "Kathrine Holt", "K. Holt", "Ada Holm"])


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("bulk")
    return str(folder / "one.db"), str(folder / "other.db")


@st.composite
def said(draw: st.DrawFn) -> dict[str, Any]:
    """A statement of one of a few people; some on an episode with a name, some that give another name."""
    person = draw(NAMES)
    kind = draw(st.sampled_from(["claim", "claim", "claim", "claim", "knows", "named"]))
    if kind == "claim":
        given_ = {"subject": person, **draw(statements())}
    else:
        predicate = "knows_person" if kind == "knows" else "also_known_as"
        given_ = {"subject": person, "predicate": predicate, "object": draw(NAMES), "said_at": moments(0)}
    if draw(st.integers(0, 3)) == 0:
        given_["episode"] = draw(st.sampled_from(["e1", "e2"]))
    return given_


LABELS = ("Entity", "Alias", "Episodic", "Statement", "Frontier", "Review", "Merge")


def told(memory: Memory) -> tuple[list[Any], list[Any], dict[str, int]]:
    """What is believed, what waits for review, and how many nodes have each label; system times aside."""
    nodes = memory._engine.read(lambda: rows_of(memory._ground(), "nodes_left"))
    entities = sorted(row["uuid"] for row in nodes if "Entity" in row["labels"])
    facts = [_comparable(fact) for entity in entities for fact in memory.history(entity)]
    reviews = sorted((item.id, item.kind, item.reason, item.sides) for item in memory.review())
    return sorted(facts, key=repr), reviews, {label: sum(label in row["labels"] for row in nodes) for label in LABELS}


def _comparable(fact: Fact) -> Any:
    return fact.model_dump(exclude={"id", "system"})


def singly_and_at_once(one: str, other: str, many: list[dict[str, Any]], before: int) -> list[Any]:
    """What is told by one store after one by one, and by the other after `before` one by one and the rest at once."""
    answers, tenant = [], uuid.uuid4().hex
    for url, first in ((one, len(many)), (other, before)):
        with Memory(url, tenant=tenant, clock=Ticking(), predicates=(*PREDICATES, KNOWS)) as memory:
            for given_ in many[:first]:
                memory.remember(**given_)
            memory.remember_many(many[first:])
            answers.append(told(memory))
    return answers


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(many=st.lists(said(), min_size=2, max_size=9), data=st.data())
def test_many_at_once_give_what_they_give_one_by_one(
    stores: tuple[str, str], many: list[dict[str, Any]], data: st.DataObject
) -> None:
    singly, at_once = singly_and_at_once(*stores, many, data.draw(st.integers(0, len(many) - 2)))
    assert singly == at_once


@pytest.mark.neo4j
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(many=st.lists(said(), min_size=2, max_size=9), data=st.data())
def test_many_at_once_on_neo4j_give_what_they_give_one_by_one_on_the_other_engine(
    stores: tuple[str, str], neo4j_url: str, many: list[dict[str, Any]], data: st.DataObject
) -> None:
    singly, at_once = singly_and_at_once(stores[0], neo4j_url, many, data.draw(st.integers(0, len(many) - 2)))
    assert singly == at_once
