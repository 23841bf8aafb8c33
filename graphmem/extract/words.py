"""The word lists of data/text.toml, read once."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

__all__ = ["phrases", "text_words"]


@cache
def _tables() -> dict[str, str]:
    table: dict[str, str] = tomllib.loads((files("graphmem") / "data" / "text.toml").read_text(encoding="utf-8"))
    return table


@cache
def text_words(name: str) -> frozenset[str]:
    """The words of one list: `titles`, `closers`, `openers`, `function_words`, `emphasis`, `verbs` or `labels`."""
    return frozenset(_tables()[name].split())


@cache
def phrases(name: str) -> str:
    """A regular expression for one list of phrases (`prefixes`, `bare_prefixes`), longest first, spaces flexible."""
    found = {phrase.strip() for phrase in re.split(r"[|\n]", _tables()[name]) if phrase.strip()}
    ordered = sorted(found, key=lambda phrase: (-len(phrase), phrase))
    return "|".join(re.escape(phrase).replace(r"\ ", r"[ ]+") for phrase in ordered)
