"""Every error graphmem raises on purpose; the kind says whose turn it is.

    GraphmemError
    ├── Incorrect     the caller: the request is wrong as it stands           (HTTP 400, exit 2)
    ├── Refused       the policy: understood, and not allowed                 (HTTP 403, exit 3)
    ├── NotFound      the caller: nothing of that name or id is stored here   (HTTP 404, exit 4)
    ├── Conflict      the caller: the state of the store forbids it now       (HTTP 409, exit 5)
    └── Unavailable   try again: the store cannot be reached or written       (HTTP 503, exit 6)

A message says what was asked, what was found and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphmem.model import Receipt

__all__ = ["Conflict", "GraphmemError", "Incorrect", "NotFound", "Refused", "Unavailable"]


class GraphmemError(Exception):
    """Root of the tree. `receipt` says what was written before the error, when something was.

    `http_status` of one error may be narrower than its class's; `retry_after_s` is when to try again, where known.
    """

    http_status = 500
    exit_code = 1
    retry_after_s: float | None = None

    def __init__(self, message: str, *, receipt: Receipt | None = None) -> None:
        super().__init__(message)
        self.receipt = receipt


class Incorrect(GraphmemError):
    """The request is wrong as it stands; the message says how to mend it."""

    http_status = 400
    exit_code = 2


class Refused(GraphmemError):
    """The request is understood and not allowed."""

    http_status = 403
    exit_code = 3


class NotFound(GraphmemError):
    """Nothing of that name or id is stored for this tenant."""

    http_status = 404
    exit_code = 4


class Conflict(GraphmemError):
    """The state of the store forbids it now: another process holds it, its version is newer, a clock steps back."""

    http_status = 409
    exit_code = 5


class Unavailable(GraphmemError):
    """The store cannot be reached or written; nothing is half written, the same call may be tried again."""

    http_status = 503
    exit_code = 6
