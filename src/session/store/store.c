/* SPDX-License-Identifier: MIT
 * Appending events: each is one insert in its own transaction, which also adds or updates the session's row
 * if the event requires it. Writes go to the write-ahead log; SQLite syncs the disk only at a turn's end.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/store/store_state.h"

#define IDLE_PAGES 2048 /* pages in the log from which on a checkpoint is worthwhile */
#define TITLE_MAX 80

static int64_t last_seq(struct store *s, int64_t key)
{
	return store_number(s, store_query(s, ST_LAST_SEQ, NULL, NUMBER(key)), 0, NULL);
}

int64_t store_last_seq(struct store *s, const char *session)
{
	const int64_t key = store_key(s, session, NULL);

	return key ? last_seq(s, key) : 0;
}

static enum store_result session_add(
    struct store *s, const char *session, const struct event *ev, struct error *e)
{
	const struct event_session_start begun = event_read_session_start(ev->data);
	auto_free char *parent_line = begun.parent ? json_line(begun.parent) : NULL;
	sqlite3_stmt *st = store_query(s, ST_SESSION_ADD, e, TEXT(session),
	    TEXT(begun.title && *begun.title ? begun.title : NULL),
	    TEXT(begun.cwd ? begun.cwd : ""), TEXT(begun.model), TEXT(parent_line),
	    NUMBER(ev->at_ms));
	enum store_result result = store_run(s, st, e);

	if (result == STORE_OK)
		s->key = sqlite3_last_insert_rowid(s->db);
	return result;
}

static enum store_result event_add(struct store *s, const struct event *ev, struct error *e)
{
	auto_free char *data = json_line(ev->data);
	sqlite3_stmt *st = store_query(s, ST_APPEND, e, NUMBER(EVENT_KEY(s->key, ev->seq)),
	    NUMBER(ev->at_ms), NUMBER(ev->turn), NUMBER(ev->iteration), TEXT(phase_name(ev->phase)),
	    TEXT(event_type_name(ev)), TEXT(ev->summary), TEXT(data));
	enum store_result result = store_run(s, st, e);

	if (result == STORE_OK && sqlite3_changes(s->db) == 0) {
		error_set(e, ERR_STORE, "the session was deleted meanwhile");
		return STORE_FAILED;
	}
	if (result == STORE_FAILED && (sqlite3_errcode(s->db) & 0xff) == SQLITE_CONSTRAINT)
		error_set(e, ERR_CONFLICT, "another process is going on with this session");
	return result;
}

/* Returns whether an event updates the row of its session. Not all do, as each update writes two more pages. */
static bool uses_session(const struct event *ev)
{
	return ev->type == EVENT_SESSION_START || ev->type == EVENT_TURN_START ||
	       ev->type == EVENT_TURN_END || ev->type == EVENT_STEER ||
	       (ev->type == EVENT_TOOL_CALL && event_is_by(ev, "user"));
}

static enum store_result session_use(struct store *s, const struct event *ev, struct error *e)
{
	if (ev->type != EVENT_TURN_START)
		return store_run(
		    s, store_query(s, ST_USED, e, NUMBER(s->key), NUMBER(ev->at_ms)), e);
	const char *prompt = event_read_turn_start(ev->data).prompt;
	auto_free char *line = xstrndup(prompt ? prompt : "", prompt ? strcspn(prompt, "\n") : 0);
	auto_free char *title = text_line(line, TITLE_MAX);

	return store_run(s,
	    store_query(
		s, ST_TURN, e, NUMBER(s->key), NUMBER(ev->at_ms), TEXT(title[0] ? title : NULL)),
	    e);
}

/* Appends an event that also changes the row of its session, in one transaction. */
static enum store_result append_with_session(
    struct store *s, const char *session, const struct event *ev, struct error *e)
{
	enum store_result result =
	    s->batch ? STORE_OK : store_run(s, store_statement(s, ST_BEGIN, e), e);

	if (result != STORE_OK)
		return result;
	result = ev->type == EVENT_SESSION_START ? session_add(s, session, ev, e)
						 : session_use(s, ev, e);
	if (result == STORE_OK)
		result = event_add(s, ev, e);
	if (!s->batch && !store_end(s, result == STORE_OK, e) && result == STORE_OK)
		result = STORE_FAILED;
	return result;
}

static bool select_session(
    struct store *s, const char *session, const struct event *ev, struct error *e)
{
	if (strcmp(s->session, session) != 0) {
		s->session[0] = '\0';
		s->key = s->last = 0;
		if (ev->type != EVENT_SESSION_START) {
			s->key = store_key(s, session, e);
			if (!s->key)
				return false;
			s->last = last_seq(s, s->key);
		}
		snprintf(s->session, sizeof s->session, "%s", session);
	}
	if (ev->seq == s->last + 1 && ev->seq <= EVENT_SEQ_MAX)
		return true;
	if (ev->seq > 0 && ev->seq <= s->last)
		return error_set(e, ERR_CONFLICT, "another process is going on with this session");
	return error_set(e, ERR_STORE, "event %lld does not follow event %lld of its session",
	    (long long)ev->seq, (long long)s->last);
}

enum store_result store_append(
    struct store *s, const char *session, const struct event *ev, struct error *e)
{
	const bool waits = ev->type == EVENT_TURN_END && !s->batch; /* sync the disk */
	enum store_result result;

	if ((!s->batch && store_lost(s, e)) || !select_session(s, session, ev, e))
		return STORE_FAILED;
	if (waits)
		sqlite3_exec(s->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
	result = uses_session(ev) ? append_with_session(s, session, ev, e) : event_add(s, ev, e);
	if (waits)
		sqlite3_exec(s->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
	if (result == STORE_OK)
		s->last = ev->seq;
	else if (ev->type == EVENT_SESSION_START)
		s->session[0] = '\0';
	return result;
}

bool store_batch_begin(struct store *s, struct error *e)
{
	s->batch = store_begin(s, e);
	return s->batch;
}

bool store_batch_end(struct store *s, bool ok, struct error *e)
{
	s->batch = false;
	s->session[0] = '\0';
	return store_end(s, ok, e);
}

/* Without WAL, as a log of hundreds of megabytes would be written, searched and copied page by page. If the process is
 * killed, the file keeps this mode until the next store_connect, which sets WAL again. */
void store_bulk(struct store *s, bool on)
{
	sqlite3_exec(s->db,
	    on ? "PRAGMA cache_spill = OFF; PRAGMA journal_mode = TRUNCATE"
	       : "PRAGMA cache_spill = ON; PRAGMA journal_mode = WAL",
	    NULL, NULL, NULL);
}

/* A passive checkpoint does not block other processes. Truncating then empties the log, unless another
 * process is reading it. */
void store_idle(struct store *s)
{
	if (s->log_pages < IDLE_PAGES)
		return;
	sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	sqlite3_busy_timeout(s->db, 0);
	sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
	s->log_pages = 0;
}
