"""Words of questions and of stored text: tokens, stems, and how near two stems are."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, Final

from graphmem.caches import of_texts

__all__ = [
    "Token",
    "Words",
    "content",
    "fold",
    "joined",
    "nearness",
    "phrase_at",
    "related",
    "spoken",
    "stem",
    "tokens",
    "words",
]

# A word keeps inner hyphens, apostrophes, dots and slashes, so that KV-318-TD, O'Neil, B.V. and 4C-17 stay whole.
WORD: Final = re.compile(r"[^\W_]+(?:[-'’./@+&_:]+[^\W_]+)*(?:\+\+|#)?", re.UNICODE)
SHORT: Final = re.compile("[^aeiou][aeiou][^aeiouwxy]")  # of living, making: an e was dropped
PLURALS: Final = (("ies", "y", 5), ("sses", "ss", 5), ("xes", "x", 4), ("ches", "ch", 6), ("shes", "sh", 6))
RELATED: Final = 0.6
OF_KIND: Final = 0.5
DERIVED: Final = 0.5
COMPOUND: Final = 0.5
SHARED: Final = 5  # the least that two words derived of one share
# What may stand after it, in stems: insur-anc and insur-er, propos and propos-al.
ENDINGS: Final = (
    "", "e", "i", "ic", "al", "anc", "enc", "at", "ation", "ition", "ion", "ant", "ent", "er", "or", "ist", "ing",
    "iti", "abl", "ibl", "iv", "ou", "ful", "ship", "ag", "ur", "ian", "iz", "is", "ifi", "t",
)  # fmt: skip
ARTICLES: Final = frozenset({"the", "a", "an"})  # may stand inside a phrase: tie the knot
LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th"})
POSSESSIVE: Final = re.compile(r"(?<=\w\w)'s$|(?<=^\w)'s$")
PARTS: Final = re.compile(r"[-/]")
DASHES: Final = str.maketrans({"’": "'", "‘": "'", "‐": "-", "‑": "-", "–": "-"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text, `text[start:stop]`; `lower` is folded, without a possessive ending."""

    text: str
    lower: str
    start: int
    stop: int
    possessive: bool


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists of words.toml, as sets and phrases."""

    stop: frozenset[str]
    meta: frozenset[str]
    type_noun: frozenset[str]
    particle: frozenset[str]
    title: frozenset[str]
    compound: frozenset[str]
    passing: frozenset[str]
    change: frozenset[str]
    calendar: frozenset[str]
    tongue: frozenset[str]
    irregular: dict[str, str]
    whole: frozenset[str]
    grammar: dict[str, frozenset[str]]
    kind: dict[str, tuple[tuple[str, ...], ...]]
    known: tuple[tuple[str, ...], ...]
    form: dict[str, tuple[tuple[str, ...], ...]]
    value: dict[str, tuple[tuple[str, ...], ...]]
    hint: dict[str, tuple[tuple[str, ...], ...]]


@cache
def words() -> Words:
    """The shipped word lists."""
    table: dict[str, Any] = tomllib.loads((files("graphmem.recall") / "words.toml").read_text(encoding="utf-8"))
    irregular = table["stem"]["irregular"].split()
    return Words(
        **{name: frozenset(text.split()) for name, text in table["work"].items()},
        irregular=dict(zip(irregular[::2], irregular[1::2], strict=True)),
        whole=frozenset(table["stem"]["whole"].split()),
        grammar={name: frozenset(text.split()) for name, text in table["grammar"].items()},
        kind={name: _phrases(rows) for name, rows in table["kind"].items()},
        known=_phrases(table["known"]["phrase"]),
        form={name: _phrases(rows) for name, rows in table["form"].items()},
        value={name: _phrases(rows) for name, rows in table["value"].items()},
        hint={name: _phrases(rows) for name, rows in table["hint"].items()},
    )


def _phrases(rows: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row.split()) for row in rows)


@of_texts(maxsize=8192)
def fold(text: str) -> str:
    """`text` in lower case, without accents and with plain apostrophes and hyphens."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.translate(DASHES).casefold().translate(LETTERS))
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


@of_texts(maxsize=2048)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text in order."""
    return tuple(_token(match) for match in WORD.finditer(text))


def _token(match: re.Match[str]) -> Token:
    lower, bare = fold(match.group()), _bare(match.group())
    after = match.string[match.end() : match.end() + 2]
    plural = lower.endswith("s") and after[:1] in {"'", "’"} and not after[1:2].isalnum()
    return Token(match.group(), bare, match.start(), match.end(), bare != lower or plural)


@of_texts(maxsize=16384)
def stem(word: str) -> str:
    """The stem of a folded word: one form for live, lives, living and lived. Not a word for people."""
    listed = words()
    if word in listed.irregular:
        word = listed.irregular[word]
    if word in listed.whole or not word.isalpha() or not word.isascii():
        return word
    single = _without_inflection(word)
    return _close(_without_derivation(listed.irregular.get(single, single)))


def _without_inflection(word: str) -> str:
    for ending, kept, least in PLURALS:
        if word.endswith(ending) and len(word) >= least:
            return word[: -len(ending)] + kept
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-1]
    if word in words().whole:
        return word
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and re.search("[aeiouy]", rest):
            return rest + "e" if SHORT.fullmatch(rest) else _undoubled(rest)
    return word


def _without_derivation(word: str) -> str:
    if word in words().whole:
        return word
    for ending, least in (("ment", 4), ("ly", 4), ("er", 5), ("or", 5), ("ion", 4), ("ness", 4)):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= least and _derived(ending, rest):
            return _undoubled(rest)
    return word


def _derived(ending: str, rest: str) -> bool:
    """Whether what stands before the ending can be a word: locat-ion, and not supp-ly or mill-ion."""
    if ending == "ion":
        return rest[-1] in "ts"
    return ending != "ly" or rest[-1] not in "aeioup"


def _undoubled(rest: str) -> str:
    return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "aeiouls" else rest


def _close(word: str) -> str:
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def spoken(text: str) -> tuple[str, ...]:
    """The words of a text in order, folded and without possessive endings."""
    return tuple(_bare(word) for word in WORD.findall(text))


@of_texts(maxsize=65536)
def _bare(word: str) -> str:
    return POSSESSIVE.sub("", fold(word))


def content(text: str) -> tuple[str, ...]:
    """The stems of a text's content words, in order: no function words."""
    return _content(text)


@of_texts(maxsize=32768)
def _content(text: str) -> tuple[str, ...]:
    found = WORD.findall(text)
    phrases = (phrase for _, _, phrase in joined([_bare(word) for word in found]))
    return tuple(chain(chain.from_iterable(_stems_of(word) for word in found), phrases))


def joined(lowers: Sequence[str]) -> Iterable[tuple[int, int, str]]:
    """The phrases of two words that related.txt lists as one: the first word, the last, and the phrase, look_after."""
    listed = _phrasal()
    for at, word in enumerate(lowers[:-1]):
        seconds = listed.get(stem(word))
        if seconds:
            last = at + 2 if lowers[at + 1] in ARTICLES and at + 2 < len(lowers) else at + 1
            if lowers[last] in seconds:
                yield at, last, seconds[lowers[last]]


@of_texts(maxsize=65536)
def _stems_of(word: str) -> tuple[str, ...]:
    """The stems of a word as written: none of a function word; of a compound also those of its parts."""
    lower, stop = _bare(word), words().stop
    if lower in stop:
        return ()
    parts = PARTS.split(lower) if "-" in lower or "/" in lower else ()
    return (stem(lower), *(stem(part) for part in parts if len(part) > 1 and part not in stop))


@cache
def _lines() -> tuple[str, ...]:
    lines = (files("graphmem.recall") / "related.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in _lines() if ":" not in line)


@cache
def _kinds() -> dict[str, frozenset[str]]:
    """By the stem of a word for a kind, the stems of what is of that kind."""
    rows = (line.split(":") for line in _lines() if ":" in line)
    return {stem(kind): frozenset(stem(fold(word)) for word in listed.split()) for kind, listed in rows}


@cache
def _phrasal() -> dict[str, dict[str, str]]:
    """By the stem of its first word, the second words of each phrase of related.txt, and the phrase."""
    found: dict[str, dict[str, str]] = {}
    for phrase in (word for row in _rows() for word in row if "_" in word):
        first, _, second = phrase.partition("_")
        found.setdefault(stem(first), {})[second] = phrase
    return found


@cache
def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, row in enumerate(_rows()):
        for word in row:
            found.setdefault(stem(fold(word)), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@of_texts(maxsize=65536)
def nearness(one: str, other: str) -> float:
    """How far one stem stands for another: 1 the same, .6 in a group of related.txt, else .5 or 0.

    .5: one is of the kind that the other names, both are derived of one word, or one is a part of the other.
    """
    if one == other:
        return 1.0
    groups = _groups()
    if one in groups and other in groups and groups[one] & groups[other]:
        return RELATED
    kinds = _kinds()
    if other in kinds.get(one, ()) or one in kinds.get(other, ()):
        return OF_KIND
    if one[:SHARED] == other[:SHARED] and _one_root(one, other):
        return DERIVED
    short, long = sorted((one, other), key=len)
    apart = len(long) - len(short)
    if len(short) >= 4 and ((apart >= 3 and long.startswith(short)) or (apart >= 2 and long.endswith(short))):
        return COMPOUND
    return 0.0


def _one_root(one: str, other: str) -> bool:
    """Whether two stems are derived of one word: they differ by known endings alone."""
    apart = (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    shared = next(apart, min(len(one), len(other)))
    return shared >= SHARED and one[shared:] in ENDINGS and other[shared:] in ENDINGS


def related(word: str) -> tuple[str, ...]:
    """The words of related.txt that share a group with a stem, as written there, without itself; sorted."""
    groups, rows = _groups().get(word, frozenset()), _rows()
    return tuple(sorted({other for number in groups for other in rows[number] if stem(fold(other)) != word}))


def phrase_at(phrase: tuple[str, ...], lowers: tuple[str, ...]) -> int:
    """Where a phrase stands in folded words: the index of its first word, or -1. `*` stands for none to three words."""
    if phrase[0] != "*" and phrase[0] not in lowers:
        return -1
    return next((start for start in range(len(lowers)) if _matches(phrase, lowers[start:])), -1)


def _matches(phrase: tuple[str, ...], lowers: tuple[str, ...]) -> bool:
    if not phrase:
        return True
    if phrase[0] == "*":
        return any(_matches(phrase[1:], lowers[skip:]) for skip in range(4))
    return bool(lowers) and lowers[0] == phrase[0] and _matches(phrase[1:], lowers[1:])
