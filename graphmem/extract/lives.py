"""Turns of a life told without naming what ended: "I retired", "they separated", "she was laid off", "we eloped"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.drafts import Draft, Scene, as_end, draft, from_then
from graphmem.extract.fit import personal, typed
from graphmem.extract.frames import object_ref
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.registry import registry

__all__ = ["lives"]


def lives(scene: Scene, subject: Ref) -> list[Draft]:
    """The ends and states of a turn of somebody's life; empty when the clause tells none."""
    clause = scene.clause
    if clause.negative or clause.modality not in {"asserted", "planned"}:
        return []
    told = _phrases(clause)
    for name, read in TURNS:
        if told & words("lives", name):
            return read(scene, subject)
    return []


def _phrases(clause: Clause) -> frozenset[str]:
    """The verb alone and with each word it governs: "retire", "lose job", "be unemployed", "be out of work"."""
    tokens, lemma = clause.tree.tokens, clause.lemma
    governed = [tokens[k].lemma for k in (clause.object, clause.complement) if k >= 0]
    governed += [tokens[k].low for k in (clause.complement,) if k >= 0]
    governed += [f"{name} {tokens[k].lemma}" for name, k in clause.preps]
    governed += [t.low for t in clause.tree.kids(clause.verb, "prep") if not clause.tree.children[t.i]]
    inner = clause.tree.kid(clause.verb, "ccomp", "xcomp")
    governed += [inner.lemma] if inner is not None and lemma in {"let", "say"} else []
    return frozenset([*([lemma] if clause.object < 0 else []), *(f"{lemma} {word}" for word in governed)])


def _jobless(scene: Scene, subject: Ref) -> list[Draft]:
    """Whoever leaves work has no employer, post or task from then on; one who retires is retired."""
    clause = scene.clause
    if not personal(subject) or (clause.lemma in {"resign", "quit"} and clause.prep("as", "from") >= 0):
        return []
    left = _other(scene, "from", "at")
    ends = [
        _end(scene, subject, "works_at", left),
        *(_end(scene, subject, name) for name in ("occupation", "assigned_to")),
    ]
    if clause.lemma != "retire":
        return ends
    token = clause.token
    value = scene.phrases.span_value(token.start, token.stop)
    return [*ends, replace(draft(scene, subject, "does", value, "a telling verb"), claimed_to=None)]


def _dismissed(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "I was laid off", "they let her go": whose work it is that ended."""
    clause = scene.clause
    whom = clause.subject if clause.passive else clause.object
    inner = clause.tree.kid(clause.verb, "ccomp")
    if whom < 0 and inner is not None:
        let_go = clause.tree.kid(inner.i, "nsubj")
        whom = let_go.i if let_go is not None else -1
    told = object_ref(scene, whom) if whom >= 0 else subject
    return _jobless(scene, told) if whom >= 0 and personal(told) and told.kind != "thing" else []


def _parted(scene: Scene, subject: Ref) -> list[Draft]:
    """Two that part are no couple from then on; "divorced" and "separated" are states as well."""
    clause = scene.clause
    group = any(name in {"into", "in"} and not scene.is_time(i) for name, i in clause.preps)  # "split into two teams"
    if not personal(subject) or subject.type == "Organization" or group:
        return []
    token = clause.token
    other = _other(scene, "with", "from")
    ends = [_end(scene, subject, name, other) for name in ("partner", "married_to")]
    if clause.lemma not in {"separate", "divorce"}:
        return ends
    value = replace(scene.phrases.span_value(token.start, token.stop), name=f"{clause.lemma.removesuffix('e')}ed")
    return [*ends, _state(scene, subject, "marital_status", value)]


def _decreed(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "The divorce came through": the one whose it is, else the speaker."""
    told = scene.clause.subject >= 0 and scene.clause.tree.tokens[scene.clause.subject].lemma == "divorce"
    if not told or scene.clause.tense == "future":
        return []
    whom = subject.owner or Ref("speaker", scene.start, scene.start, name="i")
    value = scene.phrases.span_value(subject.start, subject.stop)
    ends = [_end(scene, whom, name) for name in ("partner", "married_to")]
    return [*ends, _state(scene, whom, "marital_status", replace(value, name="divorced"))]


def _wed(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "We tied the knot": married, to whom one was engaged to or together with."""
    if not personal(subject) or scene.clause.modality == "planned":
        return []
    token = scene.clause.token
    value = replace(scene.phrases.span_value(token.start, token.stop), name="married")
    return [replace(_state(scene, subject, "marital_status", value), aim="wed")]


def _end(scene: Scene, subject: Ref, name: str, value: Ref | None = None) -> Draft:
    predicate = registry().known(name)
    why = f"{scene.clause.lemma}: a turn of life"
    held = typed(value, predicate.object) if value is not None else None
    return as_end(draft(scene, typed(subject, predicate.subject), predicate, held, why), without_value=held is None)


def _other(scene: Scene, *names: str) -> Ref | None:
    """Whom or what the verb's preposition names: "broke up with Ana", "retired from the bank"."""
    i = scene.clause.prep(*names)
    value = object_ref(scene, i) if i >= 0 and not scene.is_time(i) else None
    return value if value is not None and value.value == "text" else None


def _state(scene: Scene, subject: Ref, name: str, value: Ref) -> Draft:
    predicate = registry().known(name)
    made = draft(scene, typed(subject, "Person"), predicate, value, f"{scene.clause.lemma}: a turn of life")
    return from_then(scene, made)


Reading = Callable[[Scene, Ref], list[Draft]]
TURNS: tuple[tuple[str, Reading], ...] = (
    ("jobless", _jobless),
    ("dismissed", _dismissed),
    ("parted", _parted),
    ("decreed", _decreed),
    ("wed", _wed),
)
