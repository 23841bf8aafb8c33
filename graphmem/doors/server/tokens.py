"""Who asks: bearer tokens, of which a file keeps the hashes, each with its tenant and asker."""

from __future__ import annotations

import hashlib
import json
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol
from urllib.parse import unquote

from pydantic import Field, ValidationError

from graphmem.errors import Incorrect, Refused
from graphmem.model import Value

__all__ = ["Anybody", "Doorkeeper", "Holders", "Principal", "issued", "read_tokens"]

PREFIX = "gm_"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1")
UNAUTHORIZED = 401


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks, by the host's word: the holder's name in logs and limits, the tenant, whom "I" means."""

    name: str
    tenant: str
    asker: str | None = None


class Token(Value):
    """One entry of the file. The token itself is nowhere: 256 random bits need no slow hash."""

    name: Annotated[str, Field(min_length=1)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    tenant: Annotated[str, Field(min_length=1, pattern=r"\S")]
    asker: str | None = None


class Tokens(Value):
    """The file: `[[tokens]]` with name, sha256, tenant and asker."""

    tokens: Annotated[tuple[Token, ...], Field(min_length=1)]


class Doorkeeper(Protocol):
    """Tells who asks from the headers of a request."""

    def principal(self, headers: Mapping[str, str]) -> Principal:
        """Who asks. Raises Refused (401) for nobody known."""
        ...


class Holders:
    """Lets in who holds a token of the file."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self._by_hash = {token.sha256: Principal(token.name, token.tenant, token.asker) for token in tokens}

    def principal(self, headers: Mapping[str, str]) -> Principal:
        """The holder of the bearer token. Raises Refused for none, another, or one of another tenant than is named."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        found = self._by_hash.get(_hashed(token.strip()))
        if scheme.lower() != "bearer" or found is None:
            raise _unauthorized("No token of this server's came. Send `Authorization: Bearer TOKEN`.")
        named = headers.get("graphmem-tenant")
        if named is not None and unquote(named) != found.tenant:
            raise Refused(
                "this token is of another tenant than was asked for. Leave the tenant out, or use its own token."
            )
        return found


class Anybody:
    """Lets in whoever reaches the server, as the tenant they name: for a loopback address, and asked for by a flag."""

    def principal(self, headers: Mapping[str, str]) -> Principal:
        """The tenant and asker of the headers. Raises Refused without a tenant, or for a host that is not this one."""
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if name not in LOOPBACK:
            raise Refused("without tokens only requests to localhost are answered. Ask 127.0.0.1, or use tokens.")
        tenant = unquote(headers.get("graphmem-tenant", ""))
        if not tenant.strip():
            raise _unauthorized("No tenant was named. Send `Graphmem-Tenant: NAME`, percent-encoded.")
        asker = unquote(headers.get("graphmem-asker", "")) or None
        return Principal("anybody", tenant, asker)


def read_tokens(path: Path) -> Holders:
    """The doorkeeper of a file. Raises Incorrect for one that is missing, empty or not as it should be."""
    try:
        return Holders(Tokens.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).tokens)
    except OSError as error:
        raise Incorrect(f"{path}: {error.strerror}. Make one: graphmem token {path} --tenant NAME.") from error
    except (ValidationError, ValueError) as error:
        wrong = "; ".join(_place(one) for one in error.errors()) if isinstance(error, ValidationError) else str(error)
        raise Incorrect(
            f"{path} is no file of tokens: {wrong}. Each is [[tokens]] with name, sha256, tenant."
        ) from error


def issued(path: Path, *, name: str, tenant: str, asker: str | None) -> str:
    """A new token, its hash added to the file, which is made where it is absent. It is shown this once."""
    token = PREFIX + secrets.token_urlsafe(32)
    entry = {"name": name, "sha256": _hashed(token), "tenant": tenant, "asker": asker}
    Token.model_validate(entry)
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items() if value is not None]
    path.touch(mode=0o600)
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(["[[tokens]]", *lines, "", ""]))
    return token


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def _place(error: Mapping[str, object]) -> str:
    loc = error["loc"]
    return f"{'.'.join(map(str, loc)) if isinstance(loc, tuple) else loc}: {error['msg']}"


def _unauthorized(message: str) -> Refused:
    error = Refused(message)
    error.http_status = UNAUTHORIZED
    return error
