"""Values of the model as sheets: which columns a person sees of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from graphmem.doors.output import Row, Sheet

if TYPE_CHECKING:
    from graphmem.model import (
        Block,
        Change,
        Decision,
        Erasure,
        Explanation,
        Fact,
        Fate,
        Path,
        Period,
        Receipt,
        Reextraction,
        Rereading,
        ReviewItem,
        Source,
    )

__all__ = [
    "block_sheets",
    "change_sheets",
    "erasure_sheets",
    "explained_sheets",
    "explanation_sheets",
    "fact_sheets",
    "fate_sheets",
    "history_sheets",
    "moment",
    "path_sheets",
    "period",
    "receipt_sheets",
    "reextraction_sheets",
    "review_sheets",
]

COUNTED = ("episodes", "duplicates", "statements", "opened", "closed")
NAMED_DECISIONS = 20  # of these a person wants to read the reasons; the rest is counted


def moment(at: datetime | None, *, otherwise: str = "") -> str:
    """A time as people read it: the day alone at midnight of its zone, else with the time and `Z` or the offset."""
    if at is None:
        return otherwise
    whole_day = (at.hour, at.minute, at.second, at.microsecond) == (0, 0, 0, 0)
    return at.strftime("%Y-%m-%d") if whole_day else at.isoformat(" ", "minutes").replace("+00:00", "Z")


def period(span: Period) -> str:
    """A period as `start → stop`, an unknown start as `?`, an open end as nothing."""
    return _span(span.start, span.stop)


def holds(fact: Fact) -> str:
    """When a fact holds, in the zone of who said it."""
    return _span(*fact.dates)


def _span(start: datetime | None, stop: datetime | None) -> str:
    return f"{moment(start, otherwise='?')} → {moment(stop)}".rstrip()


def fact_sheets(facts: Sequence[Fact]) -> list[Sheet]:
    """What holds at one point of both clocks."""
    columns = ("fact", "valid", "status", "said by", "id")
    rows = [(fact.fact, holds(fact), _status(fact), _said(fact.sources), fact.id) for fact in facts]
    return [Sheet(columns, rows, empty="No facts there.")]


def history_sheets(facts: Sequence[Fact]) -> list[Sheet]:
    """Every segment in order, on both clocks."""
    columns = ("fact", "holds from", "until", "believed from", "until ", "status", "said by", "id")
    return [Sheet(columns, [_both_clocks(fact) for fact in facts], empty="No history there.")]


def _both_clocks(fact: Fact) -> Row:
    start, stop = fact.dates
    return (
        fact.fact,
        moment(start, otherwise="?"),
        moment(stop, otherwise="still"),
        moment(fact.system.start, otherwise="?"),
        moment(fact.system.stop, otherwise="still"),
        fact.status,
        _said(fact.sources),
        fact.id,
    )


def _status(fact: Fact) -> str:
    return f"planned for {moment(fact.local(fact.planned_for))}" if fact.planned_for else fact.status


def _said(sources: Sequence[Source]) -> str:
    said = [f"{source.speaker or source.source_kind}, {moment(source.said_at)}" for source in sources[:1]]
    more = [f"and {len(sources) - 1} more"] if len(sources) > 1 else []
    return " ".join([*said, *more])


def change_sheets(changes: Sequence[Change]) -> list[Sheet]:
    """Differences in what is believed, in system time."""
    rows = [(moment(change.at), change.change, change.fact.fact, holds(change.fact)) for change in changes]
    return [Sheet(("believed", "change", "fact", "valid"), rows, empty="Nothing changed then.")]


def path_sheets(paths: Sequence[Path]) -> list[Sheet]:
    """Ways from one entity to another, each a walk of facts."""
    rows = [
        (str(number), fact.fact, holds(fact), fact.status)
        for number, path in enumerate(paths, 1)
        for fact in path.facts
    ]
    return [Sheet(("path", "fact", "valid", "status"), rows, empty="No path joins them.")]


def explanation_sheets(explanation: Explanation) -> list[Sheet]:
    """A fact, the statements behind it, and what was overruled."""
    fact = explanation.fact
    title = f"{fact.fact}  ({fact.status}; valid {holds(fact)}; believed {period(fact.system)})"
    rows = [_source_row(source) for source in explanation.sources]
    behind = Sheet(
        ("said by", "when", "kind", "source", "episode", "words"), rows, title, empty="No statement stands behind it."
    )
    return [behind, *(review_sheets(explanation.overruled) if explanation.overruled else [])]


def _source_row(source: Source) -> Row:
    where = f"{source.episode}:{source.start}-{source.stop}"
    return (source.speaker or "", moment(source.said_at), source.kind, source.source_kind, where, f"“{source.quote}”")


def fate_sheets(fates: Sequence[Fate]) -> list[Sheet]:
    """What became of something that was said, the closest first."""
    return [Sheet(("became", "why", "said by", "when", "episode", "words"), [_fate_row(fate) for fate in fates])]


def _fate_row(fate: Fate) -> Row:
    where = f"{fate.episode}:{fate.span[0]}-{fate.span[1]}" if fate.episode and fate.span else ""
    quote = f"“{fate.quote}”" if fate.quote else ""
    return (fate.verdict.replace("_", " "), fate.reason, fate.speaker or "", moment(fate.said_at), where, quote)


def review_sheets(items: Sequence[ReviewItem]) -> list[Sheet]:
    """What a person should look at."""
    rows = [(moment(item.at), item.kind, " | ".join(item.sides), item.reason, item.id) for item in items]
    return [Sheet(("since", "kind", "about", "reason", "id"), rows, empty="Nothing waits for review.")]


def block_sheets(block: Block) -> list[Sheet]:
    """The context block as it goes into a prompt, alone."""
    return [Sheet(notes=[str(block)])]


def explained_sheets(block: Block) -> list[Sheet]:
    """How the question was read, what became of each candidate, best first, and the block."""
    rows = [_candidate_row(str(place), one, block) for place, one in enumerate(block.explanation, 1)]
    columns = ("rank", "score", "found by", "stands", "became", "text", "id")
    found = Sheet(columns, rows, title="Candidates:", empty="Nothing was found that could bear on it.")
    return [Sheet(notes=_read_as(block)), found, Sheet(notes=[""]), *block_sheets(block)]


def _read_as(block: Block) -> list[str]:
    asked = block.question
    unknown = [f"Unknown names: {', '.join(asked.unknown_names)}"] if asked.unknown_names else []
    return [
        f"About:         {', '.join(map(str, asked.entities)) or 'nobody by name'}",
        *unknown,
        f"Relations:     {', '.join(asked.predicates) or 'any'}",
        f"Asked for:     {asked.kind}",
        f"Viewpoint:     {moment(asked.as_of.valid)}, as known {moment(asked.as_of.known)}",
        f"Block:         {block.tokens} tokens, {block.omitted} left out"
        + (f"; abstained: {block.reason}" if block.abstained else ""),
    ]


def _candidate_row(rank: str, one: dict[str, Any], block: Block) -> Row:
    """A candidate, and its fate: why it is not shown, or that it is, or that the budget had no room."""
    return (rank, f"{one['score']:.2f}", one["leg"], one["standing"], _fate(one, block), one["text"], one["id"])


def _fate(one: dict[str, Any], block: Block) -> str:
    from graphmem.recall.candidate import WHERE_ROOM_IS

    if one["dropped"] not in {"", WHERE_ROOM_IS}:
        return str(one["dropped"])
    if block.abstained:
        return "not shown: abstained"
    cited = one["id"] in block.sources or one["id"] in {fact.id for fact in block.facts}
    return "shown" if cited else "no room"


def receipt_sheets(receipt: Receipt) -> list[Sheet]:
    """What one call wrote: counts in a line, then each decision that was not plain keeping or skipping."""
    notable = [decision for decision in receipt.statements if decision.decision in {"quarantined", "review"}]
    notes = [f"Stopped: {receipt.stopped}"] if receipt.stopped else []
    if len(notable) > NAMED_DECISIONS:
        notes.append(f"… and {len(notable) - NAMED_DECISIONS} more; --json lists all.")
    rows = [_decision_row(decision) for decision in notable[:NAMED_DECISIONS]]
    return [
        Sheet(notes=[counts(receipt), *left_out(receipt)]),
        *([Sheet(("decision", "about", "reason"), rows, notes=notes)] if rows or notes else []),
    ]


def reextraction_sheets(found: Reextraction) -> list[Sheet]:
    """What reading again changes, a change a row; then how much in all, and what to do with it."""
    rows = [_rereading_row(change) for change in found.changes]
    told = ", ".join(f"{found.counts[name]} {name}" for name in ("added", "gone", "changed", "same", "unread"))
    facts = f"; {found.counts['opened']} facts opened, {found.counts['closed']} closed" if found.applied else ""
    notes = [f"… and {found.omitted} more."] if found.omitted else []
    notes.append(f"{found.episodes} episodes read by {found.extractor}: {told}{facts}.")
    if rows and not found.applied:
        notes.append("Nothing was written. --apply writes it.")
    columns = ("change", "statement", "before", "speaker", "said", "words")
    return [Sheet(columns, rows, notes=notes, empty="Nothing is read otherwise than before.")]


def _rereading_row(change: Rereading) -> Row:
    said = moment(change.said_at)
    words = f"“{change.quote}”" if change.quote else change.reason
    return (change.change, change.after, change.before, change.speaker or "", said, words)


def counts(receipt: Receipt) -> str:
    """One line: how much came in, what became of it, what changed."""
    of = {name: receipt.counts.get(name, len(getattr(receipt, name))) for name in COUNTED}
    roles = "".join(f"{count} {role}, " for role, count in sorted(receipt.roles.items()))
    return (
        f"{number(of['episodes'], 'episode')} ({roles}{number(of['duplicates'], 'duplicate')}), "
        f"{number(of['statements'], 'statement')} ({verdicts(receipt.statements)}), "
        f"{number(of['opened'], 'fact')} opened, {of['closed']} closed, {receipt.seconds:.1f} s"
    )


def left_out(receipt: Receipt) -> list[str]:
    """A line for what the source held that is no turn, the most frequent first."""
    found = sorted(receipt.left_out.items(), key=lambda one: (-one[1], one[0]))
    shown = "; ".join(f"{count:,} {reason}" for reason, count in found)
    return [f"Left out: {shown}."] if found else []


def number(things: Sequence[object] | int, name: str) -> str:
    """How many there are, in words: `1 fact`, `2 facts`."""
    count = things if isinstance(things, int) else len(things)
    return f"{count} {name}{'' if count == 1 else 's'}"


def verdicts(decisions: Sequence[Decision]) -> str:
    """How often each verdict was given: `12 kept, 3 skipped`."""
    tally = Counter(decision.decision for decision in decisions)
    return ", ".join(f"{tally[verdict]} {verdict}" for verdict in sorted(tally)) or "none"


def _decision_row(decision: Decision) -> Row:
    about = " ".join(part for part in (decision.subject, decision.predicate, decision.object) if part)
    return (decision.decision, about or decision.id, decision.reason)


def erasure_sheets(erasure: Erasure) -> list[Sheet]:
    """The certificate: what was destroyed, what was looked at, what remains."""
    destroyed = (
        f"Erased {erasure.of}: {erasure.episodes} episodes, {erasure.statements} statements, {erasure.facts} facts, "
        f"{erasure.entities} entities; names blanked in {erasure.blanked} episodes."
    )
    certificate = f"Certificate {erasure.id}, {moment(erasure.at)}."
    looked = f"Looked at: {', '.join(erasure.looked_at) or 'nothing'}."
    remains = [f"Remains: {rest}" for rest in erasure.remains] or ["Nothing was found to remain."]
    return [Sheet(notes=[destroyed, looked, *remains, certificate])]
