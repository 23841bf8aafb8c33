// title: Then and now
// Where the answer about $as_of that was given on $known_at is not the answer given today, for the whole tenant.
WITH datetime() AS now, datetime($as_of) AS day, datetime($known_at) AS known
WITH now.epochMillis * 1000 AS now, day.epochSeconds * 1000000 + day.microsecond AS day,
     known.epochSeconds * 1000000 + known.microsecond AS known
MATCH p = (s:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->(o:Entity)
WHERE r.valid_from <= day AND day < r.valid_to AND now < r.expires_at
  AND (type(r) = 'RELATES_TO' OR (r.system_from <= known AND known < r.system_to))
WITH known, p, s, r, o
ORDER BY o.name
WITH s, r.name AS name, collect(p) AS paths,
     collect(CASE WHEN r.system_from <= known AND known < r.system_to THEN o.name END) AS before,
     collect(CASE WHEN type(r) = 'RELATES_TO' THEN o.name END) AS today
WHERE before <> today
// table
RETURN s.name AS about, toLower(name) AS predicate, before AS `believed then`, today AS `believed now`
ORDER BY about, predicate
// drawn
UNWIND paths AS p
RETURN p
