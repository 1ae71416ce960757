/*
 * Few sessions that go on ask for what was changed so long ago, so it is not read before somebody does.
 */
#include "agent/state/past_changes.h"

#include "agent/agent_internal.h"
#include "session/event_reader.h"
#include "workspace/undo.h"

static struct undo_log *read_changes(struct store *store, const char *session)
{
	struct event_reader *events = store_source(store, session, 1);
	struct undo_log *log = undo_log_new();
	struct error e = ERROR_INIT;
	struct event ev;

	while (events->next(events, &ev, &e)) {
		undo_log_take(log, &ev);
		event_free(&ev);
	}
	event_reader_free(events);
	if (e.code != ERR_NONE) {
		undo_log_free(log);
		log = NULL;
	}
	error_free(&e);
	return log;
}

const struct undo_log *past_changes(struct agent *a)
{
	struct store *store = session_store(a->session);
	struct undo_log *whole = NULL;

	if (a->changes_behind && !a->origin.imported && store) {
		session_settle(a->session, NULL); /* those of this process are stored then, too */
		whole = read_changes(store, session_id(a->session));
	}
	if (whole) {
		undo_log_free(a->undo);
		a->undo = whole;
		a->changes_behind = false;
	}
	return a->undo;
}
