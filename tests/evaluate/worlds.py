"""Small invented worlds in the shapes that evaluations read."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def turn(id: str, said_at: str, text: str, **more: Any) -> Json:
    return {
        "id": id, "session": "s1", "speaker": "Ilaria Venn", "role": "user", "said_at": said_at,
        "source_kind": "user_statement", "text": text, **more,
    }  # fmt: skip


def query(id: str, question: str, now: str, **more: Any) -> Json:
    return {
        "id": id, "kind": "current", "q": question, "now": now, "valid_at": None, "known_at": None, "budget": 400,
        "expect": [], "reject": [], "sources": [], "abstain": False, **more,
    }  # fmt: skip


def case(id: str, episodes: list[Json], queries: list[Json], **more: Any) -> Json:
    return {
        "id": id, "category": "moves", "why": "She moved.", "tenant": "t1", "episodes": episodes, "queries": queries,
        "facts": [], "not_stored": [], **more,
    }  # fmt: skip


MOVE = [
    turn("e1", "2024-03-04T08:00:00Z", "I live in Trieste."),
    turn("e2", "2024-09-09T08:00:00Z", "I moved to Udine."),
]
WHERE = "Where does Ilaria Venn live?"


def written(path: Path, cases: list[Json]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in cases), encoding="utf-8")
    return path


TALKS: list[Json] = [
    {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Odile",
            "speaker_b": "Pavel",
            "session_1_date_time": "9:05 am on 3 March, 2024",
            "session_1": [
                {"speaker": "Odile", "dia_id": "D1:1", "text": "I live in Ghent and I have a parrot called Rumba."},
                {"speaker": "Pavel", "dia_id": "D1:2", "text": "Lovely! What is the weather like?"},
                {"speaker": "Odile", "dia_id": "D1:3", "text": "Look at this.", "blip_caption": "a rowing boat"},
            ],
            "session_2_date_time": "8:30 pm on 12 May, 2024",
            "session_2": [
                {"speaker": "Pavel", "dia_id": "D2:1", "text": "I work at the tram depot now."},
                {"speaker": "Odile", "dia_id": "D2:2", "text": "Good for you."},
            ],
            "session_3_date_time": "8:30 pm on 1 June, 2024",
        },
        "qa": [
            {"question": "Where does Odile live?", "answer": "Ghent", "evidence": ["D1:1"], "category": 4},
            {"question": "When did Pavel work at the depot?", "answer": "May", "evidence": ["D:2:01"], "category": 2},
            {"question": "What did Odile show?", "answer": "a boat", "evidence": ["D1:3; D1:1"], "category": 1},
            {"question": "Whose is the yacht?", "adversarial_answer": "Odile", "evidence": ["D9:9"], "category": 5},
        ],
    },
    {
        "sample_id": "talk-2",
        "conversation": {
            "session_1_date_time": "12:00 pm on 1 January, 2024",
            "session_1": [{"speaker": "Noor", "dia_id": "D1:1", "text": "I live in Aalst."}],
        },
        "qa": [{"question": "Where does Noor live?", "answer": "Aalst", "evidence": ["D1:1"], "category": 4}],
    },
]


def archive(path: Path, talks: list[Json] = TALKS) -> Path:
    content = json.dumps(talks).encode()
    with tarfile.open(path, "w:gz") as tar:
        for name, body in (("talks/LICENSE.txt", b"free"), ("talks/talks.json", content)):
            member = tarfile.TarInfo(name)
            member.size = len(body)
            tar.addfile(member, io.BytesIO(body))
    return path
