// title: Merges
// Which entities were made one, and by whose words, and which are perhaps the same.
MATCH p = (a:Entity {group_id: $tenant})-[m:MERGED_INTO|POSSIBLY_SAME]->(b:Entity {group_id: $tenant})
CALL (a, b) {
  OPTIONAL MATCH (g:Merge {group_id: $tenant, winner: b.uuid, loser: a.uuid})
  RETURN g
  ORDER BY g.at DESC
  LIMIT 1
}
// table
RETURN a.name AS name, CASE type(m) WHEN 'MERGED_INTO' THEN 'is' ELSE 'is perhaps' END AS verdict, b.name AS `other name`,
       coalesce(m.reason, g.reason) AS reason, CASE WHEN g IS NULL THEN '' ELSE left(toString(datetime({epochMillis: g.at / 1000})), 16) END AS since,
       a.uuid AS id, b.uuid AS `other id`
ORDER BY verdict, name, `other name`, id
// drawn
RETURN p
