/* SPDX-License-Identifier: MIT
 * Sends the instructions of the project to the model. Those of a folder below the workspace are sent as a message when
 * a call first touches it, so that the head stays as it is, and with it the caches. A summary takes them away, and the
 * next touch sends them again.
 */
#include "agent/context/project_instructions.h"

#include "agent/context/project_view.h"
#include "agent/state/agent_state.h"
#include "base/base.h"
#include "llm/wire/reply.h"
#include "memory/memory.h"
#include "session/event/event_data.h"
#include "workspace/walk.h"

static struct instructions_ask ask_for(struct agent *a, json_t *files, struct buf *notices)
{
	return (struct instructions_ask){.settings = a->settings,
	    .workspace = a->workspace,
	    .sight = project_sight(a),
	    .files = files,
	    .notices = notices};
}

char *project_instructions(struct agent *a, json_t *files, struct buf *notices)
{
	const struct instructions_ask ask = ask_for(a, files, notices);
	char *text = instructions_text(&ask);

	visible_paths_free(ask.sight);
	return text;
}

static bool is_told(const struct agent *a, const char *path)
{
	json_each (item, a->conversation.items)
		if (text_is(json_str(event_read_message(item).instructions, "path", NULL), path))
			return true;
	return false;
}

static void tell_folder(struct agent *a, const char *folder)
{
	json_auto_t *files = json_array();
	auto_buf notices = BUF_INIT;
	const struct instructions_ask ask = ask_for(a, files, &notices);
	auto_free char *text = instructions_of_folder(&ask, folder);

	json_t *file = json_array_get(files, 0);
	if (text && !is_told(a, json_str(file, "path", ""))) {
		json_t *data = user_message(text + strspn(text, "\n"), "note");
		json_put(data, "instructions", json_incref(file));
		emit(a->session, EVENT_MESSAGE, NULL, data);
		session_settle(a->session, session_cancel(a->session));
		if (notices.len)
			emit_notice(a->session, "warning", "%s", buf_str(&notices));
	}
	visible_paths_free(ask.sight);
}

void project_instructions_touch(struct agent *a, const struct call *c)
{
	const enum tool_class class =
	    c->tool && c->args ? tool_class_of(c->tool, c->args) : TOOL_ASKS;

	if (!c->result.ok || (class != TOOL_READS && class != TOOL_WRITES))
		return;
	json_auto_t *paths = c->tool->paths ? c->tool->paths(c->args)
					    : json_pack("[s*]", json_str(c->args, "path", NULL));
	json_each (path, paths) {
		auto_free char *name = workspace_name(a->workspace, json_string_value(path), NULL);
		struct stat st;

		if (!name || *name == '/' || !workspace_stat(a->workspace, name, &st, NULL))
			continue;
		/* The folders between the workspace and this path are touched from the top. */
		for (char *at = name; (at = strchr(at, '/')); *at++ = '/') {
			*at = '\0';
			tell_folder(a, name);
		}
		if (S_ISDIR(st.st_mode) && strcmp(name, ".") != 0)
			tell_folder(a, name);
	}
}
