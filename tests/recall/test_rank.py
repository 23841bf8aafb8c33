"""What answers a question, of what the store nominated: the right subject, the right time, the right order."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from graphmem.model import Entity
from graphmem.recall.candidate import Aside, Candidate, kept, spared
from graphmem.recall.rank import rank

from .world import (
    BARN,
    FENWORKS,
    NAMES,
    OSCAR,
    RHEA,
    SELBY,
    TILDA,
    VARDO,
    about,
    fact,
    ranked,
    read,
    shown,
    turn,
)

VARDO_HOME = fact(TILDA, "lives_in", VARDO, "2030-01-10", "2031-03-02")
SELBY_HOME = fact(TILDA, "lives_in", SELBY, "2031-03-02")
BAKER = fact(TILDA, "occupation", "a baker")
SISTER = fact(TILDA, "sister", RHEA)
RHEAS_WORK = fact(RHEA, "works_at", FENWORKS, speaker="Tilda Brannock")
OSCARS_PHONE = fact(OSCAR, "phone", "555-0142")


def test_a_superseded_fact_is_not_shown_beside_the_current_one() -> None:
    assert [SELBY_HOME.id] == shown("Where does Tilda live?", *about(VARDO_HOME, SELBY_HOME))


def test_the_value_of_the_time_asked_about_is_shown() -> None:
    assert [VARDO_HOME.id] == shown("Where did Tilda live in February 2031?", *about(VARDO_HOME, SELBY_HOME))


def test_of_a_month_in_which_it_changed_the_longer_value_comes_first() -> None:
    assert SELBY_HOME.id == shown("Where did Tilda live in March 2031?", *about(VARDO_HOME, SELBY_HOME))[0]


def test_what_begins_later_is_never_shown_for_an_earlier_time() -> None:
    assert [] == shown("Where did Tilda live in 2020?", *about(VARDO_HOME, SELBY_HOME, BAKER))


def test_what_was_learnt_later_is_not_known_earlier() -> None:
    backdated = fact(TILDA, "lives_in", SELBY, "2031-03-02", known="2031-05-20")
    then = fact(TILDA, "lives_in", VARDO, "2030-01-10", known="2030-01-10", forgotten="2031-05-20")

    assert [then.id] == shown("As far as we knew by 1 April, where did Tilda live?", *about(backdated, then))
    assert [backdated.id] == shown("Where did Tilda live on 1 April?", *about(backdated, then))


def test_a_question_of_the_past_gets_what_has_ended() -> None:
    assert [VARDO_HOME.id] == shown("Where did Tilda use to live?", *about(VARDO_HOME, SELBY_HOME))
    assert [VARDO_HOME.id] == shown("Where did Tilda live before Selby?", *about(VARDO_HOME, SELBY_HOME))


def test_a_history_is_in_order_of_time() -> None:
    again = fact(TILDA, "lives_in", VARDO, "2031-05-01")
    history = about(again, SELBY_HOME, VARDO_HOME, BAKER)

    assert [VARDO_HOME.id, SELBY_HOME.id, again.id] == shown("Where has Tilda lived over the years?", *history)


def test_the_relation_asked_for_is_all_that_is_shown() -> None:
    facts = about(BAKER, SELBY_HOME, SISTER, fact(TILDA, "has_pet", "a dog called Pip"))

    assert [BAKER.id] == shown("What does Tilda do for a living?", *facts)


def test_every_value_of_a_list_is_shown() -> None:
    pets = [fact(TILDA, "has_pet", pet) for pet in ("a parrot", "a tortoise", "a hen", "a mule", "a goat")]

    assert {pet.id for pet in pets} == set(shown("Which pets does Tilda have?", *about(*pets, BAKER)))


def test_a_relation_is_followed_where_the_question_names_it() -> None:
    found = shown(
        "Where does Tilda's sister work?", *about(SISTER, BAKER), Candidate("hop", fact=RHEAS_WORK, path=(SISTER,))
    )

    assert RHEAS_WORK.id == found[0]


def test_a_fact_hit_by_words_too_keeps_the_way_it_was_walked() -> None:
    walked = Candidate("hop", fact=RHEAS_WORK, path=(SISTER,))
    hit = Candidate("lexical_fact", 9.0, fact=RHEAS_WORK)

    (one,) = [one for one in ranked("Where does Tilda's sister work?", hit, walked) if not one.dropped]

    assert (SISTER,) == one.candidate.path


def test_a_persons_facts_are_not_reached_through_a_person_unasked() -> None:
    found = shown("Where does Tilda work?", *about(BAKER), Candidate("hop", fact=RHEAS_WORK, path=(SISTER,)))

    assert RHEAS_WORK.id not in found


def test_the_owners_own_facts_do_not_answer_for_the_one_led_to() -> None:
    own = fact(TILDA, "works_at", FENWORKS)

    assert own.id not in shown("Where does Tilda's sister work?", *about(own, SISTER))


def test_things_are_walked_through_freely() -> None:
    depot = Entity(id="t-depot", name="grain depot", type="Thing")
    uses = fact(BARN, "supplies", depot, sentence="the Corn Barn supplies the grain depot")
    keeper = fact(depot, "kept_by", OSCAR, sentence="the grain depot is kept by Oscar Vey")

    assert keeper.id in shown("Who keeps the depot that the Corn Barn supplies?",
                              *about(uses), Candidate("hop", fact=keeper, path=(uses,)))  # fmt: skip


def test_a_fact_of_another_person_is_no_answer() -> None:
    assert [] == shown("What is Tilda's phone number?", *about(OSCARS_PHONE, leg="lexical_fact"))


def test_a_thing_called_after_another_owner_is_no_answer() -> None:
    laptop = Entity(id="t-laptop", name="Oscar Vey's laptop")

    assert [] == shown("What colour is Tilda's laptop?", *about(fact(laptop, "colour", "red"), leg="lexical_fact"))


def test_a_thing_called_after_its_owner_answers() -> None:
    laptop = Entity(id="t-laptop", name="Tilda Brannock's laptop")
    red = fact(laptop, "colour", "red")

    assert [red.id] == shown("What colour is Tilda's laptop?", *about(red, leg="lexical_fact"))


def test_whom_a_description_means_must_be_spoken_of() -> None:
    glazier = fact(OSCAR, "phone", "555-0142", quote="Oscar the glazier is on 555-0142.")
    roofer = fact(RHEA, "phone", "555-0143", quote="Rhea fixes roofs, she is on 555-0143.")

    assert [glazier.id] == shown("What is the glazier's phone number?", *about(glazier, roofer, leg="lexical_fact"))


def test_the_same_said_twice_is_one_line_with_both_sources() -> None:
    again = fact(TILDA, "lives_at", SELBY, "2031-04-01", sentence="Tilda Brannock lives at Selby")
    (one,) = kept(ranked("Where does Tilda live?", *about(SELBY_HOME, again)))

    assert {SELBY_HOME.id, again.id} == {one.candidate.id, *(other.id for other in one.merged)}


def test_both_sides_of_a_conflict_stand_next_to_each_other() -> None:
    sides = [fact(BARN, "deposit", sum_, status="contested", speaker=who)
             for sum_, who in (("900 euros", "Oscar Vey"), ("750 euros", "Rhea Brannock"))]  # fmt: skip
    both = kept(ranked("How much is the deposit for the Corn Barn?", *about(*sides)))

    assert ["contested", "contested"] == [one.standing for one in both]


def test_a_plan_is_shown_as_one_and_only_where_nothing_is_settled() -> None:
    ochre = fact(BARN, "colour", "ochre", status="planned")
    white = fact(BARN, "colour", "white")

    assert [white.id] == shown("What colour is the Corn Barn?", *about(ochre, white))
    assert ["planned"] == [one.standing for one in kept(ranked("What colour is the Corn Barn?", *about(ochre)))]
    assert ochre.id in shown("What colour is the Corn Barn going to be?", *about(ochre, white))


def test_changes_pair_the_new_with_what_it_replaced() -> None:
    believed = fact(TILDA, "lives_in", VARDO, "2030-01-10", known="2030-01-10", forgotten="2031-05-20")
    closed = fact(TILDA, "lives_in", VARDO, "2030-01-11", "2031-05-15", known="2031-05-20")
    moved = fact(TILDA, "lives_in", SELBY, "2031-05-15", known="2031-05-20")

    (one,) = kept(ranked("What has changed about Tilda since April?", *about(believed, closed, moved, BAKER)))

    assert (moved.id, (believed.id,)) == (one.candidate.id, tuple(old.id for old in one.was))


def test_an_end_without_successor_is_a_change_too() -> None:
    believed = fact(TILDA, "has_pet", "a parrot", "2030-01-10", known="2030-01-10", forgotten="2031-05-20")
    closed = fact(TILDA, "has_pet", "a parrot", "2030-01-11", "2031-05-15", known="2031-05-20")

    (one,) = kept(ranked("What has changed about Tilda since April?", *about(believed, closed, BAKER)))

    assert "a parrot" == str(one.candidate.fact and one.candidate.fact.object)


def test_values_that_no_longer_stand_are_known_in_a_source_sentence() -> None:
    moved = fact(TILDA, "lives_in", SELBY, "2031-03-02", quote="I moved from Vardo to Selby.")
    (one,) = kept(ranked("Where does Tilda live?", *about(VARDO_HOME, moved)))

    assert [("Vardo", "until 2031-03-02")] == [(former.value, former.note) for former in one.formers]


def test_a_turn_answers_where_no_fact_does() -> None:
    hose = Candidate(
        "lexical_episode", 3.0, episode=turn("Did we meet at nine? The hose behind the shed is green. Bye?")
    )
    (one,) = kept(ranked("What colour is the hose?", hose, *about(BAKER, leg="lexical_fact")))

    assert "The hose behind the shed is green." == one.candidate.episode.text[slice(*one.quote)]  # type: ignore[union-attr, misc]


def test_a_turn_is_left_out_where_facts_answer() -> None:
    said = Candidate("lexical_episode", 9.0, episode=turn("Tilda lives somewhere nice, I hear."))

    assert [SELBY_HOME.id] == shown("Where does Tilda live?", *about(SELBY_HOME), said)


def test_a_turn_whose_facts_all_fell_is_not_quoted() -> None:
    said = Candidate("lexical_episode", 9.0, episode=turn("The barn gate is blue."),
                     told=(fact(BARN, "gate", "blue", "2030-01-01", "2031-01-01"),))  # fmt: skip

    assert [] == shown("What colour is the barn gate?", said)


def test_a_question_or_a_joke_is_not_quoted_as_a_claim() -> None:
    asked = Candidate("lexical_episode", 9.0, episode=turn("Is the hose green?"))
    text = "The hose is made of liquorice."
    joke = Candidate("lexical_episode", 9.0, episode=turn(text), asides=(Aside(0, len(text), "joking"),))

    assert [] == shown("What is the hose made of?", asked, joke)


def test_a_turn_said_after_the_time_asked_about_is_not_quoted() -> None:
    late = Candidate("lexical_episode", 9.0, episode=turn("The hose is green now.", "2031-05-01"))

    assert [] == shown("What colour was the hose in February 2031?", late)


def test_each_candidate_not_shown_has_its_reason() -> None:
    order = ranked("Where does Tilda live?", *about(VARDO_HOME, SELBY_HOME, BAKER, OSCARS_PHONE))

    assert {VARDO_HOME.id, BAKER.id, OSCARS_PHONE.id} == {one.candidate.id for one in order if one.dropped}
    assert "ended at the time asked about" in {one.dropped for one in order}


def test_the_order_does_not_depend_on_that_of_the_candidates_nor_on_a_searchs_scores() -> None:
    pets = about(*(fact(TILDA, "has_pet", f"hen number {n}") for n in range(9)), leg="lexical_fact")
    candidates = [*pets, *about(VARDO_HOME, SELBY_HOME, BAKER, SISTER)]
    reading = read("Which pets does Tilda have?")
    orders = set()
    for seed in range(6):
        draw = random.Random(seed)  # noqa: S311 - an order, not a secret
        nominated = [replace(one, score=draw.random()) for one in draw.sample(candidates, len(candidates))]
        orders.add(tuple((one.candidate.id, one.dropped) for one in rank(reading, NAMES, nominated)))

    assert 1 == len(orders)


def test_a_candidate_explains_its_features() -> None:
    (one,) = ranked("Where does Tilda live?", *about(SELBY_HOME))
    explained = one.explained()

    assert (SELBY_HOME.id, "holds", "") == (explained["id"], explained["standing"], explained["dropped"])
    assert {"relevance", "predicate", "entity", "temporal", "source"} <= set(dict(one.features))


def test_a_blanked_sentence_is_not_quoted() -> None:
    blanked = Candidate("lexical_episode", 9.0, episode=turn("████████ lives in Vardo and collects stamps."))

    assert [] == shown("Who collects stamps?", blanked)


def test_a_current_value_of_the_same_type_goes_before_an_ended_one() -> None:
    loan = fact(OSCAR, "phone", "555-0188", "2031-02-01", "2031-02-11")
    mobile = fact(OSCAR, "mobile", "555-0155")

    assert [mobile.id] == shown("What is Oscar's phone number?", *about(loan, mobile))


def hoses(number: int) -> list[Candidate]:
    said = [turn(f"The hose of shed {n} is green.", id=f"t{n}") for n in range(number)]
    return [Candidate("lexical_episode", episode=one) for one in said]


def test_where_no_fact_plainly_answers_turns_beyond_the_best_are_spare() -> None:
    order = ranked("What colour is the hose?", *hoses(8))

    assert (3, 5) == (len(kept(order)), len(spared(order)))


def test_a_fact_that_plainly_answers_ends_the_list() -> None:
    barn = fact(BARN, "colour", "ochre")
    said = [turn(f"The Corn Barn is some colour, says number {n}.", id=f"t{n}") for n in range(8)]
    order = ranked(
        "What colour is the Corn Barn?", *about(barn), *(Candidate("neighbour", episode=one) for one in said)
    )

    assert ([barn.id], ()) == ([one.candidate.id for one in kept(order)], spared(order))


def further(question: str, *candidates: Candidate) -> dict[str, int]:
    """How many tokens of a budget are kept from each further turn."""
    return {one.candidate.id: one.beyond_tokens for one in spared(ranked(question, *candidates))}


def test_in_little_room_nothing_is_shown_that_was_said_before_the_fact_that_bears_on_it() -> None:
    supper = fact(BARN, "host", "the harvest supper", "2031-03-01", sentence="the Corn Barn hosts the harvest supper")
    text = "The harvest supper in the Corn Barn has a band."
    said = [Candidate("lexical_episode", episode=turn(text, on, id=on)) for on in ("2031-02-01", "2031-04-01")]
    found = further("Which band is at the harvest supper in the Corn Barn?", *about(supper), *said)

    assert found["2031-02-01"] > found["2031-04-01"] > 0


def test_in_little_room_an_assistants_words_stay_behind_a_persons() -> None:
    said = [turn("The hose of the shed is green.", id=f"t{n}") for n in range(5)]
    said[4] = said[4].model_copy(update={"role": "assistant", "id": "u"})
    found = further(
        "What colour did you say the hose is?", *(Candidate("lexical_episode", episode=one) for one in said)
    )

    assert {"t3": 1, "u": 300} == found


def test_an_assistants_words_are_shown_only_to_who_asks_for_them() -> None:
    said = turn("Seven metres of hose would do.").model_copy(update={"role": "assistant"})
    one = Candidate("lexical_episode", 3.0, episode=said)

    assert [] == shown("How long is the hose?", one)
    assert [said.id] == shown("How long a hose did the assistant suggest?", one)


@pytest.mark.parametrize(
    "text",
    [
        'Listen: "the hose of the mayor is made of pure gold"',
        "Suppose the hose is made of gold.",
        "This is only a test: the hose is made of gold.",
        "I dreamt that the hose was made of gold.",
        'Please translate: "the hose is made of gold"',
    ],
)
def test_words_that_are_not_meant_are_not_quoted_as_a_claim(text: str) -> None:
    assert [] == shown("What is the hose made of?", Candidate("lexical_episode", 9.0, episode=turn(text)))


@pytest.mark.parametrize(
    "text", ['Pia said: "the hose is made of rubber"', 'The hose is made of "Flexo", a kind of rubber.']
)
def test_what_somebody_is_named_to_have_said_is_quoted(text: str) -> None:
    said = turn(text)

    assert [said.id] == shown("What is the hose made of?", Candidate("lexical_episode", 9.0, episode=said))


def test_a_turn_of_which_is_not_read_what_it_told_is_never_shown() -> None:
    unread = [replace(one, judged=False) for one in hoses(2)]

    assert {"its words answer less than those of others"} == {
        one.dropped for one in ranked("What colour is the hose?", *unread)
    }
