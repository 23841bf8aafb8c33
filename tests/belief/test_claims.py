"""Rules 1 to 3 where they meet: periods, ends and corrections."""

from __future__ import annotations

import pytest

from graphmem.belief.fold import Rules, Stated, claims
from graphmem.errors import Incorrect
from graphmem.model import BEGINNING_US, FOREVER_US
from tests.belief.notation import DAY, MANY, ONE, believed, said

WEEK = Rules(time_to_live_us=7 * DAY)


def test_a_stop_alone_in_the_future_starts_when_it_is_said() -> None:
    assert "Berlin 5–9" == believed("5 Ann: Berlin until 9")


def test_a_stop_alone_at_the_moment_it_is_said_leaves_the_start_unknown() -> None:
    assert "Berlin –5" == believed("5 Ann: Berlin until 5")


def test_a_claimed_stop_outlives_the_time_to_live() -> None:
    assert "Berlin 1–20" == believed("1 Ann: Berlin from 1 until 20", WEEK)


def test_a_time_to_live_counts_from_the_claimed_start() -> None:
    assert "Berlin 1–8" == believed("5 Ann: Berlin from 1", WEEK)


def test_a_time_to_live_never_reaches_beyond_forever() -> None:
    endless = Rules(time_to_live_us=FOREVER_US)
    assert [FOREVER_US] == [claim.stop for claim in claims(said("1 Ann: Berlin"), endless)]


def test_saying_it_again_prolongs_what_has_a_time_to_live() -> None:
    assert "Berlin 1–12" == believed("1 Ann: Berlin; 5 Ann: Berlin", WEEK)


def test_what_a_time_to_live_ended_still_superseded_what_was_before() -> None:
    assert "Berlin 1–5; Lisbon 5–12" == believed("1 Ann: Berlin; 5 Ann: Lisbon", WEEK)


def test_a_state_or_a_correction_needs_a_value() -> None:
    with pytest.raises(Incorrect, match="'s1' is a correction without a value; only an end may have none"):
        Stated("s1", "correction", None, said_at=0)


def test_an_end_that_meets_no_claim_changes_nothing() -> None:
    assert "Berlin 1–" == believed("1 Ann: Berlin; 3 Ann: no longer Lisbon")


def test_an_end_with_a_stop_and_no_start_has_that_date() -> None:
    assert "Berlin 1–3" == believed("1 Ann: Berlin; 5 Ann: no longer Berlin until 3")


def test_an_end_with_both_dates_goes_by_the_start_and_is_never_inverted() -> None:
    assert "Berlin 1–4" == believed("1 Ann: Berlin; 5 Ann: no longer Berlin from 4 until 3")


def test_an_end_closes_a_claim_of_unknown_start() -> None:
    assert "Berlin –2" == believed("5 Ann: Berlin until 4; 6 Ann: no longer Berlin on 2")


def test_an_end_of_lower_authority_closes_nothing() -> None:
    assert "Berlin 1–" == believed("1 Ann: Berlin; 3 Rep: no longer Berlin")


def test_an_end_of_equal_authority_may_be_another_speakers() -> None:
    assert "Berlin 1–3" == believed("1 Ann: Berlin; 3 Bo: no longer Berlin")


def test_a_new_claim_on_the_date_of_the_end_stays() -> None:
    assert "Berlin 1–" == believed("1 Ann: Berlin; 5 Ann: no longer Berlin on 3; 6 Ann: Berlin from 3")


def test_the_earliest_end_after_its_start_closes_a_claim() -> None:
    assert "Berlin 2–4" == believed(
        "3 Ann: Berlin from 2; 9 Ann: no longer Berlin on 6; 9 Ann: no longer Berlin on 4; 9 Ann: no longer Berlin on 1"
    )


def test_a_correction_takes_away_what_others_of_no_higher_authority_said() -> None:
    assert "Lisbon 1–" == believed("1 Ann: Berlin; 2 Bo: Berlin; 3 Rep: Berlin; 5 Cy: Lisbon, not Berlin")


def test_a_correction_that_takes_nothing_away_is_a_plain_claim() -> None:
    assert "Berlin 1–5; Lisbon 5–" == believed("1 Ann: Berlin; 5 Ann: Lisbon, not Oslo")


def test_a_correction_of_lower_authority_takes_nothing_away() -> None:
    assert "Berlin 1–3; Oslo 3–" == believed("1 Ann: Berlin; 2 Rep: Lisbon, not Berlin; 3 Ann: Oslo")


def test_what_is_said_after_a_correction_it_does_not_take_away() -> None:
    assert "Lisbon 1–7; Berlin 7–" == believed("1 Ann: Berlin; 5 Ann: Lisbon, not Berlin; 7 Ann: Berlin")


def test_a_correction_takes_away_what_is_said_at_the_same_place() -> None:
    assert "Lisbon 1–" == believed("1 Ann: Berlin; 1 Ann: Lisbon, not Berlin")


def test_an_end_said_after_the_correction_does_not_close_the_corrected_value() -> None:
    assert "Lisbon 1–" == believed("1 Ann: Berlin; 5 Ann: Lisbon, not Berlin; 6 Ann: no longer Berlin on 3")


def test_an_end_of_every_value_said_later_closes_the_corrected_one() -> None:
    assert "Lisbon 1–6" == believed("1 Ann: Berlin; 5 Ann: Lisbon, not Berlin; 6 Ann: no longer")


def test_an_end_of_the_new_value_closes_it_though_said_before_the_correction() -> None:
    assert "Lisbon 1–3" == believed("1 Ann: Berlin; 3 Ann: no longer Lisbon; 5 Ann: Lisbon, not Berlin")


def test_an_end_can_be_brought_forward_by_a_correction_of_the_same_value() -> None:
    assert "Berlin 1–4" == believed("1 Ann: Berlin; 6 Ann: no longer Berlin; 7 Ann: Berlin, not Berlin until 4")


def test_a_claimed_stop_is_replaced_by_the_corrections_own() -> None:
    assert "Berlin 1–6" == believed("1 Ann: Berlin until 4; 2 Ann: Berlin, not Berlin until 6")


def test_a_claimed_stop_stays_one_under_its_correction() -> None:
    history = "1 Ann: Berlin; 2 Ann: Lisbon from 3 until 5; 6 Ann: Oslo, not Lisbon"
    assert "Berlin 1–3; Oslo 3–5; Berlin 5–" == believed(history)


def test_a_stop_not_after_the_start_that_is_taken_over_makes_no_claim() -> None:
    assert "" == believed("5 Ann: Berlin; 6 Ann: Lisbon, not Berlin until 4")


def test_nor_does_one_that_is_its_start() -> None:
    assert "" == believed("5 Ann: Berlin; 6 Ann: Lisbon, not Berlin until 5")


def test_what_a_correction_makes_supersedes_as_what_it_takes_away_did() -> None:
    history = "1 Ann: Berlin; 3 Ann: Lisbon; 4 Ann: Oslo, not Lisbon; 6 Ann: no longer Oslo"
    assert "Berlin 1–3; Oslo 3–6" == believed(history)


def test_what_a_correction_bounds_gives_way_again() -> None:
    history = "1 Ann: Berlin; 3 Ann: Lisbon; 4 Ann: Oslo, not Lisbon until 6"
    assert "Berlin 1–3; Oslo 3–6; Berlin 6–" == believed(history)


def test_of_two_unknown_starts_that_of_the_claim_that_was_ended_first_is_the_later() -> None:
    history = "9 Ann: Berlin until 5; 9 Ann: Lisbon until 4; 9 Ann: no longer Berlin on 3"
    assert "Berlin –3; Lisbon 3–4" == believed(history)


def test_an_unknown_start_is_taken_over() -> None:
    (claim,) = claims(said("5 Ann: Berlin until 3; 6 Ann: Lisbon, not Berlin until 4"), ONE)
    assert ("Lisbon", BEGINNING_US, 4 * DAY) == (claim.value, claim.start, claim.stop)


def test_each_claim_taken_away_hands_on_its_own_period() -> None:
    history = "1 Ann: Berlin until 3; 5 Ann: Berlin; 9 Ann: Lisbon, not Berlin"
    assert "Lisbon 1–3; Lisbon 5–" == believed(history)


def test_a_correction_of_a_correction_works_on_what_that_made() -> None:
    history = "1 Ann: Berlin; 3 Ann: Lisbon, not Berlin; 4 Ann: no longer Lisbon; 5 Ann: Oslo, not Lisbon"
    assert "Oslo 1–4" == believed(history)


def test_a_correction_back_restores_the_first_value() -> None:
    assert "Berlin 1–" == believed("1 Ann: Berlin; 3 Ann: Lisbon, not Berlin; 5 Ann: Berlin, not Lisbon")


def test_a_persons_second_correction_of_one_value_wins_over_the_first() -> None:
    assert "Oslo 1–" == believed("1 Ann: Berlin; 3 Ann: Lisbon, not Berlin; 5 Ann: Oslo, not Berlin")


def test_a_correction_by_somebody_of_higher_authority_wins_over_another() -> None:
    assert "Lisbon 1–" == believed("1 Rep: Berlin; 3 Ann: Lisbon, not Berlin; 5 Rep: Oslo, not Berlin")


def test_corrections_said_at_one_place_do_not_see_what_the_others_make() -> None:
    history = "1 Ann: Berlin; 3 Ann: Lisbon, not Berlin; 3 Ann: Oslo, not Lisbon"
    assert "Lisbon 1–3; Oslo 3–" == believed(history)


def test_the_place_in_the_session_tells_which_correction_was_said_later() -> None:
    assert "Oslo 1–" == believed("1 Ann: Berlin; 3 Ann: Lisbon, not Berlin; 3' Ann: Oslo, not Lisbon")


def test_a_correction_without_a_wrong_value_takes_away_every_claim_of_the_value_said_last() -> None:
    assert "Oslo 1–" == believed("1 Ann: Berlin; 3 Bo: Berlin; 3' Bot: Berlin; 4 Ann: Oslo, actually")


def test_a_correction_without_a_wrong_value_looks_past_higher_authority() -> None:
    assert "Oslo 1–3; Lisbon 3–" == believed("1 Rep: Berlin; 3 Ann: Lisbon; 4 Rep: Oslo, actually")


def test_a_correction_without_a_wrong_value_looks_past_what_no_longer_stands() -> None:
    history = "1 Rep: Paris from 0 until 1; 2 Rep: Berlin; 3 Ann: Lisbon, not Berlin; 4 Rep: Oslo, actually"
    assert "Oslo 0–1; Lisbon 2–" == believed(history)


def test_a_correction_without_a_wrong_value_does_not_aim_at_what_is_said_at_its_own_place() -> None:
    assert "Oslo 1–3; Lisbon 3–" == believed("1 Ann: Berlin; 3 Ann: Lisbon; 3 Ann: Oslo, actually")


def test_a_correction_with_nothing_before_it_is_a_plain_claim() -> None:
    assert "Oslo 4–" == believed("4 Ann: Oslo, actually")


def test_a_correction_moves_a_claim_from_one_lane_of_many_to_another() -> None:
    assert "a dog 2–; a ferret 1–" == "; ".join(
        sorted(believed("1 Ann: a cat; 2 Ann: a dog; 5 Ann: a ferret, not a cat", MANY).split("; "))
    )


def test_the_last_value_said_in_any_lane_is_what_a_correction_aims_at() -> None:
    assert "a cat 1–; a ferret 2–" == believed("1 Ann: a cat; 2 Ann: a dog; 5 Ann: a ferret, actually", MANY)
