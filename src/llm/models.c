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
#include "llm/headers.h"
#include "llm/wire.h"
#include "loop/http.h"

#define ID_CHARS 500

struct model_list {
	struct transfer *transfer;
	const struct wire *wire;
	struct buf body;
	char *shown; /* (owned) the URL for people */
	void (*done)(void *ctx, const json_t *models, const struct error *e);
	void *ctx;
};

static void list_free(struct model_list *m)
{
	buf_free(&m->body);
	free(m->shown);
	free(m);
}

void models_stop(struct model_list *m)
{
	if (!m)
		return;
	transfer_stop(m->transfer);
	list_free(m);
}

static int64_t window(const json_t *model)
{
	static const char *const names[] = {"context_tokens", "context_length", "context_window",
	    "max_model_len", "max_context_length"};
	int64_t n = json_int(json_map(model, "meta"), "n_ctx", 0);

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

static void on_data(void *ctx, const char *data, size_t len)
{
	struct model_list *m = ctx;

	buf_add(&m->body, data, len);
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct model_list *m = ctx;
	struct error e = ERROR_INIT, why = ERROR_INIT;
	json_t *models = NULL;

	m->transfer = NULL;
	if (result->failure != HTTP_OK) {
		error_at(&e, result->error.code, m->shown, "%s", result->error.message);
	} else if (result->status < 200 || result->status > 299) {
		m->wire->failure(result->status, buf_str(&m->body), m->body.len, &why);
		error_at(&e, ERR_SERVER, m->shown, "%s", why.message);
	} else {
		models = m->wire->models(buf_str(&m->body), m->body.len);
		if (!models)
			error_at(
			    &e, ERR_PARSE, m->shown, "the server's answer is no list of models");
	}
	m->done(m->ctx, models, models ? NULL : &e);
	json_decref(models);
	error_free(&e);
	error_free(&why);
	list_free(m);
}

struct model_list *models_fetch(struct loop *l, const struct settings *s, const struct model *model,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx)
{
	static const struct http_sink sink = {.data = on_data, .done = on_done};
	struct model_list *m = xcalloc(1, sizeof *m);
	const struct wire *wire = wire_of(model);
	char *url = wire_models_url(wire, model);
	char **headers = headers_new(s, wire, model);
	struct http_request request = {
	    .method = "GET",
	    .url = url,
	    .headers = (const char *const *)headers,
	    .connect_ms = (int)(setting_number(s, "backend.connect_timeout_s") * 1000),
	    .first_byte_ms = (int)(setting_number(s, "backend.first_byte_timeout_s") * 1000),
	    .stall_ms = (int)(setting_number(s, "backend.stall_timeout_s") * 1000),
	    .max_head = (size_t)setting_int(s, "backend.max_head_bytes"),
	    .max_body = (size_t)setting_int(s, "backend.max_body_bytes"),
	};

	m->wire = wire;
	m->shown = endpoint_shown(url);
	m->done = done;
	m->ctx = ctx;
	m->transfer = http_start(l, &request, &sink, m);
	headers_free(headers);
	free(url);
	return m;
}
