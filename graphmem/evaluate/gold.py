"""`graphmem eval gold`: the questions of a gold suite asked of a memory; the answers go to a file for its scorer."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from graphmem.errors import Incorrect
from graphmem.evaluate.cases import Case
from graphmem.evaluate.files import lines_of, present
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import Place, placed
from graphmem.evaluate.watch import Step, watched
from graphmem.evaluate.world import Played, play
from graphmem.model import Value

__all__ = ["Summary", "run"]


class Summary(Value):
    """What a run came to, without judging it: how much was asked, said and stored, how fast, and what went wrong."""

    cases: int
    queries: int
    abstained: int
    facts: int
    facts_a_case_median: float
    tokens_median: float
    ask_ms_median: float
    seconds: float
    problems: tuple[str, ...] = ()


def run(
    cases: str | Path,
    *,
    answers: str | Path,
    store: str | None = None,
    as_json: bool = False,
) -> Summary:
    """Plays every case of a suite in tenants of its own, writes the answers as they come, and prints a summary.

    `store` None is a temporary embedded store; on a store of the caller's all that a case brought in is erased at its
    end. Raises Incorrect for a file that is not there or a line of another shape, with its number.
    """
    started = time.perf_counter()
    suite = tuple(lines_of(present(cases, holds="a gold suite, one case a line"), Case))
    with (
        _written(Path(answers)) as out,
        placed(store, "gold", afresh=True) as place,
        watched("cases", len(suite), quiet=as_json) as step,
    ):
        played = _play_all(suite, place, out, step)
    summary = _summary(played, time.perf_counter() - started)
    _show(summary, as_json=as_json)
    return summary


def _written(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Incorrect(f"--answers {path} cannot be written: {error.strerror}. Name a file that can.") from error


def _play_all(suite: Sequence[Case], place: Place, out: TextIO, step: Step) -> list[Played]:
    played = list[Played]()
    for case in suite:
        outcome = play(case, place)
        out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in outcome.lines(case.id))
        out.flush()
        played.append(outcome)
        step(1)
    return played


def _summary(played: Sequence[Played], seconds: float) -> Summary:
    answers = [answer for one in played for answer in one.answers]
    asked = [second * 1000 for one in played for second in one.ask_seconds]
    return Summary(
        cases=len(played),
        queries=len(answers),
        abstained=sum(answer["abstained"] for answer in answers),
        facts=sum(len(one.facts) for one in played),
        facts_a_case_median=_median([len(one.facts) for one in played]),
        tokens_median=_median([answer["tokens"] for answer in answers]),
        ask_ms_median=round(_median(asked), 1),
        seconds=round(seconds, 1),
        problems=tuple(problem for one in played for problem in one.problems),
    )


def _median(numbers: Sequence[float]) -> float:
    return float(statistics.median(numbers)) if numbers else 0.0


def _show(summary: Summary, *, as_json: bool) -> None:
    if as_json:
        printed(summary.model_dump_json())
        return
    figures = summary.model_dump(exclude={"problems"})
    rows = [(name.replace("_", " "), f"{figure:g}") for name, figure in figures.items()]
    table("Gold suite", ("what", "figure"), rows)
    for problem in summary.problems:
        printed(f"problem: {problem}")
