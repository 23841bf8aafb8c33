"""Closed claims → segments: rules 6 and 7 of the fold (docs/explanation-fold.md)."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from graphmem.belief.claim import Claim, Rules, Segment
from graphmem.belief.closing import contests

__all__ = ["hear"]

Run: TypeAlias = tuple[int, int, tuple[str, ...]]  # start, stop, values


def hear(claims: Iterable[Claim], rules: Rules) -> tuple[Segment, ...]:
    """Who is heard when, in longest runs of the same values and status: rules 6 and 7.

    Ascending; disjoint for a functional slot. Values of a multi-valued slot are each heard on their own.
    """
    covering = [claim for claim in claims if claim.start < claim.until]
    of_value: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(covering, key=lambda claim: claim.order):
        of_value[claim.value].append(claim)
    lanes = [covering] if rules.functional else list(of_value.values())
    runs = sorted(run for lane in lanes for run in _runs(lane, rules))
    return _supported(runs, of_value)


def _runs(claims: Sequence[Claim], rules: Rules) -> list[Run]:
    """The longest runs of the same values, walking from one start or stop to the next."""
    floor = _Floor(rules)
    arriving = deque(sorted(claims, key=lambda claim: (claim.order, claim.said)))
    leaving = deque(sorted(claims, key=lambda claim: claim.until))
    runs: list[Run] = []
    for left, right in pairwise(sorted({edge for claim in claims for edge in (claim.start, claim.until)})):
        while leaving and leaving[0].until <= left:
            floor.leave(leaving.popleft())
        while arriving and arriving[0].start <= left:
            floor.enter(arriving.popleft())
        values = floor.values(left)
        if runs and runs[-1][1:] == (left, values):
            runs[-1] = (runs[-1][0], right, values)
        elif values:
            runs.append((left, right, values))
    return runs


class _Floor:
    """The claims that cover an instant, as they come (by start, then by when said) and go."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._values: dict[int, Counter[str]] = {}
        self._words: defaultdict[int, defaultdict[str | None, list[Claim]]] = defaultdict(lambda: defaultdict(list))

    def enter(self, claim: Claim) -> None:
        self._values.setdefault(claim.authority, Counter())[claim.value] += 1
        self._words[claim.authority][claim.speaker].append(claim)

    def leave(self, claim: Claim) -> None:
        count = self._values[claim.authority]
        count[claim.value] -= 1
        if not count[claim.value]:
            del count[claim.value]
        if not count:
            del self._values[claim.authority]

    def values(self, instant: int) -> tuple[str, ...]:
        """Rule 6: the one value heard, several if contested, none if nothing is known."""
        if not self._values:
            return ()
        highest = max(self._values)
        if len(self._values[highest]) == 1:
            return tuple(self._values[highest])
        heard = [claim for words in self._words[highest].values() for claim in _last_word(words, instant)]
        latest = max(claim.order for claim in heard)
        winners = [claim for claim in heard if claim.order == latest]
        rivals = (claim for claim in heard if any(contests(claim, winner, self._rules) for winner in winners))
        return tuple(sorted({claim.value for claim in (*winners, *rivals)}))


def _last_word(words: list[Claim], instant: int) -> list[Claim]:
    """What one speaker is heard with: the latest start, then the latest said; several where nothing tells them apart.

    `words` came in that order, so it is at the end; what no longer covers the instant is dropped from there.
    """
    while words and words[-1].until <= instant:
        words.pop()
    heard: list[Claim] = []
    for claim in reversed(words):
        if (claim.order, claim.said) != (words[-1].order, words[-1].said):
            break
        if claim.until > instant:
            heard.append(claim)
    return heard


def _supported(runs: Sequence[Run], of_value: dict[str, list[Claim]]) -> tuple[Segment, ...]:
    """Rule 7: each run with every claim of its values that covers a part of it, whatever its authority."""
    behind = {value: _Support(claims) for value, claims in of_value.items()}
    return tuple(
        Segment(
            start=start,
            stop=stop,
            values=values,
            status="active" if len(values) == 1 else "contested",
            supports=tuple(behind[value].of(start, stop) for value in values),
        )
        for start, stop, values in runs
    )


class _Support:
    """The claims of one value, asked for run after run in ascending order."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self._coming = deque(claims)
        self._covering: list[Claim] = []

    def of(self, start: int, stop: int) -> tuple[str, ...]:
        while self._coming and self._coming[0].start < stop:
            self._covering.append(self._coming.popleft())
        self._covering = [claim for claim in self._covering if claim.until > start]
        return tuple(sorted({claim.statement for claim in self._covering}))
