"""The fold: from the live statements of one key to what is believed over valid time."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.belief.claim import Claim, Rules, Segment, Stated
from graphmem.belief.claiming import claims
from graphmem.belief.closing import close
from graphmem.belief.hearing import hear

__all__ = ["Claim", "Rules", "Segment", "Stated", "claims", "close", "fold", "hear"]


def fold(statements: Iterable[Stated], rules: Rules) -> tuple[Segment, ...]:
    """What is believed over valid time, given every live statement of one key; planned ones are left out."""
    actual = (stated for stated in statements if not stated.planned)
    return hear(close(claims(actual, rules), rules), rules)
