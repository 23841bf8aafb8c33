"""Which statements count: an inference waits until another session implies the same, or until a person approves it.

Decided anew whenever statements are folded, so that a retracted occurrence makes the other one wait again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from graphmem.model import FOREVER_US
from graphmem.store.call import Row

__all__ = ["NOW", "Claimed", "claim_of", "counted"]

NOW = FOREVER_US - 1  # the instant at which what was never withdrawn is live
OCCURRENCES = 2  # sessions that must imply the same
Claimed: TypeAlias = tuple[object, ...]


def claim_of(statement: Row) -> Claimed:
    """What a statement says, whoever says it and when: the same for a repetition."""
    parts = (statement.get("value"), statement.get("corrects_value"), statement["modality"], statement["polarity"])
    return (statement["key"], statement["kind"], *parts)


def counted(statements: Iterable[Row], at: int = NOW) -> list[Row]:
    """Those of a unit's statements that are live at an instant of system time, without inferences that wait."""
    everything = list(statements)
    live = [s for s in everything if s["counts_from"] <= at < s["system_to"]]
    waiting = [s for s in live if s.get("waits")]
    if not waiting:
        return live
    rejected = {claim_of(s) for s in everything if s["decision"] == "rejected" and s["system_to"] <= at}
    approved = {claim_of(s) for s in live if s.get("approves")}
    sessions = {(claim_of(s), s["session"]) for s in waiting}
    again = [claim for claim, _ in sessions]
    heard = approved | {claim for claim in again if again.count(claim) >= OCCURRENCES and claim not in rejected}
    return [s for s in live if not s.get("waits") or claim_of(s) in heard]
