"""The lists of forms.toml: what stands around a name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["forms", "small_words"]


@cache
def forms() -> Mapping[str, Any]:
    """The tables of forms.toml, read once."""
    return tomllib.loads((files("graphmem.identity") / "forms.toml").read_text(encoding="utf-8"))


@cache
def small_words() -> frozenset[str]:
    """Words that tell no name from another."""
    return frozenset(forms()["small"]["words"])
