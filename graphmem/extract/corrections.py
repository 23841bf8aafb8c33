"""Words that put something right: "it's X, not Y", "not Y but X", "I meant X", "*X", "wrong one, it's X"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.caches import of_texts
from graphmem.extract import lexicon
from graphmem.extract.mentions import Ref
from graphmem.extract.values import value_type

__all__ = ["Correction", "correction", "corrects_ahead", "put_right_before", "puts_right"]

WORDS = r"(?:[^,;.!?()\n]|\.(?=\w)|(?<=\b[A-Z])\.)+?"
ALL = r"(?: (?:all|everyone|everybody|folks|guys|team|both))?"
LEAD = (
    rf"\s*(?:(?:no|nope|sorry{ALL}|oops{ALL}|wait|actually|correction|typo|ugh|apologies{ALL}|hm+|ah|well|and|oh)"
    r"[,!.:;\s-]+)*"
)
BE = r"(?:it(?:'s| is| was)|that(?:'s| is| was)|they(?:'re| are)|this is|he(?:'s| is)|she(?:'s| is))"
PREP = r"(?:(?:in|at|on|with|to|from|for|by|called) )?"
DET = r"(?:(?:the|a|an|my|our) )?"
NEW = rf"{PREP}{DET}(?P<new>{WORDS})"
OLD = rf"{PREP}{DET}(?P<old>{WORDS})"
END = r"[.!\s]*$"
SPOKE = (
    r"(?:said|wrote|put|typed|gave|told (?:you|everyone|them|her|him)|keep saying|kept saying)"
    r"(?: (?:it|that|they)(?:'s| is| was)?)?"
)
NOW_IT = r"(?:it|that|they|this)(?:'s| is| was|'re| are| should (?:be|have been|read|say)| ought to be)"
IT_IS_NOT = r"(?:it|that|this) (?:isn't|is not|wasn't|was not)"
OLD_WORD = r"(?P<old>[\w'-]+)"
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
        rf"(?:the|my|our|his|her|their|its) (?:[\w-]+ ){{1,5}}?{BE_NOT} {OLD} but {NEW}",
        rf"(?:{BE} not |{IT_IS_NOT} ){DET}{OLD_WORD} (?:who|that|which|\w+) [^,;]{{3,40}},? (?:but |{BE} ){NEW}",
        rf"make (?:that|it) {NEW}",
        rf"\*\s?{NEW}",
        rf"{NEW}\s?\*",
        rf"{NEW},? (?:i mean|i meant|sorry|my bad|my mistake|oops|apologies|that is)",
        rf"(?:i|we) {SPOKE} {OLD}(?:{BREAK}|,? )(?:but |and |when |though )?(?:actually )?{NOW_IT} {NEW}",
        rf"(?:please )?(?:for|where i (?:said|wrote|put)|instead of) {OLD},? (?:please )?read {NEW}(?: (?:in|on) .*)?",
        rf"(?:please )?read {NEW} for {OLD}",
        rf"(?:{BE} )?{NEW},? (?:spel(?:t|led) )?(?:with|without) (?:an?|one|two|no) [a-z]{{1,2}}'?s?(?: .{{0,20}})?",
    )
)
# What is read of a sheet, or found by looking: only a value of a certain shape counts.
SHEETS = (
    "receipt|contract|ticket|letter|invite|invitation|e-?mail|mail|plaque|sign|form|website|site|label|box|leaflet|"
    "confirmation|calendar|map|manual|booking|bill|invoice|app|passport|paper|note|brochure|schedule|timetable"
)
FOUND = re.compile(
    rf"^{LEAD}(?:(?:the|my|our|her|his|their) (?:{SHEETS}) (?:actually )?says(?: it's| it is| that it's)?|"
    rf"(?:i|we) (?:just )?(?:weighed|measured|counted|checked|asked|looked|rang)(?: it| them| up| again)*[,:–-]+"
    rf"(?: {BE})?) {NEW}{END}",
    re.IGNORECASE,
)
SLIPS = (
    r"wrong|typo|my (?:mistake|bad|error)|mistaken?|mis-?(?:read|heard|typed|spoke|spelt|spelled|counted|remembered|"
    r"dialled|quoted|calculated|labelled|took)|mixed (?:it |them |that |those |\w+ \w+ )?up|mix-?up|swapped|muddled|"
    r"confused|jumbled|flipped|reversed|inverted|transposed|scratch (?:that|this)|strike (?:that|this)|"
    r"(?:ignore|disregard|forget) (?:that|this|what i (?:said|wrote)|my (?:last|previous|earlier)|the above)|"
    r"correction|outdated|stand corrected|set me straight|put me right|corrected me|auto-?correct|"
    r"got (?:it|that|this|her name|his name|the \w+|my \w+|\w+'s \w+) wrong|(?:was|am) wrong about|"
    r"(?:an? )?(?:year|day|week|month|hour|digit|letter|floor) (?:out|off)|forgot the time zone|for the confusion"
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
    rf"no|nope|sorry{ALL}|oops{ALL}|wait|correction|typo|ugh|apologies|i mean|rather|make that|ah|oh|hm+|"
    r"scratch that|strike that|my (?:mistake|bad|error)|ignore that|no wait"
)
PUT = rf"\s*(?:(?:{PUTS})[,!.:;\s-]+)+"
PUT_IT = re.compile(rf"^{PUT}{BE} {SURELY}{NEW}{END}", re.IGNORECASE)
BARE = re.compile(rf"^{PUT}{NEW}{END}", re.IGNORECASE)
# After "wrong day!": a word or two that stand alone.
IDLE = rf"(?:{PUTS}|thanks|thank you|ok|okay|yes)\b"
ALONE = re.compile(rf"^{LEAD}(?!{IDLE}){PREP}{DET}(?P<new>\S+?(?: \S+?)?){END}", re.IGNORECASE)
HEDGED = re.compile(
    r"\b(?:if|would|maybe|perhaps|sure|yet|only|enough|really|bad|all|also|too|that|because|why|me|us|him|them)\b|"
    r"\b(?:i|we|you|he|she|they|it|there)(?:'\w+)? \w|\bthere's\b|\b(?:i|you|we|he|she|they)(?:'\w+)?$|"
    r"^(?:not|so|just|what|who)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Correction:
    """The new value and the old one, if it is said, by reference into the text."""

    new: Ref
    old: Ref | None


STRONG = re.compile(
    rf"\b(?:{SLIPS}|actually|i meant|should have been|looked it up|double-checked|turns out|just (?:checked|looked)|"
    rf"checked again|(?:i|we) (?:said|wrote|keep saying|kept saying)|never said|"
    rf"(?:the|my|our|her|his|their) (?:{SHEETS}) (?:actually )?says)\b|"
    r"^\W*(?:no|nope)[,.:!] (?=(?:the|my|our|his|her|their|its) .* (?:is|are|was)\b)",
    re.IGNORECASE,
)
CUE_ALONE = re.compile(
    rf"^\W*(?:{SLIPS}|sorry|apologies|oops|my bad|my mistake)(?: (?:on|in) my (?:part|side|end))?\W*$", re.IGNORECASE
)


def put_right_before(text: str) -> bool:
    """Whether the words are no more than the cue for what stands before them: "Autocorrect.", "My mistake."."""
    return CUE_ALONE.match(text) is not None


@of_texts(maxsize=1024)
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
    match = BARE.match(words) or FOUND.match(words) or (ALONE.match(words) if expected else None)
    found = _read(match, text, start) if match is not None else None
    shaped = found is not None and (found.new.value != "text" or any(c.isdigit() for c in found.new.name))
    return found if found is not None and (shaped or found.new.name[:1].isupper()) else None


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
