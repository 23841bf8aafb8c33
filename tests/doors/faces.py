"""One way to call every face: Memory, AsyncMemory, Client, AsyncClient, and the command line on a store or a server."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from typer.testing import CliRunner

import graphmem
from graphmem import AsyncClient, AsyncMemory, Client, Memory, Receipt, Reextraction
from graphmem.doors.cli import app
from graphmem.verbs import READINGS, WRITINGS

FACES = ("Memory", "AsyncMemory", "Client", "AsyncClient", "command line", "command line to a server")
GIVES = {**{verb.name(): verb.gives() for verb in (*READINGS, *WRITINGS)}, "ingest": Receipt, "reextract": Reextraction}
OPTIONS = {"budget_tokens": "budget", "episode_of": "episode"}
NAMED = {"changes": ("since", "until"), "retract": ("episode",)}  # what Python takes by place and the shell by name


class Awaited:
    """An async face called from a test that awaits nothing."""

    def __init__(self, face: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._face = face
        self._run(face.open())

    def _run(self, awaitable: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(awaitable, self._loop).result()

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        return lambda *given, **named: self._run(getattr(self._face, verb)(*given, **named))

    def end(self) -> None:
        self._run(self._face.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Commanded:
    """The command line with `--json`, its answers read as the model's types and its errors raised again."""

    def __init__(self, store: str, tenant: str, folder: Path) -> None:
        self._options = ("--store", store, "--tenant", tenant, "--json")
        self._folder = folder

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            places, options = self._arguments(verb, given, named)
            result = CliRunner().invoke(app, [verb.replace("_", "-"), *options, *self._options, "--", *places])
            return self._answer(verb, result.stdout)

        return call

    def _arguments(self, verb: str, given: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[str], list[str]]:
        named = {**dict(zip(NAMED.get(verb, ()), given, strict=False)), **named}
        places = [self._written(value) for value in given] if verb not in NAMED else []
        options = ["--yes"] if verb == "erase" else []
        for name, value in named.items():
            option = f"--{OPTIONS.get(name, name).replace('_', '-')}"
            options += [option] if value is True else [option, self._written(value)]
        return places, options

    def _written(self, value: Any) -> str:
        if isinstance(value, list):
            path = self._folder / f"turns-{len(list(self._folder.glob('turns-*')))}.jsonl"
            path.write_text("".join(json.dumps(turn) + "\n" for turn in value))
            return str(path)
        return value.isoformat() if hasattr(value, "isoformat") else str(value)

    def _answer(self, verb: str, printed: str) -> Any:
        answer = json.loads(printed)
        if isinstance(answer, dict) and "error" in answer:
            error = getattr(graphmem, answer["error"])(answer["message"])
            error.receipt = Receipt.model_validate(answer["receipt"]) if "receipt" in answer else None
            raise error
        return TypeAdapter(GIVES[verb]).validate_json(printed)


@contextmanager
def face(name: str, store: str, server: str, tenant: str, folder: Path) -> Iterator[Any]:
    """A face on the store, or on the server that holds it."""
    if name in {"Memory", "Client"}:
        with Memory(store, tenant=tenant) if name == "Memory" else Client(server, tenant=tenant) as opened:
            yield opened
    elif name in {"AsyncMemory", "AsyncClient"}:
        awaited = Awaited(
            AsyncMemory(store, tenant=tenant) if name == "AsyncMemory" else AsyncClient(server, tenant=tenant)
        )
        try:
            yield awaited
        finally:
            awaited.end()
    else:
        yield Commanded(server if name.endswith("server") else store, tenant, folder)
