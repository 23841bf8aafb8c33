"""A document again: a new version takes the place of the one before it, and what stayed in it gains nothing.

A document is an episode of the source kind "document"; the same id with another text is its next version, an episode of
its own ("handbook@2"). What the version before stated is withdrawn in the write that brings the new one. A statement
that stands in both is said as of its first version, so that its fact goes on unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.errors import NotFound
from graphmem.model import Episode, from_us
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.counted import claim_of
from graphmem.store.flows.folding import is_live
from graphmem.store.keys import episode_id, tombstone

__all__ = [
    "Version", "as_first_said", "as_version", "is_document", "number_of", "replace_versions", "standing", "stated_by",
    "stored_as", "versions_of",
]  # fmt: skip

AS_FIRST_SAID = ("said_at", "seq", "day_only")


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document as stored; `current` until a newer one takes its place."""

    uuid: str
    episode: str
    number: int
    said_at: int
    content_hash: str
    current: bool


def is_document(episode: Episode) -> bool:
    """Whether an episode may come again in another version."""
    return episode.source_kind == "document"


def number_of(version: str) -> int:
    """The number in a version's id: 2 of "handbook@2"."""
    return int(version.rpartition("@")[2])


def versions_of(ground: Ground, documents: Collection[str]) -> Flow[dict[str, list[Version]]]:
    """The stored versions of documents, oldest first, by the document's id."""
    if not documents:
        return {}
    names = sorted(documents)
    rows = yield ground.call("documents_read", documents=names, uuids=[episode_id(ground.tenant, one) for one in names])
    found = dict[str, list[Version]]()
    for row in sorted(rows, key=lambda row: row["version"]):
        version = Version(
            row["uuid"], row["episode_id"], row["version"], row["said_at"], row["content_hash"],
            current=row["replaced_at"] is None,
        )  # fmt: skip
        found.setdefault(row["document"], []).append(version)
    return found


def stored_as(ground: Ground, episode: str) -> Flow[list[str]]:
    """The node ids of an episode; of a document named by its own id those of every version. Raises NotFound."""
    uuid = episode_id(ground.tenant, episode)
    rows = yield ground.call("episodes_present", uuids=[uuid])
    versions = (yield from versions_of(ground, {episode})).get(episode, ())
    found = {row["uuid"] for row in rows} | {version.uuid for version in versions}
    if not found:
        raise NotFound(
            f"no episode {episode!r} is stored for this tenant. Take an id from a receipt or a fact's sources."
        )
    return sorted(found)


def as_version(ground: Ground, episode: Episode, stored: Sequence[Version]) -> Episode:
    """The episode under the id of the version it is: of a stored one with its text, else of the next.

    What was said before the version that stands keeps its id, and is met as one that is stored.
    """
    text = tombstone(ground.secret, ground.tenant, "text", episode.text)
    now = [version for version in stored if version.current]
    same = [version for version in now if version.content_hash == text]
    if same:
        return episode.model_copy(update={"id": same[-1].episode})
    if any(from_us(version.said_at) > episode.said_at for version in now):
        return episode
    return episode.model_copy(update={"id": f"{episode.id}@{max(version.number for version in stored) + 1}"})


def standing(ground: Ground, documents: Collection[str]) -> Flow[list[Version]]:
    """The versions of documents that stand now, which a new version of each replaces."""
    found = yield from versions_of(ground, documents)
    return [version for versions in found.values() for version in versions if version.current]


def stated_by(ground: Ground, versions: Iterable[Version]) -> Flow[list[Row]]:
    """What versions state still."""
    uuids = sorted(version.uuid for version in versions)
    rows = (yield ground.call("statements_behind", episodes=uuids)) if uuids else []
    return [row["statement"] for row in rows if is_live(row["statement"])]


def as_first_said(fresh: Iterable[Row], replaced: Sequence[Row]) -> dict[str, str]:
    """Gives statements that stood in the version before the time at which it said them; the old id of each, by the new.

    Of the statements of one key all must have stood there: else which of them is the latest would change.
    """
    old = {_claim(statement): statement for statement in replaced}
    groups = dict[str, list[Row]]()
    for row in fresh:
        groups.setdefault(row["key"], []).append(row)
    same = dict[str, str]()
    for group in groups.values():
        if all(_claim(row) in old for row in group):
            for row in group:
                before = old[_claim(row)]
                row.update({name: before[name] for name in AS_FIRST_SAID})
                same[row["uuid"]] = before["uuid"]
    return same


def _claim(statement: Row) -> tuple[object, ...]:
    period = (statement.get("claimed_from"), statement.get("claimed_to"))
    return (*claim_of(statement), statement["predicate"], *period, statement["decision"])


def replace_versions(ground: Ground, versions: Sequence[Version], same: Mapping[str, str], now: int) -> Flow[None]:
    """Marks versions as replaced; names that the new ones give too are given by them from now on."""
    yield ground.call("documents_replace", uuids=[version.uuid for version in versions], now=now)
    again = [{"old": old, "new": new} for new, old in sorted(same.items())]
    if again:
        yield ground.call("aliases_restate", rows=again)
        yield ground.call("merges_restate", rows=again)
