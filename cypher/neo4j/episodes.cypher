// name: episodes_create(tenant, rows) -> none
// As everywhere, with native times for people and Graphiti.
UNWIND $rows AS row
CREATE (e:Episodic)
SET e = row.props, e.group_id = $tenant, e.tenant_term = row.tenant_term,
    e.valid_at = datetime({epochSeconds: row.said.seconds, nanosecond: row.said.nanos}),
    e.created_at = datetime({epochSeconds: row.recorded.seconds, nanosecond: row.recorded.nanos})
WITH e, row
UNWIND row.mentions AS mention
MATCH (x:Entity {uuid: mention.entity})
WHERE x.group_id = $tenant
CREATE (e)-[:MENTIONS {uuid: mention.uuid, group_id: $tenant, created_at: e.created_at}]->(x)

// name: mentions_create(tenant, rows) -> none
// As everywhere, with the native time that Graphiti's reader asks for.
UNWIND $rows AS row
MATCH (e:Episodic {uuid: row.episode}), (x:Entity {uuid: row.entity})
WHERE e.group_id = $tenant AND x.group_id = $tenant
MERGE (e)-[m:MENTIONS]->(x)
ON CREATE SET m.uuid = row.uuid, m.group_id = $tenant, m.created_at = e.created_at
