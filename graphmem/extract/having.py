"""As in "Have" and its kin: relations, pets, offices, amounts, and plain possession."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.copula import OFTEN, attribute_of
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import attribute_for, personal, typed
from graphmem.extract.frames import object_ref, subject_ref, with_phrases
from graphmem.extract.lexicon import attribute, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import predicate_name
from graphmem.registry import registry

__all__ = ["having"]

# What one has for a moment, or in a manner of speaking.
PASSING = frozenset(
    [
        "question",
        "idea",
        "point",
        "problem",
        "issue",
        "look",
        "feeling",
        "fun",
        "time",
        "chance",
        "doubt",
        "hunch",
        "clue",
        "meeting",
        "call",
        "headache",
        "cold",
        "choice",
        "favour",
        "request",
        "thought",
        "go",
        "try",
        "laugh",
        "nap",
        "rest",
        "break",
        "bath",
        "shower",
        "lunch",
        "dinner",
        "breakfast",
        "coffee",
        "tea",
        "chat",
        "word",
        "worry",
        "preference",
        "opinion",
        "plan",
        "reason",
        "right",
        "way",
        "mind",
        "guess",
        "news",
        "update",
        "day",
        "night",
        "weekend",
        "morning",
        "luck",
        "faith",
        "hope",
    ]
)


def having(scene: Scene) -> list[Draft]:
    """The statements of a clause with "have", "have got", "keep", "hold" or "get"."""
    clause = scene.clause
    subject = subject_ref(scene)
    if subject is None or clause.object < 0:
        return []
    return [d for k in scene.phrases.all_of(clause.object) for d in _had(scene, subject, k)]


def _had(scene: Scene, subject: Ref, k: int) -> Iterator[Draft]:
    clause, tree = scene.clause, scene.clause.tree
    token = tree.tokens[k]
    value = object_ref(scene, k)
    people = token.low == "people" and bool(tree.kids(k, "nummod"))
    if (
        value.kind in {"pronoun", "addressee"}
        or (token.low in words("nouns", "vague") and not people)
        or token.lemma in PASSING
        or token.lemma in words("nouns", "figure")
        or (token.pos == "VERB" and value.kind != "name")
        or scene.is_time(k)
    ):
        return
    as_what = clause.prep("as")
    if as_what >= 0 and tree.tokens[as_what].pos in {"NOUN", "PROPN"}:
        yield attribute_of(scene, subject, scene.ref(as_what).name, value, "has as its")
    elif (value.type == "Animal" or token.lemma in words("nouns", "animal")) and personal(subject):
        yield _kept(scene, subject, value, k, "has_pet")
    elif (people or (value.type == "Person" and value.value == "amount")) and not personal(subject):
        yield draft(scene, subject, "headcount", replace(value, owner=None, kind="value"), COUNT, functional=True)
    elif value.type == "Person":
        yield _kept(scene, subject, value, k, "")
    else:
        yield from _property(scene, subject, value, k)


def _kept(scene: Scene, subject: Ref, value: Ref, k: int, predicate: str) -> Draft:
    """A pet or relation that one has, whether or not it is named."""
    token = scene.clause.tree.tokens[k]
    noun = value.noun or token.lemma
    if value.plural or token.tag == "NNS" or value.literal:
        name = predicate or (known.name if (known := attribute_for(noun, None)) else predicate_name(noun))
        told = registry().get(name)
        return draft(scene, typed(subject, "Person"), told or name, replace(value, owner=None), "has several")
    named = value if value.kind == "name" else replace(value, kind="relation", owner=subject, noun=noun)
    if predicate:
        return draft(scene, typed(subject, "Person"), registry().known(predicate), named, "has a pet")
    known = attribute_for(noun, named)
    if known is not None:
        return draft(scene, typed(subject, "Person"), known, named, "has a relation")
    return draft(scene, subject, predicate_name(noun), named, "has a relation", functional=True)


SEVERAL = frozenset(
    {
        "degree",
        "diploma",
        "certificate",
        "licence",
        "license",
        "qualification",
        "interest",
        "account",
        "doctorate",
        "master",
        "phd",
    }
)
JOBS = frozenset({"job", "position", "post", "role", "gig", "internship", "placement", "apprenticeship"})


def _job(scene: Scene, subject: Ref, k: int) -> Iterator[Draft]:
    """As in "Has a job at X as Y"."""
    tree = scene.clause.tree
    inner = [(p.low, t.i) for p in tree.kids(k, "prep") if (t := tree.kid(p.i, "pobj"))]
    for name, i in (*inner, *scene.clause.preps):
        if name in {"at", "with", "in", "as"} and not scene.is_time(i) and personal(subject):
            predicate = registry().known("occupation" if name == "as" else "works_at")
            yield draft(
                scene,
                typed(subject, "Person"),
                predicate,
                typed(object_ref(scene, i), predicate.object),
                f"has a job {name}",
            )


def _property(scene: Scene, subject: Ref, value: Ref, k: int) -> Iterator[Draft]:
    tree = scene.clause.tree
    noun = " ".join([*(t.low for t in tree.kids(k, "compound")), tree.tokens[k].lemma])
    if tree.tokens[k].lemma in JOBS:
        yield from _job(scene, subject, k)
        return
    when = _regular(scene, k)
    made = draft(scene, subject, predicate_name(noun), when, "has it regularly", functional=True) if when else None
    if when is not None and OFTEN.match(when.name):
        thing = replace(value, owner=None, definite=True)
        made = draft(scene, thing, "frequency", replace(when, value="date"), "how often one has it", functional=True)
    made = made or _by_prep(scene, subject, noun, k) or _amount(scene, subject, value, k)
    if made is not None:
        yield made
    if made is None or when is not None:
        yield draft(scene, subject, registry().known("has"), with_phrases(scene, value), "has")
        if scene.clause.negative and scene.clause.tense == "present" and not scene.ended and value.kind == "thing":
            lacking = draft(scene, subject, "lacks", replace(value, owner=None), "has none")
            yield replace(lacking, polarity=True)


def _regular(scene: Scene, k: int) -> Ref | None:
    """When one has it, if it recurs: "has judo lessons on Tuesdays at five"."""
    tokens = scene.clause.tree.tokens
    moments = [t for t in scene.times if t.role == "recurring" and t.start >= tokens[k].stop]
    if not moments or scene.clause.negative:
        return None
    hours = [tokens[i].stop for name, i in scene.clause.preps if name == "at" and i > k]
    return scene.phrases.span_value(moments[0].core[0], max([t.stop for t in moments] + hours))


def _by_prep(scene: Scene, subject: Ref, noun: str, k: int) -> Draft | None:
    """As in "Has its headquarters in Graz", "a capacity of 120", "a degree in law"."""
    tree = scene.clause.tree
    inner = [(p.low, t.i) for p in tree.kids(k, "prep") if (t := tree.kid(p.i, "pobj"))]
    for name, i in (*inner, *scene.clause.preps):
        told = object_ref(scene, i)
        if tree.tokens[k].lemma in SEVERAL:
            return draft(scene, subject, predicate_name(tree.tokens[k].lemma), told, f"has a {noun} {name}")
        telling = attribute(noun) is not None or told.value != "text"
        if name in OF_WHAT and not scene.is_time(i) and telling and not scene.clause.negative:
            return attribute_of(scene, subject, noun, told, f"has a {noun} {name}")
    return None


OF_WHAT = frozenset({"in", "at", "on", "of", "with", "as", "for"})


COUNT = "how many they are"


def _counts(low: str, lemma: str) -> bool:
    """Whether a noun counts people: "22 members", "nine people", "340 pupils"."""
    return low in {"people", "staff", "employees", "members", "inhabitants", "residents"} or is_person_noun(lemma)


def _amount(scene: Scene, subject: Ref, value: Ref, k: int) -> Draft | None:
    if value.value not in {"amount", "money"}:
        return None
    token = scene.clause.tree.tokens[k]
    if not personal(subject) and _counts(token.low, token.lemma):
        return draft(scene, subject, "headcount", replace(value, owner=None), COUNT, functional=True)
    name = predicate_name(f"has {token.lemma}")
    return draft(scene, subject, name, value, "has an amount", functional=True)
