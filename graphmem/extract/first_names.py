"""What a first name tells of its bearer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["gender_of_name", "is_first_name"]


def gender_of_name(name: str) -> str:
    """F or m by the first word of a name, where that is plainly one of them; else ""."""
    return _genders().get(name.split(maxsplit=1)[0].casefold(), "") if name.strip() else ""


def is_first_name(word: str) -> bool:
    """Whether a word is known for a first name."""
    return word.casefold() in _genders()


@cache
def _genders() -> Mapping[str, str]:
    text = (files("graphmem") / "data" / "first_names.txt").read_text(encoding="utf-8")
    _, _, listed = text.partition("[female]\n")
    female, _, male = listed.partition("[male]\n")
    return dict.fromkeys(female.split(), "f") | dict.fromkeys(male.split(), "m")
