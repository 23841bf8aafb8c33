"""The lexical index of the embedded engine: tantivy, derived from the store, never its equal.

A write does not touch it. Receipts are numbered in the store; the index holds the number and id of the last one it has
seen in the same commit as its documents, and a search first takes in what is newer: a few documents into a small index
in memory, as a commit to disk costs many times a search, more of them into the files. So a crash, a lag, a lost folder,
or an index of another copy of the store cost time once, and never an answer.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from graphmem.store.call import Row, Rows

__all__ = ["MAX_WORDS", "LexicalIndex", "is_damage", "words_of"]

MAX_WORDS = 64
HEAP_BYTES = 30_000_000
LEAST_HEAP_BYTES = 15_000_000  # what tantivy asks for at least
FEW = 128  # changed documents up to which they are kept in memory
BATCH = 1_000  # documents or receipts read from the store at once
WATERMARK = "watermark-3"  # the number of the documents' form: an index of another form is made anew
Run = Callable[[str, dict[str, Any]], Rows]


def is_damage(error: BaseException) -> bool:
    """Whether an error tells of files that are damaged or cannot be written; tantivy's panic is no Exception."""
    return isinstance(error, ValueError | OSError) or type(error).__name__ == "PanicException"


def words_of(text: str) -> list[str]:
    """The words of a text for full-text search: lower case, no syntax of any query language, 64 at most, each once."""
    return list(dict.fromkeys(re.findall(r"\w+", text.casefold())))[:MAX_WORDS]


class LexicalIndex:
    """Facts and episodes by word, for one store on disk. `run` asks the store a named query."""

    def __init__(self, folder: Path, run: Run) -> None:
        self._folder = folder
        self._run = run
        self._lock = threading.Lock()
        self._kept: _Shelf | None = None
        self._recent = _Shelf(None)
        self._ids = frozenset[str]()  # what changed since the files were written: in `_recent`, or gone
        self._seen = -1

    def search(self, kind: str, tenant: str, words: Sequence[str], limit: int) -> Rows:
        """Ids and scores of the documents of `kind` ("fact" or "episode") that hold one of the words, best first.

        Up to `limit` of the files, and as many of what changed since they were written.
        """
        if not words:
            return []
        with self._lock:
            kept = self._caught_up()
            found = kept.hits(kind, tenant, words, limit, without=self._ids)
            if self._ids:
                found += self._recent.hits(kind, tenant, words, limit)
        return sorted(
            ({"id": uuid, "score": score} for score, uuid in found), key=lambda row: (-row["score"], row["id"])
        )

    def lag(self) -> int:
        """How many writes the index has not seen yet."""
        with self._lock:
            self._opened()
            return int(self._writes() - max(0, self._seen))

    def rebuild(self) -> int:
        """Builds the index anew from the store; the number of documents it then holds."""
        with self._lock:
            self._close()
            shutil.rmtree(self._folder, ignore_errors=True)
            return self._caught_up().count() - 1

    def close(self) -> None:
        """Lets go of the folder; what is in memory is written to it."""
        with self._lock:
            if self._kept is not None and self._ids:
                try:
                    self._write(self._kept, self._ids, self._seen)
                except BaseException as error:
                    if not is_damage(error):  # what is not written is taken in when the store is next opened
                        raise
            self._close()

    def _close(self) -> None:
        kept, self._kept, self._seen = self._kept, None, -1
        self._recent, self._ids = _Shelf(None), frozenset()
        if kept is not None:
            kept.close()

    def _opened(self) -> _Shelf:
        if self._kept is None:
            try:
                self._kept = _Shelf(self._folder)
                self._seen = self._watermark(self._kept)
            except (ValueError, OSError):  # a damaged index is derived: it is made anew
                shutil.rmtree(self._folder, ignore_errors=True)
                self._kept, self._seen = _Shelf(self._folder), -1
        return self._kept

    def _watermark(self, kept: _Shelf) -> int:
        """The number of the last write that the files have seen, or -1 if this store does not have that write."""
        seen, _, receipt = kept.mark().partition(" ")
        return int(seen) if seen and receipt == self._receipt(int(seen)) else -1

    def _receipt(self, seq: int) -> str:
        rows = self._run("receipts_numbered", {"numbers": [seq]})
        return str(rows[0]["uuid"]) if rows else ""

    def _writes(self) -> int:
        return int(self._run("writes_counted", {})[0]["writes"] or 0)

    def _caught_up(self) -> _Shelf:
        """The files, with what was written to the store since taken in, into them or beside them."""
        kept, writes = self._opened(), self._writes()
        if self._seen != writes:
            changed = self._changed(writes)
            if changed is None:
                self._write(kept, None, writes)
            elif len(self._ids | changed) > FEW:
                self._write(kept, self._ids | changed, writes)
            else:
                self._recent.change(self._documents(changed), gone=changed)
                self._ids, self._seen = self._ids | changed, writes
        return kept

    def _changed(self, writes: int) -> frozenset[str] | None:
        """The ids of what was written since the index was brought up to date; None where that cannot be told."""
        if self._seen < 0 or self._seen > writes:
            return None
        unseen = range(self._seen + 1, writes + 1)
        parts = [list(unseen[start : start + BATCH]) for start in range(0, len(unseen), BATCH)]
        receipts = [row for numbers in parts for row in self._run("receipts_numbered", {"numbers": numbers})]
        if len(receipts) != len(unseen):
            return None
        kinds = ("opened", "closed", "touched")
        return frozenset(uuid for row in receipts for name in kinds for uuid in row[name] or ())

    def _write(self, kept: _Shelf, ids: frozenset[str] | None, seen: int) -> None:
        """Brings the files up to date in these documents, or in all, and empties the memory."""
        mark = f"{seen} {self._receipt(seen)}"
        if ids is None:
            kept.change(self._everything(), clear=True, mark=mark)
        else:
            kept.change(self._documents(ids), gone=ids, mark=mark)
        if self._ids:
            self._recent.change((), clear=True)
        self._ids, self._seen = frozenset(), seen

    def _everything(self) -> Iterator[Row]:
        for kind, query in (("fact", "lexical_facts_all"), ("episode", "lexical_episodes_all")):
            yield from ({"kind": kind, **row} for row in self._run(query, {}))

    def _documents(self, ids: frozenset[str]) -> Iterator[Row]:
        """The documents of ids, read a batch at a time: of very many the store would look through all for each."""
        ordered = sorted(ids)
        for start in range(0, len(ordered), BATCH):
            batch = {"ids": ordered[start : start + BATCH]}
            for kind, query in (("fact", "lexical_facts"), ("episode", "lexical_episodes")):
                yield from ({"kind": kind, **row} for row in self._run(query, batch))


class _Shelf:
    """One tantivy index: in a folder, or in memory."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._index: Any = None if folder is None else _index_in(folder)
        self._writer: Any = None

    def change(
        self, documents: Iterable[Row], *, gone: Iterable[str] = (), clear: bool = False, mark: str = ""
    ) -> None:
        """Takes documents in, in place of those of the ids `gone` or of all, and says up to which write."""
        import tantivy

        writer = self._writing()
        if clear:
            writer.delete_all_documents()
        for uuid in gone:
            writer.delete_documents_by_term("id", uuid)
        for row in documents:
            writer.add_document(
                tantivy.Document(kind=row["kind"], id=row["id"], tenant=row["tenant"], text=row["text"])
            )
        if mark:
            writer.delete_documents_by_term("kind", WATERMARK)
            writer.add_document(tantivy.Document(kind=WATERMARK, id=mark, tenant="", text=""))
        writer.commit()
        self._index.reload()

    def _writing(self) -> Any:
        """The writer, kept open: to open it costs more than to take in what one write brings."""
        if self._index is None:
            self._index = _index_in(None)
        if self._writer is None:
            self._writer = self._index.writer(HEAP_BYTES if self._folder else LEAST_HEAP_BYTES, 1)
        return self._writer

    def mark(self) -> str:
        """Up to which write the documents are, as `change` was told; empty for an index that was never filled."""
        self._index.reload()
        rows = self._hits_of(_term(self._index, "kind", WATERMARK), 1)
        return next((uuid for _, uuid in rows), "")

    def hits(
        self, kind: str, tenant: str, words: Sequence[str], limit: int, without: frozenset[str] = frozenset()
    ) -> list[tuple[float, str]]:
        """The best `limit` documents of a kind and tenant that hold one of the words, with ids and scores."""
        import tantivy

        text = self._index.parse_query(" ".join(words), ["text"])
        must = tantivy.Occur.Must
        filters = [_unscored(_term(self._index, name, value)) for name, value in (("kind", kind), ("tenant", tenant))]
        query = tantivy.Query.boolean_query([(must, text), *((must, part) for part in filters)])
        found = self._hits_of(query, limit + len(without))
        return list(islice((hit for hit in found if hit[1] not in without), limit))

    def _hits_of(self, query: Any, limit: int) -> Iterator[tuple[float, str]]:
        searcher = self._index.searcher()
        return ((score, searcher.doc(address)["id"][0]) for score, address in searcher.search(query, limit).hits)

    def count(self) -> int:
        """How many documents it holds, the one that says up to which write among them."""
        return int(self._index.searcher().num_docs)

    def close(self) -> None:
        """Lets go of the folder."""
        if self._writer is not None:
            with suppress(ValueError, OSError):  # what a damaged index left undone is made anew
                self._writer.wait_merging_threads()


def _index_in(folder: Path | None) -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("kind", stored=True, tokenizer_name="raw")
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("tenant", stored=False, tokenizer_name="raw")
    builder.add_text_field("text", stored=False, tokenizer_name="en_stem")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    index = tantivy.Index(builder.build(), path=str(folder) if folder else None)
    index.config_reader("manual", 0)  # a reader that also reloads by itself makes `reload` wait 100 ms for its lock
    return index


def _term(index: Any, field: str, value: str) -> Any:
    import tantivy

    return tantivy.Query.term_query(index.schema, field, value)


def _unscored(query: Any) -> Any:
    import tantivy

    return tantivy.Query.boost_query(query, 0.0)
