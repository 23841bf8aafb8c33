"""Whose word a statement is, and how much it weighs."""

from __future__ import annotations

from graphmem.model import SourceKind
from graphmem.registry import AUTHORITY, Predicate

__all__ = ["authority", "effective_source_kind"]

OWN_WORD: frozenset[SourceKind] = frozenset({"user_statement", "user_correction"})


def effective_source_kind(source_kind: SourceKind, *, of_another_person: bool) -> SourceKind:
    """The kind of source a statement read from text has: what a person says of somebody else is a `report`."""
    return "report" if of_another_person and source_kind in OWN_WORD else source_kind


def authority(source_kind: SourceKind, predicate: Predicate | None = None) -> int:
    """Its rank, larger is heard first: as the registry's predicate says, for an open predicate the common order."""
    return AUTHORITY[source_kind] if predicate is None else predicate.rank(source_kind)
