"""Sentences that turn a clause round: "What she drives is a van", "All I want is rice", "it's tea that he likes"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import choose
from graphmem.extract.frames import framed, object_ref
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.extract.parse import Token
from graphmem.extract.rivals import predicate_name
from graphmem.registry import registry

__all__ = ["clefts"]

VERBAL = frozenset({"VERB", "AUX"})


def clefts(scene: Scene) -> list[Draft]:
    """What a clause says whose verb stands before "is": the complement is its object."""
    clause, tokens = scene.clause, scene.clause.tree.tokens
    first = next((t for t in tokens[: clause.verb] if t.pos not in {"PUNCT", "CCONJ", "INTJ"}), None)
    placed = _where(scene) or _fronted(scene)
    if placed:
        return placed
    turned = clause.kind == "ROOT" and clause.lemma == "be" and clause.complement > clause.verb
    if not turned or first is None or first.low not in {"what", "all"} or clause.modality == "asked":
        return []
    inner = next((t for t in tokens[first.i + 1 : clause.verb] if t.pos in VERBAL and t.dep not in AUXILIARY), None)
    subject = _subject(scene, first, inner) if inner is not None else None
    if inner is None or subject is None or inner.lemma in words("verbs", "light") - {"need", "want", "take", "have"}:
        return []
    return list(_said(scene, inner, subject))


def _where(scene: Scene) -> list[Draft]:
    """As in "Room 14 is where the archive is", "the 9th is when the bins go out"."""
    clause, tree = scene.clause, scene.clause.tree
    inner = tree.kid(clause.verb, "ccomp", "advcl") if clause.lemma == "be" and clause.subject >= 0 else None
    mark = tree.kid(inner.i, "advmod") if inner is not None else None
    mark = mark or tree.kid(clause.verb, "advmod")
    about = tree.kid(inner.i, "nsubj", "nsubjpass") if inner is not None else None
    if inner is None or about is None or mark is None or mark.low not in {"where", "when"} or mark.i > about.i:
        return []
    if clause.modality == "asked" or clause.negative or about.i < clause.verb:
        return []
    subject, value = scene.ref(about.i), scene.ref(clause.subject)
    name = "located_in" if mark.low == "where" and inner.lemma == "be" else ""
    known = registry().known(name or "date") if name or mark.low == "when" else predicate_name(f"{inner.lemma}s in")
    return [draft(scene, subject, known, replace(value, owner=None), f"{mark.low} it is", functional=True)]


def _fronted(scene: Scene) -> list[Draft]:
    """As in "Responsible for the keys is Ines": the quality first, whose it is last."""
    clause, tree = scene.clause, scene.clause.tree
    state = tree.kid(clause.verb, "acomp") if clause.lemma == "be" and clause.subject < 0 else None
    who = tree.kid(clause.verb, "attr")
    if state is None or who is None or state.i > clause.verb or who.i < clause.verb or who.pos != "PROPN":
        return []
    hung = [(p.low, t) for p in tree.kids(state.i, "prep") if (t := tree.kid(p.i, "pobj")) is not None]
    holder = scene.ref(who.i)
    return [
        draft(scene, holder, predicate_name(f"{state.low} {name}"), object_ref(scene, t.i), "a quality put first")
        for name, t in hung
    ]


AUXILIARY = frozenset({"aux", "auxpass"})


def _subject(scene: Scene, first: Token, inner: Token) -> Ref | None:
    """Of whom the inner verb tells: the noun or pronoun between "what" and it."""
    between = scene.clause.tree.tokens[first.i + 1 : inner.i]
    found = next((t for t in reversed(between) if t.pos in {"PRON", "PROPN", "NOUN"}), None)
    return scene.ref(found.i) if found is not None else None


def _said(scene: Scene, inner: Token, subject: Ref) -> Iterator[Draft]:
    clause, tree = scene.clause, scene.clause.tree
    state = tree.kid(inner.i, "acomp") if inner.lemma == "be" else None
    between = tree.tokens[inner.i + 1 : clause.verb]
    hanging = next((t.low for t in reversed(between) if t.pos == "ADP" and tree.kid(t.i, "pobj") is None), "")
    head = (state or inner).lemma
    for k in scene.phrases.all_of(clause.complement):
        value = object_ref(scene, k)
        frame = choose(f"{head} {hanging}".strip(), subject, value, "holds")
        if frame is not None:
            yield framed(scene, frame, subject, value, f"what one does: {head} {hanging}".strip())
        elif state is None and value.kind != "pronoun":
            name = predicate_name(f"{head}s {hanging}")
            yield draft(scene, subject, name, value, f"what one does: {head}", words_=f"{head} {hanging}")
