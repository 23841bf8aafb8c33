// One person on both clocks: what is believed now, and what was believed before.
MATCH p = (:Entity {group_id: $tenant, name: $name})-[:RELATES_TO|WAS_BELIEVED]-(:Entity)
RETURN p
