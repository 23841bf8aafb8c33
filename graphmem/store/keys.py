"""Ids and keys: every one a hash of what it stands for, so that two engines, and two runs, give the same."""

from __future__ import annotations

import hashlib
import hmac

from graphmem.model import Episode, Statement

__all__ = [
    "digest",
    "entity_id",
    "episode_id",
    "fact_id",
    "key_of",
    "slot_key",
    "statement_id",
    "tenant_term",
    "tombstone",
    "value_id",
]


def digest(*parts: object) -> str:
    """A uuid-shaped SHA-256 of the parts, each led by its length: no two lists of parts give the same bytes."""
    texts = ["" if part is None else str(part) for part in parts]
    bare = "".join([f"{len(text)}:{text}" for text in texts]).encode("utf-8", "surrogatepass")
    raw = hashlib.sha256(bare).hexdigest()
    return f"{raw[:8]}-{raw[8:12]}-{raw[12:16]}-{raw[16:20]}-{raw[20:32]}"


def episode_id(tenant: str, episode: str) -> str:
    """Node id of an episode: its own id, within its tenant."""
    return digest("episode", tenant, episode)


def entity_id(tenant: str, alias_key: str, namesake: int) -> str:
    """Node id of an entity: the key it was first named by, and how many of that name were there before it."""
    return digest("entity", tenant, alias_key, namesake)


def value_id(tenant: str, text: str) -> str:
    """Node id of a literal: its text, case folded, white space collapsed."""
    return digest("value", tenant, " ".join(text.casefold().split()))


def statement_id(tenant: str, statement: Statement) -> str:
    """Id of a statement: everything that it claims, and where."""
    return digest(
        "statement", tenant, statement.episode, statement.start, statement.stop, statement.kind, statement.subject.name,
        statement.predicate, statement.slot, statement.object and statement.object.name,
        statement.corrects and statement.corrects.name, statement.claimed_from, statement.claimed_to,
        statement.polarity, statement.modality, statement.source_kind,
    )  # fmt: skip


def slot_key(tenant: str, subject: str, slot: str) -> str:
    """Key of a functional slot; of a multi-valued one, the key of what reaches across its values."""
    return digest("key", tenant, subject, slot)


def key_of(tenant: str, subject: str, slot: str, *, functional: bool, value: str | None) -> str:
    """The unit of the fold: tenant, subject and slot, and where the slot is multi-valued its value."""
    if functional or value is None:
        return slot_key(tenant, subject, slot)
    return digest("key", tenant, subject, slot, value)


def fact_id(key: str, value: str, period: tuple[int, int], status: str, believed: int) -> str:
    """Id of one believed segment: what it says and since when it is believed."""
    return digest("fact", key, value, *period, status, believed)


def tenant_term(tenant: str) -> str:
    """The tenant as one token for every full-text analyser."""
    return "t" + hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:16] + "0"


def tombstone(secret: str, tenant: str, kind: str, text: str) -> str:
    """A keyed hash of something erased: without the store's secret a short text cannot be guessed from it."""
    message = f"{tenant}\x1f{kind}\x1f{text}".encode("utf-8", "surrogatepass")
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def content_hash(secret: str, episode: Episode) -> str:
    """Keyed hash of an episode's text as stored."""
    return tombstone(secret, episode.tenant or "", "text", episode.text)
