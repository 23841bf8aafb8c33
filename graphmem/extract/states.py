"""What state a thing is in, told by a verb: it works again, has reopened, was delivered, is back up."""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import personal
from graphmem.extract.lexicon import words
from graphmem.extract.mentions import Ref
from graphmem.registry import registry

__all__ = ["states"]

BACK = frozenset({"again", "anew", "normally", "fine", "properly"})
PHRASES = sorted((w for w in words("adjectives", "status") if " " in w), key=len, reverse=True)
STATUS = re.compile(rf"(?:{'|'.join(map(re.escape, PHRASES))})\b")
UP = frozenset({"up", "down", "back", "online", "offline", "live", "out", "off", "on", "away"})


def states(scene: Scene, subject: Ref) -> list[Draft]:
    """The status of a definite thing that its verb tells; empty when it tells none."""
    clause = scene.clause
    if not _thing(subject) or clause.negative or scene.ended or clause.modality != "asserted" or clause.phase:
        return []
    span = _adverbial(scene) or _resulting(scene) or _working(scene)
    if span is None:
        return []
    value = scene.phrases.span_value(*span)
    made = draft(scene, subject, registry().known("status"), value, "a state told by a verb")
    return [replace(made, changes=made.changes or clause.token.lemma != "be")]


def _thing(subject: Ref) -> bool:
    owned = subject.kind == "relation" and not personal(subject)
    named = subject.kind == "name" and not personal(subject)
    return owned or named or (subject.kind == "thing" and subject.definite and not personal(subject))


def _placed(scene: Scene) -> bool:
    return any(not scene.is_time(i) for _, i in scene.clause.preps)


def _adverbial(scene: Scene) -> tuple[int, int] | None:
    """As in "The server is back up", "the lift is out of order": adverbs or a set phrase after "be"."""
    clause, tree = scene.clause, scene.clause.tree
    if clause.token.lemma != "be" or clause.complement >= 0 or clause.tense != "present":
        return None
    rest = tree.tokens[clause.verb + 1 : clause.last + 1]
    phrase = STATUS.match(" ".join(t.low for t in rest))
    if phrase is not None:
        return rest[0].start, rest[phrase[0].count(" ")].stop
    found = [t for t in rest if t.low in UP and not tree.kid(t.i, "pobj", "pcomp", "prep")]
    alone = found and not _placed(scene) and tree.head(found[-1].i).i == clause.verb
    return (found[0].start, found[-1].stop) if alone else None


def _resulting(scene: Scene) -> tuple[int, int] | None:
    """As in "The parcel was delivered", "the roof has been repaired", "the bridge has reopened"."""
    clause = scene.clause
    if clause.object >= 0 or clause.tense != "past" or clause.copular or _placed(scene):
        return None
    result = clause.lemma in words("verbs", "result")
    told = clause.passive and (result or (clause.perfect and clause.lemma not in words("verbs", "reschedule")))
    token, particle = clause.token, clause.tree.kid(clause.verb, "prt") or clause.token
    return (
        (token.start, max(token.stop, particle.stop))
        if told or clause.lemma in words("verbs", "turn_of_state")
        else None
    )


def _working(scene: Scene) -> tuple[int, int] | None:
    """As in "The lift works again", "the till takes cards again": what it does once more."""
    clause, tree = scene.clause, scene.clause.tree
    if clause.tense != "present" or clause.passive or clause.copular or _placed(scene):
        return None
    again = [t for t in tree.tokens[clause.verb + 1 : clause.last + 2] if t.low in BACK]
    named = clause.object >= 0 and (scene.ref(clause.object).kind == "name" or scene.ref(clause.object).definite)
    if not again or named or clause.lemma in words("verbs", "think") or tree.head(again[0].i).i < clause.verb:
        return None
    return clause.token.start, again[0].stop
