"""Files and streams of UTF-8 text, by the line or by the chunk, never whole."""

from __future__ import annotations

import codecs
import difflib
import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from graphmem.errors import Incorrect, Unavailable

__all__ = ["Progress", "Source", "source_of"]

Progress = Callable[[int, int | None], None]
CHUNK_BYTES = 65_536


class Source:
    """A file, or a stream that is read once; `head` is its first 64 KiB, `total_bytes` None where it is not known."""

    def __init__(
        self, name: str, opened: Callable[[], AbstractContextManager[BinaryIO]], *, total_bytes: int | None = None
    ) -> None:
        self.name = name
        self.total_bytes = total_bytes
        self.read_bytes = 0
        self.progress: Progress | None = None
        self._opened = opened
        with _failing_as_ours(name), opened() as raw:
            self.head = raw.read(CHUNK_BYTES)
        if self.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise Incorrect(f"{name}: is UTF-16. Save it as UTF-8.")

    @property
    def stem(self) -> str:
        """Its name without folder and ending."""
        return Path(self.name).stem or "default"

    def lines(self) -> Iterator[tuple[int, str]]:
        """Line numbers from 1 and lines without their end. Raises Incorrect at the line that is not UTF-8."""
        number, pending = 1, list[bytes]()
        for chunk in self._chunks():
            first, *rest = chunk.split(b"\n")
            pending.append(first)
            for piece in rest:
                yield number, self._line(b"".join(pending), number)
                number, pending = number + 1, [piece]
        if any(pending):
            yield number, self._line(b"".join(pending), number)

    def _line(self, raw: bytes, number: int) -> str:
        try:
            line = raw.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise self._not_utf8(f"{self.name}:{number}", error) from None
        return (line.removeprefix("\ufeff") if number == 1 else line).removesuffix("\r")

    def text(self) -> Iterator[str]:
        """The text by the chunk. Raises Incorrect where it is not UTF-8, after what stands before."""
        decoder = codecs.getincrementaldecoder("utf-8-sig")("surrogatepass")
        for chunk in self._chunks():
            try:
                yield decoder.decode(chunk)
            except UnicodeDecodeError as error:
                yield error.object[: error.start].decode("utf-8", "surrogatepass")
                raise self._not_utf8(f"{self.name}: before byte {self.read_bytes}", error) from None

    def _not_utf8(self, where: str, error: UnicodeDecodeError) -> Incorrect:
        return Incorrect(f"{where}: byte 0x{error.object[error.start]:02x} is not UTF-8. Save the file as UTF-8.")

    def _chunks(self) -> Iterator[bytes]:
        """The bytes by the chunk, counted; of a stream, the head that was read before comes first."""
        with _failing_as_ours(self.name), self._opened() as raw:
            chunk = self.head if self.total_bytes is None else raw.read(CHUNK_BYTES)
            while chunk:
                self.read_bytes += len(chunk)
                if self.progress:
                    self.progress(self.read_bytes, self.total_bytes)
                yield chunk
                chunk = raw.read(CHUNK_BYTES)


@contextmanager
def _failing_as_ours(name: str) -> Iterator[None]:
    """Turns the failures of a file system into our own errors."""
    try:
        yield
    except PermissionError as error:
        raise Incorrect(f"{name}: may not be read ({error.strerror}). Change its permissions.") from error
    except OSError as error:
        raise Unavailable(f"{name}: cannot be read ({error}). Try again; what was taken in before stays.") from error


def source_of(given: str | Path | Any) -> Source:
    """The source behind a path or an open file. Raises Incorrect for a path that is no file."""
    if hasattr(given, "read"):
        stream = _binary(given)
        return Source(str(getattr(given, "name", "stream")), lambda: nullcontext(stream))
    path = _file(given)
    return Source(str(path), lambda: path.open("rb"), total_bytes=path.stat().st_size)


def _binary(stream: Any) -> BinaryIO:
    """The bytes of an open file, whether it was opened for text or for bytes."""
    if isinstance(stream, io.StringIO):
        return io.BytesIO(stream.read().encode("utf-8", "surrogatepass"))
    binary: BinaryIO = stream.buffer if isinstance(stream, io.TextIOWrapper) else stream
    return binary


def _file(given: str | Path) -> Path:
    if isinstance(given, str) and ("\n" in given or given.lstrip()[:1] in {"{", "["}):
        raise Incorrect(
            f"a path was asked for, and this is text: {given!r:.60}. Pass io.StringIO(text), or a list of dicts."
        )
    path = Path(given)
    try:
        if path.is_dir():
            raise Incorrect(f"{path}: is a folder. Name the files in it one by one.")
        if path.exists():
            return path
    except (OSError, ValueError) as error:  # a name that no file system takes: too long, a NUL
        raise Incorrect(f"{given!r:.60}: cannot be a path ({error}).") from error
    raise Incorrect(f"{path}: no such file. {_beside(path)}")


def _beside(path: Path) -> str:
    if not path.parent.is_dir():
        return f"There is no folder {path.parent}."
    close = difflib.get_close_matches(path.name, [other.name for other in path.parent.iterdir()], n=3, cutoff=0.6)
    return f"Beside it: {', '.join(close)}." if close else f"Nothing in {path.parent} has a name like it."
