"""The examples of the README and of docs/ print what the pages show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "docs_examples.py"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
RUNNABLE = [page for page in PAGES if "```python\n" in page.read_text() or "```console\n" in page.read_text()]


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_shows_what_its_examples_print(page: Path) -> None:
    run = subprocess.run([sys.executable, str(SCRIPT), str(page)], capture_output=True, text=True, check=False)
    assert ("", "", 0) == (run.stdout, run.stderr, run.returncode)


def test_the_readme_opens_with_a_worked_example() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "```python\n" in readme.partition("\n## ")[0]
    assert ROOT / "README.md" in RUNNABLE


def test_a_page_that_shows_something_else_is_found(tmp_path: Path) -> None:
    page = ROOT / "docs" / "explanation.md"
    wrong = tmp_path / "page.md"
    wrong.write_text("```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n")
    run = subprocess.run([sys.executable, str(SCRIPT), str(wrong)], capture_output=True, text=True, check=False)
    assert page.exists()
    assert run.returncode == 1
    assert "-3\n+2\n" in run.stdout
