// name: fulltext_indexes() -> rows
// The full-text indexes under Graphiti's names, with what they cover: one made by Graphiti lacks the tenant's term.
SHOW FULLTEXT INDEXES YIELD name, properties
WHERE name IN ['edge_name_and_fact', 'node_name_and_summary', 'episode_content']
RETURN name, properties

// name: fulltext_edge_gives_way() -> none
// Graphiti's full-text index of facts.
DROP INDEX edge_name_and_fact IF EXISTS

// name: fulltext_node_gives_way() -> none
// Graphiti's full-text index of entities.
DROP INDEX node_name_and_summary IF EXISTS

// name: fulltext_episode_gives_way() -> none
// Graphiti's full-text index of episodes.
DROP INDEX episode_content IF EXISTS

// name: indexes_await() -> none
// Waits until every index answers.
CALL db.awaitIndexes(300)
