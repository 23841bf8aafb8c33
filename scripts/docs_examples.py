#!/usr/bin/env python3
"""Runs the examples of README.md and docs/, and compares what they print with what the pages show.

    python scripts/docs_examples.py           exit code 1 and a difference, if a page shows something else
    python scripts/docs_examples.py --write   puts the real output into the pages

Each page runs in a folder of its own, from its first block to its last:
`python` fences share one namespace; `console` fences hold lines `$ command`, each followed by its
output, and `$ export NAME=value` holds for the rest of the page; a fence whose info line ends in a file's
name (`json chat.json`) becomes that file. A `text` fence right behind a `python` fence is its output.
Other fences (`sh`, `cypher`) are for reading.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
EXPORT = re.compile(r"\$ export (?P<name>[A-Z_]+)=(?P<value>[\w./:-]+)")
BEHIND = re.compile(r"```\n+```text\n")
UNSET = ("GRAPHMEM_STORE", "GRAPHMEM_TENANT")


@dataclass(frozen=True)
class Fence:
    """A fenced block of a page, and where its body stands."""

    info: str
    body: str
    start: int
    stop: int


def pages() -> list[Path]:
    """The pages whose examples are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def fences(text: str) -> list[Fence]:
    """The fenced blocks of a page, in order."""
    found = FENCE.finditer(text)
    return [Fence(match["info"].strip(), match["body"], match.start("body"), match.end("body")) for match in found]


def as_printed(text: str) -> str:
    """What the page would say if it told the truth: each output replaced by the real one."""
    replaced = list(outputs(text, fences(text)))
    for fence, output in reversed(replaced):
        text = text[: fence.start] + output + text[fence.stop :]
    return text


def outputs(text: str, blocks: Sequence[Fence]) -> Iterator[tuple[Fence, str]]:
    """Each fence that shows output, with the output it should show; everything before it has run."""
    namespace: dict[str, Any] = {"__name__": "__page__"}
    followers: list[Fence | None] = [*blocks[1:], None]
    for fence, after in zip(blocks, followers, strict=False):
        kind, _, name = fence.info.partition(" ")
        if kind == "python":
            printed = run_python(fence.body, namespace)
            if after is not None and BEHIND.fullmatch(text, fence.stop, after.start):
                yield after, printed
        elif kind == "console":
            yield fence, run_console(fence.body)
        elif name:
            Path(name).write_text(fence.body)


def run_python(body: str, namespace: dict[str, Any]) -> str:
    """What a block prints. Its errors are the caller's."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(body, "<page>", "exec"), namespace)  # noqa: S102 - the project's own pages
    return tidy(printed.getvalue())


def run_console(body: str) -> str:
    """The commands of a block, each with what it really prints."""
    shown = []
    for line in body.splitlines():
        if exported := EXPORT.fullmatch(line):
            os.environ[exported["name"]] = exported["value"]
            shown.append(f"{line}\n")
        elif line.startswith("$ "):
            run = subprocess.run(["bash", "-c", line[2:]], capture_output=True, text=True, check=False)
            shown.append(f"{line}\n{tidy(run.stdout + run.stderr)}")
    return "".join(shown)


@contextlib.contextmanager
def page_folder() -> Iterator[None]:
    """A folder and an environment of a page's own."""
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(environment)


def tidy(output: str) -> str:
    """Output without spaces at the ends of lines; what is not empty ends with a line end."""
    lines = [line.rstrip() for line in output.strip("\n").splitlines()]
    return "".join(f"{line}\n" for line in lines)


def compare(page: Path, *, write: bool) -> bool:
    """Whether the page shows what its examples print; with `write`, it does afterwards."""
    old = page.read_text()
    with page_folder():
        new = as_printed(old)
    if write and new != old:
        page.write_text(new)
        print(f"{os.path.relpath(page, ROOT)}: written anew")
        return True
    name = os.path.relpath(page, ROOT)
    sys.stdout.writelines(unified_diff(old.splitlines(True), new.splitlines(True), name, f"{name} as it runs"))
    return new == old


def main(arguments: Sequence[str]) -> int:
    """Runs every page, or those named."""
    for name in UNSET:
        os.environ.pop(name, None)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    os.environ["COLUMNS"] = "110"
    named = [Path(name).resolve() for name in arguments if not name.startswith("-")]
    right = [compare(page, write="--write" in arguments) for page in named or pages()]
    return int(not all(right))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
