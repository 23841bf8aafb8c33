"""`graphmem eval names`: whether the names of a text are taken for as many persons and places as it has."""

from __future__ import annotations

import tarfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from graphmem.errors import Incorrect
from graphmem.evaluate.files import present
from graphmem.evaluate.probe import Probe
from graphmem.evaluate.sheets import printed, table
from graphmem.evaluate.stores import placed
from graphmem.evaluate.watch import watched
from graphmem.extract.discourse import Discourse
from graphmem.extract.mentions import Ref
from graphmem.identity import alias_key
from graphmem.identity.names import take_apart
from graphmem.model import Episode, Mention, Value

__all__ = ["Book", "MethodFigures", "Named", "read_books", "run"]

SAID = datetime(2026, 1, 1, tzinfo=UTC)  # a book has no date of its own
TYPES = {"PER": "Person", "ORG": "Organization", "GPE": "Place", "LOC": "Place", "FAC": "Place"}
TYPED, UNTYPED = "graphmem", "graphmem, not told what is a person or a place"
SPELT, KEYED, SUBSETS = "the same spelling", "the same key", "without titles, one's words among the other's"


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a book: as written, of what type, and which of the book's entities it is of."""

    name: str
    type: str
    entity: str


@dataclass(frozen=True, slots=True)
class Book:
    """The names of one book in their order."""

    id: str
    names: tuple[Named, ...]


class MethodFigures(Value):
    """B³, the mean over all names: how much of what stands with a name belongs to it, and how much of its own does."""

    precision: float
    recall: float
    f1: float


class Figures(Value):
    """What a run came to."""

    books: int
    names: int
    methods: dict[str, MethodFigures]
    seconds: float


Method = Callable[[Book], Sequence[str]]


def run(archive: str, *, limit: int | None = None, as_json: bool = False) -> Figures:
    """Names the entities of each book in a tenant of its own, and prints B³ beside three plain ways.

    Raises Incorrect for a file that holds no such books.
    """
    started = time.perf_counter()
    books = read_books(archive, limit)
    scores: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with placed(None, "names", afresh=False) as place, watched("books", len(books), quiet=as_json) as step:
        for book in books:
            untyped = replace(book, names=tuple(replace(one, type="Thing") for one in book.names))
            scores[TYPED] += _b_cubed(book, _resolved(book, place.url, place.tenant(book.id, "typed")))
            scores[UNTYPED] += _b_cubed(book, _resolved(untyped, place.url, place.tenant(book.id)))
            for method, groups in PLAIN.items():
                scores[method] += _b_cubed(book, groups(book))
            step(1)
    figures = Figures(
        books=len(books),
        names=sum(len(book.names) for book in books),
        methods={method: _figures(own) for method, own in scores.items()},
        seconds=round(time.perf_counter() - started, 1),
    )
    _show(figures, as_json=as_json)
    return figures


def read_books(path: str | Path, limit: int | None = None) -> tuple[Book, ...]:
    """The first `limit` books of a LitBank archive that have names, with the entity that each name is of.

    LitBank's coreference is Bamman et al., LREC 2020: a `.ann` file a book with a MENTION and a COREF line a mention.
    Raises Incorrect for a file that is not there or holds none.
    """
    found = present(path, holds="LitBank's coreference: a .tar.gz with .ann files in it")
    try:
        with tarfile.open(found) as archive:
            texts = {member.name: _text(archive, member) for member in archive if member.name.endswith(".ann")}
            books = [Book(Path(name).stem, tuple(_names(texts[name]))) for name in sorted(texts)]
    except (tarfile.TarError, KeyError, IndexError, ValueError) as error:
        raise Incorrect(
            f"{found} does not hold LitBank's coreference ({type(error).__name__}: {error}). "
            "It is a tar archive of .ann files with MENTION and COREF lines."
        ) from error
    named = [book for book in books if book.names]
    if not named:
        raise Incorrect(f"{found} holds no .ann file with names in it. Give LitBank's coref/tsv, as an archive.")
    return tuple(named[:limit])


def _text(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    held = archive.extractfile(member)
    return held.read().decode("utf-8") if held else ""


def _names(text: str) -> Iterator[Named]:
    """The proper names of a book as they come; of two that begin together the longer first."""
    rows = [line.split("\t") for line in text.splitlines()]
    entities = {row[1]: row[2] for row in rows if row[0] == "COREF"}
    proper = [row for row in rows if row[0] == "MENTION" and row[8] == "PROP" and row[1] in entities]
    for row in sorted(proper, key=lambda row: (int(row[2]), int(row[3]), -int(row[5]))):
        yield Named(row[6], TYPES.get(row[7], "Thing"), entities[row[1]])


# -- methods --------------------------------------------------------------------------------------------------
def _resolved(book: Book, url: str, tenant: str) -> Sequence[str]:
    """The entity that the memory makes of each name, by the reader's discourse and then as a write resolves them."""
    discourse = Discourse()
    discourse.turn(Episode(id=book.id, said_at=SAID, text=book.id, source_kind="document"))
    mentions = [_heard(discourse, one) for one in book.names]
    with Probe(url, tenant=tenant) as memory:
        return memory.name(mentions)


def _heard(discourse: Discourse, one: Named) -> Mention:
    ref = Ref("name", 0, 0, name=one.name, type=one.type, definite=True)
    mention = discourse.mention(ref)
    assert mention is not None  # noqa: S101 - a name always names
    discourse.heed(ref, mention, subject=True)
    return mention


def _spelt(book: Book) -> Sequence[str]:
    return [one.name.casefold() for one in book.names]


def _keyed(book: Book) -> Sequence[str]:
    return [alias_key(one.name) for one in book.names]


def _subsets(book: Book) -> Sequence[str]:
    """Each name with the first before it whose words are among its own, or its own among them, titles apart."""
    groups: list[tuple[set[str], str]] = []
    out = []
    for one in book.names:
        own = set(take_apart(one.name).tokens)
        group = next((name for words, name in groups if own <= words or words <= own), one.name)
        groups.append((own, group))
        out.append(group)
    return out


PLAIN: Mapping[str, Method] = {SPELT: _spelt, KEYED: _keyed, SUBSETS: _subsets}


# -- figures --------------------------------------------------------------------------------------------------
def _b_cubed(book: Book, groups: Sequence[str]) -> list[tuple[float, float]]:
    """Precision and recall of each name: what of those grouped with it is its entity's, and what of these it has."""
    own, grouped = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    for place, (one, group) in enumerate(zip(book.names, groups, strict=True)):
        own[one.entity].add(place)
        grouped[group].add(place)
    pairs = ((own[one.entity], grouped[group]) for one, group in zip(book.names, groups, strict=True))
    return [(len(right & found) / len(found), len(right & found) / len(right)) for right, found in pairs]


def _figures(scores: Sequence[tuple[float, float]]) -> MethodFigures:
    precision, recall = (sum(values) / len(scores) for values in zip(*scores, strict=True))
    f1 = 2 * precision * recall / (precision + recall)
    return MethodFigures(precision=round(precision, 3), recall=round(recall, 3), f1=round(f1, 3))


def _show(figures: Figures, *, as_json: bool) -> None:
    if as_json:
        printed(figures.model_dump_json())
        return
    rows = [
        (method, f"{of.precision:.3f}", f"{of.recall:.3f}", f"{of.f1:.3f}") for method, of in figures.methods.items()
    ]
    table("Names put together", ("method", "B³ precision", "B³ recall", "B³ F1"), rows)
    printed(f"{figures.books} books, {figures.names} names, {figures.seconds:g} s")
