"""`graphmem eval locomo`: whether recall finds the turns that answer, in long public conversations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from graphmem.evaluate.believed import believed
from graphmem.evaluate.clock import ReplayClock
from graphmem.evaluate.conversations import CATEGORIES, Conversation, Question, read_conversations
from graphmem.evaluate.drawn import Drawn, drawn, show_drawn
from graphmem.evaluate.measures import BUDGET_TOKENS, Measures, averages, measured, share
from graphmem.evaluate.plain import Bm25, beside, dated_texts, in_order, texts
from graphmem.evaluate.probe import Probe
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import Place, placed
from graphmem.evaluate.watch import Step, watched
from graphmem.model import Fact, Value
from graphmem.recall.tokens import counter

__all__ = ["Figures", "run"]

MEMORY, BM25, BM25_BESIDE = "graphmem", "BM25", "BM25, session date, turns beside"
COLUMNS = ("questions", "R@5", "R@10", "any@10", "MRR", f"R@{BUDGET_TOKENS} tokens", "in block", "abstained")
LATER = timedelta(days=1)
EARLIER = timedelta(seconds=1)
Scores = dict[str, list[tuple[str, Measures]]]


class Figures(Value):
    """What a run came to: evidence found, by method and category of question; speed; a sample of stored facts."""

    conversations: int
    turns: int
    questions: int
    facts: int
    seconds: float
    turns_a_second: float
    ask_ms_mean: float
    methods: dict[str, dict[str, dict[str, int | float]]]
    sample: tuple[Drawn, ...] = ()


@dataclass(slots=True)
class Tally:
    """What a run has come to so far."""

    scores: Scores = field(default_factory=lambda: {MEMORY: [], BM25: [], BM25_BESIDE: []})
    facts: list[tuple[str, Fact]] = field(default_factory=list)
    ingest_seconds: float = 0.0
    ask_seconds: float = 0.0


def run(
    archive: str,
    *,
    limit: int | None = None,
    sample: int | None = None,
    seed: int = 1,
    store: str | None = None,
    as_json: bool = False,
) -> Figures:
    """Ingests each conversation into a tenant of its own, asks its questions, prints figures beside plain baselines'.

    `sample` facts, drawn by `seed`, are printed for a person to judge. On a store of the caller's the tenants
    (`locomo-<conversation>`) stay, to be looked at; a second run then finds every turn there. Raises Incorrect for a
    file that holds no such conversations.
    """
    started = time.perf_counter()
    talks = read_conversations(archive, limit)
    tally = Tally()
    steps = sum(len(talk.turns) + len(talk.questions) for talk in talks)
    with placed(store, "locomo", afresh=False) as place, watched("turns, questions", steps, quiet=as_json) as step:
        for talk in talks:
            _take(talk, place, tally, step)
    figures = _figures(talks, tally, time.perf_counter() - started, drawn(tally.facts, sample or 0, seed))
    _show(figures, as_json=as_json)
    return figures


def _take(talk: Conversation, place: Place, tally: Tally, step: Step) -> None:
    """One conversation: learnt session by session, then asked a day after the last."""
    clock = ReplayClock(talk.sessions[0].said_at)
    with Probe(place.url, tenant=place.tenant(talk.id), clock=clock) as memory:
        started = time.perf_counter()
        subjects = set(_learn(memory, talk, clock, step))
        tally.ingest_seconds += time.perf_counter() - started
        since = talk.sessions[0].said_at - EARLIER
        tally.facts += [(talk.id, fact) for fact in believed(memory, since=since, subjects=subjects)]
        clock.forward(clock.now + LATER)
        _ask(memory, talk, tally, step)


def _learn(memory: Probe, talk: Conversation, clock: ReplayClock, step: Step) -> Iterator[str]:
    """Ingests the sessions in order; gives the names that something was kept of."""
    for session in talk.sessions:
        clock.forward(session.said_at)
        receipt = memory.ingest(session.turns)
        yield from (decision.subject for decision in receipt.statements if decision.decision == "kept")
        step(len(session.turns))


def _ask(memory: Probe, talk: Conversation, tally: Tally, step: Step) -> None:
    lengths = _lengths(talk)
    baselines = _baselines(talk)
    for question in talk.questions:
        started = time.perf_counter()
        look = memory.look(question.text, budget_tokens=BUDGET_TOKENS)
        tally.ask_seconds += time.perf_counter() - started
        found = measured(look.turns, question.evidence, lengths)
        found["in block"] = share(look.block.sources, question.evidence)
        found["abstained"] = float(look.block.abstained)
        tally.scores[MEMORY].append((question.category, found))
        for name, ranking in baselines.items():
            _score(tally.scores[name], question, ranking(question.text), lengths)
        step(1)


def _score(
    rows: list[tuple[str, Measures]], question: Question, ranking: Sequence[str], lengths: dict[str, int]
) -> None:
    rows.append((question.category, measured(ranking, question.evidence, lengths)))


def _lengths(talk: Conversation) -> dict[str, int]:
    """How many tokens each turn takes as a cited line."""
    count = counter()
    return {turn: count(f"[{turn}] {text}\n") for turn, text in dated_texts(talk).items()}


def _baselines(talk: Conversation) -> dict[str, Callable[[str], tuple[str, ...]]]:
    turns = [turn.id for turn in talk.turns]
    bare, dated = Bm25(texts(talk)), Bm25(dated_texts(talk))
    return {
        BM25: lambda question: in_order(bare.scores(question), turns),
        BM25_BESIDE: lambda question: in_order(beside(dated.scores(question), talk), turns),
    }


def _figures(talks: Sequence[Conversation], tally: Tally, seconds: float, sample: tuple[Drawn, ...]) -> Figures:
    turns, questions = sum(len(talk.turns) for talk in talks), sum(len(talk.questions) for talk in talks)
    return Figures(
        conversations=len(talks),
        turns=turns,
        questions=questions,
        facts=len(tally.facts),
        seconds=round(seconds, 1),
        turns_a_second=round(turns / tally.ingest_seconds, 1) if tally.ingest_seconds else 0.0,
        ask_ms_mean=round(1000 * tally.ask_seconds / questions, 1) if questions else 0.0,
        methods={name: averages(rows, tuple(CATEGORIES.values())) for name, rows in tally.scores.items()},
        sample=sample,
    )


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    rows = [
        (method, group, *(f"{measures[name]:g}" if name in measures else "" for name in COLUMNS))
        for method, groups in figures.methods.items()
        for group, measures in groups.items()
    ]
    table("Evidence of the answers, by method and kind of question", ("method", "kind", *COLUMNS), rows)
    printed(
        f"{figures.conversations} conversations, {figures.turns} turns, {figures.questions} questions, "
        f"{figures.facts} facts; {figures.turns_a_second:g} turns/s, {figures.ask_ms_mean:g} ms a question, "
        f"{figures.seconds:g} s in all"
    )
    show_drawn(figures.sample)
