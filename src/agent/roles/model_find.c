/* SPDX-License-Identifier: MIT
 * Waits for the server's list of models when no model is named, and takes the only one there.
 */
#include "agent/roles/model_find.h"

#include "agent/agent_internal.h"
#include "agent/state/turn_state.h"

#define PATIENCE_MS 10000 /* for a server that does not say */

struct model_finding {
	struct agent *agent;
	struct model_list *list;
	struct timer *patience;
	bool done;
};

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct model_finding *f = ctx;
	struct agent *a = f->agent;

	f->list = NULL;
	f->done = true;
	if (backend_takes_only(a->backend, models))
		a->head.stale = true; /* its tools may have other names */
}

static void on_late(void *ctx)
{
	struct model_finding *f = ctx;

	f->patience = NULL;
	f->done = true;
}

static bool is_done(void *ctx)
{
	return ((const struct model_finding *)ctx)->done;
}

void model_find(struct turn *t)
{
	struct agent *a = t->agent;
	struct model_finding f = {.agent = a};

	if (a->backend->model || !a->backend->base_url)
		return;
	f.list = backend_models(a->backend, on_models, &f);
	f.patience = loop_after(a->loop, PATIENCE_MS, on_late, &f);
	loop_await(a->loop, is_done, &f, session_cancel(a->session));
	timer_stop(f.patience);
	models_stop(f.list);
}
