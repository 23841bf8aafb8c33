"""Whether a predicate takes a subject and a value: a wrong type un-maps the frame."""

from __future__ import annotations

from dataclasses import replace

from graphmem.extract.lexicon import Aspect, Frame, attribute, frames, group, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.values import is_identifier
from graphmem.registry import Predicate

__all__ = ["attribute_for", "choose", "fits", "personal", "typed"]

ALIKE = {
    "amount": {"amount", "number"},
    "number": {"number", "amount"},
    "money": {"money", "number", "amount"},
    "phone": {"phone"},
    "time": {"time"},
    "date": {"date"},
}


def personal(ref: Ref) -> bool:
    """Whether it can be a person: a speaker, he, she, they, a relation, a name that is no identifier or firm."""
    if ref.kind in {"speaker", "addressee"}:
        return True
    if ref.kind == "pronoun":
        alone = ref.name in {"hers", "theirs", "his own"}
        return (ref.gender in {"f", "m", "p"} and not alone) or ref.name in {"who", "we", "mine", "ours", "yours"}
    if ref.kind == "name":
        return ref.type in {"Person", "Thing"} and not is_identifier(ref.name) and ref.name[:1].isupper()
    return ref.type == "Person" or ref.kind == "implied"


def fits(predicate: Predicate, subject: Ref, value: Ref | None) -> bool:
    """Whether `predicate` may be said of `subject` with `value`; None: a verb without object."""
    if predicate.subject == "Person" and not personal(subject):
        return False
    if value is None:
        return True
    if predicate.name == "date" and personal(subject) and subject.kind != "name":
        return False  # somebody is not on a date; what they do is
    if predicate.value == "text":
        return value.value == "text"
    if predicate.value:
        lasting = bool(words("nouns", "time_unit") & set(value.name.casefold().split()))  # not "takes two sugars"
        return (predicate.name != "duration" or lasting) and value.value in ALIKE.get(
            predicate.value, {predicate.value}
        )
    return not _excluded(predicate, subject, value) and _of_type(predicate, value)


def _excluded(predicate: Predicate, subject: Ref, value: Ref) -> bool:
    """What the words would allow and the world does not: eating somebody, being in a mood as in a place."""
    if predicate.name == "eats":
        return value.kind == "name"
    if predicate.name == "works_at":
        parts, clubs = value.name.casefold().split(), words("nouns", "joined") - words("nouns", "firm")
        joined = value.kind == "thing" and (bool(clubs & set(parts)) or is_person_noun(parts[-1]))
        return joined or (value.kind not in {"name", "thing"} and value.name not in {"there", "here"})
    owned = predicate.name == "owned_by" and subject.kind in {"speaker", "pronoun"} and personal(subject)
    if owned or (predicate.name == "attends" and value.type == "Person"):
        return True
    if predicate.object == "Place" and value.name.casefold().split()[0:1] and is_software(value.name):
        return True
    if predicate.family == "located_in" and ABSTRACT & set(value.name.casefold().split()):
        return True
    somebody = subject.kind in {"speaker", "name"} and personal(subject)
    return predicate.family == "located_in" and somebody and value.indefinite and not _spatial(value)


def is_software(name: str) -> bool:
    """Whether it is a product or service of software: one moves to it without living there."""
    return name.casefold().split()[0] in words("nouns", "software")


# What one is in or at, and which is no place.
ABSTRACT = frozenset(
    [
        "relationship",
        "mood",
        "moment",
        "minute",
        "present",
        "hurry",
        "rush",
        "mess",
        "meeting",
        "call",
        "trouble",
        "love",
        "shock",
        "pain",
        "danger",
        "touch",
        "progress",
        "charge",
        "use",
        "fact",
        "truth",
        "risk",
        "peace",
        "war",
        "odds",
        "ease",
        "work",
        "fault",
        "stake",
        "sync",
        "agreement",
        "doubt",
        "tears",
        "stitches",
        "heaven",
        "limbo",
        "luck",
        "shape",
        "mind",
        "life",
        "world",
        "bits",
        "pieces",
        "awe",
        "denial",
        "control",
        "heart",
        "loop",
        "zone",
        "spotlight",
        "moment",
        "journey",
        "path",
        "way",
        "road",
        "track",
        "edge",
    ]
)


def _of_type(predicate: Predicate, value: Ref) -> bool:
    if predicate.object == "Person":
        return value.kind in {"name", "relation", "speaker", "pronoun", "addressee"} or value.type == "Person"
    if predicate.object == "Place":
        somewhere = value.kind != "thing" or value.definite or _spatial(value) or not value.plural
        return value.value in {"text", "identifier", "address"} and somewhere
    if predicate.object == "Organization":
        return value.value in {"text", "identifier"} and value.type != "Animal"
    return value.value not in {"time", "date"} or predicate.name in {"status", "has"}


def _spatial(value: Ref) -> bool:
    return bool(group("nouns", "place") & set(value.name.casefold().split()))


def choose(phrase: str, subject: Ref, value: Ref | None, *aspects: Aspect) -> Frame | None:
    """The first frame of a verb phrase that takes this subject and value, of these aspects (all if none is named)."""
    for frame in frames(phrase):
        if (not aspects or frame.aspect in aspects) and fits(frame.predicate, subject, value):
            return frame
    return None


def attribute_for(noun: str, value: Ref | None) -> Predicate | None:
    """The predicate of an attribute noun, tried whole and by its last words, if its value type fits."""
    parts = noun.casefold().split()
    for n in range(len(parts)):
        found = attribute(" ".join(parts[n:]))
        if found is not None and (n == 0 or _same_kind(parts[:n])):
            return (
                found
                if not found.value or value is None or value.value in ALIKE.get(found.value, {found.value})
                else None
            )
    return None


# Modifiers that leave an attribute what it is: "older brother" is a brother; "delivery date" is no birth date.
PLAIN = frozenset(
    [
        "old",
        "older",
        "elder",
        "eldest",
        "young",
        "younger",
        "youngest",
        "big",
        "little",
        "new",
        "current",
        "best",
        "good",
        "close",
        "former",
        "twin",
        "only",
        "dear",
        "line",
        "direct",
        "own",
        "personal",
        "private",
        "main",
    ]
)


def _same_kind(modifiers: list[str]) -> bool:
    return all(word in PLAIN or word in words("words", "change") for word in modifiers)


def typed(ref: Ref, kind: str) -> Ref:
    """`ref` as that type of entity, when nothing told its type before."""
    if kind not in {"Value", "Thing"} and ref.type == "Thing" and ref.kind in {"name", "thing", "relation"}:
        return replace(ref, type=kind)
    return ref
