// title: Health
// What should never be, counted: every number is 0 in a graph that graphmem alone has written.
CALL () {
  MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO]->() WHERE r.system_from IS NULL
  WITH count(r) AS found RETURN 'facts that another program wrote' AS check, found
  UNION ALL
  MATCH (s {group_id: $tenant})-[r]->(o) WHERE o.group_id <> $tenant OR r.group_id <> $tenant
  WITH count(r) AS found RETURN 'edges that cross tenants' AS check, found
  UNION ALL
  MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO]->() WHERE r.system_to < 253402300799999999
  WITH count(r) AS found RETURN 'believed, yet closed' AS check, found
  UNION ALL
  MATCH (s:Entity {group_id: $tenant})-[r:WAS_BELIEVED]->() WHERE r.system_to IS NULL OR r.system_to = 253402300799999999
  WITH count(r) AS found RETURN 'given up, yet open' AS check, found
  UNION ALL
  MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO]->()
  WHERE r.valid_to = 253402300799999999 AND r.status = 'active'
  WITH r.key AS key, count(r) AS facts
  WITH count(CASE WHEN facts > 1 THEN 1 END) AS found RETURN 'keys with two current facts' AS check, found
  UNION ALL
  MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->()
  WHERE NOT EXISTS { MATCH (st:Statement) WHERE st.uuid IN r.statements }
  WITH count(r) AS found RETURN 'facts without a statement' AS check, found
  UNION ALL
  MATCH (st:Statement {group_id: $tenant}) WHERE NOT EXISTS { (st)<-[:STATES]-(:Episodic) }
  WITH count(st) AS found RETURN 'statements without an episode' AS check, found
  UNION ALL
  MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->()
  WHERE r.valid_to <= r.valid_from OR r.system_to <= r.system_from
  WITH count(r) AS found RETURN 'empty or backward periods' AS check, found
  UNION ALL
  MATCH (s:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->()
  UNWIND [[r.valid_at, r.valid_from], [r.invalid_at, r.valid_to], [r.created_at, r.system_from], [r.expired_at, r.system_to]] AS time
  WITH r, time WHERE time[0].epochSeconds * 1000000 + time[0].microsecond <> time[1]
  WITH count(DISTINCT r) AS found RETURN 'times whose two forms differ' AS check, found
}
// table
RETURN check, found
ORDER BY found DESC, check
