"""What `make` does in an empty clone. Python is a stand-in that writes down what it is asked, so nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKE = shutil.which("make") or ""
STAMP = ".venv/.installed"

# Answers as an interpreter that fits; a venv it makes holds a copy of itself.
PYTHON = """#!/bin/sh
echo "$@" >> "$ASKED"
case "$1 $2" in
    "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "path").mkdir()
    for tool in ("sh", "mkdir", "cp", "touch", "cat"):
        (tmp_path / "path" / tool).symlink_to(shutil.which(tool) or "")
    return tmp_path


def with_python(clone: Path, name: str, text: str = PYTHON) -> Path:
    python = clone / "path" / name
    python.write_text(text)
    python.chmod(0o755)
    return clone


def make(clone: Path, target: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(clone / "path"), "ASKED": str(clone / "asked"), "HOME": os.environ["HOME"]}
    command = [MAKE, "--no-print-directory", target]
    return subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=False)


def asked(clone: Path) -> list[str]:
    """What Python was asked since the last look, the question whether it fits left out."""
    path = clone / "asked"
    lines = path.read_text().splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return [line for line in lines if not line.startswith("-c ")]


def test_without_python_it_says_what_to_install(clone: Path) -> None:
    made = make(clone, STAMP)
    assert made.returncode == 2
    assert "graphmem needs Python 3.11 or later with its venv module" in made.stderr
    assert "apt-get install python3 python3-venv" in made.stderr


def test_a_python_that_is_too_old_or_has_no_venv_is_passed_over(clone: Path) -> None:
    with_python(clone, "python3.13", "#!/bin/sh\nexit 1\n")
    with_python(clone, "python3.12")
    assert make(clone, STAMP).stdout.startswith("Making .venv with python3.12\n")


def test_everything_is_installed_from_the_lock_then_the_package_without_its_dependencies(clone: Path) -> None:
    with_python(clone, "python3")
    assert make(clone, STAMP).returncode == 0
    pip = "-m pip install --quiet --disable-pip-version-check"
    assert [
        "-m venv .venv",
        f"{pip} --require-hashes -r requirements.lock",
        f"{pip} --no-deps --no-build-isolation --editable .",
    ] == asked(clone)


def test_a_second_run_installs_nothing(clone: Path) -> None:
    with_python(clone, "python3")
    make(clone, STAMP)
    asked(clone)
    assert make(clone, STAMP).returncode == 0
    assert [] == asked(clone)


def test_a_changed_lock_is_installed_into_the_venv_that_is_there(clone: Path) -> None:
    with_python(clone, "python3")
    make(clone, STAMP)
    asked(clone)
    later = (clone / STAMP).stat().st_mtime + 10
    os.utime(clone / "requirements.lock", (later, later))
    make(clone, STAMP)
    assert ["-m pip install --quiet", "-m pip install --quiet"] == [line[:22] for line in asked(clone)]
