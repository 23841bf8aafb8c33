// name: search_facts(tenant, words, limit) -> rows
// Facts believed now that hold one of the (lower-case) words; the lexical index of an engine replaces this scan.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.group_id = $tenant AND any(word IN $words WHERE toLower(r.fact) CONTAINS word)
RETURN r.uuid AS id, 1.0 AS score
ORDER BY id
LIMIT $limit

// name: search_episodes(tenant, words, limit) -> rows
// Episodes that hold one of the (lower-case) words, or whose speaker or date does; the lexical index of an engine replaces this scan.
MATCH (e:Episodic)
WHERE e.group_id = $tenant AND any(word IN $words WHERE toLower(e.name + ' ' + e.content) CONTAINS word)
RETURN e.uuid AS id, 1.0 AS score
ORDER BY id
LIMIT $limit

// name: turns_at(tenant, places) -> rows
// The turns at the given places of sessions, with their text.
UNWIND $places AS place
MATCH (e:Episodic {group_id: $tenant, session: place.session, seq: place.seq})
RETURN e.uuid AS uuid, e.episode_id AS episode_id, e.session AS session, e.seq AS seq, e.speaker AS speaker,
       e.role AS role, e.said_at AS said_at, e.said_at_offset AS said_at_offset, e.recorded_at AS recorded_at, e.source_kind AS source_kind, e.content AS content, e.replaced_at AS replaced_at, e.expires_at AS expires_at, e.extract_of AS extract_of

// name: stated_in(tenant, episodes) -> rows
// Of what the given episodes state, where they do and how it was meant, to judge whether their words still hold.
UNWIND $episodes AS episode
MATCH (e:Episodic {uuid: episode})-[:STATES]->(st:Statement)
WHERE all(n IN [e, st] WHERE n.group_id = $tenant)
RETURN e.uuid AS episode, st{.uuid, .key, .folds, .polarity, .modality, .span_start, .span_end, .system_from} AS statement

// name: statements_behind(tenant, episodes) -> rows
// What the given episodes state.
UNWIND $episodes AS episode
MATCH (e:Episodic {uuid: episode})-[:STATES]->(st:Statement)
WHERE all(n IN [e, st] WHERE n.group_id = $tenant)
RETURN e.uuid AS episode, properties(st) AS statement
