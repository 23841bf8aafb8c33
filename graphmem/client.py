"""Client and AsyncClient: the verbs of a memory that a server holds, with the same types and the same errors."""

from __future__ import annotations

import asyncio
import os
import random
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any, Generic, Self, TypeVar, cast, get_args, get_origin
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import to_json

from graphmem.bulk import Batch, batches
from graphmem.errors import Conflict, GraphmemError, Incorrect, Unavailable
from graphmem.faces import AsyncFace, Face
from graphmem.gate.redact import clean
from graphmem.model import Episode, Erasure, Receipt, Reextraction
from graphmem.problems import raised
from graphmem.rereading import Asked
from graphmem.verbs import Reading, Remember, Verb, Writing

__all__ = ["AsyncClient", "Client", "is_server_url"]

Result = TypeVar("Result")
Item = TypeVar("Item")
Answer = TypeVar("Answer", Receipt, Erasure)
_JSON = {"Content-Type": "application/json"}
TIMEOUT_S = 30.0
CONNECT_S = 5.0
RETRIES = 4
AGAIN = frozenset({429, 502, 503, 504})
LONGEST_WAIT_S = 10.0
BOOKMARKS = 16  # of the last writes; servers behind a balancer wait for them before they read
NDJSON = "application/x-ndjson"
MOVED = 3  # how often a list that changed between its pages is read from the start


def is_server_url(url: str) -> bool:
    """Whether a store is named by the URL of a server."""
    return urlsplit(url).scheme in {"http", "https"}


@dataclass(frozen=True, slots=True)
class Sent:
    """One request: safe to send again, for what writes carries a key."""

    path: str
    content: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)


class _Speaking:
    """What both clients share: how verbs become requests, and answers become values. Touches no network."""

    def __init__(
        self,
        url: str,
        *,
        tenant: str | None,
        asker: str | None,
        token: str | None,
        timeout_s: float,
        retries: int,
        bookmarks: Sequence[str],
    ) -> None:
        if not is_server_url(url):
            raise Incorrect(f"{url!r} is no server. Give http://HOST:PORT, or open the store itself with Memory.")
        own = os.environ.get("GRAPHMEM_TOKEN") if token is None else token
        self.url = url.rstrip("/")
        self.asker = asker
        self._tenant = tenant
        self._retries = retries
        self._bookmarks = tuple(bookmarks)
        self._who: dict[str, Any] = {}
        self._settings: dict[str, Any] = {
            "base_url": self.url,
            "headers": _headers(tenant, asker, own),
            "timeout": httpx.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s)),
            "limits": httpx.Limits(max_connections=None, max_keepalive_connections=100, keepalive_expiry=60),
        }

    def _now(self) -> datetime:
        return datetime.now(UTC)

    def _batches(self, statements: Iterable[Mapping[str, Any]]) -> Iterator[Batch[Remember]]:
        return batches(statements, lambda given: Remember(**given))

    def _after(self) -> dict[str, str]:
        return {"Graphmem-Bookmarks": ",".join(self._bookmarks)} if self._bookmarks else {}

    def _asked(self, verb: Reading[Any], cursor: str | None = None) -> Sent:
        where = {} if cursor is None else {"cursor": cursor}
        return Sent(f"/v1/{verb.name()}", _body(verb), {**_JSON, **self._after()}, where)

    def _told(self, verb: Writing[Any], key: str | None) -> Sent:
        return Sent(f"/v1/{verb.name()}", _body(verb), {**_JSON, "Idempotency-Key": key or _new_key()})

    def _chunk(self, chunk: Sequence[Episode]) -> Sent:
        lines = b"".join(_json(episode.model_dump(exclude_none=True)) + b"\n" for episode in chunk)
        return Sent("/v1/ingest", lines, {"Content-Type": NDJSON, "Idempotency-Key": _new_key()})

    def _batch(self, batch: Batch[Remember]) -> Sent:
        key = {} if batch.call is None else {"idempotency_key": batch.call}
        lines = b"".join(_json({**_given(said), **key}) + b"\n" for said in batch.said)
        headers = {"Content-Type": NDJSON, "Idempotency-Key": _new_key()}
        return Sent("/v1/remember_many", lines, headers, {"first": str(batch.first)})

    def _again(self, asked: Asked) -> Sent:
        return Sent("/v1/reextract", _json({"apply": asked.apply, "unread": asked.unread}), {**_JSON, "Accept": NDJSON})

    def _broken_off(self) -> Unavailable:
        return Unavailable(f"{self.url} broke off its answer. What it wrote stands; ask again for the rest.")

    def _received(self, content: bytes) -> Receipt:
        receipt: Receipt = _decoded(Receipt, content)
        return self._wrote(receipt)

    def _wrote(self, answer: Answer) -> Answer:
        self._bookmarks = (*self._bookmarks, *answer.bookmarks)[-BOOKMARKS:]  # made anew: threads share a client
        return answer

    def _fails(self, error: httpx.HTTPError) -> Unavailable:
        what = str(error) or type(error).__name__
        unanswered = Unavailable(f"{self.url} did not answer: {what}. See that a server runs there, then try again.")
        unanswered.__cause__ = error
        return unanswered


class Client(_Speaking, Face):
    """The memory that a server holds: `Client("http://127.0.0.1:7690", token=...)` in the place of `Memory(...)`.

    `token` says whose memory it is and who asks; by default it is $GRAPHMEM_TOKEN. A server without tokens takes
    `tenant` and `asker`. Calls that fail on the way, or are turned away for a time, are sent again, `retries` times:
    what writes carries a key, so that it is done once. `bookmarks` are those of receipts that reads must have seen.
    It may be shared by threads, which share its connections. Raises as Memory does, and Unavailable without an answer.
    """

    def __init__(
        self,
        url: str,
        *,
        tenant: str | None = None,
        asker: str | None = None,
        token: str | None = None,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        bookmarks: Sequence[str] = (),
    ) -> None:
        super().__init__(
            url, tenant=tenant, asker=asker, token=token, timeout_s=timeout_s, retries=retries, bookmarks=bookmarks
        )
        self._http = httpx.Client(**self._settings)

    @property
    def tenant(self) -> str:
        """Whose memory it is: as given, else as the server says of the token."""
        return self._tenant or str(self._principal()["tenant"])

    @property
    def engine(self) -> str:
        """Which engine holds the memory: "embedded" or "neo4j"."""
        return str(self._principal()["engine"])

    def close(self) -> None:
        """Lets the connections go. A closed client refuses every verb."""
        self._http.close()

    def _principal(self) -> dict[str, Any]:
        if not self._who:
            self._who = _decoded(dict[str, Any], self._answered("GET", Sent("/v1/principal", b"")))
        return self._who

    def _read(self, verb: Reading[Result]) -> Result:
        if not _listed(verb):
            return _result(verb, self._answered("POST", self._asked(verb)))
        for attempt in range(1, MOVED + 1):
            try:
                return self._pages(verb)
            except Conflict:
                if attempt == MOVED:
                    raise
        raise AssertionError("the loop returns or raises")

    def _pages(self, verb: Reading[Result]) -> Result:
        items, cursor = list[Any](), None
        while True:
            page = _page(verb, self._answered("POST", self._asked(verb, cursor)))
            items += page.items
            if page.next is None:
                return tuple(items)  # type: ignore[return-value]  # `_listed`: its answer is a tuple
            cursor = page.next

    def _write(self, verb: Writing[Answer], key: str | None = None) -> Answer:
        return self._wrote(_result(verb, self._answered("POST", self._told(verb, key))))

    def _take_in(self, chunk: Sequence[Episode]) -> Receipt:
        return self._received(self._answered("POST", self._chunk(chunk)))

    def _take_batch(self, batch: Batch[Remember]) -> Receipt:
        return self._received(self._answered("POST", self._batch(batch)))

    def _answered(self, method: str, sent: Sent) -> bytes:
        """The body of the answer; sent again after what passes. Raises the error that the server tells."""
        for wait_s in [*_waits(self._retries), None]:
            try:
                error = _told_error(response := self._http.request(method, **_parts(sent)))
            except httpx.HTTPError as failure:
                error = self._fails(failure)
            if error is None:
                return response.content
            if wait_s is None or not _passes(error):
                raise error
            time.sleep(max(wait_s, min(error.retry_after_s or 0, LONGEST_WAIT_S)))
        raise AssertionError("the loop returns or raises")

    def _reextract(self, asked: Asked) -> Reextraction:
        try:
            with self._http.stream("POST", **_parts(self._again(asked))) as response:
                if response.status_code >= 400:
                    response.read()
                    raise cast("GraphmemError", _told_error(response))
                for line in response.iter_lines():
                    if (found := _told_line(line, asked)) is not None:
                        return found
        except httpx.HTTPError as failure:
            raise self._fails(failure) from failure
        raise self._broken_off()


class AsyncClient(_Speaking, AsyncFace):
    """The same verbs, awaited: `async with AsyncClient("http://127.0.0.1:7690", token=...) as memory`."""

    def __init__(
        self,
        url: str,
        *,
        tenant: str | None = None,
        asker: str | None = None,
        token: str | None = None,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        bookmarks: Sequence[str] = (),
    ) -> None:
        super().__init__(
            url, tenant=tenant, asker=asker, token=token, timeout_s=timeout_s, retries=retries, bookmarks=bookmarks
        )
        self._http = httpx.AsyncClient(**self._settings)

    @property
    def tenant(self) -> str:
        """Whose memory it is: as given, else as the server says of the token, once it was opened."""
        if not self._tenant and not self._who:
            raise Incorrect("this client is not open. Use `async with AsyncClient(url, token=...)`, or await open().")
        return self._tenant or str(self._who["tenant"])

    @property
    def engine(self) -> str:
        """Which engine holds the memory: "embedded" or "neo4j"."""
        if not self._who:
            raise Incorrect("this client is not open. Use `async with AsyncClient(url, token=...)`, or await open().")
        return str(self._who["engine"])

    async def open(self) -> Self:
        """Asks the server as whom it knows the caller; `async with` does it. Raises Refused for nobody known."""
        self._who = _decoded(dict[str, Any], await self._answered("GET", Sent("/v1/principal", b"")))
        return self

    async def close(self) -> None:
        """Lets the connections go."""
        await self._http.aclose()

    async def _read(self, verb: Reading[Result]) -> Result:
        if not _listed(verb):
            return _result(verb, await self._answered("POST", self._asked(verb)))
        for attempt in range(1, MOVED + 1):
            try:
                return await self._pages(verb)
            except Conflict:
                if attempt == MOVED:
                    raise
        raise AssertionError("the loop returns or raises")

    async def _pages(self, verb: Reading[Result]) -> Result:
        items, cursor = list[Any](), None
        while True:
            page = _page(verb, await self._answered("POST", self._asked(verb, cursor)))
            items += page.items
            if page.next is None:
                return tuple(items)  # type: ignore[return-value]  # `_listed`: its answer is a tuple
            cursor = page.next

    async def _write(self, verb: Writing[Answer], key: str | None = None) -> Answer:
        return self._wrote(_result(verb, await self._answered("POST", self._told(verb, key))))

    async def _take_in(self, chunk: Sequence[Episode]) -> Receipt:
        return self._received(await self._answered("POST", self._chunk(chunk)))

    async def _take_batch(self, batch: Batch[Remember]) -> Receipt:
        return self._received(await self._answered("POST", self._batch(batch)))

    async def _answered(self, method: str, sent: Sent) -> bytes:
        """The body of the answer; sent again after what passes. Raises the error that the server tells."""
        for wait_s in [*_waits(self._retries), None]:
            try:
                error = _told_error(response := await self._http.request(method, **_parts(sent)))
            except httpx.HTTPError as failure:
                error = self._fails(failure)
            if error is None:
                return response.content
            if wait_s is None or not _passes(error):
                raise error
            await asyncio.sleep(max(wait_s, min(error.retry_after_s or 0, LONGEST_WAIT_S)))
        raise AssertionError("the loop returns or raises")

    async def _reextract(self, asked: Asked) -> Reextraction:
        try:
            async with self._http.stream("POST", **_parts(self._again(asked))) as response:
                if response.status_code >= 400:
                    await response.aread()
                    raise cast("GraphmemError", _told_error(response))
                async for line in response.aiter_lines():
                    if (found := _told_line(line, asked)) is not None:
                        return found
        except httpx.HTTPError as failure:
            raise self._fails(failure) from failure
        raise self._broken_off()


class _Page(BaseModel, Generic[Item]):
    """A part of a list, as the server gives it."""

    items: tuple[Item, ...]
    next: str | None


def _headers(tenant: str | None, asker: str | None, token: str | None) -> dict[str, str]:
    """Who asks. Names are percent-encoded: they may be written in any script."""
    given = {
        "Graphmem-Tenant": None if tenant is None else quote(tenant, safe=""),
        "Graphmem-Asker": None if asker is None else quote(asker, safe=""),
        "Authorization": None if not token else f"Bearer {token}",
        "Accept": "application/json",
    }
    return {name: value for name, value in given.items() if value is not None}


def _new_key() -> str:
    return uuid.uuid4().hex


def _given(verb: Verb) -> dict[str, Any]:
    """The parameters that are not left out."""
    return {one.name: value for one in fields(verb) if (value := getattr(verb, one.name)) is not None}


def _body(verb: Verb) -> bytes:
    return _json(_given(verb))


def _json(given: Mapping[str, Any]) -> bytes:
    """The fields as JSON; what no store holds (NUL, lone surrogates) is replaced here as a store would."""
    return to_json({name: clean(value) if isinstance(value, str) else value for name, value in given.items()})


def _parts(sent: Sent) -> dict[str, Any]:
    return {"url": sent.path, "content": sent.content, "headers": sent.headers, "params": sent.parameters}


def _listed(verb: Reading[Any]) -> bool:
    """Whether its answer is a list, which comes by the page."""
    return get_origin(verb.gives()) is tuple


def _page(verb: Reading[Any], content: bytes) -> Any:
    return _decoded(_Page[get_args(verb.gives())[0]], content)  # type: ignore[misc]


def _result(verb: Reading[Result] | Writing[Result], content: bytes) -> Result:  # type: ignore[type-var]
    return cast("Result", _decoded(verb.gives(), content))


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _decoded(kind: Any, content: bytes) -> Any:
    try:
        return _adapter(kind).validate_json(content)
    except ValidationError as error:
        raise Unavailable(
            f"the answer is not one of this version's: {error.error_count()} fields differ. "
            "See that the server and the client are of one version of graphmem."
        ) from error


def _told_error(response: httpx.Response) -> GraphmemError | None:
    """The error that an answer tells, None for a good one."""
    if response.status_code < 400:
        return None
    wait = response.headers.get("Retry-After", "")
    return raised(response.status_code, response.content, float(wait) if wait.isdigit() else None)


def _told_line(line: str, asked: Asked) -> Reextraction | None:
    """What a line of an answer that streams brings: progress, the end, or the error that it tells."""
    told = _decoded(dict[str, Any], line.encode())
    if "error" in told:
        raise raised(int(told["error"]["status"]), _json(told["error"]))
    if "reextraction" in told:
        return cast("Reextraction", _decoded(Reextraction, _json(told["reextraction"])))
    if asked.progress is not None:
        asked.progress(int(told["done"]), None)
    return None


def _passes(error: GraphmemError) -> bool:
    """Whether the same request may be answered later: no answer came, or one that asks for patience."""
    return isinstance(error, Unavailable) and error.http_status in AGAIN


def _waits(retries: int) -> list[float]:
    """How long to wait before each further try: doubled, and scattered so that clients do not come together."""
    return [0.1 * 2**number * random.uniform(0.5, 1.5) for number in range(retries)]  # noqa: S311 - no secret
