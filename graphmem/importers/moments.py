"""Times as transcripts write them: RFC 3339 text, epoch seconds, aware datetimes, and local ones with their zone."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphmem.errors import Incorrect
from graphmem.model import EPOCH

__all__ = ["local_moment", "named_zone", "read_moment", "read_zone"]

ZONES = "Add one: 2025-03-02T09:00:00Z, or 2025-03-02T10:00:00+01:00."


def read_moment(written: Any, where: str) -> datetime:
    """The instant, in its own zone. Raises Incorrect for a time without a zone, and for what is no time."""
    moment = _written(written, where)
    offset = moment.utcoffset()
    if moment.tzinfo is None or offset is None:
        raise Incorrect(f"{where}: the time {str(written)!r} has no zone. {ZONES}")
    try:
        moment.astimezone(UTC)
    except OverflowError:
        raise Incorrect(f"{where}: the time {str(written)!r} lies outside the years 1 to 9999 in UTC.") from None
    return moment.replace(tzinfo=timezone(offset) if offset else UTC, fold=0)


def local_moment(local: datetime, zone: tzinfo | None, where: str) -> datetime:
    """The instant of a time without a zone, which is one of `zone`. Raises Incorrect where that is not given.

    Of an hour that comes twice, when clocks are put back, it is the first.
    """
    if zone is None:
        raise Incorrect(
            f"{where}: the time '{local:%Y-%m-%d %H:%M}' has no zone, and the format writes none. "
            "Pass the one it was written in: zone='Europe/Berlin' or zone='+01:00' (--zone)."
        )
    return read_moment(local.replace(tzinfo=zone), where)


def named_zone(written: str | tzinfo | None) -> tzinfo | None:
    """The zone of "Europe/Berlin", "Z" or "+02:00". Raises Incorrect for anything else."""
    if written is None or isinstance(written, tzinfo):
        return written
    if re.fullmatch(r"[Zz]|[+-]\d\d:?\d\d", written.strip()):
        return read_zone(written, "zone")
    try:
        return ZoneInfo(written.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Incorrect(
            f"zone={written!r} is no zone that this machine knows. Give a name such as Europe/Berlin, Z or an offset "
            "such as +02:00; without a system's list of names, `pip install tzdata` brings one."
        ) from None


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
