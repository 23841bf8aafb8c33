"""The command line: `graphmem VERB`, one verb of the memory each, and the tools around it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, cast

import typer
from typer.core import TyperGroup

from graphmem.doors import evaluating, joining, operating, reading, rereading, serving, writing
from graphmem.doors.output import complain
from graphmem.errors import GraphmemError, Incorrect

__all__ = ["app", "main"]

INTERRUPTED = 130  # 128 + SIGINT, as shells count
# typer exports the child only; of its releases, older ones take it from click, newer ones bring their own.
USAGE_ERROR = cast("type[Exception]", typer.BadParameter.__mro__[1])
JSON = "graphmem.json"


class Doors(TyperGroup):
    """The group of verbs; turns the errors of graphmem into messages and exit codes."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments left for the verb; remembers whether JSON is wanted, for errors in the arguments themselves."""
        ctx.meta[JSON] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """What the verb returns. An error is said in one line, or as JSON, and becomes the exit code of its kind."""
        as_json = ctx.meta[JSON]
        try:
            return super().invoke(ctx)
        except GraphmemError as error:
            complain(error, as_json=as_json)
            raise typer.Exit(error.exit_code) from error
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(INTERRUPTED) from interrupt
        except USAGE_ERROR as error:
            if not as_json:
                raise
            complain(Incorrect(error.format_message()), as_json=True)  # type: ignore[attr-defined]
            raise typer.Exit(Incorrect.exit_code) from error


# Plain help, for rich would make `graphmem --help` twice as slow; it and the memory are imported where they are used.
app = typer.Typer(
    name="graphmem",
    cls=Doors,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    help="A memory that knows what is true now, what was true in March, and what it believed last week.",
    epilog="Start with: graphmem demo",
)

EXAMPLES: dict[Callable[..., None], str] = {
    writing.ingest: "graphmem ingest chat.jsonl --tenant demo",
    writing.remember: 'graphmem remember "Elena Sartori" lives_in Trieste --tenant demo',
    reading.recall: 'graphmem recall "Where does Elena live?" --budget 400 --tenant demo',
    reading.facts: 'graphmem facts "Elena Sartori" --as-of 2025-04-01T00:00:00Z --tenant demo',
    reading.history: 'graphmem history "Elena Sartori" lives_in --tenant demo',
    reading.paths: 'graphmem paths "Elena Sartori" Rennes --max-hops 2 --tenant demo',
    reading.changes: "graphmem changes --since 2025-05-01T00:00:00Z --tenant demo",
    reading.why: "graphmem why FACT-ID --tenant demo",
    reading.why_not: 'graphmem why-not "Elena lives in Udine" --tenant demo',
    rereading.reextract: "graphmem reextract --tenant demo",
    writing.retract: "graphmem retract --episode e2 --tenant demo",
    writing.erase: 'graphmem erase --subject "Dorian Hale" --yes --tenant demo',
    writing.sweep: "graphmem sweep --tenant demo",
    joining.merge: 'graphmem merge "Bianca Sartori" Bianca --tenant demo',
    joining.split: "graphmem split Bianca --tenant demo",
    reading.review: "graphmem review --tenant demo",
    writing.approve: 'graphmem approve STATEMENT-ID --reason "She said so herself" --tenant demo',
    writing.reject: 'graphmem reject STATEMENT-ID --reason "It was a joke" --tenant demo',
    serving.serve: "graphmem serve --store graphmem.db --tokens tokens.toml",
    serving.token: 'graphmem token tokens.toml --tenant demo --asker "Elena Sartori"',
    operating.browser_kit: "graphmem browser-kit browser-kit",
    operating.demo: "graphmem demo",
    operating.doctor: "graphmem doctor --store graphmem.db",
    operating.extract: 'graphmem extract "I moved to Trieste on 8 March." --speaker Elena --explain',
    operating.version: "graphmem version",
}
for verb, example in EXAMPLES.items():
    app.command(epilog=f"\b\nExample:\n  {example}")(verb)
app.add_typer(evaluating.app, name="eval")


def main() -> None:
    """Run the command line of this process, and exit with its code."""
    # What libraries log while they retry is no part of an answer; without a handler Python prints it on stderr.
    logging.basicConfig(handlers=[logging.NullHandler()])
    app(prog_name="graphmem")


if __name__ == "__main__":
    main()
