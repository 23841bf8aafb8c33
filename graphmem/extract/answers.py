"""Questions and their answers in fragments: "When does your permit run out?" — "June 2027."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphmem.extract.copula import attribute_of, copula, owned_noun
from graphmem.extract.drafts import Draft, Scene, draft
from graphmem.extract.fit import choose, typed
from graphmem.extract.frames import PLACING, third_person, verb_frames
from graphmem.extract.lexicon import group, is_person_noun, words
from graphmem.extract.mentions import Phrases, Ref
from graphmem.extract.parse import Token
from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.extract.values import value_type
from graphmem.registry import registry

__all__ = ["answer", "answers_with", "asked_for", "fits_question", "inquired"]

# What stands before an answer, and after it.
LEAD = re.compile(
    r"^(?:(?:yes|yeah|yep|no|nope|well|oh|ah|er|erm|uh|um|hm+|ok|okay|sure|sorry|right|still|just|only|always|usually|mostly|"
    r"probably|now|currently|morning|hi|hello|hey|of course|in|on|at|from|by|since|the|my|our|a|an|about|around|"
    r"i think|i'd say|that's|it's)\b[,.!:]?\s+)+",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"[\s,.!]*\b(?:please|pls|thanks|thank you|thx|ta|cheers|for now|as (?:ever|always|usual|before)|again|i think|"
    r"still|of course|obviously|why|too|at the moment|at present|right now)\b[\s,.!]*$",
    re.IGNORECASE,
)
CUT = re.compile(r"[;!?(]|[.](?:\s|$)|,\s|\s[-–—]\s|\s(?:but|because|since|so|and|though|if|unless|in case)\s")
NO_ANSWER = frozenset(
    [
        "no",
        "yes",
        "yep",
        "nope",
        "yeah",
        "sure",
        "idea",
        "clue",
        "none",
        "nothing",
        "nobody",
        "neither",
        "both",
        "either",
        "maybe",
        "perhaps",
        "never",
        "always",
        "ok",
        "okay",
        "fine",
        "good",
        "great",
        "thanks",
        "done",
        "anything",
        "something",
        "whatever",
        "whichever",
        "anyone",
        "depends",
        "same",
        "exactly",
        "true",
        "false",
        "right",
        "wrong",
        "nah",
        "definitely",
        "absolutely",
        "noted",
        "agreed",
        "sometimes",
        "dunno",
        "unsure",
        "pass",
        "later",
        "soon",
        "guess",
        "guilty",
        "hello",
        "hi",
        "morning",
        "same",
        "here",
        "there",
    ]
)
MOST = 6  # words of an answer
OPEN_WORDS = frozenset({"what", "which", "when", "where", "who", "whom", "how", "whose", "what's", "who's"})


@dataclass(frozen=True, slots=True)
class _Question:
    scene: Scene
    word: Token

    @property
    def low(self) -> str:
        return self.word.low


def asked_for(scene: Scene) -> list[Draft]:
    """What a question asks for, as a draft whose value the answer gives; empty when no fragment could answer it."""
    tokens = scene.clause.tree.tokens
    inside = range(scene.clause.first, scene.clause.last + 1)
    word = next((tokens[k] for k in inside if tokens[k].low in OPEN_WORDS), None)
    if word is None and (polar := _polar(scene)) is not None:
        return [replace(polar, aim="asked", polarity=True, modality="asserted")]
    if word is None or scene.clause.modality not in {"asked", "hypothetical", "planned"}:
        return []
    found = next((d for rule in RULES for d in rule(_Question(scene, word))), None)
    return [replace(found, aim="asked", polarity=True, modality="asserted")] if found is not None else []


def _blank(scene: Scene, kind: str) -> Ref:
    return Ref("value", scene.stop, scene.stop, type="Value", value=kind)


def _attribute(question: _Question) -> Iterator[Draft]:
    """As in "What's your shoe size?", "Who owns the portal?"."""
    scene, tree = question.scene, question.scene.clause.tree
    if not scene.clause.copular or question.low not in {"what", "who", "which", "when"}:
        return
    heads = [t for t in tree.tokens[question.word.i + 1 :] if t.pos in {"NOUN", "PROPN"} and t.dep in {"nsubj", "attr"}]
    for head in heads[:1]:
        owned = owned_noun(scene, head.i)
        noun = owned[1] if owned is not None else ""
        owner = owned[0] if owned is not None else None
        if owner is not None and noun.rsplit(" ", 1)[-1] == "name" and owner.noun and owner.owner is not None:
            noun, owner = owner.noun, owner.owner
        if owner is not None:
            yield attribute_of(scene, owner, noun, _blank(scene, _kind(question, noun)), "asked for an attribute")


def _kind(question: _Question, noun: str) -> str:
    return "date" if question.low == "when" else "name" if question.low == "who" or is_person_noun(noun) else ""


def _called(question: _Question) -> Iterator[Draft]:
    """As in "What's the boat called?"."""
    scene = question.scene
    tree = scene.clause.tree
    naming_ = scene.clause.lemma in words("verbs", "name") or any(
        t.low in {"called", "named"} for t in tree.kids(scene.clause.subject, "acl")
    )
    if question.low == "what" and scene.clause.subject >= 0 and naming_:
        yield draft(
            scene, scene.ref(scene.clause.subject), registry().known("named"), _blank(scene, ""), "asked for a name"
        )


def _age(question: _Question) -> Iterator[Draft]:
    """As in "How old is she?", "How much is the ticket?", "How tall is the tower?"."""
    scene, tokens = question.scene, question.scene.clause.tree.tokens
    after = tokens[question.word.i + 1].low if question.word.i + 1 < len(tokens) else ""
    name = {"old": "age", "much": "price", "tall": "height", "heavy": "weight"}.get(after)
    if question.low == "how" and name is not None and scene.clause.subject >= 0:
        subject = scene.ref(scene.clause.subject)
        yield draft(scene, subject, registry().known(name), _blank(scene, "number"), f"asked how {after}")


def _when_where(question: _Question) -> Iterator[Draft]:
    """As in "When does the shop shut?", "Where does your aunt live?"."""
    scene, clause = question.scene, question.scene.clause
    if question.low not in {"when", "where"} or clause.subject < 0 or clause.subject == question.word.i:
        return
    subject = scene.ref(clause.subject)
    lemma = "be" if clause.copular else clause.lemma
    if question.low == "where" and lemma == "be" and subject.kind == "addressee":
        return  # "where are you?": by the fountain, for now
    if question.low == "where":
        value = Ref("name", scene.stop, scene.stop, type="Thing")
        frame = next((f for p in ("in", "at", "on") if (f := choose(_phrase(lemma, p), subject, value, "holds"))), None)
        name = frame.predicate if frame is not None else predicate_name(f"{third_person(scene)} in")
        yield draft(scene, subject, name, replace(_blank(scene, "place")), "asked where", functional=True)
        return
    dated = _blank(scene, "date")
    frame = next((f for p in ("on", "in", "by") if (f := choose(_phrase(lemma, p), subject, dated, "holds"))), None)
    name = frame.predicate if frame is not None else predicate_name(f"{third_person(scene)} on")
    yield draft(scene, subject, name, dated, "asked when", functional=True, typed=True, words_=clause.lemma)


def _phrase(lemma: str, preposition: str) -> str:
    return preposition if lemma == "be" else f"{lemma} {preposition}"


def _who(question: _Question) -> Iterator[Draft]:
    """As in "Who leads the bridge project?", "Who is on call?": whom the answer names."""
    scene, clause = question.scene, question.scene.clause
    if question.low != "who" or clause.passive:
        return
    whom = Ref("name", scene.stop, scene.stop, type="Person", value="name")
    if clause.object >= 0 and clause.subject == question.word.i:
        thing = scene.ref(clause.object)
        frame = choose(f"{clause.lemma} by", thing, replace(whom, value="text"))
        blank = _blank(scene, "name")
        if frame is not None:
            yield draft(scene, thing, frame.predicate, blank, "asked who", functional=True)
        elif thing.kind not in {"pronoun", "addressee"}:
            yield draft(scene, thing, predicate_name(f"{clause.token.lemma} by"), blank, "asked who", functional=True)
    elif clause.copular and clause.preps:
        name, i = clause.preps[0]
        office = scene.phrases.span_value(clause.tree.tokens[i].start, clause.tree.tokens[i].stop)
        office = replace(office, kind="thing", type="Thing", name=f"{name}-{office.name}", definite=True)
        yield draft(scene, office, "is", _blank(scene, "name"), "asked who is it", functional=True)


def _what_object(question: _Question) -> Iterator[Draft]:
    """As in "Which editor do you use?", "What do you drink?", "What indentation do you want?"."""
    scene, clause = question.scene, question.scene.clause
    if question.low not in {"what", "which"} or clause.copular or clause.subject < 0:
        return
    tree, subject = clause.tree, scene.ref(clause.subject)
    if clause.lemma in {"do", "think", "mean", "say", "happen", "get", "cook", "bring", "buy", "give", "know"}:
        return
    governor = tree.tokens[question.word.head]
    noun = governor.low if governor.pos in {"NOUN", "PROPN"} and governor.i != clause.verb else ""
    value = Ref("thing", scene.stop, scene.stop, type="Thing")
    frame = choose(clause.lemma, subject, value, "holds")
    if frame is not None and not (noun and frame.predicate.name in VAGUE):
        yield draft(scene, typed(subject, frame.predicate.subject), frame.predicate, _blank(scene, ""), "asked what")
    elif noun:
        yield draft(scene, subject, predicate_name(noun), _blank(scene, ""), "asked which", functional=True)


VAGUE = frozenset({"has", "owns", "needs", "wants", "likes", "prefers"})


def _how(question: _Question) -> Iterator[Draft]:
    """As in "How do you like your eggs?", "How does she get to work?"."""
    scene, clause = question.scene, question.scene.clause
    if question.low != "how" or clause.subject < 0 or clause.copular:
        return
    tokens, subject = clause.tree.tokens, scene.ref(clause.subject)
    if clause.object >= 0 and clause.lemma in {"take", "like", "want", "drink", "eat", "prefer", "spell"}:
        noun = tokens[clause.object].low
        name = predicate_name(f"{third_person(scene)} {noun}")
        yield draft(scene, subject, name, _blank(scene, ""), "asked how one likes it", functional=True)
    elif clause.prep("to") >= 0 and tokens[clause.prep("to")].low in {"work", "office", "school"}:
        yield draft(scene, subject, registry().known("commutes_by"), _blank(scene, ""), "asked how one gets there")


def _which_of(question: _Question) -> Iterator[Draft]:
    """As in "Which size are the boots?", "What colour is the door?": the noun after the question word, of the other."""
    scene, tree = question.scene, question.scene.clause.tree
    after = tree.tokens[question.word.i + 1] if question.word.i + 1 < len(tree.tokens) else question.word
    if question.low not in {"what", "which"} or not scene.clause.copular or after.pos != "NOUN":
        return
    others = [t for t in tree.tokens[scene.clause.verb + 1 :] if t.pos in {"NOUN", "PROPN", "PRON"}]
    for other in others[:1]:
        yield attribute_of(scene, scene.ref(other.i), after.low, _blank(scene, ""), "asked which of it")


def _put_where(question: _Question) -> Iterator[Draft]:
    """As in "Where did you put the keys?": where the object is."""
    scene, clause = question.scene, question.scene.clause
    if question.low == "where" and clause.lemma in PLACING | {"find"} and clause.object >= 0:
        thing = scene.ref(clause.object)
        yield draft(scene, thing, registry().known("located_in"), _blank(scene, "place"), "asked where it is")


def _count(question: _Question) -> Iterator[Draft]:
    """As in "How many guests are there?", "How many kids do you have?"."""
    scene, tokens = question.scene, question.scene.clause.tree.tokens
    after = tokens[question.word.i + 1 : question.word.i + 3]
    if question.low == "how" and len(after) == 2 and after[0].low in {"many", "much"} and after[1].pos == "NOUN":
        yield from _counted(scene, after[1])


def _counted(scene: Scene, noun: Token) -> Iterator[Draft]:
    whose = scene.clause.subject if scene.clause.lemma in {"have", "own", "keep", "need", "get"} else -1
    blank = _blank(scene, "number")
    if whose >= 0 and whose != noun.i:
        name = predicate_name(f"number of {noun.low}")
        yield draft(scene, scene.ref(whose), name, blank, "asked how many", functional=True)
    else:
        thing = replace(scene.ref(noun.i), kind="thing", definite=True, indefinite=False, name=noun.low)
        yield draft(scene, thing, "number", blank, "asked how many", functional=True)


def inquired(whole: Scene) -> Iterator[Draft]:
    """Whom of somebody's people a question speaks of, "your son": "he" and "mine" of the answer may mean one."""
    for token in whole.clause.tree.tokens:
        if token.pos == "NOUN" and is_person_noun(token.low):
            ref = whole.ref(token.i)
            if ref.kind == "relation" and ref.owner is not None:
                yield Draft(ref, "", "", True, None, whole.start, whole.stop, aim="inquired")


RULES = (_called, _count, _age, _which_of, _attribute, _put_where, _when_where, _who, _what_object, _how)
KINDS = {"number": "number", "amount": "number", "money": "number", "date": "date", "time": "date"}


def _polar(scene: Scene) -> Draft | None:
    """As in "Does it leave from terminal 4?": what "no, 5" puts in the place of the value asked about."""
    if scene.clause.modality != "asked" or scene.clause.subject < 0:
        return None
    tokens = scene.clause.tree.tokens
    choice = any(t.low == "or" for t in tokens[scene.clause.verb : scene.clause.last + 1])
    for made in copula(scene) if scene.clause.copular else verb_frames(scene):
        value = made.object
        kind = "" if value is None else "name" if value.kind == "name" else KINDS.get(value.value, "")
        if value is not None and (kind or choice) and made.kind == "state":
            return replace(made, object=_blank(scene, kind), why=f"{made.why}, asked")
    return None


def answers_with(phrases: Phrases, text: str, start: int, stop: int) -> Ref | None:
    """The short phrase that a fragment answers with, yes, no and thanks left off; None when it says nothing."""
    words_ = text[start:stop]
    lead = LEAD.match(words_)
    begin = lead.end() if lead else 0
    cut = CUT.search(words_, begin)
    end = cut.start() if cut and cut.start() > begin else len(words_)
    core = words_[begin:end]
    tail = TAIL.search(core)
    core = core[: tail.start()] if tail else core
    core = core.rstrip(" .,!")
    low = core.casefold().split()
    if not low or len(low) > MOST or set(low) <= NO_ANSWER or low[-1] in NO_ANSWER or low[0] in {"i", "you", "not"}:
        return None
    value = phrases.span_value(start + begin, start + begin + len(core))
    return replace(value, value=value_type(value.name))


def answer(value: Ref, start: int, stop: int) -> Draft:
    """A fragment that holds only if it answers the question before it."""
    return Draft(
        Ref("implied", start, start), "is", open_slot("is"), True, value, start, stop, aim="answer", why="an answer"
    )


SHAPES = {"date": {"date", "time"}, "number": {"number", "amount", "money"}}


def fits_question(kind: str, value: Ref) -> bool:
    """Whether an answer has the shape that the question asks for, and is no thanks, judgement or new sentence."""
    if _talks(kind, value):
        return False
    if kind in SHAPES:
        return value.value in SHAPES[kind]
    if kind in {"name", "place"}:
        return value.value in {"text", "address", "identifier"} and (value.name[:1].isupper() or kind == "place")
    return True


def _talks(kind: str, value: Ref) -> bool:
    """As in "great, thanks", "guitar's mostly my thing", "recently", "three days ago, I was rowing"."""
    parts = value.name.casefold().replace("'", " ").split()
    chat = group("words", "first_person", "second_person") | {"some", "any", "just"}
    cheer = words("adjectives", "evaluative") | words("words", "greeting")
    adverb = len(parts) == 1 and value.name.endswith("ly") and kind != "name"
    moment = value.value in {"date", "time"} and kind in {"", "name", "place"}
    return adverb or moment or bool(chat & set(parts) or cheer & set(parts[:1]))


def elliptic(whole: Scene) -> list[Draft]:
    """A question without a verb: "Your shoe size?", "On-call contact this week?", "Tea or coffee?"."""
    tree = whole.clause.tree
    root = next((t for t in tree.tokens if t.dep == "ROOT"), None)
    if root is None or root.pos not in {"NOUN", "PROPN"} or any(t.tag in {"WP", "WRB", "WDT"} for t in tree.tokens):
        return []
    you = Ref("addressee", whole.start, whole.start, name="you")
    if any(t.low == "or" for t in tree.kids(root.i, "cc")):
        made = draft(whole, you, registry().known("prefers"), _blank(whole, ""), "asked for a choice")
        return [replace(made, aim="asked")]
    owned = owned_noun(whole, root.i)
    if owned is not None:
        kind = "name" if is_person_noun(owned[1]) else ""
        return [replace(attribute_of(whole, *owned, _blank(whole, kind), "asked in brief"), aim="asked")]
    brief = _asked_in_brief(whole, root, you)
    return [replace(brief, aim="asked")] if brief is not None else []


def _asked_in_brief(whole: Scene, root: Token, you: Ref) -> Draft | None:
    """As in "Any allergies?", "The deadline?", "On-call contact?"."""
    thing = whole.ref(root.i)
    if any(t.low == "any" for t in whole.clause.tree.kids(root.i, "det")):
        noun = root.lemma if root.tag == "NNS" else root.low
        return attribute_of(whole, you, noun, _blank(whole, ""), "asked for any")
    if thing.kind != "thing" or not (thing.definite or is_person_noun(root.low)):
        return None
    kind = "name" if is_person_noun(root.low) else ""
    return draft(whole, replace(thing, definite=True), "is", _blank(whole, kind), "asked in brief", functional=True)
