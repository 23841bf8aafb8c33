"""A question's candidates from the store, by four legs; what they are worth is decided in recall/, in Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.identity.keys import alias_key, block_keys
from graphmem.identity.resolve import Known, resolve
from graphmem.model import Block, Entity, Episode, Fact, Mention, from_us, to_us
from graphmem.recall.abstain import abstain
from graphmem.recall.candidate import Aside, Candidate, Leg, Ranked, kept
from graphmem.recall.overtaken import answered_later, outdated, overtaken, telling
from graphmem.recall.pack import pack
from graphmem.recall.question import Reading, read_question
from graphmem.recall.rank import quotable, rank
from graphmem.recall.settle import settled
from graphmem.recall.turns import heard
from graphmem.recall.words import words as word_lists
from graphmem.store.call import Flow, Ground, Row, Rows
from graphmem.store.flows.naming import BLOCK
from graphmem.store.flows.read import changes, facts_from, planned_facts
from graphmem.store.flows.walk import Hit, touching, walk
from graphmem.store.lexical import words_of
from graphmem.store.rows import episode_of, fact_of

__all__ = ["Found", "find", "recall", "weigh"]

LEXICAL_FACTS = 40
LEXICAL_EPISODES = 40
BESIDE = 20  # best turns whose neighbours are read too
AGAINST = 12  # turns that hold the words of what is shown, among which one may speak against it
TURN = 25  # tokens: of as many of the best turns as a block may hold is read what they told; only these can be shown
LEAST_JUDGED, MOST_JUDGED = 16, 45


@dataclass(slots=True)
class Found:
    """What the store nominated for a question; `ranking` is of the candidates where nothing was added to them since."""

    reading: Reading
    entities: dict[str, tuple[Entity, ...]] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)
    ranking: tuple[Ranked, ...] | None = None


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
    found = yield from find(ground, reading, budget_tokens)
    ranked, reason = yield from weigh(ground, found)
    return pack(reading, found.entities, ranked, budget_tokens=budget_tokens, count=count, reason=reason)


def weigh(ground: Ground, found: Found) -> Flow[tuple[tuple[Ranked, ...], str | None]]:
    """The candidates in order, dropped ones included with their reasons, and why nothing should be stated, or None."""
    reading = found.reading
    ranked = found.ranking or rank(reading, found.entities, found.candidates)
    reason = abstain(reading, found.entities, ranked)
    if reading.kind == "current" and not reason:
        ranked = yield from _overtaken(ground, reading, ranked, _known(ground, reading))
    return ranked, reason


def find(ground: Ground, reading: Reading, budget_tokens: int) -> Flow[Found]:
    """Everything that may answer: the named entities' facts, a walk from them, and what the words hit.

    Where a fact of the entity named plainly says what is asked for, nothing further is looked for.
    """
    found = Found(reading)
    known = _known(ground, reading)
    named = yield from _named(ground, found)
    touched = yield from touching(ground, reading, sorted(named), known)
    yield from _stated(ground, found, touched, known)
    plans = yield from planned_facts(ground, tuple(named.values()), to_us(reading.as_of.valid), known)
    found.candidates += [Candidate(leg="subject", fact=fact) for fact in plans]
    found.ranking = rank(reading, found.entities, found.candidates)
    answered = settled(reading, found.entities, found.ranking)
    if answered == "wholly":
        return found
    found.ranking = None
    if answered == "not":
        yield from _further_facts(ground, found, sorted(named), touched, known)
    yield from _lexical_episodes(ground, found, known, max(LEAST_JUDGED, min(MOST_JUDGED, budget_tokens // TURN)))
    return found


def _further_facts(
    ground: Ground, found: Found, named: Sequence[str], touched: Mapping[str, Hit], known: int | None
) -> Flow[None]:
    """Adds what a walk from the entities named leads to, what changed, and what the words hit."""
    hits = yield from walk(ground, found.reading, named, touched, known)
    if found.reading.kind == "changes":
        yield from _changed(ground, found, hits, known)
    yield from _lexical_facts(ground, found.reading, hits, known)
    yield from _stated(ground, found, {uuid: hit for uuid, hit in hits.items() if uuid not in touched}, known)


def _stated(ground: Ground, found: Found, hits: Mapping[str, Hit], known: int | None) -> Flow[None]:
    """The facts that were hit as candidates, the sources of all of them read at once."""
    facts = yield from facts_from(ground, [hit.row for hit in hits.values()], known)
    by_id = {fact.id: fact for fact in facts}
    by_id |= {one.fact.id: one.fact for one in found.candidates if one.fact is not None}
    found.candidates += [
        Candidate(leg=hit.leg, score=hit.score, fact=by_id[uuid], path=tuple(by_id[step] for step in hit.path))
        for uuid, hit in hits.items()
    ]


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
    """The entities that the question's strings name; similar names are looked up only of what no name equals."""
    lookups, phrases = found.reading.lookups, set(found.reading.phrases)
    by_key = yield from _by_key(ground, {alias_key(text) for text in lookups})
    known = {text for text in lookups if alias_key(text) in by_key}
    whole = {text: _with_number(text, known) for text in lookups}
    others = [text for text in lookups if text not in phrases and whole[text] not in known]
    by_key |= yield from _by_key(ground, {BLOCK + block for text in others for block in block_keys(text)})
    named = dict[str, Known]()
    for text in lookups:
        hits = _meant(whole[text], by_key, exact=text in phrases)
        named.update((hit.uuid, hit) for hit in hits)
        if hits:
            found.entities[text] = tuple(Entity(id=hit.uuid, name=hit.name, type=hit.type) for hit in hits)
    return named


def _with_number(text: str, known: Collection[str]) -> str:
    """A name as the question has it: with the number behind it where something is called so, "Lab" of "Lab 4"."""
    longer = (other for other in known if other.startswith(f"{text} ") and other[len(text) + 1 :].isdigit())
    return text if text in known else min(longer, default=text)


def _by_key(ground: Ground, keys: Collection[str]) -> Flow[dict[str, list[Row]]]:
    rows = (yield ground.call("names_read", keys=sorted(keys))) if keys else []
    found = dict[str, list[Row]]()
    for row in rows:
        found.setdefault(row["key"], []).append(row)
    return found


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


def _changed(ground: Ground, found: Found, hits: Mapping[str, Hit], known: int | None) -> Flow[None]:
    since = found.reading.since or found.reading.as_of.valid
    until = known if known is not None else ground.now + 1_000_000
    changed = yield from changes(ground, to_us(since), until)
    once = {change.fact.id: change.fact for change in reversed(changed) if change.fact.id not in hits}
    found.candidates += [Candidate(leg="subject", fact=fact) for fact in once.values()]


def _lexical_facts(ground: Ground, reading: Reading, hits: dict[str, Hit], known: int | None) -> Flow[None]:
    found = yield from _searched(ground, "search_facts", reading, LEXICAL_FACTS)
    scores = {uuid: score for uuid, score in found.items() if uuid not in hits}
    rows = (yield ground.call("facts_by_ids", ids=sorted(scores), now=ground.now)) if scores else []
    for row in rows:
        if known is None or row["edge"]["system_from"] <= known:
            uuid = row["edge"]["uuid"]
            hits[uuid] = Hit("lexical_fact", row, scores[uuid])


def _lexical_episodes(ground: Ground, found: Found, known: int | None, judged: int) -> Flow[None]:
    """The turns that hold words of the question, and those beside the best of them in their sessions."""
    scores = yield from _searched(ground, "search_episodes", found.reading, LEXICAL_EPISODES)
    if not scores:
        return
    rows = yield ground.call("episodes_read", uuids=sorted(scores))
    turns = {row["uuid"]: episode_of(row) for row in rows if _is_heard(ground, row, known)}
    near = yield from _beside(ground, [turns[uuid] for uuid in _best(found.reading, turns, BESIDE)])
    turns |= {
        row["uuid"]: episode_of(row) for row in near if row["uuid"] not in scores and _is_heard(ground, row, known)
    }
    told, asides = yield from _told(ground, _best(found.reading, turns, judged), known)
    for uuid, turn in turns.items():
        leg: Leg = "lexical_episode" if uuid in scores else "neighbour"
        found.candidates.append(
            Candidate(leg, scores.get(uuid, 0.0), episode=turn, told=told.get(uuid, ()),
                      asides=asides.get(uuid, ()), judged=uuid in told)
        )  # fmt: skip


def _overtaken(
    ground: Ground, reading: Reading, ranked: Sequence[Ranked], known: int | None
) -> Flow[tuple[Ranked, ...]]:
    """What is to be shown, each with a later turn that speaks against it, if there is one."""
    named = {one.candidate.id: telling(one, reading) for one in kept(ranked)}
    sought = words_of(" ".join(sorted(frozenset().union(*named.values()))))
    hits = (yield ground.call("search_episodes", words=sought, limit=AGAINST)) if sought else []
    rows = (yield ground.call("episodes_read", uuids=sorted(row["id"] for row in hits))) if hits else []
    turns = [episode_of(row) for row in rows if _is_heard(ground, row, known)]
    read = [overtaken(one, named[one.candidate.id], turns, reading) for one in kept(ranked)]
    beside = quotable(ranked)
    read = [answered_later(one, beside, reading) for one in read]
    shown = {one.candidate.id: outdated(one, read, reading) for one in read}
    return tuple(shown.get(one.candidate.id, one) if not one.dropped else one for one in ranked)


def _is_heard(ground: Ground, row: Row, known: int | None) -> bool:
    """Whether a turn was stored then, no newer version of it had taken its place, and it is kept still."""
    replaced, expires = row["replaced_at"], row["expires_at"]
    if expires is not None and expires <= ground.now:
        return False
    if known is None:
        return replaced is None
    return bool(row["recorded_at"] <= known) and (replaced is None or bool(known < replaced))


def _best(reading: Reading, turns: Mapping[str, Episode], most: int) -> list[str]:
    """The uuids of the turns that answer best by their words."""
    scores = heard(reading, tuple(turns.values()))
    order = sorted(turns, key=lambda uuid: (-round(scores[turns[uuid].id], 9), turns[uuid].id))
    return order[:most]


def _beside(ground: Ground, turns: Sequence[Episode]) -> Flow[Rows]:
    """The turns up to two places before and after the given ones in their sessions."""
    near = ((turn, turn.seq + away) for turn in turns for away in (-2, -1, 0, 1, 2))
    places = {(turn.session, seq) for turn, seq in near if seq >= min(0, turn.seq)}  # before the first is nothing
    wanted = [{"session": session, "seq": seq} for session, seq in sorted(places)]
    return (yield ground.call("turns_at", places=wanted)) if wanted else []


def _told(
    ground: Ground, episodes: Sequence[str], known: int | None
) -> Flow[tuple[dict[str, tuple[Fact, ...]], dict[str, tuple[Aside, ...]]]]:
    """For each episode the facts it supports or supported, without their sources, and its words that claim nothing."""
    rows = (yield ground.call("stated_in", episodes=episodes)) if episodes else []
    rows = [row for row in rows if known is None or row["statement"]["system_from"] <= known]
    folded = {row["statement"]["uuid"]: row["statement"]["key"] for row in rows if row["statement"]["folds"]}
    where = {"keys": sorted(set(folded.values())), "statements": sorted(folded), "now": ground.now}
    edges = (yield ground.call("facts_behind", **where)) if folded else []
    behind = _behind([edge for edge in edges if known is None or edge["edge"]["system_from"] <= known])
    told = dict[str, tuple[Fact, ...]]()
    asides = dict[str, tuple[Aside, ...]]()
    for episode in episodes:
        own = [row["statement"] for row in rows if row["episode"] == episode]
        facts = {fact.id: fact for statement in own for fact in behind.get(statement["uuid"], ())}
        told[episode] = tuple(facts[uuid] for uuid in sorted(facts))
        asides[episode] = tuple(_aside(statement) for statement in own if _claims_nothing(statement))
    return told, asides


def _behind(edges: Rows) -> dict[str, list[Fact]]:
    """By the statements behind it, each fact."""
    found = dict[str, list[Fact]]()
    for edge in edges:
        fact = fact_of(edge, {})
        for statement in edge["edge"]["statements"]:
            found.setdefault(statement, []).append(fact)
    return found


def _claims_nothing(statement: Row) -> bool:
    return not statement["polarity"] or statement["modality"] != "asserted"


def _aside(statement: Row) -> Aside:
    kind: Any = statement["modality"] if statement["polarity"] else "negated"
    return Aside(start=statement["span_start"], stop=statement["span_end"], modality=kind)
