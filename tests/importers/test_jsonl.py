import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Incorrect, Refused
from graphmem.importers import read_episodes
from graphmem.model import Episode

Write = Callable[[str, str | bytes], Path]
WriteLines = Callable[[list[dict[str, Any]]], Path]
NINE = "2025-03-02T09:00:00Z"


def turn(text: str = "Hello.", **fields: Any) -> dict[str, Any]:
    return {"session": "s1", "speaker": "Odile Ferrand", "role": "user", "said_at": NINE, "text": text, **fields}


def test_a_line_of_the_contracts_shape_is_an_episode(write_lines: WriteLines) -> None:
    path = write_lines([turn(id="e1", said_at="2025-03-02T10:00:00+01:00")])
    assert [
        Episode(
            id="e1",
            session="s1",
            seq=0,
            speaker="Odile Ferrand",
            role="user",
            said_at=datetime(2025, 3, 2, 9, tzinfo=UTC),
            text="Hello.",
            source_kind="user_statement",
            tenant="t",
        )
    ] == list(read_episodes(path, tenant="t"))


def test_every_field_of_an_episode_may_be_given(write_lines: WriteLines) -> None:
    given = turn(
        id="e1", seq=7, source_kind="user_correction", tenant="t", source_uri="mail:1", said_at_precision="day",
        extract_of="mail:1#whole",
    )  # fmt: skip
    episode = next(read_episodes(write_lines([given]), tenant="t"))
    assert {**given, "said_at": episode.said_at} == episode.model_dump()


@pytest.mark.parametrize(
    ("role", "source_kind"),
    [
        ("user", "user_statement"),
        ("assistant", "assistant_message"),
        ("tool", "tool_result"),
        ("system", "document"),
    ],
)
def test_the_kind_of_source_follows_from_the_role(write_lines: WriteLines, role: str, source_kind: str) -> None:
    assert [source_kind] == [e.source_kind for e in read_episodes(write_lines([turn(role=role)]), tenant="t")]


def test_the_place_in_the_session_counts_each_session_by_itself(write_lines: WriteLines) -> None:
    path = write_lines([turn(session=name, text=str(n)) for n, name in enumerate("abaab")])
    assert [("a", 0), ("b", 0), ("a", 1), ("a", 2), ("b", 1)] == [
        (e.session, e.seq) for e in read_episodes(path, tenant="t")
    ]


def test_ids_are_the_same_at_every_reading_and_differ_for_equal_turns(write_lines: WriteLines) -> None:
    path = write_lines([turn("Yes."), turn("Yes."), turn("No."), turn("Yes.", speaker="Ruth")])
    ids = [e.id for e in read_episodes(path, tenant="t")]
    assert ids == [e.id for e in read_episodes(path, tenant="t")]
    assert 4 == len(set(ids))


def test_a_transcript_that_has_grown_keeps_the_ids_of_its_beginning(write: Write) -> None:
    lines = [json.dumps(turn(text)) for text in ("One.", "Two.", "One.")]
    before = [e.id for e in read_episodes(write("a.jsonl", "\n".join(lines[:2])), tenant="t")]
    after = [e.id for e in read_episodes(write("b.jsonl", "\n".join(lines)), tenant="t")]
    assert before == after[:2]


def test_six_hundred_turns_of_one_instant_keep_their_time_and_order(write_lines: WriteLines) -> None:
    episodes = list(read_episodes(write_lines([turn(f"Fact {n}.") for n in range(600)]), tenant="t"))
    assert {datetime(2025, 3, 2, 9, tzinfo=UTC)} == {e.said_at for e in episodes}
    assert list(range(600)) == [e.seq for e in episodes]
    assert 600 == len({e.id for e in episodes})


def test_malformed_json_names_file_and_line_after_the_episodes_before_it(write: Write) -> None:
    path = write(
        "chat.jsonl", f"{json.dumps(turn('One.'))}\n\n{json.dumps(turn('Two.'))}\n{{oops\n{json.dumps(turn())}\n"
    )
    episodes = read_episodes(path, tenant="t")
    assert ["One.", "Two."] == [next(episodes).text, next(episodes).text]
    with pytest.raises(Incorrect, match=r"chat\.jsonl:4: not JSON: .* at column 2"):
        next(episodes)


def test_a_time_without_a_zone_says_what_to_do(write_lines: WriteLines) -> None:
    path = write_lines([turn(), turn(said_at="2025-03-02T09:00:00")])
    with pytest.raises(Incorrect, match=r"chat\.jsonl:2: the time '2025-03-02T09:00:00' has no zone. Add one: 2025-"):
        list(read_episodes(path, tenant="t"))


@pytest.mark.parametrize(
    ("said_at", "complaint"),
    [
        ("yesterday", "is no RFC 3339 time"),
        ("2025-02-30T09:00:00Z", "is no RFC 3339 time"),
        ("2025-03-02", "has no zone"),
        ("0001-01-01T00:00:00+14:00", "outside the years 1 to 9999"),
        (True, "is no time"),
        ({}, "is no time"),
        (1e40, "no time in epoch seconds"),
        (1_740_906_000_000, "divide by 1000"),
        (float("nan"), "no time in epoch seconds"),
    ],
)
def test_what_is_no_time_is_refused(write_lines: WriteLines, said_at: Any, complaint: str) -> None:
    with pytest.raises(Incorrect, match=complaint):
        list(read_episodes(write_lines([turn(said_at=said_at)]), tenant="t"))


@pytest.mark.parametrize(
    "said_at",
    [
        "2025-03-02T09:00:00.000Z",
        "2025-03-02t09:00:00z",
        "2025-03-02 09:00Z",
        "2025-03-02T04:00:00-05:00",
        1740906000,
        1740906000.0,
    ],
)
def test_one_instant_in_many_spellings(write_lines: WriteLines, said_at: Any) -> None:
    assert (
        datetime(2025, 3, 2, 9, tzinfo=UTC)
        == next(read_episodes(write_lines([turn(said_at=said_at)]), tenant="t")).said_at
    )


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"speeker": "x"}, r"no field 'speeker'. Close: speaker"),
        ({"mood": "x"}, r"no field 'mood'. It has: id, session"),
        ({"text": None}, r"text is to be a string, and it is None"),
        ({"text": 5}, r"text is to be a string, and it is 5"),
        ({"said_at": None}, r"has no said_at"),
        ({"role": "robot"}, r"role='robot': Input should be 'user', 'assistant', 'tool' or 'system'"),
        ({"role": ["user"]}, r"role=\['user'\]"),
        ({"session": 5}, r"session=5"),
        ({"id": ""}, r"id=''"),
        ({"source_kind": "gossip"}, r"source_kind='gossip'"),
        ({"seq": "later"}, r"seq='later'"),
    ],
)
def test_a_wrong_field_is_named(write_lines: WriteLines, fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Incorrect, match=r"chat\.jsonl:1: .*" + complaint):
        list(read_episodes(write_lines([turn(**fields)]), tenant="t", format="jsonl"))


def test_an_episode_of_another_tenant_is_refused(write_lines: WriteLines) -> None:
    with pytest.raises(
        Refused, match=r"chat\.jsonl:1: the episode is of tenant 'theirs', and this memory is of 'mine'"
    ):
        list(read_episodes(write_lines([turn(tenant="theirs")]), tenant="mine"))


def test_a_line_of_no_known_shape_lists_the_shapes_there_are(write_lines: WriteLines) -> None:
    with pytest.raises(
        Incorrect, match=r"no known shape, its fields: author, body. Known: .*an episode \(text, said_at\)"
    ):
        list(read_episodes(write_lines([{"author": "x", "body": "y"}]), tenant="t"))


def test_a_line_that_is_no_object_is_refused(write: Write) -> None:
    path = write("chat.jsonl", f"{json.dumps(turn())}\n[1]\n")
    with pytest.raises(Incorrect, match=r"chat\.jsonl:2: an object is expected, and this is list"):
        list(read_episodes(path, tenant="t"))


def test_nul_and_lone_surrogates_pass(write: Write) -> None:
    path = write("chat.jsonl", json.dumps(turn("a\x00b \ud800 c")) + "\n" + json.dumps(turn("\ud83e\udd84")))
    assert ["a\x00b \ud800 c", "🦄"] == [e.text for e in read_episodes(path, tenant="t")]


def test_a_lone_surrogate_in_the_bytes_passes(write: Write) -> None:
    raw = json.dumps(turn("X")).encode().replace(b"X", "\ud800".encode("utf-8", "surrogatepass"))
    assert "\ud800" == next(read_episodes(write("chat.jsonl", raw), tenant="t")).text


def test_windows_line_ends_blank_lines_and_a_byte_order_mark_do_not_count(write: Write) -> None:
    raw = b"\xef\xbb\xbf" + b"\r\n\r\n".join(json.dumps(turn(text)).encode() for text in ("One.", "Two.")) + b"\r\n"
    assert ["One.", "Two."] == [e.text for e in read_episodes(write("chat.jsonl", raw), tenant="t")]


def test_separators_of_lines_inside_a_string_do_not_end_the_line(write: Write) -> None:
    raw = json.dumps(turn("one\u2028two\x0bthree\rfour"), ensure_ascii=False)
    assert "one\u2028two\x0bthree\rfour" == next(read_episodes(write("chat.jsonl", raw), tenant="t")).text


def test_bytes_that_are_not_utf8_are_named_with_their_line(write: Write) -> None:
    path = write("chat.jsonl", json.dumps(turn("One.")).encode() + b'\n{"text": "caf\xe9"}\n')
    episodes = read_episodes(path, tenant="t")
    assert "One." == next(episodes).text
    with pytest.raises(Incorrect, match=r"chat\.jsonl:2: byte 0xe9 is not UTF-8. Save the file as UTF-8"):
        next(episodes)


def test_a_megabyte_long_turn_is_one_episode(write_lines: WriteLines) -> None:
    long = "word " * 300_000
    assert [long, "Short."] == [e.text for e in read_episodes(write_lines([turn(long), turn("Short.")]), tenant="t")]


def test_messages_may_stand_one_a_line(write_lines: WriteLines) -> None:
    path = write_lines(
        [
            {"role": "user", "content": "Hi.", "timestamp": NINE},
            {"role": "assistant", "content": "Hello.", "timestamp": NINE},
        ]
    )
    assert [("user", "Hi.", "default"), ("assistant", "Hello.", "default")] == [
        (e.role, e.text, e.session) for e in read_episodes(path, tenant="t")
    ]


def test_conversations_may_stand_one_a_line(write_lines: WriteLines) -> None:
    path = write_lines(
        [{"id": name, "messages": [{"role": "user", "content": "Hi.", "timestamp": NINE}]} for name in ("a", "b")]
    )
    assert ["a", "b"] == [e.session for e in read_episodes(path, tenant="t")]


def test_deep_nesting_is_an_error_with_its_line(write: Write) -> None:
    with pytest.raises(Incorrect, match=r"chat\.jsonl:1"):
        list(read_episodes(write("chat.jsonl", '{"text": ' + "[" * 100_000), tenant="t"))
