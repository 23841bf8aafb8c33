"""The fast path: what a newest claim does to the last segments of its key, without reading the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from graphmem.belief.claim import Claim, Rules, Said, Segment, Stated
from graphmem.belief.claiming import claims, date_of_end, own_claim
from graphmem.belief.closing import close
from graphmem.errors import Incorrect
from graphmem.model import FOREVER_US

__all__ = ["Frontier", "append", "is_newest"]

PREFIX = "frontier_"
CORRECTED = ("corrected_at", "corrected_seq", "corrected_span")


@dataclass(frozen=True, slots=True)
class Frontier:
    """All statements of a key, in as few numbers as it takes to know a newest claim of it.

    `start`: the latest start of a claim. `edge`: the latest stop of a claim or date of an end. `authority`: the
    highest of a claim. `corrected`: when the last correction was said. `spoken_at`, `speaker`: when a claim of that
    authority was last said, and by whom; `others_spoke_at`: when by anybody else. None: there is none.
    `settled`: whether at most one value is still open, so that nothing stands behind the last segment.

    It holds for the statements and the rules it was made of. A newest claim moves it with `after`; whatever else
    changes, make it anew with `of`.
    """

    start: int | None = None
    edge: int | None = None
    authority: int | None = None
    corrected: Said | None = None
    spoken_at: int | None = None
    speaker: str | None = None
    others_spoke_at: int | None = None
    settled: bool = True

    @classmethod
    def of(cls, statements: Iterable[Stated], rules: Rules) -> Frontier:
        """The frontier of every live statement of a key."""
        actual = [stated for stated in statements if not stated.planned]
        closed = close(claims(actual, rules), rules)
        stops = [claim.stop for claim in closed if claim.stop != FOREVER_US]
        ends = [date_of_end(stated) for stated in actual if stated.kind == "end"]
        open_values = {claim.value for claim in closed if claim.until == FOREVER_US}
        frontier = cls(
            start=max((claim.start for claim in closed), default=None),
            edge=max([*stops, *ends], default=None),
            authority=max((claim.authority for claim in closed), default=None),
            corrected=max((stated.said for stated in actual if stated.kind == "correction"), default=None),
            settled=not rules.functional or len(open_values) <= 1,
        )
        return _hearing(frontier, closed)

    def after(self, stated: Stated, rules: Rules) -> Frontier:
        """The frontier with a newest claim added. Raises Incorrect for any other statement."""
        if not is_newest(self, stated, rules):
            raise Incorrect(
                f"statement {stated.id!r} is not the newest claim of its key. "
                "Fold all statements of the key and make the frontier with Frontier.of."
            )
        claim = own_claim(stated, rules)
        edges = [edge for edge in (self.edge, claim.stop) if edge is not None and edge != FOREVER_US]
        before = self if claim.authority == self.authority else replace(self, spoken_at=None, others_spoke_at=None)
        moved = replace(before, start=claim.start, edge=max(edges, default=None), authority=claim.authority)
        return _hearing(moved, (claim,))

    def to_properties(self) -> dict[str, int | str]:
        """Flat properties to store; what is absent has none."""
        flat = {name: getattr(self, name) for name in PLAIN} | dict(zip(CORRECTED, self.corrected or (), strict=False))
        return {PREFIX + name: value for name, value in flat.items() if value is not None}

    @classmethod
    def from_properties(cls, properties: Mapping[str, Any]) -> Frontier | None:
        """The frontier stored among these properties, or None if none was (it is not that of an empty key)."""
        stored: dict[str, Any] = {name: properties.get(PREFIX + name) for name in (*PLAIN, *CORRECTED)}
        corrected = tuple(stored.pop(name) for name in CORRECTED)
        return None if stored["settled"] is None else cls(**stored, corrected=None if None in corrected else corrected)


PLAIN = tuple(field.name for field in fields(Frontier) if field.name != "corrected")


def is_newest(frontier: Frontier, stated: Stated, rules: Rules) -> bool:
    """Whether `append` gives what the fold would give with `stated` added to the statements of `frontier`.

    It is a claim without a stop that starts after every claim, stop and end, has no lower authority than any
    claim, was said after every correction, and cannot be contested. Where more than one value is still open
    (contested, or behind a higher authority) the answer is no: what supports the new segment needs the history.
    """
    if stated.kind != "state" or stated.planned or stated.claimed_to is not None or not frontier.settled:
        return False
    claim = own_claim(stated, rules)
    return (
        (frontier.start is None or claim.start > frontier.start)
        and (frontier.edge is None or claim.start > frontier.edge)
        and (frontier.authority is None or claim.authority >= frontier.authority)
        and (frontier.corrected is None or claim.said > frontier.corrected)
        and (not claim.at_said or _alone(frontier, claim, rules))
    )


def append(tail: Sequence[Segment], stated: Stated, rules: Rules) -> tuple[Segment, ...]:
    """What follows in place of `tail`, the last segment of a key (or more, in order), once a newest claim is added.

    The last one goes on if it is open and has that one value; else it is cut where the new one starts.
    """
    claim = own_claim(stated, rules)
    new = Segment(claim.start, claim.stop, (claim.value,), "active", ((claim.statement,),))
    if not tail:
        return (new,)
    *before, last = tail
    if last.stop > claim.start and last.values == new.values:
        supports = (tuple(sorted({*last.supports[0], claim.statement})),)
        return (*before, replace(last, stop=claim.stop, supports=supports))
    return (*before, replace(last, stop=min(last.stop, claim.start)), new)


def _alone(frontier: Frontier, claim: Claim, rules: Rules) -> bool:
    """Whether no other speaker's claim of equal authority was said so lately that it would contest this one."""
    if frontier.authority != claim.authority:
        return True
    others = frontier.spoken_at if claim.speaker != frontier.speaker else frontier.others_spoke_at
    return others is None or claim.said[0] - others >= rules.contest_us


def _hearing(frontier: Frontier, claims: Iterable[Claim]) -> Frontier:
    """The frontier once those of `claims` that have its authority are said."""
    spoken = [(claim.said[0], claim.speaker) for claim in claims if claim.authority == frontier.authority]
    if frontier.spoken_at is not None:
        spoken.append((frontier.spoken_at, frontier.speaker))
    if not spoken:
        return frontier
    at, speaker = max(spoken, key=_voice)
    others = [said_at for said_at, other in spoken if other != speaker]
    if frontier.others_spoke_at is not None:
        others.append(frontier.others_spoke_at)
    return replace(frontier, spoken_at=at, speaker=speaker, others_spoke_at=max(others, default=None))


def _voice(spoken: tuple[int, str | None]) -> tuple[int, bool, str]:
    """What orders who spoke when, an absent speaker first among those of one moment."""
    said_at, speaker = spoken
    return (said_at, speaker is not None, speaker or "")
