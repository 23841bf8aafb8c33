"""Keys of a name: the one that equal names share, and those under which similar names are found."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice

from graphmem.caches import of_texts
from graphmem.identity.forms import small_words
from graphmem.identity.names import REMEMBERED, Parts, take_apart
from graphmem.identity.nicknames import heads
from graphmem.identity.spelling import fold, is_ideographic, skeleton, words

__all__ = ["alias_key", "block_keys"]

LONGEST = 200  # characters of a key: engines bound what they index
MOST_BLOCKS = 8


@of_texts(maxsize=REMEMBERED)
def alias_key(name: str) -> str:
    """The key that equal names share, at most 200 characters; never empty for a name that is not.

    Case, width, marks, punctuation, "the", titles and legal forms do not count; digits, generation and order do.
    The owner of a possessive name is kept: `alias_key("Dr. Solís's sister") == "solis 's sister"`.
    A key is its own key.
    """
    key = _settled(name)
    if max(len(key), len(name)) <= LONGEST:
        return key
    digest = hashlib.sha256(fold(name).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return _settled(f"{key[: LONGEST - 40]} {digest}")


def _settled(name: str) -> str:
    """The key of a key until it stays: a title may stand behind a title."""
    key = _key(name)
    for _ in range(len(key)):
        again = _key(key)
        if again == key:
            break
        key = again
    return key


def _key(name: str) -> str:
    parts = take_apart(name)
    tokens = " ".join((*parts.tokens, parts.generation)).rstrip()
    if parts.owner:
        return f"{_key(parts.owner)} 's {tokens}"
    return tokens


@of_texts(maxsize=REMEMBERED)
def block_keys(name: str) -> tuple[str, ...]:
    """At most eight words under which a similar name would be found: parts, joined spelling, initials, consonants."""
    return tuple(islice(dict.fromkeys(_blocks(name)), MOST_BLOCKS))


def _blocks(name: str) -> Iterator[str]:
    tokens = _bearing(take_apart(name))
    plain = [skeleton(_one_letter(token)) or token for token in tokens]
    yield plain[0]
    yield plain[-1]
    yield from (skeleton(head) for head in heads(tokens[0])[:3])
    yield from (key for key in _shapes(plain) if len(key) > 1)
    yield from plain[1:-1]


def _shapes(tokens: Sequence[str]) -> Iterator[str]:
    """The words as one, initial and last, consonants, beginning, initials."""
    joined = "".join(tokens)
    yield joined
    if len(tokens) > 1:
        yield f"{tokens[0][:1]} {tokens[-1]}"
    elif is_ideographic(joined):
        yield joined[1:]  # a given name without its family name
    yield joined[:1] + "".join(char for char in joined[1:] if char not in "aeiou")
    yield joined[:4]
    if len(tokens) > 2:
        yield "".join(token[0] for token in tokens)


def _bearing(parts: Parts) -> list[str]:
    """The words that tell: of a possessive name the owner's too, small words only where there are no others."""
    tokens = [*words(alias_key(parts.owner) if parts.owner else ""), *parts.tokens]
    return [token for token in tokens if token not in small_words()] or tokens


def _one_letter(token: str) -> str:
    """A token with "ae", "oe" and "ue" as one letter, since they may stand for an umlaut."""
    return token.replace("ae", "a").replace("oe", "o").replace("ue", "u")
