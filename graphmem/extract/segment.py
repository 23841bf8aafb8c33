"""Text cut into what can be parsed and what cannot: sentences, label–value lines, fragments, quotations, code, tables.

Spans are in the untouched text. Every step is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from graphmem.extract.words import text_words

__all__ = ["QUOTE", "Segment", "SegmentKind", "Span", "line_joins", "segment"]

SegmentKind = Literal["sentence", "label_value", "fragment", "quotation", "code", "table"]
Span = tuple[int, int]

FRAGMENT_WORDS = 8  # a longer run without a known verb form is more often a sentence with a rare verb
WRAPPED_AT = 40  # a shorter line was ended on purpose, not wrapped by a mail program
LABEL_WORDS = 7
LABEL_CHARACTERS = 56
VALUE_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of text, `text[start:stop]`, without white space around it.

    `label` and `value` are spans of a label_value piece; `quotes` are the quoted passages in it, marks
    included: words of somebody, not the writer's own claim.
    """

    kind: SegmentKind
    start: int
    stop: int
    label: Span | None = None
    value: Span | None = None
    quotes: tuple[Span, ...] = ()


def segment(text: str) -> tuple[Segment, ...]:
    """The segments of a text, ascending and disjoint; what lies between them is white space and list marks."""
    found: list[Segment] = []
    for kind, start, stop in _blocks(text):
        if kind == "text":
            found += _of_unit(text, start, stop, quoted=False)
        elif kind == "quotation":
            found += _of_unit(text, start, stop, quoted=True)
        else:
            found += _trimmed(text, Segment("code" if kind == "code" else "table", start, stop))
    return tuple(found)


# --- blocks: runs of lines ------------------------------------------------------------------------------------------

LINE = re.compile(r"[^\n\r\u2028\u2029]+")
FENCE = re.compile(r"\s*(?:```|~~~)")
QUOTED_LINE = re.compile(r"\s{0,3}>\s?(?=\S)")
TABLE_LINE = re.compile(r"\s*\|.*\|\s*$|[^|\n]*\|[^|\n]*\|[^|\n]*|[^\t\n]+\t+[^\t\n]+\t+[^\t\n]+")
RULE_LINE = re.compile(r"[\s|:+=*_~#-]{3,}$")
BULLET = re.compile(r"\s*(?:#{1,6}\s+|(?:[-*+•·▪◦‣–—]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+(?:\[[ xX]?\]\s+)?|\[[ xX]?\]\s+)")
TRACE_LINE = re.compile(
    r"""\s*(?:Traceback(?:\ \(most\ recent|:)
    |[\w\ ]{0,12}\b(?:fatal|panic|segfault|stderr):\ |File\ "[^"]+",\ line\ \d+|at\ [\w$.<>/]+\s*\(|Caused\ by:\ [\w.]+
    |\.\.\.\ \d+\ more$|goroutine\ \d+\ \[|panic:\ |thread\ '[^']*'\ panicked
    |[A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|Panic|Exit)\b(?::|$)|Exception\ in\ thread
    |>>>\ |\.\.\.\ \ |In\ \[\d*\]:
    |\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*\]?\s+\[?
        (?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\b
    |\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)\]?[:\s]+[\[\w.]+[\]:])""",
    re.VERBOSE,
)
CODE_LINE = re.compile(
    r"""\s*(?:(?:def|class)\ \w+\s*[(:]|(?:from\ [\w.]+\ )?import\ [\w.{*]+(?:\s+as\s+\w+|\s*,\s*\w+)*\s*;?$
    |(?:public|private|protected|static|final|async|export)\ (?:\w+\ ){0,3}\w+\s*[({=]|function\s*\w*\s*\(
    |(?:const|let|var|val|auto|int|float|double|char|bool|string|String)\ [\w<>\[\]*&]+\s*(?::\s*\w+\s*)?=
    |\#include\s*[<"]|\#!/|(?:if|for|while|switch|elif|else\ if|catch)\s*\(.*[{:;)]\s*$
    |(?:if|for|while|elif|with|try|else)\b[^.?!]*:$|return\b[^.?!]*;$
    |SELECT\ .*\ FROM\b|INSERT\ INTO\b|UPDATE\ \w+\ SET\b|DELETE\ FROM\b|(?:CREATE|ALTER|DROP)\ (?:TABLE|INDEX|VIEW)\b
    |MATCH\ \(|\$\ \w
    |(?:sudo|git|npm|pip|docker|kubectl|curl|wget|ssh|scp|cd|ls|rm|mv|cp|mkdir|make|apt|brew|cargo|go|python3?)
        \ (?:-|\.|/|[\w-]+\ -)
    |</?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>\s*$|<\?xml|<!DOCTYPE|[{}\[\]();]+,?\s*$|[{\[]\s*"[^"]*"\s*[:,\]].*
    |"[\w.-]+"\s*:\s*(?:".*"|[\d.+-]+|true|false|null|[\[{].*)\s*[,}\]]*\s*$
    |@\w+(?:\(.*\))?$|//\ |/\*|\*/|\ \*\ |--\ \w+.*;$
    |\w+\s=\s[\[{(].*[\]})]|[\w.\[\]'"]+\s*(?:=|\+=|-=|:=|==)\s*.*[;{(\[]\s*$|[\w.]+\(.*\)\s*;\s*$|(?:[\w.]+\s*=\s*)?(?:await\s+)?[\w.]+\([^)]*\)\s*[;{]?\s*$
    |.*(?:;|\{|=>|->\ \{)\s*$(?<=[;{>]))""",
    re.VERBOSE,
)
PROSE_TAIL = re.compile(r"[a-z]{2,}\s+[a-z]{2,}\s+[a-z]{2,}.*;\s*$")


def _blocks(text: str) -> Iterator[tuple[str, int, int]]:
    """Runs of lines of one kind (text, quotation, code, table); text is given in units that a stop need not end."""
    for kind, lines in _grouped(_kinds(text)):
        if kind in ("text", "quotation"):
            yield from ((kind, start, stop) for start, stop in _units(text, lines))
        else:
            yield kind, lines[0][0], lines[-1][1]


def _kinds(text: str) -> Iterator[tuple[str, Span]]:
    """Every non-empty line with what it looks like, fences and tables seen together with their neighbours."""
    lines = [match.span() for match in LINE.finditer(text) if not text[match.start() : match.end()].isspace()]
    looks = [_look(text[start:stop]) for start, stop in lines]
    fenced = False
    for number, (line, look) in enumerate(zip(lines, looks, strict=True)):
        if look == "fence":
            fenced = not fenced
        if fenced or look == "fence":
            yield "code", line
        elif look == "table" and not {"table", "rule"} & set(
            looks[max(0, number - 1) : number] + looks[number + 1 : number + 2]
        ):
            yield "text", line
        elif look == "rule":
            yield ("table" if number and looks[number - 1] == "table" else "rule"), line
        else:
            yield look, line


def _look(line: str) -> str:
    if FENCE.match(line):
        return "fence"
    if TRACE_LINE.match(line) or (CODE_LINE.match(line) and not PROSE_TAIL.match(line)):
        return "code"
    if RULE_LINE.match(line):
        return "rule"
    if QUOTED_LINE.match(line):
        return "quotation"
    return "table" if TABLE_LINE.match(line) else "text"


def _grouped(lines: Iterable[tuple[str, Span]]) -> Iterator[tuple[str, list[Span]]]:
    kind, group = "", list[Span]()
    for look, line in lines:
        if look != kind and group:
            yield kind, group
            group = []
        kind = look
        group.append(line)
    if group and kind != "rule":
        yield kind, group


def line_joins(text: str, before: Span, after: Span) -> bool:
    """Whether a line end between two lines is only a wrap: the sentence goes on."""
    if after[0] - before[1] > 2 or before[1] - before[0] < WRAPPED_AT or BULLET.match(text, *after):
        return False
    head = text[after[0] : after[1]].lstrip()[:1]
    last = text[before[1] - 1]
    return last not in ".!?:;" and (head.islower() or last == ",")


def _units(text: str, lines: list[Span]) -> Iterator[Span]:
    """Lines joined where the end of one is only a wrap."""
    start, stop = lines[0]
    for before, line in pairwise(lines):
        if line_joins(text, before, line):
            stop = line[1]
            continue
        yield start, stop
        start, stop = line
    yield start, stop


# --- a unit: one line or one wrapped paragraph ---------------------------------------------------------------------


def _of_unit(text: str, start: int, stop: int, *, quoted: bool) -> Iterator[Segment]:
    mark = (QUOTED_LINE if quoted else BULLET).match(text, start, stop)
    start = mark.end() if mark else start
    for begin, end in _pieces(text, start, stop):
        for piece in _of_sentence(text, begin, end):
            yield from _trimmed(text, _with_quotes(text, piece, quoted=quoted))


def _trimmed(text: str, piece: Segment) -> Iterator[Segment]:
    """The segment without white space at its ends; nothing when it holds nothing else."""
    inner = text[piece.start : piece.stop]
    start = piece.start + len(inner) - len(inner.lstrip())
    stop = piece.stop - len(inner) + len(inner.rstrip())
    if any(character.isalnum() for character in inner):
        yield Segment(piece.kind, start, stop, piece.label, piece.value, piece.quotes)


QUOTE = re.compile(
    r'"[^"\n]{1,600}"|“[^”\n]{1,600}”|„[^“”\n]{1,600}[“”]|«[^»\n]{1,600}»|(?<![\w])‘[^’\n]{2,600}’(?!\w)'
)


def _with_quotes(text: str, piece: Segment, *, quoted: bool) -> Segment:
    if piece.kind not in ("sentence", "fragment", "label_value"):
        return piece
    quotes = tuple(match.span() for match in QUOTE.finditer(text, piece.start, piece.stop))
    whole = bool(quotes) and text[piece.start : quotes[0][0]].strip() == "" == text[quotes[-1][1] : piece.stop].strip(
        " .!?,"
    )
    alone = whole and len(quotes) == 1
    return Segment(
        "quotation" if quoted or alone else piece.kind, piece.start, piece.stop, piece.label, piece.value, quotes
    )


# --- sentences ------------------------------------------------------------------------------------------------------

END = re.compile(
    r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？；]+[」』”]*"
)  # an e-mail, an address, a version have no space after their dots
WORD_BEFORE = re.compile(r"[^\s(\[\"'“‘]{1,12}$")
NEXT_WORD = re.compile(r"\s*[\"'“‘(\[]*([^\s,.!?;:]{1,24})")


def _pieces(text: str, start: int, stop: int) -> Iterator[Span]:
    """Sentences of one unit."""
    begin = start
    for end in END.finditer(text, start, stop):
        if end.end() < stop and _ends(text, begin, end, stop):
            yield begin, end.end()
            begin = end.end()
    yield begin, stop


def _ends(text: str, begin: int, end: re.Match[str], stop: int) -> bool:
    marks = end.group()
    following = NEXT_WORD.match(text, end.end(), min(stop, end.end() + 40))
    head = following.group(1) if following else ""
    if marks[0] in "!?。！？；":
        return not (marks[-1] in "\"'”’»" and head[:1].islower())
    if marks.startswith(("..", "…")):
        return not head[:1].islower()
    return not _abbreviated(text, begin, end.start(), head) and not (marks[-1] in "\"'”’»" and head[:1].islower())


def _abbreviated(text: str, begin: int, dot: int, head: str) -> bool:
    """Whether the stop at `dot` belongs to an abbreviation, an initial or a list number."""
    before = WORD_BEFORE.search(text, max(begin, dot - 12), dot)
    word = before.group() if before else ""
    low = word.lower()
    if low in text_words("closers"):
        return not (head[:1].isupper() and head.lower() in text_words("openers"))
    if low in text_words("titles"):
        return (
            head[:1].isupper()
            or head[:1].isdigit()
            or low in {"e.g", "i.e", "w.e.f", "eg", "ie", "cf", "vs", "viz", "approx"}
        )
    if len(word) == 1 and word.isalpha():
        return word.isupper() and word != "I" and head[:1].isalpha()
    return low.isdigit() and len(low) <= 2 and text[begin:dot].strip() == low


# --- label and value ------------------------------------------------------------------------------------------------

MARK = re.compile(r"\s*(?::(?!//)(?=[*_`]{0,3}\s|[^\W\d]|\d{3,}|$)|\s=\s|→|->|=>|\s[–—-]{1,2}\s|—)\s*")
PAIR_BREAK = re.compile(
    r"\s*[;|•·]\s*|,\s+(?=[^\s,:;][^,:;\n]{0,40}:\s)|,\s+(?=[a-z]{3,12} [€$£]?\d[\d.,]*\w{0,2}(?:[,.;]|\s*$))"
)
LABEL = re.compile(r"[^\W_][\w'’&/.,#()+ -]*$")
PARTICIPLE = re.compile(r"['’]s\s+\w+(?:ed|en)$")  # "Contract's signed: …" is a clause
CLAUSE_HEAD = re.compile(
    r"""(?:i|we|you|he|she|it|they|there
    |this(?!\ +(?:week|month|quarter|year|summer|winter|spring|autumn|fall|morning|evening|weekend)\b)
    |that|these|those|who|what|when|where|why|how|please|pls|let|don'?t|do|can|could|would
    |will|is|are|was|were|has|have|had|if|because|since\ i|since\ we)\b|i['’]""",
    re.VERBOSE | re.IGNORECASE,
)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d[\w./:-]*")
VALUE_SHAPE = re.compile(r"(?:is\s+)?(?:(?:now|still)\s+)?(?=[\d@+#(]|[A-Z][\w-]*\d|https?://|[\w.+-]+@)")


# Two sentences with a comma between: "Finished the atlas, now I'm on the novel", "Nils's ill, Ada is in charge".
SPLICED = re.compile(
    r"\s*(?:(?:[A-Z][a-z]{2,}ed|Left|Sold|Quit|Gave|Got|Took|Bought|Lost|Went|Made|Began|Chose) [^,;:.!?\n]{2,60}"
    r"|[A-Z][\w-]+(?:['’]s| is| has| was) (?![^,]*\b(?:is|are|was|were|has|have)\b)[^,;:.!?\n]{2,40}),"
    r"(?= (?:(?:so|and|now|but|then) ){0,2}(?:I|we|it|he|she|they|[A-Z][\w-]+)(?:['’]\w+)? (?!and\b)[a-z]\w*)"
)


def _of_sentence(text: str, start: int, stop: int) -> Iterator[Segment]:
    if WORD.search(text, start, stop) is None:
        return
    pairs = _pairs(text, start, stop)
    if pairs:
        yield from pairs
        return
    spliced = SPLICED.match(text, start, stop)
    split = _topic(text, start, stop) if spliced is None else None
    if spliced is not None:
        yield Segment("sentence", start, spliced.end())
        yield from _of_sentence(text, spliced.end(), stop)
        return
    if split is None:
        yield Segment("fragment" if _is_fragment(text[start:stop]) else "sentence", start, stop)
        return
    yield Segment("fragment", start, split)
    yield from _of_sentence(text, split, stop)


def _pairs(text: str, start: int, stop: int) -> list[Segment]:
    """The label–value segments that make up the whole piece, or nothing."""
    edges = [start]
    for match in PAIR_BREAK.finditer(text, start, min(stop, start + 2000)):
        edges += [match.start(), match.end()]
    edges.append(stop)
    parts = list(zip(edges[::2], edges[1::2], strict=True))
    found = [pair for part in parts if (pair := _pair(text, *part)) is not None]
    if len(found) == len(parts):
        return found
    whole = _pair(text, start, stop)
    return [whole] if whole else []


def _pair(text: str, start: int, stop: int) -> Segment | None:
    mark = MARK.search(text, start, min(stop, start + LABEL_CHARACTERS + 8))
    if mark is None:
        return _unmarked(text, start, stop)
    label = _stripped(text, start, mark.start())
    value = _stripped(text, mark.end(), stop, ends=" \t.,;!")
    if not _is_label(text[slice(*label)], mark.group()) or not _is_value(text[slice(*value)]):
        return None
    return Segment("label_value", start, stop, label, value)


def _unmarked(text: str, start: int, stop: int) -> Segment | None:
    """Label nouns followed by a value that looks like one: "new address 14 Mill Lane"."""
    words = list(WORD.finditer(text, start, min(stop, start + 80)))[:4]
    for word in words[:3]:
        shape = VALUE_SHAPE.match(text, word.end() + 1, stop) if text[word.end() : word.end() + 1] == " " else None
        if shape and word.group().lower() in text_words("labels") and " is " not in text[word.end() : shape.end()]:
            value = _stripped(text, shape.end(), stop, ends=" \t.,;!")
            if value[1] - value[0] <= VALUE_CHARACTERS and _is_fragment(text[start:stop]):
                return Segment("label_value", start, stop, (start, word.end()), value)
        if not word.group().isalpha() or word.group().lower() in text_words("verbs"):
            return None
    return None


def _stripped(text: str, start: int, stop: int, ends: str = " \t*_`") -> Span:
    while start < stop and text[start] in " \t*_`":
        start += 1
    while start < stop and text[stop - 1] in ends + "*_`":
        stop -= 1
    return start, stop


def _is_label(label: str, mark: str) -> bool:
    words = [word.lower() for word in WORD.findall(label)]
    if not words or len(words) > LABEL_WORDS or not LABEL.match(label):
        return False
    if CLAUSE_HEAD.match(label) or PARTICIPLE.search(label):
        return False
    loose = mark.strip() in ("-", "–", "—", "--")
    return not text_words("verbs") & set(words) and not (loose and len(words) > 4)


def _is_value(value: str) -> bool:
    return 0 < len(value) <= VALUE_CHARACTERS and not CLAUSE_HEAD.match(value) and not _is_clause(value)


def _is_clause(value: str) -> bool:
    """Whether a subject and a verb form stand in it: "Rosa keeps our books", "my berth is no. 14"."""
    if NAME_AND_VERB.match(value):
        return True
    words = [word.group().lower() for word in WORD.finditer(value)]
    return len(words) > 2 and bool(AUXILIARY.search(value) or text_words("verbs") & set(words[1:]))


AUXILIARY = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|will|would|can|could|should|must|might|may not|does|did"
    r"|do)\b|n['’]t\b|\w['’](?:m|re|ve|ll|d)\b",
    re.IGNORECASE,
)
NAME_AND_VERB = re.compile(
    r"(?:[A-Z][\w'’&-]*\s+){1,3}[a-z]{2,}(?:[^s\W]s|ed)\s+(?:the|a|an|my|our|your|his|her|its|their"
    r"|us|me|him|them|it|this|that)\b"
)
TOPIC = re.compile(r"[^.!?:\n]{2,60}:\s+(?=\S)")


def _topic(text: str, start: int, stop: int) -> int | None:
    """Where the clause begins after a head that only names a topic: "boat society: |my berth is no. 14"."""
    head = TOPIC.match(text, start, stop)
    if head is None or AUXILIARY.search(head.group()) or CLAUSE_HEAD.match(text[start : head.end()].lstrip()):
        return None
    return head.end() if len(WORD.findall(head.group())) <= LABEL_WORDS else None


ENDING = re.compile(r"\b[^\W\d]{3,}(?:ed|ing)\b|['’](?:s|m|re|ve|ll|d)\s", re.IGNORECASE)


def _is_fragment(piece: str) -> bool:
    words = [word.lower() for word in WORD.findall(piece)]
    if not 0 < len(words) <= FRAGMENT_WORDS:
        return False
    return not (
        text_words("verbs") & set(words) or AUXILIARY.search(piece) or ENDING.search(piece) or _has_subject(words)
    )


def _has_subject(words: list[str]) -> bool:
    return bool({"i", "we", "he", "she", "they", "it", "you"} & set(words)) and len(words) > 1
