// name: store_read() -> rows
// The version and the secret of this store.
MATCH (m:Schema {uuid: 'graphmem'})
RETURN m.version AS version, m.secret AS secret

// name: store_write(version, secret) -> rows
// Marks a store with its version; the secret is kept where there is one.
MERGE (m:Schema {uuid: 'graphmem'})
ON CREATE SET m.secret = $secret
SET m.version = $version
RETURN m.version AS version, m.secret AS secret

// name: receipts_numbered(numbers) -> rows
// The writes that bear the numbers, with what each changed. One by one: for `w.seq > n` the engine reads every receipt.
UNWIND $numbers AS number
MATCH (w:Receipt {seq: number})
RETURN w.uuid AS uuid, w.opened AS opened, w.closed AS closed, w.touched AS touched

// name: lexical_facts(ids) -> rows
// Facts as the lexical index holds them.
MATCH (s)-[r:RELATES_TO]->(o)
WHERE r.uuid IN $ids
RETURN r.uuid AS id, r.group_id AS tenant, r.fact AS text

// name: lexical_episodes(ids) -> rows
// Episodes as the lexical index holds them: speaker, date and text.
UNWIND $ids AS id
MATCH (e:Episodic {uuid: id})
RETURN e.uuid AS id, e.group_id AS tenant, e.name + ': ' + e.content AS text

// name: lexical_facts_all() -> rows
// Every fact believed now, to build the lexical index anew.
MATCH (s)-[r:RELATES_TO]->(o)
RETURN r.uuid AS id, r.group_id AS tenant, r.fact AS text

// name: lexical_episodes_all() -> rows
// Every episode, to build the lexical index anew.
MATCH (e:Episodic)
RETURN e.uuid AS id, e.group_id AS tenant, e.name + ': ' + e.content AS text

// name: writes_counted() -> rows
// How many writes this store has seen.
MATCH (m:Schema {uuid: 'graphmem'})
RETURN m.writes AS writes

// name: tenants_counted() -> rows
// Episodes and entities of each tenant.
MATCH (e:Episodic)
RETURN e.group_id AS tenant, count(e) AS episodes
ORDER BY tenant
