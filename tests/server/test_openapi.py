"""The OpenAPI document is kept: schemathesis finds no failure and no answer that it does not name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from graphmem.doors.server.background import serving
from graphmem.doors.server.examples import BODIES, LINES
from graphmem.doors.server.tokens import issued, read_tokens
from graphmem.verbs import READINGS, WRITINGS

from .running import get, unhurried

NDJSON = "application/x-ndjson"
EXAMPLES = 500 if settings().max_examples > 1_000 else 12  # in `make torture` many more


@schemathesis.serializer(NDJSON)
def as_lines(_: Any, value: Any) -> bytes:
    """What is generated for a stream goes out as it is."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("described")
    token = issued(folder / "tokens.toml", name="agent", tenant="acme", asker="Elena Sartori")
    keeper = read_tokens(Path(folder / "tokens.toml"))
    with serving(str(folder / "memory.db"), keeper, unhurried()) as url:
        yield url, token


@pytest.fixture(scope="module")
def described(held: tuple[str, str]) -> Any:
    return schemathesis.openapi.from_url(f"{held[0]}/openapi.json")


CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.response_headers_conformance,
]
ROUTES = [("/v1/principal", "GET")] + [
    (f"/v1/{name}", "POST") for name in (*(verb.name() for verb in (*READINGS, *WRITINGS)), "ingest", "remember_many")
]


@pytest.mark.parametrize("mode", [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE])
@pytest.mark.parametrize(("path", "method"), ROUTES)
def test_no_answer_is_a_failure_or_undocumented(
    described: Any, held: tuple[str, str], path: str, method: str, mode: schemathesis.GenerationMode
) -> None:
    headers = {"Authorization": f"Bearer {held[1]}"}

    @given(case=described[path][method].as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None,
        phases=[Phase.generate],
    )  # fmt: skip
    def asked(case: Any) -> None:
        case.validate_response(case.call(headers=headers, timeout=120), checks=CHECKS)

    asked()


def test_the_document_has_every_verb_with_an_example(held: tuple[str, str]) -> None:
    document = get(f"{held[0]}/openapi.json").json()
    verbs = {f"/v1/{verb.name()}" for verb in (*READINGS, *WRITINGS)}
    verbs |= {"/v1/ingest", "/v1/remember_many", "/v1/reextract"}
    assert verbs | {"/v1/principal"} == set(document["paths"])
    for path in verbs:
        operation = document["paths"][path]["post"]
        (content,) = operation["requestBody"]["content"].values()
        assert content["examples"]
        assert {"200", "400", "401", "413", "429", "503"} <= set(operation["responses"])
        assert "422" not in operation["responses"]


def test_the_examples_do_what_they_show(http: httpx.Client) -> None:
    for name, lines in LINES.items():
        answer = http.post(f"/v1/{name}", content=lines, headers={"Content-Type": NDJSON})
        assert (name, 200) == (name, answer.status_code), answer.text
    statuses = {name: http.post(f"/v1/{name}", json=body).status_code for name, body in BODIES.items()}
    of_ids = dict.fromkeys(("why", "approve", "reject"), 404)  # the ids of other memories
    assert {**dict.fromkeys(BODIES, 200), **of_ids} == statuses


def test_another_method_and_another_route_are_problems_too(http: httpx.Client) -> None:
    other, nowhere = http.get("/v1/facts"), http.post("/v1/nothing")
    assert (405, "POST", 404) == (other.status_code, other.headers["Allow"], nowhere.status_code)
    assert {"application/problem+json"} == {answer.headers["Content-Type"] for answer in (other, nowhere)}
