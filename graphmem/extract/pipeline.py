"""Episodes to statements: `analyse` reads a turn by itself, `interpret` in the light of the turns before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from graphmem.extract.answers import answer, answers_with
from graphmem.extract.antecedents import Meant, antecedents
from graphmem.extract.contrasts import formerly
from graphmem.extract.corrections import Correction, correction, corrects_ahead, put_right_before, puts_right
from graphmem.extract.dated_labels import dated_label_drafts, heading_of
from graphmem.extract.discourse import Discourse
from graphmem.extract.drafts import Draft
from graphmem.extract.labels import Label, label_drafts
from graphmem.extract.lexicon import any_of, words
from graphmem.extract.lists import list_drafts
from graphmem.extract.mending import mended
from graphmem.extract.mentions import Phrases, Ref
from graphmem.extract.moods import (
    excuses,
    goes_by_another_name,
    goes_on,
    inverts,
    is_trial,
    jests,
    makes_believe,
    supposes,
    tells_a_tale,
)
from graphmem.extract.normalise import normalise, unspoken
from graphmem.extract.parse import Token, Tree, model_version, parse_many
from graphmem.extract.resolve import resolved
from graphmem.extract.scenes import sentence_drafts
from graphmem.extract.second_names import marks_only, second_names
from graphmem.extract.segment import Segment, segment
from graphmem.extract.succession import displaced, succeeding
from graphmem.extract.tables import table_drafts
from graphmem.extract.time_gaps import without_gaps
from graphmem.extract.turnings import announced, turned
from graphmem.extract.voices import voices, without_heads
from graphmem.model import Episode, Mention, Statement
from graphmem.registry import registry

__all__ = ["Analysis", "Extraction", "analyse", "analyse_many", "explain", "extractor", "interpret", "referent"]

VERSION = "1"
LONGEST = 200_000  # characters of one episode that are read; the rest is kept as text and found by its words
DOUBT = re.compile(rf"\b(?:{any_of(words('words', 'doubt'))})\b", re.IGNORECASE)


FIGURATIVE = re.compile(rf"\b(?:{any_of(words('words', 'figurative'))})\b", re.IGNORECASE)
# Set phrases that say nothing and mislead the parse: blanked at equal length.
IDIOMS = re.compile(
    r",? ?\b(?:at last|at least|of course|by the way|one (?:sec|moment)|just a (?:sec|second|moment)|"
    r"to be (?:honest|exact|fair|precise|clear)|"
    r"as you know|you know|(?:can|would|could) you believe(?: it)?|bless (?:her|him|them)|"
    r"for what it's worth|believe it or not|"
    r"in fact|i mean|if you ask me|as usual|as always|in case you wonder|needless to say|"
    r"just so you know|for the record|once and for all|"
    r"from (?:now|here|then|this point) on(?:wards?)?|going forward|"
    r"that said|mind you|any ?more|any longer|to my surprise|would you believe it|i think|i guess|i suppose)\b,?",
    re.IGNORECASE,
)
# Whom a question or request is put to, before it or after it: blanked too, as the parse takes it for the subject.
CALLED = re.compile(
    r"^\s*[A-Z][\w'-]+, (?=(?:and |so )?(?:when|where|what|which|who|whose|how|why|do|does|did|are|is|were|was|have|has"
    r"|can|could|will|would|should|you|your|please)\b.*\b(?:you|your|yours)\b)"
    r"|(?<=[a-z]), [A-Z][\w'-]+(?=\?\s*$)",
    re.DOTALL,
)
# "Handed the keys to Ana, I'm off": two sentences, of which the first leaves "I" out.
DONE = re.compile(
    r"^(\s*(?:[A-Z]?[a-z]{2,}ed|(?i:gave|took|met|saw|sold|bought|left|got|went|sent|lent|found|lost|told|paid|put|spoke"
    r"|wrote|drove|flew)) [^,;:.!?()]{4,90}),(?= (?:and |but |so )?(?:I|we|he|she|they|it)\b)"
)
# Who said so, before what was said.
SOURCE = re.compile(
    r"^\s*(?:(?:per|as per|going by) [^,.;:]{2,40},|word (?:is|has it)(?: that)?"
    r"|(?:owing|due|thanks) to [^,.;:]{2,40},)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """One episode read without context: its segments and the drafts made of them, references unresolved.

    `believes`: it opens a game or a tale that its answers go on in; False: it turns back to what is so.
    """

    episode: Episode
    segments: tuple[Segment, ...]
    drafts: tuple[Draft, ...]
    trees: tuple[tuple[Tree, ...], ...] = ()
    meant: Mapping[int, Meant] = field(default_factory=dict)
    believes: bool | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """The statements of the last turn of a window, and a printable line a stage."""

    statements: tuple[Statement, ...]
    notes: tuple[str, ...] = field(default=())


def extractor() -> str:
    """Name and version of the rules and of the model, as statements carry them."""
    return f"rules/{VERSION}+{model_version()}"


def analyse(episode: Episode) -> Analysis:
    """One episode read by itself."""
    return analyse_many([episode])[0]


def analyse_many(episodes: Iterable[Episode]) -> tuple[Analysis, ...]:
    """Each episode read by itself; the parse is shared by all of them."""
    plans = [_plan(episode) for episode in episodes]
    trees = iter(parse_many([span for plan in plans for span in plan.spans]))
    return tuple(_analysis(plan, [next(trees) for _ in plan.spans]) for plan in plans)


@dataclass(frozen=True, slots=True)
class _Plan:
    """An episode before the parse: its segments, its words made plain, and what of them the parser is given."""

    episode: Episode
    segments: tuple[Segment, ...]
    plain: str
    spans: tuple[tuple[str, int], ...]


def _plan(episode: Episode) -> _Plan:
    text = _readable(episode)
    segments, plain = segment(text), normalise(text).text
    return _Plan(episode, segments, plain, tuple(_for_parser(plain, s, episode) for s in segments if _parsed(s)))


def _readable(episode: Episode) -> str:
    """The words of an episode without notes of attachments and the heads of a transcript's lines."""
    text = unspoken(episode.text[:LONGEST])
    return without_heads(text, voices(text))


def _parsed(part: Segment) -> bool:
    return part.kind in {"sentence", "fragment"}


def _for_parser(plain: str, part: Segment, episode: Episode) -> tuple[str, int]:
    """The words the parser sees: what only dates a clause is blanked, which keeps the parse simple."""
    words_ = IDIOMS.sub(lambda m: " " * len(m[0]), plain[part.start : part.stop])
    words_ = CALLED.sub(lambda m: " " * len(m[0]), words_)
    words_ = DONE.sub(r"\1.", words_)
    words_ = SOURCE.sub(lambda m: " " * len(m[0]), words_)
    return without_gaps(words_, episode.said_at), part.start


def _analysis(plan: _Plan, parsed: Sequence[tuple[Tree, ...]]) -> Analysis:
    episode, segments, plain = plan.episode, plan.segments, plan.plain
    if is_trial(plain):
        return Analysis(episode, segments, (), tuple(parsed))
    trees = iter(parsed)
    made: list[list[Draft]] = []
    expected = right = supposing = jested = tale = headed = False
    playing = goes_by_another_name(plain, episode.speaker)
    turning = 0  # segments in which the new value of what was said to have changed may still come
    for n, part in enumerate(segments):
        here = next(trees) if _parsed(part) else ()
        words_ = plain[part.start : part.stop]
        under = heading_of(segments, n, episode.text, episode.said_at) if part.kind == "label_value" else None
        found = [
            *_headed(episode, segments, n),
            *_drafts(episode, plain, part, here, expected=expected, heading=under),
        ]
        found = [*found, *_listed(episode, segments, n, found)]
        turning, turns = _turning(episode, plain, part, turning)
        found = [*turns, *found]
        found = _answering(episode, segments, n, here, found)
        supposing = (supposing and goes_on(words_)) or supposes(words_)
        right = right or puts_right(words_) or puts_right(episode.text[part.start : part.stop])
        found = _literal(_unexcused(found, words_), words_, part.start)
        made.append(_shaded(found, words_, supposing=supposing, right=right))
        if put_right_before(words_) and n:
            made[-2] = [replace(d, kind="correction") if _settles(d) else d for d in made[-2]]
        expected = corrects_ahead(words_) or (expected and not found)
        raw = episode.text[part.start : part.stop]
        ironic, believes = jests(raw), makes_believe(raw)
        if ironic or jested:
            made[-2:] = [[replace(d, modality="joking") for d in drafts] for drafts in made[-2:]]
        jested = ironic and not found  # "Yeah right." goes for what follows
        playing = playing if believes is None else believes
        tale = tells_a_tale(words_) or (tale and headed)
        headed = words_.rstrip().endswith(":")  # "Season two: …"
        if playing or tale:
            made[-1:] = [[_told(d) for d in drafts] for drafts in made[-1:]]
    believes = playing or makes_believe(episode.text)
    return Analysis(episode, segments, tuple(chain(*made)), tuple(parsed), _meant(plan, parsed), believes)


def _meant(plan: _Plan, parsed: Sequence[tuple[Tree, ...]]) -> Mapping[int, Meant]:
    return antecedents([tree for trees in parsed for tree in trees], plan.episode.text)


def _turning(episode: Episode, plain: str, part: Segment, left: int) -> tuple[int, list[Draft]]:
    """In how many more segments a new value may come, and what this one tells of a thing that has changed."""
    if not _parsed(part) or episode.role == "assistant":
        return max(0, left - 1), []
    made = announced(episode.text, plain, part.start, part.stop)
    if made is not None:
        return 2, [made[0], *turned(episode.text, made[1], part.stop, episode.said_at)]
    told = turned(episode.text, part.start, part.stop, episode.said_at) if left else ()
    return max(0, left - 1), list(told)


def _answering(
    episode: Episode, segments: tuple[Segment, ...], n: int, trees: tuple[Tree, ...], found: list[Draft]
) -> list[Draft]:
    """The drafts of a turn's first words; where these may answer a question, what they state else waits for that."""
    part = segments[n]
    first = n == 0 or (n == 1 and GREETED.match(episode.text[: segments[0].stop]) is not None)
    first = first or episode.text[: segments[n - 1].stop].rstrip().endswith("?")  # "Who trains them? Ana."
    if not first or not trees or episode.text[part.start : part.stop].rstrip().endswith("?"):
        return found
    value = answers_with(Phrases(trees[0], episode.text), episode.text, part.start, part.stop)
    if (
        value is None
        or _tells(trees[0], value)
        or any(_verbal(t) and value.start <= t.start < value.stop for tree in trees for t in tree.tokens)
    ):
        return found
    return [answer(value, part.start, part.stop), *(replace(d, unless=True) for d in found)]


def _tells(tree: Tree, value: Ref) -> bool:
    """Whether the sentence goes on from those words to tell something: "Petra and I rowed all day" answers nothing."""
    root = next((t for t in tree.tokens if t.dep == "ROOT" and t.pos == "VERB"), None)
    return root is not None and value.start < root.start and tree.kid(root.i, "nsubj", "nsubjpass") is not None


def _verbal(token: Token) -> bool:
    return token.pos == "AUX" or (token.pos == "VERB" and (token.text.islower() or token.dep != "ROOT"))


GREETED = re.compile(
    r"\W*(?:yes|no|nope|yeah|hi|hello|hey|morning|good morning|thanks|sure|of course|hm+)\W*$", re.IGNORECASE
)


def _literal(found: list[Draft], words_: str, offset: int) -> list[Draft]:
    """Drafts that touch a figure of speech are joking: "we're on fire"."""
    figures = [(m.start() + offset, m.end() + offset) for m in FIGURATIVE.finditer(words_)]
    return [replace(d, modality="joking") if any(_touches(d, figure) for figure in figures) else d for d in found]


def _unexcused(found: list[Draft], words_: str) -> list[Draft]:
    return [d for d in found if not _of_an_excuse(d)] if excuses(words_) else found


def _of_an_excuse(d: Draft) -> bool:
    """As in "sorry, I mixed up the mugs": no known relation, and nothing named or counted."""
    plain = d.object is not None and d.object.kind != "name" and d.object.value == "text"
    return plain and not d.aim and d.predicate not in registry()


def _touches(d: Draft, figure: tuple[int, int]) -> bool:
    refs = [ref for ref in (d.subject, d.object) if ref is not None and ref.stop > ref.start]
    return any(ref.start < figure[1] and figure[0] < ref.stop for ref in refs)


def _listed(episode: Episode, segments: tuple[Segment, ...], n: int, found: list[Draft]) -> list[Draft]:
    """What an item of a list says under its heading, where its own words state nothing."""
    told = any(d.object is not None and d.aim not in {"answer", "named"} for d in found)
    return (
        []
        if episode.role == "assistant" or told or not _parsed(segments[n])
        else list_drafts(episode.text, segments, n)
    )


def _headed(episode: Episode, segments: tuple[Segment, ...], n: int) -> list[Draft]:
    """A short head with a colon and the words after it, read as a label and its value: "Porch: painted teal"."""
    part, text = segments[n], episode.text
    before = segments[n - 1] if n else None
    if before is None or part.kind not in {"sentence", "fragment"} or before.kind != "fragment":
        return []
    label = text[before.start : before.stop]
    if not label.endswith(":") or len(label.split()) > 4 or HEADINGS.search(label):
        return []
    line = Label((before.start, before.stop - 1), (part.start, part.stop), text)
    return label_drafts(line, start=before.start, stop=part.stop, bold=True)


HEADINGS = re.compile(
    r"\b(?:news|update|note|notes|record|rules?|line|recap|reminder|heads|ps|p\.s|fyi|all|everyone|team|things?|summary|today|question|thing|short|"
    r"problem|answer|reason|point|example|details?|list|agenda|minutes|info)\b",
    re.IGNORECASE,
)


def _drafts(
    episode: Episode,
    plain: str,
    part: Segment,
    trees: tuple[Tree, ...],
    *,
    expected: bool,
    heading: tuple[int, int] | None = None,
) -> list[Draft]:
    text = episode.text
    if part.kind == "label_value":
        return _labelled(episode, plain, part, heading)
    if part.kind == "table" and episode.role != "assistant":
        return table_drafts(text, part.start, part.stop, episode.said_at)
    if not _parsed(part):
        return []
    words_ = plain[part.start : part.stop]
    asked = words_.rstrip(" )\"'").endswith("?") or bool(trees and inverts(words_, trees[0]))
    stated = sentence_drafts(trees, text, part.start, part.stop, episode.said_at, asked=asked)
    put_right = correction(text, plain, part.start, part.stop, expected=expected)
    if put_right is None and OWNED_UP.match(text[part.start : part.stop]):  # a word that is no part of `plain`
        put_right = correction(text, text, part.start, part.stop, expected=expected)
    if put_right is not None:
        aimed = _of_clause(_aimed(put_right, part), trees, stated)
        return [aimed, *(replace(d, unless=True) for d in stated)]
    return stated if asked else _contrasted(text, plain, part, stated)


def _labelled(episode: Episode, plain: str, part: Segment, heading: tuple[int, int] | None) -> list[Draft]:
    """What a label line states, or puts right."""
    text = episode.text
    put_right = correction(text, plain, part.start, part.stop, expected=False)
    if put_right is not None:
        return [_aimed(put_right, part)]
    if episode.role == "assistant" or part.label is None or part.value is None:
        return []
    line = Label(part.label, part.value, text)
    found = dated_label_drafts(line, episode.said_at, start=part.start, stop=part.stop, heading=heading)
    return [*found, *second_names(marks_only(text, part.start, part.stop))]


def _contrasted(text: str, plain: str, part: Segment, stated: list[Draft]) -> list[Draft]:
    """The drafts of a segment, and what it says held before: "it was X until now", "instead of X"."""
    before = formerly(text, plain, part.start, part.stop)
    if before is not None:
        return [*_before(before, part, stated)]
    placed = formerly(text, plain, part.start, part.stop, placed=True)
    return [*stated, *(replace(d, changes=True) for d in _before(placed, part, ()))] if placed else stated


def _before(found: tuple[Ref, int], part: Segment, stated: Sequence[Draft]) -> Iterator[Draft]:
    """The drafts of a segment that tells what held before: what its other words state comes first."""
    value, begin = found
    inside = [d for d in stated if d.object is not None and d.object.start >= begin]
    yield from (d for d in stated if d not in inside)
    ref = Ref("implied", part.start, part.start)
    yield Draft(ref, "is", "is", True, value, part.start, part.stop, aim="before", why="what held before")
    yield from (replace(d, unless=True) for d in inside)


def _of_clause(aimed: Draft, trees: Sequence[Tree], stated: Sequence[Draft]) -> Draft:
    """The correction of what a whole clause states: "my vet is Ana, not Ben" puts right a Ben, and nothing else."""
    new = aimed.object
    assert new is not None  # noqa: S101 - a correction has its new value
    inside = (t for tree in trees for t in tree.tokens if new.start < t.start < new.stop)
    verb = next((t for t in inside if t.pos in {"VERB", "AUX"}), None)
    values = (d.object for d in stated if d.object is not None and d.kind == "state" and not d.aim)
    told = (v for v in values if verb is not None and verb.stop <= v.start < v.stop <= new.stop)
    value = next(told, None)
    if value is None:
        return aimed
    return replace(aimed, object=replace(value, kind="value", type="Value"), aim="old value")


def _aimed(put_right: Correction, part: Segment) -> Draft:
    """A correction whose subject and slot are those of what it is aimed at."""
    ref = Ref("implied", part.start, part.start)
    return Draft(
        ref,
        "is",
        "is",
        True,
        put_right.new,
        part.start,
        part.stop,
        kind="correction",
        corrects=put_right.old,
        aim="value",
        why="a correction",
    )


def _shaded(found: list[Draft], words_: str, *, supposing: bool, right: bool) -> list[Draft]:
    """Drafts with what the words around them say of them: supposed, doubted, put right."""
    if right:
        found = [replace(d, kind="correction") if _settles(d) else d for d in found]
    if supposing:
        return [replace(d, modality="hypothetical") if d.modality in {"asserted", "planned"} else d for d in found]
    if DOUBT.search(words_):
        return [
            replace(d, modality="hypothetical")
            if d.modality in {"asserted", "planned"} and "relation" not in d.why
            else d
            for d in found
        ]
    return found


def _told(d: Draft) -> Draft:
    """A draft of a sentence that tells a tale; what the speaker does in a play, or a name alone, stays."""
    own = d.subject.kind == "speaker" and d.predicate in {"plays", "plays_in", "reads", "likes", "watches"}
    real = own or d.aim == "named" or (d.why == "whose relation" and not d.predicate.startswith("imaginary"))
    return d if real else replace(d, modality="joking")


def _settles(d: Draft) -> bool:
    """Whether a draft may put right what was said of its slot: one value at a time, stated now, no news."""
    plain = d.kind == "state" and d.modality == "asserted" and d.polarity and not d.changes
    single = d.object is not None and (d.functional or d.object.value in {"number", "amount", "money", "time", "date"})
    return plain and single and d.aim in {"", "past", "once"}


def interpret(window: Sequence[Analysis]) -> Extraction:
    """The statements of the last turn of `window`; the turns before it are context only.

    Turns of other sessions may stand before those of its own: what they said may be corrected or ended, but no
    pronoun reaches back to whom they named.
    """
    discourse = Discourse()
    statements: list[Statement] = []
    version = extractor()
    for analysis in window:
        if discourse.episode is not None and discourse.episode.session != analysis.episode.session:
            discourse = Discourse(said=discourse.said)
        discourse.turn(analysis.episode, analysis.meant)
        played = discourse.plays(analysis.believes)
        drafts = [_told(d) for d in analysis.drafts] if played else analysis.drafts
        if discourse.edited and analysis.episode.role == "user":
            drafts = [d for d in drafts if d.kind != "correction" and d.aim not in EDITS]
        statements = _turn(replace(analysis, drafts=tuple(drafts)), discourse, version)
    return Extraction(tuple(_unique(statements)))


def referent(analysis: Analysis, at: int) -> Mention | None:
    """Whom the pronoun that begins at `at` is taken to mean, as a statement about it would; None: nobody for sure."""
    tokens = (t for trees in analysis.trees for tree in trees for t in tree.tokens)
    token = next((t for t in tokens if t.start == at), None)
    if token is None:
        return None
    discourse = Discourse()
    discourse.turn(analysis.episode, analysis.meant)
    _turn(replace(analysis, drafts=tuple(d for d in analysis.drafts if d.stop <= at)), discourse, extractor())
    return discourse.mention(Phrases(Tree((token,), ((),)), analysis.episode.text).pronoun(token))


def _turn(analysis: Analysis, discourse: Discourse, version: str) -> list[Statement]:
    made: list[Statement] = []
    aimed: set[tuple[int, int]] = set()  # (segment, object) of corrections and ends that found what they are aimed at
    for draft in analysis.drafts:
        if draft.unless and _superfluous(draft, aimed):
            continue
        found = resolved(draft, discourse, version)
        if found and (draft.aim in AIMED or (draft.kind == "correction" and draft.aim)):
            aimed.add((draft.start, draft.object.start if draft.object is not None else -1))
        told = [succeeding(one, discourse.said, changes=draft.changes) for one in found]
        for statement in [
            *told,
            *(end for one in told for end in displaced(one, discourse.said, changes=draft.changes)),
        ]:
            if statement.modality in {"asserted", "planned", "reported"} and statement.polarity:
                discourse.keep(statement)
            made.append(statement)
    made = [_renamed(s, made) for s in _against_denied(made, discourse.said)]
    return [*made, *_mended(analysis.episode, made, discourse, version)]


def _mended(episode: Episode, made: Sequence[Statement], discourse: Discourse, version: str) -> Iterator[Statement]:
    """What a turn puts right that says so, and of which no reading found what it is aimed at."""
    earlier = [s for s in discourse.said if s.episode != episode.id]
    slots = {(s.subject.name, s.slot) for s in earlier if s.kind != "end"}
    told = any(s.kind == "correction" or (s.subject.name, s.slot) in slots for s in made)
    said = episode.source_kind == "user_correction" or puts_right(episode.text)
    if told or not said or episode.role == "assistant" or "?" in episode.text or len(episode.text) > LONGEST_MENDED:
        return
    found = mended(episode.text, earlier)
    if found is not None:
        put = Correction(found[1], None)
        here = Segment("sentence", 0, len(episode.text))
        draft = replace(_aimed(put, here), aim="mended", why="the one value that may stand in its place")
        yield from resolved(draft, replace(discourse, said=[found[0]]), version)


OWNED_UP = re.compile(r"\W*(?:oops|sorry|wait|correction|typo|apologies|nope?|my (?:mistake|bad))\b", re.IGNORECASE)
LONGEST_MENDED = 300  # characters of a correction in words of its own


def _against_denied(made: Sequence[Statement], said: Sequence[Statement]) -> list[Statement]:
    """As in "She doesn't live in Lund, she lives in Lomma": of what was told before the second puts right the first."""
    denied = {(s.subject.name, _plainly(s)): s.object for s in made if s.object is not None and _denies(s)}
    told = {(s.subject.name, s.slot, s.object.name) for s in said if s.object is not None and s.kind != "end"}

    def put_right(s: Statement) -> Statement:
        old = denied.get((s.subject.name, _plainly(s))) if s.kind == "state" and s.polarity and s.object else None
        if old is None or old == s.object or _denies(s) or s.claimed_from is not None:
            return s
        was = (s.subject.name, s.slot, old.name) in told
        return s.model_copy(update={"kind": "correction", "corrects": old}) if was else s

    return [put_right(s) for s in made]


def _denies(s: Statement) -> bool:
    return s.kind == "state" and (not s.polarity or s.predicate.startswith("does_not_"))


def _plainly(s: Statement) -> str:
    """The verb of a predicate without its ending: "does_not_play" and "plays" are one."""
    first, _, rest = s.predicate.removeprefix("does_not_").partition("_")
    return f"{first.removesuffix('s').removesuffix('e')}_{rest}"


EDITS = frozenset({"value", "old value", "replaced", "swapped", "before"})
AIMED = frozenset({"ended", "replaced", "before", "answer", "post"})


def _superfluous(draft: Draft, aimed: Iterable[tuple[int, int]]) -> bool:
    """Whether a surer reading of the same words found its aim: of the segment, for an end of the same thing."""
    about = draft.object.start if draft.kind == "end" and draft.object is not None else None
    return any(start == draft.start and about in {None, thing} for start, thing in aimed)


def _renamed(statement: Statement, turn: Sequence[Statement]) -> Statement:
    """The statement with the proper name that the same turn gave later: "We got a hamster! Her name is Peach"."""
    if (
        statement.object is None
        or statement.predicate == "also_known_as"
        or statement.object.type not in {"Animal", "Person"}
    ):
        return statement
    held = statement.object
    given = next(
        (
            a.object
            for a in turn
            if a.predicate == "also_known_as"
            and a.object
            and a.subject.name == held.name
            and held.name[:1].islower() | ("'s " in held.name)
        ),
        None,
    )
    if given is None or given.name == held.name:
        return statement
    return statement.model_copy(
        update={"object": held.model_copy(update={"name": given.name, "also": (held.name, *held.also)})}
    )


def _unique(statements: Sequence[Statement]) -> list[Statement]:
    """Each statement once: two constructions may read the same words alike."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for s in statements:
        key = (
            s.kind,
            s.subject.name,
            s.predicate,
            s.object.name if s.object else None,
            s.claimed_from,
            s.claimed_to,
            s.modality,
            s.polarity,
        )
        if key not in seen:
            seen.add(key)
            kept.append(s)
    return kept


def explain(episode: Episode, window: Sequence[Analysis] = ()) -> str:
    """A printable trace of one turn, stage by stage with spans: segments, words, drafts, statements."""
    analysis = analyse(episode)
    extraction = interpret([*window, analysis])
    lines = [f"episode {episode.id}: {episode.speaker} at {episode.said_at.isoformat()}"]
    lines += [f"segment [{s.start},{s.stop}) {s.kind}: {episode.text[s.start : s.stop]!r}" for s in analysis.segments]
    for tree in (tree for trees in analysis.trees for tree in trees):
        lines.append("parse " + " ".join(f"{t.text}/{t.pos}/{t.dep}<{tree.tokens[t.head].text}" for t in tree.tokens))
    lines += [
        f"draft [{d.start},{d.stop}) {d.subject.name or d.subject.kind} · {d.predicate} · "
        f"{d.object.name if d.object else '-'} ({d.why})"
        for d in analysis.drafts
    ]
    lines += [_line(s) for s in extraction.statements]
    return "\n".join(lines)


def _line(s: Statement) -> str:
    period = f" [{s.claimed_from or '…'}, {s.claimed_to or '…'})" if s.claimed_from or s.claimed_to else ""
    value = s.object.name if s.object else "-"
    flags = "".join((" not" * (not s.polarity), f" {s.modality}" * (s.modality != "asserted")))
    wrong = f" (not {s.corrects.name})" if s.corrects else ""
    head = f"{s.kind}{flags} [{s.start},{s.stop}): {s.subject.name} · {s.predicate} · {value}{wrong}{period}"
    return f"{head} slot={s.slot} because {s.why}"
