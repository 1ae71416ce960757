/*
 * See chat_host.h.
 */
#include "cli/chat_host.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/json.h"

static void go(void *ctx, enum go where, const char *what)
{
	struct host *h = ctx;

	free(h->what);
	h->where = where;
	h->what = xstrdup(what);
}

static void draft(void *ctx, const char *text)
{
	struct host *h = ctx;

	free(h->draft);
	h->draft = xstrdup(text);
}

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct host *h = ctx;

	h->list = NULL;
	h->done(h->ctx, models);
}

static bool models(void *ctx, void (*done)(void *done_ctx, const json_t *models), void *done_ctx)
{
	struct host *h = ctx;
	struct program *p = h->program;

	models_stop(h->list);
	h->list = NULL;
	h->done = done;
	h->ctx = done_ctx;
	if (!done || !p->backend->base_url)
		return false;
	h->list = backend_models(p->backend, on_models, h);
	return true;
}

void host_init(struct host *h, struct program *p)
{
	*h = (struct host){
	    .chat = {.ctx = h, .go = go, .draft = draft, .models = models},
	    .program = p,
	};
}

void host_stop(struct host *h)
{
	models_stop(h->list);
	h->list = NULL;
}
