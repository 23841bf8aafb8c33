// title: Changes between
// What the memory began to believe (opened) and gave up (closed) after $since and until $until, for the whole tenant, latest first.
WITH datetime() AS now, datetime($since) AS since, datetime($until) AS until
WITH now.epochMillis * 1000 AS now, since.epochSeconds * 1000000 + since.microsecond AS since,
     until.epochSeconds * 1000000 + until.microsecond AS until
MATCH p = (s:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->(o:Entity)
WHERE now < r.expires_at
UNWIND [[r.system_from, r.created_at, 'opened'], [r.system_to, r.expired_at, 'closed']] AS step
WITH p, s, r, o, step
WHERE since < step[0] AND step[0] <= until
// table
RETURN left(toString(step[1]), 16) AS at, step[2] AS change, s.name AS about, toLower(r.name) AS predicate,
       o.name AS value, coalesce(left(toString(r.valid_at), 16), 'unknown') AS `true from`,
       coalesce(left(toString(r.invalid_at), 16), 'open') AS `true until`, r.uuid AS fact
ORDER BY step[0] DESC, about, predicate, change, value
// drawn
RETURN p
