// name: episodes_present(tenant, uuids) -> rows
// Which of the given episodes are stored, with their content hash.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
RETURN e.uuid AS uuid, e.content_hash AS content_hash

// name: episodes_create(tenant, rows) -> none
// Stores episodes as received, redacted before they come here, each tied to the entities it mentions.
UNWIND $rows AS row
CREATE (e:Episodic)
SET e = row.props, e.group_id = $tenant
WITH e, row
UNWIND row.mentions AS mention
MATCH (x:Entity {uuid: mention.entity})
WHERE x.group_id = $tenant
CREATE (e)-[:MENTIONS {uuid: mention.uuid, group_id: $tenant}]->(x)

// name: mentions_create(tenant, rows) -> none
// Ties an episode that is stored already to an entity it mentions.
UNWIND $rows AS row
MATCH (e:Episodic {uuid: row.episode}), (x:Entity {uuid: row.entity})
WHERE e.group_id = $tenant AND x.group_id = $tenant
MERGE (e)-[m:MENTIONS]->(x)
ON CREATE SET m.uuid = row.uuid, m.group_id = $tenant

// name: episodes_read(tenant, uuids) -> rows
// Episodes by id, with their text.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
RETURN e.uuid AS uuid, e.episode_id AS episode_id, e.session AS session, e.seq AS seq, e.speaker AS speaker,
       e.role AS role, e.said_at AS said_at, e.said_at_offset AS said_at_offset, e.recorded_at AS recorded_at, e.source_kind AS source_kind, e.content AS content, e.replaced_at AS replaced_at, e.expires_at AS expires_at, e.extract_of AS extract_of

// name: session_before(tenant, session, said_at, seq, limit) -> rows
// The last turns of a session before a place in it, newest first.
MATCH (e:Episodic {session: $session})
WHERE e.group_id = $tenant AND (e.said_at < $said_at OR (e.said_at = $said_at AND e.seq < $seq))
RETURN e.uuid AS uuid, e.episode_id AS episode_id, e.session AS session, e.seq AS seq, e.speaker AS speaker,
       e.role AS role, e.said_at AS said_at, e.said_at_offset AS said_at_offset, e.recorded_at AS recorded_at, e.source_kind AS source_kind, e.content AS content
ORDER BY e.said_at DESC, e.seq DESC
LIMIT $limit

// name: episodes_holding(tenant, names) -> rows
// Episodes whose speaker is one of the (lower-case) names or whose text holds one of them.
MATCH (e:Episodic)
WHERE e.group_id = $tenant AND (toLower(e.speaker) IN $names OR any(name IN $names WHERE toLower(e.content) CONTAINS name))
RETURN e.uuid AS uuid, e.episode_id AS episode_id, e.session AS session, e.seq AS seq, e.speaker AS speaker,
       e.role AS role, e.said_at AS said_at, e.said_at_offset AS said_at_offset, e.recorded_at AS recorded_at, e.source_kind AS source_kind, e.content AS content, e.unkept AS unkept, e.extract_of AS extract_of

// name: episodes_blank(tenant, rows) -> none
// Replaces the text of episodes by a blanked one of equal length.
UNWIND $rows AS row
MATCH (e:Episodic {uuid: row.uuid})
WHERE e.group_id = $tenant
SET e.content = row.content, e.name = row.name, e.content_hash = row.content_hash, e.unkept = row.unkept, e.extract_of = row.extract_of

// name: episodes_note(tenant, rows, most) -> none
// Adds to what is noted beside episodes: what became of candidates that are not kept; so many notes at most.
UNWIND $rows AS row
MATCH (e:Episodic {uuid: row.uuid})
WHERE e.group_id = $tenant
SET e.unkept = (coalesce(e.unkept, []) + row.notes)[0..$most]

// name: documents_read(tenant, documents, uuids) -> rows
// The versions of documents: the first by its id, the later ones by the document they are versions of.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant AND e.source_kind = 'document'
RETURN e.uuid AS uuid, e.episode_id AS document, e.episode_id AS episode_id, 1 AS version, e.said_at AS said_at, e.content_hash AS content_hash, e.replaced_at AS replaced_at
UNION ALL
UNWIND $documents AS document
MATCH (e:Episodic {document: document})
WHERE all(x IN [e] WHERE x.group_id = $tenant)
RETURN e.uuid AS uuid, e.document AS document, e.episode_id AS episode_id, e.version AS version, e.said_at AS said_at, e.content_hash AS content_hash, e.replaced_at AS replaced_at

// name: documents_replace(tenant, uuids, now) -> none
// Says of versions of documents that newer ones took their place.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
SET e.replaced_at = $now

// name: episodes_noted(tenant, uuids) -> rows
// What is noted beside episodes.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant AND e.unkept IS NOT NULL
RETURN e.uuid AS uuid, e.unkept AS unkept

// name: episodes_destroy(tenant, uuids) -> none
// Destroys episodes with every tie they have.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
DETACH DELETE e

// name: mentions_unspoken_destroy(tenant, episodes) -> none
// Unties episodes from entities that no statement of theirs is about any more.
UNWIND $episodes AS episode
MATCH (e:Episodic {uuid: episode})-[m:MENTIONS]->(x:Entity)
WHERE e.group_id = $tenant AND x.group_id = $tenant
OPTIONAL MATCH (e)-[:STATES]->(st:Statement)-[:ABOUT]->(x)
WITH m, count(st) AS ties
WHERE ties = 0
DELETE m

// name: voices_read(tenant, voices) -> rows
// The turns that voices are tied to: the last ones of a speaker in a month.
UNWIND $voices AS voice
MATCH (v:Voice {uuid: voice})-[:SAID]->(e:Episodic)
WHERE v.group_id = $tenant AND e.group_id = $tenant
RETURN e.uuid AS uuid, e.episode_id AS episode_id, e.session AS session, e.seq AS seq, e.speaker AS speaker,
       e.role AS role, e.said_at AS said_at, e.said_at_offset AS said_at_offset, e.recorded_at AS recorded_at, e.source_kind AS source_kind, e.content AS content

// name: voices_hear(tenant, rows, lock) -> none
// Ties turns to voices, made where they are absent; who writes one first makes the others wait.
UNWIND $rows AS row
MERGE (v:Voice {uuid: row.voice})
ON CREATE SET v.group_id = $tenant
SET v.lock = $lock
WITH v, row
UNWIND row.turns AS turn
MATCH (e:Episodic {uuid: turn})
WHERE e.group_id = $tenant
MERGE (v)-[:SAID]->(e)

// name: voices_let_go(tenant, voices, most) -> none
// Unties voices from all but their last turns.
UNWIND $voices AS voice
MATCH (v:Voice {uuid: voice})-[:SAID]->(e:Episodic)
WHERE v.group_id = $tenant AND e.group_id = $tenant
WITH v, e ORDER BY e.said_at DESC, e.seq DESC, e.episode_id DESC
WITH v, collect(e.uuid)[$most..] AS older
UNWIND older AS turn
MATCH (v)-[s:SAID]->(e:Episodic {uuid: turn})
WHERE e.group_id = $tenant
DELETE s

// name: voices_silent_destroy(tenant, voices) -> none
// Destroys voices that no turn is left of.
UNWIND $voices AS voice
MATCH (v:Voice {uuid: voice})
WHERE v.group_id = $tenant
OPTIONAL MATCH (v)-[s:SAID]->(:Episodic)
WITH v, count(s) AS turns
WHERE turns = 0
DELETE v

// name: episodes_by_day(tenant, beginning, day) -> rows
// How many episodes were said on each day, counted from the beginning of time; without those of others, which have no such date.
MATCH (e:Episodic)
WHERE e.group_id = $tenant AND e.said_at IS NOT NULL
RETURN (e.said_at - $beginning) / $day AS day, count(e) AS episodes

// name: episodes_between(tenant, begin, end) -> rows
// The places of the episodes that were said in a span of time.
MATCH (e:Episodic)
WHERE e.group_id = $tenant AND e.said_at >= $begin AND e.said_at < $end
RETURN e.uuid AS uuid, e.said_at AS said_at, e.seq AS seq

// name: episodes_stored(tenant, uuids) -> rows
// Episodes by id, with all that reading them again asks for.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
RETURN e.uuid AS uuid, e.episode_id AS episode_id, e.session AS session, e.seq AS seq, e.speaker AS speaker,
       e.role AS role, e.said_at AS said_at, e.said_at_offset AS said_at_offset, e.said_at_precision AS said_at_precision,
       e.source_kind AS source_kind, e.content AS content, e.content_hash AS content_hash, e.read_by AS read_by, coalesce(e.retracted_at, e.replaced_at) AS retracted_at, e.unkept AS unkept

// name: episodes_mark_read(tenant, rows) -> none
// Says which extractor read episodes last, and what of its reading was not kept.
UNWIND $rows AS row
MATCH (e:Episodic {uuid: row.uuid})
WHERE e.group_id = $tenant
SET e.read_by = row.read_by, e.unkept = row.unkept

// name: episodes_mark_retracted(tenant, uuids, now) -> none
// Says that episodes were withdrawn: they are not read again.
UNWIND $uuids AS uuid
MATCH (e:Episodic {uuid: uuid})
WHERE e.group_id = $tenant
SET e.retracted_at = $now
