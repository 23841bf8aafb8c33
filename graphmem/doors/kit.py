"""The Browser kit: what dresses Neo4j Browser for a memory. Everything in it is made from the saved queries.

The setting that matters is `autoComplete` off ("Connect result nodes"): with it on, Browser draws every relationship
between the nodes shown, also those that the query left out because they did not hold, or were not known, at its time.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote, urlsplit

from graphmem.doors.saved import PARAMETERS, Parameter, SavedQuery, literal, saved_queries
from graphmem.errors import Incorrect
from graphmem.store.queries import cypher_root

__all__ = ["FILES", "FIRST_TENANT", "README", "SERVED_AT", "Kit", "write_kit"]

SERVED_AT = "http://localhost:7690/browser/"
STYLE, FAVOURITES, GUIDE, CONF, README = (
    "graphmem.grass", "graphmem-favourites.zip", "guide.html", "neo4j.conf", "README.md",
)  # fmt: skip
FILES = {
    STYLE: "text/plain",
    FAVOURITES: "application/zip",
    GUIDE: "text/html",
    CONF: "text/plain",
    README: "text/plain",
}
SAFE = ("config autoComplete: false", "config useReadTransactions: true")
FIRST_TENANT = PARAMETERS[0].first
FOLDER = "graphmem"
MADE_AT = (1980, 1, 1, 0, 0, 0)  # of every entry of the zip: the same kit has the same bytes
ALWAYS_ALLOWED = ("guides.neo4j.com", "localhost")
UNSAFE = re.compile(r"[;'\"\\\s]")

LEGEND = """\
<p>Facts are edges. A <b>thick blue</b> edge is believed now; a <b>thin red</b> one was believed once and is given up.
<code>LIVES_IN –Mar25</code> has ended in the world, <code>LIVES_IN ?</code> is contested,
<code>LIVES_IN ✕</code> is given up.
Yellow are the turns of a conversation, white what was stated in them.</p>"""

WARNING = """\
<p>A double click on a node adds whatever touches it, of any time: the picture answers no question any more.</p>"""


@dataclass(frozen=True, slots=True)
class Kit:
    """The kit as it is served at `url`, for `tenant` to begin with."""

    url: str = SERVED_AT
    tenant: str = FIRST_TENANT

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or UNSAFE.search(self.url):
            raise Incorrect(
                f"{self.url!r} is no address that a Browser could load the kit from. Give http://HOST:PORT/."
            )
        if UNSAFE.search(self.tenant.replace(" ", "")):
            raise Incorrect(
                f"Browser's command line cannot hold the tenant {self.tenant!r}, for its quotes, semicolons "
                "or line ends. Make the kit for another, and set $tenant in the guide."
            )

    def file(self, name: str) -> bytes:
        """One of FILES."""
        if name == STYLE:
            return (cypher_root() / "browser" / STYLE).read_bytes()
        if name == FAVOURITES:
            return self._favourites()
        made = {GUIDE: self._guide, CONF: self._conf, README: self._readme}[name]
        return made().encode()

    def settings(self) -> Mapping[str, str]:
        """The lines of neo4j.conf: settings, style and guide at connect; the host allowed; no banner of telemetry."""
        host = urlsplit(self.url).hostname or ""
        listed = {} if host in ALWAYS_ALLOWED else {
            "browser.remote_content_hostname_whitelist": ",".join((*ALWAYS_ALLOWED, host))
        }  # fmt: skip
        tenant = f"param tenant => {literal(self.tenant)}"
        commands = (*SAFE, tenant, "clear", f"style {self._at(STYLE)}", f"guide {self._at(GUIDE)}")
        return {"browser.post_connect_cmd": "; ".join(commands), **listed, "client.allow_telemetry": "false"}

    def _at(self, name: str) -> str:
        asked = "" if self.tenant == FIRST_TENANT or name == STYLE else f"?tenant={quote(self.tenant, safe='')}"
        return f"{self.url.rstrip('/')}/{name}{asked}"

    def _first(self, parameter: Parameter) -> str:
        return self.tenant if parameter.name == "tenant" else parameter.first

    def _conf(self) -> str:
        lines = [f"{name}={value}" for name, value in self.settings().items()]
        return "\n".join(
            ["# For the neo4j.conf of Neo4j 5: Browser loads the graphmem kit at every connect.", *lines, ""]
        )

    def _favourites(self) -> bytes:
        """The zip that is dropped on Browser's page: each file a favourite, its first line the name."""
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as folder:
            for title, body in self.favourites().items():
                name = re.sub(r"\W+", "_", title.lower())
                folder.writestr(zipfile.ZipInfo(f"{FOLDER}/{name}.cypher", MADE_AT), f"// {title}\n{body}\n")
        return held.getvalue()

    def favourites(self) -> Mapping[str, str]:
        """Every favourite by its title: the settings, then each saved query as a table and, where it can be, drawn."""
        set_up = [f":{command};" for command in SAFE]
        set_up += [f":param {parameter.name} => {literal(self._first(parameter))};" for parameter in PARAMETERS]
        made = {"00 Settings, run first": "\n".join(set_up)}
        for query in saved_queries():
            made[f"{query.number} {query.title}"] = f"// {query.shows}\n{query.table}"
            if query.drawn:
                made[f"{query.number} {query.title}, drawn"] = f"// {query.shows}\n{query.drawn}"
        return made

    def _guide(self) -> str:
        slides = [self._opening(), *map(_slide, saved_queries()), self._closing()]
        inside = "\n".join(
            f'<slide class="row-fluid"><div class="col-sm-12">\n{slide}\n</div></slide>' for slide in slides
        )
        return f'<!doctype html>\n<title>Look into a memory</title>\n<article class="guide">\n{inside}\n</article>\n'

    def _opening(self) -> str:
        commands = {
            "Load the style": f"style {self._at(STYLE)}",
            "Draw only what a query returns": SAFE[0],
            "Refuse writes": SAFE[1],
        }
        buttons = "\n".join(_button(label, command) for label, command in commands.items())
        lines = [f":param {one.name} => '{_key(one, self._first(one))}';" for one in PARAMETERS]
        fields = "\n".join(_field(one, self._first(one)) for one in PARAMETERS)
        form = f"<p>Say what you look at, then run this block:</p>\n<table>{fields}</table>"
        heading, block = "<h3>Look into a memory</h3>", _runnable("\n".join(lines))
        return "\n".join((heading, LEGEND, f"<p>{buttons}</p>", form, block, WARNING))

    def _closing(self) -> str:
        link = f'<a href="{escape(self._at(FAVOURITES))}">{FAVOURITES}</a>'
        return "\n".join((
            "<h3>Keep the queries</h3>", f"<p>Save {link} and drop it on this page: they become favourites.</p>",
            "<p>Each query has a table; it is right in every Browser, whatever is switched on.</p>",
        ))  # fmt: skip

    def _readme(self) -> str:
        conf = self._conf().strip()
        titles = "\n".join(f"- {query.number} {query.title}: {query.shows}" for query in saved_queries())
        return README_TEXT.format(url=self.url.rstrip("/"), conf=conf, titles=titles)


README_TEXT = """\
# graphmem in Neo4j Browser

Made by `graphmem browser-kit`, for the Browser that comes with Neo4j 5.

- graphmem.grass: the style. In Browser: `:style {url}/graphmem.grass`, or drop the file on its page.
- guide.html: the guide. In Browser: `:guide {url}/guide.html`. It has to be served; `graphmem serve` does.
- graphmem-favourites.zip: the saved queries. Drop it on Browser's page.
- neo4j.conf: what loads style and guide at every connect. Add it to the server's own and start it again:

```text
{conf}
```

Without that, type `:config autoComplete: false` once.
Browser otherwise draws every relationship between the nodes it shows, and a picture of the past shows what was not so.

The queries, each as a table and most also drawn:

{titles}
"""


def _slide(query: SavedQuery) -> str:
    blocks = [f"<h3>{query.number} {escape(query.title)}</h3>", f"<p>{escape(query.shows)}</p>"]
    for kind, text in (("As a table", query.table), ("Drawn", query.drawn)):
        blocks += [f"<p>{kind}:</p>", _runnable(escape(text, quote=False))] if text else []
    return "\n".join(blocks)


def _runnable(inside: str) -> str:
    return f'<pre class="pre-scrollable code runnable">{inside}</pre>'


def _button(label: str, command: str) -> str:
    return f'<button class="btn btn-cta" data-exec="{escape(command)}">{label}</button>'


def _key(parameter: Parameter, first: str) -> str:
    return f'<span value-key="{parameter.name}">{escape(first)}</span>'


def _field(parameter: Parameter, first: str) -> str:
    given = f'<input value-for="{parameter.name}" placeholder="{escape(first)}">'
    return f"<tr><td>{parameter.name}</td><td>{given}</td><td>{parameter.says}</td></tr>"


def write_kit(kit: Kit, folder: Path) -> Iterable[Path]:
    """Writes every file of the kit into a folder, which is made where it is absent; gives the paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (folder / name).write_bytes(kit.file(name))
    except OSError as error:
        raise Incorrect(f"{error.filename}: {error.strerror}. Name a folder that can be written.") from error
    return [folder / name for name in FILES]
