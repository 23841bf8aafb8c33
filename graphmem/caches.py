"""Answers about texts that come again: kept within a bound, and let go together after an erasure."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

__all__ = ["forget", "of_texts"]

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_letting_go: list[Callable[[], None]] = []


def of_texts(maxsize: int) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """An `lru_cache` for a function of somebody's words, names or parts of them, which `forget` empties."""

    def caching(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        cached = lru_cache(maxsize=maxsize)(function)
        _letting_go.append(cached.cache_clear)
        return cast("Callable[Given, Answer]", cached)

    return caching


def forget() -> None:
    """Lets every text and name go that was read: after an erasure none of it may stay in memory."""
    for let_go in _letting_go:
        let_go()
