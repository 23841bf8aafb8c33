"""One suite for every face, on both engines: whoever asks, and however, the memory behaves the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem import Conflict, Episode, GraphmemError, Incorrect, Memory, NotFound, Refused
from graphmem.doors.server.background import serving
from tests.server.running import unhurried

from .faces import FACES, face

JANUARY, MAY = "2025-01-14T18:00:00Z", "2025-05-20T19:15:00Z"
IN_PYTHON = FACES[:4]


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "neo4j":
        return str(request.getfixturevalue("neo4j_url"))
    return str(tmp_path_factory.mktemp("faces") / "memory.db")


@pytest.fixture(scope="module")
def server(store: str) -> Iterator[str]:
    """A server over the store; the tests' process owns both, so that Memory may open the store beside it."""
    with serving(store, limits=unhurried()) as url:
        yield url


@pytest.fixture(params=FACES)
def memory(request: pytest.FixtureRequest, store: str, server: str, tenant: str, tmp_path: Path) -> Iterator[Any]:
    with face(request.param, store, server, tenant, tmp_path) as opened:
        yield opened


def turn(id: str, text: str, said_at: str = JANUARY, **more: str) -> dict[str, str]:
    return {"id": id, "session": "s", "speaker": "Elena Sartori", "said_at": said_at, "text": text, **more}


def places(facts: tuple[Any, ...]) -> list[str]:
    return [str(fact.object) for fact in facts]


def test_a_move_told_late_is_seen_on_both_clocks(memory: Any) -> None:
    memory.remember("Elena Sartori", "lives_in", "Nantes", said_at=JANUARY)
    before = datetime.now(UTC)
    memory.remember("Elena Sartori", "lives_in", "Trieste", said_at=MAY, valid_from="2025-03-08T00:00:00Z")
    april = "2025-04-01T00:00:00Z"
    assert ["Trieste"] == places(memory.facts("Elena Sartori", "lives_in", as_of=april))
    assert ["Nantes"] == places(memory.facts("Elena Sartori", "lives_in", as_of=april, known_at=before))
    assert ["Nantes", "Trieste"] == places(memory.history("Elena Sartori", "lives_in"))
    changes = memory.changes(before)
    assert ["closed", "opened", "opened"] == sorted(change.change for change in changes)


def test_turns_are_read_once_and_every_fact_has_its_words(memory: Any) -> None:
    turns = [turn("e1", "I live in Nantes."), turn("e2", "I moved to Trieste on 8 March.", MAY)]
    first, again = memory.ingest(turns), memory.ingest(turns)
    assert (2, {"user": 2}) == (len(first.episodes), first.roles)
    assert (2, ()) == (len(again.duplicates), again.opened)
    (fact,) = memory.facts("Elena Sartori", "lives_in")
    explanation = memory.why(fact.id)
    assert ["I moved to Trieste on 8 March."] == [source.quote for source in explanation.sources]


class Silent:
    """An extractor that reads nothing."""

    name, version = "silent", "1"

    def candidates(self, episode: Episode, before: Sequence[Episode]) -> tuple[Any, ...]:  # noqa: ARG002
        return ()


def test_turns_are_read_again_by_the_rules_shown_first_then_written_once(memory: Any, store: str, tenant: str) -> None:
    with Memory(store, tenant=tenant, extractor=Silent()) as deaf:
        deaf.ingest([turn("e1", "I live in Nantes."), turn("e2", "Good night.")])
    shown = memory.reextract()
    assert (False, 2) == (shown.applied, shown.episodes)
    assert [("added", "", "Elena Sartori lives in Nantes", "I live in Nantes.")] == [
        (change.change, change.before, change.after, change.quote) for change in shown.changes
    ]
    assert () == memory.history("Elena Sartori")
    applied = memory.reextract(apply=True)
    assert (shown.changes, 1) == (applied.changes, applied.counts["opened"])
    assert ["Nantes"] == places(memory.facts("Elena Sartori", "lives_in"))
    assert 0 == memory.reextract(apply=True, unread=True).episodes


def test_why_something_is_not_believed_is_told_alike(memory: Any) -> None:
    memory.ingest([turn("e1", "If I moved to Udine, I would sell the boat."), turn("e2", "I live in Nantes.")])
    (fate,) = memory.why_not("Elena moved to Udine")
    assert ("skipped", "e1", (0, 43)) == (fate.verdict, fate.episode, fate.span)
    assert ["kept"] == [fate.verdict for fate in memory.why_not("Elena lives in Nantes")]
    assert ["not_said"] == [fate.verdict for fate in memory.why_not("Elena lives in Gorizia")]


def test_a_document_that_comes_again_is_believed_as_it_is_now(memory: Any) -> None:
    for day, text in enumerate(("The quay is grey. The crane is red.", "The quay is white."), 1):
        paper = turn("quay", text, f"2025-02-0{day}T08:00:00Z", role="tool", source_kind="document")
        receipt = memory.ingest([paper])
    assert (("quay@2",), ("quay",), 2) == (receipt.episodes, receipt.replaced, len(receipt.closed))
    assert (["white"], ()) == (places(memory.facts("the quay")), memory.facts("the crane"))


def test_a_question_is_answered_with_its_source_inside_the_budget_or_not_at_all(memory: Any) -> None:
    memory.ingest([turn("e1", "I live in Nantes.")])
    block = memory.recall("Where does Elena Sartori live?", budget_tokens=200)
    assert "Nantes" in str(block)
    assert block.tokens <= 200
    assert not block.abstained
    assert memory.recall("Where does Ottokar Prohaska live?").abstained


def test_paths_join_what_facts_join(memory: Any) -> None:
    memory.remember("Elena Sartori", "sister", "Bianca Sartori", said_at=JANUARY)
    memory.remember("Bianca Sartori", "lives_in", "Rennes", said_at=JANUARY)
    (path,) = memory.paths("Elena Sartori", "Rennes", max_hops=2)
    assert ["sister", "lives_in"] == [fact.predicate for fact in path.facts]


def test_two_speakers_who_differ_wait_for_review(memory: Any) -> None:
    for speaker, place in (("Rafael Stein", "Trieste"), ("Kaan Yildirim", "Udine")):
        memory.remember("Jonah Pellegrin", "lives_in", place, said_at=MAY, valid_from=MAY, speaker=speaker,
                        source_kind="report")  # fmt: skip
    assert ["contested"] == [item.kind for item in memory.review()]


def test_a_withdrawn_source_reopens_what_it_had_closed(memory: Any) -> None:
    memory.remember("Elena Sartori", "lives_in", "Nantes", said_at=JANUARY)
    memory.remember("Elena Sartori", "lives_in", "Trieste", said_at=MAY, episode="e2")
    assert memory.retract("e2").closed
    assert ["Nantes"] == places(memory.facts("Elena Sartori", "lives_in"))


def test_an_erased_subject_is_gone_with_its_history(memory: Any) -> None:
    memory.remember("Dorian Hale", "phone", "555-0147", said_at=MAY)
    assert 1 == memory.erase(subject="Dorian Hale").facts
    assert () == memory.history("Dorian Hale")


def test_two_entities_become_one_and_two_again(memory: Any) -> None:
    memory.remember("Bianca Sartori", "lives_in", "Rennes", said_at=JANUARY)
    memory.remember("Bibi", "works_at", "Plover Trust", said_at=JANUARY)
    memory.merge("Bianca Sartori", "Bibi")
    assert ["Plover Trust", "Rennes"] == sorted(places(memory.facts("Bianca Sartori")))
    memory.split("Bibi")
    assert ["Rennes"] == places(memory.facts("Bianca Sartori"))


def test_the_same_key_is_written_once(memory: Any) -> None:
    first = memory.remember("Elena Sartori", "lives_in", "Nantes", said_at=JANUARY, idempotency_key="k1")
    again = memory.remember("Elena Sartori", "lives_in", "Lyon", said_at=MAY, idempotency_key="k1")
    assert (first.id, first.opened) == (again.id, again.opened)
    assert ["Nantes"] == places(memory.history("Elena Sartori", "lives_in"))


WRONG: tuple[tuple[str, tuple[str, ...], dict[str, Any], type[GraphmemError], str], ...] = (
    ("remember", ("Elena", "livs_in", "Nantes"), {}, Incorrect, "lives_in"),
    ("facts", ("Elena",), {"as_of": "2025-02-01T00:00:00"}, Incorrect, "no time zone"),
    ("changes", (MAY,), {"until": JANUARY}, Incorrect, "Swap them"),
    ("paths", ("Elena", "Nantes"), {"max_hops": 9}, Incorrect, "between 1 and 3"),
    ("why", ("no-such-fact",), {}, NotFound, "no-such-fact"),
    ("retract", ("no-such-episode",), {}, NotFound, "no-such-episode"),
    ("erase", (), {"subject": "Nobody Atall"}, NotFound, "Nobody Atall"),
    ("split", ("Nobody Atall",), {}, NotFound, "Nobody Atall"),
)


@pytest.fixture(scope="module")
def words(store: str) -> list[str]:
    """What Memory says of each wrong call."""
    said = list[str]()
    with Memory(store, tenant="nobody") as memory:
        for verb, given, named, kind, _ in WRONG:
            with pytest.raises(kind) as caught:
                getattr(memory, verb)(*given, **named)
            said.append(str(caught.value))
    return said


@pytest.mark.parametrize("number", range(len(WRONG)), ids=lambda number: f"{WRONG[number][0]}: {WRONG[number][4]}")
def test_an_error_is_of_the_same_class_with_the_same_words(memory: Any, words: list[str], number: int) -> None:
    verb, given, named, kind, says = WRONG[number]
    with pytest.raises(kind, match=says) as caught:
        getattr(memory, verb)(*given, **named)
    assert words[number] == str(caught.value)


@pytest.mark.parametrize("memory", IN_PYTHON, indirect=True)
def test_text_that_no_store_can_hold_is_taken_with_a_mark_in_its_place(memory: Any) -> None:
    memory.remember("Elena\x00 Sartori", "has_pet", "Mi\ud800so", said_at=JANUARY)
    memory.ingest([turn("e1", "I live in Nantes.\ud800 Really.")])
    assert ["Mi\ufffdso"] == places(memory.facts("Elena\x00 Sartori", "has_pet"))
    assert ["Nantes"] == places(memory.facts("Elena Sartori", "lives_in"))


def test_turns_before_a_wrong_one_stay_and_the_error_says_so(memory: Any) -> None:
    turns = [turn("e1", "I live in Nantes."), turn("e2", "I moved to Trieste.", "2025-05-20T19:15:00")]
    with pytest.raises(Incorrect, match="zone") as caught:
        memory.ingest(turns)
    assert caught.value.receipt is not None
    assert ("e1",) == caught.value.receipt.episodes
    assert caught.value.receipt.stopped == str(caught.value)
    assert ["Nantes"] == places(memory.facts("Elena Sartori", "lives_in"))


def test_another_tenants_turn_is_refused(memory: Any) -> None:
    with pytest.raises(Refused, match="somebody-else"):
        memory.ingest([turn("e1", "I live in Nantes.", tenant="somebody-else")])


@pytest.mark.parametrize("memory", IN_PYTHON, indirect=True)
def test_many_statements_are_counted_and_a_wrong_one_is_numbered(memory: Any) -> None:
    towns = [
        {"subject": f"Person {n}", "predicate": "lives_in", "object": f"Town {n}", "said_at": MAY} for n in range(7)
    ]
    receipt = memory.remember_many(towns)
    assert (7, 7, 7) == tuple(receipt.counts[name] for name in ("statements", "kept", "opened"))
    with pytest.raises(Incorrect, match=r"statement 3: predicate 'livs_in'") as caught:
        memory.remember_many([*towns[:2], {**towns[2], "predicate": "livs_in"}])
    assert caught.value.receipt is not None
    assert 2 == caught.value.receipt.counts["duplicates"]


def test_a_name_that_several_bear_is_a_conflict(memory: Any) -> None:
    memory.remember("Bianca Sartori", "lives_in", "Rennes", said_at=JANUARY)
    memory.remember("Bianca Rossi", "lives_in", "Udine", said_at=JANUARY)
    with pytest.raises(Conflict, match="may be any of 2"):
        memory.facts("Bianca")


def test_every_face_gives_the_same_answers_byte_for_byte(store: str, server: str, tenant: str, tmp_path: Path) -> None:
    start = "2025-01-01T00:00:00Z"
    with Memory(store, tenant=tenant) as written:
        written.ingest([turn("e1", "I live in Nantes. My sister Bianca Sartori lives in Rennes."),
                        turn("e2", "I moved to Trieste on 8 March.", MAY)])  # fmt: skip
        known = datetime.now(UTC)
        (fact,) = written.facts("Elena Sartori", "lives_in")
    questions: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("facts", ("Elena Sartori",), {"as_of": MAY, "known_at": known}),
        ("history", ("Elena Sartori",), {"known_at": known}),
        ("paths", ("Elena Sartori", "Rennes"), {"as_of": MAY, "known_at": known}),
        ("changes", (start,), {"until": known}),
        ("why", (fact.id,), {}),
        ("review", (), {}),
        ("recall", ("Where does Elena Sartori live?",), {"as_of": MAY, "known_at": known}),
    ]
    answers = dict[str, list[str]]()
    for name in FACES:
        with face(name, store, server, tenant, tmp_path) as memory:
            found = [getattr(memory, verb)(*given, **named) for verb, given, named in questions]
        answers[name] = [dumped(answer) for answer in found]
    assert dict.fromkeys(FACES, answers["Memory"]) == answers


def dumped(answer: Any) -> str:
    if isinstance(answer, tuple):
        return "\n".join(one.model_dump_json() for one in answer)
    return str(answer.model_dump_json())
