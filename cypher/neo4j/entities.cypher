// name: entities_create(tenant, rows) -> none
// As everywhere, and for people and Graphiti: the type as a label, a native creation time, the tenant's term for full text.
UNWIND $rows AS row
MERGE (e:Entity {uuid: row.uuid})
ON CREATE SET e.group_id = $tenant, e.name = row.name, e.type = row.type, e.aliases = row.aliases, e.summary = '',
              e.created_us = row.created, e.tenant_term = row.tenant_term,
              e.created_at = datetime({epochSeconds: row.created / 1000000, nanosecond: row.created % 1000000 * 1000})
SET e:$(row.type)
WITH e, row
UNWIND row.names AS name
MATCH (a:Alias {group_id: $tenant, key: name.key})
CREATE (a)-[:NAMES {group_id: $tenant, statement: name.statement}]->(e)

// name: entities_update(tenant, rows) -> none
// As everywhere; the label follows the type that a Thing turns out to have.
UNWIND $rows AS row
MATCH (e:Entity {uuid: row.uuid})
WHERE e.group_id = $tenant
SET e.name = row.name, e.type = row.type, e.aliases = row.aliases
REMOVE e:Thing
SET e:$(row.type)
