// name: receipts_create(tenant, receipt) -> none
// Records one write and gives it the store's next number, by which the lexical index knows what it has not seen.
MATCH (m:Schema {uuid: 'graphmem'})
SET m.writes = coalesce(m.writes, 0) + 1
CREATE (w:Receipt)
SET w = $receipt, w.group_id = $tenant, w.seq = m.writes
