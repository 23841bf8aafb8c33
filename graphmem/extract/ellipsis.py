"""Verbs left out the second time: "Rui is on nights, Ana on days", "Per has the blue mug and Siv the green one"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphmem.extract.lexicon import group, is_person_noun, words
from graphmem.extract.parse import Token, Tree, tree_of

__all__ = ["with_verbs"]

VERBAL = frozenset({"VERB", "AUX"})
NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
JOINS = frozenset({",", "and", "but", ";", "while"})
LONGEST = 5  # words of a subject whose verb is left out
DEPS = {"DET": "det", "PRON": "poss", "ADJ": "amod", "NUM": "nummod", "ADV": "advmod"}


@dataclass(frozen=True, slots=True)
class _Gap:
    """A subject `[first, split)` and what is said of it `[split, stop)`, without the verb between."""

    first: int
    split: int
    stop: int


def with_verbs(tree: Tree) -> Tree:
    """The tree with the first verb once more, of no length, before each remnant that has none of its own."""
    verb = next((t for t in tree.tokens if t.dep == "ROOT" and t.pos in VERBAL), None)
    if verb is None or tree.kid(verb.i, "nsubj", "nsubjpass") is None:
        return tree
    gaps = list(_gaps(tree, verb))
    return _filled(tree, verb, gaps) if gaps else tree


def _gaps(tree: Tree, verb: Token) -> Iterator[_Gap]:
    tokens = tree.tokens
    joins = [t.i for t in tokens[verb.i + 2 :] if t.low in JOINS]
    for n, at in enumerate(joins):
        first = at + 1
        if first in joins or first >= len(tokens):
            continue
        stop = next((k for k in joins[n + 1 :] if k > first), len(tokens))
        while stop > first and tokens[stop - 1].pos == "PUNCT":
            stop -= 1
        split = _split(tree, verb, first, stop)
        if split > first:
            yield _Gap(first, split, stop)


def _split(tree: Tree, verb: Token, first: int, stop: int) -> int:
    """Where what is said begins in a remnant of the shape of the first clause; -1 when it has another."""
    part = tree.tokens[first:stop]
    if not part or any(t.pos in VERBAL or t.tag in {"WP", "WDT", "WRB"} for t in part):
        return -1
    after = [t for t in tree.tokens[verb.i + 1 : verb.i + 4] if t.pos != "ADV"]
    shape = after[0] if after else verb
    if shape.pos == "ADP":
        split = next((t.i for t in part if t.low == shape.low), -1)
    elif tree.kid(verb.i, "dobj") is not None or shape.pos == "NUM":
        split = next((t.i for t in part[1:] if t.pos in {"DET", "NUM"} and t.i > first), -1)
    else:
        return -1
    said = tree.tokens[split + (shape.pos == "ADP") : stop] if split > first else ()
    dated = shape.pos != "ADP" and _timely(said)
    return split if said and _subject(tree, first, split) and len(said) <= LONGEST + 2 and not dated else -1


def _subject(tree: Tree, first: int, split: int) -> bool:
    """Whether the words can be a subject by themselves: a name, "my sister", "the blue one", "line 4"."""
    part = tree.tokens[first:split]
    head = _head(part)
    if len(part) > LONGEST or head is None or any(t.pos in {"ADP", "PUNCT", "CCONJ"} for t in part):
        return False
    opens = part[0].low in {"the", "my", "our", "his", "her", "their", "me", "mine"} or part[0].tag == "PRP$"
    numbered = part[-1].pos == "NUM" and len(part) > 1
    return head.pos == "PROPN" or opens or numbered or is_person_noun(head.low)


def _timely(part: tuple[Token, ...]) -> bool:
    """As in "… the next day": when, and nothing that is said of the words before."""
    head = _head(part)
    return (
        head is None or head.low in words("words", "months") | group("nouns", "time_unit") or head.low.endswith("day")
    )


def _head(part: tuple[Token, ...]) -> Token | None:
    """The last noun of the words before a preposition."""
    found = None
    for token in part:
        if token.pos == "ADP" and found is not None:
            break
        found = token if token.pos in NOMINAL or token.low == "one" else found
    return found


def _filled(tree: Tree, verb: Token, gaps: list[_Gap]) -> Tree:
    """The tree with a verb put in at each gap, the words around it hung on that verb."""
    tokens, hung = list(tree.tokens), dict[int, tuple[int, str]]()
    for n, gap in enumerate(gaps):
        own = -1 - n  # the place of a verb that has none yet
        first = _hang(tokens[gap.first : gap.split], own, "nsubjpass" if tree.kid(verb.i, "nsubjpass") else "nsubj")
        rest = tokens[gap.split : gap.stop]
        by = rest[0].i if rest[0].pos == "ADP" else -1
        inner = _hang(rest[1:], by, "pobj") if by >= 0 else _hang(rest, own, "dobj")
        hung |= first | inner | ({by: (own, "prep")} if by >= 0 else {})
    return _numbered(tokens, hung, verb, gaps)


def _hang(part: list[Token], head: int, dep: str) -> dict[int, tuple[int, str]]:
    """The words of a noun phrase hung on its noun, and that on `head`."""
    noun = _head(tuple(part))
    if noun is None:
        return {}
    hung = {t.i: (noun.i, DEPS.get(t.pos, "compound")) for t in part if t.i < noun.i}
    return hung | {noun.i: (head, dep)}


def _numbered(tokens: list[Token], hung: dict[int, tuple[int, str]], verb: Token, gaps: list[_Gap]) -> Tree:
    """All tokens in order, verbs put in, with places counted anew."""
    place: dict[int, int] = {}
    order: list[Token] = []
    starts = {gap.split: n for n, gap in enumerate(gaps)}
    for token in tokens:
        if token.i in starts:
            own = -1 - starts[token.i]
            place[own] = len(order)
            order.append(replace(verb, i=own, text="", start=token.start, stop=token.start, dep="conj", head=verb.i))
        place[token.i] = len(order)
        order.append(token)
    inside = {k for gap in gaps for k in range(gap.first, gap.stop)}
    moved = []
    for token in order:
        head, dep = hung.get(token.i, (token.head, token.dep))
        if token.i >= 0 and token.i not in inside and head in inside:
            head, dep = verb.i, token.dep
        moved.append(replace(token, i=place[token.i], head=place[head], dep=dep))
    return tree_of(moved)
