"""Which drafts of a clause are worth keeping: not feelings, praise, figures of speech or empty words."""

from __future__ import annotations

import re

from graphmem.extract.drafts import Draft, Scene
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.registry import registry

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
    open_ = draft.predicate not in registry()
    if draft.predicate.startswith(("wants", "does_not", "is_on", "is_at")) or draft.why == "whose what is":
        return True
    if not (open_ or draft.predicate in SUPPLE):
        return True
    hard = _hard(draft.object)
    if _praised(draft) or _felt(scene, draft, open_=open_, hard=hard):
        return False
    return hard or (telling(draft.object, wide=open_ or draft.predicate in WIDE) and _concrete_subject(draft))


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
    if not parts or _hard(draft.object):
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
