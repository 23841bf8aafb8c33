"""The write policy: what may be kept, of which sources, and for how long. Data in data/policy.toml, or laid over it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from graphmem.errors import Incorrect
from graphmem.model import SourceKind, Value

__all__ = ["Policy", "PredicatePolicy", "SourcePolicy", "default_policy", "read_policy", "shortest"]

Deciding = Literal["keep", "review", "skip"]
Sensitivity = Literal["ordinary", "personal", "special"]
Days = Annotated[float, Field(gt=0)]
Type = Literal["Person", "Place", "Organization", "Project", "Animal", "Event", "Thing", "Concept", "Value"]
UNSTATED: tuple[SourceKind, ...] = ("assistant_message", "inference")
SHORTEST = 200  # characters: a shorter extract would hold no line


class SourcePolicy(Value):
    """What becomes of what a kind of source says, how long it is kept, and how long a text may be."""

    decision: Deciding = "keep"
    time_to_live_days: Days | None = None
    retention_days: Days | None = None
    longest: int | None = Field(default=None, ge=SHORTEST)


class PredicatePolicy(Value):
    """What becomes of a relation; `sources` are the only ones it is taken from, where any are named."""

    decision: Deciding = "keep"
    sources: tuple[SourceKind, ...] = ()
    sensitivity: Sensitivity | None = None
    time_to_live_days: Days | None = None
    retention_days: Days | None = None


class Types(Value):
    """The types that are kept."""

    allowed: frozenset[Type]


class Special(Value):
    """For what special categories are kept, "" for nothing, and of which kinds of source."""

    purpose: str
    sources: frozenset[SourceKind]


class Policy(Value):
    """What a memory keeps. The strictest of what it says of a statement's types, source and predicate counts."""

    types: Types
    special: Special
    sources: Mapping[SourceKind, SourcePolicy]
    predicates: Mapping[str, PredicatePolicy] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _nobody_stated_them(self) -> Policy:
        kept = [kind for kind in UNSTATED if self.source(kind).decision == "keep"]
        if kept:
            raise ValueError(f'sources.{kept[0]}.decision: it is "review" or "skip", for nobody stated it')
        return self

    def source(self, kind: SourceKind) -> SourcePolicy:
        """What it says of a kind of source."""
        return self.sources.get(kind, SourcePolicy())

    def of_any_length(self) -> Policy:
        """The same, for texts that are stored already: none of them is too long."""
        sources = {kind: one.model_copy(update={"longest": None}) for kind, one in self.sources.items()}
        return self.model_copy(update={"sources": sources})

    def predicate(self, name: str) -> PredicatePolicy:
        """What it says of a predicate."""
        return self.predicates.get(name, PredicatePolicy())

    def days(self, what: Literal["time_to_live_days", "retention_days"], name: str, kind: SourceKind) -> float | None:
        """The shortest time that it gives a statement of a predicate from a kind of source; None for no end."""
        return shortest((getattr(self.predicate(name), what), getattr(self.source(kind), what)))


def shortest(days: Iterable[float | None]) -> float | None:
    """The least of those times that are given."""
    return min((one for one in days if one is not None), default=None)


@cache
def default_policy() -> Policy:
    """The shipped policy."""
    return Policy(**_default())


def _default() -> dict[str, Any]:
    return tomllib.loads((files("graphmem") / "data" / "policy.toml").read_text(encoding="utf-8"))


def read_policy(path: str | Path) -> Policy:
    """The shipped policy with that of a TOML file laid over it. Raises Incorrect with file and line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        own = tomllib.loads(text)
    except OSError as error:
        raise Incorrect(f"{path}: the policy cannot be read ({error.strerror}). Name a TOML file.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Incorrect(f"{path}: {error}. Mend the file; nothing was opened.") from error
    try:
        return Policy(**_laid_over(_default(), own))
    except ValidationError as error:
        first = error.errors()[0]
        wrong = first["msg"].removeprefix("Value error, ")
        place = [str(part) for part in first["loc"]] or wrong.partition(":")[0].split(".")
        where = f"{path}:{_line_of(text, place)}: {'.'.join(place)}"
        raise Incorrect(f"{where}: {wrong.rpartition(': ')[2]}. Mend the file; nothing was opened.") from None


def _laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables joined key by key; any other value over the one below."""
    joined = dict(under)
    for name, value in over.items():
        below = joined.get(name)
        joined[name] = _laid_over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return joined


def _line_of(text: str, place: list[str]) -> int:
    """The line of a key: below the table that is named by the parts before it, else the table's own."""
    lines = text.splitlines()
    for depth in range(len(place), 0, -1):
        header = re.compile(r"\[\s*" + r"\s*\.\s*".join(f'"?{re.escape(part)}"?' for part in place[:depth]) + r"\s*\]")
        at = next((n for n, line in enumerate(lines) if header.match(line.strip())), None)
        if at is None:
            continue
        for n in range(at + 1, len(lines)):
            if lines[n].lstrip().startswith("["):
                break
            if depth < len(place) and re.match(rf'"?{re.escape(place[depth])}"?\s*=', lines[n].strip()):
                return n + 1
        return at + 1
    return next((n for n, line in enumerate(lines, 1) if place and re.match(rf"{re.escape(place[0])}\b", line)), 1)
