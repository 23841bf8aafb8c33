"""Of a text that is too long to be kept whole: its beginning, its end, how it went, and never more than allowed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.gate.extract import GAP, LINE, extract

LOG = "\n".join(f"2026-01-05 12:{n // 60:02}:{n % 60:02} worker 7 wrote block {n:04x}" for n in range(900))
TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=600), max_size=60).map("\n".join)


def test_a_text_that_is_not_too_long_is_left_alone() -> None:
    assert LOG == extract(LOG, len(LOG))


def test_the_beginning_the_end_and_how_it_went_stay_in_their_order() -> None:
    lines = LOG.splitlines()
    middle = [*lines[:500], "ERROR: the volume Kestrel is full", *lines[500:]]
    text = "\n".join(["nightly backup of the archive", *middle, "took 41 minutes"])
    kept = extract(text, 1200).splitlines()
    assert ("nightly backup of the archive", "took 41 minutes") == (kept[0], kept[-1])
    assert "ERROR: the volume Kestrel is full" in kept
    assert GAP in kept


def test_lines_with_a_label_are_kept_before_what_repeats_itself() -> None:
    lines = LOG.splitlines()
    text = "\n".join([*lines[:450], "Owner: Ilse Brandt", "Region: Jutland", *lines[450:]])
    assert {"Owner: Ilse Brandt", "Region: Jutland"} <= set(extract(text, 2000).splitlines())


def test_what_repeats_itself_but_for_its_figures_is_kept_once_or_twice() -> None:
    kept = extract(f"{LOG}\nthe disk hums", 4000).splitlines()
    assert (2, "the disk hums") == (sum("wrote block" in line for line in kept), kept[-1])


def test_a_line_without_end_is_cut() -> None:
    kept = extract("x" * 50_000 + "\ndone", 1000)
    assert (LINE, "done") == (len(kept.splitlines()[0]), kept.splitlines()[-1])
    assert kept.splitlines()[0].endswith(GAP)


@given(TEXTS, st.integers(200, 4000))
def test_an_extract_is_never_too_long_and_holds_only_lines_of_its_text(text: str, longest: int) -> None:
    kept = extract(text, longest)
    assert len(kept) <= longest
    own = {line.rstrip() for line in text.splitlines()}
    if kept != text:
        cut = [line.removesuffix(GAP).rstrip() for line in kept.splitlines() if line != GAP]
        assert all(any(line.startswith(part) for line in own) for part in cut)


@given(TEXTS, st.integers(200, 4000))
def test_an_extract_of_an_extract_is_itself(text: str, longest: int) -> None:
    kept = extract(text, longest)
    assert kept == extract(kept, longest)
