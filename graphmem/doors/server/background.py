"""A server beside its callers in one process, for tests and examples."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.doors.server.limits import Limits
from graphmem.doors.server.run import Server
from graphmem.doors.server.store import Store
from graphmem.doors.server.tokens import Anybody, Doorkeeper

__all__ = ["serving"]

POLL_S = 0.005


@contextmanager
def serving(store: str, keeper: Doorkeeper | None = None, limits: Limits | None = None) -> Iterator[str]:
    """The address of a server over a store, on a free port of this machine, as long as the block lasts.

    Without a doorkeeper it takes the tenant that is named. Raises as Memory does.
    """
    server = Server(Store(store), keeper or Anybody(), limits or Limits(), host="127.0.0.1", port=0)
    with server.bound() as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(POLL_S)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
