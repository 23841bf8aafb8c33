"""What became of an episode's candidates that are not kept as statements, noted beside the episode, bounded in number.

A note points at places of the episode's own text and repeats none of it: it goes with the episode when that is erased,
and with the words it points at when these are blanked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.model import Decision, Statement, Verdict

__all__ = ["Note", "note_of", "note_of_removal", "notes_again", "notes_left", "notes_read", "notes_written"]

MOST = 24  # notes of one episode; a long document would state hundreds of things that are not kept
LONGEST = 200  # characters of a reason


@dataclass(frozen=True, slots=True)
class Note:
    """A decision and its reason; `span` is where the candidate stands in the episode's text, `value` its value."""

    decision: Verdict
    reason: str
    predicate: str = ""
    span: tuple[int, int] = (0, 0)
    value: tuple[int, int] = (0, 0)


def note_of(statement: Statement, decision: Verdict, reason: str) -> Note:
    """The note of a statement that is not kept."""
    value = statement.object
    place = (value.start, value.stop) if value is not None else (0, 0)
    return Note(decision, reason, statement.predicate, (statement.start, statement.stop), place)


def note_of_removal(removed: Decision) -> Note:
    """The note of what was taken out of an episode, or left unread, before it was kept."""
    return Note(removed.decision, removed.reason)


def notes_written(notes: Sequence[Note]) -> list[str]:
    """Notes as the store holds them: a line each; those over the most are only counted."""
    kept = list(notes[:MOST])
    if len(notes) > MOST:
        kept.append(Note("skipped", f"{len(notes) - MOST} further candidates of this text were not kept either"))
    return [_line(note) for note in kept]


def _line(note: Note) -> str:
    parts = (note.decision, note.predicate, *note.span, *note.value, note.reason[:LONGEST])
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def notes_read(lines: Iterable[str] | None) -> tuple[Note, ...]:
    """Notes of an episode as stored."""
    rows = (json.loads(line) for line in lines or ())
    return tuple(Note(row[0], row[6], row[1], (row[2], row[3]), (row[4], row[5])) for row in rows)


def notes_again(lines: Iterable[str] | None, notes: Sequence[Note]) -> list[str] | None:
    """The notes of a text that was read again, behind those of statements that were given beside it; None for none."""
    given = [note for note in notes_read(lines) if note.predicate and note.span == (0, 0)]
    return notes_written([*given, *notes]) or None


def notes_left(lines: Iterable[str] | None, before: str, after: str, names: re.Pattern[str]) -> list[str]:
    """The notes that stay when a text is blanked: those whose words stand as before and that hold none of the names."""
    return [
        _line(note)
        for note in notes_read(lines)
        if before[slice(*note.span)] == after[slice(*note.span)] and not names.search(f"{note.predicate} {note.reason}")
    ]
