"""What a walk from named entities reads, in a real store: of a long history, and of what very many facts point at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.recall.question import read_question
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.recall import Found, find
from graphmem.store.flows.walk import CROSSROADS, EDGES

NOW = datetime(2035, 1, 1, tzinfo=UTC)
FIRST = datetime(2031, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(str(tmp_path / "store"), tenant="t", clock=lambda: NOW) as opened:
        yield opened


def said(who: str, predicate: str, what: str, day: int = 0) -> dict[str, Any]:
    said_at = (FIRST + timedelta(days=day)).isoformat()
    return {"subject": who, "predicate": predicate, "object": what, "said_at": said_at}


def found(memory: Memory, question: str) -> tuple[Found, Counter[str]]:
    """What is nominated for a question, and how often each query was asked for it."""
    ground: Ground = memory._ground()
    reading = read_question(question, now=NOW, registry=ground.registry)
    asked = Counter[str]()

    def counted() -> Flow[Found]:
        flow = find(ground, reading, 400)
        try:
            call = next(flow)
            while True:
                asked[call.name] += 1
                call = flow.send((yield call))
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]  # a generator's return value is untyped at run time

    return memory._engine.read(counted), asked


def facts(one: Found) -> set[str]:
    return {str(candidate.fact) for candidate in one.candidates if candidate.fact}


def test_of_a_history_longer_than_is_read_the_home_of_the_day_asked_about_is_found(memory: Memory) -> None:
    memory.remember_many([said("Tilda Vey", "lives_in", f"Village {day}", day) for day in range(EDGES + 60)])

    assert "Village 7" in str(memory.recall("Where did Tilda Vey live on 8 January 2031?"))
    assert f"Village {EDGES + 59}" in str(memory.recall("Where does Tilda Vey live?"))


@pytest.fixture
def crowd(memory: Memory) -> Memory:
    """A works that very many work at, one of whom has a sister."""
    workers = [said(f"Worker{n} Quill", "works_at", "Fenworks") for n in range(CROSSROADS + 20)]
    memory.remember_many([*workers, said("Tilda Vey", "works_at", "Fenworks"), said("Tilda Vey", "sister", "Rhea Vey")])
    return memory


def test_nothing_is_read_of_the_many_who_share_a_place_with_whom_a_question_names(crowd: Memory) -> None:
    nominated, asked = found(crowd, "Who is the sister of Tilda Vey?")

    assert {"Tilda Vey works at Fenworks", "Tilda Vey's sister is Rhea Vey"} <= facts(nominated)
    assert not any(candidate.leg == "hop" for candidate in nominated.candidates)
    assert 0 == asked["facts_toward"]


def test_the_many_are_read_where_the_place_itself_is_named(crowd: Memory) -> None:
    nominated, _ = found(crowd, "Who works at Fenworks?")

    assert CROSSROADS + 20 > len([one for one in nominated.candidates if one.leg == "subject"]) > 40


def test_the_sources_of_all_that_is_nominated_are_read_in_one_query(crowd: Memory) -> None:
    nominated, asked = found(crowd, "Who is the sister of Tilda Vey?")

    assert 1 == asked["sources"]
    assert all(candidate.fact.sources for candidate in nominated.candidates if candidate.fact)


@pytest.fixture
def neighbours(memory: Memory) -> Memory:
    """Somebody with a home, an age and friends, who have homes and friends of their own."""
    rows = [said("Tilda Vey", "lives_in", "Selby"), said("Rhea Vey", "lives_in", "Vardo")]
    rows += [said("Tilda Vey", "friend", "Oscar Brannock"), said("Oscar Brannock", "friend", "Rhea Vey")]
    memory.remember_many(rows)
    return memory


def legs(one: Found) -> set[str]:
    return {candidate.leg for candidate in one.candidates}


def test_where_a_fact_says_what_is_asked_for_no_words_are_searched(neighbours: Memory) -> None:
    nominated, asked = found(neighbours, "Where does Tilda Vey live?")

    assert {"subject"} == legs(nominated)
    assert 0 == asked["search_facts"] + asked["search_episodes"] + asked["facts_around"]


def test_for_more_of_a_list_turns_are_searched_and_no_facts_of_others(neighbours: Memory) -> None:
    nominated, asked = found(neighbours, "Who are Tilda Vey's friends?")

    assert "lexical_episode" in legs(nominated)
    assert "Oscar Brannock's friend is Rhea Vey" not in facts(nominated)
    assert 0 == asked["search_facts"] + asked["facts_around"]


@pytest.mark.parametrize(
    "question",
    [
        "Where does Tilda Vey live as a lodger?",
        "Where does Tilda Vey live with Jasper Quill?",
        "Why does Tilda Vey live in Selby?",
        "Where does the friend of Tilda Vey live?",
        "Where do people live?",
    ],
    ids=["a word that the fact holds not", "an unknown name", "a reason", "a chain", "nobody named"],
)
def test_everything_is_searched_where_a_fact_answers_but_a_part(neighbours: Memory, question: str) -> None:
    _, asked = found(neighbours, question)

    assert {"search_facts", "search_episodes"} <= asked.keys()


def test_of_a_value_that_is_contested_every_word_is_searched(memory: Memory) -> None:
    memory.remember_many([said("Tilda Vey", "lives_in", "Selby"), said("Tilda Vey", "lives_in", "Vardo")])
    assert {"contested"} == {fact.status for fact in memory.facts("Tilda Vey")}

    nominated, _ = found(memory, "Where does Tilda Vey live?")

    assert "lexical_episode" in legs(nominated)


def test_who_is_called_by_a_name_with_a_number_is_who_is_meant(memory: Memory) -> None:
    memory.remember_many([said(f"Cabin {n}", "located_in", f"Bay {n}") for n in range(1, 8)])

    nominated, _ = found(memory, "Where is Cabin 4 located?")

    assert {"Cabin 4"} == {entity.name for entity in nominated.entities["Cabin"]}
