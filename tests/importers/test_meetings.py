"""Captions and transcripts of meetings.

WebVTT: https://www.w3.org/TR/webvtt1/. SubRip: https://www.matroska.org/technical/subtitles.html. Teams writes voice
spans: https://learn.microsoft.com/en-us/graph/api/calltranscript-get. Zoom writes names before a colon, and names files
by their start: https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0064927. Meet:
https://support.google.com/meet/answer/12849897. Otter: https://help.otter.ai/hc/en-us/articles/360047731754.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.errors import Incorrect

from .reading import read, times, told

Write = Callable[[str, str | bytes], Path]
NINE = "2025-03-02T09:00:00+01:00"
TEAMS = """\
WEBVTT

NOTE made by a machine
over two lines

3f2a/12-0
00:00:03.100 --> 00:00:05.000
<v Selma Rask>We open the new shop in</v>

3f2a/12-1
00:00:05.000 --> 00:00:07.000
<v Selma Rask>Aarhus, not in Odense &amp; Vejle.</v>

3f2a/13-0
00:00:09.000 --> 00:00:11.000
<v Emil Toft>When?</v>

3f2a/14-0
00:00:50.000 --> 00:00:52.000
<v Emil Toft>I mean the shop.</v>
"""
ZOOM = """\
WEBVTT

1
00:00:03.100 --> 00:00:05.000
Selma Rask: We open the new shop in

2
00:00:05.000 --> 00:00:07.000 align:start
Aarhus.

3
00:00:09.000 --> 00:00:11.000
Emil Toft: When?
"""
SRT = """\
1
00:00:03,100 --> 00:00:05,000
- Selma Rask: We open the <i>new</i> shop.
- Emil Toft: When?

2
00:01:05,000 --> 00:01:07,000
[Music]
"""


def test_a_transcript_of_teams_joins_the_cues_of_one_speaker(write: Write) -> None:
    path = write("sync.vtt", TEAMS)
    assert [
        ("Selma Rask", "We open the new shop in Aarhus, not in Odense & Vejle."),
        ("Emil Toft", "When?"),
        ("Emil Toft", "I mean the shop."),
    ] == told(path, said_at=NINE)
    assert ["2025-03-02T09:00:03.100000+01:00", "2025-03-02T09:00:09+01:00", "2025-03-02T09:00:50+01:00"] == times(
        path, said_at=NINE
    )
    assert ("vtt", "it begins with WEBVTT") == (read(path, said_at=NINE)[1].format, read(path, said_at=NINE)[1].reason)


def test_a_transcript_of_zoom_begins_when_its_name_says(write: Write) -> None:
    path = write("GMT20250302-080000_Recording.transcript.vtt", ZOOM)
    assert [("Selma Rask", "We open the new shop in Aarhus."), ("Emil Toft", "When?")] == told(path)
    assert "2025-03-02T08:00:03.100000+00:00" == times(path)[0]
    assert "2025-03-02T09:00:03.100000+01:00" == times(path, said_at=NINE)[0]


def test_subrip_captions_with_two_speakers_in_a_cue(write: Write) -> None:
    path = write("sync.srt", SRT)
    assert [("Selma Rask", "We open the new shop."), ("Emil Toft", "When?"), ("Emil Toft", "[Music]")] == told(
        path, said_at=NINE
    )
    assert "srt" == read(path, said_at=NINE)[1].format


def test_captions_without_a_start_and_broken_ones_are_refused(write: Write) -> None:
    with pytest.raises(Incorrect, match=r"sync\.vtt:7: cues tell the time since the start.*said_at="):
        told(write("sync.vtt", TEAMS))
    with pytest.raises(Incorrect, match=r"b\.vtt:3: '0:1 --> 0:2' is no timing"):
        told(write("b.vtt", "WEBVTT\n\n0:1 --> 0:2\nHi\n"), said_at=NINE)
    assert [] == told(write("c.vtt", "WEBVTT\n"))
    assert {"a cue without words": 1} == read(
        write("d.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n"), said_at=NINE
    )[1].left_out  # fmt: skip


def test_a_long_speech_is_cut_at_the_end_of_a_sentence(write: Write) -> None:
    cues = [
        f"00:{at // 60:02}:{at % 60:02}.000 --> 00:{at // 60:02}:{at % 60:02}.900\nSelma Rask: {'word ' * 12}end.\n"
        for at in range(60)
    ]
    said = told(write("long.vtt", "WEBVTT\n\n" + "\n".join(cues)), said_at=NINE)
    assert 3 < len(said) < 10
    assert all(text.endswith("end.") for _, text in said)


@pytest.mark.parametrize(
    "text",
    [
        "Selma Rask   0:03\nWe open the new shop\nin Aarhus.\n\nEmil Toft   1:02:05\nWhen?\n",  # Teams, Otter
        "Selma Rask\t0:03\nWe open the new shop\nin Aarhus.\nEmil Toft\t1:02:05\nWhen?\n",
        "[Selma Rask] 00:00:03\nWe open the new shop\nin Aarhus.\n\n[Emil Toft] 01:02:05\nWhen?\n",  # Zoom
        "Selma Rask (00:03):\nWe open the new shop\nin Aarhus.\n\nEmil Toft (01:02:05):\nWhen?\n",
        "00:00:03 Selma Rask: We open the new shop\nin Aarhus.\n01:02:05 Emil Toft: When?\n",
        "[00:00:03] Selma Rask: We open the new shop\nin Aarhus.\n[01:02:05] Emil Toft: When?\n",
    ],
)
def test_a_transcript_names_who_speaks_and_the_time_since_the_start(write: Write, text: str) -> None:
    path = write("sync.txt", text)
    episodes, found = read(path, said_at=NINE)
    assert [("Selma Rask", "We open the new shop\nin Aarhus."), ("Emil Toft", "When?")] == told(path, said_at=NINE)
    assert ["2025-03-02T09:00:03+01:00", "2025-03-02T10:02:05+01:00"] == [one.said_at.isoformat() for one in episodes]
    assert "meeting" == found.format
    assert "a speaker and the time since the start stand on a line" in found.reason
    with pytest.raises(Incorrect, match="turns tell the time since the start"):
        told(path)


MEET = """\
Weekly sync (2025-03-02 10:02 GMT+1) - Transcript
Attendees
Emil Toft, Selma Rask

Transcript
This editable transcript was computer generated and might contain errors.

00:00:00

Selma Rask: We open the new shop.
In Aarhus.
Emil Toft: When?

00:05:00

Emil Toft: I ask again.

Meeting ended after 00:05:40 👋
"""


def test_a_transcript_of_meet_begins_when_its_title_says(write: Write) -> None:
    path = write("meet.txt", MEET)
    episodes, found = read(path)
    assert [
        ("Selma Rask", "We open the new shop.\nIn Aarhus."), ("Emil Toft", "When?"), ("Emil Toft", "I ask again."),
    ] == told(path)  # fmt: skip
    assert ["2025-03-02T10:02:00+01:00"] * 2 + ["2025-03-02T10:07:00+01:00"] == [
        one.said_at.isoformat() for one in episodes
    ]
    assert {"a line of the transcript's own": 6} == found.left_out
    assert "meeting" == found.format
