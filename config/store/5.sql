-- SPDX-License-Identifier: MIT
-- Sessions whose words are not all in the index, so that finding them costs nothing when there
-- are none.
CREATE TABLE behind (key INTEGER PRIMARY KEY);
CREATE TRIGGER event_behind AFTER INSERT ON events
	WHEN new.type IN ('message', 'tool_call', 'tool_result')
	BEGIN INSERT OR IGNORE INTO behind (key) VALUES (new.id >> 32); END;
CREATE TRIGGER session_behind AFTER UPDATE OF title, turns ON sessions
	BEGIN INSERT OR IGNORE INTO behind (key) VALUES (new.key); END;
INSERT INTO behind (key) SELECT key FROM sessions;
