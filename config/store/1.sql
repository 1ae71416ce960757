-- SPDX-License-Identifier: MIT
-- A key is never used again after a deletion; parent is JSON.
CREATE TABLE sessions (
	key INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	title TEXT,
	cwd TEXT NOT NULL,
	model TEXT,
	parent TEXT,
	created_at INTEGER NOT NULL,
	turns INTEGER NOT NULL DEFAULT 0);
-- id: session << 32 | seq
CREATE TABLE events (
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL,
	turn INTEGER NOT NULL,
	iteration INTEGER NOT NULL,
	phase TEXT,
	type TEXT NOT NULL,
	summary TEXT,
	data TEXT NOT NULL,
	session INTEGER GENERATED ALWAYS AS (id >> 32) VIRTUAL,
	seq INTEGER GENERATED ALWAYS AS (id & 0xffffffff) VIRTUAL);
CREATE TABLE blobs (key INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE blob_uses (session INTEGER NOT NULL, blob INTEGER NOT NULL,
	PRIMARY KEY (session, blob)) WITHOUT ROWID;
CREATE INDEX blob_users ON blob_uses (blob);
CREATE TABLE cache (session INTEGER NOT NULL, kind TEXT NOT NULL, seq INTEGER NOT NULL,
	data TEXT NOT NULL, PRIMARY KEY (session, kind, seq)) WITHOUT ROWID;
