// name: names_read(tenant, keys) -> rows
// The entities that an alias key names, with all their names; block keys ("~...") find similar names.
UNWIND $keys AS key
MATCH (a:Alias {group_id: $tenant, key: key})-[n:NAMES]->(e:Entity)
RETURN key, e.uuid AS uuid, e.name AS name, e.type AS type, e.aliases AS aliases, coalesce(n.own, '') AS own

// name: aliases_lock(tenant, rows, lock) -> rows
// The alias nodes of `rows`, made where absent and locked in the order given: two writers of one new name meet here.
// Gives the entities that they name by then, each with its keys. OPTIONAL: with a plain MATCH the embedded engine leaves off, writes included, after
// two hundred keys that name nothing.
UNWIND $rows AS row
MERGE (a:Alias {group_id: $tenant, key: row.key})
ON CREATE SET a.name = row.name
SET a.lock = $lock
WITH a
OPTIONAL MATCH (a)-[:NAMES]->(e:Entity)
WITH a, e
WHERE e IS NOT NULL
RETURN e.uuid AS uuid, e.name AS name, e.type AS type, e.aliases AS aliases, collect(a.key) AS keys

// name: aliases_read(tenant, entity) -> rows
// The keys and names of one entity.
MATCH (e:Entity {uuid: $entity})<-[n:NAMES]-(a:Alias)
WHERE a.group_id = $tenant
RETURN a.key AS key, a.name AS name, n.statement AS statement

// name: aliases_name(tenant, rows) -> none
// Ties alias keys to entities; `row.statement` is the statement that says so, if one does.
UNWIND $rows AS row
MATCH (a:Alias {group_id: $tenant, key: row.key}), (e:Entity {uuid: row.entity})
MERGE (a)-[n:NAMES]->(e)
ON CREATE SET n.statement = row.statement, n.group_id = $tenant

// name: entities_create(tenant, rows) -> none
// Makes the entities of `rows` that are not there yet, and ties the alias keys that name them.
UNWIND $rows AS row
MERGE (e:Entity {uuid: row.uuid})
ON CREATE SET e.group_id = $tenant, e.name = row.name, e.type = row.type, e.aliases = row.aliases, e.summary = '', e.created_us = row.created
WITH e, row
UNWIND row.names AS name
MATCH (a:Alias {group_id: $tenant, key: name.key})
CREATE (a)-[:NAMES {group_id: $tenant, statement: name.statement}]->(e)

// name: entities_update(tenant, rows) -> none
// The display name, type and list of names of entities.
UNWIND $rows AS row
MATCH (e:Entity {uuid: row.uuid})
WHERE e.group_id = $tenant
SET e.name = row.name, e.type = row.type, e.aliases = row.aliases

// name: entities_read(tenant, uuids) -> rows
// Entities by id.
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
WHERE e.group_id = $tenant
RETURN e.uuid AS uuid, e.name AS name, e.type AS type, e.aliases AS aliases, coalesce(e.merged_into, '') AS merged_into

// name: subjects_lock(tenant, uuids, lock, now) -> rows
// Locks subjects in the order given and returns each one's next instant of system time, and whether it is its first.
// The blind SET of `lock` stands in front: without it writers of one subject deadlock.
UNWIND $uuids AS uuid
MATCH (s:Entity {uuid: uuid})
WHERE s.group_id = $tenant
SET s.lock = $lock
SET s.first = CASE WHEN s.clock IS NULL THEN true ELSE false END
SET s.clock = CASE WHEN s.clock >= $now THEN s.clock + 1 ELSE $now END
RETURN s.uuid AS uuid, s.clock AS clock, s.first AS first

// name: subjects_clock(tenant, uuids, now) -> none
// Gives all subjects of one write the same instant: the largest.
UNWIND $uuids AS uuid
MATCH (s:Entity {uuid: uuid})
WHERE s.group_id = $tenant
SET s.clock = $now

// name: possibly_same_create(tenant, rows) -> none
// Joins two entities that may be one, with the reason.
UNWIND $rows AS row
MATCH (a:Entity {uuid: row.entity}), (b:Entity {uuid: row.other})
WHERE a.group_id = $tenant AND b.group_id = $tenant
MERGE (a)-[p:POSSIBLY_SAME]->(b)
ON CREATE SET p.group_id = $tenant, p.reason = row.reason

// name: entities_bare(tenant, uuids) -> rows
// Of the given entities those that nothing is stated of, believed about or mentioned by.
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
WHERE e.group_id = $tenant
OPTIONAL MATCH (e)-[r:RELATES_TO|WAS_BELIEVED|ABOUT|MENTIONS]-()
WITH e, count(r) AS ties
WHERE ties = 0
RETURN e.uuid AS uuid

// name: entities_destroy(tenant, uuids) -> none
// Destroys entities with every tie they have.
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
WHERE e.group_id = $tenant
DETACH DELETE e

// name: aliases_bare_destroy(tenant, keys) -> none
// Destroys alias nodes that name nothing any more.
UNWIND $keys AS key
MATCH (a:Alias {group_id: $tenant, key: key})
OPTIONAL MATCH (a)-[n:NAMES]->()
WITH a, count(n) AS ties
WHERE ties = 0
DETACH DELETE a

// name: aliases_unname(tenant, statements) -> rows
// Takes back the names that given statements gave.
UNWIND $statements AS statement
MATCH (st:Statement {uuid: statement})-[:ABOUT]->(e:Entity)<-[n:NAMES]-(a:Alias)
WHERE st.group_id = $tenant AND n.statement = statement
WITH n, a.key AS key, a.name AS name, e.uuid AS entity
DELETE n
RETURN key, name, entity

// name: aliases_restate(tenant, rows) -> none
// Lets names that old statements gave be given by new ones, which say the same.
UNWIND $rows AS row
MATCH (st:Statement {uuid: row.old})-[:ABOUT]->(e:Entity)<-[n:NAMES]-(a:Alias)
WHERE st.group_id = $tenant AND a.group_id = $tenant AND n.statement = row.old
SET n.statement = row.new

// name: merges_restate(tenant, rows) -> none
// Lets merges that old statements made be made by new ones, which say the same.
UNWIND $rows AS row
MATCH (g:Merge {statement: row.old})
WHERE all(x IN [g] WHERE x.group_id = $tenant)
SET g.statement = row.new

// name: entities_holding(tenant, names) -> rows
// Entities that have one of the (lower-case) names inside a name of theirs: known by a relation to its bearer.
MATCH (e:Entity)
WHERE e.group_id = $tenant AND any(name IN $names WHERE any(own IN e.aliases WHERE toLower(own) CONTAINS name))
RETURN e.uuid AS uuid, e.name AS name, e.type AS type, e.aliases AS aliases

// name: entities_merged(tenant, uuids) -> rows
// Of given entities the one each is merged into, and when; "" where it stands for itself.
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
WHERE e.group_id = $tenant
RETURN e.uuid AS uuid, coalesce(e.merged_into, '') AS merged_into

// name: entities_within(tenant, uuids) -> rows
// The entities that were merged into given ones.
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})<-[:MERGED_INTO]-(x:Entity)
WHERE e.group_id = $tenant AND x.group_id = $tenant
RETURN x.uuid AS uuid, x.name AS name, x.aliases AS aliases

// name: merge_create(tenant, winner, loser, merge) -> none
// Records that one entity is another, and by which statement.
MATCH (l:Entity {uuid: $loser}), (w:Entity {uuid: $winner})
WHERE l.group_id = $tenant AND w.group_id = $tenant
SET l.merged_into = $winner
CREATE (l)-[:MERGED_INTO {group_id: $tenant}]->(w)
CREATE (g:Merge)
SET g = $merge, g.group_id = $tenant

// name: merge_end(tenant, loser, now) -> none
// Takes a merge back: the entity stands for itself again.
MATCH (l:Entity {uuid: $loser})-[m:MERGED_INTO]->(w:Entity)
WHERE l.group_id = $tenant AND w.group_id = $tenant
DELETE m
SET l.merged_into = '', l.split_at = $now

// name: merges_of_statements(tenant, statements) -> rows
// The standing merges that given statements made.
MATCH (g:Merge)
WHERE g.statement IN $statements AND all(x IN [g] WHERE x.group_id = $tenant)
MATCH (l:Entity {uuid: g.loser})
WHERE all(x IN [l] WHERE x.group_id = $tenant) AND l.merged_into = g.winner
RETURN g.loser AS loser

// name: aliases_move(tenant, source, target) -> none
// Lets the names of one entity name another, and remembers whose they were.
MATCH (e:Entity {uuid: $source})<-[n:NAMES]-(a:Alias), (t:Entity {uuid: $target})
WHERE e.group_id = $tenant AND t.group_id = $tenant
CREATE (a)-[:NAMES {group_id: $tenant, statement: coalesce(n.statement, ''), own: CASE WHEN coalesce(n.own, '') = '' THEN $source ELSE n.own END}]->(t)
DELETE n

// name: aliases_move_back(tenant, source, target, owns) -> none
// Gives an entity back the names that were its own, or of one merged into it.
MATCH (e:Entity {uuid: $source})<-[n:NAMES]-(a:Alias), (t:Entity {uuid: $target})
WHERE e.group_id = $tenant AND t.group_id = $tenant AND n.own IN $owns
CREATE (a)-[:NAMES {group_id: $tenant, statement: coalesce(n.statement, ''), own: CASE WHEN n.own = $target THEN '' ELSE n.own END}]->(t)
DELETE n

// name: merges_destroy(tenant, entities) -> none
// Destroys the records of merges that erased entities were part of.
MATCH (g:Merge)
WHERE g.group_id = $tenant AND (g.winner IN $entities OR g.loser IN $entities)
DETACH DELETE g

// name: merges_forget(tenant, statements) -> none
// Destroys the records of merges that erased statements made.
MATCH (g:Merge)
WHERE g.statement IN $statements AND all(x IN [g] WHERE x.group_id = $tenant)
DETACH DELETE g
