"""What tests of importers look at: who said what, in short."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphmem.importers import Episodes, read_episodes
from graphmem.model import Episode


def read(source: Any, **given: Any) -> tuple[list[Episode], Episodes]:
    """The episodes of a source, and what was read besides."""
    episodes = read_episodes(source, tenant="t", **given)
    return list(episodes), episodes


def told(source: Any, **given: Any) -> list[tuple[str | None, str]]:
    """Speaker, else role, and text."""
    return [(one.speaker or one.role, one.text) for one in read(source, **given)[0]]


def times(source: Any, **given: Any) -> list[str]:
    """When each was said, in its own zone."""
    return [one.said_at.isoformat() for one in read(source, **given)[0]]


def written(folder: Path, files: Mapping[str, Any]) -> Path:
    """The files in a folder; what is not text is written as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def zipped(path: Path, files: Mapping[str, Any]) -> Path:
    """The same files in a zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, str | bytes) else json.dumps(content))
    return path
