"""What type of value a phrase is: a phone number, an amount, a time of day, an address, a name, plain words."""

from __future__ import annotations

import re
from typing import Literal

from graphmem.caches import of_texts
from graphmem.extract.lexicon import any_of, words

__all__ = ["ValueType", "is_identifier", "number_words", "value_type"]

ValueType = Literal[
    "phone", "email", "url", "date", "time", "money", "amount", "number", "colour", "address", "identifier", "text"
]

NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "half",
    "dozen",
]
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
NUMBER = rf"(?:[\d][\d.,  ]*\d|\d|(?:(?:{'|'.join(NUMBERS)})(?:[- ](?:and )?(?:{'|'.join(NUMBERS)}))*))"
DAYS = ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"]
MONTHS = "|".join(words("words", "months"))
PHONE = re.compile(r"^(?:ext(?:ension|\.)?\s*\d{2,5}|\+?\(?\d[\d ()./-]{5,18}\d)$", re.IGNORECASE)
SHORT_PHONE = re.compile(r"^\d{3}[- ]\d{4}$")
EMAIL = re.compile(r"^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$")
URL = re.compile(r"^(?:https?://|www\.)\S+$", re.IGNORECASE)
CLOCK = r"(?:2[0-3]|[01]?\d)(?:[:.h][0-5]\d)?\s*(?:[ap]\.?m\.?|o'clock)?"
TIME = re.compile(
    rf"^(?:at |from |between )?(?:(?:[01]?\d|2[0-3])[:.h][0-5]\d(?:\s*[ap]\.?m\.?)?|"
    rf"\d{{1,2}}\s*[ap]\.?m\.?|\d{{1,2}} o'clock|noon|midnight"
    rf"|half (?:past )?\w+|quarter (?:past|to) \w+|\w+ o'clock)(?:\s*(?:to|-|–|till|until|and)\s*{CLOCK})?$",
    re.IGNORECASE,
)
DATE = re.compile(
    rf"^(?:on |the )*(?:(?:{'|'.join(DAYS)})days?\b.*|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?(?: of)? (?:{MONTHS})\b.*|(?:{MONTHS})(?: \d.*)?"
    r"|\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}(?:st|nd|rd|th)|(?:19|20)\d\d|tomorrow|today|tonight)$",
    re.IGNORECASE,
)
MONEY = re.compile(
    rf"(?:[€$£¥₹]\s?\d)|(?:\d\s?[€$£¥₹])|{NUMBER}\s*(?:k |grand )?(?:{'|'.join(words('nouns', 'money'))})\b",
    re.IGNORECASE,
)
AMOUNT = re.compile(
    rf"^(?:about |around |roughly |only |just |over |under |at least |at most |up to )?{NUMBER}\s?"
    rf"(?:{any_of(words('nouns', 'unit'))})(?!\w)",
    re.IGNORECASE,
)
COUNTED = re.compile(rf"^{NUMBER} [a-z][a-z-]+s$", re.IGNORECASE)
PURE_NUMBER = re.compile(rf"^{NUMBER}(?: years? old)?$", re.IGNORECASE)
ADDRESS = re.compile(
    rf"^(?:(?:flat|apartment|unit|"
    rf"no\.?) \w+,? )?(?:\d+[a-z]?,? (?:[\w'.-]+ ){{0,4}}(?:{'|'.join(words('nouns', 'street'))})\b"
    rf"|(?:[\w'.-]+ ){{0,3}}(?:\w*(?:{'|'.join(words('nouns', 'street'))})) \d+[a-z]?\b)",
    re.IGNORECASE,
)
IDENTIFIER = re.compile(r"^(?=\S*\d)(?=\S*[A-Za-z\-_/.#])[\w#][\w\-_/.#:]*$")


def is_identifier(text: str) -> bool:
    """Whether it is one word of digits with letters or marks: HX-77-PL, B2-14, oak-3."""
    return IDENTIFIER.match(text) is not None


def number_words(text: str) -> str:
    """The text with its numbers, in digits or words, blanked: "grade #", "building #"."""
    return re.sub(rf"\b(?:{'|'.join([*NUMBERS, *ORDINALS])}|\d[\d.,:]*)\b|\d+", "#", text.casefold())


SHAPES: tuple[tuple[re.Pattern[str], ValueType], ...] = (
    (EMAIL, "email"),
    (URL, "url"),
    (SHORT_PHONE, "phone"),
    (DATE, "date"),
    (TIME, "time"),
    (PURE_NUMBER, "number"),
    (PHONE, "phone"),
    (ADDRESS, "address"),
)


@of_texts(maxsize=4096)
def value_type(text: str) -> ValueType:
    """The type of a value from its shape alone; "text" when nothing else fits."""
    for shape, kind in SHAPES:
        if shape.match(text):
            return kind
    if MONEY.search(text):
        return "money"
    if AMOUNT.match(text) or COUNTED.match(text):
        return "amount"
    if text.casefold().rsplit(" ", 1)[-1] in words("nouns", "colour"):
        return "colour"
    return "identifier" if is_identifier(text) else "text"


RUNS = (
    re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    re.compile(r"(?:https?://|www\.)\S*[\w/]"),
    re.compile(
        rf"(?:2[0-3]|[01]?\d)[:.h][0-5]\d(?:\s*[ap]\.?m\.?)?(?:\s*(?:to|-|–|till|until|and)\s*{CLOCK})?", re.IGNORECASE
    ),
    re.compile(r"[€$£¥₹]\s?\d[\d.,]*\d?(?:\s?(?:k|m|million|thousand)\b)?", re.IGNORECASE),
    re.compile(
        rf"(?:{'|'.join(NUMBERS)}|\d[\d.,]*)(?:[- ](?:{'|'.join(NUMBERS)}))*[ -]?"
        rf"(?:{any_of(words('nouns', 'unit'))})(?!\w)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\d+[a-z]?,? (?:[A-Z][\w'.-]+ "
        rf"){{1,3}}?(?:{'|'.join(w.capitalize() for w in sorted(words('nouns', 'street')))})\b"
    ),
    re.compile(r"\+?\(?\d[\d ()./-]{5,18}\d"),
    re.compile(r"[\w#][\w\-_/.#:]*[\w]"),
)


def value_run(text: str, start: int) -> int:
    """Where the value that begins at `start` ends, by its shape: a number with unit, a range of hours, an address."""
    ends = [match.end() for shape in RUNS[:-1] if (match := shape.match(text, start))]
    return max(ends, default=start)
