"""What somebody is on, a shift or a dose: "I'm on nights", "they put her on lates", "down to 5 mg of Arvo"."""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import personal, typed
from graphmem.extract.frames import subject_ref
from graphmem.extract.lexicon import is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import predicate_name
from graphmem.registry import registry

__all__ = ["regimes"]

SHIFTS = words("adjectives", "shift")
WORKING = frozenset({"work", "do", "be", "have"})
# By which somebody is made to be on something else.
PUTTING = frozenset(
    ["put", "place", "move", "switch", "shift", "start", "keep", "go", "get", "change", "go over", "swap", "increase"]
)
ONTO = frozenset({"on", "onto", "to", "over to", "back to", "back on"})
UNITS = r"(?:mg|mcg|µg|g|ml|units?|drops?|tablets?|pills?|capsules?|puffs?|sachets?)"
NUMBER = r"(?:\d+(?:[.,]\d+)?|half an?|an?|one|two|three|four)"
DOSE = re.compile(
    rf"\b(?P<amount>{NUMBER} ?{UNITS}) (?:of )?(?:the |my |his |her )?(?P<of>[A-Z][\w-]+|(?<=of )[a-z]+)"
    rf"|\b(?P<named>[A-Z][\w-]{{2,}})(?:,| (?:is|was|went|has gone|goes))?(?: now)?(?: up| down)?(?: to)? "
    rf"(?P<dose>{NUMBER} ?{UNITS})\b"
)


def regimes(scene: Scene) -> list[Draft]:
    """The shift or the dose that a clause tells somebody is on; empty when it tells none."""
    clause = scene.clause
    if clause.modality not in {"asserted", "planned"} or clause.negative or scene.ended or clause.phase:
        return []
    about = _who(scene)
    return [] if about is None else _shift(scene, about) or _dose(scene, about)


def _who(scene: Scene) -> Ref | None:
    """Who is on it: the subject, or whom somebody puts on it."""
    clause = scene.clause
    put = clause.lemma in PUTTING and not clause.passive
    whom = scene.ref(clause.object) if put and clause.object >= 0 else None
    if whom is not None and (whom.kind in {"speaker", "pronoun"} or (whom.kind != "name" and personal(whom))):
        return whom
    subject = subject_ref(scene)
    if subject is None or (whom is None and put and is_person_noun(subject.noun) and subject.kind == "thing"):
        return Ref("speaker", scene.start, scene.start, name="i") if put else None
    return subject


def _changed(scene: Scene, made: Draft) -> Draft:
    moved = scene.clause.lemma in PUTTING - {"keep"} and made.modality == "asserted"
    return replace(made, changes=made.changes or moved)


def _shift(scene: Scene, about: Ref) -> list[Draft]:
    """As in "I work nights at the mill", "she's on lates", "he was moved to the day shift"."""
    clause, tree = scene.clause, scene.clause.tree
    if not personal(about) or clause.lemma not in WORKING | PUTTING:
        return []
    done = [clause.object] if clause.lemma in {"work", "do"} and clause.object >= 0 else []
    for i in (*done, *(k for name, k in clause.preps if name in ONTO)):
        token = tree.tokens[i]
        first, last = scene.phrases.edges(i)
        kept = [t for t in tree.tokens[first : last + 1] if t.dep not in {"det", "poss"}]
        counted = len(kept) > 2 or any(c.isdigit() for t in kept for c in t.text)
        named = token.low in SHIFTS and len(kept) == 1
        if counted or not (named or (token.lemma == "shift" and len(kept) > 1)):
            continue
        value = replace(scene.phrases.span_value(kept[0].start, token.stop), value="text")
        made = draft(scene, typed(about, "Person"), registry().known("works_shift"), value, "on a shift")
        return [_changed(scene, made), *_where(scene, about, i)]
    return []


def _where(scene: Scene, about: Ref, i: int) -> list[Draft]:
    """Where that is: "nights at the mill"."""
    tree = scene.clause.tree
    inner = ((p.low, t.i) for p in tree.kids(i, "prep") if (t := tree.kid(p.i, "pobj")))
    places = [k for name, k in (*scene.clause.preps, *inner) if name == "at" and not scene.is_time(k)]
    known = registry().known("works_at")
    value = scene.ref(places[0]) if places else None
    if value is None or value.kind not in {"name", "thing"}:
        return []
    return [draft(scene, typed(about, "Person"), known, typed(value, known.object), "on a shift there")]


def _dose(scene: Scene, about: Ref) -> list[Draft]:
    """As in "I take 20 mg of Arvo", "she's down to 5 mg of Arvo", "the doctor put me up to 40 mg of Arvo"."""
    if scene.clause.lemma not in WORKING | PUTTING | {"take", "use", "inject", "need", "come"}:
        return []
    found = DOSE.search(scene.phrases.text, scene.start, scene.stop)
    if found is None or not (personal(about) or found["named"]):
        return []
    drug, amount = (found["of"], "amount") if found["of"] else (found["named"], "dose")
    whole = found.span() if found["of"] else found.span(amount)
    value = replace(scene.phrases.span_value(*whole), value="text")
    who = about if personal(about) and about.name != drug else Ref("speaker", scene.start, scene.start, name="i")
    slot = predicate_name(f"dose {drug}")
    return [_changed(scene, draft(scene, who, "takes", value, "a dose of it", functional=True, words_=slot))]
