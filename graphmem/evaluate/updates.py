"""`graphmem eval updates`: whether what was said last stands above what it replaced, in long chats."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import fmean

from graphmem.evaluate.believed import believed
from graphmem.evaluate.chats import UPDATES, Chat, Probing, read_chats
from graphmem.evaluate.clock import ReplayClock
from graphmem.evaluate.drawn import Drawn, drawn, show_drawn
from graphmem.evaluate.measures import BUDGET_TOKENS, share
from graphmem.evaluate.plain import Bm25, in_order
from graphmem.evaluate.probe import Probe
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import Place, placed
from graphmem.evaluate.watch import Step, watched
from graphmem.model import Fact, Value
from graphmem.recall.lines import PERHAPS

__all__ = ["Figures", "MethodFigures", "is_past", "run", "told_new"]

MEMORY, BM25, NEWEST = "graphmem", "BM25", "BM25's first ten, newest first"
PAST = (PERHAPS, "- was: ", "- ended: ", "; until ", "; ended", "no longer believed")
LATER = timedelta(days=1)
TOGETHER = 64  # turns of a session that go in at once
Rankings = dict[str, tuple[str, ...]]


class MethodFigures(Value):
    """Evidence among the first ten over all questions and over updates; of updates, how many have the new turn first.

    `told`: how many are given the new value above the old, or the old one marked as past: of the memory in its block,
    of the plain ways in their ranking.
    """

    recall_at_10: float
    updates_recall_at_10: float
    new_first: float
    told: float


class Figures(Value):
    """What a run came to."""

    chats: int
    turns: int
    questions: int
    updates: int
    facts: int
    methods: dict[str, MethodFigures]
    seconds: float
    sample: tuple[Drawn, ...] = ()


@dataclass(slots=True)
class Tally:
    """What a run has come to so far: shares of evidence, and of updates the two verdicts, by method."""

    found: dict[str, list[tuple[str, float]]] = field(default_factory=lambda: defaultdict(list))
    verdicts: dict[str, list[tuple[bool, bool]]] = field(default_factory=lambda: defaultdict(list))
    facts: list[tuple[str, Fact]] = field(default_factory=list)


def run(
    archive: str, *, limit: int | None = None, sample: int | None = None, seed: int = 1, as_json: bool = False
) -> Figures:
    """Ingests each chat into a tenant of its own, asks its questions, prints figures beside plain baselines'.

    `sample` facts, drawn by `seed`, are printed for a person to judge. Raises Incorrect for a file without such chats.
    """
    started = time.perf_counter()
    chats = read_chats(archive, limit)
    tally = Tally()
    steps = sum(len(chat.turns) + len(chat.questions) for chat in chats)
    with placed(None, "updates", afresh=False) as place, watched("turns, questions", steps, quiet=as_json) as step:
        for chat in chats:
            _take(chat, place, tally, step)
    figures = Figures(
        chats=len(chats),
        turns=sum(len(chat.turns) for chat in chats),
        questions=sum(len(chat.questions) for chat in chats),
        updates=len(tally.verdicts[MEMORY]),
        facts=len(tally.facts),
        methods={method: _figures(tally, method) for method in (MEMORY, BM25, NEWEST)},
        seconds=round(time.perf_counter() - started, 1),
        sample=drawn(tally.facts, sample or 0, seed),
    )
    _show(figures, as_json=as_json)
    return figures


def _take(chat: Chat, place: Place, tally: Tally, step: Step) -> None:
    """One chat: learnt in its order, then asked a day after its last turn."""
    clock = ReplayClock(chat.turns[0].said_at)
    with Probe(place.url, tenant=place.tenant(chat.id), clock=clock, asker="User") as memory:
        subjects = set(_learn(memory, chat, clock, step))
        since = chat.turns[0].said_at - LATER
        tally.facts += [(chat.id, fact) for fact in believed(memory, since=since, subjects=subjects)]
        clock.forward(clock.now + LATER)
        bare = Bm25({turn.id: turn.text for turn in chat.turns})
        for question in chat.questions:
            look = memory.look(question.text, budget_tokens=BUDGET_TOKENS)
            plain = in_order(bare.scores(question.text), [turn.id for turn in chat.turns])
            newest = (*sorted(plain[:10], key=int, reverse=True), *plain[10:])
            _count(question, {MEMORY: look.turns, BM25: plain, NEWEST: newest}, str(look.block), tally)
            step(1)


def _learn(memory: Probe, chat: Chat, clock: ReplayClock, step: Step) -> Iterator[str]:
    """Ingests the turns in order; gives the names that something was kept of."""
    for first in range(0, len(chat.turns), TOGETHER):
        turns = chat.turns[first : first + TOGETHER]
        clock.forward(turns[-1].said_at)
        receipt = memory.ingest(turns)
        yield from (decision.subject for decision in receipt.statements if decision.decision == "kept")
        step(len(turns))


def _count(question: Probing, rankings: Rankings, block: str, tally: Tally) -> None:
    for method, ranking in rankings.items():
        tally.found[method].append((question.category, share(ranking[:10], question.evidence)))
        if question.old and question.new:
            newer = _first(ranking, question.new) < _first(ranking, question.old)
            told = told_new(block, question.old, question.new) if method == MEMORY else newer
            tally.verdicts[method].append((newer, told))


def _first(ranking: Sequence[str], turns: frozenset[str]) -> int:
    return next((place for place, turn in enumerate(ranking) if turn in turns), len(ranking))


def told_new(block: str, old: frozenset[str], new: frozenset[str]) -> bool:
    """Whether a block cites the new turns above the old ones, or the old ones only where it says that they are past."""
    lines = block.splitlines()
    news = [place for place, line in enumerate(lines) if _cites(line, new)]
    olds = [place for place, line in enumerate(lines) if _cites(line, old)]
    standing = [place for place in olds if not is_past(lines[place])]
    return bool(olds) if not news and not standing else bool(news) and news[0] < min(standing, default=len(lines))


def _cites(line: str, turns: frozenset[str]) -> bool:
    return any(f"[{turn}:" in line for turn in turns)


def is_past(line: str) -> bool:
    """Whether a line of a block says that what it tells no longer stands, or perhaps not."""
    return any(mark in line for mark in PAST)


def _figures(tally: Tally, method: str) -> MethodFigures:
    found = tally.found[method]
    updates = [part for category, part in found if category == UPDATES]
    verdicts = tally.verdicts[method]
    return MethodFigures(
        recall_at_10=_mean([part for _, part in found]),
        updates_recall_at_10=_mean(updates),
        new_first=_mean([newer for newer, _ in verdicts]),
        told=_mean([told for _, told in verdicts]),
    )


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 3) if values else 0.0


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    columns = ("method", "R@10", "R@10 of updates", "new above old", "or old marked past")
    rows = [
        (method, *(f"{value:.3f}" for value in (of.recall_at_10, of.updates_recall_at_10, of.new_first, of.told)))
        for method, of in figures.methods.items()
    ]
    table("Updates in long chats", columns, rows)
    printed(
        f"{figures.chats} chats, {figures.turns} turns, {figures.questions} questions, {figures.updates} updates, "
        f"{figures.facts} facts, {figures.seconds:g} s"
    )
    show_drawn(figures.sample)
