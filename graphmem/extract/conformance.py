"""What every extractor keeps to: `faults` has one read turns of its kind, and lists what it breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.errors import Incorrect
from graphmem.extract.candidates import Candidate, Extractor, candidate_of, extractor_id, statement_of
from graphmem.model import Episode
from graphmem.registry import Registry, registry

__all__ = ["faults"]


def faults(extractor: Extractor, episodes: Sequence[Episode], predicates: Registry | None = None) -> tuple[str, ...]:
    """What an extractor does not keep to, reading turns of one session in order; nothing if it is well made.

    The turns are to state something. `predicates` are the memory's, where it has its own.
    """
    if not isinstance(extractor, Extractor):
        return (f"{extractor!r} has no name, version and candidates(episode, before)",)
    named = [part for part in ("name", "version") if not str(getattr(extractor, part)).strip()]
    known = predicates or registry()
    found = [f"its {part} is empty" for part in named]
    stated = 0
    for place, episode in enumerate(episodes):
        before = episodes[max(0, place - 8) : place]
        wrong, candidates = _read(extractor, episode, before, known)
        stated += len(candidates)
        found += [f"{episode.id}: {one}" for one in wrong]
    return tuple(found if stated or found else ["it read nothing in these turns: give some of its kind"])


def _read(
    extractor: Extractor, episode: Episode, before: Sequence[Episode], known: Registry
) -> tuple[list[str], list[Candidate]]:
    """What is wrong with the reading of one turn, and what was read."""
    try:
        candidates = [candidate_of(one) for one in extractor.candidates(episode, before)]
        again = [candidate_of(one) for one in extractor.candidates(episode, before)]
    except Incorrect as error:
        return [str(error)], []
    except Exception as error:
        return [f"it raises {type(error).__name__}: {error}"], []
    made = [statement_of(one, episode, before, extractor_id(extractor), known) for one in candidates]
    wrong = [one for one in made if isinstance(one, str)]
    return [*wrong, *_restless(candidates, again)], candidates


def _restless(candidates: Sequence[Candidate], again: Sequence[Candidate]) -> Iterator[str]:
    if list(candidates) != list(again):
        yield "the same turn gives something else the second time"
