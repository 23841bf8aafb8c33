"""The OpenAPI document: FastAPI's, with our problems in the place of its own."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from graphmem.doors.server.routes import Progress
from graphmem.problems import Problem

__all__ = ["document"]

NOT_OURS = ("HTTPValidationError", "ValidationError")


def document(app: FastAPI) -> dict[str, Any]:
    """What FastAPI documents, without the answers (422) that this server never gives, and with those it does."""
    made: dict[str, Any] = FastAPI.openapi(app)
    for operations in made["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)
    _, schemas = models_json_schema(
        [(Problem, "serialization"), (Progress, "serialization")], ref_template="#/components/schemas/{model}"
    )
    components = made["components"]["schemas"]
    made["components"]["schemas"] = {
        name: schema for name, schema in {**schemas["$defs"], **components}.items() if name not in NOT_OURS
    }
    return made
