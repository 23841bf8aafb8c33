"""What `graphmem extract` shows: the statements of one text, and the gate's word on each."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.doors.output import Row, Sheet
from graphmem.doors.tables import moment
from graphmem.errors import Incorrect
from graphmem.extract import analyse, interpret
from graphmem.gate import judge, redact
from graphmem.model import Episode, Statement, Value, Verdict
from graphmem.registry import registry

__all__ = ["Reading", "Readings", "read_text", "reading_sheets"]


class Reading(Value):
    """A statement, and what the gate decided on it."""

    statement: Statement
    decision: Verdict
    reason: str


class Readings(Value):
    """One text as it was read: redacted, its statements judged, the notes of each stage."""

    text: str
    redacted: tuple[str, ...] = ()
    statements: tuple[Reading, ...] = ()
    notes: tuple[str, ...] = ()


def read_text(text: str, *, speaker: str | None, said_at: str | None) -> Readings:
    """What `text` would become, nothing stored. Raises Incorrect for a time without a zone."""
    safe = redact(text)
    episode = Episode(id="extract", speaker=speaker, said_at=_when(said_at), text=safe.text)
    extraction = interpret([analyse(episode)])
    judged = [(statement, judge(statement, episode, registry())) for statement in extraction.statements]
    return Readings(
        text=safe.text,
        redacted=safe.kinds,
        statements=tuple(
            Reading(statement=statement, decision=word.decision, reason=word.reason) for statement, word in judged
        ),
        notes=tuple(str(note) for note in extraction.notes),
    )


def _when(said_at: str | None) -> datetime:
    if said_at is None:
        return datetime.now(UTC)
    try:
        when = datetime.fromisoformat(said_at)
    except ValueError as error:
        raise Incorrect(f"--said-at {said_at!r} is no RFC 3339 time. Write it like 2025-05-20T19:15:00Z.") from error
    if when.tzinfo is None:
        raise Incorrect(f"--said-at {said_at!r} has no zone. Add one: {said_at}Z, or {said_at}+01:00.")
    return when


def reading_sheets(readings: Readings, *, explain: bool) -> list[Sheet]:
    """The statements as a table; with `explain` the gate's and the rules' reasons, and the stages."""
    reasons = ("gate", "rule") if explain else ()
    columns = ("kind", "subject", "predicate", "object", "from", "to", "decision", *reasons, "words")
    rows = [_row(reading, readings.text, explain=explain) for reading in readings.statements]
    redacted = [f"Redacted: {', '.join(readings.redacted)}."] if readings.redacted else []
    notes = [*redacted, *(readings.notes if explain else ())]
    return [Sheet(columns, rows, notes=notes, empty="No statement was read in it.")]


def _row(reading: Reading, text: str, *, explain: bool) -> Row:
    said = reading.statement
    return (
        _kind(said),
        said.subject.name,
        said.predicate,
        said.object.name if said.object else "",
        moment(said.claimed_from),
        moment(said.claimed_to),
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
