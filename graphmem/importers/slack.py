"""Slack's export: a zip or its folder, a folder a channel with a file a day, and users.json."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import PurePosixPath
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.json_file import items
from graphmem.importers.messages import NO_TEXT
from graphmem.importers.moments import read_moment
from graphmem.importers.source import Source

__all__ = ["IMPORTER"]

DAY = re.compile(r"\d{4}-\d\d-\d\d\.json")
USERS = ("users.json", "org_users.json")  # the latter of an Enterprise Grid
SAID = frozenset({None, "", "me_message", "thread_broadcast", "file_share", "bot_message"})
# <@U1>, <@U1|ann>, <#C1|general>, <https://x|label>, <!here>, <!subteam^S1|@team>
LINK = re.compile(r"<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>")


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    zone: tzinfo
    bot: bool = False


def _days(source: Source) -> list[str]:
    """The files of days, channel by channel, in their order."""
    bundle = source.bundle
    if bundle is None or not bundle.named(*USERS):
        return []
    return sorted(path for path in bundle.sizes if DAY.fullmatch(PurePosixPath(path).name) and "/" in path)


def _recognise(source: Source) -> str | None:
    found = _days(source)
    return f"it holds {USERS[0]} and days of channels ({found[0]}), as Slack's export does" if found else None


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    days, bundle = _days(source), source.bundle
    if bundle is None or not days:
        raise Incorrect(f"{source.name}: holds no {USERS[0]} with days of channels. Name the zip of Slack's export.")
    source.total_bytes = bundle.size([*days, *bundle.named(*USERS)])
    people = {key: person for path in bundle.named(*USERS) for key, person in _people(source.member(path))}
    for path in days:
        channel = replace(defaults, session=PurePosixPath(path).parent.name)
        for where, item in items(source.member(path)):
            yield from _turns(item, where, channel, people)


def _people(users: Source) -> Iterator[tuple[str, _Person]]:
    """The members by id: the name they are called by, and the zone in which they write."""
    for where, user in items(users):
        if not isinstance(user, Mapping) or not isinstance(user.get("id"), str):
            raise Incorrect(f"{where}: a member without an id. Fetch the export anew.")
        profile = user["profile"] if isinstance(user.get("profile"), Mapping) else {}
        names = (user.get("real_name"), profile.get("real_name"), profile.get("display_name"), user.get("name"))
        name = next((name for name in names if isinstance(name, str) and name.strip()), user["id"])
        yield user["id"], _Person(name, _zone(user), bool(user.get("is_bot")))


def _zone(user: Mapping[str, Any]) -> tzinfo:
    if isinstance(user.get("tz"), str):
        try:
            return ZoneInfo(user["tz"])
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass  # a name that this machine does not know: the offset stands beside it
    offset = user.get("tz_offset")
    known = isinstance(offset, int) and abs(offset) < 86_400
    return timezone(timedelta(seconds=offset)) if known else UTC  # type: ignore[arg-type]


def _turns(item: Any, where: str, channel: Defaults, people: Mapping[str, _Person]) -> Iterator[Turn]:
    if not isinstance(item, Mapping) or not isinstance(item.get("ts"), str):
        raise Incorrect(f"{where}: a message without ts. Fetch the export anew.")
    if reason := _unsaid(item):
        yield Skipped(reason)
        return
    files = item["files"] if isinstance(item.get("files"), list) else []
    yield from (Skipped("an attachment (file)") for _ in files)
    text = _text(str(item.get("text") or ""), people)
    if text.strip():
        person, thread = _person(item, people), item.get("thread_ts")
        session = f"{channel.session}/{thread}" if isinstance(thread, str) else None
        role = "assistant" if person.bot else "user"
        moment = _moment(item["ts"], person.zone, where)
        yield said(where, text, defaults=channel, session=session, speaker=person.name, role=role, said_at=moment)
    elif not files:
        yield Skipped(NO_TEXT)


def _unsaid(item: Mapping[str, Any]) -> str | None:
    """Why an item is nothing that somebody said."""
    kind = item.get("subtype")
    if kind in {"tombstone", "message_deleted"}:
        return "a deleted message"
    if item.get("type", "message") != "message" or kind not in SAID:
        return f"a line of Slack's own ({kind or item.get('type')})"
    return None


def _person(item: Mapping[str, Any], people: Mapping[str, _Person]) -> _Person:
    """Who said it: a member, somebody of another workspace by the profile that stands in the message, or a bot."""
    user = str(item.get("user") or "")
    bot = bool(item.get("bot_id")) or item.get("subtype") == "bot_message"
    known = people.get(user)
    if known:
        return replace(known, bot=known.bot or bot)
    profiles = [item.get("user_profile"), item.get("bot_profile"), {"name": item.get("username")}, {"name": user}]
    names = [
        str(profile[name])
        for profile in profiles
        if isinstance(profile, Mapping)
        for name in ("real_name", "display_name", "name")
        if profile.get(name)
    ]
    return _Person(names[0] if names else str(item.get("bot_id") or "unknown"), UTC, bot)


def _moment(ts: str, zone: tzinfo, where: str) -> datetime:
    """The instant of "1712345678.000100", in the zone of who wrote it."""
    seconds, _, fraction = ts.partition(".")
    if not (seconds.isdecimal() and (fraction or "0").isdecimal()):
        raise Incorrect(f"{where}: ts={ts!r} is no time of Slack's. Fetch the export anew.")
    moment = read_moment(int(seconds), where) + timedelta(microseconds=int(fraction[:6].ljust(6, "0")))
    return read_moment(moment.astimezone(zone), where)


def _text(written: str, people: Mapping[str, _Person]) -> str:
    """The text as it was seen: members and links by their names, "&amp;" as "&"."""

    def shown(match: re.Match[str]) -> str:
        mark, target, label = match[1], match[2], match[3]
        if mark == "@":
            return people[target].name if target in people else label or target
        if mark == "#":
            return f"#{label or target}"
        if mark == "!":
            return label or f"@{target.partition('^')[0]}"
        return label if label and label != target else target

    return html.unescape(LINK.sub(shown, written))


IMPORTER = Importer(
    "slack", "the zip of Slack's export, or its folder: users.json and CHANNEL/2025-03-02.json", _recognise, _read
)
