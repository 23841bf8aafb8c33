"""The kit in the real Neo4j Browser: loaded at connect, dressed, listed, run, and right about the past."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import neo4j
import pytest

from graphmem.doors.kit import Kit
from graphmem.doors.saved import PARAMETERS, saved_queries

from .conftest import PASSWORD, TENANT
from .driving import Browser, Edge, eventually
from .world import PERSON

pytestmark = pytest.mark.neo4j
BELIEVED, GIVEN_UP = "#1D6F8A", "#D98C8C"  # as in graphmem.grass
COLOURS = {"RELATES_TO": BELIEVED, "WAS_BELIEVED": GIVEN_UP}
AT_FIRST = {**{one.name: one.first for one in PARAMETERS}, "tenant": TENANT, "name": PERSON}
GIVEN = {**AT_FIRST, "predicate": ""}
PORTRAITS = {"03": "browser-known-on-a-day.png", "05": "browser-history.png"}


@pytest.fixture(scope="module")
def driver(server: dict[str, Any]) -> Any:
    with neo4j.GraphDatabase.driver(server["url"], auth=(server["user"], PASSWORD)) as one:
        yield one


@pytest.fixture(scope="module")
def settled(browser: Browser) -> Browser:
    """The Browser, with the values of the story as parameters."""
    set_parameters(browser)
    return browser


def set_parameters(browser: Browser) -> None:
    browser.command("\n".join(f":param {name} => '{value}';" for name, value in GIVEN.items()))
    eventually(lambda: browser.command(":params"), lambda said: '"predicate": ""' in said)


def queries(kind: str) -> dict[str, str]:
    return {query.number: getattr(query, kind) for query in saved_queries() if getattr(query, kind)}


def returned(driver: neo4j.Driver, text: str) -> set[Edge]:
    """The facts that a query returns, as the style shows them: id, caption and colour."""
    held = [part for record in driver.execute_query(text, GIVEN).records for part in record.values()]
    paths = [part for part in held if isinstance(part, neo4j.graph.Path)]
    edges = [edge for path in paths for edge in path.relationships if edge.type in COLOURS]
    return {(edge["uuid"], caption(edge), COLOURS[edge.type]) for edge in edges}


def caption(edge: Any) -> str:
    return f"{edge['name']} {edge.get('mark') or ''}".strip()


def facts(drawn: set[Edge]) -> set[Edge]:
    """Of the edges that are drawn those that are facts."""
    return {edge for edge in drawn if edge[2] in COLOURS.values()}


def test_at_connect_the_style_the_guide_the_tenant_and_the_safe_settings_are_there(
    browser: Browser,
) -> None:
    settings = eventually(lambda: browser.kept("settings"), lambda kept: not kept["autoComplete"])
    assert (False, True) == (settings["autoComplete"], settings["useReadTransactions"])
    style = eventually(lambda: browser.kept("grass"), bool)
    assert "{name} {mark}" == style["relationship.RELATES_TO"]["caption"]
    assert TENANT in eventually(lambda: browser.command(":params"), lambda said: TENANT in said)


def test_a_write_by_mistake_is_refused(browser: Browser) -> None:
    assert "Writing in read access mode not allowed" in browser.run("CREATE (x:Mistake) RETURN x")


def test_the_guides_form_sets_the_parameters_and_its_blocks_run(browser: Browser, pictures: Path | None) -> None:
    browser.empty()
    browser.guide.locator("input[value-for=name]").press_sequentially(PERSON)
    browser.guide.locator("pre.runnable i").first.click()
    browser.frame.get_by_test_id("frameContents").wait_for()
    wanted = {f'"{name}": "{value}"' for name, value in AT_FIRST.items()}  # set one after the other
    kept = eventually(lambda: browser.command(":params"), lambda said: all(one in said for one in wanted))
    assert set() == {one for one in wanted if one not in kept}
    browser.empty()
    browser.guide.get_by_test_id("guideNextSlide").click()
    browser.guide.get_by_role("heading", name="01 Holds now").wait_for()
    browser.guide.locator("pre.runnable i").first.click()
    browser.said()
    assert {f'"{PERSON}"'} == {row[1] for row in browser.table()[1:]}
    if pictures:
        browser.picture(pictures / "browser-guide.png")


def test_dropped_favourites_are_listed_by_number_in_a_folder_and_each_runs(
    settled: Browser, kit: Kit, tmp_path: Path, pictures: Path | None
) -> None:
    path = tmp_path / "graphmem-favourites.zip"
    path.write_bytes(kit.file(path.name))
    settled.drop(path)
    kept = eventually(lambda: [one for one in settled.kept("documents") if not one.get("isStatic")], bool)
    assert set(kit.favourites()) == {one["content"].splitlines()[0].removeprefix("// ") for one in kept}
    settled.page.get_by_test_id("navigationFavorites").click()
    settled.page.get_by_text("graphmem", exact=True).first.click()
    for title in kit.favourites():
        settled.empty()
        settled.run_favourite(title)
        said = settled.command_said() if title.startswith("00") else settled.said()
        assert "ERROR" not in said, (title, said)
        if title.startswith("00"):
            set_parameters(settled)
    if pictures:
        settled.empty()
        settled.run_favourite("05 History")
        settled.said()
        settled.picture(pictures / "browser-favourites.png")
    settled.page.get_by_test_id("navigationFavorites").click()


@pytest.mark.parametrize("number", queries("table"))
def test_a_table_has_the_rows_of_the_query(settled: Browser, driver: neo4j.Driver, number: str) -> None:
    text = queries("table")[number]
    records, _, keys = driver.execute_query(text, GIVEN)
    settled.run(text)
    shown = settled.table()
    assert list(keys) == [name for name in shown[0] if name]
    assert len(records) == len(shown) - 1


@pytest.mark.parametrize("number", queries("drawn"))
def test_a_picture_shows_the_facts_that_the_query_returns_and_no_other(
    settled: Browser, driver: neo4j.Driver, number: str, pictures: Path | None
) -> None:
    wanted = returned(driver, queries("drawn")[number])
    settled.run(queries("drawn")[number])
    assert wanted == facts(settled.edges())
    if pictures and number in PORTRAITS:
        settled.portrait(pictures / PORTRAITS[number])


def test_with_browsers_own_setting_a_picture_of_the_past_shows_what_was_not_so(
    settled: Browser, driver: neo4j.Driver, pictures: Path | None
) -> None:
    text = queries("drawn")["03"]
    wanted = returned(driver, text)
    settled.command(":config autoComplete: true")
    try:
        settled.run(text)
        wrong = facts(settled.edges())
        if pictures:
            settled.portrait(pictures / "browser-with-its-own-setting.png")
    finally:
        settled.command(":config autoComplete: false")
    assert wanted < wrong
    # On 1 May nobody had said that Mariehamn was over in March.
    assert ("LIVES_IN –Mar25", BELIEVED) in {edge[1:] for edge in wrong - wanted}
    settled.run(text)
    assert wanted == facts(settled.edges())
