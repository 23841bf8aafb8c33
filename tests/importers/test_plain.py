from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.errors import Incorrect
from graphmem.importers import read_episodes
from graphmem.model import Episode

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def read(write: Write) -> Callable[..., list[Episode]]:
    def reading(text: str, said_at: str | None = None) -> list[Episode]:
        return list(read_episodes(write("talk.txt", text), tenant="t", said_at=said_at))

    return reading


Read = Callable[..., list[Episode]]


@pytest.mark.parametrize(
    "line",
    [
        "[2025-03-02T09:00:00Z] Odile Ferrand: Hello.",
        "[2025-03-02 09:00Z] Odile Ferrand: Hello.",
        "[2025-03-02 10:00 +01:00] Odile Ferrand: Hello.",
        "[2025-03-02, 09:00:00.000Z]Odile Ferrand: Hello.",
        "2025-03-02T09:00:00Z Odile Ferrand: Hello.",
        "2025-03-02 10:00+01:00 Odile Ferrand: Hello.",
        "# zone: +01:00\n[2025-03-02 10:00] Odile Ferrand: Hello.",
        "# zone: Z\n2025-03-02 09:00 Odile Ferrand: Hello.",
        "# date: 2025-03-02T09:00:00Z\nOdile Ferrand: Hello.",
        "# zone: +01:00\n# date: 2025-03-02 10:00\nOdile Ferrand:  Hello.  ",
        "# zone: +01:00\n# date: 2025-03-02\n[10:00] Odile Ferrand: Hello.",
        "# zone: -05:00\n[2025-03-02T09:00Z] Odile Ferrand: Hello.",
        "# date: 2025-03-02T09:00:00Z\n# session: talk\nOdile Ferrand: Hello.",
    ],
)
def test_a_turn_in_every_way_to_date_it(read: Read, line: str) -> None:
    (episode,) = read(line)
    assert ("talk", 0, "Odile Ferrand", "user", datetime(2025, 3, 2, 9, tzinfo=UTC), "Hello.") == (
        episode.session,
        episode.seq,
        episode.speaker,
        episode.role,
        episode.said_at,
        episode.text,
    )


def test_a_day_without_a_clock_is_known_by_day(read: Read) -> None:
    (episode,) = read("# zone: +01:00\n# date: 2025-03-02\nOdile: Hello.")
    assert (datetime(2025, 3, 1, 23, tzinfo=UTC), "day") == (episode.said_at, episode.said_at_precision)


def test_sessions_follow_their_headers_and_count_anew(read: Read) -> None:
    first = "# session: one\n[2025-03-02 09:00] A: a\n[2025-03-02 09:01] B: b\n"
    text = f"# zone: Z\n{first}# session: two\n[2025-03-03 09:00] A: c"
    assert [("one", 0, "a"), ("one", 1, "b"), ("two", 0, "c")] == [(e.session, e.seq, e.text) for e in read(text)]


def test_lines_that_begin_no_turn_carry_on_the_one_before(read: Read) -> None:
    text = (
        "# date: 2025-03-02T09:00:00Z\n"
        "Odile: First line.\n"
        "things to buy: milk\n"
        "\n"
        "https://example.org/x: see there\n"
        "  Note: indented\n"
        "10:30 is fine\n"
        "Ruth: Yes.\n"
        "\n"
    )
    first = "First line.\nthings to buy: milk\n\nhttps://example.org/x: see there\n  Note: indented\n10:30 is fine"
    assert [("Odile", first), ("Ruth", "Yes.")] == [(e.speaker, e.text) for e in read(text)]


def test_a_name_on_a_line_of_its_own_begins_a_turn(read: Read) -> None:
    text = "# date: 2025-03-02T09:00:00Z\nOdile:\nHello\nthere.\nRuth:\n"
    assert [("Odile", "Hello\nthere.")] == [(e.speaker, e.text) for e in read(text)]


def test_among_dated_turns_only_who_has_spoken_begins_an_undated_one(read: Read) -> None:
    text = "[2025-03-02T09:00:00Z] Odile: List:\nEggs: two\n[2025-03-02T09:01:00Z] Ruth: Ok.\nOdile: And milk.\n"
    assert [("Odile", "List:\nEggs: two", 0), ("Ruth", "Ok.", 1), ("Odile", "And milk.", 1)] == [
        (e.speaker, e.text, e.said_at.minute) for e in read(text)
    ]


@pytest.mark.parametrize(
    "name",
    [
        "maya",
        "Zoë Quintero",
        "Jan van der Berg",
        "박서준",
        "佐藤健",
        "Сергей Волков",
        "Luna 🌙",
        "O'Dwyer",
        "Dr. Solheim",
        "Speaker 2",
        "@odile",
        "Anna (she)",
        "محمد",
    ],
)
def test_names_in_any_script_begin_a_turn(read: Read, name: str) -> None:
    assert [name] == [e.speaker for e in read(f"# date: 2025-03-02T09:00:00Z\n{name}: Hi: you?")]


@pytest.mark.parametrize(
    ("name", "role", "speaker"),
    [
        ("User", "user", None),
        ("Human", "user", None),
        ("Assistant", "assistant", None),
        ("AI", "assistant", None),
        ("System", "system", None),
        ("tool", "tool", None),
        ("Nova", "assistant", "Nova"),
        ("Odile", "user", "Odile"),
    ],
)
def test_a_name_that_is_a_role_is_one_and_a_header_names_the_assistant(
    read: Read, name: str, role: str, speaker: str | None
) -> None:
    (episode,) = read(f"# assistant: Nova\n# date: 2025-03-02T09:00:00Z\n{name}: Hello.")
    assert (role, speaker) == (episode.role, episode.speaker)


def test_the_start_given_by_the_caller_dates_an_undated_transcript(read: Read) -> None:
    assert [9, 9] == [e.said_at.hour for e in read("Odile: Hi.\nRuth: Hi.", said_at="2025-03-02T09:00:00Z")]


def test_windows_line_ends_and_a_byte_order_mark_do_not_count(write: Write) -> None:
    raw = b"\xef\xbb\xbf# date: 2025-03-02T09:00:00Z\r\nOdile: One.\r\ntwo\r\n\r\nRuth: Three.\r\n"
    episodes = read_episodes(write("talk.txt", raw), tenant="t")
    assert [("Odile", "One.\ntwo"), ("Ruth", "Three.")] == [(e.speaker, e.text) for e in episodes]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "[2025-03-02 09:00] A: x",
            r"talk\.txt:1: the time '2025-03-02 09:00' has no zone. Put a line '# zone: \+01:00'",
        ),
        ("2025-03-02T09:00 A: x", r"talk\.txt:1: the time '2025-03-02T09:00' has no zone"),
        ("# date: 2025-03-02\nA: x", r"talk\.txt:1: the time '2025-03-02T00:00' has no zone"),
        ("# zone: Europe/Oslo\nA: x", r"talk\.txt:1: 'Europe/Oslo' is no zone. Write Z or an offset such as \+02:00"),
        ("# zone: Z\n[2025-02-30 09:00] A: x", r"talk\.txt:2: '2025-02-30 09:00' is no time"),
        ("# zone: Z\n[2025-03-02 25:00] A: x", r"talk\.txt:2: '2025-03-02 25:00' is no time"),
        ("# zone: Z\n[09:00] A: x", r"talk\.txt:2: '09:00' is a time without a day"),
        ("# date: soon\nA: x", r"talk\.txt:1: 'soon' is no time"),
        ("A: x\nB: y", r"talk\.txt:1: nothing says when 'A' said this. Put '# date:"),
        ("# sesion: a\nA: x", r"talk\.txt:1: '# sesion:' is no header: there are session, date, zone, assistant"),
        ("# session:\nA: x", r"talk\.txt:1: '# session:' has no value"),
        ("[2025-03-02T09:00Z] joined the group", r"talk\.txt:1: a dated line without 'Name: '"),
        ("# session: a\nonce upon a time\n", r"talk\.txt: of no known format; it begins with 'once upon a time'"),
        (
            "# date: 2025-03-02T09:00Z\n# session: a\nA: x\n# session: b\nonce",
            r"talk\.txt:5: 'once' belongs to no turn",
        ),
        ("# date: 2025-03-02T09:00Z\nA: x\n# session: b\nA: y", r"talk\.txt:4: nothing says when 'A' said this"),
    ],
)
def test_what_cannot_be_read_says_where_and_what_to_do(read: Read, text: str, complaint: str) -> None:
    with pytest.raises(Incorrect, match=complaint):
        read(text)


def test_the_turns_before_an_error_are_given_the_last_one_whole(write: Write) -> None:
    text = "# date: 2025-03-02T09:00:00Z\nA: one\nB: two\nmore\n[2025-03-02 09:00] C: no zone\n"
    episodes = read_episodes(write("talk.txt", text), tenant="t")
    assert ["one", "two\nmore"] == [next(episodes).text, next(episodes).text]
    with pytest.raises(Incorrect, match=r"talk\.txt:5"):
        next(episodes)


def test_a_title_in_the_text_of_a_turn_is_text(read: Read) -> None:
    (episode,) = read("# date: 2025-03-02T09:00:00Z\nA: notes\n# Agenda\n# Open: yes")
    assert "notes\n# Agenda\n# Open: yes" == episode.text
