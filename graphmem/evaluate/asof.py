"""`graphmem eval asof`: whether what is asked of any year is answered exactly, over tens of thousands of facts."""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.evaluate.dated import Asked, Dated, Facts, read_facts
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import Place, placed
from graphmem.evaluate.watch import Step, watched
from graphmem.memory import Memory
from graphmem.model import Fact, Value
from graphmem.registry import Predicate

__all__ = ["Figures", "SetFigures", "Wrong", "run"]

SAID = datetime(2026, 1, 1, tzinfo=UTC)  # one time for every run, so that a load that was broken off can be begun again
FIRST = datetime(1, 1, 1, tzinfo=UTC) + timedelta(microseconds=1)  # the first instant that a start can have
LAST_YEAR = 9999
SHOWN = 20


class Wrong(Value):
    """A question that was not answered exactly."""

    set: str = ""
    subject: str
    predicate: str = ""
    year: int
    expected: tuple[str, ...]
    found: tuple[str, ...]


class SetFigures(Value):
    """One set: the facts loaded, those left out and why, and how exactly and fast its questions were answered."""

    name: str
    facts: int
    duplicates: int
    left_out: dict[str, int]
    load_seconds: float
    facts_a_second: float
    questions: int
    exact: int
    ask_ms_p50: float
    ask_ms_p95: float


class Figures(Value):
    """What a run came to."""

    engine: str
    facts: int
    questions: int
    exact: int
    seconds: float
    sets: tuple[SetFigures, ...]
    wrong: tuple[Wrong, ...] = ()


@dataclass(slots=True)
class Answers:
    """How the questions of a set went so far."""

    exact: int = 0
    milliseconds: list[float] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)


def run(archive: str, *, limit: int | None = None, store: str | None = None, as_json: bool = False) -> Figures:
    """Loads each set of the archive into a tenant of its own, asks its questions, and prints what was exact.

    `limit` takes the first so many questions of each set, with the facts about their subjects. On a store of the
    caller's the tenants (`asof-<set>`) stay; a second run finds every fact there. Raises Incorrect for a file that
    holds no dated facts.
    """
    started = time.perf_counter()
    sets = [facts if limit is None else facts.first(limit) for facts in read_facts(archive)]
    steps = sum(len(facts.facts) + len(facts.questions) for facts in sets)
    with placed(store, "asof", afresh=False) as place, watched("facts, questions", steps, quiet=as_json) as step:
        taken = [_take(facts, place, step) for facts in sets]
        engine = _engine(place)
    figures = Figures(
        engine=engine,
        facts=sum(of.facts for of, _ in taken),
        questions=sum(of.questions for of, _ in taken),
        exact=sum(of.exact for of, _ in taken),
        seconds=round(time.perf_counter() - started, 1),
        sets=tuple(of for of, _ in taken),
        wrong=tuple(wrong for _, answers in taken for wrong in answers.wrong),
    )
    _show(figures, as_json=as_json)
    return figures


def _engine(place: Place) -> str:
    with Memory(place.url, tenant=place.prefix) as memory:
        return memory.engine


def _take(facts: Facts, place: Place, step: Step) -> tuple[SetFigures, Answers]:
    """One set: its facts through the bulk path, then its questions."""
    relations = sorted({fact.relation for fact in facts.facts} | {asked.relation for asked in facts.questions})
    names = {relation: _predicate_name(facts.name, relation) for relation in relations}
    predicates = [Predicate(name=name, subject="Thing", object="Thing") for name in names.values()]
    left_out = Counter[str]()
    with Memory(place.url, tenant=place.tenant(facts.name), predicates=predicates) as memory:
        started, done = time.perf_counter(), 0

        def further(so_far: int, _total: int | None) -> None:
            nonlocal done
            step(so_far - done)
            done = so_far

        receipt = memory.remember_many(_statements(facts, names, left_out), progress=further)
        seconds = time.perf_counter() - started
        answers = _answers(memory, facts, names, step)
    return _figures(facts, receipt.counts, left_out, seconds, answers), answers


def _predicate_name(of: str, relation: str) -> str:
    """A name for the registry: "<wasBornIn>" of yago is "yago_was_born_in"."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", relation.strip("<>"))
    return re.sub(r"\W+", "_", f"{of}_{words}".lower())


def _statements(facts: Facts, names: dict[str, str], left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """The facts as statements; those that claim nothing of any time are counted in `left_out`."""
    if facts.repeated:
        left_out["said twice"] += facts.repeated
    for fact in facts.facts:
        reason = _claims_nothing(fact)
        if reason:
            left_out[reason] += 1
        else:
            yield _statement(fact, names[fact.relation])


def _claims_nothing(fact: Dated) -> str:
    if fact.start is None and fact.stop is None:
        return "no date"
    if fact.start is not None and fact.stop is not None and fact.stop < fact.start:
        return "ends before it begins"
    return ""


def _statement(fact: Dated, predicate: str) -> dict[str, Any]:
    return {
        "subject": fact.subject,
        "predicate": predicate,
        "object": fact.object,
        "valid_from": None if fact.start is None else _first_of(fact.start),
        "valid_to": None if fact.stop is None else _first_of(fact.stop + 1),
        "said_at": SAID,
        "source_kind": "document",
    }


def _first_of(year: int) -> datetime:
    """The first instant of a year; a year outside the calendar is its nearest."""
    return datetime(min(year, LAST_YEAR), 1, 1, tzinfo=UTC) if year > 1 else FIRST


def _answers(memory: Memory, facts: Facts, names: dict[str, str], step: Step) -> Answers:
    answers, begun_before = Answers(), _begun_before(facts)
    for asked in facts.questions:
        predicate = names[asked.relation]
        at = datetime(asked.year, 7, 1, tzinfo=UTC)
        started = time.perf_counter()
        found = memory.facts(asked.subject, predicate, as_of=at)
        answers.milliseconds.append((time.perf_counter() - started) * 1000)
        unknown = {fact.object for fact in begun_before.get((asked.subject, asked.relation), ()) if _until(fact, asked)}
        wrong = _wrong(asked, asked.answers | unknown, found)
        if wrong is None:
            answers.exact += 1
        else:
            answers.wrong.append(wrong.model_copy(update={"set": facts.name, "predicate": predicate}))
        step(1)
    return answers


def _begun_before(facts: Facts) -> dict[tuple[str, str], list[Dated]]:
    """The facts of which only the end is known. The archive's answers leave them out; they held until that end."""
    held = dict[tuple[str, str], list[Dated]]()
    for fact in facts.facts:
        if fact.start is None and fact.stop is not None:
            held.setdefault((fact.subject, fact.relation), []).append(fact)
    return held


def _until(fact: Dated, asked: Asked) -> bool:
    return fact.stop is not None and asked.year <= fact.stop


def _wrong(asked: Asked, expected: frozenset[str], found: tuple[Fact, ...]) -> Wrong | None:
    objects = frozenset(str(fact.object) for fact in found)
    if objects == expected:
        return None
    return Wrong(subject=asked.subject, year=asked.year, expected=tuple(sorted(expected)), found=tuple(sorted(objects)))


def _figures(
    facts: Facts, counts: dict[str, int], left_out: Counter[str], seconds: float, answers: Answers
) -> SetFigures:
    loaded = counts.get("statements", 0)
    times = answers.milliseconds or [0.0]
    return SetFigures(
        name=facts.name,
        facts=loaded,
        duplicates=counts.get("duplicates", 0),
        left_out=dict(sorted(left_out.items())),
        load_seconds=round(seconds, 1),
        facts_a_second=round(loaded / seconds, 1) if seconds else 0.0,
        questions=len(facts.questions),
        exact=answers.exact,
        ask_ms_p50=round(statistics.median(times), 2),
        ask_ms_p95=round(sorted(times)[int(0.95 * (len(times) - 1))], 2),
    )


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    columns = ("set", "facts", "there before", "seconds", "facts/s", "questions", "exact", "ms p50", "ms p95")
    rows = [
        (
            of.name, str(of.facts), str(of.duplicates), f"{of.load_seconds:g}", f"{of.facts_a_second:g}",
            str(of.questions), str(of.exact), f"{of.ask_ms_p50:g}", f"{of.ask_ms_p95:g}",
        )
        for of in figures.sets
    ]  # fmt: skip
    table(f"Dated facts, asked as of a year ({figures.engine})", columns, rows)
    for of in figures.sets:
        for reason, number in of.left_out.items():
            printed(f"{of.name}: left out {number}: {reason}")
    printed(f"{figures.facts} facts, {figures.exact} of {figures.questions} questions exact, {figures.seconds:g} s")
    _show_wrong(figures.wrong)


def _show_wrong(wrong: tuple[Wrong, ...]) -> None:
    if not wrong:
        return
    rows = [
        (one.set, one.subject, one.predicate, str(one.year), "; ".join(one.expected), "; ".join(one.found))
        for one in wrong[:SHOWN]
    ]
    title = f"Not exact: the first {len(rows)} of {len(wrong)}"
    table(title, ("set", "subject", "predicate", "year", "expected", "found"), rows)
