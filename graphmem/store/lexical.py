"""The lexical index of the embedded engine: tantivy, derived from the store, never its equal.

A write does not touch it. Receipts are numbered in the store; the index holds the number and id of the last one it has
seen in the same commit as its documents, and a search first takes in what is newer. So a crash, a lag, a lost folder,
or an index of another copy of the store cost time once, and never an answer.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from graphmem.store.call import Row, Rows

__all__ = ["MAX_WORDS", "LexicalIndex", "words_of"]

MAX_WORDS = 64
HEAP_BYTES = 30_000_000
BATCH = 1_000  # documents read from the store at once
WATERMARK = "watermark-3"  # the number of the documents' form: an index of another form is made anew
Run = Callable[[str, dict[str, Any]], Rows]


def words_of(text: str) -> list[str]:
    """The words of a text for full-text search: lower case, no syntax of any query language, 64 at most, each once."""
    return list(dict.fromkeys(re.findall(r"\w+", text.casefold())))[:MAX_WORDS]


class LexicalIndex:
    """Facts and episodes by word, for one store on disk. `run` asks the store a named query."""

    def __init__(self, folder: Path, run: Run) -> None:
        self._folder = folder
        self._run = run
        self._lock = threading.Lock()
        self._index: Any = None
        self._writer: Any = None
        self._seen = -1

    def search(self, kind: str, tenant: str, words: Sequence[str], limit: int) -> Rows:
        """Ids and scores of the documents of `kind` ("fact" or "episode") that hold one of the words, best first."""
        if not words:
            return []
        with self._lock:
            self._catch_up()
            return self._hits(kind, tenant, words, limit)

    def lag(self) -> int:
        """How many writes the index has not seen yet."""
        with self._lock:
            self._open()
            return int(self._writes() - max(0, self._seen))

    def rebuild(self) -> int:
        """Builds the index anew from the store; the number of documents it then holds."""
        with self._lock:
            self._close()
            shutil.rmtree(self._folder, ignore_errors=True)
            self._catch_up()
            self._index.reload()
            return int(self._index.searcher().num_docs) - 1

    def close(self) -> None:
        """Lets go of the folder."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        writer, self._index, self._writer, self._seen = self._writer, None, None, -1
        if writer is not None:
            with suppress(ValueError, OSError):  # what a damaged index left undone is made anew
                writer.wait_merging_threads()

    def _open(self) -> None:
        if self._index is not None:
            return
        try:
            self._index = _index_in(self._folder)
            self._seen = self._watermark()
        except (ValueError, OSError):  # a damaged index is derived: it is made anew
            shutil.rmtree(self._folder, ignore_errors=True)
            self._index, self._seen = _index_in(self._folder), -1

    def _watermark(self) -> int:
        """The number of the last write that the index has seen, or -1 if this store does not have that write."""
        self._index.reload()
        rows = self._hits_of(_term(self._index, "kind", WATERMARK), 1)
        seen, _, receipt = rows[0][1].partition(" ") if rows else ("-1", "", "")
        return int(seen) if receipt == self._receipt(int(seen)) else -1

    def _receipt(self, seq: int) -> str:
        rows = self._run("receipt_numbered", {"seq": seq})
        return str(rows[0]["uuid"]) if rows else ""

    def _writes(self) -> int:
        return int(self._run("writes_counted", {})[0]["writes"] or 0)

    def _catch_up(self) -> None:
        self._open()
        writes = self._writes()
        if self._seen == writes:
            return
        if self._seen < 0 or self._seen > writes:
            self._take_in(self._everything(), clear=True, seen=writes)
            return
        receipts = self._run("receipts_after", {"seq": self._seen})
        if len(receipts) != writes - self._seen:
            self._take_in(self._everything(), clear=True, seen=writes)
            return
        ids = sorted({uuid for row in receipts for name in ("opened", "closed", "touched") for uuid in row[name] or ()})
        self._take_in(self._documents(ids), gone=ids, seen=writes)

    def _everything(self) -> Iterator[Row]:
        for kind, query in (("fact", "lexical_facts_all"), ("episode", "lexical_episodes_all")):
            yield from ({"kind": kind, **row} for row in self._run(query, {}))

    def _documents(self, ids: Sequence[str]) -> Iterator[Row]:
        """The documents of ids, read a batch at a time: of very many the store would look through all for each."""
        for start in range(0, len(ids), BATCH):
            batch = {"ids": ids[start : start + BATCH]}
            for kind, query in (("fact", "lexical_facts"), ("episode", "lexical_episodes")):
                yield from ({"kind": kind, **row} for row in self._run(query, batch))

    def _take_in(self, documents: Iterable[Row], *, seen: int, gone: Iterable[str] = (), clear: bool = False) -> None:
        import tantivy

        if self._writer is None:  # kept open: to open it costs more than to take in what one write brings
            self._writer = self._index.writer(HEAP_BYTES, 1)
        writer = self._writer
        if clear:
            writer.delete_all_documents()
        for uuid in gone:
            writer.delete_documents_by_term("id", uuid)
        writer.delete_documents_by_term("kind", WATERMARK)
        for row in documents:
            writer.add_document(
                tantivy.Document(kind=row["kind"], id=row["id"], tenant=row["tenant"], text=row["text"])
            )
        writer.add_document(tantivy.Document(kind=WATERMARK, id=f"{seen} {self._receipt(seen)}", tenant="", text=""))
        writer.commit()
        self._index.reload()
        self._seen = seen

    def _hits(self, kind: str, tenant: str, words: Sequence[str], limit: int) -> Rows:
        import tantivy

        text = self._index.parse_query(" ".join(words), ["text"])
        must = tantivy.Occur.Must
        filters = [_unscored(_term(self._index, name, value)) for name, value in (("kind", kind), ("tenant", tenant))]
        query = tantivy.Query.boolean_query([(must, text), *((must, part) for part in filters)])
        rows = [{"id": uuid, "score": score} for score, uuid in self._hits_of(query, limit)]
        return sorted(rows, key=lambda row: (-row["score"], row["id"]))

    def _hits_of(self, query: Any, limit: int) -> list[tuple[float, str]]:
        searcher = self._index.searcher()
        return [(score, searcher.doc(address)["id"][0]) for score, address in searcher.search(query, limit).hits]


def _index_in(folder: Path) -> Any:
    import tantivy

    folder.mkdir(parents=True, exist_ok=True)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("kind", stored=True, tokenizer_name="raw")
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("tenant", stored=False, tokenizer_name="raw")
    builder.add_text_field("text", stored=False, tokenizer_name="en_stem")
    return tantivy.Index(builder.build(), path=str(folder))


def _term(index: Any, field: str, value: str) -> Any:
    import tantivy

    return tantivy.Query.term_query(index.schema, field, value)


def _unscored(query: Any) -> Any:
    import tantivy

    return tantivy.Query.boost_query(query, 0.0)
