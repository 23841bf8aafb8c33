from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.identity.guards import GUARDS, refuse
from graphmem.identity.names import Name, read_name

ROWS = (Path(__file__).parent / "pairs.txt").read_text(encoding="utf-8").splitlines()
SIDES = sorted({side for row in ROWS if row and row[0] != "#" for side in row.split(" | ")[1:]})
TYPES = st.sampled_from(["Person", "Place", "Organization", "Project", "Animal", "Event", "Thing", "Concept", "Value"])
NAMES = st.builds(read_name, st.sampled_from([side.rsplit(" : ", 1)[0] for side in SIDES]), TYPES) | st.builds(
    read_name, st.text(min_size=1, max_size=12), TYPES
)


@given(NAMES, NAMES)
def test_every_guard_says_the_same_in_both_directions(one: Name, other: Name) -> None:
    assert [guard(one, other) for guard in GUARDS] == [guard(other, one) for guard in GUARDS]


@given(NAMES)
def test_no_guard_keeps_a_name_from_itself(name: Name) -> None:
    assert refuse(name, name) is None


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (("Ruth", "Person"), ("Ruth", "Place"), "types differ: Person and Place"),
        (("Locker 17", "Thing"), ("Locker 18", "Thing"), "digits differ: 17 and 18"),
        (("Ticket", "Thing"), ("Ticket 5", "Thing"), "digits differ: 5 and none"),
        (("Walter Crane Jr", "Person"), ("Walter Crane", "Person"), "generations differ: jr and none"),
        (("Mr Osei", "Person"), ("Mrs Osei", "Person"), "titles differ: female and male"),
        (
            ("Dr Paprika", "Person"),
            ("Paprika", "Organization"),
            "types differ: Organization and Person",
        ),
        (
            ("Dr Paprika", "Thing"),
            ("Paprika", "Animal"),
            "'dr' is a person's title, and the other is of type Animal",
        ),
        (("Brandt GmbH", "Thing"), ("Brandt AG", "Thing"), "legal forms differ: ag and gmbh"),
        (
            ("Brandt GmbH", "Thing"),
            ("Brandt", "Person"),
            "'gmbh' is a firm's legal form, and the other is of type Person",
        ),
        (
            ("Ruth's sister", "Person"),
            ("Ruth", "Person"),
            "one of them is named by its relation to somebody",
        ),
        (("Ruth's sister", "Person"), ("Ruth's brother", "Person"), "relations differ: brother and sister"),
        (("Ruth Adeyemi", "Person"), ("Paul Adeyemi", "Person"), "first names differ: paul and ruth"),
        (("Kestrel Dental", "Thing"), ("Kestrel Logistics", "Thing"), "last words differ: dental and logistics"),
        (
            ("Walter P. Crane", "Person"),
            ("Walter T. Crane", "Person"),
            "middle names differ: p and t",
        ),
        (("Team 🔴", "Thing"), ("Team 🔵", "Thing"), "signs differ: 🔴 and 🔵"),
        (("Mali", "Place"), ("Somalia", "Place"), "'mali' stands inside 'somalia'"),
    ],
)
def test_a_guard_names_what_differs(one: tuple[str, str], other: tuple[str, str], reason: str) -> None:
    assert reason == refuse(read_name(*one), read_name(*other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob Tanner", "Robert Tanner"),
        ("W. Crane", "Walter Crane"),
        ("Farid Hadad", "Farid Haddad"),
        ("Ruth O.", "Ruth Okonkwo"),
        ("Åse Myhre", "Aase Myhre"),
        ("Walter", "Walter Crane Jr"),
        ("Dr Solheim", "Ingrid Solheim"),
    ],
)
def test_names_that_may_be_one_persons_pass_every_guard(one: str, other: str) -> None:
    assert refuse(read_name(one, "Person"), read_name(other, "Person")) is None
