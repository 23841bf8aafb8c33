"""Texts with a shape of their own: transcripts, cards, lists under a heading, tables, verbs left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.extract.ellipsis import with_verbs
from graphmem.extract.parse import is_tree, parse_many, tree_of
from graphmem.extract.pipeline import analyse, interpret
from graphmem.extract.repairs import repaired
from graphmem.extract.voices import voices, without_heads
from graphmem.gate.judge import judge
from graphmem.model import Episode
from graphmem.registry import registry


def _stated(text: str, *, speaker: str = "Ines Kolar", tool: bool = False) -> set[tuple[str, str, str]]:
    episode = Episode(
        id="e1",
        speaker=speaker,
        role="tool" if tool else "user",
        source_kind="tool_result" if tool else "user_statement",
        said_at="2025-06-05T10:00:00Z",
        text=text,
    )
    found = interpret([analyse(episode)]).statements
    kept = [s for s in found if judge(s, episode, registry()).decision == "kept" and s.object is not None]
    return {(s.subject.name, s.predicate, s.object.name if s.object else "") for s in kept}


def test_each_line_of_a_transcript_is_said_by_its_own_speaker() -> None:
    text = "Speaker 1: My brother lives in Graz.\nSpeaker 2: I keep bees.\nSpeaker 1: I drive a Lancia."
    stated = _stated(text, speaker="Recorder", tool=True)
    assert {
        ("Speaker 1's brother", "lives_in", "Graz"),
        ("Speaker 2", "has_pet", "bees"),
        ("Speaker 1", "drives", "Lancia"),
    } <= stated


def test_a_speaker_may_stand_in_angle_brackets() -> None:
    assert ["ruta", "odd"] == [voice.name for voice in voices("<ruta> the mill is shut\n<odd> I have the key")]


def test_a_chair_is_named_by_the_name_in_brackets() -> None:
    text = "CHAIR (Cllr Mott): Item four.\nCLLR VANE: I keep bees in Farlow."
    assert ["Cllr Mott", "Cllr Vane"] == [voice.name for voice in voices(text)]


@pytest.mark.parametrize("text", ["Colour: teal\nSize: 40\nPrice: 12 euros", "Note: I left early.", "no heads at all"])
def test_label_lines_are_no_transcript(text: str) -> None:
    assert () == voices(text)


def test_blanked_heads_leave_every_place_as_it_was() -> None:
    text = "[09:58] pkoval: the mill is shut\n[10:01] anovak: I have the key"
    plain = without_heads(text, voices(text))
    assert (len(text), text.index("the mill"), text.index("I have")) == (
        len(plain),
        plain.index("the mill"),
        plain.index("I have"),
    )


def test_a_card_is_about_whom_its_name_line_names() -> None:
    stated = _stated("Name: Otto\nSpecies: ferret\nWeight: 1.2 kg\nNext check: 4 March", tool=True, speaker="Surgery")
    assert {("Otto", "is_a", "ferret"), ("Otto", "weight", "1.2 kg"), ("Otto", "next_check", "4 March")} <= stated


def test_numbered_items_are_steps_of_what_the_heading_names() -> None:
    stated = _stated("Aunt Vera's plum cake, before I forget:\n1) melt 90 g butter\n2) 180 degrees, forty minutes")
    assert {
        ("Aunt Vera's plum cake", "step", "melt 90 g butter"),
        ("Aunt Vera's plum cake", "step", "180 degrees, forty minutes"),
    } <= stated


def test_bulleted_items_belong_to_the_heading_or_to_the_name_they_begin_with() -> None:
    assert ("Packing list", "includes", "gas stove") in _stated("Packing list:\n- tent\n- gas stove")
    assert ("Per", "size", "42") in _stated("Shoe sizes for the club:\n- Per 42\n- Siv 38")


def test_a_row_of_a_table_tells_of_its_first_cell_from_the_date_in_it() -> None:
    table = "| name | post | from |\n|---|---|---|\n| Rut Falk | fish counter | 2025-09-01 |"
    episode = Episode(id="e1", role="tool", source_kind="tool_result", said_at="2025-06-05T10:00:00Z", text=table)
    (stated,) = interpret([analyse(episode)]).statements
    assert stated.object is not None
    assert ("Rut Falk", "post", "fish counter") == (stated.subject.name, stated.predicate, stated.object.name)
    assert "2025-09-01" == str(stated.claimed_from)[:10]
    assert "kept" == judge(stated, episode, registry()).decision


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Rut is on lates this week, Odd on earlies.", {("Rut", "on", "lates"), ("Odd", "on", "earlies")}),
        ("The harp goes to Siv, the drum to my cousin.", {("harp", "to", "Siv"), ("drum", "to", "cousin")}),
        ("Hugo has the blue mug and Siv the green mug.", {("Hugo", "", "mug"), ("Siv", "", "mug")}),
        ("Hugo plays the oboe and his aunt the harp.", {("Hugo", "", "oboe"), ("aunt", "", "harp")}),
    ],
)
def test_a_verb_left_out_is_read_once_more(sentence: str, told: set[tuple[str, str, str]]) -> None:
    tree = with_verbs(parse_many([(sentence, 0)])[0][0])
    found = set()
    for verb in (t for t in tree.tokens if t.pos in {"VERB", "AUX"}):
        subject = tree.kid(verb.i, "nsubj")
        by = tree.kid(verb.i, "prep")
        value = tree.kid(by.i, "pobj") if by is not None else tree.kid(verb.i, "dobj", "nummod")
        if subject is not None and value is not None:
            found.add((subject.text, by.low if by is not None else "", value.text))
    assert told == found


@pytest.mark.parametrize(
    "sentence",
    ["I met Petra, my aunt, and the vet.", "We spoke to Ana, Ben from sales and Ulf.", "Tom ate soup."],
)
def test_a_list_of_names_hides_no_verb(sentence: str) -> None:
    tree = parse_many([(sentence, 0)])[0][0]
    assert tree == with_verbs(tree)


def test_a_record_speaks_of_itself_as_we() -> None:
    stated = _stated("Our registered office is in Schwerin.", speaker="Kornhaus & Co.", tool=True)
    assert any("Schwerin" == value and "Kornhaus" in subject for subject, _, value in stated)


@pytest.mark.parametrize(
    "heading", ["PIECE OF CAKE n.", "GLOSSARY OF TERMS adj. worn, by long use", "Brandvik AS delivers the lamps."]
)
def test_words_in_capitals_after_a_name_leave_a_tree(heading: str) -> None:
    assert all(is_tree(repaired(tree)) for tree in parse_many([(heading, 0)])[0])


def test_a_ring_of_heads_is_no_tree() -> None:
    (tree,) = parse_many([("Ines waters ferns.", 0)])[0]
    first, second, *rest = tree.tokens
    assert is_tree(tree)
    assert not is_tree(tree_of([replace(first, head=1), replace(second, head=0), *rest]))


def test_a_verb_put_in_where_one_was_left_out_takes_no_letter_for_a_value() -> None:
    told = "Ines got her first medal in May 2019, "
    where = "rowing in Lund's 3--1 Baltic Juniors' Regatta 2020 final against Bergen."
    assert not {value for *_, value in _stated(told + where)} & {"3", "1", ""}
