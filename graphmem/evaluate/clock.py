"""A clock for replays: it stands where the transcript stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

__all__ = ["ReplayClock"]


@dataclass(slots=True)
class ReplayClock:
    """Shows the time it was last brought to; in writing it never goes back."""

    now: datetime

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    def forward(self, to: datetime) -> None:
        """Brings it to a later time; an earlier one changes nothing."""
        self.now = max(self.now, to)

    @contextmanager
    def showing(self, at: datetime) -> Iterator[None]:
        """While it lasts, the clock shows `at`, be it earlier or later: for reads."""
        before, self.now = self.now, at
        try:
            yield
        finally:
            self.now = before
