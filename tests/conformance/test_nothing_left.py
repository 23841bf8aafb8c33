"""An invented word, stored wherever a word can be, and erased: no property, index or answer has it any more."""

from __future__ import annotations

import functools
import gc
import re

import pytest

from graphmem import Memory, NotFound
from graphmem.store.call import Call, Flow
from tests.torture.proofs import rows

from .conftest import Clock
from .test_erased_ids import everything

WORD = "Zquorbin"
EPISODES = "MATCH (e:Episodic) WHERE e.group_id = $tenant RETURN e.episode_id AS found"
SEARCH = ("search_facts", "search_episodes")


def filled(memory: Memory, clock: Clock) -> None:
    """Stores the word as speaker, subject, object, correction, session, id, key of a call, in a plan and a review."""
    turn = {"said_at": "2026-01-02T09:00:00Z"}
    own = turn | {"id": f"{WORD}-1", "session": f"{WORD} talks", "speaker": f"{WORD} Hale"}
    hers = turn | {"id": "rosa", "session": "s", "speaker": "Rosa Lind"}
    memory.ingest([own | {"text": "I live in Ghent. I plan to move to Turku."}])
    memory.ingest([hers | {"text": f"{WORD} Hale keeps bees. I teach pottery at the mill."}])
    for value in ("Bruges", "Aalst"):
        clock.forward(days=1)
        memory.remember(f"{WORD} Hale", "dwells_in", value, speaker=f"{WORD} Hale", idempotency_key=f"{WORD}-{value}")
    memory.remember(f"{WORD} Hale", "dwells_in", "Leuven", kind="correction", corrects="Aalst", speaker=f"{WORD} Hale")
    memory.remember("Rosa Lind", "knows_person", f"{WORD} Hale", speaker="Rosa Lind")
    memory.remember(f"{WORD} Hale", "keeps_pet", "Miso", source_kind="inference", said_at="2026-01-05T00:00:00Z")
    memory.approve(memory.review()[0].id, reason=f"{WORD} carries a cat basket")
    memory.remember(f"{WORD} Hale", "keeps_pet", "Rex", source_kind="inference", episode="a guess")
    clock.forward(days=1)
    memory.retract(episode="a guess")
    memory.remember("Katherine Hale", "dwells_in", "Mons")
    memory.merge(f"{WORD} Hale", "Katherine Hale")
    clock.forward(days=1)


def held(memory: Memory) -> bool:
    return re.search(WORD, everything(memory), re.IGNORECASE) is not None


def test_the_word_is_in_no_property_and_no_answer_after_its_subject_is_erased(memory: Memory, clock: Clock) -> None:
    filled(memory, clock)
    assert held(memory)
    assert WORD in str(memory.recall(f"Where does {WORD} Hale dwell?", budget_tokens=400))
    memory.erase(subject=f"{WORD} Hale")
    assert not held(memory)
    assert ((), ()) == (memory.history(f"{WORD} Hale"), memory.review())
    asked = (f"Where does {WORD} Hale dwell?", "Who keeps bees?")
    told = [memory.recall(question, budget_tokens=600) for question in asked]
    assert [] == [line for block in told for line in str(block).splitlines() if "bees" in line and line[:2] == "- "]
    assert all(WORD not in change.model_dump_json() for change in memory.changes("2020-01-01T00:00:00Z"))
    with pytest.raises(NotFound):
        memory.erase(subject=f"{WORD} Hale")
    assert "pottery" in str(memory.recall("What does Rosa Lind teach?", budget_tokens=400))


def remembered() -> set[str]:
    """The cached functions of the package that hold the word: among what they were asked or what they answered."""
    cached = (one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper))
    own = (one for one in cached if one.__module__.startswith("graphmem"))
    return {one.__name__ for one in own if re.search(WORD, repr(gc.get_referents(one)), re.IGNORECASE)}


def test_no_cache_of_the_process_has_the_word_after_its_subject_is_erased(memory: Memory, clock: Clock) -> None:
    filled(memory, clock)
    memory.recall(f"Where does {WORD} Hale dwell?")
    assert {"alias_key", "sentences", "fold"} <= remembered()
    memory.erase(subject=f"{WORD} Hale")
    assert set() == remembered()


def test_the_full_text_index_gives_none_of_what_was_erased(memory: Memory, clock: Clock) -> None:
    filled(memory, clock)
    assert found(memory) != []
    memory.erase(subject=f"{WORD} Hale")
    assert [] == found(memory)


def found(memory: Memory) -> list[str]:
    """What the engine's own full-text search finds under the word, behind the verbs' back."""
    asked = {"tenant": memory.tenant, "words": [WORD.lower()], "limit": 50}

    def flow(name: str) -> Flow[list[str]]:
        return [str(row["id"]) for row in (yield Call(name, asked))]

    return [one for name in SEARCH for one in memory._engine.read(lambda: flow(name))]  # noqa: B023 - read at once


def test_erasing_every_episode_one_by_one_leaves_the_word_nowhere(memory: Memory, clock: Clock) -> None:
    filled(memory, clock)
    for episode in sorted(rows(memory, EPISODES)):
        memory.erase(episode=episode)
    assert not held(memory)
    assert () == memory.review()
