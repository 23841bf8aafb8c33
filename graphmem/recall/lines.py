"""One line of the block for each thing shown, from the fullest wording to the barest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from graphmem.model import Episode, Fact, Source
from graphmem.recall.candidate import Former, Ranked
from graphmem.recall.escape import excerpt, one_line, quoted, safe_id
from graphmem.recall.question import Reading
from graphmem.recall.resolve import within

__all__ = ["Line", "Wording", "cited", "line_of", "period"]

QUOTE: Final = 240  # characters of a source sentence, in full and in short
SHORT_QUOTE: Final = 110
PERHAPS: Final = "perhaps superseded"  # marks what a later turn speaks against
EXTRACT = " (from an extract)"  # after the citation of a text that was too long to be kept whole
CITED: Final = 3  # sources cited in a line; all of them where the question is why
CITED_WHY: Final = 6
DAY: Final = timedelta(days=1)
SOURCE_WORDS: Final = {"document": "document", "tool_result": "tool result", "inference": "inferred"}
# Words of what was: a source with them stands in a line of its own, so that the line of the fact stays plain.
SPEAKS_OF_PAST: Final = re.compile(
    r"\b(?:until|used to|no longer|formerly|previously|before|not|never|left|sold|stopped|quit|ended|past|gave)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to put a line, and the episodes it cites."""

    text: str
    episodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A thing shown: its wordings, the fullest first, and the facts it states.

    `wider` are wordings that quote the words around the source too, for what room is left when every line is in.
    """

    wordings: tuple[Wording, ...]
    facts: tuple[Fact, ...]
    wider: tuple[Wording, ...] = ()


def line_of(one: Ranked, reading: Reading, beside: frozenset[str] = frozenset()) -> Line:
    """The line of a fact, of a change, or of an episode's words; `beside` are ids of facts that have their own."""
    line = _line(one, reading, beside)
    if not one.times:
        return line
    noted = _line(replace(one, formers=(*one.formers, *one.times)), reading, beside)
    return Line((noted.wordings[0], *line.wordings), line.facts, (*noted.wider, *line.wider))


def _line(one: Ranked, reading: Reading, beside: frozenset[str]) -> Line:
    if one.candidate.episode is not None:
        return _said(one, one.candidate.episode)
    fact = one.candidate.fact
    if fact is None:
        raise ValueError("a candidate without fact and episode")
    line = _stated(one, fact, cited(one, reading), reading, beside)
    if one.around is None:
        return line
    wider = _stated(one, fact, _with_around(cited(one, reading), one.around), reading, beside)
    return replace(line, wider=wider.wordings[:1])


def _with_around(sources: Sequence[Source], around: Source) -> tuple[Source, ...]:
    """The sources, one of them with the words around it."""
    return tuple(around if around.episode == source.episode else source for source in sources)


def cited(one: Ranked, reading: Reading) -> tuple[Source, ...]:
    """The sources that the line of a fact cites."""
    fact = one.candidate.fact
    most = CITED_WHY if reading.kind == "why" else CITED
    return _sources((fact, *one.merged, *one.was), most, fact) if fact is not None else ()


def _stated(one: Ranked, fact: Fact, sources: Sequence[Source], reading: Reading, beside: frozenset[str]) -> Line:
    what = _what(one, fact, reading)
    places = "".join(f" [{_citation(source)}]{EXTRACT if source.extract_of else ''}" for source in sources)
    bare = f"- {what}{places}"
    told = f"- {what}; {_teller(one, sources[0])}{places}" if sources else bare
    spoken = [source for source in sources if source.quote.strip()][: len(sources) if reading.kind == "why" else 1]
    way, passed = _way(one, beside)
    against, later = _against(one)
    alone = tuple(dict.fromkeys(source.episode for source in sources))
    own = tuple(dict.fromkeys((*alone, *later)))
    both = tuple(dict.fromkeys((*own, *passed)))
    wordings = [
        Wording(_with_quotes(told + way, one, fact, spoken, QUOTE) + against, both),
        Wording(_with_quotes(told + way, one, fact, spoken, SHORT_QUOTE) + against, both),
        Wording(_with_quotes(told, one, fact, spoken, SHORT_QUOTE) + against, own),
        Wording(told + way + against, both),
        Wording(told + against, own),
        Wording(bare + against, own),
        Wording(bare, alone),
    ]
    return Line(tuple(dict.fromkeys(wordings)), (fact,))


def _against(one: Ranked) -> tuple[str, tuple[str, ...]]:
    """A line for the later turn that speaks against what is shown, with its id; nothing where there is none."""
    turn = one.later
    if turn is None or one.later_part is None:
        return "", ()
    start, stop = one.later_part
    who = one_line(turn.speaker) if turn.speaker else SOURCE_WORDS.get(turn.source_kind, "somebody")
    words = quoted(excerpt(turn.text[start:stop].strip(), "", QUOTE))
    place = f"[{safe_id(turn.id)}:{start}-{stop}]"
    return f"\n  {PERHAPS}: {who} said on {turn.said_at:%Y-%m-%d} {place}: {words}", (turn.id,)


def _way(one: Ranked, beside: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """How a fact was reached, with citations: the steps from what the question names that have no line themselves."""
    steps = [(step, _sources((step,), 1, step)) for step in one.candidate.path if step.id not in beside]
    cited = [(step, sources[0]) for step, sources in steps if sources]
    told = ", ".join(f"{one_line(str(step))} [{_citation(source)}]" for step, source in cited)
    return (f"; via {told}" if told else ""), tuple(source.episode for _, source in cited)


def _what(one: Ranked, fact: Fact, reading: Reading) -> str:
    """The fact and how it stands: the one part that is never left out."""
    if reading.kind == "changes":
        return _change(one, fact, reading)
    doubt = f"; {PERHAPS}" if one.later is not None else ""
    return f"{one_line(str(fact))}; {_status(one, fact, reading)}{doubt}"


def _change(one: Ranked, fact: Fact, reading: Reading) -> str:
    was = ", ".join(f"{one_line(str(old))} ({_gone(old, reading)})" for old in one.was)
    if one.standing in {"ended", "disbelieved"}:
        return f"ended: {one_line(str(fact))}; {_gone(fact, reading)}"
    now = f"{one_line(str(fact))}; {_status(one, fact, reading)}"
    return f"was: {was} → is: {now}" if was else f"new: {now}"


def _gone(fact: Fact, reading: Reading) -> str:
    if fact.system.stop is not None and fact.system.stop <= reading.as_of.known and not fact.valid.stop:
        return f"no longer believed since {fact.local(fact.system.stop):%Y-%m-%d}"
    return f"until {fact.dates[1]:%Y-%m-%d}" if fact.valid.stop else "no longer so"


def _status(one: Ranked, fact: Fact, reading: Reading) -> str:
    if one.standing == "planned":
        return f"planned for {fact.local(fact.planned_for):%Y-%m-%d}" if fact.planned_for else "planned"
    if one.standing == "disbelieved" and fact.system.stop:
        return f"no longer believed since {fact.local(fact.system.stop):%Y-%m-%d}"
    if one.standing == "upcoming" and fact.valid.start:
        return f"not before {fact.dates[0]:%Y-%m-%d}"
    if one.standing == "ended":
        return f"ended: {period(fact, over=True)}"
    then = "held" if reading.dated else "current"
    return f"{'contested (unresolved)' if one.standing == 'contested' else then} {period(fact)}"


def period(fact: Fact, *, over: bool = False) -> str:
    """When a fact holds, in plain dates. `over`: that lies before the time asked about, and "until" says so.

    Within a day the hours stand too. A period that covers the time asked about names its last day: "through".
    """
    start, stop = fact.dates
    if start and stop and stop - start < DAY:
        return f"{start:%Y-%m-%d %H:%M}{' until ' if over else '–'}{stop:%H:%M %Z}"
    begun = f"{start:%Y-%m-%d}" if start else "an unknown date"
    if stop is None:
        return f"since {begun}"
    return f"from {begun} until {stop:%Y-%m-%d}" if over else f"from {begun} through {_last_day(stop)}"


def _last_day(stop: datetime) -> str:
    return f"{stop - timedelta(microseconds=1):%Y-%m-%d}"


def _sources(facts: Sequence[Fact], most: int, shown: Fact) -> tuple[Source, ...]:
    """The sources to cite: those that say the value first, the latest first, each episode once."""
    found = [source for fact in facts for source in fact.sources]
    value = str(shown.object)
    ordered = sorted(found, key=lambda s: (not within(value, s.quote), -s.said_at.timestamp(), s.episode, s.start))
    once = {source.episode: source for source in reversed(ordered)}
    return tuple(sorted(once.values(), key=ordered.index))[:most]


def _citation(source: Source) -> str:
    return f"{safe_id(source.episode)}:{source.start}-{source.stop}"


def _teller(one: Ranked, source: Source) -> str:
    """Who said it when; a speaker who is a value that no longer stands is named with the quote, and marked there."""
    when = f"{source.said_at:%Y-%m-%d}"
    kind = SOURCE_WORDS.get(source.source_kind)
    if source.speaker and not _notes(one.formers, source.speaker):
        return f"said by {one_line(source.speaker)} on {when}" + (f" ({kind})" if kind else "")
    return f"{kind or 'said'} on {when}"


def _with_quotes(told: str, one: Ranked, fact: Fact, shown: Sequence[Source], limit: int) -> str:
    """The line with its source sentence; for "why", with those of all its sources."""
    parts = [_quoting(one, fact, source, limit) for source in shown]
    inline = [part for part, apart in parts if not apart]
    below = [part for part, apart in parts if apart]
    return "\n".join(["".join([told, *(f": {part}" for part in inline[:1])]), *_below([*inline[1:], *below])])


def _below(parts: Sequence[str]) -> list[str]:
    return [f"  source: {part}" for part in parts]


def _quoting(one: Ranked, fact: Fact, source: Source, limit: int) -> tuple[str, bool]:
    """A source sentence with a note on values in it that do not stand, and whether it needs a line of its own."""
    text = excerpt(source.quote.strip(), str(fact.object), limit)
    notes = _notes(one.formers, text)
    by = _notes(one.formers, source.speaker or "")
    if by:
        notes = f", said by {one_line(str(source.speaker))}{by}" + notes
    plain = one.standing in {"holds", "contested"}
    return quoted(text) + notes, plain and bool(notes or SPEAKS_OF_PAST.search(text))


def _notes(formers: Sequence[Former], text: str) -> str:
    noted = [f"{one_line(former.value)}: {former.note}" for former in formers if within(former.value, text)]
    return f" ({'; '.join(noted)})" if noted else ""


def _said(one: Ranked, episode: Episode) -> Line:
    """The line of a turn's own words: who said it when, and nothing made of it."""
    start, stop = one.quote or (0, len(episode.text))
    text = episode.text[start:stop].strip()
    cited = f"[{safe_id(episode.id)}:{start}-{stop}]{EXTRACT if episode.extract_of else ''}"
    who = one_line(episode.speaker) if episode.speaker else SOURCE_WORDS.get(episode.source_kind, "somebody")
    lead = f"- {who} said on {episode.said_at:%Y-%m-%d} {cited}:"
    cuts = [excerpt(text, _hint(one), limit) for limit in (QUOTE, SHORT_QUOTE)]
    aside = _aside(one, start, stop)
    doubt, (against, later) = (f"({PERHAPS}) " if one.later is not None else ""), _against(one)
    texts = [f"{lead} {aside}{doubt}{quoted(cut)}{_notes(one.formers, cut)}" for cut in cuts]
    wordings = [*(Wording(text + against, (episode.id, *later)) for text in texts), Wording(texts[-1], (episode.id,))]
    return Line(tuple(dict.fromkeys(wordings)), ())


def _hint(one: Ranked) -> str:
    return one.formers[0].value if one.formers else ""


def _aside(one: Ranked, start: int, stop: int) -> str:
    """What kind of saying it was, where it claims nothing or only plans."""
    found = {a.modality for a in one.candidate.asides if a.start < stop and start < a.stop}
    return "".join(f"({modality}) " for modality in sorted(found - {"asserted", "negated"}))
