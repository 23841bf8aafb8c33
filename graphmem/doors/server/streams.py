"""Bodies that stream: read by a worker thread as they come, line by line bounded; progress goes out meanwhile."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from graphmem.doors.server.limits import Limits, idle_at_most, too_large
from graphmem.errors import GraphmemError, Incorrect, Unavailable
from graphmem.model import Value
from graphmem.problems import problem_of

__all__ = ["Body", "Streamed", "objects", "progressing"]

TELLS = 16  # lines of progress that may wait for a slow reader; further ones are left out


class Body(io.RawIOBase):
    """A request's body as a file that a worker thread reads; bytes are asked for when they are wanted.

    Raises Incorrect for a line over the limit (413) and when nothing comes for too long (408), Unavailable when the
    server is about to stop or the sender went away.
    """

    name = "body"

    def __init__(self, chunks: AsyncIterator[bytes], limits: Limits, stopping: Callable[[], bool]) -> None:
        self._chunks, self._limits, self._stopping = chunks, limits, stopping
        self._left = memoryview(b"")
        self._line = 0
        self._over = False

    def readable(self) -> bool:
        """It is read, never written."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Puts the bytes that are there into the buffer; waits for some if there are none. 0 at the end."""
        while not self._left:
            if self._over:
                raise too_large("a line", self._limits.line_bytes)
            chunk = anyio.from_thread.run(self._next)
            if chunk is None:
                return 0
            self._left = memoryview(chunk)[: self._fitting(chunk)]
        taken = min(len(buffer), len(self._left))
        buffer[:taken] = self._left[:taken]
        self._left = self._left[taken:]
        return taken

    async def _next(self) -> bytes | None:
        if self._stopping():
            raise Unavailable("the server is about to stop. What came before is written; send the rest again.")
        try:
            with idle_at_most(self._limits.idle_s):
                return await anext(self._chunks, None)
        except ClientDisconnect:
            raise Unavailable("the sender went away. What came before is written.") from None

    def _fitting(self, chunk: bytes) -> int:
        """How many bytes of a chunk may be read: up to the beginning of a line that is too long."""
        start = 0
        while True:
            end = chunk.find(b"\n", start)
            self._line += (len(chunk) if end < 0 else end) - start
            if self._line > self._limits.line_bytes:
                self._over = True
                return start
            if end < 0:
                return len(chunk)
            self._line, start = 0, end + 1


def objects(body: Body) -> Iterator[Any]:
    """The JSON value of each line. Raises Incorrect with its number for a line that is not JSON."""
    for number, line in enumerate(io.BufferedReader(body), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise Incorrect(f"body:{number}: not JSON ({error}). Each line is to be one object.") from None


async def progressing(
    work: Callable[[Callable[[int], None]], Value], limiter: Any, *, answer: str = "receipt"
) -> AsyncIterator[bytes]:
    """Lines of JSON while `work` goes on in a thread: `{"done": n}`, and at the end its answer or an error."""
    send, receive = anyio.create_memory_object_stream[dict[str, Any]](TELLS)
    done = 0

    def tell(number: int) -> None:
        nonlocal done
        done += number
        anyio.from_thread.run_sync(_offer, send, {"done": done})

    async def worked() -> None:
        async with send:
            try:
                found = await anyio.to_thread.run_sync(work, tell, limiter=limiter)
                last = {answer: found.model_dump(mode="json")}
            except GraphmemError as error:
                last = {"error": problem_of(error).model_dump(mode="json", exclude_none=True)}
            await send.send(last)

    async with anyio.create_task_group() as group:
        group.start_soon(worked)
        async with receive:
            async for line in receive:
                yield json.dumps(line, ensure_ascii=False).encode() + b"\n"


class Streamed(StreamingResponse):
    """An answer that streams while the request's body is still read: nobody else may listen for the body's parts."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - the route reads it
        """See starlette's StreamingResponse."""
        await self.stream_response(send)


def _offer(send: Any, line: dict[str, Any]) -> None:
    try:
        send.send_nowait(line)
    except (anyio.WouldBlock, anyio.BrokenResourceError):
        return
