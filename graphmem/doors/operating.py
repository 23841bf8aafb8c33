"""Tools around the memory: demo, doctor, extract, browser-kit, version."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from graphmem import __version__
from graphmem.doors.options import STORE, AsJson, Store
from graphmem.doors.output import answer, dump, show
from graphmem.errors import Unavailable

__all__ = ["browser_kit", "demo", "doctor", "extract", "version"]

DemoStore = Annotated[
    str | None, typer.Option("--store", metavar="URL", help="Where to write. Default: .demo/memory.db, emptied first.")
]
DemoTenant = Annotated[str, typer.Option("--tenant", metavar="NAME", help="Whose memory the examples become.")]
OneTenant = Annotated[
    str | None,
    typer.Option("--tenant", envvar="GRAPHMEM_TENANT", metavar="NAME", help="Look at one tenant only. Default: all."),
]
Rebuild = Annotated[
    bool, typer.Option("--rebuild-index", help="Make missing indexes and the full-text index anew, then stop.")
]


def browser_kit(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where to write it; made if it is not there.")],
    *,
    url: Annotated[
        str, typer.Option("--url", metavar="URL", help="Where Browser will find it; a server serves it there.")
    ] = "http://localhost:7690/browser/",
    tenant: Annotated[
        str, typer.Option("--tenant", envvar="GRAPHMEM_TENANT", metavar="NAME", help="Whose memory to begin with.")
    ] = "demo",
    as_json: AsJson = False,
) -> None:
    """Write what dresses Neo4j Browser: style, guide, queries."""
    from graphmem.doors.kit import Kit, write_kit

    kit = Kit(url, tenant)
    paths = [str(path) for path in write_kit(kit, Path(folder))]
    if as_json:
        typer.echo(dump({"files": paths, "settings": dict(kit.settings())}))
        return
    lines = [f"{name}={value}" for name, value in kit.settings().items()]
    typer.echo("\n".join([*paths, "", "Add to the neo4j.conf of Neo4j 5, and start it again:", *lines]))


def demo(*, store: DemoStore = None, tenant: DemoTenant = "demo", as_json: AsJson = False) -> None:
    """Read example conversations and tell what is believed."""
    from graphmem.doors.demo import fresh, story

    url = fresh(store)
    if as_json:
        told = {chapter.key: chapter.value for chapter in story(url, tenant, quiet=True)}
        typer.echo(f"{{{','.join(f'{dump(key)}:{dump(value)}' for key, value in told.items())}}}")
        return
    typer.echo(f"Store: {url}, tenant {tenant}.")
    for chapter in story(url, tenant, quiet=False):
        typer.secho(f"\n{chapter.heading}", bold=True)
        typer.echo(f"{chapter.look}\n")
        for sheet in chapter.sheets:
            show(sheet)


def doctor(
    *, store: Store = STORE, tenant: OneTenant = None, rebuild_index: Rebuild = False, as_json: AsJson = False
) -> None:
    """Try each part of a memory; say what is amiss in a store."""
    from graphmem.doors.checks import check_sheets, examine, rebuilt

    if rebuild_index:
        documents = rebuilt(store)
        typer.echo(dump({"documents": documents}) if as_json else f"{store}: made anew, {documents} documents.")
        return
    checks = examine(store, tenant or "")
    answer(checks, as_json=as_json, sheets=check_sheets)
    if not all(check.ok for check in checks):
        raise typer.Exit(Unavailable.exit_code)


def extract(
    text: Annotated[str, typer.Argument(help="One turn, as somebody would say it.")],
    *,
    speaker: Annotated[str | None, typer.Option("--speaker", metavar="NAME", help="Who says it.")] = None,
    said_at: Annotated[str | None, typer.Option("--said-at", metavar="TIME", help="When. Default: now.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show each stage and each reason.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show how a text would be read; nothing is stored."""
    from graphmem.doors.extracting import read_text, reading_sheets

    readings = read_text(text, speaker=speaker, said_at=said_at)
    if as_json:
        typer.echo(dump(readings if explain else [reading.statement for reading in readings.statements]))
        return
    for sheet in reading_sheets(readings, explain=explain):
        show(sheet)


def version(*, as_json: AsJson = False) -> None:
    """Print the version of graphmem."""
    typer.echo(dump({"graphmem": __version__}) if as_json else f"graphmem {__version__}")
