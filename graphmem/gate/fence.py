"""The marks around the context blocks graphmem packs, by which they are known when they come back in a transcript."""

from __future__ import annotations

import re

__all__ = ["FENCE_CLOSE", "FENCE_OPEN", "without_blocks"]

FENCE_OPEN = "<graphmem-context"
FENCE_CLOSE = "</graphmem-context>"

OPEN = re.compile(r"(?:<|&lt;|\\u003c)graphmem-context\b", re.IGNORECASE)
CLOSE = re.compile(r"(?:<|&lt;|\\u003c)/graphmem-context\s*(?:>|&gt;|\\u003e)", re.IGNORECASE)


def without_blocks(text: str) -> str:
    """The text with packed blocks as spaces, equal length; a block that is cut off runs to the end of the text.

    Marks count in any case and escaped for HTML or JSON, as transcripts hold them. Line ends stay.
    """
    parts, done = [], 0
    opened = OPEN.search(text)
    while opened:
        closed = CLOSE.search(text, opened.end())
        stop = closed.end() if closed else len(text)
        parts += [text[done : opened.start()], re.sub(r"[^\n]", " ", text[opened.start() : stop])]
        done = stop
        opened = OPEN.search(text, done)
    return "".join((*parts, text[done:])) if parts else text
