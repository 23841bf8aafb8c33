"""`graphmem eval`: how well the memory does on a gold suite and on public data, beside plain ways."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.doors.options import AsJson

__all__ = ["app"]

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Measure it on a gold suite, long conversations or dated facts.",
)
EvaluationStore = Annotated[
    str | None,
    typer.Option("--store", metavar="URL", help="A store to use. Default: a temporary embedded one."),
]


@app.command(epilog="\b\nExample:\n  graphmem eval gold dev.jsonl --answers answers.jsonl")
def gold(
    cases: Annotated[str, typer.Argument(metavar="CASES.jsonl", help="The suite: one small world a line.")],
    *,
    answers: Annotated[str, typer.Option("--answers", metavar="OUT.jsonl", help="Where the answers go, one a line.")],
    store: EvaluationStore = None,
    as_json: AsJson = False,
) -> None:
    """Ask the questions of a gold suite and write the answers."""
    from graphmem.evaluate.gold import run

    run(cases, answers=answers, store=store, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval locomo locomo.tar.gz --limit 2")
def locomo(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="The LoCoMo archive, locomo.tar.gz.")],
    *,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N conversations.")] = None,
    sample: Annotated[int | None, typer.Option("--sample", metavar="N", help="Print N stored facts, quoted.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Which N facts: the same seed, the same facts.")] = 1,
    store: EvaluationStore = None,
    as_json: AsJson = False,
) -> None:
    """See whether recall finds the turns that answer."""
    from graphmem.evaluate.locomo import run

    run(archive, limit=limit, sample=sample, seed=seed, store=store, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval asof tkg.tar.gz --limit 100")
def asof(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="An archive of dated facts and questions, tkg.tar.gz.")],
    *,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="Only the first N questions of each set.")
    ] = None,
    store: EvaluationStore = None,
    as_json: AsJson = False,
) -> None:
    """Load dated facts and ask what held in a year; fails if an answer is not exact."""
    from graphmem.evaluate.asof import run

    figures = run(archive, limit=limit, store=store, as_json=as_json)
    if figures.exact < figures.questions:
        raise typer.Exit(1)


@app.command(epilog="\b\nExample:\n  graphmem eval pronouns gap.tar.gz --limit 200")
def pronouns(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="The GAP passages, gap.tar.gz.")],
    *,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N passages.")] = None,
    as_json: AsJson = False,
) -> None:
    """See whom "he" and "she" are taken to mean."""
    from graphmem.evaluate.pronouns import run

    run(archive, limit=limit, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval names litbank_coref.tar.gz --limit 10")
def names(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="LitBank's coreference, litbank_coref.tar.gz.")],
    *,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N books.")] = None,
    as_json: AsJson = False,
) -> None:
    """See which names are taken for one entity."""
    from graphmem.evaluate.names import run

    run(archive, limit=limit, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval states sgd.tar.gz --limit 300")
def states(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="The event stream of SGD, sgd.tar.gz.")],
    *,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N dialogues.")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay dialogues whose state is known at every turn."""
    from graphmem.evaluate.states import run

    run(archive, limit=limit, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval updates beam100k.tar.gz --limit 2")
def updates(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="The BEAM chats, beam100k.tar.gz.")],
    *,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N chats.")] = None,
    sample: Annotated[int | None, typer.Option("--sample", metavar="N", help="Print N stored facts, quoted.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Which N facts: the same seed, the same facts.")] = 1,
    as_json: AsJson = False,
) -> None:
    """See whether new values stand above those they replaced."""
    from graphmem.evaluate.updates import run

    run(archive, limit=limit, sample=sample, seed=seed, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval numbered --tokens 6000")
def numbered(
    *,
    tokens: Annotated[int, typer.Option("--tokens", metavar="N", help="How long the list is.")] = 6_000,
    questions: Annotated[int, typer.Option("--questions", metavar="N", help="So many of each kind.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Which list: the same seed, the same list.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Read numbered facts that contradict each other; the last holds."""
    from graphmem.evaluate.numbered import run

    run(tokens=tokens, questions=questions, seed=seed, as_json=as_json)


@app.command(epilog="\b\nExample:\n  graphmem eval realmem realmem.tar.gz --limit 1 --sessions 60")
def realmem(
    archive: Annotated[str, typer.Argument(metavar="TAR", help="RealMem's dialogues, realmem.tar.gz.")],
    *,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N people.")] = None,
    sessions: Annotated[int | None, typer.Option("--sessions", metavar="N", help="Only the first N of each.")] = None,
    as_json: AsJson = False,
) -> None:
    """See whether recall finds the sessions a reply draws on."""
    from graphmem.evaluate.realmem import run

    run(archive, limit=limit, sessions=sessions, as_json=as_json)
