"""What every importer keeps to, ours and those that others bring."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect
from graphmem.importers import Defaults, Importer, Skipped, Source, Turn, read_episodes, said
from graphmem.importers.conformance import FOREIGN, faults
from graphmem.importers.detect import OWN, importers

from .reading import told, zipped
from .test_exports import CLAUDE, USERS
from .test_mail import mail, mailbox
from .test_meetings import MEET, SRT, TEAMS
from .test_slack import FILES
from .test_whatsapp import ANDROID, IOS

Write = Callable[[str, str | bytes], Path]
NINE = datetime(2025, 3, 2, 9, tzinfo=UTC)
GIVEN = Defaults(said_at=NINE, zone=UTC)
OURS = {one.name: one for one in OWN}
SAMPLES: list[tuple[str, str]] = [
    ("jsonl", FOREIGN["jsonl"] * 2),
    ("json", json.dumps([{"role": "user", "content": text, "timestamp": 1_700_000_000} for text in ("Hi", "Ho")])),
    ("json", json.dumps([CLAUDE, {**CLAUDE, "uuid": "c-2", "chat_messages": []}])),
    ("vtt", TEAMS),
    ("srt", SRT),
    ("whatsapp", IOS),
    ("whatsapp", ANDROID),
    ("mbox", mailbox(mail("I move."), mail("I stay.", {"Message-ID": "<m2@e>"}))),
    ("meeting", MEET),
    ("csv", FOREIGN["csv"] + "2025-03-02T09:00:00Z,Ida Moe,Ho.\n"),
]


@pytest.mark.parametrize(("name", "content"), SAMPLES)
def test_ours_keep_to_it(write: Write, name: str, content: str) -> None:
    assert () == faults(OURS[name], write("sample.txt", content), GIVEN)


def test_plain_text_is_tried_last_for_it_takes_what_begins_like_a_turn(write: Write) -> None:
    taken = faults(OURS["plain"], write("sample.txt", FOREIGN["plain"] * 2), GIVEN)
    assert ("recognise takes a file of format 'eml' for its own",) == taken
    assert "plain" == OWN[-1].name


def test_ours_that_read_several_files_keep_to_it(tmp_path: Path) -> None:
    assert () == faults(OURS["slack"], zipped(tmp_path / "s.zip", FILES), GIVEN)
    files = {"users.json": USERS, "conversations.json": [CLAUDE]}
    assert () == faults(OURS["export"], zipped(tmp_path / "c.zip", files), GIVEN)
    assert ("the sample gives 1 turns: take one with two or more",) == faults(
        OURS["eml"], zipped(tmp_path / "m.zip", {"m.eml": mail("I move.")}), GIVEN
    )


@pytest.mark.parametrize(("name", "text"), FOREIGN.items())
def test_each_format_is_told_from_the_others(write: Write, name: str, text: str) -> None:
    assert name == read_episodes(write("x", text), tenant="t").format


LINE = re.compile(r"<(\w+)> (.*)")


def is_irc(source: Source) -> str | None:
    return "its first line is <nick> text" if LINE.match(source.beginning) else None


def read_irc(source: Source, defaults: Defaults) -> Iterator[Turn]:
    for number, line in source.lines():
        match = LINE.fullmatch(line)
        where = f"{source.name}:{number}"
        if match:
            yield said(where, match[2], defaults=defaults, speaker=match[1])
        elif line.startswith("***"):
            yield Skipped("a line of the server's")
        elif line:
            raise Incorrect(f"{where}: {line!r:.40} is no line of IRC.")


IRC = Importer("irc", "an IRC log: <nick> text", is_irc, read_irc)
LOG = "<ida> Hello.\n*** ida is away\n<moe> I am here.\n"


def test_an_importer_of_ones_own_is_passed_or_installed(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("irc.log", LOG)
    expected = [("ida", "Hello."), ("moe", "I am here.")]
    assert () == faults(IRC, path, GIVEN)
    assert expected == told(path, format=IRC, said_at=NINE)
    with pytest.raises(Incorrect, match="of no known format"):
        told(path, said_at=NINE)

    class Entry:
        def load(self) -> Importer:
            return IRC

    monkeypatch.setattr(
        sys.modules["graphmem.importers.detect"],
        "entry_points",
        lambda *, group: [Entry()] if group == "graphmem.importers" else [],
    )
    importers.cache_clear()
    try:
        assert expected == told(path, said_at=NINE) == told(path, said_at=NINE, format="irc")
        with pytest.raises(Incorrect, match="irc: an IRC log"):
            told(write("x", "<html>"))
    finally:
        importers.cache_clear()


def whole(source: Source, defaults: Defaults) -> Iterator[Turn]:
    """Reads everything before it gives anything."""
    return iter(list(read_irc(source, defaults)))


def careless(source: Source, defaults: Defaults) -> Iterator[Turn]:
    for _, line in source.lines():
        match = LINE.fullmatch(line)
        yield said("somewhere", match[2] if match else "", defaults=defaults, said_at=datetime.now(UTC))
        yield Skipped(" ")
    json.loads(line)


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        ({"recognise": lambda _: None}, "recognise gives no reason for the sample"),
        ({"recognise": lambda _: "why not"}, "recognise takes a file of format 'csv' for its own"),
        ({"recognise": lambda _: "why not"}, "recognise takes a picture for its own"),
        ({"read": careless}, "a turn without text: give Skipped in its place"),
        ({"read": careless}, "something is skipped without a reason"),
        ({"read": careless}, "where='somewhere' does not name the file"),
        ({"read": careless}, "the sample is refused|a second reading gives other turns"),
        ({"read": lambda *_: iter(["x"])}, "read gives a str, neither a Draft nor a Skipped"),
    ],
)
def test_what_an_importer_breaks_is_found(write: Write, made: dict[str, Any], fault: str) -> None:
    parts = {"recognise": is_irc, "read": read_irc, **made}
    path = write("irc.log", LOG if "read" not in made or made["read"] is not careless else LOG + "1\n")
    found = faults(Importer("irc", "a log", parts["recognise"], parts["read"]), path, GIVEN)
    assert any(re.search(fault, one) for one in found), found


def test_an_importer_that_holds_the_whole_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "big.log"
    path.write_text("".join(f"<ida> {number} {'word ' * 20}\n" for number in range(50_000)))
    assert {"the whole file is read before the first turn is given"} <= set(
        faults(Importer("irc", "a log", is_irc, whole), path, GIVEN)
    )
