// name: erased_alias_drop() -> none
// Lets the index of names go with all its pages: a deleted key stays in them. The schema makes it anew.
DROP CONSTRAINT alias_key_unique IF EXISTS

// name: erased_entity_drop() -> none
// The same for ids of entities: an id is a hash of what it stands for.
DROP CONSTRAINT entity_uuid_unique IF EXISTS

// name: erased_episodic_drop() -> none
// The same for ids of episodes.
DROP CONSTRAINT episodic_uuid_unique IF EXISTS

// name: erased_statement_drop() -> none
// The same for ids of statements.
DROP CONSTRAINT statement_uuid_unique IF EXISTS

// name: erased_frontier_drop() -> none
// The same for the keys of frontiers.
DROP CONSTRAINT frontier_uuid_unique IF EXISTS

// name: erased_review_drop() -> none
// The same for ids of review items.
DROP CONSTRAINT review_uuid_unique IF EXISTS

// name: erased_relates_to_drop() -> none
// The same for ids of facts.
DROP CONSTRAINT relates_to_uuid_unique IF EXISTS

// name: erased_was_believed_drop() -> none
// The same for ids of facts once believed.
DROP CONSTRAINT believed_uuid_unique IF EXISTS

// name: erased_relates_to_key_drop() -> none
// The same for the keys of facts.
DROP INDEX relates_to_key IF EXISTS

// name: erased_was_believed_key_drop() -> none
// The same for the keys of facts once believed.
DROP INDEX believed_key IF EXISTS

// name: erased_statement_key_drop() -> none
// The same for the keys of statements.
DROP INDEX statement_key IF EXISTS

// name: erased_statement_slot_drop() -> none
// The same for the slots of statements.
DROP INDEX statement_slot IF EXISTS

// name: erased_statement_plan_drop() -> none
// The same for the subjects of plans.
DROP INDEX statement_plan IF EXISTS

// name: erased_episodic_session_drop() -> none
// The same for the names of sessions.
DROP INDEX episodic_session IF EXISTS

// name: erased_episodic_place_drop() -> none
// The same for places in sessions.
DROP INDEX episodic_place IF EXISTS

// name: erased_episodic_document_drop() -> none
// The same for the names of documents.
DROP INDEX episodic_document IF EXISTS

// name: erased_receipt_call_drop() -> none
// The same for idempotency keys.
DROP INDEX receipt_call IF EXISTS

// name: erased_review_key_drop() -> none
// The same for the keys of review items.
DROP INDEX review_key IF EXISTS

// name: erased_merge_statement_drop() -> none
// The same for the statements that merged.
DROP INDEX merge_statement IF EXISTS

// name: erased_voice_drop() -> none
// The same for the speakers of a month.
DROP CONSTRAINT voice_uuid_unique IF EXISTS
