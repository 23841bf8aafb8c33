"""Verbs on who is who: merge, split."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.doors.options import STORE, AsJson, Asker, Store, Tenant, opened
from graphmem.doors.output import answer
from graphmem.doors.tables import receipt_sheets

__all__ = ["merge", "split"]


def merge(
    entity: Annotated[str, typer.Argument(metavar="NAME", help="The entity that stays, and gives the name.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The entity that becomes part of it.")],
    *,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Make two entities one; split takes it back exactly."""
    with opened(store, tenant, asker) as memory:
        receipt = memory.merge(entity, other)
    answer(receipt, as_json=as_json, sheets=receipt_sheets)


def split(
    entity: Annotated[str, typer.Argument(metavar="NAME", help="A name, or the id, of what was merged away.")],
    *,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Take a merge back."""
    with opened(store, tenant, asker) as memory:
        receipt = memory.split(entity)
    answer(receipt, as_json=as_json, sheets=receipt_sheets)
