"""Plain transcripts: "Name: text" lines, dated one by one or by a header, with lines that carry on a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Literal

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Draft, said
from graphmem.importers.importer import Importer
from graphmem.importers.moments import local_moment, read_moment, read_zone
from graphmem.importers.source import Source
from graphmem.model import Role

__all__ = ["HEADER", "IMPORTER", "is_turn", "named", "read_plain"]

HEADER = re.compile(r"#\s*([a-z_]+)\s*:\s*(.*)")
DAY = r"\d{4}-\d\d-\d\d"
CLOCK = r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?"
ZONE = r"(?:\s?[Zz]|\s?[+-]\d\d:?\d\d)?"
STAMPED = re.compile(
    rf"(?:\[(?P<boxed>{DAY}[Tt ,]+{CLOCK}{ZONE}|{CLOCK})\]\s*|(?P<bare>{DAY}[Tt ]{CLOCK}{ZONE})\s+)(?P<rest>.*)"
)
NAMED = re.compile(r"(?P<name>[^:\s][^:\n]{0,79}?)\s*:(?:\s+(?P<text>.*)|\Z)")
NO_NAME = r"\s:,;!?\"#\[\]{}<>/\\|=*`^"  # marks of sentences and markup
WORD = re.compile(rf"[^{NO_NAME}\d_~.-][^{NO_NAME}]*|\(\w+\)|\d+")
PARTICLES = frozenset(
    {"al", "bin", "da", "de", "del", "den", "der", "di", "do", "dos", "du", "el", "la", "le", "of", "ten", "ter", "the"}
    | {"van", "von", "y"}
)
MOST_WORDS = 5
ROLES: Mapping[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "tool": "tool",
    "system": "system",
}


def is_turn(line: str) -> bool:
    """Whether a line begins a turn: it is dated, or what stands before its colon is shaped like a name."""
    return bool(STAMPED.fullmatch(line)) or named(line) is not None


def named(line: str) -> re.Match[str] | None:
    """The "name" and "text" of an undated turn, None if it is none.

    A name is one word, or up to five that a small letter does not begin.
    """
    match = NAMED.fullmatch(line)
    words = match["name"].split() if match else []
    if not 1 <= len(words) <= MOST_WORDS or not all(WORD.fullmatch(word) for word in words) or words[0].isdigit():
        return None
    small = any(word[0].islower() and word not in PARTICLES for word in words)
    return None if small and len(words) > 1 else match


@dataclass(slots=True)
class _Turn:
    where: str
    speaker: str
    said_at: datetime | None
    precision: Literal["instant", "day"]
    lines: list[str]


@dataclass(slots=True)
class _Transcript:
    """What holds at a line of a transcript: session, zone, time, who speaks, and the turn that goes on."""

    defaults: Defaults
    zone: tzinfo | None = None
    said_at: datetime | None = None
    day: str = ""
    precision: Literal["instant", "day"] = "instant"
    stamped: bool = False  # the session's turns are dated one by one
    assistants: set[str] = field(default_factory=set)
    speakers: set[str] = field(default_factory=set)
    turn: _Turn | None = None

    def finished(self) -> Iterator[Draft]:
        """The turn that went on, if it has text; nothing goes on then."""
        turn, self.turn = self.turn, None
        text = "\n".join(turn.lines).strip() if turn else ""
        if turn and text:
            role = "assistant" if turn.speaker in self.assistants else ROLES.get(turn.speaker.lower())
            speaker = None if turn.speaker.lower() in ROLES else turn.speaker
            precision = "day" if turn.precision == "day" else None
            yield said(
                turn.where, text, defaults=self.defaults, speaker=speaker, role=role, said_at=turn.said_at,
                said_at_precision=precision,
            )  # fmt: skip

    def line(self, line: str, where: str) -> Iterator[Draft]:
        """Takes the next line; gives the turn that it ends."""
        stamp, header = STAMPED.fullmatch(line), HEADER.fullmatch(line)
        if stamp:
            yield from self.finished()
            self._begin_stamped(stamp, where)
        elif header:
            yield from self.finished()
            self._header(header[1], header[2].strip(), where)
        elif undated := self._undated(line):
            yield from self.finished()
            self._begin(undated, where)
        elif self.turn:
            self.turn.lines.append(line)
        elif line.strip() and not line.startswith("#"):
            raise Incorrect(
                f"{where}: {line!r:.60} belongs to no turn. A turn begins 'Name: text', a header '# session: name'."
            )

    def _undated(self, line: str) -> re.Match[str] | None:
        """Among turns dated one by one, only who has spoken so begins one without a date."""
        turn = named(line)
        return turn if turn and (not self.stamped or turn["name"] in self.speakers) else None

    def _begin(self, named: re.Match[str], where: str) -> None:
        said_at = self.said_at or self.defaults.said_at
        if said_at is None:
            raise Incorrect(
                f"{where}: nothing says when {named['name']!r} said this. Put '# date: 2025-03-02T09:00:00Z' above it, "
                "begin the line '[2025-03-02T09:00:00Z]', or pass said_at=."
            )
        self.speakers.add(named["name"])
        self.turn = _Turn(where, named["name"], said_at, self.precision, [named["text"] or ""])

    def _begin_stamped(self, stamp: re.Match[str], where: str) -> None:
        named = NAMED.fullmatch(stamp["rest"])
        if named is None:
            raise Incorrect(
                f"{where}: a dated line without 'Name: '. Name who speaks, or indent it to carry on the turn above."
            )
        written = stamp["boxed"] or stamp["bare"]
        if written[2] == ":":
            if not self.day:
                raise Incorrect(
                    f"{where}: {written!r} is a time without a day. Put a line '# date: 2025-03-02' above it."
                )
            written = f"{self.day}T{written}"
        self.said_at, self.precision, self.stamped = self._moment(written, where), "instant", True
        self._begin(named, where)

    def _moment(self, written: str, where: str) -> datetime:
        """An instant of the transcript, its own zone before the header's."""
        compact = re.sub(r"[\s,]+", "T", re.sub(r"\s+(?=[Zz+-])", "", written), count=1)
        try:
            moment = datetime.fromisoformat(compact.upper())
        except ValueError as error:
            raise Incorrect(f"{where}: {written!r} is no time ({error}). Write 2025-03-02T09:00:00Z.") from None
        if moment.tzinfo:
            return read_moment(moment, where)
        zone = self.zone or self.defaults.zone
        if zone is None:
            raise Incorrect(
                f"{where}: the time {written!r} has no zone. Put a line '# zone: +01:00' above it, or write {compact}Z."
            )
        return local_moment(moment, zone, where)

    def _header(self, name: str, value: str, where: str) -> None:
        if not value:
            raise Incorrect(f"{where}: '# {name}:' has no value. Write one behind the colon, or take the line out.")
        if name == "session":
            self._new_session(value)
        elif name == "zone":
            self.zone = read_zone(value, where)
        elif name == "date":
            self._date(value, where)
        elif name == "assistant":
            self.assistants.add(value)
        else:
            raise Incorrect(
                f"{where}: '# {name}:' is no header: there are session, date, zone, assistant. Indent it if it is text."
            )

    def _new_session(self, name: str) -> None:
        """A time said before holds on only if nobody has spoken since."""
        self.defaults, self.stamped = replace(self.defaults, session=name), False
        if self.speakers:
            self.said_at, self.day, self.speakers = None, "", set()

    def _date(self, value: str, where: str) -> None:
        by_day = re.fullmatch(DAY, value) is not None
        self.said_at = self._moment(f"{value}T00:00" if by_day else value, where)
        self.day, self.precision = value[:10], "day" if by_day else "instant"


def read_plain(source: Source, defaults: Defaults) -> Iterator[Draft]:
    """The turns of a transcript. Raises Incorrect with file and line for one without a time, a zone or a name."""
    transcript = _Transcript(defaults)
    for number, line in source.lines():
        yield from transcript.line(line, f"{source.name}:{number}")
    yield from transcript.finished()


def _recognise(source: Source) -> str | None:
    if source.bundle:
        return None
    beginning = source.beginning.lstrip()
    if not beginning.strip():
        return "it is empty"
    line = next((line for line in beginning.splitlines() if line.strip() and not line.startswith("#")), None)
    if line is None:
        return "it begins with '#' lines"
    return f"its first line of text is a turn: {line!r:.40}" if is_turn(line) else None


IMPORTER = Importer(
    "plain",
    "lines 'Name: text' or '[2025-03-02T09:00:00Z] Name: text', with '# session:', '# date:', '# zone:' lines",
    _recognise,
    read_plain,
)
