/* SPDX-License-Identifier: MIT
 * The model of a backend over HTTP: its protocol and path, its quirks from the tables and from its
 * server's refusals, the body of a request to it, and the count of a request's tokens.
 */
#include "base/base.h"
#include "base/log.h"
#include "llm/completion/http_backend.h"
#include "llm/http/refusal.h"
#include "llm/model/price.h"
#include "llm/server/server_get.h"
#include "llm/wire/request.h"

#define MOST_FOLLOWED 16 /* refusals heeded for one request: each may name another number */
#define WINDOW_SHARE 4	 /* a reply of no set length may take 1/4 of the window */

void http_backend_speak(struct http_backend *b, const struct wire *wire, bool adds_version)
{
	b->wire = wire;
	b->model.adds_version = adds_version;
	b->backend.wire = wire->name;
	b->backend.protocol = b->model.protocol = wire->protocol;
}

void http_backend_key(struct http_backend *b, const char *key)
{
	free(b->own.key);
	b->model.key = b->own.key = xstrdup(key);
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
			http_backend_speak(b, wires[i], false);
			return true;
		}
	return false;
}

static void quirks_set(struct http_backend *b, json_t *quirks)
{
	json_decref(b->own.quirks);
	b->model.quirks = b->own.quirks = quirks;
}

void http_backend_look_up(struct http_backend *b)
{
	const char *id = b->backend.model, *effort = b->model.effort ? b->model.effort : "";

	if (b->known_model && strcmp(b->known_model, id) == 0)
		return;
	if (b->known_model) { /* another model may take what the last one refused */
		json_decref_all(b->learnt, b->lasting);
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
	json_t *all = json_object();

	json_object_update(all, (json_t *)quirks);
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
	json_auto_t *all = http_backend_quirks(b->model.quirks, quirks);

	if (json_equal(all, b->model.quirks))
		return false;
	quirks_set(b, json_incref(all));
	learnt_add(&b->learnt, quirks);
	if (lasting)
		learnt_add(&b->lasting, quirks);
	b->backend.no_tools = json_flag(b->learnt, "no_tools", false);
	return true;
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
		const struct wire *wire = wire_by_protocol(json_str(row, "instead", NULL));
		const json_t *quirks = json_map(row, "quirks");

		if (json_array_size(*followed) >= MOST_FOLLOWED)
			break;
		if (is_among(*followed, row))
			continue;
		heeded = wire && b->backend.protocol_guessed && wire != b->wire;
		if (heeded)
			http_backend_speak(b, wire, b->model.adds_version);
		else
			heeded = quirks &&
				 http_backend_learn(b, quirks, json_flag(row, "lasting", false));
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

void http_backend_request(struct http_backend *b, const struct context *context, struct buf *out)
{
	http_backend_look_up(b);
	/* Some servers refuse a limit of the reply that exceeds their window. */
	const int64_t room = b->backend.context_tokens / WINDOW_SHARE,
		      longest = setting_int(b->settings, "backend.output_tokens");
	struct model model = b->model;
	model.wording = wording_load(&b->wording);
	model.output_tokens = (int)(room > 0 && room < longest ? room : longest);
	model.extra_body = setting_json(b->settings, "backend.extra_body");
	model.prompt_cache = setting_string(b->settings, "backend.prompt_cache");
	model.id = b->backend.model;
	const int most = context->max_output, asked = b->model.max_tokens,
		  wanted = most > 0 && (asked == 0 || most < asked) ? most : asked,
		  taken = (int)json_int(b->learnt, "output_tokens", 0);

	model.max_tokens = taken > 0 && taken < wanted ? taken : wanted;
	if (model.effort) { /* some models take other members for a level, or another word */
		model.effort_body = json_map(json_map(model.quirks, "effort_bodies"), model.effort);
		model.effort =
		    json_str(json_map(model.quirks, "effort_names"), model.effort, model.effort);
	}
	request_write(b->wire, out, context, &model, &b->cache);
}

struct input_count {
	struct http_backend *backend; /* (borrowed) */
	struct server_get *post;
	void (*done)(void *ctx, int64_t tokens);
	void *ctx;
};

void input_count_stop(struct input_count *c)
{
	if (!c)
		return;
	server_get_stop(c->post);
	free(c);
}

static void on_answer(void *ctx, const struct buf *body, const struct error *e)
{
	auto_free struct input_count *c = ctx;
	json_auto_t *no_count = json_pack("{s:b}", "no_count", 1);
	const int64_t tokens = body ? wire_count_read(buf_str(body), body->len) : 0;

	log_add(LOG_DEBUG, "the request takes %lld tokens%s%s", (long long)tokens,
	    e ? ", its server does not count: " : "", e ? e->message : "");
	if (!tokens) /* a server that does not tell is not asked again */
		http_backend_learn(c->backend, no_count, true);
	c->done(c->ctx, tokens);
}

struct input_count *backend_count(struct backend *backend, const struct context *context,
    void (*done)(void *ctx, int64_t tokens), void *ctx)
{
	struct http_backend *b = (struct http_backend *)backend;
	auto_buf request = BUF_INIT;

	if (!backend->base_url || !backend->model || !b->wire->count_path ||
	    (b->model.key_command && !b->model.key))
		return NULL;
	http_backend_request(b, context, &request);
	if (request.truncated || json_flag(b->model.quirks, "no_count", false))
		return NULL;
	struct model model = b->model;
	model.id = backend->model;
	auto_free char *url = wire_count_url(b->wire, &model),
		       *body = wire_count_body(b->wire, buf_str(&request), request.len);
	if (!url || !body)
		return NULL;
	struct input_count *c = xcalloc(1, sizeof *c);
	*c = (struct input_count){.backend = b, .done = done, .ctx = ctx};
	auto_buf sent = BUF_LIMIT(BUF_UNBOUNDED);
	buf_adds(&sent, body);
	c->post = server_ask(b->loop, b->settings, &model, url, &sent,
	    (int)(setting_number(b->settings, "backend.count_timeout_s") * 1000), on_answer, c);
	return c;
}
