// name: already_there(tenant, episodes, statements, erased) -> rows
// What a write brings that the store has already: episodes with their content hash, statements, and what was erased.
UNWIND $episodes AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
RETURN e.uuid AS uuid, e.content_hash AS content_hash
UNION ALL
UNWIND $statements AS uuid
MATCH (st:Statement {uuid: uuid})
WHERE st.group_id = $tenant
RETURN st.uuid AS uuid, '' AS content_hash
UNION ALL
UNWIND $erased AS uuid
MATCH (t:Tombstone {uuid: uuid})
WHERE t.group_id = $tenant
RETURN t.uuid AS uuid, '' AS content_hash

// name: statements_named(tenant, uuids) -> rows
// Statements as sentences.
UNWIND $uuids AS uuid
MATCH (st:Statement {uuid: uuid})
WHERE st.group_id = $tenant
RETURN st.uuid AS uuid, st.name AS name

// name: statements_create(tenant, rows) -> none
// Stores statements and ties each to the episode that states it and to the entities it is about.
UNWIND $rows AS row
MATCH (e:Episodic {uuid: row.episode})
WHERE e.group_id = $tenant
CREATE (e)-[:STATES {group_id: $tenant}]->(st:Statement)
SET st = row.props, st.group_id = $tenant
WITH st, row
UNWIND row.about AS about
MATCH (x:Entity {uuid: about.entity})
WHERE x.group_id = $tenant
CREATE (st)-[:ABOUT {role: about.role, group_id: $tenant}]->(x)

// name: about_create(tenant, rows) -> none
// Ties statements that are stored already to the entities they are about now, as subject or object.
UNWIND $rows AS row
MATCH (st:Statement {uuid: row.statement}), (e:Entity {uuid: row.entity})
WHERE st.group_id = $tenant AND e.group_id = $tenant
CREATE (st)-[:ABOUT {role: row.role, group_id: $tenant}]->(e)

// name: statements_of_keys(tenant, keys) -> rows
// Every statement of the given keys that enters a fold, withdrawn ones included.
MATCH (st:Statement)
WHERE st.key IN $keys AND st.group_id = $tenant AND st.folds
RETURN properties(st) AS statement

// name: statements_of_slots(tenant, slots) -> rows
// Every statement of a subject's multi-valued slot, whatever its value: for ends and corrections that reach across values.
MATCH (st:Statement)
WHERE st.slot_key IN $slots AND st.group_id = $tenant AND st.folds
RETURN properties(st) AS statement

// name: statements_of_episode(tenant, episode) -> rows
// What one episode states.
MATCH (e:Episodic {uuid: $episode})-[:STATES]->(st:Statement)
WHERE e.group_id = $tenant AND st.group_id = $tenant
RETURN properties(st) AS statement

// name: statements_of_entity(tenant, entity) -> rows
// What is stated of an entity, as subject or object.
MATCH (e:Entity {uuid: $entity})<-[:ABOUT]-(st:Statement)
WHERE e.group_id = $tenant AND st.group_id = $tenant
RETURN DISTINCT properties(st) AS statement

// name: statements_waiting(tenant, forever) -> rows
// The statements that wait for a person, or waited: what they claim decides.
MATCH (st:Statement)
WHERE st.waits = $tenant AND st.group_id = $tenant AND st.system_to = $forever
RETURN properties(st) AS statement

// name: statements_alike(tenant, keys) -> rows
// Every statement of the given keys, whether it enters a fold or not.
MATCH (st:Statement)
WHERE st.key IN $keys AND st.group_id = $tenant
RETURN properties(st) AS statement

// name: statements_read(tenant, uuids) -> rows
// Statements by id.
UNWIND $uuids AS uuid
MATCH (st:Statement {uuid: uuid})
WHERE st.group_id = $tenant
RETURN properties(st) AS statement

// name: statements_planned(tenant, subjects) -> rows
// The planned statements of subjects: their planned lanes are folded from them when asked.
MATCH (st:Statement)
WHERE st.plan_of IN $subjects AND st.group_id = $tenant
RETURN properties(st) AS statement

// name: statements_withdraw(tenant, uuids, now) -> none
// Withdraws statements: believed no longer, kept in history.
UNWIND $uuids AS uuid
MATCH (st:Statement {uuid: uuid})
WHERE st.group_id = $tenant AND st.system_to > $now
SET st.system_to = $now

// name: statements_destroy(tenant, uuids) -> none
// Destroys statements with every tie they have.
UNWIND $uuids AS uuid
MATCH (st:Statement {uuid: uuid})
WHERE st.group_id = $tenant
DETACH DELETE st

// name: sources(tenant, uuids) -> rows
// The statements behind facts, each with its episode: who said it, when, in which words.
UNWIND $uuids AS uuid
MATCH (st:Statement {uuid: uuid})<-[:STATES]-(e:Episodic)
WHERE st.group_id = $tenant AND e.group_id = $tenant
RETURN st.uuid AS uuid, st.name AS name, st.kind AS kind, st.span_start AS span_start, st.span_end AS span_end,
       st.source_kind AS source_kind, st.system_from AS system_from, e.episode_id AS episode_id, e.speaker AS speaker, e.said_at AS said_at,
       e.said_at_offset AS said_at_offset, e.content AS content, e.extract_of AS extract_of

// name: newest_read(tenant, frontiers, keys, forever) -> rows
// The frontier of each key, which the newest statement must pass to be appended without reading the history; and the
// last believed segment of each key, where its end is open.
UNWIND $frontiers AS key
MATCH (k:Frontier {uuid: key})
WHERE k.group_id = $tenant
RETURN properties(k) AS frontier, null AS edge, null AS subject, null AS object
UNION ALL
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.key IN $keys AND r.valid_to = $forever AND all(x IN [r] WHERE x.group_id = $tenant)
RETURN null AS frontier, properties(r) AS edge, s.uuid AS subject, o.uuid AS object

// name: frontiers_write(tenant, rows) -> none
// Replaces the frontier of each key.
UNWIND $rows AS row
MERGE (k:Frontier {uuid: row.key})
SET k = row.props, k.uuid = row.key, k.group_id = $tenant

// name: frontiers_destroy(tenant, keys) -> none
// Destroys the frontiers of keys; the next write folds the history and makes them anew.
UNWIND $keys AS key
MATCH (k:Frontier {uuid: key})
WHERE k.group_id = $tenant
DELETE k

// name: statements_repoint(tenant, rows) -> none
// Files statements under the entities their words now stand for; each keeps the ones it was stated of.
UNWIND $rows AS row
MATCH (st:Statement {uuid: row.uuid})
WHERE st.group_id = $tenant
SET st += row.props

// name: about_remove(tenant, uuids) -> none
// Unties statements from the entities they are about.
UNWIND $uuids AS uuid
MATCH (st:Statement {uuid: uuid})-[a:ABOUT]->(:Entity)
WHERE st.group_id = $tenant
DELETE a
