"""Lists under a heading: its steps, what it includes, and what it says of each name: "Shoe sizes:" over "- Ola 33"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.extract.content import head_of
from graphmem.extract.drafts import Draft
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.extract.segment import Segment
from graphmem.extract.values import value_type

__all__ = ["list_drafts"]

NUMBER = re.compile(r"(?:^|\n)[ \t]*(?:step )?\(?\d{1,2}[.):]\s+$", re.IGNORECASE)
BULLET = re.compile(r"(?:^|\n)[ \t]*[-*+•·▪◦‣–—]\s+(?:\[[ xX]?\]\s+)?$")
HEAD = re.compile(
    r"^(?:(?:here(?:'s| is| are)|how to|steps? (?:for|to)|recipe (?:for|of)|instructions for|procedure for|to|for|"
    r"the|my|our|your|a|an|new|updated|current)\s+)*(?P<what>[^,;:.!?()\n]{3,50}?)"
    r"(?:\s+(?:so|as of|because|which|that)\b.*)?\s*$",
    re.IGNORECASE,
)
NAMED = re.compile(r"^(?P<name>[^\W\d_a-z][\w'-]+(?: [^\W\d_a-z][\w'-]+)?)(?:\s*[:–—-]\s*|\s+(?=\d))(?P<value>\S.*)$")
LONGEST = 140  # characters of an item that is kept as one value
MOST = 40  # items of one list


def list_drafts(text: str, segments: Sequence[Segment], n: int) -> list[Draft]:
    """What segment `n` states as an item of the list under a heading; empty when it is none."""
    part = segments[n]
    mark = _mark(text, part)
    head = _heading(text, segments, n) if mark else None
    item = text[part.start : part.stop].strip()
    if head is None or not 2 <= len(item) <= LONGEST or item.endswith((":", "?")):
        return []
    named = NAMED.match(item) if mark == "bullet" else None
    if named is not None:
        last = open_slot(head_of(head)[-1])
        name = Ref("name", part.start, part.start + named.end("name"), name=named["name"], definite=True)
        value = _value(part.start + named.start("value"), named["value"].rstrip(" .,;"))
        return [Draft(name, predicate_name(last), last, False, value, part.start, part.stop, why="a list under a head")]
    what = "step" if mark == "number" else "includes"
    value = _value(part.start, item.rstrip(" .,;"))
    return [Draft(head, what, what, False, value, part.start, part.stop, why="an item of a list")]


def _value(start: int, name: str) -> Ref:
    kind = value_type(name)
    return Ref("value", start, start + len(name), name=" ".join(name.split()), type="Value", value=kind)


def _mark(text: str, part: Segment) -> str:
    """Which mark stands before the segment in its line: "number", "bullet", or "" for none."""
    lead = text[max(0, part.start - 14) : part.start]
    lead = lead if part.start <= 14 else lead[lead.find("\n") :] if "\n" in lead else ""
    return "number" if NUMBER.search(lead) else "bullet" if BULLET.search(lead) else ""


def _heading(text: str, segments: Sequence[Segment], n: int) -> Ref | None:
    """The thing that the words before the list name, if they end in a colon."""
    for k in range(n - 1, max(-1, n - MOST), -1):
        part = segments[k]
        if _mark(text, part) or _in_item(text, part):
            continue
        if not text[part.start : part.stop + 1].rstrip().endswith(":"):
            return None
        return _headed(text, segments, k)
    return None


def _in_item(text: str, part: Segment) -> bool:
    """Whether a segment goes on in a line that began with a mark."""
    line = text[text.rfind("\n", 0, part.start) + 1 : part.start]
    return bool(line.strip()) and re.match(r"[ \t]*(?:\(?\d{1,2}[.):]|[-*+•])\s", line) is not None


def _headed(text: str, segments: Sequence[Segment], k: int) -> Ref | None:
    line = text.rfind("\n", 0, segments[k].start) + 1
    words_ = text[line : segments[k].stop].rstrip(" :")
    bare = re.split(r"[,;(]| - ", words_, maxsplit=1)[0]
    match = HEAD.match(bare)
    if match is None or not 0 < len(match["what"].split()) <= 6:
        return None
    what = match["what"].strip()
    last = what.casefold().rsplit(" ", 1)[-1]
    if last in words("nouns", "vague") or re.search(
        r"\b(?:is|are|was|were|have|has|need|want|i|we|you)\b", what, re.IGNORECASE
    ):
        return None
    start = line + match.start("what")
    return Ref("thing", start, start + len(what), name=what, definite=True)
