"""Label and value lines, read without a parser: "New address: 12 Orchard Row", "pager 555-0144", "Breed: collie"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from graphmem.extract.drafts import Draft
from graphmem.extract.fit import attribute_for
from graphmem.extract.lexicon import attribute, group, is_person_noun, singulars, weight, words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.extract.values import is_identifier, value_type
from graphmem.registry import Predicate

__all__ = ["Label", "label_drafts"]

FADED = re.compile(r"^(?:(?:the|a|an|my|our|new|current|old|updated|correct|your|his|her|their)\s+)+", re.IGNORECASE)
OWNED = re.compile(r"^(?P<noun>[\w -]+?) (?:of|for|at) (?:the |my |our |a )?(?P<owner>.+)$", re.IGNORECASE)
TOPIC = re.compile(r"^(?P<owner>[^,]{2,40}), (?P<noun>[\w -]+)$")
GENITIVE = re.compile(r"^(?P<owner>.+?)(?:'s|s') (?P<noun>[\w -]+)$")


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its value, by spans into the episode's text; `mine`: it belongs to the speaker ("my", "our")."""

    label: tuple[int, int]
    value: tuple[int, int]
    text: str

    @property
    def noun(self) -> str:
        """The label's words without article and "new"."""
        words_ = FADED.sub("", " ".join(self.text[slice(*self.label)].split())).strip(" .:").casefold()
        return re.sub(r"(?<=\w) (?:no|nr|num|#)$", "", words_)


def label_drafts(line: Label, *, start: int, stop: int, bold: bool = False) -> list[Draft]:
    """What a label line states: an attribute of the topic or the speaker, or of the thing that the label names.

    `bold`: the line was cut from running words; only a value of a certain shape counts.
    """
    noun = line.noun
    raw = line.text[slice(*line.value)]
    if not noun or not raw.strip() or len(noun) > 60 or len(raw) > 200:
        return []
    several = (_several(line, start, stop) or _listed(line, noun, start, stop)) if not bold else []
    if several:
        return several
    placed = _placed(line, start, stop)
    if placed is not None:
        return [placed]
    value, inner = _inner(_value(line))
    passed = ARROW.search(value.name)
    if passed is not None and (held := value.name[passed.end() :]):
        start_of = value.stop - len(held)
        value = replace(value, start=start_of, name=held, value=value_type(held))
        return [replace(d, changes=True) for d in _stated(line, noun, value, inner, start=start, stop=stop, bold=bold)]
    loose = value.value == "text" and not inner
    if value.name.casefold() in UNTOLD or (loose and (bold or _chatted(noun, value))):
        return []
    return _stated(line, noun, value, inner, start=start, stop=stop, bold=bold)


ARROW = re.compile(r".*(?:→|➜|➔|⇒|->|=>)\s*")  # "keys: Pia → Otto": whose they were, whose they are
UNTOLD = frozenset({"whatever", "none", "n/a", "tbd", "tbc", "?", "nothing", "unknown"})


def _stated(line: Label, noun: str, value: Ref, inner: str, *, start: int, stop: int, bold: bool) -> list[Draft]:
    """The attribute of whom the label names, and that a card begins here."""
    subject, attribute_noun = _split(line, noun)
    attribute_noun = attribute_noun or inner
    carded = _card(subject, attribute_noun, value, start, stop) if not bold else []
    if attribute_noun in {"name", "full name"} and carded:
        return carded
    if attribute_noun == "name" and subject.type in {"Person", "Animal"} and value.name[:1].isupper():
        return _named(subject, value, start, stop)
    predicate = attribute_for(attribute_noun, value) if attribute_noun else None
    changed = bool(re.match(r"(?:new|updated|correct)\b", line.text[slice(*line.label)].strip(), re.IGNORECASE))
    made = replace(_made(subject, predicate, attribute_noun, value), start=start, stop=stop)
    return [replace(made, changes=changed), *carded]


# Labels whose value is what the lines under it are about.
OF_WHOM = words("nouns", "card")


def _card(subject: Ref, noun: str, value: Ref, start: int, stop: int) -> list[Draft]:
    """As in "Name: Flip", "Client: Oster AG": what the next label lines are about."""
    proper = value.name[:1].isupper() or is_identifier(value.name)
    if noun not in OF_WHOM or subject.kind != "implied" or not proper:
        return []
    sort = "Animal" if noun in words("nouns", "animal") | {"pet"} else "Person" if is_person_noun(noun) else "Thing"
    name = replace(value, kind="name", type=sort, definite=True)
    return [Draft(name, "", "", True, None, start, stop, aim="card", why="what a card is of")]


def _chatted(noun: str, value: Ref) -> bool:
    """As in "Check it out - here's the boat", "my advice: stay dry": running words with a mark in them."""
    label, told = set(noun.casefold().split()), set(value.name.casefold().replace("'", " '").split())
    spoken = group("words", "second_person", "it", "interjection")
    pointing = spoken | words("words", "first_person") | {"here", "there", "'s", "love"}
    judged = told & group("adjectives", "evaluative", "mood")
    soft = value.name.islower() and not any(c.isdigit() for c in value.name)
    return bool(
        judged or label & spoken or told & pointing or (soft and weight(noun.rsplit(maxsplit=1)[-1]) == "nothing")
    )


PAIR = re.compile(r"(?P<noun>[a-z]+ (?:size|number|code)) (?P<value>\d[\w./-]*)(?=[,;]|$| and )", re.IGNORECASE)
PLACED = re.compile(r"^(?P<what>[A-Za-z][\w-]*s)(?: (?P<how>to|from|via|at|in|through)) (?P<where>[a-z]+)$")


def _several(line: Label, start: int, stop: int) -> list[Draft]:
    """As in "for the order: hat size 58, ring size 49": attributes of the speaker in a row."""
    begin, end = line.value
    found = list(PAIR.finditer(line.text, begin, end))
    if not found:
        return []
    me = Ref("speaker", start, start, name="i")
    made = []
    for match in found:
        text = match["value"]
        value = Ref("value", *match.span("value"), name=text, type="Value", value=value_type(text))
        noun = match["noun"].casefold()
        made.append(Draft(me, predicate_name(noun), open_slot(noun), True, value, start, stop, why="a row of labels"))
    return made


def _listed(line: Label, noun: str, start: int, stop: int) -> list[Draft]:
    """As in "Allergies: latex, wasp stings": one of what the label names for each part of the value."""
    begin, end = line.value
    last = noun.rsplit(" ", 1)[-1]
    known = next((one for one in singulars(last)[1:] if attribute(one) is not None or one in LISTS), None)
    parts = list(PART.finditer(line.text, begin, end))
    if known is None or len(parts) < 2 or any(len(m[0].split()) > 5 for m in parts):
        return []
    whole = f"{noun[: len(noun) - len(last)]}{known}"
    made = []
    for match in parts:
        name = " ".join(match[0].split())
        value = Ref("value", *match.span(), name=name, type="Value", value=value_type(name))
        subject = Ref("implied", start, start, name="topic")
        made.append(replace(_made(subject, attribute_for(whole, value), whole, value), start=start, stop=stop))
    return [replace(d, functional=False) for d in made]


PART = re.compile(r"[^\s,;](?:[^,;\n.](?! and ))*[^,;\n.]?(?=,| and |;|\.|$)|(?<=and )[^,;\n.]+")
LISTS = frozenset(
    {"hobby", "language", "skill", "symptom", "guest", "member", "instrument", "sport", "ingredient", "tool"}
)


def _placed(line: Label, start: int, stop: int) -> Draft | None:
    """As in "Deliveries to gate 3": a plural, and where."""
    match = PLACED.match(line.text[slice(*line.label)])
    if match is None or line.text[line.label[1] : line.value[0]].strip():
        return None
    at = line.label[0]
    what = Ref("thing", at, at + match.end("what"), name=match["what"], plural=True, definite=True)
    first, last = at + match.start("where"), line.value[1]
    value = Ref("value", first, last, name=" ".join(line.text[first:last].split()), type="Value")
    how = match["how"]
    return Draft(what, how, open_slot(how), True, value, start, stop, why="a phrase without a verb")


def _named(subject: Ref, value: Ref, start: int, stop: int) -> list[Draft]:
    """As in "Name of cat: Pixel": whose it is, what it is, and what it is called."""
    name = replace(value, kind="name", type=subject.type, definite=True)
    me = Ref("speaker", start, start, name="i")
    kind = replace(subject, kind="value", type="Value")
    made = [
        Draft(name, "", "", True, None, start, stop, aim="heed", why="a name on a label"),
        Draft(name, "is_a", "is_a", False, kind, start, stop, why="a kind on a label"),
    ]
    if subject.type == "Animal":
        made.append(Draft(me, "has_pet", "has_pet", False, name, start, stop, why="an animal on a label"))
    return made


def _value(line: Label) -> Ref:
    start, stop = line.value
    text = line.text[start:stop]
    cut = re.search(r"[,;(]\s|\.\s|\.$", text)
    if cut and cut.start() > 0:
        text = text[: cut.start()]
    name = " ".join(text.split())
    return Ref("value", start, start + len(text), name=name, type="Value", value=value_type(name))


DONE = re.compile(r"^(?:painted|dyed|now|is|are|was|about|around|approx|currently) ", re.IGNORECASE)


def _inner(value: Ref) -> tuple[Ref, str]:
    """The value without the words before it, and the attribute that they name: "status delivered", "painted teal"."""
    match = DONE.match(value.name)
    first, _, rest = value.name.partition(" ")
    named = first.casefold() in words("nouns", "attribute") and bool(rest)
    if match is None and not named:
        return value, ""
    cut = len(match[0]) if match is not None else len(first) + 1
    name = value.name[cut:]
    shorter = replace(value, start=value.start + cut, name=name, value=value_type(name))
    return shorter, first.casefold() if named else ""


def _split(line: Label, noun: str) -> tuple[Ref, str]:
    """Whose the label is, and which attribute: "Name of cat", "Hallway", "Maya's phone", "Breed"."""
    start, stop = line.label
    owned = OWNED.match(noun)
    genitive = GENITIVE.match(line.text[start:stop].strip())
    if genitive is not None:
        return _thing(line, genitive["owner"]), genitive["noun"].casefold()
    topic = TOPIC.match(" ".join(line.text[start:stop].split()))
    if topic is not None and _is_attribute(topic["noun"].casefold()):
        return _thing(line, topic["owner"]), topic["noun"].casefold()
    if owned is not None and (attribute(owned["noun"]) or owned["noun"] in words("nouns", "attribute")):
        return _thing(line, owned["owner"]), owned["noun"]
    numbered = re.search(r"\w (?:no|nr|num|#|number)\W*$", line.text[start:stop], re.IGNORECASE) is not None
    known = (
        numbered
        or attribute(noun) is not None
        or noun in words("nouns", "attribute")
        or noun.rsplit(maxsplit=1)[-1] in words("nouns", "attribute")
    )
    if known or is_person_noun(noun.rsplit(maxsplit=1)[-1]):
        return Ref("implied", start, start, name="topic"), noun
    return _thing(line, line.text[start:stop].strip()), ""


def _is_attribute(noun: str) -> bool:
    """Whether it is a noun that things have: "price", "price per seat", "opening hours"."""
    known = words("nouns", "attribute")
    return attribute(noun) is not None or bool({noun, noun.split(maxsplit=1)[0], noun.rsplit(maxsplit=1)[-1]} & known)


def _thing(line: Label, words_: str) -> Ref:
    bare = FADED.sub("", words_).strip(" .:")
    at = line.text.casefold().find(bare.casefold(), *line.label)
    start = at if at >= 0 else line.label[0]
    text = line.text[start : start + len(bare)]
    kind = "name" if text[:1].isupper() and (len(text.split()) > 1 or is_identifier(text)) else "thing"
    last = bare.casefold().rsplit(" ", 1)[-1]
    sort = "Animal" if last in words("nouns", "animal") else "Person" if is_person_noun(last) else "Thing"
    sort = sort if kind == "thing" else "Thing"
    return Ref(kind, start, start + len(bare), name=" ".join(text.split()), type=sort, definite=True)  # type: ignore[arg-type]


BY_TYPE = {"phone": "phone", "email": "email", "colour": "colour", "date": "date", "time": "time", "address": "address"}


def _made(subject: Ref, predicate: Predicate | None, noun: str, value: Ref) -> Draft:
    if predicate is None and not noun and value.value in BY_TYPE:
        noun = BY_TYPE[value.value]
        predicate = attribute_for(noun, value)
    why = f"label {noun}" if noun else "a thing and its value"
    if predicate is not None:
        return Draft(subject, predicate.name, predicate.slot_of(value.name), predicate.functional, value, 0, 0, why=why)
    if not noun:
        return Draft(subject, "is", open_slot("is", value.value), False, value, 0, 0, why=why)
    return Draft(subject, predicate_name(noun), open_slot(noun), True, value, 0, 0, why=why)
