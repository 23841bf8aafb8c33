"""What every importer keeps to: `faults(importer, path)` reads a file of its format and lists what it breaks."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from graphmem.errors import GraphmemError, Incorrect
from graphmem.importers.detect import asked
from graphmem.importers.draft import Defaults, Draft, Numbering, Skipped, Turn
from graphmem.importers.importer import Importer
from graphmem.importers.source import Source, source_of
from graphmem.model import Episode

__all__ = ["FOREIGN", "faults"]

# Files of no importer but their own, by the format: none of them may be taken for another's.
FOREIGN: Mapping[str, str] = {
    "jsonl": '{"session": "s", "speaker": "Ida Moe", "said_at": "2025-03-02T09:00:00Z", "text": "Hello."}\n',
    "json": '[{"role": "user", "content": "Hello.", "timestamp": "2025-03-02T09:00:00Z"}]',
    "vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ida Moe>Hello.\n",
    "srt": "1\n00:00:01,000 --> 00:00:02,000\nIda Moe: Hello.\n",
    "whatsapp": "24.03.25, 18:05 - Ida Moe: Hello.\n",
    "mbox": "From ida@example.org Sun Mar  2 22:30:00 2025\nFrom: ida@example.org\n\nHello.\n",
    "eml": "From: Ida Moe <ida@example.org>\nDate: Sun, 02 Mar 2025 23:30:00 +0100\nSubject: Hello\n\nHello.\n",
    "meeting": "Ida Moe   0:03\nHello.\n",
    "csv": "said_at,speaker,text\n2025-03-02T09:00:00Z,Ida Moe,Hello.\n",
    "plain": "[2025-03-02T09:00:00Z] Ida Moe: Hello.\n",
}


def faults(importer: Importer, sample: str | Path, defaults: Defaults | None = None) -> tuple[str, ...]:
    """What an importer does not keep to, reading a file (or folder) of its format; nothing if it is well made.

    `defaults` are those that the format needs: a start, a zone. The file is to hold more than one turn.
    """
    path, given = Path(sample), defaults or Defaults()
    try:
        found = [*_told_apart(importer, path), *_turns(importer, path, given), *_resumed(importer, path, given)]
        return (*found, *_broken(importer, path, given), *_held(importer, path, given))
    except GraphmemError as error:
        return (f"the sample is refused: {error}",)


def _read(importer: Importer, source: Source, defaults: Defaults) -> Iterator[Turn]:
    return importer.read(asked(source, importer).source, defaults)


def _told_apart(importer: Importer, path: Path) -> Iterator[str]:
    source = source_of(path)
    reason = importer.recognise(asked(source, importer).source)
    if not (isinstance(reason, str) and reason.strip()):
        yield "recognise gives no reason for the sample"
    if source.read_bytes:
        yield "recognise reads more than head and bundle"
    for name, text in FOREIGN.items():
        if name != importer.name and importer.recognise(source_of(io.BytesIO(text.encode()))):
            yield f"recognise takes a file of format {name!r} for its own"
    if importer.recognise(source_of(io.BytesIO(b"\x89PNG\r\n\x1a\n\x00\x00"))):
        yield "recognise takes a picture for its own"


def _turns(importer: Importer, path: Path, defaults: Defaults) -> Iterator[str]:
    turns = list(_read(importer, source_of(path), defaults))
    drafts = [turn for turn in turns if isinstance(turn, Draft)]
    if len(drafts) < 2:
        yield f"the sample gives {len(drafts)} turns: take one with two or more"
    for turn in turns:
        if not isinstance(turn, Draft | Skipped):
            yield f"read gives a {type(turn).__name__}, neither a Draft nor a Skipped"
        elif isinstance(turn, Skipped) and not turn.reason.strip():
            yield "something is skipped without a reason"
        elif isinstance(turn, Draft) and not str(turn.fields.get("text", "")).strip():
            yield f"{turn.where}: a turn without text: give Skipped in its place"
        elif isinstance(turn, Draft) and path.name not in turn.where:
            yield f"where={turn.where!r} does not name the file: f'{{source.name}}:{{line}}'"


def _episodes(importer: Importer, source: Source, defaults: Defaults) -> Iterator[Episode]:
    turns = (turn for turn in _read(importer, source, defaults) if isinstance(turn, Draft | Skipped))
    taken = map(Numbering("conformance").taken, turns)
    return (one for one in taken if isinstance(one, Episode))


def _resumed(importer: Importer, path: Path, defaults: Defaults) -> Iterator[str]:
    """Read again, or on after it was broken off, a file gives the same turns: so that each is known again."""
    whole = [one.id for one in _episodes(importer, source_of(path), defaults)]
    if len(set(whole)) < len(whole):
        yield "two turns have one id"
    again = [one.id for one in _episodes(importer, source_of(path), defaults)]
    begun = [one.id for one in islice(_episodes(importer, source_of(path), defaults), len(whole) // 2)]
    if again != whole or begun != whole[: len(begun)]:
        yield "a second reading gives other turns, or another order"


def _broken(importer: Importer, path: Path, defaults: Defaults) -> Iterator[str]:
    """Cut anywhere, or of other bytes, a file gives turns or an error of ours."""
    if path.is_dir():
        return
    content = path.read_bytes()
    cuts = {len(content) * part // 7 for part in range(1, 7)}
    for bad in [*(content[:cut] for cut in cuts), b"\xff\xfe\xfd" + content, content + b"\xff"]:
        try:
            for _ in _read(importer, source_of(io.BytesIO(bad)), defaults):
                pass
        except GraphmemError:
            continue
        except Exception as error:
            yield f"a broken file raises {type(error).__name__}, not an error of graphmem.errors: {error}"


def _held(importer: Importer, path: Path, defaults: Defaults) -> Iterator[str]:
    """Turns are given while a file is read, not after it."""
    source = source_of(path)
    first: Any = next(iter(_read(importer, source, defaults)), None)
    if first is None:
        raise Incorrect(f"{path}: gives no turn. Take a file that holds some.")
    size = source.total_bytes or 0
    if size > 2**20 and source.read_bytes > size // 2:
        yield "the whole file is read before the first turn is given"
    tracemalloc.start()
    try:
        for _ in _read(importer, source_of(path), defaults):
            pass
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    if size > 2**22 and most > size // 2:
        yield f"it holds {most:,} bytes of a file of {size:,}"
