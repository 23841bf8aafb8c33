"""Graphiti's client over a graph that this memory wrote, on Neo4j: its search and readers, without a language model.

One program writes a graph; Graphiti reads it. It sees what is believed now, past segments included, of every tenant it
is asked for by `group_ids`: give it the memory's own, for it knows no other fence. Needs `graphmem[graphiti]`.
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any

from graphmem.errors import Incorrect

if TYPE_CHECKING:
    from graphmem.memory import AsyncMemory, Memory

__all__ = ["as_graphiti"]

DIMENSIONS = 1024  # of the vector that stands for a question where there is no embedder; no fact has one to compare


def as_graphiti(memory: Memory | AsyncMemory, *, embedder: Any = None) -> Any:
    """A `graphiti_core.Graphiti` on the graph of `memory`; close it with `await graphiti.close()`.

    It has no language model: what would ask one raises Incorrect. It reports no usage. `embedder` is Graphiti's
    EmbedderClient; without one it searches by words and by the graph. Raises Incorrect for a memory that is not on
    Neo4j, and where graphiti-core is not installed.
    """
    if memory.engine != "neo4j":
        raise Incorrect(
            f"Graphiti reads Neo4j, and this memory is on the {memory.engine} engine. "
            "Open one with a URL: Memory('neo4j://HOST:7687', tenant=...)."
        )
    os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # graphiti-core's own, when it is imported
        try:
            from graphiti_core import Graphiti
        except ImportError as error:
            raise Incorrect(f"{error}. Install it: pip install 'graphmem[graphiti]'.") from error
        silent = _Silent()
    return Graphiti(
        graph_driver=_driver(memory),
        llm_client=silent.model,
        embedder=embedder or silent.embedder,
        cross_encoder=silent.ranker,
    )


def _driver(memory: Memory | AsyncMemory) -> Any:
    from graphiti_core.driver.neo4j_driver import Neo4jDriver

    class Reader(Neo4jDriver):  # type: ignore[misc]  # graphiti-core is not typed
        """Graphiti's driver, which makes its indexes as soon as it is made; ours serve it."""

        async def build_indices_and_constraints(self, delete_existing: bool = False) -> None:
            """Makes none."""

    engine: Any = memory._guard()  # noqa: SLF001 - the server's address is the engine's, and of no use to others
    name, password = os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD", "")
    return Reader(engine.url, name, password, database=engine.database or "neo4j")


class _Silent:
    """What stands where Graphiti wants a language model, an embedder and a ranker."""

    def __init__(self) -> None:
        from graphiti_core.cross_encoder.client import CrossEncoderClient
        from graphiti_core.embedder.client import EmbedderClient
        from graphiti_core.llm_client.client import LLMClient
        from graphiti_core.llm_client.config import LLMConfig

        class Model(LLMClient):  # type: ignore[misc]
            async def _generate_response(self, *_: Any, **__: Any) -> dict[str, Any]:
                raise _without("language model")

        class Embedder(EmbedderClient):  # type: ignore[misc]
            async def create(self, input_data: Any) -> list[float]:  # noqa: ARG002 - every question alike
                return [1.0] + [0.0] * (DIMENSIONS - 1)

        class Ranker(CrossEncoderClient):  # type: ignore[misc]
            async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:  # noqa: ARG002
                raise _without("ranking model")

        self.model, self.embedder, self.ranker = Model(LLMConfig(api_key="none")), Embedder(), Ranker()


def _without(what: str) -> Incorrect:
    return Incorrect(
        f"this Graphiti client has no {what}: it reads what graphmem wrote. "
        "Write with Memory.ingest or remember; search with a recipe of words and graph."
    )
