"""Clauses with their dates and words of change, and the constructions that read them, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.extract.answers import asked_for, elliptic, inquired
from graphmem.extract.asides import asides, without_doubles
from graphmem.extract.aspects import aspects, finished
from graphmem.extract.bare import telegraphic, verbless
from graphmem.extract.clauses import Clause, clauses
from graphmem.extract.clefts import clefts
from graphmem.extract.copula import copula
from graphmem.extract.denials import contrasted, denials
from graphmem.extract.drafts import STATES, Draft, Scene
from graphmem.extract.endings import called_off, dismissed, gone, parted
from graphmem.extract.fit import personal
from graphmem.extract.frames import subject_ref, there, verb_frames
from graphmem.extract.having import having
from graphmem.extract.leftovers import rest_of
from graphmem.extract.lexicon import any_of, is_happening, words
from graphmem.extract.mentions import Phrases
from graphmem.extract.naming import as_role, naming, roles
from graphmem.extract.nominals import nominals
from graphmem.extract.parse import Tree
from graphmem.extract.passing import seen, sought
from graphmem.extract.phrasings import phrasings
from graphmem.extract.regimes import regimes
from graphmem.extract.remains import remains
from graphmem.extract.repairs import repaired
from graphmem.extract.resolve import SWAPPED
from graphmem.extract.rules import rules
from graphmem.extract.salience import salient
from graphmem.extract.tastes import tastes
from graphmem.extract.time_frames import OPEN_ENDED
from graphmem.extract.times import Aspect, TimeExpression, claimed_period, find_times
from graphmem.extract.wishes import wishes
from graphmem.registry import registry

__all__ = ["sentence_drafts"]

CHANGE = re.compile(
    rf"\b(?:{any_of(words('words', 'change') - {'new'})})\b",
    re.IGNORECASE,
)
ENDED = re.compile(
    r"\b(?:no longer|no more)\b|\b(?:not|n't|never|nobody|don't|doesn't|isn't|aren't|"
    r"won't)\b[^.;]*\b(?:any ?more|any longer)\b",
    re.IGNORECASE,
)
EVENTS = (
    words("verbs", "begin")
    | words("verbs", "cease")
    | words("verbs", "dispose")
    | words("verbs", "acquire")
    | words("verbs", "move")
    | words("verbs", "takeover")
    | words("verbs", "transfer")
    | words("verbs", "become")
    | frozenset(
        [
            "join",
            "marry",
            "divorce",
            "die",
            "bear",
            "found",
            "hire",
            "promote",
            "appoint",
            "elect",
            "graduate",
            "arrive",
            "sign",
            "launch",
            "release",
            "publish",
            "rebrand",
            "rename",
            "settle",
        ]
    )
)
# What is done for a length of time runs so long from then on.
TERMS = frozenset(["sign", "rent", "lease", "hire", "book", "borrow", "subscribe", "lend", "loan", "let", "sublet"]) | {
    "second",
    "suspend",
    "insure",
    "enrol",
    "enroll",
    "sign up",
    "take on",
    "block out",
    "rent out",
}
LOOSE = frozenset({"a thing and its value", "an age after a comma"})  # readings of marks alone, tried on any words
HAVING = frozenset({"have", "'ve", "keep", "get"})


def sentence_drafts(
    trees: Sequence[Tree], text: str, start: int, stop: int, said_at: datetime, *, asked: bool
) -> list[Draft]:
    """The drafts of one sentence's trees."""
    made: list[Draft] = []
    for tree in map(repaired, trees):
        found = clauses(tree, asked=asked)
        found = _told_first(found, text, start, stop) if asked else found
        phrases = Phrases(tree, text)
        scenes = [_scene(phrases, clause, found, (start, stop), said_at) for clause in found]
        if tree.tokens:
            whole = _whole(phrases, tree, scenes, (start, stop), said_at)
            told = [d for d in roles(whole, phrases.roles) if salient(whole, d)]
            made.extend(_unreal(d, scenes) for d in told)
            beside = (
                [] if asked else [*asides(whole, scenes), *phrasings(whole, asked=asked), *tastes(whole, asked=asked)]
            )
            made.extend(d for d in beside if d.why not in LOOSE or salient(whole, d))
            notes = verbless(whole) if not asked and not scenes else ()
            noted = telegraphic(whole) if not asked and not notes else ()
            made.extend(d for d in (*notes, *noted) if not sought(d) and not seen(d))
        read = _all_read(scenes)
        read += [d for d in nominals(scenes) if not _told_before(d, read)]
        made.extend(without_doubles(beside, read) if tree.tokens else read)
        if asked:
            made.extend(elliptic(whole) if tree.tokens and not scenes else [])
            made.extend(d for scene in scenes for d in asked_for(scene))
        else:
            made.extend(d for d in remains(scenes, made) if salient(_owner(scenes, d), d))
        named = _named(whole, scenes) if tree.tokens else []
        made = [*_ahead(tree, named), *made, *named, *(inquired(whole) if asked and tree.tokens else ())]
    return made


def _ahead(tree: Tree, named: list[Draft]) -> list[Draft]:
    """The name that the sentence begins with, if a pronoun after it may mean it: "Kit rang, he …"."""
    pronoun = next((t for t in tree.tokens if t.low in ANAPHORIC), None)
    before = named and pronoun is not None and named[0].subject.stop <= pronoun.start
    return named[:1] if before else []


ANAPHORIC = words("words", "she") | words("words", "he")


def _told_before(made: Draft, read: Sequence[Draft]) -> bool:
    """Whether the value of a draft stands in what is read already."""
    at = made.object
    told = (d for d in read if d.kind != "correction" and not d.aim and d.modality != "asked")
    held = (d.object for d in told if d.object is not None)
    return at is not None and any(h.start <= at.start and at.stop <= h.stop for h in held)


def _owner(scenes: Sequence[Scene], made: Draft) -> Scene:
    """The scene in whose words a draft's value stands."""
    at = made.object.start if made.object is not None else made.start
    tokens = scenes[0].clause.tree.tokens
    holding = [s for s in scenes if tokens[s.clause.first].start <= at <= tokens[s.clause.last].stop]
    return min(holding, key=lambda s: s.clause.last - s.clause.first, default=scenes[0])


UNKNOWN = re.compile(r"\ban? (?:[\w-]+ ){1,3}(?:named |called )?$", re.IGNORECASE)


def _unreal(d: Draft, scenes: Sequence[Scene]) -> Draft:
    """A role as supposed, where somebody is made up for a supposition: "I'd hire a cook called Ines"."""
    for scene in scenes:
        tree, clause = scene.clause.tree, scene.clause
        below = any(tree.tokens[k].start == d.subject.start for k in tree.subtree(clause.top))
        if below and clause.modality == "hypothetical" and UNKNOWN.search(scene.phrases.text[: d.subject.start]):
            return replace(d, modality="hypothetical")
    return d


def _all_read(scenes: Sequence[Scene]) -> list[Draft]:
    """What every clause states; one that only says since when somebody is there dates the clause before it."""
    made: list[Draft] = []
    for scene in scenes:
        parts = [part for each in _each_subject(scene) for part in contrasted(each)]
        here = [d for part, first, last in parts for d in _read(part) if _inside(d, first, last)]
        undated = [d for d in made if _datable(d)]
        if _is_there(scene) and undated:
            made = [_dated_back(d, scene) if d in undated else d for d in made]
        else:
            made.extend(here)
    return made


def _inside(made: Draft, first: int, last: int) -> bool:
    return made.object is None or first <= made.object.start < last or made.object.start == made.object.stop


def _is_there(scene: Scene) -> bool:
    """As in "I'm with Orvella, have been there since March"."""
    clause = scene.clause
    there = any(t.low == "there" for t in clause.tree.kids(clause.verb, "advmod", "prep"))
    return there and clause.object < 0 and bool(scene.claimed_from or scene.claimed_to)


def _datable(made: Draft) -> bool:
    settled = made.kind == "state" and made.modality == "asserted" and made.polarity and made.object is not None
    return settled and made.claimed_from is None and made.claimed_to is None


def _dated_back(made: Draft, scene: Scene) -> Draft:
    since = scene.clause.perfect and scene.claimed_to is None and made.predicate in STATES and not made.aim
    dated = replace(
        made, claimed_from=scene.claimed_from, claimed_to=scene.claimed_to, precision=scene.precision, changes=False
    )
    return replace(dated, aim="since") if since else dated


QUESTION = re.compile(
    r"(?:[,;:–-]|\band|\bbut|\bso) ?(?:and |but |so )?(?=(?:is|are|was|were|do|does|did|can|could|would|will|should"
    r"|shall|has|have"
    r"|what|what's|when|where|who|who's|which|how|why|any)\b)",
    re.IGNORECASE,
)


def _told_first(found: Sequence[Clause], text: str, start: int, stop: int) -> tuple[Clause, ...]:
    """As in "I am forty, my wife is fifty, is it too late?": what stands before the question is told."""
    cut = max((start + m.start() for m in QUESTION.finditer(text[start:stop])), default=start)
    told = []
    for clause in found:
        tokens = clause.tree.tokens
        before = tokens[clause.last].stop <= cut or (clause.verb >= 0 and tokens[clause.verb].stop < cut)
        straight = 0 <= clause.subject < clause.verb and not any(
            t.i < clause.subject for t in clause.tree.kids(clause.top, "aux")
        )
        whole = before and straight and clause.modality == "asked" and not _wondering(clause)
        told.append(replace(clause, modality="asserted") if whole else clause)
    return tuple(told)


def _wondering(clause: Clause) -> bool:
    first = clause.tree.tokens[clause.first]
    return first.tag in {"WP", "WRB", "WDT"} or first.pos == "AUX"


INTO = frozenset({"in", "near", "into", "outside", "around", "through", "across"})
GOING = frozenset(
    ["go", "drive", "fly", "move", "travel", "walk", "sail", "cycle", "head", "return", "come", "commute"]
)


def _named(whole: Scene, scenes: Sequence[Scene]) -> list[Draft]:
    """Every name in the sentence, so that a pronoun after it may mean it; not what is only supposed."""
    tree, phrases = whole.clause.tree, whole.phrases
    supposed = {
        k for s in scenes if s.clause.modality == "hypothetical" for k in range(s.clause.first, s.clause.last + 1)
    }
    made, k = [], 0
    while k < len(tree.tokens):
        end = phrases.name_end(k)
        if end > k and tree.tokens[end - 1].pos == "PROPN" and k not in supposed:
            ref = phrases.ref(end - 1)
            ref = replace(ref, type="Place") if ref.type == "Thing" and _is_where(tree, k) else ref
            made.append(Draft(ref, "", "", True, None, whole.start, whole.stop, aim="named"))
        k = max(end, k + 1)
    return made


def _is_where(tree: Tree, k: int) -> bool:
    """Whether the name at `k` stands where a place stands: "in Oslo", "drove to Oslo"."""
    if k == 0 or tree.tokens[k - 1].pos != "ADP":
        return False
    before = tree.tokens[k - 1]
    return before.low in INTO or (before.low in {"to", "from"} and tree.head(before.i).lemma in GOING)


def _whole(
    phrases: Phrases, tree: Tree, scenes: Sequence[Scene], sentence: tuple[int, int], said_at: datetime
) -> Scene:
    """The sentence as one scene, for what its phrases state whatever its verbs do: asserted, undated."""
    start, stop = sentence
    whole = scenes[0] if scenes else Scene(phrases, Clause(tree, 0, 0, ""), start=start, stop=stop, said_at=said_at)
    plain = replace(whole.clause, modality="asserted", negative=False)
    return replace(whole, clause=plain, claimed_from=None, claimed_to=None, precision=None, changes=False)


def _each_subject(scene: Scene) -> list[Scene]:
    """The scene once for each coordinated subject: "Ana and I speak Czech"."""
    clause = scene.clause
    if clause.subject < 0:
        return [scene]
    return [replace(scene, clause=replace(clause, subject=k)) for k in scene.phrases.all_of(clause.subject)]


READERS: tuple[Callable[[Scene], list[Draft]], ...] = (rules, naming, clefts, wishes, as_role, regimes, aspects)


def _read(scene: Scene) -> list[Draft]:
    clause = scene.clause
    made: list[Draft] = []
    heeded = _heeded(scene)
    for reader in READERS:
        made = reader(scene)
        if made:
            break
    if not made:
        made = _plain(scene)
    made = [_in_its_part(d, scene) for d in made]
    if not any(t.reason == OPEN_ENDED for t in scene.times):
        made = [_in_its_time(d, clause) for d in made]
    if clause.phase in {"ceases", "used"} or scene.ended:
        made = finished(made, scene)
        made = [*parted(scene, made), *made]
    elif clause.phase == "begins":
        made = [replace(d, changes=True) for d in made]
    made = [*made, *(_in_its_part(d, scene) for d in rest_of(scene, made)), *denials(scene, made)]
    weighed = [(d, salient(scene, d)) for d in made]
    weighed = [(d, tells or _listed(d, weighed)) for d, tells in weighed]
    told = (d if tells else replace(d, aim="swapped") for d, tells in weighed if tells or _swaps(d))
    return [*gone(scene), *called_off(scene), *dismissed(scene), *told] or heeded


def _listed(made: Draft, weighed: Sequence[tuple[Draft, bool]]) -> bool:
    """As in "a saw, a plane and a bit of chalk": a value beside two of the same reading that tell something."""
    beside = [d for d, tells in weighed if tells and (d.predicate, d.why) == (made.predicate, made.why)]
    return len(beside) > 1 and made.object is not None and made.object.kind in {"thing", "value"}


def _swaps(made: Draft) -> bool:
    """As in "next year it's Ana", "it returns to 3 francs": a new value of what was spoken of, whatever that is."""
    it = made.subject.kind == "pronoun" and made.subject.name in {"it", "that", "this"}
    dated = bool(made.changes or made.claimed_from or made.claimed_to)
    settled = made.kind == "state" and made.polarity and made.modality in {"asserted", "planned"} and not made.aim
    return it and dated and settled and made.object is not None and made.predicate in SWAPPED


def _heeded(scene: Scene) -> list[Draft]:
    """The subject alone, so that later words may refer to it, where the clause states nothing to keep."""
    clause = scene.clause
    if clause.subject < 0 or clause.modality in {"hypothetical", "joking"}:
        return []
    ref = scene.ref(clause.subject)
    tokens = clause.tree.tokens
    bare = clause.subject == clause.first == 0 and tokens[0].tag == "NN" and not clause.tree.children[0]
    if ref.kind not in {"name", "relation", "thing"} or (ref.kind == "thing" and not ref.definite and not bare):
        return []
    return [Draft(ref, "", "", True, None, scene.start, scene.stop, aim="heed")]


def _in_its_time(made: Draft, clause: Clause) -> Draft:
    """A state told in the past tense is over; one told in the perfect with its beginning holds still."""
    once = (
        clause.tree.tokens[clause.top].tag == "VBD"
        and clause.phase == ""
        and made.predicate not in registry()
        and clause.lemma not in (EVENTS - {"go", "win", "get"}) | words("verbs", "made")
    )
    once = once or (clause.token.tag == "VBD" and made.predicate == "likes")  # "they enjoyed the canyon"
    if made.kind != "state" or made.aim or clause.modality != "asserted" or not (once or made.predicate in STATES):
        return made
    held = made.claimed_from is not None and made.claimed_to is None and made.predicate != "visited"
    if clause.perfect and held and clause.lemma not in EVENTS:
        return replace(made, aim="since")
    unbounded = made.claimed_from is None and made.claimed_to is None
    past = clause.tense == "past" and not clause.perfect and clause.kind not in {"relcl", "acl"}
    happened = once or made.predicate == "visited" or (made.object is not None and is_happening(made.object.name))
    return replace(made, aim="once" if happened else "past") if past and unbounded and not made.changes else made


PARTED = re.compile(r"[,;]|\band\b|\bthen\b|\bbut\b", re.IGNORECASE)


def _in_its_part(made: Draft, scene: Scene) -> Draft:
    """A draft with the dates of its own part of the clause: "until May at the mill, from June at the forge"."""
    if len(scene.bounding) < 2 or made.object is None or made.object.stop <= made.object.start:
        return made
    cuts = [m.start() for m in PARTED.finditer(scene.phrases.text, scene.start, scene.stop)]
    by_part: dict[int, list[TimeExpression]] = {}
    for time in (t for t in scene.bounding if t.role not in {"duration", "duration_back", "duration_forward"}):
        by_part.setdefault(sum(cut < time.start for cut in cuts), []).append(time)
    mine = sum(cut < made.object.start for cut in cuts)
    if len(by_part) < 2 or scene.said_at is None or not (made.claimed_from or made.claimed_to):
        return made
    nearest = max((part for part in by_part if part <= mine), default=min(by_part))
    aspect = _aspect(scene.clause, by_part[nearest])
    period = claimed_period(by_part[nearest], scene.said_at, scene.clause.tense, aspect)
    return replace(made, claimed_from=period.start, claimed_to=period.stop, precision=period.precision)


def _plain(scene: Scene) -> list[Draft]:
    clause = scene.clause
    if clause.copular:
        return copula(scene)
    reached = clause.subject >= 0 and clause.tree.tokens[clause.subject].low in {"you", "u"}
    if clause.lemma in HAVING and clause.object >= 0 and not clause.passive and not reached:
        made = verb_frames(scene) if clause.lemma == "keep" and _kept_there(clause) else having(scene)
        about = subject_ref(scene) if made else None
        if made or clause.lemma == "have":
            return [*made, *(there(scene, about) if about is not None else ())]
    return verb_frames(scene)


def _kept_there(clause: Clause) -> bool:
    """As in "We keep the ladder in the shed": where, and not that one has it."""
    hanging = {p.low for p in clause.tree.kids(clause.object, "prep")}
    return bool((hanging | {name for name, _ in clause.preps}) & INTO | hanging & {"on", "under", "behind", "at"})


def _scene(
    phrases: Phrases, clause: Clause, every: Sequence[Clause], sentence: tuple[int, int], said_at: datetime
) -> Scene:
    text, (start, stop) = phrases.text, sentence
    tokens = clause.tree.tokens
    first, last = _gapped(clause.tree, clause.first), tokens[clause.last].stop
    only = len(every) == 1
    words_here = text[start:stop] if only else text[first:last]
    times = _times(text, (start, stop) if only or clause is every[0] else (first, last), every, clause, said_at)
    times = tuple(_weekly(_nowadays(t, clause, every, text), clause, text) for t in times)
    bounding = [t for t in times if _bounds(t, clause, phrases, said_at)]
    period = claimed_period(bounding, said_at, clause.tense, _aspect(clause, bounding))
    begun = any(t.role in {"start", "both"} for t in bounding)
    return Scene(
        phrases,
        _settled(clause) if begun else clause,
        times=times,
        bounding=tuple(bounding),
        said_at=said_at,
        claimed_from=period.start,
        claimed_to=period.stop,
        precision=period.precision,
        begun=begun,
        changes=CHANGE.search(words_here) is not None and clause.tense != "past",
        ended=ENDED.search(words_here) is not None,
        start=start,
        stop=stop,
    )


def _nowadays(time: TimeExpression, clause: Clause, every: Sequence[Clause], text: str) -> TimeExpression:
    """As in "back then I drove a taxi, today I drive a bus": since some day, and not this day only."""
    today = text[time.core[0] : time.core[1]].casefold() == "today"
    simple = clause.tense == "present" and not clause.progressive and clause.modality == "asserted"
    then = any(other.tense == "past" and not other.perfect for other in every if other is not clause)
    if not (today and simple and then and time.role == "at"):
        return time
    return replace(time, role="start", claims_from=time.begin)


def _weekly(time: TimeExpression, clause: Clause, text: str) -> TimeExpression:
    """As in "I teach there Monday to Wednesday", "my days are Tue to Thu": days of every week, in a habit's tense."""
    span = text[time.start : time.stop].casefold()
    habit = clause.tense == "present" and not clause.progressive and not clause.perfect
    subject = clause.tree.tokens[clause.subject].low if clause.subject >= 0 else ""
    if time.role != "both" or not habit or WEEKDAY_SPAN.fullmatch(span) is None:
        return time
    told = clause.lemma != "be" or subject in {"days", "hours", "shifts", "times"}
    told = told and not (span.startswith("from") and ("sat" in span or "sun" in span))
    return replace(time, role="recurring", begin=None, end=None, claims_from=None, claims_to=None) if told else time


WEEKDAY_SPAN = re.compile(
    r"(?:from |on |between )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?(?: ?[-–—] ?| (?:to|till|until|through|thru|and) )"
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?"
)


def _settled(clause: Clause) -> Clause:
    """A change with its beginning fixed ("will be at 10 from Monday") is no plan."""
    return replace(clause, modality="asserted") if clause.modality == "planned" else clause


def _bounds(time: TimeExpression, clause: Clause, phrases: Phrases, said_at: datetime) -> bool:
    """Whether a time bounds the claim: not one that belongs to the subject, nor a coming date of a thing."""
    tokens = clause.tree.tokens
    if clause.subject >= 0:
        inside = clause.tree.subtree(clause.subject)
        if any(time.start <= tokens[k].start < time.stop for k in inside) and inside[-1] < clause.verb:
            return False
    complement = tokens[clause.complement].start if clause.complement >= 0 else time.start
    if clause.complement >= 0 and not time.start <= complement < time.stop:
        return True  # "next year it is Ana"
    coming = time.role == "at" and time.begin is not None and time.begin > said_at
    if not coming or clause.lemma != "be" or clause.subject < 0:
        return True
    return personal(phrases.ref(clause.subject))


def _times(
    text: str, span: tuple[int, int], every: Sequence[Clause], clause: Clause, said_at: datetime
) -> tuple[TimeExpression, ...]:
    """The time expressions of the clause: in its own words, for the first clause also outside all others."""
    found = find_times(text[span[0] : span[1]], said_at, clause.tense)
    if clause.tense == "past" and (clause.perfect or clause.lemma in TERMS):
        ahead = find_times(text[span[0] : span[1]], said_at, "present")
        found = tuple(b if a.role in {"stop", "both"} else a for a, b in zip(found, ahead, strict=True))
    others = [_extent(c, clause) for c in every if c is not clause and c.first > clause.first]
    moved = [_owning(_moved(t, span[0]), clause) for t in found]
    return tuple(t for t in moved if not any(a <= t.start < b and not _subordinate(t, clause, a) for a, b in others))


def _owning(time: TimeExpression, clause: Clause) -> TimeExpression:
    """As in "May's book is Emma", where the parser did not see "May's": what is said holds for that time."""
    seen = any(time.start <= t.start < time.stop for t in clause.tree.tokens)
    if seen or not time.reason.startswith("possessive") or time.begin is None:
        return time
    return replace(time, role="both", claims_from=time.begin, claims_to=time.end)


def _subordinate(time: TimeExpression, clause: Clause, start: int) -> bool:
    """As in "since we moved in 2019": the clause from `start` on is the time of the one above it."""
    tokens = clause.tree.tokens
    told = any(t.pos == "VERB" and time.start < t.start < time.core[0] for t in tokens)
    return time.role in {"start", "stop"} and told and not any(start <= t.start < time.start for t in tokens)


def _extent(other: Clause, clause: Clause) -> tuple[int, int]:
    """Where another clause stands: with all it holds, unless it holds this one."""
    tokens = other.tree.tokens
    inside = sorted(other.tree.subtree(other.top))
    if clause.top in inside:
        return _gapped(other.tree, other.first), tokens[other.last].stop
    return _gapped(other.tree, inside[0]), tokens[inside[-1]].stop


def _gapped(tree: Tree, i: int) -> int:
    """Where token `i` begins, with the gap before it, in which a time may stand that the parser did not see."""
    return tree.tokens[i - 1].stop if i > 0 else tree.tokens[i].start


def _moved(time: TimeExpression, by: int) -> TimeExpression:
    return replace(time, start=time.start + by, stop=time.stop + by, core=(time.core[0] + by, time.core[1] + by))


# "I have the keys for two weeks" looks ahead; "I work here for six years" may be anybody's way to look back.
HELD = frozenset({"be", "have", "get", "keep", "stay", "use", "cover", "go", "close", "need", "'s"})


def _is_short(time: TimeExpression) -> bool:
    """Whether it is "for" some days or months; in "the notice is 60 days" they are the value."""
    told = time.role == "duration" and time.core[0] > time.start
    return told and time.length is not None and not (time.length.years or time.length.seconds)


def _aspect(clause: Clause, times: Sequence[TimeExpression]) -> Aspect:
    if clause.phase == "begins":
        return "event"
    if clause.lemma in TERMS and not clause.progressive:
        return "term"
    elided = clause.subject < 0 and clause.token.tag == "VBG" and not clause.tree.kids(clause.verb, "aux")
    back = clause.lemma == "be" and clause.prep("to") >= 0  # "I've been to Malta": gone and come back
    lasting = (clause.perfect and clause.tense == "past") or clause.token.low == "been" or elided
    if lasting and clause.lemma not in EVENTS and not back:
        return "perfect"
    ahead = clause.tense == "present" and (clause.progressive or bool({clause.lemma, clause.token.lemma} & HELD))
    if clause.lemma in TERMS or (ahead and any(_is_short(t) for t in times)):
        return "term"
    went = clause.lemma == "go" and clause.tense == "past" and clause.prep("to") >= 0
    happens = bool({clause.lemma, clause.token.lemma} & (EVENTS - {"win"}))
    return "event" if happens and not went else "state"
