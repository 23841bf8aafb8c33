"""Which drafts of a clause are worth keeping: not feelings, praise, figures of speech or empty words."""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.registry import Predicate, registry

__all__ = ["salient", "telling"]

# Predicates that take any noun: with a value of no content they say nothing.
WIDE = frozenset(
    [
        "has",
        "is",
        "is_a",
        "occupation",
        "uses",
        "owns",
        "needs",
        "wants",
        "plays",
        "located_in",
        "located_at",
        "attends",
    ]
)
SUPPLE = WIDE | {
    "likes",
    "status",
    "assigned_to",
    "leads",
    "supplies",
    "learns",
    "collects",
    "member_of",
    "depends_on",
    "visited",
}
HANGS = re.compile(r" (?:of|for|with|at|in|on|to|from|by) ")
HARD = re.compile(r"\d|(?<!^)(?<![.!?] )\b[A-ZÀ-Þ]")


def salient(scene: Scene, draft: Draft) -> bool:
    """Whether a draft tells something that a later question could ask for."""
    if draft.aim in {"heed", "named", "name", "asked", "answer"} or draft.object is None:
        return True
    known = registry().get(draft.predicate)
    if known is not None and draft.predicate not in SUPPLE:
        return not _out_of_place(scene, draft, known)
    exempt = draft.predicate.startswith(("wants", "does_not", "is_on", "is_at")) or draft.why == "whose what is"
    return exempt or _contentful(scene, draft, draft.object, open_=known is None)


def _out_of_place(scene: Scene, draft: Draft, known: Predicate) -> bool:
    """A relation of persons said of "it"; what was once eaten, told as if it were a habit."""
    it = draft.subject.kind == "pronoun" and draft.subject.name in {"it", "that", "this"}
    past = scene.clause.tense == "past" and not scene.clause.perfect and not scene.clause.phase
    once = draft.predicate in {"eats", "drinks"} and past and draft.kind == "state" and not scene.ended
    return (known.subject == "Person" and it) or once


def _contentful(scene: Scene, draft: Draft, value: Ref, *, open_: bool) -> bool:
    """Whether the value of a wide or open predicate has content, and is no praise, feeling or passing moment."""
    hard = _hard(value)
    passing = _headless(scene, value, hard=hard) or _momentary(scene, draft)
    if passing or _praised(draft) or _felt(scene, draft, open_=open_, hard=hard):
        return False
    return hard or (telling(value, wide=open_ or draft.predicate in WIDE) and _concrete_subject(draft))


CALLED = re.compile(r",? [A-ZÀ-Þ][\w-]+$")  # "awesome, Petra": who is spoken to
EVENTFUL = frozenset({"retire", "graduate", "divorce", "marry", "separate", "emigrate", "remarry"})


def _headless(scene: Scene, value: Ref, *, hard: bool) -> bool:
    """Whether what is told of is no noun, or the value ends in none: "finding my Zen is …"."""
    clause, tokens = scene.clause, scene.clause.tree.tokens
    verbal = clause.subject >= 0 and tokens[clause.subject].pos in {"VERB", "ADJ", "ADV", "AUX", "INTJ"}
    if verbal and not scene.phrases.is_name(clause.subject):
        return True
    last = next((t for t in tokens if t.start < value.stop <= t.stop), None)
    return not hard and last is not None and last.low in {"some", "any", "more", "much", "most", "all", "both", "few"}


def _momentary(scene: Scene, draft: Draft) -> bool:
    """As in "We ate good food", "I painted this": once, and not a habit."""
    clause = scene.clause
    past = clause.tense == "past" and not clause.perfect and clause.phase == "" and draft.kind == "state"
    if draft.predicate == "does":
        return past and clause.lemma not in EVENTFUL
    own = draft.subject.kind in {"speaker", "addressee"}
    copular = clause.copular and draft.why == "the rest of the clause" and own
    return copular and draft.object is not None and not _hard(draft.object)


def _hard(value: Ref) -> bool:
    """Whether a value names or counts."""
    if value.kind in {"speaker", "addressee", "pronoun"}:
        return False
    return value.kind == "name" or value.value != "text" or HARD.search(value.name) is not None


def telling(value: Ref, *, wide: bool = True) -> bool:
    """Whether the head of a value is a word with content."""
    parts = (
        value.name.casefold()
        .split(" of ")[0]
        .split(" for ")[0]
        .split(" with ")[0]
        .split(" at ")[0]
        .split(" in ")[0]
        .split()
    )
    if not parts or value.kind in {"speaker", "addressee"}:
        return bool(parts)
    head = parts[-1].strip(".,!")
    empty = words("nouns", "abstract") | words("nouns", "vague")
    return not wide or (head not in empty and head not in words("adjectives", "evaluative"))


def _praised(draft: Draft) -> bool:
    """As in "She's an amazing learner", "my inbox is a jungle": praise, blame or a figure of speech."""
    if draft.predicate not in {"is_a", "occupation", "is", "has", "status"} or draft.object is None:
        return False
    parts = draft.object.name.casefold().replace(",", " ").split()
    called = CALLED.sub("", draft.object.name)
    if not parts or _hard(replace(draft.object, name=called, kind="value")):
        return False
    judged = set(parts) & words("adjectives", "evaluative")
    if draft.predicate in {"is_a", "occupation", "has"}:
        return (bool(judged) and draft.predicate != "has") or parts[-1] in words("nouns", "figure")
    return bool(judged)


def _felt(scene: Scene, draft: Draft, *, open_: bool, hard: bool) -> bool:
    """As in "Music calms me", "I appreciate your help", "that reminds me of home"."""
    if not open_ or draft.object is None:
        return False
    stirred = draft.object.kind in {"speaker", "addressee", "pronoun"}
    affecting = scene.clause.lemma.split()[0] in words("verbs", "affect")
    third = draft.subject.kind in {"name", "relation"}
    return affecting and (stirred or not (hard or third))


def _concrete_subject(draft: Draft) -> bool:
    """Not a feeling or another abstract thing; "it" and "that" only with a predicate of their own."""
    subject = draft.subject
    if (
        subject.kind == "pronoun"
        and subject.gender == "n"
        and subject.name not in {"there", "here", "mine", "yours", "ours"}
    ):
        return draft.predicate in registry() and draft.predicate not in {"is", "is_a", "has", "status"}
    if subject.kind != "thing":
        return True
    parts = subject.name.casefold().split()
    return bool(parts) and parts[-1] not in words("nouns", "abstract")
