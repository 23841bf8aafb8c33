"""A gold suite, played on the embedded engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.gold import Summary, run
from graphmem.memory import Memory
from graphmem.store.engines.embedded import open_embedded
from tests.evaluate.worlds import MOVE, WHERE, Json, case, query, turn, written

LATER = "2025-01-01T00:00:00Z"


class Outcome:
    """What a run wrote and said."""

    def __init__(self, summary: Summary, lines: list[Json]) -> None:
        self.summary = summary
        self.answers: dict[str, Json] = {line["query"]: line for line in lines if "query" in line}
        self.facts: dict[str, list[Json]] = {line["case"]: line["facts"] for line in lines if "facts" in line}

    def block(self, query: str) -> str:
        return str(self.answers[query]["block"])


def played(folder: Path, *cases: Json, **options: Any) -> Outcome:
    answers = folder / "answers.jsonl"
    summary = run(written(folder / "cases.jsonl", list(cases)), answers=answers, **options)
    return Outcome(summary, [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()])


def tenants(store: Path) -> list[Json]:
    engine = open_embedded(str(store))
    try:
        return engine._rows(engine._queries["tenants_counted"].text, {})
    finally:
        engine.close()


def test_a_line_a_query_and_a_line_a_case_in_the_shape_that_scorers_read(tmp_path: Path) -> None:
    move = case("move", MOVE, [query("q1", WHERE, LATER)])
    run(written(tmp_path / "cases.jsonl", [move, case("empty", MOVE[:1], [])]), answers=tmp_path / "answers.jsonl")
    first, second, third = (json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines())
    assert {"case", "query", "block", "sources", "abstained", "tokens"} == set(first)
    assert ("move", "q1", ["e2"], False) == (first["case"], first["query"], first["sources"], first["abstained"])
    assert "Udine" in first["block"]
    assert 0 < first["tokens"] <= 400
    assert [{"case", "facts"}] * 2 == [set(second), set(third)]
    assert ["move", "empty"] == [second["case"], third["case"]]


def test_every_segment_that_is_believed_is_listed_with_its_dates_and_sources(tmp_path: Path) -> None:
    facts = played(tmp_path, case("move", MOVE, [])).facts["move"]
    homes = {fact["object"]: fact for fact in facts if fact["predicate"] == "lives_in"}
    trieste = {
        "subject": "Ilaria Venn", "predicate": "lives_in", "object": "Trieste", "from": ["e1"],
        "valid_from": "2024-03-04T08:00:00Z", "valid_to": "2024-09-09T08:00:00Z",
    }  # fmt: skip
    udine = {
        "subject": "Ilaria Venn", "predicate": "lives_in", "object": "Udine", "from": ["e2"],
        "valid_from": "2024-09-09T08:00:00Z",
    }  # fmt: skip
    assert {"Trieste": trieste, "Udine": udine} == homes


def test_a_plan_is_listed_too(tmp_path: Path) -> None:
    plan = turn("e1", "2024-03-04T08:00:00Z", "I'm going to move to Graz next year.")
    facts = played(tmp_path, case("plan", [plan], [])).facts["plan"]
    assert ["Graz"] == [fact["object"] for fact in facts]


def test_a_fact_that_a_retraction_took_away_is_not_listed(tmp_path: Path) -> None:
    withdrawn = case("move", MOVE, [], operations=[{"op": "retract_source", "episode": "e2"}])
    facts = played(tmp_path, withdrawn).facts["move"]
    assert {"Trieste"} == {fact["object"] for fact in facts}


def test_questions_look_at_valid_time_and_at_what_was_known(tmp_path: Path) -> None:
    # She moved in September; in June nobody could know, and in June she lived in Trieste whatever is known now.
    asked = [
        query("now", WHERE, LATER),
        query("june", WHERE, LATER, valid_at="2024-06-01T00:00:00Z"),
        query("in june", WHERE, LATER, known_at="2024-06-01T00:00:00Z"),
    ]
    outcome = played(tmp_path, case("move", MOVE, asked))
    assert ["e2"] == outcome.answers["now"]["sources"]
    assert ["e1"] == outcome.answers["june"]["sources"]
    assert ["e1"] == outcome.answers["in june"]["sources"]
    assert "Udine" not in outcome.block("in june")


def test_a_question_of_an_earlier_now_knows_nothing_of_later_turns(tmp_path: Path) -> None:
    outcome = played(tmp_path, case("move", MOVE, [query("june", WHERE, "2024-06-01T00:00:00Z")]))
    assert ["e1"] == outcome.answers["june"]["sources"]
    assert "Udine" not in outcome.block("june")


def test_a_turn_that_is_learnt_late_is_not_known_before(tmp_path: Path) -> None:
    # The move of September is told in a letter of that day which turns up in December.
    letter = MOVE[1] | {"recorded_at": "2024-12-01T00:00:00Z"}
    asked = [
        query("october", WHERE, LATER, valid_at="2024-10-01T00:00:00Z"),
        query("in october", WHERE, LATER, valid_at="2024-10-01T00:00:00Z", known_at="2024-10-01T00:00:00Z"),
    ]
    outcome = played(tmp_path, case("late", [letter, MOVE[0]], asked))
    assert ["e2"] == outcome.answers["october"]["sources"]
    assert ["e1"] == outcome.answers["in october"]["sources"]


def test_what_is_erased_answers_nothing_at_no_time(tmp_path: Path) -> None:
    erased = case(
        "erased",
        MOVE[:1],
        [query("now", WHERE, LATER), query("then", WHERE, LATER, known_at="2024-06-01T00:00:00Z")],
        operations=[{"op": "erase_episode", "episode": "e1"}],
    )
    outcome = played(tmp_path, erased)
    assert [True, True] == [outcome.answers[name]["abstained"] for name in ("now", "then")]
    assert [[], []] == [outcome.answers[name]["sources"] for name in ("now", "then")]
    assert [] == outcome.facts["erased"]


def test_an_operation_is_done_right_after_its_turn(tmp_path: Path) -> None:
    # Erased in March, she says in September where she lives now: an erasure at the end would take both.
    other = turn("e2", "2024-09-09T08:00:00Z", "Ilaria Venn has a parrot.", speaker="Bruno Salt")
    early = case(
        "early", [MOVE[0], other], [], operations=[{"op": "erase_subject", "subject": "Ilaria Venn", "after": "e1"}]
    )
    outcome = played(tmp_path, early)
    assert [] == [problem for problem in outcome.summary.problems if "erase_subject" in problem]
    assert "Trieste" not in json.dumps(outcome.facts)


def test_an_operation_that_fails_is_a_problem_and_the_run_goes_on(tmp_path: Path) -> None:
    wrong = case("wrong", MOVE, [query("q1", WHERE, LATER)], operations=[{"op": "retract_source", "episode": "e9"}])
    outcome = played(tmp_path, wrong)
    assert 1 == len(outcome.summary.problems)
    assert "wrong: retract_source: no episode 'e9'" in outcome.summary.problems[0]
    assert ["e2"] == outcome.answers["q1"]["sources"]


def test_a_question_whose_budget_holds_no_fact_is_a_problem_and_no_abstention(tmp_path: Path) -> None:
    outcome = played(tmp_path, case("small", MOVE, [query("q1", WHERE, LATER, budget=3)]))
    empty = {"case": "small", "query": "q1", "block": "", "sources": [], "abstained": False, "tokens": 0}
    assert empty == outcome.answers["q1"]
    assert "small: query q1:" in outcome.summary.problems[0]


def test_tenants_of_a_case_and_cases_of_a_suite_do_not_see_each_other(tmp_path: Path) -> None:
    # Two households of one case, and another case, each with an Ilaria of its own.
    two = case(
        "two",
        [MOVE[0], turn("x1", "2024-03-05T08:00:00Z", "I live in Bergen.", tenant="t2")],
        [query("ours", WHERE, LATER), query("theirs", WHERE, LATER, tenant="t2")],
    )
    other = case("other", [turn("e1", "2024-03-06T08:00:00Z", "I live in Faro.")], [query("far", WHERE, LATER)])
    outcome = played(tmp_path, two, other)
    places = {name: {p for p in ("Trieste", "Bergen", "Faro") if p in outcome.block(name)} for name in outcome.answers}
    assert {"ours": {"Trieste"}, "theirs": {"Bergen"}, "far": {"Faro"}} == places
    assert {"Trieste", "Bergen"} == {fact["object"] for fact in outcome.facts["two"]}


def test_a_tenant_that_nothing_was_told_abstains(tmp_path: Path) -> None:
    outcome = played(tmp_path, case("move", MOVE, [query("q1", WHERE, LATER, tenant="nobody")]))
    assert outcome.answers["q1"]["abstained"]


def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    path = written(tmp_path / "cases.jsonl", [case("move", MOVE, [query("q1", WHERE, LATER)])])
    for name in ("one", "two"):
        run(path, answers=tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_store_of_the_callers_holds_nothing_of_a_case_afterwards(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with Memory(store, tenant="house") as memory:
        memory.ingest([turn("own", "2024-01-01T00:00:00Z", "I live in Split.")])
    operations = [{"op": "erase_episode", "episode": "e1", "after": "e1"}]
    move = case("move", MOVE, [query("q1", WHERE, LATER)], operations=operations)
    outcomes = [played(tmp_path, move, store=str(store)) for _ in range(2)]
    assert [("house", 1)] == [(row["tenant"], row["episodes"]) for row in tenants(store)]
    assert [["e2"], ["e2"]] == [outcome.answers["q1"]["sources"] for outcome in outcomes]
    assert [(), ()] == [outcome.summary.problems for outcome in outcomes]


def test_the_summary_counts_what_was_asked_and_stored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [query("q1", WHERE, LATER), query("q2", "Where does Quentin Roux live?", LATER)]
    outcome = played(tmp_path, case("move", MOVE, asked), as_json=True)
    said = capsys.readouterr()
    assert outcome.summary == Summary.model_validate_json(said.out)
    assert "" == said.err
    assert (1, 2, 1) == (outcome.summary.cases, outcome.summary.queries, outcome.summary.abstained)
    assert len(outcome.facts["move"]) == outcome.summary.facts


def test_a_person_gets_a_table_and_the_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path, case("wrong", MOVE, [], operations=[{"op": "retract_source", "episode": "e9"}]))
    said = capsys.readouterr().out
    assert "Gold suite" in said
    assert "problem: wrong: retract_source" in said


def test_answers_that_cannot_be_written_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    path = written(tmp_path / "cases.jsonl", [case("move", MOVE, [])])
    with pytest.raises(Incorrect, match="cannot be written"):
        run(path, answers=tmp_path / "none" / "answers.jsonl")


@pytest.mark.neo4j
def test_a_suite_played_on_neo4j_gives_the_answers_of_the_embedded_engine(tmp_path: Path, neo4j_url: str) -> None:
    asked = [
        query("now", WHERE, LATER),
        query("june", WHERE, LATER, valid_at="2024-06-01T00:00:00Z"),
        query("in june", WHERE, LATER, known_at="2024-06-01T00:00:00Z"),
    ]
    embedded, neo4j = (played(tmp_path, case("move", MOVE, asked), store=store) for store in (None, neo4j_url))
    assert embedded.answers == neo4j.answers
    assert embedded.facts == neo4j.facts
    assert () == neo4j.summary.problems


def test_dates_stand_in_the_zone_of_the_turn_that_said_them(tmp_path: Path) -> None:
    # Midnight of 1 March in Vienna is still February in UTC.
    since = turn("e1", "2024-09-09T08:00:00+02:00", "I have lived in Trieste since March.")
    (fact,) = played(tmp_path, case("since", [since], [])).facts["since"]
    assert "2024-03-01T00:00:00+02:00" == fact["valid_from"]


@pytest.mark.parametrize(
    ("said", "start", "stop"),
    [
        ("In 2022 I lived in Trieste.", "2022-01-01T00:00:00Z", "2022-12-31T23:59:59.999999Z"),
        ("In May I lived in Trieste.", "2024-05-01T00:00:00Z", "2024-05-31T23:59:59.999999Z"),
        ("From 2019 to 2022 I lived in Trieste.", "2019-01-01T00:00:00Z", "2022-01-01T00:00:00Z"),
    ],
)
def test_a_named_period_is_listed_with_its_last_moment(tmp_path: Path, said: str, start: str, stop: str) -> None:
    facts = played(tmp_path, case("named", [turn("e1", "2024-09-09T08:00:00Z", said)], [])).facts["named"]
    assert (start, stop) in {(fact.get("valid_from"), fact.get("valid_to")) for fact in facts}
