"""What is said to have changed before its new value is told: "we've switched dentists, Dr Sol sees us now"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from graphmem.extract.drafts import Draft
from graphmem.extract.lexicon import group, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import predicate_name
from graphmem.extract.times import find_times
from graphmem.extract.values import RUNS, value_type
from graphmem.extract.words import text_words

__all__ = ["announced", "turned"]

NOUN = r"(?P<noun>[a-z][a-z'-]+(?: [a-z][a-z-]+){0,2}?)"
WHO = r"(?:i|we|they|he|she|council|management|the \w+|[A-Z]\w+)"
DET = r"(?:the |our |my |its |his |her |their )?"
STOP = r"(?=\s*(?:[,.;:!–—-]|$)| again\b| and\b| so\b)"
DONE = r"(?:'ve| have| has|'s| had to| are| is)?(?: just| finally| all| now| also| gone and)?"
HEAD = rf"(?:^|[.!?,;:] ){DET}"
HAVE = r"(?:\bhave|'ve|\bhas|\bgot|\bthere's|\bthere is|\bget)"
SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"\b{WHO}{DONE} (?:switched|changed|swapped|change|changing|switching) {DET}{NOUN}{STOP}",
        rf"{HEAD}{NOUN}(?:'s| has| have| is| got)(?: been| just)? (?:changed|moved|switched|different){STOP}",
        rf"{HAVE}(?: now)?(?: got)?(?: ourselves| myself)? (?:a |an )?(?:new|different|another) {NOUN}{STOP}",
        rf"\b{WHO}{DONE} put {DET}{NOUN} (?:up|down){STOP}",
        rf"\b{WHO}{DONE} (?:raised|increased|cut|lowered|reduced|upped|dropped|bumped) {DET}{NOUN}{STOP}",
        rf"{HEAD}{NOUN}(?:'s| has| have)? (?:went|gone|goes|going) (?:up|down){STOP}",
    )
)
UNMEANT = frozenset(
    ["everything", "gear", "mind", "one", "plan", "plans", "subject", "tack", "thing", "things", "time", "topic"]
)
TITLE = r"(?:Dr|Mr|Mrs|Ms|Miss|Prof|Fr|Sir)\.? "
NAME = re.compile(rf"(?:{TITLE})?[A-Z][\w'’-]*[a-z](?: (?:(?:de|van|von|al|bin|el) )?[A-Z][\w'’-]+){{0,2}}")
PLACE = re.compile(
    r"(?:see you|we're|we are|we'll be|it's|it is|meet|meeting|come|go|now|is|are) (?:now )?(?:at|in|on|by|outside|to) "
    r"(?:the )?(?P<new>[^,.;:!?\n]{2,40})|\b(?:it's|it is) (?:now )?(?:the )?(?P<bare>[^,.;:!?\n]{2,40})",
    re.IGNORECASE,
)
IDLE = re.compile(r" (?:now|these days|from now on|instead|today|please)$")


def announced(text: str, plain: str, start: int, stop: int) -> tuple[Draft, int] | None:
    """The announcement that a thing has changed, and the place after it; None when the segment makes none."""
    if "?" in plain[start:stop]:
        return None
    for shape in SHAPES:
        match = shape.search(plain[start:stop])
        if match is not None and match["noun"] not in UNMEANT and len(match["noun"]) > 2:
            begin, end = (start + place for place in match.span("noun"))
            ref = Ref("thing", begin, end, name=_singular(text[begin:end]), definite=True)
            made = Draft(ref, "is", "is", True, None, start, stop, aim="topic", why="a change announced")
            return made, start + match.end()
    return None


def _singular(noun: str) -> str:
    head = noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun
    return head if is_person_noun(head.rsplit(" ", 1)[-1]) else noun


def turned(text: str, start: int, stop: int, said_at: datetime) -> Iterator[Draft]:
    """A draft for each value in `[start, stop)` that may be the new one, the surest of each type."""
    since = next((t.claims_from for t in find_times(text[start:stop], said_at, "present") if t.role == "start"), None)
    for ref in (*_shaped(text, start, stop), *_names(text, start, stop), *_placed(text, start, stop)):
        subject = Ref("implied", start, start)
        made = Draft(subject, "is", "is", True, ref, start, stop, claimed_from=since, changes=True, aim="turned")
        yield replace(made, why="the new value of what changed")


def _shaped(text: str, start: int, stop: int) -> Iterator[Ref]:
    seen: set[str] = set()
    for match in re.finditer(r"(?<![\w.])[\w+(€$£@#]", text[start:stop]):
        begin = start + match.start()
        end = max((m.end() for run in RUNS if (m := run.match(text, begin, stop))), default=begin)
        kind = value_type(text[begin:end]) if end > begin else "text"
        if kind not in {"text", *seen} and any(c.isdigit() for c in text[begin:end]):
            seen.add(kind)
            yield Ref("value", begin, end, name=text[begin:end], type="Value", value=kind)


def _names(text: str, start: int, stop: int) -> Iterator[Ref]:
    for match in NAME.finditer(text, start, stop):
        first = match[0].split()[0].casefold()
        opens = not text[start : match.start()].strip(" ,.:;!-") and first in words("words", "interjection")
        if not opens and first not in UNNAMED and len(match[0]) > 2:
            yield Ref("name", match.start(), match.end(), name=match[0], type="Person", definite=True)
            return


UNNAMED = (
    group("words", "first_person", "second_person", "she", "he", "they", "it", "months", "opener")
    | text_words("function_words")
    | {"it's", "he's", "she's", "they're", "we're", "we'll", "there's", "now", "please"}
)


def _placed(text: str, start: int, stop: int) -> Iterator[Ref]:
    match = PLACE.search(text, start, stop)
    if match is None:
        return
    begin, end = match.span("new") if match["new"] else match.span("bare")
    name = IDLE.sub("", text[begin:end])
    if len(name.split()) <= 5 and predicate_name(name):
        yield Ref("thing", begin, begin + len(name), name=name, definite=True, value=value_type(name))
