// name: doctor_drifted(tenant, forever) -> rows
// Edges whose native end is no longer the one that our reads compare: another writer changed it.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND r.system_from IS NOT NULL
  AND CASE WHEN r.valid_to = $forever THEN r.invalid_at IS NOT NULL
           ELSE r.invalid_at IS NULL OR r.invalid_at.epochMillis <> r.valid_to / 1000 END
RETURN r.uuid AS id

// name: doctor_unreadable(tenant) -> rows
// Nodes and edges that lack what Graphiti's readers ask for.
MATCH (e:Entity)
WHERE ($tenant = '' OR e.group_id = $tenant) AND e.created_at IS NULL
RETURN e.uuid AS id
UNION ALL
MATCH (s)-[r:RELATES_TO]->(o)
WHERE ($tenant = '' OR s.group_id = $tenant) AND (r.created_at IS NULL OR r.episodes IS NULL OR r.fact IS NULL)
RETURN r.uuid AS id

// name: indexes_online() -> rows
// The indexes that answer; a constraint's has its name.
SHOW INDEXES YIELD name, state
WHERE state = 'ONLINE'
RETURN name

// name: server_about() -> rows
// The server's name, version and edition.
CALL dbms.components() YIELD name, versions, edition
RETURN name + ' ' + versions[0] + ', ' + edition AS about
