"""The gold suite's cases as a runner may see them: what is said, done and asked, and nothing of what is expected."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from graphmem.model import Episode, Role, SourceKind

__all__ = ["Asked", "Case", "Operation", "Turn"]

LEARNT_AFTER = timedelta(seconds=1)


class Row(BaseModel):
    """A part of a case; fields that only a scorer reads are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Turn(Row):
    """One episode of a case: when it was said, and when the memory learns it."""

    id: str = Field(min_length=1)
    session: str = "default"
    speaker: str | None = None
    role: Role = "user"
    said_at: AwareDatetime
    recorded_at: AwareDatetime | None = None
    source_kind: SourceKind = "user_statement"
    tenant: str | None = None
    text: str

    @property
    def learnt_at(self) -> datetime:
        """When the memory learns it: a second after it was said, unless the case says otherwise."""
        return self.recorded_at or self.said_at + LEARNT_AFTER

    def episode(self, place: int) -> Episode:
        """The episode to ingest; `place` is its place in the session."""
        return Episode(
            id=self.id, session=self.session, seq=place, speaker=self.speaker, role=self.role,
            said_at=self.said_at, text=self.text, source_kind=self.source_kind,
        )  # fmt: skip


class Erase(Row):
    """Destroys a subject."""

    op: Literal["erase_subject"]
    subject: str
    after: str | None = None


class Withdraw(Row):
    """Destroys an episode, or withdraws it as a source."""

    op: Literal["erase_episode", "retract_source"]
    episode: str
    after: str | None = None


class SetClock(Row):
    """Moves the memory's clock on."""

    op: Literal["set_clock"]
    at: AwareDatetime
    after: str | None = None


Operation = Annotated[Erase | Withdraw | SetClock, Field(discriminator="op")]


class Asked(Row):
    """A question with the clock it is asked at, its viewpoint and its budget."""

    id: str
    q: str
    now: AwareDatetime
    valid_at: AwareDatetime | None = None
    known_at: AwareDatetime | None = None
    budget: int = 400
    tenant: str | None = None


class Case(Row):
    """A small world: transcripts, what is done to them, questions."""

    id: str = Field(min_length=1)
    tenant: str
    episodes: tuple[Turn, ...] = Field(min_length=1)
    operations: tuple[Operation, ...] = ()
    queries: tuple[Asked, ...] = ()

    def in_order(self) -> tuple[tuple[Turn, Episode], ...]:
        """The turns in the order they are learnt, each as an episode with its place in its session."""
        placed = [(turn, turn.episode(place)) for turn, place in _placed(self.episodes)]
        return tuple(sorted(placed, key=lambda pair: pair[0].learnt_at))

    def after(self, turn: str | None) -> tuple[Operation, ...]:
        """What is done right after a turn; after None, what is done at the end."""
        return tuple(operation for operation in self.operations if operation.after == turn)


def _placed(turns: Iterable[Turn]) -> Iterable[tuple[Turn, int]]:
    met = dict[tuple[str | None, str], int]()
    for turn in turns:
        session = (turn.tenant, turn.session)
        met[session] = met.get(session, -1) + 1
        yield turn, met[session]
