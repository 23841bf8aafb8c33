"""Candidates in the order of their worth, with the reason of each that is not shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

from graphmem.model import Entity, Episode, Fact, Source
from graphmem.recall.around import QUOTED, with_words_around
from graphmem.recall.bearing import asked
from graphmem.recall.bygone import bygone
from graphmem.recall.candidate import Candidate, Entities, Former, Ranked, Standing, kept
from graphmem.recall.features import (
    Scene,
    coverage,
    described,
    episode_features,
    fact_features,
    named,
    scene,
    spans,
    weights,
)
from graphmem.recall.lines import cited
from graphmem.recall.meant import asks_assistant, claims_nothing
from graphmem.recall.question import Reading
from graphmem.recall.relations import names_relation
from graphmem.recall.resolve import (
    PRIMARY,
    SECOND,
    differences,
    formers,
    known_then,
    known_until,
    same,
    standing,
    within,
)
from graphmem.recall.turns import heard
from graphmem.recall.viewpoint import speaks_of
from graphmem.recall.words import content, fold, spoken, words

__all__ = ["quotable", "rank"]

LATER: Final[frozenset[Standing]] = frozenset({"upcoming"})  # never shown for a time that is asked about by date
NO_STANDING: Final[frozenset[Standing]] = frozenset()
SETTLES: Final = 0.8  # of the best score of the second choice: what a fact of the first choice must have
FAR: Final = 0.4  # how much of the words' weight is left to a candidate that has nothing to do with whom is named
OF_WORDS: Final = frozenset({"relevance", "quotation", "predicate"})
OWN: Final = 0.7  # of the entity feature: about what the question names
STANDS: Final[frozenset[Standing]] = frozenset({"holds", "contested"})
SHORT_TURN: Final = 160  # characters of a turn that are quoted together
FELL: Final = "what it told no longer stands"
FACTS_ANSWER: Final = "facts answer"
ENOUGH: Final = "enough lines without it"
FAR_LESS: Final = "far less relevant than the best"
TOO_LITTLE: Final = "holds too little of what is asked"
BREVITY: Final = frozenset({FACTS_ANSWER, ENOUGH, FAR_LESS, TOO_LITTLE})  # no fault of a turn's own
LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Bar:
    """The best score, and whether any candidate holds a word or relation that is asked for."""

    best: float
    heard: bool


def rank(reading: Reading, entities: Entities, candidates: Sequence[Candidate]) -> tuple[Ranked, ...]:
    """The candidates, best first, then those not shown with the reason (`Ranked.dropped`).

    `entities` says what each of `reading.lookups` names in the store. The order is total: by score, then id; it does
    not depend on the order of `candidates`, nor on which engine nominated them.
    """
    met = _once(candidates)
    seen = scene(reading, entities, met, heard(reading, [one.episode for one in met if one.episode]))
    judged = [_judged(seen, one) for one in met]
    if reading.kind == "changes":
        judged = _as_changes(judged, reading)
    judged = _merged(_suited(judged, reading))
    judged = _cut(_episodes_beside(judged, reading), reading, seen)
    if not any(_plainly(one, reading) for one in kept(judged)):
        judged = _with_spare(with_words_around(judged, reading), reading)
    fallen = formers(_facts(met), reading)
    ordered = sorted(judged, key=lambda one: _place(one, reading))
    return tuple(_with_times(_with_formers(one, fallen), reading) for one in ordered)


def _with_times(one: Ranked, reading: Reading) -> Ranked:
    """What is to be shown, with the times in its words that lie behind or before the time asked about."""
    if one.dropped or reading.kind in {"history", "changes", "past", "why"}:
        return one
    fact, episode = one.candidate.fact, one.candidate.episode
    said = [(s.quote, s.said_at) for s in (*fact.sources, *_around(one))] if fact else []
    if episode and one.quote:
        said = [(episode.text[slice(*one.quote)], episode.said_at)]
    times = [former for text, at in said for former in bygone(text, at, reading.as_of.valid)]
    return replace(one, times=tuple(dict.fromkeys(times)))


def quotable(ranked: Sequence[Ranked]) -> tuple[Episode, ...]:
    """The turns that are shown, or left out for brevity or since a fact quotes them: for no fault of their own."""
    fit = [one.candidate.episode for one in ranked if one.dropped in {"", QUOTED, *BREVITY}]
    return tuple(episode for episode in fit if episode is not None)


def _place(one: Ranked, reading: Reading) -> tuple[bool, int, str, float, float, str]:
    """Shown ones first, then spare turns by their words; a history by its dates, all else by score.

    Of equals the one said last comes first; then by id.
    """
    fact = one.candidate.fact
    dated = reading.kind == "history" and fact is not None and not one.dropped
    when = fact.valid.start.isoformat() if dated and fact and fact.valid.start else ""
    score = dict(one.features)["heard"] if one.beyond_tokens else one.score
    return bool(one.dropped), one.beyond_tokens, when, -round(score, 9), -_said(one), one.candidate.id


def _said(one: Ranked) -> float:
    """When it was said last, in seconds."""
    fact, episode = one.candidate.fact, one.candidate.episode
    said = [source.said_at for source in fact.sources] if fact is not None else [episode.said_at] if episode else []
    return max((at.timestamp() for at in said), default=0.0)


def _once(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Each fact and episode once, by its shortest path. What a search scored is not looked at: engines differ in it."""
    best: dict[tuple[bool, str], Candidate] = {}
    for one in sorted(candidates, key=_legwise):
        key = (one.fact is None, one.id)
        best.setdefault(key, one)
    return tuple(best[key] for key in sorted(best))


def _legwise(one: Candidate) -> tuple[int, int, str, tuple[str, ...]]:
    """The way to prefer: from the entity itself, then walked, then merely hit by words; the shorter, then by ids."""
    way = 0 if one.leg == "subject" else 1 if one.path else 2
    return way, one.hop, one.leg, tuple(step.id for step in one.path)


def _facts(candidates: Sequence[Candidate]) -> list[Fact]:
    own = {one.fact.id: one.fact for one in candidates if one.fact}
    told = {fact.id: fact for one in candidates for fact in one.told}
    return [fact for _, fact in sorted({**told, **own}.items())]


def _with_formers(one: Ranked, fallen: Mapping[str, Sequence[Former]]) -> Ranked:
    """What is shown, with the values in its words that do not stand; `fallen` by subject id."""
    if one.dropped:
        return one
    fact, episode = one.candidate.fact, one.candidate.episode
    if fact is not None:
        quotes, own = " ".join(f"{s.quote} {s.speaker}" for s in (*fact.sources, *_around(one))), fold(str(fact.object))
        subjects = dict.fromkeys((fact.subject.id, *(told.subject.id for told in one.told)))
        old = [f for subject in subjects for f in fallen.get(subject, ()) if within(f.value, quotes)]
        return replace(one, formers=tuple(f for f in old if fold(f.value) != own and not within(f.value, own)))
    text = episode.text[slice(*one.quote)] if episode and one.quote else ""
    told = [former for fact in one.candidate.told for former in fallen.get(fact.subject.id, ())]
    found = {former.value: former for former in told if within(former.value, text)}
    return replace(one, formers=tuple(found[value] for value in sorted(found)))


def _around(one: Ranked) -> tuple[Source, ...]:
    return (one.around,) if one.around else ()


def _judged(seen: Scene, one: Candidate) -> Ranked:
    if one.fact is not None:
        return _judged_fact(seen, one, one.fact)
    return _judged_episode(seen, one)


def _judged_fact(seen: Scene, one: Candidate, fact: Fact) -> Ranked:
    how = standing(fact, seen.reading)
    features = fact_features(seen, one, fact, how)
    unfit = _unfit(seen, one, fact, features)
    return Ranked(one, _score(seen, features), tuple(sorted(features.items())), how, dropped=unfit)


def _score(seen: Scene, features: dict[str, float]) -> float:
    """The weighted sum; what the words say counts less for a candidate that is not about whom the question names."""
    weight = weights().weight
    words_count = FAR + (1 - FAR) * features["entity"] if seen.hard else 1.0
    return sum(weight[name] * value * (words_count if name in OF_WORDS else 1) for name, value in features.items())


def _unfit(seen: Scene, one: Candidate, fact: Fact, features: dict[str, float]) -> str:
    """Why a fact cannot answer whatever its score, or nothing."""
    led = bool(seen.hard and seen.chains)
    faults = {
        "learnt after the time asked about": not known_then(fact, known_until(seen.reading)),
        "about somebody or something else": bool(seen.described) and not described(seen, one),
        "the way to it does not hold at the time asked about": not _way_holds(seen, one),
        "through a person whom the question does not lead to": _through_a_person(seen, one, fact),
        "about the owner, not about whom the question leads to": (
            led and features["entity"] <= 0.4 and not _bridges(seen, fact)
        ),
        "about somebody else": _of_somebody_else(seen, fact, features["entity"]),
    }
    return next((reason for reason, holds in faults.items() if holds), "")


def _way_holds(seen: Scene, one: Candidate) -> bool:
    return all(standing(step, seen.reading) in STANDS for step in one.path)


def _of_somebody_else(seen: Scene, fact: Fact, about: float) -> bool:
    """Whether a fact is of another person than the one named, or of a thing called after another owner."""
    if not seen.hard:
        return False
    another = about <= 0.1 and fact.subject.type == "Person" and _names_a_person(seen)
    return another or (about < OWN and _of_another(seen, fact.subject))


def _names_a_person(seen: Scene) -> bool:
    return any(entity.type == "Person" for entity in seen.hard.values())


def _bridges(seen: Scene, fact: Fact) -> bool:
    """Whether a fact is a step of a chain of the question: that Ida is the sister."""
    if not {fact.subject.id, fact.object.id} & (seen.leading | seen.hard.keys()):
        return False
    steps = [relation for chain in seen.chains for relation in chain.relations]
    return any(names_relation(step, fact.predicate, seen.reading.registry) for step in steps)


def _through_a_person(seen: Scene, one: Candidate, fact: Fact) -> bool:
    """Whether the walk to a fact passes a person by a relation that the question does not name."""
    steps = [*one.path, fact]
    for step, following in pairwise(steps):
        joint = _joint(step, following)
        if not joint or joint.type != "Person" or joint.id in seen.hard or _described_by(seen, step, joint):
            continue
        if not asked(seen.reading, step.predicate):
            return True
    return False


def _described_by(seen: Scene, step: Fact, person: Entity) -> bool:
    """Whether a step goes from a thing or role that the question names to the person who has it: "the caretaker"."""
    start = step.subject if step.object.id == person.id else step.object
    return start.type != "Person" and (start.id in seen.hard or start.id in seen.soft)


def _joint(step: Fact, following: Fact) -> Entity | None:
    ends = {following.subject.id, following.object.id}
    return next((entity for entity in (step.object, step.subject) if entity.id in ends), None)


def _of_another(seen: Scene, thing: Entity) -> bool:
    """Whether a thing is called after an owner whom the question does not name."""
    owner, mark, _ = thing.name.partition("'s ")
    return bool(mark) and not any(named(entity, owner) for entity in seen.hard.values())


def _judged_episode(seen: Scene, one: Candidate) -> Ranked:
    episode = one.episode
    if episode is None:
        return Ranked(one, 0.0, dropped="empty")
    if not one.judged:
        score = seen.heard.get(episode.id, 0.0)
        return Ranked(one, score, (("heard", score),), "said", dropped="its words answer less than those of others")
    quote = _best_part(seen, one, episode)
    features = episode_features(seen, one, episode.text[quote[0] : quote[1]])
    unfit = _unfit_episode(seen, one, episode, quote)
    return Ranked(one, _score(seen, features), tuple(sorted(features.items())), "said", quote=quote, dropped=unfit)


def _best_part(seen: Scene, one: Candidate, episode: Episode) -> tuple[int, int]:
    """The sentence of a turn that holds most of the question; one that only asks, only if there is no other."""
    parts = list(spans(episode.text)) or [(0, len(episode.text))]
    stating = [part for part in parts if not claims_nothing(one.asides, episode, part)] or parts
    words_of = {part: frozenset(content(episode.text[part[0] : part[1]])) for part in stating}
    best = max(stating, key=lambda part: (round(coverage(seen, (words_of[part], 1.0)), 6), -part[0]))
    return _with_neighbours(best, parts, stating)


def _with_neighbours(
    best: tuple[int, int], parts: Sequence[tuple[int, int]], stating: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """The sentence with the stating ones around it as long as they are short: a pronoun has its noun next door."""
    at = parts.index(best)
    for place in (at - 1, at + 1):
        if 0 <= place < len(parts) and parts[place] in stating:
            wider = min(best[0], parts[place][0]), max(best[1], parts[place][1])
            best = wider if wider[1] - wider[0] <= SHORT_TURN else best
    return best


def _unfit_episode(seen: Scene, one: Candidate, episode: Episode, quote: tuple[int, int]) -> str:
    """Why a turn is not to be quoted whatever its score, or nothing."""
    view = seen.reading.as_of
    asked = view.valid, max(view.valid, seen.reading.during_stop)
    late = seen.reading.dated and episode.said_at > asked[1]
    late = late and not speaks_of(episode.text[slice(*quote)], episode.said_at, *asked)
    faults = {
        "only inferred, and no fact was made of it": episode.source_kind == "inference",
        "an assistant's words, and nobody asks for them": (
            episode.role == "assistant" and not asks_assistant(seen.reading.text)
        ),
        "said after the time asked about": episode.said_at > view.known or late,
        "its speaker speaks of somebody else": _of_its_speaker(seen, episode, quote),
        "only asks, supposes or jokes": claims_nothing(one.asides, episode, quote),
        FELL: (bool(one.told) and all(standing(fact, seen.reading) in {"ended", "disbelieved"} for fact in one.told)),
    }
    return next((reason for reason, holds in faults.items() if holds), "")


def _of_its_speaker(seen: Scene, episode: Episode, quote: tuple[int, int]) -> bool:
    """Whether a turn is in the first person, and neither from nor about the person the question names."""
    people = [entity for entity in seen.hard.values() if entity.type == "Person"]
    if not people or episode.role != "user" or any(named(person, episode.text) for person in people):
        return False
    if any(named(person, episode.speaker or "") for person in people):
        return False
    return not words().grammar["first_person"].isdisjoint(spoken(episode.text[quote[0] : quote[1]]))


def _as_changes(judged: Sequence[Ranked], reading: Reading) -> list[Ranked]:
    """For "what changed": only facts that differ between then and now, each with what it replaced."""
    facts = [one.candidate.fact for one in judged if one.candidate.fact and not one.dropped]
    shown: dict[str, tuple[Fact, ...]] = {}
    for new, gone in differences(facts, reading):
        shown[new.id if new else gone[0].id] = gone if new else gone[1:]
    out = []
    for one in judged:
        if one.candidate.fact and one.candidate.id in shown:
            out.append(replace(one, was=shown[one.candidate.id]))
        else:
            out.append(one if one.dropped else replace(one, dropped="did not change"))
    return out


def _suited(judged: Sequence[Ranked], reading: Reading) -> list[Ranked]:
    """Facts whose standing answers the kind of question; those of the second choice only where none does."""
    allowed = _allowed([one for one in judged if one.candidate.fact and not one.dropped], reading)
    return [
        replace(one, dropped=f"{one.standing} at the time asked about")
        if one.candidate.fact and not one.dropped and one.standing not in allowed
        else one
        for one in judged
    ]


def _allowed(facts: Sequence[Ranked], reading: Reading) -> frozenset[Standing]:
    """The standings that answer: of the first choice if such a fact bears on the question, or no other does."""
    first, second = (choice[reading.kind] - (LATER if reading.dated else NO_STANDING) for choice in (PRIMARY, SECOND))
    best = [max((one.score for one in facts if one.standing in choice and _tells(one)), default=0.0)
            for choice in (first, second)]  # fmt: skip
    if best[0] < SETTLES * best[1] or not {one.standing for one in facts} & first:
        return first | second
    return first


def _tells(one: Ranked) -> bool:
    """Whether a fact bears on the question: it states an asked relation, or covers a good part of its words."""
    features = dict(one.features)
    return features["predicate"] >= 0.5 or max(features["relevance"], features["quotation"]) >= 0.5


def _merged(judged: Sequence[Ranked]) -> list[Ranked]:
    """One of several facts that give a subject one value in one standing: the best, with the others behind it.

    What is far below the best is not shown anyhow, and passes.
    """
    bar = weights().cut["fact"] * max((one.score for one in judged if not one.dropped), default=0.0)
    out: list[Ranked] = []
    heads: dict[tuple[str, Standing], list[int]] = defaultdict(list)
    for one in sorted(judged, key=lambda one: (-round(one.score, 9), one.candidate.id)):
        fact = one.candidate.fact
        if fact is None or one.dropped or one.score < bar:
            out.append(one)
            continue
        group = heads[fact.subject.id, one.standing]
        twin = next((place for place in group if _twins(fact, out[place].candidate.fact)), None)
        if twin is None:
            group.append(len(out))
            out.append(one)
        else:
            out[twin] = replace(out[twin], merged=(*out[twin].merged, fact))
            out.append(replace(one, dropped="says the same as another"))
    return out


def _twins(one: Fact, other: Fact | None) -> bool:
    return other is not None and same(one, other) and (one.valid == other.valid or one.predicate != other.predicate)


def _episodes_beside(judged: Sequence[Ranked], reading: Reading) -> list[Ranked]:
    """Raw turns only where facts do not cover the question, and none whose words a shown fact already quotes."""
    facts = [one for one in judged if one.candidate.fact and not one.dropped]
    enough = weights().cut["enough"]
    best = max((max(dict(o.features)["relevance"], dict(o.features)["predicate"]) for o in facts), default=0.0)
    telling = [one.candidate.fact for one in facts if one.candidate.fact is not None and _tells(one)]
    told = {source.episode for fact in telling for source in fact.sources}
    out = []
    for one in judged:
        reason = ""
        if one.candidate.episode and not one.dropped:
            covered = best >= enough and reading.kind not in {"why", "conflict"}
            reason = QUOTED if one.candidate.id in told else FACTS_ANSWER if covered else ""
        out.append(replace(one, dropped=reason) if reason else one)
    return out


def _with_spare(judged: Sequence[Ranked], reading: Reading) -> list[Ranked]:
    """Where no fact plainly is what is asked for, the turns that are left out only for brevity, to be had for room."""
    shown = [one for one in judged if not one.dropped]
    quoted = {source.episode for one in shown for source in cited(one, reading)}
    since = _told_since(shown, reading)
    return [
        replace(one, beyond_tokens=_beyond(one, since), dropped="") if _left_for_room(one, quoted) else one
        for one in judged
    ]


def _told_since(shown: Sequence[Ranked], reading: Reading) -> datetime:
    """For a question of what is so, when the latest fact that bears on it was said: older words may be outdated."""
    if reading.kind != "current":
        return LONG_AGO
    telling = [one for one in shown if one.candidate.fact is not None and _tells(one)]
    said = [source.said_at for one in telling for source in cited(one, reading)]
    return max(said, default=LONG_AGO)


def _beyond(one: Ranked, since: datetime) -> int:
    """How many tokens of a budget are kept from a turn; few from a person's words that answer well and are not old."""
    episode, features = one.candidate.episode, dict(one.features)
    close = features["heard"] >= weights().cut["close"] and features["relevance"] > 0
    near = close and episode is not None and episode.role == "user" and episode.said_at >= since
    return weights().most["answer_tokens" if near else "long_answer_tokens"]


def _left_for_room(one: Ranked, quoted: Collection[str]) -> bool:
    """Whether a turn bears on the question, and is left out for no fault of its own, or for one its line will say."""
    if one.candidate.episode is None or not one.dropped or dict(one.features)["heard"] < weights().cut["spare"]:
        return False
    if one.dropped == QUOTED:
        return one.candidate.id not in quoted
    return one.dropped in BREVITY or (one.dropped == FELL and _all_noted(one))


def _all_noted(one: Ranked) -> bool:
    """Whether each value a turn told stands in its quoted words, so that its line says until when it held."""
    episode = one.candidate.episode
    text = episode.text[slice(*one.quote)] if episode and one.quote else ""
    return all(within(str(fact.object), text) for fact in one.candidate.told)


def _plainly(one: Ranked, reading: Reading) -> bool:
    """Whether a shown fact states the relation asked for, about whom the question names."""
    if one.candidate.fact is None or reading.form in {"list", "count"}:
        return False
    features, cut = dict(one.features), weights().cut
    told = min(features["predicate"], features["relevance"]) >= cut["plain"]
    return told and features["entity"] >= OWN and features["value"] >= 0.5


def _cut(judged: Sequence[Ranked], reading: Reading, seen: Scene) -> list[Ranked]:
    """What is far less relevant than the best is not shown, nor more lines than the kind of question asks for."""
    live = [one for one in judged if not one.dropped]
    bar = Bar(
        max((one.score for one in live), default=0.0), any(_worth(one) >= weights().cut["silent"] for one in live)
    )
    about = not [t for t in reading.terms if t not in reading.weak] and not reading.predicates
    limit = weights().most[_shape(reading, about) if bar.heard or about else "unheard"]
    out, facts, turns = [], 0, 0
    for one in sorted(judged, key=lambda one: (-round(one.score, 9), one.candidate.id)):
        reason = one.dropped or _too_little(one, bar, about, seen)
        if not reason:
            fact = one.candidate.fact is not None
            facts, turns = facts + fact, turns + (not fact)
            full = facts > limit if fact else turns > weights().most["episodes"]
            reason = ENOUGH if full and one.standing != "contested" else ""
        out.append(replace(one, dropped=reason) if reason != one.dropped else one)
    return out


def _shape(reading: Reading, about: bool) -> str:
    if about and reading.kind in {"current", "why"}:
        return "about"
    listing = reading.kind in {"history", "changes", "conflict"} or reading.form in {"list", "count"}
    return "list" if listing or reading.plural else "value"


def _worth(one: Ranked) -> float:
    features = dict(one.features)
    return max(features["relevance"], features["quotation"], features.get("predicate", 0.0))


def _too_little(one: Ranked, bar: Bar, about: bool, seen: Scene) -> str:
    """Why a candidate is not worth its tokens, or nothing.

    Where none holds a word asked for, a value of the type asked for, of whom the question names, is better than none:
    the words may differ.
    """
    cut = weights().cut
    share = cut["fact"] if one.candidate.fact else cut["episode"]
    if one.score < share * bar.best:
        return FAR_LESS
    if about and seen.hard:
        return ""
    if _worth(one) >= cut["silent"]:
        return ""
    features = dict(one.features)
    own = features["entity"] >= OWN and features.get("value", 0.0) == 1.0
    return "" if own and seen.hard and not bar.heard and seen.reading.value_sure else TOO_LITTLE
