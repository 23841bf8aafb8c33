// title: History
// Every belief there was about one key, $name and $predicate (empty: every predicate), with both of its periods.
WITH datetime().epochMillis * 1000 AS now
MATCH p = (e:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->(o:Entity)
WHERE (toLower($name) IN [own IN e.aliases | toLower(own)] OR EXISTS { (:Alias {group_id: $tenant, key: toLower($name)})-[:NAMES]->(e) })
  AND toUpper($predicate) IN ['', r.name] AND now < r.expires_at
// table
RETURN e.name AS about, toLower(r.name) AS predicate, o.name AS value,
       CASE WHEN type(r) = 'WAS_BELIEVED' THEN 'given up' WHEN r.status = 'contested' THEN 'contested'
            WHEN now < r.valid_from THEN 'to come' WHEN r.valid_to <= now THEN 'over' ELSE 'holds' END AS state,
       coalesce(left(toString(r.valid_at), 16), 'unknown') AS `true from`,
       coalesce(left(toString(r.invalid_at), 16), 'open') AS `true until`,
       left(toString(r.created_at), 16) AS `believed from`,
       coalesce(left(toString(r.expired_at), 16), 'still') AS `believed until`, r.uuid AS fact
ORDER BY about, predicate, r.system_from, r.valid_from, value
// drawn
RETURN p
