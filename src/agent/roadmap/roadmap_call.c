/*
 * Runs a planning tool as if the model had called it, so that its events look the same.
 */
#include "agent/roadmap/roadmap_call.h"

#include <string.h>
#include "agent/agent_internal.h"
#include "agent/call/calls.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/state/turn_state.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/event/event_data.h"

const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments)
{
	struct planning_run *run = t->roadmap->run;
	char *id = xasprintf("program_%d_%d", t->number, ++t->roadmap->calls);
	char *text = json_line(arguments);
	json_t *message, *parts = json_array();
	const json_t *last;

	json_array_append_new(
	    parts, event_build_message_part(&(struct event_message_part){
		       .type = "call", .call = id, .tool = tool, .arguments = text}));
	message = event_build_message(&(struct event_message){.role = "assistant", .parts = parts});
	emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(message));
	calls_run(t, message, FINISH_CALLS);
	json_decref(message);
	json_decref(arguments);
	free(text);
	free(id);
	last = json_array_get(run->tools, json_array_size(run->tools) - 1);
	if (t->over || strcmp(json_str(last, "tool", ""), tool) != 0)
		return NULL;
	return json_flag(last, "ok", false) ? run->result : NULL;
}
