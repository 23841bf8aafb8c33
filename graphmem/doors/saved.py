"""The saved queries of the Browser kit, read from `cypher/browser/`: one question a file, as a table and as a picture.

A file holds a title, what it shows, what is matched, and how that is returned::

    // title: Holds now
    // What is believed and true at this moment about $name.
    MATCH p = ...
    // table
    RETURN ...
    // drawn
    RETURN p

The table is always there: only one Browser draws what a query returns and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graphmem.errors import Incorrect
from graphmem.store.queries import USED, cypher_files, cypher_root

__all__ = ["PARAMETERS", "TITLE_LENGTH", "Parameter", "SavedQuery", "literal", "read_query", "saved_queries"]

TITLE_LENGTH = 17  # the Browser's list shows 27 characters; a number stands before the title, ", drawn" after it
SHAPE = re.compile(
    r"// title: (?P<title>[^\n]+)\n// (?P<shows>[^\n]+)\n(?P<matched>[^/].*?\n)"
    r"// table\n(?P<table>.+?\n)(?:// drawn\n(?P<drawn>.+\n))?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of the saved queries: its name, what it says, and a value to begin with."""

    name: str
    says: str
    first: str


PARAMETERS = (
    Parameter("tenant", "whose memory", "demo"),
    Parameter("name", "an entity, by any of its names", "Elena Sartori"),
    Parameter("predicate", "a relation; empty for all", "lives_in"),
    Parameter("as_of", "true in the world on that day", "2025-04-01"),
    Parameter("known_at", "as the memory knew on that day", "2025-05-01"),
    Parameter("since", "changes after that day", "2025-05-01"),
    Parameter("until", "and until that day", "2025-06-01"),
    Parameter("fact", "an id from a table; empty for name and predicate", ""),
)


@dataclass(frozen=True, slots=True)
class SavedQuery:
    """One question to the graph. `drawn` is empty where there is nothing to draw."""

    number: str
    title: str
    shows: str
    table: str
    drawn: str

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters that it takes, in the order of `PARAMETERS`."""
        used = set(USED.findall(self.table + self.drawn))
        return tuple(parameter for parameter in PARAMETERS if parameter.name in used)


@cache
def saved_queries() -> tuple[SavedQuery, ...]:
    """All saved queries, by number. Raises Incorrect for a file that is not of the shape above."""
    return tuple(read_query(text, name) for name, text in cypher_files(cypher_root() / "browser"))


def read_query(text: str, file: str) -> SavedQuery:
    """The query of one file. Raises Incorrect for another shape, a title too long to be listed, a parameter unknown."""
    match = SHAPE.fullmatch(text)
    if match is None:
        raise Incorrect(
            f"{file}: a saved query is '// title:', '// what it shows', Cypher, '// table', a RETURN. Mend it."
        )
    if len(match["title"]) > TITLE_LENGTH:
        raise Incorrect(
            f"{file}: the title has {len(match['title'])} characters, {TITLE_LENGTH} are shown. Shorten it."
        )
    unknown = set(USED.findall(text)) - {parameter.name for parameter in PARAMETERS}
    if unknown or "$tenant" not in match["matched"]:
        raise Incorrect(f"{file}: it uses {sorted(unknown)}, or no $tenant. Use $tenant and known parameters.")
    table, drawn = match["matched"] + match["table"], match["drawn"] and match["matched"] + match["drawn"]
    return SavedQuery(file[:2], match["title"], match["shows"], table.strip(), (drawn or "").strip())


def literal(text: str) -> str:
    """A text as Cypher writes it."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
