"""A correction in words of its own: the one value in it that may stand in the place of one told before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.extract.mentions import Ref
from graphmem.extract.turnings import NAME, UNNAMED
from graphmem.extract.values import RUNS, value_type
from graphmem.model import Statement

__all__ = ["mended"]

NUMERIC = frozenset({"number", "amount", "money"})
WORD = re.compile(r"[^\W_]{4,}")


def mended(text: str, said: Sequence[Statement]) -> tuple[Statement, Ref] | None:
    """The statement that a text puts right, by its old value, its subject or its type, and the new value there."""
    values = [*_shaped(text), *_named(text)]
    best: tuple[int, Statement, Ref] | None = None
    for s in reversed(said):
        if s.kind == "end" or s.object is None or not s.polarity or s.modality not in {"asserted", "planned"}:
            continue
        new = _new(s, values)
        score = _bearing(s, text)
        if new is not None and (best is None or score > best[0]):
            best = score, s, new
    return None if best is None else best[1:]


def _new(s: Statement, values: Sequence[Ref]) -> Ref | None:
    """The only value of the text that may stand in the place of a statement's."""
    assert s.object is not None  # noqa: S101 - asked for before
    old, kind = s.object.name, value_type(s.object.name)
    known = {old.casefold(), *s.subject.name.casefold().split(), s.subject.name.casefold()}
    if kind == "text" and not old[:1].isupper():
        return None
    fitting = {
        ref.name.casefold(): ref
        for ref in values
        if (ref.value == kind or {ref.value, kind} <= NUMERIC) and ref.name.casefold() not in known
    }
    others = {name: ref for name, ref in fitting.items() if old.casefold() not in name or name.endswith(old.casefold())}
    found = list(others.values())
    return found[0] if len(found) == 1 else None


def _bearing(s: Statement, text: str) -> int:
    """How plainly a text speaks of a statement: of its value, else of its subject or relation."""
    assert s.object is not None  # noqa: S101 - asked for before
    low = text.casefold()
    told = set(WORD.findall(f"{s.subject.name} {s.predicate.replace('_', ' ')}".casefold()))
    return 3 * (s.object.name.casefold() in low) + len(told & set(WORD.findall(low)))


def _shaped(text: str) -> Iterator[Ref]:
    place = 0
    for match in re.finditer(r"(?<![\w.])[\w+(€$£@#]", text):
        begin = match.start()
        end = max((m.end() for run in RUNS if (m := run.match(text, begin))), default=begin)
        word = text[begin:end].rstrip(".,;:")
        kind = value_type(word) if word else "text"
        if begin >= place and kind != "text" and any(c.isdigit() for c in word):
            place = end
            yield Ref("value", begin, begin + len(word), name=word, type="Value", value=kind)
    for match in re.finditer(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b", text):
        yield Ref("value", *match.span(), name=match[0], type="Value", value="date")


def _named(text: str) -> Iterator[Ref]:
    for match in NAME.finditer(text):
        first = match[0].split()[0].casefold().replace("’", "'")
        opens = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1:] in ".!?:"
        if first not in UNNAMED and len(match[0]) > 2 and not (opens and " " not in match[0]):
            yield Ref("value", *match.span(), name=match[0], type="Value", value=value_type(match[0]))
