// name: search_facts(tenant, words, limit) -> rows
// Facts believed now that hold one of the (lower-case) words; the lexical index of an engine replaces this scan.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.group_id = $tenant AND any(word IN $words WHERE toLower(r.fact) CONTAINS word)
RETURN r.uuid AS id, 1.0 AS score
ORDER BY id
LIMIT $limit

// name: search_episodes(tenant, words, limit) -> rows
// Episodes that hold one of the (lower-case) words; the lexical index of an engine replaces this scan.
MATCH (e:Episodic)
WHERE e.group_id = $tenant AND any(word IN $words WHERE toLower(e.content) CONTAINS word)
RETURN e.uuid AS id, 1.0 AS score
ORDER BY id
LIMIT $limit

// name: statements_behind(tenant, episodes) -> rows
// What the given episodes state, to judge whether their words still hold.
UNWIND $episodes AS episode
MATCH (e:Episodic {uuid: episode})-[:STATES]->(st:Statement)
WHERE e.group_id = $tenant AND st.group_id = $tenant
RETURN e.uuid AS episode, properties(st) AS statement
