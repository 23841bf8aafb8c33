from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.gate.fence import FENCE_CLOSE, FENCE_OPEN, without_blocks

BLOCK = f'{FENCE_OPEN} as-of="2031-01-01">\nRuth lives in Rome.\n{FENCE_CLOSE}'


def test_a_packed_block_that_comes_back_is_blanked_and_the_rest_stays() -> None:
    text = f"You told me:\n{BLOCK}\nand I moved."
    seen = without_blocks(text)
    assert ("You told me:", "and I moved.", len(text)) == (seen[:12], seen[-12:], len(seen))
    assert "Rome" not in seen


def test_a_block_that_is_cut_off_runs_to_the_end() -> None:
    assert "" == without_blocks(f"{FENCE_OPEN}>\nRuth lives in Rome.").strip()


def test_marks_count_escaped_and_in_any_case() -> None:
    escaped = BLOCK.replace("<", "&lt;").replace(">", "&gt;").upper()
    assert "" == without_blocks(escaped).strip()


def test_two_blocks_are_two() -> None:
    assert "and" == without_blocks(f"{BLOCK}and{BLOCK}").strip()


def test_text_without_a_block_is_the_same_object() -> None:
    text = "I like <b>Rome</b>"
    assert text is without_blocks(text)


@given(st.lists(st.sampled_from([FENCE_OPEN, FENCE_CLOSE, "x", "\n", "<", ">"]), max_size=12).map("".join))
def test_length_and_lines_stay(text: str) -> None:
    seen = without_blocks(text)
    assert (len(text), text.count("\n")) == (len(seen), seen.count("\n"))
