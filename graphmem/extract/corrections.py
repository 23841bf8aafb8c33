"""Words that put something right: "it's X, not Y", "not Y but X", "I meant X", "*X", "wrong one, it's X"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.extract import lexicon
from graphmem.extract.mentions import Ref
from graphmem.extract.values import value_type

__all__ = ["Correction", "correction", "corrects_ahead", "puts_right"]

WORDS = r"(?:[^,;.!?()\n]|\.(?=\w)|(?<=\b[A-Z])\.)+?"
LEAD = r"\s*(?:(?:no|nope|sorry|oops|wait|actually|correction|typo|ugh|apologies|hm+|ah|well|and|oh)[,!.:;\s-]+)*"
BE = r"(?:it(?:'s| is| was)|that(?:'s| is| was)|they(?:'re| are)|this is|he(?:'s| is)|she(?:'s| is))"
PREP = r"(?:(?:in|at|on|with|to|from|for|by|called) )?"
DET = r"(?:(?:the|a|an|my|our) )?"
NEW = rf"{PREP}{DET}(?P<new>{WORDS})"
OLD = rf"{PREP}{DET}(?P<old>{WORDS})"
END = r"[.!\s]*$"
BE_NOT = r"(?:is|are|was)(?: not|n't)"
BREAK = r"\s*[,;:-]+\s*"
NOT_OLD = rf"(?:,? (?:and )?not {OLD})?"
SHAPES = tuple(
    re.compile(rf"^{LEAD}{shape}{END}", re.IGNORECASE)
    for shape in (
        rf"(?:{BE} )?not {OLD}{BREAK}(?:but |rather |{BE} )?{NEW}",
        rf"(?:{BE} )?not {OLD} but (?:rather )?{NEW}",
        rf"(?:{BE} )?(?:actually |really |in fact )?{NEW},? (?:and |- ?)?(?:rather than|instead of|not) {OLD}",
        rf"(?:it|that|this) (?:isn't|is not|wasn't|was not) {OLD}{BREAK}(?:but |{BE} )?{NEW}",
        rf"(?:the|my|our|his|her|their|its) (?:[\w-]+ ){{1,5}}?{BE_NOT} {OLD}{BREAK}(?:but |{BE} ){NEW}",
        rf"(?:i|we) (?:meant|mean)(?: to (?:say|write|type))? {NEW}{NOT_OLD}",
        rf"(?:it |that |this )?should (?:be|read|say|have (?:been|said|read)) {NEW}{NOT_OLD}",
        rf"make (?:that|it) {NEW}",
        rf"\*\s?{NEW}",
    )
)
SLIPS = (
    r"wrong|typo|my (?:mistake|bad|error)|mistaken?|mis-?(?:read|heard|typed|spoke|spelt|spelled|counted|remembered|"
    r"dialled|quoted|calculated|labelled|took)|mixed (?:it |them |that |those |\w+ \w+ )?up|mix-?up|swapped|muddled|"
    r"confused|jumbled|flipped|reversed|inverted|transposed|scratch (?:that|this)|strike (?:that|this)|"
    r"(?:ignore|disregard|forget) (?:that|this|what i (?:said|wrote)|my (?:last|previous|earlier)|the above)|"
    r"correction|outdated|stand corrected|set me straight|put me right|corrected me"
)
CUE = re.compile(
    rf"\b(?:{SLIPS}|i was off|slip of|auto-?correct|not right|oops|apologies|sorry)\b",
    re.IGNORECASE,
)
SURELY = r"(?:actually |really |in fact |meant to be |supposed to be )?"
AFTER = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"^{LEAD}(?:wrong \w+[,!.:;\s-]+|typo[,!.:;\s-]+)?{BE} {SURELY}{NEW}(?: (?:now|then))?{END}",
        rf"^[^.!?\n]{{0,60}}?\b(?:{SLIPS})\b[^.!?\n]{{0,40}}?[,;:!-]\s*(?:and |so )?(?:{BE} )?{SURELY}{NEW}{END}",
    )
)
PUTS = (
    r"no|nope|sorry|oops|wait|correction|typo|ugh|apologies|i mean|rather|make that|ah|oh|hm+|scratch that|strike that|"
    r"my (?:mistake|bad|error)|ignore that|no wait"
)
PUT = rf"\s*(?:(?:{PUTS})[,!.:;\s-]+)+"
PUT_IT = re.compile(rf"^{PUT}{BE} {SURELY}{NEW}{END}", re.IGNORECASE)
BARE = re.compile(rf"^{PUT}{NEW}{END}", re.IGNORECASE)
# After "wrong day!": a word or two that stand alone.
IDLE = rf"(?:{PUTS}|thanks|thank you|ok|okay|yes)\b"
ALONE = re.compile(rf"^{LEAD}(?!{IDLE}){PREP}{DET}(?P<new>\S+?(?: \S+?)?){END}", re.IGNORECASE)
HEDGED = re.compile(
    r"\b(?:if|would|maybe|perhaps|sure|yet|only|enough|really|bad|all|also|too|that|because|why|me|us|him|them)\b|"
    r"\b(?:i|we|you|he|she|they|it|there)(?:'\w+)? \w|\bthere's\b|^(?:not|so|just|what|who)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Correction:
    """The new value and the old one, if it is said, by reference into the text."""

    new: Ref
    old: Ref | None


STRONG = re.compile(
    rf"\b(?:{SLIPS}|actually|i meant|should have been|looked it up|double-checked)\b",
    re.IGNORECASE,
)


def puts_right(text: str) -> bool:
    """Whether the words say so plainly that what follows replaces something said before."""
    return STRONG.search(text) is not None


def corrects_ahead(text: str) -> bool:
    """Whether these words say that something said before was wrong."""
    return CUE.search(text) is not None


def correction(text: str, plain: str, start: int, stop: int, *, expected: bool) -> Correction | None:
    """The correction that the segment `[start, stop)` makes; `expected` when a cue stood shortly before it.

    `plain` is the text with its marks made plain, of equal length; the shapes are sought in it.
    """
    words = plain[start:stop]
    if "?" in words or len(words) > 160:
        return None
    for shape in (*SHAPES, PUT_IT, *(AFTER if expected or corrects_ahead(words) else ())):
        match = shape.match(words)
        if match is not None:
            return _read(match, text, start)
    match = BARE.match(words) or (ALONE.match(words) if expected else None)
    found = _read(match, text, start) if match is not None else None
    return found if found is not None and (found.new.value != "text" or found.new.name[:1].isupper()) else None


def _read(match: re.Match[str], text: str, offset: int) -> Correction | None:
    groups = match.groupdict()
    spoken = (groups["new"], groups.get("old") or "")
    if len(groups["new"].split()) > 7 or any(HEDGED.search(part) or _judges(part) for part in spoken):
        return None
    old = _ref(match, "old", text, offset) if groups.get("old") else None
    return Correction(_ref(match, "new", text, offset), old)


def _judges(words: str) -> bool:
    """As in "that's awesome", "bye!", "nope, not that": praise, a greeting or a bare answer puts nothing right."""
    first = {word.strip(",.!").casefold() for word in words.split()[:1]}
    return bool(first & (lexicon.words("adjectives", "evaluative") | lexicon.words("words", "interjection")))


def _ref(match: re.Match[str], name: str, text: str, offset: int) -> Ref:
    start, stop = match.span(name)
    words = text[offset + start : offset + stop]
    kept = words.strip(" *\"'")
    begin = offset + start + words.find(kept)
    plain = " ".join(kept.split())
    return Ref("value", begin, begin + len(kept), name=plain, type="Value", value=value_type(plain))
