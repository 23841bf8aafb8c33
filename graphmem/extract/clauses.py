"""Clauses: each verb with its subject, complements, tense, modality and polarity, semi-auxiliaries read through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphmem.extract.lexicon import group, words
from graphmem.extract.parse import Token, Tree
from graphmem.extract.times import Tense
from graphmem.model import Modality

__all__ = ["Clause", "clauses", "own_places"]

Phase = Literal["", "begins", "ceases", "used", "keeps"]
HEADS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "acl", "parataxis", "pcomp", "appos", "dep", "xcomp"})
PARTICLES = frozenset({"out", "away", "up", "off", "over", "back", "in", "down", "forward", "through"})
NEGATIONS = frozenset({"not", "n't", "never", "hardly", "nt", "no"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb's clause. Numbers are places in the tree; -1 where there is none.

    `verb` is the content verb, `top` the verb that carries tense ("stopped" in "stopped drinking").
    `lemma` includes a particle ("move out"). `preps` are (preposition, place of its object).
    """

    tree: Tree
    verb: int
    top: int
    lemma: str
    subject: int = -1
    implied: bool = False
    passive: bool = False
    object: int = -1
    dative: int = -1
    complement: int = -1
    preps: tuple[tuple[str, int], ...] = ()
    adverbs: frozenset[str] = frozenset()
    negative: bool = False
    tense: Tense = "present"
    perfect: bool = False
    progressive: bool = False
    modality: Modality = "asserted"
    phase: Phase = ""
    kind: str = "ROOT"
    first: int = 0
    last: int = 0

    @property
    def token(self) -> Token:
        """The content verb."""
        return self.tree.tokens[self.verb]

    @property
    def copular(self) -> bool:
        """Whether it links its subject with a complement."""
        return self.lemma in {"be", "'s"} or (self.lemma in group("verbs", "remain", "become") and self.complement >= 0)

    def prep(self, *names: str) -> int:
        """The object of the first of these prepositions; -1 when it has none."""
        return next((obj for name, obj in self.preps if name in names), -1)


# Verbs after which the next verb carries the content, and what they add to it.
THROUGH: dict[str, tuple[Phase, Modality]] = {
    "use": ("used", "asserted"),
    "go": ("", "planned"),
    "stop": ("ceases", "asserted"),
    "quit": ("ceases", "asserted"),
    "cease": ("ceases", "asserted"),
    "finish": ("ceases", "asserted"),
    "give up": ("ceases", "asserted"),
    "start": ("begins", "asserted"),
    "begin": ("begins", "asserted"),
    "take up": ("begins", "asserted"),
    "get": ("", "asserted"),
    "keep": ("keeps", "asserted"),
    "continue": ("keeps", "asserted"),
    "have": ("", "asserted"),
    "need": ("", "planned"),
    "manage": ("", "asserted"),
    "happen": ("", "asserted"),
    "plan": ("", "planned"),
    "intend": ("", "planned"),
    "hope": ("", "hypothetical"),
    "aim": ("", "planned"),
    "decide": ("", "planned"),
    "want": ("", "hypothetical"),
    "like": ("", "hypothetical"),
    "try": ("", "hypothetical"),
    "consider": ("", "hypothetical"),
    "promise": ("", "planned"),
    "agree": ("", "planned"),
    "seem": ("", "asserted"),
    "be": ("", "planned"),
}


def clauses(tree: Tree, *, asked: bool = False) -> tuple[Clause, ...]:
    """The clauses of one segment in the order of their verbs. `asked`: the segment is a question."""
    found: list[Clause] = []
    consumed: set[int] = set()
    for token in tree.tokens:
        if token.i not in consumed and _heads_clause(tree, token):
            clause = _clause(tree, token, asked)
            consumed.update(range(clause.top, clause.verb + 1) if clause.verb > clause.top else ())
            found.append(clause)
    return tuple(_inherited(found))


def _heads_clause(tree: Tree, token: Token) -> bool:
    if token.pos not in {"VERB", "AUX"} or token.dep not in HEADS:
        return False
    if token.dep == "xcomp":
        return tree.head(token.i).lemma in words("verbs", "think") and bool(tree.kid(token.i, "nsubj"))
    return token.dep != "conj" or tree.head(token.i).pos in {"VERB", "AUX", "ADJ", "NOUN", "PROPN"}


def _particle(tree: Tree, i: int) -> str:
    token = tree.tokens[i]
    particle = tree.kid(i, "prt") or next(
        (t for t in tree.kids(i, "advmod") if t.low in PARTICLES and (t.low == "away" or not tree.kids(t.i))), None
    )
    return f"{token.lemma} {particle.low}" if particle else token.lemma


def _content(tree: Tree, top: int) -> tuple[int, Phase, Modality, bool]:
    """The content verb under `top`, what the semi-auxiliaries on the way add, and whether one of them is negated."""
    verb, phase, modality, negated = top, "", "asserted", False
    for _ in range(4):
        lemma = _particle(tree, verb)
        inner = tree.kid(verb, "xcomp") or _ahead(tree, verb)
        if lemma not in THROUGH or inner is None or inner.pos not in {"VERB", "AUX"} or tree.kid(verb, "dobj"):
            break
        if lemma == "go" and not (tree.tokens[verb].tag == "VBG" and tree.kid(inner.i, "aux")):
            break
        added_phase, added = THROUGH[lemma]
        negated = negated or _negated(tree, verb)
        phase, modality = added_phase or phase, added if added != "asserted" else modality
        verb = inner.i
    return verb, phase, modality, negated  # type: ignore[return-value]


def _ahead(tree: Tree, verb: int) -> Token | None:
    """As in "she is due to retire", "they are set to move": the verb behind what is to come."""
    state = tree.kid(verb, "acomp") if tree.tokens[verb].lemma == "be" else None
    return tree.kid(state.i, "xcomp") if state is not None and state.low in {"due", "set", "bound"} else None


def _negated(tree: Tree, i: int) -> bool:
    return any(t.dep == "neg" or (t.low in NEGATIONS and t.dep in {"advmod", "preconj"}) for t in tree.kids(i))


def _clause(tree: Tree, top: Token, asked: bool) -> Clause:
    verb, phase, modality, negated = _content(tree, top.i)
    subject, passive = _subject(tree, top.i, verb)
    places = own_places(tree, top.i)
    clause = Clause(
        tree=tree,
        verb=verb,
        top=top.i,
        lemma=_particle(tree, verb),
        subject=subject,
        passive=passive or _participle(tree, verb, top),
        preps=tuple(_preps(tree, verb)),
        adverbs=frozenset(t.low for k in {top.i, verb} for t in tree.kids(k, "advmod", "npadvmod", "neg")),
        negative=negated or _negated(tree, top.i) or _negated(tree, verb) or _denied(tree, subject),
        tense=_tense(tree, top.i, verb, modality),
        perfect=(_has_aux(tree, top.i, "have") or _had(tree, top.i))
        and tree.tokens[top.i].tag in {"VBN", "VBD", "VBG"},
        progressive=tree.tokens[top.i].tag == "VBG" and _has_aux(tree, top.i, "be"),
        phase=phase,
        kind=top.dep,
        first=places[0],
        last=places[-1],
    )
    clause = _with_objects(clause)
    live = next(
        (t for t in tree.kids(verb, "advmod", "acomp") if t.low in {"live", "public", "down", "offline", "online"}),
        None,
    )
    if live is not None and clause.lemma == "go":
        clause = replace(clause, lemma=f"go {live.low}")
    about = max(clause.object, clause.complement)
    if about >= 0 and any(t.low == "no" for t in tree.kids(about, "det")):
        clause = replace(clause, negative=True)
    return replace(clause, modality=_modality(clause, modality, asked))


def _denied(tree: Tree, subject: int) -> bool:
    return subject >= 0 and (
        tree.tokens[subject].low in {"nobody", "none", "no-one"}
        or any(k.low == "no" for k in tree.kids(subject, "det"))
    )


def _participle(tree: Tree, verb: int, top: Token) -> bool:
    done = tree.tokens[verb].tag == "VBN" and not _has_aux(tree, verb, "have")
    caused = top.dep == "ccomp" and tree.head(top.i).lemma in {"have", "get"} and not tree.kids(verb, "aux", "auxpass")
    return done and (top.dep == "acl" or caused)


def own_places(tree: Tree, top: int) -> list[int]:
    """Places of the clause under `top`, those of clauses inside it left out."""
    inner = _inner(tree, top)
    return [k for k in tree.subtree(top) if k not in inner]


def _inner(tree: Tree, top: int) -> set[int]:
    """Places that belong to clauses of their own inside this one."""
    found: set[int] = set()
    for k in tree.subtree(top):
        token = tree.tokens[k]
        if k != top and k not in found and token.pos in {"VERB", "AUX"} and token.dep in HEADS - {"xcomp", "pcomp"}:
            found.update(tree.subtree(k))
    return found


def _subject(tree: Tree, top: int, verb: int) -> tuple[int, bool]:
    for i in (top, verb):
        for dep in ("nsubj", "nsubjpass", "csubj", "expl"):
            token = tree.kid(i, dep)
            if token is not None:
                return _called(tree, token), dep == "nsubjpass" or bool(tree.kid(verb, "auxpass"))
    return -1, bool(tree.kid(verb, "auxpass"))


SOMEBODY = frozenset({"one", "person", "man", "woman", "guy", "lady", "chap", "girl", "bloke", "fellow", "boy"})


def _called(tree: Tree, token: Token) -> int:
    """As in "the guy who tunes it, Oriol, is deaf": a noun for anybody gives way to the name beside it."""
    of = tree.kid(token.i, "prep") if token.pos == "NUM" or token.low in words("nouns", "quantifier") else None
    some = tree.kid(of.i, "pobj") if of is not None and of.low == "of" else None
    if some is not None and some.pos == "NOUN":
        return some.i  # "two of my uncles"
    beside = tree.kid(token.i, "appos") if token.low in SOMEBODY else None
    return beside.i if beside is not None and beside.pos == "PROPN" else token.i


def _with_objects(clause: Clause) -> Clause:
    tree, verb = clause.tree, clause.verb
    direct = tree.kid(verb, "dobj", "obj") or (None if clause.copular else tree.kid(verb, "oprd"))
    dative = tree.kid(verb, "dative")
    complement = tree.kid(verb, "attr", "acomp", "oprd")
    if dative is not None and dative.pos == "ADP":
        dative = tree.kid(dative.i, "pobj")
    return replace(
        clause,
        object=direct.i if direct else -1,
        dative=dative.i if dative else -1,
        complement=complement.i if complement else -1,
    )


def _preps(tree: Tree, verb: int) -> Iterator[tuple[str, int]]:
    """(preposition, object) of the verb, of its particles and complements: "moved to X", "out of X", "reach on X"."""
    for token in tree.kids(verb):
        if token.dep in {"prep", "agent", "prt", "advmod", "acomp", "dative"} or (
            token.pos == "ADP" and token.dep != "mark"
        ):
            yield from _prep(
                tree, token, token.low if token.dep in {"prep", "agent", "dative"} or token.pos == "ADP" else ""
            )


def _prep(tree: Tree, token: Token, name: str) -> Iterator[tuple[str, int]]:
    target = tree.kid(token.i, "pobj", "pcomp")
    if target is not None and name:
        yield name, target.i
    for inner in tree.kids(token.i, "prep"):
        if inner.low in {"of", "to", "from", "at", "in", "on", "with", "for", "by", "as", "until", "about"}:
            yield from _prep(tree, inner, "out of" if name == "out" and inner.low == "of" else inner.low)
    for inner in tree.kids(token.i, "conj"):
        if inner.dep == "conj" and inner.pos == "ADP":
            yield from _prep(tree, inner, inner.low)


def _has_aux(tree: Tree, i: int, lemma: str) -> bool:
    return any(
        t.lemma == lemma or (lemma == "have" and t.low in {"'ve", "has", "had"}) for t in tree.kids(i, "aux", "auxpass")
    )


def _tense(tree: Tree, top: int, verb: int, modality: Modality) -> Tense:
    auxes = [t.low for k in {top, verb} for t in tree.kids(k, "aux", "auxpass")]
    if modality == "planned" or any(a in {"will", "'ll", "shall", "wo", "gon"} for a in auxes):
        return "future"
    token = tree.tokens[top]
    if token.tag == "VBD" or any(a in {"was", "were", "did", "had"} for a in auxes):
        return "past"
    perfect = _has_aux(tree, top, "have") or _had(tree, top)
    return "past" if token.tag in {"VBN", "VBG"} and perfect else "present"


def _modality(clause: Clause, found: Modality, asked: bool) -> Modality:
    tree, top = clause.tree, clause.top
    auxes = {t.low for k in {top, clause.verb} for t in tree.kids(k, "aux")}
    mark = tree.kid(top, "mark") or tree.kid(clause.verb, "mark")
    if mark is not None and mark.low in {"if", "unless", "whether", "lest"}:
        return "hypothetical"
    if asked and (clause.kind not in {"relcl", "acl"} or _cleft(clause)) and not _stated_first(clause):
        return found if _presupposed(clause) else "asked"
    conditional = any(t.low in {"'d", "d"} and t.tag == "MD" for k in {top, clause.verb} for t in tree.kids(k, "aux"))
    conditional = conditional and not _had(tree, top)
    if conditional or auxes & words("verbs", "modal_doubt"):
        return "hypothetical"
    over = _over(tree, top)
    if over is not None:
        return over
    if auxes & {"will", "'ll", "shall", "wo"}:
        return "planned"
    intended = found == "planned" and clause.tree.tokens[top].lemma == "go" and auxes & {"was", "were"}
    return "hypothetical" if intended else found


FACTIVE = frozenset({"remind", "forget", "realise", "realize", "notice", "mention", "remember", "regret", "note"})


def _presupposed(clause: Clause) -> bool:
    """What a question takes for granted: "now that he is sixteen", "since we moved", "remind him that it is at six"."""
    tree, top = clause.tree, clause.top
    mark = tree.kid(top, "mark")
    if mark is None or clause.subject < 0:
        return False
    now = mark.low == "that" and mark.i > 0 and tree.tokens[mark.i - 1].low == "now"
    if now or clause.kind == "advcl":
        return now or mark.low in {"since", "because", "although", "though"}
    return clause.kind == "ccomp" and mark.low == "that" and tree.head(top).lemma in FACTIVE


def _cleft(clause: Clause) -> bool:
    """As in "Was it Ana or Eva who plays the harp?": the clause at the name is what is asked."""
    tree = clause.tree
    noun = tree.head(clause.top)
    while noun.dep == "conj":
        noun = tree.head(noun.i)
    subject = tree.kid(noun.head, "nsubj")
    return noun.dep == "attr" and subject is not None and subject.low in {"it", "that", "this"}


def _had(tree: Tree, top: int) -> bool:
    """As in "I'd been there for years": before a participle it is "had"."""
    verb = tree.tokens[top]
    short = any(t.low in {"'d", "d"} for t in tree.kids(top, "aux"))
    return short and (verb.tag == "VBN" or verb.low == "been") and not tree.kids(top, "auxpass")


def _stated_first(clause: Clause) -> bool:
    """As in "My bus is in at six, who fetches me?": what stands before the question, unless that is a tag."""
    tree, top = clause.tree, clause.top
    if clause.kind not in {"ccomp", "parataxis"} or clause.subject < 0 or clause.subject > top:
        return False
    above = tree.head(top)
    comma = any(t.low in {",", "-", ";"} for t in tree.tokens[tree.subtree(top)[-1] : above.i + 1]) or tree.tokens[
        min(tree.subtree(top)[-1] + 1, len(tree.tokens) - 1)
    ].low in {",", "-"}
    inverted = any(t.i < k.i for t in tree.kids(above.i, "aux") for k in tree.kids(above.i, "nsubj")) or any(
        t.tag in {"WP", "WRB"} for t in tree.kids(above.i)
    )
    return top < above.i and comma and inverted and above.lemma not in {"be", "do", "have"}


def _spliced(tree: Tree, top: int) -> bool:
    """Whether a comma alone joins the clause to the verb above it: two sentences, not one inside the other."""
    first = tree.subtree(top)[0]
    marked = tree.kid(top, "mark")
    return (
        first > 0 and tree.tokens[first - 1].low in {",", ";", "-", ":"} and marked is None and tree.head(top).i < first
    )


def _over(tree: Tree, top: int) -> Modality | None:
    """What the verb above says of a complement clause: thought by another, wondered about, conditional."""
    token = tree.tokens[top]
    if token.dep not in {"ccomp", "xcomp", "pcomp"} or _spliced(tree, top):
        return None
    above = tree.head(top)
    subject = tree.kid(above.i, "nsubj")
    own = subject is None or subject.low in words("words", "first_person")
    if above.lemma in words("verbs", "wonder") and not (above.lemma == "say" and subject is not None):
        return "hypothetical"
    if above.lemma in words("verbs", "think") and not own:
        return "reported"
    if above.lemma in {"hear", "claim", "swear", "allege"} or (above.lemma in {"wish", "doubt"}):
        return "reported" if above.lemma != "wish" else "hypothetical"
    return None


def _inherited(found: Sequence[Clause]) -> Iterator[Clause]:
    """Conjuncts take subject and modality of the clause they continue, relative clauses the noun they stand at."""
    by_top: dict[int, Clause] = {}
    for clause in found:
        tree = clause.tree
        done = clause
        if clause.subject < 0 and clause.kind == "conj":
            above = by_top.get(tree.tokens[clause.top].head)
            if above is not None:
                done = replace(
                    clause, subject=above.subject, implied=True, passive=clause.passive or _like(above, clause)
                )
                if (
                    above.modality in {"hypothetical", "asked", "planned"}
                    and clause.modality == "asserted"
                    and not tree.kids(clause.top, "aux")
                ):
                    done = replace(done, modality=above.modality)
        elif clause.kind == "conj" and clause.modality == "asserted" and _imagined(by_top, clause):
            done = replace(clause, modality="hypothetical")
        elif clause.kind in {"relcl", "acl"}:
            done = _of_noun(clause)
        elif clause.subject < 0 and clause.kind == "xcomp":
            told = tree.kid(tree.tokens[clause.top].head, "dobj")  # "she asked me to call": the one who calls is me
            done = replace(clause, subject=told.i, implied=True) if told is not None else clause
        elif clause.subject < 0 and clause.kind == "advcl":
            above = by_top.get(tree.tokens[clause.top].head)
            done = replace(clause, subject=above.subject, implied=True) if above is not None else clause
        by_top[clause.top] = done
        yield done


def _imagined(by_top: dict[int, Clause], clause: Clause) -> bool:
    """As in "I dreamt that we flew and Petr steered": the second clause is as imagined as the first."""
    above = by_top.get(clause.tree.tokens[clause.top].head)
    dreamt = (
        above is not None
        and above.lemma in {"dream", "imagine", "pretend"}
        and bool(above.tree.kids(above.top, "ccomp"))
    )
    return dreamt or (above is not None and above.kind == "ccomp" and above.modality == "hypothetical")


def _like(above: Clause, clause: Clause) -> bool:
    """As in "was built in 1911 and renovated in 2003": the second participle is passive as the first."""
    joined = clause.token.tag in {"VBN", "VBD"} and not clause.tree.kids(clause.top, "aux", "auxpass", "cc")
    return above.passive and joined and clause.object < 0 and above.token.tag == "VBN"


def _of_noun(clause: Clause) -> Clause:
    tree = clause.tree
    noun = _called(tree, tree.head(clause.top))
    head = tree.head(noun)
    if tree.tokens[noun].low in SOMEBODY and head.lemma == "be" and tree.tokens[noun].dep == "nsubj":
        name = tree.kid(head.i, "attr")  # "the one who keeps the keys is Ines"
        noun = name.i if name is not None and name.pos == "PROPN" else noun
    relative = clause.subject >= 0 and tree.tokens[clause.subject].low in {"who", "that", "which"}
    if clause.subject < 0 or relative:
        return replace(clause, subject=noun, implied=True)
    return clause
