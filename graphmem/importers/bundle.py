"""Folders and zips: several files under one name, opened one by one and never unpacked."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from graphmem.errors import Incorrect

__all__ = ["ZIP", "Bundle", "folder_of", "zip_of"]

ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the latter of one that holds nothing
TEXTS = frozenset({".txt", ".json", ".jsonl", ".ndjson", ".vtt", ".srt", ".eml", ".mbox", ".csv", ".tsv"})
OF_THE_SYSTEM = ("__MACOSX/", ".")


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a folder or a zip: their sizes by name, "/" between folders, and how one is opened."""

    sizes: Mapping[str, int]
    opened: Callable[[str], AbstractContextManager[BinaryIO]]

    def named(self, *names: str) -> list[str]:
        """The files that are called so, in whichever folder, by the path."""
        return sorted(path for path in self.sizes if PurePosixPath(path).name in names)

    def texts(self) -> list[str]:
        """The files that may hold a transcript, by their endings."""
        return sorted(path for path in self.sizes if PurePosixPath(path).suffix.lower() in TEXTS)

    def size(self, names: Iterable[str]) -> int:
        """How many bytes these files have together."""
        return sum(self.sizes[name] for name in names)


def folder_of(path: Path) -> Bundle:
    """The files under a folder."""
    files = {found.relative_to(path).as_posix(): found for found in sorted(path.rglob("*")) if found.is_file()}
    sizes = {name: found.stat().st_size for name, found in files.items() if not name.startswith(OF_THE_SYSTEM)}
    return Bundle(sizes, lambda name: files[name].open("rb"))


def zip_of(name: str, file: Path | BinaryIO) -> Bundle:
    """The files in a zip. Raises Incorrect for one that is broken, encrypted, or comes through a pipe."""
    archive = _opened(name, file)
    members = [one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith(OF_THE_SYSTEM)]
    if any(one.flag_bits & 0x1 for one in members):
        raise Incorrect(f"{name}: the zip is encrypted. Unpack it with its password, and name what is in it.")
    return Bundle({one.filename: one.file_size for one in members}, lambda member: _member(archive, member))


def _opened(name: str, file: Path | BinaryIO) -> zipfile.ZipFile:
    if not isinstance(file, Path) and not (hasattr(file, "seekable") and file.seekable()):
        raise Incorrect(
            f"{name}: a zip cannot be read as it comes: its list stands at its end. Save it as a file first."
        )
    try:
        return zipfile.ZipFile(file)
    except NotImplementedError as error:
        raise Incorrect(f"{name}: is packed in an unknown way ({error}). Unpack it, and name its folder.") from None
    except (zipfile.BadZipFile, ValueError, struct.error) as error:  # places and names that cannot be
        raise Incorrect(f"{name}: begins as a zip and is none ({error}). Fetch it anew.") from None


def _member(archive: zipfile.ZipFile, name: str) -> Any:
    try:
        return archive.open(name)
    except (ValueError, struct.error) as error:
        raise zipfile.BadZipFile(str(error)) from error
