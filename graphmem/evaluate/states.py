"""`graphmem eval states`: dialogues whose state is known at every turn, replayed as statements and read as text."""

from __future__ import annotations

import gzip
import json
import re
import tarfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.errors import Incorrect
from graphmem.evaluate.files import present
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import placed
from graphmem.evaluate.watch import Step, watched
from graphmem.extract.pipeline import analyse_many, interpret
from graphmem.memory import Memory
from graphmem.model import Episode, Statement, Value
from graphmem.registry import Predicate

__all__ = ["Change", "Dialogue", "Figures", "read_dialogues", "run"]

SAID = datetime(2026, 1, 1, tzinfo=UTC)  # when each dialogue begins: the data gives no date
TURN = timedelta(minutes=1)
USER, ASSISTANT = "Customer", "Assistant"


@dataclass(frozen=True, slots=True)
class Change:
    """That a slot has other values from a turn on; `before`: the values it had, none if it had none."""

    turn: int
    slot: str
    values: tuple[str, ...]
    before: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The turns of a user and an assistant, and what each did to the state of the user's wishes."""

    id: str
    turns: tuple[tuple[bool, str], ...]
    changes: tuple[Change, ...]


class Figures(Value):
    """What a run came to. `turns`: points at which a state was asked for; `appended`: exact if nothing superseded."""

    dialogues: int
    statements: int
    turns: int
    exact: int
    appended: int
    changes: int
    in_words: int
    in_words_before: int
    read: int
    asserted: int
    seconds: float


def run(archive: str, *, limit: int | None = None, as_json: bool = False) -> Figures:
    """Replays the dialogues through `remember_many`, reads their text, and prints how often state and change are right.

    Raises Incorrect for a file that holds no such dialogues.
    """
    started = time.perf_counter()
    dialogues = read_dialogues(archive, limit)
    with watched("dialogues", 2 * len(dialogues), quiet=as_json) as step:
        states = _replayed(dialogues, step)
        words = _read(dialogues, step)
    figures = Figures(
        dialogues=len(dialogues),
        statements=sum(len(one.changes) for one in dialogues),
        seconds=round(time.perf_counter() - started, 1),
        turns=states["turns"],
        exact=states["exact"],
        appended=states["appended"],
        changes=words["changes"],
        in_words=words["in_words"],
        in_words_before=words["in_words_before"],
        read=words["read"],
        asserted=words["asserted"],
    )
    _show(figures, as_json=as_json)
    return figures


def read_dialogues(path: str | Path, limit: int | None = None) -> tuple[Dialogue, ...]:
    """The first `limit` dialogues of an event stream of SGD: gzipped JSON Lines, or a tar archive that holds it.

    SGD is Rastogi et al., AAAI 2020; the stream says which slot took which values at which turn.
    Raises Incorrect for a file that is not there or is none of it.
    """
    found = present(path, holds="the event stream of SGD: a .tar.gz with sgd_events.jsonl.gz in it, or that file")
    try:
        lines = _text(found).splitlines()[:limit]
        return tuple(_dialogue(json.loads(line)) for line in lines)
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise Incorrect(
            f"{found} does not hold SGD's events ({type(error).__name__}: {error}). Each line is an object with "
            "id, turns and events."
        ) from error


def _text(path: Path) -> str:
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                held = archive.extractfile(member) if member.name.endswith(".jsonl.gz") else None
                if held is not None:
                    return gzip.decompress(held.read()).decode("utf-8")
    except tarfile.ReadError:
        return gzip.decompress(path.read_bytes()).decode("utf-8")
    raise Incorrect(f"{path} holds no .jsonl.gz file. Give an archive with sgd_events.jsonl.gz in it.")


def _dialogue(row: Mapping[str, Any]) -> Dialogue:
    changes = (
        Change(int(event["turn"]), event["key"], tuple(event["values"]), tuple(event["prev"] or ()))
        for event in row["events"]
    )
    turns = tuple((who == "USER", text) for who, text in row["turns"])
    return Dialogue(str(row["id"]), turns, tuple(change for change in changes if change.values))


# -- states ---------------------------------------------------------------------------------------------------
def _replayed(dialogues: Sequence[Dialogue], step: Step) -> Counter[str]:
    """Every change as a statement, and the state that `facts` gives as of each turn of the user's."""
    slots = sorted({change.slot for one in dialogues for change in one.changes})
    predicates = [Predicate(name=_name(slot), functional=True, subject="Thing", object="Value") for slot in slots]
    counted = Counter[str]()
    with (
        placed(None, "states", afresh=False) as place,
        Memory(place.url, tenant=place.tenant("replayed"), predicates=predicates) as memory,
    ):
        memory.remember_many(statement for one in dialogues for statement in _statements(one))
        for one in dialogues:
            _count_states(memory, one, counted)
            step(1)
    return counted


def _name(slot: str) -> str:
    return re.sub(r"\W+", "_", slot).lower()


def _statements(one: Dialogue) -> Iterator[dict[str, Any]]:
    for change in one.changes:
        yield {
            "subject": f"Dialogue {one.id}",
            "predicate": _name(change.slot),
            "object": change.values[0],
            "said_at": SAID + change.turn * TURN,
        }


def _count_states(memory: Memory, one: Dialogue, counted: Counter[str]) -> None:
    state, ever = dict[str, str](), set[tuple[str, str]]()
    for turn, (users, _) in enumerate(one.turns):
        changed = {_name(change.slot): change.values[0].casefold() for change in one.changes if change.turn == turn}
        state |= changed
        ever |= set(changed.items())
        if users and state:
            found = memory.facts(f"Dialogue {one.id}", as_of=SAID + turn * TURN)
            counted["turns"] += 1
            counted["exact"] += {(fact.predicate, str(fact.object).casefold()) for fact in found} == set(state.items())
            counted["appended"] += ever == set(state.items())


# -- words ----------------------------------------------------------------------------------------------------
def _read(dialogues: Sequence[Dialogue], step: Step) -> Counter[str]:
    """Of the changes that replace a value: whether the new one stands in the words, and is read as a value there."""
    counted = Counter[str]()
    for one in dialogues:
        replaced = [change for change in one.changes if change.before]
        analyses = analyse_many(_episodes(one)) if replaced else ()
        for change in replaced:
            said = interpret(analyses[: change.turn + 1]).statements
            counted["changes"] += 1
            counted.update(_verdicts(one, change, said))
        step(1)
    return counted


def _verdicts(one: Dialogue, change: Change, said: Sequence[Statement]) -> dict[str, int]:
    own = one.turns[change.turn][1]
    before = one.turns[change.turn - 1][1] if change.turn else ""
    hits = [statement for statement in said if _is_value(statement, change.values)]
    return {
        "in_words": _stands(change.values, own),
        "in_words_before": _stands(change.values, f"{before}\n{own}"),
        "read": bool(hits),
        "asserted": any(hit.modality in {"asserted", "planned"} and hit.polarity for hit in hits),
    }


def _episodes(one: Dialogue) -> Iterator[Episode]:
    for turn, (users, text) in enumerate(one.turns):
        yield Episode(
            id=f"{one.id}-{turn}",
            session=one.id,
            seq=turn,
            speaker=USER if users else ASSISTANT,
            role="user" if users else "assistant",
            source_kind="user_statement" if users else "assistant_message",
            said_at=SAID + turn * TURN,
            text=text,
        )


def _stands(values: Sequence[str], text: str) -> bool:
    return any(value.casefold() in text.casefold() for value in values)


def _is_value(statement: Statement, values: Sequence[str]) -> bool:
    """Whether a statement's object is one of the values, with more or fewer words."""
    if statement.object is None or statement.kind == "end":
        return False
    held = statement.object.name.casefold()
    return any(held in value.casefold() or value.casefold() in held for value in values)


# -- figures --------------------------------------------------------------------------------------------------
def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    rows = [
        ("state at a turn, replayed through remember", figures.exact, figures.turns),
        ("the same, if nothing superseded", figures.appended, figures.turns),
        ("replaced value read from the user's words", figures.read, figures.changes),
        ("the same, as said or planned", figures.asserted, figures.changes),
        ("the value stands in the user's words", figures.in_words, figures.changes),
        ("or in the assistant's before them", figures.in_words_before, figures.changes),
    ]
    cells = [(what, str(right), str(of), f"{right / of:.3f}" if of else "") for what, right, of in rows]
    table("Dialogue states", ("what", "right", "of", "share"), cells)
    printed(f"{figures.dialogues} dialogues, {figures.statements} statements, {figures.seconds:g} s")
