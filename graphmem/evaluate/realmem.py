"""`graphmem eval realmem`: whether recall finds the sessions that a reply draws on, while the sessions go on."""

from __future__ import annotations

import json
import tarfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from graphmem.errors import Incorrect
from graphmem.evaluate.clock import ReplayClock
from graphmem.evaluate.files import present
from graphmem.evaluate.measures import BUDGET_TOKENS, share
from graphmem.evaluate.plain import Bm25, in_order
from graphmem.evaluate.probe import Probe
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import Place, placed
from graphmem.evaluate.watch import Step, watched
from graphmem.model import Episode, Value

__all__ = ["Figures", "MethodFigures", "Person", "Sitting", "read_people", "run"]

MEMORY, BM25, LATEST = "graphmem", "BM25", "the latest sessions"
BEGUN = timedelta(hours=9)  # the hour of a session: the data gives its day
Scores = dict[str, list[tuple[float, float, float]]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session: its turns, and what its user asks with the earlier sessions that the reply draws on."""

    id: str
    turns: tuple[Episode, ...]
    asked: tuple[tuple[str, frozenset[str]], ...]


@dataclass(frozen=True, slots=True)
class Person:
    """One user's sessions in order."""

    name: str
    sessions: tuple[Sitting, ...]


class MethodFigures(Value):
    """Which part of the sessions drawn on is among the first five and ten, and the reciprocal rank of the first."""

    recall_at_5: float
    recall_at_10: float
    mrr: float


class Figures(Value):
    """What a run came to."""

    people: int
    turns: int
    questions: int
    methods: dict[str, MethodFigures]
    seconds: float


def run(archive: str, *, limit: int | None = None, sessions: int | None = None, as_json: bool = False) -> Figures:
    """Goes through each person's sessions: what is asked in one is looked for in those before it, then it is learnt.

    `limit` takes the first so many people, `sessions` the first so many of each. Raises Incorrect for a file that
    holds no such sessions.
    """
    started = time.perf_counter()
    people = [Person(one.name, one.sessions[:sessions]) for one in read_people(archive, limit)]
    scores: Scores = defaultdict(list)
    steps = sum(len(one.sessions) for one in people)
    with placed(None, "realmem", afresh=False) as place, watched("sessions", steps, quiet=as_json) as step:
        for person in people:
            _take(person, place, scores, step)
    figures = Figures(
        people=len(people),
        turns=sum(len(session.turns) for person in people for session in person.sessions),
        questions=len(scores[MEMORY]),
        methods={method: _figures(scores[method]) for method in (MEMORY, BM25, LATEST)},
        seconds=round(time.perf_counter() - started, 1),
    )
    _show(figures, as_json=as_json)
    return figures


def read_people(path: str | Path, limit: int | None = None) -> tuple[Person, ...]:
    """The first `limit` people of a RealMem archive, by name of file.

    RealMemBench is by AvatarMemory (Apache-2.0). Raises Incorrect for a file that is not there or holds none.
    """
    found = present(path, holds="RealMem's dialogues: a .tar.gz with NAME_dialogues_….json in it")
    try:
        with tarfile.open(found) as archive:
            members = sorted((m for m in archive if m.name.endswith(".json")), key=lambda member: member.name)
            people = tuple(_person(_json(archive, member)) for member in members[:limit])
    except (tarfile.TarError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise Incorrect(
            f"{found} does not hold RealMem's dialogues ({type(error).__name__}: {error}). It is a tar archive of "
            "JSON files with _metadata and dialogues."
        ) from error
    if not people:
        raise Incorrect(f"{found} holds no .json file. Give RealMem's dataset folder, as an archive.")
    return people


def _json(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Any:
    held = archive.extractfile(member)
    return json.loads(held.read()) if held else {}


def _person(row: Mapping[str, Any]) -> Person:
    name = str(row["_metadata"]["person_name"]).replace("_", " ")
    return Person(name, tuple(_sitting(session, name) for session in row["dialogues"]))


def _sitting(row: Mapping[str, Any], name: str) -> Sitting:
    day = datetime.strptime(row["current_time"][:10], "%Y-%m-%d").replace(tzinfo=UTC) + BEGUN
    uuid, rows = str(row["session_uuid"]), row["dialogue_turns"]
    turns = tuple(_turn(uuid, place, turn, name, day) for place, turn in enumerate(rows))
    return Sitting(uuid, turns, tuple(_asked(rows)))


def _turn(session: str, place: int, row: Mapping[str, Any], name: str, day: datetime) -> Episode:
    users = row["speaker"] == "User"
    return Episode(
        id=f"{session}:{place}",
        session=session,
        seq=place,
        speaker=name if users else "Assistant",
        role="user" if users else "assistant",
        source_kind="user_statement" if users else "assistant_message",
        said_at=day + place * timedelta(minutes=1),
        text=row["content"] or "…",
    )


def _asked(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, frozenset[str]]]:
    """What is asked, with the sessions that the reply after it is marked to draw on, where there are some."""
    for turn, reply in pairwise(rows):
        drawn = frozenset(map(str, reply.get("memory_session_uuids") or ()))
        if turn.get("is_query") and drawn:
            yield str(turn["content"]), drawn


def _take(person: Person, place: Place, scores: Scores, step: Step) -> None:
    """One person: each session's questions are asked of those before it, then it is learnt."""
    clock = ReplayClock(person.sessions[0].turns[0].said_at)
    texts = {turn.id: turn.text for session in person.sessions for turn in session.turns}
    bare, known = Bm25(texts), list[str]()
    tenant = place.tenant(person.name)
    with Probe(place.url, tenant=tenant, clock=clock, asker=person.name) as memory:
        for session in person.sessions:
            clock.forward(session.turns[0].said_at)
            for question, drawn in session.asked if known else ():
                look = memory.look(question, budget_tokens=BUDGET_TOKENS)
                plain = in_order(bare.scores(question), known)
                rankings = {MEMORY: look.turns, BM25: plain, LATEST: known[::-1]}
                for method, ranking in rankings.items():
                    scores[method].append(_scored(_sessions(ranking), drawn))
            clock.forward(session.turns[-1].said_at)
            memory.ingest(session.turns)
            known += [turn.id for turn in session.turns]
            step(1)


def _sessions(turns: Iterable[str]) -> list[str]:
    """The sessions of ranked turns, each where its best turn stands."""
    return list(dict.fromkeys(turn.rpartition(":")[0] for turn in turns))


def _scored(ranking: Sequence[str], drawn: frozenset[str]) -> tuple[float, float, float]:
    first = next((place for place, session in enumerate(ranking, 1) if session in drawn), 0)
    return share(ranking[:5], drawn), share(ranking[:10], drawn), 1 / first if first else 0.0


def _figures(scores: Sequence[tuple[float, float, float]]) -> MethodFigures:
    five, ten, rank = (round(sum(own) / len(own), 3) for own in zip(*scores, strict=True)) if scores else (0, 0, 0)
    return MethodFigures(recall_at_5=five, recall_at_10=ten, mrr=rank)


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    rows = [
        (method, f"{of.recall_at_5:.3f}", f"{of.recall_at_10:.3f}", f"{of.mrr:.3f}")
        for method, of in figures.methods.items()
    ]
    table("Sessions that a reply draws on", ("method", "R@5", "R@10", "MRR"), rows)
    printed(f"{figures.people} people, {figures.turns} turns, {figures.questions} questions, {figures.seconds:g} s")
