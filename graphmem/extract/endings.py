"""Ends told by what was done about a thing: let go, given back, run out, over, the last of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, as_end, draft
from graphmem.extract.fit import personal
from graphmem.extract.frames import object_ref
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import predicate_name
from graphmem.registry import registry

__all__ = ["aimed_end", "called_off", "dismissed", "endings", "gone", "matter", "parted"]

# A verb with its preposition, or with its noun and preposition: the object of the preposition is what ended.
RELEASING = words("verbs", "release")
OVER = frozenset({"over", "finished", "history", "done", "kaput", "void"})
# "Up" ends what has a term.
TERMED = words("nouns", "contract") | {"time", "trial", "term", "notice", "season", "course", "stay", "tenancy"}
LAST = frozenset({"last", "final"})
SPAN = frozenset({"day", "shift", "week", "month", "evening", "class", "game", "match", "season", "year"})
TIES = ("works_at", "member_of", "attends", "uses", "stays_at", "lives_in", "assigned_to", "takes_medication")
HELD = ("has", "owns", "uses", "drinks", "eats", "plays", "learns", "studies", "avoids", "takes_medication")
PASSED = ("has", "attends")
OPEN = ("rents", "leases", "hires", "subscribes_to", "takes")


def endings(scene: Scene, subject: Ref) -> list[Draft]:
    """The ends of a clause that tells them by an act or a state; empty when it does not."""
    released = _released(scene, subject)
    thing = released or _over(scene, subject) or _last(scene, subject)
    if thing is None or scene.clause.modality not in {"asserted", "planned"} or scene.clause.negative:
        return []
    owner = subject if personal(subject) and subject.kind != "thing" else _owner(scene, thing)
    return [aimed_end(scene, owner, thing), *_candidates(scene, owner, thing, HELD if released else PASSED)]


def gone(scene: Scene) -> list[Draft]:
    """As in "The dog died", "My cold is gone": whoever has it has it no longer, if that was said."""
    clause = scene.clause
    if clause.subject < 0 or clause.modality != "asserted" or clause.negative or clause.tense == "future":
        return []
    thing = matter(scene, clause.subject)
    state = {t.low for t in clause.tree.kids(clause.verb, "advmod", "acomp", "attr", "prt")}
    left = clause.lemma in {"be", "go"} and "gone" in state | {clause.token.low}
    left = left or (clause.token.lemma == "be" and "off" in state and clause.tree.tokens[clause.subject].lemma in WORN)
    if not (left or _taken_away(scene) or clause.lemma in words("verbs", "gone")):
        return []
    if thing.kind not in {"thing", "relation", "name"}:
        return []
    bare = thing if thing.owner is None else replace(thing, owner=None, kind="thing")
    return [replace(aimed_end(scene, _owner(scene, thing), bare), aim="gone")]


WORN = frozenset(["cast", "brace", "braces", "bandage", "stitch", "stitches", "plaster", "sling", "splint"])
LIFTED = frozenset(
    ["lift", "revoke", "abolish", "withdraw", "scrap", "discontinue", "dissolve", "remove", "steal", "demolish", "axe"]
)


def _taken_away(scene: Scene) -> bool:
    """As in "The ban has been lifted", "the van got stolen", "the kiosk shut for good"."""
    clause = scene.clause
    lost = clause.passive and clause.lemma in LIFTED and (clause.tense == "past" or clause.perfect)
    got = clause.passive and any(t.low == "got" for t in clause.tree.kids(clause.verb, "auxpass"))
    rest = scene.phrases.text[clause.token.stop : scene.stop].casefold()
    shut = clause.lemma in {"close", "shut", "close down", "shut down"} and rest.startswith(
        (" for good", " permanently")
    )
    return lost or shut or (got and clause.lemma in LIFTED)


SACKING = frozenset(["fire", "sack", "dismiss", "lay off", "let go", "axe", "boot out", "furlough"])
SACK = frozenset(["sack", "boot", "push", "chop", "job"])


def dismissed(scene: Scene) -> list[Draft]:
    """As in "They let me go", "I was made redundant", "Kim got the sack": who works there no longer."""
    clause, tree = scene.clause, scene.clause.tree
    if clause.modality != "asserted" or clause.negative or clause.tense == "future":
        return []
    subject = scene.ref(clause.subject) if clause.subject >= 0 else None
    made = [t for t in tree.kids(clause.verb, "ccomp", "oprd", "xcomp") if t.low in {"redundant", "go"}]
    whom = tree.kid(made[0].i, "nsubj") if made else None
    about: Ref | None = None
    if clause.lemma in {"make", "let"} and made:
        about = subject if clause.passive else scene.ref(whom.i) if whom is not None else None
    elif clause.lemma in SACKING:
        about = subject if clause.passive else scene.ref(clause.object) if clause.object >= 0 else None
    elif clause.lemma in {"get", "lose"} and clause.object >= 0 and tree.tokens[clause.object].low in SACK:
        about = subject if clause.lemma == "get" or tree.tokens[clause.object].low == "job" else None
    if about is None or about.kind not in {"speaker", "pronoun", "name", "relation"} or not personal(about):
        return []
    names = ("works_at", "occupation")
    ends = (draft(scene, about, registry().known(name), None, "dismissed") for name in names)
    return [as_end(end, without_value=True) for end in ends]


def parted(scene: Scene, made: list[Draft]) -> list[Draft]:
    """As in "We no longer have the canoe": the end of whatever was said of the thing, before that of having it."""
    ended = [d for d in made if d.kind == "end" and d.predicate in {"has", "owns"} and d.object is not None]
    sure = [d for d in ended if d.object is not None and (d.object.definite or d.object.kind == "name")]
    return [replace(aimed_end(scene, d.subject, d.object), aim="gone") for d in sure if d.object is not None]


def called_off(scene: Scene) -> list[Draft]:
    """As in "It's off", "that fell through", "it's not happening": what was to come comes no more."""
    clause = scene.clause
    subject = scene.ref(clause.subject) if clause.subject >= 0 else None
    it = subject is not None and subject.kind == "pronoun" and subject.gender == "n"
    if not it or subject is None or clause.modality != "asserted" or clause.preps or clause.object >= 0:
        return []
    tree = clause.tree
    beside = {t.low for t in tree.kids(clause.verb, "advmod", "acomp", "prt", "prep", "attr")}
    off = clause.token.lemma == "be" and "off" in beside and not clause.negative
    failed = clause.lemma in {"fall through", "cancel", "call off", "scrap"} and not clause.negative
    failed = failed or (clause.lemma == "fall" and "through" in beside)
    if not (off or failed or (clause.lemma in {"happen", "go ahead"} and clause.negative)):
        return []
    made = draft(scene, subject, registry().known("status"), None, "what was to come is off")
    return [replace(as_end(made, without_value=True), aim="off")]


def _owner(scene: Scene, thing: Ref) -> Ref:
    return thing.owner or Ref("speaker", scene.start, scene.start, name="i")


def aimed_end(scene: Scene, owner: Ref, thing: Ref) -> Draft:
    """The end of what was said of `thing` before, whatever that was."""
    made = draft(scene, owner, registry().known("has"), replace(thing, definite=True), "an end of what was said of it")
    return replace(as_end(made), aim="ended", modality="asserted" if made.modality == "planned" else made.modality)


def _candidates(scene: Scene, owner: Ref, thing: Ref, held: tuple[str, ...]) -> Iterator[Draft]:
    """What may end where nothing was said of it before: the ties to a name, the hold on a thing."""
    named = thing.kind == "name"
    bare = thing if named else replace(thing, owner=None, kind="thing")
    for name in TIES if named else held:
        predicate = registry().known(name)
        if predicate.subject != "Person" or personal(owner):
            yield replace(as_end(draft(scene, owner, predicate, bare, "an end of any tie")), unless=True)
    for name in OPEN if named or held is HELD else ():
        yield replace(as_end(draft(scene, owner, name, bare, "an end of any tie", typed=True)), unless=True)
    if not named:
        slot = predicate_name(thing.name.split()[-1])
        yield replace(
            as_end(draft(scene, owner, slot, None, "an end of it", functional=True), without_value=True), unless=True
        )


def matter(scene: Scene, i: int) -> Ref:
    """What a contract, key or membership is about: "the lease on the van" is about the van."""
    tree = scene.clause.tree
    if tree.tokens[i].lemma in words("nouns", "contract"):
        first = next((t.i for t in tree.kids(i, "compound", "nmod") if scene.phrases.is_name(t.i)), -1)
        if first >= 0:  # "my Kotoba account"
            return scene.phrases.named(tree.subtree(first)[0], first + 1)
        for prep in tree.kids(i, "prep"):
            target = tree.kid(prep.i, "pobj")
            if target is not None and not scene.is_time(target.i):
                return object_ref(scene, target.i)
    return object_ref(scene, i)


def _released(scene: Scene, subject: Ref) -> Ref | None:
    """As in "We let the unit go", "I gave notice on the garage", "I'm done with Plotnik"."""
    clause, tree = scene.clause, scene.clause.tree
    if not personal(subject):
        return None
    if clause.lemma == "let":
        gone = next((t for t in tree.kids(clause.verb, "ccomp", "xcomp") if t.lemma == "go"), None)
        thing = tree.kid(gone.i, "nsubj") if gone is not None else None
        return object_ref(scene, thing.i) if thing is not None and thing.pos in {"NOUN", "PROPN"} else None
    noun = f" {tree.tokens[clause.object].lemma}" if clause.object >= 0 else ""
    phrases = ((f"{clause.lemma}{noun} {name}", i) for name, i in _prepositions(scene))
    found = next((i for phrase, i in phrases if phrase in RELEASING and not scene.is_time(i)), None)
    return matter(scene, found) if found is not None else None


def _prepositions(scene: Scene) -> Iterator[tuple[str, int]]:
    """The verb's prepositions, and those that hang on its object or on its predicate."""
    clause, tree = scene.clause, scene.clause.tree
    yield from clause.preps
    for k in (clause.object, clause.complement):
        for prep in tree.kids(k, "prep") if k >= 0 else ():
            target = tree.kid(prep.i, "pobj")
            if target is not None:
                yield prep.low, target.i


def _over(scene: Scene, subject: Ref) -> Ref | None:
    """As in "The course is over", "the lease on the van is up": the thing whose time has come."""
    clause, tree = scene.clause, scene.clause.tree
    if (
        clause.token.lemma != "be"
        or clause.subject < 0
        or clause.tense == "future"
        or subject.kind not in {"thing", "relation"}
    ):
        return None
    state = {t.low for t in tree.kids(clause.verb, "advmod", "acomp", "attr", "prt")}
    up = "up" in state and bool(TERMED & {t.lemma for t in (tree.tokens[clause.subject],)})
    over = state & OVER and not personal(subject)
    return matter(scene, clause.subject) if (over or up) and clause.tense != "past" else None


def _last(scene: Scene, subject: Ref) -> Ref | None:
    """As in "Friday was my last day at Belcraft", "that was our last rehearsal"."""
    clause, tree = scene.clause, scene.clause.tree
    if clause.token.lemma != "be":
        return None
    for k in (clause.complement, clause.subject):
        if k < 0 or not LAST & {t.low for t in tree.kids(k, "amod")}:
            continue
        if tree.tokens[k].lemma in SPAN:
            return next((object_ref(scene, i) for i in _hung(scene, k)), None)
        shown = subject.kind == "pronoun" and subject.gender == "n"
        return scene.ref(k) if k == clause.complement and shown else None
    return None


def _hung(scene: Scene, k: int) -> Iterator[int]:
    tree = scene.clause.tree
    for name, i in [*scene.clause.preps, *((p.low, t.i) for p in tree.kids(k, "prep") for t in tree.kids(p.i, "pobj"))]:
        if name in {"at", "with", "in", "on", "as", "of"} and not scene.is_time(i):
            yield i
