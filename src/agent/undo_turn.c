/* SPDX-License-Identifier: MIT
 * /undo: the file changes of the last turn that made any are taken back, after a question that says
 * what would happen to each file. The model is told, or it would go on as if its work were there.
 */
#include "agent/undo_turn.h"

#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/past_changes.h"
#include "base/base.h"
#include "config/prompt.h"
#include "workspace/undo.h"

void undo_tell(struct session *s, const struct undo_plan *plan)
{
	auto_buf files = BUF_INIT;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->steps[i].applied)
			buf_addf(&files, "- %s\n", plan->steps[i].path);
	if (files.len)
		model_note(s, "turn/undone", PROMPT_VARS({"files", files.data}));
}

/* Asks the user whether to undo; false: no. */
static bool ask_to_undo(struct agent *a, const struct undo_plan *plan, bool force)
{
	auto_buf text = BUF_INIT;
	json_auto_t *answer = NULL;

	buf_adds(&text, "take back these changes of files?\n");
	undo_plan_write(plan, force, &text);
	ask_await(a->session,
	    event_build_question(&(struct event_question){
		.kind = "undo",
		.text = buf_str(&text),
		.options = json_pack("[s, s]", "undo", "leave them"),
	    }),
	    &answer);
	return strcmp(event_read_answer(answer).choice, "undo") == 0;
}

void agent_undo(struct agent *a, const json_t *wish)
{
	const bool force = json_flag(wish, "force", false);
	const char *path = json_str(wish, "path", NULL);
	freed_by(undo_plan_free) struct undo_plan plan = undo_plan_new(past_changes(a),
	    json_flag(wish, "session", false) ? 0 : UNDO_LAST_TURN, a->session, a->workspace);
	auto_buf text = BUF_INIT;

	if (path)
		undo_plan_only(&plan, path);
	if (!plan.count) {
		emit_notice(a->session, "info", "there is no change of a file to undo");
	} else if (!undo_plan_changes(&plan, force)) {
		undo_plan_write(&plan, force, &text);
		emit_notice(a->session, "warning",
		    "nothing is undone; '/undo force' overwrites what was changed since\n%s",
		    buf_str(&text));
	} else if (ask_to_undo(a, &plan, force)) {
		size_t done = undo_apply(&plan, force, a->session, a->workspace);

		undo_tell(a->session, &plan);
		emit_notice(a->session, "info", "%zu file%s as before the change", done,
		    text_plural(done, "", "s"));
		for (size_t i = 0; i < plan.count; i++)
			if (plan.steps[i].why)
				emit_notice(
				    a->session, "warning", "not undone: %s", plan.steps[i].why);
	} else {
		emit_notice(a->session, "info", "the files stay as they are");
	}
	session_settle(a->session, NULL);
}
