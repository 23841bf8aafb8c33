"""A mail: one turn by its sender, without the mails it quotes (RFC 5322, EML)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from graphmem.importers.draft import Defaults, Skipped, Turn, said
from graphmem.importers.importer import Importer
from graphmem.importers.messages import NO_TEXT
from graphmem.importers.moments import read_moment
from graphmem.importers.quotes import html_text, own_words, unwrapped
from graphmem.importers.source import Source

__all__ = ["IMPORTER", "MOST_BYTES", "turns"]

MOST_BYTES = 32 * 2**20  # of one mail; what lies behind is its attachments
HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(?:\s.*)?")
OF_MAILS = frozenset({"date", "received", "message-id", "mime-version", "subject", "to", "return-path", "delivered-to"})
NOT_SENT = {"trash": "a deleted mail", "spam": "spam", "drafts": "a draft that was not sent"}


def turns(raw: bytes, where: str, defaults: Defaults) -> Iterator[Turn]:
    """The mail as a turn, and what of it is left out."""
    mail = message_from_bytes(raw)
    if reason := _unsaid(mail):
        yield Skipped(reason)
        return
    texts, attached = list[str](), list[str]()
    _take_apart(mail, texts, attached)
    yield from (Skipped(f"an attachment ({kind})") for kind in attached)
    text, moment = own_words("\n".join(texts)), _sent(mail) or defaults.said_at
    if not text:
        yield Skipped(NO_TEXT)
    elif moment is None:
        yield Skipped("a mail without a date that can be read")
    else:
        own, first = _ids(mail)
        moment = read_moment(moment, where)
        yield said(
            where, text, defaults=defaults, id=own, session=first or own, speaker=_sender(mail), role="user",
            said_at=moment,
        )  # fmt: skip


def _unsaid(mail: Message) -> str | None:
    """Why a mail is nobody's word to anybody."""
    labels = re.split(r"\s*,\s*", _header(mail, "X-Gmail-Labels").lower())
    if reason := next((reason for label, reason in NOT_SENT.items() if label in labels), None):
        return reason
    if re.fullmatch(r"[0-9a-f]{4}", status := _header(mail, "X-Mozilla-Status")) and int(status, 16) & 0x8:
        return "a deleted mail"
    automatic = _header(mail, "Auto-Submitted").lower().startswith("auto-")
    if automatic or mail.get_content_type() == "multipart/report":
        return "an automatic mail"
    return None if _sender(mail) else "a mail without a sender"


def _header(mail: Message, name: str) -> str:
    """A header as text, "" where there is none."""
    written = mail.get(name)
    if written is None:
        return ""
    try:
        return " ".join(str(make_header(decode_header(written))).split())
    except (LookupError, ValueError):  # an encoding that nobody knows, or that is not kept to
        return " ".join(str(written).split())


def _sender(mail: Message) -> str | None:
    """The name of who sent it, else the address."""
    (name, address), *_ = [*getaddresses([_header(mail, "From")]), ("", "")]
    return name.strip(" '\"") or address or None


def _sent(mail: Message) -> datetime | None:
    """When it was sent, in the sender's zone; one that is not told ("-0000") counts as UTC."""
    try:
        moment = parsedate_to_datetime(_header(mail, "Date"))
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError):
        return None


def _ids(mail: Message) -> tuple[str | None, str | None]:
    """The mail's own id, and that of the mail with which its thread began."""
    own = re.findall(r"<([^<>\s]+)>", _header(mail, "Message-ID"))
    thread = re.findall(r"<([^<>\s]+)>", f"{_header(mail, 'References')} {_header(mail, 'In-Reply-To')}")
    return (own[0] if own else None), (thread[0] if thread else None)


def _take_apart(part: Message, texts: list[str], attached: list[str]) -> None:
    """The texts of a part, and the kinds of what is attached; of alternatives the plain one."""
    kind, payload = part.get_content_type(), part.get_payload()
    if part.get_content_maintype() == "multipart" and isinstance(payload, list):
        inner = [one for one in payload if isinstance(one, Message)]
        if kind == "multipart/alternative":
            inner = [next((one for one in inner if one.get_content_type() == "text/plain"), inner[-1])] if inner else []
        for one in inner:
            _take_apart(one, texts, attached)
    elif kind not in {"text/plain", "text/html"} or part.get_content_disposition() == "attachment":
        attached.append(kind)
    elif text := _decoded(part):
        texts.append(html_text(text) if kind == "text/html" else text)


def _decoded(part: Message) -> str:
    raw = part.get_payload(decode=True)
    content = raw if isinstance(raw, bytes) else b""
    try:
        text = content.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        text = content.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n")
    return unwrapped(text) if part.get_param("format") == "flowed" else text


def _read(source: Source, defaults: Defaults) -> Iterator[Turn]:
    lines, size = list[bytes](), 0
    for line in source.byte_lines():
        size += len(line) + 1
        if size <= MOST_BYTES:
            lines.append(line)
    yield from turns(b"\n".join(lines), source.name, defaults)


def _recognise(source: Source) -> str | None:
    if source.bundle:
        return None
    names = set[str]()
    for line in source.beginning.splitlines():
        match = HEADER.fullmatch(line)
        if match:
            names.add(match[1].lower())
        elif not line.startswith((" ", "\t")) or not names:
            break
    told = "from" in names and len(names & OF_MAILS) > 1
    return "it begins with the headers of a mail" if told else None


IMPORTER = Importer("eml", "one mail (RFC 5322), a turn of its sender without what it quotes", _recognise, _read)
