"""Mails and mailboxes.

RFC 5322 (a mail), RFC 2045 (its parts), RFC 3676 (format=flowed, quotes, signatures), RFC 4155 (mbox), RFC 3834
(automatic mails). The labels are those of https://support.google.com/accounts/answer/3024190 (Takeout), the status bits
those of https://udn.realityripple.com/docs/Archive/Mozilla/XUL/nsIMsgMessageFlags.
"""

# ruff: noqa: E501 - lines as the format writes them

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from graphmem.importers.quotes import own_words

from .reading import read, told

Write = Callable[[str, str | bytes], Path]
HEADS = {
    "From": "Greta Lund <greta@example.org>", "To": "nils@example.org", "Subject": "Move",
    "Date": "Sun, 02 Mar 2025 23:30:00 +0100", "Message-ID": "<m1@example.org>",
}  # fmt: skip


def mail(body: str, heads: Mapping[str, str] | None = None) -> str:
    return "".join(f"{name}: {value}\n" for name, value in {**HEADS, **(heads or {})}.items()) + f"\n{body}"


def mailbox(*mails: str) -> str:
    return "".join(f"From greta@example.org Sun Mar  2 22:30:00 2025\n{one}\n\n" for one in mails)


def test_a_mail_is_a_turn_of_its_sender_in_the_senders_zone(write: Write) -> None:
    heads = {
        "References": "<root@example.org> <m0@example.org>",
        "From": "=?utf-8?q?Greta_=C3=85berg?= <greta@example.org>",
    }
    (episode,), found = read(write("m.eml", mail("I move to Malmö tomorrow.\n\nGreta\n", heads)))
    assert ("Greta Åberg", "I move to Malmö tomorrow.\n\nGreta", "2025-03-02T23:30:00+01:00") == (
        episode.speaker, episode.text, episode.said_at.isoformat(),
    )  # fmt: skip
    assert ("m1@example.org", "root@example.org") == (episode.id, episode.session)
    assert ("eml", "it begins with the headers of a mail") == (found.format, found.reason)


@pytest.mark.parametrize(
    ("body", "own"),
    [
        ("Yes.\n\nOn Sun, 2 Mar 2025 at 10:00, Nils Ek <nils@example.org> wrote:\n> Do you move?\n", "Yes."),
        ("Yes.\n\nOn Sun, 2 Mar 2025 at 10:00, Nils Ek\n<nils@example.org> wrote:\n\n> Do you move?\n", "Yes."),
        ("Ja.\n\nAm 02.03.2025 um 10:00 schrieb Nils Ek:\n> Ziehst du um?\n", "Ja."),
        ("Oui.\n\nLe dim. 2 mars 2025 à 10:00, Nils Ek <n@e.org> a écrit :\n> Tu déménages ?\n", "Oui."),
        ("Sí.\n\nEl 2 mar 2025, a las 10:00, Nils Ek escribió:\n> ¿Te mudas?\n", "Sí."),
        (
            "Point by point:\n\n> Do you move?\nYes, in May.\n\n> Alone?\nWith Karin.\n",
            "Point by point:\n\nYes, in May.\n\nWith Karin.",
        ),
        ("Yes.\n\n-----Original Message-----\nFrom: Nils\nSent: Sunday\nTo: Greta\n\nDo you move?\n", "Yes."),
        (
            "Yes.\n\nFrom: Nils Ek <n@e.org>\nSent: Sunday 2 March 2025\nTo: Greta\nSubject: Move\n\nDo you move?\n",
            "Yes.",
        ),
        ("Ja.\n\nVon: Nils Ek\nGesendet: Sonntag\nAn: Greta\nBetreff: Umzug\n\nZiehst du um?\n", "Ja."),
        ("See below.\n\n---------- Forwarded message ---------\nFrom: Nils\n\nI live in Lund.\n", "See below."),
        ("Yes.\n\nSent from my iPhone\n", "Yes."),
        ("Yes.\n\n-- \nGreta Lund\nI am the head of things.\n", "Yes."),
        ("On Monday he wrote:\nI shall come.\n", "On Monday he wrote:\nI shall come."),
        ("From: here to there it is far.\nI walked.\n", "From: here to there it is far.\nI walked."),
    ],
)
def test_what_others_said_is_not_said_again_by_who_replies(body: str, own: str) -> None:
    assert own == own_words(body)


HTML = """\
<html><head><style>p {color: red}</style></head><body><p>I move to <b>Malmö</b>.</p><p>Bring boxes&nbsp;&amp; tape.<br>
Greta</p><div class="gmail_quote"><div class="gmail_attr">On Sunday Nils wrote:<br></div><blockquote><p>I live in Lund.</p>
</blockquote></div></body></html>
"""


def test_a_mail_in_html_is_read_without_its_quotes_and_of_two_forms_the_plain_one(write: Write) -> None:
    html = mail(HTML, {"Content-Type": "text/html; charset=utf-8", "MIME-Version": "1.0"})
    assert [("Greta Lund", "I move to Malmö.\n\nBring boxes & tape.\nGreta")] == told(write("h.eml", html))
    both = mail(
        "--b\nContent-Type: text/plain; charset=utf-8; format=flowed\n\nI move to \nMalmö.\nIn May.\n--b\n"
        f"Content-Type: text/html\n\n{HTML}\n--b--\n",
        {"Content-Type": 'multipart/alternative; boundary="b"', "MIME-Version": "1.0"},
    )
    assert [("Greta Lund", "I move to Malmö.\nIn May.")] == told(write("b.eml", both))


def test_attachments_are_counted_and_encodings_undone(write: Write) -> None:
    parts = (
        "--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nMalm=F6 it is.\n"
        "--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=plan.pdf\n"
        "Content-Transfer-Encoding: base64\n\nJVBERi0=\n"
        "--b\nContent-Type: message/rfc822\n\nFrom: Nils\n\nI live in Lund.\n--b--\n"
    )
    episodes, found = read(write("p.eml", mail(parts, {"Content-Type": "multipart/mixed; boundary=b"})))
    assert ["Malmö it is."] == [one.text for one in episodes]
    assert {"an attachment (application/pdf)": 1, "an attachment (message/rfc822)": 1} == found.left_out


def test_a_mailbox_is_read_mail_by_mail_and_says_what_it_leaves_out(write: Write) -> None:
    box = mailbox(
        mail("I move.\n\n>From here on it is mine.\n", {"Message-ID": "<a@e>"}),
        mail("Yes.\nFrom here it is.\n", {"From": "nils@example.org", "Message-ID": "<b@e>", "In-Reply-To": "<a@e>"}),
        mail("Away.", {"Auto-Submitted": "auto-replied"}),
        mail("Win!", {"X-Gmail-Labels": "Spam,Unread"}),
        mail("Hm", {"X-Gmail-Labels": "=?utf-8?q?Drafts?="}),
        mail("Old.", {"X-GM-THRID": "1", "X-Gmail-Labels": "Trash"}),
        mail("Gone.", {"X-Mozilla-Status": "0009"}),
        mail("When?", {"Date": "some day"}),
        mail("> Quoted only\n"),
        mail("Who?", {"From": ""}),
    )
    episodes, found = read(write("all.mbox", box))
    assert [
        ("Greta Lund", "I move.\n\nFrom here on it is mine.", "a@e"),
        ("nils@example.org", "Yes.\nFrom here it is.", "a@e"),
    ] == [(one.speaker, one.text, one.session) for one in episodes]
    assert {
        "an automatic mail": 1, "spam": 1, "a draft that was not sent": 1, "a deleted mail": 2,
        "a mail without a date that can be read": 1, "a message without text": 1, "a mail without a sender": 1,
    } == found.left_out  # fmt: skip
    assert ("mbox", "its first line is that of a mailbox: 'From ' and a date") == (found.format, found.reason)


def test_the_same_mail_in_two_boxes_has_one_id(write: Write) -> None:
    inbox, sent = write("inbox.mbox", mailbox(mail("I move."))), write("sent.mbox", mailbox(mail("I move.")))
    assert [one.id for one in read(inbox)[0]] == [one.id for one in read(sent)[0]]
