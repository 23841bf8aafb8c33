from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.identity import Known, Resolution, alias_key, block_keys, resolve
from graphmem.model import Mention

DECISIONS = {"match": "match", "unsure": "unsure", "apart": "no_match"}
Pair = tuple[str, str, str, str, str]


def read_pairs() -> list[Pair]:
    text = (Path(__file__).parent / "pairs.txt").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in text.splitlines() if row and not row.startswith("#")]
    return [(DECISIONS[said], *one.rsplit(" : ", 1), *other.rsplit(" : ", 1)) for said, one, other in rows]  # type: ignore[misc]


PAIRS = read_pairs()


def naming(name: str, type: str = "Person", also: tuple[str, ...] = ()) -> Mention:
    return Mention(text=name, name=name, type=type, also=also)


def known(name: str, type: str = "Person", uuid: str | None = None, aliases: tuple[str, ...] = ()) -> Known:
    return Known(uuid or name, name, type, frozenset(alias_key(alias) for alias in (name, *aliases)))


def decided(pair: Pair) -> str:
    _, name, kind, other, other_kind = pair
    return resolve(naming(name, kind), [known(other, other_kind)]).decision


def test_the_table_of_pairs_is_decided_as_a_careful_person_would() -> None:
    outcomes = Counter(decided(pair) == pair[0] for pair in PAIRS)
    assert len(PAIRS) >= 250
    assert outcomes[True] >= 0.95 * len(PAIRS), [pair for pair in PAIRS if decided(pair) != pair[0]]


def test_no_pair_of_the_table_is_merged_wrongly() -> None:
    assert [] == [pair for pair in PAIRS if decided(pair) == "match" and pair[0] != "match"]


def test_no_pair_that_may_be_one_is_out_of_reach_of_the_look_up() -> None:
    reachable = [
        (pair, alias_key(pair[1]) == alias_key(pair[3]) or set(block_keys(pair[1])) & set(block_keys(pair[3])))
        for pair in PAIRS
        if decided(pair) != "no_match"
    ]
    assert [] == [pair for pair, found in reachable if not found]


def test_every_decision_has_its_reason() -> None:
    resolutions = [
        resolve(naming(name, kind), [known(other, other_kind)]) for _, name, kind, other, other_kind in PAIRS
    ]
    assert all(resolution.reason for resolution in resolutions)


def test_nobody_known_is_no_match() -> None:
    assert Resolution("no_match", None, (), "no known name is like it") == resolve(naming("Ruth Okonkwo"), [])


def test_a_first_name_means_the_only_person_who_bears_it() -> None:
    people = [known("Ruth Okonkwo"), known("Paul Okonkwo"), known("Ruth's Kitchen", "Organization")]
    assert "Ruth Okonkwo" == resolve(naming("Ruth"), people).uuid


def test_a_first_name_that_two_persons_bear_stays_open_between_them() -> None:
    resolution = resolve(naming("Ruth"), [known("Ruth Okonkwo"), known("Ruth Adeyemi"), known("Paul Adeyemi")])
    assert ("unsure", None) == (resolution.decision, resolution.uuid)
    assert {"Ruth Okonkwo", "Ruth Adeyemi"} == set(resolution.others)
    assert "2 come into question: 'Ruth Adeyemi', 'Ruth Okonkwo'" in resolution.reason


def test_a_full_name_does_not_take_over_a_first_name_that_another_bears_too() -> None:
    # "Ruth" was left open between two; a third Ruth must not become that entity.
    resolution = resolve(naming("Ruth Bello"), [known("Ruth"), known("Ruth Okonkwo"), known("Ruth Adeyemi")])
    assert "unsure" == resolution.decision
    assert ("Ruth",) == resolution.others


def test_a_first_name_known_beside_a_full_one_does_not_draw_in_another_full_name() -> None:
    # Ruth was first known by her first name, then as Ruth Okonkwo; Ruth Bello is somebody else.
    assert "no_match" == resolve(naming("Ruth Bello"), [known("Ruth Okonkwo", aliases=("Ruth",))]).decision


def test_an_exact_name_wins_over_persons_of_that_first_name() -> None:
    people = [known("Ruth Okonkwo"), known("Ruth"), known("Ruth Adeyemi")]
    assert "Ruth" == resolve(naming("Ruth"), people).uuid


def test_two_of_one_name_stay_open() -> None:
    namesakes = [known("Walter Crane", uuid="oslo"), known("Walter Crane", uuid="perth")]
    resolution = resolve(naming("Walter Crane"), namesakes)
    assert ("unsure", ("oslo", "perth")) == (resolution.decision, resolution.others)


def test_of_two_of_one_name_the_one_of_the_mentioned_type_is_meant() -> None:
    namesakes = [known("Phoenix", "Thing", uuid="thing"), known("Phoenix", "Project", uuid="project")]
    assert "project" == resolve(naming("Phoenix", "Project"), namesakes).uuid


def test_an_untyped_name_of_a_person_and_a_place_stays_open() -> None:
    namesakes = [known("Jordan", "Person", uuid="person"), known("Jordan", "Place", uuid="place")]
    assert "unsure" == resolve(naming("Jordan", "Thing"), namesakes).decision


def test_a_namesake_of_another_title_is_not_meant() -> None:
    couple = [known("Mr Osei", uuid="he"), known("Mrs Osei", uuid="she")]
    assert "she" == resolve(naming("Mrs Osei"), couple).uuid


def test_an_alias_is_as_good_as_a_name() -> None:
    assert "r" == resolve(naming("Ruthie"), [known("Ruth Okonkwo", uuid="r", aliases=("Ruthie",))]).uuid


def test_a_further_name_of_a_mention_counts_as_exact() -> None:
    mention = naming("Ruth Okonkwo's sister", also=("Ngozi Okonkwo",))
    assert "Ngozi Okonkwo" == resolve(mention, [known("Ngozi Okonkwo"), known("Ruth Okonkwo")]).uuid


def test_the_own_name_goes_before_a_further_one_and_the_other_entity_is_told() -> None:
    mention = naming("Ruth Okonkwo's sister", also=("Ngozi Okonkwo",))
    resolution = resolve(mention, [known("Ngozi Okonkwo"), known("Ruth Okonkwo's sister")])
    assert ("match", "Ruth Okonkwo's sister", ("Ngozi Okonkwo",)) == (
        resolution.decision,
        resolution.uuid,
        resolution.others,
    )


def test_a_sister_of_a_first_name_two_persons_bear_stays_open() -> None:
    sisters = [known("Ruth Okonkwo's sister"), known("Ruth Adeyemi's sister")]
    assert "unsure" == resolve(naming("Ruth's sister"), sisters).decision


def test_refused_by_a_guard_says_which_and_of_whom() -> None:
    resolution = resolve(naming("Locker 17", "Thing"), [known("Locker 18", "Thing")])
    assert "not 'Locker 18': digits differ: 17 and 18" == resolution.reason


def test_rows_of_one_entity_count_as_one_candidate() -> None:
    rows = [Known("r", "Ruth Okonkwo", "Person", frozenset({key})) for key in ("ruth okonkwo", "ruthie")]
    assert "r" == resolve(naming("Ruth"), rows).uuid


PEOPLE = [
    known("Ruth Okonkwo"),
    known("Ruth Adeyemi"),
    known("Ruth"),
    known("Ruthe Okonkwo"),
    known("Okonkwo GmbH", "Organization"),
]


@pytest.mark.parametrize(
    "name", ["Ruth", "Ruth O.", "Ruth Okonkwo", "Rut Okonkwo", "R. Okonkwo", "Okonkwo", "Ruth Bello"]
)
def test_the_order_of_candidates_does_not_count(name: str) -> None:
    resolutions = {resolve(naming(name), order) for order in permutations(PEOPLE)}
    assert 1 == len(resolutions)


NAMES = st.sampled_from(sorted({name for pair in PAIRS for name in (pair[1], pair[3])})) | st.text(
    min_size=1, max_size=12
)
TYPES = st.sampled_from(["Person", "Place", "Organization", "Project", "Animal", "Event", "Thing", "Concept", "Value"])
ENTITIES = st.lists(st.builds(known, NAMES, TYPES), max_size=6, unique_by=lambda entity: entity.uuid)


@given(NAMES, TYPES, ENTITIES, st.data())
def test_any_names_give_one_decision_in_any_order(
    name: str, type: str, entities: list[Known], data: st.DataObject
) -> None:
    resolution = resolve(naming(name, type), entities)
    assert resolution == resolve(naming(name, type), data.draw(st.permutations(entities)))
    assert (resolution.decision == "match") == (resolution.uuid is not None)
    assert {resolution.uuid, *resolution.others} - {None} <= {entity.uuid for entity in entities}


@given(NAMES, TYPES)
def test_an_entity_is_found_by_its_own_name(name: str, type: str) -> None:
    assert "match" == resolve(naming(name, type), [known(name, type)]).decision


@pytest.mark.parametrize(
    ("mention", "also", "known", "key"),
    [
        ("Tove Lind's laptop", "laptop", "Kai Moss's laptop", "laptop"),
        ("Jonas Reed", "Ada Holm's brother", "Tobias Reed", "Ada Holm's brother"),
    ],
)
def test_a_word_two_things_share_does_not_join_them(mention: str, also: str, known: str, key: str) -> None:
    stored = Known("k", known, "Thing", frozenset({alias_key(known), alias_key(key)}))
    assert resolve(Mention(text=mention, name=mention, also=(also,)), [stored]).decision != "match"


def test_a_name_given_to_one_known_by_relation_only_is_theirs() -> None:
    stored = Known("k", "Ada Holm's brother", "Person", frozenset({alias_key("Ada Holm's brother")}))
    given = Mention(text="Jonas", name="Jonas", type="Person", also=("Ada Holm's brother",))
    assert resolve(given, [stored]).uuid == "k"
