"""What a speaker said last: a Voice for each speaker and month, tied to that month's last eight turns.

An index over turns would be read to its end for a speaker of many turns; a Voice is found by its id.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from graphmem.identity.keys import alias_key
from graphmem.model import Episode
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.keys import digest, episode_id
from graphmem.store.rows import episode_of

__all__ = ["Voices", "hear", "heard", "is_heard", "voices_of"]

HEARD = 8  # the last turns of a speaker, in all sessions, in whose light a turn is read
# How many months back is looked for them: the turn's own, then further while there are too few.
REACH = ((0, 1), (1, 4), (4, 25))


def is_heard(episode: Episode) -> bool:
    """Whether a turn counts as what its speaker said: a user's, under a name."""
    return episode.role == "user" and bool(episode.speaker) and episode.source_kind not in {"document", "tool_result"}


def _speaker(episode: Episode) -> str:
    return alias_key(episode.speaker or "")


@dataclass(slots=True)
class Voices:
    """Turns by their speaker, in the order said."""

    _turns: dict[str, list[Episode]] = field(default_factory=dict)

    def add(self, turns: Iterable[Episode]) -> Voices:
        """Takes in turns, in any order; those that are nobody's are left out."""
        for turn in filter(is_heard, turns):
            insort(self._turns.setdefault(_speaker(turn), []), turn, key=_place)
        return self

    def before(self, turn: Episode) -> list[Episode]:
        """The last turns of a turn's speaker said before it, oldest first."""
        turns = self._turns.get(_speaker(turn), []) if is_heard(turn) else []
        place = bisect_left(turns, turn.said_at, key=lambda other: other.said_at)
        return turns[max(0, place - HEARD) : place]


def _place(turn: Episode) -> tuple[datetime, int, str]:
    return turn.said_at, turn.seq, turn.id


def heard(ground: Ground, fresh: Sequence[Episode]) -> Flow[tuple[Episode, ...]]:
    """The stored turns among a speaker's last eight before one of the `fresh` turns."""
    short, voices = [episode for episode in fresh if is_heard(episode)], Voices().add(fresh)
    found = dict[str, Episode]()
    for near, far in REACH:
        wanted = {_voice(ground, episode, back) for episode in short for back in range(near, far)}
        rows = (yield ground.call("voices_read", voices=sorted(wanted))) if wanted else []
        turns = {row["uuid"]: episode_of(row) for row in rows if row["uuid"] not in found}
        found |= turns
        voices.add(turns.values())
        short = [episode for episode in short if len(voices.before(episode)) < HEARD]
    needed = {turn.id: turn for episode in fresh for turn in voices.before(episode)}
    return tuple(turn for turn in found.values() if turn.id in needed)


def hear(ground: Ground, episodes: Iterable[Episode], lock: str) -> Flow[None]:
    """Ties new turns to the voices of their speakers; of a month the last eight stay."""
    turns = dict[str, list[str]]()
    for episode in filter(is_heard, episodes):
        turns.setdefault(_voice(ground, episode), []).append(episode_id(ground.tenant, episode.id))
    if turns:
        rows = [{"voice": voice, "turns": turns[voice]} for voice in sorted(turns)]
        yield ground.call("voices_hear", rows=rows, lock=lock)
        yield ground.call("voices_let_go", voices=sorted(turns), most=HEARD)


def voices_of(ground: Ground, rows: Iterable[Row]) -> list[str]:
    """The voices of stored turns, so that an erasure can destroy those that are left without one."""
    return sorted({_voice(ground, episode_of(row)) for row in rows if row["speaker"]})


def _voice(ground: Ground, episode: Episode, back: int = 0) -> str:
    """Id of the voice of a turn's speaker in its month (UTC), or so many months before."""
    said = episode.said_at.astimezone(UTC)
    return digest("voice", ground.tenant, _speaker(episode), said.year * 12 + said.month - back)
