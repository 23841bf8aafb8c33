"""Bad input gets an error of the tree that says what to do, and nothing is lost or half written."""

from __future__ import annotations

from datetime import datetime

import pytest

from graphmem import Incorrect, Memory
from graphmem.store.call import Call, Flow


def test_an_unknown_predicate_is_incorrect_and_close_names_are_offered(memory: Memory) -> None:
    with pytest.raises(Incorrect, match="dwells_in"):
        memory.remember("Ivo Maas", "dwels_in", "Ghent")
    assert memory.facts("Ivo Maas") == ()


def test_a_time_without_a_zone_is_refused_with_what_to_write(memory: Memory) -> None:
    with pytest.raises(Incorrect, match="2026-01-02T09:00:00Z"):
        memory.remember("Ivo Maas", "dwells_in", "Ghent", said_at="2026-01-02T09:00:00")
    with pytest.raises(Incorrect, match="no time zone"):
        memory.facts("Ivo Maas", as_of=datetime(2026, 1, 2))
    with pytest.raises(Incorrect, match="RFC 3339"):
        memory.changes("yesterday")


def test_a_period_that_ends_before_it_begins_is_refused(memory: Memory) -> None:
    with pytest.raises(Incorrect, match="Swap them"):
        memory.remember(
            "Ivo Maas", "dwells_in", "Ghent", valid_from="2026-02-01T00:00:00Z", valid_to="2026-01-01T00:00:00Z"
        )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"object": None}, "object is missing"),
        ({"object": "  "}, "visible character"),
        ({"object": "Ghent", "corrects": "Bruges"}, "kind='correction'"),
        ({"object": "Ghent", "kind": "wish"}, "state, end, correction"),
        ({"object": "Ghent", "source_kind": "rumour"}, "user_correction"),
    ],
)
def test_a_statement_that_says_nothing_is_refused(memory: Memory, given: dict[str, str], says: str) -> None:
    with pytest.raises(Incorrect, match=says):
        memory.remember("Ivo Maas", "dwells_in", **given)  # type: ignore[arg-type]


NAMES = [
    'AC/DC (the band): "loud"',
    "O'Neil AND NOT",
    "a/b -c +d ^2 ~ * ?",
    "$tenant {x: 1} // RETURN",
    "`DETACH DELETE n`",
    "김민수",
    "Зоя Климова",
    "🦊",
    "NUL \x00 inside",
    "lone \ud800 surrogate",
]


@pytest.mark.parametrize("name", NAMES)
def test_syntax_of_any_language_is_only_a_name(memory: Memory, name: str) -> None:
    memory.remember(name, "keeps_pet", "Miso")
    facts = memory.facts(name)
    assert [str(fact.object) for fact in facts] == ["Miso"]
    assert memory.recall(f"Which pet does {name} keep?", budget_tokens=300).tokens <= 300


def test_a_write_that_fails_half_way_leaves_nothing(memory: Memory, tenant: str) -> None:
    def failing() -> Flow[None]:
        rows = [
            {"uuid": f"{tenant}-x", "name": "X", "type": "Thing", "aliases": ["X"], "created": 0, "tenant_term": "t"}
        ]
        yield Call("entities_create", {"tenant": tenant, "rows": rows})
        raise Incorrect("the second half is wrong")

    with pytest.raises(Incorrect, match="second half"):
        memory._engine.write(failing)

    def reading() -> Flow[int]:
        return len((yield Call("entities_read", {"tenant": tenant, "uuids": [f"{tenant}-x"]})))

    assert memory._engine.read(reading) == 0


def test_a_secret_given_as_a_structured_value_is_not_kept(memory: Memory) -> None:
    receipt = memory.remember("Ivo Maas", "badge_number", "password: hunter22-Zx!")
    assert [decision.decision for decision in receipt.statements] == ["quarantined"]
    assert memory.facts("Ivo Maas") == ()
