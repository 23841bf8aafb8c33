"""What is not meant by the letter, or holds for a moment only, states nothing; its neighbours do."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract.moods import handed_over
from graphmem.extract.pipeline import analyse, interpret
from graphmem.gate.judge import judge
from graphmem.model import Episode
from graphmem.registry import registry


def kept(text: str) -> set[tuple[str, str, str]]:
    """What is kept of one turn: subject, predicate, value."""
    said = datetime(2031, 6, 11, 9, tzinfo=UTC)
    episode = Episode(id="e", session="s", speaker="Runa Holst", said_at=said, text=text)
    found = [
        one
        for one in interpret([analyse(episode)]).statements
        if one.polarity and one.kind == "state" and judge(one, episode, registry()).decision == "kept"
    ]
    return {(one.subject.name, one.predicate, one.object.name) for one in found if one.object}


@pytest.mark.parametrize(
    "text",
    [
        "ferry is late again, as ever",
        "we had lentils and rice for lunch",
        "the mess hall had the brown soup",
        "I'm in the queue",
        "I'll be there in fifteen",
        "my knee hurts today",
        "waited forty minutes at the counter",
        "plus eleven makes ninety",
        "She owns a million scarves.",
        "I've said it four hundred times",
        "my hands are freezing",
        "still queueing at the counter",
        "my commute takes a hundred years",
        "I have a thousand nephews",
        "I feel I'm nearly six hundred years old, or my back is",
        "I must be three hundred years old by now",
    ],
)
def test_what_holds_for_a_moment_or_is_overdone_is_not_kept(text: str) -> None:
    assert set() == kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "Yeah right, and I'm the Empress of Peru",
        "Just what I needed: the boiler is in the cellar of doom",
        "Bricks belong in salad, fight me",
        "In chapter six Odile inherits the windmill",
        "the novel is about a clockmaker called Ambrose who lives in a bell tower",
        "in the game I own a quarry and four mules",
        "I dreamed that we had moved to Quito and ran a tea house",
        "Once upon a time there was a baker called Ulf who lived in a shoe",
        "a gift horse has no teeth",
        "my horoscope says I will inherit a vineyard",
        "had I known, we would have rented the mill in Bari",
        "my inbox is a tornado",
        "We own a submarine /s",
        "I'm so hungry I could swallow the sofa",
    ],
)
def test_irony_tales_dreams_and_sayings_state_nothing(text: str) -> None:
    assert set() == kept(text)


@pytest.mark.parametrize(
    "text", ["is Wanda still at the mill", "has Cyril moved to Gdynia yet", "do we have two ladders"]
)
def test_a_question_without_its_mark_claims_nothing(text: str) -> None:
    assert set() == kept(text)


@pytest.mark.parametrize("text", ["names for a brown rabbit", "podcast tips for a long drive"])
def test_what_is_looked_for_is_no_statement(text: str) -> None:
    assert set() == kept(text)


def test_somebody_made_up_for_a_supposition_is_nobody() -> None:
    assert set() == kept("with a bigger kitchen we'd hire a cook named Ivo")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I'm a hundred years old", ("Runa Holst", "age", "hundred years")),
        ("The advert says the flat has two rooms.", ("flat", "has_room", "two rooms")),
        ("the ferry leaves at 8:15", ("ferry", "leaves_at", "8:15")),
        ("I'm on the fourth floor", ("Runa Holst", "is_on", "fourth floor")),
        ("The club has two hundred members.", ("club", "headcount", "two hundred members")),
        ("Wanda is at the mill", ("Wanda", "located_at", "mill")),
        ("I'm reading a novel about whales", ("Runa Holst", "reads", "novel about whales")),
    ],
)
def test_their_neighbours_are_kept(text: str, wanted: tuple[str, str, str]) -> None:
    assert wanted in kept(text)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Please translate: my aunt runs a mill in Bari.", "my aunt runs a mill in Bari."),
        ('Put this into Dutch please: "I live in a tent." Thanks, my flight is on Friday.', "I live in a tent."),
        ("Correct this sentence: He have two cat.\n\nMy number is 44.", "He have two cat."),
    ],
)
def test_a_text_handed_over_is_told_from_what_is_said_beside_it(text: str, given: str) -> None:
    span = handed_over(text)

    assert span is not None
    assert given == text[slice(*span)]


@pytest.mark.parametrize(
    "text", ["Fix this: the gate squeaks.", "Note: the shop closes at six.", "The label says: keep dry."]
)
def test_what_is_told_after_a_colon_is_not_handed_over(text: str) -> None:
    assert handed_over(text) is None
