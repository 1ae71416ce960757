/* SPDX-License-Identifier: MIT
 * The model of a backend over HTTP: by which protocol and path it is asked, what is known of it from the tables and
 * learnt from its server, and the request that follows from that.
 */
#include "base/base.h"
#include "llm/completion/http_backend.h"
#include "llm/http/refusal.h"
#include "llm/model/price.h"
#include "llm/wire/request.h"

#define MOST_FOLLOWED 16 /* refusals of one request: each may teach another number */
#define WINDOW_SHARE 4	 /* of the window may be a reply whose length nobody set */

void http_backend_speak(struct http_backend *b, const struct wire *wire)
{
	b->wire = wire;
	b->backend.wire = wire->name;
	b->backend.protocol = b->model.protocol = wire->protocol;
}

void http_backend_key(struct http_backend *b, const char *key)
{
	free(b->own.key);
	b->model.key = b->own.key = xstrdup(key);
}

void http_backend_back_to(struct http_backend *b, const struct wire *wire, bool adds_version)
{
	http_backend_speak(b, wire);
	b->model.adds_version = adds_version;
}

bool http_backend_next_path(struct http_backend *b, unsigned *tried)
{
	if (wire_version_missing(b->wire, &b->model)) {
		b->model.adds_version = true;
		return true;
	}
	for (size_t i = 0; wires[i]; i++)
		*tried |= wires[i] == b->wire ? 1u << i : 0;
	for (size_t i = 0; b->backend.protocol_guessed && wires[i]; i++)
		if (!(*tried & 1u << i)) {
			http_backend_back_to(b, wires[i], false);
			return true;
		}
	return false;
}

static void quirks_set(struct http_backend *b, json_t *quirks)
{
	json_decref(b->own.quirks);
	b->model.quirks = b->own.quirks = quirks;
}

/* Looks up what is known of the model, once for each model and not at the start of the program. */
void http_backend_look_up(struct http_backend *b)
{
	const char *id = b->backend.model, *effort = b->model.effort ? b->model.effort : "";

	if (b->known_model && strcmp(b->known_model, id) == 0)
		return;
	if (b->known_model) { /* another model may take what the last one refused */
		json_decref(b->learnt);
		json_decref(b->lasting);
		b->learnt = b->lasting = NULL;
		b->backend.no_tools = false;
	}
	json_auto_t *row = model_known(id);
	json_t *quirks = json_object();
	json_object_update(quirks, b->quirks);
	json_object_update(quirks, json_map(row, "quirks"));
	json_object_update(quirks, b->learnt);
	int64_t budget = json_int(json_map(quirks, "thinking_budgets"), effort, 0);
	if (budget > 0) /* the thinking of some models is bounded by tokens */
		json_put_int(quirks, "thinking_budget", budget);
	quirks_set(b, quirks);
	if (!b->backend.context_tokens)
		b->backend.context_tokens = json_int(row, "context_tokens", 0);
	free(b->known_model);
	b->known_model = xstrdup(id);
}

json_t *http_backend_quirks(const json_t *quirks, const json_t *more)
{
	json_t *all = quirks ? json_copy((json_t *)quirks) : json_object();

	json_object_update(all, (json_t *)more);
	return all;
}

static void learnt_add(json_t **learnt, const json_t *quirks)
{
	if (!*learnt)
		*learnt = json_object();
	json_object_update(*learnt, (json_t *)quirks);
}

bool http_backend_learn(struct http_backend *b, const json_t *quirks, bool lasting)
{
	json_t *all = http_backend_quirks(b->model.quirks, quirks);

	if (json_equal(all, b->model.quirks)) {
		json_decref(all);
		return false;
	}
	quirks_set(b, all);
	learnt_add(&b->learnt, quirks);
	if (lasting)
		learnt_add(&b->lasting, quirks);
	b->backend.no_tools = json_flag(b->learnt, "no_tools", false);
	return true;
}

static bool heed(struct http_backend *b, const json_t *row)
{
	const struct wire *wire = wire_by_protocol(json_str(row, "instead", NULL));
	const json_t *quirks = json_map(row, "quirks");

	if (wire && b->backend.protocol_guessed && wire != b->wire) {
		http_backend_back_to(b, wire, b->model.adds_version);
		return true;
	}
	return quirks && http_backend_learn(b, quirks, json_flag(row, "lasting", false));
}

static bool is_among(const json_t *rows, const json_t *wanted)
{
	json_each (row, rows)
		if (json_equal(row, wanted))
			return true;
	return false;
}

bool http_backend_heed(struct http_backend *b, const char *words, json_t **followed)
{
	json_auto_t *rows = refusal_rows(b->wire->protocol, words);
	bool heeded = false;

	if (!*followed)
		*followed = json_array();
	json_each (row, rows) {
		if (json_array_size(*followed) >= MOST_FOLLOWED)
			break;
		heeded = !is_among(*followed, row) && heed(b, row);
		if (!heeded)
			continue;
		json_array_append(*followed, row);
		break;
	}
	return heeded;
}

struct model_list *backend_models(struct backend *backend,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx)
{
	struct http_backend *b = (struct http_backend *)backend;

	return models_fetch(b->loop, b->settings, &b->model, done, ctx);
}

/* Some servers refuse a reply that may be longer than their window. */
static int output_tokens(const struct http_backend *b)
{
	int most = (int)setting_int(b->settings, "backend.output_tokens");
	int64_t room = b->backend.context_tokens / WINDOW_SHARE;

	return room > 0 && room < most ? (int)room : most;
}

void http_backend_request(struct http_backend *b, const struct context *context, struct buf *out)
{
	http_backend_look_up(b);
	struct model model = b->model;
	model.wording = wording_load(&b->wording);
	model.output_tokens = output_tokens(b);
	model.extra_body = setting_json(b->settings, "backend.extra_body");
	model.prompt_cache = setting_string(b->settings, "backend.prompt_cache");
	model.id = b->backend.model;
	const int most = context->max_output, asked = b->model.max_tokens,
		  wanted = most > 0 && (asked == 0 || most < asked) ? most : asked,
		  taken = (int)json_int(b->learnt, "output_tokens", 0);

	model.max_tokens = taken > 0 && taken < wanted ? taken : wanted;
	if (model
		.effort) { /* for some models a level alone does not say it, or they have a word of their own */
		model.effort_body = json_map(json_map(model.quirks, "effort_bodies"), model.effort);
		model.effort =
		    json_str(json_map(model.quirks, "effort_names"), model.effort, model.effort);
	}
	request_write(b->wire, out, context, &model, &b->cache);
}
