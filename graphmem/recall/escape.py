"""Remembered text made harmless for a line of the block: it stays on its line and closes, cites and forges nothing."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["excerpt", "one_line", "quoted", "safe_id"]

JOINERS: Final = frozenset("\u200c\u200d")  # inside emoji and Persian words
TAG: Final = re.compile(r"<(?=[A-Za-z/!?|]|\s*/?\s*graphmem)", re.IGNORECASE)
# The gate knows a block by this name, escaped or not: inside one it must not stand, or what follows would pass for new.
FENCE: Final = re.compile(r"graphmem-context", re.IGNORECASE)
CITATION: Final = re.compile(r"\[([^\[\]\s]{1,200}:\d+-\d+)\]")
DOUBLE_QUOTES: Final = str.maketrans(dict.fromkeys('"“”„‟«»', "'"))
ELLIPSIS: Final = "…"


def one_line(text: str) -> str:
    """`text` on one line: no control or direction marks, no tag that opens or closes, nothing that looks cited."""
    visible = text if text.isprintable() else "".join(_visible(letter) for letter in text)
    unfenced = FENCE.sub("graphmem context", TAG.sub("&lt;", " ".join(visible.split())))
    return CITATION.sub(r"(\1)", unfenced)


def _visible(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    if category == "Cs":
        return "\ufffd"
    return "" if category == "Cf" and letter not in JOINERS else letter


def quoted(text: str) -> str:
    """`text` on one line between double quotes that it cannot close."""
    return f'"{one_line(text).translate(DOUBLE_QUOTES)}"'


def safe_id(identifier: str) -> str:
    """An episode id as it may stand in a citation: no white space, brackets or marks of tags."""
    return re.sub(r"[\s\[\]<>\"]+", "_", one_line(identifier)) or "_"


def excerpt(text: str, value: str, limit: int) -> str:
    """At most `limit` characters of `text`, round `value` where it stands, cut at words and marked with an ellipsis."""
    if len(text) <= limit:
        return text
    at = max(0, text.casefold().find(value.casefold()))
    start = max(0, min(at + len(value) // 2 - limit // 2, len(text) - limit))
    part = text[start : start + limit]
    if start:
        part = ELLIPSIS + (part.split(" ", 1)[1] if " " in part[:20] else part)
    if start + limit < len(text):
        part = (part.rsplit(" ", 1)[0] if " " in part[-20:] else part) + ELLIPSIS
    return part
