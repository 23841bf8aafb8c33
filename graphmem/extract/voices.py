"""Transcripts inside one text: whose line it is, "[10:02] mbauer: …", "CHAIR (Cllr Lund): …", "Speaker 2: …"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.caches import of_texts
from graphmem.extract.first_names import gender_of_name
from graphmem.extract.lexicon import attribute, weight, words
from graphmem.extract.normalise import blank

__all__ = ["Voice", "announced", "cited", "voice_at", "voices", "without_heads"]

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


@of_texts(maxsize=1024)
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
    """Who speaks at a place of the text, "" for somebody unknown; None outside every spoken line."""
    return next((voice.name for voice in found if voice.head <= place < voice.stop), None)


def without_heads(text: str, found: tuple[Voice, ...]) -> str:
    """The text with the heads as spaces, of equal length."""
    return blank(text, ((voice.head, voice.start) for voice in found))


# -- "Ines here, on Jon's phone." --------------------------------------------------------------------------------
GIVEN = r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][\w'’-]+)?"
WHENCE = r"(?:,? (?:from|on|at|in|with|of) [^.!?\n]{1,40}?)?"
ANNOUNCED = re.compile(
    r"\s*(?i:(?:hi|hello|hey|hiya|(?:good )?(?:morning|afternoon|evening))"
    r"(?: (?:all|everyone|everybody|team|both|there))?[,.! ]+)?"
    rf"(?:(?P<here>{GIVEN}) (?:here|speaking|writing)|(?P<again>{GIVEN}) again"
    rf"|(?i:this is|it's|it is) (?P<is>{GIVEN})(?: (?:here|again|speaking))?)"
    rf"{WHENCE}(?:[.!,;:\n]|\s[-–—])"
)
SIGNED = re.compile(rf"[.!?)\n]\s*[-–—~]+ ?(?P<signed>{GIVEN})\s*\Z")


@of_texts(maxsize=1024)
def announced(text: str, speaker: str | None) -> Voice | None:
    """Who says to be speaking, at the head of a turn or under it, where the account is another's; else None."""
    match = ANNOUNCED.match(text) or SIGNED.search(text)
    found = next((n for n in match.groups() if n), None) if match else None
    if match is None or found is None or OWN.search(text) is None:
        return None
    known = set((speaker or "").casefold().split())
    parts = match.groupdict()
    first = (speaker or "").partition(" ")[0]
    personal = gender_of_name(first) and weight(first) == "unknown"
    other = (parts.get("again") or parts.get("is")) and personal  # "This is Bella", of a cat
    if known & set(found.casefold().split()) or not gender_of_name(found) or other:
        return None
    return Voice(0, 0, len(text) + 1, found)


# -- "I sold the boat," says Ines. -----------------------------------------------------------------------------
SAYS = (
    r"(?:says?|said|told (?:me|us)|tells (?:me|us)|writes|wrote|replied|replies|answered|answers|texted|announced"
    r"|adds|added|claims|claimed)"
)
WHO = rf"(?:{GIVEN}|he|she|they|my \w+|our \w+)"
MARKS = '["“”]'
AFTER_QUOTE = re.compile(
    rf"{MARKS}(?P<said>[^\"“”\n]{{3,400}}?),?{MARKS},? (?:(?P<by>{WHO}) {SAYS}|{SAYS} (?P<who>{WHO}))\b"
)
BEFORE_QUOTE = re.compile(
    rf"\b(?P<by>{GIVEN}|[Hh]e|[Ss]he) {SAYS}(?: (?:to )?(?:me|us))?[:,]? {MARKS}(?P<said>[^\"“”\n]{{3,400}}){MARKS}"
)
NOBODY = ""


@of_texts(maxsize=1024)
def cited(text: str) -> tuple[Voice, ...]:
    """The words in quotation marks that somebody named is said to speak; of one not named here, nobody's."""
    found = [*AFTER_QUOTE.finditer(text), *BEFORE_QUOTE.finditer(text)]
    spans = {match.span("said"): _who(text, match) for match in found}
    return tuple(Voice(start - 1, start, stop + 1, name) for (start, stop), name in sorted(spans.items()))


def _who(text: str, match: re.Match[str]) -> str:
    """Who speaks a quotation: by name, or for "he" and "she" the one named last before it."""
    name = next((match[part] for part in ("by", "who") if part in match.groupdict() and match[part]), NOBODY)
    if not name[:1].islower() and name not in {"He", "She"}:
        return name
    sex = {"he": "m", "she": "f"}.get(name.casefold(), "")
    before = [word for word in re.findall(GIVEN, text[: match.start()]) if sex and gender_of_name(word) == sex]
    return before[-1] if before else NOBODY
