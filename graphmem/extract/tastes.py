"""Likings in set phrases, and what one is put first: "I can't stand cumin", "jazz isn't my thing", "a tanner I was"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.lexicon import any_of, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.phrasings import span_of, speaker_of, words_of
from graphmem.registry import registry

__all__ = ["tastes"]

NAME = r"[^\W\d_a-z][\w'.-]*(?: [^\W\d_a-z][\w'.-]*)*"
WHO = rf"(?P<who>I|[Ww]e|[Hh]e|[Ss]he|[Mm]y [a-z-]+(?: [A-Z][\w-]+)?|{NAME})"
WHAT = r"(?:the |a |an |my |our |any |all |his |her )?(?P<what>\w[\w' -]*?)"
AFTER = any_of(words("words", "afterthought"))
STOPS = rf"(?=[.,;:!]|$| (?:{AFTER})\b)"
BEGINS = r"(?:^|[,;.] |\b(?:but|and|so|that|as) )"
BE = r"(?:'m|'re|'s| am| are| is| was)"
MUCH = r"(?:quite |really |very |so |totally |absolutely |exactly |big |big on |much of )?"
LIKED = (
    rf"{BE} {MUCH}(?:{any_of(words('tastes', 'is_liking'))})"
    rf"|(?: really| absolutely)? (?:{any_of(words('tastes', 'likes'))})"
)
DISLIKED = (
    rf"{BE}(?:n't| not) {MUCH}(?:{any_of(words('tastes', 'is_liking'))})|(?:{any_of(words('tastes', 'dislikes'))})"
)
TASTES = (
    (re.compile(rf"{BEGINS}{WHO}(?:{LIKED}) {WHAT}{STOPS}"), "likes"),
    (re.compile(rf"{BEGINS}{WHO}(?:{DISLIKED}) {WHAT}{STOPS}"), "dislikes"),
    (re.compile(rf"{BEGINS}{WHO}{BE} more (?:of )?an? {WHAT} (?:person|man|woman|guy|girl|type){STOPS}"), "likes"),
)
NOT_MINE = re.compile(
    rf"^(?:but |and |sorry,? |no,? )?(?P<what>\w[\w' -]*?) ?(?:{any_of(words('tastes', 'not_mine'))})", re.IGNORECASE
)
BEATS = re.compile(
    r"(?:^|[,;.] )(?P<what>\w[\w' -]*?) (?:beats?|trumps?|wins? over|(?:is|are) better than) [\w' -]+? for me\b"
    r"|\bI(?:'d| would)? (?:always |rather |much rather |sooner )?(?:take|pick|choose|have) (?:the |a |an )?"
    r"(?P<pick>[\w' -]+?) (?:over|rather than|instead of) [\w' -]+? (?:any day|any time|every (?:single )?time|always)",
    re.IGNORECASE,
)
POINTING = frozenset(
    [
        "it",
        "that",
        "this",
        "them",
        "these",
        "those",
        "you",
        "him",
        "her",
        "me",
        "us",
        "one",
        "nothing",
        "everything",
        "anything",
    ]
)


def tastes(whole: Scene, *, asked: bool) -> list[Draft]:
    """What the set phrases of one sentence say somebody likes, dislikes, prefers or is."""
    return [] if asked else [*_liked(whole), *_turned(whole)]


def _liked(whole: Scene) -> Iterator[Draft]:
    text = words_of(whole)
    for shape, name in TASTES:
        for match in shape.finditer(text):
            yield from _taste(whole, _holder(whole, match), name, span_of(whole, match, "what"))
    for match in NOT_MINE.finditer(text):
        yield from _taste(whole, speaker_of(whole), "dislikes", span_of(whole, match, "what"))
    for match in BEATS.finditer(text):
        value = span_of(whole, match, "what" if match["what"] else "pick")
        yield from _taste(whole, speaker_of(whole), "prefers", value)


def _taste(whole: Scene, who: Ref, name: str, value: Ref) -> Iterator[Draft]:
    if value.name.casefold().split()[-1] not in POINTING:
        why = "a taste, by a set phrase"
        yield draft(whole, who, registry().known(name), replace(value, value="text"), why)


def _holder(whole: Scene, match: re.Match[str]) -> Ref:
    """Who is told of: the reference of the last of these words."""
    stop = whole.start + match.end("who")
    token = next((t for t in whole.clause.tree.tokens if t.stop == stop), None)
    return whole.ref(token.i) if token is not None else speaker_of(whole)


TURNED = re.compile(
    r"(?:^|[,;.] (?:and |but )?)an? (?P<what>[a-z][\w -]*?) (?P<who>I|he|she)"
    r"(?: am|'m|'s| is| was|'ve been| have been| has been| became)(?=[.,;!]| for | since | by | now|$)",
    re.MULTILINE | re.IGNORECASE,
)


def _turned(whole: Scene) -> Iterator[Draft]:
    """As in "A tanner I was, for years. A florist I am.": what one is, put first."""
    for match in TURNED.finditer(words_of(whole)):
        who, value = _holder(whole, match), span_of(whole, match, "what")
        name = "occupation" if is_person_noun(value.name.casefold().rsplit(" ", 1)[-1]) else "is_a"
        made = draft(whole, who, registry().known(name), value, "what one is, put first")
        yield replace(made, aim="past") if match[0].rstrip().endswith(" was") else made
