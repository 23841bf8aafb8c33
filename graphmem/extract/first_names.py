"""What a first name tells of its bearer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["gender_of_name", "is_first_name"]


def gender_of_name(name: str) -> str:
    """F or m by the first word of a name, where that is plainly one of them in some country; else ""."""
    if not name.strip() or "'s " in name:
        return ""
    first = name.split(maxsplit=1)[0]
    return _genders().get(first.casefold()) or (_abroad().get(first.casefold(), "") if first[:1].isupper() else "")


def is_first_name(word: str) -> bool:
    """Whether a word is known for a first name."""
    return word.casefold() in _genders()


@cache
def _genders() -> Mapping[str, str]:
    text = (files("graphmem") / "data" / "first_names.txt").read_text(encoding="utf-8")
    _, _, listed = text.partition("[female]\n")
    female, _, male = listed.partition("[male]\n")
    return dict.fromkeys(female.split(), "f") | dict.fromkeys(male.split(), "m")


@cache
def _abroad() -> Mapping[str, str]:
    text = (files("graphmem") / "data" / "given_names.txt").read_text(encoding="utf-8")
    women, _, men = text.partition("[women]\n")[2].partition("[men]\n")
    return dict.fromkeys(women.split(), "f") | dict.fromkeys(men.split(), "m")
