// name: facts_of_keys(tenant, keys) -> rows
// What is believed under the given keys, over all valid time.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.key IN $keys AND r.valid_to IS NOT NULL AND all(x IN [r] WHERE x.group_id = $tenant)
RETURN properties(r) AS edge, s.uuid AS subject, o.uuid AS object

// name: facts_open(tenant, rows) -> none
// Believes new segments from now on.
UNWIND $rows AS row
MATCH (s:Entity {uuid: row.subject}), (o:Entity {uuid: row.object})
WHERE s.group_id = $tenant AND o.group_id = $tenant
CREATE (s)-[r:RELATES_TO]->(o)
SET r = row.props, r.group_id = $tenant

// name: facts_close(tenant, ids, now) -> none
// Believes segments no longer: they move to the history of the memory.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.uuid IN $ids AND all(x IN [r] WHERE x.group_id = $tenant)
CREATE (s)-[b:WAS_BELIEVED]->(o)
SET b = properties(r)
SET b.system_to = $now
DELETE r

// name: facts_recall_past(tenant, rows) -> none
// Writes segments that are no longer believed: the history of a key, made anew after an erasure.
UNWIND $rows AS row
MATCH (s:Entity {uuid: row.subject}), (o:Entity {uuid: row.object})
WHERE s.group_id = $tenant AND o.group_id = $tenant
CREATE (s)-[b:WAS_BELIEVED]->(o)
SET b = row.props, b.group_id = $tenant

// name: facts_support(tenant, id, support) -> none
// The statements behind a segment, when only these have changed.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.uuid IN [$id] AND all(x IN [r] WHERE x.group_id = $tenant)
SET r += $support

// name: facts_at(tenant, entity, valid, now) -> rows
// What holds of an entity at an instant of valid time, as believed now.
MATCH (s:Entity {uuid: $entity})-[r:RELATES_TO]->(o:Entity)
WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid AND $valid < x.valid_to AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: facts_at_known(tenant, entity, valid, known, now) -> rows
// What held of an entity at an instant of valid time, as believed at an instant of system time.
MATCH (s:Entity {uuid: $entity})-[r:RELATES_TO]->(o:Entity)
WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid AND $valid < x.valid_to
      AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type
UNION ALL
MATCH (s:Entity {uuid: $entity})-[r:WAS_BELIEVED]->(o:Entity)
WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid AND $valid < x.valid_to
      AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: history_of(tenant, entity, now) -> rows
// Every segment of an entity that is believed now.
MATCH (s:Entity {uuid: $entity})-[r:RELATES_TO]->(o:Entity)
WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.expires_at > $now)
RETURN r{.uuid, .key, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: history_of_known(tenant, entity, known, now) -> rows
// Every segment of an entity that was believed at an instant of system time.
MATCH (s:Entity {uuid: $entity})-[r:RELATES_TO]->(o:Entity)
WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type
UNION ALL
MATCH (s:Entity {uuid: $entity})-[r:WAS_BELIEVED]->(o:Entity)
WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: facts_near(tenant, entities, valid, now, limit) -> rows
// The believed segments that touch one of the entities, of each so many from either end: first those that hold at an
// instant of valid time, then the latest. A segment between two of the entities comes twice.
UNWIND $entities AS id
MATCH (x:Entity {uuid: id})
CALL (x) {
  MATCH (x)-[r:RELATES_TO]->(o:Entity)
  WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.expires_at > $now)
  RETURN r, x AS s, o
  ORDER BY CASE WHEN r.valid_from <= $valid AND $valid < r.valid_to THEN 0 ELSE 1 END, r.valid_to DESC, r.valid_from DESC, r.uuid
  LIMIT $limit
  UNION ALL
  MATCH (x)<-[r:RELATES_TO]-(s:Entity)
  WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.expires_at > $now)
  RETURN r, s, x AS o
  ORDER BY CASE WHEN r.valid_from <= $valid AND $valid < r.valid_to THEN 0 ELSE 1 END, r.valid_to DESC, r.valid_from DESC, r.uuid
  LIMIT $limit
}
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: facts_near_known(tenant, entities, valid, known, now, limit) -> rows
// The same, as believed at an instant of system time.
UNWIND $entities AS id
MATCH (x:Entity {uuid: id})
CALL (x) {
  MATCH (x)-[r:RELATES_TO|WAS_BELIEVED]->(o:Entity)
  WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.system_from <= $known AND $known < e.system_to AND e.expires_at > $now)
  RETURN r, x AS s, o
  ORDER BY CASE WHEN r.valid_from <= $valid AND $valid < r.valid_to THEN 0 ELSE 1 END, r.valid_to DESC, r.valid_from DESC, r.uuid
  LIMIT $limit
  UNION ALL
  MATCH (x)<-[r:RELATES_TO|WAS_BELIEVED]-(s:Entity)
  WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.system_from <= $known AND $known < e.system_to AND e.expires_at > $now)
  RETURN r, s, x AS o
  ORDER BY CASE WHEN r.valid_from <= $valid AND $valid < r.valid_to THEN 0 ELSE 1 END, r.valid_to DESC, r.valid_from DESC, r.uuid
  LIMIT $limit
}
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: crossroads(tenant, entities, many) -> rows
// Of the given entities those at which many facts or more point.
UNWIND $entities AS id
MATCH (x:Entity {uuid: id})
CALL (x) {
  MATCH (x)<-[r:RELATES_TO]-(:Entity)
  WITH r
  LIMIT $many
  RETURN count(r) AS found
}
WITH x, found
WHERE found >= $many AND x.group_id = $tenant
RETURN x.uuid AS uuid, x.type AS type

// name: facts_around(tenant, entities, quiet, now, limit) -> rows
// One hop of a walk: the believed segments of the entities, of each so many, and those that point at the `quiet` ones of
// them. A segment between two of the entities comes twice.
UNWIND $entities AS id
MATCH (s:Entity {uuid: id})
CALL (s) {
  MATCH (s)-[r:RELATES_TO]->(o:Entity)
  WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.expires_at > $now)
  RETURN r, o
  LIMIT $limit
}
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type
UNION ALL
UNWIND $quiet AS id
MATCH (o:Entity {uuid: id})<-[r:RELATES_TO]-(s:Entity)
WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: facts_around_known(tenant, entities, quiet, known, now, limit) -> rows
// One hop of a walk, as believed at an instant of system time.
UNWIND $entities AS id
MATCH (s:Entity {uuid: id})
CALL (s) {
  MATCH (s)-[r:RELATES_TO|WAS_BELIEVED]->(o:Entity)
  WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.system_from <= $known AND $known < e.system_to AND e.expires_at > $now)
  RETURN r, o
  LIMIT $limit
}
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type
UNION ALL
UNWIND $quiet AS id
MATCH (o:Entity {uuid: id})<-[r:RELATES_TO|WAS_BELIEVED]-(s:Entity)
WHERE all(e IN [r] WHERE e.group_id = $tenant AND e.system_from <= $known AND $known < e.system_to AND e.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: facts_toward(tenant, entities, names, now, limit) -> rows
// Of a crossroads the believed segments of the given relations that point at it.
UNWIND $entities AS id
MATCH (o:Entity {uuid: id})<-[r:RELATES_TO]-(s:Entity)
WHERE all(e IN [r] WHERE e.name IN $names AND e.group_id = $tenant AND e.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type
LIMIT $limit

// name: facts_toward_known(tenant, entities, names, known, now, limit) -> rows
// The same, as believed at an instant of system time.
UNWIND $entities AS id
MATCH (o:Entity {uuid: id})<-[r:RELATES_TO|WAS_BELIEVED]-(s:Entity)
WHERE all(e IN [r] WHERE e.name IN $names AND e.group_id = $tenant AND e.system_from <= $known AND $known < e.system_to AND e.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge,
       s.uuid AS subject, s.name AS subject_name, s.type AS subject_type, o.uuid AS object, o.name AS object_name, o.type AS object_type
LIMIT $limit

// name: facts_by_ids(tenant, ids, now) -> rows
// Facts by id, believed now or once; a fact believed now is not repeated from history.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.uuid IN $ids AND all(x IN [r] WHERE x.group_id = $tenant AND x.expires_at > $now)
RETURN r{.uuid, .key, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type
UNION ALL
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE r.uuid IN $ids AND all(x IN [r] WHERE x.group_id = $tenant AND x.expires_at > $now)
RETURN r{.uuid, .key, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type

// name: paths_of_one(tenant, start, stop, valid, now, limit) -> rows
// How two entities are joined over exactly one fact that holds at one instant of valid time.
MATCH p = (a:Entity {uuid: $start})
          (()-[r:RELATES_TO]-() WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid
             AND $valid < x.valid_to AND x.expires_at > $now)){1}
          (b:Entity {uuid: $stop})
RETURN [x IN relationships(p) | x.uuid] AS ids
ORDER BY ids
LIMIT $limit

// name: paths_of_two(tenant, start, stop, valid, now, limit) -> rows
// How two entities are joined over exactly two facts that all hold at one instant of valid time.
MATCH p = (a:Entity {uuid: $start})
          (()-[r:RELATES_TO]-() WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid
             AND $valid < x.valid_to AND x.expires_at > $now)){2}
          (b:Entity {uuid: $stop})
RETURN [x IN relationships(p) | x.uuid] AS ids
ORDER BY ids
LIMIT $limit

// name: paths_of_three(tenant, start, stop, valid, now, limit) -> rows
// How two entities are joined over exactly three facts that all hold at one instant of valid time.
MATCH p = (a:Entity {uuid: $start})
          (()-[r:RELATES_TO]-() WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid
             AND $valid < x.valid_to AND x.expires_at > $now)){3}
          (b:Entity {uuid: $stop})
RETURN [x IN relationships(p) | x.uuid] AS ids
ORDER BY ids
LIMIT $limit

// name: paths_of_one_known(tenant, start, stop, valid, known, now, limit) -> rows
// The same, as believed at an instant of system time.
MATCH p = (a:Entity {uuid: $start})
          (()-[r:RELATES_TO|WAS_BELIEVED]-() WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid
             AND $valid < x.valid_to AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)){1}
          (b:Entity {uuid: $stop})
RETURN [x IN relationships(p) | x.uuid] AS ids
ORDER BY ids
LIMIT $limit

// name: paths_of_two_known(tenant, start, stop, valid, known, now, limit) -> rows
// The same, as believed at an instant of system time.
MATCH p = (a:Entity {uuid: $start})
          (()-[r:RELATES_TO|WAS_BELIEVED]-() WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid
             AND $valid < x.valid_to AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)){2}
          (b:Entity {uuid: $stop})
RETURN [x IN relationships(p) | x.uuid] AS ids
ORDER BY ids
LIMIT $limit

// name: paths_of_three_known(tenant, start, stop, valid, known, now, limit) -> rows
// The same, as believed at an instant of system time.
MATCH p = (a:Entity {uuid: $start})
          (()-[r:RELATES_TO|WAS_BELIEVED]-() WHERE all(x IN [r] WHERE x.group_id = $tenant AND x.valid_from <= $valid
             AND $valid < x.valid_to AND x.system_from <= $known AND $known < x.system_to AND x.expires_at > $now)){3}
          (b:Entity {uuid: $stop})
RETURN [x IN relationships(p) | x.uuid] AS ids
ORDER BY ids
LIMIT $limit

// name: past_of_keys(tenant, keys) -> rows
// What was once believed under the given keys.
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE r.key IN $keys AND all(x IN [r] WHERE x.group_id = $tenant)
RETURN properties(r) AS edge, s.uuid AS subject, o.uuid AS object

// name: past_support(tenant, id, support) -> none
// The statements behind a segment that is no longer believed, when an erasure took some away.
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE r.uuid IN [$id] AND all(x IN [r] WHERE x.group_id = $tenant)
SET r += $support

// name: facts_destroy(tenant, ids) -> none
// Destroys believed segments, history too.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.uuid IN $ids AND all(x IN [r] WHERE x.group_id = $tenant)
DELETE r

// name: past_destroy(tenant, ids) -> none
// Destroys segments that are no longer believed.
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE r.uuid IN $ids AND all(x IN [r] WHERE x.group_id = $tenant)
DELETE r

// name: facts_behind(tenant, keys, statements, now) -> rows
// Of the facts of keys, believed now or once, those that one of the statements supports.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.key IN $keys AND r.valid_to IS NOT NULL AND any(id IN r.statements WHERE id IN $statements)
      AND all(x IN [r] WHERE x.group_id = $tenant AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type
UNION ALL
MATCH (s)-[r:WAS_BELIEVED]->(o)
WHERE r.key IN $keys AND any(id IN r.statements WHERE id IN $statements)
      AND all(x IN [r] WHERE x.group_id = $tenant AND x.expires_at > $now)
RETURN r{.uuid, .name, .fact, .valid_from, .valid_to, .system_from, .system_to, .status, .source_kind, .statements} AS edge, s.uuid AS subject, s.name AS subject_name, s.type AS subject_type,
       o.uuid AS object, o.name AS object_name, o.type AS object_type
