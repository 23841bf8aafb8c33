"""The write policy: what becomes of one statement, and why. Default: not kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphmem.caches import of_texts
from graphmem.extract.language import language
from graphmem.extract.moods import handed_over
from graphmem.extract.segment import QUOTE, Segment
from graphmem.gate.instructions import (
    CACHED_TEXTS,
    first_instruction,
    foreign,
    instructs,
    orders,
    policy_pattern,
    sentences,
    word_list,
)
from graphmem.gate.redact import BLANK
from graphmem.gate.special import is_special, told_of_another
from graphmem.model import Episode, Mention, Modality, SourceKind, Statement, Verdict
from graphmem.registry import Registry

__all__ = ["Judgement", "first_instruction", "instructs", "judge"]

UNCLAIMED: dict[Modality, str] = {
    "asked": "a question claims nothing",
    "hypothetical": "a supposition claims nothing",
    "joking": "a joke claims nothing",
}


HOPE = re.compile(r"(?:i |we )?(?:really |just )?(?:hope|hoping|wish|fingers crossed|let's hope)\b", re.IGNORECASE)
LIKENESS = re.compile(
    r"(?:'s|'re|\b(?:is|are|was|were|feels|felt|looks|looked|sounds|seems)) (?:\w+ )?like\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the gate decided on a statement, and the reason a receipt shows.

    `again`: a second occurrence, in another session, is enough for it to count.
    """

    decision: Verdict
    reason: str
    again: bool = False


def judge(statement: Statement, episode: Episode, registry: Registry) -> Judgement:
    """Whether a statement is kept: the first rule that speaks against it, else kept for what speaks for it.

    Quarantine comes before anything else, so that a poisoned source shows as one.
    """
    for rule in RULES:
        judgement = rule(statement, episode, registry)
        if judgement is not None:
            return judgement
    return Judgement("kept", _why_kept(statement, episode))


Rule = Callable[[Statement, Episode, Registry], Judgement | None]


def _poisoned(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    """Text that instructs its reader; in a foreign source all that follows as well."""
    found = first_instruction(episode.text, episode.role, episode.source_kind)
    if found and statement.stop > found[0]:
        return Judgement("quarantined", f"{found[1]}; the rest of the source is not trusted")
    piece = _piece(statement, episode)
    reason = instructs(episode.text[piece.start : piece.stop], episode.role, episode.source_kind) if piece else None
    return Judgement("quarantined", reason) if reason else None


def _source_of(statement: Statement, episode: Episode) -> SourceKind:
    """The kind of source that the policy judges a statement by: an inference, an assistant's words, or as it says."""
    kinds = (statement.source_kind, episode.source_kind)
    if "inference" in kinds or statement.evidence == "inferred":
        return "inference"
    assistant = episode.role == "assistant" or "assistant_message" in kinds
    return "assistant_message" if assistant else statement.source_kind


def _refused(statement: Statement, episode: Episode, registry: Registry) -> Judgement | None:
    """What the policy keeps nothing of: a kind of source, a relation, a type."""
    policy, source = registry.policy, _source_of(statement, episode)
    if policy.source(source).decision == "skip":
        nobody = "an assistant's words are nobody's statement"
        return Judgement("skipped", nobody if source == "assistant_message" else f"the policy keeps no {source}")
    wanted = policy.predicate(statement.predicate)
    if wanted.decision == "skip":
        return Judgement("skipped", f"the policy keeps no {statement.predicate}")
    if wanted.sources and source not in wanted.sources:
        return Judgement("skipped", f"the policy takes {statement.predicate} from no {source}")
    types = [mention.type for mention in (statement.subject, statement.object) if mention is not None]
    strange = next((one for one in types if one not in policy.types.allowed), None)
    return Judgement("skipped", f"the policy keeps nothing of the type {strange}") if strange else None


def _unclaimed(statement: Statement, _: Episode, __: Registry) -> Judgement | None:
    reason = UNCLAIMED.get(statement.modality)
    return Judgement("skipped", reason) if reason else None


def _wished(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    """A hope, or a likeness: neither says that anything is so."""
    words = episode.text[statement.start : statement.stop].strip()
    if HOPE.match(words):
        return Judgement("skipped", "a hope claims nothing")
    before = episode.text[statement.start : statement.object.start] if statement.object else ""
    likened = statement.predicate in {"likes", "is_like", "is"} and LIKENESS.search(before)
    return Judgement("skipped", "a comparison claims nothing") if likened else None


def _quoted(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    piece = _piece(statement, episode)
    if piece is None or statement.stop <= statement.start:
        return None
    begin = _told_at(statement)[0]
    if _inside_quotation(statement, episode) or (piece.kind == "quotation" and not piece.quotes):
        return Judgement("skipped", "quoted: somebody's words, not the speaker's claim")
    given = handed_over(episode.text)
    if given and given[0] <= begin < given[1]:
        return Judgement("skipped", "a text given to be worked on, not the speaker's claim")
    return Judgement("skipped", "part of code, not of what is said") if piece.kind == "code" else None


def _untranslated(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    """A sentence of another language, which the parse does not know; labels and their values pass."""
    piece = _piece(statement, episode)
    if piece is None or piece.kind not in ("sentence", "fragment"):
        return None
    written = language(episode.text[piece.start : piece.stop])
    return (
        None if written == "English" else Judgement("skipped", f"written in {written}: only English is read for facts")
    )


def _headed(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    """The head of a mail: whom it is from and to, and when."""
    piece = _piece(statement, episode)
    if piece is None or piece.label is None:
        return None
    label = episode.text[slice(*piece.label)].strip().casefold()
    return Judgement("skipped", "a line of a mail's head") if label in word_list("mail_headers") else None


RIGHTS = r"(?<!\w)<<rights_words>>(?!\w)"


def _entitling(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    """What a tool or document says that somebody may do, or up to what sum, is for a person to say."""
    piece = _piece(statement, episode) if foreign(episode.role, episode.source_kind) else None
    if piece is None or not policy_pattern(RIGHTS).search(episode.text, piece.start, piece.stop):
        return None
    return Judgement("review", "a tool or document gives a right or a limit: a person has to confirm it")


def _foreign_address(statement: Statement, episode: Episode, _: Registry) -> Judgement | None:
    piece = _piece(statement, episode) if foreign(episode.role, episode.source_kind) else None
    if piece and piece.kind != "label_value" and orders(episode.text[piece.start : piece.stop]):
        return Judgement("skipped", "a tool or document speaks to its reader: only third-person statements pass")
    return None


def _nobody(statement: Statement, _: Episode, __: Registry) -> Judgement | None:
    if _generic(statement.subject):
        return Judgement("skipped", f"its subject, {statement.subject.name!r}, is nobody that is named or known")
    return None


def _empty(statement: Statement, _: Episode, __: Registry) -> Judgement | None:
    if statement.object is None:
        return None if statement.kind == "end" else Judgement("skipped", "no value is stated")
    value = statement.object.text.strip() or statement.object.name.strip()
    if BLANK in value or BLANK in statement.subject.name:
        return Judgement("skipped", "a secret stood there and was blanked")
    if value.lower() in word_list("empty_values") and statement.object.name.lower() in word_list("empty_values"):
        return Judgement("skipped", f"its value, {value!r}, says nothing")
    chatted = policy_pattern("<<chat_values>>").fullmatch(statement.object.name.strip() or value)
    if chatted and statement.subject.type == "Person":
        return Judgement("skipped", "politeness or mood, nothing that lasts")
    return None


def _confirmed_first(statement: Statement, episode: Episode, registry: Registry) -> Judgement | None:
    """What the policy keeps only once a person, or for an inference a second occurrence, has confirmed it."""
    source = _source_of(statement, episode)
    if registry.policy.predicate(statement.predicate).decision == "review":
        return Judgement("review", f"the policy wants a person to confirm {statement.predicate}")
    if source == "inference":
        return Judgement("review", "inferred: waits for a second occurrence or a confirmation", again=True)
    waits = registry.policy.source(source).decision == "review"
    return Judgement("review", f"the policy wants a person to confirm what a {source} says") if waits else None


def _special(statement: Statement, episode: Episode, registry: Registry) -> Judgement | None:
    """Special categories pass only as somebody's plain word of themselves, their kin, or a guest's diet."""
    words = _words_of(statement, episode)
    elsewhere = foreign(episode.role, episode.source_kind)
    own = words if elsewhere else " ".join(_parts(statement))
    if not is_special(statement, registry, own):
        return None
    special = registry.policy.special
    if not special.purpose:
        return Judgement("review", "of a special category, and the policy names no purpose to keep it for")
    if statement.source_kind not in special.sources or elsewhere:
        return Judgement("review", "of a special category, and nobody stated it")
    if policy_pattern(r"\b<<hedges>>\b").search(words):
        return Judgement("review", "of a special category, and only supposed")
    if told_of_another(statement, episode):
        return Judgement("review", "of a special category, and told of somebody else")
    return None


RULES: tuple[Rule, ...] = (
    _poisoned,
    _refused,
    _unclaimed,
    _wished,
    _quoted,
    _untranslated,
    _headed,
    _foreign_address,
    _nobody,
    _empty,
    _special,
    _confirmed_first,
    _entitling,
)


def _why_kept(statement: Statement, episode: Episode) -> str:
    name = statement.subject.name
    whose = "a participant" if episode.speaker and name == episode.speaker else "a named or known subject"
    return f"{whose} with a value, stated in a {episode.source_kind}"


# --- what the rules look at -----------------------------------------------------------------------------------------


def _inside_quotation(statement: Statement, episode: Episode) -> bool:
    """Whether the value stands in a quotation that is longer than itself: a title is quoted whole."""
    begin, end = _told_at(statement)
    return any(
        start <= begin and end <= stop and stop - start > end - begin + 4 for start, stop in _quotations(episode.text)
    )


def _told_at(statement: Statement) -> tuple[int, int]:
    """Where the value stands; the whole statement where it has none in the text."""
    value = statement.object
    return (value.start, value.stop) if value and value.stop > value.start else (statement.start, statement.stop)


def _piece(statement: Statement, episode: Episode) -> Segment | None:
    """The segment in which a statement stands; None for a structured one."""
    if statement.extractor.startswith("structured"):
        return None
    pieces = sentences(episode.text)
    place = bisect_right(pieces, statement.start, key=lambda piece: piece.start) - 1
    if place < 0 or pieces[place].stop <= statement.start:
        return None
    return pieces[place]


def _words_of(statement: Statement, episode: Episode) -> str:
    piece = _piece(statement, episode)
    own = " ".join(_parts(statement))
    return f"{own} {episode.text[piece.start : piece.stop]}" if piece else own


def _parts(statement: Statement) -> Iterator[str]:
    yield statement.predicate.replace("_", " ")
    yield from (mention.name for mention in (statement.subject, statement.object) if mention)


NAMED = re.compile(r"[^\W\d_]*[A-ZÀ-ÖØ-Þ]|\d|[^\x00-\u024f]")  # a capital, a figure, or a script without capitals


def _generic(subject: Mention) -> bool:
    """Whether a subject is a pronoun that stands for nobody, "people", "some man"."""
    name = subject.name.strip()
    if not name or name.lower() in word_list("generic_subjects"):
        return True
    return policy_pattern("<<indefinite>>").match(name) is not None and not NAMED.search(name[1:]) and not subject.also


@of_texts(maxsize=CACHED_TEXTS)
def _quotations(text: str) -> tuple[tuple[int, int], ...]:
    """The quoted passages of a text: its sentences may end inside of one."""
    return tuple(match.span() for match in QUOTE.finditer(text))
