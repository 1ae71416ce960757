/*
 * Keeps what the stages of a running roadmap turn share, and frees it.
 */
#include "agent/roadmap/roadmap_state.h"

#include "agent/agent_internal.h"
#include "agent/state/turn_state.h"
#include "base/core/clock.h"
#include "session/store/store_roadmap.h"

void roadmap_again(struct turn *t, char *why)
{
	free(t->roadmap->why);
	t->roadmap->why = why;
}

void roadmap_pause(struct turn *t, enum planning_wait wait, char *words)
{
	struct planning_run *run = t->roadmap->run;

	run->wait = wait;
	free(run->reason);
	run->reason = words;
}

void roadmap_checkpoint(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	struct store *store = session_store(t->agent->session);
	struct error e = ERROR_INIT;
	json_t *value;

	if (!store)
		return;
	value = planning_run_json(run);
	if (!store_checkpoint_save(store, run->id, controller_state_name(run->controller.state),
		clock_now_ms(), value, &e))
		emit_notice(t->agent->session, "warning", "the roadmap is not kept: %s", e.message);
	error_free(&e);
	json_decref(value);
}
