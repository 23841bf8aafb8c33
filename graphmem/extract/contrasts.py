"""What held before: "it was X until now", "before that, X", "previously X", beside what holds now."""

from __future__ import annotations

import re

from graphmem.extract.mentions import Ref
from graphmem.extract.values import value_type

__all__ = ["formerly"]

IT = r"(?:it|that|this|they|we|he|she)"
BE = r"(?:was|were|had been|has been|have been|used to be|'s been|'ve been|'d been)"
TIME = (
    r"(?:before(?: that| this| then)?|previously|formerly|earlier(?: (?:on|in the \w+|this \w+))?|"
    r"(?:up )?(?:until|till|to) (?:now|then|that point|today|yesterday|this point)|up to then|so far|originally|"
    r"in the past|at first|beforehand|prior to that)"
)
AT = r"(?:at |in |on |with |by |from |called |for )?(?:the |a |an )?"
NEW = rf"{AT}(?P<new>[^,;.!?()\n]+?(?:\.\d[^,;.!?()\n]*?)?)"
SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?:^|[,;(-]\s*|\b(?:and|but|while|whereas)\s+){TIME},? (?:{IT} ?{BE} |{BE} )?{NEW}\)?[.!\s]*$",
        rf"(?:^|[,;(-]\s*|\b(?:and|but|while|whereas)\s+){IT} ?{BE} {NEW},? {TIME}\)?[.!\s]*$",
        rf"(?:^|[,;(-]\s*){IT} (?:used to be|had been) {NEW}\)?[.!\s]*$",
    )
)
STILL = r"(?:(?:up )?(?:until|till) (?:then|that (?:day|date|point)))"
STAYS = r"(?:is|are|'s|'re|will be|'ll be|stays?|remains?|keeps? being)(?: still)?"
AGES = r"(?:\w+ ){0,3}?(?:years?|months?|weeks?|ages|decades?|a long time|a while)"
# What took the place of what: dated only by the beginning of the other.
PLACES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?:^|[,;(-]\s*|\b(?:and|but)\s+){STILL},? {IT} ?{STAYS} {NEW}[.!\s]*$",
        rf"(?:^|[,;(-]\s*|\b(?:and|but)\s+){IT} ?{STAYS} {NEW},? {STILL}[.!\s]*$",
        rf"\(was {NEW}\)[.!\s]*$",
        rf"[,(]? ?\b(?:instead of|in place of|replacing|rather than) {NEW}\)?[.!\s]*$",
        rf"[,(] ?(?:up|down) from {NEW}\)?[.!\s]*$",
        rf"[,;(-] ?(?:after|following) {AGES} {AT}{NEW}\)?[.!\s]*$",
    )
)
LONGEST = 6  # words of a value


def formerly(text: str, plain: str, start: int, stop: int, *, placed: bool = False) -> tuple[Ref, int] | None:
    """The value that held before, and where the words that say so begin; None when the segment tells of none.

    `placed`: by what took its place ("instead of X", "after years in X").
    """
    for shape in PLACES if placed else SHAPES:
        match = shape.search(plain[start:stop])
        if match is None or len(match["new"].split()) > LONGEST or UNSAID.search(match["new"]):
            continue
        begin, end = (start + place for place in match.span("new"))
        name = " ".join(text[begin:end].split())
        if value_type(name) != "text" or name[:1].isupper() or any(w[:1].isupper() for w in name.split()):
            return Ref("value", begin, end, name=name, type="Value", value=value_type(name)), start + match.start()
    return None


UNSAID = re.compile(r"\b(?:i|we|you|he|she|they|it|not|never|was|were|is|are|had|have|did)\b", re.IGNORECASE)
