"""Statements → what a person should look at: rule 8 of the fold (docs/explanation-fold.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from graphmem.belief.claim import Claim, Rules, Segment, Stated
from graphmem.belief.claiming import claimed, date_of_end
from graphmem.belief.closing import close, contests
from graphmem.belief.hearing import hear

__all__ = ["ToReview", "to_review"]

Part: TypeAlias = Literal["claim", "end", "correction"]
Side: TypeAlias = tuple[str, str]  # a value and the kind of source that states it


@dataclass(frozen=True, slots=True)
class ToReview:
    """One conflict of a key, with both sides.

    `overruled`: `statements` had no effect because `others` have the higher authority. `contested`: the two
    differ with equal authority. `period`: `statements` claim a stop not after their start.
    `values` and `source_kinds` are those of `statements`; where contested, of both sides.
    """

    kind: Literal["overruled", "contested", "period"]
    values: tuple[str, ...]
    source_kinds: tuple[str, ...]
    statements: tuple[str, ...]
    others: tuple[str, ...]
    reason: str

    @property
    def identity(self) -> tuple[str, ...]:
        """What stays the same when a repetition adds its source: one open item of a key has it."""
        return (self.kind, *self.values, *self.source_kinds)


def to_review(statements: Iterable[Stated], rules: Rules) -> tuple[ToReview, ...]:
    """What had no effect for want of authority, what is contested, and what has no period, by identity.

    Of planned statements only the last is looked for: they are shown as plans, not as what is.
    """
    live = {stated.id: stated for stated in statements}
    actual = [stated for stated in live.values() if not stated.planned]
    result = claimed(actual, rules)
    closed = close(result.claims, rules)
    segments = hear(closed, rules)
    clashes = [
        *_overruled_claims(closed, segments, rules),
        *_overruled_ends(actual, closed),
        *(_Clash("correction", stated.id, _statements(above)) for stated, above in result.refused),
    ]
    inverted = [*result.inverted, *(stated for stated in live.values() if stated.planned and stated.inverted)]
    items = [*_overruled(clashes, live), *_contested(closed, segments, rules, live), *_periods(inverted)]
    return tuple(sorted(items, key=lambda item: item.identity))


class _Clash(NamedTuple):
    """A statement that had no effect as a claim, an end or a correction, and those that withstood it."""

    part: Part
    statement: str
    above: frozenset[str]


def _overruled_claims(closed: Sequence[Claim], segments: Sequence[Segment], rules: Rules) -> Iterator[_Clash]:
    heard = {statement for segment in segments for support in segment.supports for statement in support}
    believed = [claim for claim in closed if claim.statement in heard]
    for claim in closed:
        if claim.statement in heard or _taken_over(claim, closed, rules):
            continue
        above = _statements(other for other in believed if _outranks(other, claim))
        if above:
            yield _Clash("claim", claim.statement, above)


def _outranks(other: Claim, claim: Claim) -> bool:
    """Whether `other` stands in the way of `claim`: at its start, or somewhere in what it still covers."""
    meets = other.start < max(claim.until, claim.start + 1) and claim.start < other.until
    return meets and other.authority > claim.authority and other.value != claim.value


def _taken_over(claim: Claim, closed: Sequence[Claim], rules: Rules) -> bool:
    """Whether it covers nothing because its own equals took over where it starts: no want of authority."""
    return claim.until == claim.start and any(
        other.start == claim.start
        and (other.order, other.said) > (claim.order, claim.said)
        and other.authority == claim.authority
        and other.value != claim.value
        and not other.bounded
        and not contests(other, claim, rules)
        for other in closed
    )


def _overruled_ends(actual: Sequence[Stated], closed: Sequence[Claim]) -> Iterator[_Clash]:
    highest = max((claim.authority for claim in closed), default=0)
    for end in actual:
        if end.kind != "end" or end.authority >= highest:
            continue
        above = _statements(claim for claim in closed if _withstands(claim, end))
        if above:
            yield _Clash("end", end.id, above)


def _withstands(claim: Claim, end: Stated) -> bool:
    aimed_at = end.value in (None, claim.value) and claim.start < date_of_end(end) < claim.until
    return aimed_at and claim.authority > end.authority


def _overruled(clashes: Iterable[_Clash], live: Mapping[str, Stated]) -> list[ToReview]:
    """One item for each value and kind of source, whether it was claimed, ended or corrected."""
    of: defaultdict[tuple[str, str], list[_Clash]] = defaultdict(list)
    for clash in clashes:
        stated = live[clash.statement]
        of[stated.value or "", _source(stated)].append(clash)
    return [_overruled_item(value, source, group, live) for (value, source), group in of.items()]


def _overruled_item(value: str, source: str, clashes: Sequence[_Clash], live: Mapping[str, Stated]) -> ToReview:
    above = sorted({statement for clash in clashes for statement in clash.above})
    parts = " and ".join(sorted({clash.part for clash in clashes}))
    sources = " and ".join(sorted({_source(live[statement]) for statement in above}))
    return ToReview(
        kind="overruled",
        values=(value,),
        source_kinds=(source,),
        statements=tuple(sorted({clash.statement for clash in clashes})),
        others=tuple(above),
        reason=f"the {parts} by {source} had no effect: {sources} has higher authority and says otherwise",
    )


def _contested(
    closed: Sequence[Claim], segments: Sequence[Segment], rules: Rules, live: Mapping[str, Stated]
) -> list[ToReview]:
    """One item for each two values and their kinds of source."""
    of: defaultdict[tuple[Side, Side], set[tuple[str, str]]] = defaultdict(set)
    for segment in segments:
        for pair in _pairs(segment, closed, rules) if segment.status == "contested" else ():
            one, other = sorted(pair, key=lambda claim: claim.value)
            sides = tuple((claim.value, _source(live[claim.statement])) for claim in (one, other))
            of[sides[0], sides[1]].add((one.statement, other.statement))
    return [_contested_item(one, other, pairs) for (one, other), pairs in of.items()]


def _pairs(segment: Segment, closed: Sequence[Claim], rules: Rules) -> Iterator[tuple[Claim, Claim]]:
    """The claims that contest each other in a contested segment."""
    shown = [
        claim
        for claim in closed
        if claim.value in segment.values and claim.start < segment.stop and segment.start < claim.until
    ]
    for one, other in combinations(shown, 2):
        if max(one.start, other.start) < min(one.until, other.until) and contests(one, other, rules):
            yield one, other


def _contested_item(one: Side, other: Side, pairs: set[tuple[str, str]]) -> ToReview:
    return ToReview(
        kind="contested",
        values=(one[0], other[0]),
        source_kinds=(one[1], other[1]),
        statements=tuple(sorted({statement for statement, _ in pairs})),
        others=tuple(sorted({statement for _, statement in pairs})),
        reason="of equal authority and said for the same start or too close together: nothing tells which is right",
    )


def _periods(inverted: Iterable[Stated]) -> list[ToReview]:
    of: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for stated in inverted:
        of[stated.value or "", _source(stated)].append(stated.id)
    return [
        ToReview("period", (value,), (source,), tuple(sorted(ids)), (), "the claimed stop is not after the start")
        for (value, source), ids in of.items()
    ]


def _source(stated: Stated) -> str:
    return stated.source_kind or f"authority {stated.authority}"


def _statements(claims: Iterable[Claim]) -> frozenset[str]:
    return frozenset(claim.statement for claim in claims)
