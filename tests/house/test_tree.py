"""What lies in the project's folder, and what of it a user installs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE = {"build", "dist", "site", "__pycache__"}
# Folders that only exist on the machine where somebody works; each in two pieces, so that this file passes, too.
OF_A_MACHINE = re.compile(
    "|".join(["/" + "work/", "/" + "root/", "/" + r"home/\w", "/" + r"Users/\w", "/" + r"tmp/\w"])
)


def tracked() -> Iterator[Path]:
    """Every file of the project; what is hidden (but .ci) or made is not."""
    for top in sorted(ROOT.iterdir()):
        if top.name in MADE or (top.name.startswith(".") and top.name != ".ci") or top.suffix in {".db", ".egg-info"}:
            continue
        yield from (
            [top]
            if top.is_file()
            else (path for path in sorted(top.rglob("*")) if path.is_file() and not MADE & set(path.parts))
        )


def text_of(path: Path) -> str | None:
    try:
        return path.read_text()
    except UnicodeDecodeError:
        return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as pip would install it, made from its source distribution, so that this is whole, too."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_no_file_names_a_folder_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in tracked()
        for number, line in enumerate((text_of(path) or "").splitlines(), 1)
        if OF_A_MACHINE.search(line)
    ]
    assert [] == found


def test_the_lock_names_every_package_by_hash_and_no_index() -> None:
    text = (ROOT / "requirements.lock").read_text()
    pins = re.split(r"\n(?=[a-z])", text.partition("\n#    make lock\n")[2].strip())
    assert len(pins) > 50
    assert [] == [pin.split()[0] for pin in pins if "--hash=sha256:" not in pin or "==" not in pin.split()[0]]
    assert [] == re.findall(r"https?://\S*|--(?:extra-)?index-url|--find-links|--trusted-host", text)


def test_the_lock_pins_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    names = {re.split(r"[^\w.-]", line)[0].lower().replace("_", "-") for line in wanted}
    pinned = {line.split("==")[0] for line in (ROOT / "requirements.lock").read_text().splitlines() if "==" in line}
    assert set() == names - pinned


def test_the_wheel_brings_the_queries_the_examples_and_the_data(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"graphmem/{path.relative_to(ROOT)}"
        for folder in ("cypher", "examples")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    } | {
        str(path.relative_to(ROOT))
        for path in (ROOT / "graphmem").rglob("*")
        if path.suffix in {".py", ".toml", ".txt", ".cypher", ".typed"}
    }
    assert any(name.endswith(".cypher") for name in wanted)
    assert any("/examples/" in name for name in wanted)
    assert set() == wanted - inside


def test_the_wheel_brings_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert {"graphmem", f"graphmem-{version}.dist-info"} == {name.split("/")[0] for name in names}
    assert [] == [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_an_installed_wheel_finds_its_queries_and_examples(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "import pathlib, graphmem, graphmem.store.queries as queries\n"
        "here = pathlib.Path(graphmem.__file__).parent\n"
        "print(here, queries.cypher_root(), sorted(p.name for p in (here / 'examples').iterdir()) != [])"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"{tmp_path}/graphmem {tmp_path}/graphmem/cypher True\n" == run.stdout, run.stderr
