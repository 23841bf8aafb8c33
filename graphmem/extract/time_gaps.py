"""Times that only date a clause are gaps in the words the parser sees: "so from Monday the club meets"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from graphmem.extract.normalise import blank
from graphmem.extract.times import TimeExpression, find_times

__all__ = ["without_gaps"]

# A date in brackets after another: "since Whit Monday (9 June)".
BESIDE = re.compile(r"\s*\([^()]{0,30}\d[^()]{0,20}\)(?=\s+\S)")
# After these words a clause begins.
OPENED = re.compile(
    r"(?:[,;:(]|(?<!\w)(?:that|but|so|and|or|because|why|while|whereas|though|although|as|where|which|who|if|when|then|"
    r"knows?|note|means))\s*$",
    re.IGNORECASE,
)
# What a clause begins with: a pronoun, an article, a possessive, a name; "May" of "in April, May" is none.
SUBJECT = re.compile(
    r",?\s+(?:(?i:i|we|he|she|it|they|you|there|this|that|these|those|the|a|an|my|our|his|her|its|their|your|everyone|"
    r"everybody|nobody|all|both|each|no|some|somebody|someone|who)(?:'\w+)?\b|[A-Z][\w'-]+\s+(?!and\b|or\b|to\b)\w)",
)
LATER_SUBJECT = re.compile(r",?\s+[a-z]{3,}s?\s+(?:is|are|will|was|were|has|have|costs?|runs?|goes|go|opens?|meets?)\b")
PARTICIPLE = re.compile(r"(?:starting|beginning|commencing|effective|with\s+(?:immediate\s+)?effect)\b", re.IGNORECASE)
BOUNDING = frozenset({"at", "start", "stop", "both", "duration_forward", "duration_back"})


def without_gaps(words: str, said_at: datetime) -> str:
    """The words, of the same length, without the times at the head of a clause, between commas or before "is".

    Those that begin with a participle ("starting Monday") go too: the parser takes it for a verb.
    """
    times = list(find_times(words, said_at))
    spans = [span for n, time in enumerate(times) for span in _gap(words, times, n, time)]
    gapped = blank(words, spans)
    return gapped.replace(",", " ", 1) if spans and gapped.lstrip().startswith(",") else gapped


def _gap(words: str, times: list[TimeExpression], n: int, time: TimeExpression) -> Iterator[tuple[int, int]]:
    before, after = words[: time.start], words[time.stop :]
    owner = OWNER.match(words, time.stop) if time.reason.startswith(POSSESSIVE) else None
    if owner is not None and (not before.strip() or OPENED.search(before)):
        yield time.start, owner.end()
        return
    beside = BESIDE.match(words, time.stop)
    stop = beside.end() if beside is not None else time.stop
    if not before.strip():
        if after.strip(" ,.;:!?-"):
            yield time.start, stop
        return
    if PARTICIPLE.match(words, time.start):
        yield time.start, stop
        return
    listed = n > 0 and not words[times[n - 1].stop : time.start].strip(" ,").removeprefix("and").strip()
    if time.role not in BOUNDING or listed or time.of_day:
        return
    opened = OPENED.search(before)
    if opened and (SUBJECT.match(words, stop) or LATER_SUBJECT.match(words, stop)):
        yield time.start, _past_comma(words, stop)
    elif _between_commas(words, time.start, stop):
        yield before.rstrip().rfind(","), _past_comma(words, stop)
    elif before.rstrip()[-1:].isalpha() and (VALUED if time.role == "at" else COPULA).match(words, stop):
        yield time.start, stop


# "The fee until May is 40", "the coach in 2022 was Rudi"; not "the match on Friday was moved to Sunday".
COPULA = re.compile(r"\s+(?:is|are|was|were|will\s+be|costs?|amounts?)\s+(?!due\b|on\b)")
VALUED = re.compile(r"\s+(?:is|are|was|were|will\s+be)\s+(?:[\d$€£]|[A-Z]|an?\s|the\s|at\s)")


# "May's book is …", "last year's winner was …": the noun has its value for that time.
POSSESSIVE = "possessive"
OWNER = re.compile(r"'s?(?=\s+(?:[a-z-]+\s+){1,3}(?:is|are|was|were|will\s+be)\b)")


def _past_comma(words: str, stop: int) -> int:
    rest = words[stop:]
    return stop + len(rest) - len(rest.lstrip()) + 1 if rest.lstrip().startswith(",") else stop


def _between_commas(words: str, start: int, stop: int) -> bool:
    """As in "the fee, from Monday, is 40": words on both sides, and a verb that goes on."""
    aside = words[:start].rstrip().endswith(",") and words[stop:].lstrip().startswith(",")
    return aside and GOING_ON.match(words, stop) is not None


GOING_ON = re.compile(
    r"\s*,\s*(?:is|are|was|were|will|has|have|had|costs?|runs?|goes|opens?|meets?|works?|lives?|does|do|did|be|being)\b"
)
