"""Chats exported by WhatsApp.

How a chat is exported: https://faq.whatsapp.com/1180414079177245. The forms of dates, the marks U+200E and the lines
that the app puts in are described at https://github.com/linuswillner/whatsapp-export-inconsistencies and in the parser
of https://whatstk.readthedocs.io; dates follow the locale's short form in CLDR.
"""

# ruff: noqa: E501 - lines as the format writes them

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.errors import Incorrect

from .reading import read, told, zipped

Write = Callable[[str, str | bytes], Path]
BERLIN = "Europe/Berlin"
IOS = """\
[24.03.25, 18:05:11] Bergtour: \u200eNachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.
[24.03.25, 18:05:40] Jana Vogt: Wir fahren am Samstag.
Um acht geht es los.

[24.03.25, 18:06:02] Till Kramer: \u200eBild weggelassen
\u200e[24.03.25, 18:06:30] Till Kramer: \u200e<Anhang: 00000012-PHOTO-2025-03-24-18-06-30.jpg>
[24.03.25, 18:07:00] Jana Vogt: \u200eDu hast diese Nachricht gelöscht.
[24.03.25, 18:07:30] ~\u202fOskar: Ich bringe Brot mit \u200e<Diese Nachricht wurde bearbeitet.>
[24.03.25, 18:08:00] Till Kramer: Danke @\u2068Jana Vogt\u2069!
[24.03.25, 18:08:30] Till Kramer: Plan.pdf • \u200e2 Seiten \u200eDokument weggelassen
"""
ANDROID = """\
3/24/25, 6:05\u202fPM - Messages and calls are end-to-end encrypted. Tap to learn more.
3/24/25, 6:05\u202fPM - Maud Ellery created group "Choir: spring"
3/24/25, 6:06\u202fPM - Maud Ellery: Rehearsal is at seven.
Bring the score: we start with page two.
3/24/25, 6:07\u202fPM - Neil Ashby: <Media omitted>
3/24/25, 6:07\u202fPM - Neil Ashby: IMG-20250324-WA0003.jpg (file attached)
The hall from outside
3/24/25, 6:08\u202fPM - Neil Ashby: This message was deleted
3/24/25, 6:09\u202fPM - Neil Ashby: I sing tenor now. <This message was edited>
3/24/25, 6:10\u202fPM - Maud Ellery changed the subject from "Choir: spring" to "Choir: summer"
3/24/25, 6:11\u202fPM - Maud Ellery: null
"""


def test_an_ios_chat_is_read_message_by_message(write: Write) -> None:
    episodes, found = read(write("_chat.txt", IOS), zone=BERLIN)
    assert [
        ("Jana Vogt", "Wir fahren am Samstag.\nUm acht geht es los."),
        ("Oskar", "Ich bringe Brot mit"),
        ("Till Kramer", "Danke @Jana Vogt!"),
    ] == [(one.speaker, one.text) for one in episodes]
    assert {"an attachment": 3, "a line of WhatsApp's own": 1, "a deleted message": 1} == found.left_out
    assert ("whatsapp", 3) == (found.format, found.turns)
    assert "on iOS" in found.reason


def test_an_android_chat_is_read_message_by_message(write: Write) -> None:
    episodes, found = read(write("chat.txt", ANDROID), zone="America/New_York")
    assert [
        ("Maud Ellery", "Rehearsal is at seven.\nBring the score: we start with page two."),
        ("Neil Ashby", "The hall from outside"),
        ("Neil Ashby", "I sing tenor now."),
    ] == [(one.speaker, one.text) for one in episodes]
    assert {"a line of WhatsApp's own": 3, "an attachment": 3, "a deleted message": 1} == found.left_out
    assert "2025-03-24T18:06:00-04:00" == episodes[0].said_at.isoformat()
    assert "on Android" in found.reason


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[31/12/2024, 23:59:58] Ida Moe: Hi", "2024-12-31T23:59:58"),  # en-GB, iOS
        ("[12/31/24, 11:59:58\u202fPM] Ida Moe: Hi", "2024-12-31T23:59:58"),  # en-US, iOS
        ("12/31/24, 12:05 AM - Ida Moe: Hi", "2024-12-31T00:05:00"),  # en-US, Android
        ("31/12/24, 11:59 pm - Ida Moe: Hi", "2024-12-31T23:59:00"),  # en-IN
        ("31/12/24, 11:59\u00a0p.\u00a0m. - Ida Moe: Hi", "2024-12-31T23:59:00"),  # es-MX
        ("31.12.24, 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # de
        ("31.12.2024 klo 23.59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # fi, Android
        ("[31.12.2024 klo 23.59.58] Ida Moe: Hi", "2024-12-31T23:59:58"),  # fi, iOS
        ("31/12/2024 à 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # fr
        ("31/12/2024 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # pt-BR
        ("31-12-2024 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # nl
        ("2024-12-31 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # sv, Android
        ("2024-12-31, 11:59 p.m. - Ida Moe: Hi", "2024-12-31T23:59:00"),  # en-CA
        ("[2024/12/31 下午11:59:58] Ida Moe: Hi", "2024-12-31T23:59:58"),  # zh-TW, iOS
        ("[2024/12/31 23:59:58] Ida Moe: Hi", "2024-12-31T23:59:58"),  # ja, iOS
        ("[2024. 12. 31. 오전 7:05:09] Ida Moe: Hi", "2024-12-31T07:05:09"),  # ko, iOS
        ("2024년 12월 31일 오후 11:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # ko, Android
        ("[2024-12-31, 11:59:58 PM] Ida Moe: Hi", "2024-12-31T23:59:58"),  # en-CA, iOS
        ("12/31/16, 11:59:58 PM: Ida Moe: Hi", "2016-12-31T23:59:58"),  # en-US, iOS of 2016
        ("31/12/2012 23:59:58: Ida Moe: Hi", "2012-12-31T23:59:58"),  # en-GB, iOS of 2012
        ("31.12.24 г., 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # bg
        ("31/12/2567 23:59 - Ida Moe: Hi", "2024-12-31T23:59:00"),  # th
        ("\u0665\u200f/\u0663\u200f/\u0662\u0660\u0662\u0663، \u0661:\u0664\u0665 م - Ida Moe: Hi", "2023-03-05T13:45:00"),  # ar
        ("\u200f\u0663\u0661/\u0661\u0662/\u0662\u0660\u0662\u0664، \u0662\u0663:\u0665\u0669 - Ida Moe: Hi", "2024-12-31T23:59:00"),
    ],
)  # fmt: skip
def test_dates_are_read_as_each_language_writes_them(write: Write, line: str, expected: str) -> None:
    path = write("chat.txt", f"{line}\n")
    episodes, found = read(path, zone="Z")
    assert ("whatsapp", [("Ida Moe", "Hi", f"{expected}+00:00")]) == (
        found.format, [(one.speaker, one.text, one.said_at.isoformat()) for one in episodes],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("days", "first"),
    [
        (["5/6/25", "13/6/25"], (6, 5)),  # no month is the thirteenth
        (["5/6/25", "6/13/25"], (5, 6)),
        (["9/2/25", "1/3/25"], (2, 9)),  # with the month first the second day would come before the first
        (["2/9/25", "3/1/25"], (2, 9)),
        (["05/06/2025", "06/06/2025"], (6, 5)),  # nobody who writes months first writes 05
    ],
)
def test_the_order_of_day_and_month_is_told_by_the_whole_file(
    write: Write, days: list[str], first: tuple[int, int]
) -> None:
    lines = [f"{day}, 10:0{place} - Ida Moe: Hi {place}\n" for place, day in enumerate(days)]
    episodes, _ = read(write("chat.txt", "".join(lines)), zone="Z")
    assert first == (episodes[0].said_at.month, episodes[0].said_at.day)


def test_the_order_may_be_told_far_behind_the_beginning(write: Write) -> None:
    lines = [f"5/6/25, 10:00 - Ida Moe: {'word ' * 20}{number}\n" for number in range(2000)]
    episodes, _ = read(write("chat.txt", "".join([*lines, "30/6/25, 10:00 - Ida Moe: Last\n"])), zone="Z")
    assert (6, 5) == (episodes[0].said_at.month, episodes[0].said_at.day)


def test_an_order_that_nothing_tells_is_asked_for(write: Write) -> None:
    path = write("chat.txt", "5/6/25, 10:00 - Ida Moe: Hi\n6/7/25, 10:00 - Ida Moe: Ho\n")
    with pytest.raises(Incorrect, match=r"with the day or the month first: '5/6/25, 10:00.*date_order='dmy' or 'mdy'"):
        read(path, zone="Z")
    assert [6, 7] == [one.said_at.month for one in read(path, zone="Z", date_order="dmy")[0]]
    assert [5, 6] == [one.said_at.month for one in read(path, zone="Z", date_order="mdy")[0]]
    with pytest.raises(Incorrect, match="is no time"):
        read(write("bad.txt", "25/6/25, 10:00 - Ida Moe: Hi\n"), zone="Z", date_order="mdy")
    with pytest.raises(Incorrect, match="date_order='day' is none of dmy, mdy, ymd"):
        read(path, zone="Z", date_order="day")


def test_a_chat_has_no_zone_and_one_is_asked_for(write: Write) -> None:
    path = write("chat.txt", ANDROID)
    with pytest.raises(Incorrect, match=r"chat\.txt:3: the time '2025-03-24 18:06' has no zone.*zone='Europe/Berlin'"):
        read(path)
    with pytest.raises(Incorrect, match="zone='Berlin' is no zone that this machine knows"):
        read(path, zone="Berlin")


def test_summer_time_is_kept_by_the_zones_name(write: Write) -> None:
    lines = "29.03.25, 12:00 - Ida Moe: Hi\n30.03.25, 12:00 - Ida Moe: Ho\n"
    episodes, _ = read(write("chat.txt", lines), zone=BERLIN)
    assert ["+01:00", "+02:00"] == [one.said_at.isoformat()[-6:] for one in episodes]


def test_a_zip_with_pictures_is_the_chat_in_it(tmp_path: Path) -> None:
    path = zipped(tmp_path / "WhatsApp Chat - Bergtour.zip", {"_chat.txt": IOS, "00000012-PHOTO.jpg": b"\xff\xd8"})
    _, found = read(path, zone=BERLIN)
    assert ("whatsapp", 3, "WhatsApp Chat - Bergtour") == (
        found.format,
        found.turns,
        read(path, zone=BERLIN)[0][0].session,
    )
    assert found.reason.startswith("it holds one transcript, _chat.txt: its lines are dated as WhatsApp's")


def test_on_the_ios_of_then_a_line_of_the_apps_own_is_none_of_the_message_before(write: Write) -> None:
    text = "6/23/17, 12:29:34 PM: Ida Moe: We met\n6/23/17, 12:30:04 PM: Ida Moe created this group\n"
    episodes, found = read(write("c", text), zone="Z")
    assert (["We met"], {"a line of WhatsApp's own": 1}) == ([one.text for one in episodes], found.left_out)


def test_what_begins_like_a_date_inside_a_message_is_text(write: Write) -> None:
    text = "24.03.25, 18:05 - Ida Moe: We met\n24.03.25 it was\n24.03.25, half past six - or so\n24.03.25 18:05: so\n"
    assert [("Ida Moe", "We met\n24.03.25 it was\n24.03.25, half past six - or so\n24.03.25 18:05: so")] == told(
        write("c", text), zone="Z"
    )


def test_a_line_before_the_first_date_is_refused(write: Write) -> None:
    with pytest.raises(Incorrect, match=r"c:1: 'Hello' stands before the first dated line"):
        read(write("c", "Hello\n24.03.25, 18:05 - Ida Moe: Hi\n"), format="whatsapp", zone="Z")
