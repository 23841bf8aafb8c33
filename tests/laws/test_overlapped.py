"""While one batch is written the next is made: in order, none after a failure, and none lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.bulk import Batch, overlapped
from graphmem.errors import Conflict, GraphmemError, Incorrect
from graphmem.model import Receipt

LONG_AGO = datetime(2031, 1, 1, tzinfo=UTC)


def made(count: int, wrong: int | None, makers: set[int]) -> Iterator[Batch[int]]:
    for number in range(count):
        if number == wrong:
            raise Incorrect(f"batch {number} cannot be made")
        makers.add(threading.get_ident())
        yield Batch((number,), number + 1)


@given(st.integers(0, 6), st.none() | st.integers(0, 6), st.none() | st.integers(0, 6))
def test_batches_are_written_in_order_up_to_the_first_error(count: int, wrong: int | None, refused: int | None) -> None:
    written, given_back, makers = list[int](), list[int](), set[int]()

    def write(batch: Batch[int]) -> Receipt:
        (number,) = batch.said
        if number == refused:
            raise Conflict(f"batch {number} cannot be written")
        written.append(number)
        return Receipt(id=str(number), at=LONG_AGO)

    stop = min((one for one in (wrong, refused) if one is not None and one < count), default=count)
    error: GraphmemError | None = None
    try:
        for batch, receipt in overlapped(made(count, wrong, makers), write):
            assert str(batch.said[0]) == receipt.id
            given_back.append(batch.said[0])
    except GraphmemError as raised:
        error = raised

    assert list(range(stop)) == written == given_back
    assert (error is not None) == (stop < count)
    assert makers <= {threading.get_ident()}


def test_the_next_batch_is_made_while_one_is_written() -> None:
    making = threading.Event()

    def batches() -> Iterator[Batch[int]]:
        yield Batch((0,), 1)
        making.set()
        yield Batch((1,), 2)

    def write(batch: Batch[int]) -> Receipt:
        if not making.wait(10):
            pytest.fail("the second batch was not begun while the first was written")
        return Receipt(id=str(batch.first), at=LONG_AGO)

    assert ["1", "2"] == [receipt.id for _, receipt in overlapped(batches(), write)]
