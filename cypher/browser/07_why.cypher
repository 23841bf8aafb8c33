// title: Why
// What stands behind a fact: each statement, who said it, when, and in which words. $fact is an id from a table; while it is empty, all facts of $name and $predicate are shown.
MATCH fact = (s:Entity {group_id: $tenant})-[r:RELATES_TO|WAS_BELIEVED]->(:Entity)
WHERE datetime().epochMillis * 1000 < r.expires_at
  AND (r.uuid = $fact OR ($fact = '' AND toUpper($predicate) IN ['', r.name]
       AND (toLower($name) IN [own IN s.aliases | toLower(own)] OR EXISTS { (:Alias {group_id: $tenant, key: toLower($name)})-[:NAMES]->(s) })))
UNWIND r.statements AS id
MATCH said = (e:Episodic {group_id: $tenant})-[:STATES]->(st:Statement {uuid: id, group_id: $tenant})
// table
RETURN r.fact AS believed, CASE type(r) WHEN 'RELATES_TO' THEN 'still' ELSE 'given up' END AS is, st.kind AS kind,
       left(toString(e.valid_at), 16) AS said, e.speaker AS speaker, st.source_kind AS source,
       substring(e.content, st.span_start, st.span_end - st.span_start) AS words, e.episode_id AS episode, r.uuid AS fact
ORDER BY believed, is DESC, fact, said, words
// drawn
MATCH about = (st)-[:ABOUT]->(:Entity)
RETURN fact, said, about
