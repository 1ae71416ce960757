-- SPDX-License-Identifier: MIT
-- When a session was used last: begun, a turn of it begun or ended, or its user said or ran something. Without it the
-- last event of each session is sought for a list.
ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET used = coalesce((SELECT at FROM events WHERE id > key << 32 AND id < (key + 1) << 32
	ORDER BY id DESC LIMIT 1), created_at);
CREATE INDEX sessions_used ON sessions (used, cwd);
