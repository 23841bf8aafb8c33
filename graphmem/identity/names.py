"""A name taken apart: its words, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from graphmem.caches import of_texts
from graphmem.identity.forms import forms
from graphmem.identity.spelling import fold, legible, spell_out, squeeze, words

__all__ = ["Name", "Parts", "gender", "read_name", "relation_words", "take_apart", "without_signs"]

# "Maya's sister", "Chris' boat", and the key of such a name: "maya 's sister".
POSSESSIVE = re.compile(r"(.*\S)(?:\s*'s|(?<=s)')\s+(\S.*)", re.IGNORECASE | re.DOTALL)
HONOURED = re.compile(
    r"(.*\w\w)(?:-(?:san|sama|kun|chan|sensei|ssi|nim)|さん|さま|様|くん|ちゃん|先生)", re.IGNORECASE | re.DOTALL
)
HONOURED_KOREAN = re.compile(r"(.*(?:\w{3}|\w\s+))(?:씨|님)", re.DOTALL)
PRONOUNS = re.compile(r"\s*[(\[](?:she|he|they)(?:\s*/\s*\w+)+[)\]]\s*\Z", re.IGNORECASE)
REMEMBERED = 16_384  # names that are kept read: a batch asks for each many times
LONGEST_READ = 300  # characters: what is longer is no name, and is not compared further


@dataclass(frozen=True, slots=True)
class Parts:
    """`tokens` are the folded words of the name itself; of a possessive one ("Maya's sister") those of the relation.

    `numbers` are its figures, the owner's first.
    """

    tokens: tuple[str, ...]
    titles: tuple[str, ...] = ()
    generation: str = ""
    legal: str = ""
    owner: str = ""
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as guards and rules see it: the text as written, the type of what it names, and its parts."""

    text: str
    type: str
    parts: Parts

    @property
    def tokens(self) -> tuple[str, ...]:
        """The folded words, without title, generation and legal form."""
        return self.parts.tokens

    @property
    def spellings(self) -> set[str]:
        """Its words as one, also with umlauts as two letters: names that share one are spelt alike."""
        core = f"{self.parts.owner} {' '.join(without_signs(self.tokens))} {self.parts.generation}"
        two_letters = "" if self.parts.legal or self.parts.titles else squeeze(spell_out(self.text))
        return {spelling for spelling in (squeeze(core), two_letters) if len(spelling) > 2}

    @property
    def is_personal(self) -> bool:
        """Whether it may name a person."""
        return self.type in {"Person", "Thing"} and not self.parts.legal

    @property
    def is_proper(self) -> bool:
        """Whether it is written as a name is: a typed one, or one that no lower-case letter begins."""
        first = legible(self.text).removeprefix("the ").lstrip("\"'(“")[:1]
        return self.type not in {"Thing", "Concept", "Value"} or not first.islower()


@cache
def _titles() -> frozenset[str]:
    titles = forms()["titles"]
    return frozenset((*titles["neutral"], *titles["male"], *titles["female"]))


@cache
def _legal_ending() -> re.Pattern[str]:
    legal = forms()["legal"]
    spellings = rf"(?i:{'|'.join(legal['any_case'])})|{'|'.join(legal['as_written'])}"
    return re.compile(rf"[\s,(]+({spellings})[\s.,;)]*\Z")


def read_name(text: str, type: str = "Thing") -> Name:
    """The name taken apart."""
    return Name(text, type, take_apart(text))


@of_texts(maxsize=REMEMBERED)
def take_apart(text: str) -> Parts:
    """What a name is made of.

    Titles, "the", legal forms, degrees and words of honour go where something remains: "Prof. Lund", "Nordlys AS".
    """
    bare, legal = _without_legal_form(_without_honour(PRONOUNS.sub("", legible(text[:LONGEST_READ])).strip()))
    possessive = POSSESSIVE.fullmatch(bare)
    if possessive and words(possessive[1]) and words(possessive[2]):
        tokens = words(possessive[2])
        return Parts(tokens, legal=legal, owner=possessive[1], numbers=_numbers(possessive[1], *tokens))
    tokens, titles = _without_titles(words(bare) or (_signs(text),))
    name, generation = _without_generation(_without_degree(tokens))
    return Parts(name, titles, generation, legal, numbers=_numbers(*name))


def _numbers(*parts: str) -> str:
    return " ".join(re.findall(r"\d+", " ".join(parts)))


def _signs(text: str) -> str:
    """A name without a letter or digit as one word: its signs, or their code points where none shows."""
    shown = "".join(char for char in fold(text) if char.isprintable() and not char.isspace())
    return shown or "".join(f"x{ord(char):04x}" for char in text)


def _without_honour(text: str) -> str:
    match = HONOURED.fullmatch(text) or HONOURED_KOREAN.fullmatch(text)
    return match[1].strip() if match else text


def _without_legal_form(text: str) -> tuple[str, str]:
    """The text without its legal forms, and the last that stood there; "5 KG" and "The Co." keep theirs."""
    form = ""
    while match := _legal_ending().search(text):
        left = words(text[: match.start()])
        if not left or left == ("the",) or left[-1][-1].isdigit():
            break
        text, form = text[: match.start()], form or _legal_form(match[1])
    return text, form


def _legal_form(written: str) -> str:
    letters = "".join(char for char in written.casefold() if char.isalnum())
    return str(forms()["legal"]["same"].get(letters, letters))


def _without_titles(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words after "the" and titles, and the titles; "Mr and Mrs Lund" is left whole."""
    titles: list[str] = []
    same = forms()["titles"]["same"]
    while len(tokens) > 1 and tokens[1] != "and" and (tokens[0] == "the" or tokens[0] in _titles()):
        if tokens[0] != "the":
            titles.append(same.get(tokens[0], tokens[0]))
        tokens = tokens[1:]
    return tokens, tuple(titles)


def _without_degree(tokens: tuple[str, ...]) -> tuple[str, ...]:
    for degree in forms()["degrees"]["words"]:
        parts = tuple(degree.split())
        if len(tokens) > len(parts) + 1 and tokens[-len(parts) :] == parts:
            return tokens[: -len(parts)]
    return tokens


def _without_generation(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    generations = forms()["generations"]
    if len(tokens) < 2:
        return tokens, ""
    last = generations["same"].get(tokens[-1], tokens[-1])
    return (tokens[:-1], last) if last in generations["words"] else (tokens, "")


def without_signs(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens without emoji and the like, unless there is nothing else."""
    return tuple(token for token in tokens if token.isascii() or any(char.isalnum() for char in token)) or tokens


@cache
def relation_words() -> frozenset[str]:
    """What one person may be to another, as folded words."""
    return frozenset(forms()["relations"]["words"])


def gender(titles: Sequence[str]) -> str:
    """The gender that the titles give their bearer: male, female, or none ("")."""
    table = forms()["titles"]
    return next((kind for kind in ("male", "female") if any(title in table[kind] for title in titles)), "")
