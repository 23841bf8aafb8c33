"""What the store nominates for a question, and what ranking makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from graphmem.model import Entity, Episode, Fact, Modality, Source

__all__ = ["WHERE_ROOM_IS", "Aside", "Candidate", "Entities", "Former", "Leg", "Ranked", "Standing", "kept", "spared"]

WHERE_ROOM_IS = "shown where there is room"  # of a turn that only fills what a large budget has left

Leg = Literal["subject", "hop", "lexical_fact", "lexical_episode", "neighbour"]

# holds: so at the viewpoint. ended, upcoming: not then, but before or after. disbelieved: no longer believed then.
# said: an episode's words, no fact covers them.
Standing = Literal["holds", "ended", "upcoming", "planned", "contested", "disbelieved", "said"]

Entities = Mapping[str, Sequence[Entity]]  # what each string of `Reading.lookups` names in the store; absent: nothing


@dataclass(frozen=True, slots=True)
class Aside:
    """Words of an episode, `text[start:stop]`, that claim nothing: asked, hypothetical, joking, planned, negated."""

    start: int
    stop: int
    modality: Modality | Literal["negated"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact or an episode that may answer, nominated by one leg of the search.

    `score` is the leg's own, larger is better; it is for --explain and never ranks, for engines differ in it. `path`
    are the facts walked from an entity of the question to this one, in order: none for a fact of the entity itself.
    For an episode, `told` are the facts it supports or supported as far as known at the viewpoint (those no longer
    believed with their `system.stop`), and `asides` its words that claim nothing. `judged`: whether those were read; a
    turn of which they were not counts only for the turns beside it.
    """

    leg: Leg
    score: float = 0.0
    fact: Fact | None = None
    episode: Episode | None = None
    path: tuple[Fact, ...] = ()
    told: tuple[Fact, ...] = ()
    asides: tuple[Aside, ...] = ()
    judged: bool = True

    def __post_init__(self) -> None:
        """Refuse neither and both."""
        if (self.fact is None) == (self.episode is None):
            raise ValueError("a candidate is a fact or an episode: give one of them")

    @property
    def id(self) -> str:
        """The fact's or the episode's id."""
        if self.fact is not None:
            return self.fact.id
        return self.episode.id if self.episode is not None else ""

    @property
    def hop(self) -> int:
        """How many facts were walked to come here."""
        return len(self.path)


@dataclass(frozen=True, slots=True)
class Former:
    """A value that does not stand at the viewpoint, and how to say so: "until 2025-03-02"."""

    value: str
    note: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score and features; `dropped` says why it is not shown, and is empty if it is.

    `formers` are values that no longer stand and occur in its source sentences. `was` are the facts that a change
    replaced, `merged` further facts that say the same. `quote` is the part of an episode's text that answers.
    `beyond_tokens`: of a turn that is shown after all else, how many tokens of a budget are kept from it; 0 for what is
    part of the answer. `later` is a turn that speaks against what is shown, and `later_part` the part of it that does;
    None where the turn has a line of its own. `around` is the source that a fact is quoted with, with the words around
    it, and `told` what the turn they stand in told. `times` are ranges of time in what is quoted that do not
    hold at the time asked about.
    """

    candidate: Candidate
    score: float
    features: tuple[tuple[str, float], ...] = ()
    standing: Standing = "holds"
    formers: tuple[Former, ...] = ()
    was: tuple[Fact, ...] = ()
    merged: tuple[Fact, ...] = ()
    quote: tuple[int, int] | None = None
    dropped: str = ""
    beyond_tokens: int = 0
    later: Episode | None = None
    later_part: tuple[int, int] | None = None
    around: Source | None = None
    told: tuple[Fact, ...] = ()
    times: tuple[Former, ...] = ()

    def explained(self) -> dict[str, object]:
        """The candidate for --explain: what it is, its features, and why it was dropped."""
        shown = self.candidate.fact
        return {
            "id": self.candidate.id,
            "leg": self.candidate.leg,
            "text": str(shown) if shown else self.candidate.episode and self.candidate.episode.text[:120],
            "score": round(self.score, 4),
            "standing": self.standing,
            "features": {name: round(value, 3) for name, value in self.features},
            "dropped": self.dropped or (WHERE_ROOM_IS if self.beyond_tokens else ""),
        }


def kept(ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Those to be shown, best first."""
    return tuple(one for one in ranked if not one.dropped and not one.beyond_tokens)


def spared(ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Turns for what is left of a large budget, best first."""
    return tuple(one for one in ranked if one.beyond_tokens and not one.dropped)
