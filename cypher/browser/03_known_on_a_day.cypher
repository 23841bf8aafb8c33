// title: Known on a day
// What was believed on $known_at to be true about $name on $as_of: both clocks set back.
WITH datetime() AS now, datetime($as_of) AS day, datetime($known_at) AS known
WITH now.epochMillis * 1000 AS now, day.epochSeconds * 1000000 + day.microsecond AS day,
     known.epochSeconds * 1000000 + known.microsecond AS known
MATCH p = (e:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]-(:Entity)
WHERE (toLower($name) IN [own IN e.aliases | toLower(own)] OR EXISTS { (:Alias {group_id: $tenant, key: toLower($name)})-[:NAMES]->(e) })
  AND r.valid_from <= day AND day < r.valid_to AND r.system_from <= known AND known < r.system_to AND now < r.expires_at
// table
RETURN startNode(r).name AS about, toLower(r.name) AS predicate, endNode(r).name AS value, r.status AS status,
       coalesce(left(toString(r.valid_at), 16), 'unknown') AS `true from`,
       coalesce(left(toString(r.invalid_at), 16), 'open') AS `true until`,
       left(toString(r.created_at), 16) AS `believed from`,
       coalesce(left(toString(r.expired_at), 16), 'still') AS `believed until`, r.uuid AS fact
ORDER BY about, predicate, value
// drawn
RETURN p
