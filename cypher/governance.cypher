// name: receipts_create(tenant, receipt) -> none
// Records one write, in its own transaction: audit, idempotency and "changes since" read it.
CREATE (w:Receipt)
SET w = $receipt, w.group_id = $tenant

// name: receipt_of_call(tenant, call) -> rows
// The receipt of an earlier call with the same idempotency key.
MATCH (w:Receipt)
WHERE w.call = $call AND w.group_id = $tenant
RETURN properties(w) AS receipt
LIMIT 1

// name: receipts_between(tenant, since, until) -> rows
// The receipts of a stretch of system time, oldest first.
MATCH (w:Receipt)
WHERE w.group_id = $tenant AND w.at > $since AND w.at <= $until
RETURN w.at AS at, w.opened AS opened, w.closed AS closed
ORDER BY w.at, w.uuid

// name: receipts_forget(tenant, instants) -> none
// Takes callers' words (ids, idempotency keys) out of the receipts of erased writes; what they changed stays counted.
MATCH (w:Receipt)
WHERE w.group_id = $tenant AND w.at IN $instants
REMOVE w.body, w.call

// name: receipts_at(tenant, instants) -> rows
// The receipts of given instants of system time.
MATCH (w:Receipt)
WHERE w.group_id = $tenant AND w.at IN $instants
RETURN properties(w) AS receipt

// name: receipts_trim(tenant, rows) -> none
// Replaces the ids that receipts hold.
UNWIND $rows AS row
MATCH (w:Receipt)
WHERE w.group_id = $tenant AND w.at = row.at AND w.uuid = row.uuid
SET w += row.props

// name: reviews_write(tenant, rows) -> none
// Opens review items, or adds to the open one of the same identity.
UNWIND $rows AS row
MERGE (v:Review {uuid: row.uuid})
ON CREATE SET v.group_id = $tenant, v.kind = row.kind, v.at = row.at, v.open = true
SET v.reason = row.reason, v.statements = row.statements, v.entities = row.entities, v.key = row.key

// name: reviews_open(tenant) -> rows
// Review items that wait for a person.
MATCH (v:Review)
WHERE v.group_id = $tenant AND v.open
RETURN v.uuid AS uuid, v.kind AS kind, v.reason AS reason, v.statements AS statements, v.entities AS entities, v.at AS at, v.open AS open
ORDER BY v.at, v.uuid

// name: reviews_of_keys(tenant, keys) -> rows
// The open review items of keys, so that a fold can withdraw those whose cause is gone. The tenant stands apart: beside
// the keys either engine would look up all that is the tenant's.
MATCH (v:Review)
WHERE v.key IN $keys AND all(x IN [v] WHERE x.group_id = $tenant AND x.open)
RETURN v.uuid AS uuid, v.key AS key, v.kind AS kind, v.reason AS reason, v.statements AS statements, v.entities AS entities, v.at AS at, v.open AS open

// name: reviews_destroy(tenant, uuids) -> none
// Destroys review items.
UNWIND $uuids AS uuid
MATCH (v:Review {uuid: uuid})
WHERE v.group_id = $tenant
DETACH DELETE v

// name: reviews_naming(tenant, statements, entities) -> rows
// Review items that name one of the statements or entities.
MATCH (v:Review)
WHERE v.group_id = $tenant AND (any(x IN v.statements WHERE x IN $statements) OR any(x IN v.entities WHERE x IN $entities))
RETURN v.uuid AS uuid

// name: episodes_expired(tenant, now, limit) -> rows
// Episodes whose keeping is over, the longest first.
MATCH (e:Episodic)
WHERE e.group_id = $tenant AND e.expires_at <= $now
RETURN e.uuid AS uuid
ORDER BY e.expires_at, e.uuid
LIMIT $limit

// name: statements_expired(tenant, now, limit) -> rows
// Statements whose keeping is over, each with its episode, the longest first.
MATCH (e:Episodic)-[:STATES]->(st:Statement)
WHERE all(x IN [e, st] WHERE x.group_id = $tenant) AND st.expires_at <= $now
RETURN e.uuid AS episode, properties(st) AS statement
ORDER BY statement.expires_at, statement.uuid
LIMIT $limit

// name: tombstones_create(tenant, rows) -> none
// Remembers by keyed hash that something was erased, without its content.
UNWIND $rows AS row
MERGE (t:Tombstone {uuid: row.uuid})
SET t.group_id = $tenant, t.kind = row.kind, t.at = row.at

// name: tombstones_present(tenant, uuids) -> rows
// Which of the given keyed hashes were erased.
UNWIND $uuids AS uuid
MATCH (t:Tombstone {uuid: uuid})
WHERE t.group_id = $tenant
RETURN t.uuid AS uuid

// name: nodes_left(tenant) -> rows
// What a tenant still has, by label, receipts and tombstones aside.
MATCH (n)
WHERE n.group_id = $tenant AND NOT n:Receipt AND NOT n:Tombstone
RETURN labels(n) AS labels, n.uuid AS uuid

// name: left_of(tenant, names) -> rows
// What still holds one of the (lower-case) names after an erasure, by place.
MATCH (e:Episodic) WHERE e.group_id = $tenant AND any(name IN $names WHERE toLower(e.content) CONTAINS name OR toLower(coalesce(e.speaker, '')) CONTAINS name)
RETURN 'episode' AS place, count(e) AS hits
UNION ALL
MATCH (st:Statement) WHERE st.group_id = $tenant AND any(name IN $names WHERE toLower(st.subject_text) CONTAINS name OR toLower(coalesce(st.object_text, '')) CONTAINS name)
RETURN 'statement' AS place, count(st) AS hits
UNION ALL
MATCH (x:Entity) WHERE x.group_id = $tenant AND any(name IN $names WHERE toLower(x.name) CONTAINS name)
RETURN 'entity' AS place, count(x) AS hits
UNION ALL
MATCH (a:Alias) WHERE a.group_id = $tenant AND any(name IN $names WHERE toLower(a.name) CONTAINS name)
RETURN 'alias' AS place, count(a) AS hits
