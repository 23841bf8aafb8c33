"""What is in the kit, and how it is served: read as files, without a Browser."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
import yaml
from typer.testing import CliRunner

from graphmem.doors.cli import app
from graphmem.doors.kit import FILES, SERVED_AT, Kit
from graphmem.doors.saved import PARAMETERS, TITLE_LENGTH, read_query, saved_queries
from graphmem.doors.server.background import serving
from graphmem.doors.server.tokens import Holders
from graphmem.errors import Incorrect

ROOT = Path(__file__).resolve().parents[2]
RULE = r'[a-z]+(?:\.\w+)? \{\n(?:  [a-z-]+: (?:#[0-9A-F]{6}|\d+px|"[^":]+");\n)+\}\n'
SHOWN = 27  # characters of a favourite's title in Browser's list
GOOD = "// title: One\n// What it shows.\nMATCH p = ({group_id: $tenant})\n// table\nRETURN 1\n// drawn\nRETURN p\n"


class Blocks(HTMLParser):
    """The runnable blocks of a guide, as Browser reads them; fails on a tag that is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.blocks, self.open = list[str](), list[str]()
        self.feed(text)
        assert [] == self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag not in {"input", "br"}:
            self.open.append(tag)
        if tag == "pre":
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_decl(self, decl: str) -> None:
        assert "doctype html" == decl.lower()

    def handle_data(self, data: str) -> None:
        if "pre" in self.open:
            self.blocks[-1] += data


def test_the_command_writes_the_whole_kit_and_says_which_lines_load_it(tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["browser-kit", str(tmp_path / "kit"), "--tenant", "kelp"])
    assert 0 == made.exit_code
    assert set(FILES) == {path.name for path in (tmp_path / "kit").iterdir()}
    kit = Kit(SERVED_AT, "kelp")
    assert all((tmp_path / "kit" / name).read_bytes() == kit.file(name) for name in FILES)
    lines = [f"{name}={value}" for name, value in kit.settings().items()]
    assert "\n".join(["", *lines, ""]) in made.stdout
    assert "\n".join(["", *lines, ""]) in (tmp_path / "kit" / "neo4j.conf").read_text()


def test_the_command_says_it_as_json_too(tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["browser-kit", str(tmp_path), "--json"])
    told = json.loads(made.stdout)
    assert [str(tmp_path / name) for name in FILES] == told["files"]
    assert dict(Kit().settings()) == told["settings"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    refused = CliRunner().invoke(app, ["browser-kit", str(tmp_path / "taken")])
    assert 2 == refused.exit_code
    assert f"{tmp_path / 'taken'}: " in refused.stderr


def test_at_connect_the_pictures_are_made_safe_before_anything_is_drawn() -> None:
    commands = Kit("http://localhost:9999/browser/", "my tenant").settings()["browser.post_connect_cmd"].split("; ")
    assert [
        "config autoComplete: false",
        "config useReadTransactions: true",
        "param tenant => 'my tenant'",
        "clear",
        "style http://localhost:9999/browser/graphmem.grass",
        "guide http://localhost:9999/browser/guide.html?tenant=my%20tenant",
    ] == commands


def test_another_host_than_localhost_is_allowed_by_a_line_of_its_own() -> None:
    assert "browser.remote_content_hostname_whitelist" not in Kit().settings()
    listed = Kit("https://memory.example.org/browser").settings()["browser.remote_content_hostname_whitelist"]
    assert "guides.neo4j.com,localhost,memory.example.org" == listed


@pytest.mark.parametrize("url", ["memory.example.org", "ftp://localhost/", "http://localhost/; clear", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Incorrect, match="is no address"):
        Kit(url)


@pytest.mark.parametrize("tenant", ["o'neil", "a;clear", "two\nlines", "back\\slash"])
def test_a_tenant_that_would_end_a_command_is_refused(tenant: str) -> None:
    with pytest.raises(Incorrect, match=r"set \$tenant in the guide"):
        Kit(tenant=tenant)


def test_the_style_is_rules_that_browser_can_parse() -> None:
    # One stray brace, and Browser shows no graph at all until the style is reset.
    style = Kit().file("graphmem.grass").decode()
    assert re.fullmatch(f"(?:{RULE})+", style)
    assert {"node.Person", "node.Statement", "relationship.RELATES_TO", "relationship.WAS_BELIEVED"} < set(
        re.findall(r"^(\S+) \{", style, re.MULTILINE)
    )


def test_no_two_nodes_are_of_sizes_between_which_browser_loses_a_bent_edge() -> None:
    # A bend is made about a point that divides by one less the start's radius over the end's with the arrow's head,
    # which is six wider than the shaft: where these are equal, the second edge between two nodes is not to be seen.
    rules = dict(re.findall(r"^(\S+) \{\n(.*?)^\}", Kit().file("graphmem.grass").decode(), re.MULTILINE | re.DOTALL))
    wide = {rule: int(width[1]) for rule, body in rules.items() if (width := re.search(r"diameter: (\d+)px", body))}
    thick = {int(width) for body in rules.values() for width in re.findall(r"shaft-width: (\d+)px", body)}
    ends = {
        rule: width for rule, width in wide.items() if rule not in {"node.Alias", "node.Episodic", "node.Statement"}
    }
    assert {"node", "node.Person", "node.Value"} == set(ends)
    assert set() == {(a - b) / 2 for a in ends.values() for b in ends.values()} & {shaft + 6 for shaft in thick}


def test_the_favourites_have_a_folder_and_short_titles_and_come_from_the_queries() -> None:
    held = zipfile.ZipFile(io.BytesIO(Kit().file("graphmem-favourites.zip")))
    texts = [held.read(name).decode() for name in held.namelist()]
    assert {"graphmem"} == {name.split("/")[0] for name in held.namelist()}
    titles = [text.splitlines()[0].removeprefix("// ") for text in texts]
    assert sorted(titles) == titles
    assert [] == [title for title in titles if len(title) > SHOWN]
    for query in saved_queries():
        assert any(query.table in text for text in texts)
        assert any(query.drawn in text for text in texts)


def test_the_same_kit_has_the_same_bytes() -> None:
    first, again = (Kit().file("graphmem-favourites.zip") for _ in range(2))
    assert first == again
    # Nor would it have others tomorrow: no entry is of the time it was made.
    assert {(1980, 1, 1, 0, 0, 0)} == {entry.date_time for entry in zipfile.ZipFile(io.BytesIO(first)).filelist}


def test_the_settings_among_the_favourites_set_every_parameter() -> None:
    first = Kit(tenant="kelp").favourites()["00 Settings, run first"]
    assert {":config autoComplete: false;", ":config useReadTransactions: true;", ":param tenant => 'kelp';"} < set(
        first.splitlines()
    )
    assert [one.name for one in PARAMETERS] == re.findall(r":param (\w+) =>", first)


def test_the_guide_has_every_query_to_run_and_a_field_for_every_parameter() -> None:
    guide = Kit(tenant="kelp").file("guide.html").decode()
    first, *blocks = Blocks(guide).blocks
    wanted = [text for query in saved_queries() for text in (query.table, query.drawn) if text]
    assert wanted == blocks
    assert [f":param {one.name} => '{'kelp' if one.name == 'tenant' else one.first}';" for one in PARAMETERS] == (
        first.splitlines()
    )
    assert [one.name for one in PARAMETERS] == re.findall(r'<input value-for="(\w+)"', guide)
    assert re.findall(r'data-exec="(\w+)', guide) == ["style", "config", "config"]


def test_what_stands_in_a_guide_is_escaped() -> None:
    guide = Kit(tenant="<b>&").file("guide.html").decode()
    assert "<b>&'" not in guide
    assert ":param tenant => '<b>&';" == Blocks(guide).blocks[0].splitlines()[0]


def test_every_query_takes_its_tenant_and_its_title_fits() -> None:
    assert 11 == len(saved_queries())
    for number, query in enumerate(saved_queries(), 1):
        assert f"{number:02}" == query.number
        assert "tenant" == query.parameters[0].name
        assert len(query.title) <= TITLE_LENGTH
        assert query.shows.endswith(".")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("// title: One\n", ""), "a saved query is"),
        (GOOD.replace("// table\n", ""), "a saved query is"),
        (GOOD.replace("One", "Eighteen letters!!"), "has 18 characters"),
        (GOOD.replace("RETURN 1", "RETURN $other"), r"it uses \['other'\]"),
        (GOOD.replace("$tenant", "'demo'"), r"no \$tenant"),
    ],
)
def test_a_file_of_another_shape_is_refused_by_its_name(text: str, says: str) -> None:
    with pytest.raises(Incorrect, match=f"^12_odd.cypher: .*{says}"):
        read_query(text, "12_odd.cypher")


def test_a_file_is_a_table_and_a_picture_with_one_beginning() -> None:
    query = read_query(GOOD, "12_one.cypher")
    assert ("12", "One", "What it shows.") == (query.number, query.title, query.shows)
    assert "MATCH p = ({group_id: $tenant})\nRETURN 1" == query.table
    assert "MATCH p = ({group_id: $tenant})\nRETURN p" == query.drawn


def test_a_server_gives_the_kit_without_a_token_and_nothing_else(tmp_path: Path) -> None:
    with serving(str(tmp_path / "memory.db"), Holders(())) as address, httpx.Client(base_url=address) as http:
        for name in FILES:
            answer = http.get(f"/browser/{name}?tenant=kelp", headers={"Host": "localhost:7690"})
            assert (200, Kit(SERVED_AT, "kelp").file(name)) == (answer.status_code, answer.content)
            assert answer.headers["content-type"].startswith(FILES[name])
        assert "Made by `graphmem browser-kit`" in http.get("/browser/").text
        for path in ("/browser", "/browser/other", "/browser/../v1/principal", "/browser//guide.html"):
            assert 401 == http.get(path).status_code


def test_a_file_that_the_kit_does_not_have_is_not_found_by_who_may_ask(tmp_path: Path) -> None:
    with serving(str(tmp_path / "memory.db")) as address, httpx.Client(base_url=address) as http:
        for path in ("/browser/other", "/browser/guide.html/", "/browser//guide.html"):
            answer = http.get(path, headers={"Graphmem-Tenant": "kelp"})
            assert (404, "urn:graphmem:error:NotFound") == (answer.status_code, answer.json()["type"])


def test_a_server_lets_browser_fetch_it_from_its_own_address(tmp_path: Path) -> None:
    asked = {
        "Origin": "http://localhost:7474",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "cache-control,pragma,sentry-trace",
    }
    with serving(str(tmp_path / "memory.db")) as address, httpx.Client(base_url=address) as http:
        leave = http.options("/browser/guide.html", headers=asked)
        assert (200, "*") == (leave.status_code, leave.headers["access-control-allow-origin"])
        assert "sentry-trace" in leave.headers["access-control-allow-headers"]
        assert "*" == http.get("/browser/guide.html", headers=asked).headers["access-control-allow-origin"]
        assert "access-control-allow-origin" not in http.get("/healthz", headers=asked).headers
        assert 401 == http.options("/v1/facts", headers=asked).status_code


def test_a_tenant_that_the_kit_cannot_hold_is_refused_in_the_servers_manner(tmp_path: Path) -> None:
    with serving(str(tmp_path / "memory.db")) as address:
        refused = httpx.get(f"{address}/browser/guide.html", params={"tenant": "a;b"})
    assert (400, "urn:graphmem:error:Incorrect") == (refused.status_code, refused.json()["type"])


def test_docker_compose_loads_the_kit_from_the_server_beside_it() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    # The image's rule: NEO4J_ is cut off, __ is an underscore, _ is a dot.
    lines = {
        name.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_"): str(value)
        for name, value in services["neo4j"]["environment"].items()
    }
    assert dict(Kit().settings()).items() <= lines.items()
    assert [f"127.0.0.1:{SERVED_AT.split(':')[2].split('/')[0]}:7690"] == services["server"]["ports"]
