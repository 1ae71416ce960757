-- SPDX-License-Identifier: MIT
-- The statements of the session store: each follows a line with its name and ends with the first
-- semicolon. {NAME} stands for the text of that name. Where rows become JSON, the names of
-- columns are those of members; what ends with _json is parsed.

-- LAST_SEQ
(SELECT max(id) FROM events WHERE id > s.key << 32 AND id < (s.key + 1) << 32)
	& 0xffffffff;

-- A session with its last event.
-- SESSION_ROW
SELECT s.id AS id, coalesce(s.title, '') AS title, s.cwd AS cwd, s.model AS model,
	s.created_at AS created_at, e.at AS updated_at, e.id & 0xffffffff AS events,
	s.turns AS turns, s.parent AS parent_json
	FROM sessions s JOIN events e ON e.id = (SELECT max(id) FROM events WHERE id > s.key << 32
	AND id < (s.key + 1) << 32);

-- Condition for a session in which something was done: a turn, or a command of the user's own.
-- USED
(s.turns > 0 OR EXISTS (SELECT 1 FROM events WHERE id > s.key << 32 AND id < (s.key + 1) <<
	32 AND type = 'tool_call'));

-- INDEX_PROGRESS
SELECT b.key, coalesce(f.seq, 0), coalesce({LAST_SEQ}, 0), f.id IS NULL OR f.title IS NOT
	s.title, s.key IS NOT NULL AND {USED}
	FROM behind b LEFT JOIN sessions s ON s.key = b.key LEFT JOIN found f ON f.id = b.key <<
	32;

-- Each pattern of ?1 matches the title or an event of the session. event_words keeps the names
-- of members out.
-- HOLDS_ALL
NOT EXISTS (SELECT 1 FROM json_each(?1) t WHERE coalesce(s.title, '') NOT LIKE t.value AND
	NOT EXISTS (SELECT 1 FROM events e WHERE e.id > b.key << 32 AND e.id < (b.key + 1) << 32
	AND e.type IN ('message', 'tool_call', 'tool_result') AND (e.data LIKE t.value OR e.summary
	LIKE t.value) AND event_words(e.type, e.summary, e.data) LIKE t.value));

-- ST_BEGIN
BEGIN IMMEDIATE;

-- ST_COMMIT
COMMIT;

-- ST_ROLLBACK
ROLLBACK;

-- ST_APPEND
INSERT INTO events (id, at, turn, iteration, phase, type, summary, data)
	SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM sessions WHERE key = ?1 >> 32;

-- ST_SESSION_ADD
INSERT INTO sessions (id, title, cwd, model, parent, created_at, used)
	VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6);

-- ST_SESSION_KEY
SELECT key FROM sessions WHERE id = ?1;

-- ST_TURN
UPDATE sessions SET turns = turns + 1, title = coalesce(title, ?3), used = ?2 WHERE key = ?1;

-- ST_USED
UPDATE sessions SET used = ?2 WHERE key = ?1;

-- ST_LAST_SEQ
SELECT id & 0xffffffff FROM events WHERE id > ?1 << 32 AND id < (?1 + 1) << 32
	ORDER BY id DESC LIMIT 1;

-- ST_NEXT
SELECT id & 0xffffffff, at, turn, iteration, phase, type, summary, data
	FROM events WHERE id >= ?1 AND id <= ?2 ORDER BY id LIMIT 1;

-- Sessions of delegates are left out.
-- ST_LIST
{SESSION_ROW} WHERE (?1 IS NULL OR s.cwd = ?1) AND {USED} AND (s.parent IS NULL OR
	json_extract(s.parent, '$.call') IS NULL)
	ORDER BY s.used DESC, s.cwd DESC, s.key DESC LIMIT ?2;

-- ST_FIND
{SESSION_ROW} WHERE s.id >= ?1 AND s.id < ?1 || '~' ORDER BY s.id LIMIT 4;

-- A fork holds copies of its parent's events: what is the same counts once. What a delegate spent
-- stands in its own session.
-- ST_SPENT
SELECT total(json_extract(data, '$.cost_usd'))
	FROM (SELECT DISTINCT at, data FROM events INDEXED BY spent WHERE type = 'usage' AND at >=
	?1 AND json_extract(data, '$.role') IS NOT 'delegate');

-- ST_RECENT
SELECT s.id AS id, s.title AS title, s.created_at AS at, (SELECT substr(json_extract(e.data, '$.answer'), 1,
	1000) FROM events e WHERE e.id > s.key << 32 AND e.id < (s.key + 1) << 32 AND e.type =
	'turn_end' ORDER BY e.id LIMIT 1) AS answer
	FROM sessions s WHERE s.cwd = ?1 AND s.turns > 0 AND s.parent IS NULL
	ORDER BY s.key DESC LIMIT ?2;

-- ST_TITLE
UPDATE sessions SET title = ?2 WHERE key = ?1;

-- ST_COPY
INSERT INTO events (id, at, turn, iteration, phase, type, summary, data)
	SELECT (?1 << 32) | (id & 0xffffffff), at, turn, iteration, phase, type, summary, data
	FROM events WHERE id >= ?2 AND id <= ?3;

-- ST_COPY_BLOBS
INSERT OR IGNORE INTO blob_uses (session, blob)
	SELECT ?1, blob FROM blob_uses WHERE session = ?2;

-- ST_COPY_TURNS
UPDATE sessions SET turns = (SELECT count(*) FROM events WHERE type = 'turn_start' AND id >
	?1 << 32 AND id < (?1 + 1) << 32), title = coalesce(title, (SELECT title FROM sessions
	WHERE key = ?2)), used = (SELECT at FROM events WHERE id > ?1 << 32 AND id < (?1 + 1) <<
	32 ORDER BY id DESC LIMIT 1)
	WHERE key = ?1;

-- ST_COPY_CACHE
INSERT OR IGNORE INTO cache (session, kind, seq, data) SELECT ?1, kind, seq, data FROM cache
	WHERE session = ?2 AND seq <= ?3;

-- ST_DELETE_EVENTS
DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id > ?1 << 32 AND id < (?1 + 1)
	<< 32 ORDER BY id DESC LIMIT ?2);

-- ST_DELETE_USES
DELETE FROM blob_uses WHERE session = ?1;

-- ST_DELETE_BLOBS
DELETE FROM blobs WHERE key IN (SELECT blob FROM blob_uses u WHERE session = ?1 AND NOT
	EXISTS (SELECT 1 FROM blob_uses o WHERE o.blob = u.blob AND o.session <> ?1));

-- ST_DELETE_CACHE
DELETE FROM cache WHERE session = ?1;

-- ST_DELETE_SESSION
DELETE FROM sessions WHERE key = ?1;

-- ST_BLOB_ADD
INSERT OR IGNORE INTO blobs (ref, data) VALUES (?1, ?2);

-- ST_BLOB_USE
INSERT OR IGNORE INTO blob_uses (session, blob) SELECT ?1, key FROM blobs WHERE ref = ?2;

-- ST_BLOB_GET
SELECT data FROM blobs WHERE ref = ?1;

-- ST_OLD
{SESSION_ROW} WHERE e.at < ?1 ORDER BY e.at LIMIT ?2;

-- ST_INDEX_NEXT
{INDEX_PROGRESS} ORDER BY b.key DESC LIMIT 1;

-- ST_INDEX_OF
{INDEX_PROGRESS} WHERE b.key = ?1;

-- ST_BEHIND
SELECT count(*) FROM behind;

-- What is not indexed, read through for the longest word (?2), reading all events in a row is
-- faster than session by session.
-- ST_BEHIND_TITLED
SELECT b.key FROM behind b JOIN sessions s ON s.key = b.key
	WHERE s.title LIKE ?2 AND {HOLDS_ALL} ORDER BY b.key DESC;

-- ST_BEHIND_SAID
SELECT b.key FROM events w CROSS JOIN behind b ON b.key = w.id >> 32
	JOIN sessions s ON s.key = b.key
	WHERE w.type IN ('message', 'tool_call', 'tool_result') AND (w.data LIKE ?2 OR w.summary
	LIKE ?2) AND {HOLDS_ALL}
	ORDER BY w.id DESC;

-- ST_INDEX_DONE
DELETE FROM behind WHERE key = ?1;

-- ST_INDEXED
SELECT seq FROM found WHERE id = ?1 << 32;

-- ST_INDEX_ADD
INSERT INTO words (rowid, title, text) SELECT id, title, text FROM said
	WHERE id >= ?1 AND id <= ?2;

-- ST_INDEX_DROP
INSERT INTO words (words, rowid, title, text) SELECT 'delete', id, title, text
	FROM said WHERE id >= ?1 AND id <= ?2;

-- ST_INDEX_NOTE
INSERT INTO found (id, seq, title) SELECT key << 32, ?2, title FROM sessions
	WHERE key = ?1 ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, title = excluded.title;

-- What sessions add a few words at a time is many small pieces, each of which every search looks into.
-- ST_INDEX_MERGE
INSERT INTO words (words, rank) VALUES ('merge', 64);

-- ST_INDEX_BACK
UPDATE found SET seq = ?2 WHERE id = ?1 << 32;

-- ST_INDEX_FORGET
DELETE FROM found WHERE id = ?1 << 32;

-- ST_SEARCH
SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank, rowid DESC;

-- ST_SEARCH_ALL
SELECT w.rowid >> 32 FROM json_each(?1) t JOIN words w ON w.words MATCH t.value
	GROUP BY 1 HAVING count(DISTINCT t.key) = json_array_length(?1);

-- ST_SEARCH_COUNT
SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2);

-- ST_SNIPPET
SELECT snippet(words, -1, char(1), char(2), '…', 16)
	FROM words WHERE words MATCH ?1 AND rowid = ?2;

-- ST_SAID_BEFORE
SELECT id, event_words(type, summary, data)
	FROM events WHERE id < ?1 AND type IN ('message', 'tool_call', 'tool_result')
	ORDER BY id DESC;

-- ST_SESSION_ROW
{SESSION_ROW} WHERE s.key = ?1 AND (?2 IS NULL OR s.cwd = ?2) AND {USED};

-- ST_CACHE_PUT
INSERT OR REPLACE INTO cache (session, kind, seq, data) VALUES (?1, ?2, ?3, ?4);

-- ST_CACHE_GET
SELECT seq, data FROM cache WHERE session = ?1 AND kind = ?2 AND seq <= ?3
	ORDER BY seq DESC LIMIT 1;

-- ST_COMPACTIONS
SELECT data FROM events WHERE id >= ?1 AND id <= ?2 AND type = 'compaction' ORDER BY id
	DESC;

-- ST_SCAN_SESSIONS
SELECT s.key FROM sessions s WHERE (?1 IS NULL OR s.cwd = ?1) AND s.turns > 0 AND (s.parent
	IS NULL OR json_extract(s.parent, '$.call') IS NULL) AND (SELECT at FROM events WHERE id >
	s.key << 32 AND id < (s.key + 1) << 32 ORDER BY id DESC LIMIT 1) >= ?2
	ORDER BY s.key;

-- ST_SCAN
SELECT id, at, turn, iteration, type, data
	FROM events WHERE id >= ?1 AND id <= ?2 AND type NOT IN ('message', 'usage', 'capsule')
	ORDER BY id;

-- ST_PLAN_SESSIONS
SELECT key FROM sessions WHERE (?1 IS NULL OR cwd = ?1) AND turns > 0 AND (parent IS NULL OR
	json_extract(parent, '$.call') IS NULL)
	ORDER BY key DESC LIMIT ?2;

-- ST_PLANS
SELECT id, at, turn, iteration, type, data
	FROM events INDEXED BY planned WHERE type = 'plan' AND id >= ?1 AND id <= ?2
	ORDER BY id DESC;

-- A delegate's session counts for the one that it was started from.
-- USAGE_OWNERS
WITH RECURSIVE owner (key, id, root, title) AS (SELECT key, id, id, title FROM sessions
	WHERE parent IS NULL OR json_extract(parent, '$.call') IS NULL
	UNION ALL SELECT c.key, c.id, o.root, o.title FROM owner o JOIN sessions c
	ON c.parent IS NOT NULL AND json_extract(c.parent, '$.call') IS NOT NULL
	AND json_extract(c.parent, '$.session') = o.id),
	u AS (SELECT min(id) AS id, at, turn, data FROM events INDEXED BY spent
	WHERE type = 'usage' AND at >= ?1 AND at < ?2
	AND json_extract(data, '$.role') IS NOT 'delegate' GROUP BY at, data);

-- USAGE_USD
total(json_extract(u.data, '$.cost_usd'));

-- No request with a price, no sum.
-- USAGE_SUMS
count(*) AS requests, CAST(total(json_extract(u.data, '$.input')) AS INTEGER) AS input,
	CAST(total(json_extract(u.data, '$.output')) AS INTEGER) AS output,
	CAST(total(json_extract(u.data, '$.cached')) AS INTEGER) AS cached,
	CAST(total(json_extract(u.data, '$.written')) AS INTEGER) AS written,
	CAST(total(json_extract(u.data, '$.reasoning')) AS INTEGER) AS reasoning,
	CASE WHEN count(json_extract(u.data, '$.cost_usd')) > 0 THEN {USAGE_USD} END AS cost_usd,
	count(*) FILTER (WHERE json_extract(u.data, '$.cost_usd') IS NULL) AS unpriced,
	CAST(total(json_extract(u.data, '$.estimated')) AS INTEGER) AS estimated,
	CAST(total(json_extract(u.data, '$.sent')) AS INTEGER) AS sent_bytes,
	CAST(total(json_extract(u.data, '$.resent')) AS INTEGER) AS resent_bytes
	FROM u JOIN sessions s ON s.key = u.id >> 32 LEFT JOIN owner o ON o.key = s.key
	WHERE ?3 IS NULL OR s.cwd = ?3 GROUP BY 1;

-- ST_USAGE_DAY
{USAGE_OWNERS} SELECT strftime('%Y-%m-%d', u.at / 1000, 'unixepoch', 'localtime') AS key,
	{USAGE_SUMS} ORDER BY 1;

-- ST_USAGE_MODEL
{USAGE_OWNERS} SELECT json_extract(u.data, '$.model') AS key,
	{USAGE_SUMS} ORDER BY {USAGE_USD} DESC, 1;

-- ST_USAGE_FOLDER
{USAGE_OWNERS} SELECT s.cwd AS key,
	{USAGE_SUMS} ORDER BY {USAGE_USD} DESC, 1;

-- ST_USAGE_SESSION
{USAGE_OWNERS} SELECT coalesce(o.root, s.id) AS key,
	max(coalesce(o.title, s.title)) AS title, {USAGE_SUMS} ORDER BY {USAGE_USD} DESC, 1 DESC;

-- ST_USAGE_ROLE
{USAGE_OWNERS} SELECT json_extract(u.data, '$.role') AS key,
	{USAGE_SUMS} ORDER BY {USAGE_USD} DESC, 1;

-- ST_USAGE_PROVIDER
{USAGE_OWNERS} SELECT json_extract(u.data, '$.provider') AS key,
	{USAGE_SUMS} ORDER BY {USAGE_USD} DESC, 1;

-- ST_USAGE_TURN
{USAGE_OWNERS} SELECT s.id || ' ' || u.turn AS key,
	max(coalesce(o.title, s.title)) AS title, {USAGE_SUMS} ORDER BY min(u.at);

-- ST_USAGE_BREAK
{USAGE_OWNERS} SELECT json_extract(u.data, '$.broke') AS key,
	{USAGE_SUMS} ORDER BY resent_bytes DESC, 1;

-- ST_RESERVE
INSERT INTO reserved (session, at, usd, usage) VALUES (?1, ?2, ?3, ?4);

-- ST_RESERVED
SELECT total(usd) FROM reserved;

-- ST_RESERVED_OF
SELECT usage, usd, at FROM reserved WHERE session = ?1 ORDER BY key;

-- ST_RESERVED_CHANGE
UPDATE reserved SET usd = ?2 WHERE key = ?1;

-- ST_RESERVED_DROP
DELETE FROM reserved WHERE session = ?1;

-- ST_RESERVERS
SELECT DISTINCT session FROM reserved WHERE session <> ?1;

-- ST_RELEASE
DELETE FROM reserved WHERE key = ?1;

-- ST_ROADMAP_ADD
INSERT INTO roadmaps (id, goal, pattern_type, pattern_subtype, pattern_variant, created_at,
	updated_at, revision)
	VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 0);

-- ST_ROADMAP_UPDATE
UPDATE roadmaps SET goal = ?2, pattern_type = ?3, pattern_subtype = ?4, pattern_variant =
	?5, updated_at = ?6, revision = revision + 1
	WHERE id = ?1;

-- ST_ROADMAP_KEY
SELECT revision FROM roadmaps WHERE id = ?1;

-- ST_ROADMAP_LIST
SELECT r.id AS id, r.goal AS goal, r.pattern_type AS pattern_type,
	r.pattern_subtype AS pattern_subtype, r.pattern_variant AS pattern_variant,
	r.created_at AS created_at, r.updated_at AS updated_at, r.revision AS revision,
	count(t.node) AS tasks, count(*) FILTER (WHERE t.status = 'done') AS done,
	min(t.start) AS start, max(t.finish) AS finish
	FROM roadmaps r LEFT JOIN roadmap_tasks t ON t.roadmap = r.key
	WHERE (?1 IS NULL OR r.pattern_type = ?1 OR r.pattern_subtype = ?1)
	GROUP BY r.key ORDER BY r.updated_at DESC, r.key DESC;

-- ST_REVISION_ADD
INSERT INTO roadmap_revisions (id, at, reason, document, schedule)
	SELECT (key << 32) | revision, ?2, ?3, ?4, ?5 FROM roadmaps WHERE id = ?1;

-- ST_REVISION_GET
SELECT v.id & 0xffffffff AS revision, v.at AS at, v.reason AS reason,
	v.document AS document_json, v.schedule AS schedule_json
	FROM roadmaps r JOIN roadmap_revisions v ON v.id = (r.key << 32) | CASE ?2 WHEN 0 THEN
	r.revision ELSE ?2 END
	WHERE r.id = ?1;

-- ST_REVISIONS
SELECT v.id & 0xffffffff AS revision, v.at AS at, v.reason AS reason
	FROM roadmaps r JOIN roadmap_revisions v ON v.id > r.key << 32 AND v.id < (r.key + 1) << 32
	WHERE r.id = ?1 ORDER BY v.id;

-- ST_TASKS_DROP
DELETE FROM roadmap_tasks WHERE roadmap = (SELECT key FROM roadmaps WHERE id = ?1);

-- ST_TASK_ADD
INSERT OR IGNORE INTO roadmap_tasks (roadmap, node, title, level, start, finish, work,
	status)
	SELECT key, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM roadmaps WHERE id = ?1;

-- ST_FINISHED_ADD
INSERT INTO roadmap_finished (roadmap, node, planned, took, at)
	SELECT key, ?2, ?3, ?4, ?5 FROM roadmaps WHERE id = ?1;

-- ST_FINISHED
SELECT planned, took FROM roadmap_finished ORDER BY id DESC LIMIT ?1;

-- ST_DUE
SELECT r.id AS id, t.node AS node, t.title AS title, t.level AS level, t.start AS start,
	t.finish AS finish, t.status AS status
	FROM roadmap_tasks t JOIN roadmaps r ON r.key = t.roadmap
	WHERE t.status IN ('pending', 'in_progress') AND t.start <= ?1 AND t.level IN ('task',
	'milestone')
	ORDER BY t.start, r.id, t.node;

-- ST_CHECKPOINT_ADD
INSERT INTO roadmap_runs (id, at, state, run) VALUES (?1, ?2, ?3, ?4);

-- ST_CHECKPOINT_FIND
SELECT id AS id, state AS state, at AS at, run AS run_json FROM roadmap_runs
	WHERE key IN (SELECT max(key) FROM roadmap_runs WHERE id >= ?1 AND id < ?1 || char(1114111)
	GROUP BY id)
	ORDER BY id = ?1 DESC, key DESC;

-- ST_CHECKPOINT_TRIM
DELETE FROM roadmap_runs WHERE id = ?1 AND key NOT IN (SELECT key FROM roadmap_runs WHERE id
	= ?1 ORDER BY key DESC LIMIT 40);
