"""The export of Claude's app: a conversation with its chat_messages, of which one branch was answered last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphmem.errors import Incorrect
from graphmem.importers import messages
from graphmem.importers.draft import Defaults, Skipped, Turn, said

__all__ = ["drafts", "fits"]


def fits(item: Mapping[str, Any]) -> bool:
    """Whether an object is such a conversation."""
    return isinstance(item.get("chat_messages"), list)


def drafts(item: Mapping[str, Any], where: str, defaults: Defaults) -> Iterator[Turn]:
    """The turns of the branch that was answered last. Raises Incorrect for a message that is none."""
    account = item["account"].get("uuid") if isinstance(item.get("account"), Mapping) else None
    session = item.get("uuid") or item.get("name") or defaults.session
    around = replace(
        defaults,
        session=str(session),
        said_at=messages.time_of(item, where) or defaults.said_at,
        speakers={"": name} if (name := defaults.speakers.get(str(account))) else {},
    )
    written = item["chat_messages"]
    if not all(isinstance(message, Mapping) for message in written):
        raise Incorrect(f"{where}: chat_messages are to be objects. Export it anew.")
    shown = _shown(written, item.get("current_leaf_message_uuid"))
    yield from (Skipped("of another branch") for _ in range(len(written) - len(shown)))
    for message in shown:
        yield from _turns(message, where, around)


def _shown(written: list[Mapping[str, Any]], leaf: Any) -> list[Mapping[str, Any]]:
    """The messages up to the last, or to the leaf that is named, by their parents; all where no parents are given."""
    by_id = {message["uuid"]: message for message in written if isinstance(message.get("uuid"), str)}
    parents = [message.get("parent_message_uuid") for message in written]
    if len(by_id) < len(written) or not any(isinstance(parent, str) and parent in by_id for parent in parents):
        return written
    branch, place = list[Mapping[str, Any]](), by_id.get(leaf) if isinstance(leaf, str) else None
    place = place or written[-1]
    while place is not None and len(branch) < len(written):
        branch.append(place)
        parent = place.get("parent_message_uuid")
        place = by_id.get(parent) if isinstance(parent, str) else None
    return branch[::-1]


def _turns(message: Mapping[str, Any], where: str, around: Defaults) -> Iterator[Turn]:
    role = messages.role_of(message.get("sender"), where)
    parts = messages.parts_of(message.get("content") or message.get("text"), where, strict=False)
    yield from map(Skipped, parts.left_out)
    for name in ("attachments", "files"):
        yield from (Skipped(f"an attachment ({name[:-1]})") for _ in _listed(message.get(name)))
    own = message.get("uuid") if isinstance(message.get("uuid"), str) else None
    moment = messages.time_of(message, where)
    if parts.text.strip():
        speaker = around.speakers.get("") if role == "user" else None
        yield said(where, parts.text, defaults=around, id=own, role=role, speaker=speaker, said_at=moment)
    if parts.result.strip():
        yield said(where, parts.result, defaults=around, id=f"{own}/tool" if own else None, role="tool", said_at=moment)
    if not parts.text.strip() and not parts.result.strip() and not parts.left_out:
        yield Skipped(messages.NO_TEXT)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
