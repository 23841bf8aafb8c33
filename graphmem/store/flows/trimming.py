"""Receipts without the ids of what was erased: an id is a hash of what it stands for, and would confirm a guess."""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any

from graphmem.store.call import Flow, Ground, Row

__all__ = ["trim_receipts"]

LISTS = ("opened", "closed", "touched")


def trim_receipts(ground: Ground, instants: Iterable[int], gone: AbstractSet[str]) -> Flow[None]:
    """Takes the ids that are gone out of the receipts of given instants, and out of the answers kept for callers."""
    rows = yield ground.call("receipts_at", instants=sorted(instants))
    trimmed = [row for row in (_trimmed(row["receipt"], gone) for row in rows) if row["props"]]
    if trimmed:
        yield ground.call("receipts_trim", rows=trimmed)


def _trimmed(receipt: Row, gone: AbstractSet[str]) -> Row:
    """What changes of a receipt."""
    wanted: Row = {name: _left(receipt.get(name) or (), gone) for name in LISTS}
    if receipt.get("body"):
        wanted["body"] = _answer_left(receipt["body"], gone)
    changed = {name: value for name, value in wanted.items() if value != receipt.get(name)}
    return {"uuid": receipt["uuid"], "at": receipt["at"], "props": changed}


def _answer_left(body: str, gone: AbstractSet[str]) -> str:
    answer: Row = json.loads(body)
    held = {name: value for name, value in answer.items() if isinstance(value, list)}
    left = {name: _left(value, gone) for name, value in held.items()}
    return body if left == held else json.dumps({**answer, **left, "review": []})


def _left(held: Iterable[Any], gone: AbstractSet[str]) -> list[Any]:
    return [one for one in held if (one["id"] if isinstance(one, dict) else one) not in gone]
