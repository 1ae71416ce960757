/* SPDX-License-Identifier: MIT
 * A backend over HTTP: what stays from one request to the next, and what callers see of it. A request under way
 * is a completion (completion.h), what is known of the model is in http_model.c.
 */
#include "base/base.h"
#include "llm/completion/completion.h"
#include "llm/server/server_window.h"
#include "llm/wire/request.h"

/* Takes the window from the server's list, which knows better than a table; the user knows best. */
static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct http_backend *b = ctx;

	b->asking = NULL;
	json_each (model, models) {
		int64_t tokens = json_int(model, "context_tokens", 0);
		bool same = json_array_size(models) == 1 ||
			    model_is_listed_as(json_str(model, "id", ""), b->backend.model);

		if (same && tokens > 0)
			b->backend.context_tokens = tokens;
	}
}

static void window(struct backend *backend, bool ask)
{
	struct http_backend *b = (struct http_backend *)backend;

	if (!backend->model)
		return; /* the request asks the list for the model, and takes the window from it */
	http_backend_look_up(b);
	if (!ask || b->asked || setting_int(b->settings, "backend.context_tokens") > 0)
		return;
	b->asked = true;
	b->asking = backend_models(backend, on_models, b);
}

enum answer_form backend_answer_form(struct backend *backend)
{
	const struct answer_wanted best = {.form = ANSWER_SCHEMA};
	struct http_backend *b = (struct http_backend *)backend;

	if (backend->model)
		http_backend_look_up(b);
	if (b->wire->schema_by_quirk && !json_object_get(b->model.quirks, "answers"))
		return ANSWER_WORDS;
	return request_answer_form(&best, &b->model);
}

void backend_teach(struct backend *backend, const json_t *quirks)
{
	struct http_backend *b = (struct http_backend *)backend;

	if (!backend->model)
		return;
	http_backend_look_up(b);
	http_backend_learn(b, quirks, false);
}

static void on_quirks(void *ctx, const json_t *quirks)
{
	backend_teach(ctx, quirks);
}

struct window_probe *backend_window(
    struct backend *backend, void (*done)(void *ctx, int64_t tokens, const json_t *kind), void *ctx)
{
	struct http_backend *b = (struct http_backend *)backend;
	struct model model = b->model;

	model.id = backend->model;
	struct window_probe *probe = window_probe(b->loop, b->settings, &model, done, ctx);
	if (probe)
		window_probe_learns(probe, on_quirks, b);
	return probe;
}

static void hand_over(const struct backend *backend, json_t *to)
{
	const struct http_backend *b = (const struct http_backend *)backend;

	json_put_str(to, "base_url", backend->base_url);
	json_put_str(to, "model", backend->model);
	json_put_str(to, "key", b->model.key);
	json_put_str(to, "key_name", b->model.key_name);
	if (!isnan(b->model.temperature))
		json_put(to, "temperature", json_real(b->model.temperature));
	json_put_int(to, "max_tokens", b->model.max_tokens);
	json_put_int(to, "context_tokens", backend->context_tokens);
	json_put_str(to, "protocol", b->wire->protocol);
	json_put_str(to, "effort", b->model.effort);
	json_put(to, "quirks", http_backend_quirks(b->quirks, b->learnt));
}

static void speak(struct backend *backend, const char *protocol)
{
	struct http_backend *b = (struct http_backend *)backend;
	const struct wire *wire = wire_by_protocol(protocol);

	if (wire && backend->protocol_guessed)
		http_backend_speak(b, wire, b->model.adds_version);
}

static struct backend *like(const struct backend *backend, const struct backend_wish *wish)
{
	const struct http_backend *b = (const struct http_backend *)backend;
	struct model model = b->model;

	model.id = wish->model ? wish->model : backend->model;
	model.effort = wish->effort;
	model.temperature = wish->temperature;
	model.max_tokens = wish->max_tokens;
	model.quirks = b->quirks;
	struct backend *made = backend_http_new(b->loop, b->settings, &model);
	made->protocol_guessed = backend->protocol_guessed;
	if (text_is(made->model, backend->model ? backend->model : "")) {
		((struct http_backend *)made)->learnt = json_deep_copy(b->learnt);
		made->no_tools = backend->no_tools;
	}
	made->origin = xstrdup(backend->origin);
	return made;
}

static void http_backend_free(struct backend *backend)
{
	auto_free struct http_backend *b = (struct http_backend *)backend;

	models_stop(b->asking);
	request_cache_free(b->cache);
	wording_free(&b->wording);
	model_copy_free(&b->own);
	json_decref_all(b->quirks, b->learnt, b->lasting);
	free(b->known_model);
}

struct backend *backend_http_new(
    struct loop *l, const struct settings *s, const struct model *model)
{
	struct http_backend *b = xcalloc(1, sizeof *b);

	b->backend = (struct backend){
	    .name = "openai",
	    .start = completion_start,
	    .stop = completion_stop,
	    .hurry = completion_hurry,
	    .partial = completion_partial,
	    .window = window,
	    .hand_over = hand_over,
	    .speak = speak,
	    .like = like,
	    .free = http_backend_free,
	    .model = xstrdup(model->id),
	    .base_url = xstrdup(model->base_url),
	    .context_tokens = setting_int(s, "backend.context_tokens"),
	};
	b->loop = l;
	b->settings = s;
	b->backend.protocol_guessed =
	    !wire_by_protocol(model->protocol) && !wire_pasted(model->base_url);
	model_copy_make(&b->own, model);
	b->model = b->own.model; /* its quirks too: they say how the list of models is requested */
	b->model.id = NULL;
	http_backend_speak(b, wire_of(model), model->adds_version);
	b->quirks = json_incref((json_t *)model->quirks);
	b->backend.has_key = model->key || model->key_command;
	b->backend.unlisted = json_flag(model->quirks, "unlisted", false);
	b->backend.lists_prices = json_flag(model->quirks, "lists_prices", false);
	return &b->backend;
}
