"""The application: the routes behind the door, the errors as answers, and the store closed at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from graphmem import __version__
from graphmem.doors.server.browser import AT, PATHS, browser_kit
from graphmem.doors.server.document import document
from graphmem.doors.server.door import Door, turned_away
from graphmem.doors.server.limits import Limits
from graphmem.doors.server.routes import Hall, add_routes
from graphmem.doors.server.store import Store
from graphmem.doors.server.telling import Counts
from graphmem.doors.server.tokens import Doorkeeper
from graphmem.errors import GraphmemError, Incorrect, NotFound
from graphmem.problems import narrowed

__all__ = ["application"]

DESCRIPTION = """\
Every verb of a memory is a POST with its parameters as JSON: questions and names stay out of URLs and their logs.
Times are RFC 3339 with a zone. A list comes by the page.
Errors are problem details (RFC 9457); `type` names the class.
"""


def application(
    store: Store, keeper: Doorkeeper, limits: Limits | None = None, stopping: Callable[[], bool] = lambda: False
) -> FastAPI:
    """The server's application over an open store, which it closes when it stops."""
    limits = limits or Limits()
    hall = Hall(store, limits, Counts(), stopping)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await anyio.to_thread.run_sync(store.close)

    app = FastAPI(
        title="graphmem", version=__version__, description=DESCRIPTION, docs_url=None, redoc_url=None,
        lifespan=lifespan, redirect_slashes=False,
        exception_handlers={GraphmemError: _answered, RequestValidationError: _invalid, HTTPException: _http},
    )  # fmt: skip
    routes = add_routes(app, hall)
    app.mount(AT, browser_kit())
    app.openapi = lambda: document(app)  # type: ignore[method-assign]  # FastAPI's own way to change the document
    app.add_middleware(Door, keeper=keeper, limits=limits, counts=hall.counts, routes=routes | PATHS)
    return app


async def _answered(_: Request, error: Exception) -> Response:
    assert isinstance(error, GraphmemError)  # noqa: S101 - what it is registered for
    return turned_away(error)


async def _invalid(_: Request, error: Exception) -> Response:
    """What is wrong with parameters, field by field."""
    assert isinstance(error, RequestValidationError)  # noqa: S101
    wrong = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
    return turned_away(Incorrect(f"{wrong}. Mend these fields (times: 2026-03-02T09:00:00Z)."))


async def _http(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: no such route, another method."""
    assert isinstance(error, HTTPException)  # noqa: S101
    if isinstance(error.__cause__, GraphmemError):  # reading the body raised it
        return turned_away(error.__cause__)
    headers = dict(error.headers or {})
    if error.status_code == 404:
        return turned_away(NotFound("there is nothing here. /openapi.json lists the routes."), headers)
    said = f"{request.method}: {error.detail}. /openapi.json says how each route is asked."
    return turned_away(narrowed(Incorrect(said), error.status_code), headers)
