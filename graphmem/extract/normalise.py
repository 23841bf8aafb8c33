"""Text as the parser reads it best, character for character as long as the original, so that every span holds.

Shouting, curly quotes, emoji, markdown and "Big news," cost more parses than any rule inside a parser mends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from graphmem.extract.words import phrases, text_words

__all__ = ["Normalised", "blank", "lower", "normalise", "unspoken"]


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text made ready to be parsed; `len(text)` is that of the original, and equal offsets mean equal words."""

    text: str


ATTACHMENT = re.compile(
    r"[\[<(](?:image|photo|picture|video|gif|sticker|attachment|attached|file|audio|voice (?:note|message)|media)\b"
    r"(?::[^\]>)\n]{0,400}| omitted| attached| deleted)[\]>)]",
    re.IGNORECASE,
)


def normalise(text: str) -> Normalised:
    """The text with the same length and plainer spelling: idempotent, and linear in time.

    Quotes, dashes, spaces and full-width forms become ASCII one for one; emoji, markdown marks and
    discourse prefixes become spaces; shouted words become lower case; a line end at which a sentence
    ends becomes a stop.
    """
    for step in (_plain_characters, _without_pictures, _without_markdown, _dashes, _quiet, _stops, _without_prefixes):
        text = step(text)
    return Normalised(text)


def unspoken(text: str) -> str:
    """The text with marks of attachments ("[image: two dogs]") as spaces: a program's note is nobody's claim."""
    return blank(text, (match.span() for match in ATTACHMENT.finditer(text)))


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with the spans as spaces; line ends in them stay."""
    parts, done = [], 0
    for start, stop in sorted(spans):
        if stop > max(start, done):
            parts += [text[done : max(start, done)], _spaces(text[max(start, done) : stop])]
            done = stop
    return "".join((*parts, text[done:]))


def lower(text: str) -> str:
    """Lower case of equal length: the few letters whose lower case is longer stay as they are."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _spaces(piece: str) -> str:
    return "\n".join(" " * len(line) for line in piece.split("\n")) if "\n" in piece else " " * len(piece)


def _blank_match(match: re.Match[str]) -> str:
    return _spaces(match.group())


# --- characters -----------------------------------------------------------------------------------------------------

FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
PLAIN = str.maketrans(
    {
        **dict.fromkeys("’‘‚‛′ʼ´", "'"),
        **dict.fromkeys("“”„‟″«»＂", '"'),
        **dict.fromkeys("‐‑‒⁃−", "-"),
        **dict.fromkeys(
            "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
        ),
        **dict.fromkeys(
            "\u200b\u200c\u200e\u200f\u2060\ufeff\u00ad\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", " "
        ),
        **dict.fromkeys("\u2028\u2029\u0085\x0b\x0c", "\n"),
        **dict.fromkeys("\r\t", " "),
        **dict.fromkeys((chr(code) for code in range(32) if chr(code) not in "\n\t\r\x0b\x0c"), " "),
        "…": ".",
        "。": ".",
        "、": ",",
    }
    | {chr(code): chr(plain) for code, plain in FULL_WIDTH.items() if chr(code) != "＂"}
)


# "Bay no. 12": of a short word for "number" the parser makes an end of the sentence, or an answer.
NUMBERED = re.compile(r"(?<=\w )(?:no|nr|num)\.(?=[ ]?\d)|№", re.IGNORECASE)


def _plain_characters(text: str) -> str:
    return NUMBERED.sub(_blank_match, text.translate(PLAIN))


PICTURE = re.compile(
    "["
    "\U0001f000-\U0001faff"  # pictographs, flags, skin tones, cards
    "\U000e0020-\U000e007f"  # tag characters of flags
    "\u2300-\u23ff\u2460-\u24ff\u2600-\u27bf\u2b00-\u2bff\u3030\u303d\u3297\u3299"  # dingbats and symbols
    "\u200d\u20e3\ufe0e\ufe0f"  # joiners and variation selectors
    "]"
)
FACE = re.compile(r"(?<!\S)(?:[:;=]['^]?[-o]?[)(DPpOo3/\\|*\]\[]+|<3+|\^_*\^|x[D]+|:'\()(?=[\s.,!?]|$)")


def _without_pictures(text: str) -> str:
    return FACE.sub(_blank_match, PICTURE.sub(" ", text))


# --- markdown -------------------------------------------------------------------------------------------------------

MARK = (
    r"(?:\#{1,6}(?=[ ])|>+(?=[ ]|\S)|(?:[-*+•·▪◦‣]|\d{1,2}[.)])(?=[ ])(?:[ ]+\[[ xX]?\](?=[ ]))?|\[[ xX]?\](?=[ ])"
    r"|[-*_=]{3,}[ ]*$)"
)
LINE_MARK = re.compile(rf"^[ ]*{MARK}(?:[ ]*{MARK})*", re.MULTILINE)
EMPHASIS = re.compile(r"(?<![\w*_~])(\*{1,3}|_{1,3}|~~)(?=[^\s*_~])([^*_~\n]{1,400})(?<=[^\s*_~])\1(?![\w*_~])")
LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\](\([^()\s]{1,500}\))")


def _without_markdown(text: str) -> str:
    text = LINE_MARK.sub(_blank_match, text).replace("`", " ")
    text = EMPHASIS.sub(lambda m: " " * len(m[1]) + m[2] + " " * len(m[1]), text)
    return LINK.sub(_link_text, text)


def _link_text(match: re.Match[str]) -> str:
    head = match.start(1) - match.start()
    return " " * head + match[1] + " " * (match.end() - match.end(1))


LONG_DASH = re.compile(r"—|(?<=\s)(?:–|--?)(?=\s)|(?<=\w)--(?=\w)")


def _dashes(text: str) -> str:
    """A dash between clauses as a comma, which splits words for the parser; a dash in a range as a hyphen."""
    return LONG_DASH.sub(lambda m: "," + " " * (len(m[0]) - 1), text).replace("–", "-").replace("―", ",")


# --- shouting -------------------------------------------------------------------------------------------------------

SHOUTED = re.compile(r"(?<![\w@#/.-])[A-Z](?:[A-Z']*)(?:[\s,;:&-]+[A-Z][A-Z']*)+(?![\w@/])")
CAPITALS = re.compile(r"(?<![\w@#/.&-])[A-Z][A-Z']+(?![\w@/&-])")
SHOUTED_LETTERS = 8
NAME_GLUE = frozenset(
    ["a", "and", "at", "for", "in", "of", "or", "the"]
)  # in names and headings as well: "BBC NEWS AND WEATHER"


def _quiet(text: str) -> str:
    return CAPITALS.sub(_quiet_word, SHOUTED.sub(_quiet_run, text))


def _quiet_run(match: re.Match[str]) -> str:
    """Shouted words in lower case, if they are words: a row of acronyms or initials has no function word in it."""
    run = match.group()
    words = re.findall(r"[A-Z']+", run)
    small = [word for word in words if word.lower().replace("'", "") in text_words("function_words") - NAME_GLUE]
    shouted = len(words) >= 3 and sum(map(len, words)) >= SHOUTED_LETTERS
    if not small or not shouted or (words[0] == "I" and len(small) == 1 and len(words) > 2 and len(words[1]) == 1):
        return run
    return _sentence_case(run, match.string, match.start())


def _sentence_case(run: str, text: str, start: int) -> str:
    low = re.sub(r"\bi\b", "I", run.lower())
    before = text[max(0, start - 200) : start].rstrip()[-1:]
    return low[0].upper() + low[1:] if before in {"", ".", "!", "?", "\n"} else low


def _quiet_word(match: re.Match[str]) -> str:
    word = match.group()
    if word.lower() not in text_words("emphasis"):
        return word
    return _sentence_case(word, match.string, match.start())


# --- line ends and heads of sentences -------------------------------------------------------------------------------

LINE_END = re.compile(r"(?<=[\w)\]\"'%€$£])([ ]*)\n(?=[ ]*\n|[ ]*[A-Z0-9\"'(])")


def _stops(text: str) -> str:
    """A stop at line ends where a sentence ends unmarked; where the next line goes on in lower case, none."""
    return LINE_END.sub(lambda m: "." + m[1][1:] + "\n" if m[1] else "." if _spaced(m) else "\n", text)


def _spaced(match: re.Match[str]) -> bool:
    return match.string[match.end() : match.end() + 1] in " \n"


@cache
def _prefix() -> re.Pattern[str]:
    greeting = (
        r"(?:hi|hey|hello|dear|hiya|yo|good\ morning|good\ evening|good\ afternoon|morning|evening"
        r"|thanks|thank\ you)\ +[^\W\d]\w*(?:\ +[A-Z]\w*)?"
    )
    marked = (
        rf"(?:{phrases('prefixes')}|{greeting})(?:\ (?:all|team|everyone|everybody|folks|guys|both"
        rf"|there))?\s*(?:[,:;!]+|\.{{2,}}|,?\s+-\s)"
    )
    bare = (
        rf"(?:{phrases('bare_prefixes')})(?=\s+(?:i|we|he|she|it|they|my|our|the|his|her|their|that|this"
        rf"|there|you|your|i'm|we're|it's|he's|she's|they're)\b)"
    )
    lead = r"(?:(?:oh|ah|and|so|ok|okay|also|well|yeah|yes|hey|just|but)\s+)?"
    return re.compile(
        rf"[ \"']{{0,4}}(?:(?:{lead})(?:{marked}|{bare})[ ]*(?:{MARK}[ ]*)*)+(?![ ]*{MARK})(?=[ ]*[^\s,.:;!?-])",
        re.IGNORECASE,
    )


HEAD = re.compile(r"(?:\A|(?<=[.!?\n]))[ ]*(?=[^\s.!?])")


def _without_prefixes(text: str) -> str:
    parts, done = [], 0
    for head in HEAD.finditer(text):
        found = _prefix().match(text, head.end()) if head.end() >= done else None
        if found:
            parts += [text[done : found.start()], _spaces(found.group())]
            done = found.end()
    return "".join((*parts, text[done:]))
