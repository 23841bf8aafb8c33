"""Known slips of the parser put right before clauses are read. Each repair moves one dependency and says when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphmem.extract.ellipsis import with_verbs
from graphmem.extract.first_names import gender_of_name, is_first_name
from graphmem.extract.lexicon import common_nouns, is_person_noun, weight, words
from graphmem.extract.parse import Token, Tree, is_only_noun, is_tree, is_verb, tree_of, verb_lemma

__all__ = ["repaired"]

VERBAL = frozenset({"VERB", "AUX"})
OWN_SUBJECT = ("nsubj", "nsubjpass", "csubj", "expl")


def repaired(tree: Tree) -> Tree:
    """The tree with every repair made that its words call for; one that would close a ring of heads is left."""
    for repair in REPAIRS:
        better = repair(tree)
        tree = better if better is tree or is_tree(better) else tree
    return tree


def _moved(tree: Tree, i: int, head: int, dep: str) -> Tree:
    tokens = list(tree.tokens)
    tokens[i] = replace(tokens[i], head=head, dep=dep)
    return tree_of(tokens)


def _shared_noun(tree: Tree) -> Tree:
    """As in "X is A and the B is called C": B, joined to A by the parse, is the subject of "called"."""
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
    """As in "… and Ines bakes": a name tagged as a modifier of the verb is its subject."""
    for token in tree.tokens:
        head = tree.head(token.i)
        if (
            (token.dep in {"compound", "nmod"} or _fronted(token))
            and _predicative(tree, head)
            and (token.pos in {"PROPN", "NOUN", "PRON"} or "-" in token.text)
            and token.i < head.i
            and not tree.kids(head.i, *OWN_SUBJECT)
        ):
            return _moved(tree, token.i, head.i, "nsubj")
    return tree


def _fronted(token: Token) -> bool:
    return token.i == 0 and "-" in token.text and token.dep in {"amod", "npadvmod", "dep", "advmod"}


def _predicative(tree: Tree, head: Token) -> bool:
    return head.pos == "VERB" or (head.dep == "ROOT" and head.tag == "NNS" and bool(tree.kids(head.i, "prep")))


def _given_name(tree: Tree) -> Tree:
    """As in "Pia and I …": a first name at the head of a sentence, taken for a noun."""
    first = tree.tokens[0] if tree.tokens else None
    if first is None or first.pos not in {"NOUN", "ADJ", "ADV", "VERB", "INTJ"} or not gender_of_name(first.text):
        return tree
    if (
        first.low in common_nouns("people") | common_nouns("things")
        or weight(first.low) != "unknown"
        or is_verb(first.low)
    ):
        return tree
    tokens = list(tree.tokens)
    tokens[0] = replace(first, pos="PROPN", tag="NNP")
    return tree_of(tokens)


def _joined_subjects(tree: Tree) -> Tree:
    """As in "Pia and I share …", read as a name and then a clause: both are the subject of the verb."""
    root = next((t for t in tree.tokens if t.dep == "ROOT"), None)
    verb = next((t for t in tree.kids(root.i, "conj") if t.pos in VERBAL), None) if root is not None else None
    joint = next((t for t in tree.kids(root.i, "cc") if t.low in {"and", "&"}), None) if root is not None else None
    other = tree.kid(verb.i, "nsubj") if verb is not None else None
    if root is None or verb is None or joint is None or other is None:
        return tree
    if (
        root.pos not in {"PROPN", "NOUN"}
        or not root.i < joint.i < other.i < verb.i
        or tree.subtree(other.i)[0] != joint.i + 1
    ):
        return tree
    tokens = list(tree.tokens)
    tokens[verb.i] = replace(verb, head=verb.i, dep="ROOT")
    tokens[root.i] = replace(root, head=verb.i, dep="nsubj", pos="PROPN" if root.text[:1].isupper() else root.pos)
    tokens[other.i] = replace(other, head=root.i, dep="conj")
    for t in tree.kids(root.i):
        if t.i > verb.i:
            tokens[t.i] = replace(t, head=verb.i)
    return tree_of(tokens)


def _to_place(tree: Tree) -> Tree:
    """As in "Assigned to ward 9": "to" with a numbered noun is a preposition, no infinitive."""
    for token in tree.tokens:
        to = tree.kid(token.i, "aux")
        numbered = token.i + 1 < len(tree.tokens) and (
            tree.tokens[token.i + 1].pos == "NUM" or tree.tokens[token.i + 1].text[:1].isupper()
        )
        placed = token.low in words("words", "group_names") and numbered
        if token.dep == "xcomp" and to is not None and to.low == "to" and (placed or _to_work(tree, token)):
            tokens = list(tree.tokens)
            tokens[to.i] = replace(to, pos="ADP", dep="prep", head=token.head)
            tokens[token.i] = replace(token, pos="NOUN", tag="NN", dep="pobj", head=to.i, lemma=token.low)
            if placed:
                tokens[token.i + 1] = replace(tokens[token.i + 1], dep="nummod", head=token.i)
            return tree_of(tokens)
    return tree


def _to_work(tree: Tree, token: Token) -> bool:
    """As in "I take the tram to work"."""
    going = tree.head(token.i).lemma in {"take", "ride", "catch", "get", "drive", "walk", "cycle", "go", "come", "bike"}
    return token.low in {"work", "school"} and going and len(tree.children[token.i]) == 1


def _to_post(tree: Tree) -> Tree:
    """As in "Promoted to shift leader": "to" with an office is a preposition, no infinitive."""
    for token in tree.tokens:
        to, post = tree.kid(token.i, "aux"), tree.kid(token.i, "dobj")
        raised = token.dep == "xcomp" and tree.head(token.i).lemma in words("verbs", "elect")
        beside = post is not None and post.i == token.i + 1 and is_person_noun(post.low)
        if raised and to is not None and to.low == "to" and post is not None and beside:
            tokens = list(tree.tokens)
            tokens[to.i] = replace(to, pos="ADP", tag="IN", dep="prep", head=token.head)
            tokens[token.i] = replace(token, pos="NOUN", tag="NN", dep="compound", head=post.i, lemma=token.low)
            tokens[post.i] = replace(post, dep="pobj", head=to.i)
            return tree_of([replace(t, head=post.i) if t.head == token.i and t.i > post.i else t for t in tokens])
    return tree


CARRYING = (
    words("verbs", "move") | words("verbs", "switch") | words("verbs", "reschedule") | words("verbs", "alter")
) - {"set"}


def _destination(tree: Tree) -> Tree:
    """As in "I moved the key to the shed", "from A to B": what a moving verb's object seems to own is its way."""
    for verb in tree.tokens:
        thing = tree.kid(verb.i, "dobj") if verb.pos == "VERB" and verb.lemma in CARRYING else None
        if thing is None:
            continue
        for prep in (tree.tokens[i] for i in tree.subtree(thing.i)):
            away = prep.dep == "prep" and prep.low in {"to", "from", "into", "onto"} and prep.head != verb.i
            if away and (prep.head == thing.i or tree.head(prep.i).low in {"to", "from"}):
                return _destination(_moved(tree, prep.i, verb.i, "prep"))
    return tree


def _from_number(tree: Tree) -> Tree:
    """As in "They cut the limit from 50 to 30": two numbers, each behind its own preposition."""
    for last in tree.tokens:
        start = tree.head(last.i)
        to = next((t for t in tree.kids(last.i, "quantmod") if t.low == "to"), None)
        first = next((t for t in tree.kids(last.i, "quantmod") if t.pos == "NUM"), None)
        if to is None or first is None or start.low != "from" or tree.head(start.i).pos != "VERB":
            continue
        tokens = list(tree.tokens)
        tokens[first.i] = replace(first, dep="pobj", head=start.i)
        tokens[to.i] = replace(to, pos="ADP", dep="prep", head=start.head)
        tokens[last.i] = replace(last, head=to.i)
        return tree_of(tokens)
    return tree


def _to_colour(tree: Tree) -> Tree:
    """As in "They changed the logo to orange": a colour is no verb."""
    for token in tree.tokens:
        to = tree.kid(token.i, "aux")
        verb = tree.head(token.i)
        if token.low in words("nouns", "colour") and to is not None and to.low == "to" and verb.lemma in CARRYING:
            tokens = list(tree.tokens)
            tokens[to.i] = replace(to, pos="ADP", dep="prep", head=verb.i)
            tokens[token.i] = replace(token, pos="NOUN", tag="NN", dep="pobj", head=to.i, lemma=token.low)
            return tree_of(tokens)
    return tree


def _split_office(tree: Tree) -> Tree:
    """As in "Became team lead": the second noun is the head of the first, and carries what follows."""
    for token in tree.tokens:
        before = tree.tokens[token.i - 1] if token.i else token
        if (
            token.dep == "advcl"
            and token.pos == "NOUN"
            and before.dep in {"attr", "dobj"}
            and before.head == token.head
        ):
            tokens = list(tree.tokens)
            tokens[token.i] = replace(token, dep=before.dep)
            tokens[before.i] = replace(before, dep="compound", head=token.i)
            for child in tree.kids(token.i, "prep"):
                tokens[child.i] = replace(child, head=token.head)
            return tree_of(tokens)
    return tree


def _hidden_verb(tree: Tree) -> Tree:
    """As in "Lena studies law", read as one noun phrase: the plural in it that can be a verb is one."""
    if any(t.pos in VERBAL for t in tree.tokens):
        return tree
    for token in tree.tokens[1:-1]:
        before, after = tree.tokens[token.i - 1], tree.tokens[token.i + 1]
        verbal = token.tag == "NNS" and token.dep in {"compound", "ROOT", "nmod"} and verb_lemma(token.low)
        if (
            verbal
            and (
                before.pos in {"PROPN", "PRON"}
                or (before.pos == "NUM" and token.i > 1)
                or (is_person_noun(before.low) and bool(tree.kids(token.i, "prep", "npadvmod")))
            )
            and after.pos in {"NOUN", "PROPN", "ADJ", "DET", "NUM", "ADP"}
        ):
            return _as_verb(tree, token, verbal)
    return tree


def _bare_subject_is_name(tree: Tree) -> Tree:
    """As in "Jens has lessons", "Bramble wants 900": a capitalised noun that acts like a person is a name."""
    for token in tree.tokens:
        first = token.i == 0 or tree.tokens[token.i - 1].low in {".", "!", "?", ":", "and", "but", "so", ","}
        if (
            token.dep not in {"nsubj", "nsubjpass"}
            or token.pos != "NOUN"
            or not token.text[:1].isupper()
            or not first
            or tree.children[token.i]
        ):
            continue
        verb = tree.head(token.i)
        clash = token.tag == "NNS" and (
            verb.tag == "VBZ" or any(k.low in {"has", "is", "was"} for k in tree.kids(verb.i, "aux"))
        )
        called = token.text[1:].islower() and is_first_name(token.text) and verb.pos in VERBAL
        if clash or called or (token.tag == "NN" and verb.lemma in DOINGS):
            tokens = list(tree.tokens)
            tokens[token.i] = replace(token, pos="PROPN", tag="NNP", lemma=token.low)
            return tree_of(tokens)
    return tree


DOINGS = frozenset(
    [
        "want",
        "drive",
        "own",
        "ride",
        "like",
        "love",
        "hate",
        "live",
        "work",
        "play",
        "speak",
        "eat",
        "drink",
        "study",
        "teach",
        "bake",
        "keep",
        "say",
        "think",
        "know",
        "join",
        "marry",
        "prefer",
        "ring",
        "call",
        "phone",
        "wear",
        "bring",
        "run",
        "paint",
        "sing",
        "hope",
        "visit",
        "retire",
        "graduate",
        "collect",
        "commute",
        "sleep",
        "cook",
        "fly",
    ]
)


def _plural_is_no_name(tree: Tree) -> Tree:
    """As in "Barbecues are forbidden": a single word in -s with a plural verb is a plural, whatever its capital."""
    for token in tree.tokens[:1]:
        verb = tree.head(token.i)
        plural = verb.tag == "VBP" or any(
            k.low in {"are", "were", "have", "do"} for k in tree.kids(verb.i, "aux", "auxpass")
        )
        if (
            token.dep in {"nsubj", "nsubjpass"}
            and token.pos == "PROPN"
            and token.low.endswith("s")
            and plural
            and not tree.children[0]
        ):
            tokens = list(tree.tokens)
            tokens[0] = replace(token, pos="NOUN", tag="NNS", lemma=token.low[:-1])
            return tree_of(tokens)
    return tree


def _noun_with_subject(tree: Tree) -> Tree:
    """As in "The service chews through it": what has a subject is a verb, whatever its tag."""
    for token in tree.tokens:
        subject = tree.kid(token.i, "nsubj")
        if (
            token.pos in {"NOUN", "ADJ", "PROPN", "INTJ"}
            and token.dep == "ROOT"
            and subject is not None
            and subject.i < token.i
            and not tree.kids(token.i, "cop", "aux")
        ):
            lemma = verb_lemma(token.low) or token.lemma
            return _retagged(tree, token, lemma)
    return tree


def _retagged(tree: Tree, verb: Token, lemma: str) -> Tree:
    tokens = list(tree.tokens)
    tokens[verb.i] = replace(verb, pos="VERB", tag="VBZ", lemma=lemma)
    return tree_of(tokens)


def _plural_before_verb(tree: Tree) -> Tree:
    """As in "Photos land in the folder": a plural before a noun that can be a verb, in a sentence without one."""
    if any(t.pos in VERBAL for t in tree.tokens):
        return tree
    for token in tree.tokens[1:-1]:
        before, after = tree.tokens[token.i - 1], tree.tokens[token.i + 1]
        base = token.tag == "NN" and token.dep == "ROOT" and is_verb(token.low)
        if (
            base
            and before.tag in {"NNS", "NNPS"}
            and before.dep in {"compound", "nmod"}
            and after.pos in {"ADP", "DET", "PRON", "NOUN", "PROPN"}
        ):
            return _as_verb(tree, token, token.low)
    return tree


def _joined_verb(tree: Tree) -> Tree:
    """As in "… and its site runs on Ironpipe": the plural that governs a preposition is the second verb."""
    for token in tree.tokens:
        left = [k for k in tree.kids(token.i) if k.i < token.i]
        right = tree.kids(token.i, "prep")
        verbal = token.dep in {"conj", "appos"} and token.tag == "NNS" and verb_lemma(token.low)
        if (
            verbal
            and left
            and right
            and left[-1].dep in {"compound", "nmod"}
            and left[-1].i == token.i - 1
            and tree.head(token.i).pos in {"VERB", "AUX"}
        ):
            tokens = list(_retagged(tree, token, verbal).tokens)
            tokens[left[-1].i] = replace(left[-1], dep="nsubj")
            for other in left[:-1]:
                tokens[other.i] = replace(other, head=left[-1].i)
            return tree_of(tokens)
    return tree


def _firm_suffix(tree: Tree) -> Tree:
    """As in "Brandvik Shipping AS supplies …": a short word in capitals after a name belongs to it."""
    for token in tree.tokens[1:]:
        before = tree.tokens[token.i - 1]
        if (
            token.pos in {"SCONJ", "ADP", "ADV"}
            and token.text.isupper()
            and 2 <= len(token.text) <= 4
            and before.pos == "PROPN"
        ):
            tokens = list(tree.tokens)
            tokens[token.i] = replace(
                token,
                pos="PROPN",
                tag="NNP",
                dep="nsubj" if before.dep in {"npadvmod", "nsubj", "dep"} else before.dep,
                head=token.i if before.head == before.i else before.head,
            )
            tokens[before.i] = replace(before, dep="compound", head=token.i)
            return tree_of(tokens)
    return tree


def _verb_in_compound(tree: Tree) -> Tree:
    """As in "The travel cost limit is 90": a bare verb between two nouns is the middle of a compound."""
    for verb in tree.tokens[1:-1]:
        left, right = tree.tokens[verb.i - 1], tree.tokens[verb.i + 1]
        inner = tree.head(right.i)
        clash = (
            verb.dep == "ROOT" and verb.tag in {"VBP", "VB"} and left.tag == "NN" and left.dep in {"nsubj", "compound"}
        )
        if (
            clash
            and right.dep in {"nsubj", "nsubjpass"}
            and right.pos == "NOUN"
            and inner.head == verb.i
            and inner.dep == "ccomp"
            and inner.i > right.i
        ):
            return _merged(tree, verb, right, inner)
    return tree


def _merged(tree: Tree, verb: Token, right: Token, inner: Token) -> Tree:
    tokens = list(tree.tokens)
    for child in tree.kids(verb.i):
        tokens[child.i] = replace(child, head=right.i if child.i < verb.i else inner.i)
        if child.dep in {"nsubj", "nsubjpass"}:
            tokens[child.i] = replace(tokens[child.i], dep="compound")
            for det in tree.kids(child.i, "det", "poss"):
                tokens[det.i] = replace(det, head=right.i)
    tokens[verb.i] = replace(verb, pos="NOUN", tag="NN", dep="compound", head=right.i)
    tokens[inner.i] = replace(inner, dep="ROOT", head=inner.i)
    return tree_of(tokens)


def _as_verb(tree: Tree, verb: Token, lemma: str) -> Tree:
    root = next(t for t in tree.tokens if t.dep == "ROOT")
    tokens = []
    for t in tree.tokens:
        if t.i == verb.i:
            tokens.append(replace(t, pos="VERB", tag="VBZ", dep="ROOT", head=t.i, lemma=lemma))
        elif t.i == verb.i - 1 and t.pos == "NUM":
            tokens.append(replace(t, dep="nummod", head=t.i - 1))
        elif t.i == verb.i - 2 and tree.tokens[verb.i - 1].pos == "NUM":
            tokens.append(replace(t, dep="nsubj", head=verb.i, pos="PROPN", tag="NNP"))
        elif t.i == verb.i - 1:
            tokens.append(replace(t, dep="nsubj", head=verb.i))
        elif t.i < verb.i and t.head >= verb.i:
            tokens.append(replace(t, head=verb.i - 1))
        elif t.i == root.i:
            tokens.append(replace(t, dep="dobj", head=verb.i))
        else:
            tokens.append(t)
    return tree_of(tokens)


CARED_FOR = frozenset({"look after", "care for", "see to"})
# Verbs that are one with their particle, whatever the parser takes it for: "packed in the flute".
PARTICLED = CARED_FOR | {
    lemma
    for kind in ("cease", "dispose", "begin", "takeover")
    for lemma in words("verbs", kind)
    if lemma.endswith((" in", " up", " off", " over", " away", " out"))
}


def _cared_for(tree: Tree) -> Tree:
    """As in "Jonas looks after the dogs": the preposition is a particle, and its object the verb's."""
    for prep in tree.tokens:
        verb, target = tree.head(prep.i), tree.kid(prep.i, "pobj")
        if prep.dep != "prep" or target is None or target.pos == "PRON" or verb.pos != "VERB" or prep.i != verb.i + 1:
            continue
        if f"{verb.lemma} {prep.low}" in PARTICLED and tree.kid(verb.i, "dobj", "prt") is None:
            return _moved(_moved(tree, target.i, verb.i, "dobj"), prep.i, verb.i, "prt")
    return tree


def _is_doing(tree: Tree) -> Tree:
    """As in "Nora's minding the shop": a participle has a subject and an auxiliary, no owner."""
    for mark in tree.tokens:
        noun, verb = tree.head(mark.i), tree.head(tree.head(mark.i).i)
        owned = mark.dep == "case" and mark.low == "'s" and noun.dep == "poss" and verb.i == mark.i + 1
        doing = verb.tag == "VBG" or (verb.dep == "ROOT" and noun.pos == "PROPN" and bool(_doing(verb.low)))
        if owned and doing and not tree.kids(verb.i, *OWN_SUBJECT) and _reaches(tree, verb):
            tokens = list(_moved(_moved(tree, noun.i, verb.i, "nsubj"), mark.i, verb.i, "aux").tokens)
            tokens[mark.i] = replace(tokens[mark.i], pos="AUX", tag="VBZ", lemma="be")
            tokens[verb.i] = replace(tokens[verb.i], pos="VERB", tag="VBG", lemma=_doing(verb.low) or verb.lemma)
            return tree_of(tokens)
    return tree


def _doing(low: str) -> str:
    """The verb that a word in -ing is a form of; "" when there is none: staying → stay, driving → drive."""
    stem = low.removesuffix("ing")
    forms = (stem, f"{stem}e", stem[:-1]) if stem != low else ()
    return next((form for form in forms if len(form) > 1 and is_verb(form)), "")


def _is_what(tree: Tree) -> Tree:
    """As in "Flight's BA 442", "lunch's at one": a noun without article owns no number that ends the sentence."""
    tokens = tree.tokens
    if len(tokens) < 3 or tokens[1].low != "'s" or tokens[1].dep != "case" or any(t.pos in VERBAL for t in tokens):
        return tree
    noun, rest = tokens[0], [t for t in tokens[2:] if t.pos != "PUNCT"]
    counted = rest and (rest[-1].pos == "NUM" or any(c.isdigit() for c in rest[-1].text))
    if noun.pos not in {"NOUN", "PROPN"} or not counted or len(rest) > 4 or is_person_noun(noun.low):
        return tree
    root = next(t for t in tokens if t.dep == "ROOT")
    moved = list(tokens)
    moved[0] = replace(noun, dep="nsubj", head=1, pos="NOUN", tag="NN", lemma=noun.low)
    moved[1] = replace(tokens[1], dep="ROOT", head=1, pos="AUX", tag="VBZ", lemma="be")
    moved[root.i] = replace(root, dep="attr", head=1)
    return tree_of([replace(t, head=1) if t.dep == "punct" else t for t in moved])


def _did_what(tree: Tree) -> Tree:
    """As in "Left Calder Freight.", "Finished Moorland": the first word is a verb whose subject nobody says."""
    tokens = tree.tokens
    first = tokens[0] if tokens else None
    if first is None or any(t.pos in VERBAL for t in tokens) or first.dep not in {"compound", "amod", "nmod"}:
        return tree
    past = first.low in IRREGULAR or (first.low.endswith("ed") and _past_of(first.low) != "")
    noun = tree.head(first.i)
    if not past or noun.pos not in {"PROPN", "NOUN"} or noun.dep != "ROOT":
        return tree
    moved = list(tokens)
    moved[0] = replace(first, dep="ROOT", head=0, pos="VERB", tag="VBD", lemma=_past_of(first.low) or first.lemma)
    moved[noun.i] = replace(noun, dep="dobj", head=0)
    return tree_of([replace(t, head=0) if t.dep == "punct" and t.head == noun.i else t for t in moved])


IRREGULAR = {"left": "leave", "sold": "sell", "gave": "give", "got": "get", "took": "take", "bought": "buy"} | {
    "lost": "lose",
    "began": "begin",
    "chose": "choose",
    "met": "meet",
    "won": "win",
    "quit": "quit",
}


def _past_of(low: str) -> str:
    """The verb of a past form, "" when there is none: finished → finish, traded → trade."""
    forms = (IRREGULAR.get(low, ""), low[:-2], low[:-1], low[:-3])
    return next((form for form in forms if len(form) > 2 and is_verb(form)), "")


def _has_been(tree: Tree) -> Tree:
    """As in "She's been treasurer since May": what the parser takes for a passive is "has been"."""
    for been in tree.tokens:
        passive = tree.kids(been.i, "auxpass")
        if been.low != "been" or been.pos != "AUX" or not passive or tree.kids(been.i, "attr", "acomp", "prep") == []:
            continue
        tokens = list(tree.tokens)
        tokens[passive[0].i] = replace(passive[0], dep="aux", lemma="have")
        for subject in tree.kids(been.i, "nsubjpass"):
            tokens[subject.i] = replace(subject, dep="nsubj")
        return tree_of(tokens)
    return tree


def _is_so(tree: Tree) -> Tree:
    """As in "Priya's ill.": a name with its 's and an adjective that ends the sentence."""
    tokens = tree.tokens
    mark = next((t for t in tokens if t.low == "'s" and t.dep == "case"), None)
    after = [t for t in tokens if mark is not None and t.i > mark.i and t.pos != "PUNCT"]
    if mark is None or len(after) != 1 or any(t.pos in VERBAL for t in tokens):
        return tree
    state = after[0].low in words("adjectives", "status") or after[0].low in words("adjectives", "mood")
    if not state or after[0].dep != "ROOT":
        return tree
    moved = list(tokens)
    moved[mark.i] = replace(mark, dep="ROOT", head=mark.i, pos="AUX", tag="VBZ", lemma="be")
    moved[after[0].i] = replace(after[0], dep="acomp", head=mark.i, pos="ADJ", tag="JJ")
    subject = tree.head(mark.i)
    moved[subject.i] = replace(subject, dep="nsubj", head=mark.i)
    return tree_of([replace(t, head=mark.i) if t.dep == "punct" else t for t in moved])


def _reaches(tree: Tree, verb: Token) -> bool:
    """Whether the participle stands as a verb: it has an object or a place, or is the sentence's own."""
    above = tree.head(verb.i)
    inner = verb.dep in {"nsubj", "nsubjpass", "pobj", "dobj", "attr", "compound"} and above.i != verb.i
    return not inner and (verb.dep == "ROOT" or bool(tree.kids(verb.i, "dobj", "prep", "advmod", "npadvmod", "prt")))


def _joined_name(tree: Tree) -> Tree:
    """As in "Wipe & Co.": names with an ampersand between them are one name."""
    for mark in tree.tokens[1:-1]:
        left, right = tree.tokens[mark.i - 1], tree.tokens[mark.i + 1]
        joined = right.dep == "conj" and right.head == left.i and left.text[:1].isupper() and right.text[:1].isupper()
        if mark.low == "&" and joined:
            tokens = [replace(t, head=right.i) if t.head == left.i and t.i > right.i else t for t in tree.tokens]
            head = right.i if left.head == left.i else left.head
            tokens[right.i] = replace(right, dep=left.dep, head=head, pos="PROPN", tag="NNP")
            tokens[left.i] = replace(left, dep="compound", head=right.i, pos="PROPN", tag="NNP")
            tokens[mark.i] = replace(mark, dep="compound", head=right.i, pos="PROPN", tag="NNP")
            return tree_of([replace(t, head=right.i) if t.head == left.i and t.i < left.i else t for t in tokens])
    return tree


def _noun_for_adjective(tree: Tree) -> Tree:
    """As in "She has a heart murmur", "the starter was soup": what the dictionary knows as a noun only is one."""
    for token in tree.tokens:
        if token.pos != "ADJ" or token.dep not in {"acomp", "attr", "oprd"} or not is_only_noun(token.low):
            continue
        verb, before = tree.head(token.i), tree.tokens[token.i - 1]
        tokens = list(tree.tokens)
        tokens[token.i] = replace(token, pos="NOUN", tag="NN", dep="attr" if verb.lemma == "be" else "dobj")
        if before.dep == "dobj" and before.head == verb.i:
            tokens[before.i] = replace(before, dep="compound", head=token.i)
            for child in tree.kids(before.i):
                tokens[child.i] = replace(child, head=token.i)
        return tree_of(tokens)
    return tree


STANDING_VERBS = words("verbs", "standing")


def _verb_in_s(tree: Tree) -> Tree:
    """As in "The key stays on the hook", "Birgit volunteers at …": a form in -s where no other verb is."""
    for token in tree.tokens[1:-1]:
        before, after = tree.tokens[token.i - 1], tree.tokens[token.i + 1]
        others = [t for t in tree.tokens if t.pos in VERBAL and t.i not in {token.i, before.i}]
        base = verb_lemma(token.low) if token.low in STANDING_VERBS else ""
        if not base or others or after.pos not in {"ADP", "DET", "NUM", "ADV", "PRON"} or token.dep == "nsubj":
            continue
        named = before.text[:1].isupper() and before.pos in {"VERB", "PROPN", "NOUN"} and not is_verb(before.low)
        thing = before.pos in {"NOUN", "ADJ"} and token.dep == "ROOT" and before.dep in {"compound", "amod", "nmod"}
        if named or thing:
            return _verb_with_subject(tree, token, before, base)
    return tree


def _verb_with_subject(tree: Tree, verb: Token, subject: Token, lemma: str) -> Tree:
    tokens = []
    for t in tree.tokens:
        if t.i == verb.i:
            tokens.append(replace(t, pos="VERB", tag="VBZ", dep="ROOT", head=t.i, lemma=lemma))
        elif t.i == subject.i:
            name = subject.text[:1].isupper() and subject.pos != "NOUN"
            tokens.append(replace(t, pos="PROPN" if name else "NOUN", tag="NN", dep="nsubj", head=verb.i))
        elif t.i < subject.i:
            tokens.append(replace(t, head=subject.i) if t.head >= subject.i else t)
        else:
            tokens.append(replace(t, head=verb.i) if t.head == subject.i or t.dep == "punct" else t)
    return tree_of(tokens)


REPAIRS: tuple[Callable[[Tree], Tree], ...] = (
    _given_name,
    _joined_subjects,
    _firm_suffix,
    _noun_for_adjective,
    _verb_in_s,
    _is_doing,
    _is_what,
    _is_so,
    _has_been,
    _did_what,
    _joined_name,
    _cared_for,
    _bare_subject_is_name,
    _plural_is_no_name,
    _verb_in_compound,
    _noun_with_subject,
    _joined_verb,
    _plural_before_verb,
    _hidden_verb,
    _shared_noun,
    _compound_subject,
    _to_place,
    _to_post,
    _to_colour,
    _from_number,
    _destination,
    _split_office,
    with_verbs,
)
