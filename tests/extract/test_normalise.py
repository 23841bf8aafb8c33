from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.extract.normalise import blank, lower, normalise, unspoken

PIECES = [
    "Big news,",
    "oh and btw",
    "For the record:",
    "we MOVED",
    "I LIVE IN OSLO NOW",
    "🎉",
    "👩\u200d👩\u200d👧",
    "“so”",
    "don’t",
    "—",
    " – ",
    "--",
    "\n",
    "\r\n",
    "# Head",
    "- item",
    "**bold**",
    "_it_",
    "`code`",
    "[a](b)",
    "> said",
    "1. one",
    "[x] done",
    "İ",
    "ß",
    "…",
    "\xa0",
    "\u200b",
    ":)",
    "3.5",
    "a.b@c.org",
]
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from([*PIECES, " ", "\n", "word", "Word.", "NOT"]), max_size=14).map(" ".join),
)


@given(TEXTS)
@example("İSTANBUL IS THE PLACE WE LIVE NOW\r\nYES")
def test_the_text_keeps_its_length_whatever_it_holds(text: str) -> None:
    assert len(text) == len(normalise(text).text)


@given(TEXTS)
def test_a_plain_text_stays_as_it_is(text: str) -> None:
    once = normalise(text).text
    assert once == normalise(once).text


@given(st.text(max_size=60))
def test_lower_case_keeps_the_length(text: str) -> None:
    assert len(text) == len(lower(text))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Big news, we moved", "          we moved"),
        ("For the record: we moved", "                we moved"),
        ("oh and btw my dog is Rex", "           my dog is Rex"),
        ("Hi Maya, my pager is 5", "         my pager is 5"),
        ("Hi all, quick update: it costs 6", "                      it costs 6"),
        ("Ok. FYI: we moved", "Ok.      we moved"),
        ("Dear all, we moved", "          we moved"),
    ],
)
def test_what_stands_before_the_statement_is_blanked(text: str, plain: str) -> None:
    assert plain == normalise(text).text


@pytest.mark.parametrize(
    "text",
    [
        "No, the port is 9090.",
        "Actually it is Ruth.",
        "Sorry, I meant Rome.",
        "Yes.",
        "So tired.",
        "Well-known firm",
        "Good dog",
    ],
)
def test_words_of_correction_and_whole_answers_stay(text: str) -> None:
    assert text == normalise(text).text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I LIVE IN OSLO NOW", "I live in oslo now"),
        ("we DO NOT use it", "we do not use it"),
        ("I do NOT use it", "I do not use it"),
        ("the API URL of NASA", "the API URL of NASA"),
        ("BBC NEWS AND WEATHER", "BBC NEWS AND WEATHER"),
        ("HTTP GET /x", "HTTP GET /x"),
        ("order KV-318-TD", "order KV-318-TD"),
    ],
)
def test_shouting_is_lowered_and_acronyms_stay(text: str, plain: str) -> None:
    assert plain == normalise(text).text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("“It’s”", '"It\'s"'),
        ("7–20 July", "7-20 July"),
        ("Ruth — our auditor — left", "Ruth , our auditor , left"),
        ("Ruth – our auditor", "Ruth , our auditor"),
        ("we left🎉now", "we left now"),
        ("ok :) fine", "ok    fine"),
        ("a\u00a0b\tc", "a b c"),
        ("Ｒｕｔｈ", "Ruth"),
        ("berth no. 12", "berth     12"),
        ("No. 12 of us came", "No. 12 of us came"),
    ],
)
def test_characters_become_plain_one_for_one(text: str, plain: str) -> None:
    assert plain == normalise(text).text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("# Title here", "  Title here"),
        ("- **two** of `them`", "    two   of  them "),
        ("1. first", "   first"),
        ("- [x] done", "      done"),
        ("see [the plan](http://a.org/b) now", "see  the plan                  now"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_markdown_marks_are_blanked_and_words_stay(text: str, plain: str) -> None:
    assert plain == normalise(text).text


def test_a_line_end_becomes_a_stop_only_where_a_sentence_ends() -> None:
    assert "We moved.\nRuth left" == normalise("We moved\n\nRuth left").text
    assert "We moved to\nthe mill" == normalise("We moved to\nthe mill").text


def test_blanking_keeps_lines_and_takes_overlapping_spans() -> None:
    assert "    \n  de" == blank("abc \nfgde", [(0, 4), (2, 7)])


@pytest.mark.parametrize("piece", ["I live in Oslo. ", "oh, ", "NOT ", "* ", '"', "\n", "!", "x: y\n", "_a", "**a "])
def test_a_long_text_takes_linear_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    normalise(text)
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Look! [image: two dogs on a beach] They are mine.", "Look! They are mine."),
        ("<Media omitted> See you at six.", "See you at six."),
        ("Here (attachment: notes.pdf)", "Here"),
        ("I like [the red one] and (file this under misc).", "I like [the red one] and (file this under misc)."),
    ],
)
def test_a_programs_note_of_an_attachment_is_nobodys_words(text: str, left: str) -> None:
    plain = unspoken(text)
    assert len(plain) == len(text)
    assert " ".join(plain.split()) == left
