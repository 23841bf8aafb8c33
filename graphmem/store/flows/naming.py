"""Mentions to entities, inside a write: exact keys first, then guarded similarity, else a new entity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.identity.keys import alias_key, block_keys
from graphmem.identity.resolve import Known, Resolution, resolve
from graphmem.model import Mention
from graphmem.store.flows.call import Flow, Ground, Row, Rows
from graphmem.store.keys import digest, entity_id, tenant_term, value_id

__all__ = ["BLOCK", "Merging", "Naming", "Same", "exact_keys", "known_entities", "name_entities"]

BLOCK = "~"  # leads a key under which similar names are looked up, so that it never equals a name's own key


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

    uuids: dict[tuple[str, str, tuple[str, ...]], str] = field(default_factory=dict)
    entities: dict[str, Row] = field(default_factory=dict)
    keys: dict[str, set[str]] = field(default_factory=dict)
    created: dict[str, Row] = field(default_factory=dict)
    renamed: set[str] = field(default_factory=set)
    tied: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    unsure: list[Same] = field(default_factory=list)
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


def _identity(mention: Mention) -> tuple[str, str, tuple[str, ...]]:
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
    locked = yield from _read(ground, naming, names, lock)
    for mention in wanted:
        if mention.literal:
            _place_value(ground, naming, mention)
        elif _identity(mention) in stated:
            _place_equal(ground, naming, mention, stated[_identity(mention)])
        else:
            _place(ground, naming, mention)
    yield from _write(ground, naming)
    untied = sorted(set(locked) - {key for key, _ in naming.tied})
    if untied:
        yield ground.call("aliases_bare_destroy", keys=untied)
    return naming


def _read(ground: Ground, naming: Naming, names: Sequence[Mention], lock: str) -> Flow[list[str]]:
    """Learns the entities that the names may mean; gives the keys that nothing had, now locked."""
    own = {key: mention.name for mention in names for key in exact_keys(mention)}
    if not own:
        return []
    _learn(naming, (yield ground.call("names_read", keys=sorted(own))))
    missing = sorted(key for key in own if key not in naming.keys)
    if missing:
        rows = [{"key": key, "name": own[key]} for key in missing]
        yield ground.call("aliases_lock", rows=rows, lock=lock)
        blocks = {BLOCK + block for mention in names for block in block_keys(mention.name)}
        _learn(naming, (yield ground.call("names_read", keys=[*missing, *sorted(blocks)])))
    return missing


def _learn(naming: Naming, rows: Rows) -> None:
    for row in rows:
        naming.entities.setdefault(row["uuid"], {name: row[name] for name in ("uuid", "name", "type", "aliases")})
        naming.keys.setdefault(row["key"], set()).add(row["uuid"])


def _candidates(naming: Naming, mention: Mention) -> list[Known]:
    keys = [*exact_keys(mention), *(BLOCK + block for block in block_keys(mention.name))]
    uuids = sorted({uuid for key in keys for uuid in naming.keys.get(key, ())})
    return [_known(naming.entities[uuid], [key for key in keys if uuid in naming.keys.get(key, ())]) for uuid in uuids]


def _known(entity: Row, found_by: Iterable[str] = ()) -> Known:
    """An entity with its own names' keys, and those it was found by: names it has from one merged into it."""
    named = {key for key in found_by if not key.startswith(BLOCK)}
    return Known(
        uuid=entity["uuid"],
        name=entity["name"],
        type=entity["type"],
        keys=frozenset({*named, *(alias_key(name) for name in entity["aliases"])}),
    )


def _place(ground: Ground, naming: Naming, mention: Mention) -> None:
    resolution = resolve(mention, _candidates(naming, mention))
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
        naming.keys.setdefault(key, set()).add(uuid)
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
    if naming.created:
        term = tenant_term(ground.tenant)
        rows = [{**entity, "created": ground.now, "tenant_term": term} for entity in naming.created.values()]
        yield ground.call("entities_create", rows=[{**row, **naming.entities[row["uuid"]]} for row in rows])
    renamed = sorted(naming.renamed - naming.created.keys())
    if renamed:
        yield ground.call("entities_update", rows=[naming.entities[uuid] for uuid in renamed])
    if naming.tied:
        ties = sorted(naming.tied.items())
        locks = [{"key": key, "name": "" if key.startswith(BLOCK) else name} for (key, _), (name, _) in ties]
        yield ground.call("aliases_lock", rows=locks, lock=digest("names", ground.now))
        rows = [{"key": key, "entity": uuid, "statement": statement} for (key, uuid), (_, statement) in ties]
        yield ground.call("aliases_name", rows=rows)
    if naming.unsure:
        same = [{"entity": s.entity, "other": s.other, "reason": s.reason} for s in naming.unsure]
        yield ground.call("possibly_same_create", rows=same)


def known_entities(ground: Ground, name: str) -> Flow[tuple[Known, ...]]:
    """The entities that a name given by a caller may mean: by id, by exact key, else the one it is clearly like."""
    rows = yield ground.call("entities_read", uuids=[name])
    while rows and rows[0]["merged_into"]:
        rows = yield ground.call("entities_read", uuids=[rows[0]["merged_into"]])
    if rows:
        return (_known(rows[0]),)
    naming = Naming()
    mention = Mention(text=name, name=name)
    keys = [*exact_keys(mention), *(BLOCK + block for block in block_keys(name))]
    _learn(naming, (yield ground.call("names_read", keys=keys)))
    exact = naming.keys.get(alias_key(name), set())
    if exact:
        return tuple(_known(naming.entities[uuid]) for uuid in sorted(exact))
    resolution = resolve(mention, _candidates(naming, mention))
    uuids = [resolution.uuid] if resolution.uuid else sorted(_doubtful(resolution))
    return tuple(_known(naming.entities[uuid]) for uuid in uuids)
