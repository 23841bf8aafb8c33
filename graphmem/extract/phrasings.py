"""Set phrasings read by their words, where a parse would mislead: names, wishes, rules, steps and decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.lexicon import any_of, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import predicate_name
from graphmem.extract.values import value_type
from graphmem.registry import registry

__all__ = ["phrasings", "span_of", "speaker_of", "words_of"]

NAME = r"[^\W\d_a-z][\w'.-]*(?: [^\W\d_a-z][\w'.-]*)*"
CALLED = re.compile(
    rf"\b(?:[Ww]e|[Ee]veryone|[Ee]verybody|[Pp]eople|[Ff]riends|[Tt]hey|[Ff]amily)(?: (?:here|all|just|only|always"
    rf"|simply))* "
    rf"says? (?P<alias>{NAME})(?: for (?P<name>{NAME}))?(?=[.,;!]|$)"
)
GOES_BY = re.compile(rf"^(?:[Gg]oes by|[Kk]nown as|[Aa]nswers to) (?P<alias>{NAME})(?=[.,;!]|$)")
BY_NAME = re.compile(
    rf"\b(?:a|an|our|my|the) (?P<noun>[a-z][a-z -]*?)(?:,)? (?:by the name of|that goes by|answering to)"
    rf" (?P<alias>{NAME})"
)
TO_US = re.compile(
    rf"\b(?P<who>[Hh]e|[Ss]he)(?:'s| is) (?P<alias>{NAME}) to (?:all of us|all|everyone|everybody|us|me|most|friends|"
    r"the (?:family|team|kids))\b"
)


def phrasings(whole: Scene, *, asked: bool) -> list[Draft]:
    """What the set phrasings of one sentence state. `whole` is the sentence as a scene of its own."""
    if asked:
        return []
    rules = (_names, _unwanted, _preferred, _forbidden, _lengths, _when_to, _standing, _decided, _steps)
    return [made for rule in rules for made in rule(whole)]


def words_of(whole: Scene) -> str:
    """The text of the sentence."""
    return whole.phrases.text[whole.start : whole.stop]


def span_of(whole: Scene, match: re.Match[str], part: str, kind: str = "value") -> Ref:
    """A group of a match in the sentence, as a value or a thing."""
    start, stop = (whole.start + at for at in match.span(part))
    value = whole.phrases.span_value(start, stop)
    if kind == "value":
        return value
    ref = replace(value, kind=kind, type="Thing", definite=True)  # type: ignore[arg-type]
    last = ref.name.casefold().rsplit(" ", 1)[-1]
    person = is_person_noun(last) and kind == "thing"
    animal = last in words("nouns", "animal")
    return replace(ref, type="Person" if person else "Animal" if animal else "Thing", noun=last if animal else "")


def speaker_of(whole: Scene) -> Ref:
    """Whoever says the sentence."""
    return Ref("speaker", whole.start, whole.start, name="i")


# -- names ---------------------------------------------------------------------------------------------------
def _names(whole: Scene) -> Iterator[Draft]:
    text = words_of(whole)
    known = registry().known("also_known_as")
    for match in (*CALLED.finditer(text), *GOES_BY.finditer(text)):
        named = match.groupdict().get("name")
        whom = (
            span_of(whole, match, "name", "name") if named else Ref("implied", whole.start, whole.start, name="person")
        )
        alias = span_of(whole, match, "alias", "name")
        yield replace(draft(whole, whom, known, alias, "what one says for a name"), aim="name")
    for match in TO_US.finditer(text):
        low = match["who"].casefold()
        whom = Ref("pronoun", whole.start + match.start("who"), whole.start + match.end("who"), name=low)
        whom = replace(whom, gender="m" if low == "he" else "f")
        yield replace(draft(whole, whom, known, span_of(whole, match, "alias", "name"), "known so"), aim="name")
    for match in BY_NAME.finditer(text):
        holder, noun = span_of(whole, match, "alias", "name"), span_of(whole, match, "noun", "thing")
        holder = replace(holder, type=noun.type)
        if noun.type == "Animal" and re.search(r"\b(?:we|our|my|us)\b", text, re.IGNORECASE):
            yield draft(whole, speaker_of(whole), registry().known("has_pet"), holder, "an animal by its name")
        kind = replace(noun, kind="value", type="Value")
        yield draft(whole, holder, registry().known("is_a"), kind, "what bears the name")


# -- what one does not want, or wants only ------------------------------------------------------------------------
FOR = rf"for (?P<who>me|us|{NAME})"
UNWANTED = re.compile(
    rf"(?:^|[,;.] ?|\b(?:and|but|so|please) )(?P<what>(?:[Nn]othing (?:too |very |with |that \w+ )?|[Nn]o |[Nn]ever"
    rf" any )"
    rf"(?P<bare>[\w-]+(?: [\w-]+)?)) {FOR}(?=[\s.,;!]|$)"
)
ONLY = re.compile(rf"^(?:and |but |so |just )?(?P<what>[\w-]+(?: [\w-]+)?) only {FOR}(?=[\s.,;!]|$)", re.IGNORECASE)
STOP = re.compile(
    r"\b(?:please|kindly|can you|could you|just) (?:stop|cancel|drop|skip|leave out|leave off)(?: sending(?: me|"
    r" us)?)? "
    r"(?:the |my |our |those |these |all )?(?P<what>[\w-]+(?: [\w-]+){0,2})(?=[.,;!]|$| please| from)",
    re.IGNORECASE,
)


def _unwanted(whole: Scene) -> Iterator[Draft]:
    text = words_of(whole)
    for match in UNWANTED.finditer(text):
        if match["bare"].split()[0].casefold() in EMPTY:
            continue
        yield draft(whole, _who(whole, match), "does_not_want", span_of(whole, match, "bare"), "nothing of it for one")
    for match in ONLY.finditer(text):
        yield draft(whole, _who(whole, match), registry().known("prefers"), span_of(whole, match, "what"), "only this")
    for match in STOP.finditer(text):
        if match["what"].casefold() not in {"it", "that", "this"} and "end" not in match["what"].split():
            yield draft(whole, speaker_of(whole), "does_not_want", span_of(whole, match, "what"), "a wish that it stop")


EMPTY = frozenset(
    [
        "problem",
        "problems",
        "worries",
        "worry",
        "need",
        "rush",
        "hurry",
        "idea",
        "doubt",
        "news",
        "luck",
        "time",
        "chance",
        "way",
        "more",
        "longer",
        "wonder",
        "use",
        "point",
        "reason",
        "excuse",
        "offence",
        "offense",
        "pressure",
        "hard",
        "one",
        "room",
        "else",
    ]
)


def _who(whole: Scene, match: re.Match[str]) -> Ref:
    if match["who"].casefold() in {"me", "us"}:
        return speaker_of(whole)
    return replace(span_of(whole, match, "who", "name"), type="Person")


PREFERRED = re.compile(
    r"\b(?:give me|i'll take|i'd take|make mine|i'd pick|i'd choose|hand me) (?:an? |the |some )?(?P<what>[\w' -]+?)"
    r"(?: (?:over|instead of|rather than|before) (?:an? |the )?[\w' -]+?)?(?:,? (?:any day|any time|anytime|every"
    r" time|please|thanks|"
    r"always))+[\s.,!]*",
    re.IGNORECASE,
)


def _preferred(whole: Scene) -> Iterator[Draft]:
    match = PREFERRED.search(words_of(whole))
    if match is not None:
        yield draft(
            whole, speaker_of(whole), registry().known("prefers"), span_of(whole, match, "what"), "would rather have it"
        )


# -- what is not allowed ---------------------------------------------------------------------------------------
NOBODY = re.compile(
    r"(?:^|[.;:!] |\b(?:rule|and|but|so|that) )(?:nobody|no one|no-one) (?:is (?:allowed|supposed|permitted) to "
    r"|may |can |should |ever )?"
    r"(?P<verb>[a-z]+?)(?P<s>s|es)? (?P<rest>(?:[\w'-]+ ?)?(?:in|on|at|after|before|during|without|into|near|past"
    r"|from|until|to) [^.,;!?]+)",
    re.IGNORECASE,
)
NO_DOING = re.compile(
    r"\bno (?P<doing>[a-z]{2,}ing) (?P<rest>(?:in|on|at|after|before|during|without|into|near|past|until|while"
    r"|inside) [^.,;!?]+)",
    re.IGNORECASE,
)
NO_THING = re.compile(
    rf"(?:^|[.;:,] ?)no (?P<doing>{any_of(words('nouns', 'barred'))}) "
    r"(?P<rest>(?:in|on|at|after|before|during|inside|past) [^.,;!?]+)",
    re.IGNORECASE,
)


def _forbidden(whole: Scene) -> Iterator[Draft]:
    """As in "Nobody parks in the yard before six", "no smoking in the hall"."""
    text = words_of(whole)
    for match in (*NOBODY.finditer(text), *NO_DOING.finditer(text), *NO_THING.finditer(text)):
        part = "doing" if "doing" in match.groupdict() else "verb"
        act = span_of(whole, match, part, "thing")
        if part == "verb" and match["verb"].casefold() in IDLE:
            continue
        name = match[part].casefold() if part == "doing" else _gerund(match["verb"].casefold())
        act = replace(act, name=name, type="Thing")
        yield draft(
            whole, act, "is_not_allowed", span_of(whole, match, "rest"), "a rule of the house", functional=False
        )


IDLE = frozenset(
    [
        "know",
        "want",
        "like",
        "love",
        "hate",
        "care",
        "believe",
        "think",
        "see",
        "hear",
        "seem",
        "have",
        "be",
        "do",
        "go",
        "need",
        "tell",
        "say",
        "get",
    ]
)


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe")):
        verb = verb[:-1]
    return f"{verb}ing"


# -- how long, when, which way ------------------------------------------------------------------------------------
LENGTH = re.compile(
    r"\b(?:keep|make|write|answer|reply|summari[sz]e|explain|be)\b[^.;!?]*?[,:-] ?(?P<what>(?:max(?:imum)? |at most"
    r" |up to |under )?"
    r"(?:\d+|one|two|three|four|five|six|ten) (?P<unit>lines?|sentences?|paragraphs?|words?|bullets?|bullet points?"
    r"|pages?|points?))"
    r"(?: (?:max|maximum|tops|at most|or (?:less|fewer)|only))?",
    re.IGNORECASE,
)
WHEN_TO = re.compile(
    r"^(?:and |but |in case of |with )?(?:for|in case of) (?P<what>[a-z][\w -]*?)s?,? (?:please )?"
    r"(?P<how>(?:ring|call|phone|text|email|e-mail|mail|page|message|ping|write to|contact)(?= me\b| us\b))",
    re.IGNORECASE,
)


def _lengths(whole: Scene) -> Iterator[Draft]:
    match = LENGTH.search(words_of(whole))
    if match is not None:
        yield draft(
            whole,
            speaker_of(whole),
            "wants_length",
            span_of(whole, match, "what"),
            "how long answers are",
            functional=True,
        )


def _when_to(whole: Scene) -> Iterator[Draft]:
    match = WHEN_TO.search(words_of(whole))
    if match is not None:
        name = predicate_name(f"wants for {match['what']}")
        yield draft(
            whole, speaker_of(whole), name, span_of(whole, match, "how"), "which way in which case", functional=True
        )


ASKED = (
    r"(?:answer|reply|respond|write|speak|use|format|address|send|mail|email|deliver|ship|forward|copy|bill|invoice|round"
    r"|spell|quote|sign|text|ring|phone|call|put|list|show|give|mark|label|file|save|name|book|order|explain|summari[sz]e"
    r"|remind|schedule|start|begin|end|cc|serve|cook|wake|seat|print)"
)
STANDING = re.compile(
    r"(?:^|[,;.:] ?)(?:(?:please|always|kindly|from now on|in future|and|so|but|do|whenever [^,]{3,30}),? )*"
    rf"(?P<verb>{ASKED}) (?P<what>(?!it\b|that\b|this\b|them\b)[\w' -]+? )?"
    r"(?P<by>as|in|with|by|via|to|at|without|before|after|under|on|through) (?P<how>[^,;.!?]+?)"
    r"(?= for (?:me|us)\b| from now on| in future| by default| as a rule| every time"
    r"| as well| too| always| please|[,;.!?]|$)",
    re.IGNORECASE,
)
RULED = re.compile(
    r"\b(?:for (?:me|us)|from now on|in future|by default|as a rule|every time|always|whenever|each time|never)\b",
    re.IGNORECASE,
)
NEVER = re.compile(
    r"(?:^|[,;.:] ?)(?:please |and |but |so )?(?:don't|do not|never|no need to) (?:ever )?"
    r"(?P<what>(?:call|ring|text|phone|email|mail|wake|disturb|book|schedule|send|put|message|page|visit|contact|order"
    r"|serve|seat|invite|cc)\b[^,;.!?]*?\b(?:before|after|during|on|at|in|between|past|while) "
    r"(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|noon|midnight|lunch|dinner|breakfast|work|night|weekends?|the (?:morning|evening|weekend|holidays|afternoon)"
    r"|office hours|mon|tue|wed|thu|fri|sat|sun|school)[^,;.!?]*)",
    re.IGNORECASE,
)


def _standing(whole: Scene) -> Iterator[Draft]:
    """As in "From now on write dates as day-month-year", "don't ring before ten": how things be done, as a rule."""
    text = words_of(whole)
    match = STANDING.search(text) if RULED.search(text) else None
    if match is not None:
        what = " ".join((match["what"] or "").split()) or match["verb"].casefold()
        value = replace(span_of(whole, match, "how"), value="text")
        name = predicate_name(f"wants {what} {match['by']}")
        yield draft(whole, speaker_of(whole), name, value, "a standing wish in set words", functional=True)
    for match in NEVER.finditer(text):
        value = replace(span_of(whole, match, "what"), value="text")
        yield draft(whole, speaker_of(whole), "does_not_want", value, "a standing wish that it be not done")


# -- decisions -----------------------------------------------------------------------------------------------
THING = r"(?:the |our |my |its |their )?(?P<thing>[\w'-]+(?: [\w'-]+){0,2}?)"
DECIDED = re.compile(
    r"\b(?:settled on|decided on|went with|gone with|went for|gone for|going with|going for|opted for|picked|chose"
    r"|chosen|"
    rf"agreed on|plumped for|landed on|choosing|picking) (?:an? |the )?(?P<what>[\w' -]+?) (?:for|as) {THING}"
    r"(?=[.,;!]| because| since| as | in the end| after all|$)",
    re.IGNORECASE,
)
CHOSEN = re.compile(
    r"\b(?P<who>I|we)(?:'re| are|'ve| have|'m| am)? (?:just |finally |now )?(?:going with|gone with|went with|gone for"
    r"|went for|going for|sticking with|decided on|settled on|plumped for|opted for|agreed on"
    r"|decided against [\w' -]+? and (?:for|in favour of))"
    r" (?:an? |the )?(?P<what>[\w' -]+?)(?=[.,;!]| because| since| as | in the end| after all|$)",
    re.IGNORECASE,
)
CAPPED = re.compile(
    r"\b(?:set|put|fixed|capped|agreed|kept|raised|lowered|cut|limited) (?:the |our |a |their )?(?P<noun>[a-z]+(?:"
    r" [a-z]+)?) "
    r"(?:for|of|on) (?:the |our |my |a )?(?P<thing>[\w'-]+(?: [\w'-]+){0,2}?) (?:at|to) (?P<what>[€$£]?\d[\d.,]*(?:"
    r" ?[\w€%]+)?)",
    re.IGNORECASE,
)


def _decided(whole: Scene) -> Iterator[Draft]:
    """As in "We settled on slate for the terrace", "we set the budget for the roof at 7,000 euros"."""
    text = words_of(whole)
    for match in DECIDED.finditer(text):
        kind = value_type(match["what"])
        if kind == "text" and not is_person_noun(match["thing"].casefold()) and match["thing"].casefold() not in TIMES:
            value = replace(span_of(whole, match, "what"), value="text")
            yield draft(
                whole, span_of(whole, match, "thing", "thing"), "choice", value, "decided for it", functional=True
            )
    if not DECIDED.search(text):
        for match in CHOSEN.finditer(text):
            if (
                match["what"].split()[0].casefold() not in TIMES | {"it", "that", "this", "them", "these", "those"}
                and len(match["what"].split()) <= MOST
            ):
                value = replace(span_of(whole, match, "what"), value="text")
                yield draft(whole, speaker_of(whole), "choice", value, "decided for it")
    for match in CAPPED.finditer(text):
        thing, value = span_of(whole, match, "thing", "thing"), span_of(whole, match, "what")
        noun = match["noun"].casefold()
        yield draft(whole, thing, predicate_name(noun), value, f"the {noun} is set", functional=True)


MOST = 7  # words of what was chosen
TIMES = frozenset(
    [
        "now",
        "today",
        "tomorrow",
        "tonight",
        "lunch",
        "dinner",
        "breakfast",
        "once",
        "sure",
        "good",
        "real",
        "ever",
        "walk",
        "walks",
        "run",
        "runs",
        "you",
        "me",
        "him",
        "us",
    ]
)


# -- steps ---------------------------------------------------------------------------------------------------
STEP = re.compile(
    r"\b(?P<mark>first(?:ly| of all)?|second(?:ly|(?=,))|third(?:ly|(?=,))|then|next|after (?:that|which)"
    r"|afterwards|finally"
    r"|lastly|step \d+:?),? "
    r"(?:you |we |one |they |i |people )?(?P<what>(?!(?:i|you|we|it|that|this|there|the|a|an|my|is|was|of|he|she"
    r"|they)\b)[a-z][^,;.!?]*?)"
    r"(?=,|;|\.|!|\?|$| and then\b| then\b)",
    re.IGNORECASE,
)
TOPIC = re.compile(
    r"^(?:how (?:the |our |a )?(?P<how>[\w' -]+?) (?:works?|goes|go|is done|are done|run)(?: here)?[:,-]|"
    r"(?:to|for|when|before) (?:you |we )?(?:(?:get|make|do|request|submit|file|open|claim|order|book|cancel"
    r"|report) )?(?:the |a |an |your )?"
    r"(?P<to>[\w' -]+?),)",
    re.IGNORECASE,
)


def _steps(whole: Scene) -> Iterator[Draft]:
    """As in "How claims work: first you scan the receipt, then you mail it to Nils"."""
    text = words_of(whole)
    yield from _topics(whole)
    found = list(STEP.finditer(text))
    begun = {match["mark"].casefold()[:4] for match in found} & {"firs", "step"}
    if not begun and sum(match["mark"].casefold() == "then" for match in found) < MARKED:
        return
    if len(found) < MARKED or re.search(r"\b(?:yesterday|ago|was|were|did|went|had)\b", text, re.IGNORECASE):
        return
    head = TOPIC.match(text)
    part = "how" if head is not None and head["how"] else "to"
    topic = Ref("implied", whole.start, whole.start, name="topic")
    about = span_of(whole, head, part, "thing") if head is not None and head[part] else topic
    for n, match in enumerate(found):
        mark = "first step" if n == 0 else "last step" if n == len(found) - 1 and n > 1 else "then"
        value = replace(span_of(whole, match, "what"), value="text")
        yield draft(whole, about, predicate_name(mark), value, "a step of a procedure", functional=n == 0)


HOW = re.compile(r"^how (?:the |our |a )?(?P<how>[\w'-]+(?: [\w'-]+)?) (?:works?|goes|go)\b", re.IGNORECASE)


def _topics(whole: Scene) -> Iterator[Draft]:
    """As in "How claims work here: …": what the next sentences are about."""
    match = HOW.match(words_of(whole))
    if match is not None:
        yield replace(draft(whole, span_of(whole, match, "how", "thing"), "", None, "a topic"), aim="heed")


MARKED = 2  # steps of one sentence that make a procedure
