"""Files and streams of UTF-8 text, by the line or by the chunk, never whole."""

from __future__ import annotations

import codecs
import difflib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from graphmem.errors import Incorrect, Unavailable
from graphmem.importers.bundle import ZIP, Bundle, folder_of, zip_of

__all__ = ["Progress", "Source", "source_of"]

Progress = Callable[[int, int | None], None]
CHUNK_BYTES = 65_536


class Source:
    """A file, a stream that is read once, or the files of a folder or zip (`bundle`).

    `head` is its first 64 KiB without a byte order mark, of a folder nothing; `total_bytes` is None where it is not
    known. Of a bundle they are those of what is read of it, which its importer sets.
    """

    def __init__(
        self,
        name: str,
        opened: Callable[[], AbstractContextManager[BinaryIO]],
        *,
        total_bytes: int | None = None,
        bundle: Bundle | None = None,
        outer: Source | None = None,
    ) -> None:
        self.name = name
        self.total_bytes = total_bytes
        self.bundle = bundle
        self.read_bytes = 0
        self.progress: Progress | None = None
        self._opened = opened
        self._outer = outer
        with _failing_as_ours(name), opened() as raw:
            self.head = raw.read(CHUNK_BYTES).removeprefix(codecs.BOM_UTF8)
        if self.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise Incorrect(f"{name}: is UTF-16. Save it as UTF-8.")

    def member(self, name: str) -> Source:
        """One of the files of a bundle; what is read of it counts as read of the bundle."""
        bundle = self.bundle or Bundle({}, _nothing)
        return Source(f"{self.name}/{name}", lambda: bundle.opened(name), total_bytes=bundle.sizes[name], outer=self)

    @property
    def again(self) -> bool:
        """Whether it can be read more than once: a stream cannot."""
        return self.total_bytes is not None

    @property
    def beginning(self) -> str:
        """The head as text, whole lines where there is more than one."""
        text = self.head.decode("utf-8", "replace")
        full = len(self.head) >= CHUNK_BYTES - len(codecs.BOM_UTF8)
        return text.rpartition("\n")[0] if full and "\n" in text else text

    @property
    def stem(self) -> str:
        """Its name without folder and ending."""
        return Path(self.name).stem or "default"

    def lines(self, *, counted: bool = True) -> Iterator[tuple[int, str]]:
        """Line numbers from 1 and lines without their end. Raises Incorrect at the line that is not UTF-8.

        A look ahead that is no reading is not `counted` as progress.
        """
        for number, line in enumerate(self.byte_lines(counted=counted), 1):
            yield number, self._line(line, number)

    def byte_lines(self, *, counted: bool = True) -> Iterator[bytes]:
        """Its lines as bytes, without their end."""
        pending = list[bytes]()
        for chunk in self._chunks(counted=counted):
            first, *rest = chunk.split(b"\n")
            pending.append(first)
            for piece in rest:
                yield b"".join(pending)
                pending = [piece]
        if any(pending):
            yield b"".join(pending)

    def _line(self, raw: bytes, number: int) -> str:
        try:
            line = raw.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise self._not_utf8(f"{self.name}:{number}", error) from None
        return line.removesuffix("\r")

    def text(self) -> Iterator[str]:
        """The text by the chunk. Raises Incorrect where it is not UTF-8, after what stands before."""
        decoder = codecs.getincrementaldecoder("utf-8")("surrogatepass")
        for chunk in self._chunks():
            try:
                yield decoder.decode(chunk)
            except UnicodeDecodeError as error:
                yield error.object[: error.start].decode("utf-8", "surrogatepass")
                raise self._not_utf8(f"{self.name}: before byte {self.read_bytes}", error) from None

    def _not_utf8(self, where: str, error: UnicodeDecodeError) -> Incorrect:
        return Incorrect(f"{where}: byte 0x{error.object[error.start]:02x} is not UTF-8. Save the file as UTF-8.")

    def _chunks(self, *, counted: bool = True) -> Iterator[bytes]:
        """The bytes by the chunk, counted, without a byte order mark; of a stream, the head comes first."""
        with _failing_as_ours(self.name), self._opened() as raw:
            chunk, mark = raw.read(CHUNK_BYTES) if self.again else self.head, codecs.BOM_UTF8
            while chunk:
                if counted:
                    self.count(len(chunk))
                yield chunk.removeprefix(mark)
                chunk, mark = raw.read(CHUNK_BYTES), b""

    def count(self, number: int) -> None:
        """Takes so many bytes as read, and tells of it."""
        self.read_bytes += number
        if self.progress:
            self.progress(self.read_bytes, self.total_bytes)
        if self._outer:
            self._outer.count(number)


@contextmanager
def _failing_as_ours(name: str) -> Iterator[None]:
    """Turns the failures of a file system into our own errors."""
    try:
        yield
    except PermissionError as error:
        raise Incorrect(f"{name}: may not be read ({error.strerror}). Change its permissions.") from error
    except NotImplementedError as error:
        raise Incorrect(f"{name}: is packed in an unknown way ({error}). Unpack it, and name its folder.") from error
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise Incorrect(f"{name}: the zip is broken there ({error}). Fetch it anew; what was read stays.") from error
    except OSError as error:
        raise Unavailable(f"{name}: cannot be read ({error}). Try again; what was taken in before stays.") from error


def source_of(given: str | Path | Any) -> Source:
    """The source behind a path or an open file. Raises Incorrect for a path that is neither file nor folder."""
    if hasattr(given, "read"):
        stream = _binary(given)
        return _zipped(Source(str(getattr(given, "name", "stream")), lambda: nullcontext(stream)), stream)
    path = _file(given)
    if path.is_dir():
        return Source(str(path), lambda: _nothing(""), total_bytes=0, bundle=folder_of(path))
    return _zipped(Source(str(path), lambda: path.open("rb"), total_bytes=path.stat().st_size), path)


def _zipped(source: Source, file: Path | BinaryIO) -> Source:
    """The source, its files with it if it is a zip."""
    if source.head.startswith(ZIP):
        source.bundle = zip_of(source.name, file)
    return source


def _nothing(_: str) -> AbstractContextManager[BinaryIO]:
    return io.BytesIO()


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
