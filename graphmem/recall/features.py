"""Named features of a candidate, computed from its text alone: each 0 to 1, the same on every engine."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from graphmem.caches import of_texts
from graphmem.model import Entity, Fact
from graphmem.recall.candidate import Candidate, Entities, Standing
from graphmem.recall.names import Chain
from graphmem.recall.question import Reading
from graphmem.recall.relations import names_relation, vocabulary
from graphmem.recall.resolve import share, within
from graphmem.recall.values import fits
from graphmem.recall.words import content, fold, nearness
from graphmem.registry import Registry

__all__ = [
    "Scene",
    "Weights",
    "asked_terms",
    "coverage",
    "covers",
    "episode_features",
    "fact_features",
    "named",
    "scene",
    "spans",
    "weights",
]

SPOKEN_OF = 0.85  # a word of the relation's vocabulary, against 1 for a word of the fact itself
NEAR_ENOUGH = 0.5  # from this nearness on, a word stands for another
SPECIFIC = frozenset({"phone", "email"})
ALIKE = 0.75
WALKED = 0.8  # a word of the way to a fact
WEAK = 0.35  # a word that only says the type of the answer
ABBREVIATED = re.compile(r"\b(?:dr|mr|mrs|ms|prof|st|no|nr|e\.g|i\.e|vs|approx|ca)\.$", re.IGNORECASE)
SENTENCE = re.compile(r"\S[^\n]*?(?:[.!?…]+[\"'”’)]*(?=\s)|(?=\n)|$)")


@dataclass(frozen=True, slots=True)
class Weights:
    """The tables of weights.toml."""

    weight: Mapping[str, float]
    cut: Mapping[str, float]
    turn: Mapping[str, float]
    most: Mapping[str, int]
    authority: Mapping[str, float]


@cache
def weights() -> Weights:
    """The shipped weights."""
    return Weights(**tomllib.loads((files("graphmem.recall") / "weights.toml").read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Scene:
    """What all candidates of one question are measured against.

    `hard` are ids of entities the question plainly names, `soft` of those a phrase of it may mean, `leading` ids of
    owners whose own facts only lead on. `rarity`: weight of each term; `near`: the other stems among the candidates
    that stand for it, and how far. `heard`: how well each turn answers by its words. `described`: stems of owners
    called by what they are ("the plumber's"), that are no entity's name. `held` remembers what bags of stems hold.
    """

    reading: Reading
    hard: Mapping[str, Entity]
    soft: Mapping[str, Entity]
    leading: frozenset[str]
    chains: tuple[Chain, ...]
    rarity: Mapping[str, float]
    near: Mapping[str, Mapping[str, float]]
    heard: Mapping[str, float]
    described: tuple[frozenset[str], ...] = ()
    held: dict[frozenset[str], tuple[float, ...]] = field(default_factory=dict, compare=False, repr=False)


def scene(reading: Reading, entities: Entities, candidates: Sequence[Candidate], heard: Mapping[str, float]) -> Scene:
    """The scene of a question: its entities, and how rare its words are among the candidates."""
    composed = {chain.composed() for chain in reading.chains}
    sure = [*composed, *(name.text for name in reading.names if name.certain or name.kind != "name")]
    if reading.first_person and reading.asker:
        sure.append(reading.asker)
    hard = {entity.id: entity for text in sure for entity in entities.get(text, ())}
    loose = [*(name.text for name in reading.names), *reading.phrases]
    soft = {entity.id: entity for text in loose for entity in entities.get(text, ()) if entity.id not in hard}
    if not hard:  # a person's name in small letters is still a name
        hard = {id_: entity for id_, entity in soft.items() if entity.type == "Person"}
    chains, leading = _leading(reading, entities)
    terms, bags = asked_terms(reading, entities), [stems_of(one) for one in candidates]
    near = _nearby(terms, bags, reading, {one.fact.predicate for one in candidates if one.fact})
    rarity = _rarity(terms, reading.weak, bags, near)
    return Scene(reading, hard, soft, leading, chains, rarity, near, heard, _described(reading, entities))


def _described(reading: Reading, entities: Entities) -> tuple[frozenset[str], ...]:
    names = {name.text for name in reading.names} | {reading.asker}
    owners = [chain.owner for chain in reading.chains if chain.owner not in names and not entities.get(chain.owner)]
    return tuple(frozenset(content(owner)) for owner in owners)


def described(scene: Scene, one: Candidate) -> bool:
    """Whether a candidate, or the way to it, speaks of every owner the question calls by what it is."""
    bag = stems_of(one).union(*(_fact_stems(step) | _quote_stems(step) for step in one.path))
    return all(any(_near(stem, bag) >= NEAR_ENOUGH for stem in owner) for owner in scene.described)


def _leading(reading: Reading, entities: Entities) -> tuple[tuple[Chain, ...], frozenset[str]]:
    """The chains that lead through a person the question does not name, and the ids of their owners."""
    strict = tuple(
        c for c in reading.chains if c.leading and any(_person(r, reading) for r in c.relations[: c.leading])
    )
    owners = {entity.id for chain in strict for entity in entities.get(chain.owner, ())}
    return strict, frozenset(owners)


def _person(relation: str, reading: Reading) -> bool:
    return any(p.object == "Person" and names_relation(relation, p.name, reading.registry) for p in reading.registry)


def asked_terms(reading: Reading, entities: Entities) -> tuple[str, ...]:
    """The question's terms without the names of what is stored, and with those of what is not: a turn may hold them."""
    known = {stem for name in reading.names if entities.get(name.text) for stem in content(name.text)}
    unknown = [stem for name in reading.names if not entities.get(name.text) for stem in content(name.text)]
    return tuple(dict.fromkeys([*(term for term in reading.terms if term not in known), *unknown]))


def _nearby(
    terms: Sequence[str], bags: Sequence[frozenset[str]], reading: Reading, predicates: Iterable[str]
) -> dict[str, dict[str, float]]:
    """For each term the other stems that stand for it, of all that the candidates and their relations hold."""
    stems = frozenset[str]().union(*bags, *(vocabulary(reading.registry, name) for name in predicates))
    return {term: {stem: worth for stem in stems if stem != term and (worth := nearness(term, stem))} for term in terms}


def _rarity(
    terms: Sequence[str],
    weak: frozenset[str],
    bags: Sequence[frozenset[str]],
    near: Mapping[str, Mapping[str, float]],
) -> dict[str, float]:
    """Weight of each term by how few candidates hold it; 0 for one that none holds: it tells them not apart."""
    found: dict[str, float] = {}
    for term in terms:
        stands = {term, *near[term]}
        held = sum(1 for bag in bags if not stands.isdisjoint(bag))
        rare = math.log(1 + (len(bags) + 1) / held) if held else 0.0
        found[term] = rare * (WEAK if term in weak else 1.0)
    return found


def stems_of(candidate: Candidate) -> frozenset[str]:
    """Every content stem of a candidate's text."""
    if candidate.fact is not None:
        return _fact_stems(candidate.fact) | _quote_stems(candidate.fact)
    return _bag(candidate.episode.text) if candidate.episode else frozenset()


@of_texts(maxsize=32768)
def _bag(text: str) -> frozenset[str]:
    return frozenset(content(text))


@of_texts(maxsize=8192)
def _near(term: str, bag: frozenset[str]) -> float:
    if term in bag:
        return 1.0
    return max((nearness(term, word) for word in bag), default=0.0)


def coverage(scene: Scene, *bags: tuple[frozenset[str], float]) -> float:
    """The share of the question's words, by rarity, that stand in a bag of stems; each bag has its own worth."""
    total = sum(scene.rarity.values())
    if not total:
        return 0.0
    held = [0.0] * len(scene.rarity)
    for bag, worth in bags:
        held = [max(most, by * worth) for most, by in zip(held, _held(scene, bag), strict=True)]
    return sum(rare * most for rare, most in zip(scene.rarity.values(), held, strict=True)) / total


def _held(scene: Scene, bag: frozenset[str]) -> tuple[float, ...]:
    """How far a bag of stems holds each term; many candidates share the bag of a relation."""
    found = scene.held.get(bag)
    if found is None:
        found = scene.held[bag] = tuple(_holds(scene.near[term], term, bag) for term in scene.rarity)
    return found


def _holds(near: Mapping[str, float], term: str, bag: frozenset[str]) -> float:
    return 1.0 if term in bag else max((near[stem] for stem in near.keys() & bag), default=0.0)


def covers(fact: Fact, term: str, registry: Registry) -> bool:
    """Whether a fact, or the words its relation is spoken of by, hold a term or a word near it."""
    return (
        _near(term, _fact_stems(fact)) >= NEAR_ENOUGH
        or _near(term, vocabulary(registry, fact.predicate)) >= NEAR_ENOUGH
    )


def _fact_stems(fact: Fact) -> frozenset[str]:
    return _bag(f"{fact.fact} {fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}")


def _walked(one: Candidate) -> frozenset[str]:
    """The stems of the facts that led to a candidate: of "the number of the manager", they hold the manager."""
    return frozenset(stem for step in one.path for stem in _fact_stems(step))


def _quote_stems(fact: Fact) -> frozenset[str]:
    return frozenset[str]().union(*(_bag(source.quote) for source in fact.sources))


def fact_features(scene: Scene, one: Candidate, fact: Fact, how: Standing) -> dict[str, float]:
    """The features of a fact."""
    reading, spoken = scene.reading, vocabulary(scene.reading.registry, fact.predicate)
    return {
        "relevance": coverage(scene, (_fact_stems(fact), 1.0), (spoken, SPOKEN_OF), (_walked(one), WALKED))
        or _all_named(scene, fact),
        "quotation": coverage(scene, (_quote_stems(fact), 1.0)),
        "predicate": _predicate(reading, fact),
        "entity": _entity(scene, one, fact),
        "value": _value_fit(scene, fact),
        "temporal": _temporal(fact, how, reading),
        "source": weights().authority.get(fact.source_kind, 0.5),
        "specificity": min(1.0, len(str(fact.object)) / 12),
        "nearness": 1 / (1 + one.hop),
    }


def episode_features(scene: Scene, one: Candidate, quote: str) -> dict[str, float]:
    """The features of a raw turn, of which `quote` is the part that answers."""
    episode = one.episode
    if episode is None:
        return {}
    age_days = max(0.0, (scene.reading.as_of.valid - episode.said_at).total_seconds() / 86400)
    said_by = any(fold(entity.name) == fold(episode.speaker or "") for entity in scene.hard.values())
    mentioned = any(named(entity, episode.text) for entity in scene.hard.values())
    return {
        "heard": scene.heard.get(episode.id, 0.0),
        "relevance": coverage(scene, (_bag(episode.text), 1.0)),
        "quotation": coverage(scene, (_bag(quote), 1.0)),
        "entity": 0.5 if not scene.hard else 0.8 if mentioned else 0.4 if said_by else 0.0,
        "temporal": 0.6 / (1 + age_days / 365),
        "source": weights().authority.get(episode.source_kind, 0.5),
    }


def _predicate(reading: Reading, fact: Fact) -> float:
    asked = max((w.score_0_1 for w in reading.predicates if w.predicate == fact.predicate), default=0.0)
    known = reading.registry.get(fact.predicate)
    families = {p.family for w in reading.predicates if (p := reading.registry.get(w.predicate))}
    kin = 0.6 if known and known.family in families else 0.0
    if known and known.value in SPECIFIC and known.value == reading.value:  # a mobile answers for a phone
        kin = ALIKE
    leads = max((0.5 * w.score_0_1 for w in reading.via if w.predicate == fact.predicate), default=0.0)
    return max(asked, kin, leads)


def _entity(scene: Scene, one: Candidate, fact: Fact) -> float:
    """How much a fact is about what the question names; nothing named is neither for nor against."""
    subject, value = fact.subject.id, fact.object.id
    led = _led(scene, one, fact)
    if led or not (scene.hard or scene.soft):
        return led or 0.5
    if subject in scene.hard or value in scene.hard:
        if {subject, value} & scene.leading:
            return 0.4
        return (1.0 if subject in scene.hard else 0.9) * (0.6 + 0.4 * _share_named(scene, fact))
    return _loosely(scene, one, fact)


def _share_named(scene: Scene, fact: Fact) -> float:
    """The part of the entities a question plainly names that a fact names too."""
    text = " ".join([fact.fact, *(source.quote for source in fact.sources)])
    met = sum(1 for id_, one in scene.hard.items() if id_ in {fact.subject.id, fact.object.id} or named(one, text))
    return met / len(scene.hard)


def _all_named(scene: Scene, fact: Fact) -> float:
    """For a question of names alone, "why is Ida in Rome": the relevance of what joins them."""
    alone = len(scene.hard) > 1 and not any(scene.rarity.values())
    return _share_named(scene, fact) if alone else 0.0


def _led(scene: Scene, one: Candidate, fact: Fact) -> float:
    """1 for a fact that a chain of the question leads to: by walking its relations, or by the name they make."""
    for chain in scene.chains:
        relations = chain.relations[: chain.leading]
        walked = len(one.path) >= len(relations) and all(
            names_relation(relation, step.predicate, scene.reading.registry)
            for relation, step in zip(relations, one.path, strict=False)
        )
        if walked or _called(fact.subject, chain, relations):
            return 1.0
    return 0.0


def _called(subject: Entity, chain: Chain, relations: Sequence[str]) -> bool:
    ending = fold("'s ".join(("", *relations)))
    return any(
        fold(name).endswith(ending) and fold(chain.owner) in fold(name) for name in (subject.name, *subject.aliases)
    )


def _loosely(scene: Scene, one: Candidate, fact: Fact) -> float:
    if one.path:
        return 0.75
    if any(_owned(fact.subject, entity) for entity in scene.hard.values()):
        return 0.9
    if fact.subject.id in scene.soft or fact.object.id in scene.soft:
        return 0.8 if not scene.hard else 0.5
    said = " ".join([fact.fact, *(source.quote for source in fact.sources)]).replace(fact.subject.name, "")
    if any(named(entity, said) for entity in scene.hard.values()):
        return 0.35
    return _spoken(scene, fact)


def _spoken(scene: Scene, fact: Fact) -> float:
    """A fact of something else: a little about whoever told it, as what she calls "the van" may be hers."""
    if not scene.hard:
        return 0.4
    tellers = {fold(source.speaker or "") for source in fact.sources}
    told = any(fold(name) in tellers for entity in scene.hard.values() for name in (entity.name, *entity.aliases))
    return 0.3 if told and fact.subject.type != "Person" else 0.1


def _owned(thing: Entity, owner: Entity) -> bool:
    """Whether a thing is called after its owner: "Runa Holst's kitchen"."""
    return any(fold(thing.name).startswith(fold(name) + "'s ") for name in (owner.name, *owner.aliases))


def named(entity: Entity, text: str) -> bool:
    """Whether a text names an entity: by its name, an alias, or a part of a person's name."""
    parts = [part for part in entity.name.split() if len(part) > 2] if entity.type == "Person" else []
    return any(within(name, text) for name in (entity.name, *entity.aliases, *parts))


def _value_fit(scene: Scene, fact: Fact) -> float:
    wanted = scene.reading.value
    if wanted is None:
        return 0.5
    if wanted == "date" and fact.valid.start is not None:
        return max(0.5, fits(wanted, fact.object))
    quotes = " ".join(source.quote for source in fact.sources)
    subject_asked = wanted == "person" and fact.subject.type == "Person" and fact.subject.id not in scene.hard
    return max(fits(wanted, fact.object, quotes), 0.9 if subject_asked else 0.0)


def _temporal(fact: Fact, how: Standing, reading: Reading) -> float:
    if how in {"holds", "contested"}:
        return 0.5 + 0.5 * share(fact, reading)
    if how == "planned":
        return 1.0 if reading.kind == "plan" else 0.4
    return 0.8 if reading.kind in {"past", "history", "changes"} else 0.2


def spans(text: str) -> Iterable[tuple[int, int]]:
    """The sentences of a text, as spans; "Dr." and its like end none."""
    found: list[tuple[int, int]] = []
    for match in SENTENCE.finditer(text):
        if found and ABBREVIATED.search(text[found[-1][0] : found[-1][1]]):
            found[-1] = found[-1][0], match.end()
        else:
            found.append(match.span())
    return found
