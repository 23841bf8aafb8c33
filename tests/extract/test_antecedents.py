"""Whom "he" and "she" mean among the names of one text."""

from __future__ import annotations

import pytest

from graphmem.extract.antecedents import antecedents
from graphmem.extract.first_names import gender_of_name, is_first_name
from graphmem.extract.parse import parse_many
from graphmem.extract.pipeline import analyse, interpret, referent
from graphmem.model import Episode


def _episode(text: str, source_kind: str = "document") -> Episode:
    return Episode(id="e1", speaker="Ines", said_at="2025-06-05T10:00:00Z", text=text, source_kind=source_kind)


def _meant(text: str, pronoun: str) -> str | None:
    mention = referent(analyse(_episode(text)), text.index(f" {pronoun} ") + 1)
    return mention.name if mention else None


@pytest.mark.parametrize(
    ("text", "pronoun", "name"),
    [
        ("Hanna Vries rebuilt the old loom. After a year she sold it.", "she", "Hanna Vries"),
        ("Martin Oyelaran repaired his bicycle.", "his", "Martin Oyelaran"),
        ("Helen Brandt wrote to Peter Sand, and he answered.", "he", "Peter Sand"),
        ("Mrs. Aldo taught Karl Lind for years. Every spring she took the pupils to the coast.", "she", "Mrs. Aldo"),
    ],
)
def test_a_pronoun_means_the_name_that_fits(text: str, pronoun: str, name: str) -> None:
    assert name == _meant(text, pronoun)


def test_a_name_that_comes_after_its_pronoun_is_weighed_where_the_clause_goes_on_to_it() -> None:
    text = "Before his move to Lund, Martin Oyelaran sold the house."
    trees = [tree for found in parse_many([(text, 0)]) for tree in found]
    assert "Martin Oyelaran" == antecedents(trees, text)[text.index("his")].name


def test_an_object_is_not_the_subject_of_its_own_verb() -> None:
    text = "Martin Oyelaran met Karl Lind. Karl Lind thanked him warmly."
    assert "Karl Lind" != _meant(text, "him")


def test_a_document_names_nobody_rather_than_a_wrong_one() -> None:
    text = "The prize went to Helen Brandt, to Sarah Toms and to Ruth Pell. The paper praised the songs of her youth."
    assert None is _meant(text, "her")


def test_without_a_name_there_is_nobody() -> None:
    assert None is _meant("The kettle is on. Then she left.", "she")


def test_a_statement_is_of_whom_its_pronoun_means() -> None:
    text = "Hanna Vries wrote to Martin Oyelaran. She lives in Ghent."
    found = interpret([analyse(_episode(text))]).statements
    assert {"Hanna Vries"} == {s.subject.name for s in found if s.predicate == "lives_in"}


def test_where_a_pronoun_begins_no_word_means_nobody() -> None:
    assert None is referent(analyse(_episode("Hanna sang.")), 3)


def test_first_names_tell_gender_where_it_is_plain() -> None:
    assert ("f", "m", "") == tuple(map(gender_of_name, ("Hannah Vries", "peter", "Zzyx")))
    assert "" == gender_of_name(" ")
    assert is_first_name("Maria")
    assert not is_first_name("loom")


@pytest.mark.parametrize("text", ["That kettle is lovely, Oda!", "Yeah Oda, that counts.", "What a fine hat, Oda."])
def test_who_is_called_by_name_is_no_value(text: str) -> None:
    said = [
        Episode(id="e1", session="s", speaker="Odalys Brun", said_at="2025-06-05T10:00:00Z", text="Look at my loom."),
        Episode(id="e2", session="s", seq=1, speaker="Ines", said_at="2025-06-05T10:01:00Z", text=text),
    ]
    found = interpret([analyse(one) for one in said]).statements
    assert [] == [s for s in found if s.object is not None and s.object.name.startswith("Oda")]
