"""The predicate registry: what each relation is called, takes, excludes and outlives. Data in data/predicates.toml."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, field_validator

from graphmem.errors import Incorrect
from graphmem.model import SourceKind, Value, refusing
from graphmem.policy import Policy, default_policy, shortest

__all__ = ["Predicate", "Registry", "read_predicates", "registry"]

# Authority falls to the right (DESIGN: a person's own word > document or tool > report > assistant > inference).
AUTHORITY: dict[SourceKind, int] = {
    "user_correction": 50,
    "user_statement": 50,
    "document": 40,
    "tool_result": 40,
    "report": 30,
    "assistant_message": 20,
    "inference": 10,
}
CONTEST_HOURS = 24.0


class Predicate(Value):
    """One canonical relation.

    `functional`: one value at a time. `slot`: what it competes in, its own name unless a family of
    predicates close each other. `object`: the type of its object (`Value` for a literal). `sentence`:
    how a fact reads, with {subject} and {object}. `time_to_live_days` ends the claim, never the keeping;
    `retention_days` ends the keeping, never the claim.
    `authority` overrides the rank of a kind of source; `contest_hours` the time in which two speakers contest.
    `value` is the type of value it takes, when only one will do. `per_object`: functional for each object on its
    own (one attitude to tea, another to coffee): the slot then holds the object, see `slot_of`.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    functional: bool = False
    slot: str = ""
    subject: str = "Thing"
    object: str = "Value"
    sentence: str = ""
    verbs: tuple[str, ...] = ()  # lemmas, with a preposition where it takes one: "live in"
    starts: tuple[str, ...] = ()  # verbs by which it begins: "move to"
    ends: tuple[str, ...] = ()  # verbs by which it ends: "move out of"
    nouns: tuple[str, ...] = ()  # attribute nouns: "X's NOUN is Y", "the NOUN of X"
    asks: tuple[str, ...] = ()  # words and phrases by which questions ask for it
    value: Literal["", "phone", "email", "date", "time", "money", "amount", "number", "colour", "address", "text"] = ""
    per_object: bool = False
    inverse: str | None = None
    symmetric: bool = False
    time_to_live_days: float | None = Field(default=None, gt=0)
    retention_days: float | None = Field(default=None, gt=0)
    contest_hours: float = Field(default=CONTEST_HOURS, ge=0)
    authority: Mapping[SourceKind, int] = Field(default_factory=dict)
    sensitivity: Literal["ordinary", "personal", "special"] = "ordinary"
    memory_type: Literal["semantic", "procedural", "prospective"] = "semantic"

    def __init__(self, name: str | None = None, /, **given: Any) -> None:
        if name is not None:
            given["name"] = name
        with refusing("predicate"):
            super().__init__(**given)

    @field_validator("name", "slot", mode="before")
    @classmethod
    def _as_written_here(cls, name: Any) -> Any:
        """Names are lower case and joined by underscores, however they come: LIVES_IN, "lives in"."""
        return re.sub(r"[\s-]+", "_", name.strip().lower()) if isinstance(name, str) else name

    def rank(self, source_kind: SourceKind) -> int:
        """Authority of a kind of source for this predicate; larger is heard first."""
        return self.authority.get(source_kind, AUTHORITY[source_kind])

    @property
    def family(self) -> str:
        """The slot its values compete in."""
        return self.slot or self.name

    def slot_of(self, value: str) -> str:
        """The slot of a claim of `value`: the family, with the value's words where each object has its own."""
        return f"{self.family}:{' '.join(value.casefold().split())}" if self.per_object else self.family

    def phrase(self, subject: str, value: str) -> str:
        """The fact as a sentence."""
        return (self.sentence or "{subject} " + self.name.replace("_", " ") + " {object}").format(
            subject=subject, object=value
        )


# How an open predicate reads is told by its form: a verb in the third person or a participle with its preposition
# ("goes_through", "stored_in"), else a noun ("asset_tag").
PREPOSITIONS = frozenset(
    [
        "in",
        "at",
        "on",
        "to",
        "for",
        "from",
        "with",
        "by",
        "of",
        "as",
        "into",
        "onto",
        "over",
        "under",
        "through",
        "via",
        "after",
        "before",
        "until",
        "till",
        "near",
        "since",
        "about",
        "against",
        "around",
        "behind",
        "beside",
        "between",
        "beyond",
        "during",
        "inside",
        "outside",
        "off",
        "out",
        "up",
        "down",
        "along",
        "across",
        "like",
        "than",
        "toward",
        "towards",
        "upon",
        "within",
        "without",
        "per",
        "back",
        "away",
    ]
)
AUXILIARY = frozenset(
    [
        "is",
        "was",
        "has",
        "does",
        "wants",
        "lacks",
        "takes",
        "drinks",
        "likes",
        "goes",
        "comes",
        "makes",
        "gets",
        "eats",
        "spells",
        "plays",
        "keeps",
    ]
)
PARTICIPLES = frozenset(
    [
        "made",
        "built",
        "kept",
        "held",
        "sent",
        "written",
        "taken",
        "put",
        "set",
        "led",
        "run",
        "sold",
        "bought",
        "paid",
        "given",
        "found",
        "left",
        "lent",
        "hung",
        "laid",
        "cut",
        "shut",
        "bound",
        "worn",
        "drawn",
        "grown",
        "known",
        "shown",
        "thrown",
        "driven",
        "chosen",
        "frozen",
        "hidden",
        "taught",
        "thought",
        "brought",
        "caught",
        "told",
        "read",
        "lost",
        "won",
        "met",
        "fed",
        "split",
        "spread",
        "bred",
    ]
)
PLURALS = ("ors", "ists", "ants", "ions", "ings", "ments", "hours", "details", "terms", "costs", "fees", "us", "ss")


def _open_sentence(words: list[str], subject: str, value: str) -> str:
    """An open predicate as a sentence: "X's asset tag is Y", "X goes through Y", "X is stored in Y"."""
    phrase = " ".join(words)
    if words == ["does"]:
        return f"{subject} {value}"
    if words[0] in PREPOSITIONS or words == ["then"]:
        return f"{subject}: {phrase} {value}"
    if words[0] in PARTICIPLES or (words[0].endswith("ed") and words[-1] in PREPOSITIONS):
        return f"{subject} is {phrase} {value}"
    if words[0] in AUXILIARY or words[-1] in PREPOSITIONS or (len(words) == 1 and _is_verb(words[0])):
        return f"{subject} {phrase} {value}"
    whose = f"{subject}'" if subject.endswith("s") and subject.islower() else f"{subject}'s"
    return f"{whose} {phrase} is {value}"


def _is_verb(word: str) -> bool:
    return word.endswith("s") and not word.endswith(PLURALS)


class Registry:
    """Predicates by name; users' own are laid over the shipped ones. `policy` says what is kept of them, how long."""

    def __init__(self, predicates: Iterable[Predicate], policy: Policy | None = None) -> None:
        self._by_name = {predicate.name: predicate for predicate in predicates}
        self.policy = policy or default_policy()

    def __iter__(self) -> Iterator[Predicate]:
        return iter(self._by_name.values())

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def get(self, name: str) -> Predicate | None:
        """The predicate of that canonical name, or None."""
        return self._by_name.get(name)

    def known(self, name: str) -> Predicate:
        """The predicate of that name. Raises Incorrect, with close names, for one the registry does not hold."""
        if name in self._by_name:
            return self._by_name[name]
        close = difflib.get_close_matches(name, self._by_name, n=3, cutoff=0.5)
        hint = f"Close names: {', '.join(close)}." if close else "None is close."
        raise Incorrect(
            f"predicate {name!r} is not in the registry of {len(self._by_name)}. {hint} "
            "Use one of them, or add your own: Memory(..., predicates=[Predicate(name=...)])."
        )

    def sentence(self, predicate: str, subject: str, value: str) -> str:
        """A statement as a sentence; an open predicate reads as its own words."""
        known = self.get(predicate)
        return known.phrase(subject, value) if known else _open_sentence(predicate.split("_"), subject, value)

    @staticmethod
    def rank(source_kind: SourceKind) -> int:
        """Authority of a kind of source where no predicate has its own order."""
        return AUTHORITY[source_kind]

    def plus(self, predicates: Iterable[Predicate]) -> Registry:
        """The registry with `predicates` laid over it."""
        return Registry([*self, *predicates], self.policy)

    def under(self, policy: Policy) -> Registry:
        """The registry under another policy."""
        return Registry(self, policy)

    def sensitivity(self, name: str) -> str:
        """How sensitive a predicate is: as the policy says, else as it is registered."""
        known = self.get(name)
        return self.policy.predicate(name).sensitivity or (known.sensitivity if known else "ordinary")

    def time_to_live_days(self, name: str, source_kind: SourceKind) -> float | None:
        """How long a claim holds that names no end: the shortest time of policy and predicate."""
        known = self.get(name)
        days = self.policy.days("time_to_live_days", name, source_kind)
        return shortest((days, known.time_to_live_days if known else None))

    def retention_days(self, name: str, source_kind: SourceKind) -> float | None:
        """How long a statement is kept: the shortest time of policy and predicate."""
        known = self.get(name)
        days = self.policy.days("retention_days", name, source_kind)
        return shortest((days, known.retention_days if known else None))


def read_predicates(path: Path | Any) -> tuple[Predicate, ...]:
    """The predicates of a TOML file, one table each. Raises Incorrect with file and line."""
    text = path.read_text(encoding="utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Incorrect(f"{path}: {error}. Mend the file; nothing was loaded.") from error
    return tuple(_predicate(path, text, name, table) for name, table in tables.items())


def _predicate(path: Any, text: str, name: str, table: Any) -> Predicate:
    try:
        return Predicate(name=name, **table)
    except (Incorrect, TypeError) as error:
        line = next((n for n, row in enumerate(text.splitlines(), 1) if row.strip() == f"[{name}]"), 1)
        raise Incorrect(f"{path}:{line}: predicate {name!r}: {error}. Mend the table; nothing was loaded.") from error


@cache
def registry() -> Registry:
    """The shipped registry."""
    return Registry(read_predicates(files("graphmem") / "data" / "predicates.toml"))
