"""A question as understood, without a model: of whom, which relations, when, and what kind of answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise, takewhile
from typing import Final, Literal, cast

from graphmem.errors import Incorrect
from graphmem.model import AsOf, Entity, Period, Question
from graphmem.recall.names import Chain, Name, find_chains, find_names, find_phrases
from graphmem.recall.relations import Wanted, relation_nouns, wanted_predicates
from graphmem.recall.viewpoint import Tense, Viewpoint, read_viewpoint, tense_of
from graphmem.recall.words import Token, joined, phrase_at, related, stem, tokens, words
from graphmem.registry import Registry

__all__ = ["AnswerForm", "AnswerKind", "Reading", "ValueType", "read_question"]

AnswerKind = Literal["current", "past", "history", "changes", "why", "plan", "conflict"]
AnswerForm = Literal["value", "yes_no", "count", "how_long", "since_when", "list"]
ValueType = Literal[
    "phone", "email", "url", "money", "duration", "age", "count", "quantity", "date", "clock", "person", "place"
]

LONGEST_QUESTION: Final = 4000


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question asks.

    `names` are names in its words and, for "I" and "my", the asker's; `phrases` are lower-case noun phrases that a
    stored thing may be called by; `chains` lead from an owner through relations. `via` are predicates that only
    lead on to what is asked. `terms` are the stems of its content words, names and words of time left out; `weak`
    those of them that only say the type of the answer.
    """

    text: str
    now: datetime
    as_of: AsOf
    kind: AnswerKind = "current"
    form: AnswerForm = "value"
    value: ValueType | None = None
    value_sure: bool = False
    tense: Tense | None = None
    dated: bool = False
    during: Period | None = None
    since: datetime | None = None
    names: tuple[Name, ...] = ()
    phrases: tuple[str, ...] = ()
    chains: tuple[Chain, ...] = ()
    predicates: tuple[Wanted, ...] = ()
    via: tuple[Wanted, ...] = ()
    terms: tuple[str, ...] = ()
    weak: frozenset[str] = frozenset()
    asker: str | None = None
    first_person: bool = False
    plural: bool = False
    reasons: tuple[str, ...] = ()
    registry: Registry = field(default_factory=lambda: Registry(()), compare=False, repr=False)

    @property
    def during_stop(self) -> datetime:
        """The end of the time asked about: of the period its words name, else the moment."""
        return self.during.stop if self.during and self.during.stop else self.as_of.valid

    @property
    def expansions(self) -> tuple[str, ...]:
        """Words that people use for the question's own, for a search by words to try as well."""
        return tuple(dict.fromkeys(word for term in self.terms for word in related(term)))

    @property
    def lookups(self) -> tuple[str, ...]:
        """Every string to look up among the aliases, the most telling first: chains, names, the asker, phrases."""
        composed = [chain.composed() for chain in self.chains]
        asker = [self.asker] if self.asker and self.first_person else []
        return tuple(dict.fromkeys([*composed, *(name.text for name in self.names), *asker, *self.phrases]))

    def question(self, entities: Sequence[Entity] = (), unknown: Sequence[str] = ()) -> Question:
        """The reading as the public value that a block carries."""
        return Question(
            text=self.text,
            entities=tuple(entities),
            unknown_names=tuple(unknown),
            predicates=tuple(wanted.predicate for wanted in self.predicates),
            terms=self.terms,
            kind=self.kind,
            as_of=self.as_of,
            reasons=self.reasons,
        )


def read_question(
    text: str,
    *,
    now: datetime,
    registry: Registry,
    asker: str | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
) -> Reading:
    """What `text` asks, for an asker called `asker` ("I", "my"), at `now`.

    `as_of` and `known_at` given explicitly win over words of time. Deterministic; no parse and no model.
    Raises Incorrect for an empty question, one of more than 4,000 characters, and a time without a zone.
    """
    _check(text, now, as_of, known_at)
    found = tokens(text)
    kind, asking = _kind(found)
    view = read_viewpoint(text, now=now, changes=kind == "changes", as_of=as_of, known_at=known_at)
    names = tuple(name for name in find_names(text) if not _within(name.start, name.stop, view.spans))
    chains = _leading(found, find_chains(text, names, asker, relation_nouns(registry)), view)
    wanted, via = _wanted(found, names, chains, view, registry)
    if kind == "current" and not view.dated and _before_what(found, names, view):
        kind, asking = "past", ("before",)
    terms = _terms(found, (*names, *_idioms(found, wanted)), view, asking)
    form, (value, sure) = _form(found), _value(found)
    return Reading(
        text=text, now=now, as_of=view.as_of, kind=kind, form=form, value=value, value_sure=sure, tense=tense_of(text),
        dated=view.dated, during=view.during, since=view.since, names=names,
        phrases=tuple(p for p in find_phrases(text, names) if not _timely(text, p, view)),
        chains=chains, predicates=wanted, via=via, terms=terms,
        weak=_weak(found) & frozenset(terms),
        asker=asker, first_person=_first_person(found), plural=_plural(found), registry=registry,
        reasons=_reasons(kind, asking, view, wanted),
    )  # fmt: skip


def _reasons(kind: AnswerKind, asking: Sequence[str], view: Viewpoint, wanted: Sequence[Wanted]) -> tuple[str, ...]:
    """How the words were understood, for --explain."""
    said = [f"{kind}: {' '.join(asking)!r}"] if asking else []
    return (*said, *view.reasons, *(f"{one.predicate}: {one.evidence!r}" for one in wanted))


def _check(text: str, now: datetime, as_of: datetime | None, known_at: datetime | None) -> None:
    if not text.strip():
        raise Incorrect("the question is empty. Ask in words: recall('Where does Maya live?').")
    if len(text) > LONGEST_QUESTION:
        raise Incorrect(
            f"the question has {len(text)} characters, at most {LONGEST_QUESTION} are read. "
            "Ask for one thing at a time, and ingest documents instead of asking with them."
        )
    for name, moment in (("now", now), ("as_of", as_of), ("known_at", known_at)):
        if moment is not None and moment.tzinfo is None:
            raise Incorrect(f"{name}={moment.isoformat()} has no zone. Give an aware datetime, such as UTC's.")


def _within(start: int, stop: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(left <= start and stop <= right for left, right in spans)


def _timely(text: str, phrase: str, view: Viewpoint) -> bool:
    at = text.find(phrase)
    return at >= 0 and any(left < at + len(phrase) and at < right for left, right in view.spans)


def _lowers(found: Sequence[Token]) -> tuple[str, ...]:
    """Folded words with "what's" opened to "what is"."""
    opened: list[str] = []
    for token in found:
        opened.append(token.lower)
        if token.possessive and token.lower in {"what", "who", "where", "when", "how", "it", "there", "that"}:
            opened.append("is")
    return tuple(opened)


def _kind(found: Sequence[Token]) -> tuple[AnswerKind, tuple[str, ...]]:
    """The kind of answer asked for, and the words that ask for it."""
    lowers = _lowers(found)
    kinds: tuple[AnswerKind, ...] = ("conflict", "why", "changes", "history", "past", "plan")
    for kind in kinds:
        for phrase in words().kind[kind]:
            if (at := phrase_at(phrase, lowers)) >= 0 and _means(kind, phrase, lowers, at):
                return kind, phrase
    return "current", ()


def _before_what(found: Sequence[Token], names: Sequence[Name], view: Viewpoint) -> bool:
    """Whether "before" leads to a name or an event, "before Acme", "before the move": what was earlier is asked for."""
    starts = {name.start for name in names}
    events = {"the", "she", "he", "they", "we", "i", "you", "her", "his", "their", "our", "my", "that", "moving"}
    return any(
        before.lower == "before"
        and not _within(before.start, before.stop, view.spans)
        and (after.start in starts or after.lower in events)
        for before, after in pairwise(found)
    )


def _means(kind: AnswerKind, phrase: tuple[str, ...], lowers: tuple[str, ...], at: int) -> bool:
    """Whether a phrase has its usual meaning here: not "how long has she been", "order" as a noun, "ex" in a name."""
    if kind == "history" and "*" in phrase:
        opens = frozenset({"who", "which", "what", "where", "list", "name", "all", "everyone"})
        return "how" not in lowers[:2] and bool(opens & set(lowers[: at + 1]))
    if kind == "why" and phrase == ("why",):
        return at <= 2 or lowers[at - 1] not in {"reason", "is"}
    return not (kind == "plan" and "who" in lowers[:1] and phrase == ("will",) and "have" in lowers)


def _form(found: Sequence[Token]) -> AnswerForm:
    lowers = _lowers(found)
    forms: tuple[AnswerForm, ...] = ("count", "since_when", "how_long", "list")
    for form in forms:
        if any(phrase_at(phrase, lowers) >= 0 for phrase in words().form[form]):
            return form
    return "yes_no" if lowers and lowers[0] in words().grammar["auxiliary"] else "value"


def _value(found: Sequence[Token]) -> tuple[ValueType | None, bool]:
    """The type of value asked for, by the first question word, and whether that is sure; else what a noun suggests."""
    lowers = _lowers(found)
    if lowers and lowers[0] in words().grammar["auxiliary"]:
        return None, False
    for table, sure in ((words().value, True), (words().hint, False)):
        hits = [
            (at, -len(phrase), number, value)
            for number, (value, phrases) in enumerate(table.items())
            for phrase in phrases
            if (at := phrase_at(phrase, lowers)) >= 0 and not _joins(phrase, lowers[:at])
        ]
        if hits:
            return cast("ValueType", min(hits)[3]), sure
    return None, False


def _joins(phrase: tuple[str, ...], before: tuple[str, ...]) -> bool:
    """Whether a "when" or "who" only joins a clause: "what do I do first when I arrive"."""
    return phrase[0] in {"who", "whom", "whose", "where", "when"} and bool({"what", "which", "how"} & set(before))


def _first_person(found: Sequence[Token]) -> bool:
    return any(token.lower in words().grammar["first_person"] for token in found)


def _plural(found: Sequence[Token]) -> bool:
    """Whether several answers are asked for: "which plots", "what pets", "who are"."""
    lowers = _lowers(found)
    asked = next((i for i, word in enumerate(lowers) if word in {"which", "what", "whose", "all", "any", "list"}), None)
    if asked is not None:
        following = takewhile(lambda word: word not in words().stop, lowers[asked + 1 : asked + 4])
        return any(word.endswith("s") and not word.endswith(("ss", "us", "is")) for word in following)
    return "who are" in " ".join(lowers) or "everyone" in lowers


def _wanted(
    found: Sequence[Token], names: Sequence[Name], chains: Sequence[Chain], view: Viewpoint, registry: Registry
) -> tuple[tuple[Wanted, ...], tuple[Wanted, ...]]:
    """The predicates asked for, and those that only lead on: in "Maya's manager's laptop" the manager leads on."""
    silent = [(name.start, name.stop) for name in names] + list(view.spans)
    skip = {i for i, token in enumerate(found) if _within(token.start, token.stop, silent)}
    hits = wanted_predicates(found, registry, skip)
    leading = {i for i, token in enumerate(found) for chain in chains if _leads(token, chain)}
    via = tuple(hit for hit in hits if set(range(hit.start, hit.stop)) <= leading)
    return tuple(hit for hit in hits if hit not in via), via


def _leads(token: Token, chain: Chain) -> bool:
    inside = chain.start <= token.start and token.stop <= chain.stop
    asked = chain.leading < len(chain.relations) and chain.last[0] <= token.start < chain.last[1]
    return bool(chain.leading) and inside and not asked


def _leading(found: Sequence[Token], chains: tuple[Chain, ...], view: Viewpoint) -> tuple[Chain, ...]:
    """The chains with how much of them only leads on: all of it, where the question has content beside them."""
    spans = [(chain.start, chain.stop) for chain in chains] + list(view.spans)
    beside = any(_contentful(token) and not _within(token.start, token.stop, spans) for token in found)
    return tuple(replace(chain, leading=len(chain.relations) - (not beside)) for chain in chains)


def _contentful(token: Token) -> bool:
    listed = words()
    if token.lower in {"name", "person", "people"}:
        return False
    return token.lower not in listed.stop and (token.lower not in listed.meta or token.lower in listed.type_noun)


def _idioms(found: Sequence[Token], wanted: Sequence[Wanted]) -> tuple[Name, ...]:
    """Phrases of three words or more that ask for a relation, "do for a living": their words mean nothing apart."""
    return tuple(
        Name(one.evidence, found[one.start].start, found[one.stop - 1].stop, "quoted", certain=True)
        for one in wanted
        if one.stop - one.start > 2
    )


def _weak(found: Sequence[Token]) -> frozenset[str]:
    """Stems that only say the type of the answer: "number", "city", and what follows "how"."""
    measures = [after.lower for before, after in pairwise(found) if before.lower == "how"]
    return frozenset(stem(word) for word in (*words().type_noun, *measures))


def _terms(found: Sequence[Token], names: Sequence[Name], view: Viewpoint, asking: Sequence[str]) -> tuple[str, ...]:
    listed = words()
    phrases = list(joined([token.lower for token in found]))
    silent = [(name.start, name.stop) for name in names if name.certain] + list(view.spans)
    silent += [(found[first].start, found[last].stop) for first, last, _ in phrases]
    stems = [
        stem(token.lower)
        for token in found
        if (token.lower in listed.type_noun or _contentful(token))
        and token.lower not in asking
        and not _within(token.start, token.stop, silent)
    ]
    return tuple(dict.fromkeys([*stems, *(phrase for _, _, phrase in phrases), *_compounds(found)]))


def _compounds(found: Sequence[Token]) -> list[str]:
    """Listed compounds that stand as two words: "on call" is on-call."""
    pairs = (f"{before.lower}-{after.lower}" for before, after in pairwise(found))
    return [stem(pair) for pair in pairs if pair in words().compound]
