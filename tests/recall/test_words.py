"""Stems, compounds and words that stand for one another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.recall.words import content, fold, nearness, phrase_at, related, stem, tokens, words

from .world import read

ONE_STEM = """
live lives lived
manager manage manages managing
employ employs employer employment
company companies
pay pays paying paid payment
study studies studied
run runs running
house houses
make makes making made
call calls calling
buy buys bought
wife wives
supply supplies supplier
insure insured insurer insurance
driver drivers driving
owner owners own
"""
APART = [
    ("plan", "plane"),
    ("far", "fare"),
    ("broth", "brother"),
    ("corn", "corner"),
    ("numb", "number"),
    ("call", "called"),
]


@pytest.mark.parametrize("row", ONE_STEM.strip().splitlines())
def test_forms_of_a_word_have_one_stem(row: str) -> None:
    assert 1 == len({stem(word) for word in row.split()})


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_words_keep_their_own_stem(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(word=st.text(max_size=20))
def test_a_stem_is_found_for_anything_and_always_the_same(word: str) -> None:
    assert stem(fold(word)) == stem(fold(word))
    assert len(stem(fold(word))) <= len(fold(word)) + 2 or fold(word) in words().irregular


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KV-318-TD and O'Neil's van", ["kv-318-td", "and", "o'neil", "van"]),
        ("the Jones' dog at 08:10", ["the", "jones", "dog", "at", "08:10"]),
        ("Halvard A/S, B.V.", ["halvard", "a/s", "b.v"]),
        ("Jørn’s Łódź", ["jorn", "lodz"]),
    ],
)
def test_words_keep_their_inner_marks(text: str, expected: list[str]) -> None:
    assert expected == [token.lower for token in tokens(text)]


def test_spans_of_words_are_those_of_the_text() -> None:
    text = "Where's Łucja’s van?"

    assert ["Where's", "Łucja’s", "van"] == [text[token.start : token.stop] for token in tokens(text)]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("van", "van", 1.0),
        ("job", "profession", 0.6),
        ("hose", "hosepipe", 0.6),
        ("port", "airport", 0.5),
        ("van", "dog", 0.0),
    ],
)
def test_how_far_a_word_stands_for_another(one: str, other: str, expected: float) -> None:
    assert expected == nearness(stem(one), stem(other)) == nearness(stem(other), stem(one))


def test_content_leaves_function_words_out_and_opens_compounds() -> None:
    assert ("gate", "on-call", "call", "team") == content("The gate of the on-call team")


def test_a_gap_in_a_phrase_is_up_to_three_words() -> None:
    phrase = ("has", "*", "had")

    assert [1, 1, -1] == [
        phrase_at(phrase, tuple(text.split()))
        for text in ("who has had", "who has ever yet had", "who has one two three four had")
    ]


def test_a_search_may_try_the_words_that_stand_for_the_questions_own() -> None:
    assert {"occupation", "profession"} <= set(read("What is Tilda's job?").expansions)
    assert () == related("zzyzx")


@pytest.mark.parametrize(
    ("asked", "said"),
    [("looks after", "caretaker"), ("handed over", "passed"), ("tied the knot", "wedding"), ("put off", "postponed")],
)
def test_a_verb_with_its_particle_is_read_as_one_word(asked: str, said: str) -> None:
    phrase = content(asked)[-1]

    assert "_" in phrase
    assert any(nearness(phrase, word) > 0.5 for word in content(said))
    assert ("look_after",) != content("look at after dark")[-1:]


@pytest.mark.parametrize(("kind", "one", "other"), [("instrument", "cello", "banjo"), ("pet", "ferret", "parrot")])
def test_a_word_for_a_kind_is_near_what_is_of_that_kind_and_these_are_not_near_each_other(
    kind: str, one: str, other: str
) -> None:
    assert 0.5 == nearness(stem(kind), stem(one)) == nearness(stem(other), stem(kind))
    assert 0.0 == nearness(stem(one), stem(other))


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("insurance", "insurer", True),
        ("proposal", "propose", True),
        ("performer", "performance", True),
        ("country", "county", False),
        ("station", "statue", False),
    ],
)
def test_words_derived_of_one_word_are_near(one: str, other: str, near: bool) -> None:
    assert near == (nearness(stem(one), stem(other)) >= 0.5)
