// name: search_facts(tenant, words, limit) -> rows
// Facts believed now by full text: the tenant is a required term of the query (row.words is built so), and checked again.
CALL db.index.fulltext.queryRelationships('edge_name_and_fact', $words, {limit: $limit}) YIELD relationship AS r, score
WHERE r.group_id = $tenant
RETURN r.uuid AS id, score
ORDER BY score DESC, id

// name: search_episodes(tenant, words, limit) -> rows
// Episodes by full text, the tenant as a required term of the query and checked again.
CALL db.index.fulltext.queryNodes('episode_content', $words, {limit: $limit}) YIELD node AS e, score
WHERE e.group_id = $tenant
RETURN e.uuid AS id, score
ORDER BY score DESC, id
