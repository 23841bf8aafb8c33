"""A server that runs: listens, and on SIGTERM or Ctrl-C answers what is in hand, closes the store and ends."""

from __future__ import annotations

import ipaddress
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from graphmem.doors.server.app import application
from graphmem.doors.server.limits import Limits
from graphmem.doors.server.store import Store
from graphmem.doors.server.telling import LOG, log_to_stderr
from graphmem.doors.server.tokens import Anybody, Doorkeeper, read_tokens
from graphmem.errors import Incorrect, Unavailable

__all__ = ["Server", "keeper_of", "listen"]


class Server(uvicorn.Server):
    """uvicorn's server, which says that it is about to stop as soon as it is told to."""

    def __init__(self, store: Store, keeper: Doorkeeper, limits: Limits, *, host: str, port: int) -> None:
        self.stopping = False
        app = application(store, keeper, limits, lambda: self.stopping)
        super().__init__(
            uvicorn.Config(
                app, host=host, port=port, access_log=False, log_config=None, server_header=False, date_header=False,
                ws="none", lifespan="on", timeout_keep_alive=75, timeout_graceful_shutdown=round(limits.stop_s),
                h11_max_incomplete_event_size=65_536,
            )
        )  # fmt: skip

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """While it lasts, SIGTERM and Ctrl-C stop the server, and do no more: the process ends as it meant to."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """See uvicorn.Server.handle_exit."""
        self.stopping = True
        super().handle_exit(sig, frame)

    def bound(self) -> socket.socket:
        """The socket to listen on. Raises Unavailable where another listens, or nobody may."""
        family = socket.AF_INET6 if ":" in self.config.host else socket.AF_INET
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((self.config.host, self.config.port))
        except OSError as error:
            listening.close()
            where = f"{self.config.host}:{self.config.port}"
            raise Unavailable(
                f"{where} cannot be listened on ({error.strerror}). Choose another with --port."
            ) from error
        return listening


def keeper_of(tokens: str | None, *, no_tokens: bool, host: str) -> Doorkeeper:
    """Who lets requests in. Raises Incorrect where nobody said how, and for an open server that others can reach."""
    if tokens is not None and no_tokens:
        raise Incorrect("--tokens and --no-tokens were both given. Give one.")
    if tokens is not None:
        return read_tokens(Path(tokens))
    if not no_tokens:
        raise Incorrect("no tokens: make some with `graphmem token FILE --tenant NAME`, and give --tokens FILE.")
    if not _loopback(host):
        raise Incorrect(f"--no-tokens lets anybody read and write, and {host} is not this machine only. Use 127.0.0.1.")
    return Anybody()


def listen(store: Store, keeper: Doorkeeper, limits: Limits, *, host: str, port: int) -> None:
    """Serves until it is told to stop. Raises Unavailable if it cannot listen there."""
    server = Server(store, keeper, limits, host=host, port=port)
    with server.bound() as listening:
        log_to_stderr()
        LOG.info("listening", extra={"fields": {"host": host, "port": listening.getsockname()[1]}})
        server.run(sockets=[listening])
    LOG.info("stopped")


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
