"""Stored turns read again: what a newer extractor reads takes the place of what an older one read, and nothing else."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem import Candidate, Episode, Fact, Memory, Reextraction, Unavailable
from tests.conftest import ROOT

from .conftest import Clock

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
Readings = Mapping[str, Sequence[Mapping[str, Any]]]


class Scripted:
    """An extractor whose reading of each text is written down; of a text that is not, it reads nothing."""

    name = "scripted"

    def __init__(self, version: str, readings: Readings, broken: Iterable[str] = ()) -> None:
        self.version = version
        self.readings = readings
        self.broken = set(broken)
        self.asked = list[str]()

    def candidates(self, episode: Episode, before: Sequence[Episode]) -> Iterable[Candidate]:  # noqa: ARG002 - of the protocol
        self.asked.append(episode.text)
        if episode.text in self.broken:
            raise ConnectionError("nobody answers")
        return [Candidate(**reading) for reading in self.readings.get(episode.text, ())]


def says(text: str, object: str, **more: Any) -> dict[str, Any]:
    """A reading: the speaker dwells in a place, as the text says."""
    return {"subject": "I", "predicate": "dwells_in", "object": object, "quote": text, **more}


LINN, TARN, KELD = "I have a room in Linn.", "Tarn is home now.", "Once I was in Keld."
OLD = {LINN: [says(LINN, "Linn")], TARN: [says(TARN, "Tarn")], KELD: [says(KELD, "Keld")]}
# The newer one reads Tarn with its beginning, Keld not at all, and more in what was said of Linn.
NEW = {
    LINN: [says(LINN, "Linn"), {"subject": "I", "predicate": "keeps_pet", "object": "room", "quote": "a room"}],
    TARN: [says(TARN, "Tarn", valid_from="2025-12-01T00:00:00Z")],
}


def turn(place: int, text: str, speaker: str = "Ida Moe") -> dict[str, Any]:
    said_at = NOON - timedelta(days=40 - place)
    return {"id": f"e{place}", "session": "s", "speaker": speaker, "said_at": said_at, "text": text}


TURNS = [turn(1, KELD), turn(2, LINN), turn(3, TARN)]
Opened = Callable[..., Memory]


def believed(memory: Memory, known_at: datetime | None = None, who: str = "Ida Moe") -> list[str]:
    return [sentence(fact) for fact in memory.history(who, known_at=known_at)]


def sentence(fact: Fact) -> str:
    start, stop = (f"{end:%Y-%m-%d}" if end else "" for end in (fact.valid.start, fact.valid.stop))
    return f"{fact.fact} [{start}, {stop})"


def stored(memory: Memory) -> list[dict[str, Any]]:
    """Everything that ever changed what is believed."""
    return [change.model_dump(mode="json") for change in memory.changes("2000-01-01T00:00:00Z")]


def counts(found: Reextraction) -> dict[str, int]:
    return {name: number for name, number in found.counts.items() if number}


def test_the_difference_is_shown_and_nothing_is_written_until_it_is_applied(open_memory: Opened, clock: Clock) -> None:
    open_memory(extractor=Scripted("1", OLD)).ingest(TURNS)
    clock.forward(days=5)
    memory = open_memory(extractor=Scripted("2", NEW))
    before = stored(memory)

    shown = memory.reextract()
    assert {"added": 1, "gone": 1, "changed": 1, "same": 1} == counts(shown)
    assert ("scripted/2", False, 3) == (shown.extractor, shown.applied, shown.episodes)
    assert [
        ("gone", "Ida Moe dwells in Keld", "", KELD),
        ("added", "", "Ida Moe keeps room", "a room"),
        ("changed", "Ida Moe dwells in Tarn", "Ida Moe dwells in Tarn (from 2025-12-01)", TARN),
    ] == [(change.change, change.before, change.after, change.quote) for change in shown.changes]
    assert before == stored(memory)


def test_what_is_applied_is_known_from_then_on_and_history_keeps_what_was_believed(
    open_memory: Opened, clock: Clock
) -> None:
    open_memory(extractor=Scripted("1", OLD)).ingest(TURNS)
    was = [
        "Ida Moe dwells in Keld [2025-12-02, 2025-12-03)",
        "Ida Moe dwells in Linn [2025-12-03, 2025-12-04)",
        "Ida Moe dwells in Tarn [2025-12-04, )",
    ]
    clock.forward(days=5)
    memory = open_memory(extractor=Scripted("2", NEW))
    assert was == believed(memory)

    applied = memory.reextract(apply=True)
    assert {"added": 1, "gone": 1, "changed": 1, "same": 1, "opened": 3, "closed": 3} == counts(applied)
    # The claim of Tarn starts before that of Linn now, and Linn was said later than that start.
    after = [
        "Ida Moe dwells in Tarn [2025-12-01, 2025-12-03)",
        "Ida Moe dwells in Linn [2025-12-03, )",
        "Ida Moe keeps room [2025-12-03, )",
    ]
    assert after == believed(memory)
    clock.forward(days=1)
    assert was == believed(memory, NOON)
    assert after == believed(memory)
    assert [("retracted", "withdrawn, for scripted/2 did not read it again, on 2026-01-15")] == [
        (fate.verdict, fate.reason) for fate in memory.why_not(KELD)
    ]
    # What is new was said when it was said, and is known since it was read.
    (kept,) = memory.history("Ida Moe", "keeps_pet")
    assert kept.sources[0].said_at == TURNS[1]["said_at"]
    assert kept.system.start is not None
    assert clock.now - timedelta(days=1) == kept.system.start.replace(microsecond=0)


def test_a_second_time_nothing_is_left_to_change(open_memory: Opened, clock: Clock) -> None:
    open_memory(extractor=Scripted("1", OLD)).ingest(TURNS)
    clock.forward(days=5)
    memory = open_memory(extractor=Scripted("2", NEW))
    memory.reextract(apply=True)
    once = stored(memory)
    clock.forward(days=1)
    again = memory.reextract(apply=True)
    assert {"same": 3} == counts(again)
    assert once == stored(memory)


def test_what_was_read_no_more_and_is_read_again_counts_again(open_memory: Opened, clock: Clock) -> None:
    open_memory(extractor=Scripted("1", OLD)).ingest(TURNS)
    first = believed(open_memory())
    for version, readings in (("2", NEW), ("3", OLD), ("4", NEW), ("5", OLD)):
        clock.forward(days=1)
        open_memory(extractor=Scripted(version, readings)).reextract(apply=True)
    assert first == believed(open_memory())


def test_what_people_did_stays(open_memory: Opened, clock: Clock) -> None:
    of_ben = "Ben is in Rhos."
    ben = {of_ben: [says(of_ben, "Rhos", subject="Ben Rae", subject_text="Ben")]}
    memory = open_memory(extractor=Scripted("1", OLD | ben))
    memory.ingest([*TURNS, turn(4, of_ben)])
    memory.remember("Ida Moe", "badge_number", "771", episode="e2")
    memory.remember("Ida Moe", "keeps_pet", "Rex")
    memory.retract(episode="e1")
    memory.erase(subject="Ben Rae")
    left = believed(memory)
    clock.forward(days=5)
    # The newer extractor reads nothing of what was given, and more in what was retracted or erased.
    eager = OLD | ben | {KELD: [says(KELD, "Keld"), says("Keld", "Keld", predicate="badge_number")]}
    found = open_memory(extractor=Scripted("2", eager)).reextract(apply=True)
    assert {"same": 2} == counts(found)
    assert left == believed(memory)
    assert () == memory.facts("Ben Rae")


def test_an_approved_or_rejected_statement_stays_so(open_memory: Opened, clock: Clock) -> None:
    text = "My badge is 771 or 772."
    guesses = [
        {"subject": "I", "predicate": "badge_number", "object": number, "quote": number, "kind": "state"}
        for number in ("771", "772")
    ]
    memory = open_memory(extractor=Scripted("1", {text: guesses}))
    memory.ingest([turn(1, text) | {"source_kind": "inference"}])
    waiting = {item.sides[0]: item.id for item in memory.review() if item.kind == "gate"}
    memory.approve(waiting["Ida Moe has badge 771"])
    memory.reject(waiting["Ida Moe has badge 772"])
    settled = stored(memory)
    clock.forward(days=1)
    # Read the same: both stay. Read not at all: the approval is a person's word and stays.
    assert {"same": 1} == counts(open_memory(extractor=Scripted("2", {text: guesses})).reextract(apply=True))
    assert settled == stored(memory)
    assert {"gone": 1} == counts(open_memory(extractor=Scripted("3", {})).reextract(apply=True))
    assert ["Ida Moe has badge 771"] == [str(fact) for fact in memory.facts("Ida Moe")]


def test_turns_that_could_not_be_read_are_kept_and_read_later(open_memory: Opened, clock: Clock) -> None:
    memory = open_memory(extractor=Scripted("1", OLD, broken={LINN}))
    receipt = memory.ingest(TURNS)
    assert ("e1", "e2", "e3") == receipt.episodes
    assert ["kept, but not read: scripted/1 failed (ConnectionError: nobody answers)"] == [
        one.reason.partition(".")[0] for one in receipt.statements if one.decision == "skipped"
    ]
    clock.forward(days=1)
    still = open_memory(extractor=Scripted("1", OLD, broken={LINN})).reextract(apply=True, unread=True)
    assert {"unread": 1} == counts(still)
    assert "nobody answers" in still.changes[0].reason
    # Only what was not read by this version is asked for.
    better = Scripted("1", OLD)
    found = open_memory(extractor=better).reextract(apply=True, unread=True)
    assert ([LINN], 1) == (better.asked, found.counts["added"])
    assert any("Linn" in fact for fact in believed(memory))
    assert 0 == open_memory(extractor=better).reextract(unread=True).episodes


def test_what_was_broken_off_is_gone_on_with(
    open_memory: Opened, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [turn(place, TARN if place % 2 else KELD, f"Person {place}") for place in range(150)]
    open_memory(extractor=Scripted("1", OLD)).ingest(many)
    clock.forward(days=200)
    memory = open_memory(extractor=Scripted("2", NEW))
    written = list[int]()

    def breaking(done: int, total: int | None) -> None:
        written.append(done)
        if len(written) == 2:
            raise Unavailable("the power went")

    with pytest.raises(Unavailable, match="the power went"):
        memory.reextract(apply=True, progress=breaking)
    rest = memory.reextract()
    assert 150 - written[-1] == rest.counts["gone"] + rest.counts["changed"]
    memory.reextract(apply=True)
    assert {"same": 75} == counts(memory.reextract(apply=True))


def test_a_memory_of_the_rules_that_is_read_again_by_the_same_rules_does_not_change(
    open_memory: Opened, clock: Clock
) -> None:
    memory = open_memory(predicates=None)
    said = ["I live in Porto.", "My sister Ana works at Brandt Mills.", "Actually I moved to Ghent in May 2025.", "OK."]
    memory.ingest([turn(place, text) for place, text in enumerate(said)])
    memory.remember("Ida Moe", "lives_in", "Bruges", episode="e0")
    before = stored(memory)
    clock.forward(days=1)
    found = memory.reextract(apply=True)
    assert {} == {name: number for name, number in counts(found).items() if name != "same"}
    assert found.counts["same"] >= 3
    assert before == stored(memory)


class Attentive(Scripted):
    """One that also writes down which turns stood before each."""

    def candidates(self, episode: Episode, before: Sequence[Episode]) -> Iterable[Candidate]:
        self.asked.append(" ".join([*(turn.id for turn in before), episode.id]))
        return ()


def test_a_turn_stands_behind_the_same_turns_again_however_little_is_held(
    open_memory: Opened, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three sessions by turns over many days, of which only two days and two sessions are held at once.
    monkeypatch.setattr("graphmem.store.flows.rereading.WINDOW", 2)
    monkeypatch.setattr("graphmem.rereading.SESSIONS", 2)
    first, again = Attentive("1", {}), Attentive("2", {})
    turns = [turn(place, f"This is {place}.") | {"session": f"s{place % 3}"} for place in range(25)]
    open_memory(extractor=first).ingest(turns)
    steps = list[tuple[int, int | None]]()
    open_memory(extractor=again).reextract(progress=lambda done, total: steps.append((done, total)))
    assert first.asked == again.asked
    assert "e0 e3 e6 e9 e12 e15 e18 e21 e24" in again.asked
    assert (25, 25) == steps[-1]
    assert len(steps) == 13


AGAIN = """
import sys
from graphmem import Memory

with Memory(sys.argv[1], tenant="t") as memory:
    memory.reextract(apply=True, progress=lambda done, total: print(done, flush=True))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no kill that cannot be caught")
def test_a_kill_leaves_whole_parts_and_the_same_again_does_the_rest(embedded_url: str) -> None:
    turns = [turn(place, "I live in Porto.", f"Person {place}") for place in range(150)]
    with Memory(embedded_url, tenant="t", extractor=Scripted("1", {})) as deaf:
        deaf.ingest(turns)
    command = [sys.executable, "-c", AGAIN, embedded_url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as reading:
        assert reading.stdout is not None
        assert "64" == reading.stdout.readline().strip()
        reading.send_signal(signal.SIGKILL)
    with Memory(embedded_url, tenant="t") as memory:
        left = memory.reextract()
        assert left.counts["same"] in {64, 128}
        assert 150 == left.counts["same"] + left.counts["added"]
        assert left.counts["added"] == memory.reextract(apply=True).counts["added"]
        assert 150 == memory.reextract().counts["same"]
        assert all(
            ["Porto"] == [str(fact.object) for fact in memory.facts(f"Person {place}")] for place in (0, 70, 149)
        )
