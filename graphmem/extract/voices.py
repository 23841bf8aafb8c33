"""Transcripts inside one text: whose line it is, "[10:02] mbauer: …", "CHAIR (Cllr Lund): …", "Speaker 2: …"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.extract.lexicon import attribute, words
from graphmem.extract.normalise import blank

__all__ = ["Voice", "voice_at", "voices", "without_heads"]

STAMP = r"(?:[\[(]?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]m)?[\])]?[ ,-]*)?"
NAME = r"[^\W\d_][\w.'’@-]*(?: [\w.'’@-]+){0,3}"
HEAD = re.compile(
    rf"^[ \t]*(?P<stamp>{STAMP})"
    rf"(?:<(?P<nick>{NAME})>|(?P<name>{NAME})(?: \((?P<aside>[^()\n]{{2,40}})\))?:)[ \t]+(?=\S)",
    re.MULTILINE,
)
FEWEST = 2  # lines with a head that make a transcript
OWN = re.compile(r"\b(?:i|i'm|i've|i'll|i'd|me|my|we|we're|we'll|our|you|your)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Voice:
    """A line `[start, stop)` of a transcript, who speaks it, and the head before the words: `[head, start)`."""

    head: int
    start: int
    stop: int
    name: str


def voices(text: str) -> tuple[Voice, ...]:
    """The spoken lines of a text, if it is a transcript: several heads, and somebody who says "I", or time stamps."""
    if text.count("\n") < FEWEST - 1:
        return ()
    heads = [match for match in HEAD.finditer(text) if _is_speaker(match)]
    if len(heads) < FEWEST:
        return ()
    stops = [*(match.start() for match in heads[1:]), len(text)]
    found = [Voice(m.start(), m.end(), stop, _speaker(m)) for m, stop in zip(heads, stops, strict=True)]
    stamped = all(match["stamp"].strip() or match["nick"] for match in heads)
    spoken = sum(OWN.search(text, voice.start, voice.stop) is not None for voice in found)
    lines = sum(bool(line.strip()) for line in text[heads[0].start() :].splitlines())
    return tuple(found) if (stamped or spoken) and len(heads) * 2 >= lines else ()


def _is_speaker(match: re.Match[str]) -> bool:
    """Whether the words before the colon may be somebody's name: no attribute, heading or reply mark."""
    if match["nick"] or (match["aside"] or "").strip()[:1].isupper():
        return True
    low = match["name"].casefold()
    last = low.rsplit(" ", 1)[-1]
    label = attribute(low) is not None or last in words("nouns", "attribute") or low in NOT_NAMES
    return not label and (bool(match["stamp"].strip()) or match["name"][:1].isupper())


NOT_NAMES = words("words", "no_speaker")


def _speaker(match: re.Match[str]) -> str:
    aside = match["aside"]
    name = match["nick"] or (aside if aside and aside[:1].isupper() else match["name"])
    named = " ".join(part.capitalize() if part.isupper() and len(part) > 2 else part for part in name.split())
    return named.strip("@<>")


def voice_at(found: tuple[Voice, ...], place: int) -> str | None:
    """Who speaks at a place of the text; None outside every spoken line."""
    return next((voice.name for voice in found if voice.head <= place < voice.stop), None)


def without_heads(text: str, found: tuple[Voice, ...]) -> str:
    """The text with the heads as spaces, of equal length."""
    return blank(text, ((voice.head, voice.start) for voice in found))
