"""Values in passing, by token pattern: "plate HX-77-PL", "Ivo Marek, 555-0172", "a trial period of 14 days"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract.copula import attribute_of
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import attribute_for
from graphmem.extract.lexicon import attribute, words
from graphmem.extract.mentions import Phrases, Ref
from graphmem.extract.parse import Token
from graphmem.extract.second_names import second_names
from graphmem.extract.values import is_identifier, value_run, value_type
from graphmem.registry import registry

__all__ = ["asides", "without_doubles"]

FILLERS = frozenset({"number", "no.", "no", "nr", "#", ":", "is", "reads", "tag", "code", "id"})
SHAPED = frozenset({"phone", "email", "identifier", "number", "money", "amount", "time"})
CONTACT = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ()./-]{5,18}\d")


def asides(whole: Scene, scenes: Sequence[Scene]) -> list[Draft]:
    """The attributes that one sentence gives beside its verbs. `whole` is the sentence as a scene of its own."""
    return [
        *second_names(whole),
        *_labelled(whole, scenes),
        *_contacts(whole, scenes),
        *_of_amount(whole, scenes),
        *_tails(whole, scenes),
        *_wheres(whole),
        *_ages(whole, scenes),
        *_kinds(whole),
    ]


def without_doubles(found: Sequence[Draft], read: Sequence[Draft]) -> list[Draft]:
    """`read` without what only says again, in more words, an attribute that `found` holds: "carries tag NB-2"."""
    spans = [(d.object.start, d.object.stop) for d in found if d.object is not None and d.object.stop > d.object.start]
    kept = []
    for d in read:
        ref = d.object
        wider = ref is not None and any(
            (ref.start < a and b <= ref.stop) or (ref.start == a and b < ref.stop and ref.kind != "name")
            for a, b in spans
        )
        if not wider or d.kind != "state" or d.aim or d.predicate in {"also_known_as", "named", "address"}:
            kept.append(d)
    return kept


BRACKETED = re.compile(
    r"(?P<name>(?:[^\W\d_a-z][\w'-]*\.? )*[^\W\d_a-z][\w'-]*) "
    r"\((?:aged? |now |soon )?(?P<age>\d{1,2}|1[01]\d)(?: years?| yrs?)?\)"
)


# -- "a Birman, three years old" ---------------------------------------------------------------------------------
def _ages(whole: Scene, scenes: Sequence[Scene]) -> Iterator[Draft]:
    tree = whole.clause.tree
    for match in BRACKETED.finditer(whole.phrases.text, whole.start, whole.stop):
        holder = Ref("name", *match.span("name"), name=" ".join(match["name"].split()), type="Person", definite=True)
        value = Ref("value", *match.span("age"), name=match["age"], type="Value", value="number")
        yield draft(whole, holder, registry().known("age"), value, "an age in brackets")
    for token in tree.tokens:
        measure = tree.kid(token.i, "npadvmod")
        if token.low != "old" or measure is None or token.dep == "acomp":
            continue
        owner = _subject_of(scenes, token)
        if owner is not None and owner.kind not in {"implied", "addressee"}:
            first = min(tree.subtree(measure.i))
            value = whole.phrases.span_value(tree.tokens[first].start, measure.stop)
            yield draft(whole, owner, registry().known("age"), value, "an age after a comma")


# -- "the van, an old Transit, …" ------------------------------------------------------------------------------
def _kinds(whole: Scene) -> Iterator[Draft]:
    """What an apposition with an article says a thing or a name is; trades of persons are read as roles."""
    tree, tokens = whole.clause.tree, whole.clause.tree.tokens
    for token in tokens:
        article = tree.kid(token.i, "det")
        head = tree.head(token.i)
        if token.dep != "appos" or article is None or article.low not in {"a", "an"} or head.i > token.i:
            continue
        holder, value = whole.ref(head.i), whole.ref(token.i)
        known = holder.kind == "name" or ((holder.kind in {"thing", "relation"} and holder.definite) or holder.owner)
        if not known or value.type in {"Person", "Animal"} or value.noun or token.low in words("nouns", "vague"):
            continue
        kind = replace(value, kind="value", type="Value", value="text")
        yield replace(draft(whole, holder, registry().known("is_a"), kind, "a kind beside it"), polarity=True)


# -- "plate HX-77-PL" ------------------------------------------------------------------------------------------
def _labelled(whole: Scene, scenes: Sequence[Scene]) -> Iterator[Draft]:
    tokens = whole.clause.tree.tokens
    k = 0
    while k < len(tokens):
        noun, after = _attribute_noun(tokens, k)
        value = _value_at(whole.phrases, tokens, after) if noun else None
        if noun and value is not None and _takes(noun, value) and not _verbal_before(tokens, k):
            owner = _owner_before(whole, k) or _subject_of(scenes, tokens[k])
            if owner is not None:
                yield attribute_of(whole, owner, noun, value, "an attribute and its value side by side")
            k = after
        k += 1


def _attribute_noun(tokens: Sequence[Token], k: int) -> tuple[str, int]:
    """The longest attribute noun that begins at `k`, and the place after it and its filler; "" when there is none."""
    if k + 1 < len(tokens) and tokens[k].pos in {"NOUN", "PROPN"} and tokens[k + 1].low in MEASURED:
        return f"{tokens[k].low} {tokens[k + 1].low}", k + 2
    for length in (3, 2, 1):
        phrase = " ".join(t.low for t in tokens[k : k + length])
        if len(tokens) >= k + length and (
            attribute(phrase) is not None or phrase in words("nouns", "attribute") or phrase in TAGS
        ):
            after = k + length
            if after + 1 < len(tokens) and tokens[after].low == "," and SHORT.match(tokens[after + 1].text):
                after += 1
            while after < len(tokens) and tokens[after].low in FILLERS and tokens[after].low not in {"is", "reads"}:
                phrase = (
                    f"{phrase} {tokens[after].low}" if tokens[after].low in {"number", "tag", "code", "id"} else phrase
                )
                after += 1
            return phrase, after
    return "", k


MEASURED = frozenset({"size", "number", "code", "tag"})
SHORT = re.compile(r"\+?\d{3}[- ]?\d{3,}|\S+@\S+\.\w")
TAGS = frozenset(
    [
        "asset",
        "serial",
        "chip",
        "ticket",
        "invoice",
        "extension",
        "ext",
        "locker",
        "badge",
        "token",
        "licence",
        "license",
        "permit",
        "membership",
        "account",
        "customer",
        "case",
    ]
)


def _value_at(phrases: Phrases, tokens: Sequence[Token], k: int) -> Ref | None:
    if k >= len(tokens) or not re.match(r"[\d€$£¥₹+#A-Z]", tokens[k].text):
        return None
    start = tokens[k].start
    stop = max(tokens[k].stop, value_run(phrases.text, start))
    found = phrases.span_value(start, stop)
    shaped = found.value in SHAPED or is_identifier(found.name)
    return found if shaped and any(c.isdigit() or c == "@" for c in found.name) else None


def _takes(noun: str, value: Ref) -> bool:
    predicate = attribute(noun)
    if predicate is not None and predicate.value:
        return attribute_for(noun, value) is not None
    return value.value not in {"time", "amount", "money"} and noun.rsplit(maxsplit=1)[-1] not in words(
        "words", "group_names"
    ) - {
        "ticket",
        "invoice",
        "case",
    }


def _verbal_before(tokens: Sequence[Token], k: int) -> bool:
    return k > 0 and tokens[k - 1].low in {"on", "at"} and tokens[k].low == "phone"


def _owner_before(whole: Scene, k: int) -> Ref | None:
    """As in "Olga Hart, pager …", "his plate …": the name before the comma, or the possessor."""
    tokens, phrases = whole.clause.tree.tokens, whole.phrases
    if k and tokens[k - 1].tag == "PRP$":
        return phrases.pronoun(tokens[k - 1])
    if k >= 2 and tokens[k - 1].low in {",", "(", "with"}:
        before = tokens[k - 2]
        kind = any(t.low in {"a", "an"} for t in whole.clause.tree.kids(before.i, "det"))  # "is an old Saab, plate …"
        if not kind and (phrases.is_name(before.i) or before.pos == "PROPN"):
            return phrases.ref(before.i)
    return None


def _subject_of(scenes: Sequence[Scene], token: Token) -> Ref | None:
    """The subject of the clause that holds the token, else of the last clause before it."""
    found = [s for s in scenes if s.clause.subject >= 0 and s.clause.tree.tokens[s.clause.first].start <= token.start]
    if not found:
        return Ref("implied", token.start, token.start, name="topic")
    return found[-1].ref(found[-1].clause.subject)


# -- "Ivo Marek, 555-0172" ----------------------------------------------------------------------------------
def _contacts(whole: Scene, scenes: Sequence[Scene]) -> Iterator[Draft]:
    tokens, text = whole.clause.tree.tokens, whole.phrases.text
    for token in tokens[2:]:
        match = CONTACT.match(text, token.start)
        before = tokens[token.i - 1]
        if match is None or before.low not in {",", "(", "-", ":"} or not whole.phrases.is_name(token.i - 2):
            continue
        value = whole.phrases.span_value(*match.span())
        beside = tokens[token.i - 2]
        own = _subject_of(scenes, token) if beside.dep == "pobj" else None  # "I'm at Brevik, ana@…"
        holder = own if own is not None and own.kind == "speaker" else whole.ref(beside.i)
        if value.value in {"phone", "email"}:
            yield draft(whole, holder, registry().known(value.value), value, f"a {value.value} beside the name")


# -- "…, office in Turku", "…, departure 07:10" -----------------------------------------------------------------------
SCHEDULED = frozenset(
    {
        "departure",
        "arrival",
        "check-in",
        "checkout",
        "boarding",
        "kick-off",
        "doors",
        "start",
        "return",
        "pickup",
        "landing",
    }
)


def _tails(whole: Scene, scenes: Sequence[Scene]) -> Iterator[Draft]:
    tokens, tree = whole.clause.tree.tokens, whole.clause.tree
    for token in tokens[2:-1]:
        if tokens[token.i - 1].low != "," or token.pos != "NOUN" or token.text[:1].isupper():
            continue
        after = tokens[token.i + 1]
        owner = _subject_of(scenes, token)
        before = tokens[token.i - 2]
        if before.pos == "PROPN" and any(s.clause.copular and s.clause.complement == before.i for s in scenes):
            owner = whole.ref(before.i)
        if owner is None or owner.kind in {"pronoun", "addressee", "implied"}:
            continue
        target = tree.kid(after.i, "pobj")
        if (
            after.low in {"in", "at", "from", "to", "until", "till", "on", "by"}
            and target is not None
            and target.head == after.i
        ):
            value = whole.ref(target.i)
            shaped = whole.phrases.span_value(value.start, max(value.stop, value_run(whole.phrases.text, value.start)))
            if value.kind == "name" or shaped.value != "text":
                yield attribute_of(
                    whole,
                    owner,
                    token.low,
                    value if value.kind == "name" else shaped,
                    "a noun and its place after a comma",
                )
        elif token.low in SCHEDULED and after.text[:1].isdigit():
            value = whole.phrases.span_value(after.start, max(after.stop, value_run(whole.phrases.text, after.start)))
            yield attribute_of(whole, owner, token.low, value, "a noun and its time after a comma")


# -- "a trial period of 14 days" ------------------------------------------------------------------------------
def _of_amount(whole: Scene, scenes: Sequence[Scene]) -> Iterator[Draft]:
    tree = whole.clause.tree
    for token in tree.tokens:
        of = tree.kid(token.i, "prep")
        target = tree.kid(of.i, "pobj") if of is not None and of.low == "of" else None
        if (
            target is None
            or token.pos != "NOUN"
            or token.low in {"lot", "total", "number", "couple", "pair", "year", "week", "day", "end", "deposit of"}
        ):
            continue
        ref = whole.ref(target.i)
        start = ref.start if ref.name[:1].isdigit() or ref.name[:1] in "€$£" else target.start
        value = whole.phrases.span_value(start, max(ref.stop, value_run(whole.phrases.text, start)))
        if (
            value.value in {"money", "amount"}
            and token.low not in words("nouns", "unit")
            and token.dep in {"dobj", "pobj", "attr"}
        ):
            owner = _holder(scenes, token)
            if owner is not None:
                left = [t.low for t in tree.kids(token.i, "compound")]
                yield replace(
                    attribute_of(whole, owner, " ".join([*left, token.low]), value, "an amount of something"),
                    polarity=True,
                    modality="asserted",
                )


def _holder(scenes: Sequence[Scene], token: Token) -> Ref | None:
    for scene in scenes:
        clause = scene.clause
        if token.i == clause.object and clause.subject >= 0:
            return scene.ref(clause.subject)
        if token.i in {i for _, i in clause.preps} and (clause.object >= 0 or clause.subject >= 0):
            return scene.ref(clause.object if clause.object >= 0 else clause.subject)
    return None


# -- "my aunt in Brno", "Jan Holub from payroll" --------------------------------------------------------------
def _wheres(whole: Scene) -> Iterator[Draft]:
    tree = whole.clause.tree
    for token in tree.tokens:
        if (
            token.low not in {"in", "near", "from"}
            or token.dep != "prep"
            or tree.head(token.i).pos not in {"NOUN", "PROPN"}
        ):
            continue
        target = tree.kid(token.i, "pobj")
        holder = whole.ref(token.head)
        if target is None or holder.type != "Person" or whole.is_time(target.i) or value_type(target.text) != "text":
            continue
        place = whole.ref(target.i)
        if place.kind == "name" and token.head < token.i and tree.tokens[token.head].dep != "attr":
            name = "comes_from" if token.low == "from" else "located_in"
            yield draft(
                whole, holder, registry().known(name), replace(place, type="Place"), f"somebody {token.low} a place"
            )
