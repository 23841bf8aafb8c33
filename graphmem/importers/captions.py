"""Captions and transcripts in WebVTT and SubRip: cues with the time since the start, and who speaks in each."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Draft, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.plain import named
from graphmem.importers.source import Source

__all__ = ["SRT", "VTT"]

CLOCK = r"(?:(\d{1,3}):)?(\d\d):(\d\d)[.,](\d{1,3})"
TIMING = re.compile(rf"\s*{CLOCK}\s+-->\s+{CLOCK}(?:\s.*)?")
VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
TAG = re.compile(r"</?[^<>]*>")
# Zoom names its files by the start of the recording, in UTC.
STARTED = re.compile(r"GMT(\d{8})-(\d{6})")
PAUSE = timedelta(seconds=30)  # after which what the same person says is a turn of its own
LONG = 600  # characters, after which a turn ends with its sentence
BLOCKS = ("NOTE", "STYLE", "REGION")


@dataclass(slots=True)
class _Cue:
    where: str
    begin: timedelta
    end: timedelta
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Speech:
    """What one person says in cues that follow each other."""

    where: str
    speaker: str | None
    begin: timedelta
    end: timedelta
    text: str

    def goes_on(self, speaker: str | None, begin: timedelta) -> bool:
        """Whether a cue at this time carries on the turn: captions break sentences at any word."""
        over = len(self.text) > LONG and self.text.rstrip("\"'”’)").endswith((".", "!", "?", "…"))
        return speaker == self.speaker and begin - self.end < PAUSE and not over


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    start = defaults.said_at or _started(source.name)
    speech: _Speech | None = None
    for cue in _cues(source):
        if start is None:
            raise Incorrect(
                f"{cue.where}: cues tell the time since the start, and nothing tells when that was. "
                "Pass said_at='2025-03-02T09:00:00Z' (--said-at)."
            )
        spoken = list(_voices(cue, speech.speaker if speech else None))
        if not spoken:
            yield Skipped("a cue without words")
        for speaker, text in spoken:
            if speech and speech.goes_on(speaker, cue.begin):
                speech.text, speech.end = f"{speech.text} {text}", cue.end
            else:
                yield from _told(speech, start, defaults)
                speech = _Speech(cue.where, speaker, cue.begin, cue.end, text)
    yield from _told(speech, start, defaults)


def _told(speech: _Speech | None, start: datetime | None, defaults: Defaults) -> Iterator[Draft]:
    if speech and start:
        yield said(speech.where, speech.text, defaults=defaults, speaker=speech.speaker, said_at=start + speech.begin)


def _voices(cue: _Cue, before: str | None) -> Iterator[tuple[str | None, str]]:
    """Who says what in a cue: by voice spans, by "Name: text"; a line without a name is of who spoke before."""
    speaker = before
    for line in cue.lines:
        voices = VOICE.split(line)
        for place in range(0, len(voices), 2):
            speaker = html.unescape(voices[place - 1]).strip() if place else speaker
            text = html.unescape(TAG.sub("", voices[place])).removeprefix("- ").strip()
            match = named(text) if len(voices) == 1 else None
            if match:
                speaker, text = match["name"], match["text"] or ""
            if text:
                yield speaker, text


def _cues(source: Source) -> Iterator[_Cue]:
    """The cues of a file, headers, notes, styles and numbers left out."""
    cue: _Cue | None = None
    block = False
    for number, line in source.lines():
        timing = TIMING.fullmatch(line)
        if timing:
            if cue:
                yield cue
            begin, end = _offset(timing.groups()[:4]), _offset(timing.groups()[4:])
            cue, block = _Cue(f"{source.name}:{number}", begin, end), False
        elif not line.strip():
            if cue:
                yield cue
            cue, block = None, False
        elif cue:
            cue.lines.append(line)
        elif not block:
            block = _between(line, f"{source.name}:{number}")
    if cue:
        yield cue


def _between(line: str, where: str) -> bool:
    """Whether a line that is of no cue begins a block of lines. Raises Incorrect for a timing that is none."""
    if "-->" in line:
        raise Incorrect(f"{where}: {line!r:.60} is no timing. Write 00:00:01.000 --> 00:00:04.000.")
    return line.startswith(BLOCKS)


def _offset(parts: Iterable[str | None]) -> timedelta:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    milliseconds = int(fraction.ljust(3, "0"))
    return timedelta(hours=int(hours), minutes=int(minutes), seconds=int(seconds), milliseconds=milliseconds)


def _started(name: str) -> datetime | None:
    """The start that a file's name tells."""
    match = STARTED.search(name)
    try:
        return datetime.strptime("".join(match.groups()), "%Y%m%d%H%M%S").replace(tzinfo=UTC) if match else None
    except ValueError:
        return None


def _is_vtt(source: Source) -> str | None:
    found = re.match(r"WEBVTT(?:[ \t\n\r]|\Z)", source.beginning)
    return "it begins with WEBVTT" if found else None


def _is_srt(source: Source) -> str | None:
    lines = [line for line in source.beginning.splitlines()[:20] if line.strip()]
    timed = len(lines) > 1 and lines[0].strip().isdecimal() and TIMING.fullmatch(lines[1])
    return "it begins with a number and a timing, as SubRip does" if timed else None


VTT = Importer("vtt", "WebVTT, as Teams and Zoom write transcripts: '<v Name>text' or 'Name: text'", _is_vtt, _read)
SRT = Importer("srt", "SubRip captions, who speaks as 'Name: text'", _is_srt, _read)
