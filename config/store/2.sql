-- SPDX-License-Identifier: MIT
-- The words of titles, messages, calls and results, see store_index.c. `found` says how far
-- each session is indexed; a title stands at the session's event 0, as it was when indexed.
CREATE TABLE found (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, title TEXT);
CREATE VIEW said (id, title, text) AS SELECT id, title, NULL FROM found
	UNION ALL SELECT id, NULL, event_words(type, summary, data) FROM events
	WHERE type IN ('message', 'tool_call', 'tool_result');
CREATE VIRTUAL TABLE words USING fts5 (title, text, content = 'said',
	content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO words (words, rank) VALUES ('rank', 'bm25(4.0, 1.0)');
