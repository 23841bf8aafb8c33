"""What is known of the store before a text is read: which episodes are there, and the turns before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.model import Episode, Receipt, to_us
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.documents import Version, as_version, is_document, versions_of
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
    `documents` are the documents of which new versions came, by the version's id.
    """

    fresh: list[Episode] = field(default_factory=list)
    stored: list[Episode] = field(default_factory=list)
    earlier: dict[str, tuple[Episode, ...]] = field(default_factory=dict)
    heard: tuple[Episode, ...] = ()
    documents: dict[str, str] = field(default_factory=dict)

    def known_drafts(self) -> list[Draft]:
        """Drafts of the episodes already there: a write reports them as duplicates."""
        return [Draft(episode) for episode in self.stored]


def arriving(ground: Ground, episodes: Sequence[Episode]) -> Flow[Arriving]:
    """Sorts a chunk into new and stored, and reads the turns in whose light the new ones are read."""
    versions = yield from versions_of(ground, {episode.id for episode in episodes if is_document(episode)})
    arrived = Arriving()
    came = [_under_its_id(ground, episode, versions.get(episode.id, ()), arrived) for episode in episodes]
    there = yield from known(ground, came)
    for episode in came:
        (arrived.stored if episode.id in there else arrived.fresh).append(episode)
    others = {version.episode for stored in versions.values() for version in stored}
    for session in sorted({episode.session for episode in arrived.fresh}):
        first = min((e for e in arrived.fresh if e.session == session), key=lambda e: (e.said_at, e.seq))
        before = yield from session_before(ground, session, to_us(first.said_at), first.seq, WINDOW)
        arrived.earlier[session] = tuple(turn for turn in before if turn.id not in others)
    arrived.heard = yield from heard(ground, arrived.fresh)
    return arrived


def known(ground: Ground, episodes: Sequence[Episode]) -> Flow[frozenset[str]]:
    """The ids of those episodes that are stored already."""
    ids = {episode_id(ground.tenant, episode.id): episode.id for episode in episodes}
    return frozenset(ids[row["uuid"]] for row in (yield ground.call("episodes_present", uuids=sorted(ids))))


def _under_its_id(ground: Ground, episode: Episode, stored: Sequence[Version], arrived: Arriving) -> Episode:
    """A document under the id of its version; any other episode as it is. No version is read in another's light."""
    if not (is_document(episode) and stored):
        return episode
    version = as_version(ground, episode, stored)
    arrived.documents[version.id] = episode.id
    return version


def take_in(ground: Ground, drafts: Sequence[Draft], *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Writes turns as `write` does, and ties them to their speakers' voices."""
    receipt = yield from write(ground, drafts, lock=lock, call=call)
    stored = set(receipt.episodes)
    yield from hear(ground, (draft.episode for draft in drafts if draft.episode.id in stored), lock)
    return receipt
