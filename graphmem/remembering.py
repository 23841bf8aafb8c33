"""One structured statement, checked and made ready to be written as text would be. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from graphmem.errors import Incorrect
from graphmem.gate.judge import Judgement, judge
from graphmem.gate.redact import clean, redact
from graphmem.model import Episode, Kind, Mention, Role, SourceKind, Statement
from graphmem.moments import Instant, moment
from graphmem.registry import Predicate, Registry
from graphmem.store.keys import digest

__all__ = ["Remembered", "remembered"]

ROLES: dict[str, Role] = {
    "document": "tool",
    "tool_result": "tool",
    "assistant_message": "assistant",
    "inference": "assistant",
}


@dataclass(frozen=True, slots=True)
class Remembered:
    """A statement with the episode that carries it; `named` if the caller named that episode, `dated` if its time."""

    statement: Statement
    episode: Episode
    judgement: Judgement
    named: bool
    dated: bool
    voiced: bool


def remembered(
    registry: Registry,
    predicate: Predicate,
    subject: str,
    object: str | None,
    *,
    tenant: str,
    now: datetime,
    kind: Kind,
    corrects: str | None,
    said_at: Instant | None,
    valid_from: Instant | None,
    valid_to: Instant | None,
    speaker: str | None,
    source_kind: SourceKind,
    episode: str | None,
) -> Remembered:
    """The statement that a call of `remember` makes. Raises Incorrect, saying which parameter and how to mend it."""
    _check_words(subject, object, kind, corrects, source_kind)
    claimed = _period(valid_from, valid_to)
    said = now if said_at is None else moment(said_at, "said_at")
    text = redact(clean(_sentence(predicate, subject, object, kind, corrects)))
    carrier = _episode(
        episode, tenant=tenant, said=said, speaker=speaker, source_kind=source_kind, text=text.text,
        claim=(kind, *claimed),
    )  # fmt: skip
    statement = Statement(
        episode=carrier.id, kind=kind, subject=_mention(subject, predicate.subject), predicate=predicate.name,
        slot=predicate.slot_of(object or ""), functional=predicate.functional,
        object=None if object is None else _mention(object, predicate.object),
        corrects=None if corrects is None else _mention(corrects, predicate.object),
        claimed_from=claimed[0], claimed_to=claimed[1], stop=len(carrier.text) if episode is None else 0,
        source_kind=source_kind, evidence="inferred" if source_kind == "inference" else "stated",
        why="given as a structured statement",
    )  # fmt: skip
    return Remembered(
        statement, carrier, _judged(statement, carrier, registry, text.kinds),
        named=episode is not None, dated=said_at is not None, voiced=speaker is not None,
    )  # fmt: skip


def _period(valid_from: Instant | None, valid_to: Instant | None) -> tuple[datetime | None, datetime | None]:
    start = None if valid_from is None else moment(valid_from, "valid_from")
    stop = None if valid_to is None else moment(valid_to, "valid_to")
    if start is not None and stop is not None and stop <= start:
        raise Incorrect(f"valid_to={valid_to!s} is not after valid_from={valid_from!s}. Swap them, or leave one out.")
    return start, stop


def _check_words(subject: str, object: str | None, kind: Kind, corrects: str | None, source_kind: SourceKind) -> None:
    for name, given in (("subject", subject), ("object", object), ("corrects", corrects)):
        if given is not None and (not isinstance(given, str) or not given.strip()):
            raise Incorrect(
                f"{name}={given!r} is not a name or a value. Give text with at least one visible character."
            )
    if kind not in get_args(Kind):
        raise Incorrect(f"kind={kind!r} is none of {', '.join(get_args(Kind))}. Use one of them.")
    if source_kind not in get_args(SourceKind):
        raise Incorrect(f"source_kind={source_kind!r} is none of {', '.join(get_args(SourceKind))}. Use one of them.")
    if object is None and kind != "end":
        raise Incorrect(f"object is missing: a {kind} says what holds. Give object=, or kind='end'.")
    if corrects is not None and kind != "correction":
        raise Incorrect(f"corrects={corrects!r} goes with kind='correction', not kind={kind!r}.")


def _sentence(predicate: Predicate, subject: str, object: str | None, kind: Kind, corrects: str | None) -> str:
    said = predicate.phrase(subject, object or "").strip()
    if kind == "end":
        said = f"No longer: {said}"
    elif kind == "correction":
        said = f"Correction: {said}" + (f", not {corrects}" if corrects else "")
    return f"{said}."


def _mention(name: str, type: str) -> Mention:
    tidy = " ".join(clean(name).split())
    return Mention(text="", name=tidy, type=type)


def _episode(
    id: str | None,
    *,
    tenant: str,
    said: datetime,
    speaker: str | None,
    source_kind: SourceKind,
    text: str,
    claim: tuple[object, ...],
) -> Episode:
    own = id or digest("structured", tenant, said, speaker, source_kind, text, *claim)
    return Episode(
        id=own,
        session=own,
        speaker=speaker,
        role=ROLES.get(source_kind, "user"),
        said_at=said,
        text=text,
        source_kind=source_kind,
        tenant=tenant,
    )


def _judged(statement: Statement, episode: Episode, registry: Registry, secrets: tuple[str, ...]) -> Judgement:
    words = " ".join(m.name for m in (statement.subject, statement.object, statement.corrects) if m is not None)
    found = (*redact(words).kinds, *secrets)
    if found:
        return Judgement("quarantined", f"a secret ({found[0]}) is not kept")
    return judge(statement, episode, registry)
