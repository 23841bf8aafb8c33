"""Verbs said as nouns: "her promotion to head nurse", "our move to Graz", "the sale of the barn to Nils"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract.content import names_a_thing, names_or_counts
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import choose
from graphmem.extract.frames import framed, object_ref
from graphmem.extract.lexicon import is_happening, named_doings
from graphmem.extract.mentions import Ref
from graphmem.extract.parse import Token
from graphmem.extract.rivals import predicate_name

__all__ = ["nominals"]

WHERE = frozenset({"in", "at"})


def nominals(scenes: Sequence[Scene]) -> list[Draft]:
    """What the doings named by nouns of a sentence state of whoever does or undergoes them."""
    if not scenes:
        return []
    found: list[Draft] = []
    for token in scenes[0].clause.tree.tokens:
        verb = named_doings().get(token.lemma) if token.pos in {"NOUN", "PROPN"} else None
        if verb is not None or (token.pos == "NOUN" and is_happening(token.low)):
            scene = _holding(scenes, token)
            if scene.clause.modality not in {"hypothetical", "joking"} and not scene.clause.negative:
                found.extend(_told(scene, token, verb))
    return found


def _holding(scenes: Sequence[Scene], token: Token) -> Scene:
    """The smallest clause that holds the token."""
    inside = [s for s in scenes if s.clause.first <= token.i <= s.clause.last]
    return min(inside, key=lambda s: s.clause.last - s.clause.first, default=scenes[0])


def _told(scene: Scene, token: Token, verb: str | None) -> Iterator[Draft]:
    tree = scene.clause.tree
    owner = scene.phrases.owner(token.i)
    hung = [(p.low, t) for p in tree.kids(token.i, "prep") if (t := tree.kid(p.i, "pobj")) and not scene.is_time(t.i)]
    of = next((t for name, t in hung if name == "of"), None)
    whose = owner or (scene.ref(of.i) if of is not None and verb is not None else None)
    if whose is None or whose.kind in {"addressee", "value"} or (whose.kind == "pronoun" and not whose.gender):
        return
    for name, target in hung:
        if name == "of" and owner is None:
            continue
        for k in scene.phrases.all_of(target.i):
            value = object_ref(scene, k)
            if _worth(scene, value) and verb is None:
                yield from _place(scene, token, name, value)
            elif _worth(scene, value) and verb is not None:
                yield from _one(scene, verb, whose, (name, value))


def _worth(scene: Scene, value: Ref) -> bool:
    told = value.kind not in {"pronoun", "speaker", "addressee"}
    return told and (names_or_counts(scene, value) or names_a_thing(value, unlisted=False))


WHY = "a doing as a noun"


def _place(scene: Scene, token: Token, name: str, value: Ref) -> Iterator[Draft]:
    """Where something that happens is: "my niece's christening in Lugano"."""
    if name in WHERE and value.kind == "name":
        yield _stated(draft(scene, scene.ref(token.i), predicate_name(f"is {name}"), value, WHY, functional=True))


def _one(scene: Scene, verb: str, whose: Ref, hung: tuple[str, Ref]) -> Iterator[Draft]:
    """One thing that hangs on a doing, of whoever does it."""
    name, value = hung
    frame = choose(verb if name == "of" else f"{verb} {name}", whose, value)
    if frame is not None and frame.aspect != "ends":
        yield _stated(framed(scene, frame, whose, value, WHY))
    elif name != "for" or value.kind == "name":
        yield _stated(draft(scene, whose, predicate_name(f"{verb} {name}"), value, WHY))


def _stated(made: Draft) -> Draft:
    """A doing that is named is presupposed, whatever is said or asked of it; its dates are those of the verb."""
    return replace(made, modality="asserted", polarity=True, claimed_from=None, claimed_to=None, changes=False)
