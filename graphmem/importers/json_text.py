"""JSON text parsed value by value while it comes in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from graphmem.errors import Incorrect

__all__ = ["JsonText"]

DECODER = json.JSONDecoder(strict=False)
WHITE_SPACE = re.compile(r"[ \t\r\n]*")
# A cut escape or literal fails at most this many characters before the end; what fails earlier is malformed.
CUT_WITHIN = 16
IN_NUMBERS = (*"0123456789.eE+-", "")  # what may go on a number, the end of a chunk included


class JsonText:
    """A cursor over chunks of JSON text; it holds one value and one chunk, never the whole."""

    def __init__(self, name: str, chunks: Iterator[str]) -> None:
        self._name = name
        self._chunks = chunks
        self._text = ""
        self._place = 0
        self._lines_before = 0
        self._ended = False

    @property
    def where(self) -> str:
        """File and line of the cursor."""
        return f"{self._name}:{self._line(self._place)}"

    def _line(self, place: int) -> int:
        return self._lines_before + self._text.count("\n", 0, place) + 1

    def peek(self) -> str:
        """The next character that is not white space, which the cursor then stands on; "" at the end."""
        while True:
            blank = WHITE_SPACE.match(self._text, self._place)
            self._place = blank.end() if blank else self._place
            if self._place < len(self._text) or self._ended:
                return self._text[self._place : self._place + 1]
            self._more()

    def take(self, expected: str) -> str:
        """Steps over the next character. Raises Incorrect if it is none of `expected`."""
        found = self.peek()
        if not found or found not in expected:
            wanted = " or ".join(f"'{char}'" for char in expected)
            raise self._malformed(f"{wanted} expected, {repr(found) if found else 'the end'} found", self._place)
        self._place += 1
        return found

    def value(self) -> Any:
        """The next value, and the cursor behind it."""
        self.peek()
        wanted = 1
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._place)
            except json.JSONDecodeError as error:
                if self._ended or not self._is_cut(error):
                    raise self._malformed(error.msg, error.pos) from None
            except (ValueError, RecursionError) as error:
                raise self._malformed(str(error), self._place) from None
            else:
                if self._ended or self._text[end : end + 1] not in IN_NUMBERS:
                    self._place = end
                    return value
            # A long value is tried again at twice its length only, so that the work stays linear.
            wanted = max(wanted * 2, len(self._text) - self._place)
            self._more(wanted)

    def _is_cut(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - CUT_WITHIN

    def _more(self, wanted: int = 1) -> None:
        """Drops what lies behind the cursor and takes chunks of `wanted` characters in all, or up to the end."""
        self._lines_before += self._text.count("\n", 0, self._place)
        parts, taken = [self._text[self._place :]], 0
        while taken < wanted:
            chunk = next(self._chunks, None)
            if chunk is None:
                self._ended = True
                break
            parts.append(chunk)
            taken += len(chunk)
        self._text, self._place = "".join(parts), 0

    def _malformed(self, what: str, place: int) -> Incorrect:
        return Incorrect(
            f"{self._name}:{self._line(place)}: not JSON: {what}. What stands before was read; mend the file."
        )
