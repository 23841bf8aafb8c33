"""The chapters of `graphmem demo`: each shows one thing, and says what to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem import Memory
from graphmem.doors.browser import browser_address, browser_query
from graphmem.doors.output import Sheet
from graphmem.doors.progress import Count, shown
from graphmem.doors.replay import ReplayClock, days, examples, merged, replay
from graphmem.doors.tables import counts, moment, verdicts
from graphmem.model import Fact, Receipt

__all__ = [
    "Chapter",
    "again",
    "came_in",
    "ever_believed",
    "in_a_prompt",
    "in_the_browser",
    "on_your_own",
    "one_life",
    "two_viewpoints",
]

PERSON = "Elena Sartori"
WORLD = ("2025-02-01T00:00:00Z", "2025-04-01T00:00:00Z", "2025-06-01T00:00:00Z")
BELIEVED = ("2025-02-01T00:00:00Z", "2025-05-01T00:00:00Z", "2025-06-01T00:00:00Z")
QUESTION = f"Where does {PERSON} live, and where does she work?"
BUDGET = 300
ONWARD = (
    """recall "Who is Otis's teacher?" --as-of 2025-09-01T00:00:00Z""",
    "history Halyard",
    "review",
    'erase --subject "Dorian Hale" --yes',
)
GAP = Sheet(notes=[""])
EVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One step of the story: its heading, what to look at, the values it shows, and how."""

    key: str
    heading: str
    look: str
    value: Any
    sheets: Sequence[Sheet]


def came_in(memory: Memory, clock: ReplayClock, tenant: str, *, quiet: bool) -> Chapter:
    """The replay of all three conversations, and its receipt."""
    heading = "1. Three conversations come in, day by day, as they happened"
    if memory.changes(since=EVER):
        look = "This tenant has facts already, so nothing is replayed; chapter 5 reads the files."
        return Chapter("receipt", heading, look, None, ())
    count = Count()
    with shown(count, "reading", quiet=quiet):
        receipts = list(replay(memory, clock, days(examples(), tenant), count))
    whole = merged([receipt for _, receipt in receipts])
    look = "The receipt. Look at the decisions: secrets and planted orders were blanked before anything was stored."
    return Chapter("receipt", heading, look, whole, _receipt(receipts, whole))


def _receipt(receipts: Sequence[tuple[str, Receipt]], whole: Receipt) -> list[Sheet]:
    by_file = {name: merged([receipt for file, receipt in receipts if file == name]) for name, _ in receipts}
    rows = [_file_row(name, receipt) for name, receipt in sorted(by_file.items())]
    columns = ("file", "turns", "statements", "decisions", "facts opened", "closed")
    refused = [decision for decision in whole.statements if decision.decision == "quarantined"]
    kept_out = [(decision.decision, decision.reason) for decision in refused]
    total = Sheet(notes=[f"Together: {counts(whole)}."])
    return [Sheet(columns, rows), total, GAP, Sheet(("decision", "reason"), kept_out)]


def _file_row(name: str, receipt: Receipt) -> tuple[str, ...]:
    numbers = (len(receipt.episodes), len(receipt.statements))
    changed = (len(receipt.opened), len(receipt.closed))
    return (name, *map(str, numbers), verdicts(receipt.statements), *map(str, changed))


def one_life(memory: Memory) -> Chapter:
    """Where one person lived: every belief there ever was, and a grid of both clocks."""
    beliefs = ever_believed(memory, PERSON, "lives_in")
    look = "On 20 May she told of a move on 8 March. Nothing was overwritten: the old belief ends with the news."
    columns = ("fact", "holds from", "until", "believed from", "until ", "said on")
    sheet = Sheet(columns, [_belief(fact) for fact in beliefs])
    return Chapter("history", f"2. Where {PERSON} lived, on both clocks", look, beliefs, [sheet, GAP, _grid(memory)])


def _belief(fact: Fact) -> tuple[str, ...]:
    clocks = (*fact.dates, fact.system.start, fact.system.stop)
    said = max(source.said_at for source in fact.sources)
    return (fact.fact, *(_date(at, otherwise="still") for at in clocks), _date(said))


def _date(at: datetime | None, *, otherwise: str = "") -> str:
    return at.strftime("%Y-%m-%d") if at else otherwise


def ever_believed(memory: Memory, entity: str, predicate: str) -> tuple[Fact, ...]:
    """Every fact of a relation that was ever believed, by system time, then valid time."""
    moments = {change.at for change in memory.changes(since=EVER)}
    facts = {fact.id: fact for at in sorted(moments) for fact in memory.history(entity, predicate, known_at=at)}
    return tuple(sorted(facts.values(), key=lambda fact: (fact.system.start or EVER, fact.valid.start or EVER)))


def _grid(memory: Memory) -> Sheet:
    columns = ("asked on", *(f"about {_day(valid)}" for valid in WORLD))
    rows = [(_day(known), *(_lived(memory, valid, known) for valid in WORLD)) for known in BELIEVED]
    return Sheet(columns, rows, title="What it answers, by the day it is asked and the day it is asked about:")


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
        (f"--as-of {as_of} --known-at {known_at}", "; ".join(map(str, then))),
        (f"--as-of {as_of}", "; ".join(map(str, now))),
    ]
    look = "Both are about 1 April 2025. The first is what the memory knew on 1 May, the second what it knows now."
    return Chapter(
        "viewpoints",
        "3. One question, two answers",
        look,
        (then, now),
        [Sheet(("asked with", "answer"), rows)],
    )


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
    look = "Every turn is recognised; nothing is added."
    return Chapter("again", "5. The same files again", look, tuple(receipts.values()), [sheet])


def on_your_own(url: str, tenant: str) -> Chapter:
    """Commands to go on with."""
    options = f"--store {url} --tenant {tenant}"
    commands = [f"graphmem {verb} {options}" for verb in ONWARD]
    return Chapter("onward", "6. Go on", "The store stays; ask it yourself.", commands, [Sheet(notes=commands)])


def in_the_browser(url: str, tenant: str) -> Chapter:
    """Where to look at the graph, and a query to paste."""
    pasted = browser_query(tenant, PERSON)
    sheets = [Sheet(notes=[browser_address(url), "", pasted])]
    return Chapter("browser", "6. Look at it", "Open Neo4j Browser there, and paste the query.", pasted, sheets)
