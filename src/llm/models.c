/*
 * GET /models: what a server can be asked for. The list is OpenAI's; how large a model's window is
 * stands under another name at each server, where it stands at all.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "llm/backend.h"
#include "llm/endpoint.h"
#include "llm/server_get.h"
#include "llm/wire.h"

#define ID_CHARS 500

struct model_list {
	struct server_get *get;
	char *shown; /* (owned) the URL for people */
	void (*done)(void *ctx, const json_t *models, const struct error *e);
	void *ctx;
};

static void list_free(struct model_list *m)
{
	free(m->shown);
	free(m);
}

void models_stop(struct model_list *m)
{
	if (!m)
		return;
	server_get_stop(m->get);
	list_free(m);
}

static int64_t window(const json_t *model)
{
	static const char *const names[] = {"loaded_context_length", "context_tokens",
	    "context_length", "context_window", "max_model_len", "max_context_length",
	    "max_input_tokens", "inputTokenLimit"};
	int64_t n = json_int(json_map(model, "meta"), "n_ctx", 0);

	if (n <= 0) /* of the provider that OpenRouter would ask, which may have less */
		n = json_int(json_map(model, "top_provider"), "context_length", 0);
	for (size_t i = 0; i < sizeof names / sizeof *names && n <= 0; i++)
		n = json_int(model, names[i], 0);
	return n > 0 ? n : 0;
}

/* A name is sent back as it came: one that would not show as it is, or is longer, is left out. */
static bool is_name(const char *id)
{
	char *safe = text_clean(id, strlen(id)), *line = text_line(safe, ID_CHARS);
	bool same = *id && strcmp(line, id) == 0;

	free(line);
	free(safe);
	return same;
}

json_t *models_read(const char *body, size_t len)
{
	json_t *value = json_parse_foreign(body, len, NULL), *models = NULL, *model;
	const json_t *data = json_is_array(value) ? value : json_list(value, "data");
	size_t i;

	if (data)
		models = json_array();
	json_array_foreach (data, i, model) {
		const char *id = json_str(model, "id", json_str(model, "name", ""));
		json_t *entry;

		if (!is_name(id))
			continue;
		entry = json_pack("{s:s}", "id", id);
		if (window(model))
			json_put_int(entry, "context_tokens", window(model));
		json_array_append_new(models, entry);
	}
	json_decref(value);
	return models;
}

static void on_list(void *ctx, const struct buf *body, const struct error *why)
{
	struct model_list *m = ctx;
	struct error e = ERROR_INIT;
	json_t *models = body ? models_read(buf_str(body), body->len) : NULL;

	if (body && !models)
		error_at(&e, ERR_PARSE, m->shown, "the server's answer is no list of models");
	m->done(m->ctx, models, models ? NULL : why ? why : &e);
	json_decref(models);
	error_free(&e);
	list_free(m);
}

struct model_list *models_fetch(struct loop *l, const struct settings *s, const struct model *model,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx)
{
	struct model_list *m = xcalloc(1, sizeof *m);
	char *url;

	url = wire_models_url(wire_of(model), model);
	m->shown = endpoint_shown(url);
	m->done = done;
	m->ctx = ctx;
	m->get = server_get(l, s, model, url, on_list, m);
	free(url);
	return m;
}
