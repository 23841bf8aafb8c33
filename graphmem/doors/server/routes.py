"""The routes: one a verb, made of the verb's own parameters and answer; the two that stream; and those of operation."""
# Annotations are evaluated here, not kept as text: FastAPI reads a route's types from them, and each verb has its own.

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin

import anyio
import anyio.to_thread
from fastapi import Body as InBody
from fastapi import Depends, FastAPI, Header, Query, Request
from fastapi.security import HTTPBearer
from pydantic import TypeAdapter
from starlette.responses import Response

from graphmem import __version__
from graphmem.doors.server.examples import BODIES, LINES
from graphmem.doors.server.limits import Limits
from graphmem.doors.server.store import Asking, Store
from graphmem.doors.server.streams import Body, Streamed, objects, progressing
from graphmem.doors.server.telling import Counts
from graphmem.errors import Conflict, Unavailable
from graphmem.model import Receipt, Reextraction, Value
from graphmem.problems import PROBLEM_JSON, Problem
from graphmem.verbs import READINGS, WRITINGS, Reading, Verb, Writing

__all__ = ["Hall", "Page", "Who", "add_routes"]

Item = TypeVar("Item")
NDJSON = "application/x-ndjson"
PAGE = 1_000
STATUSES = {
    400: "The request is wrong as it stands; `detail` says how to mend it.",
    401: "No token, or none that is known.",
    403: "Understood, and not allowed.",
    404: "Nothing of that name or id is stored for this tenant.",
    408: "Nothing came for too long; `receipt` says what was written before.",
    409: "The state of the store forbids it now.",
    413: "The body, or a line of it, is too large.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The store or the server cannot answer now; nothing is half written, the same request may be sent again.",
}
BEARER = HTTPBearer(auto_error=False, description="A token of the server's file; it says the tenant and who asks.")
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        description="The same key again gives the first answer, and writes nothing.",
    ),
]
After = Annotated[
    str | None,
    Header(
        alias="Graphmem-Bookmarks",
        description="Bookmarks of receipts, with commas: what is read is no older than what they wrote.",
    ),
]
Limit = Annotated[int, Query(ge=1, le=PAGE, description="The most items of this answer.")]
FORMAT = "The body's format, `jsonl` by default, one that `graphmem ingest` knows, or `auto` to have it told."
SESSION = "The session of turns that name none."
SAID_AT = "The time of turns that have none, or when a meeting began."
ZONE = "The zone of times that the format writes without one: `Europe/Berlin`, `+01:00`."
Cursor = Annotated[str | None, Query(description="`next` of the answer before.", max_length=64)]


class Page(Value, Generic[Item]):
    """A part of a list. `next` is the cursor of the part after it, null at the end."""

    items: tuple[Item, ...]
    next: str | None


class Again(Value):
    """What reading again is to do: write what has changed, or show it; read only what was not read yet."""

    apply: bool = False
    unread: bool = False


class Who(Value):
    """As whom the server knows the caller, and on what it stands."""

    tenant: str
    asker: str | None
    engine: str
    version: str


class Progress(Value):
    """One line of an answer that streams: how many turns are dealt with, and last what they came to, or an error."""

    done: int | None = None
    receipt: Receipt | None = None
    reextraction: Reextraction | None = None
    error: Problem | None = None


@dataclass
class Hall:
    """What the routes share: the store, the limits, the counts, and threads, for each kind of work its own."""

    store: Store
    limits: Limits
    counts: Counts
    stopping: Callable[[], bool]
    reads: anyio.CapacityLimiter = field(init=False)
    writes: anyio.CapacityLimiter = field(init=False)
    streams: anyio.CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        self.reads = anyio.CapacityLimiter(self.limits.threads)
        self.writes = anyio.CapacityLimiter(self.limits.threads)
        self.streams = anyio.CapacityLimiter(self.limits.streams)


def add_routes(app: FastAPI, hall: Hall) -> frozenset[str]:
    """Adds every route; gives their paths."""
    for reading in READINGS:
        _add_reading(app, hall, reading)
    for writing in WRITINGS:
        _add_writing(app, hall, writing)
    _add_ingest(app, hall)
    _add_remember_many(app, hall)
    _add_reextract(app, hall)
    _add_operation(app, hall)
    return frozenset(path for route in app.routes if (path := getattr(route, "path", None)))


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    content = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": STATUSES[status], "content": content} for status in statuses}


ALWAYS = (400, 401, 403, 404, 408, 409, 413, 429, 503)


def _documented(kind: type[Verb], answer: Any) -> dict[str, Any]:
    """What the OpenAPI document says of a verb's route."""
    return {
        "path": f"/v1/{kind.name()}",
        "operation_id": kind.name(),
        "summary": str(kind.__doc__),
        "responses": {200: {"model": answer, "description": "The answer."}, **_problems(*ALWAYS)},
        "dependencies": [Depends(BEARER)],
        "response_class": Response,
    }


def _example(kind: type[Verb]) -> Any:
    return InBody(openapi_examples={"one": {"value": BODIES[kind.name()]}})


def _add_reading(app: FastAPI, hall: Hall, kind: type[Reading[Any]]) -> None:
    gives = kind.gives()
    listed = get_origin(gives) is tuple
    adapter: TypeAdapter[Any] = TypeAdapter(get_args(gives)[0] if listed else gives)

    async def one(request: Request, verb: Annotated[kind, _example(kind)], after: After = None) -> Response:  # type: ignore[valid-type]
        def answered() -> bytes:
            return adapter.dump_json(_asking(hall, request, after).answer(verb))

        return _json(await anyio.to_thread.run_sync(answered, limiter=hall.reads))

    async def several(
        request: Request,
        verb: Annotated[kind, _example(kind)],  # type: ignore[valid-type]
        limit: Limit = PAGE,
        cursor: Cursor = None,
        after: After = None,
    ) -> Response:
        def answered() -> bytes:
            items: tuple[Any, ...] = _asking(hall, request, after).answer(verb)
            return paged([adapter.dump_json(item) for item in items], limit, cursor)

        return _json(await anyio.to_thread.run_sync(answered, limiter=hall.reads))

    shown = Page[get_args(gives)[0]] if listed else gives  # type: ignore[misc]
    documented = _documented(kind, shown)
    app.post(documented.pop("path"), **documented)(several if listed else one)


def paged(items: list[bytes], limit: int, cursor: str | None) -> bytes:
    """One part of a list, as JSON. A cursor is the digest of the last item before: it finds its place, or says so.

    Raises Conflict if that item is no longer in the list.
    """
    start = 0
    if cursor is not None:
        places = [place for place, item in enumerate(items) if _digest(item) == cursor]
        if not places:
            raise Conflict(
                "the list changed after the page before. Begin again without a cursor, or ask as of a known_at."
            )
        start = places[-1] + 1
    part = items[start : start + limit]
    more = start + limit < len(items)
    following = f'"{_digest(part[-1])}"'.encode() if more else b"null"
    return b'{"items":[' + b",".join(part) + b'],"next":' + following + b"}"


def _digest(item: bytes) -> str:
    return sha256(item).hexdigest()[:32]


def _add_writing(app: FastAPI, hall: Hall, kind: type[Writing[Any]]) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(kind.gives())

    async def endpoint(request: Request, verb: Annotated[kind, _example(kind)], key: Key = None) -> Response:  # type: ignore[valid-type]
        def answered() -> bytes:
            return adapter.dump_json(_asking(hall, request, key=key).carry_out(verb))

        return _json(await anyio.to_thread.run_sync(answered, limiter=hall.writes))

    documented = _documented(kind, kind.gives())
    app.post(documented.pop("path"), **documented)(endpoint)


def _streaming(name: str, summary: str, answers: dict[str, Any]) -> dict[str, Any]:
    """What the OpenAPI document says of a route whose body is lines of JSON."""
    lines = {"schema": {"type": "string"}, "examples": {"two": {"value": LINES[name]}}}
    answer = {"description": "The receipt.", "content": {kind: {"schema": _ref(of)} for kind, of in answers.items()}}
    return {
        "operation_id": name,
        "summary": summary,
        "openapi_extra": {"requestBody": {"required": True, "content": {NDJSON: lines}}},
        "responses": {200: answer, **_problems(*ALWAYS)},
        "dependencies": [Depends(BEARER)],
        "response_class": Response,
    }


def _ref(kind: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind}"}


def _add_ingest(app: FastAPI, hall: Hall) -> None:
    summary = "Takes turns in, one a line, as they come; with Accept: application/x-ndjson it tells how far it is."
    answers = {"application/json": "Receipt", NDJSON: "Progress"}

    @app.post("/v1/ingest", **_streaming("ingest", summary, answers))
    async def ingest(
        request: Request,
        key: Key = None,
        format: Annotated[str, Query(description=FORMAT, max_length=64)] = "jsonl",
        session: Annotated[str | None, Query(description=SESSION, max_length=512)] = None,
        said_at: Annotated[str | None, Query(description=SAID_AT, max_length=64)] = None,
        zone: Annotated[str | None, Query(description=ZONE, max_length=64)] = None,
    ) -> Response:
        raw = Body(aiter(request.stream()), hall.limits, hall.stopping)
        body: Any = raw if format == "jsonl" else io.BufferedReader(raw)  # other formats are told by a longer beginning
        given: dict[str, Any] = {
            "format": None if format == "auto" else format,
            "session": session,
            "said_at": said_at,
            "zone": zone,
        }

        def work(written: Callable[[int], None]) -> Receipt:
            def told(number: int) -> None:
                hall.counts.taken_in.inc(number)
                written(number)

            return _asking(hall, request, key=key, written=told).ingest(body, **given)

        if NDJSON in request.headers.get("accept", ""):
            return Streamed(progressing(work, hall.streams), media_type=NDJSON)
        receipt = await anyio.to_thread.run_sync(work, lambda _: None, limiter=hall.streams)
        return _json(receipt.model_dump_json().encode())


def _add_remember_many(app: FastAPI, hall: Hall) -> None:
    summary = "Records many structured statements, one a line; the receipt counts them."

    @app.post("/v1/remember_many", **_streaming("remember_many", summary, {"application/json": "Receipt"}))
    async def remember_many(
        request: Request,
        key: Key = None,
        first: Annotated[int, Query(ge=1, le=2**53, description="The number of the first line, for errors.")] = 1,
    ) -> Response:
        body = Body(aiter(request.stream()), hall.limits, hall.stopping)

        def work() -> bytes:
            asking = _asking(hall, request, key=key, first=first, written=hall.counts.taken_in.inc)
            return asking.remember_many(objects(body)).model_dump_json().encode()

        return _json(await anyio.to_thread.run_sync(work, limiter=hall.streams))


def _add_reextract(app: FastAPI, hall: Hall) -> None:
    content = {kind: {"schema": _ref(of)} for kind, of in ANSWERS_AGAIN.items()}

    @app.post(
        "/v1/reextract",
        operation_id="reextract",
        summary="Reads stored turns again, and shows or writes what that changes; NDJSON tells how far it is.",
        responses={200: {"description": "What it came to.", "content": content}, **_problems(*ALWAYS)},
        dependencies=[Depends(BEARER)],
        response_class=Response,
    )
    async def reextract(
        request: Request, again: Annotated[Again, InBody(openapi_examples={"one": {"value": BODIES["reextract"]}})]
    ) -> Response:
        def work(told: Callable[[int], None]) -> Reextraction:
            progress = _stopping(hall, told)
            return _asking(hall, request).reextract(apply=again.apply, unread=again.unread, progress=progress)

        if NDJSON in request.headers.get("accept", ""):
            return Streamed(progressing(work, hall.streams, answer="reextraction"), media_type=NDJSON)
        found = await anyio.to_thread.run_sync(work, lambda _: None, limiter=hall.streams)
        return _json(found.model_dump_json().encode())


ANSWERS_AGAIN = {"application/json": "Reextraction", NDJSON: "Progress"}


def _stopping(hall: Hall, told: Callable[[int], None]) -> Callable[[int, int | None], None]:
    """Progress as told to a server: by how much it went on. Raises Unavailable when the server is about to stop."""
    passed = 0

    def progress(done: int, _: int | None) -> None:
        nonlocal passed
        if hall.stopping():
            raise Unavailable("the server is about to stop. What was read again stands; ask again for the rest.")
        told(done - passed)
        passed = done

    return progress


def _add_operation(app: FastAPI, hall: Hall) -> None:
    @app.get(
        "/v1/principal",
        operation_id="principal",
        responses=_problems(401, 403, 429, 503),
        dependencies=[Depends(BEARER)],
    )
    async def principal(request: Request) -> Who:
        """As whom the server knows the caller."""
        known = request.scope["state"]["principal"]
        return Who(tenant=known.tenant, asker=known.asker, engine=hall.store.engine.name, version=__version__)

    @app.get("/healthz", response_class=Response, include_in_schema=False)
    async def healthz() -> Response:
        """That the process answers."""
        return Response("ok\n", media_type="text/plain")

    @app.get("/readyz", response_class=Response, include_in_schema=False)
    async def readyz() -> Response:
        """That the store answers and the server is not about to stop. Raises Unavailable if not."""
        if hall.stopping():
            raise Unavailable("the server is about to stop.")
        await anyio.to_thread.run_sync(hall.store.ready, limiter=hall.reads)
        return Response("ready\n", media_type="text/plain")

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    async def metrics() -> Response:
        """Counts for Prometheus."""
        return Response(hall.counts.exposition(), media_type="text/plain; version=0.0.4")


def _asking(
    hall: Hall,
    request: Request,
    after: str | None = None,
    *,
    key: str | None = None,
    first: int = 1,
    written: Callable[[int], None] = lambda _: None,
) -> Asking:
    bookmarks = [one for one in (after or "").split(",") if one.strip()]
    principal = request.scope["state"]["principal"]
    return Asking(hall.store, principal, after=bookmarks, key=key, first=first, written=written)


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")
