"""Standing wishes: imperatives to the assistant and "I'd rather": how, which way and in which form one wants things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import typed
from graphmem.extract.frames import object_ref
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import predicate_name, stem
from graphmem.registry import registry

__all__ = ["is_imperative", "wishes"]

# What one asks for once and for all, when nothing says that it is for today.
STANDING = frozenset(
    [
        "answer",
        "reply",
        "respond",
        "write",
        "speak",
        "keep",
        "use",
        "format",
        "address",
        "avoid",
        "send",
        "mail",
        "email",
        "deliver",
        "ship",
        "forward",
        "cc",
        "copy",
        "bill",
        "invoice",
        "round",
        "spell",
        "quote",
        "sign",
        "text",
        "ring",
        "phone",
        "call",
        "make",
        "put",
        "leave",
        "add",
        "include",
        "start",
        "end",
        "stop",
        "remember",
        "prefer",
        "stick",
    ]
)
BY_WAY = frozenset({"by", "via", "through", "over", "on", "per"})
FORM = frozenset({"in", "as", "with", "without", "under", "before", "after", "at", "to", "for"})
ALWAYS = frozenset({"always", "never", "only", "ever"})


def is_imperative(scene: Scene) -> bool:
    """Whether the clause tells the hearer to do something."""
    clause = scene.clause
    if clause.kind not in {"ROOT", "conj", "ccomp"} or clause.passive or clause.modality not in {"asserted", "planned"}:
        return False
    if clause.subject >= 0 and not clause.implied:
        return False
    token = clause.tree.tokens[clause.top]
    auxes = {t.low for t in clause.tree.kids(clause.top, "aux")}
    alike = token.tag in {"VBD", "VBN"} and token.low == token.lemma  # put, set, cut, let
    return (token.tag in {"VB", "VBP"} or alike) and auxes <= {"do", "please", "let"} and (clause.subject < 0)


def wishes(scene: Scene) -> list[Draft]:
    """What the speaker wants from now on; empty for an errand of today."""
    if is_imperative(scene):
        return list(_imperative(scene))
    clause = scene.clause
    rather = "rather" in clause.adverbs and clause.subject >= 0
    return list(_rather(scene)) if rather else []


def _speaker(scene: Scene) -> Ref:
    return Ref("speaker", scene.start, scene.start, name="i")


def _imperative(scene: Scene) -> Iterator[Draft]:
    clause = scene.clause
    if clause.lemma not in STANDING | {"let"} and not clause.adverbs & ALWAYS:
        return
    if any(t.date_value and t.role == "at" for t in scene.times) or _errand(scene) or _together(scene):
        return
    kept = clause.tree.tokens[clause.object].low if clause.object >= 0 else ""
    going = clause.object >= 0 and clause.tree.tokens[clause.object].tag == "VBG"
    if (
        clause.phase == "keeps"
        or going
        or (clause.lemma == "keep" and kept in {"me", "us", "it"} and clause.complement < 0)
    ):
        return
    me = _speaker(scene)
    scope = clause.prep("for")
    if clause.negative or clause.lemma in {"avoid", "stop"}:
        yield from _unwanted(scene, me)
    elif scope >= 0 and clause.tree.tokens[scope].tag == "NNS" and clause.object >= 0:
        value = _phrase(scene, clause.verb)
        yield _standing(scene, me, f"for {clause.tree.tokens[scope].lemma}", value)
    else:
        yield from _ways(scene, me)


def _together(scene: Scene) -> bool:
    """As in "let's row out": a proposal, and no wish how things be done."""
    tokens, verb = scene.clause.tree.tokens, scene.clause.top
    return tokens[verb].lemma == "let" and verb + 1 < len(tokens) and tokens[verb + 1].low in {"'s", "us", "s"}


def _errand(scene: Scene) -> bool:
    """Whether it is about one thing on the table: "send the draft to Tom", "put it there"."""
    clause = scene.clause
    if clause.object < 0:
        return clause.lemma in {"start", "end", "make", "put", "leave", "stop", "remember"}
    thing = clause.tree.tokens[clause.object]
    determiner = clause.tree.kid(clause.object, "det")
    if thing.pos == "PRON" and thing.low not in {"me", "us", "her", "him", "them"}:
        return True
    return determiner is not None and determiner.low in {"the", "this", "that", "a", "an"} and clause.lemma != "keep"


# What one is told not to do by way of cheering him up.
CHEER = frozenset(
    {
        "let",
        "give",
        "get",
        "be",
        "hesitate",
        "lose",
        "stop",
        "quit",
        "miss",
        "feel",
        "beat",
        "give up",
        "give in",
        "worry",
    }
)


def _unwanted(scene: Scene, me: Ref) -> Iterator[Draft]:
    clause = scene.clause
    if clause.lemma in CHEER and (clause.negative or clause.object < 0):
        return
    if clause.lemma in {"avoid", "stop", "use", "add", "include", "send"} and clause.object >= 0:
        value = object_ref(scene, clause.object)
    else:
        value = _phrase(scene, clause.verb)
    if value.kind not in {"pronoun", "speaker", "addressee"} and value.name.casefold() not in words(
        "nouns", "vague"
    ) | {"worry", "mind", "bother", "forget"}:
        made = draft(scene, me, "does_not_want", _plain(value), "a wish that something be not done")
        yield replace(made, polarity=True, modality="asserted")


def _ways(scene: Scene, me: Ref) -> Iterator[Draft]:
    clause = scene.clause
    what = (
        clause.tree.tokens[clause.object].lemma
        if clause.object >= 0 and clause.tree.tokens[clause.object].pos != "PRON"
        else clause.lemma
    )
    found = False
    for name, i in clause.preps:
        if name in BY_WAY | FORM and not scene.is_time(i) and clause.tree.tokens[i].pos != "PRON":
            value = object_ref(scene, i)
            slot = f"{what} {'by' if name in BY_WAY else name}"
            found = True
            yield replace(_standing(scene, me, slot, value), predicate=predicate_name(f"wants {what} {name}"))
    if not found and clause.object >= 0:
        if clause.lemma in {"use", "add", "include", "prefer"}:
            yield _standing(scene, me, "", object_ref(scene, clause.object))
        elif clause.lemma in {"keep", "make", "call", "address", "leave", "write", "round", "spell"}:
            yield _standing(scene, me, what, _phrase(scene, clause.object))


def _standing(scene: Scene, me: Ref, what: str, value: Ref) -> Draft:
    if not what:
        return replace(draft(scene, me, registry().known("prefers"), value, "a standing wish"), modality="asserted")
    made = draft(
        scene, typed(me, "Person"), predicate_name(f"wants {what}"), _plain(value), "a standing wish", functional=True
    )
    slot = "wants:" + "_".join(stem(part) for part in what.split())
    return replace(made, slot=slot, modality="asserted", polarity=True)


def _plain(value: Ref) -> Ref:
    return replace(value, kind="value", type="Value", owner=None) if value.kind in {"thing", "name"} else value


def _phrase(scene: Scene, first: int) -> Ref:
    """The words from token `first` to the end of the clause, thanks and stops left off."""
    tokens = scene.clause.tree.tokens
    last = scene.clause.last
    while last > first and (
        tokens[last].pos in {"PUNCT", "INTJ", "SYM"} or tokens[last].low in {"please", "thanks", "pls", "ok", "too"}
    ):
        last -= 1
    return scene.phrases.span_value(tokens[first].start, tokens[last].stop)


def _rather(scene: Scene) -> Iterator[Draft]:
    """As in "I'd rather have the bills by post", "I'd rather have tea"."""
    clause = scene.clause
    subject = scene.ref(clause.subject)
    ways = [(n, i) for n, i in clause.preps if n in BY_WAY and not scene.is_time(i)]
    if ways and clause.object >= 0:
        what = clause.tree.tokens[clause.object].lemma
        for name, i in ways:
            yield replace(
                _standing(scene, subject, f"{what} by", object_ref(scene, i)),
                predicate=predicate_name(f"wants {what} {name}"),
            )
    elif clause.object >= 0:
        yield replace(
            draft(scene, subject, registry().known("prefers"), object_ref(scene, clause.object), "would rather"),
            modality="asserted",
            polarity=True,
        )
    else:
        value = _phrase(scene, clause.verb)
        yield replace(
            draft(scene, subject, registry().known("prefers"), value, "would rather"),
            modality="asserted",
            polarity=True,
        )
