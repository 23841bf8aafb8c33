"""A question's candidates from the store, by four legs; what they are worth is decided in recall/, in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.identity.keys import alias_key, block_keys
from graphmem.identity.resolve import Known, resolve
from graphmem.model import Block, Entity, Fact, Mention, from_us, to_us
from graphmem.recall.abstain import abstain
from graphmem.recall.bearing import asked, bears
from graphmem.recall.candidate import Aside, Candidate, Leg, Ranked
from graphmem.recall.pack import pack
from graphmem.recall.question import Reading, read_question
from graphmem.recall.rank import rank
from graphmem.recall.turns import heard
from graphmem.recall.words import words as word_lists
from graphmem.store.call import Flow, Ground, Row, Rows
from graphmem.store.flows.naming import BLOCK
from graphmem.store.flows.read import changes, facts_from, planned_facts
from graphmem.store.lexical import words_of
from graphmem.store.rows import episode_of

__all__ = ["Found", "find", "recall"]

HOPS = 3
FRONTIER = 48  # entities walked on from, a hop
EDGES = 600  # facts read, a hop
LEXICAL_FACTS = 40
LEXICAL_EPISODES = 40
BESIDE = 20  # best turns whose neighbours are read too
JUDGED = 45  # best turns of which is read what they told: only these can be shown
WIDE = 80  # of more facts than these, a hop, only the likeliest are read with their sources
LITERAL, PERSON = "Value", "Person"


@dataclass(slots=True)
class Found:
    """What the store nominated for a question."""

    reading: Reading
    entities: dict[str, tuple[Entity, ...]] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)

    def ranked(self) -> tuple[Ranked, ...]:
        """The candidates in order, dropped ones included with their reasons."""
        return rank(self.reading, self.entities, self.candidates)


def recall(
    ground: Ground,
    question: str,
    *,
    asker: str | None,
    as_of: datetime | None,
    known_at: datetime | None,
    budget_tokens: int,
    count: Callable[[str], int],
) -> Flow[Block]:
    """The context block that answers a question, never longer than `budget_tokens` by `count`."""
    reading = read_question(
        question, now=from_us(ground.now), registry=ground.registry, asker=asker, as_of=as_of, known_at=known_at
    )
    found = yield from find(ground, reading)
    ranked = found.ranked()
    reason = abstain(reading, found.entities, ranked)
    return pack(reading, found.entities, ranked, budget_tokens=budget_tokens, count=count, reason=reason)


def find(ground: Ground, reading: Reading) -> Flow[Found]:
    """Everything that may answer: the named entities' facts, a walk from them, and what the words hit."""
    found = Found(reading)
    known = _known(ground, reading)
    named = yield from _named(ground, found)
    yield from _walk(ground, found, named, known)
    for entity in named.values():
        plans = yield from planned_facts(ground, entity, to_us(reading.as_of.valid), known)
        found.candidates += [Candidate(leg="subject", fact=fact) for fact in plans]
    if reading.kind == "changes":
        yield from _changed(ground, found, known)
    yield from _lexical_facts(ground, found, known)
    yield from _lexical_episodes(ground, found, known)
    return found


def _searched(ground: Ground, query: str, reading: Reading, limit: int) -> Flow[dict[str, float]]:
    """Ids and scores of what holds the question's words; if that is little, of what holds words used for them too."""
    every = words_of(reading.text)
    telling = [word for word in every if word not in word_lists().stop]
    hits = yield ground.call(query, words=telling, limit=limit)
    scores = {row["id"]: row["score"] for row in hits}
    if len(scores) < limit:
        wider = words_of(" ".join((*every, *reading.expansions)))
        for row in (yield ground.call(query, words=wider, limit=limit)):
            scores.setdefault(row["id"], 0.0)
    return scores


def _known(ground: Ground, reading: Reading) -> int | None:
    """The instant of system time asked about; None where it is now."""
    known = to_us(reading.as_of.known)
    return known if known < ground.now else None


def _named(ground: Ground, found: Found) -> Flow[dict[str, Known]]:
    """The entities that the question's strings name, looked up in one read."""
    lookups = found.reading.lookups
    phrases = set(found.reading.phrases)
    keys = {alias_key(text) for text in lookups}
    blocks = {BLOCK + block for text in lookups if text not in phrases for block in block_keys(text)}
    rows = (yield ground.call("names_read", keys=sorted(keys | blocks))) if lookups else []
    by_key = dict[str, list[Row]]()
    for row in rows:
        by_key.setdefault(row["key"], []).append(row)
    named = dict[str, Known]()
    for text in lookups:
        hits = _meant(text, by_key, exact=text in phrases)
        named.update((hit.uuid, hit) for hit in hits)
        if hits:
            found.entities[text] = tuple(Entity(id=hit.uuid, name=hit.name, type=hit.type) for hit in hits)
    return named


def _meant(text: str, by_key: Mapping[str, Sequence[Row]], *, exact: bool) -> tuple[Known, ...]:
    own = by_key.get(alias_key(text), ())
    if own or exact:
        return tuple(_known_entity(row) for row in sorted(own, key=lambda row: row["uuid"]))
    near = {row["uuid"]: row for block in block_keys(text) for row in by_key.get(BLOCK + block, ())}
    candidates = [_known_entity(near[uuid]) for uuid in sorted(near)]
    resolution = resolve(Mention(text=text, name=text), candidates)
    if resolution.decision == "match":
        return tuple(known for known in candidates if known.uuid == resolution.uuid)
    return tuple(known for known in candidates if known.uuid in resolution.others) if resolution.others else ()


def _known_entity(row: Row) -> Known:
    found_by = () if row["key"].startswith(BLOCK) else (row["key"],)
    keys = frozenset({*found_by, *(alias_key(name) for name in row["aliases"])})
    return Known(uuid=row["uuid"], name=row["name"], type=row["type"], keys=keys)


def _walk(ground: Ground, found: Found, named: Mapping[str, Known], known: int | None) -> Flow[None]:
    """One frontier query a hop, to three hops, bounded; each fact once, by its shortest way."""
    frontier = {uuid: tuple[Fact, ...]() for uuid in sorted(named)}
    reached, seen = set(frontier), set[str]()
    for hop in range(HOPS):
        if not frontier:
            return
        facts = yield from _around(ground, found.reading, sorted(frontier), known)
        onward = dict[str, tuple[Fact, ...]]()
        for fact in facts:
            start = fact.subject if fact.subject.id in frontier else fact.object
            stop = fact.object if start is fact.subject else fact.subject
            if fact.id not in seen:
                seen.add(fact.id)
                leg: Leg = "hop" if hop else "subject"
                found.candidates.append(Candidate(leg=leg, fact=fact, path=frontier[start.id]))
            if stop.id not in reached and _leads_on(found.reading, start, fact, stop, named):
                onward.setdefault(stop.id, (*frontier[start.id], fact))
        frontier = dict(sorted(onward.items())[:FRONTIER])
        reached |= frontier.keys()


def _leads_on(reading: Reading, start: Entity, fact: Fact, stop: Entity, named: Mapping[str, Known]) -> bool:
    """Whether to walk on: from no literal, from a person only where the question names the relation or the thing."""
    if stop.type != PERSON:
        return stop.type != LITERAL
    return asked(reading, fact) or (start.type != PERSON and start.id in named)


def _around(ground: Ground, reading: Reading, entities: Sequence[str], known: int | None) -> Flow[tuple[Fact, ...]]:
    where = {"entities": entities, "now": ground.now, "limit": EDGES}
    if known is None:
        rows = yield ground.call("facts_around", **where)
    else:
        rows = yield ground.call("facts_around_known", known=known, **where)
    return (yield from facts_from(ground, _likeliest(reading, rows), known))


def _likeliest(reading: Reading, rows: Rows) -> Rows:
    """Of very many facts those whose words and relation bear most on the question."""
    if len(rows) <= WIDE:
        return rows
    bearing = {row["edge"]["uuid"]: bears(reading, row["edge"]["name"].lower(), row["edge"]["fact"]) for row in rows}
    order = sorted(
        rows, key=lambda row: (-bearing[row["edge"]["uuid"]], -row["edge"]["valid_from"], row["edge"]["uuid"])
    )
    return order[:WIDE]


def _changed(ground: Ground, found: Found, known: int | None) -> Flow[None]:
    since = found.reading.since or found.reading.as_of.valid
    until = known if known is not None else ground.now + 1_000_000
    changed = yield from changes(ground, to_us(since), until)
    seen = {candidate.id for candidate in found.candidates}
    for change in changed:
        if change.fact.id not in seen:
            seen.add(change.fact.id)
            found.candidates.append(Candidate(leg="subject", fact=change.fact))


def _lexical_facts(ground: Ground, found: Found, known: int | None) -> Flow[None]:
    hits = yield from _searched(ground, "search_facts", found.reading, LEXICAL_FACTS)
    seen = {candidate.id for candidate in found.candidates}
    scores = {uuid: score for uuid, score in hits.items() if uuid not in seen}
    if not scores:
        return
    rows = yield ground.call("facts_by_ids", ids=sorted(scores), now=ground.now)
    standing = [row for row in rows if known is None or row["edge"]["system_from"] <= known]
    for fact in (yield from facts_from(ground, standing, known)):
        found.candidates.append(Candidate(leg="lexical_fact", score=scores[fact.id], fact=fact))


def _lexical_episodes(ground: Ground, found: Found, known: int | None) -> Flow[None]:
    """The turns that hold words of the question, and those beside the best of them in their sessions."""
    scores = yield from _searched(ground, "search_episodes", found.reading, LEXICAL_EPISODES)
    if not scores:
        return
    rows = yield ground.call("episodes_read", uuids=sorted(scores))
    hit = [row for row in rows if _is_heard(row, known)]
    near = yield from _beside(ground, _best(found.reading, hit, BESIDE))
    beside = [row for row in near if row["uuid"] not in scores and _is_heard(row, known)]
    judged = [row["uuid"] for row in _best(found.reading, [*hit, *beside], JUDGED)]
    told, asides = yield from _told(ground, judged, known)
    for row in (*hit, *beside):
        uuid = row["uuid"]
        leg: Leg = "lexical_episode" if uuid in scores else "neighbour"
        found.candidates.append(
            Candidate(leg, scores.get(uuid, 0.0), episode=episode_of(row), told=told.get(uuid, ()),
                      asides=asides.get(uuid, ()), judged=uuid in told)
        )  # fmt: skip


def _is_heard(row: Row, known: int | None) -> bool:
    return known is None or bool(row["recorded_at"] <= known)


def _best(reading: Reading, rows: Sequence[Row], most: int) -> list[Row]:
    """The rows of the turns that answer best by their words."""
    by_id = {row["episode_id"]: row for row in rows}
    scores = heard(reading, [episode_of(row) for row in rows])
    return [by_id[turn] for turn in sorted(scores, key=lambda turn: (-round(scores[turn], 9), turn))[:most]]


def _beside(ground: Ground, rows: Sequence[Row]) -> Flow[Rows]:
    """The turns up to two places before and after the given ones in their sessions."""
    places = {(row["session"], row["seq"] + away) for row in rows for away in (-2, -1, 0, 1, 2)}
    wanted = [{"session": session, "seq": seq} for session, seq in sorted(places)]
    return (yield ground.call("turns_at", places=wanted)) if wanted else []


def _told(
    ground: Ground, episodes: Sequence[str], known: int | None
) -> Flow[tuple[dict[str, tuple[Fact, ...]], dict[str, tuple[Aside, ...]]]]:
    """For each episode the facts it supports or supported, and its words that claim nothing."""
    rows = (yield ground.call("statements_behind", episodes=episodes)) if episodes else []
    rows = [row for row in rows if known is None or row["statement"]["system_from"] <= known]
    keys = sorted({row["statement"]["key"] for row in rows if row["statement"]["folds"]})
    edges = (yield ground.call("edges_of_keys", keys=keys, now=ground.now)) if keys else []
    edges = [edge for edge in edges if known is None or edge["edge"]["system_from"] <= known]
    facts = yield from facts_from(ground, edges, known)
    supported = {edge["edge"]["uuid"]: set(edge["edge"]["statements"]) for edge in edges}
    told = dict[str, tuple[Fact, ...]]()
    asides = dict[str, tuple[Aside, ...]]()
    for episode in episodes:
        own = [row["statement"] for row in rows if row["episode"] == episode]
        ids = {statement["uuid"] for statement in own}
        told[episode] = tuple(fact for fact in facts if supported[fact.id] & ids)
        asides[episode] = tuple(_aside(statement) for statement in own if _claims_nothing(statement))
    return told, asides


def _claims_nothing(statement: Row) -> bool:
    return not statement["polarity"] or statement["modality"] != "asserted"


def _aside(statement: Row) -> Aside:
    kind: Any = statement["modality"] if statement["polarity"] else "negated"
    return Aside(start=statement["span_start"], stop=statement["span_end"], modality=kind)
