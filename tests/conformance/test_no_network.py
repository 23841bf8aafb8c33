"""No model is asked and no connection opened: the same turns give the same graph, with every socket refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from graphmem import Memory

from .conftest import PREDICATES, Clock

# Refuses every look-up and connection of the process, and tries that it does; then lives on what is given.
SCRIPT = """
import json, socket, sys
from datetime import UTC, datetime

asked = []

def refused(*given, **more):
    asked.append(repr(given)[:200])
    raise OSError("no network here")

for name in ("connect", "connect_ex", "sendto"):
    setattr(socket.socket, name, refused)
socket.create_connection = socket.getaddrinfo = socket.gethostbyname = refused
try:
    socket.create_connection(("127.0.0.1", 9))
except OSError:
    asked.clear()

from graphmem import Memory

PEOPLE = ["Ann Roe", "Bela Kun", "Cato Lam", "Dora Wynn"]
PLACES = ["Globex", "Initrode", "Hooli Labs", "Vandelay"]
SAYINGS = ["I work at {place}.", "I moved to Delft on {day} March.", "Do you like tea?", "I no longer work at {place}.",
           "My sister Ida likes {place}.", "Let's meet on Friday.", "I have a dog called Bolt{n}."]

def turns(count):
    for n in range(count):
        text = SAYINGS[n % 7].format(place=PLACES[n % 4], day=n % 28 + 1, n=n)
        yield {"id": f"t{n}", "session": f"s{n // 40}", "speaker": PEOPLE[n % 4], "text": text,
               "said_at": f"2026-{n // 90 % 12 + 1:02}-{n // 4 % 28 + 1:02}T{n % 24:02}:00:00Z"}

memory = Memory(sys.argv[1], tenant="t", clock=lambda: datetime(2027, 6, 1, tzinfo=UTC))
memory.remember("Ann Roe", "works_at", "Globex", valid_from="2022-03-05T00:00:00Z", said_at="2022-03-06T00:00:00Z")
receipt = memory.ingest(list(turns(int(sys.argv[2]))))
facts = [fact.model_dump_json() for name in PEOPLE for fact in memory.history(name)]
blocks = [str(memory.recall(f"Where does {name} work?", budget_tokens=300)) for name in PEOPLE]
print(json.dumps({"asked": asked, "turns": len(receipt.episodes), "facts": facts, "blocks": blocks}))
"""
TURNS = 1000


def run(folder: Path, seed: str) -> dict[str, Any]:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder), str(TURNS)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert 0 == ran.returncode, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def test_a_thousand_turns_need_no_network_and_give_the_same_graph_twice(tmp_path: Path) -> None:
    first, second = (run(tmp_path / f"memory-{seed}.db", seed) for seed in ("1", "2"))
    assert ([], TURNS) == (first["asked"], first["turns"])
    assert len(first["facts"]) > 100
    assert first == second
    assert "Globex" in "".join(first["facts"])


def test_a_structured_statement_is_the_same_fact_on_every_engine(memory: Memory, clock: Clock, tmp_path: Path) -> None:
    given: dict[str, Any] = {"valid_from": "2022-03-05T00:00:00Z", "said_at": "2026-01-02T00:00:00Z"}
    with Memory(tmp_path / "twin.db", tenant=memory.tenant, clock=clock, predicates=PREDICATES) as twin:
        for one in (memory, twin):
            one.remember("Ann Roe", "dwells_in", "Ghent", **given)
        assert memory.history("Ann Roe") == twin.history("Ann Roe")
        (fact,) = memory.facts("Ann Roe")
        assert "2022-03-05T00:00:00+00:00" == fact.valid.start.isoformat()  # type: ignore[union-attr]
