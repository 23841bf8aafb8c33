"""Turns as read, and what makes them episodes: a place in the session, a time, an id, a tenant."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any

from pydantic import ValidationError

from graphmem.errors import Incorrect, Refused
from graphmem.model import Episode, SourceKind

__all__ = ["Defaults", "Draft", "Numbering", "Skipped", "Turn", "said"]

SOURCE_KINDS: Mapping[str, SourceKind] = {
    "user": "user_statement",
    "assistant": "assistant_message",
    "tool": "tool_result",
    "system": "document",
}
SESSIONS = 2_000  # whose last turns are kept in mind while a source is read


@dataclass(frozen=True, slots=True)
class Defaults:
    """What turns take over from what surrounds them: a conversation's name and start, or the caller's.

    `zone` is that of times which the source writes without one. `columns` name a table's, by field of an episode;
    `date_order` ("dmy", "mdy", "ymd") is that of dates in figures. `speakers` are names by account, as exports list
    them beside the conversations; "" is whose export it is.
    """

    session: str = "default"
    said_at: datetime | None = None
    zone: tzinfo | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    date_order: str | None = None
    speakers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One turn as read: `fields` are those of an Episode that the source gives; `where` names its place in the source.

    Without `said_at` it was said when the turn before it was, the first one at the `start`.
    """

    where: str
    fields: Mapping[str, Any]
    start: datetime | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in a source that is not taken in as a turn, and why; receipts count it by its reason."""

    reason: str


Turn = Draft | Skipped


def said(where: str, text: str, *, defaults: Defaults, **fields: Any) -> Draft:
    """A draft of the fields that are not None, its session by default that of `defaults`."""
    given = {name: value for name, value in fields.items() if value is not None}
    return Draft(where=where, fields={"session": defaults.session, "text": text, **given}, start=defaults.said_at)


@dataclass(slots=True)
class _Session:
    turns: int = 0
    said_at: datetime | None = None
    alike: Counter[bytes] = field(default_factory=Counter)  # turns of this very instant, by their content

    def known_by(self, content: bytes, *, dated: bool) -> str:
        """An id made of the content and of how often it was said before at this instant.

        A turn whose time is not told has its place for that: a whole file may be of one instant.
        """
        if dated:
            self.alike[content] += 1
        number = str(self.alike[content] - 1) if dated else f"place {self.turns}"
        return hashlib.sha256(content + number.encode()).hexdigest()[:32]

    def now(self, said_at: datetime) -> None:
        """Takes the time of its next turn."""
        if said_at != self.said_at:
            self.said_at = said_at
            self.alike.clear()


@dataclass(slots=True)
class Numbering:
    """Makes episodes of one source's drafts, in their order; a session that many others followed begins anew."""

    tenant: str
    sessions: OrderedDict[str, _Session] = field(default_factory=OrderedDict)

    def taken(self, turn: Turn) -> Episode | Skipped:
        """The episode of a turn; what is left out stays as it is. Raises as `episode` does."""
        return turn if isinstance(turn, Skipped) else self.episode(turn)

    def episode(self, draft: Draft) -> Episode:
        """The episode of a draft.

        Raises Refused for another tenant's; Incorrect if nothing says when it was said, or a field is wrong.
        """
        fields = dict(draft.fields)
        self._check_tenant(fields.get("tenant"), draft.where)
        session = self._session(str(fields["session"]))
        dated = fields.get("said_at") is not None
        fields["said_at"] = fields.get("said_at") or session.said_at or _started(draft)
        session.now(fields["said_at"])
        fields.setdefault("source_kind", SOURCE_KINDS.get(str(fields.get("role", "user")), "user_statement"))
        if fields.get("id") is None:
            fields["id"] = session.known_by(_content(fields), dated=dated)
        fields.setdefault("seq", session.turns)
        session.turns += 1
        return _checked({**fields, "tenant": self.tenant}, draft.where)

    def renumbered(self, episode: Episode, where: str) -> Episode:
        """An episode made by the caller, given its place in the session if it has none, and its tenant."""
        self._check_tenant(episode.tenant, where)
        session = self._session(episode.session)
        seq = episode.seq if "seq" in episode.model_fields_set else session.turns
        session.turns += 1
        return episode.model_copy(update={"seq": seq, "tenant": self.tenant})

    def _session(self, name: str) -> _Session:
        session = self.sessions.setdefault(name, _Session())
        self.sessions.move_to_end(name)
        if len(self.sessions) > SESSIONS:
            self.sessions.popitem(last=False)
        return session

    def _check_tenant(self, tenant: Any, where: str) -> None:
        if tenant is not None and tenant != self.tenant:
            raise Refused(
                f"{where}: the episode is of tenant {tenant!r}, and this memory is of {self.tenant!r}. "
                f"Take it in with Memory(..., tenant={tenant!r})."
            )


def _started(draft: Draft) -> datetime:
    if draft.start is None:
        raise Incorrect(
            f"{draft.where}: nothing says when this was said. Give it said_at, timestamp, created_at or create_time, "
            "or pass said_at= for the start of the conversation."
        )
    return draft.start


def _content(fields: Mapping[str, Any]) -> bytes:
    """A digest of what tells one turn from another: session, speaker, role, instant and text."""
    parts = (fields["session"], fields.get("speaker"), fields.get("role", "user"), _instant(fields["said_at"]))
    digest = hashlib.sha256()
    for part in (*parts, fields["text"]):
        written = ("" if part is None else str(part)).encode("utf-8", "surrogatepass")
        digest.update(f"{len(written)}:".encode() + written)
    return digest.digest()


def _instant(said_at: datetime) -> str:
    """A time by which a turn is known again, in whichever zone it is written."""
    return said_at.astimezone(UTC).isoformat()


def _checked(fields: Mapping[str, Any], where: str) -> Episode:
    try:
        return Episode(**fields)
    except Incorrect as error:
        if not isinstance(error.__cause__, ValidationError):
            raise
        first = error.__cause__.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise Incorrect(
            f"{where}: {name}={first['input']!r:.80}: {first['msg']}. Mend it and read the source again."
        ) from None
