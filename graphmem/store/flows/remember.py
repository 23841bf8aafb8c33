"""Structured statements, written as turns would be; each may belong to an episode that is stored already."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model import Episode, Receipt
from graphmem.remembering import Remembered
from graphmem.store.call import Flow, Ground
from graphmem.store.flows.write import Draft, erased_texts, write
from graphmem.store.keys import episode_id
from graphmem.store.rows import episode_of

__all__ = ["remember"]


def remember(ground: Ground, said: Sequence[Remembered], *, lock: str, call: str | None = None) -> Flow[Receipt]:
    """Records statements in order, in one transaction.

    Of an episode stored already, or made by an earlier one of them, a statement takes speaker and time, where the
    caller gave none.
    """
    carriers = yield from _stored(ground, [one.episode.id for one in said if one.named])
    first = yield from _firsts(ground, said, carriers)
    drafts = list[Draft]()
    for place, one in enumerate(said):
        statements = ((one.statement, one.judgement),)
        carrier = carriers.get(one.episode.id) if one.named else None
        if carrier is None:
            drafts.append(Draft(one.episode, statements))
        else:
            drafts.append(Draft(_carried(one, carrier), statements, attached=True))
        if place in first:
            carriers.setdefault(one.episode.id, one.episode)
    return (yield from write(ground, drafts, lock=lock, call=call))


def _stored(ground: Ground, episodes: Sequence[str]) -> Flow[dict[str, Episode]]:
    """Those of the named episodes that are stored, by id."""
    uuids = sorted({episode_id(ground.tenant, episode) for episode in episodes})
    rows = (yield ground.call("episodes_read", uuids=uuids)) if uuids else []
    return {row["episode_id"]: episode_of(row) for row in rows}


def _firsts(ground: Ground, said: Sequence[Remembered], stored: dict[str, Episode]) -> Flow[set[int]]:
    """The places of statements whose episode is named again after them; one whose text was erased makes none."""
    places = dict[str, list[int]]()
    for place, one in enumerate(said):
        if one.named and one.episode.id not in stored:
            places.setdefault(one.episode.id, []).append(place)
    again = [place for several in places.values() if len(several) > 1 for place in several]
    if not again:
        return set()
    erased = yield from erased_texts(ground, [said[place].episode for place in again])
    return {place for place in again if said[place].episode.text not in erased}


def _carried(said: Remembered, stored: Episode) -> Episode:
    return stored.model_copy(
        update={
            "said_at": said.episode.said_at if said.dated else stored.said_at,
            "speaker": said.episode.speaker if said.voiced else stored.speaker,
        }
    )
