// title: Holds now
// What is believed and true at this moment about $name, as subject or as value.
WITH datetime().epochMillis * 1000 AS now
MATCH p = (e:Entity {group_id: $tenant})-[r:RELATES_TO]-(:Entity)
WHERE (toLower($name) IN [own IN e.aliases | toLower(own)] OR EXISTS { (:Alias {group_id: $tenant, key: toLower($name)})-[:NAMES]->(e) })
  AND r.valid_from <= now AND now < r.valid_to AND now < r.expires_at
// table
RETURN startNode(r).name AS about, toLower(r.name) AS predicate, endNode(r).name AS value, r.status AS status,
       coalesce(left(toString(r.valid_at), 16), 'unknown') AS `true from`,
       coalesce(left(toString(r.invalid_at), 16), 'open') AS `true until`, r.uuid AS fact
ORDER BY about, predicate, value
// drawn
RETURN p
