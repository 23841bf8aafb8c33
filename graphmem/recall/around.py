"""The words around the one that a fact is cited with: what was said in the same breath may be what is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from graphmem.model import Source
from graphmem.recall.candidate import Candidate, Ranked
from graphmem.recall.features import spans
from graphmem.recall.lines import QUOTE, cited
from graphmem.recall.meant import claims_nothing
from graphmem.recall.question import Reading

__all__ = ["QUOTED", "with_words_around"]

Span = tuple[int, int]
# What a turn is passed over for without being unfit to be quoted.
QUOTED: Final = "quoted by a fact"


def with_words_around(judged: Sequence[Ranked], reading: Reading) -> list[Ranked]:
    """The facts shown, the first of each turn with as much of the turn as a quotation may have (`Ranked.around`).

    Only of turns that were nominated and are quoted by a fact; what only asks or supposes is left out.
    """
    turns = {one.candidate.id: one.candidate for one in judged if one.candidate.episode and one.dropped == QUOTED}
    wider: dict[str, tuple[Source, Candidate]] = {}
    for one in sorted(judged, key=lambda one: (-round(one.score, 9), one.candidate.id)):
        source = None if one.dropped or not one.candidate.fact else _quoted(one, reading)
        turn = turns.get(source.episode) if source else None
        if source is None or turn is None:
            continue
        around = _around(turn, source)
        if around != source:
            wider[one.candidate.id] = around, turns.pop(source.episode)
    return [_with(one, wider) for one in judged]


def _with(one: Ranked, wider: Mapping[str, tuple[Source, Candidate]]) -> Ranked:
    if not one.candidate.fact or one.candidate.id not in wider:
        return one
    around, turn = wider[one.candidate.id]
    return replace(one, around=around, told=turn.told)


def _quoted(one: Ranked, reading: Reading) -> Source | None:
    return next((source for source in cited(one, reading) if source.quote.strip()), None)


def _around(turn: Candidate, source: Source) -> Source:
    """A source with the sentences it stands in, and those next to it for as long as all fit into a quotation."""
    episode = turn.episode
    if episode is None:
        return source
    start, stop = source.span
    for part in _nearest_first(list(spans(episode.text)), source.span):
        wider = min(start, part[0]), max(stop, part[1])
        if wider[1] - wider[0] > QUOTE or claims_nothing(turn.asides, episode, part):
            break
        start, stop = wider
    return source.model_copy(update={"span": (start, stop), "quote": episode.text[start:stop]})


def _nearest_first(parts: Sequence[Span], span: Span) -> Iterator[Span]:
    """The sentences that hold a span, then those after and before it in turn."""
    own = [place for place, part in enumerate(parts) if part[0] < span[1] and span[0] < part[1]]
    yield from (parts[place] for place in own)
    for away in range(1, len(parts)):
        for place in (max(own, default=0) + away, min(own, default=0) - away):
            if 0 <= place < len(parts):
                yield parts[place]
