"""Known slips of the parser put right before clauses are read. Each repair moves one dependency and says when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphmem.extract.parse import Token, Tree

__all__ = ["repaired"]

VERBAL = frozenset({"VERB", "AUX"})
OWN_SUBJECT = ("nsubj", "nsubjpass", "csubj", "expl")


def repaired(tree: Tree) -> Tree:
    """The tree with every repair made that its words call for."""
    for repair in REPAIRS:
        tree = repair(tree)
    return tree


def _moved(tree: Tree, i: int, head: int, dep: str) -> Tree:
    tokens = list(tree.tokens)
    tokens[i] = replace(tokens[i], head=head, dep=dep)
    return _built(tokens)


def _built(tokens: list[Token]) -> Tree:
    children: list[list[int]] = [[] for _ in tokens]
    for token in tokens:
        if token.head != token.i:
            children[token.head].append(token.i)
    return Tree(tuple(tokens), tuple(map(tuple, children)))


def _shared_noun(tree: Tree) -> Tree:
    """ "X is A and the B is called C": B, joined to A by the parse, is the subject of "called"."""
    for verb in tree.tokens:
        if verb.dep != "conj" or verb.pos not in VERBAL or tree.kids(verb.i, *OWN_SUBJECT):
            continue
        first = min(
            [verb.i, *(k for k in tree.children[verb.i] if tree.tokens[k].dep in {"aux", "auxpass", "neg", "advmod"})]
        )
        for noun in tree.tokens[:first]:
            joined = (
                noun.dep in {"conj", "compound"}
                and noun.pos in {"NOUN", "PROPN", "PRON"}
                and tree.subtree(noun.i)[-1] == first - 1
            )
            if (
                joined
                and noun.head < noun.i
                and any(t.low in {"and", "but", ","} for t in tree.tokens[tree.subtree(noun.i)[0] - 1 : noun.i])
            ):
                return _moved(tree, noun.i, verb.i, "nsubjpass" if tree.kids(verb.i, "auxpass") else "nsubj")
    return tree


def _compound_subject(tree: Tree) -> Tree:
    """ "… and Ines bakes": a name tagged as a modifier of the verb is its subject."""
    for token in tree.tokens:
        head = tree.head(token.i)
        if (
            token.dep in {"compound", "nmod"}
            and head.pos == "VERB"
            and token.pos in {"PROPN", "NOUN", "PRON"}
            and token.i < head.i
            and not tree.kids(head.i, *OWN_SUBJECT)
        ):
            return _moved(tree, token.i, head.i, "nsubj")
    return tree


REPAIRS: tuple[Callable[[Tree], Tree], ...] = (_shared_noun, _compound_subject)
