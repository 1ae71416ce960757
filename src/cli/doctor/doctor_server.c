/* SPDX-License-Identifier: MIT
 * The checks of doctor that ask the configured server: whether it answers, whether it has the model, how
 * large its window is, what it takes.
 */
#include "cli/doctor/doctor_server.h"

#include "base/base.h"
#include "cli/backend/local_servers.h"
#include "cli/doctor/doctor_abilities.h"
#include "cli/doctor/doctor_check.h"

#define NAMED 5 /* models that are listed by name */

struct server_check {
	struct program *p;
	bool done, failed;
	json_t *models; /* (owned) NULL: the list could not be read, why says why */
	char *why;	/* (owned) */
	bool silent;
	int64_t window;
	json_t *kind; /* (owned) */
};

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct server_check *c = ctx;

	c->models = json_incref((json_t *)models);
	c->why = e ? error_line(e) : NULL;
	c->done = true;
}

static void on_window(void *ctx, int64_t tokens, const json_t *kind)
{
	struct server_check *c = ctx;

	c->window = tokens;
	c->kind = json_incref((json_t *)kind);
	c->done = true;
}

/* Lets the window probe load the model: the requests behind it would do that as well. */
static void on_loading(void *ctx)
{
}

/* Returns the entry of a model, borrowed from the list; NULL: it is not listed. */
static const json_t *listed(const json_t *models, const char *id)
{
	json_each (model, models)
		if (model_is_listed_as(json_str(model, "id", ""), id))
			return model;
	return NULL;
}

/* Returns the entry of the backend's model (none set: the first of the list), or NULL if it is not listed. */
static const json_t *entry(const struct server_check *c)
{
	const char *id = c->p->backend->model;

	return id ? listed(c->models, id) : json_array_get(c->models, 0);
}

static void say_models(struct server_check *c)
{
	const char *model = c->p->backend->model;
	size_t count = json_array_size(c->models);
	auto_buf names = BUF_INIT;

	for (size_t i = 0; i < count && i < NAMED; i++)
		buf_addf(&names, "%s%s", i ? ", " : "",
		    json_str(json_array_get(c->models, i), "id", ""));
	if (count)
		doctor_row("server", "answers; %zu model%s: %s%s", count,
		    text_plural(count, "", "s"), buf_str(&names), count > NAMED ? ", ..." : "");
	else
		doctor_row("server", "answers, and lists no model");
	if (count && model && !c->p->backend->unlisted && !listed(c->models, model)) {
		doctor_row("", "-> it does not list %s; agent models shows all it has", model);
		c->failed = true;
	} else if (!model && count != 1) {
		doctor_row("", "-> choose a model with -m; agent models shows all it has");
		c->failed = true;
	}
}

static void say_window(struct server_check *c)
{
	const json_t *model = entry(c);
	int64_t tokens = setting_int(c->p->settings, "backend.context_tokens");

	if (tokens <= 0)
		tokens = c->window ? c->window : json_int(model, "context_tokens", 0);
	if (tokens <= 0)
		return;
	doctor_row("window", "%lld tokens", (long long)tokens);
	if (tokens >= setting_int(c->p->settings, "tools.small_window"))
		return;
	doctor_row("", "-> little for work with tools%s%s", c->kind ? "; for more: " : "",
	    json_str(c->kind, "raise", ""));
}

bool doctor_server(struct program *p)
{
	struct server_check c = {.p = p};
	struct error late = ERROR_INIT;

	struct model_list *list = backend_models(p->backend, on_models, &c);
	if (!server_await(p, &c.done, &late)) {
		models_stop(list);
		c.silent = true;
		c.why = error_line(&late);
		error_free(&late);
	}
	if (c.models) {
		if (!p->backend->model)
			backend_takes_only(p->backend, c.models);
		say_models(&c);
		c.done = false;
		struct window_probe *probe = backend_window(p->backend, on_window, &c);
		if (probe)
			window_probe_loads(probe, on_loading, NULL);
		if (probe && !server_await(p, &c.done, NULL))
			window_probe_stop(probe);
		if (!c.failed)
			say_window(&c);
		if (!c.failed)
			c.failed = !doctor_abilities(p, entry(&c));
	} else {
		doctor_row("server", "%s", c.why ? c.why : "was not asked");
		if (c.silent)
			doctor_row("", "-> %s", SERVER_SILENT);
		c.failed = true;
	}
	json_decref_all(c.models, c.kind);
	free(c.why);
	return !c.failed;
}
