"""Drafts: statements whose subject and object are still references, made from one clause."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.extract.clauses import Clause
from graphmem.extract.mentions import Phrases, Ref
from graphmem.extract.rivals import open_slot
from graphmem.extract.time_frames import OPEN_ENDED
from graphmem.extract.times import TimeExpression
from graphmem.model import Kind, Modality, Precision
from graphmem.registry import Predicate

__all__ = ["STATES", "Draft", "Scene", "as_end", "draft", "from_then"]


# States that, told in the past tense without a period, are over.
STATES = frozenset(
    [
        "lives_in",
        "works_at",
        "occupation",
        "manager",
        "member_of",
        "assigned_to",
        "has",
        "owns",
        "drives",
        "studies",
        "attends",
        "visited",
        "plays",
        "stays_at",
        "located_in",
        "located_at",
        "status",
        "is_a",
        "uses",
        "runs_on",
        "drinks",
        "eats",
        "teaches",
        "partner",
        "led_by",
        "owned_by",
        "commutes_by",
        "supplier",
        "port",
        "working_hours",
    ]
)


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement to be resolved. `aim`: what an unfinished correction or end is aimed at ("value", "type", "topic").

    `unless`: it holds only if the correction before it found nothing to correct. `changes`: the words say that
    this is new, so that other values of an open slot end where it begins.
    """

    subject: Ref
    predicate: str
    slot: str
    functional: bool
    object: Ref | None
    start: int
    stop: int
    kind: Kind = "state"
    corrects: Ref | None = None
    polarity: bool = True
    modality: Modality = "asserted"
    claimed_from: datetime | None = None
    claimed_to: datetime | None = None
    precision: Precision | None = None
    changes: bool = False
    aim: str = ""
    unless: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A clause with its phrases, its dates and the words of change in it. `begun`: a beginning is among the dates.

    `bounding` are the dates that bound what it claims, told at `said_at`.
    """

    phrases: Phrases
    clause: Clause
    times: tuple[TimeExpression, ...] = ()
    bounding: tuple[TimeExpression, ...] = ()
    said_at: datetime | None = None
    claimed_from: datetime | None = None
    claimed_to: datetime | None = None
    precision: Precision | None = None
    begun: bool = False
    changes: bool = False
    ended: bool = False
    start: int = 0
    stop: int = 0

    def is_time(self, i: int) -> bool:
        """Whether token `i` lies in a time expression."""
        token = self.clause.tree.tokens[i]
        here = (t for t in self.times if t.start <= token.start < t.stop)
        return any(t.role != "none" or t.reason == OPEN_ENDED for t in here)

    def ref(self, i: int) -> Ref:
        """The reference of the phrase headed by `i`."""
        return self.phrases.ref(i)


def draft(
    scene: Scene,
    subject: Ref,
    predicate: Predicate | str,
    value: Ref | None,
    why: str,
    *,
    typed: bool = False,
    functional: bool = False,
    words_: str = "",
) -> Draft:
    """A state of `subject`. An unknown predicate gets an open slot from its own words; `typed`: and its value's type.

    `words_` are the words of the slot where they differ from the predicate's name.
    """
    slot, single, dated = _slot(predicate, value, words_=words_, typed=typed, functional=functional)
    keeps = not dated or scene.begun or (value is not None and _beside(scene, value))
    return Draft(
        subject=subject,
        predicate=predicate if isinstance(predicate, str) else predicate.name,
        slot=slot,
        functional=single,
        object=value,
        start=scene.start,
        stop=scene.stop,
        polarity=not scene.clause.negative,
        modality=scene.clause.modality,
        claimed_from=scene.claimed_from if keeps else None,
        claimed_to=scene.claimed_to if keeps else None,
        precision=scene.precision if keeps else None,
        changes=scene.changes,
        why=why,
    )


def _beside(scene: Scene, value: Ref) -> bool:
    """Whether a period stands beside a value that is a time: a date that is the value does not bound the claim."""
    own = [t for t in scene.bounding if value.start < t.stop and t.start < value.stop]
    return len(own) < len(scene.bounding) and all(t.of_day for t in own)


def _slot(
    predicate: Predicate | str, value: Ref | None, *, words_: str, typed: bool, functional: bool
) -> tuple[str, bool, bool]:
    """The slot, whether it holds one value at a time, and whether that value is a date."""
    if isinstance(predicate, Predicate):
        dated = predicate.value == "date" or predicate.name == "time"
        return predicate.slot_of(value.name if value else ""), predicate.functional, dated
    slot = open_slot(words_ or predicate, value.value if value and typed else "text")
    return slot, functional, bool(value and value.value == "date")


def from_then(scene: Scene, made: Draft) -> Draft:
    """What began with an event: from its date on, not only on that date; a term that was said stays."""
    dated = any(time.role == "at" for time in scene.bounding)
    return replace(made, changes=made.modality != "planned", claimed_to=None if dated else made.claimed_to)


def as_end(made: Draft, *, without_value: bool = False) -> Draft:
    """The end of what `made` states."""
    return replace(
        made, kind="end", polarity=True, object=None if without_value else made.object, why=f"{made.why}; ended"
    )
