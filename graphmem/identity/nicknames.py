"""Short forms of first names, from nicknames.txt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from graphmem.identity.spelling import fold

__all__ = ["are_related", "heads", "is_short_for"]


def heads(name: str) -> tuple[str, ...]:
    """One first name for each that a folded word may stand for: of "bob" and of "robert" it is "robert"."""
    return tuple(sorted(line[0] for line in _readings(name)))


def is_short_for(short: str, full: str) -> bool:
    """Whether `short` is a form of `full` and nothing else: "alex" has other full names, "jack" is a name itself."""
    lines = _lines_of().get(short, ())
    return len(lines) == 1 and full in lines[0] and short not in _names_themselves()


def are_related(one: str, other: str) -> bool:
    """Whether two folded first names may be one person's: spelt alike, short and full, or short for one name."""
    return bool(_readings(one) & _readings(other))


def _readings(name: str) -> set[tuple[str, ...]]:
    return {*_lines_of().get(name, ()), *_spellings().get(name, ())}


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    text = (files("graphmem.identity") / "nicknames.txt").read_text(encoding="utf-8")
    rows = (line.partition(":") for line in text.splitlines() if not line.startswith("#"))
    return tuple((full, shorts) for full, _, shorts in rows)


@cache
def _names_themselves() -> frozenset[str]:
    """The short forms that are names of their own as well, and the full names."""
    named = (_names(shorts.partition("|")[2]) + _names(full) for full, shorts in _rows())
    return frozenset(name for names in named for name in names)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(fold(name.strip()) for name in listed.split(",") if name.strip())


@cache
def _lines_of() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Lines of full names by short form."""
    return _grouped((short, _names(full)) for full, shorts in _rows() for short in _names(shorts.replace("|", ",")))


@cache
def _spellings() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Lines of full names by each of their spellings."""
    return _grouped((spelling, _names(full)) for full, _ in _rows() for spelling in _names(full))


def _grouped(pairs: Iterable[tuple[str, tuple[str, ...]]]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    lines: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for name, line in pairs:
        lines[name].append(line)
    return {name: tuple(found) for name, found in lines.items()}
