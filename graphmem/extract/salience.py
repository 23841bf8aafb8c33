"""Which drafts of a clause are worth keeping: not feelings, praise, figures of speech or empty words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from graphmem.extract.content import (
    deictic,
    empty,
    head_of,
    names_a_thing,
    names_or_counts,
    of_a_kind,
    particular,
    spoken_to,
    third_party,
)
from graphmem.extract.drafts import Draft, Scene
from graphmem.extract.fit import personal
from graphmem.extract.lexicon import group, singulars, weight, words
from graphmem.extract.mentions import Ref
from graphmem.extract.passing import passing
from graphmem.extract.values import is_identifier
from graphmem.registry import Predicate, registry

__all__ = ["salient"]

# Readings whose predicate is a noun of the speaker's own.
OWN_WORDS = frozenset({"whose what is", "has as its", "is whose what", "who holds an office of ours"})
TOLD = frozenset({"a state, as a participle", "in what manner as a rule"})  # readings of words that tell by themselves
# Readings of a shape that nothing else has.
SURE = frozenset({"a rule", "on a shift", "a dose of it", "how many they are", "who holds an office", "a post of it"})
SUBORDINATE = frozenset({"advcl", "relcl", "acl", "pcomp", "xcomp"})
STATED = frozenset({"is", "status", "marital_status", "diet"})
WHOSE = frozenset({"mine", "ours", "yours", "hers", "his", "theirs", "there", "here"})
CALLED = re.compile(r",? [A-ZÀ-Þ][\w-]+$")  # "awesome, Petra": who is spoken to
EVENTFUL = frozenset({"retire", "graduate", "divorce", "marry", "separate", "emigrate", "remarry"})


def salient(scene: Scene, draft: Draft) -> bool:
    """Whether a draft tells something that a later question could ask for."""
    value = draft.object
    if value is None:
        return draft.kind != "end" or not _of_everything(scene, draft)
    if draft.aim in {"heed", "named", "name", "asked", "answer"} or draft.why in SURE:
        return True
    if passing(scene, draft, value):
        return False
    hard = names_or_counts(scene, value)
    if _awaited(scene) or _headless(scene, value, hard=hard) or spoken_to(scene, value):
        return False
    known = registry().get(draft.predicate)
    if known is not None and known.name not in words("predicates", "supple"):
        return not _out_of_place(scene, draft, known, value, hard=hard)
    return not _mislaid(scene, draft, value, hard=hard) and _tells(scene, draft, value, hard=hard)


def _tells(scene: Scene, draft: Draft, value: Ref, *, hard: bool) -> bool:
    if draft.predicate.startswith(("wants", "does_not")) and not deictic(value):
        return hard or weight(value.name.split()[-1]) != "nothing"  # "keep that spirit up"
    if draft.why in OWN_WORDS:
        return _own_words(draft, value, hard=hard) and not (draft.subject.kind == "thing" and _hollow(draft.subject))
    return _contentful(scene, draft, value, hard=hard, open_=draft.predicate not in registry())


def _of_everything(scene: Scene, draft: Draft) -> bool:
    """As in "I never give up", "I give up": no end, or none of all that somebody has, uses or likes."""
    denied = scene.clause.negative and not scene.ended
    return denied or draft.predicate in {"has", "owns", "uses", "likes"}


def _awaited(scene: Scene) -> bool:
    """Whether a clause only tells when or what for: "for when we have twins", "she asked me to call"."""
    clause, tree = scene.clause, scene.clause.tree
    if clause.kind not in {"advcl", "acl", "pcomp", "relcl", "ccomp", "xcomp", "conj"} or clause.tense == "past":
        return False
    above = tree.head(clause.top)
    if clause.kind == "ccomp" and above.lemma == "let":
        return True
    asked = clause.kind == "xcomp" and tree.kid(above.i, "dobj") is not None
    joined = clause.kind == "conj" and above.dep in {"xcomp", "advcl", "acl"}  # "to try and bring in trade"
    purpose = asked or joined or clause.kind in {"advcl", "acl", "relcl", "ccomp"}
    verbs = (clause.top, above.i) if joined else (clause.top,)
    if purpose and any(t.low == "to" for k in verbs for t in tree.kids(k, "aux")):
        return True
    opener = tree.kid(clause.top, "advmod", "mark")
    return opener is not None and opener.low in {"when", "once", "whenever"} and opener.i < clause.verb


# --- known predicates ---------------------------------------------------------------------------------------------


def _out_of_place(scene: Scene, draft: Draft, known: Predicate, value: Ref, *, hard: bool) -> bool:
    """What the predicate would take and the words do not mean.

    A relation of persons said of "it", what was once eaten, an age that one once had, a judgement, a wait for "you".
    """
    it = draft.subject.kind == "pronoun" and draft.subject.name in {"it", "that", "this"}
    past = scene.clause.tense == "past" and not scene.clause.perfect and not scene.clause.phase
    once = known.name in {"eats", "drinks"} and past and draft.kind == "state" and not scene.ended
    was = scene.clause.lemma == "be" or scene.clause.kind in SUBORDINATE  # "I was ten", "when I turned ten"
    then = known.name == "age" and ((past and was) or "%" in value.name)
    judged = value.name.casefold() in words("adjectives", "evaluative")
    hollow = known.object in {"Thing", "Value"} and not hard and _hollow(value)
    waited = known.name == "blocked_by" and value.kind in {"speaker", "addressee"}
    return (known.subject == "Person" and it) or once or then or judged or waited or hollow


def _hollow(value: Ref) -> bool:
    parts = head_of(value)
    return bool(parts) and value.value == "text" and weight(" ".join(parts[-2:])) == "nothing" and not deictic(value)


def _mislaid(scene: Scene, draft: Draft, value: Ref, *, hard: bool) -> bool:
    """A moment as a state, a thing as a trade, the one before the eyes as a liking."""
    if hard:
        return _misnamed(draft, value)
    if draft.predicate in {"status", "is"}:
        return not _lasting(scene, draft, value)
    if draft.predicate in UNFIT and not (draft.predicate == "needs" and particular(draft.subject)):
        return UNFIT[draft.predicate](scene, value)
    told = draft.subject.kind in {"speaker", "addressee", "pronoun"} or draft.predicate == "occupation"
    return draft.predicate in {"is_a", "occupation"} and told and not of_a_kind(value)


def _misnamed(draft: Draft, value: Ref) -> bool:
    """What a name or number in a value does not make true of it.

    A person as a tool, a share as what one is ("I'm 100% with you"), a name as a kind ("it's Orla!"), "a blast at the
    Kite Fair", an idea "from Rome".
    """
    plain, own = value.kind != "name" and value.value == "text", draft.subject.kind
    if draft.predicate == "is_a":
        told = value.indefinite or draft.changes or draft.claimed_from or draft.claimed_to
        unnamed = plain and not names_a_thing(value, unlisted=True) and not third_party(draft.subject)
        return unnamed or (value.kind == "name" and own == "pronoun" and not told)
    return {
        "is": value.name.strip("% ").isdigit() and own == "speaker",
        "has": plain and bool({*head_of(value)[:1]} & words("nouns", "figure")),
        "supplier": own == "speaker" and value.type != "Organization",
        "uses": value.type == "Person",
    }.get(draft.predicate, False)


def _of_a_house(value: Ref) -> bool:
    nouns = group("nouns", "business", "organisation", "place")
    return any(one in nouns for one in singulars((head_of(value) or ("",))[-1]))


def _sought_out(scene: Scene) -> bool:
    """As in "I'm looking for my keys": what is lost is no wish, but "a flat with a balcony" is one."""
    return scene.clause.lemma in {"look", "search", "hunt"}


# What a predicate does not mean of such a value, without name or number in it.
UNFIT: dict[str, Callable[[Scene, Ref], bool]] = {
    "supplier": lambda _, value: not _of_a_house(value),
    "leads": lambda _, value: bool(
        {"race", "marathon", "mile", "miles", "errand", "errands", "lap"} & set(head_of(value))
    ),
    "needs": lambda _, value: not names_a_thing(value, unlisted=False),
    "wants": lambda scene, value: scene.clause.tense == "past" or (_sought_out(scene) and not value.indefinite),
    "owns": lambda _, value: {*singulars(value.name.split()[-1])} & words("nouns", "contract") != frozenset(),
    "has": lambda _, value: value.owner is not None and head_of(value)[-1:] in {("back",), ("backs",), ("ear",)},
    "uses": lambda _, value: (
        value.type == "Person" or value.kind in {"relation", "speaker", "addressee"} or of_a_kind(value)
    ),
    "likes": lambda _, value: value.definite and value.owner is None,
}


def _lasting(scene: Scene, draft: Draft, value: Ref) -> bool:
    """Whether an adjective or participle tells a state that a thing stays in, and does not judge it."""
    tree, lemma = scene.clause.tree, scene.clause.lemma
    told = [t for t in tree.tokens if value.start <= t.start < value.stop]
    felt = draft.why == "a state, as a participle" and {t.low for t in told} & _moods()
    if felt or any(k.low in words("adjectives", "intense") for t in told for k in (t, *tree.kids(t.i, "advmod"))):
        return False
    if draft.why == "a quality":
        return bool({t.low for t in told} & (group("adjectives", "lasting", "status") | words("nouns", "colour")))
    if draft.why == "a state":
        hangs = {k.low for t in told for k in tree.kids(t.i, "prep")}
        return not ("of" in hangs or (hangs and personal(draft.subject)))
    if draft.why == "a state, as a participle":
        going_on = scene.clause.progressive and not scene.clause.passive and lemma not in words("verbs", "light")
        if going_on and draft.subject.kind == "thing" and draft.subject.definite:
            return True
        lasting = scene.clause.token.low in words("adjectives", "status")
        return lasting or lemma in group("verbs", "rule", "result", "turn_of_state")
    return True


def _moods() -> frozenset[str]:
    return words("adjectives", "mood") - group("adjectives", "lasting", "status")


# --- open and wide predicates -------------------------------------------------------------------------------------


def _own_words(draft: Draft, value: Ref, *, hard: bool) -> bool:
    """Whether "whose what is" names what a thing has, and its value does not judge."""
    noun, parts = draft.predicate.split("_")[-1], value.name.casefold().split()
    if hard:
        return (
            value.kind == "name"
            or value.value != "text"
            or weight(noun) != "nothing"
            or any(map(str.isdigit, value.name))
        )
    if parts[-1:] and parts[-1] in words("adjectives", "status"):
        return True
    judged = group("adjectives", "evaluative", "mood") & set(parts)
    counted = noun in words("nouns", "quantifier")
    return not (judged or counted or weight(noun) == "nothing" or not parts or weight(parts[-1]) == "nothing")


def _contentful(scene: Scene, draft: Draft, value: Ref, *, hard: bool, open_: bool) -> bool:
    """Whether the value of a wide or open predicate has content, and is no praise, feeling or passing moment."""
    empty_ = _momentary(scene, draft, hard=hard) or _praised(scene, draft, value)
    if empty_ or _felt(scene, draft, value, open_=open_, hard=hard) or _glimpsed(scene, draft, value, open_=open_):
        return False
    if hard:
        return True
    meant = _meant(scene, draft, open_=open_) and not particular(draft.subject)
    return not meant and _known_subject(scene, draft) and _telling(draft, value, open_=open_)


def _meant(scene: Scene, draft: Draft, *, open_: bool) -> bool:
    """As in "we can build a shelter", "I'll stick up for our street": to come, or said beside the point."""
    tree, top, kind = scene.clause.tree, scene.clause.top, scene.clause.kind
    beside = (open_ or draft.why == "a state, as a participle") and kind in SUBORDINATE
    heads = (top, tree.tokens[top].head) if kind == "conj" else (top,)
    able = any(t.low == "can" for k in heads for t in tree.kids(k, "aux"))
    planned = draft.modality == "planned" and draft.claimed_from is None
    hoped = open_ and (planned or (able and draft.subject.kind == "speaker"))
    return beside or hoped or (able and draft.predicate == "is_a")


def _glimpsed(scene: Scene, draft: Draft, value: Ref, *, open_: bool) -> bool:
    """As in "glad you got some rest", "it took two hours": of the hearer, of "it", in passing."""
    heard = draft.subject.kind == "addressee" and scene.clause.kind not in {"ROOT", "conj"}
    it = draft.subject.kind == "pronoun" and draft.subject.name in {"it", "this", "that"}
    took = it and open_ and scene.clause.lemma in words("verbs", "light")
    return heard or took or (open_ and _in_passing(scene, draft, value))


def _telling(draft: Draft, value: Ref, *, open_: bool) -> bool:
    """Whether a value without name or number says something: its head names a thing, or a state that things have.

    A noun in no list is taken for a thing where the predicate is known, or of a third party that is named.
    """
    if value.kind in {"speaker", "addressee"} or draft.why in TOLD:
        return True
    if empty(value):
        return False
    state = draft.predicate in STATED and head_of(value)[-1] in group("adjectives", "status", "diet", "marital")
    return state or names_a_thing(value, unlisted=not open_ or particular(draft.subject))


def _headless(scene: Scene, value: Ref, *, hard: bool) -> bool:
    """Whether what is told of is no noun, or the value ends in none: "finding my Zen is …"."""
    clause, tokens = scene.clause, scene.clause.tree.tokens
    verbal = clause.subject >= 0 and tokens[clause.subject].pos in {"VERB", "ADJ", "ADV", "AUX", "INTJ", "NUM"}
    word = tokens[clause.subject].text if verbal else ""
    verbal = verbal and not ("-" in word or is_identifier(word) or any(c.isdigit() for c in word))
    determined = verbal and clause.tree.kid(clause.subject, "det", "poss") is not None
    if verbal and not determined and not scene.phrases.is_name(clause.subject):
        return True
    last = next((t for t in tokens if t.start < value.stop <= t.stop), None)
    return not hard and last is not None and last.low in words("nouns", "quantifier")


def _momentary(scene: Scene, draft: Draft, *, hard: bool) -> bool:
    """As in "We ate good food", "I painted this": once, and not a habit."""
    clause = scene.clause
    past = clause.tense == "past" and not clause.perfect and clause.phase == "" and draft.kind == "state"
    if draft.predicate == "does":
        meant = any(t.low == "to" for t in clause.tree.kids(clause.verb, "aux"))  # "a floor for us to dance"
        return meant or (past and clause.lemma not in EVENTFUL)
    own = draft.subject.kind in {"speaker", "addressee"}
    return clause.copular and draft.why == "the rest of the clause" and own and not hard


def _praised(scene: Scene, draft: Draft, value: Ref) -> bool:
    """As in "She's an amazing learner", "my inbox is a jungle": praise, blame or a figure of speech."""
    if draft.predicate not in {"is_a", "occupation", "is", "has", "status"}:
        return False
    parts = value.name.casefold().replace(",", " ").split()
    called = CALLED.sub("", value.name)
    plain = replace(value, stop=value.start + len(called), name=called, kind="value")
    if not parts or names_or_counts(scene, plain):
        return False
    judged = bool(set(parts) & words("adjectives", "evaluative"))
    if draft.predicate == "has":
        return parts[-1] in words("nouns", "figure")
    return judged or (draft.predicate in {"is_a", "occupation"} and parts[-1] in words("nouns", "figure"))


def _felt(scene: Scene, draft: Draft, value: Ref, *, open_: bool, hard: bool) -> bool:
    """As in "Music calms me", "I appreciate your help", "that reminds me of home", "her books speak to me"."""
    it = value.kind == "pronoun" and value.gender not in {"f", "m"}
    third = draft.subject.kind in {"name", "relation"}
    stirred = (it or value.kind in {"speaker", "addressee"}) and draft.kind == "state" and not scene.clause.copular
    if stirred and not (third and personal(draft.subject)):
        return True
    if open_ and value.kind in {"speaker", "addressee"} and scene.clause.lemma in words("verbs", "affect"):
        return True
    verb = {scene.clause.lemma, *scene.clause.lemma.split()[:1]}
    spared = hard or third or (particular(draft.subject) and names_a_thing(value, unlisted=False))
    return open_ and bool(verb & words("verbs", "affect")) and not spared


def _in_passing(scene: Scene, draft: Draft, value: Ref) -> bool:
    """As in "it makes a difference for the Harbour Trust", "when I came across a lantern for the Kite Fair"."""
    direct = draft.why == f"open frame {scene.clause.lemma}" and value.kind != "name"
    hollow = direct and _hollow(value) and not any(map(str.isdigit, value.name)) and not third_party(draft.subject)
    light = scene.clause.kind in SUBORDINATE and scene.clause.lemma in words("verbs", "light")
    return hollow or (light and not particular(draft.subject))


def _known_subject(scene: Scene, draft: Draft) -> bool:
    """Whether a reader knows of whom it is told: not the hearer's own life, "they", a feeling, things at large."""
    subject = draft.subject
    if subject.kind == "addressee":
        return draft.predicate in {"is_on", "is_at"} and scene.clause.copular
    if subject.kind == "pronoun":
        it = subject.gender == "n" and draft.predicate in registry() and draft.predicate not in STATED | {"is_a", "has"}
        return subject.gender in {"f", "m"} or subject.name in WHOSE or it
    if subject.kind != "thing":
        return True
    at_large = subject.plural and not subject.definite
    if at_large and draft.predicate in {"has", "owns", "likes", "is_a", "needs", "wants"}:
        return False
    parts = head_of(subject)
    telling = set(parts[:-1]) - group("adjectives", "counting", "evaluative", "mood")
    if not telling and not subject.definite and parts and parts[-1].endswith("ing"):
        return draft.predicate in {"is", "is_a"}  # "busy volunteering at the pier"
    return bool(telling or (parts and weight(parts[-1]) != "nothing"))  # "bus stop" is one, "stop" alone is none
