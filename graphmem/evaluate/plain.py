"""Plain ways to find turns, to hold a memory against: BM25, and BM25 with the session's date and the turns beside.

BM25 is tantivy's (k1 1.2, b 0.75) over lower-cased, stemmed words without English stop words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.evaluate.conversations import Conversation

__all__ = ["Bm25", "beside", "dated_texts", "in_order", "texts"]

ANALYSER = "plain_english"
HEAP_BYTES = 30_000_000
BESIDE = 0.5  # what a turn gets of its neighbours' scores


class Bm25:
    """Texts by word, in memory."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._size = len(texts)
        self._index = _index()
        writer = self._index.writer(HEAP_BYTES, 1)
        for uuid, text in texts.items():
            writer.add_document(_document(uuid, text))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def scores(self, question: str) -> dict[str, float]:
        """The score of every text that holds a word of the question."""
        words = " ".join(re.findall(r"\w+", question.casefold()))
        if not words:
            return {}
        searcher = self._index.searcher()
        hits = searcher.search(self._index.parse_query(words, ["text"]), self._size).hits
        return {searcher.doc(address)["id"][0]: score for score, address in hits}


def _index() -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", stored=False, tokenizer_name=ANALYSER)
    index = tantivy.Index(builder.build())
    words = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    bare = words.filter(tantivy.Filter.stopword("english")).filter(tantivy.Filter.stemmer("english"))
    index.register_tokenizer(ANALYSER, bare.build())
    return index


def _document(uuid: str, text: str) -> Any:
    import tantivy

    return tantivy.Document(id=uuid, text=text)


def texts(talk: Conversation) -> dict[str, str]:
    """Each turn as a line of a transcript, by id."""
    return {turn.id: f"{turn.speaker}: {turn.text}" for turn in talk.turns}


def dated_texts(talk: Conversation) -> dict[str, str]:
    """The same with the session's date in front, as the data words it."""
    bare = texts(talk)
    return {turn.id: f"({session.said}) {bare[turn.id]}" for session in talk.sessions for turn in session.turns}


def beside(scores: Mapping[str, float], talk: Conversation) -> dict[str, float]:
    """Scores to which each turn adds half of those of the turns before and after it in its session."""
    out = dict[str, float]()
    for session in talk.sessions:
        own = [scores.get(turn.id, 0.0) for turn in session.turns]
        shared = [sum(own[max(0, place - 1) : place + 2]) - score for place, score in enumerate(own)]
        out |= {turn.id: own[place] + BESIDE * shared[place] for place, turn in enumerate(session.turns)}
    return out


def in_order(scores: Mapping[str, float], turns: Sequence[str]) -> tuple[str, ...]:
    """The turns by score, best first; of equals the one said first."""
    return tuple(sorted(turns, key=lambda turn: -scores.get(turn, 0.0)))
