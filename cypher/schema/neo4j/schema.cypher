// name: schema_graphiti_entity_gives_way() -> none
// Graphiti's plain index on entity ids, where it was first: ours is the constraint.
DROP INDEX entity_uuid IF EXISTS

// name: schema_graphiti_episode_gives_way() -> none
// Graphiti's plain index on episode ids.
DROP INDEX episode_uuid IF EXISTS

// name: schema_graphiti_relation_gives_way() -> none
// Graphiti's plain index on relationship ids.
DROP INDEX relation_uuid IF EXISTS

// name: schema_search_facts() -> none
// Full text of facts under Graphiti's name, with our analyser and the tenant's term.
CREATE FULLTEXT INDEX edge_name_and_fact IF NOT EXISTS FOR ()-[r:RELATES_TO]-() ON EACH [r.name, r.fact, r.group_id, r.tenant_term]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}

// name: schema_search_entities() -> none
// Full text of entities under Graphiti's name.
CREATE FULLTEXT INDEX node_name_and_summary IF NOT EXISTS FOR (n:Entity) ON EACH [n.name, n.summary, n.group_id, n.tenant_term]

// name: schema_search_episodes() -> none
// Full text of episodes, their speaker and date (the name), under Graphiti's name, with our analyser.
CREATE FULLTEXT INDEX episode_content IF NOT EXISTS FOR (n:Episodic) ON EACH [n.content, n.name, n.source, n.source_description, n.group_id, n.tenant_term]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
