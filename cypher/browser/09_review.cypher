// title: Review
// What waits for a person: contested facts, names that may be one, and statements that do not count yet.
CALL () {
  MATCH (v:Review {group_id: $tenant})
  WHERE v.open
  RETURN v.at AS at, v.kind AS kind, v.reason AS reason, v.uuid AS id, v.statements AS statements, v.entities AS entities
  UNION ALL
  MATCH (st:Statement {group_id: $tenant})
  WHERE st.waits = $tenant AND st.system_to = 253402300799999999
  MATCH (other:Statement {group_id: $tenant, key: st.key})
  WHERE other.kind = st.kind AND other.modality = st.modality AND other.polarity = st.polarity
    AND coalesce(other.value, '') = coalesce(st.value, '') AND coalesce(other.corrects_value, '') = coalesce(st.corrects_value, '')
  WITH st, other, other.system_to = 253402300799999999 AS live
  WITH st, collect(CASE WHEN live AND other.waits IS NOT NULL THEN other.session END) AS heard,
       collect(CASE WHEN live AND other.waits IS NOT NULL THEN [other.system_from, other.uuid] END) AS repeated,
       count(CASE WHEN other.decision = 'rejected' OR (live AND other.folds AND other.waits IS NULL) THEN 1 END) AS settled
  WHERE settled = 0 AND (NOT st.folds OR all(session IN heard WHERE session = st.session))
    AND none(one IN repeated WHERE one[0] < st.system_from OR (one[0] = st.system_from AND one[1] < st.uuid))
  RETURN st.system_from AS at, 'gate' AS kind, st.waits_for AS reason, st.uuid AS id, [one IN repeated | one[1]] AS statements, [] AS entities
}
// table
RETURN left(toString(datetime({epochMillis: at / 1000})), 16) AS since, kind,
       COLLECT { MATCH (st:Statement) WHERE st.uuid IN statements AND st.group_id = $tenant RETURN DISTINCT st.name ORDER BY st.name } +
       COLLECT { MATCH (x:Entity) WHERE x.uuid IN entities AND x.group_id = $tenant RETURN x.name ORDER BY x.name } AS about,
       reason, id
ORDER BY at, id
// drawn
OPTIONAL MATCH said = (:Episodic)-[:STATES]->(st:Statement)-[:ABOUT]->(:Entity)
WHERE st.uuid IN statements AND st.group_id = $tenant
OPTIONAL MATCH (x:Entity)
WHERE x.uuid IN entities AND x.group_id = $tenant
OPTIONAL MATCH same = (x)-[:POSSIBLY_SAME]-(y:Entity)
WHERE y.uuid IN entities
RETURN said, x, same
