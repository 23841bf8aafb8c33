"""What is known of the store before a text is read: which episodes are there, and the turns before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.model import Episode, Receipt, to_us
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.read import session_before
from graphmem.store.flows.voices import hear, heard
from graphmem.store.flows.write import Draft, write
from graphmem.store.keys import episode_id

__all__ = ["Arriving", "arriving", "known", "take_in"]

WINDOW = 8


@dataclass(slots=True)
class Arriving:
    """A chunk of episodes as they meet the store: new ones, those already there, and the turns before the new ones.

    `earlier` holds the last turns of each session, oldest first; `heard` what the speakers said last in any session.
    """

    fresh: list[Episode] = field(default_factory=list)
    stored: list[Episode] = field(default_factory=list)
    earlier: dict[str, tuple[Episode, ...]] = field(default_factory=dict)
    heard: tuple[Episode, ...] = ()

    def known_drafts(self) -> list[Draft]:
        """Drafts of the episodes already there: a write reports them as duplicates."""
        return [Draft(episode) for episode in self.stored]


def arriving(ground: Ground, episodes: Sequence[Episode]) -> Flow[Arriving]:
    """Sorts a chunk into new and stored, and reads the turns in whose light the new ones are read."""
    there = yield from known(ground, episodes)
    arrived = Arriving()
    for episode in episodes:
        (arrived.stored if episode.id in there else arrived.fresh).append(episode)
    for session in sorted({episode.session for episode in arrived.fresh}):
        first = min((e for e in arrived.fresh if e.session == session), key=lambda e: (e.said_at, e.seq))
        arrived.earlier[session] = yield from session_before(ground, session, to_us(first.said_at), first.seq, WINDOW)
    arrived.heard = yield from heard(ground, arrived.fresh)
    return arrived


def known(ground: Ground, episodes: Sequence[Episode]) -> Flow[frozenset[str]]:
    """The ids of those episodes that are stored already."""
    ids = {episode_id(ground.tenant, episode.id): episode.id for episode in episodes}
    return frozenset(ids[row["uuid"]] for row in (yield ground.call("episodes_present", uuids=sorted(ids))))


def take_in(ground: Ground, drafts: Sequence[Draft], *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Writes turns as `write` does, and ties them to their speakers' voices."""
    receipt = yield from write(ground, drafts, lock=lock, call=call)
    stored = set(receipt.episodes)
    yield from hear(ground, (draft.episode for draft in drafts if draft.episode.id in stored), lock)
    return receipt
