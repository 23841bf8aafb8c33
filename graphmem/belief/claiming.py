"""Statements → claims: rules 1 to 3 of the fold (docs/explanation-fold.md)."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from graphmem.belief.claim import Claim, Rules, Stated, start_order
from graphmem.model import BEGINNING_US, FOREVER_US

__all__ = ["Claimed", "claimed", "claims", "date_of_end", "own_claim"]


@dataclass(frozen=True, slots=True)
class Claimed:
    """The claims that stand after ends and corrections, and what a person should look at.

    `inverted` went to review and not into the fold; `refused` are corrections with the claims whose higher
    authority withstood them.
    """

    claims: tuple[Claim, ...]
    inverted: tuple[Stated, ...]
    refused: tuple[tuple[Stated, tuple[Claim, ...]], ...]


def claims(statements: Iterable[Stated], rules: Rules) -> tuple[Claim, ...]:
    """The claims that stand, closed by the ends: rules 1 to 3. All `statements` actual, or all planned."""
    return claimed(statements, rules).claims


def claimed(statements: Iterable[Stated], rules: Rules) -> Claimed:
    """What `claims` gives, with what it left out and why."""
    live = list({stated.id: stated for stated in statements}.values())
    bad = [stated for stated in live if stated.inverted]
    ends, pool = _Ends(), _Pool(rules)
    said = attrgetter("said")
    for _, group in groupby(sorted(live, key=said), key=said):
        at_once = [stated for stated in group if not stated.inverted]
        for stated in at_once:
            if stated.kind == "end":
                ends.add(stated)
            elif stated.kind == "state":
                pool.add(own_claim(stated, rules))
        bad += pool.correct([stated for stated in at_once if stated.kind == "correction"], ends)
    return Claimed(tuple(map(ends.close, pool.standing())), tuple(bad), tuple(pool.refused))


def date_of_end(end: Stated) -> int:
    """The one date of an end: claimed start, else claimed stop, else when it was said."""
    if end.start is not None:
        return end.start
    return end.said_at if end.stop is None else end.stop


def own_claim(stated: Stated, rules: Rules) -> Claim:
    """Rule 1: the claim of a statement with its own period."""
    start, stop = _own_period(stated, rules)
    by_day = stated.day_only and start == stated.said_at
    return Claim(
        statement=stated.id,
        value=stated.value or "",
        start=start,
        stop=stop,
        until=stop,
        order=start_order(start, stop, (stated.seq, stated.span) if by_day else None),
        said=stated.said,
        speaker=stated.speaker,
        authority=stated.authority,
        at_said=start != BEGINNING_US and stated.start is None,
        bounded=stated.stop is not None,
        by_day=stated.day_only,
        planned_for=stated.claimed_from if stated.planned else None,
    )


def _own_period(stated: Stated, rules: Rules) -> tuple[int, int]:
    start = stated.said_at if stated.start is None else stated.start
    if stated.stop is not None:
        unknown = stated.start is None and stated.stop <= stated.said_at
        return (BEGINNING_US if unknown else start), stated.stop
    lives = rules.lives_us(stated.source_kind)
    return start, FOREVER_US if lives is None else min(start + lives, FOREVER_US)


def _instead(claim: Claim, correction: Stated, stop: int) -> Claim:
    """Rule 3: the claim a correction without a start of its own makes of one that it takes away."""
    return replace(
        claim.ending(stop),
        statement=correction.id,
        value=correction.value or "",
        said=correction.said,
        speaker=correction.speaker,
        authority=correction.authority,
        bounded=claim.bounded or correction.stop is not None,
        by_day=correction.day_only,
        planned_for=claim.planned_for if correction.claimed_from is None else correction.claimed_from,
    )


class _Ends:
    """Rule 2: the ends said so far, and where they leave a claim."""

    def __init__(self) -> None:
        self._dates: defaultdict[str | None, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))

    def add(self, end: Stated) -> None:
        insort(self._dates[end.value][end.authority], date_of_end(end))

    def stop(self, claim: Claim) -> int:
        """The first date after the claim's start that an end of its value, or of none, gives with the authority to."""
        stop = claim.stop
        for value in (claim.value, None):
            for authority, dates in self._dates.get(value, {}).items():
                if authority >= claim.authority:
                    after = bisect_right(dates, claim.start)
                    stop = min([stop, *dates[after : after + 1]])
        return stop

    def close(self, claim: Claim) -> Claim:
        stop = self.stop(claim)
        return claim if stop == claim.stop else claim.ending(stop)


class _Pool:
    """Every claim made so far, in the order said, and which of them a correction took away."""

    def __init__(self, rules: Rules) -> None:
        self.refused: list[tuple[Stated, tuple[Claim, ...]]] = []
        self._rules = rules
        self._claims: list[Claim] = []
        self._of_value: defaultdict[str, list[int]] = defaultdict(list)
        self._taken: set[int] = set()

    def add(self, claim: Claim) -> None:
        self._of_value[claim.value].append(len(self._claims))
        self._claims.append(claim)

    def standing(self) -> list[Claim]:
        return [claim for index, claim in enumerate(self._claims) if index not in self._taken]

    def correct(self, at_once: Sequence[Stated], ends: _Ends) -> list[Stated]:
        """Apply corrections said at one place, none of which sees what another does; gives those of an empty period."""
        aims = [(correction, self._aim(correction)) for correction in at_once]
        made = [claim for correction, aim in aims for claim in self._made(correction, aim, ends)]
        for correction, aim in aims:
            self._refuse(correction, aim)
        for _, aim in aims:
            self._take(aim)
        whole = [claim for claim in made if claim.start < claim.stop]
        for claim in whole:
            self.add(claim)
        empty = {claim.statement for claim in made} - {claim.statement for claim in whole}
        return [correction for correction in at_once if correction.id in empty]

    def _made(self, correction: Stated, aim: Sequence[int], ends: _Ends) -> list[Claim]:
        if correction.start is not None or not aim:
            return [own_claim(correction, self._rules)]
        taken: dict[tuple[object, int], Claim] = {}
        for index in aim:
            claim = self._claims[index]
            stop = ends.stop(claim) if correction.stop is None else correction.stop
            taken.setdefault((claim.period, stop), claim)
        return [_instead(claim, correction, stop) for (_, stop), claim in taken.items()]

    def _take(self, aim: Sequence[int]) -> None:
        """Take claims away. To later corrections those of one value, period and authority are then one claim."""
        self._taken.update(aim)
        for value in {self._claims[index].value for index in aim}:
            distinct: dict[object, int] = {}
            for index in self._of_value[value]:
                claim = self._claims[index]
                distinct.setdefault((claim.period, claim.authority) if index in self._taken else index, index)
            self._of_value[value] = list(distinct.values())

    def _aim(self, correction: Stated) -> list[int]:
        """The claims a correction takes away: of its Y, or of what was said last and still stands."""
        return [
            index
            for value in self._values(correction)
            for index in self._of_value.get(value, ())
            if self._claims[index].authority <= correction.authority
        ]

    def _values(self, correction: Stated) -> list[str]:
        if correction.corrects is not None:
            return [correction.corrects]
        return self._said_last(correction, lambda authority: authority <= correction.authority)

    def _said_last(self, correction: Stated, allowed: Callable[[int], bool]) -> list[str]:
        """The value said last before a correction that still stands with such an authority; several if at one place."""
        values: dict[str, None] = {}
        said = None
        for index in reversed(range(len(self._claims))):
            claim = self._claims[index]
            if said is not None and claim.said != said:
                break
            if claim.said < correction.said and index not in self._taken and allowed(claim.authority):
                said = claim.said
                values[claim.value] = None
        return list(values)

    def _refuse(self, correction: Stated, aim: Sequence[int]) -> None:
        """Note the standing claims that a correction would have taken away, had it the authority."""
        if correction.corrects is None:
            values = [] if aim else self._said_last(correction, lambda authority: authority > correction.authority)
        else:
            values = [correction.corrects]
        above = tuple(
            self._claims[index]
            for value in values
            for index in self._of_value.get(value, ())
            if self._claims[index].authority > correction.authority and index not in self._taken
        )
        if above:
            self.refused.append((correction, above))
