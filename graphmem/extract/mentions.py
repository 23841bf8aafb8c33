"""Phrases as references: whom or what the words name, before it is known who speaks and what was said before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from graphmem.extract.lexicon import gender_of, group, is_person_noun, words
from graphmem.extract.parse import Token, Tree
from graphmem.extract.values import is_identifier, value_type

__all__ = ["Phrases", "Ref", "Role"]

RefKind = Literal["speaker", "addressee", "pronoun", "name", "relation", "thing", "value", "implied"]


@dataclass(frozen=True, slots=True)
class Ref:
    """What a phrase refers to, unresolved. `name` is a proper name, a bare noun phrase, or for a relation the noun.

    `owner` is whose ("my sister": the speaker); `noun` the relational noun a proper name came with;
    `gender` f, m, p, n or "" when unknown; `value` the type of a value.
    """

    kind: RefKind
    start: int
    stop: int
    name: str = ""
    type: str = "Thing"
    owner: Ref | None = None
    noun: str = ""
    also: tuple[str, ...] = ()
    gender: str = ""
    plural: bool = False
    definite: bool = False
    indefinite: bool = False
    value: str = "text"

    @property
    def literal(self) -> bool:
        """Whether it can only be the value of something."""
        return self.kind == "value"


@dataclass(frozen=True, slots=True)
class Role:
    """A relation or office that the words of one phrase state: "my sister Ana", "Ivo Marek, a plumber"."""

    holder: Ref
    owner: Ref | None
    noun: str
    first: int
    last: int


LEFT = frozenset({"det", "poss", "amod", "compound", "nummod", "nmod", "quantmod", "predet", "advmod", "npadvmod"})
NAME_PARTS = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "du",
        "la",
        "le",
        "bin",
        "al",
        "el",
        "ter",
        "ten",
        "y",
        "und",
        "of",
        "&",
        "the",
    ]
)
FADED = frozenset(
    [
        "own",
        "new",
        "other",
        "daily",
        "weekly",
        "monthly",
        "regular",
        "upcoming",
        "dear",
        "poor",
        "lovely",
        "trusty",
        "current",
        "present",
        "first-ever",
        "brand-new",
        "usual",
        "very",
        "only",
        "just",
    ]
)
ABBREVIATED = frozenset({"jr.", "sr.", "inc.", "ltd.", "co.", "corp.", "no.", "st.", "mt."})
DEALINGS = frozenset(
    [
        "contract",
        "agreement",
        "deal",
        "lease",
        "subscription",
        "appointment",
        "meeting",
        "call",
        "talk",
        "interview",
        "lesson",
        "partnership",
    ]
)
WAYS = frozenset(
    ["road", "path", "bridge", "key", "keys", "door", "gate", "entrance", "stairs", "lane", "track", "ferry"]
)
GENERATIONS = frozenset(["senior", "junior", "sr", "sr.", "jr", "jr."])
FORMER = frozenset(["old", "new", "little", "former", "latest", "favourite", "favorite", "good"])
POSSESSIVES = {
    "my": "I",
    "our": "we",
    "your": "you",
    "his": "he",
    "her": "she",
    "their": "they",
    "its": "it",
    "whose": "who",
}
DAY_NAMES = frozenset(
    [*words("words", "months"), *(f"{d}day" for d in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun"))]
)


# What a sentence begins with before it names somebody.
OPENERS = words("words", "opener")


ONES = frozenset({"one", "ones", "other", "rest", "latter", "former"})
UNNAMED = frozenset({"ADV", "ADP", "SCONJ", "PRON", "VERB", "AUX", "INTJ", "CCONJ"})


def _gender(pronoun: str) -> str:
    for name, sign in (("she", "f"), ("he", "m"), ("they", "p"), ("it", "n")):
        if pronoun in words("words", name):
            return sign
    return ""


class Phrases:
    """The phrases of one tree. `text` is the episode's own text, into which all spans point."""

    def __init__(self, tree: Tree, text: str) -> None:
        self.tree, self.text = tree, text

    # -- spans ---------------------------------------------------------------------------------------------
    def trimmed(self, start: int, stop: int) -> int:
        """`stop` without the stop of the sentence, which the tokenizer leaves on short last words ("GmbH.")."""
        last = self.text[start:stop].rsplit(" ", 1)[-1]
        return (
            stop - 1
            if len(last) > 1
            and last.endswith(".")
            and "." not in last[:-1]
            and last.casefold() not in ABBREVIATED
            and not (len(last) == 2 and last[0].isupper() and start < stop - 2)  # "Daniel K."
            else stop
        )

    def words(self, start: int, stop: int) -> str:
        """The episode's own words, white space made single."""
        return " ".join(self.text[start:stop].split())

    def edges(self, i: int) -> tuple[int, int]:
        """First and last token of the noun phrase headed by `i`: its left modifiers, "of …" and a number after it."""
        tree, first, last = self.tree, i, i
        for k in reversed(tree.children[i]):
            token = tree.tokens[k]
            gerund = token.dep == "compound" and token.low.endswith("ing")  # "the recycling centre"
            if k < i and token.dep in LEFT and (token.pos != "VERB" or gerund):
                first = min(first, *tree.subtree(k))
        for k in tree.children[i]:
            token = tree.tokens[k]
            if k > i and (
                token.low == "of"
                or (token.low in {"with", "between"} and tree.tokens[i].low in DEALINGS)
                or (token.low == "to" and tree.tokens[i].low in WAYS)
                or (k == last + 1 and token.dep == "nummod")
            ):
                last = max(last, *self._plain(k))
        after = i + 1
        numbers = tree.tokens[i].low in words("words", "group_names") or tree.tokens[i].pos == "PROPN"
        if last == i and after < len(tree.tokens) and numbers and tree.tokens[i].low not in DAY_NAMES:
            numbered = tree.tokens[after].pos == "NUM" or is_identifier(tree.tokens[after].text)
            last = after if numbered else last
        return first, last

    def _plain(self, k: int) -> list[int]:
        """The subtree of `k` without clauses and asides."""
        found = [k]
        for child in self.tree.kids(k):
            if child.dep not in {"relcl", "acl", "appos", "punct", "cc", "conj", "advcl"}:
                found.extend(self._plain(child.i))
        return found

    def _bare(self, first: int, i: int) -> int:
        """The first token once articles, possessors and faded adjectives are left off."""
        tree = self.tree
        possessor = tree.kid(i, "poss")
        if possessor is not None and possessor.i < i and not self._classifies(possessor):
            first = max(first, tree.subtree(possessor.i)[-1] + 1)
        while first < i and self._is_determiner(tree.tokens[first]):
            first += 1
        return max(first, self._after_words(first, i)) if self.is_name(i) else first

    def _after_words(self, first: int, i: int) -> int:
        """The place after the last word before the name headed by `i` that can be no part of one: "so Chuy"."""
        outside = (
            t.i + 1
            for t in self.tree.tokens[first:i]
            if t.pos in UNNAMED and t.low not in NAME_PARTS and not (t.text[:1].isupper() and t.i > 0)
        )
        return max(outside, default=first)

    def _is_determiner(self, token: Token) -> bool:
        if token.dep == "poss" and self._classifies(token):
            return False
        return (
            token.dep in {"det", "poss", "predet", "case"}
            or token.tag in {"PRP$", "DT", "POS", "WP$", "PDT"}
            or token.low in FADED
            or self._opens(token)
            or (token.pos in {"PUNCT", "SYM"} and token.text not in "€$£¥#")
        )

    # -- names -----------------------------------------------------------------------------------------------
    def name_end(self, k: int) -> int:
        """The place after the proper name that begins at `k`; `k` when none does."""
        tokens, n = self.tree.tokens, k
        while n < len(tokens) and self._in_name(tokens[n], n > k):
            n += 1
        while n > k and tokens[n - 1].low in NAME_PARTS:
            n -= 1
        return n

    def _in_name(self, token: Token, inside: bool) -> bool:
        if inside and token.low in NAME_PARTS and token.low not in {"the", "of"}:
            return True
        if (
            token.low in DAY_NAMES
            or token.low.strip(".") == "i"
            or not token.text[:1].isupper()
            or token.tag in {"PRP", "PRP$"}
            or self._opens(token)
        ):
            return False
        return token.pos == "PROPN" or (token.i > 0 and token.pos in {"NOUN", "ADJ", "X", "NUM", "VERB", "ADV", "INTJ"})

    def _opens(self, token: Token) -> bool:
        """As in "Meet Ana Sol", "Saw Doctor Lind", "Only Petr has it": a word before a name, not the first of it."""
        after = self.tree.tokens[1] if len(self.tree.tokens) > 1 else token
        return (
            token.i == 0
            and token.low in OPENERS
            and (after.text[:1].isupper() or after.low in {"the", "my", "our", "a"})
        )

    def is_name(self, i: int) -> bool:
        """Whether token `i` belongs to a proper name or an identifier."""
        token = self.tree.tokens[i]
        if token.low in DAY_NAMES or self._opens(token):
            return False
        if token.low in GENERATIONS and i > 0:
            return self.tree.tokens[i - 1].pos == "PROPN" and self.is_name(i - 1)
        capital = token.text[:1].isupper() and (token.pos == "PROPN" or token.i > 0)
        return (capital and token.pos in {"PROPN", "NOUN", "ADJ", "X", "VERB", "ADV"}) or is_identifier(token.text)

    # -- roles: names by token pattern, before the parse is asked -------------------------------------------
    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """Who is said to be whose what, by apposition and juxtaposition, left to right."""
        found: list[Role] = []
        for k in range(len(self.tree.tokens)):
            over = [role for role in found if role.first <= k < role.last]
            if not over:
                found.extend(self._role_before_name(k) or self._role_after_name(k))
            elif k > over[0].first and self.tree.tokens[k].start == over[0].holder.start:
                found.extend(replace(r, holder=over[0].holder, first=r.first + 1) for r in self._role_after_name(k))
        taken = {k for role in found for k in range(role.first, role.last)}
        return (*found, *(r for r in self._named_things() if not taken & set(range(r.first, r.last))))

    def _named_things(self) -> Iterator[Role]:
        """What a definite noun is called by the name beside it: "my van, Gertie, …", "the café Lumen"."""
        tokens = self.tree.tokens
        for token in tokens:
            plain = token.pos in {"NOUN", "NUM", "ADJ"} and token.text.islower() and token.tag != "NNS"
            given = self.tree.head(token.i).lemma in words("verbs", "name") and token.dep not in {"nsubj", "nsubjpass"}
            if not plain or given or token.dep in {"compound", "amod", "nummod", "npadvmod"}:
                continue
            first, last = self.edges(token.i)
            owner, lead = self._plain_owner(token.i), {t.low for t in tokens[first : token.i]}
            found = self._name_beside(token, last) if owner is not None or "the" in lead else None
            if found is not None:
                noun = "" if token.low in ONES or token.pos == "ADJ" else token.low
                holder = replace(self.named(*found), type=_type_of(noun), owner=owner, noun=noun)
                yield Role(holder, owner, noun, first, found[1])

    def _plain_owner(self, i: int) -> Ref | None:
        """The possessor before a noun, where a pronoun or a proper name is it."""
        possessor = self.tree.kid(i, "poss")
        if possessor is None or possessor.pos not in {"PRON", "PROPN"} or possessor.tag == "WP$":
            return None
        return (
            self.pronoun(possessor)
            if possessor.pos == "PRON"
            else self.named(self.edges(possessor.i)[0], possessor.i + 1)
        )

    def _name_beside(self, token: Token, last: int) -> tuple[int, int] | None:
        """The tokens of the name beside a noun, between commas or right after it."""
        tokens, k = self.tree.tokens, last + 1
        comma = k < len(tokens) and tokens[k].low == ","
        end = self.name_end(k + comma)
        if end == k + comma or end >= len(tokens) or tokens[end].low == "'s":
            return None
        if comma:
            closed = tokens[end].low == "," and (
                end + 1 == len(tokens) or tokens[end + 1].low not in {"and", "or", "&"}
            )
            return (k + 1, end) if closed and token.dep in {"nsubj", "nsubjpass"} else None
        head = tokens[end - 1]
        same = head.dep == "appos" or (head.dep == token.dep and head.head == token.head)
        return (k, end) if same and head.pos == "PROPN" else None

    def _noun_at(self, k: int) -> int:
        """The place of the relational noun after at most three modifiers from `k`; -1 when there is none."""
        tokens = self.tree.tokens
        for n in range(k, min(k + 4, len(tokens))):
            if tokens[n].pos == "NOUN" or (self._relational(n) and tokens[n].text.islower()):
                follows = n + 1 < len(tokens) and tokens[n + 1].pos == "NOUN" and not tokens[n + 1].text[:1].isupper()
                if not follows:
                    return n if self._relational(n) else -1
            elif tokens[n].pos not in {"ADJ", "NOUN", "PROPN", "NUM", "ADV", "VERB"} or tokens[n].text[:1].isupper():
                return n if self._relational(n) and tokens[n].pos == "PROPN" else -1
        return -1

    def _trade_at(self, k: int) -> int:
        """The place of a noun in -er, -ist or the like, as one who does it for a living; -1 when there is none."""
        for token in self.tree.tokens[k : k + 3]:
            if token.pos == "NOUN" and token.low.endswith(("er", "or", "ist", "ian", "eer", "man", "woman", "ant")):
                return token.i
            if token.pos not in {"ADJ", "NOUN"}:
                return -1
        return -1

    def _relational(self, n: int) -> bool:
        token = self.tree.tokens[n]
        return is_person_noun(token.lemma) or is_person_noun(token.low) or token.lemma in words("nouns", "animal")

    def _possessor(self, k: int) -> tuple[Ref | None, int] | None:
        """Whose, and the place after it, if a possessor or an article stands at `k`."""
        tokens = self.tree.tokens
        low = tokens[k].low
        if low == "whose":
            return self._whose(k), k + 1
        if low in POSSESSIVES and (low != "her" or k + 1 < len(tokens)):
            return self.pronoun(tokens[k]), k + 1
        if low in {"a", "an", "the", "this"}:
            return None, k + 1
        end = self.name_end(k)
        if end > k and end < len(tokens) and tokens[end].low in {"'s", "'"}:
            return self.named(k, end), end + 1
        return None

    def _whose(self, k: int) -> Ref | None:
        """Whose, in a relative clause: of the noun before the comma."""
        tokens = self.tree.tokens
        before = k - 1
        while before > 0 and tokens[before].pos == "PUNCT":
            before -= 1
        if before < 0 or tokens[before].pos not in {"NOUN", "PROPN"}:
            return None
        for role in self._roles_before(before):
            return role.holder
        return (
            self.named(before, before + 1)
            if tokens[before].pos == "PROPN"
            else self._noun_ref(before, before, before, before)
        )

    def _roles_before(self, k: int) -> list[Role]:
        """The roles that end at token `k`, read on their own."""
        for first in range(max(0, k - 6), k):
            for role in self._role_before_name(first) if self.tree.tokens[first].low != "whose" else []:
                if role.last == k + 1:
                    return [role]
        return []

    def _role_before_name(self, k: int) -> list[Role]:
        whose = self._possessor(k)
        before = self.tree.tokens[k - 1].lemma if k else ""
        if before == "to" and k > 1 and self.tree.tokens[k - 2].low in {"according", "thank", "thanks"}:
            return []
        given = before in words("verbs", "name") and (before != "call" or self.tree.tokens[k].low == "the")
        if whose is None or given:
            return []
        owner, n = whose
        noun_at = self._noun_at(n)
        if noun_at < 0:
            return []
        noun = self._noun(n, noun_at)
        return [Role(self._holder(a, b, owner, noun), owner, noun, k, b) for a, b in self._names_after(noun_at + 1)]

    def _noun(self, first: int, last: int) -> str:
        kept = [t for t in self.tree.tokens[first : last + 1] if t.low not in FADED | FORMER]
        return " ".join([*(t.low for t in kept[:-1]), kept[-1].lemma if kept[-1].tag == "NNS" else kept[-1].low])

    def _names_after(self, k: int) -> Iterator[tuple[int, int]]:
        """The names from `k` on: "Ana", ", Ana", "called Ana", "Ana and Ben"."""
        tokens = self.tree.tokens
        while k < len(tokens) and (tokens[k].low in {",", "(", "called", "named", ":"} or tokens[k].low == "-"):
            k += 1
        if k + 1 < len(tokens) and tokens[k].low in {"a", "one"} and tokens[k + 1].low in words("words", "titles"):
            k += 1
        end = self.name_end(k)
        while end > k:
            if end < len(tokens) and tokens[end].low == "'s" and not self._copula_follows(end):
                return
            yield k, end
            if end < len(tokens) and tokens[end].low in {"and", "&"}:
                k, end = end + 1, self.name_end(end + 1)
                if end < len(tokens) and tokens[end].pos in {"VERB", "AUX"}:
                    return
            else:
                return

    def _copula_follows(self, k: int) -> bool:
        return self.tree.tokens[k].pos == "AUX"

    def _role_after_name(self, k: int) -> list[Role]:
        end = self.name_end(k)
        tokens = self.tree.tokens
        if end == k or end + 1 >= len(tokens) or tokens[end].low not in {",", "("}:
            return []
        whose = self._possessor(end + 1)
        if whose is None and tokens[end + 1].text.islower() and self._office_at(end + 1):
            whose = None, end + 1
        if whose is None:
            return []
        owner, n = whose
        noun_at = self._noun_at(n)
        if noun_at < 0 and owner is None and tokens[end + 1].low in {"a", "an"}:
            noun_at = self._trade_at(n)
        closed = noun_at + 1 >= len(tokens) or tokens[min(noun_at + 1, len(tokens) - 1)].low in {
            ",",
            ".",
            ")",
            "!",
            "?",
            ";",
            "at",
            "in",
            "of",
            "from",
            "for",
            "near",
            "with",
            "who",
            "by",
            "and",
            "on",
        }
        if noun_at < 0 or not closed:
            return []
        noun = self._noun(n, noun_at)
        return [Role(self._holder(k, end, owner, noun), owner, noun, k, noun_at + 1)]

    def _office_at(self, k: int) -> bool:
        """As in "Mia Holm, head of sales at Brevik": an office without article, and where it is held."""
        tokens, at = self.tree.tokens, self._noun_at(k)
        after = tokens[at + 1].low if 0 <= at < len(tokens) - 1 else ""
        return at >= 0 and after in {"of", "at", "for", "in", "with", "from", ",", ".", ")"}

    def _holder(self, first: int, last: int, owner: Ref | None, noun: str) -> Ref:
        ref = self.named(first, last)
        animal = noun.rsplit(" ", 1)[-1] in words("nouns", "animal")
        return replace(
            ref,
            type="Animal" if animal else "Person",
            owner=owner,
            noun=noun,
            gender="" if animal else gender_of(noun.rsplit(" ", 1)[-1]),
        )

    # -- references -----------------------------------------------------------------------------------------
    def pronoun(self, token: Token) -> Ref:
        """The reference of a pronoun or possessive."""
        low = POSSESSIVES.get(token.low, token.low)
        kind: RefKind = "pronoun"
        alone = token.low in {"hers", "theirs"} or (
            token.low == "his" and token.dep in {"nsubj", "attr", "dobj", "pobj"}
        )
        if alone:
            name = "his own" if token.low == "his" else token.low
            return Ref(
                kind, token.start, token.stop, name=name, gender=_gender(token.low), plural=token.low == "theirs"
            )
        if low in {"mine", "ours", "yours"}:
            return Ref(kind, token.start, token.stop, name=low, gender="n")
        if low in words("words", "first_person") or low == "I":
            kind = "speaker"
        elif low in words("words", "second_person"):
            kind = "addressee"
        return Ref(
            kind, token.start, token.stop, name=low.lower(), gender=_gender(low.lower()), plural=low in {"we", "they"}
        )

    def named(self, first: int, last: int) -> Ref:
        """The reference of the proper name on tokens `first` to before `last`."""
        start = self.tree.tokens[first].start
        stop = self.trimmed(start, self.tree.tokens[last - 1].stop)
        name = self.words(start, stop)
        return Ref("name", start, stop, name=name, type=_name_type(name), definite=True)

    def ref(self, i: int) -> Ref:
        """The reference of the phrase headed by token `i`."""
        token = self.tree.tokens[i]
        for role in self.roles:
            if role.first <= i < role.last:
                return role.holder
        if (token.pos == "PRON" and token.tag in {"PRP", "PRP$", "WP", "WDT"}) or token.low in {
            "this",
            "that",
            "those",
            "these",
            "mine",
            "ours",
            "yours",
            "hers",
        }:
            beside = self.tree.kid(i, "appos") if token.low in {"mine", "ours", "yours"} else None
            return self.ref(beside.i) if beside is not None and self.is_name(beside.i) else self.pronoun(token)
        some = self._some_of(i)
        if some is not None:
            return some
        first, last = self.edges(i)
        bare = self._bare(first, i)
        return self._relative_of(i, bare) or self._noun_ref(i, first, bare, last)

    def _of(self, i: int) -> Token | None:
        """The noun or pronoun after "of" that hangs on token `i`."""
        of = next((t for t in self.tree.kids(i, "prep") if t.low == "of" and t.i > i), None)
        return self.tree.kid(of.i, "pobj") if of is not None else None

    def _some_of(self, i: int) -> Ref | None:
        """As in "the three of us", "both of them", "all of you": the ones meant."""
        token, of = self.tree.tokens[i], self._of(i)
        counted = token.pos == "NUM" or token.low in {"both", "all", "each", "most", "some", "lot"}
        return self.pronoun(of) if counted and of is not None and of.tag == "PRP" else None

    def _relative_of(self, i: int, bare: int) -> Ref | None:
        """As in "the sister of my landlord": the landlord's sister."""
        token, of = self.tree.tokens[i], self._of(i)
        kin = token.low in group("nouns", "kin", "kin_female", "kin_male")
        if of is None or not kin or token.pos != "NOUN" or self.owner(i) is not None:
            return None
        owner = self.pronoun(of) if of.pos == "PRON" else self.ref(of.i)
        if of.low in {"mine", "ours", "yours"}:
            owner = replace(owner, kind="addressee" if of.low == "yours" else "speaker", name=of.low)
        if owner.kind == "thing" and owner.type != "Person":
            return None
        return replace(self._noun_ref(i, bare, bare, i), owner=owner, kind="relation", definite=True)

    def _noun_ref(self, i: int, first: int, bare: int, last: int) -> Ref:
        tokens = self.tree.tokens
        start = tokens[bare].start
        stop = self.trimmed(start, tokens[last].stop)
        name, owner, head = self.words(start, stop), self.owner(i), tokens[i]
        lemma = head.lemma if head.tag in {"NNS", "NNPS"} else head.low
        lead = {t.low for t in tokens[first:bare]}
        determined = any(self._is_determiner(t) for t in tokens[first:bare])
        shape = Ref("thing", start, stop, name=name, owner=owner, plural=head.tag == "NNS", value=value_type(name))
        shape = replace(shape, indefinite=bool(lead & {"a", "an", "some", "any", "another"}))
        animal = head.low in words("nouns", "animal") or lemma in words("nouns", "animal")
        if (is_person_noun(lemma) or animal) and head.pos != "PROPN":
            kind: RefKind = "relation" if owner else "thing"
            gender = "" if animal else gender_of(lemma)
            animate = "Animal" if animal else "Person"
            return replace(shape, kind=kind, type=animate, noun=lemma, gender=gender, definite=determined)
        if self.is_name(i) and not owner:
            return replace(shape, kind="name", type=_name_type(name), definite=True)
        vague = lead & {"a", "an", "some", "no", "any", "every", "each"}
        return replace(shape, definite=determined and not vague)

    def owner(self, i: int) -> Ref | None:
        """Whose the noun at `i` is: "my", "Maya's", or None."""
        possessor = self.tree.kid(i, "poss")
        if possessor is None or self._classifies(possessor):
            return self._had_by(i)
        if possessor.tag == "WP$":
            return self._relative_owner(i)
        return self.pronoun(possessor) if possessor.tag in {"PRP$", "WP$"} else self.ref(possessor.i)

    def _classifies(self, possessor: Token) -> bool:
        """As in "the girls' relay", "a residents' committee": the genitive says which kind, and not whose."""
        many = possessor.tag == "NNS" and possessor.pos == "NOUN"
        return many and possessor.low not in words("nouns", "kin") and self.tree.kid(possessor.i, "poss") is None

    def _relative_owner(self, i: int) -> Ref | None:
        """As in "A colleague whose husband …": the noun that the relative clause is about."""
        tree, k = self.tree, i
        while tree.tokens[k].dep != "relcl" and tree.tokens[k].head != k:
            k = tree.tokens[k].head
        return self.ref(tree.tokens[k].head) if tree.tokens[k].dep == "relcl" else None

    def _had_by(self, i: int) -> Ref | None:
        """As in "I have a brother": the brother of whoever has him."""
        token, verb = self.tree.tokens[i], self.tree.head(i)
        subject = self.tree.kid(verb.i, "nsubj")
        if (
            token.dep != "dobj"
            or verb.lemma not in {"have", "get", "keep", "adopt"}
            or subject is None
            or not self._relational(i)
        ):
            return None
        return self.pronoun(subject) if subject.tag in {"PRP", "PRP$"} else self.ref(subject.i)

    def value(self, i: int) -> Ref:
        """The phrase headed by `i` as the value of something: a whole span, articles and possessors left off."""
        return self.ref(i)

    def span_value(self, start: int, stop: int) -> Ref:
        """Any stretch of the text as a literal."""
        while stop > start + 1 and self.text[stop - 1] in ".,;:!? \n":
            stop -= 1
        name = self.words(start, stop)
        return Ref("value", start, stop, name=name, type="Value", value=value_type(name))

    def all_of(self, i: int) -> list[int]:
        """`i` and what is coordinated with it: "barometers and maps"."""
        found = [i]
        for token in self.tree.kids(i, "conj"):
            if token.pos in {"NOUN", "PROPN", "NUM", "ADJ", "PRON", "X", "SYM"}:
                found.extend(self.all_of(token.i))
        return found


def _type_of(noun: str) -> str:
    """The type of what a noun names."""
    if noun in words("nouns", "animal"):
        return "Animal"
    if is_person_noun(noun):
        return "Person"
    return "Organization" if noun in group("nouns", "business", "organisation", "firm") else "Thing"


def _name_type(name: str) -> str:
    low = name.casefold().split()
    if group("words", "titles") & {low[0]}:
        return "Person"
    if group("nouns", "organisation") & set(low):
        return "Organization"
    if set(low[-1:]) & words("nouns", "street") and len(low) > 1:
        return "Place"
    return "Thing"
