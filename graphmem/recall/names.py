"""The names a question holds: capitals, identifiers, quotations, noun phrases, and chains such as "Runa's sister"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from graphmem.recall.words import Token, tokens, words

__all__ = ["Chain", "Name", "find_chains", "find_names", "find_phrases"]

QUOTED: Final = re.compile(r"[\"“«„]([^\"“”«»„]{2,80})[\"”»“]|(?<!\w)'([^']{2,80})'(?!\w)")
LONGEST_PHRASE: Final = 4
UNIT_OR_ORDINAL: Final = re.compile(
    r"\d+(st|nd|rd|th|s|h|am|pm|[a-z]{1,3})|[a-z]\d{1,2}|\d+x\d+|(19|20)\d\d.*|[\d:.,/-]+"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a question, `question[start:stop]`. `certain`: it can hardly be anything else."""

    text: str
    start: int
    stop: int
    kind: Literal["name", "identifier", "quoted"]
    certain: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """An owner and the relations that lead on: "Runa's manager's laptop" is Runa, manager, laptop.

    `start`, `stop` span the whole; `last` the words of the last relation, in the question. The first `leading`
    relations only lead on to what is asked: both in "where is Runa's manager's laptop kept", one in "what is ...".
    """

    owner: str
    relations: tuple[str, ...]
    start: int
    stop: int
    last: tuple[int, int]
    leading: int = 0

    def composed(self, owner: str | None = None) -> str:
        """The chain as one name, as extraction names who has none: "Runa Holst's manager's laptop"."""
        return "'s ".join((owner or self.owner, *self.relations))


def find_names(text: str) -> tuple[Name, ...]:
    """The names in a question, longest first."""
    quoted = [_quoted(match) for match in QUOTED.finditer(text)]
    loose = [token for token in tokens(text) if not any(n.start <= token.start < n.stop for n in quoted)]
    shouted = _titled(loose)
    found = [*quoted, *(name for run in _runs(text, loose) if (name := _named(text, run, loose, shouted)))]
    return tuple(sorted(found, key=lambda name: (name.start - name.stop, name.start)))


def _quoted(match: re.Match[str]) -> Name:
    group = 1 if match.group(1) else 2
    return Name(match.group(group).strip(), match.start(), match.end(), "quoted", certain=False)


def _titled(found: Sequence[Token]) -> bool:
    """Whether capitals say nothing here, since nearly every word has one."""
    letters = [token for token in found if token.text[0].isalpha()]
    return len(letters) > 4 and sum(token.text[0].isupper() for token in letters) > 0.7 * len(letters)


def _runs(text: str, loose: Sequence[Token]) -> Iterable[list[Token]]:
    """Maximal runs of name-like words; a small particle may stand between two of them."""
    run: list[Token] = []
    for number, token in enumerate(loose):
        if run and not _joined(text, run[-1], token):
            yield run
            run = []
        if _namelike(token) or (run and _particle(text, loose, number)):
            run.append(token)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _joined(text: str, left: Token, right: Token) -> bool:
    between = text[left.stop : right.start]
    titled = left.lower in words().title or len(left.text) == 1
    return not left.possessive and (between.isspace() or between == " & " or (titled and between.strip() == "."))


def _particle(text: str, loose: Sequence[Token], number: int) -> bool:
    """Whether a small word stands between two capitalised ones, as in Juan de la Cruz."""
    listed = words().particle
    if loose[number].lower not in listed:
        return False
    following = next((token for token in loose[number + 1 : number + 3] if token.lower not in listed), None)
    if following is None or not following.text[0].isupper():
        return False
    return all(word in listed for word in text[loose[number].stop : following.start].split())


def _namelike(token: Token) -> bool:
    listed = words()
    if token.lower in listed.calendar or token.lower in listed.title:
        return token.lower in listed.title and token.text[0].isupper()
    return token.text[0].isupper() or _identifier(token) or any(_caseless(c) for c in token.text)


def _caseless(letter: str) -> bool:
    return letter.isalpha() and letter.lower() == letter.upper() and ord(letter) > 0x2FF


def _identifier(token: Token) -> bool:
    if token.lower in words().compound:
        return False
    mixed = any(c.isdigit() for c in token.text) and any(c.isalpha() for c in token.text)
    return (mixed or "-" in token.text or "_" in token.text or "/" in token.text) and not UNIT_OR_ORDINAL.fullmatch(
        token.lower
    )


def _named(text: str, run: list[Token], loose: Sequence[Token], titled: bool) -> Name | None:
    listed = words()
    while run and (run[0].lower in listed.stop or (run[0].start == 0 and run[0].lower in listed.meta)):
        run = run[1:]
    while run and run[-1].lower in listed.title:
        run = run[:-1]
    if not run:
        return None
    name = _bare(text[run[0].start : run[-1].stop], run[-1])
    kind: Literal["name", "identifier"] = "identifier" if any(_identifier(t) for t in run) else "name"
    return Name(name, run[0].start, run[-1].stop, kind, _certain(run, loose, titled))


def _bare(name: str, last: Token) -> str:
    return name[: len(name) - 2] if last.possessive and name[-2:] in {"'s", "’s"} else name


def _certain(run: Sequence[Token], loose: Sequence[Token], titled: bool) -> bool:
    if titled:
        return False
    plain = [token for token in run if token.lower not in words().title]
    if len(plain) == 1:
        return _surely(plain[0], plain[0] is loose[0])
    return any(token.text[0].isupper() for token in plain)


def _surely(token: Token, opens: bool) -> bool:
    """Whether a single word is a name: a capital inside a sentence, no acronym, tongue or mere compound."""
    if token.lower in words().tongue or (token.text.isupper() and len(token.text) <= 5):
        return False
    if any(c.isdigit() for c in token.text):
        return len(token.text) >= 5
    return token.text[0].isupper() and (not opens or token.possessive) and len(token.text) > 1


def find_phrases(text: str, taken: Iterable[Name]) -> tuple[str, ...]:
    """Runs of one to four words without function words, longest first: things have names without capitals."""
    named = {name.text for name in taken}
    found: dict[str, int] = {}
    for run in _content_runs(text):
        for size in range(min(LONGEST_PHRASE, len(run)), 0, -1):
            for start in range(len(run) - size + 1):
                part = run[start : start + size]
                phrase = _bare(text[part[0].start : part[-1].stop], part[-1])
                if phrase not in named and not all(token.lower in words().meta for token in part):
                    found.setdefault(phrase, size)
                    found.setdefault(_other_number(phrase), size)
    return tuple(sorted(found, key=lambda phrase: (-found[phrase], -len(phrase), phrase)))


def _other_number(phrase: str) -> str:
    """The phrase in the plural, or in the singular: badge printer, badge printers."""
    if phrase.endswith("s") and not phrase.endswith("ss"):
        return phrase[:-1]
    return phrase + "s"


def _content_runs(text: str) -> Iterable[list[Token]]:
    run: list[Token] = []
    for token in tokens(text):
        apart = bool(run) and not text[run[-1].stop : token.start].isspace()
        stop = token.lower in words().stop
        if run and (apart or stop or run[-1].possessive):
            yield run
            run = []
        if not stop:
            run.append(token)
    if run:
        yield run


def find_chains(text: str, names: Sequence[Name], asker: str | None, nouns: frozenset[str]) -> tuple[Chain, ...]:
    """The genitive chains of a question, in order. `nouns` are known relation nouns, lower case, of any length."""
    found = tokens(text)
    chains: list[Chain] = []
    for number in range(len(found)):
        if any(chain.start <= found[number].start < chain.stop for chain in chains):
            continue
        owner = _owner(found, number, names, asker)
        if owner and (chain := _chain(text, found, owner, nouns)):
            chains.append(chain)
    return tuple(_with_of(text, found, chain) for chain in chains) + _of_names(text, found, names, chains)


def _owner(
    found: Sequence[Token], number: int, names: Sequence[Name], asker: str | None
) -> tuple[str, int, int] | None:
    """The owner that begins at a word: its name, where it starts, and the number of the word after it."""
    token = found[number]
    if token.lower == "my":
        return (asker, token.start, number + 1) if asker else None
    for name in names:
        if name.start == token.start:
            last = next(i for i, t in enumerate(found) if t.stop == name.stop or i == len(found) - 1)
            return (name.text, name.start, last + 1) if found[last].possessive else None
    return _described(found, number)


def _described(found: Sequence[Token], number: int) -> tuple[str, int, int] | None:
    """An owner called by what it is, "the plumber's", "the piano tuner's": one or two words before the possessive."""
    listed = words()
    for size in (2, 1):
        part = found[number : number + size]
        plain = all(t.lower not in listed.stop and t.lower not in listed.meta and t.text[0].islower() for t in part)
        if len(part) == size and plain and part[-1].possessive and not any(t.possessive for t in part[:-1]):
            return " ".join(t.lower if t is part[-1] else t.text for t in part), part[0].start, number + size
    return None


def _chain(text: str, found: Sequence[Token], owner: tuple[str, int, int], nouns: frozenset[str]) -> Chain | None:
    name, start, number = owner
    relations: list[str] = []
    last = (start, start)
    while relation := _relation(text, found, number, nouns):
        words_of, number = relation
        last = (words_of[0].start, words_of[-1].stop)
        relations.append(_bare(text[last[0] : last[1]], words_of[-1]))
        if not words_of[-1].possessive:
            break
    told = all(word in words().meta for relation in relations for word in relation.lower().split())
    return Chain(name, tuple(relations), start, last[1], last) if relations and not told else None


def _relation(
    text: str, found: Sequence[Token], number: int, nouns: frozenset[str]
) -> tuple[Sequence[Token], int] | None:
    """The words of the relation at `number`: a known noun, else up to two content words, the last one possessive."""
    part: list[Token] = []
    for token in found[number : number + 3]:
        if token.lower in words().stop or (part and not text[part[-1].stop : token.start].isspace()):
            break
        part.append(token)
        if token.possessive:
            break
    for size in range(len(part), 0, -1):
        if " ".join(token.lower for token in part[:size]) in nouns:
            return part[:size], number + size
    part = part if part and part[-1].possessive else part[:2]
    return (part, number + len(part)) if part else None


def _with_of(text: str, found: Sequence[Token], chain: Chain) -> Chain:
    """The chain with what stands before it: "the phone number of Runa's sister"."""
    before = _before_of(found, chain.start)
    if not before:
        return chain
    span = (before[0].start, before[-1].stop)
    return Chain(chain.owner, (*chain.relations, text[span[0] : span[1]]), span[0], chain.stop, span)


def _of_names(text: str, found: Sequence[Token], names: Sequence[Name], chains: Sequence[Chain]) -> tuple[Chain, ...]:
    """Chains such as "the sister of Runa", for names that no other chain holds."""
    made: list[Chain] = []
    for name in sorted(names, key=lambda name: name.start):
        inside = any(chain.start <= name.start < chain.stop for chain in chains)
        before = [] if inside else _before_of(found, name.start)
        if before:
            span = (before[0].start, before[-1].stop)
            made.append(Chain(name.text, (text[span[0] : span[1]],), span[0], name.stop, span))
    return tuple(made)


def _before_of(found: Sequence[Token], start: int) -> list[Token]:
    """The content words before an "of" (or "of the") that stands before `start`."""
    earlier = [token for token in found if token.stop <= start]
    while earlier and earlier[-1].lower in {"the", "my", "our"}:
        earlier.pop()
    if not earlier or earlier.pop().lower != "of":
        return []
    part: list[Token] = []
    while earlier and len(part) < 2 and earlier[-1].lower not in words().stop:
        part.insert(0, earlier.pop())
    return [] if all(token.lower in words().meta for token in part) else part
