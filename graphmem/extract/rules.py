"""What applies to everybody: "visitors must sign in", "books may be kept for a week", "you're not allowed two bags"."""

from __future__ import annotations

from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.lexicon import is_person_noun, weight, words
from graphmem.extract.mentions import Ref

__all__ = ["rules"]

DUTIES = frozenset({"must", "shall", "may", "should", "can", "ca"})
LOOSE = frozenset({"may", "should", "can", "ca"})  # said of one, a guess or an ability
PERMITTED = frozenset({"allow", "permit", "forbid", "prohibit", "require", "oblige", "entitle", "ban"})
ANYBODY = frozenset({"you", "one", "everyone", "everybody", "nobody", "anyone", "we", "no-one"})
LONGEST = 110  # characters of what is to be done


def rules(scene: Scene) -> list[Draft]:
    """The rule that a clause lays down for a kind of people or things; empty for what one person may do."""
    clause = scene.clause
    if clause.subject < 0 or clause.kind not in {"ROOT", "conj", "ccomp"} or clause.tense == "past":
        return []
    tokens = clause.tree.tokens
    aux = next((t for t in clause.tree.kids(clause.top, "aux") if t.low in DUTIES), None)
    permitted = clause.passive and clause.lemma in PERMITTED and tokens[clause.verb].tag == "VBN"
    if (aux is None and not permitted) or clause.perfect or not _unasked(scene):
        return []
    about = _about(scene, loose=aux is None or aux.low in LOOSE)
    value = _done(scene, (aux.i + 1) if aux is not None else clause.verb) if about is not None else None
    if about is None or value is None:
        return []
    denied = clause.negative or (aux is not None and any(t.dep == "neg" for t in tokens[aux.i : clause.verb]))
    name = f"{_deed(aux.low if aux is not None else tokens[clause.verb].low)}{'_not' if denied else ''}"
    made = draft(scene, about, name, value, "a rule", words_=f"{name} {clause.lemma}")
    return [replace(made, modality="asserted", polarity=True)]


def _deed(word: str) -> str:
    return {"ca": "can", "shall": "must"}.get(word, word)


def _unasked(scene: Scene) -> bool:
    mark = scene.clause.tree.kid(scene.clause.top, "mark")
    return scene.clause.modality != "asked" and (mark is None or mark.low not in {"if", "unless", "whether"})


def _about(scene: Scene, *, loose: bool) -> Ref | None:
    """Of whom the rule holds: a kind of people or things; for "you" the place that it holds in."""
    clause, tree = scene.clause, scene.clause.tree
    head = tree.tokens[clause.subject]
    if head.low in ANYBODY:
        permitted = clause.passive and clause.lemma in PERMITTED and head.low != "we"
        return _place(scene) if permitted or head.low in {"nobody", "everyone", "everybody"} else None
    ref = scene.ref(clause.subject)
    plural = head.tag in {"NNS", "NNPS"} and ref.owner is None and ref.kind == "thing"
    people = is_person_noun(head.low) or is_person_noun(head.lemma)
    if ref.kind != "thing" or weight(head.low) == "nothing" or ref.owner is not None:
        return None
    if head.low in words("nouns", "vague"):
        return None
    if clause.passive or not loose or (plural and people):
        return replace(ref, definite=True, indefinite=False)
    return None


def _place(scene: Scene) -> Ref | None:
    """Where a rule holds: "on the coach" of "you're allowed two bags on the coach"."""
    tree = scene.clause.tree
    for token in tree.tokens[scene.clause.verb + 1 : scene.clause.last + 1]:
        target = tree.kid(token.i, "pobj") if token.low in {"in", "on", "at", "inside"} else None
        if target is not None and not scene.is_time(target.i) and weight(target.low) != "nothing":
            ref = scene.ref(target.i)
            return ref if ref.kind in {"thing", "name"} else None
    return None


def _done(scene: Scene, first: int) -> Ref | None:
    """The words of what is to be done, from the verb to the end of the clause."""
    tokens, last = scene.clause.tree.tokens, scene.clause.last
    while last > first and tokens[last].pos in {"PUNCT", "INTJ"}:
        last -= 1
    while first < last and (tokens[first].dep in {"neg", "aux"} or tokens[first].low in {"be", "only", "n't", "not"}):
        first += 1
    start, stop = tokens[first].start, tokens[last].stop
    content = any(t.pos in {"NOUN", "PROPN", "NUM"} for t in tokens[first + 1 : last + 1])
    if not content or not 0 < stop - start <= LONGEST:
        return None
    return replace(scene.phrases.span_value(start, stop), value="text")
