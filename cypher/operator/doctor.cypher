// name: doctor_foreign_edges(tenant) -> rows
// Believed edges that this memory did not write; a tenant of '' is every tenant, here and below.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.system_from IS NULL
RETURN r.uuid AS id

// name: doctor_edges_without_tenant(tenant) -> rows
// Edges that bear no tenant: no read sees them.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.group_id IS NULL
RETURN r.uuid AS id
UNION ALL
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.group_id IS NULL
RETURN r.uuid AS id

// name: doctor_edges_across(tenant) -> rows
// Edges whose tenant is not that of both ends.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND (r.group_id <> s.group_id OR s.group_id <> o.group_id)
RETURN r.uuid AS id
UNION ALL
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND (r.group_id <> s.group_id OR s.group_id <> o.group_id)
RETURN r.uuid AS id

// name: doctor_past_open(tenant, forever) -> rows
// Edges among what was once believed that say they are believed still.
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND (r.system_to IS NULL OR r.system_to >= $forever)
RETURN r.uuid AS id

// name: doctor_believed_closed(tenant, forever) -> rows
// Edges among what is believed that say they are believed no longer.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.system_from IS NOT NULL AND (r.system_to IS NULL OR r.system_to < $forever)
RETURN r.uuid AS id

// name: doctor_two_current(tenant, forever) -> rows
// Keys with more than one active fact whose end is open.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.valid_to = $forever AND r.status = 'active'
WITH r.key AS key, count(r) AS facts
WHERE facts > 1
RETURN key AS id

// name: doctor_edges_without_statement(tenant) -> rows
// Edges of ours that no stored statement stands behind.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.system_from IS NOT NULL
UNWIND r.statements AS stated
OPTIONAL MATCH (st:Statement {uuid: stated})
WITH r.uuid AS id, count(st) AS behind
WHERE behind = 0
RETURN id
UNION ALL
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant)
UNWIND r.statements AS stated
OPTIONAL MATCH (st:Statement {uuid: stated})
WITH r.uuid AS id, count(st) AS behind
WHERE behind = 0
RETURN id

// name: doctor_entities_unnamed(tenant) -> rows
// Entities without a name or a summary: Graphiti's readers fail for the whole tenant.
MATCH (e:Entity)
WHERE ($tenant = '' OR e.group_id = $tenant) AND (e.name IS NULL OR e.summary IS NULL)
RETURN e.uuid AS id

// name: doctor_clock_ahead(tenant, now) -> rows
// Subjects last written at a time that this host's clock has not reached.
MATCH (e:Entity)
WHERE ($tenant = '' OR e.group_id = $tenant) AND e.clock > $now
RETURN e.uuid AS id
