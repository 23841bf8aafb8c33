"""Sessions that go on, with questions that draw on earlier ones, on the embedded engine."""

from __future__ import annotations

import json
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect
from graphmem.evaluate.realmem import Figures, read_people, run


def _session(uuid: str, day: str, *turns: tuple[str, str], drawn: list[str] | None = None) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [{"speaker": speaker, "content": text} for speaker, text in turns]
    if drawn:
        rows[-2]["is_query"] = True
        rows[-1]["memory_session_uuids"] = drawn
    return {"session_uuid": uuid, "current_time": f"{day} (Friday)", "dialogue_turns": rows}


PERSON = {
    "_metadata": {"person_name": "Odile_Trial"},
    "dialogues": [
        _session("s1", "2025-12-05", ("User", "I keep bees on the roof."), ("Assistant", "How many hives?")),
        _session("s2", "2025-12-12", ("User", "My sister lives in Ghent."), ("Assistant", "A fine town.")),
        _session(
            "s3",
            "2025-12-19",
            ("User", "What should I do about the bees on my roof?"),
            ("Assistant", "Wrap the hives."),
            drawn=["s1"],
        ),
    ],
}


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("people") / "people.tar.gz"
    text = json.dumps(PERSON).encode()
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("realmem/Odile_Trial_dialogues.json")
        member.size = len(text)
        archive.addfile(member, BytesIO(text))
    return str(path)


@pytest.fixture(scope="module")
def figures(people: str) -> Figures:
    return run(people, as_json=True)


def test_sessions_are_read_in_order_with_what_is_asked(people: str) -> None:
    (person,) = read_people(people)
    assert ("Odile Trial", ["s1", "s2", "s3"]) == (person.name, [session.id for session in person.sessions])
    assert [(), (), (("What should I do about the bees on my roof?", frozenset({"s1"})),)] == [
        session.asked for session in person.sessions
    ]


def test_the_session_drawn_on_is_found_beside_the_plain_ways(figures: Figures) -> None:
    assert ["graphmem", "BM25", "the latest sessions"] == list(figures.methods)
    assert (1.0, 1.0) == (figures.methods["graphmem"].recall_at_5, figures.methods["graphmem"].mrr)
    assert 0.5 == figures.methods["the latest sessions"].mrr
    assert (1, 6, 1) == (figures.people, figures.turns, figures.questions)


def test_a_person_gets_a_table_of_fewer_sessions_on_demand(people: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(people, sessions=2)
    said = capsys.readouterr().out
    for expected in ("Sessions that a reply draws on", "1 people, 4 turns, 0 questions"):
        assert expected in said


def test_an_archive_without_people_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.tar.gz"
    with tarfile.open(empty, "w:gz"):
        pass
    with pytest.raises(Incorrect, match=r"holds no \.json file"):
        read_people(empty)
