"""Notes without a verb: a thing and where, with whom, when or how much: "Samples to lab 4", "Keys with Petr"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract.copula import OFTEN
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.endings import aimed_end
from graphmem.extract.lexicon import attribute, group, is_person_noun, weight, words
from graphmem.extract.mentions import Ref, RefKind
from graphmem.extract.parse import Token, is_verb
from graphmem.extract.rivals import predicate_name
from graphmem.extract.times import find_times
from graphmem.extract.values import value_run
from graphmem.registry import registry

__all__ = ["telegraphic", "verbless"]

PLACED = words("words", "noted")
NOMINAL = frozenset({"NOUN", "PROPN"})
LONGEST = 12  # words of a note


def verbless(scene: Scene) -> list[Draft]:
    """What a short sentence without a verb notes of its first noun phrase."""
    tokens = [t for t in scene.clause.tree.tokens if t.pos != "SPACE"]
    verbal = any((t.pos == "VERB" and not _is_thing(t)) or t.pos == "AUX" or t.tag[:1] == "W" for t in tokens)
    if not 2 <= len(tokens) <= LONGEST or verbal:
        return []
    if [t.low for t in tokens[:2]] == ["no", "more"]:
        return _no_more(scene, tokens[2:])
    head = _head(tokens)
    if head is None or not _notes(scene, tokens, head):
        return []
    return list(_noted(scene, _subject(scene, tokens[0], head), tokens[head.i + 1 :]))


def _no_more(scene: Scene, rest: Sequence[Token]) -> list[Draft]:
    """As in "No more crutches!", "no more Falcons for me": what one had, did or was on is over."""
    head = next((t for n, t in enumerate(rest) if t.pos in NOMINAL and _last_noun(rest, n)), None)
    if head is None or head.low in words("nouns", "vague"):
        return []
    return [aimed_end(scene, Ref("speaker", scene.start, scene.start, name="i"), scene.ref(head.i))]


def _last_noun(rest: Sequence[Token], n: int) -> bool:
    return n + 1 == len(rest) or rest[n + 1].pos not in NOMINAL


def _head(tokens: Sequence[Token]) -> Token | None:
    """The last noun of the noun phrase that the sentence begins with."""
    found = None
    for token in tokens:
        if DAY.match(token.low):
            break
        if (
            token.pos in NOMINAL
            or _is_thing(token)
            or (token.pos == "NUM" and found is not None and found.low in NUMBERED)
        ):
            found = token
        elif token.pos not in {"DET", "ADJ", "PRON"} or found is not None:
            break
    return found


NUMBERED = words("words", "group_names")
DAY = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)(?:s|rs|urs|nes|ur)?(?:day)?s?\.?$")


def _is_thing(token: Token) -> bool:
    """As in "Key with Bastien", "Ladder in the shed": a thing at the head, whatever the parser took it for."""
    return token.i == 0 and token.pos in {"ADJ", "VERB", "X", "INTJ"} and weight(token.low) == "thing"


def _notes(scene: Scene, tokens: Sequence[Token], head: Token) -> bool:
    """Whether the phrase names a thing that one notes something of: no praise, greeting or measure."""
    phrase = [t for t in tokens if t.i <= head.i]
    judged = group("adjectives", "evaluative", "mood") | words("words", "greeting") | words("words", "interjection")
    plain = re.sub(r"(\w)\1{2,}", r"\1", head.low)
    if phrase[0].low in words("nouns", "colour") and head.i == phrase[0].i:
        return False
    if {t.low for t in phrase} & judged or plain in judged or head.low in words("nouns", "vague"):
        return False
    opens = phrase[0].low in {"a", "an", "no", "some", "any", "what", "such", "this", "that"}
    definite = any(t.low in {"the", "my", "our", "his", "her", "their"} for t in phrase) or head.tag == "NNS"
    known = definite or weight(head.low) == "thing" or attribute(head.low) is not None or head.pos == "PROPN"
    return known and not opens and not scene.phrases.text[: head.start].rstrip().endswith(",")


def _subject(scene: Scene, first: Token, head: Token) -> Ref:
    ref = scene.ref(head.i)
    if ref.kind in {"name", "relation"} or ref.start > first.stop:
        return ref
    return replace(ref, definite=True, indefinite=False)


def _noted(scene: Scene, subject: Ref, rest: Sequence[Token]) -> Iterator[Draft]:
    while rest and rest[0].low in {"out", "back", "off", "on", "only", "up", "away", "still"} and len(rest) > 1:
        rest = rest[1:]
    if not rest or rest[0].pos == "PUNCT":
        return
    first, text = rest[0], scene.phrases.text
    moment = next(iter(find_times(text[first.start : scene.stop], scene.said_at)), None) if scene.said_at else None
    if moment is not None and moment.start == 0 and moment.role in {"at", "recurring", "none"}:
        value = scene.phrases.span_value(first.start + moment.core[0], first.start + moment.stop)
        often = OFTEN.match(value.name) is not None
        known = "frequency" if often else registry().known("date")
        yield draft(scene, subject, known, replace(value, value="date"), "a note of when", functional=often)
    elif first.low in PLACED and len(rest) > 1:
        yield from _placed(scene, subject, first, moment is not None and moment.start == 0)
    elif first.pos == "NUM" or first.text[:1] in "€$£":
        value = scene.phrases.span_value(first.start, max(first.stop, value_run(text, first.start)))
        if value.value in {"money", "amount", "time", "number"} and subject.kind == "thing":
            yield draft(scene, subject, "is", value, "a note of how much", typed=True, functional=True)


def _placed(scene: Scene, subject: Ref, preposition: Token, timed: bool) -> Iterator[Draft]:
    tree = scene.clause.tree
    target = tree.kid(preposition.i, "pobj") or next(
        (t for t in tree.tokens[preposition.i + 1 :] if t.pos in NOMINAL and t.i - preposition.i < 5), None
    )
    if target is None or timed or target.low in words("nouns", "vague") or scene.is_time(target.i):
        return
    value = scene.ref(target.i)
    name = "with" if preposition.low == "w/" else preposition.low
    if name == "for" and value.indefinite:  # "my kingdom for a horse"
        return
    if value.kind in {"pronoun", "addressee"} or weight(value.name.rsplit(" ", 1)[-1]) == "nothing":
        return
    yield draft(scene, subject, predicate_name(name), value, "a phrase without a verb", functional=True)


SPOKEN = re.compile(
    r"\b(?:i|you|he|she|it|we|they|is|are|was|were|am|be|been|has|have|had|will|would|can|could|do|does|did|not|never|if|who"
    r"|what|when|where|why|how|please|thanks|sorry|so|because)\b|n't\b|'(?:s|m|re|ve|ll|d)\b",
    re.IGNORECASE,
)
NOTE = re.compile(
    r"(?P<what>(?:[Tt]he |[Mm]y |[Oo]ur |[Nn]ew |[Ss]pare )*[A-Za-z][\w-]*(?: [\w-]+){0,2}?) "
    r"(?:still |now |back |again )?"
    r"(?:(?P<state>off|out|closed|shut|open|broken|full|empty|done|ready|gone|cancelled|canceled|booked|paid|signed|short"
    r"|free|locked|fixed|sold out|postponed|delayed|vacant)(?= |$)"
    r"|(?P<by>on|in|under|at|with|w/|behind|by|near|above|beside|opposite|inside|to|via) (?P<where>\S+(?: \S+){0,4}))"
    r"(?P<rest> .*)?$"
)


def telegraphic(whole: Scene) -> list[Draft]:
    """As in "Boss on leave, key under the mat", "pool closed till June": notes between commas, without a verb."""
    text = whole.phrases.text[whole.start : whole.stop]
    if SPOKEN.search(text) or len(text.split()) > LONGEST or text.rstrip().endswith("?"):
        return []
    made: list[Draft] = []
    at = whole.start
    for part in re.split(r"([,;.!])", text):
        match = NOTE.match(part.strip())
        begin = at + len(part) - len(part.lstrip())
        at += len(part)
        if match is not None:
            made.extend(_note(whole, match, begin))
    return made


def _of_note(head: Token, phrase: str) -> bool:
    """Whether a note may be of this thing or person: no order ("fill in …"), praise, number or colour."""
    first, *more = phrase.casefold().split()
    judged = group("adjectives", "evaluative", "mood") | words("words", "greeting") | words("words", "interjection")
    if first in judged | {"no", "a", "an", "what", "such"} or head.low in words("nouns", "colour"):
        return False
    thing = weight(head.low) == "thing" or attribute(head.low) is not None
    if is_verb(first) and (more or not thing):
        return False
    return thing or (head.text[:1].isupper() and head.pos == "PROPN")


def _has_done(tokens: Sequence[Token], begin: int, head: Token) -> bool:
    """Whether a verb with a subject stands before the head: "Mira quit Dahlen in May" is no note of a thing."""
    verbs = {t.i for t in tokens if begin < t.start < head.start and t.tag in {"VBZ", "VBP", "VBD"}}
    return any(t.dep in {"nsubj", "nsubjpass"} and t.head in verbs for t in tokens)


def _note(whole: Scene, match: re.Match[str], begin: int) -> Iterator[Draft]:
    """What one note says of its thing: a state, or where and with whom it is."""
    tokens = whole.clause.tree.tokens
    head = next((t for t in tokens if t.stop == begin + match.end("what")), None)
    if head is None or not _of_note(head, match["what"]) or _has_done(tokens, begin, head):
        return
    name = match["what"].removeprefix("The ").removeprefix("the ")
    proper = head.text[:1].isupper() and weight(head.low) != "thing"
    kind: RefKind = "name" if proper else "thing"
    person = "Person" if is_person_noun(head.low) or proper else "Thing"
    what = Ref(kind, begin, begin + match.end("what"), name=name, type=person, definite=True)
    part = "state" if match["state"] else "where"
    end = begin + match.end(part)
    inside = [t for t in tokens if head.stop < t.start < end]
    if part == "where" and any(t.tag in {"VBZ", "VBP", "VBD"} for t in inside):
        return
    value = whole.phrases.span_value(begin + match.start(part), begin + match.end(part))
    if part == "state" and kind == "thing":
        yield draft(whole, what, registry().known("status"), value, "a note of a state")
    elif part == "where" and not (whole.said_at and find_times(match["where"], whole.said_at)):
        name = "with" if match["by"] == "w/" else match["by"]
        yield draft(whole, what, predicate_name(name), replace(value, value="text"), "a note of where", functional=True)
