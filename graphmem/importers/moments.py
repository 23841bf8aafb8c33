"""Times as transcripts write them: RFC 3339 text, epoch seconds, aware datetimes."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from graphmem.errors import Incorrect
from graphmem.model import EPOCH

__all__ = ["read_moment", "read_zone"]

ZONES = "Add one: 2025-03-02T09:00:00Z, or 2025-03-02T10:00:00+01:00."


def read_moment(written: Any, where: str) -> datetime:
    """The instant, in UTC. Raises Incorrect for a time without a zone, and for what is no time."""
    moment = _written(written, where)
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise Incorrect(f"{where}: the time {str(written)!r} has no zone. {ZONES}")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise Incorrect(f"{where}: the time {str(written)!r} lies outside the years 1 to 9999 in UTC.") from None


def _written(written: Any, where: str) -> datetime:
    if isinstance(written, datetime):
        return written
    if isinstance(written, str):
        return _text(written, where)
    if isinstance(written, int | float) and not isinstance(written, bool):
        return _epoch(written, where)
    raise Incorrect(f"{where}: {written!r} is no time. Write RFC 3339 text with a zone, or epoch seconds.")


def _text(written: str, where: str) -> datetime:
    try:
        return datetime.fromisoformat(written.strip().upper())
    except ValueError as error:
        raise Incorrect(f"{where}: {written!r} is no RFC 3339 time ({error}). Write 2025-03-02T09:00:00Z.") from None


def _epoch(seconds: float, where: str) -> datetime:
    try:
        if math.isfinite(seconds):
            return EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        pass
    hint = "It looks like milliseconds: divide by 1000." if abs(seconds) > 1e11 else "Write RFC 3339 text with a zone."
    raise Incorrect(f"{where}: {seconds!r} is no time in epoch seconds within the years 1 to 9999. {hint}")


def read_zone(written: str, where: str) -> timezone:
    """The offset of "Z" or "+02:00". Raises Incorrect for anything else, names of zones included."""
    try:
        offset = datetime.fromisoformat(f"2025-01-01T00:00:00{written.strip().upper()}").utcoffset()
    except ValueError:
        offset = None
    if offset is None:
        raise Incorrect(
            f"{where}: {written!r} is no zone. Write Z or an offset such as +02:00; set it anew when it changes."
        )
    return timezone(offset)
