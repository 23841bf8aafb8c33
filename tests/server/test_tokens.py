"""Who is let in: the holder of a token, as its tenant and asker; nobody else, and nobody by mistake."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphmem import Client, GraphmemError, Incorrect, Refused
from graphmem.doors.cli import app
from graphmem.doors.server.background import serving
from graphmem.doors.server.run import keeper_of
from graphmem.doors.server.tokens import issued, read_tokens

from .running import post, unhurried


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server, and a token each of two tenants."""
    folder = tmp_path_factory.mktemp("tokens")
    file = folder / "tokens.toml"
    tokens = {
        "acme": issued(file, name="agent", tenant="acme", asker="Elena Sartori"),
        "täter": issued(file, name="other", tenant="täter", asker=None),
    }
    with serving(str(folder / "memory.db"), read_tokens(file), unhurried()) as url:
        yield url, tokens


def test_a_token_is_its_tenant_and_its_asker(held: tuple[str, dict[str, str]]) -> None:
    url, tokens = held
    with Client(url, token=tokens["acme"]) as memory:
        assert ("acme", "embedded") == (memory.tenant, memory.engine)
        memory.remember("Elena Sartori", "lives_in", "Trieste", said_at="2025-05-20T19:15:00Z")
        assert "Trieste" in str(memory.recall("Where do I live?"))
    with Client(url, token=tokens["täter"]) as other:
        assert "täter" == other.tenant
        assert () == other.facts("Elena Sartori")


def test_a_token_of_another_tenant_than_is_named_is_refused(held: tuple[str, dict[str, str]]) -> None:
    url, tokens = held
    with Client(url, token=tokens["täter"], tenant="täter") as memory:
        assert () == memory.facts("Elena Sartori")
    with Client(url, token=tokens["täter"], tenant="acme") as memory, pytest.raises(Refused, match="another tenant"):
        memory.facts("Elena Sartori")


@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer gm_guessed", "Basic dXNlcjpwdw=="])
def test_without_a_known_token_nothing_is_answered(held: tuple[str, dict[str, str]], authorization: str | None) -> None:
    url, _ = held
    headers = {"Graphmem-Tenant": "acme", **({} if authorization is None else {"Authorization": authorization})}
    for path in ("/v1/facts", "/v1/ingest", "/v1/principal", "/v1/nothing", "/"):
        answer = post(f"{url}{path}", headers=headers, json={"entity": "Elena Sartori"})
        assert (401, "Bearer") == (answer.status_code, answer.headers["WWW-Authenticate"])
        assert "application/problem+json" == answer.headers["Content-Type"]
        assert "Sartori" not in answer.text


def test_the_hash_in_the_file_is_no_token(held: tuple[str, dict[str, str]]) -> None:
    url, tokens = held
    hashed = hashlib.sha256(tokens["acme"].encode()).hexdigest()
    with Client(url, token=hashed) as memory, pytest.raises(Refused):
        memory.facts("Elena Sartori")


def test_the_file_holds_no_token_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    made = CliRunner().invoke(app, ["token", str(file), "--tenant", 'a "quoted" tenant', "--asker", "Zoë"])
    token = made.stdout.strip()
    assert 0 == made.exit_code
    assert token not in file.read_text()
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    principal = read_tokens(file).principal({"authorization": f"Bearer {token}"})
    assert ('a "quoted" tenant', "Zoë") == (principal.tenant, principal.asker)


HASH = "0" * 64


@pytest.mark.parametrize(
    "content",
    [
        None,
        "",
        "tokens = []",
        "no toml",
        f'[[tokens]]\nname = "a"\nsha256 = "{HASH}"\n',
        f'[[tokens]]\nname = "a"\ntenant = " "\nsha256 = "{HASH}"\n',
        '[[tokens]]\nname = "a"\ntenant = "t"\nsha256 = "gm_the_token_itself"\n',
        f'[[tokens]]\nname = "a"\ntenant = "t"\nsha256 = "{HASH}"\naskre = "Elena"\n',
        f'[[token]]\nname = "a"\ntenant = "t"\nsha256 = "{HASH}"\n',
    ],
)
def test_a_file_that_does_not_say_who_may_enter_lets_nobody_in(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "tokens.toml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(Incorrect, match=r"tokens\.toml"):
        keeper_of(str(file), no_tokens=False, host="127.0.0.1")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"tokens": None, "no_tokens": False, "host": "127.0.0.1"}, "graphmem token"),
        ({"tokens": None, "no_tokens": True, "host": "192.0.2.1"}, "not this machine only"),
        ({"tokens": None, "no_tokens": True, "host": "memory.example"}, "not this machine only"),
        ({"tokens": "t.toml", "no_tokens": True, "host": "127.0.0.1"}, "both"),
    ],
)
def test_a_server_is_open_only_if_told_so_and_only_on_this_machine(given: dict[str, Any], says: str) -> None:
    with pytest.raises(Incorrect, match=says):
        keeper_of(**given)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.5"])
def test_an_open_server_may_listen_on_a_loopback_address(host: str) -> None:
    assert keeper_of(None, no_tokens=True, host=host).principal({"host": "localhost:1", "graphmem-tenant": "t"})


def test_an_open_server_answers_no_page_that_was_led_here_under_another_name(url: str) -> None:
    # A page of evil.example whose name was made to mean 127.0.0.1 sends its own name.
    answer = post(f"{url}/v1/review", headers={"Host": "evil.example", "Graphmem-Tenant": "demo"}, json={})
    assert 403 == answer.status_code


def test_an_open_server_does_nothing_without_a_tenant(url: str) -> None:
    with Client(url) as memory, pytest.raises(GraphmemError, match="Graphmem-Tenant"):
        memory.review()
