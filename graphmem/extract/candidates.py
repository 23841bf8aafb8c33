"""Another's reading of a turn: what an `Extractor` gives, and what of it becomes a statement, word for word held."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from pydantic import Field

from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.model import Episode, Kind, Mention, Modality, Moment, SourceKind, Statement, Value, refusing
from graphmem.registry import Predicate, Registry

__all__ = ["Candidate", "Extractor", "Found", "candidate_of", "extractor_id", "statement_of"]

SPEAKER = frozenset({"i", "me", "my", "mine", "myself"})


class Candidate(Value):
    """What an extractor reads in a turn: a claim, and the words of the turn that state it.

    `quote` stands in the turn's text word for word, at `at` where it stands there more than once. `subject` and
    `object` are names that the text, or a turn before it, gives, or one of their speakers; "I" is the speaker. What
    stands for another name is given with the words that do: `subject="Rosa Lind's sister", subject_text="My sister"`.
    `functional` tells of a predicate that the registry does not know whether it has one value at a time.
    Raises Incorrect for fields that a candidate does not have, and for times without a zone.
    """

    subject: str = Field(min_length=1)
    predicate: str = Field(min_length=1)
    object: str | None = None
    quote: str = Field(min_length=1)
    at: int | None = None
    subject_text: str | None = None
    object_text: str | None = None
    subject_type: str | None = None
    object_type: str | None = None
    kind: Kind = "state"
    corrects: str | None = None
    polarity: bool = True
    modality: Modality = "asserted"
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    functional: bool = True
    why: str = ""

    def __init__(self, **given: Any) -> None:
        with refusing("candidate"):
            super().__init__(**given)


Found: TypeAlias = Candidate | Mapping[str, Any]


@runtime_checkable
class Extractor(Protocol):
    """Reads turns in the place of the shipped rules; what it gives passes the same gate.

    `name` and `version` are kept with every statement: a change of what is read is a new version. It is given one
    turn at a time, redacted, with the turns of its session that stand before it, oldest first, at most eight. An
    error, or a call that takes too long, loses nothing: the turn is kept unread, and the receipt says so.
    """

    name: str
    version: str

    def candidates(self, episode: Episode, before: Sequence[Episode]) -> Iterable[Found]:
        """What the turn states: candidates, or mappings with their fields."""
        ...


def extractor_id(extractor: Extractor) -> str:
    """Name and version, as statements carry them."""
    return f"{extractor.name}/{extractor.version}"


def candidate_of(found: Found) -> Candidate:
    """A candidate as given, or of a mapping. Raises Incorrect for one that is none."""
    if isinstance(found, Candidate):
        return found
    with refusing("candidate"):
        return Candidate.model_validate(dict(found) if isinstance(found, Mapping) else found)


@dataclass(frozen=True, slots=True)
class _Place:
    """A candidate where it was read: the turn and those before it, the predicate if it is known, the quote's span."""

    candidate: Candidate
    turns: tuple[Episode, ...]
    known: Predicate | None
    span: tuple[int, int]


def statement_of(
    candidate: Candidate, episode: Episode, before: Sequence[Episode], extractor: str, registry: Registry
) -> Statement | str:
    """The statement that a candidate makes; or why it is none: what it says does not stand in the text."""
    begin = _begin(candidate, episode.text)
    if begin is None:
        return f"its words {candidate.quote!r} do not stand in the text"
    known = registry.get(predicate_name(candidate.predicate))
    place = _Place(candidate, (episode, *before), known, (begin, begin + len(candidate.quote)))
    subject_type = candidate.subject_type or (known.subject if known else "Thing")
    named = {
        "subject": _mention(place, candidate.subject, candidate.subject_text, subject_type),
        "object": _value(place, candidate.object, candidate.object_text),
        "corrects": _value(place, candidate.corrects, None),
    }
    wrong = next((found for found in named.values() if isinstance(found, str)), None) or _misfit(candidate, known)
    return wrong or _statement(place, extractor, named)


def _statement(place: _Place, extractor: str, named: Mapping[str, Any]) -> Statement:
    candidate, episode, known = place.candidate, place.turns[0], place.known
    predicate = predicate_name(candidate.predicate)
    return Statement(
        episode=episode.id,
        kind=candidate.kind,
        predicate=predicate,
        slot=known.slot_of(named["object"].name if named["object"] else "") if known else open_slot(predicate),
        functional=known.functional if known else candidate.functional,
        polarity=candidate.polarity,
        modality=candidate.modality,
        claimed_from=candidate.valid_from,
        claimed_to=candidate.valid_to,
        start=place.span[0],
        stop=place.span[1],
        source_kind=_source_kind(episode, named["subject"]),
        extractor=extractor,
        why=candidate.why or f"read by {extractor}",
        **named,
    )


def _begin(candidate: Candidate, text: str) -> int | None:
    """Where the quote begins; None where it does not stand."""
    if candidate.at is not None:
        there = candidate.at >= 0 and text.startswith(candidate.quote, candidate.at)
        return candidate.at if there else None
    begin = text.find(candidate.quote)
    return None if begin < 0 else begin


def _value(place: _Place, name: str | None, words: str | None) -> Mention | str | None:
    if name is None:
        return None
    return _mention(place, name, words, place.candidate.object_type or (place.known.object if place.known else "Value"))


def _mention(place: _Place, name: str, words: str | None, kind: str) -> Mention | str:
    """A name with its place in the text; a reason where nothing in the text or before it gives the name."""
    tidy, turn = " ".join(name.split()), place.turns[0]
    if tidy.casefold() in SPEAKER and turn.speaker:
        tidy, words = turn.speaker, words or name
    if kind == "Thing" and tidy == turn.speaker:
        kind = "Person"
    found = _found(tidy if words is None else words, turn.text, place.span)
    if found is not None:
        return Mention(text=turn.text[slice(*found)], start=found[0], stop=found[1], name=tidy, type=kind)
    if words is not None and tidy != turn.speaker:
        return f"the words {words!r} do not stand in the text"
    if not _told(tidy, place.turns):
        return f"{tidy!r} is neither said in the text or before it, nor one of their speakers"
    return Mention(text="", start=place.span[0], stop=place.span[0], name=tidy, type=kind)


def _found(words: str, text: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """Where words stand, whole: in the span if they do, else anywhere in the text."""
    pattern = re.compile(rf"(?<!\w){re.escape(words.strip())}(?!\w)", re.IGNORECASE)
    found = pattern.search(text, *span) or pattern.search(text)
    return found.span() if found and words.strip() else None


def _told(name: str, turns: Sequence[Episode]) -> bool:
    spoken = {turn.speaker.casefold() for turn in turns if turn.speaker}
    return name.casefold() in spoken or any(_found(name, turn.text, (0, 0)) for turn in turns)


def _misfit(candidate: Candidate, known: Predicate | None) -> str:
    """Why a value cannot be one of the predicate's."""
    if known is None or candidate.object_type is None or "Thing" in {known.object, candidate.object_type}:
        return ""
    fits = candidate.object_type == known.object
    return "" if fits else f"{known.name} takes a {known.object}, not a {candidate.object_type}"


def _source_kind(episode: Episode, subject: Mention) -> SourceKind:
    other = subject.type == "Person" and subject.name != episode.speaker
    return "report" if episode.source_kind == "user_statement" and other else episode.source_kind
