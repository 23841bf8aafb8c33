"""A second name or the role of somebody, by marks beside the name: "Harbour Group (HG)", "Ana Sol (the notary)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from graphmem.extract.clauses import Clause
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.first_names import gender_of_name
from graphmem.extract.fit import attribute_for
from graphmem.extract.lexicon import gender_of, group, is_person_noun, words
from graphmem.extract.mentions import Phrases, Ref
from graphmem.extract.parse import tree_of
from graphmem.registry import registry

__all__ = ["marks_only", "second_names"]

WORD = r"[^\W\d_a-z][\w'’.&-]*"
NAME = rf"{WORD}(?: (?:{WORD}|of|the|and|&|de|van|von|der|del|da|la))*"
QUOTE = "[\"“”'‘’«»„]"
BELOW = (
    r"hereinafter|hereafter|henceforth|below|from (?:here|now) on|further|in what follows|in short|short|or|aka|also"
)
SHORT = (
    re.compile(
        rf"(?P<name>{NAME}),? \((?:(?:{BELOW}|called)[,:]? )*(?:the )?"
        r"(?P<alias>[A-Z][A-Za-z]?[A-Z0-9&][A-Z0-9&a-z]{0,5})\)"
    ),
    re.compile(
        rf"(?P<name>{NAME}),? \((?:(?:{BELOW}|called|referred to as),? )*(?:the )?"
        rf"{QUOTE}(?:the )?(?P<alias>{NAME}){QUOTE}\)"
    ),
    re.compile(
        rf"(?P<name>{NAME}), (?P<alias>{WORD}) (?:to|for) (?:us|everyone|everybody|friends|me|short|most|the family)\b"
    ),
    re.compile(
        rf"(?P<name>{NAME}), (?:or )?(?P<alias>{WORD}) (?:from (?:here|now) on|in (?:short|what follows)|hereafter)\b"
    ),
    re.compile(
        rf"(?P<name>{NAME}),? \(?(?:aka|a\.k\.a\.|also known as|known as|better known as|alias|nicknamed|short:) "
        rf"(?P<alias>{NAME})"
    ),
    re.compile(
        rf"(?P<name>{NAME}),? \(?(?:formerly|previously|once|until recently|ex)(?: known as| called)? "
        rf"(?P<alias>{NAME})[,.;)]"
    ),
    re.compile(
        rf"(?P<name>{NAME}) \((?:really |officially |actually )?(?P<alias>{NAME}) "
        r"(?:on paper|officially|in full|by birth|in real life|on (?:his|her|my|the) (?:passport|papers?))\)"
    ),
)
HANDLE = re.compile(
    r"(?<![\w@])(?P<alias>@[\w.-]+|[a-z][a-z.]*\d+|[a-z]+[._][\w.]+) ?(?:\bis\b|=|→|->|:) ?"
    rf"(?P<name>{WORD}(?: {WORD})+)"
)
CHANGED = re.compile(
    rf"(?P<name>{NAME}|[Hh]e|[Ss]he|[Tt]hey|I)(?:'s|'ve| has| have| is| are| had)?(?: just| now| legally| officially)* "
    r"(?:chang(?:ed?|es|ing)|a new|got a new)(?: (?:his|her|my|its|their|our|the))?"
    r"(?: (?:sur|first |last |stage |trade |brand )?)?"
    r"name(?: legally| officially)?(?: from [\w ]{2,30})?"
    r"(?: (?:to|into)|[:,.;–-]{1,2} ?(?:(?:from|as of|since) [^,.;:]{1,20}?,? ?)?"
    r"(?:(?:it|she|he|that|they|I)(?:'s|'re|'m| is| are| am)|now|call (?:her|him|them|me))(?: now| called)?) "
    rf"(?P<alias>{NAME})"
)
BORN = re.compile(rf"(?P<first>{WORD}) (?P<last>{WORD}),? \(?(?:née|nee|né|born) (?P<maiden>{WORD})")
ROLE = re.compile(
    rf"(?P<name>{WORD}(?: {WORD})*) \((?:(?:that's|that is|i\.e\.|she's|he's) )?"
    r"(?P<whose>the |my |our |his |her |their |an? )?(?P<noun>[a-z][a-z-]+(?: [a-z-]+)?)(?: on paper)?\)"
)
AFTER = re.compile(
    rf"\s*(?P<name>{WORD}(?: {WORD})*) [^().!?]{{3,60}} \((?:(?:that's|that is|i\.e\.) )?"
    r"(?P<whose>the |my |our )(?P<noun>[a-z][a-z-]+(?: [a-z-]+)?)\)[.!]?\s*$"
)
OWNERS: dict[str, tuple[Literal["speaker", "pronoun"], str]] = {
    "my": ("speaker", ""),
    "our": ("speaker", "p"),
    "his": ("pronoun", "m"),
    "her": ("pronoun", "f"),
    "their": ("pronoun", "p"),
}
PRONOUNS = {"he": "m", "she": "f", "they": "p"}
PRONOUN = {"my": "i", "our": "we", "his": "he", "her": "she", "their": "they"}


def second_names(whole: Scene) -> Iterator[Draft]:
    """The names and roles that one sentence gives beside a name, by brackets, commas and set words."""
    yield from _aliases(whole)
    yield from _maiden(whole)
    yield from _changed(whole)
    yield from _roles(whole)


def marks_only(text: str, start: int, stop: int) -> Scene:
    """A line that nobody parsed, as a scene without words."""
    tree = tree_of([])
    return Scene(Phrases(tree, text), Clause(tree, 0, 0, ""), start=start, stop=stop)


def _ref(match: re.Match[str], part: str) -> Ref:
    """The name in one part of a match; its article is left off."""
    start, stop = match.span(part)
    start += 4 if match[part].startswith("The ") else 0
    words_ = match.string[start:stop]
    stop -= words_.endswith((".", "'", "’", "-")) and not re.search(r"(?:^|\W)\w\.$", words_)
    return Ref("name", start, stop, name=" ".join(match.string[start:stop].split()), definite=True)


def _alias(whole: Scene, name: Ref, alias: Ref) -> Draft:
    made = draft(whole, name, registry().known("also_known_as"), alias, "a second name beside the first")
    return replace(made, aim="name", polarity=True, modality="asserted")


def _aliases(whole: Scene) -> Iterator[Draft]:
    text = whole.phrases.text
    for shape in SHORT:
        for match in shape.finditer(text, whole.start, whole.stop):
            name, alias = _ref(match, "name"), _ref(match, "alias")
            if name.name.casefold() != alias.name.casefold():
                yield _alias(whole, name, alias)
    for match in HANDLE.finditer(text, whole.start, whole.stop):
        alias = _ref(match, "alias")
        yield _alias(whole, _ref(match, "name"), replace(alias, name=alias.name.lstrip("@")))


def _changed(whole: Scene) -> Iterator[Draft]:
    """As in "Vera Koch has changed her name to Vera Lund"."""
    for match in CHANGED.finditer(whole.phrases.text, whole.start, whole.stop):
        word = match["name"].casefold()
        name, alias = _ref(match, "name"), _ref(match, "alias")
        if word == "i":
            name = replace(name, kind="speaker", name="i")
        elif word in PRONOUNS:
            name = replace(name, kind="pronoun", name=word, gender=PRONOUNS[word], definite=False)
        yield _alias(whole, name, alias)


def _maiden(whole: Scene) -> Iterator[Draft]:
    """As in "Dana Roth née Weil": Dana Weil, then."""
    for match in BORN.finditer(whole.phrases.text, whole.start, whole.stop):
        name = Ref(
            "name", match.start("first"), match.end("last"), name=f"{match['first']} {match['last']}", definite=True
        )
        alias = Ref("name", *match.span("maiden"), name=f"{match['first']} {match['maiden']}", definite=True)
        yield _alias(whole, name, alias)


def _roles(whole: Scene) -> Iterator[Draft]:
    """Who is whose what, or what in the text: "Ana Sol (my notary)", "Ben Ohr (plaintiff)"."""
    text = whole.phrases.text
    found = [*ROLE.finditer(text, whole.start, whole.stop), *AFTER.finditer(text, whole.start, whole.stop)]
    for match in found:
        noun, whose = match["noun"], (match["whose"] or "").strip()
        if is_person_noun(noun.rsplit(" ", 1)[-1]) or noun in words("nouns", "party"):
            yield from _role(whole, match, noun, whose)


def _role(whole: Scene, match: re.Match[str], noun: str, whose: str) -> Iterator[Draft]:
    kind, gender = OWNERS.get(whose, ("pronoun", ""))
    at = match.start("noun")
    owner = Ref(kind, at, at, name=PRONOUN[whose], gender=gender) if whose in OWNERS else None
    name = _ref(match, "name")
    somebody = noun not in words("nouns", "party") or gender_of_name(name.name)
    holder = replace(name, owner=owner, noun=noun, gender=gender_of(noun).strip("pn"))
    holder = replace(holder, type="Person") if somebody else holder
    trade = attribute_for(noun, holder)
    plain = (
        whole
        if whole.clause.modality == "asserted"
        else replace(whole, clause=replace(whole.clause, modality="asserted"))
    )
    if owner is not None and trade is not None:
        yield draft(plain, owner, trade, holder, "whose relation, in brackets")
    value = Ref("value", *match.span("noun"), name=noun, type="Value")
    related = owner is not None and trade is not None
    if not related and noun.rsplit(" ", 1)[-1] not in group("nouns", "kin", "kin_female", "kin_male"):
        made = draft(plain, holder, registry().known("occupation"), value, "a role in brackets")
        yield replace(made, aim="known" if whose in {"the", ""} else "")
