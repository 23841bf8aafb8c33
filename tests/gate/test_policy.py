"""The write policy as data: what a file may say, where it is wrong, and that the strictest word counts."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Incorrect
from graphmem.gate.judge import judge
from graphmem.model import Episode, Mention, SourceKind, Statement
from graphmem.policy import Policy, default_policy, read_policy
from graphmem.registry import registry

KINDS = get_args(SourceKind)
SAID = datetime(2026, 1, 5, tzinfo=UTC)


def written(folder: Path, text: str) -> Policy:
    path = folder / "policy.toml"
    path.write_text(text)
    return read_policy(path)


def judged(policy: Policy, predicate: str = "lives_in", *, kind: SourceKind = "user_statement", **given_: Any) -> str:
    role = {"document": "tool", "tool_result": "tool", "assistant_message": "assistant"}.get(kind, "user")
    episode = Episode(id="e", speaker="Ilse Brandt", role=role, said_at=SAID, text="So it is.", source_kind=kind)
    statement = Statement(
        episode="e", subject=Mention(text="", name="Ilse Brandt", type="Person"), predicate=predicate, slot=predicate,
        object=Mention(text="", name=given_.get("value", "Aarhus"), type=given_.get("type", "Place")), source_kind=kind,
    )  # fmt: skip
    return judge(statement, episode, registry().under(policy)).decision


def test_the_shipped_policy_keeps_what_people_say_and_asks_about_what_is_inferred() -> None:
    policy = default_policy()
    decisions = {kind: judged(policy, kind=kind) for kind in KINDS}
    kept = dict.fromkeys(("user_correction", "user_statement", "document", "tool_result", "report"), "kept")
    assert {**kept, "assistant_message": "skipped", "inference": "review"} == decisions


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    assert default_policy() == written(tmp_path, "# nothing of our own\n")


def test_a_file_is_laid_over_the_shipped_one_key_by_key(tmp_path: Path) -> None:
    policy = written(
        tmp_path, "[sources.tool_result]\nretention_days = 30\n[predicates.lives_in]\ndecision = 'review'\n"
    )
    assert (30, default_policy().source("tool_result").longest) == (
        policy.source("tool_result").retention_days,
        policy.source("tool_result").longest,
    )
    assert ("review", "kept") == (judged(policy), judged(policy, "works_at", type="Organization"))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[sources.tool_result]\n\nretention_days = -1\n", 3, "sources.tool_result.retention_days: .*greater than 0"),
        ("# ours\n[sources.tool_result]\nkeep = true\n", 3, "sources.tool_result.keep: Extra inputs"),
        ("[sources.rumour]\ndecision = 'keep'\n", 1, "sources.rumour"),
        ("[special]\npurpose = ''\n\n[types]\nallowed = ['Person', 'Ghost']\n", 5, "types.allowed"),
        ("[predicates.born_on]\ndecision = 'maybe'\n", 2, "predicates.born_on.decision: Input should be 'keep'"),
        ("[sources.report]\nlongest = 3\n", 2, "sources.report.longest: .*greater than or equal to 200"),
        ("[sources.inference]\n# trust it\ndecision = 'keep'\n", 3, "for nobody stated it"),
        ("keeping = 1\n", 1, "keeping: Extra inputs"),
        ("[sources\n", 1, "line 1"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(Incorrect) as caught:
        written(tmp_path, text)
    assert re.search(said, str(caught.value))
    assert f"policy.toml:{line}: " in str(caught.value) or "at line 1" in str(caught.value)


def test_a_file_that_is_not_there_is_said_by_name(tmp_path: Path) -> None:
    with pytest.raises(Incorrect, match=r"none\.toml: the policy cannot be read"):
        read_policy(tmp_path / "none.toml")


def test_the_shipped_file_says_something_of_every_kind_of_source() -> None:
    assert set(KINDS) == set(default_policy().sources)
    assert "[sources.tool_result]" in (files("graphmem") / "data" / "policy.toml").read_text(encoding="utf-8")


def test_types_sources_and_relations_that_are_refused_are_skipped(tmp_path: Path) -> None:
    policy = written(
        tmp_path,
        "[types]\nallowed = ['Person', 'Place', 'Value']\n[sources.report]\ndecision = 'skip'\n"
        "[predicates.lives_in]\nsources = ['user_statement']\n[predicates.age]\ndecision = 'skip'\n",
    )
    assert "skipped" == judged(policy, "works_at", type="Organization")
    assert "skipped" == judged(policy, "born_in", kind="report")
    assert ("kept", "skipped") == (judged(policy), judged(policy, kind="document"))
    assert "skipped" == judged(policy, "age", value="41", type="Value")


def test_special_categories_wait_until_a_purpose_is_named(tmp_path: Path) -> None:
    diet: dict[str, Any] = {"predicate": "allergic_to", "value": "hazelnuts", "type": "Thing"}
    assert "kept" == judged(default_policy(), **diet)
    assert "review" == judged(written(tmp_path, "[special]\npurpose = ''\n"), **diet)
    assert "review" == judged(default_policy(), **diet, kind="tool_result")
    told = written(tmp_path, "[predicates.lives_in]\nsensitivity = 'special'\n[special]\npurpose = ''\n")
    assert "review" == judged(told)
    plain = written(tmp_path, "[predicates.allergic_to]\nsensitivity = 'ordinary'\n[special]\npurpose = ''\n")
    assert "kept" == judged(plain, **diet)


STRICTNESS = {"kept": 0, "review": 1, "skipped": 2}
DECISIONS = st.sampled_from(["keep", "review", "skip"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(of_source=DECISIONS, of_predicate=DECISIONS, kind=st.sampled_from(["user_statement", "document", "report"]))
def test_the_stricter_of_source_and_relation_counts(
    tmp_path: Path, of_source: str, of_predicate: str, kind: SourceKind
) -> None:
    policy = written(
        tmp_path,
        f"[sources.{kind}]\ndecision = '{of_source}'\n[predicates.lives_in]\ndecision = '{of_predicate}'\n",
    )
    wanted = max(STRICTNESS[{"keep": "kept", "skip": "skipped"}.get(one, one)] for one in (of_source, of_predicate))
    assert wanted == STRICTNESS[judged(policy, kind=kind)]


DAYS = st.none() | st.integers(1, 400)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(of_source=DAYS, of_predicate=DAYS, what=st.sampled_from(["time_to_live_days", "retention_days"]))
def test_the_shortest_time_counts(tmp_path: Path, of_source: int | None, of_predicate: int | None, what: Any) -> None:
    lines = ["[sources.document]", f"{what} = {of_source}" if of_source else "", "[predicates.lives_in]"]
    policy = written(tmp_path, "\n".join([*lines, f"{what} = {of_predicate}" if of_predicate else ""]))
    given_days = [days for days in (of_source, of_predicate) if days]
    assert min(given_days, default=None) == policy.days(what, "lives_in", "document")
    ours = registry().under(policy)
    days = ours.time_to_live_days if what == "time_to_live_days" else ours.retention_days
    assert min(given_days, default=None) == days("lives_in", "document")
