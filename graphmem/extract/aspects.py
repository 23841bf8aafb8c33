"""Beginnings, ends and passings: verbs by which a state starts, stops, changes hands, place or date."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.copula import attribute_of, owned_noun, shared
from graphmem.extract.drafts import Draft, Scene, as_end, draft
from graphmem.extract.endings import aimed_end, endings, matter
from graphmem.extract.fit import attribute_for, choose, personal, typed
from graphmem.extract.frames import framed, object_ref, office_left, subject_ref, verb_frames
from graphmem.extract.lexicon import Frame, words
from graphmem.extract.lives import lives
from graphmem.extract.mentions import Ref
from graphmem.extract.offices import offices
from graphmem.extract.rivals import predicate_name
from graphmem.extract.states import states
from graphmem.extract.values import value_run
from graphmem.extract.wishes import is_imperative
from graphmem.registry import Predicate, registry

__all__ = ["aspects", "finished"]


def aspects(scene: Scene) -> list[Draft]:
    """The statements of an aspect verb; empty when the clause has none."""
    clause = scene.clause
    subject = subject_ref(scene)
    if subject is None:
        moving = is_imperative(scene) and clause.object >= 0 and clause.lemma in words("verbs", "reschedule")
        return _moved(scene, object_ref(scene, clause.object)) if moving else []
    if clause.phase == "ceases":
        return []
    told = endings(scene, subject)
    if told:
        return told
    for applies, read in READINGS:
        made = read(scene, subject) if applies(clause) else []
        if made:
            return made
    return []


def _moved_in(scene: Scene, subject: Ref) -> list[Draft]:
    """An animal that comes to live with the speaker."""
    if subject.type != "Animal" or subject.kind != "thing" or subject.definite:
        return []
    us = Ref("speaker", scene.start, scene.start, name="we")
    pet = replace(subject, kind="relation", owner=us, noun=subject.noun or subject.name, indefinite=False)
    return [replace(draft(scene, us, registry().known("has_pet"), pet, "an animal that moved in"), changes=True)]


def _is_disposal(clause: Clause) -> bool:
    got = any(t.low == "got" for t in clause.tree.kids(clause.verb, "auxpass"))
    stated = clause.passive and clause.tense == "present" and not clause.perfect and not got
    return clause.lemma in words("verbs", "dispose") and (clause.object >= 0 or clause.passive) and not stated


def _is_acquisition(clause: Clause) -> bool:
    got = clause.lemma in words("verbs", "acquire") and clause.object >= 0 and not clause.passive
    return got and (clause.prep("from") < 0 or clause.tense == "past")


def finished(made: list[Draft], scene: Scene) -> list[Draft]:
    """Statements of a clause that says "stopped", "no longer" or "used to": ends, and what held until then."""
    if scene.clause.phase == "used" and not scene.clause.negative:
        return [replace(d, claimed_to=d.claimed_to, why=f"{d.why}; used to", aim="past") for d in made]
    return [as_end(d) if d.kind == "state" else d for d in made]


def _disposed(scene: Scene, subject: Ref) -> list[Draft]:
    """Sold, lost, given away, stolen: whoever owned it owns it no longer."""
    clause = scene.clause
    if clause.passive:
        owner = subject.owner or Ref("speaker", subject.start, subject.stop, name="we")
        thing = subject
        gone = [draft(scene, subject, registry().known(p), None, f"{clause.lemma}: gone") for p in ("located_in",)]
        return [*_ends_of_owning(scene, owner, thing), *(as_end(d) for d in gone), *_to_whom(scene, subject)]
    made: list[Draft] = []
    for k in scene.phrases.all_of(clause.object):
        thing = object_ref(scene, k)
        if clause.tree.tokens[k].low not in words("nouns", "vague") and thing.kind not in {
            "pronoun",
            "speaker",
            "addressee",
        }:
            made.extend([*_ends_of_owning(scene, subject, thing), *_to_whom(scene, replace(thing, owner=None))])
            if thing.kind in {"thing", "name"}:
                made.append(
                    as_end(
                        draft(
                            scene, replace(thing, owner=None), registry().known("located_in"), None, "gone from there"
                        )
                    )
                )
        elif thing.kind == "pronoun":
            made.extend(_ends_of_owning(scene, subject, thing))
    return made


def _to_whom(scene: Scene, thing: Ref) -> Iterator[Draft]:
    """Whose it is from now on: "sold the barn to Nils"."""
    clause = scene.clause
    whom = clause.prep("to") if clause.prep("to") >= 0 else clause.dative
    value = object_ref(scene, whom) if whom >= 0 and not scene.is_time(whom) else None
    if value is not None and clause.lemma in GIVING and value.kind in {"name", "relation", "speaker"}:
        known = replace(thing, definite=True, indefinite=False)
        yield replace(draft(scene, known, registry().known("owned_by"), value, "given to somebody"), changes=True)


GIVING = words("verbs", "giving")


def _ends_of_owning(scene: Scene, owner: Ref, thing: Ref) -> list[Draft]:
    names = ["has_pet"] if thing.type == "Animal" else ["owns", "has", "drives", "leads"]
    why = f"{scene.clause.lemma}: given up"
    ends = [as_end(draft(scene, owner, registry().known(name), thing, why)) for name in names]
    return [aimed_end(scene, owner, thing), *(replace(d, unless=True) for d in ends)]


def _altered(scene: Scene) -> list[Draft]:
    """As in "They raised the limit to 80 requests", "the limit was raised to 80": the new amount."""
    clause = scene.clause
    about, to = clause.subject if clause.passive else clause.object, clause.prep("to")
    value = object_ref(scene, to) if to >= 0 else None
    if value is None or about < 0 or value.value not in {"money", "amount", "number"}:
        return []
    return [replace(_amount(scene, about, value), changes=clause.modality != "planned")]


def _amount(scene: Scene, about: int, value: Ref) -> Draft:
    """The amount that a thing or somebody's attribute has from now on."""
    owned, why = owned_noun(scene, about), "an amount that changed"
    if owned is not None and not shared(owned[0], owned[1], value):
        return attribute_of(scene, owned[0], owned[1], value, why)
    thing = replace(scene.ref(about), owner=None, definite=True)
    return draft(scene, thing, "is", value, why, typed=True, functional=True)


def _replaced(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "We replaced A with B", "A was replaced by B as my tutor": B stands where A stood."""
    clause = scene.clause
    old = subject if clause.passive else object_ref(scene, clause.object) if clause.object >= 0 else None
    i = clause.prep("by") if clause.passive else clause.prep("with", "by", "for", "against")
    if old is None or i < 0 or scene.is_time(i):
        return []
    new, office = object_ref(scene, i), clause.prep("as")
    if office >= 0 and (owned := owned_noun(scene, office)) is not None:
        return [replace(attribute_of(scene, owned[0], owned[1], new, "replaced in an office"), changes=True)]
    why = f"{clause.lemma}: one in place of another"
    held = "owns" if new.indefinite and clause.lemma in BARTER else "uses"
    uses = replace(draft(scene, subject, registry().known(held), new, why), changes=True)
    aimed = replace(uses, aim="replaced", corrects=old)
    if clause.passive or not personal(subject):
        return [aimed]
    gone = as_end(replace(uses, object=old, changes=False))
    return [aimed, replace(uses, unless=True), replace(gone, aim="was", unless=True)]


RISING = words("verbs", "rise")


def _up_to(scene: Scene) -> Ref | None:
    """The amount in "goes up to 850 euros", read as a part of it, and in "went up again, 21 pounds now"."""
    clause, tokens = scene.clause, scene.clause.tree.tokens
    number = next((t for t in tokens[clause.verb + 1 : clause.last + 1] if t.pos == "NUM"), None)
    if number is None or scene.is_time(number.i):
        return None
    before = [t for t in tokens[clause.verb + 1 : number.i] if t.pos != "SYM"]
    start = tokens[number.i - 1].start if tokens[number.i - 1].pos == "SYM" else number.start
    value = scene.phrases.span_value(start, max(number.stop, value_run(scene.phrases.text, start)))
    return value if before and before[-1].low in {"to", ","} else None


def _risen(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "The fee goes from 30 to 35 euros in May": the new amount."""
    clause = scene.clause
    value = object_ref(scene, clause.prep("to")) if clause.prep("to") >= 0 else _up_to(scene)
    travels = clause.lemma in {"go", "return", "jump", "climb"} and personal(subject)
    if travels or value is None or value.value not in {"money", "amount", "number"}:
        return []
    owned = owned_noun(scene, clause.subject)
    if owned is not None and owned[0].name not in {"we", "i"}:
        made = attribute_of(scene, owned[0], owned[1], value, "an amount that changed")
    else:
        made = draft(scene, subject, "is", value, "an amount that changed", typed=True, functional=True)
    return [replace(made, changes=clause.modality != "planned")]


def _leveled(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "The loan is down to 3500 euros"."""
    moved = any(t.low in {"down", "up"} for t in scene.clause.tree.kids(scene.clause.verb, "advmod", "prt", "acomp"))
    return _risen(scene, subject) if moved and scene.clause.complement < 0 else []


def _handed(scene: Scene, subject: Ref) -> list[Draft]:
    """X handed Y over to Z; Y passes to Z: the holder of Y is Z from then on."""
    clause = scene.clause
    to = object_ref(scene, clause.prep("to"))
    over = clause.prep("over")
    if clause.object < 0 and over >= 0:  # "handing over X to Y", read as a preposition
        thing = object_ref(scene, over)
    else:
        thing = object_ref(scene, clause.object) if clause.object >= 0 else subject
    if to.value != "text" or thing.kind in {"pronoun", "speaker"}:
        return []
    held = replace(draft(scene, thing, registry().known("owned_by"), to, "handed over"), changes=True, aim="holder")
    return [aimed_end(scene, subject, thing), *([held] if personal(to) else [])]


def _moved(scene: Scene, subject: Ref) -> list[Draft]:
    clause = scene.clause
    about = object_ref(scene, clause.object) if clause.object >= 0 and not _along(scene) else subject
    made = [
        d
        for name, i in clause.preps
        if name in ARRIVING and not (name == "in" and scene.is_time(i))
        for d in _arrived(scene, subject, about, name, i)
    ]
    reached = next((d for d in made if d.kind == "state"), None)
    for name, i in clause.preps:
        if name in DEPARTING:
            made.extend(_departed(scene, about, i, reached))
            if reached is not None and clause.lemma in words("verbs", "switch") and not scene.is_time(i):
                instead = replace(reached, aim="replaced", corrects=object_ref(scene, i))
                made = [instead, *(replace(d, unless=True) for d in made)]
    if not made and clause.lemma in PUT_OFF and clause.modality == "asserted":
        return [
            replace(as_end(draft(scene, about, "date", None, "put off, to no day"), without_value=True), aim="undated")
        ]
    return made or (_ceased(scene, subject) if clause.lemma == "move out" else verb_frames(scene))


PUT_OFF = frozenset(["postpone", "put off", "push back", "delay", "defer", "shelve", "put back", "reschedule"])


def _along(scene: Scene) -> bool:
    """As in "Moved down the hall": the object is the way."""
    tokens = scene.clause.tree.tokens
    return any(
        t.low in {"down", "up", "across", "along", "through"}
        for t in tokens[scene.clause.verb + 1 : scene.clause.object]
    )


NUMBERED = frozenset(
    [
        "room",
        "ward",
        "desk",
        "floor",
        "office",
        "bay",
        "building",
        "unit",
        "lab",
        "wing",
        "level",
        "seat",
        "table",
        "shelf",
        "locker",
        "slot",
        "rack",
    ]
)


def _indoors(value: Ref) -> bool:
    """A room or desk, where somebody works or lies and does not live."""
    return bool(NUMBERED & set(value.name.casefold().split()))


def _arrived(scene: Scene, subject: Ref, about: Ref, name: str, i: int) -> Iterator[Draft]:
    clause = scene.clause
    value = object_ref(scene, i)
    phrase = f"{clause.lemma} {name}"
    thing = clause.tree.tokens[clause.object].lemma if clause.object >= 0 else ""
    if scene.is_time(i) and value.value not in {"time", "date"}:
        value = replace(value, value="date")
    noun = attribute_for(thing, value) if thing else None
    if noun is not None and (
        noun.name in {"headquarters", "studies"} or (about.owner is None and not personal(subject))
    ):
        yield replace(draft(scene, subject, noun, value, f"{phrase}: a new {thing}"), changes=True)
        return
    frame = _arrival(clause, about, value, phrase)
    if frame is not None:
        yield replace(framed(scene, frame, about, value, f"{phrase}: arrived"), changes=True)
        yield from _own_place(scene, about, value, phrase)


def _own_place(scene: Scene, about: Ref, value: Ref, phrase: str) -> Iterator[Draft]:
    """As in "They moved me to desk C9": my desk is C9."""
    noun, _, rest = value.name.partition(" ")
    if personal(about) and noun.casefold() in NUMBERED and rest and value.kind != "value":
        place = scene.phrases.span_value(value.stop - len(rest), value.stop)
        made = draft(scene, about, noun.casefold(), place, f"{phrase}: a new {noun}", functional=True)
        yield replace(made, changes=True)


def _arrival(clause: Clause, about: Ref, value: Ref, phrase: str) -> Frame | None:
    """What is changed by going there: a home, a room, an assignment, a date."""
    if clause.passive and personal(about) and value.value == "text" and phrase.endswith(" to"):
        return Frame(registry().known("assigned_to"), "starts")
    frame = choose(phrase, about, value, "starts") or choose(phrase, about, value)
    if frame is None and value.value in {"date", "time"}:
        preposition = phrase.rsplit(" ", 1)[1]
        return choose(f"move {preposition}", about, value, "starts") or choose("move to", about, value, "starts")
    if frame is not None and frame.predicate.name == "lives_in" and _indoors(value):
        return Frame(registry().known("located_in"), "starts")
    return frame


ARRIVING = frozenset({"to", "into", "for", "until", "onto", "in", "over to", "back to", "till"})
DEPARTING = frozenset({"from", "off", "out of", "away from"})


def _departed(scene: Scene, about: Ref, i: int, reached: Draft | None) -> Iterator[Draft]:
    """What is left behind: the same relation as to what was `reached`, if anything was; else whatever may be meant."""
    value = object_ref(scene, i)
    if scene.is_time(i) or value.value in {"date", "time"}:
        return
    if reached is not None and reached.object is not None:
        left = replace(reached, object=replace(value, type=reached.object.type), changes=False)
        yield replace(as_end(left), aim="was", why="moved away from; ended")
        return
    names: tuple[str, ...]
    names = (
        ("lives_in", "works_at")
        if personal(about) and about.kind != "name"
        else ("located_in", "assigned_to", "owned_by", "uses", "runs_on")
    )
    if about.kind == "name":
        names = ("lives_in", "located_in", "assigned_to", "owned_by", "uses")
    for name in names:
        yield as_end(draft(scene, about, registry().known(name), value, "moved away from"))


def _ceased(scene: Scene, subject: Ref) -> list[Draft]:
    """Left, quit, cancelled, dropped: an end of whatever held between the subject and the object."""
    clause = scene.clause
    dated = [d for name, i in clause.preps if (d := _on_date(scene, subject, name, i))]
    if dated and clause.tense != "past":
        return dated
    if clause.passive or clause.object < 0:
        return _over(scene, subject)
    made: list[Draft] = []
    for k in scene.phrases.all_of(clause.object):
        value = object_ref(scene, k)
        if value.kind in {"pronoun", "speaker", "addressee"} or clause.tree.tokens[k].low in words("nouns", "vague"):
            continue
        joined = bool(GROUPS & set(value.name.casefold().split()[-1:]))
        if value.kind == "name" or joined or clause.lemma not in LEAVING | {"end", "break"}:
            made.append(aimed_end(scene, subject, matter(scene, k)))
            made.extend(replace(d, unless=True) for d in _end_of(scene, subject, value, k))
    return [*made, *_instead(scene, subject)]


def _on_date(scene: Scene, subject: Ref, name: str, i: int) -> Draft | None:
    """As in "Expires on 4 October": the date of the end is the value."""
    value = object_ref(scene, i)
    frame = choose(f"{scene.clause.lemma} {name}", subject, value, "holds") if value.value == "date" else None
    return framed(scene, frame, subject, value, "the date of an end") if frame else None


def _end_of(scene: Scene, subject: Ref, value: Ref, k: int) -> Iterator[Draft]:
    lemma = scene.clause.lemma
    for n, predicate in enumerate(_ending(lemma, subject, value)):
        ended = as_end(
            draft(
                scene, typed(subject, predicate.subject), predicate, typed(value, predicate.object), f"{lemma}: an end"
            )
        )
        yield replace(ended, aim="was") if n == 0 and value.kind == "name" and lemma in LEAVING else ended
    if value.kind == "name":
        return
    noun = scene.clause.tree.tokens[k]
    for word in {noun.lemma, *(t.low for t in scene.clause.tree.kids(k, "compound"))}:
        known = attribute_for(word, None)
        yield as_end(
            draft(
                scene, subject, known or predicate_name(word), None, f"{lemma}: an end without a value", functional=True
            ),
            without_value=True,
        )


# What one leaves for good and does not walk out of.
GROUPS = words("nouns", "joined")
LEAVING = frozenset({"leave", "quit", "resign", "drop out"})
# What may end between a subject and an object: of a name that was left, of a habit or thing that was given up.
LEFT = ("works_at", "lives_in", "member_of", "attends", "assigned_to", "uses")
DROPPED = ("has", "uses", "drinks", "eats", "plays", "member_of", "attends", "learns", "studies")


def _ending(lemma: str, subject: Ref, value: Ref) -> Iterator[Predicate]:
    for name in LEFT if lemma in LEAVING and value.kind == "name" else DROPPED:
        predicate = registry().known(name)
        if predicate.subject != "Person" or personal(subject):
            yield predicate


QUITTING = frozenset({"move out", "leave", "quit", "resign", "retire", "step down", "depart"})


def _over(scene: Scene, subject: Ref) -> list[Draft]:
    """The subject itself ended, expired, left or was cancelled."""
    clause = scene.clause
    frame = choose(clause.lemma, subject, None, "ends")
    why = f"{clause.lemma}: an end without a value"
    ended = [framed(scene, frame, subject, None, why)] if frame is not None else []
    left = [*_quitted(scene, subject), *ended, *_by_prep(scene, subject)]
    if ended and personal(subject):
        return left
    if subject.kind == "relation" and clause.lemma in QUITTING and subject.owner is not None:
        return left
    if subject.kind in {"speaker", "addressee"} or (personal(subject) and subject.kind != "name"):
        return _by_prep(scene, subject)
    if clause.lemma not in RUN_OUT:
        return _by_prep(scene, subject) or verb_frames(scene)
    return _expired(scene, subject)


def _quitted(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "Our lodger moved out", "Rudi left": what he was to somebody he is no longer."""
    clause = scene.clause
    if clause.lemma not in QUITTING:
        return []
    if subject.kind == "relation" and subject.owner is not None:
        known = attribute_for(subject.noun, None) or predicate_name(subject.noun)
        same = replace(subject, definite=True)
        return [as_end(draft(scene, subject.owner, known, same, f"{clause.lemma}: gone", functional=True))]
    named = subject.kind == "name" and personal(subject)
    return [aimed_end(scene, Ref("speaker", scene.start, scene.start, name="i"), subject)] if named else []


def _expired(scene: Scene, subject: Ref) -> list[Draft]:
    """A thing that ran out: its status, and that its owner has it no longer."""
    clause = scene.clause
    particle = clause.tree.kid(clause.verb, "prt") or clause.token
    status = scene.phrases.span_value(clause.token.start, max(particle.stop, clause.token.stop))
    why = f"{clause.lemma}: ended"
    made = [replace(draft(scene, subject, registry().known("status"), status, why), changes=True)]
    speaker = Ref("speaker", scene.start, scene.start, name="i")
    made.insert(0, aimed_end(scene, subject.owner or speaker, matter(scene, clause.subject)))
    if subject.owner is not None:
        bare = replace(subject, owner=None, kind="thing", definite=False)
        gone = draft(scene, subject.owner, registry().known("has"), bare, why)
        noun = subject.name.split()[-1].casefold()
        name = attribute_for(noun, None) or predicate_name(noun)
        slot = draft(scene, subject.owner, name, None, why, functional=True)
        made += [replace(as_end(gone), aim="was"), as_end(slot, without_value=True)]
    return made


RUN_OUT = frozenset(
    [
        "end",
        "expire",
        "lapse",
        "cease",
        "finish",
        "conclude",
        "terminate",
        "cancel",
        "discontinue",
        "suspend",
        "abandon",
        "decommission",
        "dissolve",
        "disband",
        "halt",
        "pause",
        "axe",
        "scrap",
        "retire",
    ]
) | {"close down", "shut down", "run out", "phase out", "call off", "wind up"}


def _by_prep(scene: Scene, subject: Ref) -> list[Draft]:
    clause = scene.clause
    made = []
    for name, i in clause.preps:
        value = object_ref(scene, i)
        frame = choose(f"{clause.lemma} {name}", subject, value, "ends")
        if frame is not None and not scene.is_time(i):
            made.append(framed(scene, frame, subject, value, f"{clause.lemma} {name}: an end"))
            made.extend(office_left(scene, frame, subject, value))
    return made


def _instead(scene: Scene, subject: Ref) -> Iterator[Draft]:
    """As in "Left A for B": what takes its place."""
    i = scene.clause.prep("for")
    if i < 0 or scene.is_time(i) or scene.clause.lemma not in {"leave", "quit", "drop", "ditch", "abandon"}:
        return
    value = object_ref(scene, i)
    if value.kind == "name":
        name = "works_at" if personal(subject) and scene.clause.lemma in {"leave", "quit"} else "uses"
        yield replace(draft(scene, subject, registry().known(name), value, "left one for another"), changes=True)


def _acquired(scene: Scene, subject: Ref) -> list[Draft]:
    clause = scene.clause
    made: list[Draft] = []
    for k in scene.phrases.all_of(clause.object):
        value = object_ref(scene, k)
        if value.kind in {"pronoun", "addressee", "speaker"} or value.value != "text" or not personal(subject):
            continue
        if clause.tree.tokens[k].low in words("nouns", "vague") or (
            clause.lemma == "get" and value.type != "Animal" and value.kind != "name"
        ):
            continue
        if value.type == "Animal":
            noun = (
                value
                if value.kind == "name"
                else replace(value, kind="relation", owner=subject, noun=clause.tree.tokens[k].lemma)
            )
            made.append(replace(draft(scene, subject, registry().known("has_pet"), noun, "got a pet"), changes=True))
        elif value.name.casefold().split()[-1:] and value.name.casefold().split()[-1] in words("nouns", "contract"):
            made.append(replace(draft(scene, subject, registry().known("has"), value, "got for a term"), changes=True))
        elif clause.lemma not in {"order", "receive", "win", "rent", "lease"}:
            made.append(
                replace(
                    draft(scene, subject, registry().known("owns"), value, f"{clause.lemma}: owns from then"),
                    changes=True,
                )
            )
    return made


def _is_closing(clause: Clause) -> bool:
    """As in "I closed my account with them": of a contract, not of a door."""
    held = clause.object >= 0 and clause.tree.tokens[clause.object].lemma in words("nouns", "contract")
    return clause.lemma in {"close", "shut"} and held


BARTER = frozenset({"swap", "exchange", "trade", "trade in"})
REPLACING = frozenset({"replace", "swap", "swap out", "exchange", "trade", "trade in", "substitute", "supersede"})
MOVING = words("verbs", "move") | words("verbs", "reschedule") | words("verbs", "switch")
Reading = tuple[Callable[[Clause], bool], Callable[[Scene, Ref], list[Draft]]]
# Tried in order; the first that states something counts.
READINGS: tuple[Reading, ...] = (
    (lambda _: True, lives),
    (lambda _: True, offices),
    (lambda clause: clause.lemma in {"move in", "join", "arrive", "come"}, _moved_in),
    (lambda clause: clause.lemma in BARTER and clause.object >= 0, _replaced),
    (_is_disposal, _disposed),
    (lambda clause: clause.lemma in words("verbs", "alter"), lambda scene, _: _altered(scene)),
    (lambda clause: clause.lemma in RISING and not clause.passive, _risen),
    (lambda clause: clause.lemma == "be", _leveled),
    (lambda clause: clause.lemma in REPLACING, _replaced),
    (lambda clause: clause.lemma in words("verbs", "transfer") and clause.prep("to") >= 0, _handed),
    (lambda clause: clause.lemma in MOVING, _moved),
    (lambda clause: clause.lemma in words("verbs", "cease") or _is_closing(clause), _ceased),
    (_is_acquisition, _acquired),
    (lambda _: True, states),
)
