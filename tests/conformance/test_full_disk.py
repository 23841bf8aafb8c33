"""A disk that takes no more: the write is refused whole, what was acknowledged stays, and the store goes on after."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

# The limit on file size stands for the full disk: the engine's own writes fail, at a place of their choosing.
SCRIPT = """
import json, os, resource, signal, sys
from graphmem import Memory, Predicate, Unavailable

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = sys.argv[1]
predicates = [Predicate(name="dwells_in", functional=True, subject="Person", object="Place")]
memory = Memory(folder, tenant="t", predicates=predicates)
memory.remember("Person first", "dwells_in", "Ghent")
largest = max(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(folder) for name in names)
resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 400_000, resource.RLIM_INFINITY))
written, refused = ["Person first"], None
for place in range(2000):
    try:
        memory.remember(f"Person {place} Q{place}", "dwells_in", f"Town {place} " + "x" * 4000)
    except Unavailable as error:
        refused = str(error)
        break
    written.append(f"Person {place} Q{place}")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
half = memory.facts(f"Person {len(written) - 1} Q{len(written) - 1}")
memory.remember("Person last", "dwells_in", "Turku")
memory.close()
again = Memory(folder, tenant="t", predicates=predicates)
lost = [name for name in [*written, "Person last"] if not again.facts(name)]
print(json.dumps({"written": len(written), "refused": refused, "half": len(half), "lost": lost}))
"""


def test_a_full_disk_refuses_the_write_and_loses_none(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "memory.db")], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert "disk has room" in told["refused"]
    assert told["written"] > 1
    assert (told["half"], told["lost"]) == (0, [])
