"""What a server says of itself: one JSON line a request on stderr, and counts for Prometheus. Never what was said."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["LOG", "Counts", "JsonLines", "log_to_stderr", "where_of"]

LOG = logging.getLogger("graphmem.server")
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class JsonLines(logging.Formatter):
    """A record as one line of JSON: `fields` of ours; of other loggers the message without its arguments."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter.format."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = getattr(record, "fields", None) or {"logger": record.name}
        said = {"at": at, "level": record.levelname.lower(), "event": str(record.msg), **fields}
        if record.exc_info and record.exc_info[1] is not None:
            said["error"] = where_of(record.exc_info[1])
        return json.dumps(said, ensure_ascii=False)


def where_of(error: BaseException) -> str:
    """The class of an error and the lines it came through, without its message: that may hold somebody's words."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return f"{type(error).__name__} at " + " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))


def log_to_stderr() -> None:
    """Sends our lines, and what uvicorn has to say, to stderr as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("graphmem.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if logger is LOG else logging.WARNING)


class Counts:
    """The metrics of one server: by route and status, never by tenant."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("graphmem_requests", "Requests answered.", ["route", "status"], registry=self.registry)
        self.seconds = Histogram(
            "graphmem_request_seconds", "Time to the end of the answer.", ["route"], buckets=BUCKETS,
            registry=self.registry,
        )  # fmt: skip
        self.in_hand = Gauge("graphmem_requests_in_hand", "Requests not answered yet.", registry=self.registry)
        self.taken_in = Counter(
            "graphmem_turns_or_statements", "Taken in by ingest and remember_many.", registry=self.registry
        )

    def exposition(self) -> bytes:
        """The metrics as Prometheus reads them."""
        return generate_latest(self.registry)
