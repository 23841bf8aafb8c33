// name: facts_open(tenant, rows) -> none
// As everywhere, with native times, a short mark and the tenant's term; an unknown start and an open end stay absent.
UNWIND $rows AS row
MATCH (s:Entity {uuid: row.subject}), (o:Entity {uuid: row.object})
WHERE s.group_id = $tenant AND o.group_id = $tenant
CREATE (s)-[r:RELATES_TO]->(o)
SET r = row.props, r.group_id = $tenant, r.tenant_term = row.tenant_term, r.mark = row.mark,
    r.valid_at = CASE WHEN row.starts IS NULL THEN NULL ELSE datetime({epochSeconds: row.starts.seconds, nanosecond: row.starts.nanos}) END,
    r.invalid_at = CASE WHEN row.stops IS NULL THEN NULL ELSE datetime({epochSeconds: row.stops.seconds, nanosecond: row.stops.nanos}) END,
    r.created_at = datetime({epochSeconds: row.believed.seconds, nanosecond: row.believed.nanos})

// name: facts_close(tenant, ids, now) -> none
// As everywhere, with the native end of belief; the mark says that it is given up.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.uuid IN $ids AND all(x IN [r] WHERE x.group_id = $tenant)
CREATE (s)-[b:WAS_BELIEVED]->(o)
SET b = properties(r)
SET b.system_to = $now, b.mark = '✕',
    b.expired_at = datetime({epochSeconds: $now / 1000000, nanosecond: $now % 1000000 * 1000})
DELETE r

// name: facts_recall_past(tenant, rows) -> none
// As everywhere, with native times.
UNWIND $rows AS row
MATCH (s:Entity {uuid: row.subject}), (o:Entity {uuid: row.object})
WHERE s.group_id = $tenant AND o.group_id = $tenant
CREATE (s)-[b:WAS_BELIEVED]->(o)
SET b = row.props, b.group_id = $tenant, b.tenant_term = row.tenant_term, b.mark = '✕',
    b.valid_at = CASE WHEN row.starts IS NULL THEN NULL ELSE datetime({epochSeconds: row.starts.seconds, nanosecond: row.starts.nanos}) END,
    b.invalid_at = CASE WHEN row.stops IS NULL THEN NULL ELSE datetime({epochSeconds: row.stops.seconds, nanosecond: row.stops.nanos}) END,
    b.created_at = datetime({epochSeconds: row.believed.seconds, nanosecond: row.believed.nanos}),
    b.expired_at = datetime({epochSeconds: row.given_up.seconds, nanosecond: row.given_up.nanos})

// name: crossroads(tenant, entities, many) -> rows
// Of the given entities those at which many facts or more point: the server keeps that number.
UNWIND $entities AS id
MATCH (x:Entity {uuid: id})
WHERE x.group_id = $tenant AND COUNT { (x)<-[:RELATES_TO]-() } >= $many
RETURN x.uuid AS uuid, x.type AS type
