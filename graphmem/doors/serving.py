"""Tools of a server: serve a store, make a token for it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from graphmem.doors.options import STORE, AsJson, Store
from graphmem.doors.output import dump
from graphmem.errors import Incorrect

__all__ = ["PORT", "serve", "token"]

PORT = 7690


def serve(
    *,
    store: Store = STORE,
    tokens: Annotated[
        str | None, typer.Option("--tokens", metavar="FILE", help="The file of tokens, as `graphmem token` makes it.")
    ] = None,
    no_tokens: Annotated[
        bool, typer.Option("--no-tokens", help="Let in whoever reaches it; on this machine's own address only.")
    ] = False,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="0 takes any free one.")] = PORT,
    predicates: Annotated[
        str | None, typer.Option("--predicates", metavar="FILE", help="A TOML file of predicates to add.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", envvar="GRAPHMEM_POLICY", metavar="FILE", help="A TOML file: what is kept, and how long."
        ),
    ] = None,
    body_bytes: Annotated[int, typer.Option("--body-bytes", min=1, help="The largest body.")] = 1_048_576,
    line_bytes: Annotated[int, typer.Option("--line-bytes", min=1, help="The longest line of a stream.")] = 8_388_608,
    rate: Annotated[float, typer.Option("--rate", min=0.001, help="Requests a second for each token.")] = 200.0,
    in_hand: Annotated[int, typer.Option("--in-hand", min=1, help="Requests answered at once.")] = 256,
    stop_s: Annotated[float, typer.Option("--stop-s", min=1, help="Seconds to finish in when it stops.")] = 30.0,
) -> None:
    """Serve a store over HTTP to many clients."""
    _need_server()
    from graphmem.doors.server.limits import Limits
    from graphmem.doors.server.run import keeper_of, listen
    from graphmem.doors.server.store import Store as Held

    keeper = keeper_of(tokens, no_tokens=no_tokens, host=host)
    limits = Limits(body_bytes=body_bytes, line_bytes=line_bytes, rate_per_s=rate, in_hand=in_hand, stop_s=stop_s)
    held = Held(store, None if predicates is None else Path(predicates), policy or None)
    listen(held, keeper, limits, host=host, port=port)


def token(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file of tokens; made if it is not there.")],
    *,
    tenant: Annotated[str, typer.Option("--tenant", metavar="NAME", help="Whose memory it opens.")],
    asker: Annotated[str | None, typer.Option("--asker", metavar="NAME", help='Whom "I" and "my" mean.')] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Its name in logs and limits. Default: the tenant.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token; the file keeps only its hash."""
    from graphmem.doors.server.tokens import issued

    made = issued(Path(file), name=name or tenant, tenant=tenant, asker=asker)
    typer.echo(dump({"token": made}) if as_json else made)


def _need_server() -> None:
    try:
        import fastapi  # noqa: F401
        import prometheus_client  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise Incorrect(f"the server needs {error.name}. Install it: pip install 'graphmem[server]'.") from error
