"""`graphmem demo`: fourteen months of three conversations become a memory, told in five short chapters."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from graphmem import Memory
from graphmem.doors.output import Sheet
from graphmem.doors.progress import Count, shown
from graphmem.doors.replay import ReplayClock, days, examples, merged, replay
from graphmem.doors.tables import counts, history_sheets, moment, verdicts
from graphmem.model import BEGINNING_US, Fact, Receipt, from_us

__all__ = ["STORE", "Chapter", "fresh", "story"]

STORE = ".demo/memory.db"
PERSON = "Elena Sartori"
WORLD = ("2025-02-01T00:00:00Z", "2025-04-01T00:00:00Z", "2025-06-01T00:00:00Z")
BELIEVED = ("2025-02-01T00:00:00Z", "2025-05-01T00:00:00Z", "2025-06-01T00:00:00Z")
QUESTION = f"Where does {PERSON} live, and where does she work?"
BUDGET = 300
EVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One step of the story: its heading, what to look at, the values it shows, and how."""

    key: str
    heading: str
    look: str
    value: Any
    sheets: Sequence[Sheet]


def fresh(store: str | None) -> str:
    """The URL to use: yours as it is, or the demo's own, emptied."""
    if store is not None:
        return store
    shutil.rmtree(Path(STORE).parent, ignore_errors=True)
    Path(STORE).parent.mkdir()
    return STORE


def story(url: str, tenant: str, *, quiet: bool) -> Iterator[Chapter]:
    """The chapters, each made when it is asked for. Writes the examples into the store at `url`."""
    clock = ReplayClock()
    with Memory(url, tenant=tenant, clock=clock) as memory:
        yield came_in(memory, clock, tenant, quiet=quiet)
        yield one_life(memory)
        yield two_viewpoints(memory)
        yield in_a_prompt(memory)
        yield again(memory)
        if memory.engine == "neo4j":
            yield in_the_browser(url, tenant)


def came_in(memory: Memory, clock: ReplayClock, tenant: str, *, quiet: bool) -> Chapter:
    """The replay of all three conversations, and its receipt."""
    heading = "1. Three conversations come in, day by day, as they happened"
    if memory.changes(since=EVER):
        return Chapter("receipt", heading, "This store has read them before; chapter 5 reads them again.", None, ())
    count = Count()
    with shown(count, "reading", quiet=quiet):
        receipts = list(replay(memory, clock, days(examples(), tenant), count))
    whole = merged([receipt for _, receipt in receipts])
    return Chapter(
        "receipt", heading, "The receipt: what was kept and why the rest was not.", whole, _receipt(receipts, whole)
    )


def _receipt(receipts: Sequence[tuple[str, Receipt]], whole: Receipt) -> list[Sheet]:
    by_file = {name: merged([receipt for file, receipt in receipts if file == name]) for name, _ in receipts}
    rows = [_file_row(name, receipt) for name, receipt in sorted(by_file.items())]
    columns = ("file", "turns", "statements", "decisions", "facts opened", "closed")
    refused = [decision for decision in whole.statements if decision.decision == "quarantined"]
    kept_out = [(decision.decision, decision.reason) for decision in refused]
    return [Sheet(columns, rows, notes=[f"Together: {counts(whole)}."]), Sheet(("decision", "reason"), kept_out)]


def _file_row(name: str, receipt: Receipt) -> tuple[str, ...]:
    numbers = (len(receipt.episodes), len(receipt.statements))
    changed = (len(receipt.opened), len(receipt.closed))
    return (name, *map(str, numbers), verdicts(receipt.statements), *map(str, changed))


def one_life(memory: Memory) -> Chapter:
    """Where one person lived: every belief there ever was, and a grid of both clocks."""
    beliefs = ever_believed(memory, PERSON, "lives_in")
    look = "On 20 May she told of a move on 8 March. Nothing was overwritten: the old belief ends with the news."
    return Chapter(
        "history", f"2. Where {PERSON} lived, on both clocks", look, beliefs, [*history_sheets(beliefs), _grid(memory)]
    )


def ever_believed(memory: Memory, entity: str, predicate: str) -> tuple[Fact, ...]:
    """Every fact of a relation that was ever believed, by system time, then valid time."""
    moments = {change.at for change in memory.changes(since=EVER)}
    facts = {fact.id: fact for at in sorted(moments) for fact in memory.history(entity, predicate, known_at=at)}
    earliest = from_us(BEGINNING_US)
    return tuple(sorted(facts.values(), key=lambda fact: (fact.system.start or earliest, fact.valid.start or earliest)))


def _grid(memory: Memory) -> Sheet:
    columns = ("asked on", *(f"for {_day(valid)}" for valid in WORLD))
    rows = [(_day(known), *(_lived(memory, valid, known) for valid in WORLD)) for known in BELIEVED]
    return Sheet(columns, rows, title="Rows: when the memory was asked. Columns: the day asked about.")


def _lived(memory: Memory, valid: str, known: str) -> str:
    found = memory.facts(PERSON, "lives_in", as_of=valid, known_at=known)
    return " or ".join(str(fact.object) for fact in found) or "–"


def _day(at: str) -> str:
    return moment(datetime.fromisoformat(at))


def two_viewpoints(memory: Memory) -> Chapter:
    """One question about 1 April, answered as believed in May and as believed now."""
    as_of, known_at = WORLD[1], BELIEVED[1]
    then = memory.facts(PERSON, "lives_in", as_of=as_of, known_at=known_at)
    now = memory.facts(PERSON, "lives_in", as_of=as_of)
    rows = [
        ("--as-of 1 April --known-at 1 May", "; ".join(map(str, then))),
        ("--as-of 1 April", "; ".join(map(str, now))),
    ]
    look = "Both are about 1 April 2025; the first is what an answer given on 1 May could know."
    return Chapter("viewpoints", "3. One question, two answers", look, (then, now), [Sheet(("asked", "answer"), rows)])


def in_a_prompt(memory: Memory) -> Chapter:
    """A cited context block, and what it costs."""
    block = memory.recall(QUESTION, budget_tokens=BUDGET)
    look = (
        f"Asked: {QUESTION} Every line is dated and cited; "
        f"{block.tokens} of {BUDGET} tokens are used, {block.omitted} lines left out."
    )
    return Chapter("block", "4. What goes into a prompt", look, block, [Sheet(notes=[str(block)])])


def again(memory: Memory) -> Chapter:
    """The same files once more: nothing is added."""
    receipts = {name: memory.ingest(path) for name, path in examples().items()}
    rows = [
        (name, str(len(receipt.duplicates)), str(len(receipt.opened)), f"{receipt.seconds:.1f}")
        for name, receipt in receipts.items()
    ]
    sheet = Sheet(("file", "duplicates", "facts opened", "seconds"), rows)
    return Chapter(
        "again",
        "5. The same files again",
        "Every turn is recognised; nothing is added.",
        tuple(receipts.values()),
        [sheet],
    )


def in_the_browser(url: str, tenant: str) -> Chapter:
    """Where to look at the graph, and a query to paste."""
    pasted = browser_query(tenant, PERSON)
    sheets = [Sheet(notes=[browser_address(url), "", pasted])]
    return Chapter("browser", "6. Look at it", "Open Neo4j Browser there, and paste the query.", pasted, sheets)


def browser_address(url: str) -> str:
    """Where Neo4j serves its Browser by default, for the host of a Bolt URL."""
    parts = urlsplit(url)
    secure = parts.scheme.endswith(("+s", "+ssc"))
    return f"{'https' if secure else 'http'}://{parts.hostname}:{7473 if secure else 7474}/browser/"


def browser_query(tenant: str, name: str) -> str:
    """The query of the demo with its parameters written in, to be pasted as it is."""
    text = (files("graphmem.doors") / "demo.cypher").read_text(encoding="utf-8").strip()
    return text.replace("$tenant", _literal(tenant)).replace("$name", _literal(name))


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
