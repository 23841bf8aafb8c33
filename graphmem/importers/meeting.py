"""Transcripts of meetings as text: who speaks stands on a line with the time since the start, or before a colon."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Draft, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.moments import read_moment, read_zone
from graphmem.importers.plain import HEADER, named
from graphmem.importers.source import Source

__all__ = ["IMPORTER"]

OFFSET = r"(?P<offset>(?:\d{1,2}:)?\d{1,2}:\d\d)(?:\.\d+)?"
SPEAKER = r"(?P<name>[^\s\[\]:][^\[\]:\n]{0,79}?)"
# "Anna Berg   0:03" of Teams, Otter; "[Anna Berg] 00:00:03" of Zoom; "Anna Berg (00:03):" of hand-made ones.
HEADS = (
    re.compile(rf"{SPEAKER}(?:\s{{2,}}|\t){OFFSET}\s*"),
    re.compile(rf"\[{SPEAKER}\]\s*{OFFSET}\s*"),
    re.compile(rf"{SPEAKER}\s*[\[(]{OFFSET}[\])]\s*:?\s*"),
)
INLINE = re.compile(rf"\[?{OFFSET}\]?\s+(?P<rest>\S.*)")  # "00:03 Anna Berg: Hello."
ALONE = re.compile(rf"\[?{OFFSET}\]?\s*")  # above the turns of five minutes, of Meet
# The title that Meet gives a transcript has the start in it, as 2025-03-02 10:02 GMT+1.
TITLE = re.compile(
    r".*\((?P<day>\d{4}-\d\d-\d\d)(?: at)? (?P<clock>\d\d:\d\d) (?:GMT|UTC)(?P<zone>[+-]\d{1,2}(?::\d\d)?)?\).*"
)
ENDED = re.compile(r"(?:Meeting|Transcription) ended after .*", re.IGNORECASE)
PREFACE = 40  # lines that may stand before the first turn: title, attendees, a notice


@dataclass(slots=True)
class _Turn:
    where: str
    name: str
    offset: timedelta
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Meeting:
    """What holds at a line: the start, the time since, who speaks."""

    defaults: Defaults
    start: datetime | None
    offset: timedelta = timedelta()
    begun: bool = False
    turn: _Turn | None = None

    def line(self, line: str, where: str) -> Iterator[Turn]:
        """Takes the next line; gives the turn that it ends."""
        head = next((match for shape in HEADS if (match := shape.fullmatch(line))), None)
        inline = INLINE.fullmatch(line)
        if head:
            yield from self.finished()
            self._begin(head["name"], head["offset"], "", where)
        elif inline and (turn := named(inline["rest"])):
            yield from self.finished()
            self._begin(turn["name"], inline["offset"], turn["text"] or "", where)
        elif alone := ALONE.fullmatch(line):
            yield from self.finished()
            self.offset, self.begun = _offset(alone["offset"]), True
        elif self.begun and (turn := named(line)):
            yield from self.finished()
            self.turn = _Turn(where, turn["name"], self.offset, [turn["text"] or ""])
        else:
            yield from self._other(line)

    def _begin(self, name: str, offset: str, text: str, where: str) -> None:
        self.offset, self.begun = _offset(offset), True
        self.turn = _Turn(where, name.strip(), self.offset, [text])

    def _other(self, line: str) -> Iterator[Turn]:
        """A line that begins nothing: more of a turn, or what stands around the transcript."""
        if ENDED.fullmatch(line.strip()):
            yield from self.finished()
            yield Skipped("a line of the transcript's own")
        elif self.turn:
            self.turn.lines.append(line)
        elif title := TITLE.fullmatch(line):
            zone = read_zone(_padded(title["zone"]), "title")
            self.start = self.start or read_moment(f"{title['day']}T{title['clock']}:00{_padded(title['zone'])}", line)
            self.start = self.start.astimezone(zone)
            yield Skipped("a line of the transcript's own")
        elif line.strip():
            yield Skipped("a line of the transcript's own")

    def finished(self) -> Iterator[Draft]:
        """The turn that went on, if it has text. Raises Incorrect if nothing tells when the meeting began."""
        turn, self.turn = self.turn, None
        text = "\n".join(turn.lines).strip() if turn else ""
        if turn and text:
            if self.start is None:
                raise Incorrect(
                    f"{turn.where}: turns tell the time since the start, and nothing tells when that was. "
                    "Pass said_at='2025-03-02T09:00:00Z' (--said-at)."
                )
            yield said(turn.where, text, defaults=self.defaults, speaker=turn.name, said_at=self.start + turn.offset)


def _offset(written: str) -> timedelta:
    seconds = 0
    for part in written.split(":"):
        seconds = seconds * 60 + int(part)
    return timedelta(seconds=seconds)


def _padded(zone: str | None) -> str:
    """The offset "+01:00" of "+1", that of UTC of nothing."""
    hours, _, minutes = (zone or "+0").partition(":")
    return f"{hours[0]}{hours[1:]:0>2}:{minutes or '00'}"


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    meeting = _Meeting(defaults, defaults.said_at)
    for number, line in source.lines():
        yield from meeting.line(line, f"{source.name}:{number}")
    yield from meeting.finished()


def _recognise(source: Source) -> str | None:
    lines = [line for line in source.beginning.splitlines() if line.strip()]
    if source.bundle or (lines and HEADER.fullmatch(lines[0])):
        return None  # headers are those of a plain transcript
    for line in lines[:PREFACE]:
        inline = INLINE.fullmatch(line)
        if any(shape.fullmatch(line) for shape in HEADS) or (inline and named(inline["rest"])):
            return f"a speaker and the time since the start stand on a line: {line.strip()!r:.40}"
        if TITLE.fullmatch(line) and "transcript" in line.lower():
            return f"its title is that of a transcript: {line.strip()!r:.60}"
    return None


IMPORTER = Importer(
    "meeting",
    "a transcript with speakers and the time since the start, as Teams, Zoom, Meet and Otter write: 'Anna Berg  0:03'",
    _recognise,
    _read,
)
