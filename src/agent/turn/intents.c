/* SPDX-License-Identifier: MIT
 * What the user says while a turn runs, taken between its steps: words for the model become
 * messages, so nothing the model saw is lost; settings become events; a stop has been noticed by
 * then through the session's cancel.
 */
#include "agent/turn/intents.h"

#include "agent/approval/approve.h"
#include "agent/context/project_instructions.h"
#include "agent/context/request_head.h"
#include "agent/plan/planning.h"
#include "agent/roles/session_settings.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "sandbox/planted.h"
#include "sandbox/sandbox.h"
#include "tools/tool_set.h"

static void steer(struct agent *a, const json_t *data)
{
	const char *text = json_str(data, "text", "");

	emit(a->session, EVENT_STEER, NULL,
	    event_build_steer(&(struct event_steer){text, json_incref(json_list(data, "pasted"))}));
	emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "steer"));
}

static void allow(struct agent *a, const json_t *data)
{
	const char *scope = json_str(data, "revoke", NULL), *made = json_str(data, "keep", NULL);

	if (made) {
		auto_error e = ERROR_INIT;
		auto_free char *kept = planted_keep(sandbox_planted(a->sandbox), made, &e);

		if (kept)
			emit_notice(a->session, "info", "'%s' is back: it is kept", kept);
		else
			emit_notice(a->session, "warning", "%s", e.message);
		return;
	}
	if (scope)
		permission_revoke(a->permissions, scope, json_str(data, "text", ""));
	else
		permission_grant(a->permissions, GRANT_COMMAND, tool_run_command.name,
		    json_str(data, "command", ""), true);
	grants_tell(a);
}

/* /memory shows what of the head comes from the user's memory files, earlier sessions and the project's instructions,
 * as it stands in the head. reload: it is read anew, and the model is told it from now on. */
static void memory_show(struct agent *a, bool reload)
{
	auto_buf notices = BUF_INIT;
	auto_free char *none = NULL;

	if (reload && a->head.text) {
		string_set(&a->head.text, NULL);
		head_build(a, "");
	}
	auto_free char *told =
	    a->head.memory ? xstrdup(a->head.memory) : memory_told(a, "", &notices);
	auto_free char *instructions = a->head.instructions
					   ? xstrdup(a->head.instructions)
					   : project_instructions(a, NULL, &notices);
	if (!*told && !*instructions) {
		auto_free char *folder = file_home(FILE_CONFIG, "memory"),
			       *shown = file_user_path(folder);
		none = prompt_with("memory/nothing", {"folder", shown});
	}
	emit_notice(a->session, "info", "%s%s%s", none ? none : told + strspn(told, "\n"),
	    *told && *instructions ? "\n" : "",
	    *told ? instructions : instructions + strspn(instructions, "\n"));
	if (notices.len)
		emit_notice(a->session, "warning", "%s", buf_str(&notices));
}

void intent_apply(struct agent *a, const struct intent *in)
{
	switch (in->kind) {
	case INTENT_SET:
		setting_set(a, json_str(in->data, "key", ""),
		    json_incref(json_object_get(in->data, "value")));
		break;
	case INTENT_STEER:
	case INTENT_PROMPT:
		steer(a, in->data);
		break;
	case INTENT_PLAN_EDIT:
		planning_edit(a, in->data);
		break;
	case INTENT_MEMORY:
		memory_show(a, json_flag(in->data, "reload", false));
		break;
	case INTENT_ALLOW:
		allow(a, in->data);
		break;
	case INTENT_COMPACT:
		a->wants_compaction = true;
		break;
	case INTENT_UNDO:
	case INTENT_ROADMAP:
		emit_notice(a->session, "warning",
		    "a turn is running: %s waits for its end, Esc stops it",
		    in->kind == INTENT_UNDO ? "undo" : "a roadmap");
		break;
	case INTENT_JOB:     /* taken at once: background.h */
	case INTENT_CONTEXT: /* the same: window_meter.h */
	case INTENT_RUN:     /* waits for the turn's end */
	case INTENT_STOP:    /* seen through session_cancel */
	case INTENT_ANSWER:  /* to a question that is no longer open */
	case INTENT_QUIT:
		break;
	}
}

void intents_take(struct turn *t)
{
	struct session *s = t->session;
	struct intent in;

	while (!inbox_peek(s, INTENT_QUIT) && inbox_take_but(s, INTENT_RUN, &in)) {
		intent_apply(t->agent, &in);
		intent_free(&in);
	}
}
