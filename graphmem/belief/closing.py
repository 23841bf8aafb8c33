"""Claims → claims that close each other: rules 4 and 5 of the fold (docs/explanation-fold.md)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable

from graphmem.belief.claim import Claim, Rules, Said, Start

__all__ = ["close", "contests"]


def contests(one: Claim, other: Claim, rules: Rules) -> bool:
    """Rule 4: whether two claims of different values and equal authority stand against each other undecided."""
    if one.authority != other.authority or one.value == other.value:
        return False
    if one.order == other.order:
        return one.speaker != other.speaker or one.said == other.said
    later = max(one, other, key=lambda claim: claim.order)
    return one.speaker != other.speaker and later.at_said and _at_once(one, other, rules)


def _at_once(one: Claim, other: Claim, rules: Rules) -> bool:
    """Whether they were said too close together for one to have taken over from the other."""
    apart_us = abs(one.said[0] - other.said[0])
    if one.by_day and other.by_day and apart_us == 0:
        return False  # of that day no more is known than their places, and those say which is the later
    return apart_us < rules.contest_us


def close(claims: Iterable[Claim], rules: Rules) -> tuple[Claim, ...]:
    """The claims, each covering until its first successor starts: rule 5. In a multi-valued slot none has one."""
    claims = tuple(claims)
    if not rules.functional:
        return claims
    of_authority: defaultdict[int, list[Claim]] = defaultdict(list)
    for claim in claims:
        if not claim.bounded:
            of_authority[claim.authority].append(claim)
    levels = [_Successors(authority, unbounded, rules) for authority, unbounded in of_authority.items()]
    return tuple(_closed(claim, levels) for claim in claims)


def _closed(claim: Claim, levels: list[_Successors]) -> Claim:
    until = min([claim.until, *(level.first(claim) for level in levels if level.authority >= claim.authority)])
    return claim if until == claim.until else claim.closed(until)


class _Successors:
    """The claims of one authority without a claimed stop, by start and then by when they were said."""

    def __init__(self, authority: int, claims: list[Claim], rules: Rules) -> None:
        self.authority = authority
        self._rules = rules
        self._claims = sorted(claims, key=lambda claim: (claim.order, claim.said))
        self._keys: list[tuple[Start, Said]] = [(claim.order, claim.said) for claim in self._claims]
        self._other = self._next_of_another_value()

    def _next_of_another_value(self) -> list[int]:
        """For each place, the next at which the value is another: long repetitions are stepped over in one."""
        following = [len(self._claims)] * len(self._claims)
        for place in reversed(range(len(self._claims) - 1)):
            same = self._claims[place].value == self._claims[place + 1].value
            following[place] = following[place + 1] if same else place + 1
        return following

    def first(self, claim: Claim) -> int:
        """The start of the first of them that supersedes `claim`; the claim's own `until` if none does."""
        place = self._first_place(claim)
        while place < len(self._claims):
            successor = self._claims[place]
            if successor.value == claim.value:
                place = self._other[place]
            elif contests(successor, claim, self._rules):
                place += 1
            else:
                return successor.start
        return claim.until

    def _first_place(self, claim: Claim) -> int:
        """Where those begin that start later, or at the same start take over: of higher authority, or said later."""
        if self.authority > claim.authority:
            return bisect_left(self._keys, claim.order, key=lambda key: key[0])
        return bisect_right(self._keys, (claim.order, claim.said))
