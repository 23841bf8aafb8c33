"""Offices that change hands: who is elected, takes over, steps in or succeeds somebody, and in what."""

from __future__ import annotations

from dataclasses import replace

from graphmem.extract.copula import OFFICES, attribute_of, owned_noun, shared
from graphmem.extract.drafts import Draft, Scene, draft, from_then
from graphmem.extract.fit import personal, typed
from graphmem.extract.frames import object_ref, subject_ref
from graphmem.extract.lexicon import is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.registry import registry

__all__ = ["offices"]

HEIR = frozenset({"successor", "replacement", "heir"})
PLACE = frozenset({"place", "stead", "shoes", "shoe", "role", "post", "job", "position", "spot", "seat"})


def offices(scene: Scene, subject: Ref) -> list[Draft]:
    """What a clause states of an office and its new holder; empty when it tells of none."""
    if scene.clause.negative or scene.clause.modality not in {"asserted", "planned"}:
        return []
    return _heir(scene, subject) or _elected(scene, subject) or _entered(scene, subject)


def _elected(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "They elected her chair", "Ana was appointed head of sales", "Ben was voted in in his place"."""
    clause = scene.clause
    if clause.lemma not in words("verbs", "elect"):
        return []
    holder, office = _made(scene, subject)
    if holder is None or not personal(holder):
        return []
    if office >= 0 and _is_office(scene, office):
        return _held(scene, office, holder)
    before = _in_place_of(scene)
    return _after(scene, holder, before) if before is not None else []


def _made(scene: Scene, subject: Ref) -> tuple[Ref | None, int]:
    """Who is made what: of "made me cook", "made her head of it", "elected Ana Lind captain" too, as one phrase."""
    clause, tree, phrases = scene.clause, scene.clause.tree, scene.phrases
    named = clause.prep("as") if clause.prep("as") >= 0 else clause.complement
    named = clause.prep("to") if named < 0 else named
    if clause.passive:
        return subject, named
    inner = next((t for t in tree.kids(clause.verb, "ccomp") if t.pos in {"NOUN", "ADJ", "PROPN"}), None)
    under = tree.subtree(inner.i) if inner is not None else ()
    whom = next((tree.tokens[k] for k in under if tree.tokens[k].dep == "nsubj"), None)
    if whom is not None and inner is not None:
        return phrases.ref(whom.i), inner.i
    if clause.object < 0 or named >= 0:
        return (object_ref(scene, clause.object) if clause.object >= 0 else None), named
    first = tree.subtree(clause.object)[0]
    last = phrases.name_end(first)
    if first < last <= clause.object and not phrases.is_name(clause.object):
        return phrases.named(first, last), clause.object
    her = next((t for t in tree.kids(clause.object, "poss") if t.low == "her"), None)
    if clause.dative >= 0:
        return object_ref(scene, clause.dative), clause.object
    return (phrases.pronoun(her), clause.object) if her is not None else (object_ref(scene, clause.object), -1)


def _entered(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "Ben took over as treasurer", "Ben succeeds Ana as chair", "Ben has taken over from Ana"."""
    clause = scene.clause
    before = _before(scene)
    if not personal(subject) or (before is None and clause.lemma not in words("verbs", "enter")):
        return []
    office = clause.prep("as")
    if office >= 0 and _is_office(scene, office, told=True):
        return _held(scene, office, subject)
    return _after(scene, subject, before) if before is not None else []


def _before(scene: Scene) -> Ref | None:
    """Whose place somebody takes."""
    clause = scene.clause
    follows = clause.lemma in words("verbs", "succeed") and not clause.passive and clause.prep("with", "by", "for") < 0
    old = clause.object if follows else -1
    old = clause.prep("from") if clause.lemma in words("verbs", "enter") and old < 0 else old
    found = object_ref(scene, old) if old >= 0 and not scene.is_time(old) else _in_place_of(scene)
    return found if found is not None and (personal(found) or found.kind == "pronoun") else None


def _in_place_of(scene: Scene) -> Ref | None:
    """As in "in her place", "takes Ana's place", "steps into his shoes": whose."""
    tree = scene.clause.tree
    governed = [scene.clause.object, *(i for name, i in scene.clause.preps if name in {"in", "into"})]
    places = [i for i in governed if i >= 0 and tree.tokens[i].low in PLACE]
    owner = scene.phrases.owner(places[0]) if places else None
    return owner if owner is not None and owner.kind in {"pronoun", "name", "relation"} else None


def _heir(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "Her successor is Ben", "Ben is Ana's replacement"."""
    clause = scene.clause
    if not clause.copular or clause.complement < 0 or clause.subject < 0:
        return []
    for noun, holder in ((clause.subject, clause.complement), (clause.complement, clause.subject)):
        owner = scene.phrases.owner(noun) if clause.tree.tokens[noun].low in HEIR else None
        new = object_ref(scene, holder) if holder != clause.subject else subject
        if owner is not None and personal(new):
            return _after(scene, new, owner)
    return []


def _is_office(scene: Scene, i: int, *, told: bool = False) -> bool:
    """Whether a noun is an office or trade that somebody may be made; `told`: the verb says that it is one."""
    token = scene.clause.tree.tokens[i]
    if scene.is_time(i) or token.low in words("nouns", "vague"):
        return False
    return told or token.low in OFFICES or is_person_noun(token.low)


def _held(scene: Scene, i: int, holder: Ref) -> list[Draft]:
    """The office at `i` has this holder from then on; one that was never told of is what the holder works as."""
    why, owned, token = "an office with a new holder", owned_noun(scene, i), scene.clause.tree.tokens[i]
    beside = holder.start < token.start and holder.stop > token.start - 2  # "elected Ana Lind captain"
    noun = token.low if beside or owned is None else owned[1]
    if owned is not None and owned[0].name != holder.name and not shared(owned[0], noun, holder):
        return [from_then(scene, attribute_of(scene, owned[0], noun, holder, why))]
    body = subject_ref(scene)
    if body is not None and body.kind == "thing" and body.type != "Person" and body.name != holder.name:
        return [from_then(scene, attribute_of(scene, body, noun, holder, why))]  # "the committee elected her chair"
    office = replace(_after_holder(scene, scene.ref(i), holder), kind="thing", type="Thing", owner=None, definite=True)
    made = from_then(scene, draft(scene, office, "is", holder, why, functional=True))
    if token.low in OFFICES or scene.clause.lemma in words("verbs", "enter"):
        return [replace(made, aim="holder")]
    post = replace(_after_holder(scene, object_ref(scene, i), holder), kind="value", type="Value")
    trade = draft(scene, typed(holder, "Person"), registry().known("occupation"), post, why)
    return [replace(made, aim="post"), replace(from_then(scene, trade), unless=True)]


def _after_holder(scene: Scene, post: Ref, holder: Ref) -> Ref:
    """The post without its holder, whom the parse took for a part of it: "made me head baker"."""
    inside = post.start <= holder.start < holder.stop < post.stop
    return scene.phrases.span_value(holder.stop + 1, post.stop) if inside else post


def _after(scene: Scene, holder: Ref, before: Ref) -> list[Draft]:
    """The holder in whatever office the one before was told to have; else only that one follows the other."""
    made = draft(scene, before, "successor", holder, "one follows another", functional=True)
    made = from_then(scene, made)
    return [replace(made, aim="replaced", corrects=before), replace(made, unless=True)]
