"""A viewpoint in the past shows nothing that began later, or was learnt later, whichever way it is looked for."""

from __future__ import annotations

import pytest

from graphmem import Memory

from .conftest import Clock

WORDS = ("Orrery", "Tambourine", "Kestrel")


@pytest.fixture
def grown(memory: Memory, clock: Clock) -> Memory:
    """Each year tells of more: a dwelling, a pet, a friend of a friend; all recorded late, one by one."""
    clock.set("2025-01-01")
    memory.remember("Mila Renn", "dwells_in", "Sandholm", valid_from="2019-05-01T00:00:00Z", speaker="Mila Renn")
    memory.remember("Mila Renn", "knows_person", "Otto Renn", valid_from="2019-06-01T00:00:00Z")
    clock.set("2025-02-01")
    memory.remember("Mila Renn", "dwells_in", "Orrery", valid_from="2022-03-01T00:00:00Z", speaker="Mila Renn")
    memory.remember("Mila Renn", "keeps_pet", "Tambourine", valid_from="2022-04-01T00:00:00Z")
    memory.remember("Otto Renn", "knows_person", "Kestrel Vane", valid_from="2022-05-01T00:00:00Z")
    clock.set("2025-03-01")
    memory.ingest([{"id": "turn", "session": "s", "speaker": "Mila Renn", "said_at": "2022-06-01T09:00:00Z",
                    "text": "My Tambourine sleeps all day. I live in Orrery, and Otto knows Kestrel."}])  # fmt: skip
    clock.set("2025-04-01")
    return memory


QUESTIONS = (
    "Where does Mila Renn dwell?",
    "Which pet does Mila Renn keep?",
    "Who is known to Otto Renn?",
    "Tambourine Orrery Kestrel",
    "What about Kestrel Vane?",
    "Tell me everything about Mila Renn and Otto Renn.",
)


@pytest.mark.parametrize("view", [{"as_of": "2020-07-01T00:00:00Z"}, {"known_at": "2025-01-15T00:00:00Z"}])
def test_no_verb_that_reads_shows_it(grown: Memory, view: dict[str, str]) -> None:
    shown = [*grown.facts("Mila Renn", **view), *grown.facts("Otto Renn", **view)]
    shown += [fact for path in grown.paths("Mila Renn", "Kestrel Vane", **view) for fact in path.facts]  # type: ignore[arg-type]
    assert {"Sandholm", "Otto Renn"} == {str(fact.object) for fact in shown}
    assert () == grown.facts("Tambourine", **view)
    assert () == grown.paths("Mila Renn", "Kestrel Vane", **view)  # type: ignore[arg-type]
    if "known_at" in view:
        assert {"Sandholm", "Otto Renn"} == {str(fact.object) for fact in grown.history("Mila Renn", **view)}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("view", [{"as_of": "2020-07-01T00:00:00Z"}, {"known_at": "2025-01-15T00:00:00Z"}])
def test_no_line_of_a_block_shows_it_as_what_holds(grown: Memory, question: str, view: dict[str, str]) -> None:
    block = grown.recall(question, budget_tokens=600, **view)
    assert set() == {str(fact.object) for fact in block.facts} & {*WORDS, "Kestrel Vane"}
    assert "turn" not in block.sources


def test_it_is_shown_from_its_time_on(grown: Memory) -> None:
    later = "2022-07-01T00:00:00Z"
    told = {str(fact.object) for name in ("Mila Renn", "Otto Renn") for fact in grown.facts(name, as_of=later)}
    assert {"Orrery", "Tambourine", "Otto Renn", "Kestrel Vane"} <= told
    assert 1 == len(grown.paths("Mila Renn", "Kestrel Vane", as_of=later))


def test_the_instant_a_fact_begins_is_the_first_at_which_it_shows(grown: Memory) -> None:
    before, at = "2022-03-31T23:59:59.999999Z", "2022-04-01T00:00:00Z"
    assert ["Orrery"] == [str(fact.object) for fact in grown.facts("Mila Renn", "dwells_in", as_of=before)]
    assert () == grown.facts("Mila Renn", "keeps_pet", as_of=before)
    assert ["Tambourine"] == [str(fact.object) for fact in grown.facts("Mila Renn", "keeps_pet", as_of=at)]
