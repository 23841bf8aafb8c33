"""Turns as read, and what makes them episodes: a place in the session, a time, an id, a tenant."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from graphmem.errors import Incorrect, Refused
from graphmem.model import Episode, SourceKind

__all__ = ["Defaults", "Draft", "Numbering", "said"]

SOURCE_KINDS: Mapping[str, SourceKind] = {
    "user": "user_statement",
    "assistant": "assistant_message",
    "tool": "tool_result",
    "system": "document",
}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What turns take over from what surrounds them: a conversation's name and start, or the caller's."""

    session: str = "default"
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One turn as read: `fields` are those of an Episode that the source gives; `where` names its place in the source.

    Without `said_at` it was said when the turn before it was, the first one at the `start`.
    """

    where: str
    fields: Mapping[str, Any]
    start: datetime | None = None


def said(where: str, text: str, *, defaults: Defaults, **fields: Any) -> Draft:
    """A draft of the fields that are not None, its session by default that of `defaults`."""
    given = {name: value for name, value in fields.items() if value is not None}
    return Draft(where=where, fields={"session": defaults.session, "text": text, **given}, start=defaults.said_at)


@dataclass(slots=True)
class _Session:
    turns: int = 0
    said_at: datetime | None = None
    alike: Counter[bytes] = field(default_factory=Counter)  # turns of this very instant, by their content

    def occurrence(self, said_at: datetime, content: bytes) -> int:
        """How often this content was said before at this instant."""
        if said_at != self.said_at:
            self.said_at, self.alike = said_at, Counter()
        self.alike[content] += 1
        return self.alike[content] - 1


@dataclass(slots=True)
class Numbering:
    """Makes episodes of one source's drafts, in their order."""

    tenant: str
    sessions: dict[str, _Session] = field(default_factory=dict)

    def episode(self, draft: Draft) -> Episode:
        """The episode of a draft.

        Raises Refused for another tenant's; Incorrect if nothing says when it was said, or a field is wrong.
        """
        fields = dict(draft.fields)
        self._check_tenant(fields.get("tenant"), draft.where)
        session = self.sessions.setdefault(str(fields["session"]), _Session())
        fields["said_at"] = fields.get("said_at") or session.said_at or _started(draft)
        fields.setdefault("source_kind", SOURCE_KINDS.get(str(fields.get("role", "user")), "user_statement"))
        content = _content(fields)
        occurrence = session.occurrence(fields["said_at"], content)
        fields.setdefault("id", hashlib.sha256(content + str(occurrence).encode()).hexdigest()[:32])
        fields.setdefault("seq", session.turns)
        session.turns += 1
        return _checked({**fields, "tenant": self.tenant}, draft.where)

    def renumbered(self, episode: Episode, where: str) -> Episode:
        """An episode made by the caller, given its place in the session if it has none, and its tenant."""
        self._check_tenant(episode.tenant, where)
        session = self.sessions.setdefault(episode.session, _Session())
        seq = episode.seq if "seq" in episode.model_fields_set else session.turns
        session.turns += 1
        return episode.model_copy(update={"seq": seq, "tenant": self.tenant})

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
    parts = (fields["session"], fields.get("speaker"), fields.get("role", "user"), fields["said_at"].isoformat())
    digest = hashlib.sha256()
    for part in (*parts, fields["text"]):
        written = ("" if part is None else str(part)).encode("utf-8", "surrogatepass")
        digest.update(f"{len(written)}:".encode() + written)
    return digest.digest()


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
