"""The real Neo4j Browser, driven in a real Chromium as a person would: typing, pasting, dropping, clicking."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from playwright.sync_api import Locator, Page, expect, sync_playwright

PATIENCE_S = 20
# As root, as in a container, Chromium has no sandbox; here it loads what the tests serve, and nothing else.
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
# Of what Browser must not add to a picture there is no sign; where it does, it is there after a second.
STEADY_S = 3
# Whether the newest result looks as it did half a second before: nodes come to rest, a zoom is done.
STILL = """() => {
    const seen = document.querySelector("[data-testid=frame]")?.innerHTML;
    const same = window.seenBefore === seen;
    window.seenBefore = seen;
    return same;
}"""
Found = TypeVar("Found")
Edge: TypeAlias = tuple[str, str, str]
DROP = """([name, content]) => {
    const bytes = Uint8Array.from(atob(content), c => c.charCodeAt(0));
    const held = new DataTransfer();
    held.items.add(new File([bytes], name));
    for (const kind of ["dragenter", "dragover", "drop"])
        document.querySelector(".filedrop").dispatchEvent(
            new DragEvent(kind, {dataTransfer: held, bubbles: true, cancelable: true}));
}"""
# What each edge stands for, how it is coloured, and the line of it that can be seen: one with NaN in it cannot.
EDGES = """edges => edges.map(edge => [
    edge.__data__.propertyMap.uuid || "", edge.__data__.caption.trim(),
    edge.querySelector("path").getAttribute("fill"), edge.querySelector("path").getAttribute("d")])"""


def eventually(look: Callable[[], Found], until: Callable[[Found], bool]) -> Found:
    """What is seen as soon as it is as it should be; what was seen last, if it never is."""
    deadline = time.monotonic() + PATIENCE_S
    while not until(seen := look()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return seen


class Browser:
    """One person's Browser, connected."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def connect(self, address: str, bolt: str, login: tuple[str, str]) -> None:
        """Opens the page, fills in the form, waits until what is run at connect is done: the guide comes last."""
        self.page.goto(address)
        for field, value in (("boltaddress", bolt.split("://")[1]), ("username", login[0]), ("password", login[1])):
            self.page.get_by_test_id(field).fill(value)
        self.page.get_by_test_id("connect").click()
        self.page.get_by_test_id("boltaddress").wait_for(state="detached")
        self.guide.get_by_role("heading", name="Look into a memory").first.wait_for()

    @property
    def guide(self) -> Locator:
        """The guide beside the results."""
        return self.page.get_by_test_id("guidesDrawer")

    @property
    def frame(self) -> Locator:
        """The newest result."""
        return self.page.get_by_test_id("frame").first

    def kept(self, key: str) -> Any:
        """What Browser keeps for this person under a key."""
        return json.loads(self.page.evaluate("key => localStorage.getItem(`neo4j.${key}`)", key))

    def empty(self) -> None:
        """Takes all results away, those that come late, too."""
        assert eventually(self._cleared, bool)

    def _cleared(self) -> bool:
        self.paste(":clear")
        self.press_run()
        try:
            expect(self.page.get_by_test_id("frame")).to_have_count(0, timeout=2_000)
        except AssertionError:  # a result came behind the clearing
            return False
        return True

    def _still(self) -> None:
        """Waits until the newest result moves no more."""
        self.page.wait_for_function(STILL, polling=500)

    def paste(self, text: str) -> None:
        """Puts a text into the editor. Pasted, for what is typed gets closing brackets added."""
        self.page.get_by_test_id("activeEditor").locator(".monaco-editor").first.click()
        self.page.keyboard.press("Control+A")
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+V")
        lines = self.page.get_by_test_id("activeEditor").locator(".view-lines").first
        expect(lines).to_contain_text(text.rsplit(maxsplit=1)[-1])

    def press_run(self) -> None:
        """Runs what stands in the editor."""
        self.page.keyboard.press("Control+Enter")

    def run(self, query: str) -> str:
        """Runs a query on an empty page and gives what the result says, once it is whole."""
        self.empty()
        self.paste(query)
        self.press_run()
        return self.said()

    def command(self, text: str) -> str:
        """Runs one of Browser's own commands on an empty page and gives what it says."""
        self.empty()
        self.paste(text)
        self.press_run()
        return self.command_said()

    def command_said(self) -> str:
        """The words of a command's result."""
        self.frame.get_by_test_id("frameContents").wait_for()
        return self.frame.inner_text()

    def run_favourite(self, title: str) -> None:
        """Presses the arrow beside a favourite."""
        entries = self.page.get_by_test_id("savedScriptListItem")
        entry = entries.filter(has=self.page.get_by_test_id(f"scriptTitle-{title}"))
        entry.get_by_test_id("savedScriptsButton-Run").click()

    def said(self) -> str:
        """The words of a query's result, once it is whole."""
        self.frame.get_by_test_id("frame-loaded-contents").wait_for()
        return self.frame.inner_text()

    def table(self) -> list[list[str]]:
        """The newest result as a table: the columns' names, then each row."""
        self.frame.get_by_test_id("cypherFrameSidebarTable").click()
        rows = self.frame.get_by_role("row")
        rows.first.wait_for()
        return [row.locator("th, td").all_inner_texts() for row in rows.all()]

    def edges(self) -> set[Edge]:
        """The edges that the newest picture shows: id, caption and colour, once no more are added."""
        drawn = self.frame.locator("g.relationship")
        drawn.first.wait_for()
        time.sleep(STEADY_S)
        return {(uuid, caption, fill) for uuid, caption, fill, line in drawn.evaluate_all(EDGES) if "NaN" not in line}

    def drop(self, path: Path) -> None:
        """Drops a file on the page."""
        self.page.evaluate(DROP, [path.name, base64.b64encode(path.read_bytes()).decode()])

    def picture(self, path: Path) -> None:
        """Takes a picture of what is to be seen."""
        self._still()
        self.page.screenshot(path=path)

    def portrait(self, path: Path) -> None:
        """Takes a picture of the newest graph alone."""
        self.frame.get_by_title("Fullscreen").click()
        self.frame.get_by_title("Collapse the node properties display").click()
        self._still()
        self.frame.get_by_label("zoom-to-fit").click()
        self.picture(path)
        self.frame.get_by_title("Close fullscreen").click()


@contextmanager
def chrome(chromium: str) -> Iterator[Page]:
    """A page of a new profile, closed in the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        context = browser.new_context(
            viewport={"width": 1360, "height": 850}, permissions=["clipboard-read", "clipboard-write"]
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        try:
            yield context.new_page()
        finally:
            browser.close()
