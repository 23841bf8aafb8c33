"""Which statements compete: the slot of an open predicate, the verdict on a later statement against an earlier one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from graphmem.extract.values import number_words
from graphmem.model import Statement

__all__ = ["Verdict", "open_slot", "predicate_name", "rivals", "stem"]

Judgement = Literal["apart", "compete", "ends", "corrects"]
TYPED = frozenset({"time", "date", "money", "amount", "phone", "email", "number"})
ENDINGS = (
    "ational",
    "isation",
    "ization",
    "ements",
    "ations",
    "ement",
    "ation",
    "ments",
    "ities",
    "ance",
    "ence",
    "ings",
    "ment",
    "ions",
    "ity",
    "ies",
    "ing",
    "ion",
    "ers",
    "ors",
    "ure",
    "ees",
    "ed",
    "er",
    "or",
    "es",
    "al",
    "ly",
    "ee",
    "y",
    "s",
    "e",
)


def stem(word: str) -> str:
    """A word without its ending: delivery, delivered, delivers are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def predicate_name(words: str) -> str:
    """Words as a predicate's name: lower case, joined by underscores, never empty."""
    name = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")
    return name if name[:1].isalpha() else f"has_{name}".rstrip("_")


IDLE = frozenset({"the", "a", "new", "current"})


def open_slot(words: str, kind: str = "text") -> str:
    """The slot of an unknown predicate: its stems with numbers blanked, and the type of its value if that tells."""
    dropped = IDLE | (
        {"date", "day", "time", "on", "at", "in", "by", "for"} if kind in {"date", "time"} else frozenset()
    )
    parts = [stem(part) for part in re.split(r"[\s_-]+", number_words(words)) if part and part not in dropped]
    base = "_".join(parts) or "is"
    return f"{base}:{kind}" if kind in TYPED else base


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a later statement does to an earlier one, and the rule that says so."""

    judgement: Judgement
    reason: str


def rivals(later: Statement, earlier: Statement) -> Verdict:
    """Whether two statements, resolved, compete. The fold alone decides who wins."""
    apart = {
        "different subjects": later.subject.name.casefold() != earlier.subject.name.casefold(),
        "different slots": later.slot != earlier.slot,
        "an end has no value to compete with": earlier.kind == "end",
    }
    for reason, holds in apart.items():
        if holds:
            return Verdict("apart", reason)
    same = _same_value(later, earlier)
    if later.kind == "end":
        aimed = later.object is None or same
        return Verdict("ends", "an end of this value") if aimed else Verdict("apart", "an end of another value")
    if later.kind == "correction":
        wrong = later.corrects
        hit = wrong is None or (earlier.object is not None and _key(wrong.name) == _key(earlier.object.name))
        return Verdict("corrects", "the value it takes back") if hit else Verdict("apart", "it corrects another value")
    if later.functional and earlier.functional:
        return Verdict("compete", "one value at a time")
    return Verdict("compete", "the same value again") if same else Verdict("apart", "several values may hold")


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _same_value(later: Statement, earlier: Statement) -> bool:
    return (
        later.object is not None and earlier.object is not None and _key(later.object.name) == _key(earlier.object.name)
    )
