"""One body for each route, as the OpenAPI document shows them. Sent in this order to an empty memory they succeed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["BODIES", "LINES"]

LINES: Mapping[str, str] = {
    "ingest": (
        '{"id": "e-1", "session": "s-1", "speaker": "Elena Sartori", "role": "user", '
        '"said_at": "2025-01-14T18:00:00Z", "text": "I live in Nantes. My sister Bianca Sartori lives in Rennes."}\n'
        '{"id": "e-2", "session": "s-2", "speaker": "Elena Sartori", "role": "user", '
        '"said_at": "2025-05-20T19:15:00Z", "text": "I moved to Trieste on 8 March."}\n'
    ),
    "remember_many": (
        '{"subject": "Bianca Sartori", "predicate": "works_at", "object": "Plover Trust", '
        '"said_at": "2025-01-26T09:33:00Z"}\n'
        '{"subject": "Bibi", "predicate": "lives_in", "object": "Rennes", "said_at": "2025-01-26T09:34:00Z"}\n'
    ),
}
BODIES: Mapping[str, Mapping[str, Any]] = {
    "remember": {
        "subject": "Elena Sartori",
        "predicate": "lives_in",
        "object": "Trieste",
        "said_at": "2025-05-20T19:15:00Z",
        "valid_from": "2025-03-08T00:00:00Z",
        "speaker": "Elena Sartori",
        "episode": "e-3",
    },
    "recall": {"question": "Where does Elena live?", "budget_tokens": 400},
    "facts": {"entity": "Elena Sartori", "predicate": "lives_in", "as_of": "2025-04-01T00:00:00Z"},
    "history": {"entity": "Elena Sartori", "predicate": "lives_in"},
    "paths": {"start": "Bianca Sartori", "stop": "Rennes", "max_hops": 2},
    "changes": {"since": "2025-05-01T00:00:00Z"},
    "why": {"fact_id": "3f2a9c0e5b7d41869c0de1a2b3c4d5e6"},
    "why_not": {"text": "Elena lives in Udine"},
    "review": {},
    "approve": {"item": "9d1c7b52-08f4-1f6e-5a43-7c2b9e6d1a08", "reason": "She said so on the phone."},
    "reject": {"item": "9d1c7b52-08f4-1f6e-5a43-7c2b9e6d1a08"},
    "merge": {"entity": "Bianca Sartori", "other": "Bibi"},
    "split": {"entity": "Bibi"},
    "reextract": {"apply": False, "unread": False},
    "retract": {"episode": "e-3"},
    "erase": {"subject": "Bibi"},
    "sweep": {},
}
