#!/usr/bin/env python3
"""Run a real Neo4j Community server from Maven Central: no Docker, no installer, no root.

    python scripts/neo4j_local.py start HOME      HOME keeps the data, the settings and the logs
    python scripts/neo4j_local.py status HOME     exit code 0 if it runs, 3 if not
    python scripts/neo4j_local.py stop HOME
    python scripts/neo4j_local.py admin HOME database dump neo4j --to-path=DIR     what neo4j-admin does, stopped

It needs Maven, and Java 17 or later for Neo4j 5 (Java 21 or later for the versions named by year); $JAVA
names another java than the one of the path. The jars are fetched once into ~/.cache/graphmem. The server
listens on 127.0.0.1 only and reports no usage. For Linux and macOS; needs nothing but Python's standard library.
"""

from __future__ import annotations

import argparse
import base64
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

POM = Path(__file__).resolve().with_name("neo4j-pom.xml")
JARS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "graphmem"
USER = "neo4j"
FIRST_PASSWORD = "neo4j"  # noqa: S105 - of every new store; the server asks to change it
START_TIMEOUT_S = 180
STOP_TIMEOUT_S = 60
NOT_RUNNING = 3
# The packages that bin/neo4j of the distribution opens, too.
OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.lang")
# Magic number, then four offers of a Bolt version; the server answers with the one it takes.
BOLT_HELLO = bytes.fromhex("6060b01700000505000004040000030400000004")


class CannotRunError(Exception):
    """Why the server cannot be started or stopped, and what to do."""


@dataclass(frozen=True)
class Server:
    """A server that was started: what `HOME/run/server.json` holds."""

    pid: int
    version: str
    bolt: int
    http: int

    @property
    def url(self) -> str:
        """What a driver connects to."""
        return f"bolt://127.0.0.1:{self.bolt}"

    @property
    def browser(self) -> str:
        """Where a person looks at the graph."""
        return f"http://127.0.0.1:{self.http}/browser/"


@dataclass(frozen=True)
class Wanted:
    """What the caller asked for; port 0 is any free one."""

    home: Path
    version: str
    bolt: int
    http: int
    password: str
    heap: str
    pagecache: str
    settings: tuple[str, ...]


def java_for(version: str) -> str:
    """The java that can run this version; says which Java is wanted and which was found."""
    java = os.environ.get("JAVA") or shutil.which("java")
    least = 17 if version.startswith("5.") else 21
    if java is None:
        msg = f"Neo4j {version} needs Java {least} or later; there is no java on the path. Install a JRE or set $JAVA."
        raise CannotRunError(msg)
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', said)
    if found is None or int(found[1]) < least:
        got = said.splitlines()[0] if said else "nothing"
        msg = f"Neo4j {version} needs Java {least} or later; {java} -version says: {got}. Set $JAVA to a later one."
        raise CannotRunError(msg)
    return java


def jars_of(version: str) -> Path:
    """The folder with the server's jars, fetched with Maven the first time."""
    jars = JARS / f"neo4j-{version}"
    if (jars / ".complete").exists():
        return jars
    JARS.mkdir(parents=True, exist_ok=True)
    with locked(JARS / f"neo4j-{version}.lock"):
        if not (jars / ".complete").exists():
            shutil.rmtree(jars, ignore_errors=True)
            fetch_jars(version, jars)
            (jars / ".complete").touch()
    return jars


def fetch_jars(version: str, jars: Path) -> None:
    """Copies the jars of the version from Maven Central into a folder."""
    maven = shutil.which("mvn")
    if maven is None:
        msg = "The server's jars come from Maven Central; there is no mvn on the path. Install Maven."
        raise CannotRunError(msg)
    print(f"Fetching Neo4j {version} with Maven (once, about 130 MB)", file=sys.stderr)
    goal = ["dependency:copy-dependencies", f"-Dneo4j.version={version}", f"-DoutputDirectory={jars}"]
    run = subprocess.run(
        [maven, "--batch-mode", "--quiet", "--file", str(POM), *goal],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if run.returncode:
        msg = f"Maven could not fetch Neo4j {version}:\n{run.stdout[-2000:]}"
        raise CannotRunError(msg)


def main_class(jars: Path, version: str) -> str:
    """The server's entry point, which the jar names itself."""
    with zipfile.ZipFile(jars / f"neo4j-{version}.jar") as jar:
        return jar.read("META-INF/services/org.neo4j.server.startup.EntryPoint").decode().split()[-1]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time; another one waits."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def free_ports(count: int) -> list[int]:
    """Ports that nothing listened on a moment ago, all different."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(s.getsockname()[1]) for s in sockets]
    for s in sockets:
        s.close()
    return ports


def running(home: Path) -> Server | None:
    """The server of this home, if it still lives."""
    try:
        server = Server(**json.loads((home / "run" / "server.json").read_text()))
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return server if is_ours(server.pid, home) else None


def is_ours(pid: int, home: Path) -> bool:
    """Whether the process lives and is the server of this home: a pid alone may have been given to another."""
    try:
        os.kill(pid, 0)
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # no /proc, as on macOS
        shown = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
        command = shown.stdout
    return f"--home-dir={home}" in command


def write_settings(wanted: Wanted, bolt: int, http: int) -> None:
    """The home's folders and its neo4j.conf."""
    for name in ("conf", "data", "import", "logs", "plugins", "run"):
        (wanted.home / name).mkdir(parents=True, exist_ok=True)
    settings = {
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{bolt}",
        "server.bolt.advertised_address": f"127.0.0.1:{bolt}",
        "server.http.listen_address": f"127.0.0.1:{http}",
        "server.http.advertised_address": f"127.0.0.1:{http}",
        "server.memory.pagecache.size": wanted.pagecache,
        "dbms.usage_report.enabled": "false",
        **dict(line.split("=", 1) for line in wanted.settings),
    }
    lines = [f"{name}={value}\n" for name, value in settings.items()]
    (wanted.home / "conf" / "neo4j.conf").write_text("".join(lines))


def launch(wanted: Wanted, java: str, jars: Path) -> subprocess.Popen[bytes]:
    """Starts the server in a session of its own, so that it outlives this script."""
    vector = [] if wanted.version.startswith("5.") else ["--add-modules", "jdk.incubator.vector"]
    opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
    command = [
        java, "-cp", f"{jars}/*", f"-Xmx{wanted.heap}", *vector, *opened, main_class(jars, wanted.version),
        f"--home-dir={wanted.home}", f"--config-dir={wanted.home}/conf",
    ]  # fmt: skip
    with (wanted.home / "logs" / "console.log").open("ab") as log:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=wanted.home, start_new_session=True
        )


def answers_bolt(port: int) -> bool:
    """Whether a Bolt server takes one of our offers: an open port alone says nothing."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as s:
            s.sendall(BOLT_HELLO)
            return s.recv(4) not in (b"", b"\0\0\0\0")
    except OSError:
        return False


def ask_http(server: Server, path: str, body: bytes | None = None, password: str = "") -> dict[str, Any]:
    """What the server's HTTP door answers, errors of the request included. Raises OSError if nothing does."""
    request = urllib.request.Request(f"http://127.0.0.1:{server.http}{path}", data=body)
    request.add_header("Accept", "application/json")
    if body is not None:
        token = base64.b64encode(f"{USER}:{password}".encode()).decode()
        request.add_header("Authorization", f"Basic {token}")
        request.add_header("Content-Type", "application/json")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as response:
            return dict(json.load(response))
    except urllib.error.HTTPError as refused:
        return dict(json.loads(refused.read()))


def run_statement(
    server: Server, statement: str, password: str, parameters: dict[str, str] | None = None
) -> str | None:
    """Runs one statement on the system database. Gives the error's code, None if there is none."""
    body = json.dumps({"statements": [{"statement": statement, "parameters": parameters or {}}]}).encode()
    answer = ask_http(server, "/db/system/tx/commit", body, password)
    return next((str(error["code"]) for error in answer.get("errors", ())), None)


def is_up(server: Server) -> bool:
    """Whether both doors answer."""
    try:
        return answers_bolt(server.bolt) and "neo4j_version" in ask_http(server, "/")
    except OSError:
        return False


def wait_until_up(home: Path, server: Server, lives: Callable[[], bool]) -> None:
    """Returns when both doors answer; raises with the end of the log when the server has ended, or takes too long."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and lives():
        if is_up(server):
            return
        time.sleep(0.25)
    console = (home / "logs" / "console.log").read_text(errors="replace")
    last = "\n".join(console.splitlines()[-15:])
    msg = f"The server did not come up. The end of {home}/logs/console.log:\n{last}"
    raise CannotRunError(msg)


def set_password(home: Path, server: Server, password: str) -> None:
    """Gives a new store its password; says so when an old one has another."""
    if run_statement(server, "SHOW DEFAULT DATABASE", password) is None:
        return
    change = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password"
    error = run_statement(server, change, FIRST_PASSWORD, {"password": password})
    if error is not None:
        msg = (
            f"The server runs at {server.url}, but takes neither this password nor the first one ({error}). "
            f"If {home} was made with another, give it with --password; a new one has 8 characters or more."
        )
        raise CannotRunError(msg)


def start(wanted: Wanted) -> Server:
    """The running server of this home, started if it is not."""
    (wanted.home / "run").mkdir(parents=True, exist_ok=True)
    with locked(wanted.home / "run" / "lock"):
        server = running(wanted.home)
        if server is None:
            server = start_anew(wanted)
        else:
            pid = server.pid
            wait_until_up(wanted.home, server, lambda: is_ours(pid, wanted.home))
        set_password(wanted.home, server, wanted.password)
    return server


def start_anew(wanted: Wanted) -> Server:
    """Launches a server, writes down where it is and waits until it answers."""
    java, jars = java_for(wanted.version), jars_of(wanted.version)
    free = free_ports(2)
    bolt, http = wanted.bolt or free[0], wanted.http or free[1]
    for port in (bolt, http):
        if answers(port):
            msg = f"Port {port} is taken. Stop what listens there, or choose with --bolt and --http (0: any free one)."
            raise CannotRunError(msg)
    write_settings(wanted, bolt, http)
    process = launch(wanted, java, jars)
    server = Server(process.pid, wanted.version, bolt, http)
    (wanted.home / "run" / "server.json").write_text(json.dumps(asdict(server)))
    wait_until_up(wanted.home, server, lambda: process.poll() is None)
    return server


def answers(port: int) -> bool:
    """Whether anything listens on the port."""
    with socket.socket() as s:
        s.settimeout(1)
        return s.connect_ex(("127.0.0.1", port)) == 0


def stop(home: Path, *, kill: bool) -> bool:
    """Ends the server of this home and waits for it; False if none was running."""
    server = running(home)
    if server is None:
        return False
    os.kill(server.pid, signal.SIGKILL if kill else signal.SIGTERM)
    deadline = time.monotonic() + STOP_TIMEOUT_S
    while is_ours(server.pid, home):
        if time.monotonic() > deadline:
            msg = f"The server (process {server.pid}) did not end within {STOP_TIMEOUT_S} s. End it with --kill."
            raise CannotRunError(msg)
        time.sleep(0.1)
    (home / "run" / "server.json").unlink(missing_ok=True)
    return True


def admin(home: Path, version: str, arguments: Sequence[str]) -> int:
    """Runs neo4j-admin on this home; gives its exit code."""
    command = [java_for(version), "-cp", f"{jars_of(version)}/*", "org.neo4j.cli.AdminTool", *arguments]
    environment = {**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    return subprocess.run(command, env=environment, check=False).returncode


def show(server: Server, *, as_json: bool) -> None:
    """Prints where the server is."""
    if as_json:
        print(json.dumps({"url": server.url, "browser": server.browser, "user": USER, **asdict(server)}))
    else:
        print(f"Neo4j {server.version}  {server.url}  user {USER}  browser {server.browser}")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = top.add_subparsers(dest="verb", required=True)
    for verb, what in (("start", "start it, or say where it is"), ("status", "where it is"), ("stop", "end it")):
        sub = verbs.add_parser(verb, help=what)
        sub.add_argument("home", type=Path, metavar="HOME", help="folder of the server's data, settings and logs")
        sub.add_argument("--json", action="store_true", help="print one JSON object")
        if verb == "start":
            add_start_options(sub)
        if verb == "stop":
            sub.add_argument("--kill", action="store_true", help="SIGKILL: no clean end")
    add_admin(verbs.add_parser("admin", help="run neo4j-admin on it; it must be stopped for most"))
    return top


def add_admin(sub: argparse.ArgumentParser) -> None:
    """What `admin` can be told."""
    sub.add_argument("home", type=Path, metavar="HOME", help="folder of the server's data")
    sub.add_argument("--version", default="5.26.30", help="of Neo4j (default: %(default)s)")
    sub.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="of neo4j-admin")


def add_start_options(sub: argparse.ArgumentParser) -> None:
    """What `start` can be told."""
    sub.add_argument("--version", default="5.26.30", help="of Neo4j (default: %(default)s)")
    sub.add_argument("--bolt", type=int, default=7687, metavar="PORT", help="0: any free one (default: %(default)s)")
    sub.add_argument("--http", type=int, default=7474, metavar="PORT", help="0: any free one (default: %(default)s)")
    sub.add_argument(
        "--password",
        default=os.environ.get("NEO4J_PASSWORD", "graphmem-dev"),
        help="of user neo4j, 8 characters or more (default: $NEO4J_PASSWORD, else graphmem-dev)",
    )
    sub.add_argument("--heap", default="1g", help="most memory of the Java heap (default: %(default)s)")
    sub.add_argument("--pagecache", default="256m", help="memory for the store's pages (default: %(default)s)")
    sub.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a further line of neo4j.conf; may be repeated"
    )


def setting(text: str) -> str:
    """A line of neo4j.conf as given; refused without a name and a value."""
    name, equals, _ = text.partition("=")
    if not (name and equals):
        msg = f"{text!r} is not NAME=VALUE"
        raise argparse.ArgumentTypeError(msg)
    return text


def act(options: argparse.Namespace) -> int:
    """Carries out one verb; gives the exit code."""
    home = options.home.resolve()
    if options.verb == "stop":
        print("stopped" if stop(home, kill=options.kill) else "was not running")
        return 0
    if options.verb == "admin":
        return admin(home, options.version, options.arguments)
    if options.verb == "status":
        found = running(home)
        if found is None:
            print(f"no server of {home} is running")
            return NOT_RUNNING
        show(found, as_json=options.json)
        return 0
    wanted = Wanted(
        home, options.version, options.bolt, options.http, options.password, options.heap, options.pagecache,
        tuple(options.set),
    )  # fmt: skip
    show(start(wanted), as_json=options.json)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; an error it knows is one message and exit code 1."""
    try:
        return act(parser().parse_args(arguments))
    except CannotRunError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
