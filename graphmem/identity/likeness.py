"""Rules by which two names of different keys may mean one entity, each with its reason.

A rule of `SPELLED` or `PART` decides alone if only one entity meets it; one of `NEAR` never does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from graphmem.identity.forms import small_words
from graphmem.identity.guards import abbreviates, refuse
from graphmem.identity.keys import alias_key
from graphmem.identity.names import Name, read_name, relation_words, without_signs
from graphmem.identity.nicknames import are_related, is_short_for
from graphmem.identity.scores import are_close, edits
from graphmem.identity.spelling import is_ideographic, romanise, skeleton, squeeze, words

__all__ = ["Likeness", "Strength", "likeness", "spelt_alike"]

# Words that say what a name is the name of, and tell it from no other: the Orion project, team Orion, Orion.
PROJECT_HEADS = frozenset({"project", "projekt", "initiative", "programme", "program"})
HEADS = PROJECT_HEADS | {
    "team",
    "squad",
    "crew",
    "service",
    "app",
    "tool",
    "platform",
    "system",
    "portal",
    "repo",
    "repository",
}


class Strength(IntEnum):
    """How much a likeness proves: one key, one name spelt otherwise, a part that tells, a resemblance."""

    NONE = 0
    NEAR = 1
    PART = 2
    SPELLED = 3
    ALSO = 4
    EXACT = 5


@dataclass(frozen=True, slots=True)
class Likeness:
    """That two names are alike, how strongly and why."""

    strength: Strength
    reason: str


Rule = Callable[[Name, Name], str | None]


def likeness(mention: Name, known: Name) -> Likeness | None:
    """The strongest likeness of two names; None if no rule finds any."""
    possessive = mention.parts.owner or known.parts.owner
    for strength, rules in RULES_OF_RELATIVES if possessive else RULES:
        for rule in rules:
            reason = rule(mention, known)
            if reason:
                return Likeness(strength, reason)
    return None


def spelt_alike(mention: Name, known: Name) -> str | None:
    """Spaces, hyphens, umlauts and signs apart: Müller and Mueller, DataBank and Data Bank."""
    return "the same name, spaced or spelt otherwise" if mention.spellings & known.spellings else None


def transcribed(mention: Name, known: Name) -> str | None:
    """One name in two scripts: Сергей and Sergei."""
    ours, theirs = ("".join(name.tokens) for name in (mention, known))
    scripts = [romanise(joined) != joined for joined in (ours, theirs)]
    if scripts[0] == scripts[1] or skeleton(ours) != skeleton(theirs):
        return None
    return "the same name in another script"


def inverted(mention: Name, known: Name) -> str | None:
    """A person's family name first, set off by a comma."""
    for one, other in ((mention, known), (known, mention)):
        family, comma, given = one.text.partition(",")
        if comma and one.is_personal and other.is_personal and (*words(given), *words(family)) == other.tokens:
            return "the same name, family name first"
    return None


def first_name_alone(mention: Name, known: Name) -> str | None:
    """Runa for Runa Holst, where one of the two is known for a person and the other may be one."""
    for short, full in ((mention, known), (known, mention)):
        if _is_first_name(short, full) and "Person" in {full.type, short.type} and short.is_proper:
            return f"'{short.text}' is the first name of '{full.text}'"
    return None


def _is_first_name(short: Name, full: Name) -> bool:
    return (
        short.is_personal
        and full.is_personal
        and len(without_signs(short.tokens)) == 1
        and len(full.tokens) > 1
        and short.tokens[0] == full.tokens[0]
    )


def titled_surname(mention: Name, known: Name) -> str | None:
    """Dr Patel for Dr Anita Patel: the title and the surname agree; "Mr" alone is too common."""
    for short, full in ((mention, known), (known, mention)):
        titles = set(short.parts.titles) & set(full.parts.titles) - {"mr", "mrs", "ms", "miss", "herr", "frau"}
        if titles and _is_surname(short, full):
            return f"title and surname of '{full.text}'"
    return None


def _is_surname(short: Name, full: Name) -> bool:
    return len(short.tokens) == 1 and len(full.tokens) > 1 and short.tokens[0] == full.tokens[-1]


def short_first_name(mention: Name, known: Name) -> str | None:
    """Bob Lund for Robert Lund; not Alex, which is short for several names."""
    if not _differ_in_first_word(mention, known):
        return None
    ours, theirs = mention.tokens[0], known.tokens[0]
    if is_short_for(ours, theirs) or is_short_for(theirs, ours):
        return f"'{ours}' and '{theirs}' are short and full form of one name"
    return None


def _differ_in_first_word(mention: Name, known: Name) -> bool:
    return (
        mention.is_personal
        and known.is_personal
        and min(len(mention.tokens), len(known.tokens)) > 1
        and mention.tokens[1:] == known.tokens[1:]
        and mention.tokens[0] != known.tokens[0]
    )


def initialled(mention: Name, known: Name) -> str | None:
    """Runa O. for Runa Holst, John M. Lund for John Lund: the initial is not the first name's."""
    for short, full in ((mention, known), (known, mention)):
        if not (short.is_personal and full.is_personal and len(short.tokens) > 1 and len(full.tokens) > 1):
            continue
        if short.tokens[0] != full.tokens[0] or len(full.tokens[0]) == 1:
            continue
        if _abbreviates(short.tokens[1:], full.tokens[1:]) or _leaves_out_initial(short.tokens, full.tokens):
            return f"'{short.text}' abbreviates '{full.text}'"
    return None


def _abbreviates(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    if len(short) == 1:
        return any(word != short[0] and abbreviates(short[0], word) for word in full)
    pairs = zip(short, full, strict=False)
    return len(short) == len(full) and short != full and all(a == b or abbreviates(a, b) for a, b in pairs)


def _leaves_out_initial(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    return len(full) == 3 and len(full[1]) == 1 and short == (full[0], full[2])


def headed(mention: Name, known: Name) -> str | None:
    """Project Orion, the Orion project, Orion; not the Orion team for the Orion service."""
    ours, theirs = (tuple(token for token in name.tokens if token not in HEADS) for name in (mention, known))
    heads = [frozenset(name.tokens) & HEADS for name in (mention, known)]
    if not ours or ours != theirs or not mention.is_proper or "Person" in {mention.type, known.type}:
        return None
    if all(heads) and heads[0] != heads[1] and not all(head <= PROJECT_HEADS for head in heads):
        return None
    return "the same name, with a word for what it is"


def same_relative(mention: Name, known: Name) -> str | None:
    """Runa's sister for Runa Holst's sister."""
    if not (mention.parts.owner and mention.tokens == known.tokens and mention.tokens[-1] in relation_words()):
        return None
    found = _owners_likeness(mention, known)
    return f"the same relation, and {found.reason}" if found and found.strength >= Strength.PART else None


def _owners_likeness(mention: Name, known: Name) -> Likeness | None:
    owners = [read_name(name.parts.owner, "Person") for name in (mention, known)]
    if not all(owner.parts.tokens for owner in owners):
        return None
    if alias_key(owners[0].text) == alias_key(owners[1].text):
        return Likeness(Strength.EXACT, f"of '{known.parts.owner}'")
    return None if refuse(*owners) else likeness(*owners)


def similar_relative(mention: Name, known: Name) -> str | None:
    """Runa's sister for Runa's older sister."""
    if not (mention.parts.owner and known.parts.owner and mention.tokens[-1] == known.tokens[-1]):
        return None
    one_says_less = set(mention.tokens) <= set(known.tokens) or set(known.tokens) <= set(mention.tokens)
    return (
        "the same relation of the same person may be meant"
        if one_says_less and _owners_likeness(mention, known)
        else None
    )


def letters_apart(mention: Name, known: Name) -> str | None:
    """One letter apart, in at most two words: a slip of the pen, or another name."""
    if not (mention.is_proper and known.is_proper) or len(mention.tokens) != len(known.tokens):
        return None
    pairs = [pair for pair in zip(mention.tokens, known.tokens, strict=True) if len(set(pair)) > 1]
    short_word = len(mention.tokens) == 1 and min(len(mention.tokens[0]), len(known.tokens[0])) < 5
    if not 1 <= len(pairs) <= 2 or short_word or not all(are_close(*pair) for pair in pairs):
        return None
    if len(pairs) > 1 and min(len(word) for pair in pairs for word in pair) < 6:
        return None
    count = sum(edits(*pair) for pair in pairs)
    return f"spelt alike, {count} letter{'s' if count > 1 else ''} apart"


def maybe_first_name(mention: Name, known: Name) -> str | None:
    """Alex or A. for Alexandra, of one surname."""
    if not _differ_in_first_word(mention, known):
        return None
    ours, theirs = mention.tokens[0], known.tokens[0]
    is_initial = min(len(ours), len(theirs)) == 1 and ours[0] == theirs[0]
    return f"'{ours}' may stand for '{theirs}'" if is_initial or are_related(ours, theirs) else None


def short_form_alone(mention: Name, known: Name) -> str | None:
    """Bob for Robert Lund, or runa, in lower case, for Runa Holst."""
    for short, full in ((mention, known), (known, mention)):
        if len(short.tokens) != 1 or not short.is_personal or not full.is_personal or full.type != "Person":
            continue
        if short.tokens[0] == full.tokens[0] or are_related(short.tokens[0], full.tokens[0]):
            return f"'{short.text}' may be short for '{full.text}'"
    return None


def surname_alone(mention: Name, known: Name) -> str | None:
    """Holst or Mr Holst for Runa Holst, where both are persons."""
    for short, full in ((mention, known), (known, mention)):
        if short.type == full.type == "Person" and _is_surname(short, full):
            return f"'{short.text}' is the surname of '{full.text}'"
    return None


def given_name_alone(mention: Name, known: Name) -> str | None:
    """A Korean, Chinese or Japanese given name without its family name in front."""
    if "Person" not in {mention.type, known.type}:
        return None
    short, full = sorted(("".join(mention.tokens), "".join(known.tokens)), key=len)
    if is_ideographic(full) and 1 < len(short) < len(full) < 6 and full.endswith(short):
        return f"'{short}' ends '{full}'"
    return None


def longer_name(mention: Name, known: Name) -> str | None:
    """Runa Holst for Runa Holst Reyes, Initech for Initech Systems, Springfield for Springfield, Ohio."""
    for short, full in ((mention, known), (known, mention)):
        if short.is_proper and full.is_proper and _goes_on(short, full) and not full.parts.owner:
            return f"'{full.text}' is '{short.text}' with more words"
    return None


def _goes_on(short: Name, full: Name) -> bool:
    size, types = len(short.tokens), {short.type, full.type}
    if not size < len(full.tokens) <= size + 2 or full.tokens[:size] != short.tokens:
        return False
    if "Place" in types:
        return words(full.text.partition(",")[0]) == short.tokens
    return bool(types & {"Organization", "Project"}) or ("Person" in types and size > 1)


def reordered(mention: Name, known: Name) -> str | None:
    """Kim Minsu and Minsu Kim."""
    same = mention.is_proper and known.is_proper and sorted(mention.tokens) == sorted(known.tokens)
    return "the same words in another order" if same and mention.tokens != known.tokens else None


def acronym(mention: Name, known: Name) -> str | None:
    """NLF for Nordic Lighthouse Foundation."""
    for short, full in ((mention, known), (known, mention)):
        bearing = [token for token in full.tokens if token not in small_words()]
        if len(bearing) > 2 and short.text.isupper() and "".join(token[0] for token in bearing) == squeeze(short.text):
            return f"'{short.text}' is made of the initials of '{full.text}'"
    return None


RULES: tuple[tuple[Strength, tuple[Rule, ...]], ...] = (
    (Strength.SPELLED, (spelt_alike, transcribed, inverted)),
    (Strength.PART, (first_name_alone, titled_surname, short_first_name, initialled, headed, same_relative)),
    (
        Strength.NEAR,
        (
            letters_apart,
            maybe_first_name,
            short_form_alone,
            surname_alone,
            given_name_alone,
            longer_name,
            reordered,
            acronym,
        ),
    ),
)
RULES_OF_RELATIVES: tuple[tuple[Strength, tuple[Rule, ...]], ...] = (
    (Strength.SPELLED, (spelt_alike,)),
    (Strength.PART, (same_relative,)),
    (Strength.NEAR, (similar_relative,)),
)
