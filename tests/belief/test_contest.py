"""Rules 4 to 7 where they meet: who contests, who supersedes, who is heard, and what stands behind a segment."""

from __future__ import annotations

from dataclasses import replace

from graphmem.belief.fold import Rules, Stated, fold
from tests.belief.notation import DAY, ONE, believed, said, shown

HOURS_6 = Rules(contest_us=DAY // 4)


def by_day(history: str) -> list[Stated]:
    return [replace(stated, day_only=True) for stated in said(history)]


def test_a_day_apart_to_the_microsecond_is_no_longer_a_contest() -> None:
    first, second = said("1 Ann: Berlin; 2 Bo: Lisbon")
    assert "Berlin 1–2; Lisbon 2–" == shown(fold([first, second], ONE))
    assert "contested" == fold([first, replace(second, said_at=second.said_at - 1)], ONE)[-1].status


def test_a_slot_may_have_a_shorter_time_to_contest() -> None:
    assert "Berlin 1–1.5; Lisbon 1.5–" == believed("1 Ann: Berlin; 1.5 Bo: Lisbon", HOURS_6)
    assert "Berlin 1–1.2; Berlin/Lisbon? 1.2–" == believed("1 Ann: Berlin; 1.2 Bo: Lisbon", HOURS_6)


def test_an_absent_speaker_counts_as_one() -> None:
    assert "Berlin 1–1.5; Lisbon 1.5–" == believed("1 Nobody: Berlin; 1.5 Nobody: Lisbon")
    assert "Berlin 1–1.5; Berlin/Lisbon? 1.5–" == believed("1 Nobody: Berlin; 1.5 Ann: Lisbon")


def test_speakers_of_different_authority_do_not_contest() -> None:
    assert "Lisbon 1–" == believed("1 Rep: Berlin from 1; 1 Ann: Lisbon from 1")


def test_speakers_who_agree_do_not_contest() -> None:
    assert "Berlin 1–" == believed("1 Ann: Berlin; 1 Bo: Berlin")


def test_a_backdated_start_does_not_contest_what_was_said_the_same_day() -> None:
    assert "Lisbon 0–1; Berlin/Lisbon? 1–" == believed("1 Ann: Berlin; 1.5 Bo: Lisbon from 0")
    assert "Berlin 0–1; Lisbon 1–" == believed("2 Ann: Berlin from 0; 2.5 Bo: Lisbon from 1")


def test_two_unknown_starts_with_one_stop_are_the_same_start() -> None:
    assert "Berlin/Lisbon? –3" == believed("5 Ann: Berlin until 3; 9 Bo: Lisbon until 3")


def test_one_speakers_same_start_goes_to_what_was_said_later() -> None:
    assert "Lisbon 1–" == believed("5 Ann: Berlin from 1; 6 Ann: Lisbon from 1")
    assert "Lisbon 1–" == believed("1 Ann: Berlin; 1' Ann: Lisbon")


def test_a_third_claim_later_and_apart_settles_a_contest() -> None:
    assert "Berlin 1–1.5; Berlin/Lisbon? 1.5–4; Lisbon 4–" == believed("1 Ann: Berlin; 1.5 Bo: Lisbon; 4 Ann: Lisbon")


def test_three_speakers_contest_at_once() -> None:
    assert "Berlin 1–1.2; Berlin/Lisbon? 1.2–1.4; Berlin/Lisbon/Oslo? 1.4–" == believed(
        "1 Ann: Berlin; 1.2 Bo: Lisbon; 1.4 Cy: Oslo"
    )


def test_of_a_chain_only_those_who_contest_the_latest_start_are_shown() -> None:
    history = "1 Ann: Berlin; 1.8 Bo: Lisbon; 2.5 Cy: Oslo"
    assert "Berlin 1–1.8; Berlin/Lisbon? 1.8–2.5; Lisbon/Oslo? 2.5–" == believed(history)


def test_places_of_one_day_decide_where_no_more_than_the_day_is_known() -> None:
    assert "Lisbon 1–" == shown(fold(by_day("1 Ann: Berlin; 1' Bo: Lisbon"), ONE))
    assert "Berlin/Lisbon? 1–" == shown(fold(by_day("1 Ann: Berlin; 1 Bo: Lisbon"), ONE))
    assert "Berlin/Lisbon? 1–" == believed("1 Ann: Berlin; 1' Bo: Lisbon")


def test_an_end_leaves_a_claim_its_place_in_the_day() -> None:
    history = "1 Ann: Berlin; 1' Bo: Lisbon; 5 Bo: no longer Lisbon"
    assert "Lisbon 1–5" == shown(fold(by_day(history), ONE))


def test_a_day_and_an_hour_of_it_contest_like_any_two_moments() -> None:
    that_day, that_noon = said("1 Ann: Berlin; 1.5 Bo: Lisbon")
    assert "Berlin 1–1.5; Berlin/Lisbon? 1.5–" == shown(fold([replace(that_day, day_only=True), that_noon], ONE))


def test_days_contest_like_any_two_moments_where_the_time_to_contest_is_longer() -> None:
    week = Rules(contest_us=7 * DAY)
    assert "Berlin 1–2; Berlin/Lisbon? 2–" == shown(fold(by_day("1 Ann: Berlin; 2 Bo: Lisbon"), week))


def test_on_a_day_known_as_a_day_a_backdated_claim_is_not_contested() -> None:
    assert "Lisbon 0–1; Berlin 1–" == shown(fold(by_day("1 Ann: Berlin; 1' Bo: Lisbon from 0"), ONE))


def test_on_a_day_known_as_a_day_a_bounded_claim_covers_from_its_place() -> None:
    assert "Lisbon 1–3; Berlin 3–" == shown(fold(by_day("1 Ann: Berlin; 1' Bo: Lisbon until 3"), ONE))
    assert "Berlin 1–" == shown(fold(by_day("1' Ann: Berlin; 1 Bo: Lisbon until 3"), ONE))


def test_a_start_known_to_be_that_midnight_stands_before_one_known_by_day() -> None:
    midnight, that_day = said("9 Ann: Berlin from 1; 1 Bo: Lisbon")
    assert "Lisbon 1–" == shown(fold([midnight, replace(that_day, day_only=True)], ONE))


def test_a_newer_claim_does_not_close_higher_authority() -> None:
    assert "Berlin 1–4" == believed("1 Ann: Berlin from 1 until 4; 3 Rep: Lisbon from 3 until 4")
    assert "Berlin 1–4; Lisbon 4–" == believed("1 Ann: Berlin until 4; 3 Rep: Lisbon")


def test_an_older_start_said_later_supersedes_nothing_after_it() -> None:
    assert "Lisbon 1–5; Berlin 5–" == believed("5 Ann: Berlin; 9 Ann: Lisbon from 1")


def test_higher_authority_closes_lower_with_the_same_start() -> None:
    assert "Berlin 1–4" == believed("9 Rep: Lisbon from 1; 8 Ann: Berlin from 1; 10 Ann: no longer Berlin on 4")


def test_a_bounded_claim_of_higher_authority_gives_way_again() -> None:
    assert "Lisbon 1–3; Berlin 3–5; Lisbon 5–" == believed("1 Rep: Lisbon; 9 Ann: Berlin from 3 until 5")


def test_each_speaker_is_heard_with_the_latest_start() -> None:
    history = "1 Ann: Berlin; 1.2 Bo: Lisbon; 9 Bo: Berlin from 1.4 until 3"
    assert "Berlin 1–1.2; Berlin/Lisbon? 1.2–1.4; Berlin 1.4–3; Berlin/Lisbon? 3–" == believed(history)


def test_all_claims_with_the_latest_start_are_heard_with_those_that_contest_any_of_them() -> None:
    history = "1 Cy: Lisbon; 1.5 Ann: Berlin; 9 Bo: Berlin from 1.5 until 4"
    assert "Lisbon 1–1.5; Berlin/Lisbon? 1.5–" == believed(history)


def test_a_gap_is_a_time_nothing_is_known_of() -> None:
    assert "Berlin 1–2; Berlin 4–" == believed("5 Ann: Berlin from 1 until 2; 5 Ann: Berlin from 4")


def test_claims_that_touch_make_one_segment() -> None:
    assert "Berlin 1–" == believed("5 Ann: Berlin from 1 until 4; 5 Ann: Berlin from 4")


def test_supports_are_all_claims_that_still_cover_a_part_whatever_their_authority() -> None:
    history = "1 Ann: Berlin; 2 Bot: Berlin; 3 Rep: Berlin from 0 until 1; 5 Ann: Lisbon; 6 Ann: Berlin from 2 until 3"
    assert [("Berlin", ("s1", "s2", "s3", "s5")), ("Lisbon", ("s4",))] == [
        (segment.values[0], segment.supports[0]) for segment in fold(said(history), ONE)
    ]


def test_each_contested_value_has_its_own_supports() -> None:
    (_, contested) = fold(said("1 Ann: Berlin; 1.5 Bo: Lisbon; 1.7 Cy: Lisbon"), ONE)
    assert (("Berlin", "Lisbon"), (("s1",), ("s2", "s3"))) == (contested.values, contested.supports)


def test_repeating_does_not_outvote() -> None:
    google = "; ".join(f"{day} Ann: Google" for day in range(1, 6))
    assert "Google 1–7; Stripe 7–" == believed(f"{google}; 7 Ann: no longer Google; 7 Ann: Stripe from 7")


def test_a_retracted_statement_reopens_what_it_had_closed() -> None:
    berlin, lisbon = said("1 Ann: Berlin; 5 Ann: Lisbon")
    assert "Berlin 1–5; Lisbon 5–" == shown(fold([berlin, lisbon], ONE))
    assert "Berlin 1–" == shown(fold([berlin], ONE))
