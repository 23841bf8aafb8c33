"""Verbs that write: ingest, remember, approve, reject, retract, erase, sweep."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from graphmem.doors.options import STORE, AsJson, Asker, Store, Tenant, opened
from graphmem.doors.output import answer
from graphmem.doors.progress import Count, interruptible, shown
from graphmem.doors.tables import erasure_sheets, receipt_sheets
from graphmem.errors import Incorrect

if TYPE_CHECKING:
    from graphmem.faces import Face
    from graphmem.model import Receipt

__all__ = ["approve", "erase", "ingest", "reject", "remember", "retract", "sweep"]

Kinds = Annotated[
    Literal["state", "end", "correction"], typer.Option("--kind", help="A claim, the end of one, or a correction.")
]
SourceKinds = Annotated[
    Literal["user_correction", "user_statement", "document", "tool_result", "report", "assistant_message", "inference"],
    typer.Option("--source-kind", help="The kind of source."),
]
Corrected = Annotated[str | None, typer.Option("--corrects", metavar="VALUE", help="What a correction takes away.")]
SaidAt = Annotated[str | None, typer.Option("--said-at", metavar="TIME", help="When it was said. Default: now.")]
ValidFrom = Annotated[str | None, typer.Option("--valid-from", metavar="TIME", help="When it began to hold.")]
ValidTo = Annotated[str | None, typer.Option("--valid-to", metavar="TIME", help="When it ceased to hold.")]
Speaker = Annotated[str | None, typer.Option("--speaker", metavar="NAME", help="Who said it.")]
EpisodeId = Annotated[str | None, typer.Option("--episode", metavar="ID", help="The id its episode gets.")]
Workers = Annotated[
    int, typer.Option("--workers", min=1, metavar="N", help="Processes that read the text, with 2 or more.")
]
Key = Annotated[str | None, typer.Option("--idempotency-key", metavar="KEY", help="The same key is written once.")]

Session = Annotated[str | None, typer.Option("--session", metavar="NAME", help="The session of turns that name none.")]
Began = Annotated[
    str | None, typer.Option("--said-at", metavar="TIME", help="When it was said, or began, if no file tells.")
]
Zone = Annotated[
    str | None, typer.Option("--zone", metavar="ZONE", help="The zone of times without one: Europe/Berlin, +01:00.")
]
Column = Annotated[
    list[str] | None, typer.Option("--column", metavar="FIELD=NAME", help="A table's column: text=Body.")
]
DateOrder = Annotated[
    str | None, typer.Option("--date-order", metavar="ORDER", help="Of dates in figures: dmy, mdy or ymd.")
]


def ingest(
    sources: Annotated[list[str], typer.Argument(metavar="FILE...", help="Transcripts to read, in this order.")],
    *,
    format: Annotated[  # the contract's name
        str | None, typer.Option("--format", metavar="NAME", help="The files' format, where its content does not tell.")
    ] = None,
    session: Session = None,
    said_at: Began = None,
    zone: Zone = None,
    column: Column = None,
    date_order: DateOrder = None,
    workers: Workers = 1,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Read transcripts; what is there already adds nothing."""
    receipts = []
    given = {
        "format": format, "session": session, "said_at": said_at, "zone": zone, "columns": _columns(column),
        "date_order": date_order,
    }  # fmt: skip
    with opened(store, tenant, asker) as memory:
        for source in sources:
            receipts.append(_ingest(memory, source, given, workers, as_json=as_json))
            if not as_json:
                typer.echo(f"{source}:")
                answer(receipts[-1], as_json=False, sheets=receipt_sheets)
    if as_json:
        answer(receipts[0] if len(receipts) == 1 else receipts, as_json=True, sheets=receipt_sheets)
    if any(receipt.stopped for receipt in receipts):
        raise typer.Exit(Incorrect.exit_code)


def _columns(named: list[str] | None) -> dict[str, str]:
    pairs = [one.partition("=") for one in named or []]
    if wrong := next((field for field, _, name in pairs if not name), None):
        raise Incorrect(f"--column {wrong!r} names no column. Write --column text=Body.")
    return {field: name for field, _, name in pairs}


def _ingest(memory: Face, source: str, given: dict[str, Any], workers: int, *, as_json: bool) -> Receipt:
    from graphmem.importers import read_episodes
    from graphmem.intake import CHUNK
    from graphmem.workers import AHEAD

    count = Count()
    episodes = read_episodes(source, tenant=memory.tenant, **given, progress=count.bytes_read)
    ahead = AHEAD * workers * CHUNK if workers > 1 else 0
    with shown(count, source, quiet=as_json), interruptible(count, source, CHUNK, ahead):
        receipt = memory.ingest(count.counting(episodes), workers=workers)
    return receipt.model_copy(update={"left_out": dict(episodes.left_out)})


def remember(
    subject: Annotated[str, typer.Argument(help="Whom or what it is about.")],
    predicate: Annotated[str, typer.Argument(help="The relation, by its name in the registry: lives_in.")],
    object: Annotated[str | None, typer.Argument(help="The value; an end may have none.")] = None,
    *,
    kind: Kinds = "state",
    corrects: Corrected = None,
    said_at: SaidAt = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    speaker: Speaker = None,
    source_kind: SourceKinds = "user_statement",
    episode: EpisodeId = None,
    idempotency_key: Key = None,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Record one structured statement."""
    with opened(store, tenant, asker) as memory:
        receipt = memory.remember(
            subject,
            predicate,
            object,
            kind=kind,
            corrects=corrects,
            said_at=said_at,
            valid_from=valid_from,
            valid_to=valid_to,
            speaker=speaker,
            source_kind=source_kind,
            episode=episode,
            idempotency_key=idempotency_key,
        )
    answer(receipt, as_json=as_json, sheets=receipt_sheets)


Waiting = Annotated[str, typer.Argument(metavar="ID", help="The statement's id, as `review` shows it.")]
Reason = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why, in your words.")]


def approve(
    id: Waiting,
    *,
    reason: Reason = None,
    speaker: Annotated[str | None, typer.Option("--speaker", metavar="NAME", help="Who approves it.")] = None,
    source_kind: SourceKinds = "user_statement",
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Vouch for a statement that waits; it counts from now on."""
    with opened(store, tenant, asker) as memory:
        receipt = memory.approve(id, reason=reason, speaker=speaker, source_kind=source_kind)
    answer(receipt, as_json=as_json, sheets=receipt_sheets)


def reject(
    id: Waiting,
    *,
    reason: Reason = None,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Keep a statement that waits out, and its repetitions."""
    with opened(store, tenant, asker) as memory:
        receipt = memory.reject(id, reason=reason)
    answer(receipt, as_json=as_json, sheets=receipt_sheets)


def retract(
    *,
    episode: Annotated[str, typer.Option("--episode", metavar="ID", help="The episode to withdraw.")],
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Withdraw an episode; history keeps that it was believed."""
    with opened(store, tenant, asker) as memory:
        receipt = memory.retract(episode=episode)
    answer(receipt, as_json=as_json, sheets=receipt_sheets)


def erase(
    *,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="NAME", help="Everything about this subject.")
    ] = None,
    episode: Annotated[
        str | None, typer.Option("--episode", metavar="ID", help="This episode, and what only it said.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Destroy a subject or an episode, history included."""
    if (subject is None) == (episode is None):
        raise Incorrect("erase takes one of --subject NAME and --episode ID; give exactly one.")
    _agreed(f"subject {subject!r}" if subject else f"episode {episode!r}", yes=yes, asking=not as_json)
    with opened(store, tenant, asker) as memory:
        erasure = memory.erase(subject=subject) if subject else memory.erase(episode=episode)
    answer(erasure, as_json=as_json, sheets=erasure_sheets)


def sweep(
    *,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Destroy what was kept for a time that is over."""
    with opened(store, tenant, asker) as memory:
        erasure = memory.sweep()
    answer(erasure, as_json=as_json, sheets=erasure_sheets)


def _agreed(what: str, *, yes: bool, asking: bool) -> None:
    if yes:
        return
    if not (asking and sys.stdin.isatty()):
        raise Incorrect(f"erasing {what} cannot be undone, and nobody is here to be asked. Add --yes.")
    if not typer.confirm(f"Erase {what}? This cannot be undone."):
        raise typer.Exit(1)
