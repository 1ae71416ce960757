/*
 * A backend over HTTP: what stays from one request to the next. A request under way is a
 * completion (completion.c).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"
#include "llm/http_backend.h"
#include "llm/price.h"
#include "llm/refusal.h"
#include "llm/request.h"
#include "llm/server_window.h"

#define WINDOW_SHARE 4 /* of the window may be a reply whose length nobody set */
#define SPLIT "\x1f"   /* no text has it: the text door turns it into a picture */

/* The words of a prompt before its text and after it. */
static void load_around(const char *name, const char **before, const char **after)
{
	char *around = prompt_text(name, (struct prompt_var[]){{"text", SPLIT}}, 1);
	char *split = strstr(around, SPLIT);

	*before = xstrndup(around, split ? (size_t)(split - around) : strlen(around));
	*after = xstrdup(split ? split + strlen(SPLIT) : "");
	free(around);
}

static void wording_load(struct wording *w)
{
	load_around("history/user_message", &w->user_before, &w->user_after);
	load_around("history/note", &w->note_before, &w->note_after);
	load_around("history/file", &w->file_before, &w->file_after);
	load_around("history/call", &w->call_before, &w->call_after);
	load_around("history/result", &w->result_before, &w->result_after);
	w->missing = prompt_text("history/missing", NULL, 0);
	w->opening = prompt_text("history/opening", NULL, 0);
}

static void wording_free(struct wording *w)
{
	free((char *)w->user_before);
	free((char *)w->user_after);
	free((char *)w->note_before);
	free((char *)w->note_after);
	free((char *)w->file_before);
	free((char *)w->file_after);
	free((char *)w->call_before);
	free((char *)w->call_after);
	free((char *)w->result_before);
	free((char *)w->result_after);
	free((char *)w->missing);
	free((char *)w->opening);
}

/* What one model refuses another one may take. */
static void forget_learnt(struct http_backend *b)
{
	json_decref(b->learnt);
	b->learnt = NULL;
	b->backend.no_tools = false;
}

/* The tokens that the asked effort is worth, for models whose thinking is bounded by tokens. */
static void think_as_asked(const struct http_backend *b, json_t *quirks)
{
	const char *effort = b->model.effort;
	int64_t budget = effort ? json_int(json_map(quirks, "thinking_budgets"), effort, 0) : 0;

	if (budget > 0)
		json_put_int(quirks, "thinking_budget", budget);
}

/* The model's own word for an effort; NULL: none is sent. */
static const char *effort_of(const struct http_backend *b)
{
	const char *effort = b->model.effort;

	return effort ? json_str(json_map(b->model.quirks, "effort_names"), effort, effort) : NULL;
}

/* What says the effort where a level alone does not; NULL: nothing does. */
static const json_t *effort_body(const struct http_backend *b)
{
	const char *effort = b->model.effort;

	return effort ? json_map(json_map(b->model.quirks, "effort_bodies"), effort) : NULL;
}

/* What is known of the model: once for each, not at start. */
static void model_look_up(struct http_backend *b)
{
	const char *id = b->backend.model;
	json_t *row, *quirks;

	if (b->known_model && strcmp(b->known_model, id) == 0)
		return;
	if (b->known_model)
		forget_learnt(b);
	row = model_known(id);
	quirks = json_object();
	json_object_update(quirks, b->quirks);
	json_object_update(quirks, json_map(row, "quirks"));
	json_object_update(quirks, b->learnt);
	think_as_asked(b, quirks);
	json_decref((json_t *)b->model.quirks);
	b->model.quirks = quirks;
	if (!b->backend.context_tokens)
		b->backend.context_tokens = json_int(row, "context_tokens", 0);
	free(b->known_model);
	b->known_model = xstrdup(id);
	json_decref(row);
}

/* The server knows better than a table, the user better than both. */
static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct http_backend *b = ctx;
	const json_t *model;
	size_t i;

	b->asking = NULL;
	json_array_foreach (models, i, model) {
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
		return; /* the list is asked which one, and tells the window too */
	model_look_up(b);
	if (!ask || b->asked || setting_int(b->settings, "backend.context_tokens") > 0)
		return;
	b->asked = true;
	b->asking = backend_models(backend, on_models, b);
}

struct model_list *backend_models(struct backend *backend,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx)
{
	struct http_backend *b = (struct http_backend *)backend;

	return models_fetch(b->loop, b->settings, &b->model, done, ctx);
}

enum answer_form backend_answer_form(struct backend *backend)
{
	const struct answer_wanted best = {.form = ANSWER_SCHEMA};
	struct http_backend *b = (struct http_backend *)backend;

	if (backend->model)
		model_look_up(b);
	if (b->wire->schema_by_quirk && !json_object_get(b->model.quirks, "answers"))
		return ANSWER_WORDS;
	return request_answer_form(&best, &b->model);
}

struct window_probe *backend_window(
    struct backend *backend, void (*done)(void *ctx, int64_t tokens, const json_t *kind), void *ctx)
{
	struct http_backend *b = (struct http_backend *)backend;
	struct model model = b->model;

	model.id = backend->model;
	return window_probe(b->loop, b->settings, &model, done, ctx);
}

/* Some servers refuse a reply that may be longer than their window. */
static int output_tokens(const struct http_backend *b)
{
	int most = (int)setting_int(b->settings, "backend.output_tokens");
	int64_t room = b->backend.context_tokens / WINDOW_SHARE;

	return room > 0 && room < most ? (int)room : most;
}

/* A reply may be wanted that is shorter than the longest of the settings. */
static int max_tokens(const struct http_backend *b, const struct context *context)
{
	const int most = context->max_output, asked = b->model.max_tokens;

	return most > 0 && (asked == 0 || most < asked) ? most : asked;
}

void http_backend_request(struct http_backend *b, const struct context *context, struct buf *out)
{
	struct model model;

	if (!b->wording.missing)
		wording_load(&b->wording);
	model_look_up(b);
	model = b->model;
	model.wording = &b->wording;
	model.output_tokens = output_tokens(b);
	model.extra_body = setting_json(b->settings, "backend.extra_body");
	model.prompt_cache = setting_string(b->settings, "backend.prompt_cache");
	model.id = b->backend.model;
	model.max_tokens = max_tokens(b, context);
	model.effort = effort_of(b);
	model.effort_body = effort_body(b);
	b->wire->request(out, context, &model, &b->cache);
}

static struct completion *start(
    struct backend *backend, const struct context *context, const struct reply_sink *sink)
{
	return completion_start((struct http_backend *)backend, context, sink);
}

/* A new object, for that of the last request tells that one of it. */
static json_t *merged(const json_t *quirks, const json_t *more)
{
	json_t *all = quirks ? json_copy((json_t *)quirks) : json_object();

	json_object_update(all, (json_t *)more);
	return all;
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
	json_put(to, "quirks", merged(b->quirks, b->learnt));
}

static void wire_set(struct http_backend *b, const struct wire *wire)
{
	b->wire = wire;
	b->backend.wire = wire->name;
	b->backend.protocol = b->model.protocol = wire->protocol;
}

static void speak(struct backend *backend, const char *protocol)
{
	const struct wire *wire = wire_by_protocol(protocol);

	if (wire && backend->protocol_guessed)
		wire_set((struct http_backend *)backend, wire);
}

bool http_backend_learn(struct http_backend *b, const json_t *quirks)
{
	json_t *all = merged(b->model.quirks, quirks);

	if (json_equal(all, b->model.quirks)) {
		json_decref(all);
		return false;
	}
	json_decref((json_t *)b->model.quirks);
	b->model.quirks = all;
	if (!b->learnt)
		b->learnt = json_object();
	json_object_update(b->learnt, (json_t *)quirks);
	b->backend.no_tools = json_flag(b->learnt, "no_tools", false);
	return true;
}

void http_backend_key(struct http_backend *b, const char *key)
{
	free((char *)b->model.key);
	b->model.key = xstrdup(key);
}

void http_backend_back_to(struct http_backend *b, const struct wire *wire, bool adds_version)
{
	wire_set(b, wire);
	b->model.adds_version = adds_version;
}

static bool heed(struct http_backend *b, const json_t *row)
{
	const struct wire *wire = wire_by_protocol(json_str(row, "instead", NULL));
	const json_t *quirks = json_map(row, "quirks");

	if (wire && b->backend.protocol_guessed && wire != b->wire) {
		http_backend_back_to(b, wire, b->model.adds_version);
		return true;
	}
	return quirks && http_backend_learn(b, quirks);
}

bool http_backend_heed(struct http_backend *b, const char *words)
{
	json_t *rows = refusal_rows(b->wire->protocol, words), *row;
	bool heeded = false;
	size_t i;

	json_array_foreach (rows, i, row)
		heeded = heeded || heed(b, row);
	json_decref(rows);
	return heeded;
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

static struct backend *like(const struct backend *backend, const struct backend_wish *wish)
{
	const struct http_backend *b = (const struct http_backend *)backend;
	struct model model = b->model;
	struct backend *made;

	model.id = wish->model ? wish->model : backend->model;
	model.effort = wish->effort;
	model.temperature = wish->temperature;
	model.max_tokens = wish->max_tokens;
	model.quirks = b->quirks;
	made = backend_http_new(b->loop, b->settings, &model);
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
	struct http_backend *b = (struct http_backend *)backend;

	models_stop(b->asking);
	request_cache_free(b->cache);
	wording_free(&b->wording);
	free((char *)b->model.key);
	free((char *)b->model.key_name);
	free((char *)b->model.key_command);
	free((char *)b->model.effort);
	json_decref((json_t *)b->model.quirks);
	json_decref(b->quirks);
	json_decref(b->learnt);
	free(b->known_model);
	free(b);
}

struct backend *backend_http_new(
    struct loop *l, const struct settings *s, const struct model *model)
{
	struct http_backend *b = xcalloc(1, sizeof *b);

	b->backend = (struct backend){
	    .name = "openai",
	    .start = start,
	    .stop = completion_stop,
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
	b->model = (struct model){
	    .base_url = b->backend.base_url,
	    .key = xstrdup(model->key),
	    .key_name = xstrdup(model->key_name),
	    .key_command = xstrdup(model->key_command),
	    .temperature = model->temperature,
	    .max_tokens = model->max_tokens,
	    .adds_version = model->adds_version,
	    .effort = xstrdup(model->effort),
	};
	wire_set(b, wire_of(model));
	b->quirks = json_incref((json_t *)model->quirks);
	b->backend.has_key = model->key || model->key_command;
	b->backend.unlisted = json_flag(model->quirks, "unlisted", false);
	return &b->backend;
}
