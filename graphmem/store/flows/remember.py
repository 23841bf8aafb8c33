"""One structured statement, written as a turn would be; it may belong to an episode that is stored already."""

from __future__ import annotations

from graphmem.model import Episode, Receipt
from graphmem.remembering import Remembered
from graphmem.store.flows.call import Flow, Ground
from graphmem.store.flows.write import Draft, write
from graphmem.store.keys import episode_id
from graphmem.store.rows import episode_of

__all__ = ["remember"]


def remember(ground: Ground, said: Remembered, *, lock: str, call: str | None) -> Flow[Receipt]:
    """Records a statement. Of an episode stored already it takes speaker and time, where the caller gave none."""
    draft = Draft(said.episode, ((said.statement, said.judgement),))
    if said.named:
        rows = yield ground.call("episodes_read", uuids=[episode_id(ground.tenant, said.episode.id)])
        if rows:
            draft = Draft(_carrier(said, episode_of(rows[0])), draft.statements, attached=True)
    return (yield from write(ground, [draft], lock=lock, call=call))


def _carrier(said: Remembered, stored: Episode) -> Episode:
    return stored.model_copy(
        update={
            "said_at": said.episode.said_at if said.dated else stored.said_at,
            "speaker": said.episode.speaker if said.voiced else stored.speaker,
        }
    )
