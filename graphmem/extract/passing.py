"""What holds for a moment only, or is said in a manner of speaking: a meal, a place on the way, a hyperbole."""

from __future__ import annotations

import re

from graphmem.extract.content import head_of, third_party
from graphmem.extract.drafts import Draft, Scene
from graphmem.extract.fit import personal
from graphmem.extract.lexicon import group, listed, singulars, words
from graphmem.extract.mentions import Ref
from graphmem.registry import registry

__all__ = ["passing", "seen", "sought"]

MEALS = frozenset({"have", "eat", "drink", "get", "grab", "order"})
WHERE = frozenset({"located_in", "located_at", "is_in", "is_at", "is_on"})
OWNED = frozenset({"has", "owns", "has_pet", "needs"})
MOMENTS = re.compile(
    r"(?:to-?day|tonight|now|right now|just now|this (?:morning|afternoon|evening|minute)|at the moment|soon|later"
    r"|yesterday)",
    re.IGNORECASE,
)
HUGE = re.compile(r"\b(?:thousand|million|billion|trillion|zillion|gazillion|bazillion)s?\b|\bumpteen\b", re.IGNORECASE)
LARGE = re.compile(rf"\bhundreds?\b|{HUGE.pattern}", re.IGNORECASE)
AGELESS = re.compile(
    r"\b(?:(?:two|three|four|five|six|seven|eight|nine|several) hundred|1[3-9]\d|[2-9]\d\d|\d{4,})\b"
    rf"|{HUGE.pattern}",
    re.IGNORECASE,
)
SPANS = frozenset({"time", "year", "age", "decade", "century"})
STRETCH = re.compile(
    r"\b(?:metres?|meters?|miles?|km|kilomet(?:re|er)s?|blocks?|steps?|inches|feet|minutes?|mins?|seconds?|hours?"
    r"|times)\b",
    re.IGNORECASE,
)
IDLE = frozenset({"wait", "queue", "stand", "sit", "scroll", "stare"})
NUMBER = re.compile(r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty")


def passing(scene: Scene, draft: Draft, value: Ref) -> bool:
    """Whether a draft tells what nobody could ask for tomorrow, or what nobody means by the letter."""
    return (
        _meal(scene, value)
        or _on_the_way(draft, value)
        or _of_today(draft, value)
        or _overdone(draft, value)
        or sought(draft)
        or _stretch(scene, draft, value)
        or _mere_number(draft.subject)
        or seen(draft)
        or _of_nature(scene, draft)
        or _fabled(draft, value)
        or _done_once(scene, draft, value)
    )


NEAR = frozenset({"is_by", "is_behind", "is_past", "is_near", "is_beside", "is_opposite", "is_outside", "is_to"})
LIKENED = frozenset({"looks_like", "sounds_like", "feels_like", "smells_like", "tastes_like"})
CHARGED = frozenset({"phone", "battery", "laptop", "tablet", "mobile"})


def seen(draft: Draft) -> bool:
    """What is before the eyes: "I'm by the window", "it looks like a cake", "the queue is …", "my phone is at 3 %"."""
    value = draft.object
    if value is None:
        return False
    person = draft.subject.kind in {"speaker", "addressee"} or personal(draft.subject)
    near = person and draft.predicate in NEAR and (value.kind != "name" or draft.predicate == "is_past")
    out = person and draft.predicate == "is_out_of" and value.kind != "name"
    likened = draft.predicate in LIKENED and value.kind != "name"
    warm = draft.subject.kind != "thing" and bool(_last(value) & DEGREES)
    if draft.subject.kind != "thing":
        return near or out or likened or warm
    noun = _last(draft.subject)
    if _general(draft.subject):
        return True
    charged = bool(noun & CHARGED) and draft.predicate == "is_at" and value.name[:1].isdigit()
    return near or likened or charged or bool(noun & words("nouns", "sky")) or bool(noun & {"queue", "traffic"})


def _general(subject: Ref) -> bool:
    """Whether it is the weather by name, or what all the world knows: "Storm Ada", "the Eiffel Tower"."""
    name = subject.name.casefold().removeprefix("the ")
    named = subject.kind == "name" or subject.name[:1].isupper()
    return named and (name in words("nouns", "world") or (" " in name and name.split()[0] in words("nouns", "sky")))


def _fabled(draft: Draft, value: Ref) -> bool:
    """As in "the troll under our stairs", "we have a dragon": one that is in tales only, and no name."""
    parts = (ref for ref in (draft.subject, value) if ref.kind in {"thing", "relation", "value"})
    return any(_last(ref) & words("nouns", "fabled") for ref in parts)


DEGREES = frozenset({"degree", "celsius", "fahrenheit", "°c"})


def _of_nature(scene: Scene, draft: Draft) -> bool:
    """As in "giraffes sleep two hours a night", "the human body has 206 bones": of a whole kind, by nature."""
    subject, clause = draft.subject, scene.clause
    if _general(subject):
        return True
    ruled = any(t.low in {"must", "may", "can", "should", "have"} for t in clause.tree.kids(clause.top, "aux"))
    if subject.kind != "thing" or subject.owner is not None or ruled or clause.passive or clause.tense == "past":
        return False
    kind, human = _last(subject) & words("nouns", "nature"), "human" in subject.name.casefold().split()
    return bool(kind) and (human or not (subject.definite or " " in subject.name or subject.indefinite))


LASTS = (
    words("verbs", "made") | group("verbs", "acquire", "dispose", "begin", "cease", "move", "transfer", "takeover")
) - {"leave", "drop", "get", "lose"}


def _done_once(scene: Scene, draft: Draft, value: Ref) -> bool:
    """As in "I stubbed my toe", "the twins threw peas": done once, undated, by or to nothing that has a name."""
    clause = scene.clause
    once = clause.tense == "past" and not (clause.perfect or clause.phase or clause.passive or clause.copular)
    open_ = draft.predicate not in registry() and draft.kind == "state" and not draft.aim
    dated = draft.claimed_from is not None and draft.precision in {"month", "year"}
    if not once or not open_ or dated or draft.changes or clause.kind in {"relcl", "acl"}:
        return False
    own = draft.subject.kind == "speaker" or (draft.subject.kind == "thing" and draft.subject.owner is None)
    named = value.kind == "name" or value.value != "text" or any(map(str.isupper, value.name[:1]))
    return own and not named and clause.lemma not in LASTS


def _last(value: Ref) -> frozenset[str]:
    """The last word of a value before what hangs on it, in every form it may be the plural of."""
    return frozenset(singulars((head_of(value) or ("",))[-1]))


def _meal(scene: Scene, value: Ref) -> bool:
    """As in "I had soup": eaten once, and no possession that has ended."""
    clause = scene.clause
    once = clause.tense == "past" and not clause.perfect and not clause.phase
    eaten = clause.lemma == "have" or (clause.lemma in MEALS and value.owner is None)  # but "ordered my wedding cake"
    offered = clause.lemma == "have" and clause.tense == "present" and not clause.perfect and value.indefinite
    offered = offered and clause.kind == "ROOT" and scene.clause.subject >= 0 and not scene.times
    return (once or offered) and eaten and bool(_last(value) & listed("food"))


def _on_the_way(draft: Draft, value: Ref) -> bool:
    """As in "I'm in the bath", "stuck in traffic", "I'll be there in ten"."""
    if draft.predicate not in WHERE or draft.kind != "state":
        return False
    if NUMBER.fullmatch(value.name.casefold()):
        return draft.predicate == "is_in"
    persons = draft.subject.kind in {"speaker", "pronoun", "implied"} or personal(draft.subject)
    transient = words("nouns", "transient")
    where = value.kind != "name" and bool({" ".join(head_of(value)[-2:]), *head_of(value)[-1:]} & transient)
    return persons and draft.claimed_from is None and where


def _of_today(draft: Draft, value: Ref) -> bool:
    """As in "my back hurts today": an open predicate whose value is only when."""
    bounded = draft.predicate.endswith(("_from", "_since", "_until", "_by"))
    return draft.predicate not in registry() and not bounded and bool(MOMENTS.fullmatch(value.name.strip(" .,!")))


def _overdone(draft: Draft, value: Ref) -> bool:
    """As in "she has a million shoes", "I'm six hundred years old", "I said it nine hundred times"."""
    last, own = _last(value), draft.subject.kind == "speaker" or personal(draft.subject)
    if draft.predicate == "age" or " years old" in value.name:
        return own and AGELESS.search(value.name) is not None
    if last & SPANS and LARGE.search(value.name):  # "my commute takes a hundred years"
        return "time" in last or own or draft.subject.owner is not None or draft.predicate not in registry()
    if own and LARGE.search(value.name) and last & group("nouns", "kin", "kin_female", "kin_male"):
        return True
    possible = bool(last & words("nouns", "countless")) or value.value == "money"
    return own and draft.predicate in OWNED and not possible and bool(HUGE.search(value.name))


def sought(draft: Draft) -> bool:
    """As in "rhymes for a toast": what is looked for, and no sentence."""
    value, subject = draft.object, draft.subject
    if value is None or draft.predicate not in {"for", "is_for"} or subject.kind != "thing" or subject.owner:
        return False
    vague = value.indefinite or not subject.definite
    if _last(subject) & words("nouns", "sought"):
        return vague or (value.kind == "thing" and value.owner is None)
    plain = draft.predicate == "for" and not subject.definite and value.kind == "thing" and value.value == "text"
    return vague and plain


def _stretch(scene: Scene, draft: Draft, value: Ref) -> bool:
    """As in "walked three blocks", "still waiting at the counter": how far, how long or where, once."""
    clause = scene.clause
    verb = {*clause.lemma.split()[:1]}
    if draft.predicate in registry() or clause.perfect or third_party(draft.subject):
        return False
    long = clause.tense == "past" and verb & words("verbs", "while_away") and STRETCH.search(value.name)
    return bool(long) or (bool(verb & IDLE) and clause.token.tag == "VBG" and draft.kind == "state")


def _mere_number(subject: Ref) -> bool:
    """As in "plus nine makes four hundred": of a bare number nothing can be kept."""
    return subject.kind in {"thing", "value"} and NUMBER.fullmatch(subject.name.strip(" .").casefold()) is not None
