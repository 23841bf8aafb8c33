"""What is kept of a text that is too long to be kept whole: its beginning, its end, and the lines that tell most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from graphmem.gate.instructions import policy_pattern

__all__ = ["GAP", "extract"]

GAP = "[…]"  # stands where lines are left out, on a line of its own or at the end of one that is cut
LINE = 400  # characters of a line: a longer one is cut
EDGE = 0.25  # of what is kept is the beginning, and as much the end
ALIKE = 2  # lines that differ in figures alone are taken so often
LABELLED = re.compile(r"\s*(?:[-*•#>|]\s*)*[^\W\d_][\w /().-]{0,40}\s*(?:[:=]\s+\S|\|)")
FIGURES = re.compile(r"[\da-f]*\d[\da-f]*", re.IGNORECASE)


def extract(text: str, longest: int) -> str:
    """The telling lines of a text in their order, at most `longest` characters; the text itself if it is not longer."""
    if len(text) <= longest:
        return text
    lines = [_cut(line) for line in text.splitlines() if line.strip()]
    return _joined(lines, sorted(_chosen(lines, longest)))


def _cut(line: str) -> str:
    line = line.rstrip()
    return line if len(line) <= LINE else f"{line[: LINE - len(GAP) - 1].rstrip()} {GAP}"


def _chosen(lines: Sequence[str], longest: int) -> set[int]:
    """The lines that fit: of the beginning, of the end, those that tell, then on from the beginning.

    Of lines alike but for their figures, as logs have them, only the first ones are taken.
    """
    edge, places = int(longest * EDGE), _unlike(lines)
    chosen, room = set[int](), longest
    for order, most in ((places, edge), (places[::-1], edge), (_telling(lines, places), room), (places, room)):
        left = min(most, room)
        for place in order:
            cost = len(lines[place]) + len(GAP) + 2
            if place in chosen:
                continue
            if cost > left:
                break
            chosen.add(place)
            left, room = left - cost, room - cost
    return chosen


def _unlike(lines: Sequence[str]) -> list[int]:
    seen = Counter[str]()
    places = list[int]()
    for place, line in enumerate(lines):
        shape = FIGURES.sub("0", line)
        seen[shape] += 1
        if seen[shape] <= ALIKE:
            places.append(place)
    return places


def _telling(lines: Sequence[str], places: Sequence[int]) -> list[int]:
    """Lines that report how it went, then those with a label."""
    outcome = policy_pattern(r"(?<!\w)<<outcomes>>(?!\w)")
    reported = [place for place in places if outcome.search(lines[place])]
    return [*reported, *(place for place in places if LABELLED.match(lines[place]))]


def _joined(lines: Sequence[str], places: Iterable[int]) -> str:
    parts, last = list[str](), -1
    for place in places:
        if place != last + 1:
            parts.append(GAP)
        parts.append(lines[place])
        last = place
    if last < len(lines) - 1:
        parts.append(GAP)
    return "\n".join(parts)
