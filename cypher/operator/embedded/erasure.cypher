// name: erased_alias_keys_drop() -> none
// Lets the index of names go with all its pages: a deleted key stays in them. The schema makes it anew.
DROP CONSTRAINT alias_key_unique IF EXISTS

// name: erased_session_keys_drop() -> none
// The same for the names of sessions.
DROP INDEX episodic_session IF EXISTS

// name: erased_call_keys_drop() -> none
// The same for idempotency keys.
DROP INDEX receipt_call IF EXISTS

// name: erased_place_keys_drop() -> none
// The same for places in sessions.
DROP INDEX episodic_place IF EXISTS
