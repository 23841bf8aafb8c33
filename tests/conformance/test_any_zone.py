"""Times mean the same on every host: the zone of the machine changes no date, and a time without a zone is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, datetime

import pytest

from graphmem import Fact, Incorrect, Memory
from tests.conformance.conftest import Clock

# What a process of some zone takes in and says again. Midnight is near in one zone or another for each of the times.
SCRIPT = """
import json, sys
from datetime import UTC, datetime
from graphmem import Memory

url, tenant = sys.argv[1:]
with Memory(url, tenant=tenant, clock=lambda: datetime(2026, 3, 1, 1, 30, tzinfo=UTC)) as memory:
    turns = [
        {"id": "night", "session": "s", "speaker": "Lotte Brand", "said_at": "2025-11-09T01:10:00Z",
         "text": "I moved to Leuven yesterday."},
        {"id": "ahead", "session": "s", "speaker": "Piet Brand", "said_at": "2025-11-09T01:10:00+09:00",
         "text": "I moved to Aalst today."},
        {"id": "behind", "session": "s", "speaker": "Noor Brand", "said_at": "2025-11-08T23:50:00-05:00",
         "text": "I started at Corvane Robotics on 3 May."},
    ]
    memory.ingest(turns)
    memory.remember("Lotte Brand", "phone", "555-0133", said_at="2025-11-09T01:10:00Z")
    facts = [memory.history(turn["speaker"]) for turn in turns]
    block = memory.recall("When did Lotte Brand move to Leuven?", budget_tokens=300)
    print(json.dumps([[fact.model_dump_json() for fact in some] for some in facts] + [str(block)]))
"""
ZONES = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/St_Johns", "Asia/Kathmandu"]


def told(url: str, tenant: str, zone: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, url, tenant], capture_output=True, text=True, check=False,
        env={**os.environ, "TZ": zone, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert 0 == ran.returncode, ran.stderr
    return ran.stdout


def test_the_zone_of_the_host_changes_nothing(embedded_url: str, tenant: str) -> None:
    everywhere = {zone: told(f"{embedded_url}-{place}", tenant, zone) for place, zone in enumerate(ZONES)}
    assert {everywhere["UTC"]} == set(everywhere.values())
    # Days are those of the zone in which something was said.
    assert "2025-11-08" in everywhere["UTC"]
    assert "2025-05-03" in everywhere["UTC"]


@pytest.mark.neo4j
def test_the_zone_of_the_host_changes_nothing_on_a_server(neo4j_url: str, tenant: str) -> None:
    east, west = (told(neo4j_url, f"{tenant}-{place}", zone) for place, zone in enumerate(ZONES[1:3]))
    assert len(east) == len(west)
    assert "2025-11-08" in east


@pytest.mark.parametrize("said_at", ["2026-01-02T09:00:00", "2026-01-02", "2 January 2026", "yesterday", ""])
def test_a_time_without_a_zone_is_refused_wherever_one_is_taken(memory: Memory, said_at: str) -> None:
    turn = {"session": "s", "speaker": "Lotte Brand", "said_at": said_at, "text": "I live in Leuven."}
    with pytest.raises(Incorrect, match=r"-03-02T09:00:00Z|RFC 3339"):
        memory.ingest([turn])
    for name in ("said_at", "valid_from", "valid_to"):
        with pytest.raises(Incorrect):
            memory.remember("Lotte Brand", "dwells_in", "Leuven", **{name: said_at})  # type: ignore[arg-type]
    for name in ("as_of", "known_at"):
        with pytest.raises(Incorrect):
            memory.facts("Lotte Brand", **{name: said_at})
        with pytest.raises(Incorrect):
            memory.recall("Where does Lotte Brand dwell?", **{name: said_at})  # type: ignore[arg-type]
    assert () == memory.facts("Lotte Brand")


@pytest.mark.parametrize(
    ("said_at", "starts"),
    [("2025-06-11T07:30:00+09:00", "2025-06-02T15:00:00Z"), ("2025-06-10T22:00:00-05:00", "2025-06-03T05:00:00Z")],
)
def test_people_read_a_date_in_the_zone_of_who_said_it(memory: Memory, clock: Clock, said_at: str, starts: str) -> None:
    clock.set("2025-06-12")
    memory.ingest([{"session": "s", "speaker": "Ines Roth", "said_at": said_at, "text": "I moved to Otaru on 3 June."}])
    (fact,) = memory.facts("Ines Roth", "lives_in")
    # Inside it is an instant of UTC; the source keeps the zone in which the day began.
    assert datetime.fromisoformat(starts) == fact.valid.start
    assert "UTC" == str(fact.valid.start.tzinfo)
    assert said_at == fact.sources[0].said_at.isoformat()
    assert "since 2025-06-03; " in str(memory.recall("Where does Ines Roth live?", budget_tokens=300))
    again = Fact.model_validate_json(fact.model_dump_json())
    assert [date(2025, 6, 3)] * 2 == [start.date() for start in (fact.dates[0], again.dates[0]) if start]


def test_what_was_said_in_winter_ends_on_the_day_said_in_summer(memory: Memory, clock: Clock) -> None:
    turns = [
        ("2025-01-14T09:00:00+01:00", "I live in Ghent."),
        ("2025-05-20T19:00:00+02:00", "I moved to Bruges on 8 March."),
    ]
    clock.set("2025-06-12")
    memory.ingest([{"session": "s", "speaker": "Ines Roth", "said_at": at, "text": text} for at, text in turns])
    bruges, ghent = sorted(memory.history("Ines Roth", "lives_in"), key=lambda fact: str(fact.object))
    assert ["2025-03-08T00:00:00+02:00"] * 2 == [at.isoformat() for at in (ghent.dates[1], bruges.dates[0]) if at]


@pytest.mark.parametrize("said_at", ["2026-01-02T00:00:00Z", "2026-01-01T14:00:00-10:00", "2026-01-02T14:00:00+14:00"])
def test_one_instant_written_in_any_zone_is_one_instant(memory: Memory, said_at: str) -> None:
    memory.remember("Lotte Brand", "dwells_in", "Leuven", said_at=said_at)
    (fact,) = memory.facts("Lotte Brand", as_of="2026-01-02T00:00:00Z")
    assert "2026-01-02T00:00:00+00:00" == fact.valid.start.isoformat()  # type: ignore[union-attr]
    assert () == memory.facts("Lotte Brand", as_of="2026-01-01T23:59:59.999999Z")
