"""Verbs with their objects and prepositions: registry frames, else open slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.drafts import Draft, Scene, as_end, draft
from graphmem.extract.fit import choose, fits, personal, typed
from graphmem.extract.lexicon import Frame, frames, group, is_person_noun, words
from graphmem.extract.mentions import FADED, Ref
from graphmem.extract.rivals import predicate_name
from graphmem.extract.values import value_run
from graphmem.registry import registry

__all__ = [
    "arguments",
    "framed",
    "object_ref",
    "office_left",
    "subject_ref",
    "there",
    "told_of",
    "verb_frames",
    "with_phrases",
]

# Prepositions whose object is one value at a time when the subject is a thing.
SINGLE = frozenset(
    {
        "at",
        "in",
        "on",
        "from",
        "under",
        "through",
        "via",
        "into",
        "to",
        "by",
        "until",
        "over",
        "within",
        "inside",
        "behind",
        "out of",
        "off",
    }
)


def subject_ref(scene: Scene) -> Ref | None:
    """Who or what the clause is about; None when it has no subject of its own."""
    clause = scene.clause
    if clause.subject < 0:
        return _elided(scene)
    ref = scene.ref(clause.subject)
    if clause.kind == "relcl" and ref.kind == "thing" and ref.indefinite:
        above = clause.tree.head(clause.subject)  # "there's a nurse here who speaks Welsh"
        if above.lemma == "be" and clause.tree.kid(above.i, "expl") is not None:
            return replace(ref, definite=True, indefinite=False)
    return ref


def told_of(scene: Scene) -> Ref | None:
    """Of whom the rest of a clause tells: in "the intern is Ana Sol, from Graz" of Ana Sol."""
    clause, subject = scene.clause, subject_ref(scene)
    office = subject is not None and subject.kind in {"thing", "relation"} and subject.type == "Person"
    if office and clause.copular and clause.complement >= 0 and scene.phrases.is_name(clause.complement):
        return scene.ref(clause.complement)
    return subject


def _elided(scene: Scene) -> Ref | None:
    """As in "Sold the boat this morning": a finite or participial verb without a subject is the speaker's."""
    clause = scene.clause
    top = clause.tree.tokens[clause.top]
    auxes = clause.tree.kids(clause.top, "aux", "auxpass")
    if (
        clause.kind != "ROOT"
        or clause.passive
        or auxes
        or top.tag not in {"VBD", "VBG", "VBN"}
        or (top.tag == "VBN" and clause.object < 0)
        or (clause.first < clause.top and clause.tree.tokens[clause.first].pos in {"NOUN", "PROPN"})
    ):
        return None
    return Ref("speaker", scene.start, scene.start, name="i")


def object_ref(scene: Scene, i: int) -> Ref:
    """The phrase at `i` as a value: a shaped value (a number with its unit, hours, an address) is kept whole."""
    ref = scene.ref(i)
    if ref.kind in {"speaker", "addressee", "pronoun"}:
        return ref
    proper = _proper(scene, i) if ref.kind == "thing" and ref.indefinite else None
    if proper is not None:
        return proper
    stop = value_run(scene.phrases.text, ref.start)
    if stop > ref.start and (stop >= ref.stop or ref.name[:1].isdigit()):
        return scene.phrases.span_value(ref.start, max(stop, ref.stop))
    first_number = scene.clause.tree.tokens[i]
    if first_number.pos in {"NUM", "SYM"}:
        return scene.phrases.span_value(ref.start, max(ref.stop, value_run(scene.phrases.text, ref.start)))
    return ref


def _proper(scene: Scene, i: int) -> Ref | None:
    """The name that an indefinite noun is given beside it: "a courier firm, Tidewater Post", "a firm called Rask"."""
    tree, phrases = scene.clause.tree, scene.phrases
    beside = tree.kid(i, "appos")
    if beside is None or not phrases.is_name(beside.i) or beside.i < i:
        called = next((t for t in tree.kids(i, "acl") if t.lemma in words("verbs", "name")), None)
        beside = tree.kid(called.i, "oprd", "dobj", "attr") if called is not None else None
    if beside is None or not phrases.is_name(beside.i) or not beside.text[:1].isupper():
        return None
    named = phrases.ref(beside.i)
    firm = tree.tokens[i].low in group("nouns", "business", "organisation")
    return replace(named, type="Organization") if firm and named.kind == "name" else named


def arguments(scene: Scene) -> Iterator[tuple[str, int]]:
    """("" , object) and (preposition, object) of the verb, in order; hours without a preposition count as an object."""
    clause = scene.clause
    hours = next(
        (
            t
            for t in clause.tree.kids(clause.verb, "npadvmod", "dobj")
            if t.text[:1].isdigit() and object_ref(scene, t.i).value == "time"
        ),
        None,
    )
    if hours is not None:
        yield "", hours.i
        return
    if clause.object >= 0:
        yield "", clause.object
    yield from clause.preps


def framed(scene: Scene, frame: Frame, subject: Ref, value: Ref | None, why: str) -> Draft:
    """What a registry frame says: a state, its beginning (a change), or its end."""
    predicate = frame.predicate
    if predicate.name == "age" and scene.times and value is not None:
        return draft(scene, typed(subject, "Person"), predicate, value, why)
    if (
        predicate.name in {"eats", "drinks", "touches"}
        and scene.clause.negative
        and not scene.ended
        and value is not None
    ):
        avoided = draft(scene, typed(subject, "Person"), registry().known("avoids"), value, f"{why}, not")
        return replace(
            avoided, polarity=True, modality="asserted" if avoided.modality == "hypothetical" else avoided.modality
        )
    made = draft(
        scene, typed(subject, predicate.subject), predicate, typed(value, predicate.object) if value else None, why
    )
    if predicate.name == "dislikes" and made.polarity is False and scene.clause.lemma in {"stand", "bear"}:
        made = replace(made, polarity=True)
    if frame.aspect == "ends":
        return as_end(made, without_value=value is None)
    if frame.aspect == "starts":
        return replace(made, changes=made.changes or scene.clause.tense != "future")
    return made


def verb_frames(scene: Scene) -> list[Draft]:
    """Every statement the verb makes of its subject: one for each object and preposition that carries one."""
    subject = subject_ref(scene)
    if subject is None:
        return []
    special = (
        _reading(scene)
        or _commuting(scene, subject)
        or _contact(scene, subject)
        or _sourced(scene, subject)
        or _coloured(scene)
        or _placed(scene, subject)
        or _in_a_manner(scene, subject)
    )
    if special:
        return special
    made = [d for name, i in arguments(scene) for d in _argument(scene, subject, name, i)]
    made += there(scene, subject)
    made += _on_its_day(scene, subject, made)
    return [*made, *_when(scene, subject)] if made else _bare(scene, subject)


def _on_its_day(scene: Scene, subject: Ref, made: list[Draft]) -> list[Draft]:
    """As in "My flight lands on Tuesday at 18:05": the day beside the hour."""
    clause = scene.clause
    timed = any(d.object is not None and d.object.value == "time" for d in made)
    day = next((t for t in scene.times if t.role == "at" and t.date_value and t.precision in {"day", "instant"}), None)
    regular = clause.lemma in {"open", "close", "shut"} or clause.tense == "past" or personal(subject)
    if not timed or day is None or day.of_day or regular or any(d.predicate == "date" for d in made):
        return []
    core = re.split(r",? at \d|,? \d{1,2}[:.]\d", scene.phrases.text[day.core[0] : day.core[1]])[0]
    value = replace(scene.phrases.span_value(day.core[0], day.core[0] + len(core)), value="date")
    return [draft(scene, subject, registry().known("date"), value, "the day of an event")]


def _when(scene: Scene, subject: Ref) -> list[Draft]:
    """When it was or is done, beside what the verb says: "painted by Inti in 2014", "sent by Petr every Friday"."""
    clause = scene.clause
    if clause.modality not in {"asserted", "planned"} or clause.negative or scene.ended:
        return []
    own = subject.kind in {"speaker", "addressee", "pronoun"}
    if clause.passive and not own and clause.object < 0:
        return _dated(scene, subject) or _recurring(scene, subject)
    habitual = clause.tense == "present" and not clause.progressive and subject.kind != "addressee"
    return _recurring(scene, subject) if habitual else []


MANNERS = words("adjectives", "manner")
LASTING = words("verbs", "lasting")


def _in_a_manner(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "Dora works nights", "they live upstairs", "I study part-time": how one does it as a rule."""
    clause = scene.clause
    told = clause.lemma in LASTING and clause.object < 0 and clause.tense == "present" and not clause.preps
    for token in clause.tree.tokens[clause.verb + 1 : clause.last + 1] if told else ():
        if token.low in MANNERS and token.i - clause.verb <= 2:
            value = scene.phrases.span_value(token.start, token.stop)
            return [draft(scene, subject, predicate_name(_third(clause.lemma)), value, "in what manner as a rule")]
    return []


def there(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "Pieter lives there", "Nora looks after us there": the place or firm named last."""
    clause = scene.clause
    nearby = [
        *clause.tree.kids(clause.verb, "advmod"),
        *(clause.tree.kids(clause.object, "advmod") if clause.object >= 0 else ()),
    ]
    where = next((t for t in nearby if t.low == "there" and t.i > clause.verb), None)
    if where is None or clause.modality not in {"asserted", "planned"}:
        return []
    value = Ref("pronoun", where.start, where.stop, name="there", gender="n")
    if clause.lemma in CARING:
        return [draft(scene, value, "contact", subject, "who looks after us there", functional=True)]
    for preposition in ("in", "at", "to"):
        frame = choose(f"{clause.lemma} {preposition}", subject, value)
        if frame is not None:
            return [framed(scene, frame, subject, value, f"{clause.lemma} there")]
    doing = clause.tense == "present" and personal(subject) and clause.lemma not in words("verbs", "light")
    doing = doing and clause.modality == "asserted" and not clause.negative
    return (
        [draft(scene, subject, predicate_name(f"{_third(clause.lemma)} in"), value, "does it there")] if doing else []
    )


CARING = frozenset({"look after", "look", "handle", "serve", "help", "assist", "take"})


REACHING = frozenset(
    ["reach", "call", "get", "contact", "ring", "text", "mail", "email", "phone", "find", "write", "message"]
)


def _contact(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "Reach me on 555-0161": a way to reach the object."""
    clause = scene.clause
    whom = clause.object if clause.object >= 0 else clause.dative
    if clause.lemma not in REACHING or (whom < 0 and not clause.passive):
        return []
    about = subject if clause.passive else scene.ref(whom)
    made = []
    tokens = clause.tree.tokens
    for token in tokens[clause.verb + 1 : clause.last + 1]:
        value = scene.phrases.span_value(token.start, max(token.stop, value_run(scene.phrases.text, token.start)))
        if value.value in {"phone", "email"}:
            made.append(draft(scene, about, registry().known(value.value), value, f"{clause.lemma} at"))
    return [replace(d, modality="asserted", polarity=True) for d in made] if clause.modality != "asked" else []


def _reading(scene: Scene) -> list[Draft]:
    """As in "The badge on it reads QX-100": an attribute and its value."""
    clause = scene.clause
    if clause.lemma not in {"read", "say", "show"} or clause.object < 0 or clause.subject < 0:
        return []
    tree = clause.tree
    noun = tree.tokens[clause.subject]
    value = object_ref(scene, clause.object)
    shaped = value.value != "text" or value.kind == "name"
    on = next(
        (t for p in tree.kids(noun.i, "prep") if p.low in {"on", "of", "for"} for t in tree.kids(p.i, "pobj")), None
    )
    owner = scene.phrases.owner(noun.i) or (scene.ref(on.i) if on is not None else None)
    if noun.low not in words("nouns", "attribute") or not shaped or owner is None:
        return []
    left = [t.low for t in tree.kids(noun.i, "compound", "amod") if t.low not in FADED]
    name = predicate_name(" ".join([*left, noun.low]))
    return [draft(scene, owner, name, value, "what an attribute reads", functional=True)]


GOING = frozenset(["cycle", "walk", "drive", "bike", "run", "swim", "commute", "row", "skate", "scoot", "jog", "ride"])


def _commuting(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "I take the tram to work", "I cycle to the office": how somebody gets to work."""
    clause = scene.clause
    to = clause.prep("to")
    if to < 0 and clause.object >= 0:  # "the bus to work", read as one phrase
        hanging = [
            t.i for p in clause.tree.kids(clause.object, "prep") if p.low == "to" for t in clause.tree.kids(p.i, "pobj")
        ]
        to = next(iter(hanging), -1)
    if (
        to < 0
        or clause.tree.tokens[to].low not in {"work", "office", "school"}
        or not personal(subject)
        or clause.tense != "present"
    ):
        return []
    token = clause.token
    value = scene.phrases.span_value(token.start, token.stop) if clause.lemma in GOING and clause.object < 0 else None
    if clause.lemma in {"take", "ride", "catch", "get", "use", "drive"} and clause.object >= 0:
        value = object_ref(scene, clause.object)
        if value.kind in {"name", "relation", "pronoun"} and not any(c.isdigit() for c in value.name):
            return []  # "Ana takes Leo to school"
    means = clause.prep("by", "on")
    if means >= 0 and not scene.is_time(means):
        value = object_ref(scene, means)
    return (
        [draft(scene, typed(subject, "Person"), registry().known("commutes_by"), value, "how one gets to work")]
        if value is not None
        else []
    )


def _sourced(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "We get our yarn from Velinova": where the object comes from."""
    clause = scene.clause
    source = clause.prep("from")
    if source < 0 or clause.object < 0 or clause.tense == "past" or not personal(subject):
        return []
    about, value = scene.ref(clause.object), object_ref(scene, source)
    frame = choose(f"{clause.lemma} from", replace(about, owner=None), value, "holds")
    if frame is None or frame.predicate.name != "supplier" or scene.is_time(source):
        return []
    return [framed(scene, frame, replace(about, owner=None), value, "where it comes from")]


PLACING = frozenset(
    [
        "put",
        "place",
        "seat",
        "station",
        "keep",
        "store",
        "park",
        "hang",
        "hide",
        "moor",
        "stash",
        "leave",
        "file",
        "save",
        "host",
    ]
)
WHERE = frozenset({"in", "at", "on", "under", "behind", "over", "inside", "above", "by", "near", "into"})


def _placed(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "They seated me at table B2", "we keep the spare key under the mat": where the object is."""
    clause = scene.clause
    thing = clause.subject if clause.passive else clause.object
    found = clause.lemma == "find" and subject.kind == "addressee"
    if (clause.lemma not in PLACING and not found) or thing < 0:
        return []
    made = []
    hanging = [(p.low, t.i) for p in clause.tree.kids(thing, "prep") if (t := clause.tree.kid(p.i, "pobj"))]
    for name, i in (*clause.preps, *(hanging if clause.tense == "present" else ())):
        about, value = scene.ref(thing), object_ref(scene, i)
        if (
            name not in WHERE
            or scene.is_time(i)
            or value.kind in {"pronoun", "speaker"}
            or value.name.casefold() in words("nouns", "vague")
        ):
            continue
        frame = choose(name, about, value, "holds")
        if frame is not None and frame.predicate.family == "located_in":
            made.append(framed(scene, frame, replace(about, owner=about.owner), value, f"{clause.lemma} {name}"))
        else:
            made.append(
                draft(scene, about, predicate_name(f"is {name}"), value, f"{clause.lemma} {name}", functional=True)
            )
    return [
        replace(d, aim="kept", modality="asserted" if found and d.modality == "planned" else d.modality) for d in made
    ]


SHADES = words("nouns", "shade")


def _coloured(scene: Scene) -> list[Draft]:
    """As in "We'll paint the hall teal", "the shed is painted brick red": the colour of what is painted."""
    clause, tokens = scene.clause, scene.clause.tree.tokens
    if clause.lemma not in {"paint", "dye", "spray", "colour", "color", "stain", "repaint"}:
        return []
    rest = [t for t in tokens[clause.verb + 1 : clause.last + 1] if t.pos != "PUNCT"]
    last = next((t.i for t in rest if t.low in words("nouns", "colour") and t.low not in SHADES), -1)
    last = last if last >= 0 else next((t.i for t in rest if t.low in words("nouns", "colour")), -1)
    if last < 0:
        return []
    first = last
    while first - 1 > clause.verb and tokens[first - 1].low in SHADES | TONES:
        first -= 1
    value = replace(scene.phrases.span_value(tokens[first].start, tokens[last].stop), value="colour")
    thing = scene.ref(clause.subject) if clause.passive and clause.subject >= 0 else _before_colour(scene, first)
    return [draft(scene, thing, registry().known("colour"), value, "painted")] if thing is not None else []


TONES = frozenset(["bright", "dark", "deep", "dull", "light", "pale", "soft", "warm", "off", "matt", "glossy"])


def _before_colour(scene: Scene, stop: int) -> Ref | None:
    """The thing between the verb and the colour it gets: "the kitchen" of "the kitchen sage green"."""
    tokens = scene.clause.tree.tokens
    owned = next((t for t in tokens[scene.clause.verb + 1 : stop] if t.dep == "poss"), None)
    named = [t for t in tokens[scene.clause.verb + 1 : stop] if t.dep not in {"det", "poss", "prt", "case"}]
    named = [t for t in named if t.pos in {"NOUN", "PROPN", "ADJ"}]
    if not named:
        return None
    span = scene.phrases.span_value(named[0].start, named[-1].stop)
    owner = scene.phrases.pronoun(owned) if owned is not None and owned.tag == "PRP$" else None
    return replace(span, kind="thing", type="Thing", definite=True, owner=owner, value="text")


def _argument(scene: Scene, subject: Ref, name: str, i: int) -> Iterator[Draft]:
    clause, tree = scene.clause, scene.clause.tree
    for k in scene.phrases.all_of(i):
        value = object_ref(scene, k)
        if tree.tokens[k].pos == "ADV" and tree.tokens[k].low not in {"there", "here", "home"}:
            continue
        if not name:
            yield from _hanging(scene, subject, k, value)
        frame = _frame_for(scene, subject, name, value)
        if frame is not None and _misread(scene, frame, k):
            continue
        if frame is not None:
            kept = with_phrases(scene, value) if frame.predicate.name in WIDE else value
            yield framed(scene, frame, subject, kept, f"verb frame {clause.lemma} {name}".rstrip())
            yield from office_left(scene, frame, subject, value)
            yield from _birthday(scene, frame, subject)
        elif _timed(scene, subject, name, k, value) and _worth_open(
            scene, subject, name, with_phrases(scene, value), tree.tokens[k].low
        ):
            yield _open(scene, subject, name, value)


# Predicates whose value is told in any words: what hangs on it belongs to it.
WIDE = frozenset(
    ["has", "owns", "needs", "wants", "uses", "likes", "prefers", "dislikes", "collects", "eats", "drinks", "avoids"]
)
KEPT_HOURS = frozenset(
    {"open", "close", "start", "finish", "meet", "begin", "shut", "leave", "depart", "arrive", "train", "rehearse"}
)


def office_left(scene: Scene, frame: Frame, subject: Ref, value: Ref) -> Iterator[Draft]:
    """As in "Stepped down as chair": the office has that holder no longer. A thing taken over has a new one."""
    predicate = frame.predicate.name
    if frame.aspect == "ends" and predicate == "occupation":
        office = replace(value, kind="thing", type="Thing", owner=None, definite=True)
        yield as_end(draft(scene, office, "is", subject, f"{scene.clause.lemma}: an office left", functional=True))
    elif frame.aspect == "starts" and predicate == "leads" and value.kind in {"thing", "name"}:
        yield replace(draft(scene, value, registry().known("led_by"), subject, "taken over"), changes=True)


def _birthday(scene: Scene, frame: Frame, subject: Ref) -> Iterator[Draft]:
    """As in "Turns twelve on the 8th": when the birthday is."""
    if frame.predicate.name != "age" or scene.clause.lemma != "turn":
        return
    for time in scene.times:
        if time.date_value and time.role in {"at", "start", "none"}:
            value = replace(scene.phrases.span_value(*time.core), value="date")
            made = draft(scene, subject, "birthday", value, "turns so old on a date", functional=True)
            yield replace(made, claimed_from=None, claimed_to=None)


HANGING = frozenset({"in", "at", "on", "with", "for", "as", "from", "to"})


def _hanging(scene: Scene, subject: Ref, k: int, value: Ref) -> Iterator[Draft]:
    """What hangs on the object belongs to the verb as well: "studies geology in Cluj"."""
    tree = scene.clause.tree
    if scene.clause.modality not in {"asserted", "planned"} or value.literal:
        return
    for prep in tree.kids(k, "prep"):
        target = tree.kid(prep.i, "pobj")
        if prep.low not in HANGING or target is None or scene.is_time(target.i):
            continue
        inner = object_ref(scene, target.i)
        frame = choose(f"{scene.clause.lemma} {prep.low}", subject, inner)
        if frame is not None and prep.low != "from":
            yield framed(scene, frame, subject, inner, f"what hangs on the object, {prep.low}")
        elif inner.kind == "name" and _worth_open(scene, subject, prep.low, inner, target.low):
            yield _open(scene, subject, prep.low, inner)


def _timed(scene: Scene, subject: Ref, name: str, k: int, value: Ref) -> bool:
    """Whether a time may be an open verb's value: the hour at which a thing regularly opens, starts, leaves."""
    if not scene.is_time(k):
        return True
    article = scene.clause.tree.kid(k, "det")
    if value.value == "time" and article is not None:  # "the 07:15" is a train
        return True
    regular = not personal(subject) or (subject.name == "we" and scene.clause.lemma in KEPT_HOURS)
    return value.value == "time" and bool(name) and scene.clause.tense == "present" and regular


def _frame_for(scene: Scene, subject: Ref, name: str, value: Ref) -> Frame | None:
    clause = scene.clause
    lemma = clause.lemma
    if clause.passive and not name:
        return None
    if lemma in {"stand", "bear"} and clause.negative and not name:
        return choose("can not stand", subject, value)
    if lemma == "go" and name == "to" and clause.token.tag == "VBD" and not _schooled(value):
        return (
            Frame(registry().known("visited"), "holds") if fits(registry().known("visited"), subject, value) else None
        )
    if lemma == "join" and not name and value.kind == "thing" and personal(subject) and not _employs(value):
        return Frame(registry().known("member_of"), "starts")
    phrases = [f"{lemma} {name}".strip()]
    if name and clause.object >= 0:
        thing = clause.tree.tokens[clause.object]
        phrases = [f"{lemma} {thing.lemma} {name}", *(phrases if clause.passive or _takes_both(phrases[0]) else [])]
    if clause.passive and name == "by":
        phrases = [f"{lemma} by"]
    for phrase in phrases:
        frame = choose(phrase, subject, value)
        if frame is not None:
            return frame
    return None


def _misread(scene: Scene, frame: Frame, k: int) -> bool:
    """A time as a thing ("playing for a month"), an act with its own object as one ("working on building up trust")."""
    predicate, token = frame.predicate, scene.clause.tree.tokens[k]
    timed = scene.is_time(k) and predicate.object == "Organization"
    acting = token.pos == "VERB" and scene.clause.tree.kid(k, "dobj", "prt") is not None
    return timed or (acting and predicate.name == "assigned_to")


def _schooled(value: Ref) -> bool:
    """Whether one goes there for years: a school, a course, a university."""
    taught = {"school", "university", "college", "academy", "nursery", "kindergarten", "class", "course", "seminary"}
    return bool(taught & set(value.name.casefold().split()))


def _employs(value: Ref) -> bool:
    """Whether a common noun is for a firm, which one joins to work there: not a gym, church or club."""
    firms = words("nouns", "firm")
    return bool(firms & set(value.name.casefold().split()))


def _takes_both(phrase: str) -> bool:
    return any(
        frame.predicate.name in {"supplier", "uses", "works_at", "occupation", "runs_on"} for frame in frames(phrase)
    )


def _worth_open(scene: Scene, subject: Ref, name: str, value: Ref, low: str) -> bool:
    clause = scene.clause
    head = low if value.kind != "name" else ""
    if value.kind in {"pronoun", "addressee"} or head in words("nouns", "vague") or subject.kind == "addressee":
        return False
    if (
        clause.lemma in words("verbs", "light")
        and not (value.kind == "name" or value.value not in {"text", "number"})
        and not _weighty(subject, value, habitual=_habitual(scene))
    ):
        return False
    if clause.lemma in group("verbs", "think", "wonder", "know", "switch"):
        return False
    if name in {
        "about",
        "than",
        "like",
        "because",
        "without",
        "of",
        "as",
        "during",
        "after",
        "before",
        "except",
        "despite",
        "besides",
        "including",
    }:
        return name == "as" and is_person_noun(head)
    return True


def _habitual(scene: Scene) -> bool:
    """Whether the present tense tells a habit: "I take the early train on Mondays"."""
    clause = scene.clause
    recurs = any(t.role == "recurring" for t in scene.times) or scene.ended or bool(clause.adverbs & HABITS)
    return clause.tense == "present" and not clause.progressive and clause.modality == "asserted" and recurs


HABITS = words("words", "habit")


def _weighty(subject: Ref, value: Ref, *, habitual: bool) -> bool:
    """Whether even a light verb tells something: of a third party, about something definite."""
    third = subject.kind in {"name", "relation"} or (subject.kind == "thing" and subject.definite)
    return (third or habitual) and (
        value.value != "text" or value.definite or value.kind == "name" or value.owner is not None or " " in value.name
    )


SPELL = {"have": "has", "do": "does", "go": "goes", "be": "is"}


def _third(lemma: str) -> str:
    first, _, rest = lemma.partition(" ")
    if first in SPELL:
        first = SPELL[first]
    elif first.endswith(("s", "sh", "ch", "x", "z")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ies"
    else:
        first += "s"
    return f"{first} {rest}".strip()


def _open(scene: Scene, subject: Ref, name: str, value: Ref) -> Draft:
    clause = scene.clause
    verb = clause.token.low if clause.passive else _third(clause.lemma)
    predicate = predicate_name(f"{verb} {name}")
    base = f"{clause.lemma} {name}".strip()
    if name == "at" and value.value == "number":
        value = replace(value, value="time")
    counted = value.value in {"amount", "money", "time", "date"}
    single = counted or (name in SINGLE and not personal(subject)) or (clause.passive and name == "by")
    value = with_phrases(scene, value)
    made = draft(
        scene,
        subject,
        predicate,
        value,
        f"open frame {clause.lemma} {name}".rstrip(),
        typed=True,
        functional=single,
        words_=base,
    )
    if value.value == "amount" and value.kind == "value":
        unit = value.name.split()[-1].casefold()
        return replace(made, slot=f"{made.slot}:{unit.rstrip('s')}")
    return made


def with_phrases(scene: Scene, value: Ref) -> Ref:
    """An indefinite object with the phrases that hang on it: "permission for the archive"."""
    if value.kind not in {"thing", "value"} or value.definite or value.owner is not None or value.value != "text":
        return value
    tree = scene.clause.tree
    head = next((t for t in tree.tokens if t.start < value.stop <= t.stop), None)
    if head is None:
        return value
    stop = head.stop
    for prep in tree.kids(head.i, "prep"):
        target = tree.kid(prep.i, "pobj")
        if target is not None and prep.start > head.start and not scene.is_time(target.i):
            stop = max(stop, scene.ref(target.i).stop)
    return replace(value, stop=stop, name=scene.phrases.words(value.start, stop)) if stop > value.stop else value


def _bare(scene: Scene, subject: Ref) -> list[Draft]:
    """A verb without arguments: an event whose date is the value, a state, an end ("moved out"), or a telling verb."""
    clause = scene.clause
    value = scene.phrases.span_value(clause.token.start, clause.token.stop)
    married = clause.passive and clause.token.low in words("adjectives", "marital") and personal(subject)
    if married:
        return [draft(scene, typed(subject, "Person"), registry().known("marital_status"), value, "a marital status")]
    made = _dated(scene, subject)
    if not made and _is_state(scene, subject):
        made = [draft(scene, subject, registry().known("status"), value, "a state, as a participle")]
    ends = choose(clause.lemma, subject, None, "ends")
    if not made and ends is not None and not clause.passive:
        made = [framed(scene, ends, subject, None, f"{clause.lemma}: an end without a value")]
    if not made and clause.lemma in words("verbs", "telling") and personal(subject):
        made = [draft(scene, subject, "does", value, "a telling verb")]
    return made


def _is_state(scene: Scene, subject: Ref) -> bool:
    """Whether a passive tells the state of a thing: "barbecues are forbidden", "the order is delivered"."""
    clause = scene.clause
    lasting = clause.token.low in words("adjectives", "status") or subject.plural
    lasting = lasting or (clause.tense == "present" and subject.definite)
    thing = not personal(subject) or (subject.kind == "name" and subject.type != "Person" and subject.plural)
    going_on = clause.progressive and clause.tense == "present" and subject.definite and not clause.preps
    return ((clause.passive and lasting) or going_on) and thing and subject.kind != "pronoun"


def _dated(scene: Scene, subject: Ref) -> list[Draft]:
    clause = scene.clause
    moment = next((t for t in scene.times if t.date_value and t.role in {"at", "stop", "start", "none"}), None)
    if moment is not None and scene.phrases.text[moment.start : moment.core[0]].strip().casefold() == "since":
        return []
    often = any(t.role == "recurring" for t in scene.times) and (moment is None or moment.role == "start")
    if often and clause.tense == "present" and clause.object < 0:
        return _recurring(scene, subject)
    if moment is None or not _appointed(clause, subject):
        return []
    value = scene.phrases.span_value(*moment.core)
    at = scene.phrases.text[moment.start : moment.core[0]].strip().casefold() == "at"
    value = replace(value, value="time" if at or value.value == "time" else "date")
    verb = clause.token.low if clause.passive else _third(clause.lemma)
    before = scene.phrases.text[moment.start : moment.core[0]].split()
    preposition = before[0].casefold() if before else "on"
    frame = next(
        (f for p in (preposition, "on", "in", "by") if (f := choose(f"{clause.lemma} {p}", subject, value, "holds"))),
        None,
    )
    if frame is not None and fits(frame.predicate, subject, value):
        return [framed(scene, frame, subject, value, "an event and its date")]
    return [
        draft(
            scene,
            subject,
            predicate_name(f"{verb} {preposition}"),
            value,
            "an event and its date",
            typed=True,
            functional=True,
            words_=clause.lemma,
        )
    ]


def _appointed(clause: Clause, subject: Ref) -> bool:
    """Whether a verb may tell when a thing is due: no person's own doing, and nothing that happened then."""
    past = clause.tense == "past" and not clause.passive
    spoken = clause.lemma in group("verbs", "think", "say", "know")
    own = subject.kind in {"speaker", "addressee"} or (subject.kind == "pronoun" and subject.gender != "n")
    return not (past or spoken or own or clause.object >= 0)


def _recurring(scene: Scene, subject: Ref) -> list[Draft]:
    """As in "The bakery shuts on Mondays": what recurs, and when."""
    clause = scene.clause
    regular = next((t for t in scene.times if t.role == "recurring"), None)
    empty = clause.lemma in words("verbs", "light") and personal(subject)
    if regular is None or empty or clause.lemma in group("verbs", "think", "say", "know"):
        return []
    value = replace(scene.phrases.span_value(*regular.core), value="date")
    verb = f"{third_person(scene)} on"
    single = not personal(subject)
    return [
        draft(
            scene,
            subject,
            predicate_name(verb),
            value,
            "what recurs and when",
            typed=True,
            functional=single,
            words_=clause.lemma,
        )
    ]


def third_person(scene: Scene) -> str:
    """The clause's verb as a predicate's first word: "collects", "owned"."""
    return scene.clause.token.low if scene.clause.passive else _third(scene.clause.lemma)
