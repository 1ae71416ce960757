/* SPDX-License-Identifier: MIT
 * Keeps servers and their lists. Definitions stay JSON text: of hundreds only those needed are parsed.
 */
#include "mcp/mcp.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "base/log.h"
#include "mcp/mcp_header.h"
#include "mcp/mcp_tool.h"

#define NAME_BYTES 64 /* every model server takes names of this length */
#define PAGES 200
#define CACHE_BYTES ((size_t)8 << 20)

struct mcp {
	struct mcp_around around;
	struct mcp_specs specs;
	struct mcp_server **servers;
	size_t count, cap;
	json_t *names; /* of rows in use, as keys, so that each is unique */
	bool listens;  /* servers are asked to report changes */
	struct list_wait {
		loop_fn *fn;
		void *ctx;
	} * waits;
	size_t wait_count, wait_cap;
};

/* ---- Names and definitions --------------------------------------------------------------------- */

/* Returns mcp__SERVER__TOOL in the letters that models may use; a hash tells equal ones apart. Caller frees. */
static char *row_name(struct mcp *m, const char *server, const char *tool)
{
	char *name = xasprintf("mcp__%s__%s", server, tool);
	const uint64_t hash = hash_bytes(HASH_START, name, strlen(name));

	for (char *c = name; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", *c))
			*c = '_';
	if (strlen(name) > NAME_BYTES || json_object_get(m->names, name)) {
		char *other = xasprintf("%.*s_%08x", NAME_BYTES - 9, name, (unsigned)hash);

		free(name);
		name = other;
	}
	json_object_set_new(m->names, name, json_true());
	return name;
}

/* Whether the entry of the server lets the tool be used, and the protocol does. */
static bool tool_is_wanted(const struct mcp_server *s, const json_t *definition)
{
	const char *name = json_str(definition, "name", "");
	const json_t *only = json_list(s->spec->json, "enabled_tools");
	auto_buf why = BUF_INIT;
	const bool sound = mcp_headers_check(json_object_get(definition, "inputSchema"), &why);

	if (!sound)
		log_add(LOG_WARN, "mcp %s: the tool '%.60s' is left out: %s", s->spec->name, name,
		    buf_str(&why));
	return *name && sound && (!only || json_holds_str(only, name)) &&
	       !json_holds_str(json_list(s->spec->json, "disabled_tools"), name);
}

static void take_definitions(struct mcp_server *s, const json_t *list)
{
	for (size_t i = 0; i < s->count; i++)
		s->tools[i]->gone = true;
	json_each (definition, list) {
		const char *name = json_str(definition, "name", "");
		struct mcp_tool *t = NULL;

		if (!tool_is_wanted(s, definition))
			continue;
		for (size_t i = 0; i < s->count && !t; i++)
			if (text_is(name, s->tools[i]->name))
				t = s->tools[i];
		if (!t) {
			t = xcalloc(1, sizeof *t);
			t->server = s;
			t->name = xstrdup(name);
			t->row = mcp_tool_row;
			t->row.name = t->called = row_name(s->mcp, s->spec->name, name);
			array_push(s->tools, s->count, s->cap, t);
		}
		free(t->definition);
		t->definition = json_line(definition);
		t->gone = false;
	}
	s->known = true;
}

json_t *mcp_tool_definition(const struct mcp_tool *t)
{
	return json_parse_foreign(t->definition, strlen(t->definition), NULL);
}

struct mcp_tool *mcp_tool_find(const struct mcp *m, const char *name)
{
	for (size_t i = 0; m && i < m->count; i++)
		for (size_t k = 0; k < m->servers[i]->count; k++)
			if (text_is(name, m->servers[i]->tools[k]->row.name) &&
			    !m->servers[i]->tools[k]->gone)
				return m->servers[i]->tools[k];
	return NULL;
}

/* Returns the file that keeps the lists between sessions. Caller frees. */
static char *cache_path(const struct mcp_server *s)
{
	auto_free char *entry = json_line(s->spec->json);

	return mcp_state_file("", entry);
}

/* ---- Lists ------------------------------------------------------------------------------------- */

static void tell_listed(struct mcp *m)
{
	while (m->wait_count && mcp_listed(m)) {
		const struct list_wait wait = m->waits[--m->wait_count];

		wait.fn(wait.ctx);
	}
}

void mcp_when_listed(struct mcp *m, loop_fn *fn, void *ctx)
{
	for (size_t i = 0; i < m->wait_count; i++)
		if (m->waits[i].ctx == ctx)
			m->waits[i] = m->waits[--m->wait_count];
	if (!fn)
		return;
	array_push(m->waits, m->wait_count, m->wait_cap, (struct list_wait){fn, ctx});
	tell_listed(m);
}

static void on_listened(void *ctx, const json_t *result, const struct error *e)
{
	struct mcp_server *s = ctx;

	s->listens = false; /* mcp_list subscribes again; something may change until then */
	s->stale = true;
}

/* Subscribes to changes of the lists: a server of the stateless era reports them in one long answer. */
static void listen_to(struct mcp_server *s)
{
	static const struct mcp_sink sink = {.done = on_listened};
	const json_t *can = json_map(mcp_client_info(s->client), "capabilities");

	if (!s->mcp->listens || s->listens ||
	    !json_flag(json_map(can, "tools"), "listChanged", false) ||
	    strcmp(mcp_client_version(s->client), "2026") < 0)
		return;
	s->listens = true;
	mcp_request(s->client, "subscriptions/listen",
	    json_pack("{s:{s:b, s:b, s:b}}", "notifications", "toolsListChanged", 1,
		"promptsListChanged", 1, "resourcesListChanged", 1),
	    NULL, &sink, s);
}

static const struct {
	const char *method, *key;
} list_rows[] = {
    {"tools/list", "tools"}, {"prompts/list", "prompts"}, {"resources/list", "resources"}};
#define LISTS ARRAY_SIZE(list_rows)

static void on_page(void *ctx, const json_t *result, const struct error *e);

/* Asks for a page of list s->asked; cursor NULL: the first. */
static void ask_page(struct mcp_server *s, const json_t *cursor)
{
	static const struct mcp_sink sink = {.done = on_page};

	if (!cursor)
		json_array_clear(s->cursors);
	mcp_request(s->client, list_rows[s->asked].method,
	    cursor ? json_pack("{s:O}", "cursor", cursor) : NULL, NULL, &sink, s);
}

/* Ends a list and asks for the next one that the server has. If there are no tools, no other is asked for. */
static void list_done(struct mcp_server *s, const struct error *e)
{
	const json_t *can = json_map(mcp_client_info(s->client), "capabilities");

	if (s->asked == 0)
		string_set(&s->problem, e ? e->message : NULL);
	if (s->asked == 0 && !e)
		listen_to(s);
	if (e)
		json_object_del(s->lists, list_rows[s->asked].key);
	while (!s->problem && ++s->asked < LISTS)
		if (json_object_get(can, list_rows[s->asked].key)) {
			ask_page(s, NULL);
			return;
		}
	s->listing = false;
	if (!s->problem) {
		s->stale = s->changed;
		take_definitions(s, json_list(s->lists, "tools"));

		auto_free char *path = cache_path(s), *text = json_line(s->lists);
		if (strlen(text) < CACHE_BYTES)
			file_write(path, 0600, text, strlen(text), NULL);
	}
	tell_listed(s->mcp);
}

static void on_page(void *ctx, const json_t *result, const struct error *e)
{
	struct mcp_server *s = ctx;
	const char *key = list_rows[s->asked].key;
	json_t *next = json_object_get(result, "nextCursor");
	const char *cursor = json_string_value(next);

	json_array_extend(json_list_made(s->lists, key), json_list(result, key));
	if (cursor && !json_holds_str(s->cursors, cursor) && json_array_size(s->cursors) < PAGES) {
		json_array_append(s->cursors, next);
		ask_page(s, next);
	} else {
		list_done(s, result ? NULL : e);
	}
}

void mcp_list(struct mcp_server *s)
{
	if (s->listing || (s->known && !s->stale))
		return;
	s->listing = true;
	s->changed = false;
	s->asked = 0;
	json_decref(s->lists);
	s->lists = json_object();
	/* Before the lists, if the server is known to report changes: none is missed in between. */
	listen_to(s);
	ask_page(s, NULL);
}

const json_t *mcp_row(
    const struct mcp_server *s, const char *list, const char *key, const char *value)
{
	return json_row(json_list(s->lists, list), key, value);
}

bool mcp_listed(void *mcp)
{
	const struct mcp *m = mcp;

	for (size_t i = 0; i < m->count; i++)
		if (m->servers[i]->listing)
			return false;
	return true;
}

/* ---- Servers ----------------------------------------------------------------------------------- */

static void on_changed(void *ctx)
{
	struct mcp_server *s = ctx;

	s->changed = s->stale = true;
}

static struct mcp_server *add_server(struct mcp *m, const struct mcp_spec *spec)
{
	struct mcp_server *s = xcalloc(1, sizeof *s);

	*s = (struct mcp_server){.mcp = m,
	    .spec = spec,
	    .client = mcp_client_new(&m->around, spec, on_changed, s),
	    .cursors = json_array()};
	array_push(m->servers, m->count, m->cap, s);
	return s;
}

void mcp_restart(struct mcp_server *s)
{
	mcp_client_free(s->client);
	s->client = mcp_client_new(&s->mcp->around, s->spec, on_changed, s);
	s->stale = true;
	s->listens = false;
	mcp_list(s);
}

bool mcp_trust(struct mcp *m, const struct mcp_spec *spec, struct error *e)
{
	if (!mcp_spec_trust(spec, e))
		return false;
	for (size_t i = 0; i < m->specs.count; i++) {
		struct mcp_spec *one = &m->specs.list[i];

		if (!one->trusted && text_is(spec->path, one->path)) {
			one->trusted = true;
			mcp_list(add_server(m, one));
		}
	}
	return true;
}

void mcp_listens(struct mcp *m)
{
	m->listens = true;
}

struct mcp *mcp_new(const struct mcp_around *around)
{
	struct mcp *m = xcalloc(1, sizeof *m);

	m->around = *around;
	m->names = json_object();
	if (setting_bool(around->settings, "mcp.enabled"))
		mcp_specs_load(&m->specs, around->settings, around->workspace);
	for (size_t i = 0; i < m->specs.count; i++) {
		const struct mcp_spec *spec = &m->specs.list[i];

		if (!spec->trusted || !json_flag(spec->json, "enabled", true))
			continue;
		struct mcp_server *s = add_server(m, spec);
		auto_free char *path = cache_path(s);
		json_auto_t *kept = json_from_file(path, CACHE_BYTES);
		if (json_list(kept, "tools")) {
			s->lists = json_incref(kept);
			take_definitions(s, json_list(kept, "tools"));
			s->stale = true;
		}
	}
	return m;
}

static void servers_free(struct mcp *m)
{
	m->wait_count = 0; /* a list that ends here is told to nobody */
	for (size_t i = 0; i < m->count; i++) {
		struct mcp_server *s = m->servers[i];

		mcp_client_free(s->client);
		json_decref_all(s->lists, s->cursors);
		for (size_t k = 0; k < s->count; k++) {
			struct mcp_tool *t = s->tools[k];

			free_all(t->called, t->name, t->definition, t);
		}
		free_all(s->tools, s->problem, s);
	}
	m->count = 0;
	mcp_specs_free(&m->specs);
}

struct mcp_server *mcp_add(struct mcp *m, const char *name, json_t *json)
{
	servers_free(m); /* no server of the configuration is used beside it */
	m->specs.list = xcalloc(1, sizeof *m->specs.list);
	m->specs.list[0] =
	    (struct mcp_spec){.name = xstrdup(name), .json = json, .file = xstrdup("command line")};
	m->specs.count = 1;
	return add_server(m, &m->specs.list[0]);
}

void mcp_free(struct mcp *m)
{
	if (!m)
		return;
	servers_free(m);
	json_decref(m->names);
	free_all(m->servers, m->waits, m);
}

const struct mcp_specs *mcp_specs(const struct mcp *m)
{
	return &m->specs;
}

struct loop *mcp_loop(const struct mcp *m)
{
	return m->around.loop;
}

struct mcp_server *mcp_at(const struct mcp *m, size_t i)
{
	return m && i < m->count ? m->servers[i] : NULL;
}

struct mcp_server *mcp_find(const struct mcp *m, const char *name, size_t len)
{
	for (size_t i = 0; m && i < m->count; i++)
		if (strncmp(m->servers[i]->spec->name, name, len) == 0 &&
		    !m->servers[i]->spec->name[len])
			return m->servers[i];
	return NULL;
}

char *mcp_standing(const struct mcp *m, const struct mcp_spec *spec)
{
	const struct mcp_server *s = mcp_find(m, spec->name, strlen(spec->name));

	if (s && s->problem)
		return text_line(s->problem, 200);
	if (s && s->known)
		return xasprintf("%zu %s%s", s->count,
		    text_plural((int64_t)s->count, "tool", "tools"), s->stale ? "" : ", running");
	return xstrdup(!spec->trusted ? "not trusted" : s ? "not asked yet" : "off");
}

struct mcp_request *mcp_tool_call(
    const struct mcp_tool *t, json_t *arguments, const struct mcp_sink *sink, void *ctx)
{
	json_auto_t *definition = mcp_tool_definition(t);
	json_auto_t *headers =
	    mcp_headers_of(json_object_get(definition, "inputSchema"), arguments);
	const char *task = json_str(json_map(definition, "execution"), "taskSupport", NULL);

	return mcp_request(t->server->client, "tools/call",
	    json_pack("{s:s, s:o, s:o*}", "name", t->name, "arguments", arguments, "task",
		text_is(task, "required") ? json_object() : NULL),
	    headers, sink, ctx);
}
