-- SPDX-License-Identifier: MIT
-- Money among thousands of events, and what requests under way may still take of a day's
-- budget.
CREATE INDEX spent ON events (at) WHERE type = 'usage';
CREATE TABLE reserved (key INTEGER PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL,
	usd REAL NOT NULL);
