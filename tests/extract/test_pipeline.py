from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.extract.pipeline import analyse, analyse_many, explain, interpret
from graphmem.model import Episode, Mention, Statement

ROWS = [
    row.split("=>")[0].strip()
    for name in ("one_liners.txt", "pairs.txt")
    for row in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    if "=>" in row and not row.startswith("#")
]
TEXTS = [text.strip() for row in ROWS for text in row.split("||")]


def _episode(text: str, n: int = 0, speaker: str = "Ines Kolar") -> Episode:
    return Episode(id=f"e{n}", seq=n, speaker=speaker, said_at="2025-06-05T10:00:00Z", text=text)


def _alone(episodes: list[Episode]) -> list[tuple[Statement, ...]]:
    return [interpret([analyse(episode)]).statements for episode in episodes]


def _mentions(statement: Statement) -> list[Mention]:
    return [m for m in (statement.subject, statement.object, statement.corrects) if m is not None]


def test_a_batch_gives_what_one_by_one_gives() -> None:
    episodes = [_episode(text, n) for n, text in enumerate(TEXTS)]
    assert _alone(episodes) == [interpret([analysis]).statements for analysis in analyse_many(episodes)]


def test_every_span_reads_back() -> None:
    episodes = [_episode(text, n) for n, text in enumerate(TEXTS)]
    for episode, statements in zip(episodes, _alone(episodes), strict=True):
        for statement in statements:
            assert 0 <= statement.start < statement.stop <= len(episode.text)
            for mention in _mentions(statement):
                assert episode.text[mention.start : mention.stop] == mention.text


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_read_without_an_error_and_its_spans_read_back(text: str) -> None:
    for statement in _alone([_episode(text)])[0]:
        for mention in _mentions(statement):
            assert text[mention.start : mention.stop] == mention.text


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from([*TEXTS, "He said no.", "It's 40 now.", "Not 12 but 14.", "\U0001f600 ok", ""]), max_size=6
    )
)
def test_a_window_is_read_without_an_error_whatever_its_turns(texts: list[str]) -> None:
    window = analyse_many([_episode(text, n, "Ines Kolar" if n % 2 else "Petr Lang") for n, text in enumerate(texts)])
    if window:
        last = window[-1].episode.id
        assert {last} >= {statement.episode for statement in interpret(window).statements}


@pytest.mark.parametrize("text", ["word " * 250_000, "a" * 1_200_000, "I live in Brno. " * 70_000, "([{" * 400_000])
def test_a_megabyte_turn_is_read_in_bounded_time(text: str) -> None:
    statements = interpret([analyse(_episode(text))]).statements
    assert all(statement.stop <= len(text) for statement in statements)


def test_an_assistant_never_speaks_for_the_user() -> None:
    said = Episode(
        id="e",
        speaker="assistant",
        role="assistant",
        source_kind="assistant_message",
        said_at="2025-06-05T10:00:00Z",
        text="I live in Brno.",
    )
    assert () == interpret([analyse(said)]).statements


def test_what_one_says_of_somebody_else_is_a_report_and_of_oneself_a_statement() -> None:
    own, other = _alone([_episode("I live in Brno."), _episode("My sister lives in Graz.")])
    assert ["user_statement", "report"] == [own[0].source_kind, other[0].source_kind]


def test_you_is_the_other_person_of_the_session() -> None:
    window = analyse_many(
        [_episode("Hello, I'm new here.", 0, "Petr Lang"), _episode("You have desk B2-14 now, Petr.", 1)]
    )
    assert "Petr Lang" in {statement.subject.name for statement in interpret(window).statements}


def test_a_pronoun_without_antecedent_is_dropped() -> None:
    assert () == _alone([_episode("She lives in Brno.")])[0]


def test_a_diarised_label_is_nobody() -> None:
    statements = interpret([analyse(_episode("I live in Brno.", speaker="Speaker 2"))]).statements
    assert {"Thing"} == {statement.subject.type for statement in statements}


def test_explain_prints_every_stage() -> None:
    trace = explain(_episode("My sister Hana plays chess."))
    assert all(stage in trace for stage in ("segment [", "parse ", "draft [", "state ["))
