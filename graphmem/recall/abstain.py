"""Whether to say that nothing is stored: decided by structure, never by a score."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Final

from graphmem.gate.redact import BLANK
from graphmem.recall.candidate import Entities, Ranked, kept
from graphmem.recall.names import Name
from graphmem.recall.question import Reading
from graphmem.recall.relations import vocabulary
from graphmem.recall.resolve import within
from graphmem.recall.values import fits, holds_type
from graphmem.recall.words import content, nearness, spoken, tokens, words

__all__ = ["abstain", "unknown_names"]

NAMED_RELATION: Final = 0.7  # from this score on, a question's words plainly name a relation
BARELY: Final = 0.3  # below this, it is about something else altogether
CODE: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).+")
MEASURE: Final = re.compile(r"\d+([.,:]\d+)*(st|nd|rd|th|am|pm|h|m|g|s|cm|mm|km|kg|ml|gb|mb|tb|kb|k)")
PLAINLY: Final = 0.6  # from this share of the question's words on, a candidate plainly speaks of what is asked
ABOUT: Final = 0.7  # from this feature on, a candidate is about what the question names
SPELLING: Final = 0.8  # names this alike are one name spelled twice
# What only its owner should know; none of it is kept, so that nothing near it may stand in for it.
SECRET: Final = re.compile(
    r"\b(?:pass(?:word|phrase|code)s?|(?:bearer |access |api |auth |session )?tokens?|cvv|cvc|pins?|credentials|"
    r"(?:api|access|private|secret|deploy|ssh|signing|encryption) keys?|card numbers?|account numbers?|ibans?|"
    r"(?:security|alarm|door|gate|entry|unlock|safe|login|one-time|verification|recovery|backup|otp) (?:codes?|words?)|"
    r"(?:seed|recovery) (?:phrases?|words?)|secrets?)\b",
    re.IGNORECASE,
)


def abstain(reading: Reading, entities: Entities, ranked: Sequence[Ranked]) -> str | None:
    """Why nothing should be stated, in plain words without the question's names; None to answer.

    `ranked` is what `rank` gave, with those it dropped: that others have what is asked for is evidence that the one
    asked about has not.
    """
    shown = kept(ranked)
    if reading.kind != "changes" and unknown_names(reading, entities, ranked):
        return "the question names somebody or something that no stored text mentions"
    if not shown:
        return _nothing(reading)
    unfit = _unfit(reading, entities, ranked, shown)
    if unfit is not None:
        return unfit
    return _not_of_whom(reading, entities, ranked, shown) if _named(reading, entities) else None


def _unfit(reading: Reading, entities: Entities, ranked: Sequence[Ranked], shown: Sequence[Ranked]) -> str | None:
    """Why nothing that was found can be what is asked for, whomever it is about, or None."""
    if not _type_met(reading, shown):
        return "no value of the type asked for is stored of it"
    if _kept_secret(reading, shown):
        return "it asks for a secret, and none is kept"
    if _code_unheard(reading, ranked):
        return "the question has a code that no stored text holds"
    if _identifier_missing(reading, entities, shown):
        return "what was found does not speak of what the question names"
    return None


def _kept_secret(reading: Reading, shown: Sequence[Ranked]) -> bool:
    """Whether a secret is asked for that no fact with such a name and whole words states."""
    asked = SECRET.search(reading.text)
    if asked is None:
        return False
    noun = asked[0].split()[-1].casefold().removesuffix("s")
    facts = [one.candidate.fact for one in shown if one.candidate.fact is not None]
    return not any(
        noun in fact.fact.casefold() and not any(BLANK in source.quote for source in fact.sources) for fact in facts
    )


def _not_of_whom(reading: Reading, entities: Entities, ranked: Sequence[Ranked], shown: Sequence[Ranked]) -> str | None:
    """For a question that names somebody or something stored: why what is shown is not about them, or None."""
    if _person_named(reading, entities) and all(_about(one) < BARELY for one in shown):
        return "what was found is not about whom the question names"
    if _chain_unmet(reading, shown):
        return "what the question leads through is stored of nobody it names"
    return _unstated(reading, entities, ranked, shown)


def _nothing(reading: Reading) -> str:
    if reading.kind == "changes":
        return "no change since then is stored"
    return "nothing that bears on it was found"


def unknown_names(reading: Reading, entities: Entities, ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """The names of a question that are surely names, name nothing stored, and are in no candidate's text."""
    doubtful = [name for name in reading.names if name.certain and not entities.get(name.text)]
    if not doubtful:
        return ()
    heard = frozenset(word for one in ranked for word in _heard(one))
    return tuple(name.text for name in doubtful if _unheard(name, heard))


def _heard(one: Ranked) -> Iterable[str]:
    return (word for text in _texts(one) for word in spoken(text))


def _texts(one: Ranked) -> Iterable[str]:
    fact, episode = one.candidate.fact, one.candidate.episode
    if fact is not None:
        yield fact.fact
        for entity in (fact.subject, fact.object):
            yield from (entity.name, *entity.aliases)
        for source in fact.sources:
            yield source.quote
            yield source.speaker or ""
    if episode is not None:
        yield episode.text
        yield episode.speaker or ""


def _unheard(name: Name, heard: frozenset[str]) -> bool:
    """Whether at least half of a name's words were heard nowhere, not even spelled a little otherwise."""
    parts = [t.lower for t in tokens(name.text) if t.lower not in words().title and len(t.lower) > 1]
    missing = [part for part in parts if part not in heard and not _spelled(part, heard)]
    return bool(parts) and 2 * len(missing) >= len(parts)


def _spelled(part: str, heard: frozenset[str]) -> bool:
    alike = [word for word in heard if abs(len(word) - len(part)) <= 1]
    return len(part) > 4 and bool(difflib.get_close_matches(part, alike, n=1, cutoff=SPELLING))


def _named(reading: Reading, entities: Entities) -> bool:
    """Whether the question plainly names somebody or something that is stored."""
    sure = [*(name.text for name in reading.names), *(chain.owner for chain in reading.chains)]
    if reading.first_person and reading.asker:
        sure.append(reading.asker)
    return any(entities.get(text) for text in sure)


def _person_named(reading: Reading, entities: Entities) -> bool:
    """Whether a name in the question is that of a person stored."""
    return any(entity.type == "Person" for name in reading.names for entity in entities.get(name.text, ()))


def _type_met(reading: Reading, shown: Sequence[Ranked]) -> bool:
    """Whether what is shown holds a value of the type asked for, where that type has a sure look."""
    if reading.value is None or not reading.value_sure:
        return True
    if reading.value == "date" and any(_dated(one) or _told_on_a_day(one, reading) for one in shown):
        return True
    return any(holds_type(reading.value, text) for one in shown for text in _texts(one))


def _dated(one: Ranked) -> bool:
    """Whether a fact has a date of its own, and not just that of its being said."""
    fact = one.candidate.fact
    if fact is None:
        return False
    said = {source.said_at.date() for source in fact.sources}
    ends = (*fact.dates, fact.planned_for and fact.local(fact.planned_for))
    return any(end is not None and end.date() not in said for end in ends)


def _told_on_a_day(one: Ranked, reading: Reading) -> bool:
    """Whether words that plainly tell of a past event are dated, near enough, by the day they were said."""
    features = dict(one.features)
    return reading.tense == "past" and max(features["relevance"], features["quotation"]) >= PLAINLY


def _identifier_missing(reading: Reading, entities: Entities, shown: Sequence[Ranked]) -> bool:
    """Whether an identifier of the question, by whatever name it is stored, is in nothing shown, nor the way to it."""
    numbered = [name.text for name in reading.names if name.kind == "identifier" and re.search(r"\d", name.text)]
    said = " ".join(text for one in shown for text in (*_texts(one), *(step.fact for step in one.candidate.path)))
    named = {
        text: [text, *(name for e in entities.get(text, ()) for name in (e.name, *e.aliases))] for text in numbered
    }
    return any(not any(within(name, said) for name in names) for names in named.values())


def _code_unheard(reading: Reading, ranked: Sequence[Ranked]) -> bool:
    """Whether a word of letters and digits, such as 3A or KV-318, stands in no candidate at all."""
    codes = [term for term in reading.terms if CODE.fullmatch(term) and not MEASURE.fullmatch(term)]
    if not codes:
        return False
    heard = " ".join(text for one in ranked for text in _texts(one)).casefold()
    return not any(code in heard for code in codes)


def _chain_unmet(reading: Reading, shown: Sequence[Ranked]) -> bool:
    """Whether a question leads through a thing ("Ida's bicycle") and nothing shown holds that or another word of it."""
    through = {stem for chain in reading.chains for noun in chain.relations[: chain.leading] for stem in content(noun)}
    rest = [term for term in reading.terms if term not in reading.weak]
    if not through & set(rest) or any(one.candidate.path for one in shown):
        return False
    said = {stem for one in shown for text in _texts(one) for stem in content(text)}
    return not any(nearness(term, stem) >= 0.5 for term in rest for stem in said)


def _unstated(reading: Reading, entities: Entities, ranked: Sequence[Ranked], shown: Sequence[Ranked]) -> str | None:
    """For a question that names somebody stored: why nothing stored of them answers it, or None."""
    if any(_answers(one) for one in shown):
        return (
            None if _type_met(reading, shown) else "no value of the type asked for is stored of whom the question names"
        )
    known = {stem for name in reading.names if entities.get(name.text) for stem in content(name.text)}
    terms = [term for term in reading.terms if term not in reading.weak and term not in known]
    own = [one for one in ranked if _about(one) >= ABOUT or one.candidate.episode]
    if any(_covers(one, term, reading) for term in terms for one in own):
        return None
    others = [one for one in ranked if one.candidate.fact and _about(one) < ABOUT]
    if any(_covers(one, term, reading, exactly=True) for term in terms for one in others):
        return "what is asked for is stored of others, and not of whom the question names"
    return _no_relation(reading, own)


def _answers(one: Ranked) -> bool:
    """Whether a shown candidate states an asked relation, or holds a good part of the question's words."""
    features = dict(one.features)
    if features.get("predicate", 0.0) >= 0.5:
        return True
    return max(features.get("relevance", 0.0), features.get("quotation", 0.0)) >= 0.5


def _about(one: Ranked) -> float:
    return dict(one.features).get("entity", 0.0)


def _covers(one: Ranked, term: str, reading: Reading, *, exactly: bool = False) -> bool:
    """Whether a candidate's text, or the words its relation is spoken of by, hold a term or a word near it."""
    stems = {word for text in _texts(one) for word in content(text)}
    if one.candidate.fact:
        stems |= vocabulary(reading.registry, one.candidate.fact.predicate)
    return term in stems or (not exactly and any(nearness(term, word) >= 0.5 for word in stems))


def _no_relation(reading: Reading, own: Sequence[Ranked]) -> str | None:
    """A known relation, plainly named, of which nothing is stored of the subject, nor any value that might be it."""
    typed = reading.value in {"person", "place"}
    plain = [one for one in reading.predicates if one.score_0_1 >= NAMED_RELATION and (one.noun or typed)]
    if plain and not any(_might(one, reading) for one in own):
        return "a known relation is asked for, and nothing is stored of it for whom the question names"
    return None


def _might(one: Ranked, reading: Reading) -> bool:
    fact = one.candidate.fact
    return bool(fact and reading.value and fits(reading.value, fact.object) == 1.0)
