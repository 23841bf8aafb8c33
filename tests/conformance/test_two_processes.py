"""Several processes write at once: what was acknowledged is there; a store of one process says so to the second."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem import Memory
from tests.torture.proofs import PREDICATES, check_whole

ROOT = Path(__file__).resolve().parents[2]
# Twenty writes from four threads; prints what was acknowledged. Waits for a line, so that both processes begin at once.
WRITER = """
import json, sys, threading
from graphmem import Conflict, Memory
from tests.torture.proofs import PREDICATES

url, tenant, mark = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
done = []

def work(memory, part):
    for number in range(part, 20, 4):
        receipt = memory.remember("Ada Holm", "keeps_pet", f"pet {mark}{number}", episode=f"{mark}{number}")
        memory.remember(f"Person {number % 3}", "dwells_in", f"Town {mark}{number}", episode=f"t{mark}{number}")
        done.append([receipt.episodes[0], f"t{mark}{number}"])

try:
    memory = Memory(url, tenant=tenant, predicates=PREDICATES)
except Conflict as error:
    print(json.dumps({"conflict": str(error)}))
    sys.exit(0)
threads = [threading.Thread(target=work, args=(memory, part)) for part in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
memory.close()
print(json.dumps({"done": [one for pair in done for one in pair]}))
"""
EPISODES = "MATCH (e:Episodic) WHERE e.group_id = $tenant RETURN e.episode_id AS found"


def started(url: str, tenant: str, mark: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, url, tenant, mark]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    assert "ready\n" == process.stdout.readline()
    return process


def answers(url: str, tenant: str) -> list[dict[str, object]]:
    """What two processes say that write to a store at once."""
    processes = [started(url, tenant, mark) for mark in "xy"]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=300)[0] for process in processes]
    assert [0, 0] == [process.returncode for process in processes]
    return [json.loads(answer) for answer in told]


def check_there(url: str, tenant: str, acknowledged: set[str]) -> None:
    from tests.torture.proofs import rows

    with Memory(url, tenant=tenant, predicates=PREDICATES) as memory:
        assert acknowledged == set(rows(memory, EPISODES))
        check_whole(memory)


@pytest.mark.neo4j
def test_two_processes_on_a_server_lose_none_of_their_eighty_writes(neo4j_url: str, tenant: str) -> None:
    Memory(neo4j_url, tenant=tenant).close()
    told = answers(neo4j_url, tenant)
    acknowledged = {str(one) for answer in told for one in answer["done"]}  # type: ignore[attr-defined]
    assert 80 == len(acknowledged)
    check_there(neo4j_url, tenant, acknowledged)
    with Memory(neo4j_url, tenant=tenant, predicates=PREDICATES) as memory:
        assert 40 == len(memory.facts("Ada Holm", "keeps_pet"))


def test_of_two_processes_on_a_folder_each_writes_all_or_is_told_who_holds_it(embedded_url: str, tenant: str) -> None:
    told = answers(embedded_url, tenant)
    acknowledged = {str(one) for answer in told for one in answer.get("done", [])}  # type: ignore[attr-defined]
    assert len(acknowledged) in (40, 80)
    assert all("is held by" in str(answer["conflict"]) for answer in told if "conflict" in answer)
    check_there(embedded_url, tenant, acknowledged)
