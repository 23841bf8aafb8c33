"""`graphmem eval numbered`: numbered facts that contradict each other, asked for the one with the highest number."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from statistics import fmean

from graphmem.evaluate.clock import ReplayClock
from graphmem.evaluate.plain import Bm25, in_order
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import placed
from graphmem.evaluate.updates import is_past
from graphmem.evaluate.watch import watched
from graphmem.evaluate.wordings import Asked, Listed, make_list
from graphmem.memory import Memory
from graphmem.model import Episode, Value
from graphmem.recall.tokens import counter

__all__ = ["Figures", "MethodFigures", "run", "told_first"]

SAID = datetime(2026, 1, 1, tzinfo=UTC)
TOGETHER = 500  # lines that go in at once
BUDGET_TOKENS = 500
MEMORY, BM25, LATEST = "graphmem", "BM25", "BM25's first ten, highest number first"


class MethodFigures(Value):
    """Of the questions of one and of several facts, how many are told the value that holds before any that does not."""

    single: float
    several: float


class Figures(Value):
    """What a run came to."""

    lines: int
    tokens: int
    single: int
    several: int
    facts: int
    methods: dict[str, MethodFigures]
    lines_a_second: float
    ask_ms_mean: float
    seconds: float


def run(*, tokens: int = 6_000, questions: int = 100, seed: int = 1, as_json: bool = False) -> Figures:
    """Makes a list of about so many tokens, reads it line by line, asks, and prints figures beside plain baselines'."""
    started, count = time.perf_counter(), counter()
    listed = make_list(tokens, count, questions=questions, seed=seed)
    clock = ReplayClock(SAID + len(listed.lines) * timedelta(seconds=1))
    with placed(None, "numbered", afresh=False) as place, Memory(place.url, tenant=place.prefix, clock=clock) as memory:
        kept, learning = _learnt(memory, listed, quiet=as_json)
        blocks, asking = _asked(memory, listed.questions)
    answers = {MEMORY: blocks, **_plain(listed)}
    figures = Figures(
        lines=len(listed.lines),
        tokens=sum(count(f"{line}\n") for line in listed.lines),
        single=sum(one.hops == 1 for one in listed.questions),
        several=sum(one.hops > 1 for one in listed.questions),
        facts=kept,
        methods={method: _figures(listed.questions, lines) for method, lines in answers.items()},
        lines_a_second=round(len(listed.lines) / learning, 1),
        ask_ms_mean=round(1000 * asking / max(1, len(listed.questions)), 1),
        seconds=round(time.perf_counter() - started, 1),
    )
    _show(figures, as_json=as_json)
    return figures


def _learnt(memory: Memory, listed: Listed, *, quiet: bool) -> tuple[int, float]:
    """Reads the lines in their order, each as a document; gives how many statements were kept, and the seconds."""
    started, kept = time.perf_counter(), 0
    with watched("lines", len(listed.lines), quiet=quiet) as step:
        for first in range(0, len(listed.lines), TOGETHER):
            part = listed.lines[first : first + TOGETHER]
            receipt = memory.ingest(_episodes(part, first))
            kept += sum(decision.decision == "kept" for decision in receipt.statements)
            step(len(part))
    return kept, time.perf_counter() - started


def _episodes(lines: Iterable[str], first: int) -> list[Episode]:
    return [
        Episode(
            id=str(number),
            session="list",
            seq=number,
            said_at=SAID + number * timedelta(seconds=1),
            text=line.partition(". ")[2],
            source_kind="document",
        )
        for number, line in enumerate(lines, first)
    ]


def _asked(memory: Memory, questions: Sequence[Asked]) -> tuple[list[list[str]], float]:
    """The lines of the block that answers each question, and the seconds."""
    started = time.perf_counter()
    blocks = [str(memory.recall(one.text, budget_tokens=BUDGET_TOKENS)) for one in questions]
    return [block.splitlines()[1:-1] for block in blocks], time.perf_counter() - started


def _plain(listed: Listed) -> dict[str, list[list[str]]]:
    """The first ten lines by their words, and the same with the highest number first."""
    lines = {str(number): line for number, line in enumerate(listed.lines)}
    bare = Bm25(lines)
    found = [in_order(bare.scores(one.text), list(lines))[:10] for one in listed.questions]
    latest = [sorted(ranking, key=int, reverse=True) for ranking in found]
    return {
        method: [[lines[number] for number in ranking] for ranking in rankings]
        for method, rankings in ((BM25, found), (LATEST, latest))
    }


def told_first(lines: Sequence[str], answer: str, before: Iterable[str]) -> bool:
    """Whether the value that holds is told, and no line above it tells one that does not as if it did."""
    at = next((place for place, line in enumerate(lines) if answer in line and not is_past(line)), None)
    if at is None:
        return False
    return not any(value in line for line in lines[:at] if not is_past(line) for value in before)


def _figures(questions: Sequence[Asked], answers: Sequence[Sequence[str]]) -> MethodFigures:
    pairs = zip(questions, answers, strict=True)
    told = [(one.hops > 1, told_first(lines, one.answer, one.before)) for one, lines in pairs]
    single, several = ([right for hops, right in told if hops is long] for long in (False, True))
    return MethodFigures(single=_mean(single), several=_mean(several))


def _mean(values: Sequence[bool]) -> float:
    return round(fmean(values), 3) if values else 0.0


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    rows = [(method, f"{of.single:.3f}", f"{of.several:.3f}") for method, of in figures.methods.items()]
    table("Numbered facts, the highest number holds", ("method", "one fact", "several facts"), rows)
    printed(
        f"{figures.lines} lines, {figures.tokens} tokens, {figures.facts} statements kept, {figures.single} + "
        f"{figures.several} questions; {figures.lines_a_second:g} lines/s, {figures.ask_ms_mean:g} ms a question, "
        f"{figures.seconds:g} s"
    )
