"""Whether a value is of the type a question asks for, by its look."""

from __future__ import annotations

import re
from typing import Final

from graphmem.model import Entity
from graphmem.recall.question import ValueType
from graphmem.recall.words import words

__all__ = ["fits", "holds_type"]

NUMBER_WORD: Final = "|".join(sorted(words().grammar["number"]))
NUMBER: Final = rf"(?:\d|\b(?:{NUMBER_WORD})\b)"
MONTH: Final = r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
DATE: Final = (
    rf"\b(?:{MONTH})[a-z]*\b|\b(?:19|20)\d\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\d(?:st|nd|rd|th)\b|\d[/.]\d"
    r"|\b(?:today|tomorrow|spring|summer|autumn|winter|christmas|easter|weekend|week|month|year)\b"
    r"|\b(?:yesterday|tonight|ago|last night|fortnight)\b"
    rf"|\bin (?:\d+|an?|a few|a couple of|{NUMBER_WORD}) (?:hour|day|night|week|month|year)s?\b"
)
PERIOD: Final = r"second|minute|hour|day|night|week|month|quarter|year"
LOOK: Final[dict[ValueType, re.Pattern[str]]] = {
    "phone": re.compile(r"\+?\d[\d\s()./-]{2,}\d"),
    "email": re.compile(r"\S+@\S+\.\w+|\bat\b.+\bdot\b"),
    "url": re.compile(r"https?://|www\.|\b[\w-]+\.(?:com|org|net|io|dev|eu|example|test)\b|\w/\w", re.IGNORECASE),
    "money": re.compile(rf"[$£€¥₹]|{NUMBER}|\bfree\b", re.IGNORECASE),
    "duration": re.compile(
        rf"{NUMBER}|\b(?:an?|the|all|half)\b.*\b(?:{PERIOD})|\b(?:daily|weekly|monthly)\b", re.IGNORECASE
    ),
    "age": re.compile(NUMBER, re.IGNORECASE),
    "count": re.compile(NUMBER, re.IGNORECASE),
    "quantity": re.compile(rf"{NUMBER}|\b(?:a|an|all|full|whole|max\w*)\b", re.IGNORECASE),
    "date": re.compile(DATE, re.IGNORECASE),
    "clock": re.compile(rf"{NUMBER}|\b(?:noon|midnight|o'clock|dawn|dusk|morning|evening|afternoon)\b", re.IGNORECASE),
}  # fmt: skip
BY_ENTITY: Final[dict[ValueType, dict[str, float]]] = {
    "person": {"Person": 1.0, "Organization": 0.6, "Animal": 0.3, "Place": 0.1},
    "place": {"Place": 1.0, "Organization": 0.6, "Person": 0.1},
}


def fits(wanted: ValueType, value: Entity, others: str = "") -> float:
    """How well a value fits the type asked for: 1 plainly, .5 perhaps, 0 not; `others` is text it may also stand in."""
    if wanted in BY_ENTITY:
        return BY_ENTITY[wanted].get(value.type, 0.5)
    if LOOK[wanted].search(value.name):
        return 1.0
    return 0.5 if LOOK[wanted].search(others) else 0.0


def holds_type(wanted: ValueType, text: str) -> bool:
    """Whether a text holds a value of that look anywhere; persons and places have no look, so True."""
    return wanted in BY_ENTITY or LOOK[wanted].search(text) is not None
