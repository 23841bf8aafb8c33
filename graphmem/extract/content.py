"""What the words of a value or subject say: whether they name, count, or name a thing that could be asked for."""

from __future__ import annotations

import re
from functools import cache

from graphmem.extract.drafts import Scene
from graphmem.extract.lexicon import group, is_person_noun, singulars, weight, words
from graphmem.extract.mentions import Ref
from graphmem.extract.parse import Token

__all__ = [
    "deictic",
    "empty",
    "head_of",
    "names_a_thing",
    "names_or_counts",
    "of_a_kind",
    "particular",
    "spoken_to",
    "third_party",
]

FOREIGN = re.compile(r"[^\x00-\u024f\u2000-\u2fff]")  # a script without capitals
HANGS = re.compile(r" (?:of|for|with|at|in|on|to|from|by|about|per|before|after|over|who|that|which|where) ")
SELF = frozenset({"i", "i'", "i’"})
TRADES = ("er", "or", "ist", "ian", "ant", "eer", "ent", "man", "woman", "ess", "member")


def names_or_counts(scene: Scene, value: Ref) -> bool:
    """Whether a value names or counts; a capital at the head of the sentence, and who is spoken to, do not name."""
    if value.kind in {"speaker", "addressee", "pronoun"}:
        return False
    if value.kind == "name" or value.value != "text" or FOREIGN.search(value.name):
        return True
    tokens = scene.clause.tree.tokens
    inside = [t for t in tokens if value.start <= t.start < value.stop]
    return any(_names(t, tokens[t.i - 1].low if t.i else "") for t in inside)


def _names(token: Token, before: str) -> bool:
    if (token.pos == "NUM" and token.low not in {"one", "ones"}) or any(c.isdigit() for c in token.text):
        return True
    capital = token.text[:1].isupper()  # a verb put in has no letters
    return bool(before) and before not in {",", ".", "!", "?"} and capital and token.low[:2] not in SELF


def head_of(value: Ref) -> tuple[str, ...]:
    """The words of a value up to what hangs on it, lower case: ("wooden", "boat") of "wooden boat with a red sail"."""
    return tuple(HANGS.split(value.name.casefold().strip(" .,!"))[0].split())


def empty(value: Ref) -> bool:
    """Whether a value only points ("this", "your part") or is of too wide a kind ("a few more things")."""
    parts = head_of(value)
    if value.kind == "pronoun" or not parts or deictic(value):
        return True
    left = set(parts[:-1]) - group("adjectives", "counting", "evaluative", "mood")
    return not left and bool(words("nouns", "broad") & set(singulars(parts[-1])))


def deictic(value: Ref) -> bool:
    """Whether a value, before what hangs on it, holds a word that points: "my", "it", "here"."""
    return bool(_deictics() & set(head_of(value)))


@cache
def _deictics() -> frozenset[str]:
    return group("words", "first_person", "second_person", "it") | {"some", "any", "here"}


def of_a_kind(value: Ref) -> bool:
    """Whether the last word of a value is a trade, or a kind of person or animal, and not what everybody is."""
    noun = (head_of(value) or ("",))[-1]
    if " of " not in value.name and words("nouns", "plain") & set(singulars(noun)):
        return False
    kinds = group("nouns", "animal", "kin_female", "kin_male", "kin")
    return any(is_person_noun(one) or one.endswith(TRADES) or one in kinds for one in singulars(noun))


def spoken_to(scene: Scene, value: Ref) -> bool:
    """As in "That looks great Petra", "It means a lot, Petra": praise and whom it is said to."""
    parts, tokens = value.name.split(), scene.clause.tree.tokens
    first = next((t.i for t in tokens if t.start == value.start), 0)
    rest = [t for t in tokens if t.start >= value.stop and t.pos != "PUNCT"]
    head = next((t.dep for t in tokens if t.stop == value.stop), "")
    if value.kind == "name" and first > 1 and tokens[first - 1].low == "," and not rest:
        before = tokens[first - 2].low
        return head != "conj" and (head != "appos" or before in words("nouns", "vague"))
    cheer = words("adjectives", "evaluative") | words("words", "interjection")
    return len(parts) > 1 and parts[0].casefold() in cheer and parts[-1][:1].isupper()


def third_party(subject: Ref) -> bool:
    """Whether it is somebody or something named, a relation, she or he."""
    return subject.kind in {"name", "relation"} or (subject.kind == "pronoun" and subject.gender in {"f", "m"})


def particular(subject: Ref) -> bool:
    """Whether it is a third party, or a definite thing: "the pool", "our van"."""
    known = subject.definite or subject.owner is not None
    return third_party(subject) or (subject.kind == "thing" and known and weight(subject.name) == "thing")


def names_a_thing(value: Ref, *, unlisted: bool) -> bool:
    """Whether the head of a value is a noun for a thing, doing or happening; `unlisted`: or stands in no list."""
    found = weight(" ".join(head_of(value)[-2:]))
    return found == "thing" or (unlisted and found == "unknown")
