/* SPDX-License-Identifier: MIT
 * The file changes of a session. Those before a summary are read from the store when somebody asks for them, which few
 * resumed sessions do.
 */
#include "agent/state/past_changes.h"

#include "agent/state/agent_state.h"
#include "base/base.h"
#include "session/event_reader.h"
#include "workspace/undo.h"
#include "workspace/walk.h"

const struct undo_log *past_changes(struct agent *a)
{
	struct store *store = session_store(a->session);
	auto_error e = ERROR_INIT;

	if (!a->changes_behind || a->origin.imported || !store)
		return a->undo;
	session_settle(a->session, NULL); /* so that this process's events are in the store */
	struct undo_log *whole = undo_log_new();
	event_each (ev, store_source(store, session_id(a->session), 1), &e)
		undo_log_take(whole, &ev);
	if (e.code != ERR_NONE) {
		undo_log_free(whole);
		return a->undo;
	}
	undo_log_free(a->undo);
	a->undo = whole;
	a->changes_behind = false;
	return a->undo;
}

bool change_needs_check(const struct agent *a, const char *path)
{
	const json_t *globs = setting_json(a->settings, "evaluation.unchecked");

	json_each (glob, globs)
		if (glob_match(json_string_value(glob), path))
			return false;
	return true;
}

struct wanted {
	const struct agent *agent;
	const char *path; /* NULL: any that needs a check */
};

static bool is_wanted(void *ctx, const char *path)
{
	const struct wanted *w = ctx;

	return w->path ? strcmp(w->path, path) == 0 : change_needs_check(w->agent, path);
}

int64_t last_change(struct agent *a, const char *path)
{
	return undo_log_last(past_changes(a), is_wanted, &(struct wanted){a, path});
}
