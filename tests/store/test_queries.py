"""What the .cypher files promise, read from the files: names, comments, parameters, and a tenant in every query."""

from __future__ import annotations

import re

import pytest

from graphmem.errors import Incorrect
from graphmem.store.queries import ENGINES, Engine, Query, cypher_root, load_queries, parse_queries

# Queries of the store itself: they have no tenant, and no verb of a tenant runs them.
OPERATOR_FOLDERS = {"operator", "schema"}


def tenant_files() -> list[str]:
    folders = [cypher_root(), *(cypher_root() / engine for engine in ENGINES)]
    return [
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in folder.iterdir()
        if path.name.endswith(".cypher")
    ]


def tenant_queries() -> list[Query]:
    return [query for text in tenant_files() for query in parse_queries(text, "cypher")]


def test_every_query_of_a_tenant_takes_its_tenant_and_uses_it() -> None:
    queries = tenant_queries()
    assert len(queries) > 80
    assert [query.name for query in queries if "tenant" not in query.parameters] == []
    assert [query.name for query in queries if "$tenant" not in query.body] == []


def test_every_matched_pattern_is_held_to_the_tenant() -> None:
    """As many tenant predicates as clauses that match, or a pattern whose key holds the tenant already."""
    loose = []
    for query in tenant_queries():
        branches = query.body.split("UNION ALL")
        loose += [query.name for branch in branches if "MATCH" in branch and "$tenant" not in branch]
    assert loose == []


def test_limits_are_parameters_for_the_text_is_the_plan_cache_key() -> None:
    literal = [query.name for query in tenant_queries() if re.search(r"LIMIT \d", query.body)]
    assert literal == ["receipt_of_call"]


def test_portable_queries_use_no_temporal_functions() -> None:
    portable = [path for path in cypher_root().iterdir() if path.name.endswith(".cypher")]
    texts = [path.read_text(encoding="utf-8") for path in portable]
    assert [word for text in texts for word in re.findall(r"\b(?:datetime|timestamp|date|duration)\(", text)] == []


@pytest.mark.parametrize("engine", ENGINES)
def test_the_text_sent_leads_with_name_file_and_line_and_never_varies(engine: Engine) -> None:
    queries = load_queries(engine)
    query = queries["facts_at"]
    assert query.text.splitlines()[0] == f"// facts_at {query.file}:{query.line}"
    assert query.text == load_queries(engine)["facts_at"].text


def test_an_overlay_stands_in_for_the_portable_query_on_its_engine_only() -> None:
    assert "fulltext" in load_queries("neo4j")["search_facts"].body
    assert "fulltext" not in load_queries("embedded")["search_facts"].body


GOOD = "// name: one(tenant) -> rows\n// What it gives.\nMATCH (n {group_id: $tenant}) RETURN n"


def test_a_query_is_read_with_its_parts() -> None:
    (query,) = parse_queries(GOOD, "x.cypher")
    assert (query.name, query.parameters, query.comment, query.line) == (
        "one",
        frozenset({"tenant"}),
        "What it gives.",
        1,
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("MATCH (n) RETURN n", r"x\.cypher:1: text before the first"),
        ("// name: One(tenant) -> rows\n// x\nRETURN $tenant", r"x\.cypher:1: .* Mend the header"),
        ("// name: one(tenant) -> rows\nRETURN $tenant", r"x\.cypher:1: .* no comment"),
        ("// name: one(tenant) -> rows\n// x\n", r"x\.cypher:1: .* no body"),
        (GOOD + ", $other", r"x\.cypher:1: .* declares \['tenant'\] and uses \['other', 'tenant'\]"),
        ("// name: one(tenant, limit) -> rows\n// x\nRETURN $tenant", r"uses \['tenant'\]"),
        (GOOD + "\n\n// name: two(tenant) -> rows\n// x\nRETURN 1", r"x\.cypher:5: query two"),
    ],
)
def test_a_broken_file_is_named_with_its_line(text: str, says: str) -> None:
    with pytest.raises(Incorrect, match=says):
        parse_queries(text, "x.cypher")


def test_a_dollar_in_a_text_is_no_parameter() -> None:
    (query,) = parse_queries(GOOD.replace("RETURN n", "RETURN n, '$price', `$odd` // $not"), "x.cypher")
    assert query.parameters == {"tenant"}
