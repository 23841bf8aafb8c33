"""Dated facts in the shape of the archive: loaded, asked of years, compared with the archive's own answers."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from graphmem import Incorrect, Memory
from graphmem.evaluate.asof import Figures, run
from graphmem.evaluate.dated import read_facts

NAMES = "<Orla_Quist>\t0\t1901-##-##\t####-##-##\n<Mill_Lane>\t1\n<Quay_Street>\t2\nQ77\t3\n<Orla_Quist_(mayor)>\t4\n"
RELATIONS = "<livedAt>\t0\n"
FACTS = [
    ("0", "0", "1", "1950-##-##", "1952-##-##"),
    ("0", "0", "2", "1952-06-01", "####-##-##"),
    ("0", "0", "3", "####-##-##", "1940-##-##"),
    ("4", "0", "1", "-44-##-##", "1900-##-##"),
    ("4", "0", "2", "1990-##-##", "1980-##-##"),
    ("4", "0", "3", "####-##-##", "####-##-##"),
]
QUESTIONS = [
    {"s": "0", "r": "0", "year": 1951, "answers": ["1"]},
    {"s": "0", "r": "0", "year": 1952, "answers": ["1", "2"]},
    {"s": "0", "r": "0", "year": 1953, "answers": ["2"]},
    {"s": "0", "r": "0", "year": 1939, "answers": []},  # at Q77, but nobody knows since when
    {"s": "4", "r": "0", "year": 400, "answers": ["1"]},
    {"s": "4", "r": "0", "year": 1985, "answers": []},
]


def archive(path: Path, questions: list[Any]) -> str:
    rows = ["\t".join(fact) + "\n" for fact in FACTS]
    texts = {
        "kg/old/train.txt": "".join(rows[:4]), "kg/old/valid.txt": rows[4], "kg/old/test.txt": rows[5],
        "kg/old/entity2id.txt": NAMES, "kg/old/relation2id.txt": RELATIONS,
        "kg/old_asof_6.json": json.dumps(questions), "kg/LICENSE": "free",
    }  # fmt: skip
    with tarfile.open(path, "w:gz") as tar:
        for name, text in texts.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return str(path)


@pytest.fixture
def dated(tmp_path: Path) -> str:
    return archive(tmp_path / "kg.tar.gz", QUESTIONS)


def test_every_year_is_answered_exactly_on_each_engine(dated: str, engine_url: str) -> None:
    figures = run(dated, store=engine_url, as_json=True)
    assert ((), 6, 6) == (figures.wrong, figures.exact, figures.questions)
    (of,) = figures.sets
    assert ("old", 4) == (of.name, of.facts)
    assert {"ends before it begins": 1, "no date": 1} == of.left_out
    again = run(dated, store=engine_url, as_json=True)
    assert (4, 6) == (again.sets[0].duplicates, again.exact)


def test_a_wrong_answer_is_listed_with_both_sides(tmp_path: Path) -> None:
    path = archive(tmp_path / "kg.tar.gz", [{"s": "0", "r": "0", "year": 1951, "answers": ["1", "2"]}])
    (wrong,) = run(path, as_json=True).wrong
    assert ("old", "Orla Quist 0", "old_lived_at", 1951) == (wrong.set, wrong.subject, wrong.predicate, wrong.year)
    assert (("Mill Lane 1", "Quay Street 2"), ("Mill Lane 1",)) == (wrong.expected, wrong.found)


def test_a_limit_takes_the_first_questions_and_the_facts_of_their_subjects(dated: str) -> None:
    figures = run(dated, limit=3, as_json=True)
    assert (3, 3, 3) == (figures.questions, figures.exact, figures.facts)


def test_names_of_words_have_their_number_and_identifiers_stand_alone(dated: str) -> None:
    (facts,) = read_facts(dated)
    named = {name for fact in facts.facts for name in (fact.subject, fact.object)}
    assert {"Orla Quist 0", "Orla Quist (mayor) 4", "Mill Lane 1", "Quay Street 2", "Q77"} == named


def test_the_facts_stay_in_a_store_of_the_callers(dated: str, tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    run(dated, store=store, as_json=True)
    with Memory(store, tenant="asof-old") as memory:
        assert ["Mill Lane 1"] == [str(fact.object) for fact in memory.facts("Orla Quist 0", as_of="1951-07-01T00:00Z")]


@pytest.mark.parametrize("content", [b"no archive", None])
def test_a_file_without_dated_facts_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other.tar"
    if content is None:
        tarfile.open(path, "w").close()
    else:
        path.write_bytes(content)
    with pytest.raises(Incorrect, match=r"other\.tar .*NAME_asof_N\.json"):
        run(str(path))


def test_the_command_prints_a_table_and_fails_where_an_answer_is_not_exact(tmp_path: Path) -> None:
    def told(questions: list[Any], *more: str) -> subprocess.CompletedProcess[str]:
        path = archive(tmp_path / "kg.tar.gz", questions)
        command = [sys.executable, "-m", "graphmem.doors.cli", "eval", "asof", path, *more]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    right, wrong = told(QUESTIONS), told([{"s": "0", "r": "0", "year": 1951, "answers": []}], "--json")
    assert (0, True) == (right.returncode, "4 facts, 6 of 6 questions exact" in right.stdout)
    assert (1, 0) == (wrong.returncode, Figures.model_validate_json(wrong.stdout).exact)
