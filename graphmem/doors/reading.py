"""Verbs that read: recall, facts, history, paths, changes, why, why-not, review."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.doors.options import STORE, AsJson, Asker, AsOf, Budget, KnownAt, Store, Tenant, opened
from graphmem.doors.output import answer
from graphmem.doors.tables import (
    block_sheets,
    change_sheets,
    explained_sheets,
    explanation_sheets,
    fact_sheets,
    fate_sheets,
    history_sheets,
    path_sheets,
    review_sheets,
)

__all__ = ["changes", "facts", "history", "paths", "recall", "review", "why", "why_not"]

Entity = Annotated[str, typer.Argument(metavar="NAME", help="Whom or what it is about.")]
Predicate = Annotated[str | None, typer.Argument(help="Only this relation: lives_in.")]


def recall(
    question: Annotated[str, typer.Argument(help="A question in plain words.")],
    *,
    budget: Budget = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show how the question was read, and what became of each candidate.")
    ] = False,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Print dated, cited facts that answer a question."""
    wanted = {} if budget is None else {"budget_tokens": budget}
    with opened(store, tenant, asker) as memory:
        block = memory.recall(question, as_of=as_of, known_at=known_at, **wanted)
    answer(block, as_json=as_json, sheets=explained_sheets if explain else block_sheets)


def facts(
    entity: Entity,
    predicate: Predicate = None,
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """List what holds, at one point of both clocks."""
    with opened(store, tenant, asker) as memory:
        found = memory.facts(entity, predicate, as_of=as_of, known_at=known_at)
    answer(found, as_json=as_json, sheets=fact_sheets)


def history(
    entity: Entity,
    predicate: Predicate = None,
    *,
    known_at: KnownAt = None,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """List every period of every fact, in order."""
    with opened(store, tenant, asker) as memory:
        segments = memory.history(entity, predicate, known_at=known_at)
    answer(segments, as_json=as_json, sheets=history_sheets)


def paths(
    a: Annotated[str, typer.Argument(metavar="FROM", help="Where the walk begins.")],
    b: Annotated[str, typer.Argument(metavar="TO", help="Where it ends.")],
    *,
    max_hops: Annotated[int, typer.Option("--max-hops", metavar="N", help="The longest walk, in facts.")] = 3,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """List the facts that join two entities."""
    with opened(store, tenant, asker) as memory:
        walks = memory.paths(a, b, max_hops=max_hops, as_of=as_of, known_at=known_at)
    answer(walks, as_json=as_json, sheets=path_sheets)


def changes(
    *,
    since: Annotated[str, typer.Option("--since", metavar="TIME", help="From this moment of the memory's clock on.")],
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Up to this moment. Default: now.")
    ] = None,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """List what the memory began and ceased to believe."""
    with opened(store, tenant, asker) as memory:
        differences = memory.changes(since=since, until=until)
    answer(differences, as_json=as_json, sheets=change_sheets)


def why(
    id: Annotated[str, typer.Argument(metavar="FACT", help="The fact's id, as `facts` and `history` show it.")],
    *,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Show the statements behind a fact, word for word."""
    with opened(store, tenant, asker) as memory:
        explanation = memory.why(id)
    answer(explanation, as_json=as_json, sheets=explanation_sheets)


def why_not(
    text: Annotated[str, typer.Argument(help="What was said, or should have been.")],
    *,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """Show why something is not believed, or was never said."""
    with opened(store, tenant, asker) as memory:
        fates = memory.why_not(text)
    answer(fates, as_json=as_json, sheets=fate_sheets)


def review(
    *,
    store: Store = STORE,
    tenant: Tenant = None,
    asker: Asker = None,
    as_json: AsJson = False,
) -> None:
    """List what waits for a person to look at it."""
    with opened(store, tenant, asker) as memory:
        items = memory.review()
    answer(items, as_json=as_json, sheets=review_sheets)
