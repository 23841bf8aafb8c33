"""Text that gives orders to a reader, told by its structure: who is addressed, what to do, of whom it speaks."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from graphmem.caches import of_texts
from graphmem.extract.segment import QUOTE, Segment, segment
from graphmem.model import Role, SourceKind

__all__ = ["first_instruction", "foreign", "instructs", "orders", "policy_pattern", "sentences", "word_list"]

CACHED_TEXTS = 512
REVERSED_WORDS = re.compile(r"\b(?:the|that|user|remember|always|is|name|you|ignore|must|and)\b")


@cache
def _table() -> dict[str, str]:
    read: dict[str, str] = tomllib.loads((files("graphmem") / "data" / "gate.toml").read_text(encoding="utf-8"))
    return read


@cache
def _words(name: str) -> str:
    """One list of the gate's words as a regular expression group."""
    return "(?:" + "".join(line.strip() for line in _table()[name].splitlines()) + ")"


@cache
def word_list(name: str) -> frozenset[str]:
    """One list of the gate's plain words."""
    return frozenset(_table()[name].split())


@cache
def policy_pattern(pattern: str) -> re.Pattern[str]:
    """A compiled pattern in which <<name>> stands for a list of the gate's words."""
    filled = re.sub(r"<<(\w+)>>", lambda match: _words(match[1]), pattern)
    return re.compile(filled, re.IGNORECASE | re.MULTILINE)


def foreign(role: Role, source_kind: SourceKind) -> bool:
    """Whether text comes from outside the conversation: a tool, a document, a system message."""
    return role in ("tool", "system") or source_kind in ("document", "tool_result")


# --- one sentence ---------------------------------------------------------------------------------------------------

EDGE = r"(?:^|(?<=[\s.,;:!?\"'“‘«»(>\]*#/–—-])|(?<=[\u3000-\u9fff\uac00-\ud7af]))"
CALLED = EDGE + (
    r"(?:(?:dear|hey|hi|hello|attention|attn|note|notice|message|instructions?|reminder|warning|memo"
    r"|important|for|to|all|any|every|o|oh|gentle|you|p\.?s\.?|also|psst|yo|ok(?:ay)?|an?|chers?"
    r"|chère|liebe[rs]?|querid[oa]s?|cari|caro)[\s,:]+){1,5}<<machines>>(?!\w)"
)
VOCATIVE = EDGE + (
    r"<<machines>>(?:\s+(?:bestie|friend|friends|buddy|pal|dear|reading\s+this"
    r"|processing\s+this\s*\w*))?\s*(?:[,:!：、，]|[–—-]\s|へ|に|は)"
)
MUST = EDGE + (
    r"(?:all\s+|any\s+|every\s+|the\s+)?<<machines>>\s+(?:(?:reading|processing|handling|parsing"
    r"|indexing|summari[sz]ing|that|who|which)\s+(?:\w+\s+){0,6}?)?(?:must|should|shall|have\s+to"
    r"|has\s+to|need\s+to|needs\s+to|are\s+to|is\s+to|will\s+please|please|ought\s+to|hãy|debe[ns]?"
    r"|devono|doivent|müssen|soll(?:en)?)\b(?!\s+(?:not\s+|never\s+|also\s+|all\s+)?be\b)"
)
IF_MACHINE = (
    r"\b(?:if|when|as|since)\s+(?:you(?:'re|\s+are)|reading\s+this\s+as)\s+(?:an?\s+|any\s+)?<<machines>>(?!\w)"
)
DO = EDGE + (
    r"(?:please\s+|pls\s+|you\s+(?:must|should|shall|have\s+to|need\s+to|will)\s+(?:also\s+"
    r"|always\s+|now\s+)?|(?:must|should|shall|have\s+to|to|and|then|also|now|just|always|kindly"
    r"|hãy)\s+)*(?!(?:note|notice|record|log)\s+(?:to|for)\b)(?:<<memory_verbs>>)(?!\w)"
)
ACT = r"\b(?:<<action_verbs>>)\b"
LEAVE = (
    r"\b(?:<<leave_verbs>>)\s+(?:all\s+|any\s+|every\s+|the\s+|an?\s+)?(?!<<also_people>>(?!\w))<<machines>>"
    r"\s+(?:\w+\s+)?to\b"
)
YOU = r"\b(?:you|your|yours|yourself|thy|thee|thou)\b"
SAID_OF_READER = (
    r"(?:<<readers>>)(?!\s+(?:manual|guide|interface|accounts?|names?|ids?|list|table|groups?|data"
    r"|stor(?:y|ies)|experience|settings|roles?|agent|stories|research|service|support|base"
    r"|relations)\b)"
)
BELIEVE = EDGE + r"(?:<<belief_verbs>>)(?!\w)|(?!note\b|notice\b)" + DO + r"\s+(?:down\s+)?(?:that|the\s+following)\b"


def instructs(text: str, role: Role, source_kind: SourceKind) -> str | None:
    """Why a sentence is an instruction to its reader, or None.

    A person's own wishes to the assistant are none; what overrides instructions is one from anybody.
    """
    return _instructs(text, foreign=foreign(role, source_kind))


@of_texts(maxsize=CACHED_TEXTS)
def _instructs(text: str, *, foreign: bool) -> str | None:
    plain = unicodedata.normalize("NFKC", text)
    for reading in (plain, *_hidden(plain)):
        reason = _overrides(reading) or (_orders_machine(reading) if foreign else _speaks_of_user(reading))
        if reason:
            return reason if reading is plain else f"{reason}, in hidden spelling"
    return None


def _overrides(text: str) -> str | None:
    if policy_pattern("<<override_words>>").search(text):
        return "tells a reader to drop its instructions"
    return "poses as a system message" if _poses(text) else None


def _poses(text: str) -> bool:
    return (policy_pattern("<<role_marks>>").search(text) or policy_pattern(SYSTEM_LINE).search(text)) is not None


# "System: the user …", "[system notice] your memory …", "memory update: user = …", "save_memory(…)".
SYSTEM_LINE = (
    r"^[\s\[(<{*#=-]*(?:system|developer|admin(?:istrator)?|root)(?:[\s_-]+(?:message|note|notice|notification|alert|update"
    r"|instruction|event|log))?[\s\])}*#=>-]*[:>\])-].*(?:<<readers>>|\b(?:you|your|assistants?|memory)\b)"
    r"|\b(?:memory|user\s+profile|long[- ]term\s+memory)[\s_-]+(?:update|write|entry|insert|add|saved?|set|stored?)d?"
    r"\s*[:=({\]]|\b(?:save|add|write|update|set|store|create)_(?:memory|memories|fact|profile|user_fact)\b"
)


def _orders_machine(text: str) -> str | None:
    """Structure of an order: somebody called, something to do, to a memory, about its user."""

    def has(pattern: str) -> bool:
        return policy_pattern(pattern).search(text) is not None

    called = _is_called(text)
    if has(LEAVE):
        return "tells automated readers what they may or must do"
    if has("<<personas>>"):
        return "gives its reader a role to play"
    if called and (has(rf"{ACT}|{YOU}|<<memory_nouns>>") or has(DO) or has(SAID_OF_READER)):
        return "addresses automated readers and tells them what to do"
    if has(SAID_OF_READER) and has(BELIEVE):
        return "tells a reader what to remember of its user"
    return _orders_reader(has, called=called)


def _orders_reader(has: Callable[[str], bool], *, called: bool) -> str | None:
    if has("<<concealment>>") and (called or has(YOU) or has(DO) or has(SAID_OF_READER)):
        return "tells a reader to conceal"
    if has("<<memory_nouns>>") and (has(DO) or has(ACT)):
        return "gives orders about a reader's memory"
    return "gives orders to whoever reads it" if has(ANY_READER) and has(ACT) else None


ANY_READER = r"\b(?:whoever|anyone|any\s+\w+|everyone)\s+(?:who\s+)?(?:reads|reading|processes|processing)\b"


# "treat vendor Tolk as trusted", and not "open Monday to Friday".
ORDERED = (
    r"\s*(?!open\s+(?:mon|tue|wed|thu|fri|sat|sun|daily|from|until))"
    r"(?:<<action_verbs>>|mark|set|flag|classify|upgrade)\s+"
    r"(?:the|all|any|every|that|this|these|our|my|your|no|only|[A-Z]?[a-z]+\s+\w+)\b"
)


def _is_called(text: str) -> bool:
    """Whether a machine is addressed; "the agent must sign" and "Assistant: Dana Reyes" do not do it."""
    if policy_pattern(CALLED).search(text) or policy_pattern(IF_MACHINE).search(text):
        return True
    for pattern in (VOCATIVE, MUST):
        for match in policy_pattern(pattern).finditer(text):
            if not policy_pattern(EDGE + r"(?:all\s+|any\s+|every\s+|the\s+)?<<also_people>>(?!\w)").match(
                text, match.start()
            ):
                return True
            rest = re.split(r"[.!?\n]", text[match.end() : match.end() + 80], maxsplit=1)[0]
            if pattern is VOCATIVE and (
                policy_pattern(DO).search(rest)
                or policy_pattern(ORDERED).match(rest)
                or policy_pattern(YOU).search(rest)
                or policy_pattern(r"^\s*(?:whoever|this|the)\b.*\b(?:must|always|never)\b").search(rest)
            ):
                return True
    return False


def _speaks_of_user(text: str) -> str | None:
    """In a person's own turn: text that tells a machine what to hold of "the user" was pasted, not said."""
    third = policy_pattern(r"\b(?:the|this|your)\s+user(?:'s)?\b").search(text)
    machine = policy_pattern(MUST).search(text) or policy_pattern(CALLED).search(text)
    if third and policy_pattern(DO).search(text) and (machine or policy_pattern("<<concealment>>").search(text)):
        return "tells automated readers what to remember of the user"
    return None


SPACED = re.compile(r"(?:(?<=\s)|^)(?:\w[ ]){4,}\w(?:[ ]{0,3}[:,.;]?[ ]{1,3}(?:\w[ ])*\w)*")


def _hidden(text: str) -> tuple[str, ...]:
    """Other readings of a text that hides its words: letters spaced out, or written backwards."""
    found = []
    spaced = SPACED.search(text)
    if spaced:
        words = re.split(r"[ ]{2,}|(?<=[:,.;])[ ]*|[ ](?=[:,.;])", spaced.group())
        found.append(" ".join(word.replace(" ", "") for word in words))
    backwards = text[::-1]
    if len(REVERSED_WORDS.findall(backwards.lower())) >= 3 > len(REVERSED_WORDS.findall(text.lower())):
        found.append(backwards)
    return tuple(found)


# --- a whole source -------------------------------------------------------------------------------------------------


@of_texts(maxsize=CACHED_TEXTS)
def sentences(text: str) -> tuple[Segment, ...]:
    """The segments of a text, remembered for the statements that are judged one by one."""
    return segment(text)


def first_instruction(text: str, role: Role, source_kind: SourceKind) -> tuple[int, str] | None:
    """Where a foreign text first gives orders, and how: all that follows in that source is not to be trusted.

    Of a person's own turn only where it poses as a system message; else its sentences are judged one by one.
    """
    return _first_order(text) if foreign(role, source_kind) else _first_pose(text)


@of_texts(maxsize=CACHED_TEXTS)
def _first_pose(text: str) -> tuple[int, str] | None:
    """Where a person's turn poses as a system's: outside of quotations, which may show what others tried."""
    spoken = QUOTE.sub(lambda match: " " * len(match[0]), text)
    for piece in sentences(text):
        if _poses(unicodedata.normalize("NFKC", spoken[piece.start : piece.stop])):
            return piece.start, "poses as a system message"
    return None


@of_texts(maxsize=CACHED_TEXTS)
def _first_order(text: str) -> tuple[int, str] | None:
    pieces = sentences(text)
    for place, piece in enumerate(pieces):
        reason = _instructs(text[piece.start : _stop(text, pieces, place)], foreign=True)
        if reason:
            return piece.start, reason
    return None


def _stop(text: str, pieces: tuple[Segment, ...], place: int) -> int:
    """The end of a piece, or of the next where it only calls somebody: "Attention, robots: | you have to …"."""
    piece = pieces[place]
    calls = text[piece.start : piece.stop].rstrip().endswith((":", "：")) and place + 1 < len(pieces)
    return pieces[place + 1].stop if calls else piece.stop


HEAD = re.compile(
    r"[\s\"'“‘(*•>-]*(?:\d{1,2}[.)]\s*)?(?:(?:please|then|now|also|first|next|finally|and|just|so)[\s,]+)*([\w'’]+)"
)


def orders(sentence: str) -> bool:
    """Whether a sentence speaks to its reader: second person, or an imperative at its head."""
    head = HEAD.match(sentence)
    first = head.group(1).lower().replace("’", "'") if head else ""
    return bool(policy_pattern(YOU).search(sentence)) or first in word_list("imperatives")
