/*
 * See chat_host.h.
 */
#include "cli/chat_host.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/json.h"
#include "config/settings_append.h"

static void go(void *ctx, enum go where, const char *what)
{
	struct host *h = ctx;

	free(h->what);
	h->where = where;
	h->what = xstrdup(what);
}

static void then(void *ctx, const char *command)
{
	struct host *h = ctx;

	free(h->then);
	h->then = xstrdup(command);
}

static bool keep(void *ctx, const char *key, const json_t *value, struct error *e)
{
	const struct host *h = ctx;

	if (h->program->options->config)
		return error_set(
		    e, ERR_USAGE, "the configuration is '%s'", h->program->options->config);
	return settings_keep(key, value, e);
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
	json_t *chat = models ? models_for_chat(models) : NULL;

	h->list = NULL;
	h->done(h->ctx, chat);
	json_decref(chat);
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
	    .chat =
		{.ctx = h, .go = go, .draft = draft, .then = then, .keep = keep, .models = models},
	    .program = p,
	};
}

void host_stop(struct host *h)
{
	models_stop(h->list);
	h->list = NULL;
}
