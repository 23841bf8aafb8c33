"""What a denial leaves standing: "not with A but with B", "B, not A", "no coffee, only tea", "no dogs are let in"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from graphmem.extract.clauses import NEGATIONS
from graphmem.extract.content import particular
from graphmem.extract.drafts import Draft, Scene
from graphmem.extract.lexicon import group, words
from graphmem.extract.parse import Token
from graphmem.extract.rivals import predicate_name

__all__ = ["contrasted", "denials"]

NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "ADJ"})


def contrasted(scene: Scene) -> list[tuple[Scene, int, int]]:
    """The scene cut at "but" or "only": what is denied, and the same clause with what holds instead; with spans.

    Of a scene that ends in what is not so ("the vet is Ana, not Ben") only what stands before.
    """
    clause, tokens = scene.clause, scene.clause.tree.tokens
    tail = _tail(scene)
    if tail is not None:
        return [(_denied(_upheld(scene, tail), tail), 0, tokens[tail].start)]
    whole = [(scene, 0, scene.stop)]
    at = next((t for t in tokens[clause.verb + 2 : clause.last + 1] if t.low in {"but", "only", "just"}), None)
    if not clause.negative or at is None or (at.low != "but" and tokens[at.i - 1].low != ","):
        return whole
    rest = [t for t in tokens[at.i + 1 :] if t.pos != "PUNCT"]
    if not rest or any(t.pos in {"VERB", "AUX"} for t in rest) or len(rest) > LONGEST:
        return whole
    by = rest[0] if rest[0].pos == "ADP" else None
    head = _head(rest[1:] if by is not None else rest)
    if head is None:
        return whole
    held = _held(scene, by.low if by is not None else "", head.i)
    return [(_denied(scene, at.i), 0, at.start), (held, at.start, scene.stop)]


LONGEST = 7  # words of what holds instead
NEGATIVE = NEGATIONS - {"no"}


def _tail(scene: Scene) -> int | None:
    """The "not" after a comma that denies one phrase, and not the clause."""
    clause, tokens = scene.clause, scene.clause.tree.tokens
    for at in tokens[clause.verb + 2 : clause.last + 1]:
        rest = list(takewhile(lambda t: t.pos != "PUNCT", tokens[at.i + 1 :]))
        phrase = _head(rest[1:] if rest and rest[0].pos == "ADP" else rest)
        if at.low == "not" and tokens[at.i - 1].low == "," and phrase is not None and len(rest) <= LONGEST:
            return None if any(t.pos in {"VERB", "AUX"} for t in rest) else at.i
    return None


def _upheld(scene: Scene, tail: int) -> Scene:
    """The scene as the words before the tail claim it: the parse may take its "not" for the verb's."""
    clause = scene.clause
    negative = clause.negative and any(t.low in NEGATIVE for t in clause.tree.tokens[clause.first : tail])
    return replace(scene, clause=replace(clause, negative=negative))


def _head(rest: Sequence[Token]) -> Token | None:
    """The noun of the words, before anything that hangs on it."""
    found = None
    for token in rest:
        if token.pos == "ADP":
            break
        found = token if token.pos in NOMINAL else found
    return found


def _denied(scene: Scene, at: int) -> Scene:
    clause = scene.clause
    kept = tuple((name, i) for name, i in clause.preps if i < at)
    object_ = clause.object if clause.object < at else -1
    return replace(scene, clause=replace(clause, preps=kept, object=object_, last=at - 1))


def _held(scene: Scene, by: str, i: int) -> Scene:
    clause = replace(scene.clause, negative=False)
    if by:
        clause = replace(clause, preps=((by, i),), complement=-1, object=-1 if clause.copular else clause.object)
    elif clause.copular:
        clause = replace(clause, preps=(), complement=i)
    else:
        clause = replace(clause, preps=(), object=i)
    return replace(scene, clause=clause, ended=False, changes=scene.changes or scene.ended)


def denials(scene: Scene, made: Sequence[Draft]) -> Iterator[Draft]:
    """What a third party or thing does not do as a rule, as a statement of its own."""
    clause = scene.clause
    lasting = clause.tense == "present" and clause.modality == "asserted" and not scene.ended and not clause.phase
    if not (clause.negative and lasting) or clause.lemma in group("verbs", "think", "say", "know", "wonder", "affect"):
        return
    for d in made:
        told = d.kind == "state" and not d.polarity and d.object is not None and d.modality == "asserted" and not d.aim
        if told and _particular(scene, d) and (found := _denial(scene, d)) is not None:
            yield found


def _particular(scene: Scene, d: Draft) -> bool:
    """Whether it is told of somebody or something, or is a rule for all of a kind: "dogs aren't allowed in"."""
    return particular(d.subject) or (scene.clause.passive and scene.clause.lemma in words("verbs", "rule"))


def _denial(scene: Scene, d: Draft) -> Draft | None:
    clause, tokens = scene.clause, scene.clause.tree.tokens
    value = d.object
    assert value is not None  # noqa: S101 - a denial has its value
    by = next((name for name, i in clause.preps if value.start <= tokens[i].start < value.stop), "")
    if clause.passive:
        stop = max(tokens[clause.last].stop - (tokens[clause.last].pos == "PUNCT"), value.stop)
        value = value if by else scene.phrases.span_value(clause.token.start, stop)
        name = f"is not {clause.token.low} {by}" if by else "is not"
    elif clause.copular or clause.lemma == "have" or d.predicate in {"likes", "needs", "owns"}:
        return None
    else:
        name = f"does not {clause.lemma} {by}"
    predicate = predicate_name(name)
    why = f"{d.why}, not"
    return replace(d, predicate=predicate, slot=predicate, functional=False, object=value, polarity=True, why=why)
