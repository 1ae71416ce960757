/*
 * See server_window.h.
 */
#include "llm/server_window.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"
#include "llm/endpoint.h"
#include "llm/server_get.h"

struct window_probe {
	struct loop *loop;
	const struct settings *settings;
	struct model model;
	char *id, *base_url; /* (owned) its */
	json_t *kinds;	     /* (owned) */
	size_t next;
	struct server_get *get;
	void (*done)(void *ctx, int64_t tokens, const json_t *kind);
	void *ctx;
};

static void probe_free(struct window_probe *p)
{
	json_decref(p->kinds);
	free(p->base_url);
	free(p->id);
	free(p);
}

void window_probe_stop(struct window_probe *p)
{
	if (!p)
		return;
	server_get_stop(p->get);
	probe_free(p);
}

/* Ollama lists "qwen3:latest" where "qwen3" was asked for. */
static bool is_same_model(const char *listed, const char *id)
{
	size_t len = strlen(id);

	return strncmp(listed, id, len) == 0 &&
	       (!listed[len] || strcmp(listed + len, ":latest") == 0);
}

/* The entry of a list that is the model's; the only one is. */
static const json_t *entry_of(const json_t *list, const char *id)
{
	const json_t *entry;
	size_t i;

	json_array_foreach (list, i, entry)
		if (is_same_model(json_str(entry, "id", json_str(entry, "name", "")), id))
			return entry;
	return json_array_size(list) == 1 ? json_array_get(list, 0) : NULL;
}

int64_t window_told(const json_t *kind, const char *id, const char *body, size_t len)
{
	json_t *answer = json_parse_foreign(body, len, NULL);
	const char *list = json_str(kind, "list", NULL);
	const json_t *at = list ? entry_of(json_list(answer, list), id) : answer, *name;
	int64_t tokens;
	size_t i;

	json_array_foreach (json_list(kind, "tokens"), i, name)
		at = json_object_get(at, json_string_value(name));
	tokens = json_is_integer(at) ? json_integer_value(at) : 0;
	json_decref(answer);
	return tokens > 0 ? tokens : 0;
}

static void ask_next(struct window_probe *p);

static void on_answer(void *ctx, const struct buf *body, const struct error *e)
{
	struct window_probe *p = ctx;
	const json_t *kind = json_array_get(p->kinds, p->next - 1);
	int64_t tokens = body ? window_told(kind, p->id, buf_str(body), body->len) : 0;

	p->get = NULL;
	if (tokens || p->next == json_array_size(p->kinds)) {
		p->done(p->ctx, tokens, tokens ? kind : NULL);
		probe_free(p);
	} else {
		ask_next(p);
	}
}

static void ask_next(struct window_probe *p)
{
	const json_t *kind = json_array_get(p->kinds, p->next++);
	char *url = endpoint_url(p->base_url, "/v1", json_str(kind, "path", ""));

	p->get = server_get(p->loop, p->settings, &p->model, url, on_answer, p);
	free(url);
}

struct window_probe *window_probe(struct loop *l, const struct settings *s,
    const struct model *model, void (*done)(void *ctx, int64_t tokens, const json_t *kind),
    void *ctx)
{
	struct window_probe *p;
	json_t *table;

	if (!model->id || !endpoint_is_local(model->base_url))
		return NULL;
	table = config_table("providers.yaml", NULL);
	p = xcalloc(1, sizeof *p);
	*p = (struct window_probe){.loop = l,
	    .settings = s,
	    .id = xstrdup(model->id),
	    .base_url = wire_base(model),
	    .kinds = json_incref(json_list(table, "windows")),
	    .done = done,
	    .ctx = ctx};
	p->model = *model; /* the key and what else says how to ask stay the caller's */
	p->model.id = p->id;
	p->model.base_url = p->base_url;
	json_decref(table);
	if (json_array_size(p->kinds) == 0) {
		probe_free(p);
		return NULL;
	}
	ask_next(p);
	return p;
}
