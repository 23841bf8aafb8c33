"""Instants as callers give them: aware datetimes, or RFC 3339 text with a zone; anything else is refused."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.errors import Incorrect
from graphmem.model import BEGINNING_US, FOREVER_US, to_us

__all__ = ["Instant", "instant_us", "moment"]

Instant = datetime | str


def moment(given: Instant, name: str) -> datetime:
    """The UTC datetime of what a caller gave as parameter `name`. Raises Incorrect for one without a zone."""
    parsed = given if isinstance(given, datetime) else _parsed(given, name)
    if parsed.tzinfo is None or parsed.utcoffset() is None:
        raise Incorrect(
            f"{name}={given!s} has no time zone. Give an aware datetime, or RFC 3339 text with a zone: "
            f"{parsed:%Y-%m-%dT%H:%M:%S}Z."
        )
    utc = parsed.astimezone(UTC)
    if not BEGINNING_US < to_us(utc) < FOREVER_US:
        raise Incorrect(f"{name}={given!s} is outside the years 1 to 9999. Leave it out for an unknown or open end.")
    return utc


def _parsed(given: object, name: str) -> datetime:
    if not isinstance(given, str):
        raise Incorrect(f"{name}={given!r} is a {type(given).__name__}. Give an aware datetime or RFC 3339 text.")
    try:
        return datetime.fromisoformat(given.strip())
    except ValueError as error:
        raise Incorrect(
            f"{name}={given!r} is not RFC 3339 ({error}). Write it as 2026-03-02T09:00:00Z, with a zone."
        ) from error


def instant_us(given: Instant, name: str) -> int:
    """The same in epoch microseconds."""
    return to_us(moment(given, name))
