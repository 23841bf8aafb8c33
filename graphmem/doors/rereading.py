"""The verb that reads stored turns again: reextract."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.doors.options import STORE, AsJson, Asker, Store, Tenant, opened
from graphmem.doors.output import answer
from graphmem.doors.tables import reextraction_sheets

__all__ = ["reextract"]


def reextract(
    *,
    apply: Annotated[bool, typer.Option("--apply", help="Write what has changed, and do not only show it.")] = False,
    unread: Annotated[
        bool, typer.Option("--unread", help="Read only what this version of the extractor has not read.")
    ] = False,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Read stored turns again, and show what that changes."""
    with opened(store, tenant, asker) as memory:
        found = memory.reextract(apply=apply, unread=unread)
    answer(found, as_json=as_json, sheets=reextraction_sheets)
