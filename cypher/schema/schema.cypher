// name: schema_entity() -> none
// One node per entity id.
CREATE CONSTRAINT entity_uuid_unique IF NOT EXISTS FOR (n:Entity) REQUIRE n.uuid IS UNIQUE

// name: schema_episodic() -> none
// One node per episode id.
CREATE CONSTRAINT episodic_uuid_unique IF NOT EXISTS FOR (n:Episodic) REQUIRE n.uuid IS UNIQUE

// name: schema_statement() -> none
// One node per statement id.
CREATE CONSTRAINT statement_uuid_unique IF NOT EXISTS FOR (n:Statement) REQUIRE n.uuid IS UNIQUE

// name: schema_alias() -> none
// One alias node per tenant and key: where two writers of one new name meet.
CREATE CONSTRAINT alias_key_unique IF NOT EXISTS FOR (n:Alias) REQUIRE (n.group_id, n.key) IS UNIQUE

// name: schema_frontier() -> none
// One frontier per key.
CREATE CONSTRAINT frontier_uuid_unique IF NOT EXISTS FOR (n:Frontier) REQUIRE n.uuid IS UNIQUE

// name: schema_review() -> none
// One review item per identity.
CREATE CONSTRAINT review_uuid_unique IF NOT EXISTS FOR (n:Review) REQUIRE n.uuid IS UNIQUE

// name: schema_tombstone() -> none
// One tombstone per erased thing.
CREATE CONSTRAINT tombstone_uuid_unique IF NOT EXISTS FOR (n:Tombstone) REQUIRE n.uuid IS UNIQUE

// name: schema_voice() -> none
// One voice per speaker and month.
CREATE CONSTRAINT voice_uuid_unique IF NOT EXISTS FOR (n:Voice) REQUIRE n.uuid IS UNIQUE

// name: schema_version() -> none
// One node that says which version of the schema this store has.
CREATE CONSTRAINT schema_uuid_unique IF NOT EXISTS FOR (n:Schema) REQUIRE n.uuid IS UNIQUE

// name: schema_relates_to() -> none
// One believed edge per fact id.
CREATE CONSTRAINT relates_to_uuid_unique IF NOT EXISTS FOR ()-[r:RELATES_TO]-() REQUIRE r.uuid IS UNIQUE

// name: schema_was_believed() -> none
// One edge of history per fact id.
CREATE CONSTRAINT believed_uuid_unique IF NOT EXISTS FOR ()-[r:WAS_BELIEVED]-() REQUIRE r.uuid IS UNIQUE

// name: schema_relates_to_key() -> none
// How every write finds its edges.
CREATE INDEX relates_to_key IF NOT EXISTS FOR ()-[r:RELATES_TO]-() ON (r.key, r.valid_to)

// name: schema_was_believed_key() -> none
// How an erasure finds the history of a key.
CREATE INDEX believed_key IF NOT EXISTS FOR ()-[r:WAS_BELIEVED]-() ON (r.key)

// name: schema_statement_key() -> none
// The statements of a key.
CREATE INDEX statement_key IF NOT EXISTS FOR (n:Statement) ON (n.key)

// name: schema_statement_slot() -> none
// The statements of a subject's multi-valued slot.
CREATE INDEX statement_slot IF NOT EXISTS FOR (n:Statement) ON (n.slot_key)

// name: schema_statement_plan() -> none
// The planned statements of a subject.
CREATE INDEX statement_plan IF NOT EXISTS FOR (n:Statement) ON (n.plan_of)

// name: schema_statement_waits() -> none
// The statements that wait for a person; no other has the property.
CREATE INDEX statement_waits IF NOT EXISTS FOR (n:Statement) ON (n.waits)

// name: schema_episodic_session() -> none
// The turns of a session.
CREATE INDEX episodic_session IF NOT EXISTS FOR (n:Episodic) ON (n.session)

// name: schema_episodic_place() -> none
// A turn by its place in a session.
CREATE INDEX episodic_place IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.session, n.seq)

// name: schema_episodic_document() -> none
// The later versions of a document; no other episode has the property.
CREATE INDEX episodic_document IF NOT EXISTS FOR (n:Episodic) ON (n.document)

// name: schema_receipt_at() -> none
// Receipts by time.
CREATE INDEX receipt_at IF NOT EXISTS FOR (w:Receipt) ON (w.group_id, w.at)

// name: schema_receipt_call() -> none
// Receipts by idempotency key.
CREATE INDEX receipt_call IF NOT EXISTS FOR (w:Receipt) ON (w.call)

// name: schema_review_key() -> none
// Review items by the key they are about.
CREATE INDEX review_key IF NOT EXISTS FOR (v:Review) ON (v.key)

// name: schema_receipt_seq() -> none
// Receipts by number: what the lexical index of the embedded engine has not seen.
CREATE INDEX receipt_seq IF NOT EXISTS FOR (w:Receipt) ON (w.seq)

// name: schema_merge_statement() -> none
// Merges by the statement that made them.
CREATE INDEX merge_statement IF NOT EXISTS FOR (g:Merge) ON (g.statement)

// name: schema_review_tenant() -> none
// The review items of a tenant.
CREATE INDEX review_tenant IF NOT EXISTS FOR (v:Review) ON (v.group_id)

// name: schema_merge_tenant() -> none
// The merges of a tenant.
CREATE INDEX merge_tenant IF NOT EXISTS FOR (g:Merge) ON (g.group_id)
