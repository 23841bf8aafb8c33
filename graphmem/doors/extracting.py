"""What `graphmem extract` shows: the statements of one text, and the gate's word on each."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.doors.output import Row, Sheet
from graphmem.doors.tables import moment as day
from graphmem.extract.pipeline import analyse_many, interpret
from graphmem.gate.judge import judge
from graphmem.intake import prepare
from graphmem.model import Episode, Statement, Value, Verdict
from graphmem.moments import moment
from graphmem.registry import registry

__all__ = ["Reading", "Readings", "read_text", "reading_sheets"]


class Reading(Value):
    """A statement, and what the gate decided on it."""

    statement: Statement
    decision: Verdict
    reason: str


class Readings(Value):
    """One text as it was read: what was blanked and why, its statements judged, the notes of each stage."""

    text: str
    removed: tuple[str, ...] = ()
    statements: tuple[Reading, ...] = ()
    notes: tuple[str, ...] = ()


def read_text(text: str, *, speaker: str | None, said_at: str | None) -> Readings:
    """What `text` would become, nothing stored. Raises Incorrect for a time without a zone."""
    when = datetime.now(UTC) if said_at is None else moment(said_at, "--said-at")
    prepared = prepare(Episode(id="extract", speaker=speaker, said_at=when, text=text), registry().policy)
    extraction = interpret(analyse_many([prepared.episode]))
    return Readings(
        text=prepared.episode.text,
        removed=tuple(decision.reason for decision in prepared.removed),
        statements=tuple(_judged(statement, prepared.episode) for statement in extraction.statements),
        notes=tuple(str(note) for note in extraction.notes),
    )


def _judged(statement: Statement, episode: Episode) -> Reading:
    word = judge(statement, episode, registry())
    return Reading(statement=statement, decision=word.decision, reason=word.reason)


def reading_sheets(readings: Readings, *, explain: bool) -> list[Sheet]:
    """The statements as a table; with `explain` the gate's and the rules' reasons, and the stages."""
    reasons = ("gate", "rule") if explain else ()
    columns = ("kind", "subject", "predicate", "object", "from", "to", "decision", *reasons, "words")
    rows = [_row(reading, readings.text, explain=explain) for reading in readings.statements]
    notes = [*readings.removed, *(readings.notes if explain else ())]
    return [Sheet(columns, rows, notes=notes, empty="No statement was read in it.")]


def _row(reading: Reading, text: str, *, explain: bool) -> Row:
    said = reading.statement
    return (
        _kind(said),
        said.subject.name,
        said.predicate,
        said.object.name if said.object else "",
        day(said.claimed_from),
        day(said.claimed_to),
        reading.decision,
        *((reading.reason, said.why) if explain else ()),
        f"“{text[said.start : said.stop]}”",
    )


def _kind(said: Statement) -> str:
    marks = [
        said.kind,
        *(() if said.polarity else ("denied",)),
        *(() if said.modality == "asserted" else (said.modality,)),
    ]
    return ", ".join(marks)
