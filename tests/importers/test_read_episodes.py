import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import Incorrect, Refused, Unavailable
from graphmem.importers import FORMATS, read_episodes
from graphmem.importers.conformance import FOREIGN
from graphmem.model import Episode

Write = Callable[[str, str | bytes], Path]
NINE = "2025-03-02T09:00:00Z"
TURN = {"session": "s", "speaker": "Ruth", "role": "user", "said_at": NINE, "text": "Hi."}
LINE = json.dumps(TURN)
MESSAGES = json.dumps([{"role": "user", "content": "Hi.", "timestamp": NINE}])


def test_a_document_is_one_episode_under_its_files_name_only_where_it_is_asked_for(write: Write) -> None:
    path = write("hut.md", "# The hut\n\nIt is red: paint it.\n")
    (episode,) = read_episodes(path, tenant="t", format="document", said_at=NINE)
    assert (str(path), str(path), "document") == (episode.id, episode.source_uri, episode.source_kind)
    assert path.read_text() == episode.text
    assert [] == list(read_episodes(write("empty.md", " \n"), tenant="t", format="document", said_at=NINE))
    with pytest.raises(Incorrect, match="of no known format"):
        read_episodes(write("prose.md", "The hut is red. It was blue."), tenant="t")
    with pytest.raises(Incorrect, match="said_at"):
        list(read_episodes(path, tenant="t", format="document"))


@pytest.mark.parametrize(
    ("content", "format", "reason"),
    [
        (LINE, "jsonl", "its first line is a JSON object"),
        (f"\n\n  {LINE}\n{LINE}\n", "jsonl", "its first line is a JSON object"),
        ('{"text": "no end', "jsonl", "its first line is a JSON object"),
        ('{"text": "\\"messages\\": ["}\n', "jsonl", "its first line is a JSON object"),
        ('{"messages": []}\n{"messages": []}\n', "jsonl", "its first line is a JSON object"),
        (MESSAGES, "json", "it begins with a JSON list"),
        ("[]", "json", "it begins with a JSON list"),
        ("[\n\n  {", "json", "it begins with a JSON list"),
        ('{"messages": []}', "json", "it begins with a JSON object that goes on over lines, or holds the messages"),
        ('{\n "messages": []}', "json", "it begins with a JSON object that goes on over lines, or holds the messages"),
        (
            '{"a": 1, "messages": [',
            "json",
            "it begins with a JSON object that goes on over lines, or holds the messages",
        ),
        (
            '{"a": 1,\n "messages": [',
            "json",
            "it begins with a JSON object that goes on over lines, or holds the messages",
        ),
        ("[2025-03-02T09:00Z] Ruth: Hi.", "plain", "its first line of text is a turn: '[2025-03-02T09:00Z] Ruth: Hi.'"),
        ("# session: a\n\nRuth: Hi.", "plain", "its first line of text is a turn: 'Ruth: Hi.'"),
        ("# session: a\n", "plain", "it begins with '#' lines"),
        ("", "plain", "it is empty"),
        (" \n\n", "plain", "it is empty"),
    ],
)
def test_the_format_is_told_by_how_a_file_begins_and_says_why(
    write: Write, content: str, format: str, reason: str
) -> None:
    episodes = read_episodes(write("x", content), tenant="t")
    assert (format, reason) == (episodes.format, episodes.reason)


@pytest.mark.parametrize("content", ["name,age\nRuth,30\n", "[1, 2]", "Dear all: hello", "<html>", "%PDF-1.7"])
def test_an_unknown_beginning_is_an_error_that_lists_the_formats(write: Write, content: str) -> None:
    with pytest.raises(Incorrect, match="of no known format") as caught:
        read_episodes(write("x.txt", content), tenant="t")
    assert all(f"\n  {name}: " in str(caught.value) for name in FORMATS)


def test_a_format_can_be_asked_for_and_is_then_not_guessed(write: Write) -> None:
    with pytest.raises(Incorrect, match="belongs to no turn"):
        list(read_episodes(write("x", LINE), tenant="t", format="plain"))
    with pytest.raises(Incorrect, match=r"format='docx' is none of slack, export, vtt"):
        read_episodes(write("x", LINE), tenant="t", format="docx")


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff", "# session: a\n# zone: Z\n"])
def test_an_empty_transcript_has_no_episodes(write: Write, content: str) -> None:
    assert [] == list(read_episodes(write("x.txt", content), tenant="t"))


def test_a_path_may_be_text_or_a_path(write: Write) -> None:
    path = write("x.jsonl", LINE)
    assert (
        ["Hi."]
        == [e.text for e in read_episodes(str(path), tenant="t")]
        == [e.text for e in read_episodes(path, tenant="t")]
    )


def test_a_missing_file_names_those_beside_it(write: Write, tmp_path: Path) -> None:
    write("chat-march.jsonl", LINE)
    with pytest.raises(Incorrect, match=r"chat-marhc\.jsonl: no such file. Beside it: chat-march\.jsonl"):
        read_episodes(tmp_path / "chat-marhc.jsonl", tenant="t")
    with pytest.raises(Incorrect, match=r"zzz: no such file. Nothing in .* has a name like it"):
        read_episodes(tmp_path / "zzz", tenant="t")
    with pytest.raises(Incorrect, match="There is no folder"):
        read_episodes(tmp_path / "no" / "x", tenant="t")


def test_a_folder_and_impossible_paths_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Incorrect, match=r"of no known format; it holds 0 files: none that is a transcript by its name"):
        read_episodes(tmp_path, tenant="t")
    for name in ("a\x00b", "a" * 5000):  # what a file system says of these depends on the version of Python
        with pytest.raises(Incorrect, match=r"cannot be a path|no such file"):
            read_episodes(name, tenant="t")


@pytest.mark.parametrize("text", ["Ruth: Hi.\nOdile: Hi.", LINE, MESSAGES])
def test_text_in_the_place_of_a_path_says_how_to_pass_it(text: str) -> None:
    with pytest.raises(Incorrect, match=r"this is text: .*Pass io.StringIO\(text\)"):
        read_episodes(text, tenant="t")


class Failing(io.RawIOBase):
    """Gives what it has, then fails as the system does."""

    def __init__(self, error: OSError, *chunks: str) -> None:
        super().__init__()
        self.error = error
        self.left = [chunk.encode() for chunk in reversed(chunks)]

    def read(self, size: int = -1) -> bytes:  # noqa: ARG002 - a chunk is smaller than what is asked for
        if not self.left:
            raise self.error
        return self.left.pop()


def test_a_file_that_may_not_be_read_is_refused() -> None:
    with pytest.raises(Incorrect, match=r"stream: may not be read \(Permission denied\). Change its permissions"):
        read_episodes(Failing(PermissionError(13, "Permission denied")), tenant="t")  # type: ignore[arg-type]


def test_a_disk_that_fails_is_unavailable_after_what_was_read() -> None:
    episodes = read_episodes(Failing(OSError(5, "Input/output error"), f"{LINE}\n"), tenant="t")  # type: ignore[arg-type]
    assert "Hi." == next(episodes).text
    with pytest.raises(Unavailable, match=r"stream: cannot be read .*Input/output error"):
        next(episodes)


@pytest.mark.parametrize("format", FOREIGN)
def test_a_byte_order_mark_before_a_file_is_no_part_of_it(format: str) -> None:
    text = FOREIGN[format].encode()
    plain, marked = (
        read_episodes(io.BytesIO(begin + text), tenant="t", said_at=NINE, zone="Z") for begin in (b"", b"\xef\xbb\xbf")
    )
    assert (format, [one.id for one in plain]) == (marked.format, [one.id for one in marked])
    assert 1 == marked.turns


def test_a_file_in_utf16_is_refused_with_what_to_do(write: Write) -> None:
    with pytest.raises(Incorrect, match=r"is UTF-16\. Save it as UTF-8"):
        read_episodes(write("x.txt", "Ruth: Hi.".encode("utf-16")), tenant="t")


@pytest.mark.parametrize(
    "content", [f"{LINE}\n{LINE}\n", f"[{LINE}, {LINE}]", f"# date: {NINE}\nRuth: Hi.\nRuth: Hi.\n"]
)
def test_open_files_of_bytes_and_of_text_are_read_and_left_open(write: Write, content: str) -> None:
    path = write("x", content)
    expected = [e.text for e in read_episodes(path, tenant="t")]
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        for stream in (binary, text, io.StringIO(content), io.BytesIO(content.encode())):
            assert expected == [e.text for e in read_episodes(stream, tenant="t")]
            assert not stream.closed


def test_objects_of_several_shapes_are_read_one_by_one() -> None:
    own = Episode(id="e9", session="s", said_at=datetime(2025, 3, 2, 9, tzinfo=UTC), text="Own.")
    placed = own.model_copy(update={"id": "e10", "seq": 40})
    asked: list[str] = []

    def objects() -> Iterator[Episode | dict[str, Any]]:
        for item in (TURN, {"role": "user", "content": "Message.", "timestamp": NINE}, own, placed):
            asked.append("x")
            yield item

    episodes = read_episodes(objects(), tenant="t")
    assert [] == asked
    assert [("Hi.", "s", 0), ("Message.", "default", 0), ("Own.", "s", 1), ("Own.", "s", 40)] == [
        (e.text, e.session, e.seq) for e in episodes
    ]


def test_one_episode_or_dict_is_a_source_as_well() -> None:
    episode = Episode(id="e", said_at=datetime(2025, 3, 2, 9, tzinfo=UTC), text="Own.")
    assert ["Own."] == [e.text for e in read_episodes(episode, tenant="t")]
    assert ["Hi."] == [e.text for e in read_episodes({"messages": json.loads(MESSAGES)}, tenant="t")]


def test_a_dict_may_hold_an_aware_datetime_and_not_a_naive_one() -> None:
    assert 9 == next(read_episodes([{**TURN, "said_at": datetime(2025, 3, 2, 9, tzinfo=UTC)}], tenant="t")).said_at.hour
    with pytest.raises(Incorrect, match=r"object 1: the time '2025-03-02 09:00:00' has no zone"):
        list(read_episodes([{**TURN, "said_at": datetime(2025, 3, 2, 9)}], tenant="t"))


def test_objects_that_are_no_episodes_are_refused() -> None:
    with pytest.raises(Incorrect, match="int holds no episodes"):
        list(read_episodes(5, tenant="t"))  # type: ignore[arg-type]
    with pytest.raises(Incorrect, match="object 1: an object is expected, and this is str"):
        list(read_episodes(["Ruth: Hi."], tenant="t"))  # type: ignore[list-item]


def test_every_episode_gets_the_tenant_and_another_ones_is_refused() -> None:
    mine = Episode(id="e", said_at=datetime(2025, 3, 2, 9, tzinfo=UTC), text="x")
    theirs = mine.model_copy(update={"tenant": "theirs"})
    episodes = read_episodes([TURN, mine, theirs], tenant="mine")
    assert ["mine", "mine"] == [next(episodes).tenant, next(episodes).tenant]
    with pytest.raises(Refused, match="object 3: the episode is of tenant 'theirs', and this memory is of 'mine'"):
        next(episodes)


def test_progress_is_told_in_bytes_up_to_the_size_of_the_file(write: Write) -> None:
    path = write("x.jsonl", f"{LINE}\n" * 3000)
    told: list[tuple[int, int | None]] = []
    episodes = read_episodes(path, tenant="t", progress=lambda done, total: told.append((done, total)))
    next(episodes)
    assert 0 < episodes.bytes_read < path.stat().st_size
    list(episodes)
    assert sorted(told) == told
    assert (path.stat().st_size, path.stat().st_size) == told[-1] == (episodes.bytes_read, episodes.bytes_total)
    assert len(told) > 3


def test_the_size_of_a_stream_is_not_known() -> None:
    episodes = read_episodes(io.BytesIO(LINE.encode()), tenant="t")
    list(episodes)
    assert (len(LINE), None) == (episodes.bytes_read, episodes.bytes_total)


PIECES = st.lists(
    st.sampled_from(
        [LINE, MESSAGES, '{"messages": [', *'{}[],":', "\\u12", "17", "null", "\n", "\ud800", "\x00", "\ufeff"]
    )
    | st.sampled_from(
        ["# zone: Z", "# date: 2025-03-02", "# session: a", "[2025-03-02T09:00Z]", "[09:00] ", " Ruth: ", "text"]
    )
).map(lambda pieces: "".join(pieces).encode("utf-8", "surrogatepass"))


@given(PIECES | st.binary(), st.sampled_from([None, *FORMATS]))
def test_any_bytes_give_episodes_or_an_error_of_ours(content: bytes, format: str | None) -> None:
    with suppress(Incorrect, Refused):
        for episode in read_episodes(io.BytesIO(content), tenant="t", format=format):
            assert "t" == episode.tenant


NAMES = """
    id session speaker role said_at text source_kind tenant seq content name timestamp messages mapping message author
    parts type sessionId uuid current_node parent children metadata create_time
"""
FIELDS = st.sampled_from(NAMES.split())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["user", "text", "a", NINE]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS | st.just("a"), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(FIELDS, JSON))
def test_any_object_gives_episodes_or_an_error_of_ours(item: dict[str, Any]) -> None:
    with suppress(Incorrect, Refused):
        for episode in read_episodes([item], tenant="t"):
            assert "t" == episode.tenant


def big_jsonl(count: int) -> Iterator[str]:
    for n in range(count):
        at = datetime.fromtimestamp(1_700_000_000 + n, UTC).isoformat()
        yield json.dumps({**TURN, "said_at": at, "text": f"Turn {n} " + "word " * 100}) + "\n"


def big_json(count: int) -> Iterator[str]:
    yield '{"id": "long", "messages": ['
    for n, line in enumerate(big_jsonl(count)):
        yield ("," if n else "") + line.strip()
    yield "]}"


def big_plain(count: int) -> Iterator[str]:
    yield "# zone: Z\n"
    for n in range(count):
        at = datetime.fromtimestamp(1_700_000_000 + n, UTC).strftime("%Y-%m-%d %H:%M:%S")
        yield f"[{at}] Ruth: Turn {n} " + "word " * 100 + "\n"


@pytest.mark.parametrize("lines", [big_jsonl, big_json, big_plain])
def test_a_large_file_is_read_with_flat_memory(tmp_path: Path, lines: Callable[[int], Iterator[str]]) -> None:
    path = tmp_path / "big"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines(12_000))
    assert path.stat().st_size > 6_000_000
    next(read_episodes(path, tenant="t"))  # what is loaded once is not counted
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_episodes(path, tenant="t"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 12_000 == count
    assert peak < 1_500_000
