"""Mentions to entities, inside a write: exact keys first, then guarded similarity, else a new entity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from graphmem.identity.keys import alias_key, block_keys
from graphmem.identity.resolve import Known, Resolution, resolve
from graphmem.model import Mention
from graphmem.store.call import Flow, Ground, Row, Rows
from graphmem.store.keys import digest, entity_id, tenant_term, value_id

__all__ = ["BLOCK", "Merging", "Naming", "Same", "exact_keys", "known_entities", "name_entities"]

CROWD = 32  # entities under a block key from which on it tells nothing: no more are tied to it
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # as ids are made, see keys.py
BLOCK = "~"  # leads a key under which similar names are looked up, so that it never equals a name's own key
Identity: TypeAlias = tuple[str, str, tuple[str, ...]]  # name, type and further names of a mention


@dataclass(frozen=True, slots=True)
class Same:
    """Two entities that may be one, and why this was not decided."""

    entity: str
    other: str
    reason: str


@dataclass(frozen=True, slots=True)
class Merging:
    """Two known entities that a statement says are one."""

    winner: str
    loser: str
    statement: str


@dataclass(slots=True)
class Naming:
    """Which entity each mention names, while a write goes on."""

    uuids: dict[Identity, str] = field(default_factory=dict)
    entities: dict[str, Row] = field(default_factory=dict)
    keys: dict[str, set[str]] = field(default_factory=dict)
    known: dict[str, tuple[Row, Known]] = field(default_factory=dict)
    created: dict[str, Row] = field(default_factory=dict)
    renamed: set[str] = field(default_factory=set)
    tied: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    unsure: list[Same] = field(default_factory=list)
    locked: set[str] = field(default_factory=set)
    merges: list[Merging] = field(default_factory=list)
    into: dict[str, str] = field(default_factory=dict)

    def uuid(self, mention: Mention) -> str:
        """The entity that a mention names, as stated: merges are not followed."""
        return self.uuids[_identity(mention)]

    def stands_for(self, uuid: str) -> str:
        """The entity that counts for `uuid` once the merges of this write are done."""
        while uuid in self.into:
            uuid = self.into[uuid]
        return uuid

    def name(self, uuid: str) -> str:
        """The display name of an entity."""
        return str(self.entities[uuid]["name"])


def exact_keys(mention: Mention) -> tuple[str, ...]:
    """The alias keys of all the names that a mention gives, its own first."""
    return tuple(dict.fromkeys(alias_key(name) for name in (mention.name, *mention.also)))


def _identity(mention: Mention) -> Identity:
    return (mention.name, mention.type, mention.also)


def name_entities(
    ground: Ground, mentions: Iterable[Mention], lock: str, equal: Mapping[Mention, str] | None = None
) -> Flow[Naming]:
    """The entity of every mention, read, matched or made; literals are entities of type Value, one a text.

    A batch gives what its mentions one by one would give: they are resolved in order, each seeing those before it.
    `equal` are mentions all of whose names are said to be one's, each with the statement that says so.
    """
    naming = Naming()
    stated = {_identity(mention): statement for mention, statement in (equal or {}).items()}
    wanted = list({_identity(mention): mention for mention in mentions}.values())
    names = [mention for mention in wanted if not mention.literal]
    yield from _read(ground, naming, names, lock, stated)
    for mention in wanted:
        if mention.literal:
            _place_value(ground, naming, mention)
        elif _identity(mention) in stated:
            _place_equal(ground, naming, mention, stated[_identity(mention)])
        else:
            _place(ground, naming, mention)
    yield from _write(ground, naming)
    untied = sorted(key for key in naming.locked if not naming.keys.get(key))
    if untied:
        yield ground.call("aliases_bare_destroy", keys=untied)
    return naming


def _read(
    ground: Ground,
    naming: Naming,
    names: Sequence[Mention],
    lock: str,
    stated: Mapping[tuple[str, str, tuple[str, ...]], str],
) -> Flow[None]:
    """Learns the entities that the names may mean; of a name that is new, locks its keys and learns who is like it."""
    own = {key: mention.name for mention in names for key in exact_keys(mention)}
    if not own:
        return
    _learn(naming, (yield ground.call("names_read", keys=sorted(own))))
    wanted = {key for key in own if key not in naming.keys}
    for mention in names:
        new = any(key in wanted for key in exact_keys(mention))
        if new or _identity(mention) in stated or _known_by_name(naming, mention) is None:
            wanted |= set(_blocks(mention))
    if wanted:
        naming.locked = wanted
        rows = [{"key": key, "name": own.get(key, "")} for key in sorted(wanted)]
        _learn(naming, (yield ground.call("aliases_lock", rows=rows, lock=lock)))


def _blocks(mention: Mention) -> list[str]:
    """The keys under which names like those of a mention are found."""
    names = dict.fromkeys((mention.name, *mention.also))
    return list(dict.fromkeys(BLOCK + block for name in names for block in block_keys(name)))


def _learn(naming: Naming, rows: Rows) -> None:
    for row in rows:
        naming.entities.setdefault(row["uuid"], {name: row[name] for name in ("uuid", "name", "type", "aliases")})
        for key in row["keys"] if "keys" in row else (row["key"],):
            naming.keys.setdefault(key, set()).add(row["uuid"])


def _known_by_name(naming: Naming, mention: Mention) -> Resolution | None:
    """What is decided by the very name, if anything bears it: then no other name is asked for resemblance."""
    bearers = naming.keys.get(alias_key(mention.name))
    if not bearers:
        return None
    resolution = resolve(mention, _candidates(naming, exact_keys(mention)))
    chosen = {resolution.uuid} if resolution.uuid else set(_doubtful(resolution))
    return resolution if chosen & bearers else None


def _candidates(naming: Naming, keys: Sequence[str]) -> list[Known]:
    """The entities under some keys, each with its own names' keys, and those that name it since a merge."""
    found = {uuid: _known_of(naming, uuid) for key in keys for uuid in naming.keys.get(key, ())}
    for key in keys:
        for uuid in () if key.startswith(BLOCK) else naming.keys.get(key, ()):
            if key not in found[uuid].keys:
                found[uuid] = replace(found[uuid], keys=found[uuid].keys | {key})
    return [found[uuid] for uuid in sorted(found)]


def _known_of(naming: Naming, uuid: str) -> Known:
    """An entity as it is compared, made once for as long as its row stays."""
    entity = naming.entities[uuid]
    row, known = naming.known.get(uuid) or (None, None)
    if row is not entity or known is None:
        known = _known(entity)
        naming.known[uuid] = (entity, known)
    return known


def _known(entity: Row) -> Known:
    keys = frozenset(alias_key(name) for name in entity["aliases"])
    return Known(uuid=entity["uuid"], name=entity["name"], type=entity["type"], keys=keys)


def _place(ground: Ground, naming: Naming, mention: Mention) -> None:
    resolution = _known_by_name(naming, mention)
    if resolution is None:
        alike = [BLOCK + block for block in block_keys(mention.name)]
        resolution = resolve(mention, _candidates(naming, [*exact_keys(mention), *alike]))
    if resolution.decision == "match" and resolution.uuid is not None:
        uuid = resolution.uuid
        _extend(naming, uuid, mention)
        naming.unsure += [Same(uuid, other, "the same words give both names") for other in resolution.others]
    else:
        uuid = _create(ground, naming, mention)
        naming.unsure += [Same(uuid, other, resolution.reason) for other in _doubtful(resolution)]
    naming.uuids[_identity(mention)] = uuid


def _place_equal(ground: Ground, naming: Naming, mention: Mention, statement: str) -> None:
    """Names that are said to be one's: known entities that bear them are merged into the one most fully named."""
    bearers = [naming.keys.get(key, set()) for key in exact_keys(mention)]
    known = sorted({uuid for uuids in bearers if len(uuids) == 1 for uuid in uuids}, key=lambda u: _fullness(naming, u))
    known = [uuid for uuid in known if naming.entities[uuid]["type"] in {mention.type, "Thing", "Person"}]
    if not known:
        naming.uuids[_identity(mention)] = _create(ground, naming, mention)
        return
    winner = known[-1]
    for loser in known[:-1]:
        naming.merges.append(Merging(winner, loser, statement))
        naming.into[loser] = winner
        for uuids in naming.keys.values():
            if loser in uuids:
                uuids.discard(loser)
                uuids.add(winner)
    _extend(naming, winner, mention, statement)
    naming.uuids[_identity(mention)] = winner


def _fullness(naming: Naming, uuid: str) -> tuple[int, str]:
    return (len(alias_key(naming.entities[uuid]["name"]).split()), uuid)


def _doubtful(resolution: Resolution) -> tuple[str, ...]:
    return resolution.others if resolution.decision == "unsure" else ()


def _create(ground: Ground, naming: Naming, mention: Mention) -> str:
    key = alias_key(mention.name)
    uuid = entity_id(ground.tenant, key, len(naming.keys.get(key, ())))
    entity = {
        "uuid": uuid,
        "name": mention.name,
        "type": mention.type,
        "aliases": list(dict.fromkeys((mention.name, *mention.also))),
    }
    naming.entities[uuid] = entity
    naming.created[uuid] = entity
    for name in entity["aliases"]:
        _tie(naming, uuid, name)
    return uuid


def _tie(naming: Naming, uuid: str, name: str, statement: str = "") -> None:
    for key in (alias_key(name), *(BLOCK + block for block in block_keys(name))):
        bearers = naming.keys.setdefault(key, set())
        if not key.startswith(BLOCK) or len(bearers) < CROWD or uuid in bearers:
            bearers.add(uuid)
            naming.tied[key, uuid] = (name, statement)


def _extend(naming: Naming, uuid: str, mention: Mention, statement: str = "") -> None:
    """Gives a known entity the names it is called by here; a first name alone stays free for another who bears it.

    A `statement` that says it is called so gives it every name.
    """
    entity = naming.entities[uuid]
    fresh = [name for name in (mention.name, *mention.also) if _is_new_name(entity, name, said=bool(statement))]
    better = mention.name if _is_better_name(entity["name"], mention) else entity["name"]
    kind = mention.type if entity["type"] == "Thing" else entity["type"]
    if fresh or better != entity["name"] or kind != entity["type"]:
        naming.entities[uuid] = {**entity, "name": better, "type": kind, "aliases": [*entity["aliases"], *fresh]}
        naming.renamed.add(uuid)
        for name in fresh:
            _tie(naming, uuid, name, statement)


def _is_new_name(entity: Row, name: str, *, said: bool) -> bool:
    tokens = set(alias_key(name).split())
    known = [set(alias_key(other).split()) for other in entity["aliases"]]
    return tokens not in known and (said or not any(tokens < other for other in known))


def _is_better_name(name: str, mention: Mention) -> bool:
    """Whether a mention names more fully: the name of one known by a relation, or a first name's full form."""
    return name in mention.also or set(alias_key(name).split()) < set(alias_key(mention.name).split())


def _place_value(ground: Ground, naming: Naming, mention: Mention) -> None:
    uuid = value_id(ground.tenant, mention.name)
    naming.uuids[_identity(mention)] = uuid
    if uuid not in naming.entities:
        entity = {"uuid": uuid, "name": mention.name, "type": "Value", "aliases": [mention.name]}
        naming.entities[uuid] = entity
        naming.created[uuid] = entity


def _write(ground: Ground, naming: Naming) -> Flow[None]:
    unlocked = sorted({key: name for (key, _), (name, _) in naming.tied.items() if key not in naming.locked}.items())
    if unlocked:
        rows = [{"key": key, "name": "" if key.startswith(BLOCK) else name} for key, name in unlocked]
        yield ground.call("aliases_lock", rows=rows, lock=digest("names", ground.now))
    ties = [
        {"key": key, "entity": uuid, "statement": statement}
        for (key, uuid), (_, statement) in sorted(naming.tied.items())
    ]
    if naming.created:
        names = dict[str, list[Row]]()
        for tie in ties:
            names.setdefault(tie["entity"], []).append(tie)
        more: Row = {"created": ground.now, "tenant_term": tenant_term(ground.tenant)}
        made = [{**naming.entities[uuid], **more, "names": names.get(uuid, [])} for uuid in naming.created]
        yield ground.call("entities_create", rows=made)
    renamed = sorted(naming.renamed - naming.created.keys())
    if renamed:
        yield ground.call("entities_update", rows=[naming.entities[uuid] for uuid in renamed])
    named = [tie for tie in ties if tie["entity"] not in naming.created]
    if named:
        yield ground.call("aliases_name", rows=named)
    if naming.unsure:
        same = [{"entity": s.entity, "other": s.other, "reason": s.reason} for s in naming.unsure]
        yield ground.call("possibly_same_create", rows=same)


def known_entities(ground: Ground, name: str) -> Flow[tuple[Known, ...]]:
    """The entities that a name given by a caller may mean: by id, by exact key, else the one it is clearly like."""
    rows = (yield ground.call("entities_read", uuids=[name])) if ID.fullmatch(name) else []
    while rows and rows[0]["merged_into"]:
        rows = yield ground.call("entities_read", uuids=[rows[0]["merged_into"]])
    if rows:
        return (_known(rows[0]),)
    naming = Naming()
    mention = Mention(text=name, name=name)
    _learn(naming, (yield ground.call("names_read", keys=[alias_key(name)])))
    exact = naming.keys.get(alias_key(name), set())
    if exact:
        return tuple(_known(naming.entities[uuid]) for uuid in sorted(exact))
    keys = [*exact_keys(mention), *(BLOCK + block for block in block_keys(name))]
    _learn(naming, (yield ground.call("names_read", keys=keys)))
    resolution = resolve(mention, _candidates(naming, keys))
    uuids = [resolution.uuid] if resolution.uuid else sorted(_doubtful(resolution))
    return tuple(_known(naming.entities[uuid]) for uuid in uuids)
