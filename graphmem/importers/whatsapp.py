"""Chats that WhatsApp exports, from iOS and Android, in the forms that its languages write dates and times in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib.resources import files

from graphmem.errors import Incorrect
from graphmem.importers.draft import Defaults, Draft, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.moments import local_moment
from graphmem.importers.source import Source

__all__ = ["IMPORTER"]

LRM = "\u200e"  # stands before what the app puts in, on iOS
MARKS = "\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
HALF = r"[ap]\.?\s?m\.?|[^\W\d_]{1,2}\.?\s?[^\W\d_]{0,2}\.?"  # AM, p. m., 下午, μ.μ.
STAMP = re.compile(
    rf"[{MARKS}]*(?P<box>\[)?"
    rf"(?P<a>\d{{1,4}})[{MARKS}]*(?P<sep>[./-]|년)\s?(?P<b>\d{{1,2}})[{MARKS}]*[./월-]\s?(?P<c>\d{{1,4}})(?:\.|일|\s?г\.)?"
    rf"(?P<comma>[,،])?\s*(?:(?:à|às|klo|kl\.?|um|at)\s+)?(?P<before>{HALF})??\s*"
    rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d\d)(?:[:.](?P<second>\d\d))?(?:\s?(?P<after>{HALF}))?"
    rf"(?(box)\]|(?:\s[-–]|(?(second):(?=\s)|(?!))))\s?(?P<rest>.*)",  # a colon: on iOS until 2017, with seconds
    re.IGNORECASE | re.DOTALL,
)
MARKED = re.compile(rf"[{MARKS}]")
NAME = re.compile(r"(?P<name>[^:\n]{1,80}?):(?:\s(?P<text>.*)|\Z)", re.DOTALL)
QUOTES = re.compile(r"[\"“”„«»]")  # in what stands before a colon: a line of the app's, which names a subject
PUT_IN = re.compile(rf"{LRM}?<(?P<what>[^<>\n]+)>")
ATTACHED = re.compile(rf"{LRM}?\S[^\n]*\.\w{{2,4}} \([^()\n]+\)(?:\n|\Z)")
BUDDHIST = 543  # years ahead of those of the Christian era, as Thai writes them (https://cldr.unicode.org, th)
ORDERS = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2)}
FIRST = {"dmy": "days first", "mdy": "months first", "ymd": "years first"}
OF_THE_APP = "a line of WhatsApp's own"
DELETED = "a deleted message"
MEDIA = "an attachment"


@cache
def _phrases() -> Mapping[str, frozenset[str]]:
    """What the app writes in the place of a message, in its languages, in small letters."""
    text = (files("graphmem") / "data" / "whatsapp.toml").read_text("utf-8")
    return {name: frozenset(found.lower() for found in all_of) for name, all_of in tomllib.loads(text).items()}


@dataclass(frozen=True, slots=True)
class _Order:
    """In which order the figures of a date stand, and how that is known."""

    places: tuple[int, int, int]
    reason: str


@dataclass(slots=True)
class _Message:
    where: str
    stamp: re.Match[str]
    lines: list[str] = field(default_factory=list)


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    order = _order(source, defaults.date_order)
    for message in _messages(source):
        yield from _turns(message, order, defaults)


def _messages(source: Source) -> Iterator[_Message]:
    message: _Message | None = None
    for number, line in source.lines():
        where = f"{source.name}:{number}"
        if stamp := _stamp(line):
            if message:
                yield message
            message = _Message(where, stamp, [stamp["rest"]])
        elif message:
            message.lines.append(line)
        elif line.strip():
            raise Incorrect(f"{where}: {line!r:.60} stands before the first dated line. Export the chat anew.")
    if message:
        yield message


def _stamp(line: str) -> re.Match[str] | None:
    """The date and time that a line begins with."""
    found = STAMP.fullmatch(line)
    return found if found and len(found["a"]) != 3 and len(found["c"]) != 3 and _hours(found) is not None else None


def _hours(stamp: re.Match[str]) -> int | None:
    """The hour of the day; None where the word beside it is none of a half of the day."""
    hour, written = int(stamp["hour"]), stamp["before"] or stamp["after"]
    if written is None:
        return hour
    half = re.sub(r"[.\s]", "", written).lower()
    if half in _phrases()["morning"]:
        return hour % 12
    return hour % 12 + 12 if half in _phrases()["evening"] else None


def _turns(message: _Message, order: _Order, defaults: Defaults) -> Iterator[Turn]:
    named = NAME.fullmatch("\n".join(message.lines).rstrip())
    if named is None or QUOTES.search(named["name"]):
        yield Skipped(OF_THE_APP)
        return
    text, reasons = _spoken(named["text"] or "")
    yield from map(Skipped, reasons)
    if text:
        yield _draft(message, named["name"], text, order, defaults)
    elif not reasons:
        yield Skipped("a message without text")


def _draft(message: _Message, name: str, text: str, order: _Order, defaults: Defaults) -> Draft:
    speaker = MARKED.sub("", name).lstrip("~\u00a0\u202f ").strip()  # "~" stands before who is in no address book
    moment = local_moment(_local(message.stamp, order, message.where), defaults.zone, message.where)
    return said(message.where, text, defaults=defaults, speaker=speaker, said_at=moment)


def _local(stamp: re.Match[str], order: _Order, where: str) -> datetime:
    figures = [int(stamp[place]) for place in "abc"]
    year, month, day = (figures[place] for place in order.places)
    year = year + 2000 if year < 100 else year - BUDDHIST if year > 2400 else year
    try:
        return datetime(  # noqa: DTZ001 - the zone is put on by the caller
            year, month, day, _hours(stamp) or 0, int(stamp["minute"]),
            int(stamp["second"] or 0),
        )  # fmt: skip
    except ValueError as error:
        raise Incorrect(
            f"{where}: {MARKED.sub('', stamp[0])!r:.30} is no time ({error}), read so: {order.reason}. "
            "If that is wrong, pass date_order='dmy' or 'mdy' (--date-order)."
        ) from None


def _spoken(written: str) -> tuple[str, list[str]]:
    """What was typed, and what else stood there: media, a deletion, a line of the app's."""
    text, reasons = _without_edited(written), list[str]()
    if _is(text, "deleted"):
        return "", [DELETED]
    if ATTACHED.match(text):
        text, reasons = ATTACHED.sub("", text, count=1), [MEDIA]
    for put_in in list(PUT_IN.finditer(text)):
        if put_in[0].startswith(LRM) or put_in[0] == text.strip():
            text, reasons = text.replace(put_in[0], "", 1), [MEDIA]
    if _is(text, "omitted") or any(_is(part, "omitted") for part in text.split(LRM)[1:]):
        return "", [MEDIA]
    if text.startswith(LRM):
        return "", [OF_THE_APP]
    return MARKED.sub("", text).strip(), reasons


def _without_edited(text: str) -> str:
    """The text without the word at its end that it was edited: it is what the speaker let stand."""
    *_, last = [None, *PUT_IN.finditer(text)]
    at_end = last is not None and not text[last.end() :].strip()
    return text[: last.start()].rstrip() if last and at_end and _is(last["what"], "edited") else text


def _is(text: str, kind: str) -> bool:
    return MARKED.sub("", text).strip().rstrip(".").lower() in _phrases()[kind]


def _order(source: Source, asked: str | None) -> _Order:
    """The order of the figures of its dates. Raises Incorrect if nothing in the file tells it."""
    if asked is not None:
        return _Order(ORDERS[asked], "it was asked for")
    beginning = [stamp for line in source.beginning.splitlines() if (stamp := _stamp(line))]
    found = _told_by(beginning)
    if found is None and source.again:
        found = _told_by(stamp for _, line in source.lines(counted=False) if (stamp := _stamp(line)))
    if found is None and beginning:
        raise Incorrect(
            f"{source.name}: its dates may be read with the day or the month first: "
            f"{MARKED.sub('', beginning[0][0])!r:.30}. Pass date_order='dmy' or 'mdy' (--date-order)."
        )
    return found or _Order(ORDERS["dmy"], "it has no dates")


def _told_by(stamps: Iterable[re.Match[str]]) -> _Order | None:
    """The order that dates tell: by a figure that is no month, by days that run back else, or by how they look."""
    backward, before = {"dmy": 0, "mdy": 0}, dict[str, tuple[int, ...]]()
    written: _Order | None = None
    for stamp in stamps:
        if plain := _plainly(stamp):
            return plain
        for order in backward:
            day = tuple(int(stamp["abc"[place]]) for place in ORDERS[order])
            backward[order] += day < before.get(order, day)
            before[order] = day
        written = written or _as_written(stamp)
    likely, unlikely = sorted(backward, key=lambda order: backward[order])
    if backward[likely] == 0 < backward[unlikely]:
        return _Order(ORDERS[likely], f"{FIRST[likely]}, for dates run back else")
    return written


def _plainly(stamp: re.Match[str]) -> _Order | None:
    """The order of a date that can be read in one way only."""
    shown = f"{stamp['a']}{stamp['sep']}{stamp['b']}{stamp['sep']}{stamp['c']}"
    day_first, month_first = int(stamp["a"]) > 12, int(stamp["b"]) > 12
    order = "ymd" if len(stamp["a"]) == 4 else "dmy" if day_first else "mdy" if month_first else None
    return _Order(ORDERS[order], f"{FIRST[order]}: {shown}") if order else None


def _as_written(stamp: re.Match[str]) -> _Order | None:
    """The order of those who write dates so (https://cldr.unicode.org, dateFormat-short)."""
    small = any(len(stamp[place]) == 1 for place in "ab")
    padded = any(stamp[place].startswith("0") for place in "ab")
    if not stamp["a"].isascii():
        return _Order(ORDERS["dmy"], "days first, as all do who write these figures")
    if stamp["sep"] != "/":
        return _Order(ORDERS["dmy"], f"days first, as all do who write {stamp['sep']!r}")
    if padded:
        return _Order(ORDERS["dmy"], "days first, as those do who write 05 for 5")
    if small and len(stamp["c"]) == 2 and stamp["after"] in {"AM", "PM"}:
        return _Order(ORDERS["mdy"], "months first, as those do who write 5/9/25 with AM and PM")
    return None


def _recognise(source: Source) -> str | None:
    lines = [line for line in source.beginning.splitlines() if line.strip()]
    stamp = _stamp(lines[0]) if lines and not source.bundle else None
    if stamp is None or (_plain(stamp) and not any(LRM in line for line in lines)):
        return None
    system = "iOS" if stamp["box"] or stamp[0][: stamp.start("rest")].rstrip().endswith(":") else "Android"
    return f"its lines are dated as WhatsApp's on {system} are: {MARKED.sub('', lines[0])!r:.40}"


def _plain(stamp: re.Match[str]) -> bool:
    """Whether it is a boxed ISO date, as plain transcripts have it, without a comma or half of the day."""
    iso = len(stamp["a"]) == 4 and stamp["sep"] == "-"
    return bool(stamp["box"]) and iso and not (stamp["comma"] or stamp["before"] or stamp["after"])


IMPORTER = Importer(
    "whatsapp",
    "a chat that WhatsApp exported, on iOS or Android, as _chat.txt or its zip; pass zone=, for it writes none",
    _recognise,
    _read,
)
