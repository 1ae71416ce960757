/* SPDX-License-Identifier: MIT
 * Asks the endpoints of each kind of server in turn, and reads the window where the table says.
 */
#include "llm/server/server_window.h"

#include "base/base.h"
#include "config/prompt.h"
#include "llm/http/endpoint.h"
#include "llm/server/server_get.h"

struct window_probe {
	struct loop *loop;
	const struct settings *settings;
	struct model_copy asked_of;
	char *base_url; /* (owned) without a protocol's path at its end */
	json_t *kinds;	/* (owned) */
	size_t next;
	const json_t *asked;	    /* (borrowed) the kind whose answer is awaited */
	const json_t *there;	    /* (borrowed) the last kind whose list the server has */
	bool remote;		    /* the server gets the model from elsewhere */
	void (*loading)(void *ctx); /* NULL: the model must not be loaded, or was */
	void *loader;
	struct server_get *get;
	void (*done)(void *ctx, int64_t tokens, const json_t *kind);
	void *ctx;
	void (*learn)(void *ctx, const json_t *quirks);
	void *learner;
};

static void probe_free(struct window_probe *p)
{
	json_decref(p->kinds);
	free(p->base_url);
	model_copy_free(&p->asked_of);
	free(p);
}

void window_probe_stop(struct window_probe *p)
{
	if (!p)
		return;
	server_get_stop(p->get);
	probe_free(p);
}

/* Returns NUMBER of the line "NAME NUMBER" in a text; 0: there is none. */
static int64_t told_in_lines(const char *text, const char *name)
{
	const size_t len = strlen(name);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += strspn(line, "\n");
		if (strncmp(line, name, len) == 0 && strchr(" \t", line[len]))
			return strtoll(line + len, NULL, 10);
	}
	return 0;
}

/* Follows the names into a value. Returns it borrowed, or NULL if they lead nowhere. */
static const json_t *led_to(const json_t *at, const json_t *names)
{
	json_each (name, names)
		at = json_object_get(at, json_string_value(name));
	return at;
}

json_t *window_quirks(const json_t *kind, const char *protocol, const json_t *answer)
{
	json_t *quirks = NULL;

	if (!led_to(answer, json_list(kind, "where")))
		return NULL;
	json_each (row, json_list(kind, "tells")) {
		const json_t *protocols = json_list(row, "protocols"), *at = json_list(row, "at"),
			     *said = at ? led_to(answer, at) : NULL;

		if (protocols && !json_holds_str(protocols, protocol))
			continue;
		if (at && !(json_is_boolean(said) && json_equal(said, json_object_get(row, "is"))))
			continue;
		quirks = quirks ? quirks : json_object();
		json_object_update(quirks, json_map(row, "quirks"));
	}
	return quirks;
}

void window_probe_learns(
    struct window_probe *p, void (*learn)(void *ctx, const json_t *quirks), void *ctx)
{
	p->learn = learn;
	p->learner = ctx;
}

void window_probe_loads(struct window_probe *p, void (*loading)(void *ctx), void *ctx)
{
	p->loading = loading;
	p->loader = ctx;
}

int64_t window_told(const json_t *kind, const char *id, const json_t *answer)
{
	const char *list = json_str(kind, "list", NULL), *line = json_str(kind, "line", NULL);
	const json_t *at = list ? NULL : answer;

	json_each (entry, list ? json_list(answer, list) : NULL)
		if (!at &&
		    model_is_listed_as(json_str(entry, "id", json_str(entry, "name", "")), id))
			at = entry;
	at = led_to(at, json_list(kind, "tokens"));
	int64_t tokens = json_is_integer(at) ? json_integer_value(at) : 0;
	if (line && json_is_string(at))
		tokens = told_in_lines(json_string_value(at), line);
	return tokens > 0 ? tokens : 0;
}

static bool ask_next(struct window_probe *p);
static bool ask_to_load(struct window_probe *p);

static void on_answer(void *ctx, const struct buf *body, const struct error *e)
{
	struct window_probe *p = ctx;
	const json_t *kind = p->asked;
	json_auto_t *answer = body ? json_parse_foreign(buf_str(body), body->len, NULL) : NULL;
	const int64_t tokens = window_told(kind, p->asked_of.id, answer);
	json_auto_t *quirks = window_quirks(kind, wire_of(&p->asked_of.model)->protocol, answer);

	p->get = NULL;
	if (quirks && p->learn)
		p->learn(p->learner, quirks);
	if (json_list(answer, json_str(kind, "list", "")))
		p->there = kind;
	if (json_object_get(answer, json_str(kind, "remote", "")))
		p->remote = true;
	if (!tokens && (ask_next(p) || ask_to_load(p)))
		return;
	p->done(p->ctx, tokens, tokens ? kind : p->there);
	probe_free(p);
}

/* Gets the URL (member NULL), or posts {member: the model's name} to it. */
static void ask_server(struct window_probe *p, const char *url, const char *member,
    void (*done)(void *ctx, const struct buf *body, const struct error *e))
{
	auto_buf body = BUF_INIT;
	json_auto_t *named = member ? json_pack("{s:s}", member, p->asked_of.id) : NULL;

	if (named)
		json_write(&body, named);
	p->get = server_ask(
	    p->loop, p->settings, &p->asked_of.model, url, named ? &body : NULL, 0, done, p);
}

static void request_window(struct window_probe *p, const json_t *kind)
{
	auto_free char *url = endpoint_for(
	    endpoint_url(p->base_url, "/v1", json_str(kind, "path", "")), p->asked_of.id);
	p->asked = kind;
	ask_server(p, url, json_str(kind, "post", NULL), on_answer);
}

/* Asks the next kind's endpoint; one that is posted to only if the server was seen to be of the
 * kind. False: no kind is left. */
static bool ask_next(struct window_probe *p)
{
	while (p->next < json_array_size(p->kinds)) {
		const json_t *kind = json_array_get(p->kinds, p->next++);

		if (!json_str(kind, "post", NULL) ||
		    text_is(json_str(kind, "server", NULL), json_str(p->there, "server", ""))) {
			request_window(p, kind);
			return true;
		}
	}
	return false;
}

/* The model is loaded: asks the list again, and no kind after it. */
static void on_loaded(void *ctx, const struct buf *body, const struct error *e)
{
	struct window_probe *p = ctx;

	p->get = NULL;
	if (body) {
		p->next = json_array_size(p->kinds);
		request_window(p, p->there);
		return;
	}
	p->done(p->ctx, 0, p->there);
	probe_free(p);
}

/* Has the server load the model. False: it cannot, or that is not wanted. */
static bool ask_to_load(struct window_probe *p)
{
	const char *path = json_str(p->there, "load", NULL);
	void (*loading)(void *ctx) = p->loading;

	p->loading = NULL;
	if (!loading || !path || p->remote)
		return false;
	loading(p->loader);
	auto_free char *url = endpoint_url(p->base_url, "/v1", path);
	ask_server(p, url, "model", on_loaded);
	return true;
}

struct window_probe *window_probe(struct loop *l, const struct settings *s,
    const struct model *model, void (*done)(void *ctx, int64_t tokens, const json_t *kind),
    void *ctx)
{
	if (!model->id || !endpoint_is_local(model->base_url))
		return NULL;
	json_auto_t *table = config_table("providers.yaml", NULL);
	struct window_probe *p = xcalloc(1, sizeof *p);
	*p = (struct window_probe){.loop = l,
	    .settings = s,
	    .base_url = wire_base(model),
	    .kinds = json_incref(json_list(table, "windows")),
	    .done = done,
	    .ctx = ctx};
	model_copy_make(&p->asked_of, model);
	if (!ask_next(p)) {
		probe_free(p);
		return NULL;
	}
	return p;
}
