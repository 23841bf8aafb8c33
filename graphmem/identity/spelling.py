"""One spelling for the many a name has: case, width, marks, umlauts and scripts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from graphmem.identity.forms import forms

__all__ = ["fold", "is_ideographic", "legible", "romanise", "skeleton", "spell_out", "squeeze", "words"]

TRADE_SIGNS = dict.fromkeys(map(ord, "™℠®©"))  # before NFKC, which would glue "TM" to the name
QUOTES = str.maketrans(dict.fromkeys("’‘ʼʹ′`´＇‛", "'") | dict.fromkeys("‐‑‒–—−", "-"))
# Letters that Unicode does not decompose into a base and a mark.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t"}
)
TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
# What transcriptions into Latin letters disagree about.
LOOSE_SPELLINGS = [
    (re.compile(pattern), plain)
    for pattern, plain in [("kh", "h"), ("ph", "f"), ("[yj]", "i"), ("w", "v"), ("ck", "k"), (r"(.)\1+", r"\1")]
]
IDEOGRAPHIC = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
# Letters, marks and digits; everything else that is not ASCII has been taken out or set apart by then.
LETTER = r"[a-z0-9\x80-\U0010ffff]"
WORD = re.compile(rf"(?<!{LETTER})-[0-9]{LETTER}*|{LETTER}+(?:[+#]+(?!{LETTER}))?|[$%]")


def legible(text: str) -> str:
    """The text with one kind of apostrophe and dash, in NFKC, without signs and characters that do not show."""
    if text.isascii():
        return text.replace("`", "'")
    plain = unicodedata.normalize("NFKC", text.translate(TRADE_SIGNS)).translate(QUOTES)
    return "".join(char for char in plain if unicodedata.category(char) != "Cf")


def fold(text: str) -> str:
    """The text without case and, in scripts that write them as ornaments, without marks; digits are ASCII."""
    lower = legible(text).casefold()
    if lower.isascii():
        return lower
    bare = "".join(_unmarked(unicodedata.normalize("NFKD", lower))).translate(PLAIN_LETTERS)
    return unicodedata.normalize("NFC", bare)


def _unmarked(decomposed: str) -> Iterator[str]:
    """Drops marks on Latin, Greek and Cyrillic letters and vowel points; in other scripts a mark is a letter."""
    ornamented = False
    for char in decomposed:
        if unicodedata.category(char) == "Mn":
            if not (ornamented or _is_point(char)):
                yield char
        else:
            ornamented = ord(char) < 0x0530 or 0x1E00 <= ord(char) < 0x2000
            yield str(unicodedata.decimal(char, char))


def _is_point(char: str) -> bool:
    """A Hebrew or Arabic vowel point, or a variation selector."""
    return "\u0591" <= char <= "\u05c7" or "\u0610" <= char <= "\u06ed" or "\ufe00" <= char <= "\ufe0f"


def words(text: str) -> tuple[str, ...]:
    """The folded words of a text; digits, signs that carry meaning (C++, $5, -3) and symbols are kept."""
    folded = fold(text).replace("'", "").replace(" & ", " and ")
    if not folded.isascii():
        folded = "".join(char if char.isascii() else _parted(char) for char in folded)
    return tuple(WORD.findall(folded))


def _parted(char: str) -> str:
    category = unicodedata.category(char)
    if category[0] in "LMN":
        return char
    return f" {char} " if category in {"So", "Sc"} else " "


def squeeze(text: str) -> str:
    """The words of a text written as one."""
    return "".join(words(text))


def spell_out(text: str) -> str:
    """The text with German and Nordic letters written as two: "Müller" as "mueller"."""
    return legible(text).casefold().translate(TWO_LETTERS)


def romanise(folded: str) -> str:
    """Cyrillic and Greek letters in Latin ones, the rest as it is."""
    return folded if folded.isascii() else folded.replace("ου", "ou").translate(_latin_of())


@cache
def _latin_of() -> Mapping[int, str]:
    letters = forms()["letters"]
    pairs = f"{letters['cyrillic']} {letters['greek']}".split()
    return str.maketrans(dict(zip(pairs[::2], pairs[1::2], strict=True)) | dict.fromkeys(letters["silent"], ""))


def skeleton(folded: str) -> str:
    """What transcriptions of one name into Latin letters have in common: "Sergey" and "Sergei" give "sergei"."""
    plain = romanise(folded)
    for pattern, replacement in LOOSE_SPELLINGS:
        plain = pattern.sub(replacement, plain)
    return plain


def is_ideographic(text: str) -> bool:
    """Whether it has Han, kana or Hangul, where one character is a syllable or a word."""
    return IDEOGRAPHIC.search(text) is not None
