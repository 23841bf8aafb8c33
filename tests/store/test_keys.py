"""Ids are hashes of what they stand for; instants are refused without a zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import Incorrect
from graphmem.model import from_us, to_us
from graphmem.moments import moment
from graphmem.store import keys
from graphmem.store.lexical import words_of


@given(st.lists(st.text(), min_size=1, max_size=4), st.lists(st.text(), min_size=1, max_size=4))
def test_different_parts_never_share_an_id(one: list[str], other: list[str]) -> None:
    assert (keys.digest(*one) == keys.digest(*other)) == (one == other)


def test_a_value_is_one_whatever_its_case_and_spaces() -> None:
    assert keys.value_id("t", "Blue  Van") == keys.value_id("t", "blue van")
    assert keys.value_id("t", "blue van") != keys.value_id("u", "blue van")


def test_a_tombstone_cannot_be_made_without_the_secret() -> None:
    assert keys.tombstone("a", "t", "text", "hello") != keys.tombstone("b", "t", "text", "hello")
    assert "hello" not in keys.tombstone("a", "t", "text", "hello")


@pytest.mark.parametrize("tenant", ["tenant-a", "someone@example.org", "täter", "", "1b4e28ba-2fa1-11d2"])
def test_the_tenants_term_is_one_word_for_every_analyser(tenant: str) -> None:
    assert keys.tenant_term(tenant).isalnum()
    assert len(keys.tenant_term(tenant)) == 18


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1), timezones=st.just(UTC)))
def test_microseconds_read_back_exactly(at: datetime) -> None:
    assert from_us(to_us(at)) == at


def test_a_zone_moves_the_instant_and_not_the_fact() -> None:
    east = datetime(2026, 3, 2, 1, tzinfo=timezone(timedelta(hours=3)))
    assert moment(east, "said_at") == datetime(2026, 3, 1, 22, tzinfo=UTC)
    assert moment("2026-03-02T01:00:00+03:00", "said_at") == moment(east, "said_at")


@pytest.mark.parametrize("wrong", ["2026-03-02", "2026-03-02T09:00:00", "soon", "", 7, None])
def test_what_is_no_instant_is_refused_by_the_name_of_the_parameter(wrong: object) -> None:
    with pytest.raises(Incorrect, match="said_at"):
        moment(wrong, "said_at")  # type: ignore[arg-type]


@given(st.text(max_size=200))
def test_words_for_search_hold_no_syntax(text: str) -> None:
    words = words_of(text)
    assert len(words) <= 64
    assert all(word.replace("_", "").isalnum() or word.isidentifier() or not word.isascii() for word in words)
