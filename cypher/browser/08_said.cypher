// title: All that was said
// Every statement about $name in the order said, and what became of it, those that never became a fact included.
MATCH (x:Entity {group_id: $tenant})<-[:ABOUT]-(st:Statement {group_id: $tenant})
WHERE (toLower($name) IN [own IN x.aliases | toLower(own)] OR EXISTS { (:Alias {group_id: $tenant, key: toLower($name)})-[:NAMES]->(x) })
WITH DISTINCT st
MATCH said = (e:Episodic {group_id: $tenant})-[:STATES]->(st)
WITH said, e, st, COUNT {
       MATCH (s)-[r:RELATES_TO]->(o) WHERE r.key = st.key AND st.uuid IN r.statements AND r.group_id = $tenant
     } AS facts
// table
RETURN left(toString(e.valid_at), 16) AS said, e.speaker AS speaker, st.source_kind AS source, st.name AS statement,
       st.kind AS kind, st.modality AS meant, substring(e.content, st.span_start, st.span_end - st.span_start) AS words,
       CASE WHEN st.system_to < 253402300799999999 THEN 'withdrawn' WHEN facts = 0 THEN 'supports nothing now'
            ELSE 'supports ' + toString(facts) + CASE facts WHEN 1 THEN ' fact' ELSE ' facts' END END AS use,
       e.episode_id AS episode
ORDER BY e.said_at, e.seq, st.span_start, statement
// drawn
MATCH about = (st)-[:ABOUT]->(:Entity)
RETURN said, about
