"""Sentences with "be": whose what, what kind, which state, where, when, how much."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, as_end, draft
from graphmem.extract.fit import ABSTRACT, attribute_for, choose, personal, typed
from graphmem.extract.frames import framed, object_ref, subject_ref, told_of, with_phrases
from graphmem.extract.lexicon import group, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.parse import Token
from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.extract.times import TimeExpression
from graphmem.registry import registry

__all__ = ["OFFICES", "OFTEN", "attribute_of", "copula", "owned_noun", "shared"]

OF = ("of", "for", "at", "in", "on", "with", "to", "from", "behind", "between")


def copula(scene: Scene) -> list[Draft]:
    """The statements of a clause with "be" or a verb that stands for it."""
    clause = scene.clause
    subject = subject_ref(scene)
    if subject is None or clause.tree.tokens[clause.subject].dep == "expl":
        return _existence(scene)
    made = list(_often(scene, subject))
    if clause.complement >= 0 and not made:
        for k in scene.phrases.all_of(clause.complement):
            made.extend(_complement(scene, subject, k))
    about = told_of(scene) or subject
    made.extend(_places(scene, about))
    made.extend(_of_owner(d) for d in list(made) if _is_whereabouts(d))
    return made


def _is_whereabouts(d: Draft) -> bool:
    """As in "my office is in Lund": where a place of somebody's is."""
    place = d.subject.name.casefold().rsplit(" ", 1)[-1] in group("nouns", "place", "business")
    located = d.predicate in {"located_in", "located_at", "is_in", "is_at", "is_on"}
    return located and place and d.subject.owner is not None and d.object is not None


def _of_owner(d: Draft) -> Draft:
    """The same as an attribute of the owner."""
    owner, noun = d.subject.owner, d.subject.name.casefold()
    assert owner is not None  # noqa: S101 - asked for before
    return replace(d, subject=owner, predicate=predicate_name(noun), slot=open_slot(noun), functional=True)


# -- whose what -----------------------------------------------------------------------------------------------
def owned_noun(scene: Scene, i: int) -> tuple[Ref, str] | None:
    """(whose, what) of a noun phrase: "the owner of X", "X's owner", "my owner", "the contact at X"."""
    phrases, tree = scene.phrases, scene.clause.tree
    token = tree.tokens[i]
    if token.pos not in {"NOUN", "PROPN", "ADJ", "NUM"} or (
        phrases.is_name(i) and not tree.kid(i, "poss") and not any(t.low == "of" for t in tree.kids(i, "prep"))
    ):
        return None
    noun = _noun(scene, i)
    nearby = [*tree.kids(scene.clause.verb, "advmod"), *tree.kids(i, "advmod")]
    there = next((t for t in nearby if t.low in {"there", "here"}), None)
    if there is not None and is_person_noun(noun.rsplit(" ", 1)[-1]):
        return Ref("pronoun", there.start, there.stop, name="there", gender="n"), noun
    for child in tree.kids(i, "prep"):
        target = tree.kid(child.i, "pobj")
        if child.low in OF and target is not None and not scene.is_time(target.i) and _attributive(noun, child.low):
            return scene.ref(target.i), noun
    owner = phrases.owner(i)
    return (owner, noun) if owner is not None else None


def _attributive(noun: str, preposition: str) -> bool:
    last = noun.rsplit(" ", 1)[-1]
    if preposition == "of":
        return True
    if preposition in {"in", "from", "near"} and is_person_noun(last) and attribute_for(noun, None) is None:
        return last in OFFICES
    return (
        last in words("nouns", "attribute")
        or is_person_noun(last)
        or attribute_for(noun, None) is not None
        or preposition in {"for", "with"}
    )


def _noun(scene: Scene, i: int) -> str:
    tree = scene.clause.tree
    left = [k for k in tree.kids(i, "amod", "compound", "nmod", "nummod") if k.i < i]
    names = [k.low for k in left if k.pos != "PUNCT"]
    token = tree.tokens[i]
    kept = [n for n in names if n not in {"new", "old", "own", "current", "other", "former", "dear", "little", "poor"}]
    singular = token.tag == "NNS" and (is_person_noun(token.lemma) or attribute_for(token.lemma, None) is not None)
    return " ".join([*kept, token.lemma if singular else token.low])


def attribute_of(scene: Scene, owner: Ref, noun: str, value: Ref, why: str) -> Draft:
    """`owner`'s `noun` is `value`, by the registry's predicate or an open one of the noun's own name."""
    predicate = attribute_for(noun, value)
    if predicate is None:
        dated = value.value in {"date", "time"}
        return draft(scene, owner, predicate_name(noun), value, why, functional=True, typed=dated)
    return draft(scene, typed(owner, predicate.subject), predicate, typed(value, predicate.object), why)


def _complement(scene: Scene, subject: Ref, k: int) -> Iterator[Draft]:
    token = scene.clause.tree.tokens[k]
    mine = owned_noun(scene, scene.clause.subject)
    named = scene.phrases.is_name(k) and not (token.pos == "ADJ" and k - token.head == 1)
    if token.pos in {"ADJ", "VERB", "ADV"} and not named:
        yield from _attributed(scene, mine, k) if mine and _is_attribute(mine[1]) else _adjective(scene, subject, k)
        return
    value = object_ref(scene, k)
    if mine is not None and shared(mine[0], mine[1], value):
        name = mine[1] if subject.kind == "relation" else subject.name
        subject, mine = replace(subject, kind="thing", owner=None, definite=True, name=name), None
    if mine is not None and not _describes(scene, mine[1], value, k):
        yield attribute_of(scene, mine[0], mine[1], value, "whose what is")
        return
    if mine is not None and subject.type == "Thing" and token.low not in words("nouns", "figure"):
        yield draft(scene, mine[0], registry().known("has"), subject, "whose thing")
    yield from _whose(scene, subject, value, k)


def _attributed(scene: Scene, mine: tuple[Ref, str], k: int) -> Iterator[Draft]:
    """As in "My favourite colour is teal": the words of the complement as the attribute's value."""
    tokens = scene.clause.tree.tokens
    first, last = scene.phrases.edges(k)
    value = scene.phrases.span_value(tokens[first].start, tokens[last].stop)
    yield attribute_of(scene, *mine, value, "whose what is")


def _whose(scene: Scene, subject: Ref, value: Ref, k: int) -> Iterator[Draft]:
    """As in "Klara is my sister", "Ulla is our treasurer"; else what kind of thing the subject is."""
    other = owned_noun(scene, k)
    told = value.definite or value.owner is not None
    if value.name in {"mine", "ours", "yours"} or _belongs(scene, k):
        kind = {"yours": "addressee"}.get(value.name, "speaker")
        owner = replace(value, kind=kind) if value.kind == "pronoun" else value  # type: ignore[arg-type]
        yield draft(scene, subject, registry().known("owned_by"), owner, "whose it is")
        return
    if other is not None and _one_of_many(scene, k) and (house := _house(scene, k, other[1])) is not None:
        yield from _posted(scene, subject, replace(value, name=other[1]), house)
    elif other is not None and told and shared(other[0], other[1], subject):
        office = replace(value, kind="thing", owner=None, definite=True, name=other[1])
        yield draft(scene, office, "is", subject, "who holds an office of ours", functional=True)
    elif other is not None and (told or is_person_noun(other[1])):
        yield attribute_of(scene, other[0], other[1], subject, "is whose what")
        yield from _post_of(scene, subject, value, other, k)
    elif scene.clause.tree.tokens[k].low == "one" and subject.value in SHAPED:
        yield _the_one(scene, subject)
    else:
        yield from _class(scene, subject, value, k)


SHAPED = frozenset({"email", "phone", "identifier", "number", "url"})


def _post_of(scene: Scene, subject: Ref, value: Ref, other: tuple[Ref, str], k: int) -> Iterator[Draft]:
    """As in "I'm acting head of stores": a post, told with what it is of."""
    last = other[1].rsplit(" ", 1)[-1]
    office = last in OFFICES or (is_person_noun(last) and last not in TIED | KIN)
    if office and personal(subject) and other[0].kind in {"thing", "name"} and not personal(other[0]):
        stop = max(scene.clause.tree.tokens[i].stop for i in scene.phrases.edges(k))
        whole = replace(value, kind="value", type="Value", name=scene.phrases.words(value.start, stop), stop=stop)
        yield draft(scene, typed(subject, "Person"), registry().known("occupation"), whole, "a post of it")


LEARNERS = frozenset({"student", "pupil", "undergraduate", "schoolboy", "schoolgirl"})

# What one is to somebody, not a post.
TIED = frozenset(
    [
        "friend",
        "mate",
        "buddy",
        "pal",
        "colleague",
        "coworker",
        "co-worker",
        "workmate",
        "teammate",
        "neighbour",
        "neighbor",
        "flatmate",
        "roommate",
        "housemate",
        "lodger",
        "tenant",
        "client",
        "customer",
        "guest",
        "patient",
        "contact",
        "liaison",
        "host",
        "rival",
        "witness",
        "successor",
        "predecessor",
        "namesake",
        "companion",
        "guardian",
        "classmate",
        "schoolmate",
        "bandmate",
        "owner",
        "founder",
        "man",
        "woman",
        "guy",
        "lady",
        "girl",
        "person",
    ]
)


def _one_of_many(scene: Scene, k: int) -> bool:
    return any(t.low in {"a", "an"} for t in scene.clause.tree.kids(k, "det"))


def _house(scene: Scene, k: int, noun: str) -> Ref | None:
    """Where one of several holds a post: "an intern at the museum", "a designer for Fennmark"."""
    tree = scene.clause.tree
    last = noun.rsplit(" ", 1)[-1]
    if not is_person_noun(last) or last in TIED or last in KIN:
        return None
    targets = ((p.low, tree.kid(p.i, "pobj")) for p in tree.kids(k, "prep"))
    return next((scene.ref(t.i) for name, t in targets if name in {"at", "for", "with"} and t is not None), None)


def _posted(scene: Scene, subject: Ref, post: Ref, house: Ref) -> Iterator[Draft]:
    """One's post, and the house it is in: others may hold the same."""
    learns = post.name.rsplit(" ", 1)[-1] in LEARNERS
    for name, value in (("occupation", post), ("attends" if learns else "works_at", house)):
        predicate = registry().known(name)
        yield draft(scene, typed(subject, predicate.subject), predicate, typed(value, predicate.object), "a post there")


def _belongs(scene: Scene, k: int) -> bool:
    """As in "The red kayak is Tilda's": a genitive with nothing after it."""
    tokens = scene.clause.tree.tokens
    after = tokens[k + 1 : k + 3]
    return bool(after) and after[0].tag == "POS" and (len(after) == 1 or after[1].pos in {"PUNCT", "CCONJ"})


SPATIAL = frozenset(["gate", "room", "platform", "seat", "slot", "site", "port", "host", "owner", "lead", "link"])


def shared(owner: Ref, noun: str, value: Ref | None) -> bool:
    """Whether "our" says no more than "the": the treasurer, the courier, the deadline of whoever speaks here."""
    if owner.kind != "speaker" or owner.name not in {"we", "our"}:
        return False
    last = noun.rsplit(" ", 1)[-1]
    if last in words("nouns", "animal") or last in KIN:
        return False
    predicate = attribute_for(noun, value)
    return predicate is None or (
        predicate.subject != "Person"
        and predicate.name
        not in {"address", "phone", "mobile", "landline", "email", "headquarters", "named", "also_known_as"}
    )


KIN = group("nouns", "kin", "kin_female", "kin_male") - {"landlord", "landlady"}


def _is_attribute(noun: str) -> bool:
    last = noun.rsplit(" ", 1)[-1]
    known = (
        attribute_for(noun, None) is not None
        or last in words("nouns", "attribute") - SPATIAL
        or noun.startswith(("favourite", "favorite"))
    )
    return known and not is_person_noun(last)


def _describes(scene: Scene, noun: str, value: Ref, k: int) -> bool:
    """Whether the complement tells what somebody's relation is, and not who: "my sister is a biologist"."""
    if not is_person_noun(noun.rsplit(" ", 1)[-1]):
        article = scene.clause.tree.kid(k, "det")
        known = attribute_for(noun, None) is not None or noun.rsplit(" ", 1)[-1] in words("nouns", "attribute")
        return article is not None and article.low in {"a", "an"} and value.value == "text" and not known
    return (
        (
            value.kind not in {"name", "speaker", "relation", "addressee"}
            and not (value.definite and value.kind == "thing" and value.type == "Person" and not _indefinite(scene, k))
        )
        or value.value != "text"
        or scene.is_time(k)
    )


def _indefinite(scene: Scene, k: int) -> bool:
    article = scene.clause.tree.kid(k, "det")
    return article is not None and article.low in {"a", "an", "some", "another"}


# -- what kind ------------------------------------------------------------------------------------------------
def _class(scene: Scene, subject: Ref, value: Ref, k: int) -> Iterator[Draft]:
    token = scene.clause.tree.tokens[k]
    sort = value.value
    named = any(t.pos == "PROPN" for t in scene.clause.tree.kids(k, "compound"))  # "the Marek people"
    vague = token.low in words("nouns", "vague") and sort == "text" and not named
    if vague or value.kind in {"pronoun", "addressee", "speaker"}:
        return
    if sort in {"phone", "email", "date", "time", "colour", "money", "amount", "number"}:
        yield from _measured(scene, subject, value, k)
    elif token.low in words("adjectives", "diet"):
        yield draft(scene, subject, registry().known("diet"), value, "a diet")
    elif _office(scene, k) and value.kind != "name":
        yield draft(
            scene,
            replace(value, kind="thing", owner=None, definite=True),
            "is",
            subject,
            "who holds an office",
            functional=True,
        )
    elif is_person_noun(token.low) or (personal(subject) and subject.kind != "name" and _trade(scene, k)):
        yield draft(
            scene,
            typed(subject, "Person"),
            registry().known("occupation"),
            replace(value, kind="value", type="Value"),
            "a role",
        )
    elif sort == "identifier" or (value.kind == "name" and subject.kind == "thing" and subject.type != "Animal"):
        yield draft(
            scene,
            subject,
            "is",
            value,
            "is what",
            functional=subject.kind == "thing",
        )
    else:
        yield draft(scene, subject, registry().known("is_a"), with_phrases(scene, value), "a kind")
        yield from _colour_in(scene, subject, k)


def _the_one(scene: Scene, value: Ref) -> Draft:
    """As in "new@tarn.example is the one": the value of whatever was spoken of last that takes such a value."""
    it = Ref("pronoun", scene.start, scene.start, name="it", gender="n")
    made = draft(scene, it, "is", replace(value, kind="value", type="Value"), "the one that counts")
    return replace(made, changes=True, aim="swapped")


OFFICES = frozenset(
    [
        "treasurer",
        "chair",
        "chairman",
        "chairwoman",
        "chairperson",
        "captain",
        "president",
        "secretary",
        "director",
        "mayor",
        "manager",
        "lead",
        "leader",
        "head",
        "commander",
        "caretaker",
        "editor",
        "organiser",
        "organizer",
        "coordinator",
        "host",
        "owner",
        "maintainer",
        "reviewer",
        "approver",
        "contact",
        "champion",
        "deputy",
        "spokesperson",
        "moderator",
    ]
)


def _office(scene: Scene, k: int) -> bool:
    """As in "She is treasurer", "he's the captain": an office that one holds at a time."""
    tree = scene.clause.tree
    article = tree.kid(k, "det", "poss")
    noun = tree.tokens[k]
    single = noun.tag == "NN" and noun.low in OFFICES
    return single and scene.clause.lemma == "be" and (article is None or article.low == "the")


def _trade(scene: Scene, k: int) -> bool:
    tree = scene.clause.tree
    return (
        tree.tokens[k].low.endswith(("er", "or", "ist", "ian", "ant", "eer", "ess")) and tree.kid(k, "det") is not None
    )


def _colour_in(scene: Scene, subject: Ref, k: int) -> Iterator[Draft]:
    for token in scene.clause.tree.kids(k, "amod", "compound", "nmod"):
        if token.low in words("nouns", "colour"):
            colour = scene.phrases.span_value(token.start, token.stop)
            yield draft(scene, subject, registry().known("colour"), colour, "a colour before the kind")


BY_TYPE = {"phone": "phone", "email": "email", "date": "date", "time": "time", "colour": "colour"}


def _measured(scene: Scene, subject: Ref, value: Ref, k: int) -> Iterator[Draft]:
    if value.value in BY_TYPE:
        yield draft(scene, subject, registry().known(BY_TYPE[value.value]), value, f"a {value.value} as complement")
    elif value.value in {"number", "amount"} and subject.name in {"we", "they", "there"}:
        hanging = [
            t.i
            for p in scene.clause.tree.kids(k, "prep")
            if p.low in {"in", "on", "at"}
            for t in scene.clause.tree.kids(p.i, "pobj")
        ]
        inside = next(iter(hanging), scene.clause.prep("in", "on", "at"))
        about = scene.ref(inside) if inside >= 0 and not scene.is_time(inside) else subject
        yield draft(scene, about, "headcount", value, "how many they are", functional=True)
    elif value.value in {"number", "amount"} and personal(subject) and _years(value.name):
        yield draft(scene, subject, registry().known("age"), value, "an age")
    else:
        yield draft(scene, subject, "is", value, "a measure", typed=True, functional=True)


def _years(name: str) -> bool:
    return all(
        word.strip("-") not in words("nouns", "unit") or word.startswith("year") for word in name.casefold().split()
    )


# -- which state ----------------------------------------------------------------------------------------------
def _adjective(scene: Scene, subject: Ref, k: int) -> Iterator[Draft]:
    clause, tree = scene.clause, scene.clause.tree
    token = tree.tokens[k]
    governed = [(p.low, t.i) for p in tree.kids(k, "prep") if (t := tree.kid(p.i, "pobj"))] + list(clause.preps)
    for name, i in governed:
        for n in scene.phrases.all_of(i):
            value = object_ref(scene, n)
            frame = choose(f"{token.lemma} {name}", subject, value) or choose(f"{token.low} {name}", subject, value)
            if frame is not None:
                yield framed(scene, frame, subject, value, f"{token.low} {name}")
    if governed and any(choose(f"{token.low} {name}", subject, None) for name, _ in governed):
        return
    yield from _quality(scene, subject, k)


def _quality(scene: Scene, subject: Ref, k: int) -> Iterator[Draft]:
    tree = scene.clause.tree
    token = tree.tokens[k]
    value = scene.phrases.span_value(token.start, token.stop)
    measures = tree.kids(k, "npadvmod") if token.low in DIMENSIONS else []
    superlative = DIMENSIONS.get(token.lemma) if token.tag == "JJS" else None
    at = scene.clause.prep("at")
    shaped = object_ref(scene, at) if at >= 0 else None
    if superlative is not None and shaped is not None and shaped.value in {"number", "amount"}:
        yield draft(scene, subject, registry().known(superlative), replace(shaped, value="amount"), "the most, at that")
        return
    if token.tag == "JJS" and tree.kid(k, "det") is not None:
        last = scene.phrases.edges(k)[1]
        most = scene.phrases.span_value(token.start, max(token.stop, tree.tokens[last].stop))
        yield draft(scene, subject, registry().known("is_a"), replace(most, kind="value"), "the most of its kind")
        return
    if value.value in {"number", "amount"}:
        yield from _measured(scene, subject, value, k)
    elif measures:
        measure = scene.phrases.span_value(scene.ref(measures[0].i).start, measures[0].stop)
        yield draft(
            scene, subject, registry().known(DIMENSIONS[token.low]), replace(measure, value="amount"), "a measure"
        )
    elif token.low in words("nouns", "colour"):
        if not personal(subject):
            yield draft(scene, subject, registry().known("colour"), replace(value, value="colour"), "a colour")
    else:
        yield from _condition(scene, subject, token, value)


DIMENSIONS = {
    "old": "age",
    "tall": "height",
    "high": "height",
    "heavy": "weight",
    "long": "size",
    "wide": "size",
    "deep": "size",
}


def _condition(scene: Scene, subject: Ref, token: Token, value: Ref) -> Iterator[Draft]:
    """A diet, a marital status, a state, a nationality, else a quality that is no mood."""
    low, mood = token.low, token.low in words("adjectives", "mood")
    if low in words("adjectives", "diet"):
        yield draft(scene, typed(subject, "Person"), registry().known("diet"), value, "a diet")
    elif low in words("adjectives", "marital") and personal(subject):
        yield draft(scene, typed(subject, "Person"), registry().known("marital_status"), value, "a marital status")
    elif low in words("adjectives", "status") and not (personal(subject) and mood):
        yield from _state(scene, subject, token, value)
    elif token.text[:1].isupper() and token.i > 0 and personal(subject):
        yield draft(scene, subject, registry().known("nationality"), value, "a nationality")
    elif not mood and subject.kind not in {"speaker", "addressee", "pronoun"}:
        yield draft(scene, subject, "is", value, "a quality")


def _state(scene: Scene, subject: Ref, token: Token, value: Ref) -> Iterator[Draft]:
    hours = _hours(scene, token.i) if scene.clause.modality == "asserted" else None
    if hours is not None and token.low in {"open", "closed", "available", "here", "in", "away"}:
        name = "opening_hours" if token.low == "open" else predicate_name(f"{token.low} when")
        yield draft(scene, subject, registry().get(name) or name, hours, "when it is so", functional=True)
    elif subject.kind != "pronoun" or subject.gender != "n":
        yield draft(scene, subject, registry().known("status"), value, "a state")


def _hours(scene: Scene, k: int) -> Ref | None:
    """The hours or weekdays that follow a state: "open from 8 to 20", "here Monday to Wednesday"."""
    tree, tokens = scene.clause.tree, scene.clause.tree.tokens
    regular = [t for t in scene.times if t.role == "recurring" and t.start >= tokens[k].stop]
    clock = [
        p for p in (*tree.kids(k, "prep"), *tree.kids(scene.clause.verb, "prep")) if p.i > k and _clocked(scene, p.i)
    ]
    starts = [t.start for t in regular] + [p.start for p in clock]
    if not starts:
        return None
    stops = [t.stop for t in regular] + [
        max(tokens[n].stop for n in tree.subtree(p.i) if tokens[n].pos != "PUNCT") for p in clock
    ]
    return replace(scene.phrases.span_value(min(starts), max(stops)), value="time")


def _clocked(scene: Scene, p: int) -> bool:
    tree = scene.clause.tree
    target = tree.kid(p, "pobj")
    return (
        tree.tokens[p].low in {"from", "until", "till", "between", "at"}
        and target is not None
        and target.pos == "NUM"
        and not scene.is_time(target.i)
    )


# -- where, when ----------------------------------------------------------------------------------------------
BACK_AT = re.compile(r"^ back (?:at (?:work|school|his desk|her desk|my desk)|in the (?:office|saddle))\b")


def _places(scene: Scene, subject: Ref) -> Iterator[Draft]:
    clause = scene.clause
    if clause.complement >= 0 and clause.tree.tokens[clause.complement].pos == "ADJ":
        return
    rest = scene.phrases.text[clause.token.stop : scene.stop].casefold()
    at_work = BACK_AT.search(rest) is not None
    if "back" in clause.adverbs and (clause.prep("from") >= 0 or at_work) and not clause.negative:
        for held in ("is_on", "is_at", "is_in"):
            yield as_end(draft(scene, subject, held, None, "back from there", functional=True), without_value=True)
        return
    for name, i in clause.preps:
        for k in scene.phrases.all_of(i):
            yield from _place(scene, subject, name, k)
    yield from _moment(scene, subject)


def _place(scene: Scene, subject: Ref, name: str, k: int) -> Iterator[Draft]:
    clause = scene.clause
    value = object_ref(scene, k)
    if name == "at" and value.value == "number":
        value = replace(value, value="time")
    frame = None if name == "with" and value.kind != "name" else choose(name, subject, value, "holds")
    if name == "to" and clause.perfect and personal(subject):
        frame = choose("visit", subject, value, "holds")  # "I've been to Malta"
    if name == "at" and personal(subject) and value.type == "Organization" and value.kind == "name":
        frame = choose("work at", subject, value)
    if name == "in" and clause.tree.tokens[k].low == "charge" and (led := _charge(scene, k)) is not None:
        yield draft(scene, subject, registry().known("leads"), led, "is in charge of")
        return
    timed = scene.is_time(k)
    if frame is not None and (not timed or frame.predicate.value in {"date", "time"}):
        yield framed(scene, frame, subject, value, f"is {name}")
    elif personal(subject) and clause.tree.tokens[k].low in ABSTRACT and value.value == "text":
        return
    elif not timed and clause.complement < 0 and _tells(clause.tree.tokens[k].low, value):
        yield draft(scene, subject, predicate_name(f"is {name}"), value, f"is {name}", typed=True, functional=True)


def _charge(scene: Scene, k: int) -> Ref | None:
    """As in "Ana is in charge of the bar": of what."""
    tree = scene.clause.tree
    prep = next((p for p in tree.kids(k, "prep") if p.low == "of"), None)
    target = tree.kid(prep.i, "pobj") if prep is not None else None
    return object_ref(scene, target.i) if target is not None else None


def _tells(low: str, value: Ref) -> bool:
    return value.kind not in {"pronoun", "addressee", "speaker"} and (
        low not in words("nouns", "vague") or value.value != "text"
    )


def _moment(scene: Scene, subject: Ref) -> Iterator[Draft]:
    """A bare date after "is": "the survey is on the 30th", "the wedding is next Saturday"."""
    clause = scene.clause
    if (
        clause.complement >= 0
        or subject.kind in {"speaker", "addressee", "pronoun"}
        or (personal(subject) and subject.kind != "name")
    ):
        return
    for time in scene.times:
        told = time.role == "recurring" and clause.tense == "present"
        if told or (time.date_value and time.role in {"at", "none"} and not _stated(scene, time.core)):
            value = replace(scene.phrases.span_value(*time.core), value="date")
            yield draft(scene, subject, registry().known("date"), value, "is when")


OFTEN = re.compile(
    r"(?:once|twice|thrice|\w+ times)\b|(?:bi)?(?:daily|weekly|monthly|yearly)|fortnightly|quarterly|annually|"
    r"every (?:(?:other|second|third|few|\w+) )?(?:hours?|days?|weeks?|fortnight|months?|quarter|years?)\b",
    re.IGNORECASE,
)


def _often(scene: Scene, subject: Ref) -> Iterator[Draft]:
    """As in "Yoga is twice a week", "the meeting is weekly": how often."""
    often = next((t for t in scene.times if t.role == "recurring" and OFTEN.match(_core(scene, t))), None)
    k = scene.clause.complement
    told = often is not None and (k < 0 or often.start <= scene.clause.tree.tokens[k].start < often.stop)
    if often is not None and told and subject.kind not in {"speaker", "addressee"}:
        value = replace(scene.phrases.span_value(*often.core), value="date")
        yield draft(scene, subject, "frequency", value, "how often it is", functional=True)


def _core(scene: Scene, time: TimeExpression) -> str:
    return scene.phrases.text[time.core[0] : time.core[1]]


def _stated(scene: Scene, core: tuple[int, int]) -> bool:
    tokens = scene.clause.tree.tokens
    return any(i >= 0 and core[0] <= tokens[i].start < core[1] for _, i in scene.clause.preps)


def _existence(scene: Scene) -> list[Draft]:
    """As in "There is an X in Y": where X is."""
    clause = scene.clause
    if clause.complement < 0 or (clause.subject >= 0 and clause.tree.tokens[clause.subject].low != "there"):
        return []
    if clause.tree.tokens[clause.complement].low in words("nouns", "vague"):
        return []
    return [d for k in scene.phrases.all_of(clause.complement) for d in _exists(scene, k)]


def _exists(scene: Scene, k: int) -> Iterator[Draft]:
    """Where one thing is: "a key under the mat", "a nest in the oak"."""
    clause, tree = scene.clause, scene.clause.tree
    hung = [(p.low, t.i) for p in tree.kids(k, "prep") if (t := tree.kid(p.i, "pobj"))]
    subject = scene.ref(k)
    for name, i in (*(clause.preps if k == clause.complement else ()), *hung):
        value = object_ref(scene, i)
        frame = choose(name, subject, value, "holds")
        if scene.is_time(i):
            continue
        if frame is not None:
            ours = value.owner is not None and subject.kind == "thing"
            about = replace(subject, definite=True, indefinite=False) if ours else subject
            yield framed(scene, frame, about, value, f"there is … {name}")
        elif name in SPOTS and clause.modality == "asserted":
            told = replace(subject, definite=True, indefinite=False)
            yield draft(scene, told, predicate_name(f"is {name}"), value, f"there is … {name}", functional=True)


SPOTS = frozenset({"under", "behind", "above", "below", "beside", "inside", "near", "opposite", "over", "between"})
