"""Errors as HTTP tells them, problem details (RFC 9457): the server writes them, the clients raise them again."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from graphmem.errors import Conflict, GraphmemError, Incorrect, NotFound, Refused, Unavailable
from graphmem.model import Receipt, Value

__all__ = ["PROBLEM_JSON", "Problem", "narrowed", "problem_of", "raised"]

PROBLEM_JSON = "application/problem+json"
URN = "urn:graphmem:error:"
KINDS: Mapping[str, type[GraphmemError]] = {
    f"{URN}{kind.__name__}": kind for kind in (GraphmemError, Incorrect, Refused, NotFound, Conflict, Unavailable)
}
BY_STATUS: Mapping[int, type[GraphmemError]] = {
    401: Refused,
    403: Refused,
    404: NotFound,
    409: Conflict,
    429: Unavailable,
}


class Problem(Value):
    """What went wrong: `type` names the class of error, `detail` is its message, `receipt` what was written before."""

    type: str
    title: str
    status: int
    detail: str
    receipt: Receipt | None = None


def narrowed(error: GraphmemError, status: int, retry_after_s: float | None = None) -> GraphmemError:
    """The error with an HTTP status of its own, narrower than its class's."""
    error.http_status = status
    error.retry_after_s = retry_after_s
    return error


def problem_of(error: GraphmemError) -> Problem:
    """An error as it is told over HTTP."""
    title = type(error).__name__
    return Problem(
        type=f"{URN}{title}", title=title, status=error.http_status, detail=str(error), receipt=error.receipt
    )


def raised(status: int, body: str | bytes, retry_after_s: float | None = None) -> GraphmemError:
    """The error that an answer stands for: of the class its problem names; of the status's, if a stranger answered."""
    try:
        problem = Problem.model_validate_json(body)
    except ValidationError:
        kind = BY_STATUS.get(status, Incorrect if status < 500 else Unavailable)
        said = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
        what = f"HTTP {status}, and not from a graphmem server: {said[:200]!r}. See what stands between."
        return narrowed(kind(what), status, retry_after_s)
    error = KINDS.get(problem.type, GraphmemError)(problem.detail, receipt=problem.receipt)
    return narrowed(error, status, retry_after_s)
