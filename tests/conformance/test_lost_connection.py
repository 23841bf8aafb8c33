"""A connection that breaks: the call is tried again, then says so; nothing is half written, and calls go on after."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from graphmem import Memory, Unavailable

from .conftest import PREDICATES, Clock

pytestmark = pytest.mark.neo4j


class Wire:
    """A line to the real server that can be cut and mended: it passes bytes on, both ways."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._open = list[socket.socket]()
        self._listener: socket.socket | None = None
        self.port = 0

    def mend(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        assert self._listener is not None
        for end in (self._listener, *self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._server)
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := one.recv(65536):
            other.sendall(piece)
        other.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wire(neo4j_url: str) -> Iterator[Wire]:
    parts = urlsplit(neo4j_url)
    line = Wire(parts.hostname or "127.0.0.1", parts.port or 7687)
    line.mend()
    yield line
    line.cut()


def test_a_lost_connection_is_unavailable_and_the_next_write_comes_through(
    wire: Wire, tenant: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.store.engines.neo4j.RETRY_S", 1.0)
    with Memory(f"bolt://127.0.0.1:{wire.port}", tenant=tenant, clock=clock, predicates=PREDICATES) as memory:
        memory.remember("Ada Holm", "dwells_in", "Ghent")
        wire.cut()
        with pytest.raises(Unavailable, match="try again"):
            memory.remember("Ben Frost", "dwells_in", "Turku")
        with pytest.raises(Unavailable, match="try again"):
            memory.facts("Ada Holm")
        wire.mend()
        assert memory.facts("Ben Frost") == ()
        memory.remember("Ben Frost", "dwells_in", "Turku")
        assert [fact.fact for fact in memory.facts("Ben Frost")] == ["Ben Frost dwells in Turku"]
