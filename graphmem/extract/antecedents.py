"""Whom "he" and "she" mean among the names of one text, and how sure that is.

Every name before the pronoun is weighed by a handful of features of grammar and distance, and so is that it is none of
them; the weights are a log-linear model's, fitted on every second passage of GAP (Webster et al., TACL 2018;
Apache-2.0) and rounded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.extract.first_names import gender_of_name, is_first_name
from graphmem.extract.lexicon import common_nouns, gender_of, group, is_person_noun, words
from graphmem.extract.mentions import Phrases
from graphmem.extract.parse import Token, Tree

__all__ = ["GENDERED", "Meant", "antecedents"]

GENDERED = {"he": "m", "him": "m", "his": "m", "himself": "m", "she": "f", "her": "f", "hers": "f", "herself": "f"}
WEIGHTS: Mapping[str, float] = {
    "none of them": 0.0,
    "named often": 2.4,
    "verbs between": -2.1,
    "first name of the other gender": -1.9,
    "object of its own subject": -1.8,
    "a person's name": 1.5,
    "subject before, pronoun opens": 1.4,
    "names between": -1.4,
    "same sentence": 1.1,
    "two sentences back": -1.1,
    "a subject": 0.9,
    "second of two": -0.9,
    "after a preposition": -0.8,
    "subject for subject": 0.8,
    "owner in the same sentence": 0.7,
    "owner, of its subject": 0.3,
}
SUBJECT = frozenset({"nsubj", "nsubjpass"})
VERBAL = frozenset({"VERB", "AUX"})
UNLIKELY = -2.5  # how little like a person's name one may look and still be weighed
FAR = 40  # steps up a tree: no clause lies deeper
# Which clause's subject a clause without its own goes on with.
GOES_ON = frozenset({"conj", "xcomp", "advcl", "acl", "pcomp", "prep", "ccomp", "aux", "auxpass", "relcl"})


@dataclass(frozen=True, slots=True)
class Meant:
    """The name that a pronoun most likely stands for, where it is written, and how likely that is."""

    name: str
    start: int
    stop: int
    chance_0_1: float


@dataclass(slots=True)
class _Bearer:
    """Who or what one or more names of a text are of; `likeness` is how much they look like a person's."""

    names: list[str] = field(default_factory=list)
    places: list[_Name] = field(default_factory=list)
    gender: str = ""
    leaning: str = ""
    likeness: float = 0.0


@dataclass(frozen=True, slots=True)
class _Name:
    """A name where it stands: tree, tokens `[first, last)` with their head, and place in the text."""

    at: int
    tree: Tree
    first: int
    last: int
    head: Token
    text: str
    start: int
    stop: int


def antecedents(trees: Sequence[Tree], text: str) -> dict[int, Meant]:
    """Whom each "he" or "she" may mean, by where the pronoun begins; one with no name to weigh is absent."""
    pronouns = [(at, token) for at, tree in enumerate(trees) for token in tree.tokens if token.low in GENDERED]
    if not pronouns:
        return {}
    bearers = _bearers([name for at, tree in enumerate(trees) for name in _names(at, tree, text)])
    found = ((token.start, _chosen(_Asked(at, token, trees, bearers))) for at, token in pronouns)
    return {start: meant for start, meant in found if meant is not None}


# -- names and their bearers ----------------------------------------------------------------------------------
def _names(at: int, tree: Tree, text: str) -> Iterator[_Name]:
    phrases, k = Phrases(tree, text), 0
    while k < len(tree.tokens):
        stop = phrases.name_end(k)
        if stop > k and tree.tokens[k].low not in GENDERED:
            start, end = tree.tokens[k].start, tree.tokens[stop - 1].stop
            yield _Name(at, tree, k, stop, _head(tree, k, stop), phrases.words(start, end), start, end)
        k = max(stop, k + 1)


def _head(tree: Tree, first: int, last: int) -> Token:
    """The last token of a stretch that hangs on none of the others."""
    free = (t for t in reversed(tree.tokens[first:last]) if not first <= t.head < last or t.head == t.i)
    return next(free, tree.tokens[last - 1])


def _bearers(names: Sequence[_Name]) -> list[_Bearer]:
    bearers: list[_Bearer] = []
    for name in names:
        gender, leaning, likeness = _judged(name)
        bearer = next((b for b in reversed(bearers) if _is_one(name.text, gender, b)), None)
        if bearer is None:
            bearer = _Bearer(likeness=likeness)
            bearers.append(bearer)
        plain = min(likeness, bearer.likeness) > UNLIKELY
        bearer.likeness = (max if plain else min)(likeness, bearer.likeness)
        bearer.gender, bearer.leaning = bearer.gender or gender, bearer.leaning or leaning
        bearer.names.append(name.text)
        bearer.places.append(name)
    return bearers


def _is_one(name: str, gender: str, bearer: _Bearer) -> bool:
    """Whether a name is one of the bearer's, longer or shorter."""
    own = _words(name)
    fits = not (gender and bearer.gender and gender != bearer.gender)
    return bool(own) and fits and any(own <= other or other <= own for other in map(_words, bearer.names) if other)


def _words(name: str) -> set[str]:
    bare = set(re.findall(r"[^\W_]+", name.casefold().replace("'s", "")))
    return bare - {title.rstrip(".") for title in words("words", "titles")}


def _judged(name: _Name) -> tuple[str, str, float]:
    """Gender where it is sure, else what it leans to, and how much a name looks like a person's."""
    tokens = name.tree.tokens
    beside = [t.low.rstrip(".") for t in tokens[max(0, name.first - 1) : name.last]]
    title = next((gender for word in beside if (gender := TITLES.get(word) or _kin(word))), "")
    parts = name.text.split()
    lone, known = len(parts) == 1, gender_of_name(name.text)
    gender = title or ("" if lone else known)
    likeness = 3.0 * bool(title) + (1.2 if lone else 2.0) * bool(known and not title)
    return gender, gender or known, likeness + _of_its_words(parts) + _of_its_place(name, titled=bool(title))


TITLES = {
    **dict.fromkeys(("mr", "mister", "sir", "king", "prince", "lord", "duke", "emperor"), "m"),
    **dict.fromkeys(("mrs", "ms", "miss", "queen", "princess", "lady", "duchess", "dame", "madame"), "f"),
}


def _kin(word: str) -> str:
    return gender if (gender := gender_of(word)) in {"f", "m"} else ""


def _of_its_words(parts: Sequence[str]) -> float:
    low = {part.casefold() for part in parts}
    body = low & (group("nouns", "organisation", "business") | words("nouns", "street"))
    thing = body or (len(parts) > 1 and not is_first_name(parts[0]) and low & common_nouns("things"))
    odd = any(c.isdigit() for part in parts for c in part) or len(parts) > 4
    return -3.0 * bool(thing) - odd - all(part.isupper() for part in parts)


def _of_its_place(name: _Name, *, titled: bool) -> float:
    """How much the words around a name say for a person: a subject is one sooner than what stands after "in"."""
    tokens = name.tree.tokens
    before = tokens[name.first - 1].low if name.first else ""
    governor = tokens[name.head.head].low if name.head.dep == "pobj" else ""
    said = -2.0 * (before == "the" and not titled) + is_person_noun(before)
    said += {"nsubj": 0.7, "nsubjpass": 0.7, "poss": 0.3, "appos": 0.1, "conj": 0.1}.get(name.head.dep, 0.0)
    return said + {"in": -1.5, "at": -1.5, "near": -1.5, "with": 0.4, "by": 0.4}.get(governor, 0.0)


# -- weighing -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Asked:
    """A pronoun where it stands, among all the names of the text."""

    at: int
    token: Token
    trees: Sequence[Tree]
    bearers: Sequence[_Bearer]

    @property
    def tree(self) -> Tree:
        return self.trees[self.at]

    @property
    def gender(self) -> str:
        return GENDERED[self.token.low]


def _chosen(asked: _Asked) -> Meant | None:
    fitting = [b for b in asked.bearers if b.gender in {"", asked.gender} and b.likeness > UNLIKELY]
    before = [(name, bearer) for bearer in fitting if (name := _last(bearer, asked.token.start)) is not None]
    scores = [(_score(asked, name, bearer), name) for name, bearer in [*before, *_ahead(asked, fitting)]]
    if not scores:
        return None
    whole = sum(math.exp(score) for score, _ in scores) + math.exp(WEIGHTS["none of them"])
    score, name = max(scores, key=lambda scored: scored[0])
    return Meant(name.text, name.start, name.stop, math.exp(score) / whole)


def _score(asked: _Asked, name: _Name, bearer: _Bearer) -> float:
    return sum(WEIGHTS[what] * much for what, much in _features(asked, name, bearer))


def _last(bearer: _Bearer, before: int) -> _Name | None:
    return next((name for name in reversed(bearer.places) if name.start < before), None)


def _ahead(asked: _Asked, bearers: Sequence[_Bearer]) -> list[tuple[_Name, _Bearer]]:
    """As in "After her move, Ida …": the subject of the clause that a phrase or clause with a pronoun stands before."""
    tree, i = asked.tree, asked.token.i
    fronted = (t for t in _upwards(tree, i) if t.dep in {"advcl", "prep", "csubj"} and t.head > t.i)
    heads = (tree.head(t.i) for t in fronted)
    subject = next((tree.kid(head.i, "nsubj", "nsubjpass") for head in heads if head.pos in VERBAL), None)
    if subject is None:
        return []
    named = ((name, bearer) for bearer in bearers for name in bearer.places if name.at == asked.at)
    return [(name, bearer) for name, bearer in named if i < name.first <= subject.i < name.last]


def _upwards(tree: Tree, i: int) -> Iterator[Token]:
    """The token and its governors, up to the root's own."""
    for _ in range(FAR):
        token = tree.tokens[i]
        if token.head == i:
            return
        yield token
        i = token.head


def _features(asked: _Asked, name: _Name, bearer: _Bearer) -> Iterator[tuple[str, float]]:
    """What speaks for and against a name, each 0 to 1 or so."""
    pronoun, back = asked.token, asked.at - name.at
    role, own = _role(name.tree, name.head.i), _role(asked.tree, pronoun.i)
    subject, owner = role in SUBJECT, pronoun.dep == "poss"
    reach = _subject(asked.tree, _verb(asked.tree, pronoun.i)) if back == 0 else -1
    heads = name.first <= reach < name.last
    named = sum(n.start < pronoun.start for n in bearer.places)
    yield "named often", min(named, 6) / 6
    yield "verbs between", min(_verbs(asked, name), 8) / 8
    yield "names between", min(_between(asked, name, bearer), 6) / 6
    yield "first name of the other gender", float(bearer.leaning not in {"", asked.gender})
    yield "a person's name", max(-2.0, min(3.0, bearer.likeness)) / 3
    yield "object of its own subject", float(heads and not owner and own not in SUBJECT and "self" not in pronoun.low)
    yield "owner, of its subject", float(heads and owner)
    yield "same sentence", float(back == 0)
    yield "two sentences back", float(back == 2)
    yield "a subject", float(subject)
    yield "subject for subject", float(back == 1 and subject and _is_high(name) and own in SUBJECT)
    yield "subject before, pronoun opens", float(back == 1 and subject and _is_high(name) and pronoun.i == 0)
    yield "owner in the same sentence", float(owner and back == 0)
    yield "second of two", float(name.head.dep == "conj")
    yield "after a preposition", float(role == "pobj")


def _role(tree: Tree, i: int) -> str:
    """The role of a token in its clause; one of two has the role of the first, one before a noun that of the noun."""
    for _ in range(5):
        if tree.tokens[i].dep not in {"conj", "appos"}:
            break
        i = tree.tokens[i].head
    token = tree.tokens[i]
    return tree.head(i).dep if token.dep == "compound" else token.dep


def _verb(tree: Tree, i: int) -> int:
    """The verb over a token, else the root."""
    for token in _upwards(tree, i):
        if tree.tokens[token.head].pos in VERBAL:
            return token.head
        i = token.head
    return i


def _subject(tree: Tree, verb: int, depth: int = 0) -> int:
    """The subject of a verb, or of the clause that it goes on with; -1 when none is told."""
    own = tree.kid(verb, "nsubj", "nsubjpass")
    token = tree.tokens[verb]
    if own is not None or token.head == verb or token.dep not in GOES_ON or depth > 6:
        return own.i if own is not None else -1
    if token.dep in {"acl", "relcl"}:
        return token.head
    return _subject(tree, _verb(tree, verb), depth + 1)


def _is_high(name: _Name) -> bool:
    """Whether it stands in the main clause."""
    return sum(1 for _ in _upwards(name.tree, name.head.i)) <= 1


def _verbs(asked: _Asked, name: _Name) -> int:
    tokens = (token for tree in asked.trees[name.at : asked.at + 1] for token in tree.tokens)
    return sum(token.pos == "VERB" for token in tokens if name.stop <= token.start < asked.token.start)


def _between(asked: _Asked, name: _Name, bearer: _Bearer) -> int:
    """Names of other persons between a name and the pronoun."""
    others = (n for b in asked.bearers if b is not bearer and b.likeness > -1 for n in b.places)
    return sum(name.start < other.start < asked.token.start for other in others)
