"""Guards: why two names that look alike are not one. Each is symmetric and gives its reason, or None."""

from __future__ import annotations

from collections.abc import Callable

from graphmem.identity.names import Name, gender, without_signs
from graphmem.identity.nicknames import are_related
from graphmem.identity.scores import are_close, edits
from graphmem.identity.spelling import is_ideographic

__all__ = ["GUARDS", "Guard", "abbreviates", "refuse", "refuse_namesake"]

Guard = Callable[[Name, Name], str | None]

# A café, a university, a team: one thing under two types, where its name is longer than a word.
OVERLAPPING_TYPES = (frozenset({"Place", "Organization"}), frozenset({"Organization", "Project"}))
MARRIED_OR_NOT = frozenset({"miss", "mrs"})  # a daughter and her mother; Ms may be either
LIVING = frozenset({"Person", "Animal"})


def refuse(one: Name, other: Name) -> str | None:
    """The reason why two names never mean one entity, whatever their likeness; None if no guard objects."""
    return next((reason for guard in GUARDS if (reason := guard(one, other))), None)


def refuse_namesake(one: Name, other: Name) -> str | None:
    """The same for two names of one key, which differ in nothing but type, title and legal form."""
    guards = (types_differ, titles_differ, legal_forms_differ)
    return next((reason for guard in guards if (reason := guard(one, other))), None)


def types_differ(one: Name, other: Name) -> str | None:
    """Person and Place, Animal and Project; a Thing may be any of them."""
    if one.type == other.type:
        return None
    types = frozenset({one.type, other.type})
    if "Thing" in types and "Value" not in types:
        return None
    if types in OVERLAPPING_TYPES and min(len(one.tokens), len(other.tokens)) > 1:
        return None
    return _differ("types", one.type, other.type)


def digits_differ(one: Name, other: Name) -> str | None:
    """Rooms, flights, years, versions: other numbers are other things."""
    return _differ("digits", one.parts.numbers, other.parts.numbers)


def generations_differ(one: Name, other: Name) -> str | None:
    """Jr, Sr, II, III; a first name alone says nothing of it."""
    if _is_first_name_of(one, other) or _is_first_name_of(other, one):
        return None
    return _differ("generations", one.parts.generation, other.parts.generation)


def _is_first_name_of(one: Name, other: Name) -> bool:
    return len(one.tokens) == 1 and not one.parts.generation and len(other.tokens) > 1


def titles_differ(one: Name, other: Name) -> str | None:
    """Mr and Mrs, Miss and Mrs; a title and something that bears none."""
    genders = gender(one.parts.titles), gender(other.parts.titles)
    if all(genders) and genders[0] != genders[1]:
        return _differ("titles", *genders)
    if {*one.parts.titles, *other.parts.titles} >= MARRIED_OR_NOT:
        return _differ("titles", one.parts.titles[0], other.parts.titles[0])
    for titled, bare in ((one, other), (other, one)):
        if titled.parts.titles and not bare.parts.titles and bare.type not in {"Person", "Thing"}:
            return f"'{titled.parts.titles[0]}' is a person's title, and the other is of type {bare.type}"
    return None


def legal_forms_differ(one: Name, other: Name) -> str | None:
    """GmbH and AG; a legal form and a person or animal."""
    if one.parts.legal and other.parts.legal:
        return _differ("legal forms", one.parts.legal, other.parts.legal)
    for firm, bare in ((one, other), (other, one)):
        if firm.parts.legal and bare.type in LIVING:
            return f"'{firm.parts.legal}' is a firm's legal form, and the other is of type {bare.type}"
    return None


def relations_differ(one: Name, other: Name) -> str | None:
    """Somebody's sister is neither somebody nor somebody's brother."""
    if bool(one.parts.owner) != bool(other.parts.owner):
        return None if one.spellings & other.spellings else "one of them is named by its relation to somebody"
    heads = (one.tokens[-1:], other.tokens[-1:])
    return _differ("relations", *(" ".join(head) for head in heads)) if one.parts.owner else None


def first_names_differ(one: Name, other: Name) -> str | None:
    """One last word and two first ones, unless short for each other, an initial, or a letter apart."""
    if not _share(one, other, -1) or _may_be_one_word(one.tokens[0], other.tokens[0]):
        return None
    return _differ("first names", one.tokens[0], other.tokens[0])


def last_words_differ(one: Name, other: Name) -> str | None:
    """Surnames of one first name, trades of one firm; an initial, a letter apart or a further word is left open."""
    if not _share(one, other, 0) or _is_start_of(one, other) or _is_start_of(other, one):
        return None
    last = one.tokens[-1], other.tokens[-1]
    if _may_be_one_word(*last) or _has_initial(one, other) or _has_initial(other, one):
        return None
    return _differ("last words", *last)


def _has_initial(short: Name, full: Name) -> bool:
    """Whether the last word of a name of two is the initial of a later word of the other."""
    return len(short.tokens) == 2 and any(abbreviates(short.tokens[1], word) for word in full.tokens[1:])


def middle_initials_differ(one: Name, other: Name) -> str | None:
    """John A. and John B. of one surname."""
    if not (len(one.tokens) == len(other.tokens) == 3 and _share(one, other, 0) and _share(one, other, -1)):
        return None
    middle = one.tokens[1], other.tokens[1]
    return None if _may_be_one_word(*middle) else _differ("middle names", *middle)


def signs_differ(one: Name, other: Name) -> str | None:
    """Two emoji; a name without one leaves it open."""
    signs = [
        " ".join(token for token in name.tokens if token not in without_signs(name.tokens)) for name in (one, other)
    ]
    return _differ("signs", *signs) if all(signs) else None


def one_inside_the_other(one: Name, other: Name) -> str | None:
    """Iran in Tigran, Ann in Hannah: a word in the middle of another is another name."""
    if len(one.tokens) != 1 or len(other.tokens) != 1 or one.tokens == other.tokens:
        return None
    shorter, longer = sorted((one.tokens[0], other.tokens[0]), key=len)
    if shorter not in longer or is_ideographic(longer) or (edits(shorter, longer) < 2 and len(shorter) > 5):
        return None
    return f"'{shorter}' stands inside '{longer}'"


GUARDS: tuple[Guard, ...] = (
    types_differ,
    digits_differ,
    generations_differ,
    titles_differ,
    legal_forms_differ,
    relations_differ,
    first_names_differ,
    last_words_differ,
    middle_initials_differ,
    signs_differ,
    one_inside_the_other,
)


def _differ(what: str, one: str, other: str) -> str | None:
    """The reason in an order of its own, so that it does not tell which name came first."""
    if one == other:
        return None
    low, high = sorted((one or "none", other or "none"))
    return f"{what} differ: {low} and {high}"


def _share(one: Name, other: Name, place: int) -> bool:
    """Whether two names of several words have the word at `place` in common and are not spelt alike as a whole."""
    several = min(len(one.tokens), len(other.tokens)) > 1
    return several and one.tokens[place] == other.tokens[place] and not one.spellings & other.spellings


def _is_start_of(one: Name, other: Name) -> bool:
    return other.tokens[: len(one.tokens)] == one.tokens


def _may_be_one_word(one: str, other: str) -> bool:
    if abbreviates(one, other) or abbreviates(other, one) or one == other or are_related(one, other):
        return True
    gendered = one + "a" == other or other + "a" == one  # Martin and Martina
    return are_close(one, other) and not gendered


def abbreviates(initial: str, word: str) -> bool:
    """Whether a word is the first letter of another."""
    return len(initial) == 1 and word.startswith(initial)
