"""Planned statements → what is planned, from when to when: rule 9 of the fold (docs/explanation-fold.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphmem.belief.claim import Claim, Rules, Segment, Stated
from graphmem.belief.claiming import claims
from graphmem.belief.closing import close
from graphmem.belief.hearing import hear

__all__ = ["planned_dates", "plans"]


def plans(statements: Iterable[Stated], rules: Rules) -> tuple[Segment, ...]:
    """What was planned when, given every live statement of one key, actual ones included: they end plans.

    A segment runs from when the plan was said; several values are plans that contest each other.
    """
    return tuple(replace(segment, status="planned") for segment in hear(close(_lane(statements, rules), rules), rules))


def planned_dates(segment: Segment, statements: Iterable[Stated], rules: Rules) -> tuple[int | None, ...]:
    """The date each value of a planned segment is planned for, None where none was given.

    Of several it is that of the plan said last. `statements` are those that `plans` was given.
    """
    lane = sorted(_lane(statements, rules), key=lambda plan: (plan.said, plan.statement))
    dates: dict[str, int] = {}
    for plan in lane:
        if plan.planned_for is not None and plan.start < segment.stop and segment.start < plan.until:
            dates[plan.value] = plan.planned_for
    return tuple(dates.get(value) for value in segment.values)


def _lane(statements: Iterable[Stated], rules: Rules) -> list[Claim]:
    """The planned claims, each until an actual one ends it."""
    live = list(statements)
    actual = claims((stated for stated in live if not stated.planned), rules)
    planned = claims((stated for stated in live if stated.planned), rules)
    return [_until_ended(plan, actual, rules) for plan in planned]


def _until_ended(plan: Claim, actual: Sequence[Claim], rules: Rules) -> Claim:
    stop = min([plan.stop, *(claim.said[0] for claim in actual if _ends(claim, plan, rules))])
    return plan if stop == plan.stop else plan.ending(stop)


def _ends(claim: Claim, plan: Claim, rules: Rules) -> bool:
    """Whether an actual claim ends a plan: said later, it states its value or claims a start not before its date."""
    if claim.said <= plan.said:
        return False
    if claim.value == plan.value:
        return True
    date = plan.said[0] if plan.planned_for is None else plan.planned_for
    return rules.functional and not claim.at_said and claim.start >= date
