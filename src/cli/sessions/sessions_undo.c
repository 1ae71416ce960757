/* SPDX-License-Identifier: MIT
 * agent sessions undo ID[:SEQ]: restores the files as they were before the session's last turn that changed
 * any, or at event SEQ. Prints what it will do to each file, and asks.
 */

#include "agent/undo_turn.h"
#include "base/base.h"
#include "base/print.h"
#include "cli/program/program.h"
#include "cli/sessions/sessions.h"
#include "session/event/event_data.h"
#include "session/event_reader.h"
#include "workspace/undo.h"

/* Whether the session changed files in this folder. False (e): it worked in another folder, or it is
 * imported and its changes were made by another program. */
static bool is_ours(const struct event *start, const char *cwd, struct error *e)
{
	const struct event_session_start begun = event_read_session_start(start->data);
	const char *made = begun.cwd ? begun.cwd : "";

	if (begun.imported)
		return error_set(
		    e, ERR_USAGE, "an imported session changed no files of this machine");
	if (strcmp(made, cwd) != 0)
		return error_set(e, ERR_USAGE,
		    "the session worked in '%s'; go there, or say -C '%s'", made, made);
	return true;
}

static bool read_log(
    struct sessions_request *r, const char *id, struct undo_log *log, struct error *e)
{
	event_each (ev, store_source(r->store, id, 1), e) {
		if (ev.type == EVENT_SESSION_START && ev.seq == 1 && !is_ours(&ev, r->cwd, e))
			return false;
		undo_log_take(log, &ev);
	}
	return e->code == ERR_NONE;
}

/* Prints what was undone. Returns the exit code: 0, or 1 if something was left alone or failed. */
static int tell_outcome(const struct sessions_request *r, const struct undo_plan *plan, size_t done)
{
	size_t left = 0;

	for (size_t i = 0; i < plan->count; i++) {
		const struct undo_step *step = &plan->steps[i];

		left += !step->applied && step->kind != UNDO_DONE;
		if (step->why)
			print_text(stderr, "agent: not undone: %s\n", step->why);
	}
	print_text(stderr, "agent: %zu file%s as before\n", done, text_plural(done, "", "s"));
	if (left && !r->force)
		fputs("agent: --force overwrites what was changed since\n", stderr);
	return left != 0;
}

static int undo(struct sessions_request *r, struct session *s, struct workspace *w,
    const struct undo_log *log, int64_t seq)
{
	freed_by(undo_plan_free) struct undo_plan plan = undo_plan_new(log, seq, s, w);
	const size_t changes = undo_plan_changes(&plan, r->force);
	json_auto_t *rows = json_array();
	auto_buf text = BUF_INIT;
	int code = 0, agreed = 1;

	if (plan.count)
		undo_plan_write(&plan, r->force, &text);
	fputs(
	    plan.count ? buf_str(&text) : "agent: there is no change of a file to undo\n", stderr);
	if (changes && !r->yes)
		agreed = sessions_ask("change %zu file%s", changes, text_plural(changes, "", "s"));
	if (agreed < 0)
		fputs("agent: nothing was undone; say --yes where nobody can be asked\n", stderr);
	if (agreed <= 0) {
		code = 2;
	} else if (plan.count) {
		const size_t done = undo_apply(&plan, r->force, s, w);

		undo_tell(s, &plan);
		session_settle(s, NULL);
		code = tell_outcome(r, &plan, done);
	}
	for (size_t i = 0; i < plan.count; i++)
		json_array_append_new(
		    rows, json_pack("{s:s, s:s, s:b, s:s*}", "path", plan.steps[i].path, "what",
			      undo_kind_name(plan.steps[i].kind), "applied", plan.steps[i].applied,
			      "error", plan.steps[i].why));
	if (r->json)
		print_json_line(json_incref(rows));
	return code;
}

int sessions_undo(struct sessions_request *r)
{
	auto_error e = ERROR_INIT;
	struct undo_log *log = undo_log_new();
	struct session *s = NULL;
	struct workspace *w = NULL;
	json_auto_t *row = NULL;
	auto_free char *id = NULL;
	int64_t seq = UNDO_LAST_TURN;
	int code = 1;

	if (program_split_fork(r->words[0], &id, &seq, 0, &e) &&
	    (row = store_find(r->store, id, r->cwd, &e)) &&
	    read_log(r, json_str(row, "id", ""), log, &e) && (w = workspace_open(r->cwd, &e)))
		s = session_open(NULL, r->store, json_str(row, "id", ""), &e);
	code = s ? undo(r, s, w, log, seq) : sessions_fail(&e);
	session_free(s);
	workspace_free(w);
	undo_log_free(log);
	return code;
}
