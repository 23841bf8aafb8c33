"""Corrections by their shape: which words are the new value, which the old."""

from __future__ import annotations

import pytest

from graphmem.extract.corrections import correction


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        ("It's not at Vessby quay but at Norra quay.", "Norra quay", "Vessby quay"),
        ("That's not Thursday but Friday.", "Friday", "Thursday"),
        ("Not the Fiat but the Volvo.", "Volvo", "Fiat"),
        ("It was not 14 but 41.", "41", "14"),
        ("It's Turin, not Milan.", "Turin", "Milan"),
    ],
)
def test_of_not_this_but_that_the_second_is_new(text: str, new: str, old: str) -> None:
    found = correction(text, text, 0, len(text), expected=False)
    assert found is not None
    assert found.old is not None
    assert (found.new.name, found.old.name) == (new, old)
