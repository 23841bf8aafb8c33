"""What a speaker said last, in any session: found again on every engine, forgotten with what is erased."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from graphmem import Memory
from graphmem.store.call import Call, Flow, Rows
from graphmem.store.engines import SCHEMA_VERSION

from .conftest import Clock

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
PIER = "Our mooring is at Vessby quay."
MOVED = "It's not at Vessby quay but at Norra quay."


def turn(id: str, day: float, text: str, speaker: str = "Ebba Roos", session: str = "") -> dict[str, str]:
    said_at = (START + timedelta(days=day)).isoformat()
    return {"id": id, "session": session or id, "speaker": speaker, "role": "user", "said_at": said_at, "text": text}


@pytest.fixture
def memory(open_memory: Callable[..., Memory], clock: Clock) -> Memory:
    clock.now = START + timedelta(days=4000)
    return open_memory()


def moorings(memory: Memory) -> list[str]:
    """Where the mooring is believed to be now, in alphabetical order."""
    return sorted({str(f.object) for f in memory.facts("mooring") if f.status == "active"})


def rows_of(memory: Memory, name: str) -> Rows:
    def flow() -> Flow[Rows]:
        return (yield Call(name, {"tenant": memory.tenant}))

    return memory._engine.read(flow)


def test_a_correction_reaches_the_speakers_earlier_session(memory: Memory) -> None:
    memory.ingest([turn("a", 0, PIER)])
    memory.ingest([turn("b", 3, MOVED)])
    assert moorings(memory) == ["Norra quay"]


@pytest.mark.parametrize("days", [20, 80, 700])
def test_it_reaches_back_over_months_without_a_word(memory: Memory, days: int) -> None:
    memory.ingest([turn("a", 0, PIER)])
    memory.ingest([turn("b", days, MOVED)])
    assert moorings(memory) == ["Norra quay"]


def test_it_does_not_reach_what_somebody_else_said(memory: Memory) -> None:
    memory.ingest([turn("a", 0, PIER)])
    memory.ingest([turn("b", 3, MOVED, speaker="Ib Krogh")])
    assert moorings(memory) == ["Vessby quay"]


def test_nor_behind_the_last_eight_turns_of_the_speaker(memory: Memory) -> None:
    memory.ingest([turn("a", 0, PIER)])
    memory.ingest([turn(f"chat{n}", 1 + n / 24, "Rain again.") for n in range(8)])
    memory.ingest([turn("b", 3, MOVED)])
    assert moorings(memory) == ["Vessby quay"]


def test_a_turn_that_arrives_late_sees_what_was_said_before_it_and_not_after(memory: Memory) -> None:
    memory.ingest([turn("a", 0, PIER)])
    memory.ingest([turn(f"later{n}", 40 + n, "Our mooring is at Oxdal quay.") for n in range(9)])
    receipt = memory.ingest([turn("b", 3, MOVED)])
    assert {d.object for d in receipt.statements if d.decision == "kept"} == {"Norra quay"}
    assert "Vessby quay" not in {str(fact.object) for fact in memory.history("mooring")}
    assert moorings(memory) == ["Oxdal quay"]


def test_one_by_one_and_in_one_batch_the_same_is_believed(open_memory: Callable[..., Memory], memory: Memory) -> None:
    turns = [turn("a", 0, PIER), turn("b", 1, "Hello.", speaker="Ib Krogh"), turn("c", 60, MOVED)]
    other = open_memory(tenant=f"{memory.tenant}-whole")
    for one in turns:
        memory.ingest([one])
    other.ingest(turns)
    assert moorings(memory) == moorings(other) == ["Norra quay"]


def test_an_erased_turn_is_looked_back_to_no_more_and_leaves_no_voice(memory: Memory) -> None:
    memory.ingest([turn("a", 0, PIER), turn("kept", 0.5, "Rain again.")])
    memory.erase(episode="a")
    memory.ingest([turn("b", 3, MOVED)])
    assert "Vessby quay" not in {str(fact.object) for fact in memory.history("mooring")}
    for one in ("kept", "b"):
        memory.erase(episode=one)
    assert [row for row in rows_of(memory, "nodes_left") if "Voice" in row["labels"]] == []


def test_an_erased_speaker_leaves_no_voice(memory: Memory) -> None:
    memory.ingest([turn("a", 0, "I live in Ghent."), turn("b", 90, "I work at Corvane Robotics.")])
    memory.erase(subject="Ebba Roos")
    assert [row for row in rows_of(memory, "nodes_left") if "Voice" in row["labels"]] == []


def test_a_store_of_version_1_is_brought_up_to_date_when_it_is_opened(embedded_url: str, clock: Clock) -> None:
    def marked() -> Flow[None]:
        yield Call("store_write", {"version": 1, "secret": "unused"})

    clock.now = START + timedelta(days=4000)
    with Memory(embedded_url, tenant="t", clock=clock) as memory:
        memory.ingest([turn("a", 0, PIER)])
        secret = memory._engine.secret
        memory._engine.write(marked)
    for day in (3, 4):
        with Memory(embedded_url, tenant="t", clock=clock) as memory:
            (store,) = rows_of(memory, "store_read")
            assert (store["version"], store["secret"]) == (SCHEMA_VERSION, secret)
            memory.ingest([turn(f"b{day}", day, MOVED)])
            assert moorings(memory) == ["Norra quay"]
