"""What words are meant as: a supposition, a dream, a tale, a jest, a trial, a text handed over to be worked on."""

from __future__ import annotations

import re

from graphmem.caches import of_texts
from graphmem.extract.lexicon import any_of, group
from graphmem.extract.lexicon import words as lexicon
from graphmem.extract.parse import Tree

__all__ = [
    "asks_for_text",
    "excuses",
    "goes_by_another_name",
    "goes_on",
    "handed_over",
    "inverts",
    "is_trial",
    "jests",
    "makes_believe",
    "supposes",
    "tells_a_tale",
]

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
    r"dummy data|testing,? testing|foo ?bar|hello,? world"
    r"|just (?:checking|testing|trying(?: out)?) (?:the|this|that|if|whether)"
    r"|(?:an?|as an) example (?:entry|record|sentence|input)|(?:john|jane|jo) (?:doe|roe)|joe bloggs|max mustermann"
    r"|test(?:y|er) (?:mc)?test\w*|(?:sample|test|dummy) street)\b"
    r"|^\W*(?:test(?:ing)?(?=[.,!:]|$| test| one| 1| \d)|mic(?:rophone)? check|sound ?check|qwerty|asdf"
    r"|(?:just )?(?:checking|testing|trying)(?: out)? (?:whether|if|the (?:voice|mic|form|input|keyboard|chat|line)))",
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
    r"|operas?|saga|myth|legend|plot|sequel|prequel|trilogy|season finale|episode|thriller|whodunn?it|comic|campaign"
    r"|game)"
)
NO_TALE = r"(?! (?:club|room|shop|department|industry|business|studio|school))"
TALE = re.compile(
    rf"\bin (?:the|this|that|his|her|my|our|a|last night's|today's) (?:[\w&'-]+ )?{WORK}\b{NO_TALE}"
    rf"|\b(?:finish|finished|finishing|watched|watching|read|reading|binged|saw) "
    rf"(?:the|that|this|a) (?:\w+ ){{0,2}}(?:{WORK}|book|show)\b(?=[,.:;!] )"
    r"|^(?:and |so )?(?:in )?(?:chapter|season|episode|act) \w+\b(?! (?:ticket|pass|card|starts|opens|ends))"
    rf"|\bthe (?:\w+ )?(?:{WORK}|book) (?:is|was|'s) (?:all )?about\b|\b(?:walks|walk|walked) into a (?:bar|pub)\b"
    r"|^\W*so,? (?:there's |there is )?(?:this|these|a) (?:\w+ )?(?:woman|man|guy|girl|bloke|lady|kid|couple|boy)\b"
    r"|\b(?:series finale|season finale|plot twist|post-credits?|final scene|closing scene|the big reveal)\b"
    r"|\b[A-Z][a-z]+ (?:then |finally )?(?:kills|murders|poisons|strangles|betrays|stabs|shoots)\b"
    r"|\bas the (?:song|saying|proverb|poem|lyric|rhyme|old joke)s? (?:goes|says|has it)\b"
    r"|\b(?:to quote|in the words of)\b"
    r"|^in (?:chess|poker|bridge|tennis|cricket|grammar|mythology|physics|theory),"
    r"|\b(?:on hold|hold music|please hold|hold the line)\b"
    r"|\bthe (?:hero|heroine|villain|protagonist|main character|antagonist|narrator)\b|\bmy (?:\w+ )?character\b",
    re.IGNORECASE,
)


def tells_a_tale(words: str) -> bool:
    """Whether a sentence tells what happens in a film, a book or a game."""
    return TALE.search(words) is not None


TOLD_FOR_FUN = (
    r"(?:stor(?:y|ies)|tales?|fairy ?tales?|poems?|limericks?|songs?|lyrics|raps?|haikus?|jokes?|sketch|scenes?"
    r"|dialogues?|riddles?|verses?|rhymes?|ballads?|sonnets?|screenplays?|sagas?|fables?|lullab(?:y|ies)|monologues?)"
)
PARTS = (
    r"(?:pirate|king|queen|knight|wizard|witch|detective|waiter|waitress|recruiter|interviewer|barista|shopkeeper"
    r"|astronaut|vampire|ghost|robot|alien|princess|prince|butler|sheriff)"
)
BELIEVE = re.compile(
    "|".join(
        (
            rf"\b(?:write|tell|compose|invent|make up|give|continue|sing|do)\b(?: [\w'-]+){{0,5}} {TOLD_FOR_FUN}\b",
            r"\brole-?play|^\W*game: |\blet(?:'s| us) play\b(?! (?:at|on|in|for|against))",
            r"\bpretend(?:ing)? (?:to be|that|you|you're|we|i)\b|\bimagine you(?:'re| are)\b",
            r"\byou(?:'re| are|'ll)? (?:be|play|the) (?:the |a )?[\w ]{2,20}?(?:,| and) (?:and )?i(?:'m|'ll be)\b",
            r"\b(?:i'll|i will) (?:be|play) (?:a|an|the) [\w -]{2,25}, (?:and )?you(?:'re| are|'ll be)?\b",
            rf"\byou(?:'re| are) (?:a|an|the|my) (?:\w+ )?{PARTS}\b",
            r"\bfor the next (?:\w+ )?(?:minutes?|questions?|turns?|hour),? you(?:'re| are)\b",
            r"\bact as (?:if|though|a|an|my|the)\b|^\W*(?:now,? )?(?:speak|talk|answer|reply) (?:to me )?(?:like|as)\b",
            r"^\W*(?:be my|let me be) (?:a |an |the )?(?:[\w-]+ ){0,2}[\w-]+[.!]?$",
            r"\b(?:practi[sc]e|rehearse|simulate) (?:a|an|the|some|my) (?:\w+ ){0,3}with me\b",
            r"\bmock (?:interview|exam|trial)\b|^\W*spoilers?\b|\bspoiler alert\b|^in my (?:head|mind|imagination)\b",
            r"\bimaginary (?:friend|pet|dog|cat|brother|sister|husband|wife|boyfriend|girlfriend)\b",
            r"\b(?:i|we)(?: once| just| also)? (?:dreamt|dreamed)\b",
            r"\b(?:walks|walked) into a (?:bar|pub)\b",
            r"\bmy (?:alter ego|avatar|d&d|dnd|elf|wizard|paladin|rogue|druid|orc|half-orc|cleric|bard|ranger)\b",
            r"\bwould you (?:rather|sooner)\b",
            r"\bif you (?:had to (?:choose|pick)|could (?:be|have|live))\b|\bdesert island\b",
            r"\b(?:final offer|best price|last price|meet (?:me|you) (?:halfway|in the middle))\b",
            r"\bi(?:'ll| will) (?:give|offer) you [€$£]?(?:\d+|ten|twenty|thirty|forty|fifty)\b",
            r"\bin (?:my|our) (?:[\w&'-]+ ){0,2}(?:novel|story|campaign|screenplay)\b",
            r"^\W*(?:singing|sings|hums|humming|read(?:s|ing)? back|quoting|quote|lyrics)\b *:",
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
REAL = re.compile(
    r"^\W*(?:but (?:in reality|really|seriously|for now|no)|in reality|in real life|for real|joking (?:aside|apart)|"
    r"actually|anyway|anyhow|back to|ok(?:ay)?,? (?:enough|back|seriously|real)|enough|for now|"
    r"seriously|by the way|btw|ps|p\.s\.?|oh,? and|meanwhile|on another note|real (?:life|talk|question))\b",
    re.IGNORECASE,
)


def makes_believe(text: str) -> bool | None:
    """Whether a turn opens a game, a play or a tale that its answers go on in; False: it turns back to what is so."""
    if BELIEVE.search(text) is not None:
        return True
    return False if REAL.match(text) is not None else None


EXCUSE = re.compile(
    r"^\W*(?:so |very |really )*(?:sorry|apologies|forgive me|my bad|excuse me|pardon)\b", re.IGNORECASE
)


def excuses(words: str) -> bool:
    """Whether a sentence begs pardon: what it gives as the reason is mostly of the moment."""
    return EXCUSE.match(words) is not None


TEXT_WANTED = re.compile(
    r"\b(?:draft|write|word|compose|dictate|phrase|template|translate|proofread|rewrite|shorten|suggest|give me)\b"
    r"(?: [\w'-]+){0,6} (?:e-?mails?|mail|message|reply|letter|note|invitation|invite|card|post|tweet|speech"
    r"|announcement|toast|caption|ad|advert|review|excuse|apology|template|cv|resume|bio|slogan|notice"
    r"|blurb|headline|sentence|text|paragraph|summary|agenda|quiz|menu)\b",
    re.IGNORECASE,
)


@of_texts(maxsize=1024)
def asks_for_text(text: str) -> bool:
    """Whether a turn asks the hearer to write something: what is put right after it is that text."""
    return TEXT_WANTED.search(text) is not None


MY_NAME = re.compile(r"\b[Mm]y name(?: is|'s) (?P<name>(?:[A-Z][\w'.-]+ )+[A-Z][\w'-]+)")


def goes_by_another_name(text: str, speaker: str | None) -> bool:
    """Whether somebody whose full name is known gives quite another: he plays a part, or tries out a form."""
    found, own = MY_NAME.search(text), (speaker or "").casefold().split()
    named = len(own) > 1 and all(part.replace("-", "").replace(".", "").isalpha() for part in own)
    return found is not None and named and not set(own) & set(found["name"].casefold().split())


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
