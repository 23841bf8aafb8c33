"""What every request passes before its route: who asks, how often, how much at once; and what is told of it after."""

from __future__ import annotations

import math
import secrets
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.doors.server.browser import PATHS as KIT
from graphmem.doors.server.limits import Crowd, Limits, Rates, idle_at_most, too_large
from graphmem.doors.server.telling import LOG, Counts
from graphmem.doors.server.tokens import Doorkeeper
from graphmem.errors import GraphmemError
from graphmem.problems import PROBLEM_JSON, problem_of

__all__ = ["OPEN", "STREAMS", "Door", "turned_away"]

OPEN = frozenset({"/healthz", "/readyz", "/metrics", "/openapi.json", *KIT})
FAILED = "the server failed on this request. Its log says where, by the id in Graphmem-Request."
STREAMS = frozenset({"/v1/ingest", "/v1/remember_many"})


def turned_away(error: GraphmemError, headers: dict[str, str] | None = None) -> Response:
    """The answer that says why not, and when to try again."""
    given = dict(headers or {})
    if error.http_status == HTTPStatus.UNAUTHORIZED:
        given["WWW-Authenticate"] = "Bearer"
    wait = error.retry_after_s or (1 if error.http_status == HTTPStatus.SERVICE_UNAVAILABLE else None)
    if wait is not None:
        given["Retry-After"] = str(max(1, math.ceil(wait)))
    body = problem_of(error).model_dump_json(exclude_none=True)
    return Response(body, status_code=error.http_status, headers=given, media_type=PROBLEM_JSON)


@dataclass(slots=True)
class Told:
    """What is known of one request when it is done."""

    route: str
    principal: str = "-"
    status: int = 0
    sent_bytes: int = 0


class Door:
    """The application behind it is reached by those who may, within the limits. Pure ASGI: bodies are not read here."""

    def __init__(
        self, app: ASGIApp, *, keeper: Doorkeeper, limits: Limits, counts: Counts, routes: frozenset[str]
    ) -> None:
        self._app, self._keeper, self._limits, self._counts, self._routes = app, keeper, limits, counts, routes
        self._rates = Rates(limits.rate_per_s)
        self._crowd = Crowd(limits.in_hand)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, counted and logged."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, own_id = time.perf_counter(), secrets.token_hex(8)
        path: str = scope["path"]
        told = Told(path if path in self._routes else "other")
        self._counts.in_hand.inc()
        try:
            await self._admitted(scope, receive, _watched(send, told, own_id), told)
        finally:
            self._counts.in_hand.dec()
            self._tell(told, own_id, time.perf_counter() - started)

    async def _admitted(self, scope: Scope, receive: Receive, send: Send, told: Told) -> None:
        headers = Headers(scope=scope)
        try:
            if scope["path"] in OPEN:
                await self._app(scope, receive, send)
                return
            principal = self._keeper.principal(headers)
            told.principal = principal.name
            self._rates.take(principal.name)
            scope.setdefault("state", {})["principal"] = principal
            with self._crowd.entered():
                await self._app(scope, self._bounded(scope["path"], headers, receive), send)
        except GraphmemError as error:
            await turned_away(error)(scope, receive, send)
        except Exception as error:
            if told.status:  # the answer has begun: it can only be broken off
                raise
            LOG.error("failed", exc_info=error)
            await turned_away(GraphmemError(FAILED))(scope, receive, send)

    def _bounded(self, path: str, headers: Headers, receive: Receive) -> Receive:
        """The body, bounded in size where it is read whole. Raises Incorrect (413)."""
        if path in STREAMS:
            return receive
        most = self._limits.body_bytes
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > most:
            raise too_large("the body", most)
        size, more = 0, True

        async def received() -> Message:
            nonlocal size, more
            with idle_at_most(self._limits.idle_s if more else math.inf):
                message = await receive()
            size, more = size + len(message.get("body", b"")), bool(message.get("more_body"))
            if size > most:
                raise too_large("the body", most)
            return message

        return received

    def _tell(self, told: Told, own_id: str, seconds: float) -> None:
        self._counts.requests.labels(told.route, str(told.status)).inc()
        self._counts.seconds.labels(told.route).observe(seconds)
        fields: dict[str, Any] = {
            "id": own_id, "route": told.route, "status": told.status, "ms": round(seconds * 1000, 2),
            "principal": told.principal, "sent_bytes": told.sent_bytes,
        }  # fmt: skip
        LOG.info("request", extra={"fields": fields})


def _watched(send: Send, told: Told, own_id: str) -> Send:
    """Sends on, and notes the status and the size."""

    async def watched(message: Message) -> None:
        if message["type"] == "http.response.start":
            told.status = message["status"]
            MutableHeaders(scope=message)["Graphmem-Request"] = own_id
        told.sent_bytes += len(message.get("body", b""))
        await send(message)

    return watched
