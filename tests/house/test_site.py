"""The documentation as a site: it builds strictly, leads to every page, and asks no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PARTS = ["Start", "Tutorial", "How to", "Reference", "Explanation", "Operations", "Security"]
# What a browser fetches by itself; a link that a reader may follow is none of it.
FETCHED = {
    ("script", "src"),
    ("link", "href"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("object", "data"),
}


class Fetches(HTMLParser):
    """Gathers what a page makes a browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "link" and named.get("rel") in {"canonical", "next", "prev"}:
            return
        self.urls += [value for name, value in attrs if value and (tag, name) in FETCHED]


def build(docs: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """What `make docs` does, with the pages of `docs`."""
    configuration = site.with_suffix(".yml")
    text = (ROOT / "mkdocs.yml").read_text().replace("docs_dir: docs", f"docs_dir: {docs}")
    configuration.write_text(text.replace("scripts/docs_site.py", str(ROOT / "scripts" / "docs_site.py")))
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(configuration), "-d", str(site)]
    environment = {
        **os.environ,
        "NO_MKDOCS_2_WARNING": "1",
        "http_proxy": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
    }
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    built = build(DOCS, folder)
    assert 0 == built.returncode, built.stderr
    return folder


def pages(nav: Any) -> Iterator[str]:
    """The files of a navigation, in order."""
    if isinstance(nav, str):
        yield nav
    for inner in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from pages(inner)


def navigation() -> list[dict[str, Any]]:
    nav: list[dict[str, Any]] = yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]
    return nav


def test_every_page_is_in_the_navigation_once() -> None:
    assert sorted(path.name for path in DOCS.glob("*.md")) == sorted(pages(navigation()))


def test_the_navigation_has_a_part_for_every_need() -> None:
    assert PARTS == [name for part in navigation() for name in part]


def test_the_site_has_a_page_for_every_page(site: Path) -> None:
    assert set() == {f"{path.stem}.html" for path in DOCS.glob("*.md")} - {path.name for path in site.glob("*.html")}


def test_a_browser_fetches_nothing_from_elsewhere(site: Path) -> None:
    found = set()
    for page in site.rglob("*.html"):
        fetches = Fetches()
        fetches.feed(page.read_text())
        found |= {url for url in fetches.urls if re.match(r"(?:[a-z]+:)?//", url)}
    for sheet in [*site.rglob("*.css"), *site.rglob("*.svg")]:
        found |= set(re.findall(r"(?:url\(|@import|href=)[\s\"']*((?:https?:)?//[^\"')\s]+)", sheet.read_text()))
    assert set() == found


def test_a_fence_that_names_a_file_shows_its_name(site: Path) -> None:
    assert '<span class="filename">chat.jsonl</span>' in (site / "tutorial.html").read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [("[away](nowhere.md)\n", "nowhere.md"), ("[down](glossary.md#nothing)\n", "nothing")],
    ids=["a lost page", "a lost heading"],
)
def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path, text: str, told: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for page in DOCS.iterdir():
        (docs / page.name).write_bytes(page.read_bytes())
    (docs / "glossary.md").write_text(text)
    built = build(docs, tmp_path / "site")
    assert (1, True) == (built.returncode, told in built.stderr), built.stderr
