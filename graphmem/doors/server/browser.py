"""The Browser kit, served: files that hold nothing of any memory, so that they need no token."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp

from graphmem.doors.kit import FILES, FIRST_TENANT, README, Kit

__all__ = ["AT", "PATHS", "browser_kit"]

AT = "/browser"
PATHS = frozenset({f"{AT}/", *(f"{AT}/{name}" for name in FILES)})
# Browser's crash reporter adds sentry-trace to whatever it fetches, so that even a plain GET asks for leave before.
ASKED = ("cache-control", "pragma", "sentry-trace", "baggage")


def browser_kit() -> ASGIApp:
    """An application that answers each file of the kit, its links to where it was asked for; README.md at its root."""
    files = Router([Route("/{name:path}", _file, methods=["GET"])])
    return CORSMiddleware(files, allow_origins=["*"], allow_methods=["GET"], allow_headers=ASKED)


async def _file(request: Request) -> Response:
    name = request.path_params["name"] or README
    if name not in FILES:
        raise HTTPException(404)
    kit = Kit(f"{request.base_url}{AT.strip('/')}", request.query_params.get("tenant", FIRST_TENANT))
    return Response(kit.file(name), media_type=FILES[name], headers={"Cache-Control": "no-cache"})
