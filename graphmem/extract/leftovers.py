"""What no construction read: the rest of a clause that names something, kept as the words it was said in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.extract.clauses import own_places
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import choose
from graphmem.extract.frames import HABITS, framed, third_person, told_of
from graphmem.extract.lexicon import group, weight, words
from graphmem.extract.mentions import Ref
from graphmem.extract.parse import Token
from graphmem.extract.rivals import predicate_name

__all__ = ["rest_of"]

LONGEST = 120  # characters of a rest that is kept as one value
MENTAL = group("verbs", "think", "wonder", "know", "say")


def rest_of(scene: Scene, made: Sequence[Draft]) -> list[Draft]:
    """One open statement of the clause's own words, where names, numbers or nouns in it were not read; else nothing."""
    clause = scene.clause
    if clause.modality != "asserted" or clause.negative or scene.ended or clause.phase or clause.lemma in MENTAL:
        return []
    subject = told_of(scene)
    if subject is None or subject.kind == "addressee" or any(d.kind == "end" for d in made):
        return []
    left = _unread(scene, made)
    if not left or not (_telling(subject, left, made) or (not made and _customary(scene, left))):
        return []
    return _kept(scene, subject, left, beside=bool(made))


def _unread(scene: Scene, made: Sequence[Draft]) -> list[Token]:
    """Content words after the verb that stand in no draft's object or subject and in no date."""
    clause = scene.clause
    spans = [(r.start, r.stop) for d in made for r in (d.object, d.subject) if r is not None and r.stop > r.start]
    inside = set(own_places(clause.tree, clause.top))
    found = []
    for token in clause.tree.tokens[clause.verb + 1 : clause.last + 1]:
        content = token.pos in {"NOUN", "PROPN", "NUM"} and token.low not in words("nouns", "vague")
        read = any(a <= token.start < b for a, b in spans)
        if content and not read and token.i in inside and not scene.is_time(token.i) and not _called_upon(scene, token):
            found.append(token)
    lasting = {t.low for t in found} & words("nouns", "time_unit")
    others = [t for t in found if t.pos != "NUM" and t.low not in words("nouns", "time_unit")]
    return found if others or not lasting else []


def _called_upon(scene: Scene, token: Token) -> bool:
    """As in "I'm getting there, Petr": a name after a comma at the end is who is spoken to."""
    tokens = scene.clause.tree.tokens
    rest = [t for t in tokens[token.i + 1 :] if t.pos != "PUNCT"]
    return token.pos == "PROPN" and token.i > 0 and tokens[token.i - 1].low == "," and not rest


def _telling(subject: Ref, left: Sequence[Token], made: Sequence[Draft]) -> bool:
    """Whether the rest is worth a statement: it names or counts, or nothing else was read of a third party."""
    if any(t.pos in {"PROPN", "NUM"} for t in left):
        return True
    third = subject.kind in {"name", "relation"} or (subject.kind == "thing" and subject.definite)
    return not made and third


def _customary(scene: Scene, left: Sequence[Token]) -> bool:
    """As in "I usually run along the river": what one does as a rule, with a thing in it."""
    clause = scene.clause
    done = clause.tense == "present" and not clause.progressive and not clause.copular
    ruled = bool(clause.adverbs & HABITS) or any(t.role == "recurring" for t in scene.times)
    return done and ruled and any(weight(t.low) == "thing" for t in left)


def _kept(scene: Scene, subject: Ref, left: Sequence[Token], *, beside: bool) -> list[Draft]:
    """The rest from the verb on, or `beside` other statements only the phrase that holds what they left."""
    tokens = scene.clause.tree.tokens
    first = scene.clause.verb + 1
    if beside:
        first = min(scene.phrases.edges(left[0].i)[0], left[0].i)
        first -= 1 if tokens[first - 1].pos == "ADP" else 0
    base = first
    while first < left[0].i and tokens[first].pos in {"ADP", "DET", "PART", "ADV", "PUNCT", "PRON"}:
        first += 1
    close = [t for t in left if not any(k.low in {",", ";", "-", ":"} for k in tokens[left[0].i : t.i])]
    start, stop = tokens[first].start, close[-1].stop
    if stop <= start or stop - start > LONGEST:
        return []
    value = scene.phrases.span_value(start, stop)
    lead = tokens[base:first]
    preposition = next((t.low for t in lead if t.pos == "ADP"), "")
    why, value = "the rest of the clause", replace(value, value="text")
    frame = choose(f"{scene.clause.lemma} {preposition}", subject, value, "holds") if preposition else None
    if frame is not None:
        return [framed(scene, frame, subject, value, why)]
    name = predicate_name(f"{third_person(scene)} {preposition}")
    worded = "is" if scene.clause.lemma == "be" else scene.clause.lemma
    return [draft(scene, subject, name, value, why, words_=f"{worded} {preposition}")]
