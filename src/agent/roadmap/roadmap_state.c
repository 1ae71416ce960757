/* SPDX-License-Identifier: MIT
 * What the stages of a running roadmap turn share. A planning tool that the program calls is run as if the model
 * had called it, so that its events look the same.
 */
#include "agent/roadmap/roadmap_state.h"

#include "agent/call/calls.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/store/store_roadmap.h"

void roadmap_again(struct turn *t, char *why)
{
	string_take(&t->roadmap->why, why);
}

void roadmap_pause(struct turn *t, enum planning_wait wait, char *words)
{
	struct planning_run *run = t->roadmap->run;

	run->wait = wait;
	string_take(&run->reason, words);
}

void roadmap_ask(struct turn *t, json_t *question, json_t **answer)
{
	ask_await(t->session, question, answer);
	if (planning_answered(*answer))
		controller_renew(&t->roadmap->run->controller);
}

void roadmap_put_violations(const struct roadmap_turn *r, struct buf *out)
{
	json_each (violation, r->violations) {
		const char *node = json_str(violation, "node", NULL);

		buf_addf(out, "\n- %s%s%s%s", node ? "'" : "", node ? node : "", node ? "': " : "",
		    json_str(violation, "text", ""));
	}
}

void roadmap_checkpoint(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	struct store *store = session_store(t->session);
	auto_error e = ERROR_INIT;

	if (!store)
		return;
	json_auto_t *value = planning_run_json(run);
	if (!store_checkpoint_save(store, run->id, controller_state_name(run->controller.state),
		clock_now_ms(), value, &e))
		emit_notice(t->session, "warning", "the roadmap is not kept: %s", e.message);
}

const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments)
{
	struct planning_run *run = t->roadmap->run;
	auto_free char *id = xasprintf("program_%d_%d", t->number, ++t->roadmap->calls);
	auto_free char *text = json_line(arguments);
	json_t *parts = json_array();
	json_array_append_new(
	    parts, event_build_call_part(&(struct event_call_part){
		       .type = "call", .call = id, .tool = tool, .arguments = text}));
	json_auto_t *message =
	    event_build_message(&(struct event_message){.role = "assistant", .parts = parts});
	emit(t->session, EVENT_MESSAGE, NULL, json_incref(message));
	calls_run(t, message, FINISH_CALLS);
	json_decref(arguments);
	const json_t *last = json_array_get(run->tools, json_array_size(run->tools) - 1);
	if (t->over || strcmp(json_str(last, "tool", ""), tool) != 0)
		return NULL;
	return json_flag(last, "ok", false) ? run->result : NULL;
}
