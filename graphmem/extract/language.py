"""Which language a sentence is written in, by its function words and its script.

Only English is parsed for facts; a wrong parse of another language would state what nobody said.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

__all__ = ["language"]

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
SCRIPTS = {
    "Greek": re.compile(r"[\u0370-\u03ff]"),
    "a language in Cyrillic letters": re.compile(r"[\u0400-\u04ff]"),
    "Hebrew": re.compile(r"[\u0590-\u05ff]"),
    "a language in Arabic letters": re.compile(r"[\u0600-\u06ff]"),
    "Japanese": re.compile(r"[\u3040-\u30ff]"),
    "Chinese": re.compile(r"[\u4e00-\u9fff]"),
    "Korean": re.compile(r"[\uac00-\ud7af]"),
    "a language in Devanagari letters": re.compile(r"[\u0900-\u097f]"),
}
MOST = 0.5  # of the letters: a foreign name in an English sentence is less
TELLING = 2  # different function words of a language that a sentence must hold, and more than English ones


@cache
def _function_words() -> dict[str, frozenset[str]]:
    read = tomllib.loads((files("graphmem") / "data" / "languages.toml").read_text(encoding="utf-8"))
    return {name: frozenset(listed.split()) for name, listed in read.items()}


def language(text: str) -> str:
    """The name of the language of a sentence; "English" where nothing tells another."""
    letters = 0 if text.isascii() else sum(character.isalpha() for character in text)
    for name, script in SCRIPTS.items():
        if letters and len(script.findall(text)) > MOST * letters:
            return name
    found = WORD.findall(text)
    plain = [*found[:1], *(word for word in found[1:] if word.islower())]  # "Den Haag" is a name
    words = {word.casefold().replace("’", "'") for word in plain}
    counts = {name: len(words & listed) for name, listed in _function_words().items()}
    english = counts.pop("English")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= TELLING and counts[best] > english else "English"
