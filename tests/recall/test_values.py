from __future__ import annotations

import pytest

from graphmem.recall.values import holds_type


@pytest.mark.parametrize(
    "text",
    ["in two days", "in a month", "in 10 weeks", "in a few hours", "a fortnight on Monday", "next Friday", "14 March"],
)
def test_a_date_may_be_told_from_the_day_of_speaking(text: str) -> None:
    assert holds_type("date", text)


@pytest.mark.parametrize("text", ["in Graz", "in two halves", "three rooms", "the Pelican"])
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert not holds_type("date", text)
