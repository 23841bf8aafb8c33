"""Writes graphmem/data/given_names.txt: which first names are women's and which are men's.

    python scripts/names_from_faker.py

Faker has to be installed; its lists of some seventy languages and countries are read. A name is kept where at least
four times as many of them have it for one sex as for the other, and where it is written in Latin letters. The file
keeps its head, with Faker's licence.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

people = importlib.import_module("faker.providers.person")

OUT = Path(__file__).parents[1] / "graphmem" / "data" / "given_names.txt"
LISTS = {
    "women": ("first_names_female", "first_romanized_names_female"),
    "men": ("first_names_male", "first_romanized_names_male"),
}
MOST = 4
ONE_WORD = re.compile(r"[^\W\d_]{2,14}(?:['’-][^\W\d_]+)?")


def providers() -> Iterator[Any]:
    """The lists of each language and country."""
    for module in pkgutil.iter_modules(people.__path__):
        yield importlib.import_module(f"{people.__name__}.{module.name}").Provider


def counted() -> dict[str, Counter[str]]:
    """By sex, how many of the lists hold each name."""
    found: dict[str, Counter[str]] = {kind: Counter() for kind in LISTS}
    for provider in providers():
        for kind, attributes in LISTS.items():
            found[kind].update(
                {name.casefold() for attribute in attributes for name in getattr(provider, attribute, ())}
            )
    return found


def is_written(name: str) -> bool:
    """Whether a name is one word of Latin letters."""
    return ONE_WORD.fullmatch(name) is not None and "LATIN" in unicodedata.name(name[0], "")


def main() -> None:
    """Write the file."""
    names = counted()
    text = OUT.read_text(encoding="utf-8").partition("[women]\n")[0]
    for kind, other in (("women", "men"), ("men", "women")):
        kept = sorted(n for n, times in names[kind].items() if times >= MOST * names[other][n] and is_written(n))
        text += f"[{kind}]\n{textwrap.fill(' '.join(kept), 118, break_on_hyphens=False)}\n"
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
