"""What a sentence names or counts and no construction read: kept as the words it was said in, of its main subject."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from graphmem.extract.content import particular
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.frames import third_person, told_of
from graphmem.extract.lexicon import group, weight, words
from graphmem.extract.mentions import Ref
from graphmem.extract.parse import Token
from graphmem.extract.rivals import predicate_name

__all__ = ["remains"]

CONTENT = frozenset({"NOUN", "PROPN", "NUM", "ADJ"})
BREAKS = frozenset({",", ";", ":", "(", ")", "-", ".", "!", "?"})
LONGEST = 110  # characters of one remaining phrase
MOST = 3  # remaining phrases of one sentence
MENTAL = group("verbs", "think", "wonder", "know")


def remains(scenes: Sequence[Scene], made: Sequence[Draft]) -> list[Draft]:
    """A statement for each phrase of the sentence that holds a name, a number or a thing and was not read."""
    if not scenes or not all(_plain(scene) for scene in scenes):
        return []
    tokens = scenes[0].clause.tree.tokens
    spans = [(r.start, r.stop) for d in made for r in (d.object, d.subject) if r is not None and r.stop > r.start]
    read = {t.i for t in tokens if any(a <= t.start < b for a, b in spans)}
    found: list[Draft] = []
    for chunk in _chunks(tokens):
        scene = _over(scenes, chunk[0])
        part = [t for t in chunk if t.i not in read and t.i + 1 not in read and _content(scene, t)]
        if part and _called(tokens, chunk):
            continue
        if part and not read & {t.i for t in chunk if t.i > part[0].i and t.i < part[-1].i}:
            found.extend(_kept(scene, chunk, part))
    return found[:MOST]


def _plain(scene: Scene) -> bool:
    clause = scene.clause
    return clause.modality in {"asserted", "planned", "reported"} and not clause.negative and not scene.ended


def _chunks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The words between marks, but for what is said not to be so: "…, not Ben"."""
    parts = groupby(tokens, lambda token: token.low in BREAKS or token.pos == "PUNCT")
    chunks = (list(part) for marks, part in parts if not marks)
    return (chunk for chunk in chunks if chunk[0].low != "not")


def _called(tokens: Sequence[Token], chunk: Sequence[Token]) -> bool:
    """As in "that bus has gone, Rui": a name after a comma at the end is who is spoken to."""
    before = tokens[chunk[0].i - 1].low if chunk[0].i else ""
    rest = [t for t in tokens[chunk[-1].i + 1 :] if t.pos != "PUNCT"]
    listed = any(t.low == "," for t in tokens[: chunk[0].i - 1])
    return before == "," and not rest and not listed and all(t.pos == "PROPN" for t in chunk)


def _over(scenes: Sequence[Scene], token: Token) -> Scene:
    """The smallest clause that holds the token, else the first."""
    holding = [s for s in scenes if s.clause.first <= token.i <= s.clause.last]
    return min(holding, key=lambda s: s.clause.last - s.clause.first, default=scenes[0])


def _content(scene: Scene, token: Token) -> bool:
    subject = scene.clause.subject
    inside = subject >= 0 and token.i in scene.clause.tree.subtree(subject) and token.i < scene.clause.verb
    after = scene.clause.tree.tokens[token.i + 1 : token.i + 2]
    empty = token.low in group("nouns", "vague", "time_unit", "figure")
    empty = empty or (token.pos == "NOUN" and weight(token.low) == "nothing")
    empty = empty or (token.pos == "NUM" and any(t.low in words("nouns", "time_unit") for t in after))
    return token.pos in CONTENT and not inside and not empty and not scene.is_time(token.i)


def _kept(scene: Scene, chunk: Sequence[Token], part: Sequence[Token]) -> Iterator[Draft]:
    subject = told_of(scene)
    if subject is None or subject.kind == "addressee" or scene.clause.lemma in MENTAL:
        return
    if not _telling(subject, part):
        return
    tokens, first = scene.clause.tree.tokens, part[0].i
    by = ""
    while first > chunk[0].i and tokens[first - 1].pos in {"ADP", "DET", "ADJ", "NUM", "ADV", "PRON", "NOUN", "PROPN"}:
        first -= 1
        if tokens[first].pos == "ADP":
            by = tokens[first].low
            break
    start = tokens[first].stop + 1 if by else tokens[first].start
    if not 0 < part[-1].stop - start <= LONGEST:
        return
    value = replace(scene.phrases.span_value(start, part[-1].stop), value="text")
    after = part[0].i > scene.clause.verb
    name = predicate_name(f"{third_person(scene)} {by}" if after or by else "with")
    worded = "is" if scene.clause.lemma == "be" else scene.clause.lemma
    yield draft(scene, subject, name, value, "what remains of the sentence", words_=f"{worded} {by}")


def _telling(subject: Ref, part: Sequence[Token]) -> bool:
    """Whether the words name or count, or tell a thing of a third party."""
    hard = any((t.pos == "PROPN" and t.i > 0) or (t.pos == "NUM" and t.low not in {"one", "two"}) for t in part)
    thing = any(t.pos in {"NOUN", "PROPN"} and weight(t.low) == "thing" for t in part)
    return (
        hard
        or (thing and particular(subject))
        or (thing and subject.kind == "pronoun" and subject.name in {"he", "she", "they"})
    )
