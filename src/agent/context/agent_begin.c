/* SPDX-License-Identifier: MIT
 * The head is built first, since its fingerprint is part of session_start.
 */
#include "agent/context/agent_begin.h"

#include "agent/agent_internal.h"
#include "agent/context/request_head.h"
#include "base/base.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

#define TITLE_CHARS 80

void agent_begin(struct agent *a, const char *prompt, json_t *parent)
{
	if (session_seq(a->session) > 0) {
		json_decref(parent);
		return;
	}
	head_build(a, prompt);
	auto_free char *title = text_line(prompt, TITLE_CHARS);
	auto_free char *server = a->backend->base_url ? endpoint_shown(a->backend->base_url) : NULL;
	/* The tools as chat completions have them, for who reads the session elsewhere. */
	json_auto_t *list = json_array();
	json_each (tool, a->head.tools)
		json_array_append_new(
		    list, json_pack("{s:s, s:O}", "type", "function", "function", tool));
	auto_free char *tools = json_line(list);
	char system_ref[40], tools_ref[40];
	blob_ref(a->head.text, strlen(a->head.text), system_ref);
	blob_ref(tools, strlen(tools), tools_ref);
	emit(a->session, EVENT_SESSION_START, NULL,
	    event_build_session_start(&(struct event_session_start){
		.id = session_id(a->session),
		.title = title,
		.cwd = workspace_label(a->workspace),
		.backend = a->backend->name,
		.model = a->backend->model,
		.server = server,
		.version = AGENT_VERSION,
		.head = a->head.fingerprint,
		.system = system_ref,
		.tools = tools_ref,
		.parent = parent,
		.imported = json_incref(a->origin.imported),
		.settings = json_incref(a->origin.settings),
	    }));
	session_blob_put(a->session, a->head.text, strlen(a->head.text), system_ref);
	session_blob_put(a->session, tools, strlen(tools), tools_ref);
}
