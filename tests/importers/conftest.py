import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]
WriteLines = Callable[[Iterable[Mapping[str, Any]]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return written


@pytest.fixture
def write_lines(write: Write) -> WriteLines:
    return lambda items: write("chat.jsonl", "".join(json.dumps(item) + "\n" for item in items))
