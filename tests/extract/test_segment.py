from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.segment import segment


def pieces(text: str) -> list[tuple[str, str]]:
    return [(piece.kind, text[piece.start : piece.stop]) for piece in segment(text)]


def words(text: str) -> list[str]:
    return [piece for _, piece in pieces(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Dr. Ruth Abel lives in St. Ives.", "She pays approx. 3.5 euros a day."],
        ["We deal with Abel B.V. in Delft.", "It closes at 5 p.m.", "They open at 9 a.m. sharp."],
        ["Write to a.b@example.org today.", "See https://example.org/a.b?c=1.", "Version 2.4.1 is out."],
        ["I like e.g. tea.", "He said so, i.e. twice."],
        ["J. R. Abel met me.", "I waved."],
        ["i moved.", "she stayed!", "why?"],
        ["It costs 1.200,50 euros.", "No. 5 is mine."],
        ["Really?!", "Yes.", "Well... it is so."],
        ["We moved (at last!).", "It is fine."],
        ["彼は東京に住んでいます。", "彼女は京都です。"],
    ],
)
def test_sentences_end_where_they_end(sentences: list[str]) -> None:
    assert sentences == words(" ".join(sentences))


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("New address: 14 Mill Lane", "New address", "14 Mill Lane"),
        ("pager — 555-0142", "pager", "555-0142"),
        ("Owner: Ruth Abel.", "Owner", "Ruth Abel"),
        ("- **Port:** 9090", "Port", "9090"),
        ("timeout = 30 s", "timeout", "30 s"),
        ("new address 14 Mill Lane", "new address", "14 Mill Lane"),
        ("Chip no.: 981-044", "Chip no.", "981-044"),
        ("HQ: New York", "HQ", "New York"),
        ("Family plan, price per head: 18 EUR", "Family plan, price per head", "18 EUR"),
        ("deadline -> 14 June", "deadline", "14 June"),
    ],
)
def test_a_label_and_its_value_are_told_apart(text: str, label: str, value: str) -> None:
    (found,) = segment(text)
    assert found.label is not None
    assert found.value is not None
    assert ("label_value", label, value) == (found.kind, text[slice(*found.label)], text[slice(*found.value)])


def test_several_pairs_of_a_line_are_several_segments() -> None:
    assert ["Name: Ruth", "Phone: 555-0142"] == words("Name: Ruth; Phone: 555-0142")
    assert ["Deadline: Friday", "Owner: Ruth Abel"] == words("Deadline: Friday, Owner: Ruth Abel")
    assert ["Name of dog: Rufus", "Breed: beagle"] == words("Name of dog: Rufus\nBreed: beagle")


@pytest.mark.parametrize(
    "text",
    [
        "The port is 9090: remember it",
        "meet at 10:30 tomorrow",
        "see https://example.org now",
        "I said: we should go",
        "It works: Ruth confirmed it",
        "He lives - we think - in Rome",
    ],
)
def test_a_clause_with_a_colon_is_no_label(text: str) -> None:
    assert "label_value" not in {kind for kind, _ in pieces(text)}


def test_a_topic_before_a_clause_is_a_piece_of_its_own() -> None:
    assert [("fragment", "rowing club:"), ("sentence", "my locker is no. 12 since 2019")] == pieces(
        "rowing club: my locker is no. 12 since 2019"
    )


@pytest.mark.parametrize("text", ["Oak, two of them", "Thandi.", "The blue one", "ok!"])
def test_words_without_a_verb_are_a_fragment(text: str) -> None:
    assert [("fragment", text)] == pieces(text)


@pytest.mark.parametrize("text", ["I moved", "She's in Rome", "We painted it sage", "they own two", "Ruth left"])
def test_words_with_a_subject_or_a_verb_are_a_sentence(text: str) -> None:
    assert [("sentence", text)] == pieces(text)


def test_quoted_lines_and_quoted_sentences_are_quotations() -> None:
    assert [("quotation", "we close at six"), ("sentence", "I saw that.")] == pieces("> we close at six\nI saw that.")
    assert [("quotation", '"I live in Rome."')] == pieces('"I live in Rome."')


def test_quoted_passages_of_a_sentence_are_marked() -> None:
    text = 'He texted "you owe us" and I laughed.'
    (found,) = segment(text)
    assert ['"you owe us"'] == [text[slice(*quote)] for quote in found.quotes]


@pytest.mark.parametrize(
    "text",
    [
        "```py\nx = 1\nI live in Rome\n```",
        "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\nKeyError: 'city'",
        "def f(x):\n    return x;",
        '{"city": "Rome",\n"age": 5}',
        "$ git commit -m x",
        "2025-06-05 12:00:01 ERROR db: connection lost",
        "import os",
        "SELECT name FROM people",
        "    at com.example.Main.run(Main.java:14)",
        "foo.bar(1, 2);",
    ],
)
def test_code_traces_and_logs_are_not_to_be_parsed(text: str) -> None:
    assert {"code"} == {kind for kind, _ in pieces(text)}


@pytest.mark.parametrize(
    "text",
    [
        "for the trip we need boots",
        "I use python 3.11 at work",
        "let me know; I wait",
        "we go to Rome; she stays;",
        "While you were out, Ruth called.",
        "The class (room 4) is full",
        "with love, Ruth",
        "make sure it's locked",
    ],
)
def test_prose_is_not_taken_for_code(text: str) -> None:
    assert "code" not in {kind for kind, _ in pieces(text)}


def test_tables_are_seen_by_their_rows() -> None:
    table = "| name | city |\n|------|------|\n| Ruth | Rome |"
    assert [("table", table), ("sentence", "She moved.")] == pieces(f"{table}\nShe moved.")
    assert ["table"] == [kind for kind, _ in pieces("name\tcity\tage\nRuth\tRome\t40")]


def test_a_wrapped_line_goes_on_and_a_short_one_does_not() -> None:
    wrapped = "We have lived in the old mill by the river since\nthe spring of 2019."
    assert [wrapped] == words(wrapped)
    assert ["moved", "the dog too"] == words("moved\nthe dog too")


def test_list_marks_are_outside_of_the_segments() -> None:
    assert ["I moved", "she stayed", "we met"] == words("- I moved\n2. she stayed\n* [x] we met")


PIECES = ["I moved.", "a: b", "\n", "> q", "```", "| a | b |", '"x"', "Dr.", "- ", "x;", " ", "ok?", "f(x);"]
TEXTS = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(PIECES), max_size=16).map("".join))


@given(TEXTS)
def test_segments_are_disjoint_ascending_and_trimmed(text: str) -> None:
    reached = 0
    for piece in segment(text):
        assert reached <= piece.start < piece.stop <= len(text)
        assert text[piece.start : piece.stop] == text[piece.start : piece.stop].strip()
        for span in (piece.label, piece.value, *piece.quotes):
            assert span is None or piece.start <= span[0] <= span[1] <= piece.stop
        reached = piece.stop


WORDS = ["I moved.", "so: this", "> quoted", "```", "| a | b |", '"said"', "Dr.", "why", "well;", "ok?", "f(x);", "née"]


@given(st.lists(st.sampled_from(WORDS), max_size=16), st.sampled_from([" ", "\n", " \n\n", "\t"]))
def test_no_word_is_lost(words: list[str], between: str) -> None:
    text = between.join(words)
    inside = {place for piece in segment(text) for place in range(piece.start, piece.stop)}
    assert set() == {place for place, character in enumerate(text) if character.isalpha()} - inside


@pytest.mark.parametrize(
    "piece", ["I live in Oslo and work here. ", "a", "x: y ", '"', "(", "- ", "word ", "a b|", "\n\n", "x=", "Dr. "]
)
def test_a_megabyte_is_cut_in_two_seconds(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    segment(text)
    assert time.process_time() - start < 2
