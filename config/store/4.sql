-- SPDX-License-Identifier: MIT
-- Roadmaps: each revision is a document with the schedule made of it; the tasks are those of
-- the newest; what finished tasks took is kept for estimates.
CREATE TABLE roadmaps (
	key INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	goal TEXT NOT NULL,
	pattern_type TEXT, pattern_subtype TEXT, pattern_variant TEXT,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
	revision INTEGER NOT NULL);
CREATE INDEX roadmap_patterns ON roadmaps (pattern_type, pattern_subtype, pattern_variant);
-- id: roadmap << 32 | revision
CREATE TABLE roadmap_revisions (
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL, reason TEXT, document TEXT NOT NULL, schedule TEXT);
CREATE TABLE roadmap_tasks (
	roadmap INTEGER NOT NULL REFERENCES roadmaps (key), node TEXT NOT NULL, title TEXT,
	level TEXT NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL,
	work INTEGER NOT NULL, status TEXT NOT NULL, PRIMARY KEY (roadmap, node)) WITHOUT ROWID;
CREATE INDEX roadmap_dates ON roadmap_tasks (start, finish);
CREATE TABLE roadmap_finished (id INTEGER PRIMARY KEY, roadmap INTEGER NOT NULL,
	node TEXT NOT NULL, planned INTEGER NOT NULL, took INTEGER NOT NULL, at INTEGER NOT NULL);
