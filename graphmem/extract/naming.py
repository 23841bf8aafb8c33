"""Names given in passing: "call me Kit", "her name's Peach", "a whippet named Comet"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.copula import owned_noun, shared
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.first_names import gender_of_name
from graphmem.extract.fit import attribute_for, typed
from graphmem.extract.lexicon import group, is_person_noun, words
from graphmem.extract.mentions import Ref, Role
from graphmem.extract.parse import Token
from graphmem.extract.rivals import predicate_name
from graphmem.extract.values import is_identifier
from graphmem.registry import registry

__all__ = ["naming", "roles"]


def naming(scene: Scene) -> list[Draft]:
    """The names a clause gives; empty when it gives none."""
    clause = scene.clause
    if (
        clause.lemma in words("verbs", "name")
        or (clause.lemma == "go" and clause.prep("by") >= 0)
        or clause.lemma == "know"
    ):
        return list(_called(scene))
    if clause.copular and clause.complement >= 0 and clause.subject >= 0:
        return list(_name_is(scene))
    return []


def _called(scene: Scene) -> Iterator[Draft]:
    clause = scene.clause
    tree = clause.tree
    if clause.lemma == "go":
        target, whom = clause.prep("by"), clause.subject
    elif clause.lemma == "know":
        target, whom = clause.prep("as"), clause.subject if clause.passive else -1
    elif clause.passive or clause.kind == "acl":
        target, whom = _name_place(scene), clause.subject
    else:
        target = clause.complement
        whom = clause.object
        if target < 0 and clause.object >= 0:
            target, whom = _two_objects(scene)
    if target < 0 or whom < 0 or not scene.phrases.is_name(target):
        return
    yield from _names(scene, _whom(scene, whom, target), target, tree.tokens[whom].low)


def _whom(scene: Scene, whom: int, target: int) -> Ref:
    """Who or what is named; a noun that the parse put into the name ("call the van Gertrude") by itself."""
    token = scene.clause.tree.tokens[whom]
    if token.dep != "compound" or token.head != target:
        return scene.ref(whom)
    ref = Ref("thing", token.start, token.stop, name=token.text, owner=scene.phrases.owner(target), definite=True)
    person = is_person_noun(token.low)
    animal = token.low in words("nouns", "animal")
    return replace(ref, type="Person" if person else "Animal" if animal else "Thing", noun=token.low if person else "")


def _name_place(scene: Scene) -> int:
    clause = scene.clause
    direct = [
        clause.complement,
        clause.object,
        *(i for name, i in clause.preps if name in {"after", "as"} and clause.lemma != "name"),
    ]
    found = next((i for i in direct if i >= 0), -1)
    after = clause.verb + 1
    if found < 0 and after < len(clause.tree.tokens) and scene.phrases.is_name(after):
        found = scene.phrases.name_end(after) - 1
    return found


def _two_objects(scene: Scene) -> tuple[int, int]:
    """As in "Call me Kit", "named him Bolt", where the parse joined the two."""
    clause, tree = scene.clause, scene.clause.tree
    if clause.dative >= 0:
        return clause.object, clause.dative
    after = clause.verb + 1
    if after < clause.object and tree.tokens[after].pos == "PRON":
        return clause.object, after
    inside = [t for t in tree.kids(clause.object, "compound") if t.text.islower() and t.i == clause.object - 1]
    if inside and scene.phrases.is_name(clause.object) and tree.kids(clause.object, "det", "poss"):
        return clause.object, inside[0].i
    end = scene.phrases.name_end(clause.object + 1)
    return (end - 1, clause.object) if end > clause.object + 1 else (-1, -1)


def _names(scene: Scene, whom: Ref, target: int, low: str) -> Iterator[Draft]:
    first, last = scene.phrases.edges(target)
    name = scene.phrases.named(_first_of_name(scene, first, target), last + 1)
    if (
        whom.kind in {"thing", "relation"}
        and low not in words("nouns", "vague")
        and whom.type in {"Person", "Animal"} | {"Thing"}
    ):
        yield draft(scene, whom, registry().known("named"), replace(name, kind="value", type="Value"), "is called")
        if (
            whom.kind == "relation"
            or (whom.kind == "thing" and whom.definite is False)
            or whom.type in {"Animal", "Person"}
        ):
            yield replace(
                draft(scene, replace(whom, definite=True), registry().known("also_known_as"), name, "is called"),
                aim="name",
            )
        if whom.kind == "thing" and whom.indefinite:
            kind = replace(whom, kind="value", type="Value")
            yield draft(scene, name, registry().known("is_a"), kind, "what bears the name")
    else:
        yield replace(draft(scene, whom, registry().known("also_known_as"), name, "is called"), aim="name")


def _first_of_name(scene: Scene, first: int, target: int) -> int:
    while first < target and not scene.phrases.is_name(first):
        first += 1
    return first


def _name_is(scene: Scene) -> Iterator[Draft]:
    """As in "Her name is Peach", "my sister's name is Ana", and two names joined by "is"."""
    clause = scene.clause
    tree = clause.tree
    noun = tree.tokens[clause.subject]
    if noun.low in {"name", "nickname", "alias"} and scene.phrases.is_name(clause.complement):
        owned = owned_noun(scene, clause.subject)
        if owned is None:
            return
        kinds = {t.low for t in tree.kids(clause.subject, "amod", "compound")}
        value = scene.phrases.ref(clause.complement)
        if noun.low == "name" and owned[0].kind == "speaker" and not kinds & {"nick"}:
            yield draft(
                scene, owned[0], registry().known("named"), replace(value, kind="value", type="Value"), "my name is"
            )
        yield replace(draft(scene, owned[0], registry().known("also_known_as"), value, "the name is"), aim="name")
    elif _known_to(scene) and scene.phrases.is_name(clause.complement):
        yield replace(
            draft(
                scene,
                scene.ref(clause.subject),
                registry().known("also_known_as"),
                scene.ref(clause.complement),
                "known so to everyone",
            ),
            aim="name",
        )
    elif scene.phrases.is_name(clause.subject) and scene.phrases.is_name(clause.complement) and _both_persons(scene):
        yield replace(
            draft(
                scene,
                scene.ref(clause.subject),
                registry().known("also_known_as"),
                scene.ref(clause.complement),
                "one name is another",
            ),
            aim="name",
        )


def _known_to(scene: Scene) -> bool:
    """As in "He's Jurek to everyone"."""
    to = scene.clause.prep("to", "for")
    return to >= 0 and scene.clause.tree.tokens[to].low in {
        "everyone",
        "everybody",
        "us",
        "me",
        "all",
        "friends",
        "family",
        "most",
    }


def _both_persons(scene: Scene) -> bool:
    """Whether the shorter of two names is part of the longer or a short form of it: "Bo is Bohdana Svoboda"."""
    one, two = scene.ref(scene.clause.subject), scene.ref(scene.clause.complement)
    if one.kind != "name" or two.kind != "name" or scene.clause.negative:
        return False
    titled = one.name.casefold().split()[0] in words("words", "titles")
    if titled and scene.clause.tree.tokens[scene.clause.complement].pos == "PROPN" and gender_of_name(two.name):
        return True
    if one.noun or two.noun:
        return False
    a, b = sorted((one.name.casefold(), two.name.casefold()), key=len)
    if any(t.low in {"on", "of", "at", "for"} for t in scene.clause.tree.kids(scene.clause.complement, "prep")):
        return False  # "Ines is PI on the project"
    if is_identifier(one.name) and len(two.name.split()) >= 2:
        return True
    return len(a.split()) <= 2 and ((len(b.split()) >= 2 and b[0] == a[0]) or a in b.split())


def as_role(scene: Scene) -> list[Draft]:
    """As in "As a vegetarian I …": what the speaker is, before the clause proper."""
    tokens = scene.clause.tree.tokens
    if (
        scene.clause.kind not in {"ROOT", "relcl"}
        or len(tokens) < 4
        or tokens[0].low != "as"
        or tokens[1].low not in {"a", "an"}
    ):
        return []
    noun = next((t for t in tokens[2:6] if is_person_noun(t.low) or t.low in words("adjectives", "diet")), None)
    after = tokens[noun.i + 1 : noun.i + 3] if noun else ()
    if noun is None or not any(t.low in words("words", "first_person") for t in after):
        return []
    value = scene.phrases.span_value(tokens[2].start, noun.stop)
    name = "diet" if noun.low in words("adjectives", "diet") else "occupation"
    if noun.low == "diabetic":
        name = "health_condition"
    return [
        replace(
            draft(
                scene, Ref("speaker", tokens[0].start, tokens[0].start, name="i"), registry().known(name), value, "as a"
            ),
            modality="asserted",
            polarity=True,
        )
    ]


def roles(scene: Scene, found: tuple[Role, ...]) -> Iterator[Draft]:
    """What appositions and juxtapositions state: "my sister Ana", "Ivo Marek, a plumber"."""
    for role in found:
        tokens = scene.clause.tree.tokens
        span = (tokens[role.first].start, tokens[role.last - 1].stop)
        here = replace(
            scene, start=span[0], stop=span[1], claimed_from=None, claimed_to=None, precision=None, changes=False
        )
        yield from _role(here, role)


def _role(scene: Scene, role: Role) -> Iterator[Draft]:
    noun = role.noun
    if not noun:
        return
    plain = {"polarity": True, "modality": "asserted"}
    person = role.holder.type == "Person"
    trade = attribute_for(noun, role.holder)
    if (role.owner is not None and role.owner.kind != "pronoun") or (role.owner is not None and role.owner.gender):
        if role.holder.type == "Animal":
            made = draft(scene, typed(role.owner, "Person"), registry().known("has_pet"), role.holder, "whose animal")
        elif shared(role.owner, noun, role.holder):
            made = draft(scene, _office(scene, role), "is", role.holder, "who holds an office of ours", functional=True)
        elif trade is not None:
            made = draft(scene, typed(role.owner, trade.subject), trade, role.holder, "whose relation")
        else:
            made = draft(scene, role.owner, predicate_name(noun), role.holder, "whose relation", functional=True)
        yield replace(made, **plain)  # type: ignore[arg-type]
    if not person or ((role.owner is None or trade is None) and not _social(noun, owned=role.owner is not None)):
        value = Ref("value", role.holder.start, role.holder.stop, name=noun, type="Value")
        told = _noun_span(scene, role)
        predicate = registry().known("occupation" if person else "is_a")
        made = draft(scene, role.holder, predicate, told or value, "an office beside the name")
        before = next((t for t in scene.clause.tree.tokens[role.first : role.last] if t.low == "the"), None)
        aim = "known" if role.owner is None and person and before is not None else ""
        yield replace(made, aim=aim, **plain)  # type: ignore[arg-type]
        yield from (replace(d, **plain) for d in (_house(scene, role) if person else ()))  # type: ignore[arg-type]


def _house(scene: Scene, role: Role) -> Iterator[Draft]:
    """Where an office is held: "Ana Sol, Brevik's port agent", "Ana Sol, head of sales at Brevik"."""
    tokens, tree = scene.clause.tree.tokens, scene.clause.tree
    house = role.owner if role.owner is not None and role.owner.kind == "name" else None
    noun = next((t for t in tokens[role.first : role.last] if role.noun.rsplit(" ", 1)[-1] in (t.low, t.lemma)), None)
    hung = tree.subtree(noun.i) if noun is not None and house is None else []
    at = next((tokens[k] for k in hung if tokens[k].low in {"at", "with"} and tokens[k].dep == "prep"), None)
    target = tree.kid(at.i, "pobj") if at is not None else None
    if target is not None and scene.phrases.is_name(target.i):
        house = scene.ref(target.i)
    known = registry().known("works_at")
    housed = house is not None and house.type in {"Thing", "Organization"} and not _social(role.noun, owned=True)
    if housed and house is not None and (attribute_for(role.noun, role.holder) is None or target is not None):
        yield draft(scene, role.holder, known, typed(house, "Organization"), "where an office is held")


def _social(noun: str, *, owned: bool) -> bool:
    """Whether a noun tells whose somebody is and not what he does: an aunt, a guest."""
    last = noun.rsplit(" ", 1)[-1]
    kin = group("nouns", "kin", "kin_female", "kin_male") - {"landlord", "landlady"}
    return last in kin or last.rstrip("s") in kin or (owned and last in SOCIAL)


SOCIAL = frozenset(
    ["guest", "friend", "mate", "buddy", "pal", "colleague", "neighbour", "neighbor", "classmate", "contact"]
)


def _office(scene: Scene, role: Role) -> Ref:
    told = _noun_span(scene, role)
    start, stop = (told.start, told.stop) if told else (role.holder.start, role.holder.start)
    return Ref("thing", start, stop, name=role.noun, type="Thing", definite=True)


def _noun_span(scene: Scene, role: Role) -> Ref | None:
    """The noun of the role as it stands in the text."""
    last = role.noun.rsplit(" ", 1)[-1]
    tokens = scene.clause.tree.tokens[role.first : role.last]
    found = next((t for t in tokens if last in (t.low, t.lemma)), None)
    if found is None:
        return None
    first = next((t for t in tokens if t.low == role.noun.split()[0]), found)
    stop = found.stop if role.owner is not None else _with_of(scene, found)
    return scene.phrases.span_value(min(first.start, found.start), stop)


def _with_of(scene: Scene, noun: Token) -> int:
    """Where an office ends with what it is of: "head of sales"."""
    tree = scene.clause.tree
    of = next((t for t in tree.kids(noun.i, "prep") if t.low == "of"), None)
    target = tree.kid(of.i, "pobj") if of is not None else None
    return target.stop if target is not None and target.i > noun.i else noun.stop
