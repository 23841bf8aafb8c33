"""What words are meant as: a supposition, a dream, a tale, a jest, a trial, a text handed over to be worked on."""

from __future__ import annotations

import re

from graphmem.extract.lexicon import any_of, group
from graphmem.extract.lexicon import words as lexicon
from graphmem.extract.parse import Tree

__all__ = ["goes_on", "handed_over", "inverts", "is_trial", "jests", "supposes", "tells_a_tale"]

WHO = "i|we|you|he|she|they|it"
HAPPENS = (
    "'d| had| were| was| won| got| became| could| lived| owned| made| inherited| moved| quit| found| ever| suddenly"
    r"| \w+ed"
)
OPENS = re.compile(
    r"^(?:(?:and|but|so|ok|okay|oh|hm+|well|now|just|let's|then)[, ]+)*"
    r"(?:say(?! (?:hi|hello|thanks))|suppose|supposing|imagine|imagining|pretend|assume|assuming|picture)\b|"
    r"^(?:for example|for instance|hypothetically)\b|^e\.g\.|"
    r"^in (?:another|a parallel|my next|a perfect|an ideal) (?:life|world|universe)|"
    r"\b(?:i|we|he|she|they)(?: once| just| also)? (?:dreamt|dreamed)\b|"
    r"\b(?:had|having) (?:a|the|this|that|another) (?:\w+ ){0,2}(?:dream|nightmare)\b|"
    r"^(?:once upon a time|once there (?:was|were)|there once (?:was|were))\b|"
    r"\b(?:what if|let's (?:say|pretend|imagine|suppose)|dream scenario|in my dreams|hypothetically)\b",
    re.IGNORECASE,
)
UNREAL = re.compile(
    rf"\bif (?:only )?(?:{WHO}|[A-Z]\w+|(?:my|our|the) \w+)(?:{HAPPENS})\b.*\b(?:would|could)\b|"
    rf"\bif (?:only )?(?:{WHO}|[A-Z]\w+|(?:my|our|the) \w+)(?:{HAPPENS})\b.*'d\b|"
    rf"^(?:had|were|should) (?:{WHO}|the \w+|[A-Z]\w+)\b.*(?:\bwould|\bcould|\bmight|'d)\b|"
    rf"(?:\bwould|\bcould|'d)\b .*\bif (?:{WHO}) (?:had|were|was|won|got|became|could|ever|\w+ed)\b",
    re.IGNORECASE | re.DOTALL,
)
BACK = re.compile(
    r"^\W*(?:but (?:in reality|really|seriously|for now|no)|in reality|in real life|actually|anyway|back to|for now|"
    r"seriously|by the way|btw|meanwhile|today|i (?!'d|would|could|might)\w+)\b",
    re.IGNORECASE,
)


def supposes(words: str) -> bool:
    """Whether a sentence opens an imagined world that the rest of its turn goes on in."""
    return OPENS.search(words) is not None or UNREAL.search(words) is not None


def goes_on(words: str) -> bool:
    """Whether a sentence stays in the imagined world: not one that turns back, or tells of the speaker as he is."""
    return BACK.match(words) is None


TRIAL = re.compile(
    r"\b(?:test message|this is (?:only |just )?a test|lorem ipsum|please ignore this|sample data|"
    r"dummy data|testing,? testing)\b",
    re.IGNORECASE,
)


def is_trial(text: str) -> bool:
    """Whether a turn only tries whether it arrives: nothing in it is meant."""
    return TRIAL.search(text) is not None


JEST = re.compile(
    rf"(?<!\w)(?:{any_of(group('words', 'joking', 'sarcastic'))})(?!\w)"
    rf"|\b(?:{any_of(lexicon('words', 'oracle'))}) (?:says|said|tells me|told me)\b",
    re.IGNORECASE,
)


def jests(words: str) -> bool:
    """Whether a sentence says of itself, or shows by a set phrase of irony, that it is not meant."""
    return JEST.search(words) is not None


WORK = (
    r"(?:films?|movies?|novels?|story|stories|fairy ?tales?|tales?|sitcoms?|soap|series|cartoons?|anime|manga|musicals?"
    r"|operas?|saga|myth|legend|plot|sequel|prequel|trilogy|season finale|game)"
)
NO_TALE = r"(?! (?:club|room|shop|department|industry|business|studio|school))"
TALE = re.compile(
    rf"\bin (?:the|this|that|his|her|my|a) (?:\w+ )?{WORK}\b{NO_TALE}"
    r"|^(?:and |so )?in (?:chapter|season|episode|act) \w+\b"
    rf"|\bthe (?:\w+ )?(?:{WORK}|book) (?:is|was|'s) (?:all )?about\b|\b(?:walks|walk|walked) into a (?:bar|pub)\b"
    r"|\bthe (?:hero|heroine|villain|protagonist|main character|antagonist|narrator)\b|\bmy (?:\w+ )?character\b",
    re.IGNORECASE,
)


def tells_a_tale(words: str) -> bool:
    """Whether a sentence tells what happens in a film, a book or a game."""
    return TALE.search(words) is not None


ASKING = r"(?:^|[.!?\n] *|\bplease,? |\b(?:can|could|would) you (?:please )?|\bnow |\bhow (?:do|would) (?:you|i|we) )"
TEXT_WORK = (
    r"(?:translate|transcribe|proofread|rephrase|paraphrase|rewrite|reword|conjugate|pronounce|spell[- ]?check"
    r"|summari[sz]e|say|repeat|read (?:out|aloud|back))"
)
ON_A_TEXT = (
    r"(?:correct|improve|shorten|polish|check|fix|complete|edit|mark|fill in|turn|put|render) (?:(?:in|up) )?"
    r"(?:this|that|these|the following|the right|my|the|it|into)"
)
TEXT = (
    r"(?:sentences?|text|paragraph|phrase|lines?|e?-?mail|letter|grammar|form|gaps?|blanks?|english|german|french|spanish"
    r"|dutch|italian|words|past tense|present tense|plural|passive)"
)
UP_TO = r"[^:\"“«\n.!?]"
HANDED = re.compile(
    rf"{ASKING}(?:{TEXT_WORK}\b{UP_TO}{{0,60}}|{ON_A_TEXT}\b{UP_TO}{{0,60}}?{TEXT}\b{UP_TO}{{0,30}})"
    r"(?:(?P<open>[\"“«])|:\s*(?P<then>[\"“«])?)\s*(?=\S)",
    re.IGNORECASE,
)
CLOSES = {'"': '"', "“": "”", "«": "»", ":": "\n\n"}


def handed_over(text: str) -> tuple[int, int] | None:
    """The span of a text that is given to be translated, corrected or read back: nobody's claim; None without one."""
    found = HANDED.search(text)
    if found is None:
        return None
    start = found.end()
    stop = text.find(CLOSES[found["open"] or found["then"] or ":"], start)
    return start, len(text) if stop < 0 else stop


INVERTED = re.compile(
    r"\W*(?:(?:so|and|but|also|well|ok|okay|hey|hmm?|oh|wait)\b[\s,]+)*(?P<first>is|are|was|were|do|does|did|can|could|will|would|has|have"
    r"|am|isn't|aren't|doesn't|didn't)\b\s",
    re.IGNORECASE,
)


def inverts(words: str, tree: Tree) -> bool:
    """Whether a sentence without its mark asks by the order of its words: "is Nadia still at the bank"."""
    opened = INVERTED.match(words)
    first = next((t for t in tree.tokens if opened and t.low == opened["first"].casefold()), None)
    if first is None or first.i + 1 >= len(tree.tokens) or tree.tokens[first.i + 1].pos not in {"PRON", "PROPN", "DET"}:
        return False
    verb = first.head if first.dep in {"aux", "auxpass"} else first.i
    subject = tree.kid(verb, "nsubj", "nsubjpass")
    return subject is not None and subject.i > first.i
