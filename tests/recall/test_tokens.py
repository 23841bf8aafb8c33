"""Counting tokens: by name without a network, by any callable."""

from __future__ import annotations

import hashlib
import os
import socket
from pathlib import Path

import pytest

from graphmem.errors import Incorrect
from graphmem.recall import tokens
from graphmem.recall.tokens import SHA256, counter


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize(
    ("encoding", "text", "expected"),
    [
        ("o200k_base", "", 0),
        ("o200k_base", "hello world", 2),
        ("o200k_base", "hello <|endoftext|>", 8),
        ("cl100k_base", "hello world", 2),
        ("cl100k_base", "tiktoken is great!", 6),
    ],
)
def test_known_strings_have_tiktokens_own_counts(encoding: str, text: str, expected: int) -> None:
    assert expected == counter(encoding)(text)


def test_no_name_means_o200k_base_and_a_model_means_its_encoding() -> None:
    text = "Grüße aus Łódź, 東京 и Київ"

    assert counter("o200k_base")(text) == counter(None)(text) == counter("gpt-4o")(text)


@pytest.mark.usefixtures("no_network")
def test_a_fresh_cache_directory_is_filled_without_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    directory = tokens._unpacked("cl100k_base")

    (file,) = directory.iterdir()
    assert (tmp_path / "graphmem" / "tiktoken", SHA256["cl100k_base"]) == (
        directory,
        hashlib.sha256(file.read_bytes()).hexdigest(),
    )


@pytest.mark.usefixtures("no_network")
def test_a_damaged_rank_file_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (file,) = tokens._unpacked("cl100k_base").iterdir()
    file.write_bytes(b"half a fi")

    tokens._unpacked("cl100k_base")

    assert SHA256["cl100k_base"] == hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.usefixtures("no_network")
def test_an_encoding_loads_from_a_fresh_cache_and_leaves_the_environment_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tiktoken.registry

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "/somewhere/else")
    monkeypatch.delitem(tiktoken.registry.ENCODINGS, "cl100k_base", raising=False)

    count = tokens._encoding.__wrapped__("cl100k_base")

    assert (count("hello world"), os.environ["TIKTOKEN_CACHE_DIR"]) == (2, "/somewhere/else")


def test_a_home_that_cannot_be_written_falls_back_to_the_temporary_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    assert tmp_path == tokens._unpacked("cl100k_base").parent


def test_any_callable_that_counts_is_accepted() -> None:
    assert counter(len)("four") == 4


@pytest.mark.parametrize("wrong", [lambda _: -1, lambda _: 1.5, lambda _: None, lambda _: True])
def test_a_callable_that_does_not_count_is_refused_at_once(wrong: tokens.Counter) -> None:
    with pytest.raises(Incorrect, match="the tokenizer gave"):
        counter(wrong)


def test_a_callable_is_checked_on_every_text() -> None:
    count = counter(lambda text: 5 - len(text))

    with pytest.raises(Incorrect, match="the tokenizer gave -3"):
        count("too long")


@pytest.mark.parametrize("name", ["p50k_base", "no-such-model"])
def test_an_encoding_that_is_not_shipped_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(Incorrect, match=f"tokenizer '{name}' is not shipped; shipped are o200k_base"):
        counter(name)
